"""What is in an archive is found by the path of the archive, at any depth."""

from __future__ import annotations

from sqlalchemy import Connection

from simhash_gui.store.records import FileState, FolderRole, NewFile
from simhash_gui.store.repositories import files, members
from simhash_gui.store.repositories.folders import add
from tests.store.builders import ANY_TIME_MS

NAMES = ("a.zip", "a.zip!/x.txt", "a.zip!/b.zip", "a.zip!/b.zip!/caf\udce9.txt", "plain.txt")


def stored(connection: Connection, *names: str, detail: str | None = None) -> int:
    folder = add(connection, "/docs", FolderRole.NORMAL, ANY_TIME_MS).id
    new = [NewFile(folder, name, 1, 1, FileState.CONTAINER, detail=detail) for name in names]
    files.upsert(connection, new)
    return folder


def test_members_are_found_by_every_archive_that_they_are_in(connection: Connection) -> None:
    found = members.load(connection, stored(connection, *NAMES))

    inner = [row.relative_path for row in files.rows(connection, found.below("a.zip!/b.zip"))]
    outer = {row.relative_path for row in files.rows(connection, found.below("a.zip"))}
    assert inner == ["a.zip!/b.zip!/caf\udce9.txt"]
    assert outer == set(NAMES[1:4])
    assert len(found.below("plain.txt")) == 0


def test_what_was_noted_with_an_archive_is_found(connection: Connection) -> None:
    folder = stored(connection, "a.zip", detail="chosen by x")
    stored(connection, "b.zip")

    found = members.load(connection, folder)

    assert (found.detail("a.zip"), found.detail("b.zip")) == ("chosen by x", None)
    assert (found.detail_of(1), found.detail_of(2)) == ("chosen by x", None)


def test_why_an_archive_failed_is_not_what_was_noted_with_it(connection: Connection) -> None:
    folder = stored(connection)
    gone = NewFile(folder, "a.zip", 1, 1, FileState.GONE, reason="bomb", detail="too much")
    files.upsert(connection, [gone])

    assert members.load(connection, folder).detail("a.zip") is None


def test_a_folder_without_archives_has_no_members(connection: Connection) -> None:
    found = members.load(connection, stored(connection, "a.txt"))

    assert len(found.below("a.txt")) == 0
