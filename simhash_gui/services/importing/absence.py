"""What an import did not meet: files that are gone or have moved, and places out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simhash_gui.services.importing.changes import FolderChanges
from simhash_gui.services.importing.moves import moved_files
from simhash_gui.services.importing.reading_queue import FolderImport
from simhash_gui.services.importing.report import Absence, failure_of
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import FileState, Ids
from simhash_gui.store.repositories import files
from simhash_gui.store.repositories.files import FileRow, NewFile


@dataclass(frozen=True, slots=True, eq=False)
class _Missing:
    """The files of a folder that were not met; those left out are there, but not wanted.

    ``mended`` are places that could not be looked at earlier, and where there is no file now.
    """

    folder: FolderImport
    ids: Ids
    left_out: Ids
    mended: Ids

    @property
    def away(self) -> Ids:
        ids: Ids = np.setdiff1d(self.ids, self.left_out)
        return ids


def note_absent(library: Library, folders: Sequence[FolderImport], run_id: int) -> Absence:
    """Mark what was not met as gone or left out by the rules, and forget whence files moved.

    What could not be looked at, and what is in it, stays as it was.
    """
    missing = [_missing(library, folder) for folder in folders]
    away = np.concatenate([np.zeros(0, np.int64), *(one.away for one in missing)])
    moved = moved_files(library, folders, away, run_id)
    gone = 0
    with library.write() as connection:
        for one in missing:
            gone_ids = np.setdiff1d(one.away, moved)
            files.mark_gone(connection, gone_ids)
            files.mark_left_out(connection, one.left_out)
            files.mark_left_out(connection, one.folder.changes.found_ids)
            files.mark_present(connection, one.folder.changes.returned_ids)
            files.upsert(connection, _unlisted_rows(one.folder, run_id))
            gone += _without_archives(one.folder, gone_ids)
        files.drop(connection, moved)
        files.drop(connection, np.concatenate([moved[:0], *(one.mended for one in missing)]))
    if len(moved):
        _drop_emptied(library, missing, moved)
    return Absence(gone, len(moved))


def note_absent_members(library: Library, folders: Sequence[FolderImport], run_id: int) -> Absence:
    """Mark what is no longer in the archives that were read again as gone or left out."""
    gone = 0
    with library.write() as connection:
        for folder in folders:
            changes = folder.changes
            rows = files.rows(connection, changes.missing_ids_below(folder.expanded))
            left_out = _ids([row for row in rows if changes.is_left_out(row.relative_path)])
            ids = np.setdiff1d(_ids(rows), left_out)
            files.mark_gone(connection, ids)
            files.mark_left_out(connection, [*left_out.tolist(), *changes.found_ids])
            files.mark_present(connection, folder.changes.returned_ids)
            files.upsert(connection, _unlisted_rows(folder, run_id))
            gone += _without_archives(folder, ids)
    return Absence(gone)


def _missing(library: Library, folder: FolderImport) -> _Missing:
    changes = folder.changes
    unseen, nobody = changes.unseen_ids(), np.zeros(0, np.int64)
    ids = np.setdiff1d(changes.missing_ids(), unseen)
    if not changes.unlisted and not changes.left_out:
        return _Missing(folder, ids, nobody, unseen)
    away, mended = _in_reach(library, changes, ids), _in_reach(library, changes, unseen)
    left_out = [row for row in away if changes.is_left_out(row.relative_path)]
    return _Missing(folder, _ids(away), _ids(left_out), _ids(mended))


def _in_reach(library: Library, changes: FolderChanges, ids: Ids) -> list[FileRow]:
    with library.read() as connection:
        rows = files.rows(connection, ids)
    return [row for row in rows if not changes.is_hidden_by_failure(row.relative_path)]


def _ids(rows: Sequence[FileRow]) -> Ids:
    return np.array([row.id for row in rows], np.int64)


def _drop_emptied(library: Library, missing: Sequence[_Missing], moved: Ids) -> None:
    """Forget archives that are away and from which everything has moved."""
    with library.write() as connection:
        for one in missing:
            changes = one.folder.changes
            archives = changes.archive_ids_among(one.ids)
            files_away = np.setdiff1d(one.ids, archives)
            rows = files.rows(connection, archives)
            inside = {row.id: changes.members.below(row.relative_path) for row in rows}
            files.drop(
                connection,
                [
                    number
                    for number, below in inside.items()
                    if _has_moved(np.intersect1d(below, files_away), moved)
                ],
            )


def _has_moved(ids: Ids, moved: Ids) -> bool:
    return len(ids) > 0 and bool(np.isin(ids, moved).all())


def _without_archives(folder: FolderImport, ids: Ids) -> int:
    """How many they are; archives do not count as files themselves."""
    return len(ids) - len(folder.changes.archive_ids_among(ids))


def _unlisted_rows(folder: FolderImport, run_id: int) -> Iterator[NewFile]:
    """One for each place that could not be looked at, so that it stands among the problems.

    The path of the folder itself is empty.
    """
    for place in folder.changes.failed_places():
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
