"""The documents table of the window: which documents in which order, and the rows of a page.

A million documents are an array of ids; rows are fetched by primary key as they are shown. Each
shows the first of its files that is there (``DocumentRow``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    ScalarSelect,
    Select,
    Subquery,
    case,
    exists,
    func,
    select,
)

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.types import Fingerprint
from simhash_gui.store.engine.schema import (
    comparison_data,
    documents,
    files,
    folders,
    passage_marks,
    recipes,
)
from simhash_gui.store.engine.statements import fetch_ids, is_on_server, json_list, listed
from simhash_gui.store.engine.types import (
    LAST_MS,
    DamagedValueError,
    DocumentState,
    FileState,
    Ids,
    PassageMark,
)
from simhash_gui.store.repositories import files as files_store
from simhash_gui.store.repositories import present_files
from simhash_gui.store.repositories.checked_rows import Types, checked_rows, require_types, types_of
from simhash_gui.store.repositories.file_search import IS_THERE, documents_with_file

_AFTER_ALL = 1 << 40
"""Added to the id of a file that is not there, so that others come first."""

_RECIPE_AND_WORDS = slice(12, 15)
"""Where a row has recipe id, word and rest, of which the record makes two fields."""

_recipe = cache(Recipe.from_id)
_OF_PLACES = (
    files.c.document_id,
    files.c.folder_id,
    files.c.relative_path,
    files.c.name,
    files.c.mtime_ns,
)


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A line of the documents table; text that is not known is empty, a number 0.

    ``name``, ``folder`` and ``relative_path`` are those of the first file that is there, or else
    of the first that is known. ``copies`` counts those that are there; a file that is gone, skipped
    or left out is not. ``written`` is the date that the document gives itself, in its own words.
    ``encoding_confidence`` (0 to 1) and ``encoding_source`` are None where they were not recorded.
    """

    id: int
    name: str
    folder: str
    relative_path: str
    copies: int
    state: DocumentState
    reader: str
    encoding: str
    language: str
    size_bytes: int
    character_count: int
    feature_count: int
    recipe_id: str | None
    fingerprint: Fingerprint | None
    imported_at_ms: int
    encoding_confidence: float | None = None
    encoding_source: str | None = None
    title: str = ""
    author: str = ""
    written: str = ""
    declared_language: str = ""
    modified_ns: int = 0
    """The time of its first file, ns since 1970; 0 when it has none."""
    is_template: bool = False
    """Whether its text is marked as a template: what stands in it is common."""

    @property
    def path(self) -> str:
        """The full path of its first file; empty when it has none."""
        return str(Path(self.folder) / self.relative_path) if self.folder else ""

    @property
    def suffix(self) -> str:
        """The extension of its first file, with the dot, in lower case."""
        stem, _, ending = self.name.rpartition(".")
        return f".{ending.lower()}" if stem and ending else ""

    @property
    def imported_at(self) -> datetime:
        """When it was imported, in UTC."""
        return datetime.fromtimestamp(self.imported_at_ms / 1000, UTC)


class SortColumn(StrEnum):
    """What the table can be sorted by."""

    NAME = "name"
    FOLDER = "folder"
    TYPE = "type"
    LANGUAGE = "language"
    CHARACTERS = "characters"
    FEATURES = "features"
    FINGERPRINT = "fingerprint"
    COPIES = "copies"
    IMPORTED = "imported"
    STATE = "state"
    SIZE = "size"
    MODIFIED = "modified"


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """Which documents are shown: those that meet everything given here.

    ``text`` is part of the name or path of a file (in the folder ``folder_id`` and its
    ``subfolder``, if given), whatever the case; ``reader`` is the type.
    """

    text: str = ""
    state: DocumentState | None = None
    folder_id: int | None = None
    subfolder: str = ""
    reader: str | None = None


_DOCUMENT_COLUMNS: dict[SortColumn, Column[Any]] = {
    SortColumn.TYPE: documents.c.reader,
    SortColumn.LANGUAGE: documents.c.language,
    SortColumn.CHARACTERS: documents.c.character_count,
    SortColumn.FEATURES: documents.c.feature_count,
    SortColumn.FINGERPRINT: documents.c.fingerprint,
    SortColumn.IMPORTED: documents.c.imported_at_ms,
    SortColumn.STATE: documents.c.state,
    SortColumn.SIZE: documents.c.size_bytes,
}


def document_ids(
    connection: Connection,
    chosen: DocumentFilter | None = None,
    sort: SortColumn = SortColumn.IMPORTED,
    *,
    descending: bool = False,
) -> Ids:
    """Ids of the documents that match a filter and of which a file is there, sorted.

    Equal ones are by id.

    Documents without a value to sort by come last in both directions.
    """
    chosen = chosen or DocumentFilter()
    matching = _matching(connection, chosen)
    if sort in _DOCUMENT_COLUMNS:
        ordered = matching.order_by(*_order(_DOCUMENT_COLUMNS[sort], descending))
        return fetch_ids(connection, ordered)
    wanted = fetch_ids(connection, matching.order_by(documents.c.id))
    return _sorted_by_file(connection, wanted, _by_file(connection, chosen, sort, descending))


