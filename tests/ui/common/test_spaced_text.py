"""Text to read has more room between its rows than the type asks for."""

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simhash_gui.ui.common.spaced_text import LINE_HEIGHT, SpacedLayout, SpacedText


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
