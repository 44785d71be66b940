"""Folders keep their role, and take along what is only in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.store.records import FileState, FolderRole, FolderRow
from simhash_gui.store.repositories import documents, files, folders, texts
from simhash_gui.store.repositories.folders import RelativeFolderError
from tests.store.builders import ANY_TIME_MS, RECIPE, document, file, folder, placed, stored

ROOT = Path(Path.cwd().anchor)


def test_a_folder_comes_back_as_it_was_added(connection: Connection) -> None:
    path = str(ROOT / "caf\udce9" / "line\nbreak")

    added = folders.add(connection, path, FolderRole.REFERENCE, ANY_TIME_MS)

    assert added == FolderRow(added.id, path, FolderRole.REFERENCE, ANY_TIME_MS)
    assert folders.get(connection, added.id) == added


@pytest.mark.parametrize("written", ["a/b", "a/b/", "a//b", "./a/b", "a/c/../b"])
def test_one_folder_has_one_path_however_it_is_written(
    connection: Connection, written: str
) -> None:
    first = folders.add(connection, str(ROOT / "a" / "b"), FolderRole.NORMAL, ANY_TIME_MS)

    again = folders.add(connection, f"{ROOT}{written}", FolderRole.NORMAL, ANY_TIME_MS)

    assert again == first


def test_adding_a_reference_folder_again_does_not_unprotect_it(connection: Connection) -> None:
    folders.add(connection, str(ROOT), FolderRole.REFERENCE, ANY_TIME_MS)

    again = folders.add(connection, str(ROOT), FolderRole.NORMAL, ANY_TIME_MS + 1)

    assert (again.role, again.added_at_ms) == (FolderRole.REFERENCE, ANY_TIME_MS)


def test_a_relative_path_is_refused(connection: Connection) -> None:
    with pytest.raises(RelativeFolderError, match="not an absolute path"):
        folders.add(connection, "texts", FolderRole.NORMAL, ANY_TIME_MS)


def test_folders_are_listed_by_path(connection: Connection) -> None:
    for name in ("b", "c", "a"):
        folders.add(connection, str(ROOT / name), FolderRole.NORMAL, ANY_TIME_MS)

    listed = [Path(row.path).name for row in folders.list_all(connection)]

    assert listed == ["a", "b", "c"]


def test_a_role_can_be_changed(connection: Connection) -> None:
    folder_id = folder(connection)

    folders.set_role(connection, folder_id, FolderRole.EXCLUDED)

    changed = folders.get(connection, folder_id)
    assert changed is not None
    assert changed.role is FolderRole.EXCLUDED


def test_a_folder_that_is_not_there_is_none(connection: Connection) -> None:
    assert folders.get(connection, 99) is None


def test_a_removed_folder_takes_along_what_is_only_in_it(connection: Connection) -> None:
    only_here, elsewhere_too, nowhere = stored(connection, *map(document, range(3)))
    one, other = folder(connection, "/one"), folder(connection, "/other")
    _, _, _, kept = placed(
        connection,
        file(one, "a", document_id=only_here),
        file(one, "b", document_id=elsewhere_too),
        file(one, "c", state=FileState.FAILED, reason="empty"),
        file(other, "d", document_id=elsewhere_too),
    )
    texts.put(connection, [(only_here, texts.compress("a")), (elsewhere_too, texts.compress("b"))])

    dropped = folders.remove(connection, one)

    assert dropped == 1
    assert [row.id for row in folders.list_all(connection)] == [other]
    assert files.ids_in_state(connection, FileState.PRESENT).tolist() == [kept]
    assert files.problem_groups(connection) == []
    left = documents.load_fingerprints(connection, RECIPE).ids.tolist()
    assert left == [elsewhere_too, nowhere]
    assert dict(texts.iterate(connection)) == {elsewhere_too: "b"}
