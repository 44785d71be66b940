"""Every file is counted once, at every import: read, unchanged, skipped or failed."""

from __future__ import annotations

import os
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.encodings import choose_encoding, pattern_for
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    Limits,
    import_folders,
    read_again,
)
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    document_ids,
    document_rows,
)
from simhash_gui.services.library.import_rules import ImportRules, SkipReason, save_rules
from simhash_gui.services.library.libraries import FolderRole, Library, library_info
from simhash_gui.store.engine.types import FileState, ImportRunState
from simhash_gui.store.repositories import files
from simhash_gui.store.repositories.files import FileRow
from tests.documents.containers.archives import locked_zip, tar_of, zip_of
from tests.documents.readers.office_files import docx, paragraph
from tests.documents.readers.ole.test_locked import locked
from tests.services.conftest import OTHER, REVISED, STORY
from tests.services.controls import CancelAfter
from tests.store.builders import all_runs, faults

TIGHT = Limits(size_bytes=4000, expanded_bytes=20_000, archive_depth=1)
MTIME_S = 1_000_000_000
DEEP = zip_of({"in.zip": zip_of({"deep.txt": STORY.encode()})})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mixed"
    folder.mkdir()
    return folder


def write(path: Path, data: bytes, mtime_s: int = MTIME_S) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (mtime_s, mtime_s))
    return path


def run(library: Library, limits: Limits = TIGHT, *passwords: str) -> ImportReport:
    return import_folders(library, None, ImportOptions(1, limits, passwords), JobControl())


def rows(library: Library) -> dict[str, FileRow]:
    with library.read() as connection:
        ids = [number for state in FileState for number in files.ids_in_state(connection, state)]
        return {row.relative_path: row for row in files.rows(connection, ids)}


def states(library: Library) -> dict[str, FileState]:
    return {path: row.state for path, row in rows(library).items()}


def counted(report: ImportReport) -> tuple[int, int, int, int]:
    """Read, unchanged, skipped, failed; what must hold of every report holds of this one."""
    assert sum(report.skipped_by_reason.values()) == report.skipped
    assert sum(report.failed_now_by_reason.values()) == report.failed_now
    assert sum(report.failed_by_reason.values()) == report.failed
    assert 0 <= report.duplicates_read <= report.read
    assert 0 <= report.still_failed <= report.unchanged
    assert 0 <= report.moved <= report.read + report.unchanged
    return report.read, report.unchanged, report.skipped, report.failed_now