def document_rows(connection: Connection, ids: Ids | Iterable[int]) -> list[DocumentRow]:
    """The documents in the order of the ids; ids of deleted documents are left out.

    Of one whose row is damaged nothing is known but the files that hold it.
    """
    wanted = [int(document_id) for document_id in ids]
    if not wanted:
        return []

    def fetch(some: Sequence[int]) -> list[DocumentRow]:
        found = connection.execute(_rows_statement(), {"ids": json_list(some)})
        by_id = {row.id: _document_row(row) for row in found}
        return [by_id[document_id] for document_id in some if document_id in by_id]

    return checked_rows(wanted, fetch, partial(_damaged_row, connection))


def fitting_places(
    connection: Connection, ids: Ids | Iterable[int], chosen: DocumentFilter
) -> dict[int, tuple[str, str, str]]:
    """Name, folder and path of the first file that a filter fits, of some documents that have one.

    A document may have very many files.
    """
    place = _first_fitting(connection, chosen, listed(files.c.document_id))
    statement = select(
        place.c.document_id, place.c.name, folders.c.path, place.c.relative_path
    ).join_from(place, folders, place.c.folder_id == folders.c.id)
    found = connection.execute(statement, {"ids": json_list(ids)})
    return {row[0]: (row[1], row[2], row[3]) for row in found}


def readers(connection: Connection) -> dict[str, int]:
    """How many documents there are of each type, the most frequent first."""
    reader, number = documents.c.reader, func.count().label("number")
    statement = select(reader, number).where(reader.is_not(None), _is_there()).group_by(reader)
    found = connection.execute(statement.order_by(number.desc(), reader))
    return {row[0]: row[1] for row in found}


def _document_row(row: Row[Any]) -> DocumentRow:
    values: list[Any] = list(row)
    words = values[_RECIPE_AND_WORDS]
    values[_RECIPE_AND_WORDS] = [words[0], _fingerprint(*words)]
    document = require_types(DocumentRow(*values), _row_types())
    if not 0 <= document.imported_at_ms <= LAST_MS:
        raise DamagedValueError(f"imported at {document.imported_at_ms}")
    return document


@cache
def _row_types() -> Types:
    return types_of(DocumentRow)


def _damaged_row(connection: Connection, document_id: int) -> DocumentRow:
    places = files_store.of_documents(connection, [document_id]).get(document_id, [])
    place = places[0] if places else None
    return DocumentRow(
        id=document_id,
        name=place.name if place else "",
        folder=place.folder if place else "",
        relative_path=place.relative_path if place else "",
        copies=sum(each.state in {FileState.PRESENT, FileState.FAILED} for each in places),
        state=DocumentState.DAMAGED,
        reader="",
        encoding="",
        language="",
        size_bytes=0,
        character_count=0,
        feature_count=0,
        recipe_id=None,
        fingerprint=None,
        imported_at_ms=0,
    )


def _fingerprint(recipe_id: str | None, word: int | None, rest: int | None) -> Fingerprint | None:
    if recipe_id is None or word is None:
        return None
    return Fingerprint.from_words(word, rest or 0, _recipe(recipe_id).width, recipe_id)


def _is_there() -> ColumnElement[bool]:
    return documents.c.id.in_(present_files.select_documents())


def _matching(connection: Connection, chosen: DocumentFilter) -> Select[Any]:
    statement = select(documents.c.id).where(_is_there())
    for column, value in (
        (documents.c.state, chosen.state),
        (documents.c.reader, chosen.reader),
    ):
        if value is not None:
            statement = statement.where(column == value)
    if chosen.text or chosen.folder_id is not None:
        inside = documents_with_file(connection, chosen.folder_id, chosen.subfolder, chosen.text)
        statement = statement.where(documents.c.id.in_(inside))
    return statement


def _order(column: ColumnElement[Any], descending: bool) -> list[ColumnElement[Any]]:
    keys: list[ColumnElement[Any]] = [column]
    if column is documents.c.fingerprint:
        keys = [column < 0, column]  # kept as signed: the upper half would come first
    ordered = [key.desc() if descending else key.asc() for key in keys]
    return [*(key.nulls_last() for key in ordered), documents.c.id]


def _sorted_by_file(connection: Connection, wanted: Ids, by_file: Select[Any]) -> Ids:
    """Sort all files, then keep those of the wanted documents."""
    ordered = fetch_ids(connection, by_file)
    return ordered[np.isin(ordered, wanted)]


