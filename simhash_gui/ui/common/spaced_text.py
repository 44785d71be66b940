"""Plain text to read, with more room between its rows than the font asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextLine,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole

LINE_HEIGHT = 1.4  # of the type
READING_RATIO = 1.1
"""How much larger than elsewhere the type is where one reads on and on."""


def reading_font(role: FontRole = FontRole.BODY) -> QFont:
    """The type of texts that are read, in the theme's size."""
    font = Theme.current().font(role)
    font.setPointSizeF(font.pointSizeF() * READING_RATIO)
    return font


def coloured(color: QColor) -> QTextCharFormat:
    """A colour for an extra selection: beside another, Qt draws none without a background."""
    text_format = QTextCharFormat()
    text_format.setForeground(color)
    text_format.setBackground(Qt.GlobalColor.transparent)
    return text_format


class SpacedLayout(QPlainTextDocumentLayout):
    """Sets rows farther apart than the font asks for; Qt's plain text knows no line height.

    A line is cut into rows when it comes into view, and its rows are moved here after that, so that
    20 MB cost no more than without.
    """

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.row_px = 0.0
        """From one row to the next, unless its letters are higher."""
        self._known: dict[int, QRectF] | None = None

    @contextmanager
    def remembered(self) -> Iterator[None]:
        """Meanwhile the area of a line is worked out once: Qt asks for each many times."""
        before = self._known
        if before is None:
            self._known = {}
        try:
            yield
        finally:
            self._known = before

    def forget(self) -> None:
        """Lines are cut into other rows from now on."""
        if self._known is not None:
            self._known.clear()

    @override
    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if not block.isValid():  # Qt asks for the line at the top also when the text gets shorter
            return QRectF()
        if self._known is None:
            return self._area(block)
        number = block.blockNumber()
        area = self._known.get(number)
        if area is None:
            area = self._known[number] = self._area(block)
        return QRectF(area)

    def _area(self, block: QTextBlock) -> QRectF:
        area = super().blockBoundingRect(block)
        layout = block.layout()
        count = layout.lineCount()
        if not count:
            return area
        if not layout.lineAt(0).y():  # not moved yet; asked for very often
            self._move([layout.lineAt(number) for number in range(count)])
            area = super().blockBoundingRect(block)  # below the last line there is a margin, too
        last = layout.lineAt(count - 1)
        below_px = last.y() + (max(last.height(), self.row_px) + last.height()) / 2
        area.setHeight(max(area.height(), below_px))
        return area

    def _move(self, rows: Sequence[QTextLine]) -> None:
        """Set the rows below each other."""
        below_px = 0.0
        for row in rows:
            height_px = max(row.height(), self.row_px)
            row.setPosition(QPointF(row.x(), below_px + (height_px - row.height()) / 2))
            below_px += height_px


class SpacedText(QPlainTextEdit):
    """A text whose rows keep their distance whatever the size of the type."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        document = QTextDocument(self)
        document.setDefaultFont(self.font())
        self._layout = SpacedLayout(document)
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self._space_rows()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._space_rows()

    def _space_rows(self) -> None:
        self._layout.row_px = LINE_HEIGHT * QFontInfo(self.font()).pixelSize()
