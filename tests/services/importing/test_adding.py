"""What becomes of the paths that a user gives: folders, files, archives, libraries, nothing."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from simhash_gui.services.importing.adding import (
    add_paths,
    folder_reading,
    give_role,
    import_paths,
)
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    SkipReason,
    import_folders,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import all_files
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    document_paths,
    folders,
    remove_folder,
)
from simhash_gui.store.repositories import folders as folder_store


def give(library: Library, *paths: Path, role: FolderRole = FolderRole.NORMAL) -> ImportReport:
    return import_paths(library, paths, ImportOptions(workers=1), JobControl(), role)


def import_all(library: Library) -> ImportReport:
    return import_folders(library, None, ImportOptions(workers=1), JobControl())


def paths(library: Library) -> list[Path]:
    return [row.path for row in folders(library)]


def single_files(library: Library) -> Mapping[Path, frozenset[str]]:
    with library.read() as connection:
        return folder_store.single_files(connection)


def test_of_a_given_file_only_the_file_itself_is_imported(library: Library, docs: Path) -> None:
    assert give(library, docs / "story.txt").files == 1

    assert paths(library) == [docs]
    assert document_paths(library, 1) == [str(docs / "story.txt")]
    assert import_all(library).unchanged == 1


def test_several_files_of_a_folder_are_kept_together(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt")

    report = give(library, docs / "会议.md", docs / "sub" / "copy of story.txt")

    assert single_files(library) == {
        docs: {"story.txt", "会议.md"},
        docs / "sub": {"copy of story.txt"},
    }
    assert report.files == 3


def test_a_file_that_is_gone_is_marked(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt")
    (docs / "story.txt").unlink()

    report = import_all(library)

    assert (report.gone, report.files) == (1, 0)


def test_the_whole_folder_replaces_its_files(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt", docs / "sub" / "copy of story.txt")

    report = give(library, docs)

    assert single_files(library) == {}
    assert paths(library) == [docs, docs / "sub"]
    assert (report.files, report.gone) == (4, 0)


def test_a_folder_below_one_with_single_files_is_added(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt")

    report = give(library, docs / "sub")

    assert paths(library) == [docs, docs / "sub"]
    assert report.files == 2


def test_a_folder_inside_a_known_one_leads_to_the_import_of_that(
    library: Library, docs: Path
) -> None:
    give(library, docs)
    (docs / "new.txt").write_text("something that was not there before", encoding="utf-8")

    report = give(library, docs / "sub")

    assert paths(library) == [docs]
    assert (report.read, report.unchanged) == (1, 4)


def test_a_folder_with_another_role_inside_a_known_one_stands_by_itself(
    library: Library, docs: Path
) -> None:
    give(library, docs)

    give(library, docs / "sub", role=FolderRole.REFERENCE)

    assert paths(library) == [docs, docs / "sub"]


def test_a_folder_around_known_ones_leads_to_the_import_of_all(
    library: Library, docs: Path, tmp_path: Path
) -> None:
    give(library, docs / "sub")
    (docs / "sub" / "new.txt").write_text("something that was not there before", encoding="utf-8")

    report = give(library, docs)

    assert paths(library) == [docs, docs / "sub"]
    assert (report.read, report.unchanged) == (4, 1)


def test_only_what_was_given_is_imported(library: Library, docs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    add_paths(library, [docs], FolderRole.NORMAL)

    assert give(library, other).files == 0


def test_a_file_of_a_folder_that_is_imported_adds_nothing(library: Library, docs: Path) -> None:
    give(library, docs)

    report = give(library, docs / "sub" / "copy of story.txt")

    assert paths(library) == [docs]
    assert single_files(library) == {}
    assert report.unchanged == 4


def test_a_folder_that_was_removed_leaves_no_files_behind(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt")
    (row,) = folders(library)
    remove_folder(library, row.id)

    assert give(library, docs).files == 4


def told_and_done(library: Library, folder: Path) -> tuple[Path | None, bool]:
    """What reads a folder by what is said, and whether a rescan of all does read it."""
    reading = folder_reading(library, folder)
    import_all(library)
    is_read = any(row.path.startswith(str(folder)) for row, _ in all_files(library))
    return (reading and reading.path), is_read


def test_what_reads_the_files_of_a_folder_is_known_beforehand(library: Library, docs: Path) -> None:
    give(library, docs)

    assert told_and_done(library, docs / "sub") == (docs, True)


def test_nothing_reads_the_files_of_a_folder_that_lies_in_an_excluded_one(
    library: Library, docs: Path
) -> None:
    give(library, docs)
    give_role(library, docs / "sub", FolderRole.EXCLUDED)
    (docs / "sub" / "deep").mkdir()
    (docs / "sub" / "deep" / "a.txt").write_text("a b c d e")

    assert told_and_done(library, docs / "sub" / "deep") == (None, False)


def test_nothing_reads_the_files_of_a_folder_that_rules_leave_out(
    library: Library, docs: Path
) -> None:
    (docs / ".simhashignore").write_text("sub/\n")
    give(library, docs)

    assert told_and_done(library, docs / "sub") == (None, False)


def test_nothing_reads_the_files_beside_single_ones(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt")

    assert told_and_done(library, docs / "sub") == (None, False)


def test_a_single_file_can_stand_in_a_reference_folder(library: Library, docs: Path) -> None:
    give(library, docs / "story.txt", role=FolderRole.REFERENCE)

    assert [row.role for row in folders(library)] == [FolderRole.REFERENCE]


def test_a_given_archive_is_opened(library: Library, docs: Path) -> None:
    with zipfile.ZipFile(docs / "sub" / "a.zip", "w") as archive:
        archive.write(docs / "story.txt", "story.txt")

    report = give(library, docs / "sub" / "a.zip")

    assert (report.files, report.archives, report.members) == (1, 1, 1)


def test_a_library_is_not_a_document(library: Library, docs: Path, tmp_path: Path) -> None:
    report = give(library, docs, library.path)

    assert paths(library) == [docs]
    assert (report.files, report.failed, report.skipped) == (4, 0, 1)
    assert report.skipped_by_reason == {SkipReason.NO_DOCUMENT: 1}


def test_a_path_that_leads_nowhere_is_a_failure(
    library: Library, docs: Path, tmp_path: Path
) -> None:
    report = give(library, docs, tmp_path / "nowhere")

    assert paths(library) == [docs]
    assert (report.files, report.failed, report.failed_now) == (4, 1, 1)
    assert [(failure.path, failure.reason) for failure in report.failures] == [
        (str(tmp_path / "nowhere"), FailureReason.GONE)
    ]


def test_a_known_folder_that_is_gone_is_one_failure(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    give(library, folder)
    folder.rmdir()

    report = give(library, folder)

    assert [failure.path for failure in report.failures] == [str(folder)]


def test_a_link_that_leads_in_a_circle_is_told_as_missing(library: Library, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "link")

    report = give(library, tmp_path / "link")

    assert [failure.path for failure in report.failures] == [str(tmp_path / "link")]


def test_links_are_resolved(library: Library, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(docs, target_is_directory=True)

    give(library, tmp_path / "link", docs)

    assert paths(library) == [docs.resolve()]
