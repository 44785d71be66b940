"""Passages of two texts in their panes: colours, numbers, clicks, stepping, scrolling."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.reading import shared_passages
from simhash_gui.ui.reading.side_by_side import SideBySide
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.theme.theme import Theme
from tests.ui.texts_in_common import joined, measured, paragraph

PARTS = [paragraph(name, 90) for name in ("stone", "river", "cloud", "forest", "meadow", "hill")]
FILLER = [paragraph(f"filler{number}x", 150) for number in range(6)]
# the last part comes first in B, which has paragraphs of its own between the others
A = joined(*PARTS)
B = joined(PARTS[5], *(part for pair in zip(FILLER, PARTS[:5], strict=False) for part in pair))
Shown = Callable[[str, str], SideBySide]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    windows: list[QWidget] = []

    def show(a: str, b: str) -> SideBySide:
        window, made = QWidget(), SideBySide()
        column = QVBoxLayout(window)
        column.addWidget(made.bar)
        column.addWidget(made)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(900, 520)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        found = measured(a, b)
        made.show_differences(found.differences)
        qtbot.waitUntil(lambda: all(made.pane(side).is_filled for side in Side))
        made.show_evidence(found, is_measuring=False)
        return made

    return show


def top_line(texts: SideBySide, side: Side) -> str:
    """The text that begins in the third row, where passages are brought to."""
    pane = texts.pane(side)
    return pane.cursorForPosition(QPoint(1, round(2.5 * pane.row_px))).block().text()


def click_on(texts: SideBySide, side: Side, line: int) -> None:
    pane = texts.pane(side)
    cursor = QTextCursor(pane.document().findBlockByNumber(line))
    place = pane.cursorRect(cursor).center() + QPoint(12, 0)
    QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_equal_passages_have_the_same_colour_in_both_texts(shown: Shown, theme: Theme) -> None:
    texts = shown(joined(PARTS[0], FILLER[0]), joined(FILLER[1], PARTS[0]))
    tinted = {
        selection.cursor.selectedText()
        for side in Side
        for selection in texts.pane(side).extraSelections()
        if selection.format.background().color() == theme.passage(0)
    }

    assert tinted == {PARTS[0]}


def test_a_change_inside_a_passage_is_underlined_on_the_ground_of_the_passage(
    shown: Shown, theme: Theme
) -> None:
    """A second tint over the tint of the passage would be a third colour that means nothing."""
    changed = PARTS[0].replace("stone45 ", "pebble ")
    texts = shown(joined(PARTS[0], FILLER[0]), joined(FILLER[1], changed))
    selections = texts.pane(Side.B).extraSelections()
    looks = {each.cursor.selectedText(): QTextCharFormat(each.format) for each in selections}
    ground = next(look for words, look in looks.items() if words.endswith("stone89"))

    assert looks["pebble"].underlineStyle() is QTextCharFormat.UnderlineStyle.SingleUnderline
    assert looks["pebble"].background().color().alpha() == 0
    assert ground.background().color() == theme.passage(0)


def test_arrows_stay_where_they_are_when_their_words_grow(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(A, B)
    arrows = texts.bar.findChildren(IconButton)
    said, places = set(), set()
    for _ in range(6):
        texts.next_passage()
        QApplication.processEvents()
        said.add(len(texts.passages.summary()))
        places.add(tuple(arrow.mapTo(texts.bar, QPoint()).x() for arrow in arrows))

    assert len(said) > 1
    assert len(places) == 1


def test_a_click_on_the_legend_explains_colours_and_signs(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(A, B)
    qtbot.mouseClick(texts.legend, Qt.MouseButton.LeftButton)
    said = QToolTip.text()
    QToolTip.hideText()

    assert [
        word for word in ("colour", "Underlined", "Grey", "~", "moved") if word not in said
    ] == []


def test_the_number_of_a_passage_stands_beside_its_beginning(shown: Shown) -> None:
    texts = shown(A, B)
    texts.grab()

    assert texts.pane(Side.A).number_area(0) is not None
    assert texts.pane(Side.B).number_area(5) is not None
    assert texts.pane(Side.B).number_area(0) is None


def test_the_line_above_counts_passages_and_those_that_were_moved(shown: Shown) -> None:
    assert shown(A, B).passages.summary() == "6 common passages, 1 of them moved"


def test_texts_of_which_only_the_order_differs_are_not_said_to_differ_in_white_space(
    shown: Shown,
) -> None:
    texts = shown(joined(*PARTS), joined(*PARTS[3:], *PARTS[:3]))

    assert texts.summary() == "Only the order of passages differs."


def test_texts_without_a_passage_say_so(shown: Shown) -> None:
    texts = shown(PARTS[0], PARTS[1])
    QTest.keyClick(texts, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)

    assert texts.passages.summary() == "No common passages"
    (label,) = texts.passages.findChildren(ElidedLabel)
    label.resize(3 * label.fontMetrics().averageCharWidth(), label.height())
    assert label.text() == "0"
    assert texts.current_passage is None


def test_where_there_are_too_many_only_the_longest_are_told(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_passages, "MAX_PASSAGES", 3)

    assert shown(A, B).passages.summary() == "The 3 longest common passages"


def test_keys_step_through_the_passages_and_bring_up_both_sides(shown: Shown) -> None:
    texts = shown(A, B)
    seen = []
    for _ in range(3):
        QTest.keyClick(texts, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)
        seen.append([top_line(texts, side) for side in Side])
    QTest.keyClick(texts, Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier)

    assert seen[1:] == [[PARTS[1]] * 2, [PARTS[2]] * 2]
    assert texts.current_passage == 1
    assert texts.passages.summary() == "Passage 2 of 6: 90 equal tokens"


def test_a_passage_at_the_end_of_one_text_is_as_low_in_the_other(shown: Shown) -> None:
    texts = shown(A, joined(FILLER[0], PARTS[5], *FILLER[1:]))
    texts.go_to_passage(0)
    assert texts.differences is not None
    rows = [
        texts.pane(side).row_in_view(texts.differences.text(side).place_of(text.index(PARTS[5])))
        for side, text in ((Side.A, A), (Side.B, joined(FILLER[0], PARTS[5])))
    ]

    assert rows[0] == rows[1] > 2


def test_stepping_ends_at_the_last_passage(shown: Shown) -> None:
    texts = shown(A, B)
    QTest.keyClick(texts, Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(texts, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)

    assert texts.passages.summary() == "Passage 6 of 6: 90 equal tokens, moved"


def test_a_click_into_a_passage_brings_it_up_beside_it(shown: Shown) -> None:
    texts = shown(A, B)
    texts.go_to_passage(1)
    click_on(texts, Side.A, 4)
    first, second = (texts.pane(side) for side in Side)

    assert texts.current_passage == 2
    assert texts.differences is not None
    places = [
        texts.differences.text(side).place_of(text.index(PARTS[2]))
        for side, text in ((Side.A, A), (Side.B, B))
    ]
    assert first.row_in_view(places[0]) == second.row_in_view(places[1])


def test_a_click_beside_every_passage_lets_go(shown: Shown) -> None:
    texts = shown(joined(PARTS[0], FILLER[0]), joined(PARTS[0], FILLER[1]))
    texts.go_to_passage(0)
    click_on(texts, Side.B, 2)

    assert texts.current_passage is None


def test_enter_picks_the_passage_at_the_cursor(shown: Shown) -> None:
    texts = shown(A, B)
    pane = texts.pane(Side.A)
    pane.setFocus()
    pane.setTextCursor(QTextCursor(pane.document().findBlockByNumber(2)))
    QTest.keyClick(pane, Qt.Key.Key_Return)

    assert texts.current_passage == 1


def test_a_click_on_a_number_goes_to_its_passage(shown: Shown) -> None:
    texts = shown(A, B)
    texts.grab()
    area = texts.pane(Side.B).number_area(5)
    assert area is not None
    margin = texts.pane(Side.B).margin
    QTest.mouseClick(margin, Qt.MouseButton.LeftButton, pos=area.center().toPoint())

    assert texts.current_passage == 5


def test_a_click_on_the_overview_goes_to_the_place(shown: Shown) -> None:
    texts = shown(A, B)
    point = texts.overview.bar_point(Side.A, 0.9).toPoint()
    QTest.mouseClick(texts.overview, Qt.MouseButton.LeftButton, pos=point)

    assert texts.pane(Side.A).top_place().line >= 6


def test_scrolling_through_a_moved_passage_shows_it_on_the_other_side(shown: Shown) -> None:
    texts = shown(A, B)
    first, second = (texts.pane(side) for side in Side)
    second.verticalScrollBar().setValue(2)

    assert texts.differences is not None
    moved = texts.differences.a_text.place_of(A.index(PARTS[5]))
    assert 0 <= first.row_in_view(moved) < first.rows_in_view()


def test_panes_that_scroll_alone_still_show_a_passage_on_both_sides(
    shown: Shown, qtbot: QtBot
) -> None:
    texts = shown(A, B)
    qtbot.mouseClick(texts.switches()[2], Qt.MouseButton.LeftButton)
    texts.go_to_passage(3)

    assert [top_line(texts, side) for side in Side] == [PARTS[3]] * 2


def test_the_tooltip_tells_what_a_passage_is(shown: Shown) -> None:
    texts = shown(A, B)
    pane = texts.pane(Side.B)
    point = QPoint(20, 8)
    QApplication.sendEvent(
        pane.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, pane.mapToGlobal(point))
    )

    assert QToolTip.text() == "Passage 6 of 6: 90 equal tokens, moved"


def test_passages_are_taken_away_with_their_texts(qtbot: QtBot, shown: Shown) -> None:
    texts = shown(A, B)
    texts.go_to_passage(0)
    texts.show_differences(None)
    texts.show_evidence(None, is_measuring=True)

    assert texts.passages.summary() == "Looking for common passages…"
    pane = texts.pane(Side.A)
    qtbot.waitUntil(lambda: pane.is_filled)
    assert pane.toPlainText() == ""
    assert pane.extraSelections() == []


def test_the_language_can_change(shown: Shown) -> None:
    texts = shown(A, B)
    QCoreApplication.sendEvent(texts, QEvent(QEvent.Type.LanguageChange))

    assert texts.passages.summary() == "6 common passages, 1 of them moved"


def test_another_size_of_both_texts_has_each_marked_once(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = shown(A, B)
    texts.go_to_passage(3)
    marked: list[TextPane] = []
    lay_marks = TextPane.setExtraSelections

    def note_and_lay(pane: TextPane, marks: list[QTextEdit.ExtraSelection]) -> None:
        marked.append(pane)
        lay_marks(pane, marks)

    monkeypatch.setattr(TextPane, "setExtraSelections", note_and_lay)
    texts.window().resize(900, 420)

    assert marked == [texts.pane(side) for side in Side]
    assert texts.current_passage == 3
    assert texts.pane(Side.A).extraSelections()
