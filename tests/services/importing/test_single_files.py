"""Files added by themselves, without the folder around them."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.services.importing.importing import ImportOptions, ImportReport, import_folders
from simhash_gui.services.importing.single_files import add_paths, files_by_folder, ids_holding
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    document_paths,
    remove_folder,
)


def import_all(library: Library) -> ImportReport:
    return import_folders(library, None, ImportOptions(workers=1), JobControl())


def test_only_the_file_itself_is_imported(library: Library, docs: Path) -> None:
    rows = add_paths(library, [docs / "story.txt"])

    assert [row.path for row in rows] == [docs]
    assert import_all(library).files == 1
    assert document_paths(library, 1) == [str(docs / "story.txt")]
    assert import_all(library).unchanged == 1


def test_several_files_of_a_folder_are_kept_together(library: Library, docs: Path) -> None:
    add_paths(library, [docs / "story.txt"])
    add_paths(library, [docs / "会议.md", docs / "sub" / "copy of story.txt"])

    assert files_by_folder(library) == {
        docs: {"story.txt", "会议.md"},
        docs / "sub": {"copy of story.txt"},
    }
    assert import_all(library).files == 3


def test_a_file_that_is_gone_is_marked(library: Library, docs: Path) -> None:
    add_paths(library, [docs / "story.txt"])
    import_all(library)
    (docs / "story.txt").unlink()

    report = import_all(library)

    assert (report.gone, report.files) == (1, 0)


def test_the_whole_folder_takes_the_place_of_its_files(library: Library, docs: Path) -> None:
    add_paths(library, [docs / "story.txt", docs / "sub" / "copy of story.txt"])

    rows = add_paths(library, [docs])

    assert files_by_folder(library) == {}
    assert [row.path for row in rows] == [docs, docs / "sub"]
    report = import_all(library)
    assert (report.files, report.gone) == (4, 0)


def test_a_folder_below_one_with_single_files_is_added(library: Library, docs: Path) -> None:
    add_paths(library, [docs / "story.txt"])

    rows = add_paths(library, [docs / "sub"])

    assert [row.path for row in rows] == [docs, docs / "sub"]
    assert import_all(library).files == 2


def test_a_file_of_a_folder_that_is_imported_adds_nothing(library: Library, docs: Path) -> None:
    add_paths(library, [docs])

    rows = add_paths(library, [docs / "sub" / "copy of story.txt"])

    assert [row.path for row in rows] == [docs]
    assert files_by_folder(library) == {}


def test_a_folder_that_was_removed_leaves_no_files_behind(library: Library, docs: Path) -> None:
    (row,) = add_paths(library, [docs / "story.txt"])
    remove_folder(library, row.folder_id)

    add_paths(library, [docs])

    assert import_all(library).files == 4


def test_a_single_file_can_stand_in_a_reference_folder(library: Library, docs: Path) -> None:
    (row,) = add_paths(library, [docs / "story.txt"], FolderRole.REFERENCE)

    assert row.role is FolderRole.REFERENCE


def test_the_folders_of_paths_are_found(library: Library, docs: Path, tmp_path: Path) -> None:
    rows = add_paths(library, [docs])

    (folder_id,) = ids_holding(rows, [docs / "story.txt"])
    assert ids_holding(rows, [tmp_path]) == [folder_id]
    assert ids_holding(rows, [tmp_path / "elsewhere"]) == []
