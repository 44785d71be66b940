"""Files that the user wants skipped for ever, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simhash_gui.services.importing.changes import with_archives
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.places import path_of
from simhash_gui.store.records import FileRow, FileState
from simhash_gui.store.repositories import files, known_files, members

_MOST_NAMED = 10_000


@dataclass(frozen=True, slots=True)
class SkippedByUser:
    """A file that is skipped for ever."""

    file_id: int
    path: str


def skip_files(library: Library, file_ids: Sequence[int]) -> None:
    """Neither read these files again nor show them, whatever becomes of them.

    With an archive goes all that is in it.
    """
    inside = _inside(library, _rows(library, file_ids))
    with library.write() as connection:
        files.mark_skipped(connection, [*file_ids, *inside])


def skipped_files(library: Library) -> list[SkippedByUser]:
    """The files that are skipped for ever, the first ten thousand."""
    with library.read() as connection:
        ids = files.ids_in_state(connection, FileState.SKIPPED)
        rows = files.rows(connection, ids[:_MOST_NAMED])
    return [SkippedByUser(row.id, path_of(row)) for row in rows]


def unskip_files(library: Library, file_ids: Sequence[int]) -> None:
    """Take files in again; the next import reads them, and opens the archives that they are in."""
    rows = _rows(library, file_ids)
    around = [*_inside(library, rows), *_around(library, rows)]
    with library.write() as connection:
        files.mark_unread(connection, [*file_ids, *around])


def _rows(library: Library, file_ids: Sequence[int]) -> list[FileRow]:
    with library.read() as connection:
        return files.rows(connection, file_ids)


def _inside(library: Library, rows: Sequence[FileRow]) -> list[int]:
    """Ids of what is in those of the files that are archives."""
    found: list[int] = []
    with library.read() as connection:
        for folder_id, paths in _by_folder(rows):
            inside = members.load(connection, folder_id)
            found += [number for path in paths for number in inside.below(path).tolist()]
    return found


def _around(library: Library, rows: Sequence[FileRow]) -> list[int]:
    """Ids of the archives that the files are in."""
    found: list[int] = []
    with library.read() as connection:
        for folder_id, paths in _by_folder(rows):
            known = known_files.load(connection, folder_id)
            archives = (known.get(path) for path in with_archives(paths) - paths)
            found += [archive.id for archive in archives if archive is not None]
    return found


def _by_folder(rows: Sequence[FileRow]) -> Iterator[tuple[int, frozenset[str]]]:
    for folder_id in {row.folder_id for row in rows}:
        yield folder_id, frozenset(row.relative_path for row in rows if row.folder_id == folder_id)
