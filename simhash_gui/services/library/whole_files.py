"""Files that appear complete or not at all: written under another name first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path beside ``path`` to write to; when the block ends well, it takes its place.

    Raises OSError, of ``path``, where the folder cannot be written. When the block raises, ``path``
    stays as it was and nothing is left beside it. A link stays, and what it leads to is replaced; a
    device or a pipe, such as /dev/null, is written to as it is.
    """
    goal = Path(os.path.realpath(path))
    if goal.exists() and not goal.is_file():
        yield goal
        return
    part = goal.with_name(f".{goal.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(goal)
    except OSError as error:
        if error.filename != str(part):
            raise
        # Nobody has heard of the other name.
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        part.unlink(missing_ok=True)
