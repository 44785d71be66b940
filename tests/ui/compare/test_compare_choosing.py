"""How two documents come onto the Compare page."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.browsing import documents_with
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.desk import FromDisk, FromLibrary
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.session.choose_document import ChooseDocumentDialog
from simhash_gui.ui.session.choosers import choose_file, choose_target
from simhash_gui.ui.session.session import Session
from tests.ui.compare.desk import NEW, OLD, Answers, drop, names, settle
from tests.ui.conftest import WAIT_MS, leading
from tests.ui.filled_library import FOLDER, Doc, put


def test_at_first_the_page_asks_for_two_documents(page: ComparePage) -> None:
    assert names(page) == ["No document chosen", "No document chosen"]
    assert page.empty.isVisible()
    assert "Choose two documents" in page.empty.text()
    assert leading(page) == ["Choose two documents…"]


def test_a_narrow_side_gives_the_room_of_the_words_to_the_name(
    qtbot: QtBot, compared: ComparePage
) -> None:
    slot = compared.slots[Side.A]
    buttons = {button.text(): button for button in slot.findChildren(QAbstractButton)}

    slot.setFixedWidth(200)
    qtbot.waitUntil(lambda: not buttons["Choose…"].isVisible(), timeout=WAIT_MS)
    assert buttons[""].isVisible()
    slot.setFixedWidth(400)
    qtbot.waitUntil(buttons["Choose…"].isVisible, timeout=WAIT_MS)
    assert not buttons[""].isVisible()


def test_a_pair_from_the_clusters_page_is_shown(compared: ComparePage) -> None:
    assert names(compared) == ["old.txt", "new.txt"]
    assert compared.slots[Side.A].accessibleDescription() == f"{FOLDER}/old.txt"
    assert compared.comparison.isVisible()


def test_name_and_folder_of_a_document_are_shown_while_it_is_read(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int], tmp_path: Path
) -> None:
    shown: list[tuple[str, str]] = []
    slot = page.slots[Side.A]

    def look() -> None:
        if page.model.loaded(Side.A) is None:
            shown.append((slot.name(), slot.accessibleDescription()))

    page.model.sides_changed.connect(look)
    page.model.choose(Side.A, FromLibrary(ids["old.txt"]))
    settle(qtbot, page)

    assert shown[-1] == ("old.txt", f"{FOLDER}/old.txt")
    path = tmp_path / "disk.txt"
    path.write_text(OLD, encoding="utf-8")
    page.model.choose(Side.A, FromDisk(path))
    assert shown[-1] == ("disk.txt", str(path))
    settle(qtbot, page)
    assert slot.name() == "disk.txt"


def test_the_last_pair_of_a_library_is_there_again(qtbot: QtBot, compared: ComparePage) -> None:
    qtbot.waitUntil(lambda: compared.session.reads.is_idle, timeout=WAIT_MS)
    library, state = compared.session.library, compared.session.window_state
    assert library is not None
    kept = json.loads(str(state.value("compare/pairs")))[str(library.place)]
    assert documents_with(library, kept) == [
        source.document_id
        for source in map(compared.model.source, Side)
        if isinstance(source, FromLibrary)
    ]

    page = ComparePage(compared.session)
    qtbot.addWidget(page)
    page.show()
    page.activated()
    qtbot.waitUntil(lambda: page.model.prepared is not None, timeout=WAIT_MS)

    assert names(page) == ["old.txt", "new.txt"]


def test_a_pair_that_is_gone_is_not_brought_back(qtbot: QtBot, page: ComparePage) -> None:
    library, state = page.session.library, page.session.window_state
    assert library is not None
    for damaged in (
        json.dumps({str(library.path): ["00" * 16, "11" * 16]}),
        json.dumps({str(library.path): ["no digest", ""]}),
        json.dumps([1]),
        "{",
    ):
        state.setValue("compare/pairs", damaged)
        page.activated()
        qtbot.waitUntil(lambda: page.session.reads.is_idle, timeout=WAIT_MS)

        assert names(page) == ["No document chosen", "No document chosen"]


def test_swapping_exchanges_the_sides(qtbot: QtBot, compared: ComparePage) -> None:
    before = compared.comparison.bits.data
    compared.swap_action.trigger()
    settle(qtbot, compared)
    after = compared.comparison.bits.data

    assert names(compared) == ["new.txt", "old.txt"]
    assert before is not None
    assert after is not None
    assert (after.a, after.b) == (before.b, before.a)


def test_a_file_from_disk_is_compared_with_a_document_of_the_library(
    qtbot: QtBot, compared: ComparePage, answers: Answers, tmp_path: Path
) -> None:
    answers.file = tmp_path / "draft.txt"
    answers.file.write_text(OLD, encoding="utf-8")
    compared.slots[Side.B].menu().actions()[1].trigger()
    settle(qtbot, compared)

    assert names(compared) == ["old.txt", "draft.txt"]
    assert compared.comparison.measures.text().startswith("0\n")
    assert "The texts are the same." in compared.comparison.texts.summary()


def test_a_file_dropped_on_a_side_is_compared(
    qtbot: QtBot, compared: ComparePage, tmp_path: Path
) -> None:
    path = tmp_path / "dropped.txt"
    path.write_text(NEW, encoding="utf-8")
    drop(compared.slots[Side.A], path)
    settle(qtbot, compared)

    assert names(compared) == ["dropped.txt", "new.txt"]


def test_files_dropped_beside_the_sides_are_compared(
    qtbot: QtBot, page: ComparePage, tmp_path: Path
) -> None:
    paths = [tmp_path / f"dropped{number}.txt" for number in range(3)]
    for path in paths:
        path.write_text(NEW, encoding="utf-8")
    drop(page, paths[0])
    drop(page, paths[1])
    settle(qtbot, page)
    assert names(page) == ["dropped0.txt", "dropped1.txt"]

    drop(page, paths[2], paths[0])
    settle(qtbot, page)
    assert names(page) == ["dropped2.txt", "dropped0.txt"]


def test_a_dropped_folder_is_left_to_the_window(compared: ComparePage, tmp_path: Path) -> None:
    path = tmp_path / "beside.txt"
    path.write_text(NEW, encoding="utf-8")
    for widget in (compared.slots[Side.A], compared):
        drop(widget, tmp_path)
        drop(widget, tmp_path, path)
        drop(widget, path, path, path)

    assert names(compared) == ["old.txt", "new.txt"]


def test_two_documents_are_chosen_in_the_dialog(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    dialog = page.dialog
    assert dialog is not None
    settle(qtbot, page)
    dialog.table.setFocus()
    for row in (0, 1):
        click_row(qtbot, dialog, row)
    dialog.accept_button.click()
    settle(qtbot, page)

    assert names(page) == ["new.txt", "old.txt"]


def test_what_is_chosen_stays_chosen_while_another_is_looked_for(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    dialog = page.choose_two()
    settle(qtbot, page)
    for name in ("old", "会议"):
        dialog.filter.setFocus()
        dialog.filter.setText(name)
        QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
        settle(qtbot, page)
        click_row(qtbot, dialog, 0)

    assert [chip.name() for chip in dialog.chips] == ["old.txt", "会议.txt"]
    assert dialog.accept_button.text() == "Compare"
    dialog.accept_button.click()
    settle(qtbot, page)
    assert names(page) == ["old.txt", "会议.txt"]


def test_a_document_is_listed_under_the_copy_that_the_filter_finds(
    qtbot: QtBot, page: ComparePage, open_session: Session
) -> None:
    assert open_session.library is not None
    put(open_session.library, [Doc("a.txt", 1, OLD), Doc("the copy.txt", 1, OLD)])
    dialog = page.choose_two()
    settle(qtbot, page)
    assert first_name(dialog) == "a.txt"

    dialog.filter.setText("copy")
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert first_name(dialog) == "the copy.txt"
    dialog.reject()


def first_name(dialog: ChooseDocumentDialog) -> str:
    model = dialog.table.paged
    return str(model.data(model.index(0, 0)))


def test_a_document_that_was_chosen_is_let_go_by_its_chip(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    dialog = page.choose_two()
    settle(qtbot, page)
    assert [chip.remove_button.isVisible() for chip in dialog.chips] == [False, False]
    for row in (0, 1, 2):
        click_row(qtbot, dialog, row)
    assert [chip.name() for chip in dialog.chips] == ["new.txt", "会议.txt"]

    dialog.chips[0].remove_button.click()

    assert [chip.name() for chip in dialog.chips] == ["会议.txt", "none yet"]
    assert [chip.remove_button.isVisible() for chip in dialog.chips] == [True, False]
    assert dialog.table.selected_ids() == [ids["会议.txt"]]
    dialog.reject()


def click_row(qtbot: QtBot, dialog: ChooseDocumentDialog, row: int) -> None:
    spot = dialog.table.visualRect(dialog.table.paged.index(row, 0)).center()
    qtbot.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_a_single_document_leaves_the_other_side_to_be_chosen(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    first = page.choose_two()
    settle(qtbot, page)
    click_row(qtbot, first, 0)
    first.accept_button.click()
    settle(qtbot, page)
    empty_before = page.empty.text()
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    settle(qtbot, page)
    assert page.dialog is not None
    qtbot.keyClicks(page.dialog.filter, "old")
    settle(qtbot, page)
    QTest.keyClick(page.dialog.filter, Qt.Key.Key_Return)
    settle(qtbot, page)
    QTest.keyClick(page.dialog.table, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert "Choose the document to compare it with" in empty_before
    assert names(page) == ["new.txt", "old.txt"]


def test_the_dialog_sorts_filters_and_takes_no_more_than_it_asks_for(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    dialog = page.choose_from_library(Side.A)
    settle(qtbot, page)
    dialog.table.sort_requested.emit(dialog.table.paged.columns[2].sort_key, True)
    settle(qtbot, page)
    longest = dialog.table.paged.row_at(0)
    qtbot.keyClicks(dialog.table, "n")
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    settle(qtbot, page)
    listed = dialog.table.paged.rowCount()
    dialog.filter.setFocus()
    dialog.filter.setText("no such name")
    QTest.keyClick(dialog.filter, Qt.Key.Key_Return)
    settle(qtbot, page)

    assert longest is not None
    assert longest.character_count == len(OLD)
    assert listed == 1
    assert not dialog.accept_button.isEnabled()
    dialog.reject()


def test_the_dialog_can_be_left(qtbot: QtBot, page: ComparePage, ids: dict[str, int]) -> None:
    dialog = page.choose_two()
    settle(qtbot, page)
    qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)

    assert names(page) == ["No document chosen", "No document chosen"]


def test_the_menu_of_a_side_opens_and_leads_to_the_library(
    qtbot: QtBot, page: ComparePage, ids: dict[str, int]
) -> None:
    page.slots[Side.A].open_menu()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    menu.close()
    settle(qtbot, page)

    assert page.dialog is not None
    assert page.dialog.windowTitle() == "Choose a document"
    page.dialog.reject()


def test_the_page_lists_its_keys(page: ComparePage) -> None:
    assert "D" in dict(page.shortcuts())


@pytest.mark.parametrize(("answer", "expected"), [("/a/b.txt", Path("/a/b.txt")), ("", None)])
def test_a_file_is_asked_for_by_the_dialog_of_the_system(
    page: ComparePage, monkeypatch: pytest.MonkeyPatch, answer: str, expected: Path | None
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (answer, ""))

    assert choose_file(page, "A file") == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("/a/b.csv", Path("/a/b.csv")),
        ("/a/b.CSV", Path("/a/b.CSV")),
        ("/a/b", Path("/a/b.csv")),
        ("/a/of 2.6", Path("/a/of 2.6.csv")),
        ("/a/my.simhash", Path("/a/my.simhash.csv")),
        ("", None),
    ],
)
def test_a_target_gets_the_suffix_of_its_kind(
    page: ComparePage, monkeypatch: pytest.MonkeyPatch, answer: str, expected: Path | None
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (answer, ""))

    assert choose_target(page, "A file", "pairs.csv") == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("/a/b.SVG", "/a/b.SVG"), ("/a/b.png", "/a/b.png"), ("/a/b.jpg", "/a/b.jpg.png")],
)
def test_a_target_of_two_kinds_may_have_either_suffix(
    page: ComparePage, monkeypatch: pytest.MonkeyPatch, answer: str, expected: str
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (answer, ""))

    assert choose_target(page, "A file", "picture.png", ".svg") == Path(expected)


def test_a_target_that_gets_a_suffix_replaces_nothing_unasked(
    page: ComparePage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine.csv").touch()
    answers = [str(tmp_path / "mine"), str(tmp_path / "mine.csv")]
    proposed = []

    def ask(_parent: QWidget, _title: str, suggestion: str, _filter: str) -> tuple[str, str]:
        proposed.append(suggestion)
        return answers[len(proposed) - 1], ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)

    assert choose_target(page, "A file", "pairs.csv") == tmp_path / "mine.csv"
    assert proposed == ["pairs.csv", str(tmp_path / "mine.csv")]
