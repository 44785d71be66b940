"""The folders that the user has added, and what each is for.

Paths are kept absolute and normalised without a look at the disk.
Whether one folder lies inside another is for the services to see.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    case,
    delete,
    func,
    select,
    update,
)

from simhash_gui.store.engine.schema import files, folders
from simhash_gui.store.engine.statements import driver_cursor, fetch_ids, insert_into, is_on_server
from simhash_gui.store.engine.types import (
    DamagedValueError,
    FileState,
    FolderRole,
    escape,
    unescape,
)
from simhash_gui.store.repositories import meta
from simhash_gui.store.repositories.checksums import fits, of_row
from simhash_gui.store.repositories.documents import remove_unplaced
from simhash_gui.store.repositories.file_search import is_inside

_SINGLE_FILES = "single_files"
_EMPTY = "empty"
_AS_STORED = """
SELECT id, checksum, CAST(path AS BLOB), CAST(role AS BLOB), added_at_ms FROM folders
"""
_ROLES = frozenset(role.value.encode() for role in FolderRole)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the library; ``path`` is absolute and normalised."""

    id: int
    path: Path
    role: FolderRole
    added_at_ms: int


@dataclass(frozen=True, slots=True)
class FolderRow(Folder):
    """A folder, how many of its files are present or failed, and how many of these failed.

    Empty files have no text but are no failures.
    """

    file_count: int
    failed_count: int
    has_subfolders: bool = False


@dataclass(frozen=True, slots=True)
class Subfolder:
    """A folder below one of the library; counts include all that lies below it.

    ``relative_path`` has ``/`` between its parts and none at the end. An archive with files in it
    is one too.
    """

    folder_id: int
    relative_path: str
    file_count: int
    failed_count: int
    has_subfolders: bool

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.relative_path.rpartition("/")[2]


class RelativeFolderError(ValueError):
    """A folder path that depends on where the program was started."""


def add(connection: Connection, path: Path, role: FolderRole, added_at_ms: int) -> Folder:
    """Add a folder, or return the one that is there already.

    That one keeps its role: adding a reference folder again must not unprotect it. Raises
    RelativeFolderError.
    """
    normalised = _normalise(path)
    connection.execute(
        insert_into(connection, folders).on_conflict_do_nothing(index_elements=["path"]),
        {
            "path": normalised,
            "role": role,
            "added_at_ms": added_at_ms,
            "checksum": of_row(normalised, role, added_at_ms),
        },
    )
    return _folder(connection.execute(_columns().where(folders.c.path == normalised)).one())


def list_all(connection: Connection) -> list[Folder]:
    """All folders by path."""
    return [_folder(row) for row in connection.execute(_columns().order_by(folders.c.path))]


def damaged_ids(connection: Connection) -> list[int]:
    """The folders that are not what was noted."""
    rows = driver_cursor(connection).execute(_AS_STORED)
    return [number for number, *row in rows if not _is_sound(*row)]


def untouched_paths(connection: Connection) -> set[str]:
    """Of folders in which nothing is done to files, for their role or as they are damaged."""
    rows = driver_cursor(connection).execute(_AS_STORED)
    return {
        unescape(path.decode(errors="replace"))
        for _, checksum, path, role, added_at_ms in rows
        if role != FolderRole.NORMAL.encode() or not _is_sound(checksum, path, role, added_at_ms)
    }


def _is_sound(checksum: object, path: object, role: object, added_at_ms: object) -> bool:
    return role in _ROLES and fits(checksum, of_row, path, role, added_at_ms)


def list_counted(connection: Connection) -> list[FolderRow]:
    """All folders by path, with their files counted; looks at every file."""
    has_subfolders = _slash(connection, files.c.relative_path) > 0
    counted = select(files.c.folder_id, *_counts(has_subfolders)).group_by(files.c.folder_id)
    by_id = {row[0]: tuple(row[1:]) for row in connection.execute(counted)}
    return [
        FolderRow(row.id, row.path, row.role, row.added_at_ms, there, failed, bool(deeper))
        for row in list_all(connection)
        for there, failed, deeper in [by_id.get(row.id, (0, 0, 0))]
    ]


