"""Columns of the documents table and the list of folders, row by row."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QAbstractItemModelTester

from simhash_gui.core.types import Fingerprint
from simhash_gui.services.library.browsing import DocumentRow, DocumentState
from simhash_gui.services.library.libraries import FolderRole, FolderRow, Subfolder
from simhash_gui.ui.common.document_columns import document_columns
from simhash_gui.ui.common.paged_model import Column
from simhash_gui.ui.library.folder_rows import ALL, FolderModel, Place, folded, refreshed
from simhash_gui.ui.theme.tokens import Token

REPORT = DocumentRow(
    id=1,
    name="report.txt",
    folder="/archive",
    relative_path="2019/report.txt",
    reader="text",
    language="zh-Hant",
    character_count=12_402,
    feature_count=1_204,
    fingerprint=Fingerprint(0x9F3A_04C1_7BE0_51D8, 64, "v1"),
    state=DocumentState.FINGERPRINTED,
    copies=2,
    size_bytes=1_234_567,
    imported_at_ms=int(datetime(2025, 11, 20, 14, 5, 6, tzinfo=UTC).timestamp()) * 1000,
    recipe_id="v1",
    encoding="utf-8",
)
SHORT = replace(REPORT, fingerprint=None, state=DocumentState.TOO_SHORT, copies=1)
FAILED = replace(REPORT, fingerprint=None, state=DocumentState.FAILED, copies=1)
GONE = replace(REPORT, copies=0)


def column(name: str) -> Column[DocumentRow]:
    return next(column for column in document_columns() if column.name == name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("name", "report.txt"),
        ("folder", "archive/2019"),
        ("type", "TXT"),
        ("language", "Chinese (t)"),
        ("characters", "12,402"),
        ("features", "1,204"),
        ("fingerprint", "9f3a04c17be051d8"),
        ("copies", "2"),
        ("size", "1.2 MB"),
        ("imported", "2025-11-20"),
    ],
)
def test_a_document_in_columns(name: str, text: str) -> None:
    assert column(name).text(REPORT) == text
    assert column(name).header()


@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("name", "/archive/2019/report.txt"),
        ("folder", "/archive/2019"),
        ("language", "Chinese (traditional)"),
        ("fingerprint", "Block keys 9f3a · 04c1 · 7be0 · 51d8"),
        ("size", "1,234,567 bytes"),
        ("imported", "2025-11-20 14:05:06+00:00"),
    ],
)
def test_what_a_column_rounds_is_exact_in_its_tooltip(name: str, tip: str) -> None:
    made = column(name).tip
    assert made is not None
    assert made(REPORT) == tip


@pytest.mark.parametrize(
    ("row", "text", "token"),
    [
        (REPORT, "9f3a04c17be051d8", Token.TEXT),
        (SHORT, "Too short", Token.MUTED),
        (FAILED, "Failed", Token.WARN),
    ],
)
def test_a_missing_fingerprint_is_explained(row: DocumentRow, text: str, token: Token) -> None:
    fingerprint = column("fingerprint")
    assert fingerprint.color is not None

    assert fingerprint.text(row) == text
    assert fingerprint.color(row) is token


def test_a_document_whose_files_are_gone_says_so() -> None:
    name = column("name")
    assert name.tip is not None
    assert name.color is not None

    assert name.tip(GONE) == "/archive/2019/report.txt: no longer there, or left out by the rules"
    assert name.color(GONE) is Token.MUTED


def test_a_document_at_the_top_of_its_folder_shows_the_folder_alone() -> None:
    assert column("folder").text(replace(REPORT, relative_path="report.txt")) == "archive"


def test_every_state_has_a_mark() -> None:
    mark = column("name").icon
    assert mark is not None

    assert [mark(row) for row in (REPORT, SHORT, FAILED)] == [
        ("document", Token.MUTED),
        ("info", Token.MUTED),
        ("warning", Token.WARN),
    ]


# Folders

LETTERS = FolderRow(7, Path("/archive/letters"), FolderRole.NORMAL, 0, 1_204, 3)
LAWS = FolderRow(2**40, Path("/archive/法律"), FolderRole.REFERENCE, 0, 88, 0)


@pytest.fixture
def folders() -> FolderModel:
    model = FolderModel()
    model.set_folders([LETTERS, LAWS])
    return model


def test_the_list_of_folders_keeps_the_rules_of_qt(folders: FolderModel) -> None:
    QAbstractItemModelTester(folders, QAbstractItemModelTester.FailureReportingMode.Warning)

    folders.set_folders([LETTERS])
    folders.set_folders([])


def test_all_folders_come_first_with_their_sums(folders: FolderModel) -> None:
    assert folders.title(0) == "All folders"
    assert folders.file_count(0) == 1_292
    assert folders.failed_count(0) == 3
    assert folders.folder_at(0) is None


def test_a_role_that_is_not_normal_stands_before_the_path(folders: FolderModel) -> None:
    assert folders.caption(1) == "/archive/letters"
    assert folders.caption(2) == "Reference · /archive/法律"


def test_screen_readers_hear_name_place_and_count(folders: FolderModel) -> None:
    index = folders.index(1)

    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "letters, /archive/letters, 1,204"
    assert index.data(Qt.ItemDataRole.ToolTipRole).splitlines()[0] == "/archive/letters"
    assert folders.index(0).data(Qt.ItemDataRole.ToolTipRole) == ""
    assert index.data(Qt.ItemDataRole.DecorationRole) is None


def test_new_counts_leave_the_rows_where_they_are(folders: FolderModel) -> None:
    told: list[str] = []
    folders.modelReset.connect(lambda: told.append("reset"))
    folders.dataChanged.connect(lambda *_: told.append("changed"))

    folders.set_folders([replace(LETTERS, file_count=2_000), LAWS])

    assert told == ["changed"]
    assert folders.file_count(1) == 2_000


def test_a_folder_is_found_by_its_id_and_one_that_is_gone_means_all(folders: FolderModel) -> None:
    assert [folders.row_of(place) for place in (Place(2**40), Place(99), ALL)] == [2, 0, 0]


def test_folders_are_counted_in_the_plural_that_fits(folders: FolderModel) -> None:
    expected = QCoreApplication.translate("FolderModel", "%Ln folders", "", 2)

    assert folders.caption(0) == expected == "2 folders"


# Subfolders

PARTS = (Subfolder(7, "2019", 1_000, 3, True), Subfolder(7, "2020", 204, 0, False))
DEEPER = (Subfolder(7, "2019/may", 12, 0, False),)
INSIDE = {Place(7): PARTS, Place(7, "2019"): DEEPER}


def test_what_is_inside_stands_below_its_folder_at_its_depth(folders: FolderModel) -> None:
    folders.set_folders([replace(LETTERS, has_subfolders=True), LAWS], INSIDE)

    shown = [(folders.title(row), folders.depth(row)) for row in range(folders.rowCount())]
    assert shown == [
        ("All folders", 0),
        ("letters", 0),
        ("2019", 1),
        ("may", 2),
        ("2020", 1),
        ("法律", 0),
    ]
    assert [folders.is_unfolded(row) for row in (1, 2, 4)] == [True, True, False]
    assert [folders.has_subfolders(row) for row in (0, 1, 2, 4)] == [False, True, True, False]
    assert (folders.file_count(2), folders.failed_count(2), folders.caption(2)) == (1_000, 3, "")
    assert folders.path_at(3) == Path("/archive/letters/2019/may")
    assert folders.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == "2019, 1,000, unfolded"


def test_a_place_that_is_not_shown_is_found_in_the_folder_around_it(folders: FolderModel) -> None:
    folders.set_folders([LETTERS, LAWS], {Place(7): PARTS})

    assert folders.row_of(Place(7, "2019/may")) == 2
    assert folders.row_of(Place(7, "1999/may")) == 1


def test_folding_a_folder_folds_what_is_inside_and_nothing_beside_it() -> None:
    beside = Place(7, "2019b")

    assert folded({**INSIDE, beside: DEEPER}, Place(7, "2019")) == {Place(7): PARTS, beside: DEEPER}
    assert folded({**INSIDE, Place(8): PARTS}, Place(7)) == {Place(8): PARTS}


def test_what_was_read_again_takes_its_place_and_what_is_empty_folds() -> None:
    less = PARTS[:1]

    assert refreshed(INSIDE, {Place(7): less, Place(9): PARTS}, ()) == {**INSIDE, Place(7): less}
    assert refreshed(INSIDE, {Place(7, "2019"): ()}, ()) == {Place(7): PARTS}
