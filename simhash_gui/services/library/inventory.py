"""Every file that a library knows of, there or not, with what is known of its document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from simhash_gui.documents.records import EncodingSource, FailureReason
from simhash_gui.services.library.browsing import DocumentRow, document_rows
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.places import path_of
from simhash_gui.store.records import FileRow, FileState
from simhash_gui.store.repositories import files

__all__ = ["EncodingSource", "FailureReason", "FileState", "KnownPlace", "known_places"]

_ROWS_AT_ONCE = 2000
_FILES = (
    FileState.PRESENT,
    FileState.FAILED,
    FileState.GONE,
    FileState.SKIPPED,
    FileState.LEFT_OUT,
)


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A file and what became of it.

    ``reason`` and ``detail`` of one that failed; of one that is gone or left out, why it had failed
    before.
    ``document`` is None where there never was a text.
    """

    path: str
    state: FileState
    reason: FailureReason | None
    detail: str
    document: DocumentRow | None


def known_places(library: Library, states: Collection[FileState] = _FILES) -> Iterator[KnownPlace]:
    """The files in these states, by folder and path. Archives are no files themselves."""
    with library.read() as connection:
        ids = files.ids_by_place(connection, states)
    for start in range(0, len(ids), _ROWS_AT_ONCE):
        with library.read() as connection:
            rows = files.rows(connection, ids[start : start + _ROWS_AT_ONCE])
        yield from _with_documents(library, [row for row in rows if _is_file(row)])


def _is_file(row: FileRow) -> bool:
    return row.document_id is not None or row.reason is not None or row.state is FileState.SKIPPED


def _with_documents(library: Library, rows: Sequence[FileRow]) -> Iterator[KnownPlace]:
    wanted = {row.document_id for row in rows if row.document_id is not None}
    by_id = {row.document_id: row for row in document_rows(library, sorted(wanted))}
    for row in rows:
        reason = FailureReason(row.reason) if row.reason else None
        detail = row.detail or "" if reason else ""
        document = by_id.get(row.document_id) if row.document_id else None
        yield KnownPlace(path_of(row), row.state, reason, detail, document)
