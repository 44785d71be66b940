"""The second step of an import: compare what was listed with what is known of a folder.

Size and time of change decide what is read; contents are compared after reading, by digest. Nothing
here grows with the folder but 42 bytes a known file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.records import MEMBER_MARK, Limits
from simhash_gui.services.importing.listing import (
    FileSpool,
    Listed,
    ListedFile,
    SkippedFile,
    Unlisted,
)
from simhash_gui.services.importing.rereading import (
    Circumstances,
    Rereading,
    left_out_in,
    with_archives,
    worth_another_try,
)
from simhash_gui.services.library.import_rules import FolderRules, SkipReason, load_rules
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import encoding_overrides, import_runs, known_files
from simhash_gui.store.repositories.folders import Folder
from simhash_gui.store.repositories.known_files import KnownFile, KnownFiles, Members

_AWAY = frozenset({FileState.GONE, FileState.LEFT_OUT})
_NOT_MISSED = frozenset({FileState.GONE, FileState.SKIPPED})
_OPENED = frozenset({FileState.PRESENT, FileState.CONTAINER})
"""Of files that are back when they are met."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """``workers`` 0 means one process for every processor.

    ``passwords`` are tried on what is locked; they are handed to the worker processes and written
    nowhere.
    """

    workers: int = 0
    limits: Limits = field(default_factory=Limits)
    passwords: tuple[str, ...] = field(default=(), repr=False)


@dataclass(slots=True)
class FolderImport:
    """One folder of an import: what is known of it, what was met, and what is to be read.

    Members of archives are noted like files, when their archive has been opened; with an archive
    that has not changed, or can no longer be opened, all that is known to be in it counts as met.
    Of the files that are ``unchanged``, ``still_failed`` could not be read earlier.
    """

    row: Folder
    known: KnownFiles
    members: Members
    rereading: Rereading
    to_read: FileSpool
    is_listed: bool = False
    """Whether the whole folder was listed, so that what was not met is no longer there."""
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
    opened: list[str] = field(default_factory=list)
    """Archives that were opened, by their relative paths."""
    _met: NDArray[np.bool_] = field(init=False)
    _by_id: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._met = np.zeros(len(self.known), np.bool_)
        self._by_id = np.argsort(self.known.ids, kind="stable")

    @property
    def listed(self) -> int:
        """Files met so far."""
        return self.unchanged + self.skipped.total() + len(self.to_read)

    def meet(self, entry: Listed) -> None:
        """Compare one entry of the listing with what is known of it."""
        match entry:
            case ListedFile():
                if self.note(entry):
                    self.to_read.add(entry)
            case SkippedFile():
                self.note_skipped(entry)
            case Unlisted():
                self.note_unlisted(entry)

    def note(self, found: ListedFile) -> bool:
        """Note a file that is there; whether it has to be read."""
        path = found.relative_path
        position = self.known.position(path)
        known = None if position is None else self.known.at(position)
        if position is not None:
            self._met[position] = True
        if known is not None and known.state is FileState.SKIPPED:
            self.skipped[SkipReason.BY_USER] += 1
            self._met[self.positions_below(path)] = True
            return False
        is_due = self.rereading.is_due(path, self.members.detail(path))
        if known is None or is_due or _has_changed(known, found):
            return True
        if known.state is FileState.LEFT_OUT and self.is_archive(path):
            return True  # opening it shows which of its members are left out by themselves
        self._leave(known, path)
        return False

    def _leave(self, known: KnownFile, path: str) -> None:
        """A file is as it was, and so is all that is in it."""
        self._count(known, is_member=MEMBER_MARK in path)
        if known.state in _AWAY:
            self.returned_ids.append(known.id)
        for position in self.positions_below(path).tolist():
            member = self.known.at(position)
            if _was_in_it_before(known, member):
                continue
            self._met[position] = True
            if member.state not in _AWAY:
                self._count(member, is_member=True)
            elif _were_gone_together(known, member):
                self._count(member, is_member=True)
                self.returned_ids.append(member.id)

    def leave_unopened(self, path: str) -> None:
        """Note an archive that can no longer be opened: what is known to be in it stays."""
        for position in self.positions_below(path).tolist():
            self._met[position] = True
            member = self.known.at(position)
            if member.state not in _AWAY:
                self._count(member, is_member=True)

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
        """Note a place that could not be looked at: what is known below it stays as it was."""
        self.unlisted.append(place)
        position = self.known.position(place.relative_path)
        if position is not None:
            self._met[position] = True
            self.skipped[SkipReason.BY_USER] += self._is_unwanted(place)

    def note_skipped(self, place: SkippedFile) -> None:
        """Note what is left out by the rules, though it may have been imported before."""
        self.skipped[place.reason] += 1
        known = self.known.get(place.relative_path)
        if place.is_folder or known is not None:
            self.left_out.add(place.relative_path)
        if known is not None and known.state is FileState.GONE:
            self.found_ids.append(known.id)

    def failed_places(self) -> Iterator[Unlisted]:
        """What could not be looked at, but for what the user wants skipped anyway."""
        return (place for place in self.unlisted if not self._is_unwanted(place))

    def is_hidden_by_failure(self, path: str) -> bool:
        """Whether a file was not met only because what it is in could not be looked at."""
        return any(_is_at_or_below(path, place.relative_path) for place in self.unlisted)

    def is_archive(self, path: str) -> bool:
        """Whether files are known to be in an archive at this path."""
        return len(self.members.below(path)) > 0

    def is_missing_below(self, archive: str) -> bool:
        """Whether something was in an archive, and was not met now that it has been opened."""
        return any(
            not self._met[position] and self.known.at(position).state not in _NOT_MISSED
            for position in self.positions_below(archive).tolist()
        )

    def missing(self) -> NDArray[np.bool_]:
        """Which known files were there and were not met now, but for those that the user skips.

        By position in ``known``, shape (n,). Those that were left out earlier are among them, for
        they may be gone now.
        """
        missing: NDArray[np.bool_] = ~self._met
        for state in _NOT_MISSED:
            missing &= ~self.known.in_state(state)
        return missing

    def positions_below(self, archive: str) -> NDArray[np.int64]:
        """Where in ``known`` the members of an archive are."""
        ids = self.members.below(archive)
        if not len(ids):
            return np.zeros(0, np.int64)
        return self._by_id[np.searchsorted(self.known.ids, ids, sorter=self._by_id)]

    def _is_unwanted(self, place: Unlisted) -> bool:
        known = self.known.get(place.relative_path)
        return known is not None and known.state is FileState.SKIPPED


def begin_folder(
    library: Library,
    row: Folder,
    options: ImportOptions,
    spool: FileSpool,
    wanted: Iterable[str] = (),
) -> FolderImport:
    """A folder of which nothing was met yet; ``wanted`` paths are read, changed or not."""
    with library.read() as connection:
        known = known_files.load(connection, row.id)
        members = known_files.load_members(connection, row.id)
        failed = known_files.failed_places(connection, row.id)
        earlier = import_runs.by_id(connection, {place.run_id or 0 for place in failed})
        choices = encoding_overrides.load(connection)
    now = Circumstances(row.path, options.limits, choices, bool(options.passwords))
    paths = with_archives([*worth_another_try(failed, earlier, now), *wanted])
    rules = FolderRules(row.path, load_rules(library))
    return FolderImport(row, known, members, Rereading(rules, options.limits, paths), spool)


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
