"""The failures that come from outside: the disk, another process, the file itself.

Everything here is a ``KnownStoreError``: it is told to the user in words and is not a bug. Any
other exception that leaves the store is one. (The split is qutebrowser's, ``misc/sql.py``.)
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from typing_extensions import override

from simhash_gui.store.engine.place import Place
from simhash_gui.store.engine.types import DamagedValueError

if sys.platform != "win32":
    import resource

_PRIMARY_CODE = 0xFF
"""SQLite puts details into the upper bytes of an error code."""


class KnownStoreError(Exception):
    """Something outside the program kept the library from being used; ``path`` says which."""

    def __init__(self, path: Place, message: str) -> None:
        super().__init__(message)
        self.path = path

    @override
    def __reduce__(self) -> tuple[type[KnownStoreError], tuple[Place, str]]:
        """Worker processes raise it in the program, which otherwise would take it for a bug."""
        return type(self), (self.path, str(self))


class LibraryMissingError(KnownStoreError):
    """There is no file at this path."""


class EngineMissingError(KnownStoreError):
    """The package that talks to the server is not installed."""


class LibraryExistsError(KnownStoreError):
    """A new library was asked for at a path that is taken."""


class NotALibraryError(KnownStoreError):
    """The path leads to something else: a folder, another file, another program's database."""


class LibraryEmptyError(KnownStoreError):
    """The file has not a single byte, so there is nothing to repair and nothing to lose."""


class LibraryDamagedError(KnownStoreError):
    """The content of the file is broken or incomplete. It is never changed by finding that out."""


class LibraryNewerError(KnownStoreError):
    """The library was written by a newer version of this program."""


class LibraryOlderError(KnownStoreError):
    """The library must be upgraded first, and was opened for reading only."""


class LibraryBusyError(KnownStoreError):
    """Another process is writing to the library."""


class LibraryLinkedError(KnownStoreError):
    """The file has a second name (a hard link), by which another process could write to it."""


class LibraryReadOnlyError(KnownStoreError):
    """The file, its folder or its drive may not be written to."""


class DiskFullError(KnownStoreError):
    """No room is left on the drive; nothing of the last transaction was kept."""


class LibraryTooLargeError(KnownStoreError):
    """The file may grow no more: its drive, or a limit of the account, allows no larger one."""


class LibraryUnreachableError(KnownStoreError):
    """The file can no longer be read or opened: a drive unplugged, a permission missing."""


class LibraryOverwrittenError(KnownStoreError):
    """Another program has written another content over the open file."""


_LEAST_FREE_BYTES = 1 << 16
"""SQLite takes 32 KiB at a time for the index of its log."""

_DAMAGE_WITHOUT_CODE = ("Could not decode to UTF-8", "unsupported file format")
"""How damage begins to be told that has no code of its own: by Python's driver of a text that
cannot be one of ours, by SQLite of a header."""

_TOO_LARGE = "the drive, or a limit of the account, allows no larger file"
_LARGEST_ON_FAT = (1 << 32) - 1
_MADE_BYTES = 1 << 20
"""A new library and its log have less."""

_BY_SQLITE_CODE: dict[int, tuple[type[KnownStoreError], str]] = {
    sqlite3.SQLITE_BUSY: (LibraryBusyError, "another process is writing to it"),
    sqlite3.SQLITE_LOCKED: (LibraryBusyError, "it is locked"),
    sqlite3.SQLITE_FULL: (DiskFullError, "the drive is full"),
    sqlite3.SQLITE_READONLY: (LibraryReadOnlyError, "it may not be written to"),
    sqlite3.SQLITE_PERM: (LibraryReadOnlyError, "access to it is not permitted"),
    sqlite3.SQLITE_CORRUPT: (LibraryDamagedError, "it is damaged"),
    sqlite3.SQLITE_NOTADB: (LibraryDamagedError, "it is not a SQLite file"),
    sqlite3.SQLITE_IOERR: (LibraryUnreachableError, "the drive does not answer"),
    sqlite3.SQLITE_CANTOPEN: (LibraryUnreachableError, "it cannot be opened"),
    sqlite3.SQLITE_PROTOCOL: (LibraryUnreachableError, "its drive does not support locks"),
}