def subfolders(connection: Connection, folder_id: int, inside: str = "") -> list[Subfolder]:
    """The folders directly in a folder, or in its subfolder ``inside``, by path."""
    prefix = f"{inside}/" if inside else ""
    text = files.c.relative_path.type
    rest = func.substr(files.c.relative_path, len(escape(prefix)) + 1, type_=text)
    slash = _slash(connection, rest)
    part = func.substr(rest, 1, slash - 1, type_=text).label("part")
    below = _slash(connection, func.substr(rest, slash + 1, type_=text))
    statement = select(part, *_counts(below > 0))
    statement = statement.where(files.c.folder_id == folder_id, slash > 0).group_by("part")
    if inside:
        statement = statement.where(is_inside(connection, inside))
    found = [
        Subfolder(folder_id, prefix + name, there, failed, bool(deeper))
        for name, there, failed, deeper in connection.execute(statement)
        if there
    ]
    return sorted(found, key=lambda row: row.name.casefold())


def _counts(has_subfolders: ColumnElement[bool]) -> tuple[ColumnElement[int], ...]:
    """How many files are there, how many of these failed, and how many lie in subfolders."""
    is_failed = (files.c.state == FileState.FAILED) & (func.coalesce(files.c.reason, "") != _EMPTY)
    is_there = files.c.state.in_((FileState.PRESENT, FileState.FAILED))
    conditions = (is_there, is_failed, is_there & has_subfolders)
    there, failed, deeper = (func.sum(case((each, 1), else_=0)) for each in conditions)
    return there, failed, deeper


def _slash(connection: Connection, path: ColumnElement[str]) -> ColumnElement[int]:
    """Where the first ``/`` stands, from 1; 0 where there is none."""
    find = func.strpos if is_on_server(connection) else func.instr
    return find(path, "/", type_=Integer())


def single_files(connection: Connection) -> dict[Path, frozenset[str]]:
    """The folders of which only certain files are imported, and the names of these."""
    text = meta.read(connection, _SINGLE_FILES)
    known = {row.path for row in list_all(connection)}
    try:
        listed = json.loads(text or "{}").items()
        kept = {Path(folder): frozenset(names) for folder, names in listed}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedValueError(f"the list of single files cannot be read: {error}") from error
    return {folder: names for folder, names in kept.items() if folder in known}


def set_single_files(connection: Connection, names: Mapping[Path, Collection[str]]) -> None:
    """Keep of which folders only certain files are imported; all others are imported whole."""
    text = json.dumps({str(folder): sorted(some) for folder, some in names.items()})
    meta.write(connection, _SINGLE_FILES, text)


def set_role(connection: Connection, folder_id: int, role: FolderRole) -> None:
    """Change what a folder is for."""
    found = connection.execute(_columns().where(folders.c.id == folder_id)).one_or_none()
    if found is not None:
        values = {"role": role, "checksum": of_row(found.path, role, found.added_at_ms)}
        connection.execute(update(folders).where(folders.c.id == folder_id).values(values))


def remove(connection: Connection, folder_id: int) -> int:
    """Delete a folder, its files, and the documents that are nowhere else; return how many.

    Nothing on the disk is touched.
    """
    placed = select(files.c.document_id).where(
        files.c.folder_id == folder_id, files.c.document_id.is_not(None)
    )
    ids = fetch_ids(connection, placed.distinct())
    connection.execute(delete(folders).where(folders.c.id == folder_id))
    return remove_unplaced(connection, ids)


def _columns() -> Select[Any]:
    columns = folders.c
    return select(columns.id, columns.path, columns.role, columns.added_at_ms, columns.checksum)


def _folder(row: Row[Any]) -> Folder:
    """One that is not what was noted counts as a reference: nothing of it is touched."""
    is_as_noted = fits(row.checksum, of_row, row.path, row.role, row.added_at_ms)
    role = row.role if is_as_noted else FolderRole.REFERENCE
    return Folder(row.id, Path(row.path), role, row.added_at_ms)


def _normalise(path: Path) -> str:
    if not path.is_absolute():
        raise RelativeFolderError(f"{str(path)!r} is not an absolute path")
    return os.path.normpath(path)
