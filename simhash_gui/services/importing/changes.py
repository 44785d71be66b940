"""What changed in a folder since it was last imported: to be read, unchanged, or gone.

Size and time of change decide; contents are compared after reading, by digest. Nothing here grows
with the folder but 42 bytes a known file: what is to be read goes to a temporary file.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.records import MEMBER_MARK, Limits
from simhash_gui.services.importing.left_out import left_out_in, stamp_in
from simhash_gui.services.importing.listing import Listed, ListedFile, SkippedFile, Unlisted
from simhash_gui.services.library.import_rules import FolderRules, SkipReason
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories.known_files import KnownFile, KnownFiles, Members

_SEPARATOR = b"\0"
_READ_BYTES = 1 << 16
_AWAY = frozenset({FileState.GONE, FileState.LEFT_OUT})
_NOT_MISSED = frozenset({FileState.GONE, FileState.SKIPPED})
_OPENED = frozenset({FileState.PRESENT, FileState.CONTAINER})
"""Of files that are back when they are met."""


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
    """What listing one folder brought to light; complete once ``compare`` has ended.

    Members of archives are noted like files, when their archive has been opened; with an archive
    that has not changed, or cannot be opened any more, all that is known to be in it counts as met.
    Of the files that are ``unchanged``, ``still_failed`` could not be read earlier.
    """

    known: KnownFiles
    members: Members
    to_read: FileSpool
    unchanged: int = 0
    unchanged_members: int = 0
    still_failed: int = 0
    skipped: Counter[SkipReason] = field(default_factory=Counter)
    returned_ids: list[int] = field(default_factory=list)
    unlisted: list[Unlisted] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    """Folders that the rules leave out, and files that they did not leave out earlier."""
    found_ids: list[int] = field(default_factory=list)
    """Files that were gone, and are there again, but left out by the rules."""
    _met: NDArray[np.bool_] = field(init=False)
    _by_id: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._met = np.zeros(len(self.known), np.bool_)
        self._by_id = np.argsort(self.known.ids, kind="stable")

    @property
    def listed(self) -> int:
        """Files met so far."""
        return self.unchanged + self.skipped.total() + len(self.to_read)

    def note(self, found: ListedFile, *, must_read: bool) -> bool:
        """Sort one file in; whether it has to be read. ``must_read`` overrules size and time."""
        position = self.known.position(found.relative_path)
        known = None if position is None else self.known.at(position)
        if position is not None:
            self._met[position] = True
        if known is not None and known.state is FileState.SKIPPED:
            self.skipped[SkipReason.BY_USER] += 1
            self._met[self._positions_below(found.relative_path)] = True
            return False
        if known is None or must_read or _has_changed(known, found):
            return True
        if known.state is FileState.LEFT_OUT and self.is_container(found.relative_path):
            return True  # which of its members are left out by themselves is told by opening it
        self._leave(known, found)
        return False

    def _leave(self, known: KnownFile, found: ListedFile) -> None:
        """A file is as it was, and so is all that is in it."""
        self._count(known, is_member=MEMBER_MARK in found.relative_path)
        if known.state in _AWAY:
            self.returned_ids.append(known.id)
        for position in self._positions_below(found.relative_path).tolist():
            member = self.known.at(position)
            if _was_in_it_before(known, member):
                continue
            self._met[position] = True
            if member.state not in _AWAY:
                self._count(member, is_member=True)
            elif _were_gone_together(known, member):
                self._count(member, is_member=True)
                self.returned_ids.append(member.id)

    def leave_unopened(self, relative_path: str) -> None:
        """An archive cannot be opened any more: nobody knows, so what is in it stays."""
        for member in self._meet_below(relative_path):
            if member.state not in _AWAY:
                self._count(member, is_member=True)

    def _meet_below(self, relative_path: str) -> Iterator[KnownFile]:
        for position in self._positions_below(relative_path).tolist():
            self._met[position] = True
            yield self.known.at(position)

    def _count(self, known: KnownFile, *, is_member: bool) -> None:
        """A file is as it was; what was left out of an archive is left out again."""
        if known.state is FileState.SKIPPED:
            self.skipped[SkipReason.BY_USER] += 1
            return
        self.skipped += left_out_in(self.members.detail_of(known.id) or "")
        if known.comes_back_as is not FileState.CONTAINER:
            self.unchanged += 1
            self.unchanged_members += is_member
            self.still_failed += known.comes_back_as is FileState.FAILED

    def note_unlisted(self, place: Unlisted) -> None:
        """Something could not be looked at: what is known of it and below stays as it was."""
        self.unlisted.append(place)
        position = self.known.position(place.relative_path)
        if position is not None:
            self._met[position] = True
            self.skipped[SkipReason.BY_USER] += self._is_unwanted(place)

    def failed_places(self) -> Iterator[Unlisted]:
        """What could not be looked at, but for what the user wants skipped anyway."""
        return (place for place in self.unlisted if not self._is_unwanted(place))

    def _is_unwanted(self, place: Unlisted) -> bool:
        known = self.known.get(place.relative_path)
        return known is not None and known.state is FileState.SKIPPED

    def note_skipped(self, place: SkippedFile) -> None:
        """Something is left out by the rules, though it may have been imported before."""
        self.skipped[place.reason] += 1
        known = self.known.get(place.relative_path)
        if place.is_folder or known is not None:
            self.left_out.add(place.relative_path)
        if known is not None and known.state is FileState.GONE:
            self.found_ids.append(known.id)

    def is_left_out(self, relative_path: str) -> bool:
        """Whether a file was not met only because the rules leave it out, or what it is in."""
        path = relative_path
        while path and path not in self.left_out:
            path = path.rpartition("/")[0].removesuffix("!")  # of the mark of an archive
        return bool(path)

    def is_container(self, relative_path: str) -> bool:
        """Whether files are known to be in an archive at this path."""
        return len(self.members.below(relative_path)) > 0

    def missing_ids(self) -> NDArray[np.int64]:
        """Files that were there and were not met now, but for those that the user skips.

        Those that were left out earlier are among them, for they may be gone now.
        """
        return self.known.ids[self._missing()]

    def missing_ids_below(self, archives: Collection[str]) -> NDArray[np.int64]:
        """Those of them that are in certain archives."""
        is_below = np.zeros(len(self.known), np.bool_)
        for archive in archives:
            is_below[self._positions_below(archive)] = True
        return self.known.ids[self._missing() & is_below]

    def is_missing_below(self, archive: str) -> bool:
        """Whether something was in an archive, and was not met now that it has been opened."""
        positions = self._positions_below(archive)
        return any(
            not self._met[position] and self.known.at(position).state not in _NOT_MISSED
            for position in positions.tolist()
        )

    def unseen_ids(self) -> NDArray[np.int64]:
        """Places that could not be looked at earlier, and at which nothing is found now."""
        return self.known.ids[self._missing() & self.known.unseen()]

    def archive_ids_among(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the files that were archives."""
        archives = self.known.ids[self.known.in_state(FileState.CONTAINER)]
        return ids[np.isin(ids, archives)]

    def is_hidden_by_failure(self, relative_path: str) -> bool:
        """Whether a file was not met only because what it is in could not be looked at."""
        return any(_is_at_or_below(relative_path, place.relative_path) for place in self.unlisted)

    def _missing(self) -> NDArray[np.bool_]:
        is_missed = np.ones(len(self.known), np.bool_)
        for state in _NOT_MISSED:
            is_missed &= ~self.known.in_state(state)
        missing: NDArray[np.bool_] = ~self._met & is_missed
        return missing

    def _positions_below(self, relative_path: str) -> NDArray[np.int64]:
        ids = self.members.below(relative_path)
        if not len(ids):
            return np.zeros(0, np.int64)
        places = np.searchsorted(self.known.ids, ids, sorter=self._by_id)
        return self._by_id[places]


