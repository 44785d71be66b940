"""Draw the curve first: distance against the share of changed words, then the measured one over it.

Kim, Reinecke and Hullman, "Explaining the gap", CHI 2017: who draws a guess first remembers better.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.services.teaching.curves import CURVE_SHARES, Curve
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

MOST_BITS = 32
_HEIGHT, _RADIUS = 280, 4
_POINTS = len(CURVE_SHARES)


class CurveDrawing(QWidget):
    """Eleven points to be set with the pointer, or with the arrow keys."""

    drawn = Signal()

    def __init__(self, *, takes_guess: bool = True) -> None:
        super().__init__()
        self._takes_guess = takes_guess
        self.setEnabled(takes_guess)
        self.guess: list[float | None] = [0.0] + [None] * (_POINTS - 1)
        self._curve: Curve | None = None
        self._cursor = 1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tell()

    @property
    def is_complete(self) -> bool:
        """Whether every point was set."""
        return all(point is not None for point in self.guess)

    def clear(self) -> None:
        """Begin again."""
        self.guess = [0.0] + [None] * (_POINTS - 1)
        self._curve, self._cursor = None, 1
        self._tell()
        self.update()

    def set_point(self, place: int, bits: float) -> None:
        """Guess a distance at one share; points passed over are drawn as a line."""
        last = max(p for p in range(place + 1) if p == 0 or self.guess[p] is not None)
        start = self.guess[last] or 0.0
        for between in range(last + 1, place):
            self.guess[between] = start + (bits - start) * (between - last) / (place - last)
        self.guess[place] = bits
        self._tell()
        self.update()
        self.drawn.emit()

    def show_measured(self, curve: Curve | None) -> None:
        """Lay the measured curve over the guess."""
        self._curve = curve
        self.update()

    @override
    def sizeHint(self) -> QSize:
        # Larger letters need some of it, not all: a lecture shows chart and question together.
        return QSize(480, (_HEIGHT + Theme.current().scaled(_HEIGHT)) // 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.sizeHint().height())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self._area()
        place = round((event.position().x() - area.left()) / area.width() * (_POINTS - 1))
        share = (area.bottom() - event.position().y()) / area.height()
        if 0 < place < _POINTS:
            self._cursor = place
            self.set_point(place, max(0.0, min(1.0, share)) * MOST_BITS)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            step = 1 if key is Qt.Key.Key_Right else -1
            self._cursor = max(1, min(_POINTS - 1, self._cursor + step))
            self._tell()
            self.update()
        elif key in steps:
            now = self.guess[self._cursor]
            before = self.guess[self._cursor - 1] or 0.0
            bits = (before if now is None else now) + steps[key]
            self.set_point(self._cursor, max(0.0, min(float(MOST_BITS), bits)))
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, area = QPainter(self), Theme.current(), self._area()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.color(Token.SURFACE))
        self._paint_axes(painter, area)
        if self._curve is not None:
            self._paint_measured(painter, self._curve)
        if not self._takes_guess:
            return
        radius = theme.scaled(_RADIUS)
        points = [self._at(p, bits) for p, bits in enumerate(self.guess) if bits is not None]
        painter.setPen(QPen(theme.color(Token.ACCENT), theme.scaled(2), Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        for point in points:
            painter.drawEllipse(point, radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(theme.color(Token.TEXT), 1, Qt.PenStyle.DotLine))
            x = self._at(self._cursor, 0).x()
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        theme, line = Theme.current(), painter.fontMetrics().height()
        for bits in range(0, MOST_BITS + 1, 8):
            y = self._at(0, bits).y()
            painter.setPen(theme.color(Token.DIVIDER))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color(Token.MUTED))
            painter.drawText(QPointF(Space.XS, y + line / 3), str(bits))
        for place, share in enumerate(CURVE_SHARES):
            if place % 2 == 0:
                x = self._at(place, 0).x()
                text = f"{share:.0%}"
                start = x - painter.fontMetrics().horizontalAdvance(text) / 2
                painter.drawText(QPointF(start, area.bottom() + 1.3 * line), text)
        painter.setPen(theme.color(Token.MUTED))
        painter.drawText(
            QPointF(area.left() + Space.S, area.top() + line), self.tr("bits that differ")
        )
        across = self.tr("share of the words that are changed")
        start = area.right() - painter.fontMetrics().horizontalAdvance(across)
        painter.drawText(QPointF(start, area.bottom() + 2.3 * line), across)

    def _paint_measured(self, painter: QPainter, curve: Curve) -> None:
        color = Theme.current().color(Token.DIFFERS)
        spread = list(zip(curve.means, curve.deviations, strict=True))
        upper = [self._at(p, mean + sd) for p, (mean, sd) in enumerate(spread)]
        lower = [self._at(p, max(0.0, mean - sd)) for p, (mean, sd) in enumerate(spread)]
        band = Theme.current().color(Token.DIFFERS)
        band.setAlphaF(0.2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
        painter.setPen(QPen(color, Theme.current().scaled(3)))
        painter.drawPolyline(QPolygonF([self._at(p, mean) for p, mean in enumerate(curve.means)]))

    def _area(self) -> QRectF:
        metrics = self.fontMetrics()
        line, side = metrics.height(), metrics.horizontalAdvance("000")
        width, height = self.width() - 2 * side, self.height() - 2.8 * line - Space.M
        return QRectF(side, line / 2, width, height)

    def _at(self, place: int, bits: float) -> QPointF:
        area = self._area()
        x = area.left() + area.width() * place / (_POINTS - 1)
        return QPointF(x, area.bottom() - area.height() * min(bits, MOST_BITS) / MOST_BITS)

    def _tell(self) -> None:
        shown = ["–" if bits is None else f"{bits:.0f}" for bits in self.guess]
        at = f"{CURVE_SHARES[self._cursor]:.0%}: {shown[self._cursor]}"
        self.setAccessibleDescription(f"{at} · {' '.join(shown)}")


def largest_gap(guess: Sequence[float | None], curve: Curve) -> tuple[int, float]:
    """Where a guess is farthest from the measured means, and by how many bits."""
    gaps = [abs((bits or 0.0) - mean) for bits, mean in zip(guess, curve.means, strict=True)]
    place = max(range(len(gaps)), key=gaps.__getitem__)
    return place, gaps[place]
