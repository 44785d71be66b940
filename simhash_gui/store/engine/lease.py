"""One process at a time may have a library open for writing.

SQLite guards each transaction; this guards the time between them, in which another process would
change what this one keeps in memory, or take its unfinished run for a crashed one. The lease is a
lock of the operating system on a small file beside the library, so that a crash gives it back. It
holds the id of the process, for the message.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.store.engine.backup import has_other_name
from simhash_gui.store.engine.errors import (
    LibraryBusyError,
    LibraryLinkedError,
    known_file_error,
)
from simhash_gui.store.engine.inspection import beside

_REMNANT_S = 5.0
_LOOK_EVERY_S = 0.02


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write, until ``release``."""

    path: Path
    descriptor: int

    def release(self) -> None:
        """Give it back and remove the file."""
        # Removed before it is unlocked: a process that opens it in between sees that it is gone and
        # makes a new one. Windows does not remove open files and does not need this. Where it may
        # not be removed, it stays: only the lock counts.
        if sys.platform != "win32":  # pragma: no branch
            self._remove()
        os.close(self.descriptor)
        if sys.platform == "win32":  # pragma: no cover
            self._remove()

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)


def lease_path(library: Path) -> Path:
    """The file that carries the lock: beside ``library``, or beside what that is a link to."""
    return beside(library, "-lock")


def acquire(library: Path) -> Lease:
    """Take the lease of ``library``, which need not exist yet.

    Raises LibraryBusyError when another process, or this one, has it; LibraryLinkedError when it
    has a second name, which would have a lease and a log of its own; LibraryReadOnlyError or
    LibraryUnreachableError when no file can be made or locked there.

    A process that was killed while it started another has the lock for a moment still: what it
    forked gives the lock up as soon as its own program is loaded. That is waited for.
    """
    path, end_s = lease_path(library), time.monotonic() + _REMNANT_S
    while True:
        try:
            if library.is_file() and has_other_name(library):
                raise LibraryLinkedError(library, f"{library}: this file has a second name")
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            lease = claim(library, descriptor)
        except LibraryBusyError:
            if not _is_held_by_the_dead(path) or time.monotonic() > end_s:
                raise
            time.sleep(_LOOK_EVERY_S)
            continue
        except OSError as error:
            raise known_file_error(error, library) from error
        if lease is not None:
            return lease


def claim(library: Path, descriptor: int) -> Lease | None:
    """Lock the opened file; None when its last holder has removed it in the meantime.

    The descriptor is the lease's from then on, or closed. Raises LibraryBusyError and OSError.
    """
    path = lease_path(library)
    if not _lock(descriptor):
        holder = _read_holder(descriptor)
        os.close(descriptor)
        raise LibraryBusyError(library, f"{library}: it is open for writing in {holder}")
    if not _is_still_at(path, descriptor):
        os.close(descriptor)
        return None
    with contextlib.suppress(OSError):  # no room for the id on a full drive: the lock counts
        _write_holder(descriptor)
    return Lease(path, descriptor)


def _is_still_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _is_held_by_the_dead(path: Path) -> bool:
    """Whether the process that took the lock has ended."""
    try:
        process = path.read_bytes()
    except OSError:
        return False
    return process.isdigit() and not _is_alive(int(process))


def _write_holder(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, str(os.getpid()).encode())


def _read_holder(descriptor: int) -> str:
    process = os.read(descriptor, 20).decode("ascii", "replace")
    return f"process {process}" if process.isdigit() else "another process"


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    _FAR = 1 << 30
    """Windows keeps others from reading a locked byte, so the lock is far behind the content."""

    def _lock(descriptor: int) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def _is_alive(process: int) -> bool:  # noqa: ARG001 - a lock ends with its process there
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _is_alive(process: int) -> bool:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # of another user
            return True
        return True