def _by_file(
    connection: Connection, chosen: DocumentFilter, sort: SortColumn, descending: bool
) -> Select[Any]:
    """Documents by the first of their files that a filter fits, under which they are listed."""
    on_server = is_on_server(connection)
    place = _copies() if sort is SortColumn.COPIES else _first_fitting(connection, chosen)
    statement = select(place.c.document_id)
    if sort is SortColumn.COPIES:
        keys: list[ColumnElement[Any]] = [place.c.copies]
    elif sort is SortColumn.MODIFIED:
        keys = [place.c.mtime_ns]
    elif sort is SortColumn.NAME:
        keys = [func.lower(place.c.name) if on_server else place.c.name.collate("NOCASE")]
    else:
        statement = statement.join_from(place, folders, place.c.folder_id == folders.c.id)
        keys = [folders.c.path, place.c.relative_path]
    ordered = [key.desc() if descending else key for key in keys]
    return statement.order_by(*ordered, place.c.document_id)


def _first_fitting(
    connection: Connection, chosen: DocumentFilter, *more: ColumnElement[bool]
) -> Subquery:
    """The first file of each document that a filter fits."""
    first_places = _first_places_on_server if is_on_server(connection) else _first_places
    inside = documents_with_file(connection, chosen.folder_id, chosen.subfolder, chosen.text)
    fitting = [] if inside.whereclause is None else [inside.whereclause]
    return first_places(*fitting, *more)


def _copies() -> Subquery:
    """How many files of each document are there."""
    copies = func.sum(case((IS_THERE, 1), else_=0)).label("copies")
    statement = select(files.c.document_id, copies).where(files.c.document_id.is_not(None))
    return statement.group_by(files.c.document_id).subquery()


def _first_places(*fitting: ColumnElement[bool]) -> Subquery:
    """The first fitting file of each document; those that are not there come last."""
    rank = case((IS_THERE, files.c.id), else_=files.c.id + _AFTER_ALL)
    # Beside min(), SQLite takes the other columns from the row that has the minimum.
    return (
        select(*_OF_PLACES, func.min(rank).label("rank"))
        .where(files.c.document_id.is_not(None), *fitting)
        .group_by(files.c.document_id)
        .subquery()
    )


def _first_places_on_server(*fitting: ColumnElement[bool]) -> Subquery:
    """The same; only SQLite has columns beside min()."""
    from sqlalchemy.dialects.postgresql import distinct_on  # noqa: PLC0415 - it loads asyncio

    return (
        select(*_OF_PLACES)
        .where(files.c.document_id.is_not(None), *fitting)
        .order_by(files.c.document_id, ~IS_THERE, files.c.id)
        .ext(distinct_on(files.c.document_id))
        .subquery()
    )


@cache
def _rows_statement() -> Select[Any]:
    first = func.coalesce(
        _of_document(func.min(files.c.id), there_only=True),
        _of_document(func.min(files.c.id), there_only=False),
    )
    place = files.alias("place")
    return (
        select(
            documents.c.id,
            _or_empty(place.c.name),
            _or_empty(folders.c.path),
            _or_empty(place.c.relative_path),
            _of_document(func.count(), there_only=True),
            documents.c.state,
            _or_empty(documents.c.reader),
            _or_empty(documents.c.encoding),
            _or_empty(documents.c.language),
            documents.c.size_bytes,
            func.coalesce(documents.c.character_count, 0),
            func.coalesce(documents.c.feature_count, 0),
            recipes.c.recipe_id,
            documents.c.fingerprint,
            documents.c.fingerprint_rest,
            documents.c.imported_at_ms,
            documents.c.encoding_confidence,
            documents.c.encoding_source,
            _or_empty(documents.c.title),
            _or_empty(documents.c.author),
            _or_empty(documents.c.written),
            _or_empty(documents.c.declared_language),
            func.coalesce(place.c.mtime_ns, 0),
            _is_template(),
        )
        .select_from(documents)
        .outerjoin(recipes)
        .outerjoin(place, place.c.id == first)
        .outerjoin(folders, folders.c.id == place.c.folder_id)
        .where(listed(documents.c.id))
    )


def _is_template() -> ColumnElement[bool]:
    """A mark's key is the digest of its tokens, in hexadecimal digits."""
    digest = func.lower(func.hex(comparison_data.c.token_digest))
    return exists().where(
        comparison_data.c.document_id == documents.c.id,
        passage_marks.c.key == digest,
        passage_marks.c.mark == PassageMark.TEMPLATE,
    )


def _or_empty(column: ColumnElement[str]) -> ColumnElement[str]:
    return func.coalesce(column, "", type_=column.type)


def _of_document(value: ColumnElement[Any], *, there_only: bool) -> ScalarSelect[Any]:
    """A value over the files of the document at hand."""
    statement = select(value).where(files.c.document_id == documents.c.id)
    if there_only:
        statement = statement.where(IS_THERE)
    return statement.select_from(files).correlate(documents).scalar_subquery()
