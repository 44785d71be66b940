"""How many files there are, by folder and by state, and which of a folder failed."""

from __future__ import annotations

from sqlalchemy import Connection, and_, func, or_, select

from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.engine.schema import files
from simhash_gui.store.records import FailedPlace, FileState

_DUPLICATES = """
SELECT coalesce(sum(min(here, number - 1)), 0) FROM (
    SELECT sum(run_id IS ?) AS here, count(*) AS number
    FROM files JOIN folders ON folders.id = folder_id
    WHERE state = 'present' AND document_id IS NOT NULL AND role != 'excluded'
    GROUP BY document_id)
"""


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


def failed(connection: Connection, folder_id: int) -> list[FailedPlace]:
    """The files of a folder that failed, also those that are gone or left out since."""
    away = (FileState.GONE, FileState.LEFT_OUT)
    is_away = and_(files.c.state.in_(away), files.c.reason.is_not(None))
    statement = select(files.c.relative_path, files.c.reason, files.c.run_id).where(
        files.c.folder_id == folder_id, or_(files.c.state == FileState.FAILED, is_away)
    )
    return [FailedPlace(*row) for row in connection.execute(statement.order_by(files.c.id))]


def duplicates_of_run(connection: Connection, run_id: int) -> int:
    """How many of the files that a run has read hold what another file holds too.

    Of several that hold the same, one that was there before counts as the first, or else one of
    those that were read.
    """
    counted: int = driver_cursor(connection).execute(_DUPLICATES, (run_id,)).fetchone()[0]
    return counted
