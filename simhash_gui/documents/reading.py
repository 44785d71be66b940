"""A file to its bytes, if it is a regular file.

Only regular files are opened (a symbolic link to one counts), never a pipe, a device or a socket;
the size limit holds before a byte is read; a file that changes meanwhile is reported. Archives
are looked into by ``contents``; time and memory are limited from outside, by ``pool``.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from simhash_gui.documents.records import (
    MEMBER_MARK,
    FailureReason,
    Limits,
    ReadFailure,
    system_reason,
)

# O_NONBLOCK: should a pipe take the file's place after the check, opening it must not wait for a
# writer. O_NOCTTY: nor may a terminal become ours. Windows has neither and needs O_BINARY.
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_OTHER_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}


@dataclass(frozen=True, slots=True)
class FileContent:
    """The bytes of a file and what they were called when read."""

    data: bytes
    size_bytes: int
    mtime_ns: int


def read_content(path: str, limits: Limits) -> FileContent:
    """All bytes of a regular file.

    Raises ``ReadFailure``: GONE, UNREADABLE, UNSUPPORTED, EMPTY, TOO_LARGE or CHANGED.
    """
    with named_errors():
        check_size(_checked(os.stat(path)).st_size, limits)  # noqa: PTH116 - slower by half
        with opened(path) as descriptor:
            return read_descriptor(descriptor, limits)


@contextmanager
def opened(path: str) -> Iterator[int]:
    """A descriptor of a regular file that is not empty, whatever its size. Raises ``ReadFailure``.

    It is closed at the end of the ``with``; whoever wants to keep it duplicates it.
    """
    with named_errors():
        _checked(os.stat(path))  # noqa: PTH116 - a Path would cost as much again
        descriptor = os.open(path, _OPEN_FLAGS)
        try:
            _checked(os.fstat(descriptor))
            yield descriptor
        finally:
            os.close(descriptor)


def read_descriptor(descriptor: int, limits: Limits) -> FileContent:
    """All bytes from where the descriptor stands. Raises ``ReadFailure``."""
    return read_on(descriptor, b"", os.fstat(descriptor), limits)


def read_on(descriptor: int, head: bytes, before: os.stat_result, limits: Limits) -> FileContent:
    """All bytes of a file of which the first ones have been read. Raises ``ReadFailure``.

    ``before`` is what the system said of it before that.
    """
    check_size(before.st_size, limits)
    data = _read_at_most(descriptor, before.st_size + 1, head)
    after = os.fstat(descriptor)
    unchanged = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if not unchanged or len(data) != before.st_size:
        raise ReadFailure(FailureReason.CHANGED, "The file changed while it was read.")
    return FileContent(data, before.st_size, before.st_mtime_ns)


def _read_at_most(descriptor: int, size_bytes: int, head: bytes) -> bytes:
    """Read to the end, or until there is more than a file of the expected size can hold."""
    pieces = [head]
    missing = size_bytes - len(head)
    while missing > 0 and (data := os.read(descriptor, missing)):
        pieces.append(data)
        missing -= len(data)
    return head if len(pieces) == 1 else b"".join(pieces)


def _checked(status: os.stat_result) -> os.stat_result:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        what = _OTHER_KINDS.get(kind, "something else")
        raise ReadFailure(
            FailureReason.UNSUPPORTED,
            f"This is {what}, not a regular file: there is no document in it.",
        )
    if status.st_size == 0:
        raise ReadFailure(FailureReason.EMPTY, "The file is empty.")
    return status


def check_size(size_bytes: int, limits: Limits) -> None:
    """Raise ``ReadFailure`` (TOO_LARGE) for a document beyond the limit."""
    if size_bytes > limits.size_bytes:
        raise ReadFailure(
            FailureReason.TOO_LARGE,
            f"{size_bytes:,} bytes are more than the limit of {limits.size_bytes:,}.",
        )


def split_path(path: str) -> tuple[str, tuple[str, ...]]:
    """The file on the disk that a path leads to, and the way on through archives: ``a.zip!/b.txt``.

    Also as it is shown to people, ``a.zip › b.txt``. What is on the disk decides; a path that leads
    nowhere is returned as it is.
    """
    if os.path.isfile(path):  # noqa: PTH113 - false for names that no file can have
        return path, ()
    for written in (path.replace(f"!{os.sep}", MEMBER_MARK), path.replace(" › ", MEMBER_MARK)):
        parts = written.split(MEMBER_MARK)
        for length in range(1, len(parts)):
            file = MEMBER_MARK.join(parts[:length])
            if os.path.isfile(file):  # noqa: PTH113
                return file, tuple(parts[length:])
    return path, ()


class named_errors:  # noqa: N801 - used as a function, and a generator would cost twice as much
    """Turn what the system says about a file into a ``ReadFailure``: GONE or UNREADABLE."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            raise ReadFailure(FailureReason.GONE, "There is no such file any more.") from error
        if isinstance(error, OSError):
            detail = f"The system cannot read it: {system_reason(error)}."
            raise ReadFailure(FailureReason.UNREADABLE, detail) from error
        # A zero byte, or a character that no file name here can hold.
        if isinstance(error, ValueError):
            raise ReadFailure(FailureReason.UNREADABLE, "No file can have this name.") from error
