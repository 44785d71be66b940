"""Paints two fingerprints: cells, marks, block keys and what the block look-up makes of them.

One bits are filled and zero bits outlined; a difference has a mark of its own besides its colour;
a thin margin fades the cell. Geometry comes from ``bits_view_layout``.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from simhash_gui.ui.compare.bits import BitGroup, BitsData, Row
from simhash_gui.ui.compare.bits_view_layout import BitsLayout
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

_FAINTEST = 0.28
_FAINTEST_DIFFERENCE = 0.6
_KEY_GAP_PX = 8


@dataclass(frozen=True, slots=True)
class BitsFocus:
    """``current`` is explained, ``pinned`` stays chosen, ``cursor`` has the keyboard."""

    current: int | None = None
    pinned: int | None = None
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class BitsTexts:
    """Translated captions: the verdict on each group, parallel to the groups."""

    verdicts: tuple[str, ...]
    names: tuple[str, str] = ("A", "B")


@dataclass(frozen=True, slots=True, eq=False)
class BitsPainter:
    """Paints one state of the view."""

    painter: QPainter
    theme: Theme
    layout: BitsLayout
    data: BitsData
    texts: BitsTexts

    def paint(self, focus: BitsFocus) -> None:
        """Everything, from the back to the front."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._columns(focus)
        self._row_names()
        for index, group in enumerate(self.data.groups):
            self._keys(index, group)
            for bit in range(group.high, group.low - 1, -1):
                self._bit(bit)

    def _columns(self, focus: BitsFocus) -> None:
        if focus.current is not None:
            self._column(focus.current, self._color(Token.SELECTION), None)
        if focus.pinned is not None:
            self._column(focus.pinned, self._color(Token.SELECTION), self._color(Token.TEXT))
        if focus.cursor is not None:
            self._column(focus.cursor, None, self._color(Token.ACCENT))

    def _column(self, bit: int, fill: QColor | None, edge: QColor | None) -> None:
        self.painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(edge, 1.5) if edge is not None else Qt.PenStyle.NoPen)
        reach = self.layout.metrics.cell_gap_px + 1.25
        column = self.layout.column_rect(bit).adjusted(-reach, -reach, reach, reach)
        self.painter.drawRoundedRect(column, 4, 4)

    def _row_names(self) -> None:
        self.painter.setFont(self.theme.font(FontRole.SECTION))
        self.painter.setPen(self._color(Token.MUTED))
        for line in range(self.layout.line_count):
            for row in Row:
                top = self.layout.row_top(line, row)
                area = QRectF(0, top - 4, self.layout.metrics.gutter_px, self.layout.cell_px + 8)
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                self.painter.drawText(area, flags, self.texts.names[row])

    def _keys(self, index: int, group: BitGroup) -> None:
        above, below = (self.layout.key_rect(index, row) for row in Row)
        self._key(above, group, Row.A)
        key_px = self._key(below, group, Row.B)
        span = f"{group.high}\u2013{group.low}" if len(group) > 1 else str(group.high)
        self._caption(above.adjusted(key_px, 0, 0, 0), span, Token.MUTED, at_right=True)
        is_found = group.block is not None and self.data.is_equal_in(group)
        token = Token.AGREES if is_found else Token.MUTED
        self._caption(below.adjusted(key_px, 0, 0, 0), self.texts.verdicts[index], token)

    def _key(self, area: QRectF, group: BitGroup, row: Row) -> float:
        """Draw the key digit by digit, those that differ marked; returns the width it took."""
        font = self.theme.font(FontRole.FIXED)
        advance = QFontMetricsF(font).horizontalAdvance("0")
        keys = group.key(self.data.a), group.key(self.data.b)
        for position, (digit, other) in enumerate(zip(keys[row], keys[1 - row], strict=True)):
            self.painter.setFont(_underlined(font, digit != other))
            self.painter.setPen(self._color(Token.TEXT if digit == other else Token.DIFFERS))
            place = QRectF(area.left() + position * advance, area.top(), advance, area.height())
            self.painter.drawText(place, Qt.AlignmentFlag.AlignCenter, digit)
        return len(keys[row]) * advance + _KEY_GAP_PX

    def _caption(self, area: QRectF, text: str, token: Token, *, at_right: bool = False) -> None:
        font = self.theme.font(FontRole.CAPTION)
        self.painter.setFont(font)
        self.painter.setPen(self._color(token))
        elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        self.painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided)

    def _bit(self, bit: int) -> None:
        place = self.layout.cell_rect(bit, Row.A)
        for row in Row:
            self._cell(bit, row, place)
            place.translate(0, self.layout.cell_px + self.layout.mark_px)
        if self.data.differs(bit):
            self._mark(self.layout.mark_rect(bit))

    def _cell(self, bit: int, row: Row, place: QRectF) -> None:
        is_one, differs = self.data.is_one(bit, row), self.data.differs(bit)
        token = Token.DIFFERS if differs else Token.ACCENT if is_one else Token.MUTED
        faintest = _FAINTEST_DIFFERENCE if differs else _FAINTEST
        share = faintest + (1 - faintest) * self.data.firmness(bit, row)
        color = mix(self._color(Token.SURFACE), self._color(token), share)
        pen_px = 2.0 if differs and not is_one else 1.25
        inset = pen_px / 2
        cell = place.adjusted(inset, inset, -inset, -inset)
        self.painter.setPen(QPen(color, pen_px))
        self.painter.setBrush(color if is_one else self._color(Token.SURFACE))
        radius = min(3.0, self.layout.cell_px / 5)
        self.painter.drawRoundedRect(cell, radius, radius)

    def _mark(self, area: QRectF) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self._color(Token.DIFFERS))
        centre, half = area.center(), min(area.width() / 2 + 0.5, area.height() / 2, 7.0)
        top, bottom = centre.y() - half * 0.8, centre.y() + half * 0.8
        triangle = [
            QPointF(centre.x(), top),
            QPointF(centre.x() + half, bottom),
            QPointF(centre.x() - half, bottom),
        ]
        self.painter.drawPolygon(QPolygonF(triangle))

    def _color(self, token: Token) -> QColor:
        return self.theme.color(token)


def _underlined(font: QFont, is_underlined: bool) -> QFont:
    changed = QFont(font)
    changed.setUnderline(is_underlined)
    return changed
