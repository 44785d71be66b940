"""What is known of a folder is found by path, and only there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.store.engine.types import FileState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import files, known_files
from simhash_gui.store.repositories.files import NewFile
from simhash_gui.store.repositories.known_files import FailedPlace, KnownFile
from tests.helpers.examples import examples
from tests.store.builders import document, file, folder, placed, stored

PATHS = st.lists(st.text(st.characters(exclude_categories=()), min_size=1), unique=True, max_size=9)


def test_a_known_file_is_found_with_what_tells_whether_it_changed(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)
    with_document, failed = placed(
        connection,
        file(folder_id, "a/b.txt", size_bytes=3, mtime_ns=2**62, document_id=document_id),
        file(folder_id, "c.txt", size_bytes=2**40, mtime_ns=-1, state=FileState.FAILED),
    )

    known = known_files.load(connection, folder_id)

    assert known.get("a/b.txt") == KnownFile(
        with_document, 3, 2**62, document_id, FileState.PRESENT, FileState.PRESENT
    )
    assert known.get("c.txt") == KnownFile(
        failed, 2**40, -1, None, FileState.FAILED, FileState.FAILED
    )
    assert known.get("b.txt") is None


def test_an_empty_folder_knows_nothing(connection: Connection) -> None:
    known = known_files.load(connection, folder(connection))

    assert len(known) == 0
    assert known.get("a") is None
    assert known.position("a") is None


def test_files_of_other_folders_are_not_known(connection: Connection) -> None:
    one, other = folder(connection, "/one"), folder(connection, "/other")
    placed(connection, file(one, "a"))

    assert known_files.load(connection, other).get("a") is None


def test_files_that_are_left_over_after_ticking_off_are_those_not_met(
    connection: Connection,
) -> None:
    folder_id = folder(connection)
    ids = placed(connection, *(file(folder_id, name) for name in "abcd"))
    known = known_files.load(connection, folder_id)

    met = {known.position("a"), known.position("c")}

    left = [int(known.ids[position]) for position in range(len(known)) if position not in met]
    assert sorted(left) == [ids[1], ids[3]]


@pytest.mark.parametrize("state", list(FileState))
def test_every_state_comes_back(connection: Connection, state: FileState) -> None:
    folder_id = folder(connection)
    placed(connection, file(folder_id, "a", state=state))

    found = known_files.load(connection, folder_id).get("a")

    assert found is not None
    assert found.state is state


@pytest.mark.parametrize("state", [FileState.GONE, FileState.SKIPPED, FileState.LEFT_OUT])
def test_what_is_away_comes_back_as_it_was(connection: Connection, state: FileState) -> None:
    (document_id,) = stored(connection, document(1))
    folder_id = folder(connection)
    placed(
        connection,
        file(folder_id, "read", state=state, document_id=document_id),
        file(folder_id, "failed", state=state, reason="empty"),
        file(folder_id, "archive", state=state),
    )

    known = known_files.load(connection, folder_id)

    back = {name: known.get(name) for name in ("read", "failed", "archive")}
    assert {name: one and (one.state, one.comes_back_as) for name, one in back.items()} == {
        "read": (state, FileState.PRESENT),
        "failed": (state, FileState.FAILED),
        "archive": (state, FileState.CONTAINER),
    }


def test_what_failed_before_it_was_seen_is_known(connection: Connection) -> None:
    folder_id = folder(connection)
    blank = {"size_bytes": 0, "mtime_ns": 0}
    unseen, *_ = placed(
        connection,
        file(folder_id, "dangling", state=FileState.FAILED, **blank),
        file(folder_id, "empty", state=FileState.FAILED, size_bytes=0, mtime_ns=5),
        file(folder_id, "old", **blank),
    )
    known = known_files.load(connection, folder_id)

    assert known.ids[known.unseen()].tolist() == [unseen]


def test_files_that_held_a_document_are_distinguished_from_those_that_hold_it_now(
    connection: Connection,
) -> None:
    one, two = stored(connection, document(1), document(2))
    folder_id = folder(connection)
    same, changed, gone = placed(
        connection,
        file(folder_id, "same", document_id=one),
        file(folder_id, "changed", document_id=one),
        file(folder_id, "gone", document_id=one, state=FileState.GONE),
    )
    known = known_files.load(connection, folder_id)
    ids = np.array([same, changed, gone, gone + 1])

    held = known.held(ids, np.array([one, two, one, one]))

    assert held.tolist() == [True, False, False, False]
    nothing = known_files.load(connection, folder(connection, "/empty"))
    assert nothing.held(ids, ids).tolist() == [False] * 4


def test_files_in_a_state_are_given_by_position(connection: Connection) -> None:
    folder_id = folder(connection)
    _, gone = placed(connection, file(folder_id, "a"), file(folder_id, "b", state=FileState.GONE))
    known = known_files.load(connection, folder_id)

    assert known.ids[known.in_state(FileState.GONE)].tolist() == [gone]


@examples(30)
@given(paths=PATHS, other=st.text())
def test_every_path_finds_its_own_file(
    shared_library: Library, paths: list[str], other: str
) -> None:
    with shared_library.write() as connection:
        folder_id = folder(connection, "/property")
        connection.exec_driver_sql("DELETE FROM files")
        ids = placed(connection, *(file(folder_id, path) for path in paths))
        known = known_files.load(connection, folder_id)

    found = [known.get(path) for path in paths]
    assert [one and one.id for one in found] == ids
    assert (known.get(other) is not None) is (other in paths)


NAMES = ("a.zip", "a.zip!/x.txt", "a.zip!/b.zip", "a.zip!/b.zip!/caf\udce9.txt", "plain.txt")


def containers(connection: Connection, *names: str, detail: str | None = None) -> int:
    folder_id = folder(connection, "/docs")
    new = [NewFile(folder_id, name, 1, 1, FileState.CONTAINER, detail=detail) for name in names]
    files.upsert(connection, new)
    return folder_id


def test_members_are_found_by_every_archive_that_they_are_in(connection: Connection) -> None:
    found = known_files.load_members(connection, containers(connection, *NAMES))

    inner = [row.relative_path for row in files.rows(connection, found.below("a.zip!/b.zip"))]
    outer = {row.relative_path for row in files.rows(connection, found.below("a.zip"))}
    assert inner == ["a.zip!/b.zip!/caf\udce9.txt"]
    assert outer == set(NAMES[1:4])
    assert len(found.below("plain.txt")) == 0


def test_what_was_noted_with_an_archive_is_found(connection: Connection) -> None:
    folder_id = containers(connection, "a.zip", detail="chosen by x")
    containers(connection, "b.zip")

    found = known_files.load_members(connection, folder_id)

    assert (found.detail("a.zip"), found.detail("b.zip")) == ("chosen by x", None)
    assert (found.detail_of(1), found.detail_of(2)) == ("chosen by x", None)


def test_why_an_archive_failed_is_not_what_was_noted_with_it(connection: Connection) -> None:
    folder_id = containers(connection)
    gone = NewFile(folder_id, "a.zip", 1, 1, FileState.GONE, reason="bomb", detail="too much")
    files.upsert(connection, [gone])

    assert known_files.load_members(connection, folder_id).detail("a.zip") is None


def test_a_folder_without_archives_has_no_members(connection: Connection) -> None:
    found = known_files.load_members(connection, containers(connection, "a.txt"))

    assert len(found.below("a.txt")) == 0


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

    assert known_files.failed_places(connection, one) == [
        FailedPlace("caf\udce9", "decoding", 7),
        FailedPlace("away", "gone", None),
    ]
