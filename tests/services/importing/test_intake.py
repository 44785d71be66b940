"""What workers bring back is in the library after a flush, once for each content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from xxhash import xxh3_128_digest

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.comparison.deriving import comparison_data
from simhash_gui.documents.compression import compress_text
from simhash_gui.documents.records import (
    ArchiveMember,
    EncodingSource,
    FailureReason,
    FileOutcome,
    Metadata,
)
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.intake import Arrival, Intake
from simhash_gui.services.importing.listing import ListedFile
from simhash_gui.services.library.browsing import DocumentRow, document_rows
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    document_text,
    folders,
    library_info,
    library_recipe,
)
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import counts, files
from simhash_gui.store.repositories.files import FileRow
from tests.store.builders import faults, load_sketches

DIGEST = b"0123456789abcdef"
Take = Callable[..., None]


def outcome(text: str = "text", **changes: Any) -> FileOutcome:
    """A text that was read as GB 18030 because it looks so, unless told otherwise."""
    values: dict[str, Any] = {
        "size_bytes": 9,
        "mtime_ns": 5,
        "digest": DIGEST,
        "word": len(text),
        "feature_count": 3,
        "character_count": len(text),
        "encoding": "gb18030",
        "encoding_confidence": 0.5,
        "encoding_source": EncodingSource.STATISTICS,
        "reader": "text",
        "compressed_text": compress_text(text),
        "comparison": comparison_data(text),
    }
    return FileOutcome("/unused", **(values | changes))


@pytest.fixture
def take(library: Library, tmp_path: Any) -> Take:
    """Takes the outcome of a file into the library."""
    add_paths(library, [tmp_path], FolderRole.NORMAL)
    (folder,) = folders(library)

    def take(
        *arriving: tuple[str, FileOutcome],
        is_read_again: bool = False,
        wanted_encoding: str | None = None,
    ) -> None:
        intake = Intake(library, library_recipe(library).recipe_id, run_id=1)
        for path, one in arriving:
            listed = ListedFile(path, one.size_bytes, 5)
            arrival = Arrival(folder.id, listed, one, is_read_again, wanted_encoding)
            intake.add(intake.settled(arrival))
        intake.flush()

    return take


def only_document(library: Library) -> DocumentRow:
    (row,) = document_rows(library, range(1, 10))
    return row


def stored_files(library: Library) -> dict[str, FileRow]:
    with library.read() as connection:
        ids = [one for state in FileState for one in files.ids_in_state(connection, state)]
        return {row.relative_path: row for row in files.rows(connection, ids)}


def token_counts(library: Library) -> list[int]:
    with library.read() as connection:
        return list(load_sketches(connection, COMPARISON_VERSION).token_counts)


def test_a_document_comes_with_what_is_known_of_it(library: Library, take: Take) -> None:
    said = Metadata("Title", "Author", "May 2019", "en-GB")

    take(("a.txt", outcome(metadata=said)))

    row = only_document(library)
    assert (row.encoding, row.encoding_confidence) == ("gb18030", 0.5)
    assert row.encoding_source == EncodingSource.STATISTICS
    assert (row.title, row.author, row.written, row.declared_language) == (
        "Title",
        "Author",
        "May 2019",
        "en-GB",
    )
    assert token_counts(library) == [1]


def test_a_title_as_long_as_a_book_is_cut(library: Library, take: Take) -> None:
    take(("a.txt", outcome(metadata=Metadata(title="x" * 10**6))))

    assert only_document(library).title == "x" * 1000


def test_a_copy_that_looks_like_another_encoding_changes_nothing(
    library: Library, take: Take
) -> None:
    take(("a.txt", outcome("first")))
    take(("a.html", outcome("second", encoding="big5", encoding_source=EncodingSource.DECLARED)))

    row = only_document(library)
    assert (row.encoding, row.copies) == ("gb18030", 2)
    assert document_text(library, row.id) == "first"


def test_a_text_read_as_the_user_said_replaces_the_old_one(library: Library, take: Take) -> None:
    take(("a.txt", outcome("first")), ("copy.txt", outcome("first")))
    by_user = outcome("the second", encoding="big5", encoding_source=EncodingSource.OVERRIDE)

    take(("a.txt", by_user))

    row = only_document(library)
    assert (row.encoding, row.encoding_source) == ("big5", EncodingSource.OVERRIDE)
    assert (row.copies, row.fingerprint and row.fingerprint.word) == (2, len("the second"))
    assert document_text(library, row.id) == "the second"
    assert token_counts(library) == [2]
    assert faults(library) == []


def test_what_the_user_said_outlives_copies_found_later(library: Library, take: Take) -> None:
    take(("a.txt", outcome("user", encoding="big5", encoding_source=EncodingSource.OVERRIDE)))
    take(("b.txt", outcome("guess")))

    assert document_text(library, only_document(library).id) == "user"


def test_an_encoding_that_was_taken_back_is_no_longer_used(library: Library, take: Take) -> None:
    take(("a.txt", outcome("user", encoding="big5", encoding_source=EncodingSource.OVERRIDE)))

    take(("a.txt", outcome("guess")), is_read_again=True)

    row = only_document(library)
    assert row.encoding_source == EncodingSource.STATISTICS
    assert document_text(library, row.id) == "guess"


@pytest.mark.parametrize("user_first", [True, False])
def test_the_user_goes_first_among_copies_that_arrive_together(
    library: Library, take: Take, user_first: bool
) -> None:
    by_user = outcome("user", encoding="big5", encoding_source=EncodingSource.OVERRIDE)
    arriving = [("a.txt", by_user), ("b.txt", outcome("guess"))]

    take(*(arriving if user_first else reversed(arriving)))

    assert document_text(library, only_document(library).id) == "user"


def test_the_same_choice_for_another_copy_reads_nothing_again(library: Library, take: Take) -> None:
    by_user = outcome("user", encoding="big5", encoding_source=EncodingSource.OVERRIDE)
    take(("a.txt", by_user))
    before = only_document(library).id

    take(("b.txt", by_user))

    assert only_document(library).id == before


def test_an_archive_is_neither_a_document_nor_a_failure(library: Library, take: Take) -> None:
    archive = FileOutcome("/unused", 9, 5, None, members=(ArchiveMember("a.txt", 3),))

    take(("a.zip", archive))

    file = stored_files(library)["a.zip"]
    assert (file.state, file.document_id, file.reason) == (FileState.CONTAINER, None, None)
    info = library_info(library)
    assert (info.documents, info.files, info.failed_files) == (0, 0, 0)


def test_a_mail_with_attachments_is_a_document(library: Library, take: Take) -> None:
    take(("a.eml", outcome("mail", members=(ArchiveMember("a.pdf", 3),))))

    file = stored_files(library)["a.eml"]
    assert file.state is FileState.PRESENT
    assert file.document_id == only_document(library).id


def test_a_failure_leaves_the_document_of_its_copies_alone(library: Library, take: Take) -> None:
    take(("a.txt", outcome("kept")))
    failed = FileOutcome("/unused", 9, 5, DIGEST, FailureReason.DECODING, "not big5")

    take(("b.txt", failed), wanted_encoding="big5")

    file = stored_files(library)["b.txt"]
    assert (file.state, file.reason, file.document_id) == (FileState.FAILED, "decoding", None)
    assert document_text(library, only_document(library).id) == "kept"


@pytest.mark.parametrize("path", ["a.txt", "copy.txt"])
def test_a_failure_of_a_content_that_was_read_before_is_none(
    library: Library, take: Take, path: str
) -> None:
    take(("a.txt", outcome("kept")))
    failed = FileOutcome("/unused", 9, 7, DIGEST, FailureReason.PASSWORD, "locked")

    take((path, failed))

    file = stored_files(library)[path]
    assert (file.state, file.reason, file.detail) == (FileState.PRESENT, None, None)
    assert file.mtime_ns == 7
    assert file.document_id == only_document(library).id


def test_a_mail_that_was_read_before_keeps_what_is_noted_of_its_attachments(
    library: Library, take: Take
) -> None:
    take(("a.eml", outcome("mail")))
    failed = FileOutcome("/unused", 9, 7, DIGEST, FailureReason.DAMAGED, "note", members=())

    take(("a.eml", failed))

    file = stored_files(library)["a.eml"]
    assert (file.state, file.detail) == (FileState.PRESENT, "note")


def test_a_copy_that_fails_beside_its_first_reading_is_a_copy(library: Library, take: Take) -> None:
    failed = FileOutcome("/unused", 9, 5, DIGEST, FailureReason.PASSWORD, "locked")

    take(("a.txt", outcome("kept")), ("b.txt", failed))

    assert {file.state for file in stored_files(library).values()} == {FileState.PRESENT}


@pytest.mark.parametrize(
    "reason",
    [
        FailureReason.TIMEOUT,
        FailureReason.MEMORY,
        FailureReason.CRASHED,
        FailureReason.TOO_LARGE,
    ],
)
def test_what_could_not_be_looked_at_is_known_by_its_bytes(
    library: Library, take: Take, tmp_path: Path, reason: FailureReason
) -> None:
    place = tmp_path / "a.txt"
    place.write_bytes(b"nine byte")
    take(("a.txt", outcome("kept", digest=xxh3_128_digest(b"nine byte"))))

    take(("a.txt", FileOutcome(str(place), 9, 7, None, reason, "slow")))

    assert stored_files(library)["a.txt"].document_id == only_document(library).id


@pytest.mark.parametrize("data", [b"9 letters", b"ten letters", b""])
def test_other_bytes_at_the_same_place_are_another_document(
    library: Library, take: Take, tmp_path: Path, data: bytes
) -> None:
    place = tmp_path / "a.txt"
    place.write_bytes(data)
    take(("a.txt", outcome("old", digest=xxh3_128_digest(b"nine byte"))))

    take(("a.txt", FileOutcome(str(place), 9, 7, None, FailureReason.TIMEOUT, "slow")))

    file = stored_files(library)["a.txt"]
    assert (file.state, file.document_id) == (FileState.FAILED, None)


MARKDOWN = outcome("marked", reader="markdown", metadata=Metadata("Title"))


@pytest.mark.parametrize("is_plain_first", [True, False])
@pytest.mark.parametrize("is_together", [True, False])
def test_the_more_specific_reader_wins_whatever_the_order(
    library: Library, take: Take, is_plain_first: bool, is_together: bool
) -> None:
    arriving = [("0.jpg", outcome("plain")), ("a.md", MARKDOWN)]
    ordered = arriving if is_plain_first else arriving[::-1]

    for some in [ordered] if is_together else [[one] for one in ordered]:
        take(*some)

    row = only_document(library)
    assert (row.reader, row.title) == ("markdown", "Title")
    assert document_text(library, row.id) == "marked"


def test_an_encoding_of_the_user_outlasts_a_more_specific_reader(
    library: Library, take: Take
) -> None:
    by_user = outcome("user", encoding="big5", encoding_source=EncodingSource.OVERRIDE)
    take(("a.txt", by_user))

    take(("a.md", MARKDOWN))

    assert document_text(library, only_document(library).id) == "user"


def test_reading_a_plain_copy_again_keeps_the_more_specific_reader(
    library: Library, take: Take
) -> None:
    take(("a.md", MARKDOWN))

    take(("a.txt", outcome("plain")), is_read_again=True)

    assert only_document(library).reader == "markdown"


def test_reading_a_file_again_by_the_same_reader_takes_what_it_finds_now(
    library: Library, take: Take
) -> None:
    take(("a.txt", outcome("as read before")))

    take(("a.txt", outcome("as read now")), is_read_again=True)

    assert document_text(library, only_document(library).id) == "as read now"


def test_many_arrivals_are_written_before_the_flush(library: Library, tmp_path: Any) -> None:
    add_paths(library, [tmp_path], FolderRole.NORMAL)
    (folder,) = folders(library)
    intake = Intake(library, library_recipe(library).recipe_id, run_id=1)

    read = outcome()

    for number in range(501):
        one = replace(read, digest=number.to_bytes(16, "big"))
        intake.add(Arrival(folder.id, ListedFile(f"{number}.txt", 9, 5), one))

    with library.read() as connection:
        assert counts.files_by_state(connection)[FileState.PRESENT] >= 500
