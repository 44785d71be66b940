"""One diverging bar: the weight that votes for zero to the left, for one to the right.

The notch shows the margin, the difference of the two: on the right of the middle the bit is one.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_BAR_PX = 12
_NOTCH_PX = 5


class VoteBar(QWidget):
    """Votes of one side at one bit, on a scale shared with the other side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._one = 0.0
        self._zero = 0.0
        self._scale = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def show_votes(self, one: float, zero: float, scale: float) -> None:
        """``scale`` is the weight that fills half of the bar; all are weights of features."""
        self._one, self._zero, self._scale = one, zero, max(scale, 1e-12)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, _BAR_PX + 2 * _NOTCH_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(64, _BAR_PX + 2 * _NOTCH_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = Theme.current()
        middle, half = self.width() / 2, self.width() / 2 - 2
        top = (self.height() - _BAR_PX) / 2
        one_px, zero_px = half * self._one / self._scale, half * self._zero / self._scale
        painter.setPen(QPen(theme.color(Token.MUTED), 1.25))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(middle - zero_px, top + 1, zero_px, _BAR_PX - 2))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(Token.ACCENT))
        painter.drawRect(QRectF(middle, top, one_px, _BAR_PX))
        painter.setPen(QPen(theme.color(Token.TEXT), 1.0))
        painter.drawLine(QPointF(middle, top - 3), QPointF(middle, top + _BAR_PX + 3))
        self._notch(painter, middle + half * (self._one - self._zero) / self._scale, top)

    def _notch(self, painter: QPainter, x: float, top: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Theme.current().color(Token.TEXT))
        bottom = top + _BAR_PX
        corners = [
            QPointF(x, bottom - 1),
            QPointF(x + _NOTCH_PX, bottom + _NOTCH_PX),
            QPointF(x - _NOTCH_PX, bottom + _NOTCH_PX),
        ]
        painter.drawPolygon(QPolygonF(corners))
