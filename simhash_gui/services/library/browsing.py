"""What the Library page looks at: the documents table and the files that could not be read.

Ids come as one array, in order; rows are fetched by primary key as they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.types import Fingerprint
from simhash_gui.documents.records import EncodingSource, FailureReason
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.places import path_of, present_paths
from simhash_gui.store.records import DocumentRow as StoredDocument
from simhash_gui.store.records import DocumentState
from simhash_gui.store.records import FileRow as StoredFile
from simhash_gui.store.repositories import browse, documents, files
from simhash_gui.store.repositories.browse import DocumentFilter
from simhash_gui.store.repositories.browse import SortColumn as DocumentSort

__all__ = [
    "DocumentFilter",
    "DocumentRow",
    "DocumentSort",
    "DocumentState",
    "EncodingSource",
    "FailureReason",
    "FileRow",
    "ListedDocument",
    "ProblemFile",
    "ProblemGroup",
    "document_ids",
    "document_rows",
    "documents_of_files",
    "file_names",
    "file_rows",
    "languages",
    "list_documents",
    "problem_files",
    "problem_groups",
    "readers",
]

_ROWS_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A line of the documents table; name and place are those of its first file."""

    document_id: int
    name: str
    folder: str
    relative_path: str
    suffix: str
    reader: str
    language: str
    character_count: int
    feature_count: int
    fingerprint: Fingerprint | None
    state: DocumentState
    copies: int
    size_bytes: int
    imported_at: datetime
    encoding: str
    encoding_confidence: float | None = None
    """0 to 1; None where it was not recorded."""
    encoding_source: EncodingSource | None = None
    title: str = ""
    author: str = ""
    written: str = ""
    """The date that the document gives itself, in its own words."""
    declared_language: str = ""

    @property
    def path(self) -> str:
        """The full path of its first file; empty when it has none."""
        return str(Path(self.folder) / self.relative_path) if self.folder else ""


