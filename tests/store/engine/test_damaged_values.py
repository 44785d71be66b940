"""Values of another kind than their columns hold: SQLite keeps any."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.services.library.libraries import LibraryDamagedError
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import import_runs
from tests.store.builders import all_runs


def alter(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


@pytest.mark.parametrize("value", ["'{'", "''", "'[]'", "7", "x'ff'", "CAST(x'ff' AS TEXT)"])
def test_a_run_whose_request_is_no_object_is_damage(path: Path, value: str) -> None:
    with Library.create(path) as library, library.write() as connection:
        import_runs.start(connection, "import", {"folders": []}, 1)
        import_runs.close_interrupted(connection)
    alter(path, f"UPDATE runs SET request = {value}")

    with (
        Library.open(path) as library,
        pytest.raises(LibraryDamagedError),
        library.read() as connection,
    ):
        all_runs(connection)
