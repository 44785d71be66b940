"""A file to its text, without being fooled by what stands there instead of a file.

Only regular files are opened (a symbolic link to one counts), never a pipe, a device or a socket;
the size limit holds before a byte is read; a file that changes meanwhile is told. Time and memory
are limited from outside, by ``pool``.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.records import Extracted, FailureReason, Limits, ReadFailure

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


def read_file(
    path: Path, override_encoding: str | None = None, limits: Limits | None = None
) -> Extracted:
    """The text of one file, in this process. Raises ``ReadFailure``."""
    content = read_content(str(path), limits or Limits())
    return read_bytes(content.data, path.name, override_encoding)


def read_content(path: str, limits: Limits) -> FileContent:
    """All bytes of a regular file.

    Raises ``ReadFailure``: GONE, UNREADABLE, UNSUPPORTED, EMPTY, TOO_LARGE or CHANGED.
    """
    with _named_errors():
        _check_status(os.stat(path), limits)  # noqa: PTH116 - a Path would cost as much again
        descriptor = os.open(path, _OPEN_FLAGS)
        try:
            return _read_descriptor(descriptor, limits)
        finally:
            os.close(descriptor)


def _read_descriptor(descriptor: int, limits: Limits) -> FileContent:
    before = os.fstat(descriptor)
    _check_status(before, limits)
    data = _read_at_most(descriptor, before.st_size + 1)
    after = os.fstat(descriptor)
    unchanged = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if not unchanged or len(data) != before.st_size:
        raise ReadFailure(FailureReason.CHANGED, "The file changed while it was read.")
    return FileContent(data, before.st_size, before.st_mtime_ns)


def _read_at_most(descriptor: int, size_bytes: int) -> bytes:
    """Read to the end, or until there is more than a file of the expected size can hold."""
    data = os.read(descriptor, size_bytes)
    pieces = [data]
    missing = size_bytes - len(data)
    while data and missing:
        data = os.read(descriptor, missing)
        pieces.append(data)
        missing -= len(data)
    return b"".join(pieces)


def _check_status(status: os.stat_result, limits: Limits) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind != stat.S_IFREG:
        what = _OTHER_KINDS.get(kind, "something else")
        raise ReadFailure(FailureReason.UNSUPPORTED, f"This is {what}, not a file.")
    if status.st_size == 0:
        raise ReadFailure(FailureReason.EMPTY, "The file is empty.")
    if status.st_size > limits.size_bytes:
        raise ReadFailure(
            FailureReason.TOO_LARGE,
            f"{status.st_size:,} bytes are more than the limit of {limits.size_bytes:,}.",
        )


@contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ReadFailure(FailureReason.GONE, "There is no such file any more.") from error
    except OSError as error:
        detail = f"The system cannot read it: {error.strerror or error}."
        raise ReadFailure(FailureReason.UNREADABLE, detail) from error
    except ValueError as error:  # a zero byte, or a character that no file name here can hold
        raise ReadFailure(FailureReason.UNREADABLE, "No file can have this name.") from error
