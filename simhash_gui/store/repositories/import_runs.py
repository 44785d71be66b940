"""Import runs: what was asked, how each one ended, what it counted.

A run that is still ``RUNNING`` when its process has ended was cut off by a crash. As only one
process writes to a library, one that has just opened it for writing knows this of all such runs and
notes it (``close_interrupted``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select, update

from simhash_gui.store.engine.schema import import_runs
from simhash_gui.store.engine.statements import json_list, listed
from simhash_gui.store.engine.types import DamagedValueError, ImportRunState
from simhash_gui.store.repositories.checked_rows import checked_rows


@dataclass(frozen=True, slots=True)
class ImportRun:
    """An import: what was asked (``request``) and what came of it."""

    id: int
    kind: str
    state: ImportRunState
    started_at_ms: int
    finished_at_ms: int | None
    request: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)


def start(connection: Connection, kind: str, request: Mapping[str, Any], started_at_ms: int) -> int:
    """Note a new import run and return its id; ``request`` is what was asked, as JSON."""
    statement = insert(import_runs).returning(import_runs.c.id)
    values = {
        "kind": kind,
        "state": ImportRunState.RUNNING,
        "started_at_ms": started_at_ms,
        "request": dict(request),
        "counts": {},
    }
    run_id: int = connection.execute(statement, values).scalar_one()
    return run_id


def finish(
    connection: Connection,
    run_id: int,
    state: ImportRunState,
    counts: Mapping[str, int],
    finished_at_ms: int,
) -> None:
    """Note how a run ended."""
    connection.execute(
        update(import_runs)
        .where(import_runs.c.id == run_id)
        .values(state=state, counts=dict(counts), finished_at_ms=finished_at_ms)
    )


def close_interrupted(connection: Connection) -> int:
    """Note that runs which did not end were cut off; return how many.

    For the only writer, before it starts a run of its own. When they ended is not known.
    """
    is_running = import_runs.c.state == ImportRunState.RUNNING
    statement = update(import_runs).where(is_running).values(state=ImportRunState.INTERRUPTED)
    return connection.execute(statement).rowcount


def by_id(connection: Connection, ids: Iterable[int]) -> dict[int, ImportRun]:
    """Import runs by their ids; unknown ids are left out."""
    found = connection.execute(_all_runs().where(listed(import_runs.c.id)), {"ids": json_list(ids)})
    return {row.id: ImportRun(*row) for row in found}


def last_finished(connection: Connection, kind: str) -> int:
    """The id of the last run of a kind that came to its end; 0 when there is none."""
    is_wanted = (import_runs.c.kind == kind) & (import_runs.c.state == ImportRunState.FINISHED)
    newest: int | None = connection.execute(
        select(func.max(import_runs.c.id)).where(is_wanted)
    ).scalar_one()
    return newest or 0


def cut_off_folders(connection: Connection, kind: str, among: Collection[int]) -> set[int]:
    """The folders whose last run of a kind that has ended did not come to its end.

    ``request["folders"]`` of a run are the ids of its folders; it is about all where there is none.
    A run whose row is damaged tells nothing.
    """

    def fetch(some: Sequence[int]) -> list[tuple[ImportRunState, set[int]]]:
        runs = by_id(connection, some).values()
        return [(run.state, _folders_of(run, among)) for run in runs]

    is_wanted = (import_runs.c.kind == kind) & (import_runs.c.state != ImportRunState.RUNNING)
    newest_first = select(import_runs.c.id).where(is_wanted).order_by(import_runs.c.id.desc())
    undecided, cut_off = set(among), set[int]()
    for run_id in connection.execute(newest_first).scalars().all():
        if not undecided:
            break
        for state, chosen in checked_rows([run_id], fetch, lambda _run_id: None):
            if state is not ImportRunState.FINISHED:
                cut_off |= chosen & undecided
            undecided -= chosen
    return cut_off


def _folders_of(run: ImportRun, among: Collection[int]) -> set[int]:
    asked = run.request.get("folders")
    if asked is not None and not isinstance(asked, list):
        raise DamagedValueError(f"folders of an import: {asked!r}")
    return {folder_id for folder_id in among if asked is None or folder_id in asked}


def _all_runs() -> Select[Any]:
    return select(
        import_runs.c.id,
        import_runs.c.kind,
        import_runs.c.state,
        import_runs.c.started_at_ms,
        import_runs.c.finished_at_ms,
        import_runs.c.request,
        import_runs.c.counts,
    ).order_by(import_runs.c.id)
