"""Which document each file holds, for telling what has moved."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.records import FileState
from simhash_gui.store.repositories import placed_files
from simhash_gui.store.repositories.placed_files import PlacedFiles
from tests.store.builders import document, file, folder, placed, stored


@pytest.fixture
def ids(connection: Connection) -> list[int]:
    """Files read by the runs 0, 1 and 2, one that is gone, one that failed."""
    one, two = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    return placed(
        connection,
        file(folder_id, "a", document_id=two),
        file(folder_id, "b", document_id=one, run_id=1),
        file(folder_id, "c", document_id=two, run_id=2),
        file(folder_id, "gone", document_id=one, state=FileState.GONE, run_id=2),
        file(folder_id, "failed", state=FileState.FAILED, run_id=2),
    )


def rows(found: PlacedFiles) -> list[tuple[int, int, int]]:
    columns = (found.file_ids.tolist(), found.document_ids.tolist(), found.run_ids.tolist())
    return list(zip(*columns, strict=True))


def test_among_some_files_those_that_are_present_are_given(
    connection: Connection, ids: list[int]
) -> None:
    assert rows(placed_files.among(connection, reversed(ids))) == [
        (ids[0], 2, 0),
        (ids[1], 1, 1),
        (ids[2], 2, 2),
    ]
    assert len(placed_files.among(connection, [])) == 0


def test_what_was_read_since_a_run_is_given_with_what_is_back(
    connection: Connection, ids: list[int]
) -> None:
    assert rows(placed_files.met_since(connection, 1, [])) == [(ids[2], 2, 2)]
    assert rows(placed_files.met_since(connection, 1, [ids[3]])) == [
        (ids[2], 2, 2),
        (ids[3], 1, 2),
    ]
    assert len(placed_files.met_since(connection, 2, [])) == 0


def test_a_selection_keeps_columns_together(connection: Connection, ids: list[int]) -> None:
    found = placed_files.among(connection, ids)

    assert rows(found.take(found.document_ids == 2)) == [(ids[0], 2, 0), (ids[2], 2, 2)]
