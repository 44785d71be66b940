"""Archives: their members are files of their own, read once and known again."""

from __future__ import annotations

import gzip
import os
from email.message import EmailMessage
from pathlib import Path

import pytest

from simhash_gui.services.comparison.fingerprints import load_document
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    Limits,
    import_folders,
    read_again,
)
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.import_rules import ImportRules, SkipReason, save_rules
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    document_paths,
    document_text,
)
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import files
from simhash_gui.store.repositories.files import FileRow
from tests.documents.containers.archives import locked_zip, tar_of, zip_of
from tests.services.conftest import OTHER, REVISED, STORY, Import
from tests.services.controls import CancelAfter

LETTERS = {"story.txt": STORY.encode(), "sub/会议.md": OTHER.encode()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "archives"
    folder.mkdir()
    return folder


def write(path: Path, data: bytes, mtime_s: int = 1_000_000_000) -> Path:
    path.write_bytes(data)
    os.utime(path, (mtime_s, mtime_s))
    return path


def rows(library: Library) -> dict[str, FileRow]:
    with library.read() as connection:
        ids = [number for state in FileState for number in files.ids_in_state(connection, state)]
        return {row.relative_path: row for row in files.rows(connection, ids)}


def states(library: Library) -> dict[str, FileState]:
    return {path: row.state for path, row in rows(library).items()}


def test_members_are_documents_of_their_own(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))

    report = import_now(folder)

    assert states(library) == {
        "a.zip": FileState.CONTAINER,
        "a.zip!/story.txt": FileState.PRESENT,
        "a.zip!/sub/会议.md": FileState.PRESENT,
    }
    assert (report.files, report.documents, report.read) == (2, 2, 2)
    assert (report.members, report.archives, report.failed) == (2, 1, 0)


def test_a_member_is_compared_from_its_stored_text(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of({"story.txt": STORY.encode()}))
    import_now(folder)
    (folder / "a.zip").unlink()

    assert document_text(library, 1) == STORY
    assert load_document(library, 1).text == STORY
    assert document_paths(library, 1) == [str(folder / "a.zip!" / "story.txt")]


def test_a_copy_outside_is_a_file_of_the_same_document(folder: Path, import_now: Import) -> None:
    write(folder / "a.zip", zip_of({"story.txt": STORY.encode()}))
    write(folder / "story.txt", STORY.encode())

    report = import_now(folder)

    assert (report.files, report.documents, report.duplicates) == (2, 1, 1)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_archives_are_opened(folder: Path, import_now: Import, mode: str) -> None:
    write(folder / "a.tar", tar_of(LETTERS, mode))

    assert import_now(folder).documents == 2


def test_archives_in_archives_are_opened_to_the_limit(
    folder: Path, library: Library, import_now: Import
) -> None:
    data = zip_of({"deep.txt": STORY.encode()})
    for name in ("c", "b", "a"):
        data = zip_of({f"{name}.zip": data, f"{name}.txt": f"{name} {STORY}".encode()})
    write(folder / "x.zip", data)

    report = import_now(folder)

    assert (report.documents, report.archives) == (3, 3)
    assert report.failed_by_reason == {FailureReason.NESTED: 1}
    assert states(library)["x.zip!/a.zip!/b.zip!/c.zip"] is FileState.FAILED


def test_an_unchanged_archive_is_not_opened_again(
    folder: Path, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "a.zip", zip_of(LETTERS | {"b.gz": gzip.compress(REVISED.encode())}))
    write(folder / "c.txt", STORY.encode())
    import_now(folder)
    monkeypatch.setattr("simhash_gui.services.importing.reading.FilePool", None)

    report = import_now()

    assert (report.read, report.unchanged, report.gone) == (0, 4, 0)
    assert (report.files, report.members, report.archives) == (4, 3, 2)


