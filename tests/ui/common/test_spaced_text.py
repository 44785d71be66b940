"""Text to read has more room between its rows than the type asks for."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QTextEdit
from pytestqt.qtbot import QtBot

from simhash_gui.ui.common.spaced_text import LINE_HEIGHT, SpacedLayout, SpacedText, coloured


def test_rows_keep_their_distance_at_every_size_of_the_type(qtbot: QtBot) -> None:
    text = SpacedText()
    qtbot.addWidget(text)
    text.setPlainText("one row\nanother\nand a third")
    text.show()

    for points in (10, 20):
        font = text.font()
        font.setPointSize(points)
        text.setFont(font)
        second = text.cursorRect(text.textCursor()).top()
        cursor = text.textCursor()
        cursor.movePosition(cursor.MoveOperation.Down)
        moved_px = text.cursorRect(cursor).top() - second

        asked_px = LINE_HEIGHT * QFontInfo(text.font()).pixelSize()
        assert moved_px >= asked_px - 1


def test_areas_are_remembered_only_until_rows_are_cut_anew(qtbot: QtBot) -> None:
    text = SpacedText()
    qtbot.addWidget(text)
    text.setPlainText("one row that does not fit where the window is narrow " * 4)
    text.resize(900, 300)
    text.show()
    layout, block = text.document().documentLayout(), text.document().firstBlock()
    assert isinstance(layout, SpacedLayout)
    wide = layout.blockBoundingRect(block)

    with layout.remembered():
        assert [layout.blockBoundingRect(block) for _ in range(2)] == [wide, wide]
        layout.forget()
        text.resize(200, 300)
        QApplication.processEvents()
        narrow = layout.blockBoundingRect(block)

    assert narrow.height() > 2 * wide.height()


@pytest.mark.usefixtures("qapp")
def test_an_area_is_the_same_whenever_it_is_asked_for() -> None:
    document = QTextDocument("the last line, with the margin of the text below it")
    layout = SpacedLayout(document)
    document.setDocumentLayout(layout)
    layout.row_px = QFontMetricsF(document.defaultFont()).height() + 2

    areas = [layout.blockBoundingRect(document.firstBlock()) for _ in range(2)]

    assert areas[0] == areas[1]


def test_stretches_beside_each_other_all_have_their_colour(qtbot: QtBot) -> None:
    text = SpacedText()
    qtbot.addWidget(text)
    text.setPlainText("█" * 30)
    text.resize(900, 100)
    text.show()
    selections = []
    for start, end in ((0, 10), (10, 20), (20, 30)):
        selection = QTextEdit.ExtraSelection()
        selection.cursor = QTextCursor(text.document())
        selection.cursor.setPosition(start)
        selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.format = coloured(QColor("red"))
        selections.append(selection)
    text.setExtraSelections(selections)

    image, cursor = text.viewport().grab().toImage(), text.textCursor()
    for place in range(30):
        cursor.setPosition(place)
        middle = text.cursorRect(cursor).center() + QPoint(3, 0)
        assert image.pixelColor(middle) == QColor("red"), place
