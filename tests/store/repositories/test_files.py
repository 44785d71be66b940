"""Files are remembered by place; failed ones are the library's problems."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.types import FileState, Ids
from simhash_gui.store.repositories import counts, documents, files
from simhash_gui.store.repositories.files import FileRow
from tests.store.builders import RECIPE, document, file, folder, placed, stored

NAMES = [
    "notes.txt",
    "a/b/会议.md",
    "line\nbreak",
    "caf\udce9.txt",
    "\x1a",
    "x" * 255,
    "a\\b'c\"%_",
    "letters.zip!/a//b.txt",
    "letters.zip!/./c:d.txt",
    "letters.zip!/e/.",
    "letters.zip!/e/..",
    "letters.zip!/e/",
]


def states(connection: Connection, *ids: int) -> list[FileState]:
    return [row.state for row in files.rows(connection, ids)]


@pytest.mark.parametrize("relative_path", NAMES)
def test_any_path_comes_back_as_it_went_in(connection: Connection, relative_path: str) -> None:
    (file_id,) = placed(connection, file(folder(connection), relative_path))

    (row,) = files.rows(connection, [file_id])
    assert row.relative_path == relative_path
    assert row.name == relative_path.rsplit("/", maxsplit=1)[-1]
    assert files.paths(connection, [file_id]) == {file_id: row.path}


def test_everything_given_comes_back(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection, "/texts")
    (file_id,) = placed(
        connection,
        file(
            folder_id,
            "a/b.txt",
            size_bytes=2**40,
            mtime_ns=2**62,
            document_id=document_id,
            state=FileState.FAILED,
            reason="decoding",
            detail="at byte 7 of caf\udce9.txt",
        ),
    )

    assert files.rows(connection, [file_id]) == [
        FileRow(
            id=file_id,
            folder_id=folder_id,
            folder="/texts",
            relative_path="a/b.txt",
            name="b.txt",
            size_bytes=2**40,
            mtime_ns=2**62,
            document_id=document_id,
            state=FileState.FAILED,
            reason="decoding",
            detail="at byte 7 of caf\udce9.txt",
        )
    ]


def test_a_file_that_changed_is_overwritten_in_its_place(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)
    (file_id,) = placed(
        connection, file(folder_id, "a", state=FileState.FAILED, reason="timeout", detail="slow")
    )

    (again,) = placed(
        connection, file(folder_id, "a", size_bytes=7, mtime_ns=8, document_id=document_id)
    )

    (row,) = files.rows(connection, [again])
    assert again == file_id
    assert (row.size_bytes, row.mtime_ns, row.document_id) == (7, 8, document_id)
    assert (row.state, row.reason, row.detail) == (FileState.PRESENT, None, None)


def test_another_detail_is_noted_and_all_else_stays(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")
    ids = placed(
        connection,
        *(file(one, name, detail="before", size_bytes=7) for name in NAMES[:4]),
        file(other, NAMES[0], detail="before"),
    )

    files.set_details(
        connection, [(one, NAMES[0], None), (one, NAMES[3], "caf\udce9"), (one, "x", "")]
    )

    rows = files.rows(connection, ids)
    assert [row.detail for row in rows] == [None, "before", "before", "caf\udce9", "before"]
    assert [row.size_bytes for row in rows][:4] == [7] * 4


def test_the_same_path_in_two_folders_is_two_files(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")

    ids = placed(connection, file(one, "a"), file(other, "a"))

    assert [row.folder for row in files.rows(connection, ids)] == ["/one", "/other"]


def test_rows_come_in_the_order_of_the_ids_without_deleted_files(
    connection: Connection,
) -> None:
    first, second = placed(connection, *(file(folder(connection), name) for name in "ab"))

    rows = files.rows(connection, np.array([second, 99, first]))

    assert [row.id for row in rows] == [second, first]


def test_names_are_told_by_id_without_deleted_files(connection: Connection) -> None:
    home = folder(connection)
    one, other = placed(connection, file(home, "a.txt"), file(home, "deep/b.txt"))

    assert files.names(connection, [other, 99, one]) == {one: "a.txt", other: "b.txt"}


def test_a_file_that_vanished_is_gone_and_keeps_its_document(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    (file_id,) = placed(connection, file(folder(connection), "a", document_id=document_id))

    files.mark_gone(connection, [file_id])

    (row,) = files.rows(connection, [file_id])
    assert (row.state, row.document_id) == (FileState.GONE, document_id)


@pytest.mark.parametrize("mark", [files.mark_gone, files.mark_left_out])
def test_a_file_that_is_back_is_what_it_was_before(
    connection: Connection, mark: Callable[[Connection, Ids], None]
) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)
    ids = placed(
        connection,
        file(folder_id, "good", document_id=document_id),
        file(folder_id, "failed", state=FileState.FAILED, reason="decoding"),
        file(folder_id, "archive.zip", state=FileState.CONTAINER),
    )
    mark(connection, np.array(ids))
    away = FileState.GONE if mark is files.mark_gone else FileState.LEFT_OUT
    assert states(connection, *ids) == [away] * 3

    files.mark_present(connection, np.array(ids))

    assert states(connection, *ids) == [FileState.PRESENT, FileState.FAILED, FileState.CONTAINER]


def test_what_was_left_out_and_goes_is_read_when_it_comes_back(connection: Connection) -> None:
    folder_id = folder(connection)
    ids = placed(
        connection,
        file(folder_id, "left out", state=FileState.LEFT_OUT, mtime_ns=5),
        file(folder_id, "present", mtime_ns=5),
    )

    files.mark_gone(connection, ids)

    assert states(connection, *ids) == [FileState.GONE, FileState.GONE]
    assert [row.mtime_ns for row in files.rows(connection, ids)] == [-1, 5]


def test_a_file_to_be_skipped_forever_stays_so_when_it_goes_and_comes_back(
    connection: Connection,
) -> None:
    skipped = file(folder(connection), "a", state=FileState.SKIPPED, reason="damaged")
    (file_id,) = placed(connection, skipped)

    files.mark_gone(connection, [file_id])
    assert states(connection, file_id) == [FileState.SKIPPED]

    files.mark_present(connection, [file_id])
    assert states(connection, file_id) == [FileState.SKIPPED]


def test_archives_and_skipped_files_are_not_problems(connection: Connection) -> None:
    folder_id = folder(connection)
    placed(
        connection,
        file(folder_id, "archive.zip", state=FileState.CONTAINER),
        file(folder_id, "skipped", state=FileState.SKIPPED, reason="damaged"),
    )

    assert counts.failures_by_reason(connection) == {}
    assert files.problem_ids(connection).tolist() == []


def test_files_are_listed_by_state_and_folder(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")
    here, gone, gone_too = placed(
        connection,
        file(one, "a"),
        file(one, "b", state=FileState.GONE),
        file(other, "c", state=FileState.GONE),
    )

    assert files.ids_in_state(connection, FileState.PRESENT).tolist() == [here]
    assert files.ids_in_state(connection, FileState.GONE).tolist() == [gone, gone_too]
    assert files.ids_in_state(connection, FileState.GONE, other).tolist() == [gone_too]


def test_the_files_of_a_document_are_listed_with_the_present_ones_first(
    connection: Connection,
) -> None:
    one, other = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    gone, first, second, elsewhere = placed(
        connection,
        file(folder_id, "gone", document_id=one, state=FileState.GONE),
        file(folder_id, "z", document_id=one),
        file(folder_id, "a", document_id=one),
        file(folder_id, "b", document_id=other),
    )

    by_document = files.of_documents(connection, [one, other, 99])

    assert {key: [row.id for row in rows] for key, rows in by_document.items()} == {
        one: [first, second, gone],
        other: [elsewhere],
    }


def test_dropped_files_take_documents_along_that_are_nowhere_else(connection: Connection) -> None:
    lost, kept = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    first, second, third, _ = placed(
        connection,
        file(folder_id, "a", document_id=lost),
        file(folder_id, "b", document_id=lost),
        file(folder_id, "c", document_id=kept),
        file(folder_id, "d", document_id=kept),
    )

    dropped = files.drop(connection, [first, second, third])

    assert dropped == 1
    assert documents.load_fingerprints(connection, RECIPE).ids.tolist() == [kept]
    assert [row.relative_path for row in files.of_documents(connection, [kept])[kept]] == ["d"]


def test_problems_are_grouped_by_reason_with_the_most_frequent_first(
    connection: Connection,
) -> None:
    folder_id = folder(connection)
    reasons = {"a": "timeout", "b": "decoding", "c": "decoding", "d": "empty"}
    ids = placed(
        connection,
        *(
            file(folder_id, name, state=FileState.FAILED, reason=reason)
            for name, reason in reasons.items()
        ),
        file(folder_id, "fine"),
        file(folder_id, "gone", state=FileState.GONE, reason="decoding"),
    )

    assert counts.failures_by_reason(connection) == {"decoding": 2, "empty": 1, "timeout": 1}
    assert files.problem_ids(connection).tolist() == ids[:4]
    assert files.problem_ids(connection, "decoding").tolist() == ids[1:3]


@pytest.mark.file_only
def test_problems_are_found_through_their_index(connection: Connection) -> None:
    plan = connection.exec_driver_sql(
        "EXPLAIN QUERY PLAN SELECT reason, count(*) FROM files "
        "WHERE state = 'failed' GROUP BY reason"
    )

    assert any("ix_files_failed" in row[3] for row in plan)


def test_a_document_is_dropped_when_its_only_file_has_another_content(
    connection: Connection,
) -> None:
    old, new = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    placed(connection, file(folder_id, "a", document_id=old))

    placed(connection, file(folder_id, "a", document_id=new))

    assert documents.load_fingerprints(connection, RECIPE).ids.tolist() == [new]


def test_a_document_that_is_elsewhere_outlives_a_changed_file(connection: Connection) -> None:
    moved, new, unplaced = stored(connection, document(1), document(2), document(3))
    folder_id = folder(connection)
    placed(connection, file(folder_id, "a", document_id=moved))

    placed(
        connection,
        file(folder_id, "a", document_id=new),
        file(folder_id, "b", document_id=moved),
    )

    kept = documents.load_fingerprints(connection, RECIPE).ids.tolist()
    assert kept == [moved, new, unplaced]


def test_a_file_found_again_as_it_was_keeps_its_document(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)

    for _ in range(2):
        placed(connection, file(folder_id, "caf\udce9", document_id=document_id))

    assert documents.load_fingerprints(connection, RECIPE).ids.tolist() == [document_id]


def test_a_file_that_can_no_longer_be_read_takes_its_document_along(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)
    placed(connection, file(folder_id, "caf\udce9", document_id=document_id))

    placed(connection, file(folder_id, "caf\udce9", state=FileState.FAILED, reason="decoding"))

    assert documents.load_fingerprints(connection, RECIPE).ids.tolist() == []


def test_a_skipped_file_is_not_a_problem_until_it_is_to_be_read_again(
    connection: Connection,
) -> None:
    folder_id = folder(connection)
    (file_id,) = placed(
        connection, file(folder_id, "a", state=FileState.FAILED, reason="damaged", detail="cut off")
    )

    files.mark_skipped(connection, [file_id])
    assert counts.failures_by_reason(connection) == {}

    files.mark_unread(connection, [file_id])
    assert counts.failures_by_reason(connection) == {"damaged": 1}


def test_a_file_to_be_read_again_has_the_time_of_no_file(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    ids = placed(
        connection,
        file(folder(connection), "a", document_id=document_id),
        file(folder(connection), "b.zip", state=FileState.CONTAINER),
    )

    files.mark_unread(connection, ids)

    assert [row.mtime_ns for row in files.rows(connection, ids)] == [-1, -1]
    assert states(connection, *ids) == [FileState.PRESENT, FileState.CONTAINER]
