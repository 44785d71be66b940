"""Folders into the library: list, read what changed in worker processes, note what is gone.

What is done is written twice a second and stays when the job is cancelled or the program dies;
the next import goes on from there, because it reads only what the library does not know.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.records import MEMBER_MARK, FailureReason, Limits
from simhash_gui.services.importing.absence import note_absent, note_absent_members
from simhash_gui.services.importing.changes import (
    FileSpool,
    FolderChanges,
    Reading,
    compare,
    nested_folders,
    with_archives,
)
from simhash_gui.services.importing.intake import Arrival, Intake
from simhash_gui.services.importing.listing import Listed, ListedFile, list_files, list_folder
from simhash_gui.services.importing.moves import IMPORT_KIND
from simhash_gui.services.importing.reading_queue import (
    FolderImport,
    ReadingQueue,
    ReadSettings,
    unfinished,
)
from simhash_gui.services.importing.report import (
    Absence,
    FailedFile,
    ImportReport,
    Tally,
    make_report,
    run_counts,
)
from simhash_gui.services.importing.retrying import (
    LIMITS_KEY,
    Circumstances,
    limits_of,
    worth_another_try,
)
from simhash_gui.services.importing.vanished import Vanished
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.library.import_rules import FolderRules, SkipReason, load_rules
from simhash_gui.services.library.libraries import Library, library_recipe, now_ms, own_files
from simhash_gui.store.engine.types import FolderRole, ImportRunState
from simhash_gui.store.repositories import (
    encoding_overrides,
    files,
    folders,
    import_runs,
    known_files,
)
from simhash_gui.store.repositories.files import FileRow
from simhash_gui.store.repositories.folders import Folder

__all__ = [
    "FailedFile",
    "FailureReason",
    "ImportOptions",
    "ImportReport",
    "Limits",
    "SkipReason",
    "import_folders",
    "read_again",
]

_log = logging.getLogger(__name__)

_AGAIN_KIND = "read-again"
_REPORT_EVERY = 256

_Note: TypeAlias = tuple[int, str, str | None]
"""Folder and relative path of an archive, and by what its members were chosen."""


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
class _Import:
    """One import under way."""

    library: Library
    options: ImportOptions
    control: JobControl
    run_id: int
    tally: Tally
    folders: list[FolderImport] = field(default_factory=list)


def import_folders(
    library: Library,
    folder_ids: Sequence[int] | None,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """Bring the library up to date with the chosen folders, or with all.

    Raises JobCancelledError when cancelled, LibraryError, and WorkersUnusableError; what was done
    until then is kept.
    """
    started_s = time.monotonic()
    request = {"folders": None if folder_ids is None else list(folder_ids)}
    with ExitStack() as spools, _run(library, options, control, IMPORT_KIND, request) as task:
        _list_folders(task, folder_ids, spools)
        late = _read_files(task, is_read_again=False)
        absence = note_absent(library, task.folders, task.run_id)
        _finish(task, late)
    return _report(task, absence, started_s)


def read_again(
    library: Library, file_ids: Sequence[int], options: ImportOptions, control: JobControl
) -> ImportReport:
    """Read certain files again, changed or not: another encoding, a password, another limit.

    What comes of a content takes the place of what was known of it. Where one of them is a folder
    that was out of reach, the folder of the library that it is in is imported. Raises as
    ``import_folders``.
    """
    started_s = time.monotonic()
    request = {"files": len(file_ids)}
    with ExitStack() as spools, _run(library, options, control, _AGAIN_KIND, request) as task:
        listed = _choose_files(task, file_ids, spools)
        late = _read_files(task, is_read_again=True)
        others = [folder for folder in task.folders if folder not in listed]
        missed = note_absent(library, listed, task.run_id)
        inside = note_absent_members(library, others, task.run_id)
        _finish(task, late)
    return _report(task, Absence(missed.gone + inside.gone, missed.moved), started_s)


def _report(task: _Import, absence: Absence, started_s: float) -> ImportReport:
    elapsed_s = time.monotonic() - started_s
    return make_report(task.library, task.folders, task.tally, absence, elapsed_s)


@contextmanager
def _run(
    library: Library,
    options: ImportOptions,
    control: JobControl,
    kind: str,
    request: Mapping[str, object],
) -> Iterator[_Import]:
    """Keep book of a run: when it began, how it ended, what it counted."""
    asked = {**request, LIMITS_KEY: limits_of(options.limits)}
    with library.write() as connection:
        run_id = import_runs.start(connection, kind, asked, now_ms())
    _log.info("%s begins, %d worker processes asked for", kind, options.workers)
    task = _Import(library, options, control, run_id, Tally(run_id))
    state = ImportRunState.FAILED
    try:
        yield task
        state = ImportRunState.FINISHED
    except (JobCancelledError, KeyboardInterrupt):
        state = ImportRunState.CANCELLED
        raise
    finally:
        with library.write() as connection:
            counted = run_counts(task.folders, task.tally)
            import_runs.finish(connection, run_id, state, counted, now_ms())
        _log.info("%s %s: %s", kind, state.value, counted)


def _list_folders(task: _Import, folder_ids: Sequence[int] | None, spools: ExitStack) -> None:
    with task.library.read() as connection:
        rows = folders.list_all(connection)
    for row in rows:
        is_chosen = folder_ids is None or row.id in folder_ids
        if is_chosen and row.role is not FolderRole.EXCLUDED:
            found = _folder_import(task, row, spools)
            task.folders.append(found)
            _list_folder(task, found, _entries(task, found, rows))


def _folder_import(
    task: _Import, row: Folder, spools: ExitStack, wanted: Sequence[str] = ()
) -> FolderImport:
    """``wanted`` are paths that are read whether they have changed or not."""
    with task.library.read() as connection:
        known = known_files.load(connection, row.id)
        inside = known_files.load_members(connection, row.id)
        failed = known_files.failed_places(connection, row.id)
        earlier = import_runs.by_id(connection, {place.run_id or 0 for place in failed})
        choices = encoding_overrides.load(connection)
    limits = task.options.limits
    now = Circumstances(str(row.path), limits, choices, bool(task.options.passwords))
    retried = worth_another_try(failed, earlier, now)
    changes = FolderChanges(known, inside, spools.enter_context(FileSpool()))
    rules = FolderRules(row.path, load_rules(task.library))
    return FolderImport(row, changes, Reading(rules, limits, with_archives([*retried, *wanted])))


def _entries(task: _Import, found: FolderImport, rows: Sequence[Folder]) -> Iterator[Listed]:
    root = found.row.path
    with task.library.read() as connection:
        single_files = folders.single_files(connection).get(root)
    if single_files is not None:
        return list_files(root, single_files)
    others = [other.path for other in rows]
    excluded = [*nested_folders(root, others), *own_files(task.library)]
    return list_folder(root, excluded, found.reading.rules)


def _list_folder(task: _Import, found: FolderImport, entries: Iterator[Listed]) -> None:
    before = sum(folder.changes.listed for folder in task.folders if folder is not found)
    for number, _ in enumerate(compare(entries, found.changes, found.reading)):
        if number % _REPORT_EVERY == 0:
            listed = before + found.changes.listed
            task.control.report(Stage.LISTING, listed, current=str(found.row.path))
            task.control.checkpoint()


def _choose_files(
    task: _Import, file_ids: Sequence[int], spools: ExitStack
) -> Sequence[FolderImport]:
    """Put certain files to be read, as they were when they were read last.

    Returns the folders that have been listed for that.
    """
    with task.library.read() as connection:
        rows = {row.id: row for row in folders.list_all(connection)}
        chosen = files.rows(connection, file_ids)
    by_folder: dict[int, list[FileRow]] = {}
    for file in chosen:
        by_folder.setdefault(file.folder_id, []).append(file)
    listed = []
    for folder_id, wanted in by_folder.items():
        paths = [file.relative_path for file in wanted]
        found = _folder_import(task, rows[folder_id], spools, paths)
        task.folders.append(found)
        if any(map(_is_folder_out_of_reach, wanted)):
            _list_folder(task, found, _entries(task, found, list(rows.values())))
            listed.append(found)
            continue
        for file in wanted:
            _choose_file(found, file)
    return listed


def _is_folder_out_of_reach(file: FileRow) -> bool:
    """Whether a row is of a place that could not be looked at, and there is no file now."""
    is_unseen = not file.size_bytes and not file.mtime_ns and MEMBER_MARK not in file.relative_path
    return not file.relative_path or (is_unseen and not Path(file.path).is_file())


def _choose_file(folder: FolderImport, file: FileRow) -> None:
    listed = ListedFile(file.relative_path, file.size_bytes, file.mtime_ns)
    if folder.changes.note(listed, must_read=True):
        folder.changes.to_read.add(listed)


def _read_files(task: _Import, *, is_read_again: bool) -> Sequence[_Note]:
    """Read and write what is to be read.

    Returns what is to be noted with archives that something is missing from, once that is noted;
    until then they are unfinished.
    """
    options = task.options
    with task.library.read() as connection:
        choices = encoding_overrides.load(connection)
    settings = ReadSettings(choices, options.passwords, options.limits, is_read_again)
    queue = ReadingQueue(task.folders, settings)
    task.control.report(Stage.READING, 0, queue.total)
    task.control.checkpoint()
    late: list[_Note] = []
    if queue.total == 0:
        return late
    recipe_id = library_recipe(task.library).recipe_id
    intake = Intake(task.library, recipe_id, task.run_id)
    vanished = Vanished(task.folders)
    workers = options.workers or os.cpu_count() or 1
    try:
        with FilePool(recipe_id, options.limits, workers=workers) as pool:
            for outcome in pool.outcomes(queue, lambda: task.control.is_cancelled):
                if outcome.failure is not None:
                    _log.debug("%s: %s", outcome.path, outcome.failure.value)
                for arrived in queue.arrivals(outcome):
                    arrival = None if vanished.takes(arrived) else intake.settled(arrived)
                    if arrival is not None and queue.misses_members(arrival):
                        late.append(_note_of(arrival))
                        arrival = unfinished(arrival)
                    if arrival is not None:
                        intake.add(arrival)
                    _count(task, arrival, queue.total, outcome.path)
    finally:
        intake.flush()
    task.control.checkpoint()
    return late


def _note_of(arrival: Arrival) -> _Note:
    return arrival.folder_id, arrival.listed.relative_path, arrival.outcome.detail or None


def _finish(task: _Import, notes: Sequence[_Note]) -> None:
    """Note of archives that they are up to date, with what is no longer in them noted."""
    with task.library.write() as connection:
        files.set_details(connection, notes)


def _count(task: _Import, arrival: Arrival | None, total: int, path: str) -> None:
    """``arrival`` None: it is out of reach with the folder that it is in."""
    tally = task.tally
    if arrival is None:
        tally.out_of_reach += 1
    else:
        tally.add(arrival)
    task.control.report(
        Stage.READING,
        tally.done,
        total,
        failed=tally.failed.total(),
        current=path,
    )
    task.control.checkpoint()