@dataclass(frozen=True, slots=True)
class FileRow:
    """A member of a cluster: a file and the document that is in it."""

    file_id: int
    document_id: int
    name: str
    path: str
    folder: str
    size_bytes: int
    modified_ns: int
    character_count: int
    language: str
    fingerprint: Fingerprint | None


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document with the paths of all its copies that are there."""

    paths: tuple[str, ...]
    fingerprint: Fingerprint | None
    recipe_id: str | None
    state: DocumentState
    reader: str = ""
    encoding: str = ""
    encoding_confidence: float | None = None
    encoding_source: EncodingSource | None = None


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """How many files failed for a reason."""

    reason: FailureReason
    count: int


@dataclass(frozen=True, slots=True)
class ProblemFile:
    """A file that failed; ``detail`` adds to the reason what is known."""

    file_id: int
    path: str
    reason: FailureReason
    detail: str


def document_ids(
    library: Library, chosen: DocumentFilter, sort: DocumentSort, *, descending: bool
) -> NDArray[np.int64]:
    """The documents that the filter lets through, in order."""
    with library.read() as connection:
        return browse.document_ids(connection, chosen, sort, descending=descending)


def document_rows(library: Library, ids: Sequence[int]) -> list[DocumentRow]:
    """The documents in the order of the ids; those that are no more are left out."""
    with library.read() as connection:
        return [_document(row) for row in browse.document_rows(connection, ids)]


def languages(library: Library) -> dict[str, int]:
    """How many documents there are in each language."""
    with library.read() as connection:
        return browse.languages(connection)


def readers(library: Library) -> dict[str, int]:
    """How many documents there are of each type."""
    with library.read() as connection:
        return browse.readers(connection)


def file_rows(library: Library, file_ids: Sequence[int]) -> list[FileRow]:
    """Files in the order of the ids; those that are no more are left out."""
    return [_file(place, document) for place, document in _with_documents(library, file_ids)]


def documents_of_files(library: Library, file_ids: Sequence[int]) -> list[DocumentRow]:
    """The documents of files, each under the name and the place of that file, in this order.

    So that copies of one document can be told apart. Files without a document are left out.
    """
    return [
        _document(_named_as(document, place))
        for place, document in _with_documents(library, file_ids)
    ]


def _with_documents(
    library: Library, file_ids: Sequence[int]
) -> list[tuple[StoredFile, StoredDocument]]:
    with library.read() as connection:
        places = files.rows(connection, file_ids)
        ids = {place.document_id for place in places if place.document_id is not None}
        by_id = {row.id: row for row in browse.document_rows(connection, sorted(ids))}
    return [(place, by_id[place.document_id]) for place in places if place.document_id is not None]


def _named_as(document: StoredDocument, place: StoredFile) -> StoredDocument:
    return replace(
        document, name=place.name, folder=place.folder, relative_path=place.relative_path
    )


def file_names(library: Library, file_ids: Sequence[int]) -> dict[int, str]:
    """The name of each file by its id; those that are no more are left out."""
    with library.read() as connection:
        return files.names(connection, file_ids)


def problem_groups(library: Library) -> list[ProblemGroup]:
    """Failed files by reason, the most frequent first."""
    with library.read() as connection:
        groups = files.problem_groups(connection)
    return [ProblemGroup(FailureReason(group.reason), group.files) for group in groups]


def problem_files(
    library: Library, reason: FailureReason | None, offset: int, limit: int
) -> list[ProblemFile]:
    """A page of the files that failed, for one reason or for all."""
    with library.read() as connection:
        ids = files.problem_ids(connection, reason)[offset : offset + limit]
        rows = files.rows(connection, ids)
    return [
        ProblemFile(row.id, path_of(row), FailureReason(row.reason or ""), row.detail or "")
        for row in rows
    ]


def _document(row: StoredDocument) -> DocumentRow:
    name = row.name or ""
    return DocumentRow(
        document_id=row.id,
        name=name,
        folder=row.folder or "",
        relative_path=row.relative_path or "",
        suffix=Path(name).suffix.lower(),
        reader=row.reader or "",
        language=row.language or "",
        character_count=row.character_count or 0,
        feature_count=row.feature_count or 0,
        fingerprint=_fingerprint(row),
        state=row.state,
        copies=row.copies,
        size_bytes=row.size_bytes,
        imported_at=datetime.fromtimestamp(row.imported_at_ms / 1000, UTC),
        encoding=row.encoding or "",
        encoding_confidence=row.encoding_confidence,
        encoding_source=EncodingSource(row.encoding_source) if row.encoding_source else None,
        title=row.title or "",
        author=row.author or "",
        written=row.written or "",
        declared_language=row.declared_language or "",
    )


def _file(place: StoredFile, document: StoredDocument) -> FileRow:
    path = path_of(place)
    return FileRow(
        file_id=place.id,
        document_id=document.id,
        name=place.name,
        path=path,
        folder=str(Path(path).parent),
        size_bytes=place.size_bytes,
        modified_ns=place.mtime_ns,
        character_count=document.character_count or 0,
        language=document.language or "",
        fingerprint=_fingerprint(document),
    )


def list_documents(library: Library) -> Iterator[ListedDocument]:
    """Every document of which a file is there, by ascending id."""
    with library.read() as connection:
        ids = documents.present_ids(connection)
    for start in range(0, len(ids), _ROWS_AT_ONCE):
        some = ids[start : start + _ROWS_AT_ONCE]
        with library.read() as connection:
            rows = browse.document_rows(connection, some)
            places = files.of_documents(connection, some)
        for row in rows:
            yield _listed(row, places.get(row.id, []))


def _listed(row: StoredDocument, places: list[StoredFile]) -> ListedDocument:
    return ListedDocument(
        paths=present_paths(places),
        fingerprint=_fingerprint(row),
        recipe_id=row.recipe_id,
        state=row.state,
        reader=row.reader or "",
        encoding=row.encoding or "",
        encoding_confidence=row.encoding_confidence,
        encoding_source=EncodingSource(row.encoding_source) if row.encoding_source else None,
    )


def _fingerprint(row: StoredDocument) -> Fingerprint | None:
    if row.word is None or row.rest is None or row.recipe_id is None:
        return None
    width = Recipe.from_id(row.recipe_id).width
    return Fingerprint.from_words(row.word, row.rest, width, row.recipe_id)
