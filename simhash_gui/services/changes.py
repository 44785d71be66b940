"""What changed in a folder since it was last imported: to be read, unchanged, or gone.

Size and time of change decide; contents are compared after reading, by digest. Nothing here grows
with the folder but 41 bytes a known file: what is to be read goes to a temporary file.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.records import FailureReason
from simhash_gui.services.listing import ListedFile, SkippedFile, Unlisted, list_folder
from simhash_gui.store.known_files import KnownFiles
from simhash_gui.store.records import FileState, KnownFile

_SEPARATOR = b"\0"
_READ_BYTES = 1 << 16

WORTH_ANOTHER_TRY = frozenset(
    {
        FailureReason.UNREADABLE,
        FailureReason.GONE,
        FailureReason.CHANGED,
        FailureReason.TOO_LARGE,
    }
)
"""Failures that may end without a change of size or time: a permission given, a limit raised."""


class FileSpool:
    """Any number of listed files in a temporary file, which is gone at the end of the ``with``."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, file: ListedFile) -> None:
        """Put a file at the end; no name on any system has a NUL in it."""
        numbers = f"{file.size_bytes} {file.modified_ns} ".encode()
        self._file.write(numbers + os.fsencode(file.relative_path) + _SEPARATOR)
        self._count += 1

    def __iter__(self) -> Iterator[ListedFile]:
        self._file.seek(0)
        rest = b""
        while block := self._file.read(_READ_BYTES):
            *entries, rest = (rest + block).split(_SEPARATOR)
            yield from map(_parsed, entries)


def _parsed(entry: bytes) -> ListedFile:
    size, modified, path = entry.split(b" ", 2)
    return ListedFile(os.fsdecode(path), int(size), int(modified))


@dataclass(slots=True)
class FolderChanges:
    """What listing one folder brought to light; complete once ``compare`` has ended."""

    known: KnownFiles
    to_read: FileSpool
    unchanged: int = 0
    skipped: int = 0
    returned_ids: list[int] = field(default_factory=list)
    unlisted: list[Unlisted] = field(default_factory=list)
    _met: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self._met = np.zeros(len(self.known), np.bool_)

    @property
    def listed(self) -> int:
        """Files met so far."""
        return self.unchanged + self.skipped + len(self.to_read)

    def missing_ids(self) -> NDArray[np.int64]:
        """Files that were there once and were not met now, those known as gone left out."""
        return self.known.ids[~self._met & ~self.known.in_state(FileState.GONE)]

    def is_hidden_by_failure(self, relative_path: str) -> bool:
        """Whether a file was not met only because it, or its folder, could not be looked at."""
        return any(_is_at_or_below(relative_path, place.relative_path) for place in self.unlisted)

    def note(self, found: ListedFile, *, must_read: bool) -> None:
        """Sort one file in; ``must_read`` overrules an unchanged size and time."""
        position = self.known.position(found.relative_path)
        known = None if position is None else self.known.at(position)
        if position is not None:
            self._met[position] = True
        if known is None or must_read or _has_changed(known, found):
            self.to_read.add(found)
            return
        self.unchanged += 1
        if known.state is FileState.GONE:
            self.returned_ids.append(known.id)


def _has_changed(known: KnownFile, found: ListedFile) -> bool:
    return (known.size_bytes, known.mtime_ns) != (found.size_bytes, found.modified_ns)


def _is_at_or_below(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")


def compare(
    root: Path,
    changes: FolderChanges,
    *,
    excluded: Collection[Path],
    retried_paths: Collection[str],
) -> Iterator[None]:
    """List ``root`` and fill ``changes``; yields after every entry, so that a caller can stop."""
    for entry in list_folder(root, excluded):
        match entry:
            case ListedFile():
                changes.note(entry, must_read=entry.relative_path in retried_paths)
            case SkippedFile():
                changes.skipped += 1
            case Unlisted():
                changes.unlisted.append(entry)
        yield


def nested_folders(root: Path, others: Sequence[Path]) -> list[Path]:
    """Those of ``others`` inside ``root``: they are folders of their own, or excluded."""
    return [other for other in others if root in other.parents]
