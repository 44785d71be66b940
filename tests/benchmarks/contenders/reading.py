"""Files read again and again, by whatever reads them; what the contenders of ``formats`` share.

Needs the standard library only, for it also runs beside peers.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

Read = Callable[[bytes], str]
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
_LEAST_S = 0.3


class Reading:
    """Some files and one way to read them."""

    def __init__(self, read: Read, folder: str, truth: list[str]) -> None:
        self._read = read
        self._contents = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
        self._truth = [_tokens(text) for text in truth]
        for content in self._contents:  # fails here if at all, and has loaded what is loaded once
            read(content)

    def turn(self) -> dict[str, float]:
        """Read all, as often as it takes to be measured: seconds for one time, by both clocks."""
        times, wall_s, cpu_s = 0, time.perf_counter(), _cpu_s()
        while time.perf_counter() - wall_s < _LEAST_S:
            for content in self._contents:
                self._read(content)
            times += 1
        return {
            "wall_s": (time.perf_counter() - wall_s) / times,
            "cpu_s": (_cpu_s() - cpu_s) / times,
        }

    def score(self) -> float:
        """The mean F1 of tokens, whatever their order, against what the files were made from."""
        found = (_tokens(self._read(content)) for content in self._contents)
        scores = [_f1(*both) for both in zip(self._truth, found, strict=True)]
        return sum(scores) / len(scores)


def _tokens(text: str) -> Counter[str]:
    return Counter(_TOKEN.findall(text))


def _f1(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def _cpu_s() -> float:
    """Of this process, and of programs that it called."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system
