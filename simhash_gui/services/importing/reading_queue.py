"""Files on their way through the workers; an archive brings new ones while others are being read.

The row of an archive is written only after those of all its members, and says that it is unfinished
until those that are no longer in it are noted: should the program die in between, the next import
opens it again, and reads those members that are still missing.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Self

from simhash_gui.documents.reading import split_path
from simhash_gui.documents.records import (
    MEMBER_MARK,
    ArchiveMember,
    FailureReason,
    FileOutcome,
    FileTask,
)
from simhash_gui.services.importing.folder_import import FolderImport, ImportOptions
from simhash_gui.services.importing.intake import Arrival
from simhash_gui.services.importing.listing import ListedFile, SkippedFile
from simhash_gui.services.importing.rereading import noted
from simhash_gui.services.library.import_rules import SkipReason
from simhash_gui.store.repositories.encoding_overrides import EncodingChoices

_UNFINISHED = "unfinished"
"""Noted in place of by what the members were chosen."""

_NO_LONGER_AN_ARCHIVE = frozenset(
    {
        FailureReason.EMPTY,
        FailureReason.NOT_TEXT,
        FailureReason.UNSUPPORTED,
        FailureReason.DECODING,
        FailureReason.NO_TEXT,
    }
)
"""Failures of something else that has replaced an archive. After other failures it is
not known whether the members are still there."""


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """What every task is given. ``is_read_again``: the user wants it read in another way."""

    options: ImportOptions
    choices: EncodingChoices
    is_read_again: bool = False


@dataclass(slots=True)
class _Budget:
    """What may still come out of one outermost archive."""

    bytes_left: int
    members_left: int

    def spend(self, members: Collection[ArchiveMember]) -> bool:
        """Whether there is enough for these."""
        self.bytes_left -= sum(member.size_bytes for member in members)
        self.members_left -= len(members)
        return self.bytes_left >= 0 and self.members_left >= 0


@dataclass(slots=True)
class _OpenArchive:
    """An archive of which members are still to be read."""

    arrival: Arrival
    place: _Place
    budget: _Budget
    waiting: int = 0
    left_out: Counter[SkipReason] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a task belongs."""

    folder: FolderImport
    listed: ListedFile
    task: FileTask
    archive: _OpenArchive | None = None


