"""Opening, describing and refusing libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    FolderRole,
    Library,
    LibraryError,
    LibraryMissingError,
    NotALibraryError,
    document_paths,
    document_text,
    drop_gone,
    existing_library,
    folders,
    library_info,
    open_library,
    temporary_library,
)
from tests.services.conftest import OTHER, STORY, Import


def test_a_missing_library_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "a.simhash"

    with open_library(path):
        pass

    with existing_library(path) as library:
        assert library_info(library).documents == 0


def test_a_library_that_must_exist_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(LibraryMissingError):
        existing_library(tmp_path / "gone.simhash")

    assert list(tmp_path.iterdir()) == []


def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(STORY, encoding="utf-8")

    with pytest.raises(NotALibraryError):
        open_library(path)

    assert path.read_text(encoding="utf-8") == STORY


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(LibraryError):
        open_library(tmp_path / "file" / "a.simhash")


def test_a_temporary_library_is_gone_afterwards() -> None:
    with temporary_library() as library:
        path = library.path
        assert path.exists()

    assert not path.parent.exists()


def test_only_what_is_to_survive_a_power_cut_waits_for_the_drive(library: Library) -> None:
    waits = "PRAGMA synchronous"  # 0 never, 1 now and then, 2 with each commit

    with temporary_library() as temporary, temporary.write() as connection:
        assert connection.exec_driver_sql(waits).scalar() == 0
    with library.write() as connection:
        assert connection.exec_driver_sql(waits).scalar() == 1
    with library.write(is_synced=True) as connection:
        assert connection.exec_driver_sql(waits).scalar() == 2


def test_the_counts_are_those_of_the_documents(filled: Library) -> None:
    info = library_info(filled)

    assert (info.documents, info.files, info.fingerprinted, info.too_short) == (3, 4, 3, 0)
    assert (info.failed_files, info.gone_files) == (0, 0)
    assert info.size_bytes > 0
    assert len(info.recipe_ids) == 1


def test_files_that_are_gone_are_deleted_with_their_documents(
    filled: Library, docs: Path, import_now: Import
) -> None:
    (docs / "story.txt").unlink()
    (docs / "会议.md").unlink()
    import_now()
    assert library_info(filled).gone_files == 2

    assert drop_gone(filled) == 2

    info = library_info(filled)
    assert (info.files, info.gone_files, info.documents, info.fingerprinted) == (2, 0, 2, 2)
    assert drop_gone(filled) == 0


def test_gone_files_of_one_folder_are_deleted_alone(
    filled: Library, docs: Path, tmp_path: Path, import_now: Import
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.txt").write_text(OTHER * 2, encoding="utf-8")
    import_now(other)
    (other / "x.txt").unlink()
    (docs / "会议.md").unlink()
    import_now()
    (folder_id,) = [row.id for row in folders(filled) if row.path == other]

    assert drop_gone(filled, folder_id) == 1
    assert library_info(filled).gone_files == 1


def test_the_old_content_of_a_changed_file_is_no_longer_a_document(
    filled: Library, docs: Path, import_now: Import
) -> None:
    (docs / "会议.md").write_text(OTHER * 2, encoding="utf-8")

    import_now()

    assert library_info(filled).fingerprinted == 3


def test_text_and_places_of_a_document_are_known(filled: Library, docs: Path) -> None:
    (number,) = [n for n in (1, 2, 3) if document_text(filled, n) == STORY]

    assert set(document_paths(filled, number)) == {
        str(docs / "story.txt"),
        str(docs / "sub" / "copy of story.txt"),
    }


def test_a_document_that_is_not_there_is_reported(filled: Library) -> None:
    assert document_paths(filled, 99) == []
    with pytest.raises(DocumentNotFoundError):
        document_text(filled, 99)


def test_a_folder_reached_through_a_link_is_the_same_folder(
    tmp_path: Path, library: Library, docs: Path
) -> None:
    (tmp_path / "link").symlink_to(docs, target_is_directory=True)

    add_paths(library, [docs, tmp_path / "link"], FolderRole.NORMAL)

    assert [row.path for row in folders(library)] == [docs.resolve()]
