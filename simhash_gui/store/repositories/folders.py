"""The folders that the user has added, and what each is for.

Paths are kept absolute and normalised by their letters alone; nothing is looked up on the disk.
Whether one folder lies inside another is for the services to see.
"""

from __future__ import annotations

import os
from typing import Any

from sqlalchemy import Connection, Select, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from simhash_gui.store.engine.schema import files, folders
from simhash_gui.store.records import FolderRole, FolderRow
from simhash_gui.store.repositories.documents import remove_unplaced
from simhash_gui.store.statements import fetch_ids


class RelativeFolderError(ValueError):
    """A folder path that depends on where the program was started."""


def add(connection: Connection, path: str, role: FolderRole, added_at_ms: int) -> FolderRow:
    """Add a folder, or return the one that is there already.

    That one keeps its role: adding a reference folder again must not unprotect it. Raises
    RelativeFolderError.
    """
    normalised = _normalise(path)
    connection.execute(
        insert(folders).on_conflict_do_nothing(index_elements=["path"]),
        {"path": normalised, "role": role, "added_at_ms": added_at_ms},
    )
    row = connection.execute(_columns().where(folders.c.path == normalised)).one()
    return FolderRow(*row)


def list_all(connection: Connection) -> list[FolderRow]:
    """All folders by path."""
    return [FolderRow(*row) for row in connection.execute(_columns().order_by(folders.c.path))]


def get(connection: Connection, folder_id: int) -> FolderRow | None:
    """One folder, or None."""
    row = connection.execute(_columns().where(folders.c.id == folder_id)).one_or_none()
    return None if row is None else FolderRow(*row)


def set_role(connection: Connection, folder_id: int, role: FolderRole) -> None:
    """Change what a folder is for."""
    connection.execute(update(folders).where(folders.c.id == folder_id).values(role=role))


def remove(connection: Connection, folder_id: int) -> int:
    """Drop a folder, its files, and the documents that are nowhere else; return how many those."""
    placed = select(files.c.document_id).where(
        files.c.folder_id == folder_id, files.c.document_id.is_not(None)
    )
    ids = fetch_ids(connection, placed.distinct())
    connection.execute(delete(folders).where(folders.c.id == folder_id))
    return remove_unplaced(connection, ids)


def _columns() -> Select[Any]:
    return select(folders.c.id, folders.c.path, folders.c.role, folders.c.added_at_ms)


def _normalise(path: str) -> str:
    if not os.path.isabs(path):  # noqa: PTH117 - names need not be valid for pathlib's system
        raise RelativeFolderError(f"{path!r} is not an absolute path")
    return os.path.normpath(path)
