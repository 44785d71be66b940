"""Acts on files, by a plan: each checked byte for byte, written down before it and after it.

Right before an act both files are open, the same inodes as planned, and are compared to their last
byte; no option turns that off. Then the journal says, on the disk, what is about to happen. After
the act both names are looked at again: where another program was faster, the act is taken back.
``undo`` takes back what was done, and says what became of a run that was cut off.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, folders, now_ms
from simhash_gui.services.review import disk
from simhash_gui.services.review.disk import Identity, identity_at
from simhash_gui.services.review.plan import LINKS, Plan, PlannedAct
from simhash_gui.services.review.protection import Protection
from simhash_gui.services.review.refusals import (
    Refusal,
    RefusedError,
    SkippedFile,
    refused_by_system,
)
from simhash_gui.services.review.trash import Trash, find_in_trash, forget_in_trash
from simhash_gui.services.review.written import Facts, Writer, key_of, temporary_name
from simhash_gui.store.engine.types import Act, ActState, FileState, ReviewRunState
from simhash_gui.store.repositories import copies as copy_store
from simhash_gui.store.repositories import journal
from simhash_gui.store.repositories.journal import JournalAct, NewAct

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run did; ``run_id`` is None where nothing was to be touched.

    ``acts`` are the kinds of acts that it was to do, ``asides`` the folders of this run that hold
    what was set aside.
    Of what a dry run counts as done, whether ``unsure`` acts are possible shows when they are done.
    """

    run_id: int | None
    done: int
    skipped: tuple[SkippedFile, ...]
    size_bytes: int
    asides: tuple[str, ...] = ()
    unsure: int = 0
    acts: frozenset[Act] = frozenset()


def apply_plan(
    library: Library, plan: Plan, trash: Trash, control: JobControl, *, dry_run: bool = False
) -> RunReport:
    """Do what a plan says; with ``dry_run`` check everything and touch nothing.

    Raises JobCancelledError between two acts, LibraryBusyError where another program acts, and
    KnownStoreError where the journal cannot be written: nothing is done that is not written down.
    Such a run can be finished, or undone.
    """
    if dry_run:
        return _dry_run(library, plan, trash, control)
    new = [
        NewAct(
            each.path,
            each.keeps,
            each.act,
            each.reason,
            each.size_bytes,
            each.to,
            Facts(each.identity, each.keeps_identity, of=key_of(each.path, each.keeps)).to_text(),
        )
        for each in plan.acts
    ]
    person = library.person
    with library.acting():
        with library.write(is_synced=True) as connection:
            run_id = journal.start(connection, new, _new_folder_name(), now_ms(), person)
        return _finished(library, run_id, trash, control)


def _new_folder_name() -> str:
    """For what is set aside; no folder has it."""
    return f"Set aside {time.strftime('%Y-%m-%d %H.%M.%S')} {secrets.token_hex(3)}"


def finish_run(library: Library, run_id: int, trash: Trash, control: JobControl) -> RunReport:
    """Do what is still planned of a run. Raises as ``apply_plan``."""
    with library.acting():
        return _finished(library, run_id, trash, control)


def _finished(library: Library, run_id: int, trash: Trash, control: JobControl) -> RunReport:
    with library.read() as connection:
        acts = journal.acts(connection, run_id, [ActState.PLANNED])
        (run,) = [each for each in journal.runs(connection) if each.id == run_id]
    with library.write() as connection:
        journal.set_run_state(connection, run_id, ReviewRunState.RUNNING, None)
    run_ended = ReviewRunState.INTERRUPTED
    writer = Writer(library)
    try:
        engine = _Acting(library, [(act.path, act.keeps) for act in acts], control, writer)
        report = engine.run(acts, run.folder_name, trash)
        run_ended = ReviewRunState.FINISHED
    finally:
        writer.flush()
        with library.write(is_synced=True) as connection:
            journal.set_run_state(connection, run_id, run_ended, now_ms())
    _log.info("run %d: %d done, %d skipped", run_id, report.done, len(report.skipped))
    return replace(report, run_id=run_id, acts=frozenset(act.act for act in acts))


