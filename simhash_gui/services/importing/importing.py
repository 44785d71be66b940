"""Folders into the library: list, compare with what is known, read, note what is gone, report.

Each step is a module: ``listing``, ``folder_import``, ``reading`` and ``absence``. What is done is
written twice a second and stays when the job is cancelled or the program dies; the next import goes
on from there, because it reads only what the library does not know.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from simhash_gui.documents.records import MEMBER_MARK, FailureReason, Limits
from simhash_gui.services.importing.absence import IMPORT_KIND, note_absent
from simhash_gui.services.importing.folder_import import FolderImport, ImportOptions, begin_folder
from simhash_gui.services.importing.listing import FileSpool, ListedFile, entries_of
from simhash_gui.services.importing.reading import ImportTask, read_files
from simhash_gui.services.importing.report import (
    FailedFile,
    ImportReport,
    Tally,
    make_report,
    run_counts,
)
from simhash_gui.services.importing.rereading import LIMITS_KEY, limits_of
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.library.import_rules import SkipReason
from simhash_gui.services.library.libraries import Library, now_ms, written_afterwards
from simhash_gui.store.engine.types import FolderRole, ImportRunState
from simhash_gui.store.repositories import files, folders, import_runs
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
    "is_cut_off",
    "read_again",
]

_log = logging.getLogger(__name__)

_AGAIN_KIND = "read-again"
_REPORT_EVERY = 256


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
    with _import_run(library, options, control, IMPORT_KIND, request) as task:
        with library.read() as connection:
            rows = folders.list_all(connection)
        for row in rows:
            is_chosen = folder_ids is None or row.id in folder_ids
            if is_chosen and row.role is not FolderRole.EXCLUDED:
                _list(task, _begin(task, row))
        notes = read_files(task, is_read_again=False)
        absence = note_absent(library, task.folders, task.tally.run_id, notes)
    elapsed_s = time.monotonic() - started_s
    return make_report(library, task.folders, task.tally, absence, elapsed_s)


def is_cut_off(library: Library) -> bool:
    """Whether the last import of a folder ended before all of its files were read."""
    with library.read() as connection:
        rows = folders.list_all(connection)
        read = [row.id for row in rows if row.role is not FolderRole.EXCLUDED]
        return bool(import_runs.cut_off_folders(connection, IMPORT_KIND, read))


def read_again(
    library: Library, file_ids: Sequence[int], options: ImportOptions, control: JobControl
) -> ImportReport:
    """Read certain files again, changed or not: another encoding, a password, another limit.

    What comes of a content replaces what was known of it. Where one of them is a folder that was
    out of reach, the folder of the library that it is in is imported. Raises as ``import_folders``.
    """
    started_s = time.monotonic()
    request = {"files": len(file_ids)}
    with _import_run(library, options, control, _AGAIN_KIND, request) as task:
        _choose_files(task, file_ids)
        notes = read_files(task, is_read_again=True)
        absence = note_absent(library, task.folders, task.tally.run_id, notes)
    elapsed_s = time.monotonic() - started_s
    return make_report(library, task.folders, task.tally, absence, elapsed_s)


@contextmanager
def _import_run(
    library: Library,
    options: ImportOptions,
    control: JobControl,
    kind: str,
    request: Mapping[str, object],
) -> Iterator[ImportTask]:
    """Note an import run: when it began, how it ended, what it counted."""
    asked = {**request, LIMITS_KEY: limits_of(options.limits)}
    with library.write() as connection:
        run_id = import_runs.start(connection, kind, asked, now_ms())
    _log.info("%s begins, %d worker processes asked for", kind, options.workers)
    state = ImportRunState.FAILED

    def note_end() -> None:
        with library.write() as connection:
            counted = run_counts(task.folders, task.tally)
            import_runs.finish(connection, run_id, state, counted, now_ms())
        _log.info("%s %s: %s", kind, state.value, counted)

    with ExitStack() as spools, written_afterwards(note_end):
        task = ImportTask(library, options, control, Tally(run_id), spools)
        try:
            yield task
            state = ImportRunState.FINISHED
        except (JobCancelledError, KeyboardInterrupt):
            state = ImportRunState.CANCELLED
            raise


def _begin(task: ImportTask, row: Folder, wanted: Sequence[str] = ()) -> FolderImport:
    """``wanted`` are paths that are read whether they have changed or not."""
    task.spools.enter_context(task.library.claimed(row.id))
    spool = task.spools.enter_context(FileSpool())
    folder = begin_folder(task.library, row, task.options, spool, wanted)
    task.folders.append(folder)
    return folder


def _list(task: ImportTask, folder: FolderImport) -> None:
    """List a whole folder, comparing each entry with what is known of it."""
    before = sum(other.listed for other in task.folders if other is not folder)
    entries = entries_of(task.library, folder.row, folder.rereading.rules)
    for number, entry in enumerate(entries):
        folder.meet(entry)
        if number % _REPORT_EVERY == 0:
            listed, current = before + folder.listed, str(folder.row.path)
            task.control.report(Stage.LISTING, listed, current=current)
            task.control.checkpoint()
    folder.is_listed = True


def _choose_files(task: ImportTask, file_ids: Sequence[int]) -> None:
    """Put certain files to be read, as they were when they were read last."""
    with task.library.read() as connection:
        rows = {row.id: row for row in folders.list_all(connection)}
        chosen = files.rows(connection, file_ids)
    by_folder: dict[int, list[FileRow]] = {}
    for file in chosen:
        by_folder.setdefault(file.folder_id, []).append(file)
    for folder_id, wanted in by_folder.items():
        folder = _begin(task, rows[folder_id], [file.relative_path for file in wanted])
        if any(map(_is_folder_out_of_reach, wanted)):
            _list(task, folder)
        else:
            for file in wanted:
                folder.meet(ListedFile(file.relative_path, file.size_bytes, file.mtime_ns))


def _is_folder_out_of_reach(file: FileRow) -> bool:
    """Whether a row is of a place that could not be looked at, and there is no file now."""
    is_unseen = not file.size_bytes and not file.mtime_ns and MEMBER_MARK not in file.relative_path
    return not file.relative_path or (is_unseen and not Path(file.path).is_file())
