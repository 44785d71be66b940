"""Files: the places where contents were found, and those that could not be read.

A file that failed says so itself, with the reason, also when its content has a document that
failed: the problems of a library are its failed files.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Select, case, delete, func, select, update

from simhash_gui.store.connections import driver_cursor
from simhash_gui.store.documents import remove_unplaced
from simhash_gui.store.records import FileRow, FileState, Ids, NewFile, ProblemGroup
from simhash_gui.store.schema import files, folders
from simhash_gui.store.statements import fetch_ids, json_list, listed
from simhash_gui.store.types import escape

_UPSERT = """
INSERT INTO files (
    folder_id, relative_path, name, size_bytes, mtime_ns, document_id, state, reason, detail,
    run_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (folder_id, relative_path) DO UPDATE SET
    size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns,
    document_id = excluded.document_id, state = excluded.state, reason = excluded.reason,
    detail = excluded.detail, run_id = excluded.run_id
"""


def upsert(connection: Connection, found: Iterable[NewFile]) -> None:
    """Store files, or overwrite what was known at the same place."""
    driver_cursor(connection).executemany(_UPSERT, map(_row, found))


def mark_gone(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that files are no longer there; their documents stay until they are dropped."""
    _set_state(connection, ids, {"state": FileState.GONE})


def mark_present(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that files which were gone are back unchanged, whether they could be read or not."""
    has_failed = files.c.reason.is_not(None)
    back = case((has_failed, FileState.FAILED.value), else_=FileState.PRESENT.value)
    _set_state(connection, ids, {"state": back})


def drop(connection: Connection, ids: Ids | Iterable[int]) -> int:
    """Forget files, and the documents that are nowhere else; return how many those."""
    parameters = {"ids": json_list(ids)}
    placed = select(files.c.document_id).where(listed(files.c.id), files.c.document_id.is_not(None))
    documents = fetch_ids(connection, placed.distinct(), parameters)
    connection.execute(delete(files).where(listed(files.c.id)), parameters)
    return remove_unplaced(connection, documents)


def ids_in_state(connection: Connection, state: FileState, folder_id: int | None = None) -> Ids:
    """Ids of all files in a state, of one folder or of all, ascending."""
    statement = select(files.c.id).where(files.c.state == state).order_by(files.c.id)
    if folder_id is not None:
        statement = statement.where(files.c.folder_id == folder_id)
    return fetch_ids(connection, statement)


def rows(connection: Connection, ids: Ids | Iterable[int]) -> list[FileRow]:
    """Files in the order of the ids; ids that are no more are left out."""
    ids = [int(file_id) for file_id in ids]
    found = connection.execute(_columns().where(listed(files.c.id)), {"ids": json_list(ids)})
    by_id = {row.id: FileRow(*row) for row in found}
    return [by_id[file_id] for file_id in ids if file_id in by_id]


def names(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, str]:
    """The name of each file by its id; ids that are no more are left out."""
    statement = select(files.c.id, files.c.name).where(listed(files.c.id))
    found = connection.execute(statement, {"ids": json_list(ids)})
    return {row.id: row.name for row in found}


def of_document(connection: Connection, document_id: int) -> list[FileRow]:
    """The files of a document: present ones first, then as they were found."""
    return of_documents(connection, [document_id]).get(document_id, [])


def of_documents(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, list[FileRow]]:
    """The files of several documents: present ones first, then as they were found."""
    statement = _columns().where(listed(files.c.document_id))
    by_document: dict[int, list[FileRow]] = {}
    for row in connection.execute(_in_order(statement), {"ids": json_list(ids)}):
        by_document.setdefault(row.document_id, []).append(FileRow(*row))
    return by_document


def problem_groups(connection: Connection) -> list[ProblemGroup]:
    """How many files failed, by reason, the most frequent first."""
    number = func.count().label("number")
    statement = (
        select(files.c.reason, number)
        .where(files.c.state == FileState.FAILED)
        .group_by(files.c.reason)
        .order_by(number.desc(), files.c.reason)
    )
    return [ProblemGroup(reason or "", count) for reason, count in connection.execute(statement)]


def problem_ids(connection: Connection, reason: str | None = None) -> Ids:
    """Ids of the files that failed, all or for one reason; ``rows`` gives a page of them."""
    statement = select(files.c.id).where(files.c.state == FileState.FAILED).order_by(files.c.id)
    if reason is not None:
        statement = statement.where(files.c.reason == reason)
    return fetch_ids(connection, statement)


def name_of(relative_path: str) -> str:
    """The last part of a path."""
    return relative_path.rpartition("/")[2]


def _set_state(connection: Connection, ids: Ids | Iterable[int], values: dict[str, Any]) -> None:
    statement = update(files).where(listed(files.c.id)).values(values)
    connection.execute(statement, {"ids": json_list(ids)})


def _columns() -> Select[Any]:
    return select(
        files.c.id,
        files.c.folder_id,
        folders.c.path.label("folder"),
        files.c.relative_path,
        files.c.name,
        files.c.size_bytes,
        files.c.mtime_ns,
        files.c.document_id,
        files.c.state,
        files.c.reason,
        files.c.detail,
    ).join_from(files, folders)


def _in_order(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(files.c.state != FileState.PRESENT, files.c.id)


def _row(file: NewFile) -> tuple[object, ...]:
    return (
        file.folder_id,
        escape(file.relative_path),
        escape(name_of(file.relative_path)),
        file.size_bytes,
        file.mtime_ns,
        file.document_id,
        file.state.value,
        file.reason,
        None if file.detail is None else escape(file.detail),
        file.run_id,
    )
