"""What an import did not meet: files that are gone, and places that could not be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simhash_gui.services.changes import FolderChanges
from simhash_gui.services.import_report import failure_of
from simhash_gui.services.libraries import Library
from simhash_gui.services.reading_queue import FolderImport
from simhash_gui.store import files
from simhash_gui.store.records import FileRow, FileState, NewFile


def note_absent(library: Library, folders: Sequence[FolderImport], run_id: int) -> int:
    """Mark what was not met as gone; return how many files, without those that are left out.

    What could not be looked at, and what is in it, stays as it was.
    """
    gone = 0
    with library.write() as connection:
        for folder in folders:
            changes = folder.changes
            ids = changes.missing_ids()
            if changes.unlisted or changes.unopened or changes.left_out:
                rows = files.rows(connection, ids)
                away = [row for row in rows if not changes.is_hidden_by_failure(row.relative_path)]
                ids = np.array([row.id for row in away], np.int64)
                gone -= _left_out(changes, away)
            files.mark_gone(connection, ids)
            files.mark_present(connection, changes.returned_ids)
            files.upsert(connection, _unlisted_rows(folder, run_id))
            gone += len(ids) - changes.archives_among(ids)
    return gone


def note_absent_members(library: Library, folders: Sequence[FolderImport]) -> int:
    """Mark what is no longer in the archives that were read again; return how many files."""
    gone = 0
    with library.write() as connection:
        for folder in folders:
            ids = folder.changes.missing_ids_below(folder.expanded)
            files.mark_gone(connection, ids)
            files.mark_present(connection, folder.changes.returned_ids)
            gone += len(ids) - folder.changes.archives_among(ids)
    return gone


def _left_out(changes: FolderChanges, rows: Sequence[FileRow]) -> int:
    """How many files are only left out by the rules."""
    return sum(
        changes.is_left_out(row.relative_path)
        for row in rows
        if row.state is not FileState.CONTAINER
    )


def _unlisted_rows(folder: FolderImport, run_id: int) -> Iterator[NewFile]:
    """One for each place that could not be looked at, so that it stands among the problems."""
    for place in folder.changes.unlisted:
        known = folder.changes.known.get(place.relative_path)
        is_skipped = known is not None and known.state is FileState.SKIPPED
        if place.relative_path and not is_skipped:
            reason, detail = failure_of(place.error)
            yield NewFile(
                folder_id=folder.row.id,
                relative_path=place.relative_path,
                size_bytes=0,
                mtime_ns=0,
                state=FileState.FAILED,
                reason=reason.value,
                detail=f"The system cannot look at it: {detail}.",
                run_id=run_id,
            )