class ReadingQueue:
    """An iterator of tasks that goes on when an outcome has brought new ones.

    ``total`` counts the tasks known of so far.
    """

    def __init__(self, folders: Sequence[FolderImport], settings: ReadSettings) -> None:
        self._settings = settings
        self._folders = {folder.row.id: folder for folder in folders}
        self._files = chain.from_iterable(map(self._listed, folders))
        self._members: deque[_Place] = deque()
        self._under_way: defaultdict[str, deque[_Place]] = defaultdict(deque)
        self.total = sum(len(folder.to_read) for folder in folders)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> FileTask:
        place = self._members.popleft() if self._members else next(self._files)
        self._under_way[place.task.name].append(place)
        return place.task

    def arrivals(self, outcome: FileOutcome) -> Iterator[Arrival]:
        """What is to be written now that there is an outcome, in this order."""
        place = self._under_way[outcome.path].popleft()
        if not self._under_way[outcome.path]:
            del self._under_way[outcome.path]
        arrival = self._arrival(place, outcome)
        if outcome.members is not None:
            yield from self._expand(place, arrival, outcome.members)
            return
        _note_archive_lost(place, outcome)
        yield arrival
        yield from self._finished(place.archive)

    def misses_members(self, arrival: Arrival) -> bool:
        """Whether it is an archive that something is missing from, which is noted at the end."""
        folder, path = self._folders[arrival.folder_id], arrival.listed.relative_path
        return arrival.outcome.members is not None and folder.is_missing_below(path)

    def _listed(self, folder: FolderImport) -> Iterator[_Place]:
        root = folder.row.path
        for listed in folder.to_read:
            if MEMBER_MARK in listed.relative_path:
                file, member = split_path(str(root / listed.relative_path))
            else:
                file, member = os.path.join(root, listed.relative_path), ()  # noqa: PTH118 - quick
            yield _Place(folder, listed, self._task(file, member))

    def _task(self, path: str, member: tuple[str, ...]) -> FileTask:
        task = FileTask(path, None, member, self._settings.options.passwords)
        encoding = self._settings.choices.encoding_for(task.name.replace(os.sep, "/"))
        return replace(task, override_encoding=encoding) if encoding else task

    def _arrival(self, place: _Place, outcome: FileOutcome) -> Arrival:
        return Arrival(
            place.folder.row.id,
            place.listed,
            outcome,
            self._settings.is_read_again,
            place.task.override_encoding,
        )

    def _expand(
        self, place: _Place, arrival: Arrival, members: tuple[ArchiveMember, ...]
    ) -> Iterator[Arrival]:
        """Put the members into the queue; without any to be read, the archive is done."""
        budget = place.archive.budget if place.archive else self._budget(arrival)
        if not budget.spend(members):
            yield self._arrival(place, _without_members(arrival.outcome))
            yield from self._finished(place.archive)
            return
        path = place.listed.relative_path
        opened = self._arrival(place, replace(arrival.outcome, members=()))
        archive = _OpenArchive(opened, place, budget)
        place.folder.opened.append(path)
        for member in members:
            self._add_member(archive, member, arrival.mtime_ns)
        self.total += archive.waiting
        if archive.waiting == 0:
            yield from self._done(archive)

    def _budget(self, arrival: Arrival) -> _Budget:
        limits = self._settings.options.limits
        from simhash_gui.documents.containers import Opening  # noqa: PLC0415 - with all readers

        allowance_bytes = Opening("", arrival.size_bytes, limits).allowance_bytes
        return _Budget(allowance_bytes, limits.archive_members)

    def _add_member(self, archive: _OpenArchive, member: ArchiveMember, mtime_ns: int) -> None:
        place, folder = archive.place, archive.place.folder
        path = f"{place.listed.relative_path}{MEMBER_MARK}{member.name}"
        reason = folder.rereading.rules.skips_member(path, member)
        if reason is not None:
            folder.note_skipped(SkippedFile(path, reason))
            archive.left_out[reason] += 1
            return
        listed = ListedFile(path, member.size_bytes, mtime_ns)
        if folder.note(listed):
            task = self._task(place.task.path, (*place.task.member, member.name))
            self._members.append(_Place(folder, listed, task, archive))
            archive.waiting += 1

    def _finished(self, archive: _OpenArchive | None) -> Iterator[Arrival]:
        """One member less to wait for."""
        if archive is not None:
            archive.waiting -= 1
            if archive.waiting == 0:
                yield from self._done(archive)

    def _done(self, archive: _OpenArchive) -> Iterator[Arrival]:
        yield _with_note(archive)
        yield from self._finished(archive.place.archive)


def unfinished(arrival: Arrival) -> Arrival:
    """An archive as one that the next import is to open again; what failed says why, as it is."""
    if arrival.outcome.failure is not None:
        return arrival
    return replace(arrival, outcome=replace(arrival.outcome, detail=_UNFINISHED))


def _note_archive_lost(place: _Place, outcome: FileOutcome) -> None:
    """What was an archive could not be opened, or has become something else."""
    folder, path = place.folder, place.listed.relative_path
    if folder.is_archive(path):
        is_unsure = outcome.failure is not None and outcome.failure not in _NO_LONGER_AN_ARCHIVE
        if is_unsure:
            folder.leave_unopened(path)
        else:
            folder.opened.append(path)


def _with_note(archive: _OpenArchive) -> Arrival:
    """A letter that cannot be read may carry files that can; it says why it cannot."""
    arrival, place = archive.arrival, archive.place
    if arrival.outcome.failure is not None:
        return arrival
    stamp = place.folder.rereading.stamp(place.listed.relative_path)
    detail = noted(stamp, archive.left_out)
    return replace(arrival, outcome=replace(arrival.outcome, detail=detail))


def _without_members(outcome: FileOutcome) -> FileOutcome:
    """An archive that is too much together with those around it; its own text remains."""
    if outcome.digest is not None:
        return replace(outcome, members=None)
    detail = "Together with the archives around it, it unpacks to more than the limit."
    return replace(outcome, members=None, failure=FailureReason.BOMB, detail=detail)
