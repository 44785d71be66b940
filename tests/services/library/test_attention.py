"""Lists of the files that want something of the user."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.services.importing.encoding_choices import (
    choose_encoding_of_files,
    encoding_choices,
)
from simhash_gui.services.importing.importing import FailureReason, ImportOptions, import_folders
from simhash_gui.services.importing.skipping import skip_files
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.attention import (
    document_places,
    failed_ids,
    file_on_disk,
    gone_files,
    skipped_count,
)
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    document_ids,
    problem_files,
    readers,
)
from simhash_gui.services.library.libraries import FolderRole, Library, add_folders, open_library

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
        add_folders(made, [folder], FolderRole.NORMAL)
        scan(made)
        yield made


def scan(library: Library) -> None:
    import_folders(library, None, ImportOptions(workers=1), JobControl())


def test_all_files_that_failed_for_a_reason_are_found(library: Library) -> None:
    files = problem_files(library, FailureReason.EMPTY, 0, 10)

    assert failed_ids(library, FailureReason.EMPTY) == [file.file_id for file in files]
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


def test_skipped_files_are_counted(library: Library) -> None:
    assert skipped_count(library) == 0

    skip_files(library, failed_ids(library, FailureReason.EMPTY))

    assert skipped_count(library) == 2


def test_a_document_knows_where_it_is_and_where_it_was(library: Library, folder: Path) -> None:
    (folder / "copy.txt").unlink()
    scan(library)
    ids = document_ids(library, DocumentFilter("story"), DocumentSort.NAME, descending=False)

    places = document_places(library, int(ids[0]))

    assert [(Path(place.path).name, place.is_there) for place in places] == [
        ("story.txt", True),
        ("copy.txt", False),
    ]


def test_documents_are_counted_by_type(library: Library) -> None:
    assert readers(library) == {"html": 1, "text": 1}


def test_of_a_file_in_an_archive_the_archive_is_on_the_disk(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.touch()

    assert file_on_disk(f"{archive}!/inner/b.txt") == archive


def test_an_encoding_is_chosen_for_several_files_at_once(library: Library, folder: Path) -> None:
    ids = failed_ids(library, FailureReason.EMPTY)
    options = ImportOptions(workers=1)

    choose_encoding_of_files(library, ids, "gb18030", options, JobControl())
    chosen = {Path(choice.pattern).name: choice.encoding for choice in encoding_choices(library)}
    choose_encoding_of_files(library, ids, None, options, JobControl())

    assert chosen == {"empty.txt": "gb18030", "void.txt": "gb18030"}
    assert encoding_choices(library) == []
