"""The margin of a text pane: numbers of passages, and a sign beside lines that differ.

A passage has its number where it begins, in its colour; one that was moved an arrow as well, and a
dashed edge. Beside the passage that is looked at runs a bar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QTextBlock
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.reading.shared_passages import PassagePiece
from simhash_gui.ui.reading.text_marks import TextMarks, utf16_units
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token

MOVED_SIGN = "↕"
_CHIP_PADDING_PX = 4
_BAR_PX = 3


class Pane(Protocol):
    """What the margin asks of the pane it stands in."""

    marks: TextMarks

    def fontMetrics(self) -> QFontMetrics:  # noqa: N802 - Qt's name
        """Of the text."""

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """The lines in view with their place in the viewport."""

    def mark_sign(self, line: int) -> str:
        """The sign beside a line."""

    def is_moved(self, index: int) -> bool:
        """Whether a passage stands elsewhere in the other text."""


class TextMargin(QWidget):
    """Beside the lines of a pane, whose child it is."""

    number_clicked = Signal(int)  # index of a passage

    def __init__(self, pane: Pane, parent: QWidget) -> None:
        super().__init__(parent)
        self._pane = pane
        self._chips: list[tuple[QRectF, int]] = []

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._chip_width() + self._sign_width(), 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), Theme.current().color(Token.SURFACE))
        self._chips = []
        for block, place in self._pane.visible_blocks():
            self._paint_sign(painter, block, place)
            self._paint_bar(painter, block, place)
            for top, pieces in self._beginnings(block, place):
                self._paint_chip(painter, top, pieces)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        for area, index in self._chips:
            if area.contains(event.position()):
                self.number_clicked.emit(index)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()

    def chip_at(self, index: int) -> QRectF | None:
        """Where the number of a passage was painted last."""
        return next((area for area, number in self._chips if number == index), None)

    def _chip_width(self) -> int:
        metrics = self._pane.fontMetrics()
        return metrics.horizontalAdvance(f"{MOVED_SIGN}000") + 2 * _CHIP_PADDING_PX

    def _sign_width(self) -> int:
        return self._pane.fontMetrics().horizontalAdvance("~") + 10

    def _paint_sign(self, painter: QPainter, block: QTextBlock, place: QRectF) -> None:
        sign = self._pane.mark_sign(block.blockNumber())
        if sign:
            theme = Theme.current()
            painter.setFont(theme.font(FontRole.FIXED))
            painter.setPen(theme.color(Token.DIFFERS))
            area = QRectF(self._chip_width(), place.top(), self._sign_width(), self._line_height())
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, sign)

    def _paint_bar(self, painter: QPainter, block: QTextBlock, place: QRectF) -> None:
        marks = self._pane.marks
        if marks.passages is None or marks.current is None:
            return
        for piece in marks.passages.pieces(block.blockNumber()):
            if piece.passage == marks.current:
                top = place.top() + _line_top(block, piece.start)
                bottom = place.top() + _line_top(block, piece.end) + self._line_height()
                area = QRectF(self.width() - _BAR_PX, top, _BAR_PX, bottom - top)
                painter.fillRect(area, Theme.current().color(Token.ACCENT))

    def _beginnings(
        self, block: QTextBlock, place: QRectF
    ) -> Iterator[tuple[float, list[PassagePiece]]]:
        """Passages that begin in a line of the text, by the row of the pane."""
        passages = self._pane.marks.passages
        if passages is None:
            return
        rows: dict[float, list[PassagePiece]] = {}
        for piece in passages.beginnings(block.blockNumber()):
            rows.setdefault(place.top() + _line_top(block, piece.start), []).append(piece)
        yield from rows.items()

    def _paint_chip(self, painter: QPainter, top: float, pieces: list[PassagePiece]) -> None:
        theme, marks = Theme.current(), self._pane.marks
        chosen = next((piece for piece in pieces if piece.passage == marks.current), pieces[0])
        is_moved = self._pane.is_moved(chosen.passage)
        area = QRectF(2, top + 1, self._chip_width() - 4, self._line_height() - 2)
        self._chips.append((area, chosen.passage))
        is_current = chosen.passage == marks.current
        edge = theme.color(
            Token.ACCENT if is_current else Token.MUTED if is_moved else Token.OUTLINE
        )
        style = Qt.PenStyle.DashLine if is_moved and not is_current else Qt.PenStyle.SolidLine
        painter.setPen(QPen(edge, 2 if is_current else 1, style))
        painter.setBrush(marks.fill(chosen.passage))
        painter.drawRoundedRect(area, 3, 3)
        painter.setFont(theme.font(FontRole.CAPTION))
        painter.setPen(theme.color(Token.TEXT))
        sign = MOVED_SIGN if is_moved else ""
        more = "+" if len(pieces) > 1 else ""
        text = f"{sign}{fmt.number(chosen.passage + 1)}{more}"
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _line_height(self) -> float:
        return self._pane.fontMetrics().height()


def _line_top(block: QTextBlock, column: int) -> float:
    """How far below the top of its block the row with a character is."""
    row = block.layout().lineForTextPosition(utf16_units(block.text(), column))
    return row.y() if row.isValid() else 0.0
