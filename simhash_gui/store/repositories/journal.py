"""The journal: runs of acts on files, written before each act and after it.

An act is a row from the moment that its run begins, so that a run which was cut off still says what
was to be done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import BigInteger, Connection, Row, case, cast, func, insert, or_, select, update

from simhash_gui.store.engine.schema import journal, review_runs
from simhash_gui.store.engine.types import Act, ActState, FileState, Ids, ReviewRunState
from simhash_gui.store.repositories import files

CALLED_OFF = "the run was undone before this was done"
"""The detail of an act that was not done: it is skipped, as those are that could not be."""

_TAKES_AWAY = (Act.SET_ASIDE, Act.TRASH, Act.MOVE)


@dataclass(frozen=True, slots=True)
class NewAct:
    """An act that is going to be done."""

    path: str
    keeps: str
    act: Act
    reason: str
    size_bytes: int
    target: str | None
    facts: str | None


@dataclass(frozen=True, slots=True)
class JournalAct(NewAct):
    """An act of a run. ``target`` is where the file is now, ``facts`` what the disk said, as JSON.

    ``detail`` says why it was skipped, or why it could not be undone.
    """

    id: int
    run_id: int
    state: ActState
    detail: str | None

    @property
    def outcome(self) -> ActState:
        """What became of it, for people: what was only called off is planned, not skipped."""
        return ActState.PLANNED if self.detail == CALLED_OFF else self.state


@dataclass(frozen=True, slots=True)
class ReviewRun:
    """A run of acts by a person; ``folder_name`` is what its files set aside are below.

    ``called_off`` is how many of those skipped were only not done yet when the run was undone.
    """

    id: int
    state: ReviewRunState
    started_at_ms: int
    finished_at_ms: int | None
    folder_name: str
    person: str
    counts: dict[ActState, int]
    done_bytes: int
    called_off: int

    @property
    def outcomes(self) -> dict[ActState, int]:
        """How many acts have which outcome."""
        counted = Counter(self.counts)
        counted[ActState.SKIPPED] -= self.called_off
        counted[ActState.PLANNED] += self.called_off
        return {state: counted[state] for state in ActState if counted[state]}


def start(
    connection: Connection,
    acts: Iterable[NewAct],
    folder_name: str,
    started_at_ms: int,
    person: str,
) -> int:
    """Write down a run with all its acts; its id."""
    values = {
        "state": ReviewRunState.RUNNING,
        "started_at_ms": started_at_ms,
        "folder_name": folder_name,
        "person": person,
    }
    begun = insert(review_runs).values(values).returning(review_runs.c.id)
    run_id = connection.execute(begun).scalar_one()
    rows = [
        {
            "run_id": run_id,
            "path": each.path,
            "keeps": each.keeps,
            "act": each.act,
            "reason": each.reason,
            "size_bytes": each.size_bytes,
            "state": ActState.PLANNED,
            "target": each.target,
            "facts": each.facts,
        }
        for each in acts
    ]
    if rows:
        connection.execute(insert(journal), rows)
    return int(run_id)


def set_run_state(
    connection: Connection, run_id: int, state: ReviewRunState, finished_at_ms: int | None
) -> None:
    """Say what became of a run."""
    values = {"state": state, "finished_at_ms": finished_at_ms}
    connection.execute(update(review_runs).where(review_runs.c.id == run_id).values(values))


def set_act(
    connection: Connection, act_id: int, state: ActState, **values: str | int | None
) -> None:
    """Say how far an act is; ``values`` are further columns: detail, target, facts, size_bytes."""
    changed = {"state": state, **values}
    connection.execute(update(journal).where(journal.c.id == act_id).values(changed))


def runs(connection: Connection) -> list[ReviewRun]:
    """All runs, the latest first."""
    counted = select(
        journal.c.run_id,
        journal.c.state,
        func.count(),
        cast(func.sum(journal.c.size_bytes), BigInteger),
    ).group_by(journal.c.run_id, journal.c.state)
    counts: dict[int, dict[ActState, int]] = {}
    sizes: dict[int, int] = {}
    for run_id, state, number, size in connection.execute(counted):
        counts.setdefault(run_id, {})[state] = number
        if state is ActState.DONE:
            sizes[run_id] = size
    not_done = select(journal.c.run_id, func.count().label("called_off")).where(
        journal.c.state == ActState.SKIPPED, journal.c.detail == CALLED_OFF
    )
    grouped = not_done.group_by(journal.c.run_id)
    called_off = {row.run_id: int(row.called_off) for row in connection.execute(grouped)}
    columns = review_runs.c
    statement = select(
        columns.id,
        columns.state,
        columns.started_at_ms,
        columns.finished_at_ms,
        columns.folder_name,
        columns.person,
    ).order_by(columns.id.desc())
    return [
        ReviewRun(*row, counts.get(row.id, {}), sizes.get(row.id, 0), called_off.get(row.id, 0))
        for row in connection.execute(statement)
    ]


def acts(
    connection: Connection,
    run_id: int | None = None,
    states: Collection[ActState] = tuple(ActState),
    path: str | None = None,
    limit: int | None = None,
) -> list[JournalAct]:
    """The acts of a run, or of all, in their order; at one path, or at any.

    With a ``limit`` those that could not be done come first, and those not done yet last.
    """
    statement = select(journal).where(journal.c.state.in_(states))
    if limit is not None:
        is_left = or_(journal.c.state == ActState.PLANNED, journal.c.detail == CALLED_OFF)
        order = case((is_left, 2), (journal.c.state == ActState.DONE, 1), else_=0)
        statement = statement.order_by(order).limit(limit)
    statement = statement.order_by(journal.c.id)
    if run_id is not None:
        statement = statement.where(journal.c.run_id == run_id)
    if path is not None:
        statement = statement.where(journal.c.path == path)
    return [_act(row) for row in connection.execute(statement)]


def taken_away(connection: Connection) -> Ids:
    """Files that are gone because an act took them away, which is not undone; ascending."""
    statement = select(journal.c.path).where(
        journal.c.state == ActState.DONE, journal.c.act.in_(_TAKES_AWAY)
    )
    taken = set(connection.execute(statement).scalars())
    gone = files.ids_in_state(connection, FileState.GONE) if taken else ()
    paths = files.paths(connection, gone)
    return np.array([number for number in gone if paths.get(number) in taken], np.int64)


def lost(connection: Connection) -> Ids:
    """All other files that are gone; ascending."""
    gone = files.ids_in_state(connection, FileState.GONE)
    ids: Ids = np.setdiff1d(gone, taken_away(connection))
    return ids


def _act(row: Row[Any]) -> JournalAct:
    return JournalAct(
        path=row.path,
        keeps=row.keeps,
        act=row.act,
        reason=row.reason,
        size_bytes=row.size_bytes,
        target=row.target,
        facts=row.facts,
        id=row.id,
        run_id=row.run_id,
        state=row.state,
        detail=row.detail,
    )
