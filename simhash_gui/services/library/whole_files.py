"""Files that appear complete or not at all: written under another name first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside ``path`` to write to; when the block ends well, it takes its place.

    Raises OSError where the folder cannot be written. When the block raises, ``path`` stays as it
    was and nothing is left beside it.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
