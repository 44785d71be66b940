"""Importing folders: what is read, what is left alone, what is told."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.comparison.loading import load_here
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.importing.adding import add_paths, give_role
from simhash_gui.services.importing.importing import FailureReason, ImportOptions, import_folders
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from simhash_gui.services.library.browsing import FileState, all_files, list_documents
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    document_paths,
    drop_gone,
    folders,
    library_info,
    library_recipe,
    open_library,
    remove_folder,
)
from tests.services.conftest import OTHER, STORY, Import
from tests.services.controls import CancelAfter


def test_copies_are_files_of_one_document(docs: Path, import_now: Import) -> None:
    report = import_now(docs)

    assert (report.files, report.documents, report.read) == (4, 3, 4)
    assert report.failures == ()


def test_a_second_import_reads_nothing(docs: Path, import_now: Import) -> None:
    import_now(docs)

    report = import_now()

    assert (report.read, report.unchanged, report.files, report.documents) == (0, 4, 4, 3)


def test_only_a_changed_file_is_read_again(docs: Path, import_now: Import) -> None:
    import_now(docs)
    (docs / "revised.txt").write_text(OTHER * 3, encoding="utf-8")

    report = import_now()

    assert (report.read, report.unchanged, report.documents) == (1, 3, 3)


def test_a_deleted_file_is_gone_and_comes_back_unread(
    docs: Path, tmp_path: Path, import_now: Import
) -> None:
    import_now(docs)
    (docs / "revised.txt").rename(tmp_path / "aside")
    assert import_now().gone == 1
    (tmp_path / "aside").rename(docs / "revised.txt")

    report = import_now()

    assert (report.read, report.gone, report.documents) == (0, 0, 3)


def test_a_moved_file_keeps_its_document(docs: Path, library: Library, import_now: Import) -> None:
    import_now(docs)
    (docs / "会议.md").rename(docs / "sub" / "meeting.md")

    report = import_now()

    assert (report.moved, report.gone, report.documents) == (1, 0, 3)
    places = [document_paths(library, number) for number in (1, 2, 3)]
    assert [str(docs / "sub" / "meeting.md")] in places
    listed = [item.paths for item in list_documents(library)]
    assert (str(docs / "sub" / "meeting.md"),) in listed


def test_a_document_that_is_gone_is_listed_and_no_longer_found(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    gone = load_here(docs / "会议.md", library_recipe(library))
    (docs / "会议.md").unlink()
    import_now()

    paths = [path for item in list_documents(library) for path in item.paths]
    assert str(docs / "会议.md") not in paths
    assert library_info(library).documents == 2
    every = DetectionOptions(distance=0, all_candidates=True)
    assert check_text(library, gone, every, JobControl()).matches == ()


def test_a_library_in_its_own_folder_is_not_imported(
    docs: Path, library: Library, tmp_path: Path, import_now: Import
) -> None:
    with open_library(docs / "library") as own:
        add_paths(own, [docs], FolderRole.NORMAL)
        report = import_folders(own, None, ImportOptions(workers=1), JobControl())

    assert (report.files, report.failed) == (4, 0)


def test_a_file_that_fails_is_reported_and_the_rest_goes_on(docs: Path, import_now: Import) -> None:
    (docs / "empty.txt").touch()
    (docs / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))

    report = import_now(docs)

    reasons = {Path(failure.path).name: failure.reason for failure in report.failures}
    assert reasons == {"empty.txt": FailureReason.EMPTY, "picture.txt": FailureReason.NOT_TEXT}
    assert (report.failed, report.documents) == (2, 3)


def test_a_failed_file_is_not_read_again_until_it_changes(docs: Path, import_now: Import) -> None:
    (docs / "empty.txt").touch()
    import_now(docs)
    assert (import_now().read, import_now().failed) == (0, 1)
    (docs / "empty.txt").write_text(STORY + OTHER, encoding="utf-8")

    report = import_now()

    assert (report.read, report.failed, report.documents) == (1, 0, 4)


def test_pictures_are_skipped_without_a_failure(docs: Path, import_now: Import) -> None:
    (docs / "photo.jpg").write_bytes(b"\xff\xd8\xff")

    report = import_now(docs)

    assert (report.skipped, report.failed) == (1, 0)


def test_a_folder_that_vanished_keeps_its_documents(
    docs: Path, tmp_path: Path, import_now: Import
) -> None:
    import_now(docs)
    docs.rename(tmp_path / "unplugged")

    report = import_now()

    assert [failure.reason for failure in report.failures] == [FailureReason.GONE]
    assert (report.gone, report.documents) == (0, 3)


def test_a_folder_inside_another_is_imported_once(docs: Path, import_now: Import) -> None:
    report = import_now(docs, docs / "sub")

    assert report.files == 4


def test_a_reference_folder_inside_another_is_imported_once(
    docs: Path, library: Library, import_now: Import
) -> None:
    add_paths(library, [docs / "sub"], FolderRole.REFERENCE)

    report = import_now(docs)

    assert report.files == 4
    assert {(row.path.name, row.file_count) for row in folders(library)} == {
        ("docs", 3),
        ("sub", 1),
    }


def test_an_excluded_folder_is_left_out(docs: Path, library: Library, import_now: Import) -> None:
    add_paths(library, [docs / "sub"], FolderRole.EXCLUDED)

    assert import_now(docs).files == 3


def test_adding_a_folder_again_leaves_its_role(docs: Path, library: Library) -> None:
    add_paths(library, [docs], FolderRole.REFERENCE)

    add_paths(library, [docs], FolderRole.NORMAL)
    (row,) = folders(library)

    assert row.role is FolderRole.REFERENCE


def test_a_role_can_be_changed_and_a_folder_forgotten(filled: Library) -> None:
    (row,) = folders(filled)
    give_role(filled, row.path, FolderRole.REFERENCE)
    assert folders(filled)[0].role is FolderRole.REFERENCE

    remove_folder(filled, row.id)

    assert folders(filled) == []
    assert library_info(filled).documents == 0


def test_a_chosen_folder_is_imported_alone(
    docs: Path, tmp_path: Path, library: Library, import_now: Import
) -> None:
    second = tmp_path / "second"
    second.mkdir()
    (second / "x.txt").write_text(OTHER * 2, encoding="utf-8")
    add_paths(library, [docs, second], FolderRole.NORMAL)
    rows = folders(library)
    chosen = [row.id for row in rows if row.path == second]

    report = import_folders(library, chosen, ImportOptions(workers=1), JobControl())

    assert report.read == 1


def test_a_name_that_is_not_utf8_is_imported(
    docs: Path, library: Library, import_now: Import
) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    (docs / name).write_text(OTHER + STORY, encoding="utf-8")

    import_now(docs)

    paths = [path for number in range(1, 5) for path in document_paths(library, number)]
    assert str(docs / name) in paths


def test_a_cancelled_import_ends_and_the_next_one_goes_on(docs: Path, import_now: Import) -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(JobCancelledError):
        import_now(docs, control=control)

    assert import_now().documents == 3


def test_who_cancels_an_import_is_not_told_that_another_program_holds_the_library(
    docs: Path, library: Library
) -> None:
    add_paths(library, [docs], FolderRole.NORMAL)
    library.close()
    with (
        Library.open(library.path, busy_timeout_s=0.1) as again,
        closing(sqlite3.connect(library.path, isolation_level=None)) as other,
    ):
        control = CancelAfter(1, lambda: other.execute("BEGIN EXCLUSIVE"))
        with pytest.raises(JobCancelledError):
            import_folders(again, None, ImportOptions(workers=1), control)


def test_what_was_read_before_a_cancel_is_kept(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}.txt").write_text(f"{STORY} number {number}", encoding="utf-8")

    with pytest.raises(JobCancelledError):
        import_now(folder, control=CancelAfter(100))

    kept = library_info(library).documents
    assert kept >= 100
    assert import_now().read == 300 - kept


def test_progress_tells_stage_counts_and_the_file_at_hand(docs: Path, import_now: Import) -> None:
    control = JobControl()

    import_now(docs, control=control)

    progress = control.snapshot()
    assert (progress.stage, progress.done, progress.total) == (Stage.READING, 4, 4)
    assert Path(progress.current).parent.name in {"docs", "sub"}


def test_an_empty_file_is_not_told_as_failed_while_files_are_read(
    docs: Path, import_now: Import
) -> None:
    (docs / "empty too.txt").touch()
    control = JobControl()

    report = import_now(docs, control=control)

    assert report.failed_by_reason[FailureReason.EMPTY] > 0
    assert control.snapshot().failed == report.failed - report.failed_by_reason[FailureReason.EMPTY]


def test_what_the_rules_leave_out_later_is_not_gone_until_it_is(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    (docs / ".simhashignore").write_text("revised.txt\nsub/\n", encoding="utf-8")

    report = import_now()

    assert (report.skipped, report.gone, report.documents) == (2, 0, 2)
    left_out = [str(docs / "revised.txt"), str(docs / "sub" / "copy of story.txt")]
    assert places(library, FileState.LEFT_OUT) == left_out
    assert (drop_gone(library), import_now().read) == (0, 0)
    (docs / "revised.txt").unlink()
    assert import_now().gone == 1
    assert places(library, FileState.GONE) == left_out[:1]
    (docs / ".simhashignore").unlink()
    back = import_now()
    assert (back.read, back.unchanged, back.gone) == (0, 3, 0)
    assert places(library, FileState.LEFT_OUT) == []
    assert drop_gone(library) == 1


def test_what_was_left_out_and_then_gone_is_read_again_when_it_comes_back(
    docs: Path, library: Library, import_now: Import, tmp_path: Path
) -> None:
    import_now(docs)
    ignored, away = docs / ".simhashignore", tmp_path / "away.txt"
    ignored.write_text("revised.txt", encoding="utf-8")
    import_now()
    (docs / "revised.txt").rename(away)
    assert import_now().gone == 1
    away.rename(docs / "revised.txt")  # of the same size and time as before
    ignored.unlink()

    back = import_now()

    assert (back.read, back.unchanged) == (1, 3)
    assert places(library, FileState.GONE) == []


def test_what_counted_as_gone_and_is_there_is_left_out(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    revised = docs / "revised.txt"
    text = revised.read_text(encoding="utf-8")
    revised.unlink()
    import_now()
    revised.write_text(text, encoding="utf-8")
    (docs / ".simhashignore").write_text("revised.txt", encoding="utf-8")

    import_now()

    assert places(library, FileState.LEFT_OUT) == [str(revised)]
    assert places(library, FileState.GONE) == []


def places(library: Library, state: FileState) -> list[str]:
    return [file.path for file, _ in all_files(library, [state])]
