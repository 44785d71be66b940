"""Undo of what was done to files, and what became of a run that was cut off.

Only the disk is believed: a file is found by device and inode, or by its bytes, where the journal
says it went, or in the trash. Nothing is ever put over something else.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, LibraryBusyError, now_ms
from simhash_gui.services.review import disk
from simhash_gui.services.review.disk import Identity, identity_at
from simhash_gui.services.review.former_names import FormerNames
from simhash_gui.services.review.plan import LINKS
from simhash_gui.services.review.refusals import (
    Refusal,
    RefusedError,
    SkippedFile,
    refused_by_system,
)
from simhash_gui.services.review.trash import find_in_trash, forget_in_trash
from simhash_gui.services.review.written import (
    Facts,
    Writer,
    facts_of,
    is_temporary,
    temporary_name,
)
from simhash_gui.store.engine.types import Act, ActState, ReviewRunState
from simhash_gui.store.repositories import copies as copy_store
from simhash_gui.store.repositories import journal
from simhash_gui.store.repositories.journal import JournalAct, ReviewRun

__all__ = [
    "ActState",
    "JournalAct",
    "ReviewRun",
    "ReviewRunState",
    "UndoReport",
    "UnknownRunError",
    "review_acts",
    "review_runs",
    "settle",
    "undo_run",
]

_UNSETTLED = (ActState.BEGUN, ActState.UNDOING)


class UnknownRunError(LookupError):
    """The journal has no such run."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """How many acts were taken back, and which could not be."""

    undone: int
    failed: tuple[SkippedFile, ...]


def review_runs(library: Library) -> list[ReviewRun]:
    """All runs, the latest first."""
    with library.read() as connection:
        return journal.runs(connection)


def review_acts(
    library: Library, run_id: int | None = None, limit: int | None = None
) -> list[JournalAct]:
    """The acts of a run, or of all, in their order; see ``journal.acts`` for a limit."""
    with library.read() as connection:
        return journal.acts(connection, run_id, limit=limit)


def undo_run(
    library: Library, run_id: int, control: JobControl, paths: Collection[str] | None = None
) -> UndoReport:
    """Take back what a run did, all of it or to some paths; the last act first.

    Acts that were planned and not done are skipped. Raises UnknownRunError, JobCancelledError
    between two acts, LibraryBusyError where another program acts, and KnownStoreError where the
    journal cannot be written.
    """
    if not any(run.id == run_id for run in review_runs(library)):
        raise UnknownRunError(f"the journal has no run {run_id}")
    with library.acting():
        return _undone(library, run_id, control, paths)


def _undone(
    library: Library, run_id: int, control: JobControl, paths: Collection[str] | None
) -> UndoReport:
    _settled(library)
    acts = review_acts(library, run_id)
    done = [act for act in reversed(acts) if act.state is ActState.DONE]
    if paths is not None:
        done = [act for act in done if act.path in paths]
    undoing = _Undoing(library, acts)
    unsettled = [act for act in acts if act.state in _UNSETTLED]
    undone = 0
    failed = [
        SkippedFile(act.path, str(_lost(act)))
        for act in unsettled
        if paths is None or act.path in paths
    ]
    try:
        for number, act in enumerate(done):
            control.report(Stage.UNDOING, number, len(done), failed=len(failed), current=act.path)
            control.checkpoint()
            try:
                undoing.undo(act)
                undone += 1
            except RefusedError as refusal:
                undoing.writer.end(act.id, ActState.DONE, detail=str(refusal))
                failed.append(SkippedFile(act.path, str(refusal)))
    finally:
        undoing.writer.flush()
    if paths is None:
        _skip_planned(library, run_id)
        undoing.tidy(acts)
    return UndoReport(undone, tuple(failed))


def _skip_planned(library: Library, run_id: int) -> None:
    with library.write(is_synced=True) as connection:
        for act in journal.acts(connection, run_id, [ActState.PLANNED]):
            journal.set_act(connection, act.id, ActState.SKIPPED, detail=str(Refusal.RUN_UNDONE))
        journal.set_run_state(connection, run_id, ReviewRunState.FINISHED, now_ms())


def settle(library: Library) -> list[ReviewRun]:
    """Find out what became of acts that were cut off; the runs that were.

    Each such act is then done, undone, planned, or skipped with the reason. Nothing is touched
    while a run is under way, here or in another program.
    """
    if not any(_unsettled(library)):
        return []
    with ExitStack() as turn:
        try:
            turn.enter_context(library.acting(waits=False))
        except LibraryBusyError:
            return []
        return _settled(library)


def _unsettled(library: Library) -> tuple[list[ReviewRun], list[JournalAct]]:
    with library.read() as connection:
        runs = [run for run in journal.runs(connection) if run.state is ReviewRunState.RUNNING]
        return runs, journal.acts(connection, None, _UNSETTLED)


def _settled(library: Library) -> list[ReviewRun]:
    runs, acts = _unsettled(library)
    if not runs and not acts:
        return []
    settling = _Undoing(library, acts)
    for act in acts:
        settling.settle(act)
    settling.writer.flush()
    with library.write(is_synced=True) as connection:
        for run in runs:
            left = journal.acts(connection, run.id, [ActState.PLANNED])
            state = ReviewRunState.INTERRUPTED if left else ReviewRunState.FINISHED
            journal.set_run_state(connection, run.id, state, now_ms())
    return runs


class _Undoing:
    """Takes acts back; knows the ids of the files and the folders that were made for them."""

    def __init__(self, library: Library, acts: Sequence[JournalAct]) -> None:
        self.writer = Writer(library)
        self._library = library
        self._renewed: dict[int, Facts] = {}
        self._former = FormerNames(library)
        with library.read() as connection:
            self._known = copy_store.at_paths(connection, [act.path for act in acts])
        folders = {Facts.from_text(act.facts).made_folder for act in acts}
        self._made_folders = sorted(filter(None, folders), key=len)

    def undo(self, act: JournalAct) -> None:
        """Take one act back. Raises RefusedError."""
        facts = self._renewed.get(act.id) or facts_of(act)
        if facts.file is None:
            raise _lost(act)
        folder = os.path.dirname(act.path)  # noqa: PTH120
        if os.path.realpath(folder) != folder:
            raise RefusedError(Refusal.THROUGH_LINK, folder)
        if act.act in LINKS:
            self._restore(act, facts)
        else:
            self._bring_back(act, facts, facts.file)

    def _bring_back(self, act: JournalAct, facts: Facts, file: Identity) -> None:
        if self._stays(act, file):
            self._is_back(act)
            return
        target = self._place(act, facts.made or file)
        made = disk.first_missing(os.path.dirname(act.path))  # noqa: PTH120
        self.writer.begin(act.id, ActState.UNDOING, target=target)
        with disk.folder_times_kept(*filter(None, (act.path, target, made))):
            disk.make_folders(os.path.dirname(act.path))  # noqa: PTH120
            disk.move(target, act.path)
            if act.act is Act.TRASH:
                forget_in_trash(target)
        self._tidy(target)
        self._is_back(act)

    def _stays(self, act: JournalAct, file: Identity) -> bool:
        """Whether the file of an act is where it was.

        Of one that had gone, a new file at its place may have the inode.
        """
        found = identity_at(act.path)
        if _is(found, file) and (found == file or act.state is not ActState.DONE):
            return True
        has_gone = act.target is not None and os.path.lexists(act.target)
        return not has_gone and self._is_as_noted(act, act.path, file)

    def _place(self, act: JournalAct, file: Identity) -> str:
        """Where the file of an act is now. Raises RefusedError."""
        if act.target is not None:
            found = identity_at(act.target)
            is_found = found == file if act.act is Act.TRASH else _is(found, file)
            if is_found or self._is_as_noted(act, act.target, file):
                return act.target
            if found is not None and act.act is not Act.TRASH:
                raise RefusedError(Refusal.CHANGED, act.target)
        target = find_in_trash(file, act.path) if act.act is Act.TRASH else None
        if target is None:
            raise _lost(act)
        return target

    def _is_as_noted(self, act: JournalAct, path: str, file: Identity) -> bool:
        """Whether a file has the size, the time and the bytes of the one of an act.

        FAT and exFAT give their files new numbers whenever the drive comes back.
        """
        found, digest = identity_at(path), self._digest(act)
        if found is None or digest is None:
            return False
        is_alike = found == replace(file, device=found.device, inode=found.inode)
        return is_alike and disk.digest_of(path) == digest

    def _is_back(self, act: JournalAct) -> None:
        self.writer.end(act.id, ActState.UNDONE, detail=None)
        if act.path in self._known and act.act not in LINKS:
            self.writer.note_present(self._known[act.path].file_id)

    def tidy(self, acts: Sequence[JournalAct]) -> None:
        """Remove folders that were made for acts which were cut off, as far as they are empty."""
        for act in acts:
            if act.target is not None:
                self._tidy(act.target)

    def _tidy(self, target: str) -> None:
        """Remove the folders that were made for files which are back."""
        around = [each for each in self._made_folders if Path(each) in Path(target).parents]
        if around:
            with disk.folder_times_kept(around[0]):
                disk.remove_empty(os.path.dirname(target), around[0])  # noqa: PTH120

    def _restore(self, act: JournalAct, facts: Facts) -> None:
        """Make a link or clone a file of its own again, with what the former one had."""
        made = facts.made
        if not os.path.lexists(act.path):
            raise RefusedError(Refusal.GONE)
        if made is None or identity_at(act.path) != made or facts.attributes is None:
            raise RefusedError(Refusal.CHANGED)
        temporary = temporary_name(act.path, act.id, "undo")
        if os.path.lexists(temporary):
            raise RefusedError(Refusal.OCCUPIED, temporary)
        self.writer.begin(act.id, ActState.UNDOING, target=temporary)
        with disk.folder_times_kept(act.path):
            try:
                is_linked = self._linked(act, facts, temporary)
                if not is_linked:
                    with ExitStack() as stack:
                        source = stack.enter_context(disk.opened(act.path))
                        disk.copy(source, temporary)
                    disk.set_attributes(temporary, facts.attributes)
                _require_copied(temporary, act.path, made)
                disk.exchange(temporary, act.path)
            except OSError as error:
                disk.drop_name(temporary)
                raise refused_by_system(error) from error
            except RefusedError:
                disk.drop_name(temporary)
                raise
            if identity_at(temporary) != made:
                raise RefusedError(Refusal.CHANGED, f"what was there is now {temporary}")
            disk.drop_name(temporary)
        if is_linked:
            self._former.linked(act.id)
        else:
            self._hand_on(act, facts)
        if facts.file is not None and act.path in self._known:
            file_id = self._known[act.path].file_id
            self.writer.note_time(file_id, made.modified_ns, facts.file.modified_ns)
        self._is_back(act)

    def _linked(self, act: JournalAct, facts: Facts, temporary: str) -> bool:
        """Whether the former file still stands by another name, and has the temporary one now."""
        name = self._former.another(facts, self._digest(act))
        if name is None:
            return False
        try:
            disk.link(name, temporary)
        except RefusedError:
            return False
        if identity_at(temporary) == facts.file and _same_bytes(temporary, act.path):
            return True
        disk.drop_name(temporary)
        return False

    def _digest(self, act: JournalAct) -> bytes | None:
        known = self._known.get(act.path)
        return None if known is None else known.digest

    def _hand_on(self, act: JournalAct, facts: Facts) -> None:
        """Tell acts that were done here before, and on other names, what stands here now."""
        renewed = self._former.restored(act, facts, self._digest(act))
        self._renewed |= renewed
        for act_id, each in renewed.items():
            self.writer.end(act_id, ActState.DONE, facts=each.to_text())

    def settle(self, act: JournalAct) -> None:
        """Look where the file of an act is that was cut off; later, where its drive is away."""
        if not any(os.path.isdir(os.path.dirname(each)) for each in _places(act)):  # noqa: PTH112, PTH120
            return
        try:
            facts = _facts_to_settle(act)
        except RefusedError as refusal:
            self.writer.end(act.id, ActState.SKIPPED, detail=str(refusal))
            return
        if facts.file is None:
            self.writer.end(act.id, ActState.SKIPPED, detail=str(_lost(act)))
        elif act.act in LINKS and act.state is ActState.BEGUN:
            self._settle_link(act, facts, facts.file)
        elif act.act in LINKS:
            self._settle_restoring(act, facts)
        else:
            self._settle_move(act, facts, facts.file)

    def _settle_move(self, act: JournalAct, facts: Facts, file: Identity) -> None:
        is_begun = act.state is ActState.BEGUN
        if self._stays(act, file):
            if act.target is not None:
                self._tidy(act.target)
            if is_begun:
                self.writer.end(act.id, ActState.PLANNED)
            else:
                self._is_back(act)
                forget_in_trash(act.target or "")
            return
        try:
            target = self._place(act, facts.made or file)
        except RefusedError:
            self.writer.end(act.id, ActState.SKIPPED, detail=str(_lost(act)))
            return
        facts = replace(facts, made=identity_at(target))
        self.writer.end(act.id, ActState.DONE, target=target, facts=facts.to_text())
        if act.path in self._known:
            self.writer.note_gone(self._known[act.path].file_id)

    def _settle_link(self, act: JournalAct, facts: Facts, file: Identity) -> None:
        temporary = act.target or ""
        here, aside = identity_at(act.path), identity_at(temporary)
        if here is not None and here.is_file_of(file):  # not yet exchanged
            if aside is not None and not aside.is_file_of(file):
                _drop(temporary)
            self.writer.end(act.id, ActState.PLANNED, target=None)
            return
        if here is None:
            self.writer.end(act.id, ActState.SKIPPED, detail=str(_lost(act)))
            return
        is_replaced = _is(here, facts.kept) or _same_bytes(
            act.path, act.keeps if aside is None else temporary
        )
        if aside is not None and is_replaced:
            _drop(temporary)
        if not is_replaced:  # another program has put its own file there
            if _is(aside, facts.kept) and _is(identity_at(act.keeps), facts.kept):
                _drop(temporary)
            told = RefusedError(Refusal.CHANGED, temporary if os.path.lexists(temporary) else "")
            self.writer.end(act.id, ActState.SKIPPED, detail=str(told))
            return
        facts = replace(facts, made=here)
        self.writer.end(act.id, ActState.DONE, target=None, facts=facts.to_text())

    def _settle_restoring(self, act: JournalAct, facts: Facts) -> None:
        temporary = act.target or ""
        here, aside = identity_at(act.path), identity_at(temporary)
        if _is(here, facts.made):  # not yet exchanged: what is aside is a part of a copy
            if aside is not None and not _is(aside, facts.made):
                _drop(temporary)
            self.writer.end(act.id, ActState.DONE, target=None)
            return
        if aside is not None and _is(aside, facts.made) and _same_bytes(temporary, act.path):
            _drop(temporary)
        self._hand_on(act, facts)
        self._is_back(act)


def _lost(act: JournalAct) -> RefusedError:
    """Says where the file went, as far as it is known."""
    went = act.target if act.act not in LINKS else None
    return RefusedError(Refusal.LOST, went or "")


def _places(act: JournalAct) -> list[str]:
    """Where the file of an act may be, as far as it is known."""
    return [act.path] if act.target is None else [act.path, act.target]


def _facts_to_settle(act: JournalAct) -> Facts:
    """What the journal says of an act that was cut off. Raises RefusedError."""
    if act.act in LINKS and act.target and not is_temporary(act.target, act):
        raise RefusedError(Refusal.JOURNAL)
    return facts_of(act)


def _is(found: Identity | None, wanted: Identity | None) -> bool:
    return found is not None and wanted is not None and found.is_file_of(wanted)


def _same_bytes(first: str, second: str) -> bool:
    try:
        with ExitStack() as stack:
            own = stack.enter_context(disk.opened(first))
            return disk.is_same_content(own, stack.enter_context(disk.opened(second)))
    except OSError:
        return False


def _require_copied(temporary: str, path: str, made: Identity) -> None:
    if identity_at(path) != made or not _same_bytes(temporary, path):
        raise RefusedError(Refusal.CHANGED)


def _drop(temporary: str) -> None:
    with disk.folder_times_kept(temporary):
        disk.drop_name(temporary)
