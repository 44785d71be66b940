"""Folders keep their role, and take along what is only in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.errors import LibraryDamagedError
from simhash_gui.store.engine.types import FileState, FolderRole
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import counts, documents, files, folders, meta, texts
from simhash_gui.store.repositories.folders import Folder, RelativeFolderError, Subfolder
from tests.store.builders import (
    ANY_TIME_MS,
    RECIPE,
    compressed,
    document,
    file,
    folder,
    placed,
    stored,
)

ROOT = Path(Path.cwd().anchor)


def test_a_folder_comes_back_as_it_was_added(connection: Connection) -> None:
    path = ROOT / "caf\udce9" / "line\nbreak"

    added = folders.add(connection, path, FolderRole.REFERENCE, ANY_TIME_MS)

    assert added == Folder(added.id, path, FolderRole.REFERENCE, ANY_TIME_MS)
    assert folders.list_all(connection) == [added]


@pytest.mark.parametrize("written", ["a/b", "a/b/", "a//b", "./a/b", "a/c/../b"])
def test_one_folder_has_one_path_however_it_is_written(
    connection: Connection, written: str
) -> None:
    first = folders.add(connection, ROOT / "a" / "b", FolderRole.NORMAL, ANY_TIME_MS)

    again = folders.add(connection, Path(f"{ROOT}{written}"), FolderRole.NORMAL, ANY_TIME_MS)

    assert again == first


def test_adding_a_reference_folder_again_does_not_unprotect_it(connection: Connection) -> None:
    folders.add(connection, ROOT, FolderRole.REFERENCE, ANY_TIME_MS)

    again = folders.add(connection, ROOT, FolderRole.NORMAL, ANY_TIME_MS + 1)

    assert (again.role, again.added_at_ms) == (FolderRole.REFERENCE, ANY_TIME_MS)


def test_a_relative_path_is_refused(connection: Connection) -> None:
    with pytest.raises(RelativeFolderError, match="not an absolute path"):
        folders.add(connection, Path("texts"), FolderRole.NORMAL, ANY_TIME_MS)


def test_folders_are_listed_by_path(connection: Connection) -> None:
    for name in ("b", "c", "a"):
        folders.add(connection, ROOT / name, FolderRole.NORMAL, ANY_TIME_MS)

    listed = [row.path.name for row in folders.list_all(connection)]

    assert listed == ["a", "b", "c"]


def test_a_role_can_be_changed(connection: Connection) -> None:
    folder_id = folder(connection)

    folders.set_role(connection, folder_id, FolderRole.EXCLUDED)

    assert [row.role for row in folders.list_all(connection)] == [FolderRole.EXCLUDED]


def test_the_files_of_folders_are_counted(connection: Connection) -> None:
    one, _ = folder(connection, "/one"), folder(connection, "/other")
    placed(
        connection,
        file(one, "a"),
        file(one, "b", state=FileState.FAILED),
        file(one, "c", state=FileState.GONE),
        file(one, "d", state=FileState.CONTAINER),
    )

    listed = [
        (row.path.name, row.file_count, row.failed_count)
        for row in folders.list_counted(connection)
    ]

    assert listed == [("one", 2, 1), ("other", 0, 0)]


@pytest.mark.parametrize("value", ["{", "[]", '{"/one": 7}', "[" * 100_000])
def test_a_list_of_single_files_that_the_program_never_writes_is_reported(
    library: Library, value: str
) -> None:
    with library.write() as connection:
        meta.write(connection, "single_files", value)

    with pytest.raises(LibraryDamagedError), library.read() as connection:
        folders.single_files(connection)


def test_single_files_are_kept_for_folders_that_are_there(connection: Connection) -> None:
    folder(connection, "/one")
    assert folders.single_files(connection) == {}

    folders.set_single_files(connection, {Path("/one"): {"b", "a"}, Path("/gone"): {"c"}})

    assert folders.single_files(connection) == {Path("/one"): {"a", "b"}}


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
    texts.put(connection, [(only_here, compressed("a")), (elsewhere_too, compressed("b"))])

    dropped = folders.remove(connection, one)

    assert dropped == 1
    assert [row.id for row in folders.list_all(connection)] == [other]
    assert files.ids_in_state(connection, FileState.PRESENT).tolist() == [kept]
    assert counts.failures_by_reason(connection) == {}
    left = documents.load_fingerprints(connection, RECIPE).ids.tolist()
    assert left == [elsewhere_too, nowhere]
    assert texts.get_many(connection, [only_here, elsewhere_too]) == {elsewhere_too: "b"}


def test_what_is_in_a_folder_is_counted_with_all_below_it(connection: Connection) -> None:
    folder_id, other = folder(connection), folder(connection, "/other")
    failed = {"state": FileState.FAILED, "reason": "binary"}
    paths = ["top.txt", "a/1.txt", "a/b/2.txt", "a/b/c/3.txt", "a b/4.txt", "Z/5.txt", "gone/6.txt"]
    changes = {"a/b/2.txt": failed, "gone/6.txt": {"state": FileState.GONE}}
    placed(connection, *(file(folder_id, path, **changes.get(path, {})) for path in paths))
    placed(connection, file(other, "elsewhere/7.txt"))

    assert folders.subfolders(connection, folder_id) == [
        Subfolder(folder_id, "a", 3, 1, True),
        Subfolder(folder_id, "a b", 1, 0, False),
        Subfolder(folder_id, "Z", 1, 0, False),
    ]
    assert folders.subfolders(connection, folder_id, "a") == [
        Subfolder(folder_id, "a/b", 2, 1, True)
    ]
    assert [row.has_subfolders for row in folders.list_counted(connection)] == [True, True]
    assert folders.subfolders(connection, folder_id, "a/b")[0].name == "c"


def test_a_subfolder_whose_name_is_no_valid_text_can_be_opened(connection: Connection) -> None:
    folder_id = folder(connection)
    placed(connection, file(folder_id, "caf\udce9/\udce9/1.txt"))

    assert folders.subfolders(connection, folder_id, "caf\udce9") == [
        Subfolder(folder_id, "caf\udce9/\udce9", 1, 0, False)
    ]
