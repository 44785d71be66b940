"""Runs are noted from beginning to end; those without an end can be taken up again."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.records import RunRow, RunState
from simhash_gui.store.repositories import runs

REQUEST = {"folders": ["/texts", "caf\udce9"], "workers": 2}


def test_a_run_begins_as_running_with_what_was_asked(connection: Connection) -> None:
    run_id = runs.start(connection, "import", REQUEST, 100)

    assert runs.unfinished(connection) == [
        RunRow(run_id, "import", RunState.RUNNING, 100, None, REQUEST, {})
    ]


def test_progress_is_kept(connection: Connection) -> None:
    run_id = runs.start(connection, "import", REQUEST, 100)

    runs.progress(connection, run_id, {"read": 5})
    runs.progress(connection, run_id, {"read": 7, "failed": 1})

    assert runs.unfinished(connection)[0].counts == {"read": 7, "failed": 1}


@pytest.mark.parametrize("state", [RunState.FINISHED, RunState.CANCELLED, RunState.FAILED])
def test_a_run_that_ended_is_not_unfinished(connection: Connection, state: RunState) -> None:
    run_id = runs.start(connection, "import", {}, 100)

    runs.finish(connection, run_id, state, {"read": 9}, 200)

    assert runs.unfinished(connection) == []
    assert runs.latest(connection) == [RunRow(run_id, "import", state, 100, 200, {}, {"read": 9})]


def test_unfinished_runs_come_oldest_first_and_the_latest_newest_first(
    connection: Connection,
) -> None:
    ids = [runs.start(connection, "import", {}, time_ms) for time_ms in (1, 2, 3)]

    assert [run.id for run in runs.unfinished(connection)] == ids
    assert [run.id for run in runs.latest(connection, limit=2)] == [ids[2], ids[1]]


def test_runs_that_did_not_end_are_closed_as_interrupted(connection: Connection) -> None:
    ended = runs.start(connection, "import", {}, 1)
    runs.finish(connection, ended, RunState.FINISHED, {"read": 1}, 2)
    cut_off = runs.start(connection, "import", {}, 3)
    runs.progress(connection, cut_off, {"read": 5})

    assert runs.close_interrupted(connection) == 1

    assert runs.unfinished(connection) == []
    assert [(run.state, run.counts, run.finished_at_ms) for run in runs.latest(connection)] == [
        (RunState.INTERRUPTED, {"read": 5}, None),
        (RunState.FINISHED, {"read": 1}, 2),
    ]
    assert runs.close_interrupted(connection) == 0


def test_runs_are_found_by_id(connection: Connection) -> None:
    one = runs.start(connection, "import", {"limits": {"size_bytes": 5}}, 1)
    other = runs.start(connection, "import", {}, 2)
    runs.start(connection, "import", {}, 3)

    assert runs.by_id(connection, [one, other, 99]) == {
        one: RunRow(one, "import", RunState.RUNNING, 1, None, {"limits": {"size_bytes": 5}}, {}),
        other: RunRow(other, "import", RunState.RUNNING, 2, None, {}, {}),
    }


def test_the_last_run_that_came_to_its_end_is_told(connection: Connection) -> None:
    assert runs.last_finished(connection, "import") == 0
    states = (RunState.FINISHED, RunState.CANCELLED, RunState.FAILED)
    ids = [runs.start(connection, "import", {}, number) for number in range(3)]
    for number, state in zip(ids, states, strict=True):
        runs.finish(connection, number, state, {}, 9)
    other = runs.start(connection, "read-again", {}, 4)
    runs.finish(connection, other, RunState.FINISHED, {}, 9)

    assert runs.last_finished(connection, "import") == ids[0]
