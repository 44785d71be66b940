"""How many files there are, and which failed."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.records import FailedPlace, FileState
from simhash_gui.store.repositories import file_counts
from tests.store.builders import document, file, folder, placed, stored

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
        file(one, "caf\udce9", state=FileState.FAILED, reason="decoding", run_id=7),
        file(one, "away", state=FileState.GONE, reason="gone"),
        file(one, "read and away", state=FileState.GONE),
        file(other, "c", state=FileState.FAILED, reason="empty"),
    )

    assert file_counts.failed(connection, one) == [
        FailedPlace("caf\udce9", "decoding", 7),
        FailedPlace("away", "gone", None),
    ]


@pytest.mark.parametrize(
    ("here", "before", "duplicates"),
    [([], [1, 1], 0), ([1], [], 0), ([1, 1, 2], [], 1), ([1, 1, 2], [1], 2), ([3], [3, 3], 1)],
)
def test_duplicates_of_a_run_are_those_that_it_read(
    connection: Connection, here: list[int], before: list[int], duplicates: int
) -> None:
    ids = stored(connection, *(document(number) for number in range(4)))
    folder_id = folder(connection)
    placed(
        connection,
        *(file(folder_id, f"h{n}", document_id=ids[d], run_id=2) for n, d in enumerate(here)),
        *(file(folder_id, f"b{n}", document_id=ids[d], run_id=1) for n, d in enumerate(before)),
        file(folder_id, "gone", document_id=ids[2], state=FileState.GONE, run_id=1),
        file(folder_id, "failed", state=FileState.FAILED, run_id=2),
    )

    assert file_counts.duplicates_of_run(connection, 2) == duplicates
