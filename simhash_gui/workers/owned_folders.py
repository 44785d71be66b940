"""Temporary folders that go when their process is gone, however it ended.

A process that is killed cannot remove its folders, and what is in them are texts of documents. So
each holds a file that its process keeps locked (on Windows: open); the system lets go of it when
the process ends. The next start of the program removes the folders that nobody holds. Folders
without such a file belong to others and are left alone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_MARK = "simhash-gui-owner"
_PREFIXES = ("simhash-gui-", "pymp-")
"""Ours, and the one that multiprocessing makes for its sockets."""
_NEW_S = 10.0
"""A folder that is so new may be between being made and being held."""


def hold(folder: Path) -> int | None:
    """Mark a folder as this process's; the descriptor that holds it, None if it is held already.

    It is held until the descriptor is closed or the process ends. Raises OSError.
    """
    descriptor = os.open(folder / _MARK, os.O_RDWR | os.O_CREAT, 0o600)
    if _lock(descriptor):
        return descriptor
    os.close(descriptor)
    return None


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Mark a folder as this process's for a while. Raises OSError."""
    descriptor = hold(folder)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def remove_abandoned(parent: Path) -> int:
    """Remove the folders in ``parent`` whose processes have ended; how many. Raises OSError."""
    with os.scandir(parent) as entries:
        found = [
            Path(entry)
            for entry in entries
            if entry.name.startswith(_PREFIXES) and entry.is_dir(follow_symlinks=False)
        ]
    return sum(map(_remove_if_abandoned, found))


def _remove_if_abandoned(folder: Path) -> bool:
    """Not where anything fails: it belongs to another user, or goes at this very moment."""
    try:
        if time.time() - folder.stat().st_mtime < _NEW_S:
            return False
        descriptor = os.open(folder / _MARK, os.O_RDWR)
    except OSError:
        return False
    try:
        is_abandoned = _lock(descriptor) and sys.platform != "win32"
        if is_abandoned:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)
    if sys.platform == "win32":  # pragma: no cover
        with contextlib.suppress(OSError):  # it is open elsewhere
            (folder / _MARK).unlink()
            shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()


if sys.platform == "win32":  # pragma: no cover

    def _lock(_descriptor: int) -> bool:
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # held, or on a drive that knows no locks
            return False
        return True
