"""The matrix of a batch as a heat map: a square for each two documents, darker is more.

It fits the page at first. Plus and minus, or the wheel with Ctrl held, zoom; large squares have
their share in them and the names beside them, so that colour is not all that tells it. The arrow
keys move the frame, which what is said of the pair follows; Enter opens it in Compare.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.services.checking.batch import Matrix
from simhash_gui.ui.common.format import fine_share, percent
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_LEAST_PX, _MOST_PX = 1.0, 96.0
_STEP = 1.25
_FIRST_MOST_PX = 40  # at the normal text size
_MIDDLE = 0.5
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class HeatMap(QAbstractScrollArea):
    """Row i, column j: the share of document i that stands in document j."""

    chosen_changed = Signal(int, int)
    pair_wanted = Signal(int, int)  # the row and the column of a square that was opened

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matrix = Matrix((), np.zeros((0, 0)))
        self._image = QImage()
        self._cell_px = _LEAST_PX
        self._fits = True
        self.chosen = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        Theme.current().changed.connect(self._dress)

    @property
    def cell_px(self) -> float:
        """The side of a square."""
        return self._cell_px

    def show_matrix(self, matrix: Matrix) -> None:
        """Show another matrix, as large as fits."""
        self._matrix, self.chosen = matrix, (0, 0)
        self._draw()
        self.fit()

    def fit(self) -> None:
        """The whole matrix at once, where a square of one pixel is enough for that."""
        self._fits = True
        room = min(self.viewport().width(), self.viewport().height())
        count = max(1, len(self._matrix.paths))
        self._resize_cells(min(Theme.current().scaled(_FIRST_MOST_PX), room / count))

    def zoom(self, steps: int, about: QPointF | None = None) -> None:
        """Larger squares, or with a negative number smaller ones, about a point of the view."""
        self._fits = False
        about = about if about is not None else QRectF(self.viewport().rect()).center()
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        at = (about.x() + bars[0].value()) / self._cell_px, (about.y() + bars[1].value())
        row = at[1] / self._cell_px
        self._resize_cells(self._cell_px * _STEP**steps)
        bars[0].setValue(round(at[0] * self._cell_px - about.x()))
        bars[1].setValue(round(row * self._cell_px - about.y()))

    def share_at(self, row: int, column: int) -> float:
        """The share of the document of the row in that of the column, 0 to 1."""
        return float(self._matrix.shares[row, column])

    def words_of(self, row: int, column: int) -> str:
        """What a square says."""
        names = [Path(self._matrix.paths[place]).name for place in (row, column)]
        if row == column:
            return names[0]
        return self.tr("{share} of {document} is in {source}").format(
            share=fine_share(self.share_at(row, column)), document=names[0], source=names[1]
        )

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The row and column under a point of the view."""
        column = int((point.x() + self.horizontalScrollBar().value()) / self._cell_px)
        row = int((point.y() + self.verticalScrollBar().value()) / self._cell_px)
        count = len(self._matrix.paths)
        return (row, column) if row < count and column < count else None

    def choose(self, row: int, column: int) -> None:
        """Frame a square and bring it into view."""
        count = len(self._matrix.paths)
        if not count:
            return
        self.chosen = row, column = min(max(row, 0), count - 1), min(max(column, 0), count - 1)
        for bar, place, room in (
            (self.horizontalScrollBar(), column, self.viewport().width()),
            (self.verticalScrollBar(), row, self.viewport().height()),
        ):
            start = place * self._cell_px
            bar.setValue(round(max(start + self._cell_px - room, min(bar.value(), start))))
        self.chosen_changed.emit(row, column)
        self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit()
        else:
            self._resize_cells(self._cell_px)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        size = len(self._matrix.paths) * self._cell_px
        painter.drawImage(QRectF(-left, -top, size, size), self._image)
        metrics = QFontMetrics(Theme.current().font(FontRole.CAPTION))
        if self._cell_px >= metrics.horizontalAdvance(percent(1)):
            self._paint_numbers(painter)
        if self._cell_px >= metrics.height():
            self._paint_names(painter)
        if self._matrix.paths:
            row, column = self.chosen
            pen = QPen(Theme.current().color(Token.TEXT), 2)
            painter.setPen(pen)
            painter.drawRect(self._square(row, column))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if event.angleDelta().y() > 0 else -1, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, (row, column) = Qt.Key(event.key()), self.chosen
        if key in _STEPS:
            by = _STEPS[key]
            self.choose(row + by[0], column + by[1])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom(-1)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pair_wanted.emit(row, column)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.choose(*cell)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.pair_wanted.emit(*cell)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            if cell is not None:
                QToolTip.showText(event.globalPos(), self.words_of(*cell), self)
            return True
        return super().viewportEvent(event)

    def _square(self, row: int, column: int) -> QRectF:
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        side = self._cell_px
        return QRectF(column * side - left, row * side - top, side, side)

    def _paint_numbers(self, painter: QPainter) -> None:
        painter.setFont(Theme.current().font(FontRole.CAPTION))
        count, view = len(self._matrix.paths), self.viewport().rect()
        first, last = self._seen(view)
        for row in range(first[0], min(count, last[0] + 1)):
            for column in range(first[1], min(count, last[1] + 1)):
                share = self.share_at(row, column)
                if share and row != column:
                    colour = self._image.pixelColor(column, row)
                    painter.setPen(_ink_on(colour))
                    square = self._square(row, column)
                    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, percent(share))

    def _paint_names(self, painter: QPainter) -> None:
        """The document of each row, to the right of its squares."""
        count, view = len(self._matrix.paths), self.viewport().rect()
        first, last = self._seen(view)
        painter.setFont(Theme.current().font(FontRole.CAPTION))
        painter.setPen(Theme.current().color(Token.TEXT))
        start = self._square(0, count - 1).right() + Space.S
        for row in range(first[0], min(count, last[0] + 1)):
            square = self._square(row, count - 1)
            room = QRectF(start, square.top(), max(0.0, view.width() - start), square.height())
            name = painter.fontMetrics().elidedText(
                Path(self._matrix.paths[row]).name, Qt.TextElideMode.ElideMiddle, int(room.width())
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)

    def _seen(self, view: QRect) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first and the last square that can be seen, as row and column."""
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        first = int(top / self._cell_px), int(left / self._cell_px)
        last = (
            int((top + view.height()) / self._cell_px),
            int((left + view.width()) / self._cell_px),
        )
        return first, last

    def _dress(self) -> None:
        """In other colours, or for another size of type."""
        self._draw()
        if self._fits:
            self.fit()

    def _draw(self) -> None:
        """One pixel for each square, which is painted larger."""
        theme, count = Theme.current(), len(self._matrix.paths)
        low, high = (_rgb(theme.color(each)) for each in (Token.SURFACE, Token.DIFFERS))
        pixels = low + (high - low) * self._matrix.shares[..., None]
        own = np.arange(count)
        pixels[own, own] = _rgb(theme.color(Token.DIVIDER))
        table = np.full((count, count, 4), 255, np.uint8)
        table[..., :3] = np.round(pixels).astype(np.uint8)[..., ::-1]
        self._image = QImage(
            table.tobytes(), count, count, 4 * count, QImage.Format.Format_RGB32
        ).copy()
        self.viewport().update()

    def _resize_cells(self, side: float) -> None:
        self._cell_px = min(_MOST_PX, max(_LEAST_PX, side))
        size = round(len(self._matrix.paths) * self._cell_px)
        for bar, room in (
            (self.horizontalScrollBar(), self.viewport().width()),
            (self.verticalScrollBar(), self.viewport().height()),
        ):
            bar.setPageStep(room)
            bar.setRange(0, max(0, size - room))
        self.viewport().update()


def _rgb(colour: QColor) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([colour.red(), colour.green(), colour.blue()], np.float64)


def _ink_on(colour: QColor) -> QColor:
    """Dark on light and light on dark."""
    is_light = colour.lightnessF() > _MIDDLE
    return QColor(Qt.GlobalColor.black if is_light else Qt.GlobalColor.white)
