"""The first clusters of the list as discs, larger the more files they have: a bounded overview.

In a disc stands how many files it has, below it the name of its medoid, both as in the list, where
there is room.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    qGray,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

MOST_DISCS = 300
_LEAST_PX = 5.0
_GAP = 0.85
_PALEST, _STRONGEST = 0.12, 0.95
_FEWEST_CHARACTERS = 7  # of a name that is of use


@dataclass(frozen=True, slots=True)
class Disc:
    """A cluster: its medoid's file and its name, how many files it has, and its least overlap."""

    medoid_file_id: int
    files: int
    overlap: float
    name: str = ""


class Overview(QWidget):
    """Discs in the order of the list; a click or an arrow chooses one."""

    chosen = Signal(int)  # the medoid's file id

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.discs: tuple[Disc, ...] = ()
        self.current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        Theme.current().changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 360)

    def show_discs(self, discs: tuple[Disc, ...]) -> None:
        """Show other clusters."""
        self.discs = discs
        self.current = min(self.current, len(discs) - 1)
        self.update()

    def show_current(self, medoid_file_id: int) -> None:
        """Mark the chosen cluster, if it is here."""
        ids = [disc.medoid_file_id for disc in self.discs]
        self.current = ids.index(medoid_file_id) if medoid_file_id in ids else -1
        self._tell()
        self.update()

    def text(self, place: int) -> str:
        """What a disc says."""
        disc = self.discs[place]
        files = fmt.number(disc.files)
        text = self.tr("{files} files, overlap from {share}")
        text = text.format(files=files, share=fmt.share(disc.overlap))
        return f"{fmt.path(disc.name)}\n{text}" if disc.name else text

    def centre(self, place: int) -> QPointF:
        """The middle of a disc, in pixels of the widget."""
        cell, across = self._cell_px(), self._across()
        middle = (cell - self._name_px()) / 2
        return QPointF((place % across + 0.5) * cell, place // across * cell + middle)

    def place_at(self, position: QPointF) -> int | None:
        """The disc at a point."""
        cell, across = self._cell_px(), self._across()
        column, row = int(position.x() // cell), int(position.y() // cell)
        place = row * across + column
        is_there = 0 <= column < across and 0 <= place < len(self.discs)
        return place if is_there else None

    def _name_px(self) -> float:
        """The height of the names below the discs; none where there is no room for them."""
        metrics, cell = QFontMetricsF(Theme.current().font(FontRole.CAPTION)), self._cell_px()
        is_wide = metrics.averageCharWidth() * _FEWEST_CHARACTERS <= cell
        return metrics.height() if is_wide and metrics.height() * 3 <= cell else 0.0

    def _across(self) -> int:
        return max(1, int(self.width() / self._cell_px()))

    def _cell_px(self) -> float:
        """The largest square of which all fit."""
        count = max(len(self.discs), 1)
        cell = math.sqrt(max(self.width() * self.height(), 1) / count)
        while cell > 1 and int(self.width() / cell) * int(self.height() / cell) < count:
            cell *= 0.97
        return max(cell, 1.0)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place is not None and event.button() is Qt.MouseButton.LeftButton:
            self._choose(place)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._across(),
            Qt.Key.Key_Down: self._across(),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self.discs:
            super().keyPressEvent(event)
        elif 0 <= self.current + step < len(self.discs):
            self._choose(self.current + step)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if place is None else self.text(place), self)
            return True
        return super().event(event)

    def _choose(self, place: int) -> None:
        self.current = place
        self._tell()
        self.update()
        self.chosen.emit(self.discs[place].medoid_file_id)

    def _tell(self) -> None:
        self.setAccessibleDescription(self.text(self.current) if self.current >= 0 else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = Theme.current()
        most = math.sqrt(max((disc.files for disc in self.discs), default=1))
        least = min((disc.overlap for disc in self.discs), default=1.0)
        largest = (self._cell_px() - self._name_px()) / 2 * _GAP
        painter.setFont(theme.font(FontRole.CAPTION))
        for place, disc in enumerate(self.discs):
            radius = max(largest * math.sqrt(disc.files) / most, min(_LEAST_PX, largest))
            stronger = (disc.overlap - least) / max(1.0 - least, 1e-6)
            share = _PALEST + (_STRONGEST - _PALEST) * stronger
            fill = mix(theme.color(Token.SURFACE), theme.color(Token.ACCENT), share)
            is_current = place == self.current
            painter.setBrush(fill)
            painter.setPen(
                QPen(
                    theme.color(Token.TEXT if is_current else Token.MUTED),
                    2.5 if is_current else 1.0,
                )
            )
            painter.drawEllipse(self.centre(place), radius, radius)
            self._paint_texts(painter, place, radius, fill)

    def _paint_texts(self, painter: QPainter, place: int, radius: float, fill: QColor) -> None:
        """How many files, in the disc, and the name below it."""
        theme, disc, centre = Theme.current(), self.discs[place], self.centre(place)
        metrics, files = QFontMetricsF(painter.font()), fmt.number(disc.files)
        if math.hypot(metrics.horizontalAdvance(files), metrics.capHeight()) <= 2 * radius:
            inks = theme.color(Token.TEXT), theme.color(Token.SURFACE)
            painter.setPen(max(inks, key=lambda ink: abs(qGray(ink.rgb()) - qGray(fill.rgb()))))
            area = QRectF(0, 0, 2 * radius, metrics.height())
            area.moveCenter(centre)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, files)
        height = self._name_px()
        if height:
            cell = self._cell_px()
            room = cell - metrics.averageCharWidth()
            name = metrics.elidedText(fmt.path(disc.name), Qt.TextElideMode.ElideRight, room)
            top = (place // self._across() + 1) * cell - height
            painter.setPen(theme.color(Token.TEXT))
            area = QRectF(centre.x() - cell / 2, top, cell, height)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
