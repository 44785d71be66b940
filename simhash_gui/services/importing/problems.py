"""The files of a library that need a decision: those that failed, are gone, or are to be skipped.

Those that an act of a review took away are not among the gone. A page of each list, and skipping
files forever with the way back. Reading them again is in ``importing``, another encoding in
``encodings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from simhash_gui.documents.reading import split_path
from simhash_gui.documents.records import FailureReason
from simhash_gui.services.importing.rereading import with_archives
from simhash_gui.services.library.libraries import Library, failure_reason
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import counts, files, journal, known_files
from simhash_gui.store.repositories.files import FileRow


def failures_by_reason(library: Library) -> dict[FailureReason, int]:
    """How many files failed, by reason, the most frequent first."""
    with library.read() as connection:
        counted = counts.failures_by_reason(connection)
    return {failure_reason(library, reason): count for reason, count in counted.items()}


def failed_ids(library: Library, reason: FailureReason) -> list[int]:
    """The ids of all files that failed for a reason."""
    with library.read() as connection:
        return [int(number) for number in files.problem_ids(connection, reason)]


def failed_files(
    library: Library, reason: FailureReason | None, offset: int, limit: int
) -> list[FileRow]:
    """A page of the files that failed, for one reason or for all."""
    with library.read() as connection:
        ids = files.problem_ids(connection, reason)
        return files.rows(connection, ids[offset : offset + limit])


def gone_files(library: Library, offset: int, limit: int) -> list[FileRow]:
    """A page of the files that are no longer where they were, though nobody set them aside here."""
    with library.read() as connection:
        return files.rows(connection, journal.lost(connection)[offset : offset + limit])


def set_aside_ids(library: Library) -> list[int]:
    """The ids of all files that an act of a review took away, and did not bring back."""
    with library.read() as connection:
        return [int(number) for number in journal.taken_away(connection)]


def set_aside_files(library: Library, offset: int, limit: int) -> list[FileRow]:
    """A page of those files."""
    with library.read() as connection:
        return files.rows(connection, journal.taken_away(connection)[offset : offset + limit])


def forget_gone(library: Library, *, set_aside: bool) -> int:
    """Delete the files that are gone, or those that were set aside, for good; return how many.

    Documents that are nowhere else are deleted with them, and their texts.
    """
    with library.write() as connection:
        ids = journal.taken_away(connection) if set_aside else journal.lost(connection)
        files.drop(connection, ids)
    return len(ids)


def skipped_files(library: Library, offset: int, limit: int) -> list[FileRow]:
    """A page of the files that are skipped forever."""
    return _in_state(library, FileState.SKIPPED, offset, limit)


def skipped_ids(library: Library) -> list[int]:
    """The ids of all files that are skipped forever."""
    with library.read() as connection:
        return [int(number) for number in files.ids_in_state(connection, FileState.SKIPPED)]


def file_on_disk(path: str) -> Path:
    """The file itself that a path leads to: of ``a.zip!/b.txt`` it is the archive."""
    return Path(split_path(path)[0])


def skip_files(library: Library, file_ids: Sequence[int]) -> None:
    """Neither read these files again nor show them, whatever becomes of them.

    With an archive goes all that is in it.
    """
    inside = _inside(library, _rows(library, file_ids))
    with library.write() as connection:
        files.mark_skipped(connection, [*file_ids, *inside])


def unskip_files(library: Library, file_ids: Sequence[int]) -> None:
    """Take files in again; the next import reads them, and opens the archives that they are in."""
    rows = _rows(library, file_ids)
    around = [*_inside(library, rows), *_around(library, rows)]
    with library.write() as connection:
        files.mark_unread(connection, [*file_ids, *around])


def _in_state(library: Library, state: FileState, offset: int, limit: int) -> list[FileRow]:
    with library.read() as connection:
        ids = files.ids_in_state(connection, state)
        return files.rows(connection, ids[offset : offset + limit])


def _rows(library: Library, file_ids: Sequence[int]) -> list[FileRow]:
    with library.read() as connection:
        return files.rows(connection, file_ids)


def _inside(library: Library, rows: Sequence[FileRow]) -> list[int]:
    """Ids of what is in those of the files that are archives."""
    found: list[int] = []
    with library.read() as connection:
        for folder_id, paths in _by_folder(rows):
            inside = known_files.load_members(connection, folder_id)
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
