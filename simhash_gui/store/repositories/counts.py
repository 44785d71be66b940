"""How much there is in a library: documents, files, problems, copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from simhash_gui.store.engine.schema import REVISIONS, documents, files, folders, recipes
from simhash_gui.store.engine.statements import driver_cursor, is_on_server
from simhash_gui.store.engine.types import DamagedValueError, DocumentState, FileState, FolderRole
from simhash_gui.store.repositories import journal
from simhash_gui.store.repositories.folders import damaged_ids

_DUPLICATES = """
SELECT CAST(coalesce(sum(number - 1), 0) AS BIGINT),
    CAST(coalesce(sum(CASE WHEN was_read < number THEN was_read ELSE number - 1 END), 0) AS BIGINT)
FROM (
    SELECT count(*) AS number,
        sum(CASE WHEN run_id IS NOT DISTINCT FROM ? THEN 1 ELSE 0 END) AS was_read
    FROM files JOIN folders ON folders.id = folder_id
    WHERE state = 'present' AND document_id IS NOT NULL AND role != 'excluded'
    GROUP BY document_id) AS held
"""
_SIZE_ON_SERVER = """
SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
"""
_LOST_FOLDERS = """
SELECT count(DISTINCT folder_id) FROM files WHERE folder_id NOT IN (SELECT id FROM folders)
"""


@dataclass(frozen=True, slots=True)
class LibraryInfo:
    """What a library holds.

    ``documents`` are contents of which a file is present, ``files`` those that are present or
    failed. ``gone_files`` are without those ``set_aside_files`` that an act of a review took away.
    A document is ``fingerprinted`` or ``too_short``; ``recipe_ids`` are those in use. What is in
    ``damaged_folders``, of which the role is not known for certain, is counted as if it were
    searched.
    """

    schema_version: str
    size_bytes: int
    documents: int
    files: int
    fingerprinted: int
    too_short: int
    failed_files: int
    gone_files: int
    set_aside_files: int
    recipe_ids: tuple[str, ...]
    damaged_folders: int


def library_info(connection: Connection) -> LibraryInfo:
    """Counts and sizes of everything; reads each table once."""
    damaged = damaged_ids(connection)
    states = connection.execute(_states_of_contents(damaged)).all()
    if any(state is DocumentState.DAMAGED for state, _, _ in states):
        raise DamagedValueError("the state of some documents is not known")
    by_state = {state: count for state, is_present, count in states if is_present}
    held = files_by_state(connection)
    set_aside = len(journal.taken_away(connection))
    in_use = (
        select(recipes.c.recipe_id)
        .join_from(documents, recipes)
        .where(documents.c.state == DocumentState.FINGERPRINTED)
        .group_by(recipes.c.recipe_id)
    )
    return LibraryInfo(
        schema_version=REVISIONS[-1],
        size_bytes=_size_bytes(connection),
        documents=sum(by_state.values()),
        files=held[FileState.PRESENT] + held[FileState.FAILED],
        fingerprinted=by_state.get(DocumentState.FINGERPRINTED, 0),
        too_short=by_state.get(DocumentState.TOO_SHORT, 0),
        failed_files=held[FileState.FAILED],
        gone_files=held[FileState.GONE] - set_aside,
        set_aside_files=set_aside,
        recipe_ids=tuple(connection.execute(in_use).scalars()),
        damaged_folders=len(damaged) + _lost_folders(connection),
    )


def _states_of_contents(damaged_folders: Sequence[int]) -> Select[Any]:
    """States of documents, whether they are there, and how many; excluded folders do not count."""
    is_excluded = (folders.c.role == FolderRole.EXCLUDED) & folders.c.id.not_in(damaged_folders)
    there = select(files.c.document_id).where(
        files.c.document_id.is_not(None),
        files.c.state == FileState.PRESENT,
        files.c.folder_id.not_in(select(folders.c.id).where(is_excluded)),
    )
    is_there = documents.c.id.in_(there)
    return select(documents.c.state, is_there, func.count()).group_by(documents.c.state, is_there)


def _lost_folders(connection: Connection) -> int:
    """How many folders have files, and no row."""
    (number,) = driver_cursor(connection).execute(_LOST_FOLDERS).fetchone()
    return int(number)


def files_by_state(connection: Connection) -> dict[FileState, int]:
    """How many files are in each state; 0 where there are none.

    Raises DamagedValueError where the state of one is not known.
    """
    found = _pairs(connection, select(files.c.state, func.count()).group_by(files.c.state))
    if FileState.DAMAGED in found:
        raise DamagedValueError("the state of some files is not known")
    return dict.fromkeys(FileState, 0) | found


def failures_by_reason(connection: Connection) -> dict[str, int]:
    """How many files failed, by reason, the most frequent first."""
    number = func.count().label("number")
    statement = (
        select(files.c.reason, number)
        .where(files.c.state == FileState.FAILED)
        .group_by(files.c.reason)
        .order_by(number.desc(), files.c.reason)
    )
    return {reason or "": count for reason, count in connection.execute(statement)}


def duplicates(connection: Connection, run_id: int) -> tuple[int, int]:
    """How many files hold what another file holds too: all, and those that an import run has read.

    Of several that hold the same, one that was there before counts as the first, or else one of
    those that were read.
    """
    found: tuple[int, int] = driver_cursor(connection).execute(_DUPLICATES, (run_id,)).fetchone()
    return found


def _pairs(connection: Connection, statement: Select[Any]) -> dict[Any, int]:
    return {row[0]: row[1] for row in connection.execute(statement)}


def _size_bytes(connection: Connection) -> int:
    if is_on_server(connection):
        return int(connection.exec_driver_sql(_SIZE_ON_SERVER).scalar_one())
    return _pragma(connection, "page_count") * _pragma(connection, "page_size")


def _pragma(connection: Connection, name: str) -> int:
    value: int = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    return value
