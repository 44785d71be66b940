"""What a text pane adds to its text: marks over a line, numbers and signs in the margin.

Marks are selections laid over the line: passages first, then differences. In the margin a passage
has its number where it begins, in its colour; a moved one also has an arrow and a dashed edge.
Beside the current passage runs a bar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.spaced_text import coloured
from simhash_gui.ui.reading.difference_places import Extent, LineMark, MarkedLines
from simhash_gui.ui.reading.shared_passages import PassagePiece, PassagesOfText
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

_TINT = 0.16
_STRONG_TINT = 0.30
_FADED = 0.4
_Selection = QTextEdit.ExtraSelection


def _no_passage(_index: int) -> bool:
    return False


@dataclass(slots=True)
class TextMarks:
    """What is marked in a text, and which passage is current."""

    differences: MarkedLines = field(default_factory=MarkedLines)
    passages: PassagesOfText | None = None
    current: int | None = None
    place: Extent | None = None
    """Where the reader has stepped to, of the places that differ."""
    dims: Callable[[int], bool] = _no_passage
    """Which passages are only dimmed, as nearly all is common and stands at its place."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to mark at all."""
        return not self.differences.marks and self.passages is None

    def of_block(self, block: QTextBlock) -> Iterator[_Selection]:
        """The selections of one line; what comes later is laid over what came before."""
        line = block.blockNumber()
        pieces = self.passages.pieces(line) if self.passages is not None else ()
        for piece in sorted(pieces, key=lambda piece: piece.passage == self.current):
            look = (
                _dimmed() if self._is_dim(piece.passage) else _background(self.fill(piece.passage))
            )
            yield _selection(block, (piece.start, piece.end), look)
        yield from self._differing(block, pieces)
        if self.place is not None and self.place.start.line == line:  # a bar tells its other lines
            yield _selection(block, self.place.first_columns(len(block.text())), _stepped_to())

    def _differing(self, block: QTextBlock, pieces: Sequence[PassagePiece]) -> Iterator[_Selection]:
        """What differs in a line, ``pieces`` of which stand in passages."""
        line = block.blockNumber()
        mark = self.differences.marks.get(line)
        if mark is None:
            return
        spans = self.differences.spans_of(line)
        if spans is None:
            yield _selection(block, None, _differing(strong=mark is LineMark.ONLY_HERE))
        else:
            for span in spans:
                is_inside = any(
                    piece.start <= span[0] and span[1] <= piece.end
                    for piece in pieces
                    if not self._is_dim(piece.passage)
                )
                look = _underlined() if is_inside else _differing(strong=True)
                yield _selection(block, span, look)

    def _is_dim(self, index: int) -> bool:
        return index != self.current and self.dims(index)

    def fill(self, index: int) -> QColor:
        """The colour behind a passage: pale while another one is current."""
        theme = Theme.current()
        color = theme.passage(index)
        if self.current is None or self.current == index:
            return color
        return mix(theme.color(Token.SURFACE), color, _FADED)


def _background(color: QColor) -> QTextCharFormat:
    text_format = QTextCharFormat()
    text_format.setBackground(color)
    return text_format


def _dimmed() -> QTextCharFormat:
    """Common text, where what differs is to stand out."""
    return coloured(Theme.current().color(Token.MUTED))


def _underlined() -> QTextCharFormat:
    """What differs inside a passage, whose tint stays as it is."""
    color = Theme.current().color(Token.DIFFERS)
    text_format = coloured(color)
    text_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    text_format.setUnderlineColor(color)
    return text_format


def _differing(*, strong: bool) -> QTextCharFormat:
    color = Theme.current().color(Token.DIFFERS)
    text_format = QTextCharFormat()
    if strong:
        text_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        text_format.setUnderlineColor(color)
    color.setAlphaF(_STRONG_TINT if strong else _TINT)
    text_format.setBackground(color)
    return text_format


def _stepped_to() -> QTextCharFormat:
    """The place that is current of those that differ: light on dark, as nothing else is."""
    text_format = QTextCharFormat()
    text_format.setBackground(Theme.current().color(Token.DIFFERS))
    text_format.setForeground(Theme.current().color(Token.SURFACE))
    return text_format


def _selection(
    block: QTextBlock, span: tuple[int, int] | None, text_format: QTextCharFormat
) -> _Selection:
    text = block.text()
    start = 0 if span is None else utf16_units(text, span[0])
    end = block.length() - 1 if span is None else utf16_units(text, span[1])
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + start)
    cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    selection = _Selection()
    selection.cursor = cursor
    selection.format = text_format
    return selection


def utf16_units(text: str, characters: int) -> int:
    """How long the first characters of a text are as Qt counts them."""
    if not text or max(text) <= "\uffff":
        return min(characters, len(text))
    return len(text[:characters].encode("utf-16-le", "surrogatepass")) // 2


def characters_in(text: str, units: int) -> int:
    """The other way round: how many characters the first units as Qt counts them are."""
    if not text or max(text) <= "\uffff":
        return min(units, len(text))
    encoded = text.encode("utf-16-le", "surrogatepass")[: 2 * units]
    return len(encoded.decode("utf-16-le", "ignore"))


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
        metrics = QFontMetrics(Theme.current().font(FontRole.CAPTION))
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
        if marks.place is not None:
            self._paint_bar_of_place(painter, block, place, marks.place)
        if marks.passages is None or marks.current is None:
            return
        for piece in marks.passages.pieces(block.blockNumber()):
            if piece.passage == marks.current:
                top = place.top() + _line_top(block, piece.start)
                bottom = place.top() + _line_top(block, piece.end) + self._line_height()
                area = QRectF(self.width() - _BAR_PX, top, _BAR_PX, bottom - top)
                painter.fillRect(area, Theme.current().color(Token.ACCENT))

    def _paint_bar_of_place(
        self, painter: QPainter, block: QTextBlock, place: QRectF, extent: Extent
    ) -> None:
        """Also where the text has nothing, and so nothing is coloured."""
        line, last_column = block.blockNumber(), len(block.text())
        if extent.start.line <= line <= extent.end.line:
            start = extent.start.column if line == extent.start.line else 0
            end = extent.end.column if line == extent.end.line else last_column
            top, bottom = (place.top() + _line_top(block, column) for column in (start, end))
            height = bottom - top + self._line_height()
            area = QRectF(self.width() - _BAR_PX, top, _BAR_PX, height)
            painter.fillRect(area, Theme.current().color(Token.DIFFERS))

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
