"""Counts calls, which tell where a clock would not whether work is done once or many times."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def counted_calls() -> Iterator[Counter[str]]:
    """Count the Python functions that this thread calls, by their qualified names."""
    found = Counter[str]()

    def count(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            found[frame.f_code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield found
    finally:
        sys.setprofile(before)
