"""Two texts beside each other: filling, marking, scrolling together, stepping."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtGui import QFontInfo, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.reading.shown_text import Place
from simhash_gui.ui.reading.side_by_side import SideBySide
from simhash_gui.ui.reading.text_differences import Side, find_differences
from simhash_gui.ui.reading.text_pane import LONG_LINES
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token
from tests.helpers.calls import counted_calls

LINES = [f"line number {number}" for number in range(400)]
LONGER = [*LINES[:50], *(f"added {number}" for number in range(30)), *LINES[50:]]
Shown = Callable[[list[str], list[str]], SideBySide]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    windows: list[QWidget] = []

    def show(a: list[str], b: list[str]) -> SideBySide:
        window, made = QWidget(), SideBySide()
        column = QVBoxLayout(window)
        column.addWidget(made.bar)
        column.addWidget(made)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(900, 440)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        made.show_differences(find_differences("\n".join(a), "\n".join(b)))
        qtbot.waitUntil(lambda: all(made.pane(side).is_filled for side in Side))
        return made

    return show


def underlined(texts: SideBySide, side: Side) -> list[str]:
    return [
        selection.cursor.selectedText()
        for selection in texts.pane(side).extraSelections()
        if selection.format.underlineStyle() is QTextCharFormat.UnderlineStyle.SingleUnderline
    ]


def test_the_signs_before_quoted_lines_are_marked_to_the_letter_alone(shown: Shown) -> None:
    texts = shown(
        ["one two three", "", "four five six"], ["> one two three", ">", "> four 5 six", "> new"]
    )
    panes = [texts.pane(side) for side in Side]

    def marked() -> list[list[str]]:
        return [[each.cursor.selectedText() for each in pane.extraSelections()] for pane in panes]

    assert marked() == [["five"], ["5", "> new"]]
    assert [panes[1].mark_sign(line) for line in range(4)] == ["", "", "~", "+"]
    texts.set_by_characters(True)
    assert marked()[1][0] == ">"


def test_both_panes_show_the_whole_text(shown: Shown) -> None:
    texts = shown(LINES, LONGER)

    assert texts.pane(Side.A).toPlainText().splitlines() == LINES
    assert texts.pane(Side.B).toPlainText().splitlines() == LONGER


def test_a_long_text_comes_in_pieces_and_is_whole_in_the_end(shown: Shown) -> None:
    long = [f"{number} " + "words " * 40 for number in range(2_000)]
    texts = shown(long, long)

    assert texts.pane(Side.A).toPlainText().splitlines() == long


def test_the_second_of_two_long_texts_goes_on_when_the_first_is_whole(
    shown: Shown, qtbot: QtBot
) -> None:
    long = [f"{number} " + "words " * 40 for number in range(2_000)]
    texts = shown(["short"], ["short"])
    a, b = (texts.pane(side) for side in Side)
    lines_of_b: list[int] = []
    a.textChanged.connect(lambda: lines_of_b.append(b.blockCount()))

    texts.show_differences(find_differences("\n".join(long), "\n".join(long)))
    qtbot.waitUntil(lambda: a.is_filled and b.is_filled)

    assert len(lines_of_b) > 10
    assert max(lines_of_b) < len(long) / 10  # its beginning is there
    assert b.toPlainText().splitlines() == long


def test_a_long_text_that_leaves_is_freed_in_several_turns(shown: Shown, qtbot: QtBot) -> None:
    long = [f"line number {number} " * 9 for number in range(5 * LONG_LINES)]
    pane = shown(long, ["short"]).pane(Side.A)
    left, steps, row_px = pane.document(), list[int](), pane.row_px
    left.blockCountChanged.connect(steps.append)
    pane.verticalScrollBar().setValue(pane.verticalScrollBar().maximum())

    pane.show_lines(["another", "text"])
    is_new, is_whole = pane.toPlainText() == "another\ntext", left.blockCount() == len(long)
    with qtbot.waitSignal(left.destroyed):
        pass

    assert is_new
    assert is_whole
    assert len(steps) == 5
    assert all(0 < before - after < LONG_LINES for before, after in pairwise([len(long), *steps]))
    assert pane.first_line() == 0
    assert pane.row_px == row_px
    assert not pane.isUndoRedoEnabled()


def test_two_long_texts_take_up_another_width_in_a_turn_each(shown: Shown) -> None:
    long = [f"line number {number} " * 9 for number in range(LONG_LINES + 1)]
    texts = shown(long, long)
    rows = [texts.pane(side).document().firstBlock().lineCount() for side in Side]

    with counted_calls() as calls:
        texts.window().resize(500, 440)
        at_once = calls["TextPane._resize"]
        while calls["TextPane._resize"] < len(Side):
            QCoreApplication.processEvents()

    assert at_once <= 1
    assert all(
        texts.pane(side).document().firstBlock().lineCount() > before
        for side, before in zip(Side, rows, strict=True)
    )


def test_rows_stand_farther_apart_than_the_type_asks_for(shown: Shown) -> None:
    words = "The ferry leaves the island at seven, and whoever oversleeps has the day off. " * 4
    pane = shown([words, "the end"], [words]).pane(Side.A)
    type_px = QFontInfo(pane.font()).pixelSize()

    first, second = (block for block, _ in pane.visible_blocks())
    rows = [first.layout().lineAt(number).y() for number in range(first.lineCount())]
    height_px = pane.blockBoundingGeometry(second).top() - pane.blockBoundingGeometry(first).top()

    assert len(rows) > 1
    assert rows[1] - rows[0] >= 1.4 * type_px
    assert height_px == pytest.approx(len(rows) * (rows[1] - rows[0]))


def test_lines_in_view_are_placed_one_after_the_other(shown: Shown) -> None:
    pane = shown(LINES, LINES).pane(Side.A)
    pane.scroll_to_place(Place(200, 0))

    with counted_calls() as calls:
        placed = pane.visible_blocks()

    offset = pane.contentOffset()
    assert [place for _, place in placed] == [
        pane.blockBoundingGeometry(block).translated(offset) for block, _ in placed
    ]
    assert len(placed) > 8
    assert calls["SpacedLayout.blockBoundingRect"] <= 2 * len(placed)


def test_marks_are_laid_once_over_each_line_when_they_change(shown: Shown) -> None:
    texts = shown(["first", "the old report"], ["first", "the new report"])

    with counted_calls() as calls:
        texts.set_by_characters(True)
    with counted_calls() as calls_again:
        texts.set_by_characters(True)

    assert calls["TextMarks.of_block"] <= 6  # once more in the pane that gets wider
    assert not calls_again["TextMarks.of_block"]


def test_changed_words_are_underlined_and_their_line_has_a_sign(shown: Shown) -> None:
    texts = shown(["first", "the old report"], ["first", "the new report"])

    assert underlined(texts, Side.A) == ["old"]
    assert underlined(texts, Side.B) == ["new"]
    assert [texts.pane(Side.A).mark_sign(line) for line in (0, 1)] == ["", "~"]


def test_lines_that_only_one_text_has_are_underlined_whole(shown: Shown) -> None:
    texts = shown(["one"], ["one", "two"])

    assert underlined(texts, Side.B) == ["two"]
    assert texts.pane(Side.B).mark_sign(1) == "+"


def test_marks_stand_right_behind_characters_outside_the_basic_plane(shown: Shown) -> None:
    texts = shown(["𠮷𠮷 old end"], ["𠮷𠮷 new end"])

    assert underlined(texts, Side.B) == ["new"]


def test_marks_follow_the_view(shown: Shown) -> None:
    texts = shown([*LINES, "the old end"], [*LINES, "the new end"])
    before = underlined(texts, Side.A)
    texts.pane(Side.A).verticalScrollBar().setValue(10_000)

    assert before == []
    assert underlined(texts, Side.A) == ["old"]


def test_scrolling_one_pane_brings_equal_lines_side_by_side(shown: Shown) -> None:
    texts = shown(LINES, LONGER)
    texts.pane(Side.A).scroll_to_place(Place(200, 0))
    opposite = texts.pane(Side.B).first_line()
    texts.pane(Side.B).scroll_to_place(Place(130, 0))

    assert opposite == 230
    assert texts.pane(Side.A).first_line() == 100


WRAPPED = [f"{number} {'x' * 700}" for number in range(400)]
OTHER = [f"old {line}" if number % 3 else line for number, line in enumerate(WRAPPED)]


def test_a_jump_of_the_bar_is_told_and_marked_once_though_lines_are_cut_into_rows_by_it(
    shown: Shown,
) -> None:
    texts = shown(WRAPPED, OTHER)
    bar, told = texts.pane(Side.A).verticalScrollBar(), list[str]()
    bar.setValue(60)
    bar.valueChanged.connect(lambda: told.append("moved"))
    texts.pane(Side.A).scrolled.connect(lambda: told.append("scrolled"))
    texts.jumping.connect(lambda: told.append("jumping"))

    with counted_calls() as calls:
        bar.setValue(bar.maximum() // 2)

    assert told.count("moved") > 2
    assert [told.count(each) for each in ("scrolled", "jumping")] == [1, 1]
    assert calls["SideBySide._follow"] <= 2
    assert calls["TextMarks.of_block"] <= 2 * sum(
        len(texts.pane(side).visible_blocks()) for side in Side
    )
    bar.setValue(bar.value() + 1)
    assert [told.count(each) for each in ("scrolled", "jumping")] == [2, 1]


def test_while_nothing_is_painted_a_pane_takes_up_the_last_of_its_sizes(
    shown: Shown, qtbot: QtBot
) -> None:
    texts = shown(WRAPPED, OTHER)
    pane, told = texts.pane(Side.A), list[int]()
    pane.resized.connect(lambda: told.append(pane.width()))
    rows = pane.document().firstBlock().lineCount()

    texts.setUpdatesEnabled(False)
    for width_px in (300, 240, 200):
        pane.resize(width_px, pane.height())
    assert told == []
    qtbot.waitUntil(lambda: bool(told))
    texts.setUpdatesEnabled(True)

    assert told == [200]
    assert pane.document().firstBlock().lineCount() > rows


def test_panes_scroll_alone_when_they_are_told_to(shown: Shown, qtbot: QtBot) -> None:
    texts = shown(LINES, LINES)
    together = [button for button in texts.switches() if button.text() == "Together"]
    qtbot.mouseClick(together[0], Qt.MouseButton.LeftButton)
    texts.pane(Side.A).scroll_to_place(Place(200, 0))

    assert texts.pane(Side.B).first_line() == 0


def test_next_and_previous_step_through_the_differences(shown: Shown) -> None:
    changed = [*LINES]
    changed[100], changed[300] = "something else", "and another"
    texts = shown(LINES, changed)
    said = [texts.summary()]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(texts, key, Qt.KeyboardModifier.AltModifier)
        said.append(texts.summary())

    assert said[1:] == [
        "Difference 1 of 2",
        "Difference 2 of 2",
        "Difference 2 of 2",
        "Difference 1 of 2",
    ]
    assert texts.pane(Side.A).first_line() == 98


def brought_out(texts: SideBySide, side: Side) -> list[str]:
    """What is set light on dark: where the reader has stepped to."""
    surface = Theme.current().color(Token.SURFACE)
    return [
        selection.cursor.selectedText()
        for selection in texts.pane(side).extraSelections()
        if selection.format.foreground().color() == surface
    ]


@pytest.mark.parametrize(
    ("a", "b", "by_words", "by_characters"),
    [
        (
            ["The colour of tea is grey.", "It travelled."],
            ["The color of teas is blue.", "It traveled."],
            [("colour", "color"), ("tea", "teas"), ("grey", "blue"), ("travelled", "traveled")],
            [("u", ""), ("", "s"), ("grey", "blue"), ("l", "")],
        ),
        (
            ["本报告于九月修订。", "此致敬礼"],
            ["本报告在十月已修订！", "此致"],
            [("于九", "在十"), ("", "已"), ("。", "！"), ("敬礼", "")],
            [("于九", "在十"), ("", "已"), ("。", "！"), ("敬礼", "")],
        ),
    ],
)
def test_the_arrows_go_to_every_difference_that_is_counted(
    *,
    shown: Shown,
    qtbot: QtBot,
    a: list[str],
    b: list[str],
    by_words: list[tuple[str, str]],
    by_characters: list[tuple[str, str]],
) -> None:
    texts = shown(a, b)
    forward = texts.changes.findChildren(IconButton)[1]

    for is_by_characters, expected in ((False, by_words), (True, by_characters)):
        texts.set_by_characters(is_by_characters)
        texts.show_differences(texts.differences)
        said, seen = [texts.summary()], list[tuple[str, ...]]()
        for _ in expected:
            qtbot.mouseClick(forward, Qt.MouseButton.LeftButton)
            said.append(texts.summary())
            seen.append(tuple("".join(brought_out(texts, side)) for side in Side))
        count = len(expected)
        assert said[0] == f"{count} differences"
        assert said[1:] == [f"Difference {number + 1} of {count}" for number in range(count)]
        assert seen == expected


def test_the_reader_stays_at_a_difference_when_they_are_told_to_the_letter(shown: Shown) -> None:
    texts = shown(["The colour of tea is grey."], ["The color of teas is blue."])
    for _ in range(2):
        QTest.keyClick(texts, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert brought_out(texts, Side.A) == ["tea"]

    texts.set_by_characters(True)

    assert texts.summary() == "Difference 2 of 3"
    assert brought_out(texts, Side.B) == ["s"]


def test_equal_texts_are_called_the_same(shown: Shown) -> None:
    assert shown(LINES, LINES).summary() == "The texts are the same."


def test_texts_that_differ_in_white_space_only_are_called_so(shown: Shown) -> None:
    assert (
        shown(["one two"], ["one", "", "two"]).summary() == "The texts differ in white space only."
    )


def test_texts_too_long_to_compare_say_so(shown: Shown) -> None:
    texts = shown([f"a{n}" for n in range(3_100)], [f"b{n}" for n in range(3_100)])

    assert texts.summary() == "These texts are too long to mark where they differ."


@pytest.mark.parametrize("language", Language)
def test_why_no_place_differs_is_not_cut(
    shown: Shown, translator: Translator, language: Language
) -> None:
    long_texts = [f"a{n}" for n in range(3_100)], [f"b{n}" for n in range(3_100)]

    for a, b in (long_texts, (["one two"], ["one", "", "two"]), (["one"], ["one"])):
        texts = shown(a, b)
        translator.apply(language)
        texts.retranslate()
        (told,) = texts.changes.findChildren(ElidedLabel)
        for room in (texts.changes.sizeHint(), texts.changes.minimumSizeHint()):
            texts.changes.resize(room)
            assert told.text()
            assert "…" not in told.text()


def test_lines_wrap_unless_switched_off_and_the_choice_is_kept(
    shown: Shown, qtbot: QtBot, tmp_path: object
) -> None:
    texts = shown(["wide " * 400], ["wide " * 400])
    assert texts.pane(Side.A).horizontalScrollBar().maximum() == 0

    qtbot.mouseClick(texts.switches()[0], Qt.MouseButton.LeftButton)
    assert texts.pane(Side.A).horizontalScrollBar().maximum() > 0

    settings = QSettings(f"{tmp_path}/state.ini", QSettings.Format.IniFormat)
    texts.save_state(settings)
    other = shown([""], [""])
    other.restore_state(settings)
    assert [switch.isChecked() for switch in other.switches()] == [False, False, True, False]


def test_the_fixed_width_font_can_be_used(shown: Shown, qtbot: QtBot, theme: Theme) -> None:
    texts = shown(LINES, LINES)
    before = texts.pane(Side.A).font().families()
    qtbot.mouseClick(texts.switches()[1], Qt.MouseButton.LeftButton)

    assert texts.pane(Side.A).font().families() != before


def test_nothing_is_shown_before_there_are_texts(qtbot: QtBot) -> None:
    made = SideBySide()
    qtbot.addWidget(made)
    qtbot.addWidget(made.bar)
    made.show_differences(None)
    made.step_on()

    assert made.summary() == ""


def test_panes_are_emptied_later_one_after_the_other_and_texts_that_come_meanwhile_stay(
    shown: Shown, qtbot: QtBot
) -> None:
    """Letting go of 20 MB takes a while, and the turn that asks lets go of their marks."""
    texts = shown(LINES, LONGER)
    a, b = map(texts.pane, Side)

    texts.show_differences(None)
    assert [pane.toPlainText() == "" for pane in (a, b)] == [False, False]
    qtbot.waitUntil(lambda: a.toPlainText() == "")
    assert b.toPlainText()
    qtbot.waitUntil(lambda: a.is_filled and b.is_filled)
    assert [a.toPlainText(), b.toPlainText()] == ["", ""]

    texts.show_differences(find_differences("\n".join(LINES), "\n".join(LONGER)))
    texts.show_differences(None)
    texts.show_differences(find_differences("one", "two"))
    qtbot.waitUntil(lambda: a.is_filled and b.is_filled)
    assert [a.toPlainText(), b.toPlainText()] == ["one", "two"]


def test_theme_and_language_can_change(shown: Shown, theme: Theme) -> None:
    texts = shown(["the old one"], ["the new one"])
    theme.apply(ThemeChoice.DARK, 200)
    QCoreApplication.sendEvent(texts, QEvent(QEvent.Type.LanguageChange))

    assert underlined(texts, Side.A) == ["old"]
    assert not texts.grab().isNull()


@pytest.mark.parametrize("is_long_first", [True, False])
def test_texts_take_the_place_of_others_of_which_the_end_was_in_view(
    shown: Shown, is_long_first: bool
) -> None:
    short = ["one line", "and another"]
    before = (LONGER, short) if is_long_first else (short, LONGER)
    texts = shown(*before)
    for side in Side:
        bar = texts.pane(side).verticalScrollBar()
        bar.setValue(bar.maximum())

    texts.show_beginnings({Side.A: "\n".join(before[1]), Side.B: "\n".join(before[0])})
    texts.show_differences(find_differences("\n".join(before[1]), "\n".join(before[0])))
    texts.show_differences(find_differences("\n".join(short), "\n".join(short)))

    assert texts.pane(Side.A).toPlainText().splitlines() == short
