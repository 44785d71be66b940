"""Import runs are noted from beginning to end."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.types import ImportRunState
from simhash_gui.store.repositories import import_runs
from simhash_gui.store.repositories.import_runs import ImportRun
from tests.store.builders import all_runs

REQUEST = {"folders": ["/texts", "caf\udce9"], "workers": 2}


def test_a_run_begins_as_running_with_what_was_asked(connection: Connection) -> None:
    run_id = import_runs.start(connection, "import", REQUEST, 100)

    assert all_runs(connection) == [
        ImportRun(run_id, "import", ImportRunState.RUNNING, 100, None, REQUEST, {})
    ]


@pytest.mark.parametrize(
    "state", [ImportRunState.FINISHED, ImportRunState.CANCELLED, ImportRunState.FAILED]
)
def test_how_a_run_ended_is_kept(connection: Connection, state: ImportRunState) -> None:
    run_id = import_runs.start(connection, "import", {}, 100)

    import_runs.finish(connection, run_id, state, {"read": 9}, 200)

    assert all_runs(connection) == [ImportRun(run_id, "import", state, 100, 200, {}, {"read": 9})]


def test_runs_that_did_not_end_are_closed_as_interrupted(connection: Connection) -> None:
    ended = import_runs.start(connection, "import", {}, 1)
    import_runs.finish(connection, ended, ImportRunState.FINISHED, {"read": 1}, 2)
    import_runs.start(connection, "import", {}, 3)

    assert import_runs.close_interrupted(connection) == 1

    assert [(run.state, run.counts, run.finished_at_ms) for run in all_runs(connection)] == [
        (ImportRunState.FINISHED, {"read": 1}, 2),
        (ImportRunState.INTERRUPTED, {}, None),
    ]
    assert import_runs.close_interrupted(connection) == 0


def test_runs_are_found_by_id(connection: Connection) -> None:
    one = import_runs.start(connection, "import", {"limits": {"size_bytes": 5}}, 1)
    other = import_runs.start(connection, "import", {}, 2)
    import_runs.start(connection, "import", {}, 3)

    assert import_runs.by_id(connection, [one, other, 99]) == {
        one: ImportRun(
            one, "import", ImportRunState.RUNNING, 1, None, {"limits": {"size_bytes": 5}}, {}
        ),
        other: ImportRun(other, "import", ImportRunState.RUNNING, 2, None, {}, {}),
    }


def test_the_last_run_that_came_to_its_end_is_reported(connection: Connection) -> None:
    assert import_runs.last_finished(connection, "import") == 0
    states = (ImportRunState.FINISHED, ImportRunState.CANCELLED, ImportRunState.FAILED)
    ids = [import_runs.start(connection, "import", {}, number) for number in range(3)]
    for number, state in zip(ids, states, strict=True):
        import_runs.finish(connection, number, state, {}, 9)
    other = import_runs.start(connection, "read-again", {}, 4)
    import_runs.finish(connection, other, ImportRunState.FINISHED, {}, 9)

    assert import_runs.last_finished(connection, "import") == ids[0]


def test_a_folder_is_cut_off_until_an_import_of_it_comes_to_its_end(connection: Connection) -> None:
    def run(state: ImportRunState, folders: list[int] | None, kind: str = "import") -> set[int]:
        run_id = import_runs.start(connection, kind, {"folders": folders}, 1)
        if state is not ImportRunState.RUNNING:
            import_runs.finish(connection, run_id, state, {}, 2)
        return import_runs.cut_off_folders(connection, "import", [1, 2, 3])

    assert run(ImportRunState.FINISHED, None) == set()
    assert run(ImportRunState.RUNNING, None) == set()
    assert run(ImportRunState.CANCELLED, [2, 9]) == {2}
    assert run(ImportRunState.FINISHED, [1]) == {2}
    assert run(ImportRunState.FINISHED, [2], "read-again") == {2}
    assert run(ImportRunState.FAILED, None) == {1, 2, 3}
    assert run(ImportRunState.FINISHED, [1, 2]) == {3}
    assert run(ImportRunState.INTERRUPTED, [1]) == {1, 3}
    assert run(ImportRunState.FINISHED, None) == set()


def test_a_damaged_run_says_of_no_folder_that_it_is_cut_off(connection: Connection) -> None:
    for request in ({"folders": [1]}, {"folders": "all of them"}, {"folders": [2]}):
        run_id = import_runs.start(connection, "import", request, 1)
        import_runs.finish(connection, run_id, ImportRunState.CANCELLED, {}, 2)

    assert import_runs.cut_off_folders(connection, "import", [1, 2, 3]) == {1, 2}
