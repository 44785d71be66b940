"""Files: the places where contents were found, and those that could not be read.

A file that failed says so itself, with the reason, also when its content has a document that
failed: the problems of a library are its failed files.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    or_,
    select,
    update,
)

from simhash_gui.store.engine.errors import is_damage
from simhash_gui.store.engine.schema import files, folders
from simhash_gui.store.engine.statements import (
    driver_cursor,
    fetch_ids,
    int_table,
    json_list,
    listed,
)
from simhash_gui.store.engine.types import (
    DamagedValueError,
    FileState,
    FolderRole,
    Ids,
    escape,
    unescape,
)
from simhash_gui.store.repositories import checksums
from simhash_gui.store.repositories.checked_rows import Types, checked_rows, require_types, types_of
from simhash_gui.store.repositories.documents import digests_of, remove_unplaced

_UPSERT = """
INSERT INTO files (
    folder_id, relative_path, name, size_bytes, mtime_ns, document_id, state, reason, detail,
    run_id, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (folder_id, relative_path) DO UPDATE SET
    size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns,
    document_id = excluded.document_id, state = excluded.state, reason = excluded.reason,
    detail = excluded.detail, run_id = excluded.run_id, checksum = excluded.checksum
"""
_DISPLACED = """
SELECT DISTINCT document_id FROM json_each(?) AS place JOIN files
ON folder_id = CAST(place.value ->> 0 AS BIGINT) AND relative_path = place.value ->> 1
WHERE document_id IS NOT NULL
    AND document_id IS DISTINCT FROM CAST(place.value ->> 2 AS BIGINT)
"""
_SET_DETAIL = "UPDATE files SET detail = ? WHERE folder_id = ? AND relative_path = ?"
_NO_NAMES = frozenset({"", "."})
"""Parts that a path goes without."""
_SEPARATORS = frozenset("\\:")
"""Of Windows, where members of archives may have them in their names."""
_PATHS = """
SELECT files.id, path, relative_path, name FROM files JOIN folders ON folders.id = folder_id
WHERE files.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_NEVER_NS = -1
"""A time of change that no file has, so that each one that has it is read."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file as it was found. ``relative_path`` uses ``/`` on every system."""

    folder_id: int
    relative_path: str
    size_bytes: int
    mtime_ns: int
    state: FileState
    document_id: int | None = None
    reason: str | None = None
    detail: str | None = None
    run_id: int | None = None


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the library and the folder it is in."""

    id: int
    folder_id: int
    folder: str
    relative_path: str
    name: str
    size_bytes: int
    mtime_ns: int
    document_id: int | None
    state: FileState
    reason: str | None
    detail: str | None
    run_id: int | None = None
    """The import run that met it like this."""

    @property
    def path(self) -> str:
        """Folder and relative path joined, with the separators of this system."""
        return str(Path(self.folder) / self.relative_path)


def upsert(connection: Connection, found: Iterable[NewFile]) -> None:
    """Store files, or overwrite what was known at the same place.

    A document whose only file has another content now is deleted: it could not be found again.
    """
    new = list(found)
    displaced = _displaced_documents(connection, new)
    sums = _checksums(connection, new)
    values = ((*_row(file), checksum) for file, checksum in zip(new, sums, strict=True))
    driver_cursor(connection).executemany(_UPSERT, values)
    if len(displaced):
        remove_unplaced(connection, displaced)


def _checksums(connection: Connection, new: Sequence[NewFile]) -> Iterator[int | None]:
    """The checksum of each file that has a document."""
    digests = digests_of(connection, {each.document_id for each in new if each.document_id})
    found = connection.execute(select(folders.c.id, folders.c.path))
    seeds = {row.id: checksums.of_folder(escape(row.path).encode()) for row in found}
    for file in new:
        digest = digests.get(file.document_id or 0)
        path = escape(file.relative_path).encode()
        yield checksums.of_file(seeds[file.folder_id], path, digest) if digest else None


def set_details(connection: Connection, details: Iterable[tuple[int, str, str | None]]) -> None:
    """Replace the details of files, given as folder, relative path and the new detail."""
    values = (
        (None if detail is None else escape(detail), folder_id, escape(path))
        for folder_id, path, detail in details
    )
    driver_cursor(connection).executemany(_SET_DETAIL, values)


def _displaced_documents(connection: Connection, new: Sequence[NewFile]) -> Ids:
    """The documents that these places had until now, where they get another or none."""
    places = [(file.folder_id, escape(file.relative_path), file.document_id) for file in new]
    found = driver_cursor(connection).execute(_DISPLACED, (json.dumps(places),))
    return int_table(found, 1)[:, 0]


def mark_gone(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that files are no longer there; their documents stay until they are dropped.

    Files that the user wants skipped stay so, because they may come back. What was left out is read
    again when it does.
    """
    is_left_out = files.c.state == FileState.LEFT_OUT
    mtime_ns = case((is_left_out, _NEVER_NS), else_=files.c.mtime_ns)
    values = {"state": _unless_skipped(FileState.GONE), "mtime_ns": mtime_ns}
    _set_state(connection, ids, values)


def mark_left_out(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that files are there, but that the rules leave them out; their documents stay."""
    _set_state(connection, ids, {"state": _unless_skipped(FileState.LEFT_OUT)})


def mark_present(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that files which were gone or left out are back unchanged, could they be read or not."""
    _set_state(connection, ids, {"state": _back_from(FileState.GONE, FileState.LEFT_OUT)})


def bring_back(connection: Connection, ids: Iterable[int]) -> None:
    """Note that files which were taken away are back, each in the innermost folder around it.

    A folder may have been added inside theirs meanwhile. What an excluded one holds stays gone.
    """
    found = connection.execute(select(folders.c.path, folders.c.id, folders.c.role))
    around = {Path(row.path): row for row in found}
    staying = []
    for file in rows(connection, ids):
        path = Path(file.path)
        inner = next((around[each] for each in path.parents if each in around), None)
        if inner is None or inner.id == file.folder_id:
            staying.append(file.id)
        elif inner.role is not FolderRole.EXCLUDED:
            relative_path = path.relative_to(inner.path).as_posix()
            state = FileState.PRESENT if file.state is FileState.GONE else file.state
            content = file.size_bytes, file.mtime_ns, state, file.document_id
            upsert(connection, [NewFile(inner.id, relative_path, *content, run_id=file.run_id)])
            drop(connection, [file.id])
    mark_present(connection, staying)


def set_time(connection: Connection, file_id: int, former_ns: int, modified_ns: int) -> None:
    """Note another time of change of a file that has the same bytes; not where one is to be read.

    ``former_ns`` is the time that it had: with another one, the next import looks at the file.
    """
    is_it = (files.c.id == file_id) & (files.c.mtime_ns == former_ns)
    connection.execute(update(files).where(is_it).values(mtime_ns=modified_ns))


def mark_skipped(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Note that the user wants files left alone forever."""
    _set_state(connection, ids, {"state": FileState.SKIPPED})


def mark_unread(connection: Connection, ids: Ids | Iterable[int]) -> None:
    """Let the next import read files again, those too that the user wanted skipped."""
    back = _back_from(FileState.SKIPPED)
    _set_state(connection, ids, {"mtime_ns": _NEVER_NS, "state": back})


def drop(connection: Connection, ids: Ids | Iterable[int]) -> int:
    """Delete files, and the documents that are nowhere else; return how many of these."""
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


def ids_by_place(connection: Connection, states: Collection[FileState]) -> Ids:
    """Ids of all files in one of these states, by the path of the folder and then in it."""
    is_wanted: ColumnElement[bool] = files.c.state.in_(states)
    if FileState.DAMAGED in states:
        is_wanted = or_(is_wanted, files.c.state.not_in(FileState))
    statement = select(files.c.id).outerjoin_from(files, folders).where(is_wanted)
    return fetch_ids(connection, statement.order_by(folders.c.path, files.c.relative_path))


def rows(connection: Connection, ids: Ids | Iterable[int]) -> list[FileRow]:
    """Files in the order of the ids; ids of deleted files are left out.

    Of one whose row is damaged only its place is known, as far as that can be read.
    """
    ids = [int(file_id) for file_id in ids]
    if not ids:
        return []

    def fetch(some: Sequence[int]) -> list[FileRow]:
        found = connection.execute(_columns().where(listed(files.c.id)), {"ids": json_list(some)})
        by_id = {row.id: require_types(FileRow(*row), _row_types()) for row in found}
        return [by_id[file_id] for file_id in some if file_id in by_id]

    return checked_rows(ids, fetch, partial(_damaged_row, connection))


def names(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, str]:
    """The name of each file by its id; ids of deleted files are left out."""
    statement = select(files.c.id, files.c.name).where(listed(files.c.id))
    found = connection.execute(statement, {"ids": json_list(ids)})
    return {row.id: row.name for row in found}


def paths(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, str]:
    """The path of each file by its id, as ``FileRow.path``; ids of deleted files are left out."""
    found = driver_cursor(connection).execute(_PATHS, (json_list(ids),))
    return {file_id: _path(*place) for file_id, *place in found}


def of_documents(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, list[FileRow]]:
    """The files of several documents: present ones first, then as they were found."""
    columns = files.c.id, files.c.document_id
    statement = _in_order(select(*columns).where(listed(files.c.document_id)))
    placed = connection.execute(statement, {"ids": json_list(ids)}).all()
    by_id = {row.id: row for row in rows(connection, (file_id for file_id, _ in placed))}
    by_document: dict[int, list[FileRow]] = {}
    for file_id, document_id in placed:
        by_document.setdefault(document_id, []).append(by_id[file_id])
    return by_document


def document_at(connection: Connection, folder_id: int, relative_path: str) -> int | None:
    """The document of the file at a place, there or gone; None where there is none."""
    statement = select(files.c.document_id).where(
        files.c.folder_id == folder_id, files.c.relative_path == relative_path
    )
    return connection.execute(statement).scalar_one_or_none()


def is_known(connection: Connection, folder_id: int, relative_path: str) -> bool:
    """Whether there is a row of the file at a place, in whatever state."""
    statement = select(files.c.id).where(
        files.c.folder_id == folder_id, files.c.relative_path == relative_path
    )
    return connection.execute(statement).first() is not None


def problem_ids(connection: Connection, reason: str | None = None) -> Ids:
    """Ids of the files that failed, all or for one reason; ``rows`` gives a page of them."""
    statement = select(files.c.id).where(files.c.state == FileState.FAILED).order_by(files.c.id)
    if reason is not None:
        statement = statement.where(files.c.reason == reason)
    return fetch_ids(connection, statement)


def present_paths(rows: Iterable[FileRow]) -> tuple[str, ...]:
    """The paths of those of the files that are present, in order."""
    return tuple(sorted(row.path for row in rows if row.state is FileState.PRESENT))


def _path(folder: str, relative_path: str, name: str) -> str:
    """Of stored texts; raises DamagedValueError, also where the name is not that of the path."""
    inside, _, last = unescape(relative_path).rpartition("/")
    if last != unescape(name):
        raise DamagedValueError(f"{name!r} is not the name in {relative_path!r}")
    if last in _NO_NAMES or not _SEPARATORS.isdisjoint(last):
        return str(Path(unescape(folder)) / inside / last)
    return _directory(unescape(folder), inside) + last


@lru_cache(maxsize=1024)
def _directory(folder: str, inside: str) -> str:
    """What stands before the names of the files in it: most files stand beside others."""
    return str(Path(folder) / inside / "x")[:-1]


def name_of(relative_path: str) -> str:
    """The last part of a path."""
    return relative_path.rpartition("/")[2]


def _set_state(connection: Connection, ids: Ids | Iterable[int], values: dict[str, Any]) -> None:
    statement = update(files).where(listed(files.c.id)).values(values)
    connection.execute(statement, {"ids": json_list(ids)})


def _unless_skipped(state: FileState) -> ColumnElement[str]:
    skipped = case((files.c.state == FileState.SKIPPED, FileState.SKIPPED.value))
    return func.coalesce(skipped, state.value)


def _back_from(*states: FileState) -> ColumnElement[str]:
    """What files in these states were before, as far as they show; the state of all others."""
    return case(
        (files.c.state.not_in(states), files.c.state),
        (files.c.reason.is_not(None), FileState.FAILED.value),
        (files.c.document_id.is_(None), FileState.CONTAINER.value),
        else_=FileState.PRESENT.value,
    )


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
        files.c.run_id,
    ).outerjoin_from(files, folders)


@cache
def _row_types() -> Types:
    return types_of(FileRow)


def _damaged_row(connection: Connection, file_id: int) -> FileRow:
    """What can be read of a file; bytes that are no text are shown by their numbers."""
    statement = "SELECT folder_id, document_id, {} FROM files LEFT JOIN folders ON folders.id ="
    texts = "CAST(path AS BLOB), CAST(relative_path AS BLOB), CAST(name AS BLOB)"
    cursor = driver_cursor(connection)
    try:
        found = cursor.execute(
            f"{statement.format(texts)} folder_id WHERE files.id = ?", (file_id,)
        ).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        found = None
    folder_id, document_id, *names = found or (None, None, None, None, None)
    folder, relative_path, name = (
        name.decode("utf-8", "backslashreplace") if isinstance(name, bytes) else ""
        for name in names
    )
    return FileRow(
        id=file_id,
        folder_id=folder_id if isinstance(folder_id, int) else 0,
        folder=folder,
        relative_path=relative_path,
        name=name,
        size_bytes=0,
        mtime_ns=0,
        document_id=document_id if isinstance(document_id, int) else None,
        state=FileState.DAMAGED,
        reason=None,
        detail=None,
    )


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
