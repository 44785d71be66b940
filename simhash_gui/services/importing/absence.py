"""The last step of an import: what was not met is gone, has moved, or is left out by the rules.

What could not be looked at, and what is in it, stays as it was. A file has moved when its content
is at another place now, which was not so before; each new place takes one of the lost files, so
that of two copies of which one was moved and one deleted one has moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simhash_gui.services.importing.folder_import import FolderImport
from simhash_gui.services.importing.report import Absence, failure_of
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import FileState, Ids
from simhash_gui.store.repositories import files, import_runs, present_files
from simhash_gui.store.repositories.files import FileRow, NewFile
from simhash_gui.store.repositories.present_files import PlacedFiles

IMPORT_KIND = "import"
"""The kind of those import runs that list whole folders."""

_NONE: Ids = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Missing:
    """The files of a folder that were not met; those left out are there, but not wanted.

    ``resolved`` are places that could not be looked at earlier, and where there is no file now.
    """

    folder: FolderImport
    ids: Ids
    left_out: Ids
    resolved: Ids

    @property
    def away(self) -> Ids:
        ids: Ids = np.setdiff1d(self.ids, self.left_out)
        return ids


def note_absent(
    library: Library,
    folders: Sequence[FolderImport],
    run_id: int,
    archive_notes: Iterable[tuple[int, str, str | None]],
) -> Absence:
    """Mark what was not met as gone or left out, and delete the rows of what has moved.

    Of a folder that was not listed, only what was in the archives that were opened can be missing.
    ``archive_notes`` (folder, path, note) say of archives that they are up to date now.
    """
    missing = [_missing(library, folder) for folder in folders]
    listed = [one for one in missing if one.folder.is_listed]
    moved = _moved_files(library, listed, run_id)
    emptied = [
        number for one in listed if len(moved) for number in _emptied_archives(library, one, moved)
    ]
    gone = 0
    with library.write() as connection:
        for one in missing:
            gone_ids = np.setdiff1d(one.away, moved)
            files.mark_gone(connection, gone_ids)
            files.mark_left_out(connection, one.left_out)
            files.mark_left_out(connection, one.folder.found_ids)
            files.mark_present(connection, one.folder.returned_ids)
            files.upsert(connection, _unlisted_rows(one.folder, run_id))
            gone += len(gone_ids) - len(_archives_among(one.folder, gone_ids))
        files.drop(connection, moved)
        files.drop(connection, np.concatenate([_NONE, *(one.resolved for one in listed)]))
        files.drop(connection, emptied)
        files.set_details(connection, archive_notes)
    return Absence(gone, len(moved))


def _missing(library: Library, folder: FolderImport) -> _Missing:
    is_missing = folder.missing()
    if not folder.is_listed:
        is_inside = np.zeros(len(is_missing), np.bool_)
        for archive in folder.opened:
            is_inside[folder.positions_below(archive)] = True
        is_missing &= is_inside
    is_unseen = is_missing & folder.known.unseen()
    ids, unseen = folder.known.ids[is_missing & ~is_unseen], folder.known.ids[is_unseen]
    if not folder.unlisted and not folder.left_out:
        return _Missing(folder, ids, _NONE, unseen)
    away, resolved = _in_reach(library, folder, ids), _in_reach(library, folder, unseen)
    left_out = [row for row in away if _is_left_out(folder, row.relative_path)]
    return _Missing(folder, _ids(away), _ids(left_out), _ids(resolved))


def _in_reach(library: Library, folder: FolderImport, ids: Ids) -> list[FileRow]:
    with library.read() as connection:
        rows = files.rows(connection, ids)
    return [row for row in rows if not folder.is_hidden_by_failure(row.relative_path)]


def _is_left_out(folder: FolderImport, path: str) -> bool:
    """Whether a file was not met only because the rules leave it out, or what it is in."""
    while path and path not in folder.left_out:
        path = path.rpartition("/")[0].removesuffix("!")  # of the mark of an archive
    return bool(path)


def _ids(rows: Sequence[FileRow]) -> Ids:
    return np.array([row.id for row in rows], np.int64)


def _moved_files(library: Library, missing: Sequence[_Missing], run_id: int) -> Ids:
    """Those of the missing files that have moved to a place that was met since the last import."""
    away = np.concatenate([_NONE, *(one.away for one in missing)])
    if not len(away):
        return away
    returned = [number for one in missing for number in one.folder.returned_ids]
    with library.read() as connection:
        lost = present_files.among(connection, away)
        since = import_runs.last_finished(connection, IMPORT_KIND)
        found = present_files.met_since(connection, since, returned)
    return paired(lost, _new_places(found, missing, run_id))


def _new_places(found: PlacedFiles, missing: Sequence[_Missing], run_id: int) -> PlacedFiles:
    """Without those that held the same before this run, and were only read again.

    Nor those that an import met which was cut off, and that have vanished since.
    """
    is_old = np.zeros(len(found), np.bool_)
    is_away = np.zeros(len(found), np.bool_)
    for one in missing:
        known = one.folder.known
        is_old |= known.held(found.file_ids, found.document_ids)
        is_away |= np.isin(found.file_ids, known.ids[one.folder.missing()])
    return found.take(~(is_old & (found.run_ids == run_id) | is_away))


def paired(lost: PlacedFiles, found: PlacedFiles) -> Ids:
    """Of the lost files of each document as many as were found of it, the oldest first."""
    documents, numbers = np.unique(found.document_ids, return_counts=True)
    if not len(documents):
        return lost.file_ids[:0]
    order = np.argsort(lost.document_ids, kind="stable")
    wanted = lost.document_ids[order]
    rank = np.arange(len(wanted)) - np.searchsorted(wanted, wanted, "left")
    places = np.minimum(np.searchsorted(documents, wanted), len(documents) - 1)
    room = np.where(documents[places] == wanted, numbers[places], 0)
    moved: Ids = lost.file_ids[order][rank < room]
    return moved


def _emptied_archives(library: Library, missing: _Missing, moved: Ids) -> list[int]:
    """Archives that are away and from which everything has moved."""
    archives = _archives_among(missing.folder, missing.ids)
    files_away = np.setdiff1d(missing.ids, archives)
    with library.read() as connection:
        rows = files.rows(connection, archives)
    below = missing.folder.members.below
    inside = ((row.id, np.intersect1d(below(row.relative_path), files_away)) for row in rows)
    return [number for number, ids in inside if len(ids) and np.isin(ids, moved).all()]


def _archives_among(folder: FolderImport, ids: Ids) -> Ids:
    """Those of the files that were archives, which do not count as files themselves."""
    archives = folder.known.ids[folder.known.in_state(FileState.CONTAINER)]
    return ids[np.isin(ids, archives)]


def _unlisted_rows(folder: FolderImport, run_id: int) -> Iterator[NewFile]:
    """One for each place that could not be looked at, so that it is among the problems.

    The path of the folder itself is empty.
    """
    for place in folder.failed_places():
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
