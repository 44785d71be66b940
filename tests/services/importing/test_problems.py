"""Lists of the files that need a decision of the user."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.encodings import (
    choose_encoding_of_files,
    encoding_choices,
)
from simhash_gui.services.importing.importing import FailureReason, ImportOptions, import_folders
from simhash_gui.services.importing.problems import (
    failed_files,
    failed_ids,
    failures_by_reason,
    file_on_disk,
    gone_files,
    skip_files,
    skipped_files,
    skipped_ids,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    FileState,
    document_files,
    document_ids,
    readers,
)
from simhash_gui.services.library.libraries import FolderRole, Library, open_library

STORY = "The harbour was dredged twice this year and the new lamp was lit. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    (made / "story.txt").write_text(STORY * 3)
    (made / "copy.txt").write_text(STORY * 3)
    (made / "page.html").write_text(f"<p>{STORY}</p>")
    for name in ("empty.txt", "void.txt"):
        (made / name).touch()
    return made


@pytest.fixture
def library(tmp_path: Path, folder: Path) -> Iterator[Library]:
    with open_library(tmp_path / "a.simhash") as made:
        add_paths(made, [folder], FolderRole.NORMAL)
        scan(made)
        yield made


def scan(library: Library) -> None:
    import_folders(library, None, ImportOptions(workers=1), JobControl())


def test_all_files_that_failed_for_a_reason_are_found(library: Library) -> None:
    files = failed_files(library, FailureReason.EMPTY, 0, 10)

    assert failed_ids(library, FailureReason.EMPTY) == [file.id for file in files]
    assert len(files) == 2
    assert failed_ids(library, FailureReason.PASSWORD) == []


def test_gone_files_come_a_page_at_a_time(library: Library, folder: Path) -> None:
    (folder / "story.txt").unlink()
    (folder / "page.html").unlink()
    scan(library)

    pages = [gone_files(library, offset, 1) for offset in range(3)]

    assert [[Path(file.path).name for file in page] for page in pages] == [
        ["page.html"],
        ["story.txt"],
        [],
    ]


def test_skipped_files_are_listed(library: Library) -> None:
    assert skipped_ids(library) == []
    ids = failed_ids(library, FailureReason.EMPTY)

    skip_files(library, ids)

    assert skipped_ids(library) == ids
    assert [file.id for file in skipped_files(library, 1, 5)] == ids[1:]


def test_a_document_knows_where_it_is_and_where_it_was(library: Library, folder: Path) -> None:
    (folder / "copy.txt").unlink()
    scan(library)
    ids = document_ids(library, DocumentFilter("story"), DocumentSort.NAME, descending=False)

    places = document_files(library, int(ids[0]))

    assert [(Path(place.path).name, place.state) for place in places] == [
        ("story.txt", FileState.PRESENT),
        ("copy.txt", FileState.GONE),
    ]


def test_documents_are_counted_by_type(library: Library) -> None:
    assert readers(library) == {"html": 1, "text": 1}


def test_a_member_leads_to_its_archive(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.write_bytes(b"x")

    assert file_on_disk(f"{archive}!/b.zip!/c.txt") == archive
    assert file_on_disk(str(archive)) == archive


def test_a_folder_that_looks_like_an_archive_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a.zip!"
    folder.mkdir()
    (folder / "b.txt").write_bytes(b"x")

    assert file_on_disk(f"{folder}/b.txt") == folder / "b.txt"


def test_failed_files_are_counted_by_reason_and_come_a_page_at_a_time(
    library: Library, folder: Path
) -> None:
    (folder / "program.txt").write_bytes(b"\x7fELF" + bytes(100))
    scan(library)

    assert failures_by_reason(library) == {FailureReason.EMPTY: 2, FailureReason.NOT_TEXT: 1}
    page = failed_files(library, FailureReason.EMPTY, 1, 5)
    assert [Path(file.path).name for file in page] == ["void.txt"]
    assert len(failed_files(library, None, 0, 10)) == 3


def test_an_encoding_is_chosen_for_several_files_at_once(library: Library, folder: Path) -> None:
    ids = failed_ids(library, FailureReason.EMPTY)
    options = ImportOptions(workers=1)

    choose_encoding_of_files(library, ids, "gb18030", options, JobControl())
    chosen = {Path(choice.pattern).name: choice.encoding for choice in encoding_choices(library)}
    choose_encoding_of_files(library, ids, None, options, JobControl())

    assert chosen == {"empty.txt": "gb18030", "void.txt": "gb18030"}
    assert encoding_choices(library) == []
