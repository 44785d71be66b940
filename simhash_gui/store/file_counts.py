"""How many files there are, by folder and by state, and which of a folder failed."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from simhash_gui.store.records import FileState
from simhash_gui.store.schema import files


def by_state(connection: Connection) -> dict[FileState, int]:
    """How many files are in each state; 0 where there are none."""
    statement = select(files.c.state, func.count()).group_by(files.c.state)
    found = {row[0]: row[1] for row in connection.execute(statement)}
    return dict.fromkeys(FileState, 0) | found


def by_folder(connection: Connection) -> dict[int, dict[FileState, int]]:
    """The same for each folder that has files."""
    statement = select(files.c.folder_id, files.c.state, func.count())
    grouped = connection.execute(statement.group_by(files.c.folder_id, files.c.state))
    counts: dict[int, dict[FileState, int]] = {}
    for folder_id, state, count in grouped:
        counts.setdefault(folder_id, dict.fromkeys(FileState, 0))[state] = count
    return counts


def failed_paths(connection: Connection, folder_id: int) -> dict[str, str | None]:
    """The reason of each file of a folder that failed, by relative path."""
    statement = select(files.c.relative_path, files.c.reason).where(
        files.c.folder_id == folder_id, files.c.state == FileState.FAILED
    )
    return {row[0]: row[1] for row in connection.execute(statement)}
