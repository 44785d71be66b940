"""Finding words in two texts, copying with the source, and lines that are good to read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from simhash_gui.ui.reading.side_by_side import SideBySide
from simhash_gui.ui.reading.text_differences import Side, find_differences
from tests.ui.conftest import WAIT_MS
from tests.ui.reading.test_side_by_side import Shown
from tests.ui.reading.test_side_by_side import shown as shown  # noqa: PLC0414 - a fixture

A = ["the ferry leaves at seven", "𝒳 whoever sleeps stays here", "the ferry is gone"]
B = ["nothing in the first line", "a ferry for all"]


def selected(texts: SideBySide) -> tuple[Side, int, str] | None:
    cursors = {side: texts.pane(side).textCursor() for side in Side}
    found = [
        (side, cursor.blockNumber(), cursor.selectedText())
        for side, cursor in cursors.items()
        if cursor.hasSelection()
    ]
    assert len(found) <= 1
    return found[0] if found else None


def test_words_are_found_while_they_are_typed(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(A, B)
    tools = texts.tools
    tools.open()

    qtbot.keyClicks(tools.words, "ferr")
    assert selected(texts) == (Side.A, 0, "ferr")
    assert tools.places.summary() == "1 of 3, in A"
    qtbot.keyClicks(tools.words, "Y for")
    assert selected(texts) == (Side.B, 1, "ferry for")
    assert tools.places.summary() == "1 of 1, in B"

    qtbot.keyClicks(tools.words, "got")
    assert selected(texts) is None
    assert tools.places.summary() == "not found"
    assert not tools.places.next_action.isEnabled()
    for _letter in "Y forgot":
        qtbot.keyClick(tools.words, Qt.Key.Key_Backspace)
    assert selected(texts) == (Side.A, 0, "ferr")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F3])
def test_the_keys_go_on_through_both_texts_and_round_again(
    shown: Shown, qtbot: QtBot, key: Qt.Key
) -> None:
    texts = shown(A, B)
    tools, found = texts.tools, []
    tools.open()
    qtbot.waitUntil(tools.words.hasFocus)

    qtbot.keyClicks(tools.words, "ferry")
    for modifier in 3 * [Qt.KeyboardModifier.NoModifier] + [Qt.KeyboardModifier.ShiftModifier]:
        qtbot.keyClick(tools.words, key, modifier)
        found.append((selected(texts), tools.places.summary()))

    assert found == [
        ((Side.A, 2, "ferry"), "2 of 3, in A"),
        ((Side.B, 1, "ferry"), "3 of 3, in B"),
        ((Side.A, 0, "ferry"), "1 of 3, in A"),
        ((Side.B, 1, "ferry"), "3 of 3, in B"),
    ]
    tools.leave()
    assert not tools.isVisible()


def test_a_long_text_is_searched_a_little_at_a_time(shown: Shown, qtbot: QtBot) -> None:
    many = [f"line {number} of the ferry" for number in range(60_000)]
    texts = shown(many, [*B, "the last ferry"])
    tools = texts.tools
    tools.open()

    qtbot.keyClicks(tools.words, "the last ferry")
    assert "…" in tools.places.summary()
    qtbot.keyClick(tools.words, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tools.places.summary() == "1 of 1, in B", timeout=WAIT_MS)
    assert selected(texts) == (Side.B, 2, "the last ferry")


def test_words_are_looked_for_again_in_other_texts(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(A, B)
    texts.tools.open()
    qtbot.keyClicks(texts.tools.words, "ferry")

    texts.show_differences(find_differences("\n".join(B), "no boat"))
    qtbot.waitUntil(lambda: all(texts.pane(side).is_filled for side in Side))
    assert selected(texts) is None
    qtbot.keyClick(texts.tools.words, Qt.Key.Key_Return)
    assert texts.tools.places.summary() == "1 of 1, in A"


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
