"""Finding words in two texts, copying with the source, and lines that are good to read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from simhash_gui.ui.reading.text_differences import Side
from tests.ui.reading.test_side_by_side import Shown
from tests.ui.reading.test_side_by_side import shown as shown  # noqa: PLC0414 - a fixture

A = ["the ferry leaves at seven", "𝒳 whoever sleeps stays here", "the ferry is gone"]
B = ["nothing in the first line", "a ferry for all"]


def test_words_are_found_in_both_texts_and_round_again(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(A, B)
    tools = texts.tools
    tools.open()
    found = []

    qtbot.keyClicks(tools.words, "ferry")
    for _ in range(4):
        qtbot.keyClick(tools.words, Qt.Key.Key_Return)
        found += [
            (side, texts.pane(side).textCursor().blockNumber())
            for side in Side
            if texts.pane(side).textCursor().hasSelection()
        ]
    qtbot.keyClick(tools.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)

    assert found == [(Side.A, 0), (Side.A, 2), (Side.B, 1), (Side.A, 0)]
    assert texts.pane(Side.B).textCursor().selectedText() == "ferry"
    tools.words.setText("submarine")
    tools.step(1)
    assert tools.places.summary() == "not found"
    qtbot.keyClick(tools.words, Qt.Key.Key_Escape)
    assert not tools.isVisible()


def test_what_is_copied_has_its_document_and_place(shown: Shown) -> None:
    texts = shown(A, B)
    texts.tools.set_names({Side.A: "ferries.txt"})
    pane = texts.pane(Side.A)
    start = pane.toPlainText().index("sleeps")
    cursor = pane.textCursor()
    units = start + 1  # the letter before is two units of UTF-16
    cursor.setPosition(units)
    cursor.setPosition(units + len("sleeps"), QTextCursor.MoveMode.KeepAnchor)
    pane.setTextCursor(cursor)

    texts.tools.cite_action.trigger()

    copied = QGuiApplication.clipboard().text()
    assert copied == f"“sleeps” (ferries.txt, characters {start + 1}–{start + 6})"


def test_nothing_selected_leaves_the_clipboard_alone(shown: Shown) -> None:
    texts = shown(A, B)
    QGuiApplication.clipboard().setText("kept")

    texts.tools.cite_action.trigger()

    assert QGuiApplication.clipboard().text() == "kept"


def test_narrow_lines_leave_room_at_the_side(shown: Shown) -> None:
    texts = shown(["word " * 200], B)
    texts.window().resize(2400, 440)
    wide = texts.pane(Side.A).viewport().width()
    narrow = texts.switches()[-1]

    narrow.setChecked(True)
    line = texts.pane(Side.A).fontMetrics().averageCharWidth() * 72
    assert abs(texts.pane(Side.A).viewport().width() - line) < line / 10
    narrow.setChecked(False)
    assert abs(texts.pane(Side.A).viewport().width() - wide) < line / 10