def _has_changed(known: KnownFile, found: ListedFile) -> bool:
    return (known.size_bytes, known.mtime_ns) != (found.size_bytes, found.modified_ns)


def _was_in_it_before(archive: KnownFile, member: KnownFile) -> bool:
    """Whether a member was not there when the archive was opened last.

    Members have the time of their archive; an import that was killed had not come to the old ones.
    """
    is_open = archive.state in _OPENED and member.state in {*_OPENED, FileState.FAILED}
    return is_open and archive.mtime_ns != member.mtime_ns


def _were_gone_together(archive: KnownFile, member: KnownFile) -> bool:
    """Whether a member was in this very archive when that went."""
    are_gone = archive.state is member.state is FileState.GONE
    return are_gone and archive.mtime_ns == member.mtime_ns


def _is_at_or_below(path: str, place: str) -> bool:
    return not place or path == place or path.startswith((f"{place}/", f"{place}{MEMBER_MARK}"))


@dataclass(frozen=True, slots=True)
class Reading:
    """How it is decided what has to be read again although it has not changed."""

    rules: FolderRules
    limits: Limits
    retried_paths: Collection[str]

    def must_read(self, path: str, members: Members) -> bool:
        """Whether an earlier failure may end otherwise, or other members are to be chosen now."""
        note = members.detail(path)
        is_chosen_otherwise = note is not None and stamp_in(note) != self.stamp(path)
        return path in self.retried_paths or is_chosen_otherwise

    def stamp(self, path: str) -> str:
        """What is noted with an archive: by what its members were chosen."""
        return self.rules.stamp(path, self.limits)


def compare(entries: Iterable[Listed], changes: FolderChanges, reading: Reading) -> Iterator[None]:
    """Fill ``changes``; yields after every entry, so that a caller can stop."""
    for entry in entries:
        match entry:
            case ListedFile():
                must_read = reading.must_read(entry.relative_path, changes.members)
                if changes.note(entry, must_read=must_read):
                    changes.to_read.add(entry)
            case SkippedFile():
                changes.note_skipped(entry)
            case Unlisted():
                changes.note_unlisted(entry)
        yield


def with_archives(paths: Iterable[str]) -> frozenset[str]:
    """The paths, and those of the archives that they lead into."""
    found: set[str] = set()
    for path in paths:
        parts = path.split(MEMBER_MARK)
        found.update(MEMBER_MARK.join(parts[:length]) for length in range(1, len(parts) + 1))
    return frozenset(found)


def nested_folders(root: Path, others: Sequence[Path]) -> list[Path]:
    """Those of ``others`` inside ``root``: they are folders of their own, or excluded."""
    return [other for other in others if root in other.parents]