def test_a_changed_archive_is_opened_anew_and_vanished_members_are_gone(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    import_now(folder)
    write(folder / "a.zip", zip_of({"story.txt": REVISED.encode(), "new.txt": b"quite new"}), 2)

    report = import_now()

    assert (report.read, report.gone, report.documents) == (2, 1, 2)
    assert states(library)["a.zip!/sub/会议.md"] is FileState.GONE


def test_an_archive_that_is_gone_and_back_brings_its_members(
    folder: Path, tmp_path: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    import_now(folder)
    write(folder / "a.zip", zip_of({"story.txt": STORY.encode()}), 2)
    import_now()
    (folder / "a.zip").rename(tmp_path / "aside.zip")
    assert import_now().gone == 1
    assert set(states(library).values()) == {FileState.GONE}
    (tmp_path / "aside.zip").rename(folder / "a.zip")

    report = import_now()

    assert (report.read, report.unchanged) == (0, 1)
    assert states(library)["a.zip!/story.txt"] is FileState.PRESENT
    assert states(library)["a.zip!/sub/会议.md"] is FileState.GONE


def test_what_is_no_archive_any_more_has_no_members(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    import_now(folder)
    write(folder / "a.zip", STORY.encode(), 2)

    report = import_now()

    assert (report.gone, report.moved, report.documents) == (1, 1, 1)
    assert states(library)["a.zip"] is FileState.PRESENT


def test_an_archive_that_cannot_be_opened_keeps_its_members(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    import_now(folder)
    write(folder / "a.zip", zip_of(LETTERS)[:100], 2)

    report = import_now()

    assert (report.gone, report.documents) == (0, 2)
    assert report.failed_by_reason == {FailureReason.DAMAGED: 1}


def test_a_member_that_fails_costs_itself_alone(folder: Path, import_now: Import) -> None:
    write(folder / "a.zip", zip_of(LETTERS | {"bad.txt": bytes(range(256)), "empty.txt": b""}))

    report = import_now(folder)

    assert report.documents == 2
    assert report.failed_by_reason == {FailureReason.EMPTY: 1, FailureReason.NOT_TEXT: 1}
    assert import_now().read == 0


def test_members_meet_the_rules_too(folder: Path, library: Library, import_now: Import) -> None:
    data = zip_of(LETTERS | {"__MACOSX/._story.txt": b"x", "photo.jpg": b"\xff\xd8\xff"})
    write(folder / "a.zip", data)
    save_rules(library, ImportRules(exclude=("sub/",)))

    report = import_now(folder)

    assert report.read == 1
    assert report.skipped_by_reason == {
        SkipReason.HIDDEN: 1,
        SkipReason.NO_DOCUMENT: 1,
        SkipReason.EXCLUDED: 1,
    }


def test_a_document_under_the_name_of_a_picture_is_read_and_the_picture_left_out(
    folder: Path, library: Library, import_now: Import
) -> None:
    files = {"letter.jpg": STORY.encode(), "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"}
    write(folder / "a.zip", zip_of(files))
    write(folder / "b.jpg", OTHER.encode())
    write(folder / "c.jpg", files["photo.jpg"])

    report = import_now(folder)

    assert (report.read, report.documents) == (2, 2)
    assert report.skipped_by_reason == {SkipReason.NO_DOCUMENT: 2}
    assert states(library).keys() == {"a.zip", "a.zip!/letter.jpg", "b.jpg"}
    again = import_now()
    assert (again.read, again.unchanged, again.gone) == (0, 2, 0)
    assert again.skipped_by_reason == {SkipReason.NO_DOCUMENT: 2}


def test_changed_rules_choose_other_members_of_an_unchanged_archive(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    save_rules(library, ImportRules(include=("*.md",)))
    assert import_now(folder).read == 1

    save_rules(library, ImportRules(include=("*.txt",)))
    report = import_now()

    assert (report.read, report.gone, report.documents) == (1, 0, 1)
    assert states(library)["a.zip!/sub/会议.md"] is FileState.LEFT_OUT
    assert import_now().read == 0
    assert states(library)["a.zip!/sub/会议.md"] is FileState.LEFT_OUT
    save_rules(library, ImportRules())
    assert (import_now().documents, import_now().read) == (2, 0)


def test_what_changed_rules_leave_out_is_noted_also_after_a_cancelled_import(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of(LETTERS))
    write(folder / "b.zip", zip_of({"more.txt": b"more", "in.zip": zip_of(LETTERS)}))
    import_now(folder)
    save_rules(library, ImportRules(include=("more.txt",)))
    with pytest.raises(JobCancelledError):
        import_now(control=CancelAfter(2))

    report = import_now()

    assert (report.read, report.unchanged, report.skipped) == (0, 1, 4)
    assert {path for path, state in states(library).items() if state is FileState.PRESENT} == {
        "b.zip!/more.txt"
    }
    assert import_now().skipped == 4


def test_a_folder_named_as_a_member_is_a_folder(folder: Path, import_now: Import) -> None:
    (folder / "a.zip!").mkdir()
    write(folder / "a.zip!" / "story.txt", STORY.encode())

    assert import_now(folder).documents == 1
    assert (import_now().read, import_now().unchanged) == (0, 1)


def test_archives_in_one_that_are_too_much_together_are_a_bomb(
    folder: Path, library: Library
) -> None:
    inner = {f"{number}.zip": zip_of({"zeros": bytes(600_000)}) for number in range(4)}
    write(folder / "a.zip", zip_of(inner))
    add_paths(library, [folder], FolderRole.NORMAL)
    limits = Limits(expanded_bytes=1_500_000)

    report = import_folders(library, None, ImportOptions(1, limits), JobControl())

    assert report.failed_by_reason[FailureReason.BOMB] >= 1
    assert report.failed_now >= 3


@pytest.mark.parametrize(
    ("most", "failed", "read"), [(5, [], 4), (4, ["a.zip!/inner.zip"], 2), (2, ["a.zip"], 0)]
)
def test_an_archive_and_those_in_it_share_one_limit_of_members(
    folder: Path, library: Library, most: int, failed: list[str], read: int
) -> None:
    inner = zip_of({"story.txt": STORY.encode(), "revised.txt": REVISED.encode()})
    outer = {"one.txt": b"one text", "two.txt": b"another text", "inner.zip": inner}
    write(folder / "a.zip", zip_of(outer))
    write(folder / "b.zip", zip_of({"other.txt": OTHER.encode()}))
    add_paths(library, [folder], FolderRole.NORMAL)

    options = ImportOptions(1, Limits(archive_members=most))
    report = import_folders(library, None, options, JobControl())

    bombs = [path for path, row in rows(library).items() if row.reason == FailureReason.BOMB]
    assert bombs == failed
    assert report.read == read + 1


def test_a_cancelled_archive_goes_on_where_it_was(
    folder: Path, library: Library, import_now: Import
) -> None:
    members = {f"{number}.txt": f"{STORY} number {number}".encode() for number in range(300)}
    write(folder / "a.tgz", tar_of(members, "w:gz"))
    with pytest.raises(JobCancelledError):
        import_now(folder, control=CancelAfter(100))
    kept = len(rows(library))
    assert 100 <= kept < 300
    assert "a.tgz" not in rows(library)

    report = import_now()

    assert (report.read, report.unchanged, report.documents) == (300 - kept, kept, 300)
    assert states(library)["a.tgz"] is FileState.CONTAINER


def test_a_member_is_read_again_by_itself(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", zip_of({"b.zip": zip_of(LETTERS)}))
    import_now(folder)
    member = rows(library)["a.zip!/b.zip!/story.txt"]

    report = read_again(library, [member.id], ImportOptions(workers=1), JobControl())

    assert (report.read, report.failed, report.documents, report.gone) == (1, 0, 2, 0)
    assert (import_now().read, import_now().unchanged) == (0, 2)


def test_an_archive_is_read_again_with_a_password(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.zip", locked_zip("a.txt", STORY.encode(), b"secret"))
    assert import_now(folder).failed_by_reason == {FailureReason.PASSWORD: 1}
    assert import_now().read == 0
    options = ImportOptions(workers=1, passwords=("secret",))

    report = import_folders(library, None, options, JobControl())

    assert (report.read, report.failed, report.documents) == (1, 0, 1)
    assert "secret" not in repr(options)
    kept = b"".join(file.read_bytes() for file in library.path.parent.glob("test.simhash*"))
    assert b"a.zip!/a.txt" in kept
    assert b"secret" not in kept


def letter(attached: dict[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "ada@example.org", "eve@example.org"
    message["Date"], message["Subject"] = "Fri, 20 Nov 2026 22:00:00 +0000", "Papers"
    message.set_content(OTHER)
    for name, data in attached.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def test_a_letter_is_a_document_beside_what_is_attached(
    folder: Path, library: Library, import_now: Import
) -> None:
    write(folder / "a.eml", letter({"story.txt": STORY.encode()}))

    report = import_now(folder)

    assert (report.read, report.documents, report.archives) == (2, 2, 0)
    assert set(states(library).values()) == {FileState.PRESENT}
    assert (import_now().read, import_now().unchanged) == (0, 2)
    write(folder / "a.eml", letter({}), 2)
    report = import_now()
    assert (report.read, report.gone, report.documents) == (1, 1, 1)


def test_a_letter_that_cannot_be_read_says_why_and_what_is_attached_is_read(
    folder: Path, library: Library
) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "ada@example.org", "Long"
    message.set_content("word " * 600)
    message.add_attachment(STORY.encode(), maintype="text", subtype="plain", filename="story.txt")
    write(folder / "a.eml", message.as_bytes())
    add_paths(library, [folder], FolderRole.NORMAL)
    options = ImportOptions(1, Limits(size_bytes=2500))

    report = import_folders(library, None, options, JobControl())

    assert (report.read, report.failed_by_reason) == (1, {FailureReason.TOO_LARGE: 1})
    assert "limit" in report.failures[0].detail


def test_a_letter_whose_attachments_are_too_much_remains_a_document(
    folder: Path, library: Library
) -> None:
    zeros = zip_of({"zeros": bytes(1_000_000)})
    write(folder / "a.zip", zip_of({"a.eml": letter({"b.zip": zeros, "big.txt": bytes(900_000)})}))
    add_paths(library, [folder], FolderRole.NORMAL)
    limits = Limits(expanded_bytes=2_000_000)

    report = import_folders(library, None, ImportOptions(1, limits), JobControl())

    assert states(library)["a.zip!/a.eml"] is FileState.PRESENT
    assert report.documents == 1
