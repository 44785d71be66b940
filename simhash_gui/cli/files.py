"""Files that a command reads or writes, and standard input, with failures told as usage errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from simhash_gui.cli.output import UsageError
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.comparison.loading import (
    Content,
    FailureReason,
    Limits,
    ReadFailure,
    TracedText,
    Unread,
    load,
)

STANDARD_INPUT = "-"
_DATABASE = b"SQLite format 3\0"

_WAYS_OUT: Mapping[FailureReason, str] = MappingProxyType(
    {
        FailureReason.EMPTY: "give a document that has text",
        FailureReason.NO_TEXT: "recognise its characters first",
        FailureReason.PASSWORD: "save a copy of it without a password",
        FailureReason.UNREADABLE: "give yourself permission, or copy it to another drive",
        FailureReason.TOO_LARGE: "cut it into parts",
        FailureReason.CHANGED: "try again when nothing writes to it",
    }
)
_OTHER_WAY_OUT = "save it in another format with the program that made it"


def load_sides(paths: Sequence[str | Path], recipe: Recipe) -> list[TracedText]:
    """The texts at ``paths`` with their traces; ``-`` reads standard input.

    Raises UsageError where one cannot be read, or where there is no text.
    """
    sides = load([_unread(str(path)) for path in paths], recipe, Limits())
    return [_read(str(path), side) for path, side in zip(paths, sides, strict=True)]


def require_writable(path: Path) -> None:
    """Refuse before the search what would fail after it, or cost a library. Raises UsageError.

    Called before a library is opened, see ``store/engine/header.py``.
    """
    try:
        if path.is_dir():
            raise _unwritable(path, "this is a folder")
        if path.exists() and not path.is_file():
            raise _unwritable(path, "this is no plain file")
        if path.exists() and _is_database(path):
            raise _unwritable(path, "this is a library")
        if not path.parent.is_dir():
            raise _unwritable(path.parent, "there is no such folder")
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path.parent, "you may not write there")


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn errors of the file system while ``path`` is written into UsageError."""
    try:
        yield
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, why: str) -> UsageError:
    return UsageError(f"{path}: {why}", "choose another place for the output", "output-unwritable")


def _unread(path: str) -> Unread:
    if path != STANDARD_INPUT:
        return Path(path)
    try:
        if sys.stdin is None:
            raise _unreadable("standard input: it is closed")
        return Content(sys.stdin.buffer.read(), STANDARD_INPUT)
    except OSError as error:
        raise _unreadable(f"standard input: {error.strerror or error}") from error


def _unreadable(message: str) -> UsageError:
    return UsageError(message, "pipe a text into it, or name a file", "unreadable")


def _read(path: str, side: TracedText | ReadFailure) -> TracedText:
    if isinstance(side, ReadFailure):
        raise _refused(path, side) from side
    return side


def _refused(path: str, failure: ReadFailure) -> UsageError:
    name = "standard input" if path == STANDARD_INPUT else path
    if failure.reason is FailureReason.GONE:
        return UsageError(f"{name}: No such file", "check the name", "no-such-file")
    if path != STANDARD_INPUT and Path(path).is_dir():
        return UsageError(f"{name}: this is a folder", "name a file", "unreadable")
    told = f"{name}: {failure.reason.value}: {failure.detail.rstrip('.')}"
    way_out = _WAYS_OUT.get(failure.reason, _OTHER_WAY_OUT)
    if path != STANDARD_INPUT and Path(path).exists() and not Path(path).is_file():
        way_out = "name a file"
    return UsageError(told, way_out, "unreadable")
