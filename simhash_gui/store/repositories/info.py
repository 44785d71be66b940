"""What a library holds, in numbers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Select, Table, func, select

from simhash_gui.store.engine.schema import REVISIONS, documents, files, folders, recipes
from simhash_gui.store.records import DocumentState, FileState, LibraryInfo
from simhash_gui.store.repositories import texts


def library_info(connection: Connection) -> LibraryInfo:
    """Counts and sizes of everything; reads each table once."""
    return LibraryInfo(
        revision=REVISIONS[-1],
        file_bytes=_pragma(connection, "page_count") * _pragma(connection, "page_size"),
        documents=dict.fromkeys(DocumentState, 0) | _count_by(connection, documents.c.state),
        files=dict.fromkeys(FileState, 0) | _count_by(connection, files.c.state),
        folders=_count(connection, folders),
        texts=texts.count(connection),
        recipes=recipe_counts(connection),
    )


def recipe_counts(connection: Connection) -> dict[str, int]:
    """How many documents are fingerprinted by each recipe that is in use."""
    statement = (
        select(recipes.c.recipe_id, func.count())
        .join_from(documents, recipes)
        .where(documents.c.state == DocumentState.FINGERPRINTED)
        .group_by(recipes.c.recipe_id)
    )
    return _pairs(connection, statement)


def _count(connection: Connection, table: Table) -> int:
    count: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return count


def _count_by(connection: Connection, column: Column[Any]) -> dict[Any, int]:
    statement = select(column, func.count()).group_by(column)
    return _pairs(connection, statement)


def _pairs(connection: Connection, statement: Select[Any]) -> dict[Any, int]:
    return {row[0]: row[1] for row in connection.execute(statement)}


def _pragma(connection: Connection, name: str) -> int:
    value: int = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    return value
