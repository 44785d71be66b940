"""How many files there are, and which failed."""

from __future__ import annotations

from sqlalchemy import Connection

from simhash_gui.store import file_counts
from simhash_gui.store.records import FileState
from tests.unit.store.builders import file, folder, placed

NONE = dict.fromkeys(FileState, 0)


def test_an_empty_library_has_no_files_in_any_state(connection: Connection) -> None:
    assert file_counts.by_state(connection) == NONE
    assert file_counts.by_folder(connection) == {}


def test_files_are_counted_by_state_and_by_folder(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")
    placed(
        connection,
        file(one, "a"),
        file(one, "b", state=FileState.FAILED),
        file(other, "c"),
        file(other, "d"),
    )

    assert file_counts.by_state(connection) == NONE | {FileState.PRESENT: 3, FileState.FAILED: 1}
    assert file_counts.by_folder(connection) == {
        one: NONE | {FileState.PRESENT: 1, FileState.FAILED: 1},
        other: NONE | {FileState.PRESENT: 2},
    }


def test_failed_files_of_a_folder_are_listed_with_their_reasons(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")
    placed(
        connection,
        file(one, "a"),
        file(one, "caf\udce9", state=FileState.FAILED, reason="decoding"),
        file(other, "c", state=FileState.FAILED, reason="empty"),
    )

    assert file_counts.failed_paths(connection, one) == {"caf\udce9": "decoding"}