def _dry_run(library: Library, plan: Plan, trash: Trash, control: JobControl) -> RunReport:
    paths = [(act.path, act.keeps) for act in plan.acts]
    engine = _Acting(library, paths, control, Writer(library))
    tally, gone, unsure = _Tally(), set[str](), 0
    systems = disk.file_systems()
    for number, act in enumerate(plan.acts):
        control.report(Stage.COMPARING, number, len(plan.acts), current=act.path)
        control.checkpoint()
        try:
            unsure += not engine.check(act, gone, systems, trash)
        except RefusedError as refusal:
            tally.skipped.append(SkippedFile(act.path, str(refusal)))
            continue
        tally.done += 1
        tally.size_bytes += act.size_bytes
    return replace(tally.report(), unsure=unsure)


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two open files with the same bytes."""

    file: Identity
    kept: Identity
    kept_descriptor: int


@dataclass(slots=True)
class _Tally:
    """What a run has done so far."""

    done: int = 0
    size_bytes: int = 0
    skipped: list[SkippedFile] = field(default_factory=list)

    def report(self) -> RunReport:
        """What it amounts to."""
        return RunReport(None, self.done, tuple(self.skipped), self.size_bytes)


class _Acting:
    """One run: knows the library's files and what is protected."""

    def __init__(
        self,
        library: Library,
        paths: Sequence[tuple[str, str]],
        control: JobControl,
        writer: Writer,
    ) -> None:
        self._control = control
        self._writer = writer
        self._protection = Protection.of_library(library, control)
        rows = folders(library)
        self._roots = sorted((str(row.path) for row in rows), key=len)
        with library.read() as connection:
            self._known = copy_store.at_paths(connection, {each for pair in paths for each in pair})
        self._trash: Trash | None = None
        self._folder_name = _new_folder_name()
        self._asides = set[str]()

    def run(self, acts: Sequence[JournalAct], folder_name: str, trash: Trash) -> RunReport:
        """All acts, one after another."""
        self._trash, self._folder_name = trash, folder_name
        tally = _Tally()
        for number, act in enumerate(acts):
            self._control.report(
                Stage.ACTING, number, len(acts), failed=len(tally.skipped), current=act.path
            )
            self._control.checkpoint()
            try:
                self._perform(act)
            except RefusedError as refusal:
                self._writer.end(act.id, ActState.SKIPPED, detail=str(refusal))
                tally.skipped.append(SkippedFile(act.path, str(refusal)))
            else:
                tally.done += 1
                tally.size_bytes += act.size_bytes
        return replace(tally.report(), asides=tuple(sorted(self._asides)))

    def check(
        self, act: PlannedAct, gone: set[str], systems: Mapping[str, str], trash: Trash
    ) -> bool:
        """Look whether an act would be done, after those that have taken ``gone`` away.

        Returns whether it is certain. Raises RefusedError.
        """
        if act.path in gone:
            raise RefusedError(Refusal.GONE)
        if act.keeps in gone:
            raise RefusedError(Refusal.KEPT_GONE)
        if act.act is Act.TRASH and not trash.may_take(act.path):
            raise RefusedError(Refusal.NO_TRASH)
        is_certain = act.act not in {Act.TRASH, Act.REFLINK}
        with self.compared(act, Facts(act.identity, act.keeps_identity)):
            disk.require_writable(os.path.dirname(act.path))  # noqa: PTH120
            if act.act is Act.HARDLINK:
                is_certain = disk.require_links(act.path, act.keeps, systems)
            target = self._aside(act.path) if act.act is Act.SET_ASIDE else act.to
            if act.act not in {*LINKS, Act.TRASH}:
                self._protection.require_outside(os.path.dirname(target or ""))  # noqa: PTH120
                disk.require_place(act.path, target or "")
            if act.act not in LINKS:
                gone.add(act.path)
        return is_certain

    @contextmanager
    def compared(self, act: PlannedAct | JournalAct, planned: Facts) -> Iterator[_Compared]:
        """Both files, open, when everything that can be known speaks for the act.

        Raises RefusedError.
        """
        path, keeps = act.path, act.keeps
        planned = planned.on_volumes_of_now(path, keeps)
        self._require_known(path, keeps)
        found, found_kept = disk.require_plain(path), disk.require_kept(keeps)
        file, kept = Identity.of(found), Identity.of(found_kept)
        self._protection.require_free(path, file)
        if act.act is Act.HARDLINK and self._protection.covers(keeps, kept):
            raise RefusedError(Refusal.KEPT_PROTECTED)
        if planned.file is not None and file != planned.file:
            raise RefusedError(Refusal.CHANGED)
        if planned.kept is not None and not kept.is_file_of(planned.kept):
            raise RefusedError(Refusal.KEPT_CHANGED)
        if file.is_file_of(kept):
            raise RefusedError(Refusal.SAME_FILE)
        if file.size_bytes != kept.size_bytes:
            raise RefusedError(Refusal.DIFFERENT)
        with ExitStack() as stack:
            own = disk.open_within(stack, path, Refusal.SYSTEM)
            other = disk.open_within(stack, keeps, Refusal.KEPT_GONE)
            disk.require_still(own, file, Refusal.CHANGED)
            disk.require_still(other, kept, Refusal.KEPT_CHANGED)
            disk.require_same_content(own, other)
            disk.require_still(own, file, Refusal.CHANGED)
            disk.require_still(other, kept, Refusal.KEPT_CHANGED)
            yield _Compared(file, kept, other)

    def _require_known(self, path: str, keeps: str) -> None:
        for each, refusal in ((path, Refusal.NOT_IN_LIBRARY), (keeps, Refusal.KEPT_GONE)):
            known = self._known.get(each)
            if known is None or known.state is not FileState.PRESENT:
                if each is path and not os.path.lexists(path):
                    disk.require_plain(path)  # says better why
                raise RefusedError(refusal)
            if known.digest is None or len(known.digest) != 16:
                raise RefusedError(Refusal.NO_DIGEST)

    def _perform(self, act: JournalAct) -> None:
        with self.compared(act, Facts.from_text(act.facts)) as compared:
            try:
                attributes = disk.attributes_of(act.path)
            except OSError as error:
                raise refused_by_system(error) from error
            own = key_of(act.path, act.keeps)
            facts = Facts(compared.file, compared.kept, None, attributes, of=own)
            match act.act:
                case Act.SET_ASIDE:
                    self._relocate(act, facts, self._aside(act.path))
                case Act.MOVE:
                    self._relocate(act, facts, act.target or "")
                case Act.TRASH:
                    self._put_in_trash(act, facts)
                case _:
                    self._replace_by_link(act, facts, compared)

    def _aside(self, path: str) -> str:
        """Where a file goes: a folder of this run on its volume, with the tree kept."""
        roots = [root for root in self._roots if Path(root) in Path(path).parents]
        try:
            top = disk.volume_top(path, roots[0])
        except OSError as error:
            raise refused_by_system(error) from error
        return str(Path(top) / self._folder_name / Path(path).relative_to(top))

    def _relocate(self, act: JournalAct, facts: Facts, target: str) -> None:
        folder = os.path.dirname(target)  # noqa: PTH120
        self._protection.require_outside(folder)
        made = disk.first_missing(folder)
        facts = replace(facts, made_folder=made)
        self._writer.begin(act.id, ActState.BEGUN, target=target, facts=facts.to_text())
        with disk.folder_times_kept(*filter(None, (act.path, target, made))):
            try:
                if act.act is Act.SET_ASIDE:
                    end = target.index(self._folder_name) + len(self._folder_name)
                    disk.make_aside(target[:end])
                    self._asides.add(target[:end])
                disk.make_folders(folder)
                disk.move(act.path, target)
                self._look_again(act, facts, target)
            except RefusedError:
                if made is not None:
                    disk.remove_empty(folder, made)
                raise
        self._has_gone(act, facts, target)

    def _put_in_trash(self, act: JournalAct, facts: Facts) -> None:
        disk.require_writable(os.path.dirname(act.path))  # noqa: PTH120 - Qt would leave a link there
        self._writer.begin(act.id, ActState.BEGUN, facts=facts.to_text())
        assert self._trash is not None
        with disk.folder_times_kept(act.path):
            try:
                target = self._trash.put(act.path)
            except OSError as error:
                raise refused_by_system(error) from error
        if identity_at(act.path) == facts.file:
            raise RefusedError(Refusal.NO_TRASH)
        target = target or find_in_trash(disk.known(facts.file), act.path)
        if target is None:
            raise RefusedError(Refusal.LOST)
        with disk.folder_times_kept(act.path):
            self._look_again(act, facts, target)
        self._has_gone(act, facts, target)

    def _look_again(self, act: JournalAct, facts: Facts, target: str) -> None:
        """Bring the file back where another program has changed it, or the kept copy, meanwhile."""
        if identity_at(target) != facts.file:
            refusal = Refusal.CHANGED
        elif not disk.is_still(act.keeps, facts.kept):
            refusal = Refusal.KEPT_CHANGED
        else:
            return
        try:
            disk.move(target, act.path)
        except RefusedError:
            _log.warning("a file that changed meanwhile stays where it went")
            return
        forget_in_trash(target)
        raise RefusedError(refusal)

    def _replace_by_link(self, act: JournalAct, facts: Facts, compared: _Compared) -> None:
        temporary = temporary_name(act.path, act.id, self._folder_name[-6:])
        if os.path.lexists(temporary):
            raise RefusedError(Refusal.OCCUPIED, temporary)
        self._writer.begin(act.id, ActState.BEGUN, target=temporary, facts=facts.to_text())
        with disk.folder_times_kept(act.path):
            made = _make_replacement(act, facts, compared, temporary)
            _exchange(act, facts, made, temporary)
        facts = replace(facts, made=made)
        self._writer.end(act.id, ActState.DONE, target=None, facts=facts.to_text())
        file_id, former_ns = self._known[act.path].file_id, compared.file.modified_ns
        self._writer.note_time(file_id, former_ns, made.modified_ns)

    def _has_gone(self, act: JournalAct, facts: Facts, target: str) -> None:
        facts = replace(facts, made=identity_at(target))
        self._writer.end(act.id, ActState.DONE, target=target, facts=facts.to_text())
        self._writer.note_gone(self._known[act.path].file_id)