@pytest.fixture
def mixed(folder: Path, library: Library) -> Path:
    """Nineteen files and members: 9 to be read, 4 to be skipped, 6 that fail."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "ada@example.org", "eve@example.org", "Papers"
    letter.set_content(OTHER)
    picture = b"\xff\xd8\xff\xe0\0"
    letter.add_attachment(picture, maintype="image", subtype="jpeg", filename="photo.jpg")
    letter.add_attachment(REVISED.encode(), maintype="text", subtype="plain", filename="new.txt")
    inner = {"deep.txt": b"deep in there", "__MACOSX/x.txt": b"x", ".hid.txt": b"y"}
    write(folder / "a.txt", STORY.encode())
    write(folder / "copy.txt", STORY.encode())
    write(folder / "letter.eml", letter.as_bytes())
    write(folder / ".hidden.txt", STORY.encode())
    write(folder / "photo.png", b"\x89PNG\r\n\x1a\n\0")
    write(folder / "empty.txt", b"")
    write(folder / "large.txt", b"word " * 1000)
    write(folder / "bomb.zip", zip_of({"zeros.txt": bytes(50_000)}))
    write(folder / "locked.zip", locked_zip("a.txt", b"locked words", b"secret"))
    write(folder / "good.zip", zip_of({"one.txt": b"one word", **inner, "empty.txt": b""}))
    write(folder / "nested.zip", DEEP)
    write(folder / "nested.tar", tar_of({"b.txt": b"in a tar", "c.txt": STORY.encode()}))
    add_paths(library, [folder], FolderRole.NORMAL)
    return folder


def test_every_file_is_counted_once_at_the_first_import_and_at_every_other(
    mixed: Path, library: Library
) -> None:
    first = run(library)

    assert counted(first) == (9, 0, 4, 6)
    assert first.duplicates_read == 2
    assert first.failed_now_by_reason == {
        FailureReason.EMPTY: 2,
        FailureReason.TOO_LARGE: 1,
        FailureReason.BOMB: 1,
        FailureReason.PASSWORD: 1,
        FailureReason.NESTED: 1,
    }
    for _ in range(2):
        again = run(library)
        assert counted(again) == (0, 15, 4, 0)
        assert again.skipped_by_reason == first.skipped_by_reason
        assert (again.still_failed, again.duplicates_read, again.gone) == (6, 0, 0)
        assert (again.failed, again.failed_by_reason) == (6, first.failed_by_reason)
        assert (again.files, again.members) == (first.files, first.members)


def test_what_is_kept_with_a_run_counts_every_file_once(mixed: Path, library: Library) -> None:
    run(library)
    run(library)

    with library.read() as connection:
        first, again = all_runs(connection)
    assert first.counts == {"read": 9, "unchanged": 0, "skipped": 4, "failed": 6}
    assert again.counts == {"read": 0, "unchanged": 15, "skipped": 4, "failed": 0}


def test_an_unchanged_file_that_failed_is_not_opened_again(
    mixed: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(library)
    before = rows(library)
    monkeypatch.setattr("simhash_gui.services.importing.reading.FilePool", None)

    report = run(library)

    assert counted(report) == (0, 15, 4, 0)
    assert rows(library) == before


@pytest.mark.parametrize(
    ("name", "limits", "read"),
    [
        ("large.txt", replace(TIGHT, size_bytes=5000), 1),
        ("bomb.zip", replace(TIGHT, size_bytes=50_000, expanded_bytes=100_000), 0),
        ("nested.zip!/in.zip", replace(TIGHT, archive_depth=2), 1),
    ],
)
def test_a_higher_limit_tries_those_again_that_failed_of_it(
    mixed: Path, library: Library, name: str, limits: Limits, read: int
) -> None:
    run(library)
    others = {path for path, row in rows(library).items() if row.reason} - {name, "large.txt"}
    runs_of_others = {path: rows(library)[path].run_id for path in others}

    report = run(library, limits)

    assert report.read >= read
    assert rows(library)[name].state is not FileState.FAILED
    assert {path: rows(library)[path].run_id for path in others} == runs_of_others


def test_a_lower_limit_tries_nothing_again(
    mixed: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mixed / "nested.zip").unlink()
    run(library)
    monkeypatch.setattr("simhash_gui.services.importing.reading.FilePool", None)

    assert run(library, replace(TIGHT, size_bytes=100)).unchanged == 14


def test_a_limit_that_was_raised_in_vain_is_not_tried_again(
    folder: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "large.txt", b"word " * 1000)
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)
    higher = replace(TIGHT, size_bytes=4500)
    assert counted(run(library, higher)) == (0, 0, 0, 1)
    monkeypatch.setattr("simhash_gui.services.importing.reading.FilePool", None)

    assert counted(run(library, higher)) == (0, 1, 0, 0)


def test_a_password_tries_what_is_locked_and_nothing_else(mixed: Path, library: Library) -> None:
    run(library)

    report = run(library, TIGHT, "secret")

    assert counted(report) == (1, 14, 4, 0)
    assert states(library)["locked.zip"] is FileState.CONTAINER


def test_an_encoding_chosen_by_a_job_that_was_cancelled_is_tried_at_the_next_import(
    folder: Path, library: Library
) -> None:
    write(folder / "a.txt", "Собрание обсудило часы работы".encode("cp1251"))
    add_paths(library, [folder], FolderRole.NORMAL)
    pattern, options = pattern_for(folder / "a.txt"), ImportOptions(1, TIGHT)
    choose_encoding(library, pattern, "utf-8", options, JobControl())
    assert run(library).failed_by_reason == {FailureReason.DECODING: 1}
    assert counted(run(library)) == (0, 1, 0, 0)
    control = JobControl()
    control.cancel()
    with pytest.raises(JobCancelledError):
        choose_encoding(library, pattern, "cp1251", options, control)

    assert counted(run(library)) == (1, 0, 0, 0)


def test_what_the_user_wants_tried_again_is_read(mixed: Path, library: Library) -> None:
    run(library)
    large = rows(library)["large.txt"]

    report = read_again(library, [large.id], ImportOptions(1, TIGHT), JobControl())

    assert counted(report) == (0, 0, 0, 1)
    assert rows(library)["large.txt"].run_id != large.run_id


@pytest.mark.parametrize(
    "reason",
    [
        FailureReason.UNREADABLE,
        FailureReason.GONE,
        FailureReason.CHANGED,
        FailureReason.CRASHED,
    ],
)
def test_a_failure_that_may_pass_is_tried_again(
    folder: Path, library: Library, reason: FailureReason
) -> None:
    write(folder / "a.zip", zip_of({"a.txt": STORY.encode()}))
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)
    with library.write() as connection:
        connection.exec_driver_sql(
            "UPDATE files SET state = 'failed', document_id = NULL, reason = ?"
            " WHERE relative_path = 'a.zip!/a.txt'",
            (reason.value,),
        )

    assert counted(run(library)) == (1, 0, 0, 0)


def test_a_failed_file_that_is_gone_and_back_is_unchanged(
    folder: Path, tmp_path: Path, library: Library
) -> None:
    write(folder / "empty.txt", b"")
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)
    (folder / "empty.txt").rename(tmp_path / "aside")
    assert run(library).gone == 1
    (tmp_path / "aside").rename(folder / "empty.txt")

    report = run(library)

    assert counted(report) == (0, 1, 0, 0)
    assert (report.still_failed, report.failed) == (1, 1)


@pytest.mark.skipif(os.name == "nt", reason="there are no such links on Windows")
def test_places_that_cannot_be_looked_at_fail_at_every_import_and_are_not_gone_when_mended(
    folder: Path, library: Library
) -> None:
    write(folder / "a.txt", STORY.encode())
    (folder / "dangling").symlink_to("nowhere")
    save_rules(library, ImportRules(follow_links=True))
    add_paths(library, [folder], FolderRole.NORMAL)

    assert counted(run(library)) == (1, 0, 0, 1)
    assert counted(run(library)) == (0, 1, 0, 1)
    (folder / "dangling").unlink()
    report = run(library)

    assert counted(report) == (0, 1, 0, 0)
    assert (report.gone, report.failed) == (0, 0)


def test_members_of_an_archive_that_cannot_be_opened_stay_and_are_unchanged(
    folder: Path, library: Library
) -> None:
    write(folder / "a.zip", zip_of({"a.txt": STORY.encode(), "b.txt": OTHER.encode()}))
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)
    write(folder / "a.zip", zip_of({"a.txt": STORY.encode()})[:60], 2)

    report = run(library)

    assert counted(report) == (0, 2, 0, 1)
    assert report.files == 3
    assert counted(run(library)) == (0, 3, 0, 0)


def test_members_that_a_killed_import_left_behind_are_gone_at_the_next(
    folder: Path, library: Library
) -> None:
    write(folder / "a.zip", zip_of({"a.txt": STORY.encode(), "b.txt": OTHER.encode()}))
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)
    write(folder / "a.zip", zip_of({"a.txt": STORY.encode()}), 2)
    run(library)
    with library.write() as connection:  # as if the last import had not come to its end
        connection.exec_driver_sql("UPDATE files SET state = 'present' WHERE state = 'gone'")

    report = run(library)

    assert (counted(report), report.gone) == ((0, 1, 0, 0), 1)
    assert counted(run(library)) == (0, 1, 0, 0)


def test_members_of_an_archive_that_was_only_touched_stay(folder: Path, library: Library) -> None:
    inner = zip_of({"c.txt": REVISED.encode()})
    archive = zip_of({"a.txt": STORY.encode(), "b.bin": b"\0\1", "i.zip": inner})
    write(folder / "a.zip", archive)
    add_paths(library, [folder], FolderRole.NORMAL)
    first = counted(run(library))
    write(folder / "a.zip", archive, 2)

    assert run(library).gone == 0
    report = run(library)

    assert report.gone == 0
    assert sum(counted(report)) == sum(first)


def test_a_file_skipped_forever_is_skipped_at_every_import(mixed: Path, library: Library) -> None:
    run(library)
    with library.write() as connection:
        files.mark_skipped(connection, [rows(library)["good.zip!/one.txt"].id])

    for _ in range(2):
        assert run(library).skipped_by_reason == {
            SkipReason.HIDDEN: 2,
            SkipReason.NO_DOCUMENT: 2,
            SkipReason.BY_USER: 1,
        }


# Moved and renamed


@pytest.fixture
def two(tmp_path: Path, library: Library) -> tuple[Path, Path]:
    """Two folders of the library, with one text in the first."""
    one, other = tmp_path / "one", tmp_path / "other"
    write(one / "a.txt", STORY.encode())
    write(other / "z.txt", OTHER.encode())
    add_paths(library, [one, other], FolderRole.NORMAL)
    run(library)
    return one, other


@pytest.mark.parametrize("target", ["one/b.txt", "one/sub/a.txt", "other/a.txt"])
def test_a_moved_file_keeps_its_document_and_is_not_gone(
    two: tuple[Path, Path], tmp_path: Path, library: Library, target: str
) -> None:
    document_id = rows(library)["a.txt"].document_id
    (tmp_path / target).parent.mkdir(exist_ok=True)
    (two[0] / "a.txt").rename(tmp_path / target)

    report = run(library)

    assert counted(report) == (1, 1, 0, 0)
    assert (report.moved, report.gone, report.duplicates_read) == (1, 0, 0)
    assert (report.files, report.documents) == (2, 2)
    moved = [row for row in rows(library).values() if row.document_id == document_id]
    assert [Path(row.folder, row.relative_path) for row in moved] == [tmp_path / target]
    assert library_info(library).gone_files == 0
    assert counted(run(library)) == (0, 2, 0, 0)


def test_a_copy_that_is_deleted_is_gone_also_when_another_is_touched(
    two: tuple[Path, Path], library: Library
) -> None:
    write(two[1] / "copy.txt", STORY.encode())
    assert run(library).duplicates_read == 1
    (two[1] / "copy.txt").unlink()
    os.utime(two[0] / "a.txt", (5, 5))

    report = run(library)

    assert (report.read, report.moved, report.gone) == (1, 0, 1)


def test_of_two_files_that_vanish_one_has_moved(two: tuple[Path, Path], library: Library) -> None:
    write(two[1] / "copy.txt", STORY.encode())
    run(library)
    (two[1] / "copy.txt").unlink()
    (two[0] / "a.txt").rename(two[0] / "b.txt")

    report = run(library)

    assert (report.read, report.moved, report.gone) == (1, 1, 1)
    assert report.documents == 2


def test_a_file_that_is_moved_over_another_has_moved(
    two: tuple[Path, Path], library: Library
) -> None:
    (two[0] / "a.txt").replace(two[1] / "z.txt")

    report = run(library)

    assert (report.read, report.moved, report.gone, report.documents) == (1, 1, 0, 1)
    assert faults(library) == []


def test_a_renamed_archive_brings_its_members_along(folder: Path, library: Library) -> None:
    data = zip_of({"a.txt": STORY.encode(), "in.zip": zip_of({"b.txt": OTHER.encode()})})
    write(folder / "a.zip", data)
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library, Limits())
    (folder / "a.zip").rename(folder / "b.zip")

    report = run(library, Limits())

    assert (report.read, report.moved, report.gone, report.documents) == (2, 2, 0, 2)
    assert {path.partition("!")[0] for path in rows(library)} == {"b.zip"}


def test_a_move_is_told_also_when_the_import_that_met_it_was_cancelled(
    two: tuple[Path, Path], library: Library
) -> None:
    (two[0] / "a.txt").rename(two[0] / "b.txt")
    for number in range(9):
        write(two[1] / f"{number}.txt", f"{STORY} {number}".encode())
    with pytest.raises(JobCancelledError):
        import_folders(library, None, ImportOptions(1, TIGHT), CancelAfter(4))
    assert "b.txt" in rows(library)

    report = run(library)

    assert (report.moved, report.gone, report.files) == (1, 0, 11)


def test_a_file_that_only_a_cancelled_import_met_is_gone_when_it_vanishes(
    folder: Path, library: Library
) -> None:
    for number in range(9):
        write(folder / f"{number}.txt", f"{STORY} {number}".encode())
    add_paths(library, [folder], FolderRole.NORMAL)
    with pytest.raises(JobCancelledError):
        import_folders(library, None, ImportOptions(1, TIGHT), CancelAfter(4))
    assert states(library)["0.txt"] is FileState.PRESENT
    (folder / "0.txt").unlink()

    report = run(library)

    assert (report.moved, report.gone, report.files) == (0, 1, 8)
    assert states(library)["0.txt"] is FileState.GONE


def test_an_interrupted_import_is_cancelled_not_failed(library: Library, folder: Path) -> None:
    add_paths(library, [folder], FolderRole.NORMAL)
    control = JobControl()
    control.cancel()
    with pytest.raises(JobCancelledError):
        import_folders(library, None, ImportOptions(1, TIGHT), control)

    with library.read() as connection:
        assert [one.state for one in all_runs(connection)] == [ImportRunState.CANCELLED]


def test_a_locked_document_that_was_read_stays_when_it_is_touched_or_copied_without_password(
    folder: Path, library: Library
) -> None:
    data = locked(docx(paragraph(STORY)))
    write(folder / "locked.docx", data)
    add_paths(library, [folder], FolderRole.NORMAL)
    assert counted(run(library, Limits(), "secret")) == (1, 0, 0, 0)
    document = rows(library)["locked.docx"].document_id

    write(folder / "locked.docx", data, MTIME_S + 1)
    write(folder / "copy.docx", data)
    again = run(library, Limits())

    assert counted(again) == (1, 1, 0, 0)
    assert again.duplicates_read == 1
    assert {row.document_id for row in rows(library).values()} == {document}
    assert set(states(library).values()) == {FileState.PRESENT}
    assert counted(run(library, Limits())) == (0, 2, 0, 0)


def test_a_document_that_became_too_large_only_by_a_limit_stays_when_it_is_touched(
    folder: Path, library: Library
) -> None:
    write(folder / "a.txt", STORY.encode())
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)

    write(folder / "a.txt", STORY.encode(), MTIME_S + 1)

    assert counted(run(library, replace(TIGHT, size_bytes=100))) == (0, 1, 0, 0)
    assert library_info(library).documents == 1


def test_a_file_that_is_renamed_to_what_it_is_gets_its_title(
    folder: Path, library: Library
) -> None:
    write(folder / "a.txt", b"---\ntitle: On ferries\n---\n\n" + STORY.encode())
    add_paths(library, [folder], FolderRole.NORMAL)
    run(library)

    (folder / "a.txt").rename(folder / "a.md")
    report = run(library)

    ids = document_ids(library, DocumentFilter(), DocumentSort.NAME, descending=False)
    (row,) = document_rows(library, ids.tolist())
    assert (row.reader, row.title) == ("markdown", "On ferries")
    assert (report.read, report.moved, report.gone) == (1, 1, 0)
    assert counted(run(library)) == (0, 1, 0, 0)
