"""The files that clusters are made of."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.repositories import present_files
from simhash_gui.store.repositories.present_files import PlacedFiles, Unfingerprinted
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    document,
    file,
    folder,
    placed,
    stored,
    unfingerprinted,
)


def test_present_files_come_by_path_whenever_they_were_found(connection: Connection) -> None:
    one, other = stored(connection, document(1), document(2))
    later, earlier = folder(connection, "/later"), folder(connection, "/earlier")
    third, first, second = placed(
        connection,
        file(later, "a", document_id=other, size_bytes=3, mtime_ns=30),
        file(earlier, "b", document_id=one, size_bytes=4, mtime_ns=40),
        file(earlier, "c", document_id=other, size_bytes=5, mtime_ns=50),
    )

    found = present_files.load(connection)

    assert len(found) == 3
    assert found.document_ids.tolist() == [one, other, other]
    assert found.file_ids.tolist() == [first, second, third]
    assert found.sizes_bytes.tolist() == [4, 5, 3]
    assert found.modified_ns.tolist() == [40, 50, 30]


def test_files_that_are_gone_failed_or_in_excluded_folders_are_left_out(
    connection: Connection,
) -> None:
    (document_id,) = stored(connection, document(1))
    normal = folder(connection, "/normal")
    reference = folder(connection, "/reference", FolderRole.REFERENCE)
    excluded = folder(connection, "/excluded", FolderRole.EXCLUDED)
    wanted, *_ = placed(
        connection,
        file(reference, "a", document_id=document_id),
        file(normal, "b", document_id=document_id, state=FileState.GONE),
        file(normal, "c", document_id=document_id, state=FileState.FAILED),
        file(normal, "d"),
        file(excluded, "e", document_id=document_id),
    )

    assert present_files.load(connection).file_ids.tolist() == [wanted]


def test_some_of_the_files_are_taken_by_a_mask(connection: Connection) -> None:
    one, other = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    _, second = placed(
        connection, file(folder_id, "a", document_id=one), file(folder_id, "b", document_id=other)
    )
    found = present_files.load(connection)

    taken = found.take(found.document_ids == other)

    assert (taken.file_ids.tolist(), taken.document_ids.tolist()) == ([second], [other])


def test_documents_without_a_fingerprint_are_told_with_what_they_have(
    connection: Connection,
) -> None:
    new = (document(1), document(2), unfingerprinted(3, DocumentState.TOO_SHORT))
    fine, gone, short = stored(connection, *new)
    home = folder(connection)
    placed(
        connection,
        file(home, "fine", document_id=fine),
        file(home, "gone", document_id=gone, state=FileState.GONE),
        file(home, "short", document_id=short),
    )

    (found,) = present_files.without_fingerprint(connection, RECIPE)
    of_another = present_files.without_fingerprint(connection, OTHER_RECIPE)

    assert found == Unfingerprinted("too-short", has_fingerprint=False, is_known=True)
    assert [one.has_fingerprint for one in of_another] == [True, False]


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
    assert rows(present_files.among(connection, reversed(ids))) == [
        (ids[0], 2, 0),
        (ids[1], 1, 1),
        (ids[2], 2, 2),
    ]
    assert len(present_files.among(connection, [])) == 0


def test_what_was_read_since_a_run_is_given_with_what_is_back(
    connection: Connection, ids: list[int]
) -> None:
    assert rows(present_files.met_since(connection, 1, [])) == [(ids[2], 2, 2)]
    assert rows(present_files.met_since(connection, 1, [ids[3]])) == [
        (ids[2], 2, 2),
        (ids[3], 1, 2),
    ]
    assert len(present_files.met_since(connection, 2, [])) == 0


def test_a_selection_keeps_columns_together(connection: Connection, ids: list[int]) -> None:
    found = present_files.among(connection, ids)

    assert rows(found.take(found.document_ids == 2)) == [(ids[0], 2, 0), (ids[2], 2, 2)]
