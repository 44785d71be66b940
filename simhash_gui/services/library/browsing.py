"""What a library holds, row by row: the documents table, clusters' members and every known file.

Ids come as one array, in order; rows are fetched by primary key as they are shown. The records are
the store's; the window and the command line know them from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.records import EncodingSource, FailureReason
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import DocumentState, FileState
from simhash_gui.store.repositories import browse, documents, files, present_files
from simhash_gui.store.repositories.browse import DocumentFilter, DocumentRow
from simhash_gui.store.repositories.browse import SortColumn as DocumentSort
from simhash_gui.store.repositories.files import FileRow, present_paths

__all__ = [
    "DocumentFilter",
    "DocumentRow",
    "DocumentSort",
    "DocumentState",
    "EncodingSource",
    "FailureReason",
    "FileRow",
    "FileState",
    "ListedDocument",
    "all_files",
    "contents_of",
    "document_files",
    "document_ids",
    "document_rows",
    "documents_of_files",
    "documents_with",
    "file_names",
    "file_rows",
    "list_documents",
    "readers",
]

_ROWS_AT_ONCE = 2000
_KNOWN_STATES = tuple(state for state in FileState if state is not FileState.CONTAINER)


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document with the paths of all its copies that are there."""

    document: DocumentRow
    paths: tuple[str, ...]


def document_ids(
    library: Library, chosen: DocumentFilter, sort: DocumentSort, *, descending: bool
) -> NDArray[np.int64]:
    """The documents that match the filter, in order."""
    with library.read() as connection:
        return browse.document_ids(connection, chosen, sort, descending=descending)


def document_rows(
    library: Library, ids: Sequence[int], chosen: DocumentFilter | None = None
) -> list[DocumentRow]:
    """The documents in the order of the ids; ids of deleted documents are left out.

    Each is under the name and the place of its first file, or of the first that a filter fits.
    """
    with library.read() as connection:
        rows = browse.document_rows(connection, ids)
        if chosen is None or not (chosen.text or chosen.folder_id is not None):
            return rows
        several = [row.id for row in rows if row.copies > 1]
        fitting = browse.fitting_places(connection, several, chosen)
    return [_under(row, fitting.get(row.id)) for row in rows]


def _under(row: DocumentRow, place: tuple[str, str, str] | None) -> DocumentRow:
    if place is None:
        return row
    name, folder, relative_path = place
    return replace(row, name=name, folder=folder, relative_path=relative_path)


def readers(library: Library) -> dict[str, int]:
    """How many documents there are of each type."""
    with library.read() as connection:
        return browse.readers(connection)


def file_rows(library: Library, file_ids: Sequence[int]) -> list[FileRow]:
    """Files in the order of the ids; ids of deleted files are left out."""
    with library.read() as connection:
        return files.rows(connection, file_ids)


def file_names(library: Library, file_ids: Sequence[int]) -> dict[int, str]:
    """The name of each file by its id; ids of deleted files are left out."""
    with library.read() as connection:
        return files.names(connection, file_ids)


def contents_of(library: Library, ids: Sequence[int]) -> list[str]:
    """What names the contents of documents in any library: their digests, in hexadecimal digits.

    Those of documents that are gone are left out.
    """
    with library.read() as connection:
        digests = documents.digests_of(connection, ids)
    return [digests[each].hex() for each in ids if each in digests]


def documents_with(library: Library, contents: Sequence[str]) -> list[int]:
    """The documents with these contents of which a file is there; ValueError where one is none."""
    digests = [bytes.fromhex(each) for each in contents]
    with library.read() as connection:
        ids = documents.ids_by_digest(connection, digests)
        copies = files.of_documents(connection, ids.values())
    found = [ids[each] for each in digests if each in ids]
    return [each for each in found if present_paths(copies.get(each, []))]


def document_files(library: Library, document_id: int) -> list[FileRow]:
    """Where a document is and was, present copies first."""
    with library.read() as connection:
        return files.of_documents(connection, [document_id]).get(document_id, [])


def documents_of_files(library: Library, file_ids: Sequence[int]) -> list[DocumentRow]:
    """The documents of files, each under the name and the place of that file, in this order.

    So that copies of one document can be told apart. Files without a document are left out.
    """
    return [
        replace(document, name=file.name, folder=file.folder, relative_path=file.relative_path)
        for file, document in _with_documents(library, file_rows(library, file_ids))
        if document is not None
    ]


def list_documents(library: Library) -> Iterator[ListedDocument]:
    """Every document of which a file is there, by ascending id."""
    with library.read() as connection:
        ids = present_files.document_ids(connection)
    for start in range(0, len(ids), _ROWS_AT_ONCE):
        some = ids[start : start + _ROWS_AT_ONCE]
        with library.read() as connection:
            rows = browse.document_rows(connection, some)
            copies = files.of_documents(connection, some)
        for row in rows:
            yield ListedDocument(row, present_paths(copies.get(row.id, [])))


def all_files(
    library: Library, states: Collection[FileState] = _KNOWN_STATES
) -> Iterator[tuple[FileRow, DocumentRow | None]]:
    """The files in these states, by folder and path, with what is known of their documents.

    None for the document where there never was a text. Archives are not files themselves. A file
    that is gone or left out still has the reason why it had failed before.
    """
    with library.read() as connection:
        ids = files.ids_by_place(connection, states)
    for start in range(0, len(ids), _ROWS_AT_ONCE):
        rows = file_rows(library, ids[start : start + _ROWS_AT_ONCE].tolist())
        yield from _with_documents(library, [row for row in rows if _is_no_archive(row)])


def _is_no_archive(row: FileRow) -> bool:
    return row.document_id is not None or row.reason is not None or row.state is FileState.SKIPPED


def _with_documents(
    library: Library, rows: Sequence[FileRow]
) -> Iterator[tuple[FileRow, DocumentRow | None]]:
    wanted = sorted({row.document_id for row in rows if row.document_id is not None})
    by_id = {row.id: row for row in document_rows(library, wanted)}
    return ((row, by_id.get(row.document_id or 0)) for row in rows)