def _make_replacement(
    act: JournalAct, facts: Facts, compared: _Compared, temporary: str
) -> Identity:
    """The link or clone under its temporary name; gone again when it is not what it should be."""
    if act.act is Act.HARDLINK:
        disk.link(act.keeps, temporary)
    else:
        disk.clone(compared.kept_descriptor, temporary)
    try:
        if act.act is Act.REFLINK and facts.attributes is not None:
            disk.set_attributes(temporary, facts.attributes)
        return _replacement(act, compared, temporary)
    except OSError as error:
        disk.drop_name(temporary)
        raise refused_by_system(error) from error
    except RefusedError:
        disk.drop_name(temporary)
        raise


def _replacement(act: JournalAct, compared: _Compared, temporary: str) -> Identity:
    made = disk.known(identity_at(temporary))
    if act.act is Act.HARDLINK and made != compared.kept:
        raise RefusedError(Refusal.KEPT_CHANGED)
    with ExitStack() as stack:
        own = disk.open_within(stack, temporary, Refusal.SYSTEM)
        disk.require_same_content(own, compared.kept_descriptor)
    return made


def _exchange(act: JournalAct, facts: Facts, made: Identity, temporary: str) -> None:
    """Put the replacement in the file's place, and look at the file once more before it goes."""
    try:
        disk.exchange(temporary, act.path)
    except RefusedError:
        disk.drop_name(temporary)
        raise
    is_same = identity_at(temporary) == facts.file and identity_at(act.path) == made
    if is_same and identity_at(act.keeps) == facts.kept:
        try:
            with ExitStack() as stack:
                own = disk.open_within(stack, temporary, Refusal.SYSTEM)
                disk.require_same_content(own, disk.open_within(stack, act.path, Refusal.SYSTEM))
        except RefusedError:
            is_same = False
        if is_same:
            disk.drop_name(temporary)
            return
    if identity_at(act.path) != made:  # another program has put its own file there
        raise RefusedError(Refusal.CHANGED, f"what was there is now {temporary}")
    disk.exchange(temporary, act.path)
    if identity_at(temporary) == made:
        disk.drop_name(temporary)
    raise RefusedError(Refusal.CHANGED)
