"""Random hyperplanes in the plane: two arrows, and lines that separate them or not.

The second road to SimHash (Charikar 2002): a bit is the side of a random plane that a text is on,
so the share of differing bits is the angle between the texts over 180 degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from simhash_gui.services.teaching.questions import separates
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_SIDE = 264
_HEAD = 10
_LEVELS, _MOST_NUMBERED = 3, 16
_TURNS = 8
"""Places for a letter on either side of its arrow, over as much as the letter is high."""
_GAP = 0.2
"""Between a line and its number, as a share of the height of one."""
_LETTER = 1.5
"""Room for a letter beyond the lines, as a share of the height of one."""
_DIAGONAL = 0.75
"""Half the diagonal of a square, and a little."""


def _levels(lines: Sequence[float], apart: float) -> list[int]:
    """How far out each number stands, so that those of lines less than ``apart`` do not touch."""
    levels, last = [0] * len(lines), [-4.0] * _LEVELS
    for place in sorted(range(len(lines)), key=lines.__getitem__):
        free = (level for level in range(_LEVELS) if lines[place] - last[level] >= apart)
        levels[place] = next(free, _LEVELS - 1)
        last[levels[place]] = lines[place]
    return levels


def letter_box(angle: float, lines: Sequence[float], radius: float, side: float) -> QRectF:
    """Of the letter of an arrow, so far out: the nearest to it that no line runs through."""

    def room(turn: float) -> float:
        return min((abs(sin(line - angle - turn)) * radius for line in lines), default=side)

    steps = range(-_TURNS, _TURNS + 1)
    turns = sorted((step * side / _TURNS / radius for step in steps), key=abs)
    turn = next((turn for turn in turns if room(turn) >= _DIAGONAL * side), max(turns, key=room))
    box = QRectF(0, 0, side, side)
    box.moveCenter(QPointF(cos(angle + turn), -sin(angle + turn)) * radius)
    return box


def number_center(angle: float, level: int, radius: float, widest: QSizeF) -> QPointF:
    """Of the number of a line, beyond its end; those of a higher level stand a number farther out.

    None of up to the widest touches the end of its line, or one of a lower level.
    """
    extent = abs(cos(angle)) * widest.width() + abs(sin(angle)) * widest.height()
    distance = radius + (0.5 + level) * extent + _GAP * widest.height()
    return QPointF(cos(angle), -sin(angle)) * distance


class PlanesPicture(QWidget):
    """Arrows A and B from the origin, and numbered lines through it."""

    def __init__(self) -> None:
        super().__init__()
        self._angles: tuple[float, ...] = (0.0, 1.0)
        self._shows_sides = False

    def show_angles(self, angles: Sequence[float], *, shows_sides: bool) -> None:
        """Two arrows, then lines, in radians; ``shows_sides`` points out those between them."""
        self._angles, self._shows_sides = tuple(angles), shows_sides
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = (_SIDE + Theme.current().scaled(_SIDE)) // 2  # as the chart of stage five
        return QSize(side, side)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_SIDE, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), Theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line_height = self.fontMetrics().height()
        widest = QSizeF(self.fontMetrics().horizontalAdvance("00"), line_height)
        room = (_LEVELS + 2 * _GAP) * line_height  # numbers stand above the origin, none below
        below = _LETTER * line_height
        radius = min(self.width() / 2 - room, (self.height() - room - below) / 2)
        painter.translate(self.width() / 2, room + radius)
        a, b, *lines = self._angles
        levels, is_numbered = _levels(lines, line_height / radius), len(lines) <= _MOST_NUMBERED
        for number, (line, level) in enumerate(zip(lines, levels, strict=True), start=1):
            is_between = self._shows_sides and separates(line, a, b)
            style = Qt.PenStyle.SolidLine if is_between else Qt.PenStyle.DashLine
            token = Token.DIFFERS if is_between else Token.MUTED
            painter.setPen(QPen(theme.color(token), theme.scaled(2 if is_between else 1), style))
            end = QPointF(cos(line) * radius, -sin(line) * radius)
            painter.drawLine(-end, end)
            if is_numbered:
                box = QRectF(0, 0, 2 * line_height, line_height)
                box.moveCenter(number_center(line, level, radius, widest))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
        for name, angle in (("A", a), ("B", b)):
            # Where many lines leave no room, the letters stand around all of them.
            length = radius * (0.8 if is_numbered else 1)
            self._paint_arrow(painter, angle, length)
            side = self.fontMetrics().capHeight()
            box = letter_box(angle, lines if is_numbered else (), length + side, side)
            wide = box.adjusted(-side, -side, side, side)
            painter.drawText(wide, Qt.AlignmentFlag.AlignCenter, name)

    def _paint_arrow(self, painter: QPainter, angle: float, length: float) -> None:
        theme = Theme.current()
        color, head = theme.color(Token.ACCENT), theme.scaled(_HEAD)
        painter.setPen(QPen(color, theme.scaled(3)))
        painter.setBrush(color)
        tip = QPointF(cos(angle) * length, -sin(angle) * length)
        painter.drawLine(QPointF(0, 0), tip)
        sides = (
            tip + QPointF(cos(angle + turn) * head, -sin(angle + turn) * head)
            for turn in (2.6, -2.6)
        )
        painter.drawPolygon(QPolygonF([tip, *sides]))
