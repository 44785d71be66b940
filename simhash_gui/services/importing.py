"""Folders into the library: list, read what changed in worker processes, note what is gone.

What is done is written twice a second and stays when the job is cancelled or the program dies;
the next import goes on from there, because it reads only what the library does not know.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from simhash_gui.documents.pool import WorkerPool
from simhash_gui.documents.records import FailureReason, FileTask, Limits
from simhash_gui.services.changes import WORTH_ANOTHER_TRY, FileSpool, FolderChanges, compare
from simhash_gui.services.changes import nested_folders as nested
from simhash_gui.services.intake import Arrival, Intake
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.libraries import Library, library_recipe, now_ms, own_files
from simhash_gui.services.listing import ListedFile, Unlisted
from simhash_gui.services.places import path_of
from simhash_gui.store import documents, file_counts, files, folders, known_files, runs
from simhash_gui.store.records import FileState, FolderRole, FolderRow, RunState

__all__ = [
    "FailedFile",
    "FailureReason",
    "ImportOptions",
    "ImportReport",
    "Limits",
    "import_folders",
]

_RUN_KIND = "import"
_REPORT_EVERY = 256
_MOST_FAILURES_NAMED = 1000


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """``workers`` 0 means one process for every processor."""

    workers: int = 0
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file or folder that could not be read; ``detail`` adds what is known."""

    path: str
    reason: FailureReason
    detail: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import met and what the library holds now.

    ``files`` and ``documents`` are those of the library that are there; ``read``, ``unchanged``,
    ``skipped`` (certainly no documents) and ``gone`` are those of this import. ``failed`` counts
    all failed files, ``failures`` names the first thousand.
    """

    files: int
    documents: int
    read: int
    unchanged: int
    skipped: int
    gone: int
    failed: int
    failures: tuple[FailedFile, ...]
    elapsed_s: float


@dataclass(slots=True)
class _Import:
    """One import under way."""

    library: Library
    options: ImportOptions
    control: JobControl
    run_id: int
    found: list[tuple[FolderRow, FolderChanges]] = field(default_factory=list)
    read: int = 0
    failed: int = 0

    def counts(self) -> dict[str, int]:
        changes = [found for _, found in self.found]
        return {
            "read": self.read,
            "unchanged": sum(found.unchanged for found in changes),
            "skipped": sum(found.skipped for found in changes),
        }


def import_folders(
    library: Library,
    folder_ids: Sequence[int] | None,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """Bring the library up to date with the chosen folders, or with all.

    Raises JobCancelledError when cancelled, and LibraryError; what was done until then is kept.
    """
    started_s = time.monotonic()
    with library.write() as connection:
        request = {"folders": None if folder_ids is None else list(folder_ids)}
        run_id = runs.start(connection, _RUN_KIND, request, now_ms())
    task = _Import(library, options, control, run_id)
    state = RunState.FAILED
    try:
        with ExitStack() as spools:
            _list_folders(task, folder_ids, spools)
            _read_files(task)
            gone = _note_gone(task)
        state = RunState.FINISHED
    except JobCancelledError:
        state = RunState.CANCELLED
        raise
    finally:
        with library.write() as connection:
            runs.finish(connection, run_id, state, task.counts(), now_ms())
    return _report(task, gone, time.monotonic() - started_s)


def _list_folders(task: _Import, folder_ids: Sequence[int] | None, spools: ExitStack) -> None:
    with task.library.read() as connection:
        rows = folders.list_all(connection)
    for row in rows:
        is_chosen = folder_ids is None or row.id in folder_ids
        if is_chosen and row.role is not FolderRole.EXCLUDED:
            changes = _list_folder(task, row, rows, spools)
            task.found.append((row, changes))


def _list_folder(
    task: _Import, row: FolderRow, rows: Sequence[FolderRow], spools: ExitStack
) -> FolderChanges:
    with task.library.read() as connection:
        known = known_files.load(connection, row.id)
        retried = _paths_worth_another_try(file_counts.failed_paths(connection, row.id))
    changes = FolderChanges(known, spools.enter_context(FileSpool()))
    root = Path(row.path)
    before = sum(found.listed for _, found in task.found)
    steps = compare(
        root,
        changes,
        excluded=[*nested(root, [Path(other.path) for other in rows]), *own_files(task.library)],
        retried_paths=retried,
    )
    for number, _ in enumerate(steps):
        if number % _REPORT_EVERY == 0:
            task.control.report(Stage.LISTING, before + changes.listed, current=row.path)
            task.control.checkpoint()
    return changes


def _paths_worth_another_try(failed: dict[str, str | None]) -> frozenset[str]:
    return frozenset(path for path, reason in failed.items() if reason in WORTH_ANOTHER_TRY)


def _read_files(task: _Import) -> None:
    total = sum(len(changes.to_read) for _, changes in task.found)
    task.control.report(Stage.READING, 0, total)
    task.control.checkpoint()
    if total == 0:
        return
    recipe_id = library_recipe(task.library).recipe_id
    intake = Intake(task.library, recipe_id, task.run_id)
    workers = min(task.options.workers or os.cpu_count() or 1, total)
    try:
        with WorkerPool(recipe_id, task.options.limits, workers=workers) as pool:
            for arrival in _arrivals(task, pool):
                intake.add(arrival)
                _count(task, arrival, total)
    finally:
        intake.flush()
    task.control.checkpoint()


def _arrivals(task: _Import, pool: WorkerPool) -> Iterator[Arrival]:
    """The outcome of every file to be read, with its place; ends early when cancelled."""
    places: dict[str, tuple[int, ListedFile]] = {}

    def tasks() -> Iterator[FileTask]:
        for row, changes in task.found:
            for listed in changes.to_read:
                path = str(Path(row.path) / listed.relative_path)
                places[path] = row.id, listed
                yield FileTask(path)

    for outcome in pool.outcomes(tasks(), lambda: task.control.is_cancelled):
        yield Arrival(*places.pop(outcome.path), outcome)


def _count(task: _Import, arrival: Arrival, total: int) -> None:
    outcome = arrival.outcome
    task.read += 1
    task.failed += outcome.failure is not None
    task.control.report(Stage.READING, task.read, total, failed=task.failed, current=outcome.path)
    task.control.checkpoint()


def _note_gone(task: _Import) -> int:
    """Mark what was not met; a file in a folder that could not be listed stays as it was."""
    gone = 0
    with task.library.write() as connection:
        for _, changes in task.found:
            missing = changes.missing_ids()
            if changes.unlisted:
                rows = files.rows(connection, missing)
                ids = [
                    row.id for row in rows if not changes.is_hidden_by_failure(row.relative_path)
                ]
            else:
                ids = missing.tolist()
            files.mark_gone(connection, ids)
            files.mark_present(connection, changes.returned_ids)
            gone += len(ids)
    return gone


def _report(task: _Import, gone: int, elapsed_s: float) -> ImportReport:
    unlisted = [
        _unlisted(Path(row.path), folder)
        for row, changes in task.found
        for folder in changes.unlisted
    ]
    with task.library.read() as connection:
        held = file_counts.by_state(connection)
        present = documents.present_ids(connection)
        failed_ids = files.problem_ids(connection)
        rows = files.rows(connection, failed_ids[:_MOST_FAILURES_NAMED])
    failures = [
        FailedFile(path_of(row), FailureReason(row.reason or ""), row.detail or "") for row in rows
    ]
    return ImportReport(
        files=held[FileState.PRESENT] + held[FileState.FAILED],
        documents=len(present),
        gone=gone,
        failed=len(failed_ids) + len(unlisted),
        failures=tuple(unlisted + failures)[:_MOST_FAILURES_NAMED],
        elapsed_s=elapsed_s,
        **task.counts(),
    )


def _unlisted(root: Path, folder: Unlisted) -> FailedFile:
    is_gone = isinstance(folder.error, FileNotFoundError | NotADirectoryError)
    reason = FailureReason.GONE if is_gone else FailureReason.UNREADABLE
    return FailedFile(str(root / folder.relative_path), reason, folder.error.strerror or "")
