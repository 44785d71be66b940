"""Runs are noted from beginning to end; those without an end can be taken up again."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store import runs
from simhash_gui.store.records import RunRow, RunState

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
