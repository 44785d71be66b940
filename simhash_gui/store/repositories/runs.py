"""Imports and other long jobs: what was asked, how far it came, how it ended.

A run that is still ``RUNNING`` when its process is no more was cut off by a crash. As only one
process writes to a library, whoever has just opened it for writing knows that of all such runs, and
says so (``close_interrupted``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select, update

from simhash_gui.store.engine.schema import runs
from simhash_gui.store.records import RunRow, RunState
from simhash_gui.store.statements import json_list, listed


def start(connection: Connection, kind: str, request: Mapping[str, Any], started_at_ms: int) -> int:
    """Note a new run and return its id; ``request`` is JSON enough to start it again."""
    statement = insert(runs).returning(runs.c.id)
    values = {
        "kind": kind,
        "state": RunState.RUNNING,
        "started_at_ms": started_at_ms,
        "request": dict(request),
        "counts": {},
    }
    run_id: int = connection.execute(statement, values).scalar_one()
    return run_id


def progress(connection: Connection, run_id: int, counts: Mapping[str, int]) -> None:
    """Note how far a run has come."""
    connection.execute(update(runs).where(runs.c.id == run_id).values(counts=dict(counts)))


def finish(
    connection: Connection,
    run_id: int,
    state: RunState,
    counts: Mapping[str, int],
    finished_at_ms: int,
) -> None:
    """Note how a run ended."""
    connection.execute(
        update(runs)
        .where(runs.c.id == run_id)
        .values(state=state, counts=dict(counts), finished_at_ms=finished_at_ms)
    )


def close_interrupted(connection: Connection) -> int:
    """Note that runs which did not end were cut off; return how many.

    For the only writer, before it starts a run of its own. When they ended nobody knows.
    """
    is_running = runs.c.state == RunState.RUNNING
    statement = update(runs).where(is_running).values(state=RunState.INTERRUPTED)
    return connection.execute(statement).rowcount


def by_id(connection: Connection, ids: Iterable[int]) -> dict[int, RunRow]:
    """Runs by their ids; ids that are none are left out."""
    found = connection.execute(_all_runs().where(listed(runs.c.id)), {"ids": json_list(ids)})
    return {row.id: RunRow(*row) for row in found}


def last_finished(connection: Connection, kind: str) -> int:
    """The id of the last run of a kind that came to its end; 0 when there is none."""
    is_wanted = (runs.c.kind == kind) & (runs.c.state == RunState.FINISHED)
    newest: int | None = connection.execute(
        select(func.max(runs.c.id)).where(is_wanted)
    ).scalar_one()
    return newest or 0


def unfinished(connection: Connection) -> list[RunRow]:
    """Runs that did not end, oldest first."""
    return _fetch(connection, _all_runs().where(runs.c.state == RunState.RUNNING))


def latest(connection: Connection, limit: int = 20) -> list[RunRow]:
    """The runs started last, newest first."""
    return _fetch(connection, _all_runs().order_by(None).order_by(runs.c.id.desc()).limit(limit))


def _all_runs() -> Select[Any]:
    return select(
        runs.c.id,
        runs.c.kind,
        runs.c.state,
        runs.c.started_at_ms,
        runs.c.finished_at_ms,
        runs.c.request,
        runs.c.counts,
    ).order_by(runs.c.id)


def _fetch(connection: Connection, statement: Select[Any]) -> list[RunRow]:
    return [RunRow(*row) for row in connection.execute(statement)]