_BY_ERRNO: dict[int, tuple[type[KnownStoreError], str]] = {
    errno.ENOSPC: (DiskFullError, "the drive is full"),
    errno.EDQUOT: (DiskFullError, "the disk quota is used up"),
    errno.EFBIG: (LibraryTooLargeError, _TOO_LARGE),
    errno.EROFS: (LibraryReadOnlyError, "the drive is read-only"),
    errno.EACCES: (LibraryReadOnlyError, "access is not permitted"),
    errno.EPERM: (LibraryReadOnlyError, "access is not permitted"),
}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the driver tells of damaged content: a broken page, bytes that are no text."""
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_no_database(error: sqlite3.Error) -> bool:
    """Whether SQLite tells that a file is none of its own, or that its header is damaged."""
    return _code(error) == sqlite3.SQLITE_NOTADB


def is_busy(error: sqlite3.Error | DBAPIError) -> bool:
    """Whether SQLite tells that another program holds the file."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and _code(cause) == sqlite3.SQLITE_BUSY


def _code(error: sqlite3.Error) -> int:
    if str(error).startswith(_DAMAGE_WITHOUT_CODE):
        return sqlite3.SQLITE_CORRUPT
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE


def known_database_error(error: sqlite3.Error, path: Path) -> KnownStoreError | None:
    """The named form of a driver error, or None when it is a bug of ours."""
    code = _code(error)
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        code = sqlite3.SQLITE_FULL
    if code == sqlite3.SQLITE_IOERR and _is_as_large_as_may_be(path):
        return LibraryTooLargeError(path, f"{path}: {_TOO_LARGE} ({error})")
    if code not in _BY_SQLITE_CODE:
        return None
    kind, reason = _BY_SQLITE_CODE[code]
    return kind(path, f"{path}: {reason} ({error})")


def _is_full(path: Path) -> bool:
    """Whether the drive has no room: SQLite tells so only of files that it writes to.

    It maps another one into memory, which fails as if the drive did not answer.
    """
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_FREE_BYTES
    except OSError:
        return False


def _is_as_large_as_may_be(path: Path) -> bool:
    """Whether a file of the library has come to a limit, which SQLite tells as any other error.

    A library that could not be made is gone again.
    """
    sizes = [] if path.exists() else [*range(0, _MADE_BYTES, _LEAST_FREE_BYTES)]
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            sizes.append(path.with_name(path.name + suffix).stat().st_size)
    limits = [_LARGEST_ON_FAT]
    if sys.platform != "win32":
        limits.append(resource.getrlimit(resource.RLIMIT_FSIZE)[0])
    return any(0 <= limit - size < _LEAST_FREE_BYTES for size in sizes for limit in limits)


def known_file_error(error: OSError, path: Path) -> KnownStoreError:
    """The named form of an error of the file system; unknown ones are ``unreachable``."""
    kind, reason = _BY_ERRNO.get(
        error.errno or 0, (LibraryUnreachableError, error.strerror or "it cannot be used")
    )
    return kind(path, f"{path}: {reason}")


@contextmanager
def known_errors(path: Path) -> Iterator[None]:
    """Raise what SQLite or SQLAlchemy report about ``path`` under its known name.

    Errors without one, such as broken SQL or a violated constraint, pass unchanged.
    """
    try:
        yield
    except DBAPIError as error:
        cause = error.orig
        known = known_database_error(cause, path) if isinstance(cause, sqlite3.Error) else None
        if known is None:
            raise
        raise known from error
    except sqlite3.Error as error:
        known = known_database_error(error, path)
        if known is None:
            raise
        raise known from error
    except DamagedValueError as error:
        raise LibraryDamagedError(path, f"{path}: it is damaged ({error})") from error
