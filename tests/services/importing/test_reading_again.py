"""What is read again and what is not: contents, encodings, files that the user skips."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simhash_gui.documents.records import EncodingSource
from simhash_gui.services.importing.encodings import (
    EncodingChoice,
    UnknownEncodingError,
    choose_encoding,
    encoding_choices,
    pattern_for,
)
from simhash_gui.services.importing.importing import ImportOptions, ImportReport
from simhash_gui.services.importing.problems import (
    skip_files,
    skipped_files,
    skipped_ids,
    unskip_files,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    document_ids,
    document_rows,
)
from simhash_gui.services.library.import_rules import SkipReason
from simhash_gui.services.library.libraries import Library, document_text, drop_gone, library_info
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import files
from simhash_gui.store.repositories.files import FileRow
from tests.documents.containers.archives import zip_of
from tests.services.conftest import OTHER, STORY, Import

RUSSIAN = "Собрание обсудило часы работы библиотеки и решило опубликовать итоги. " * 3


def rows(library: Library) -> dict[str, FileRow]:
    with library.read() as connection:
        ids = [number for state in FileState for number in files.ids_in_state(connection, state)]
        return {row.relative_path: row for row in files.rows(connection, ids)}


def choose(library: Library, pattern: str, encoding: str | None) -> ImportReport:
    return choose_encoding(library, pattern, encoding, ImportOptions(workers=1), JobControl())


def text_of(library: Library, relative_path: str) -> str:
    return document_text(library, rows(library)[relative_path].document_id or 0)


def test_a_new_date_alone_keeps_the_document(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    before = rows(library)["会议.md"]
    os.utime(docs / "会议.md", (1, 1))

    report = import_now()

    assert (report.read, report.unchanged, report.documents) == (1, 3, 3)
    after = rows(library)["会议.md"]
    assert (after.id, after.document_id) == (before.id, before.document_id)
    assert import_now().read == 0


def test_duplicates_of_content_are_counted(docs: Path, import_now: Import) -> None:
    assert import_now(docs).duplicates == 1


def test_what_is_gone_is_kept_until_it_is_dropped(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    (docs / "会议.md").unlink()
    import_now()
    assert text_of(library, "会议.md") == OTHER

    assert drop_gone(library) == 1

    assert "会议.md" not in rows(library)
    assert library_info(library).gone_files == 0


@pytest.fixture
def russian(tmp_path: Path) -> Path:
    folder = tmp_path / "russian"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.txt").write_bytes(RUSSIAN.encode("cp1251"))
    (folder / "sub" / "b.txt").write_bytes((RUSSIAN + "!").encode("cp1251"))
    (folder / "c.zip").write_bytes(zip_of({"d.txt": (RUSSIAN + "?").encode("cp1251")}))
    return folder


def test_an_encoding_chosen_for_a_file_reads_only_this_again(
    russian: Path, library: Library, import_now: Import
) -> None:
    import_now(russian)

    report = choose(library, pattern_for(russian / "a.txt"), "koi8-r")

    assert (report.read, report.documents) == (1, 3)
    assert text_of(library, "a.txt") == RUSSIAN.encode("cp1251").decode("koi8-r")
    assert text_of(library, "sub/b.txt") == RUSSIAN + "!"
    assert import_now().read == 0


def test_an_encoding_chosen_for_a_folder_reaches_into_archives_and_can_be_taken_back(
    russian: Path, library: Library, import_now: Import
) -> None:
    import_now(russian)
    pattern = pattern_for(russian)

    assert choose(library, pattern, "KOI8-R").read == 3

    assert encoding_choices(library) == [EncodingChoice(f"{russian}/**", "koi8-r")]
    assert text_of(library, "c.zip!/d.txt") != RUSSIAN + "?"
    assert choose(library, pattern, None).read == 3
    assert text_of(library, "c.zip!/d.txt") == RUSSIAN + "?"
    assert encoding_choices(library) == []


def test_a_chosen_encoding_holds_for_files_that_come_later(
    russian: Path, library: Library, import_now: Import
) -> None:
    choose(library, f"{russian}/*.txt", "koi8-r")

    import_now(russian)

    assert text_of(library, "a.txt") == RUSSIAN.encode("cp1251").decode("koi8-r")
    assert text_of(library, "sub/b.txt") == RUSSIAN + "!"


def test_the_encoding_and_how_sure_it_is_are_shown(
    russian: Path, library: Library, import_now: Import
) -> None:
    import_now(russian)
    choose(library, pattern_for(russian / "a.txt"), "koi8-r")

    ids = document_ids(library, DocumentFilter(), DocumentSort.NAME, descending=False)
    shown = {row.name: row for row in document_rows(library, ids.tolist())}

    assert (shown["a.txt"].encoding, shown["a.txt"].encoding_source) == (
        "koi8-r",
        EncodingSource.OVERRIDE,
    )
    assert shown["b.txt"].encoding == "cp1251"
    assert 0 < (shown["b.txt"].encoding_confidence or 0) <= 1


def test_an_encoding_that_there_is_not_is_refused(library: Library) -> None:
    with pytest.raises(UnknownEncodingError):
        choose(library, "/x", "klingon")
    assert encoding_choices(library) == []


def test_a_skipped_file_is_neither_read_nor_a_problem_until_it_is_wanted_again(
    docs: Path, library: Library, import_now: Import
) -> None:
    (docs / "empty.txt").touch()
    assert import_now(docs).failed == 1
    empty = rows(library)["empty.txt"].id

    skip_files(library, [empty])

    (docs / "empty.txt").write_text(STORY + OTHER, encoding="utf-8")
    report = import_now()
    assert (report.failed, report.read, report.documents) == (0, 0, 3)
    assert report.skipped_by_reason == {SkipReason.BY_USER: 1}
    assert [(one.id, one.path) for one in skipped_files(library, 0, 9)] == [
        (empty, str(docs / "empty.txt"))
    ]
    unskip_files(library, [empty])
    assert (import_now().documents, skipped_ids(library)) == (4, [])


def test_a_skipped_file_that_vanishes_stays_skipped(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    skip_files(library, [rows(library)["会议.md"].id])
    (docs / "会议.md").rename(docs.parent / "aside")

    assert import_now().gone == 0
    (docs.parent / "aside").rename(docs / "会议.md")
    assert import_now().documents == 2


def test_a_member_can_be_skipped_and_taken_in_again(
    russian: Path, library: Library, import_now: Import
) -> None:
    import_now(russian)
    member = rows(library)["c.zip!/d.txt"].id
    skip_files(library, [member])
    assert import_now().skipped_by_reason == {SkipReason.BY_USER: 1}

    unskip_files(library, [member])

    report = import_now()
    assert (report.read, report.documents) == (1, 3)


def test_a_skipped_archive_is_not_opened(
    russian: Path, library: Library, import_now: Import
) -> None:
    import_now(russian)
    skip_files(library, [rows(library)["c.zip"].id])
    (russian / "c.zip").write_bytes(zip_of({"new.txt": STORY.encode()}))

    report = import_now()

    assert (report.read, report.gone, report.documents) == (0, 0, 2)
    unskip_files(library, [rows(library)["c.zip"].id])
    report = import_now()
    assert (report.read, report.gone, report.documents) == (1, 1, 3)
