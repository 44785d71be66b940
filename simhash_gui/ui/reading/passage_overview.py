"""Both texts as bars, with bands between the places of each common passage.

The whole of both texts at one glance: a band that crosses others is a passage that was moved. A
frame on each bar is what its pane shows. A click on a bar goes there, one on a band to its passage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.reading.shared_passages import LinkedPassage
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import PASSAGE_TONES, FontRole, Token, mix

WIDTH_PX = 72
_BAR_PX = 14
_EDGE_PX = 2
_MIN_PX = 2.0
_MAX_BANDS = 60
_BAND_SHARE = 0.45
_FADED = 0.35


@dataclass(frozen=True, slots=True)
class View:
    """The part of a text that its pane shows, as shares of its length."""

    start: float
    end: float


class PassageOverview(QWidget):
    """A strip between two panes."""

    place_wanted = Signal(object, float)  # Side, share of the text
    passage_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._passages: Sequence[LinkedPassage] = ()
        self._lengths = dict.fromkeys(Side, 1)
        self._views = {side: View(0.0, 0.0) for side in Side}
        self._current: int | None = None
        self._picture = QPixmap()
        self._dragged: Side | None = None
        self._painting = LaidOutFirst(self, self._draw)
        self.setFixedWidth(WIDTH_PX)
        self.setMouseTracking(True)
        Theme.current().changed.connect(self._redraw)

    def show_passages(self, passages: Sequence[LinkedPassage], lengths: dict[Side, int]) -> None:
        """Show other passages; ``lengths`` are those of the texts, in characters."""
        self._passages = passages
        self._lengths = {side: max(length, 1) for side, length in lengths.items()}
        self._current = None
        self._redraw()

    def show_view(self, side: Side, view: View) -> None:
        """Frame what a pane shows."""
        self._views[side] = view
        self.update()

    def look_at(self, index: int | None) -> None:
        """Bring out one passage; the others fade."""
        if index != self._current:
            self._current = index
            self._redraw()

    def mark_area(self, index: int, side: Side) -> QRectF:
        """Where a passage stands on the bar of one text."""
        span, length = self._passages[index].span(side), self._lengths[side]
        top, bottom = self._y(span.start / length), self._y(span.end / length)
        return QRectF(self._bar(side).left(), top, _BAR_PX, max(bottom - top, _MIN_PX))

    def bar_point(self, side: Side, share: float) -> QPointF:
        """The point of a bar that stands for a share of the text."""
        return QPointF(self._bar(side).center().x(), self._y(share))

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH_PX, 120)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._draw()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(Theme.current().color(Token.TEXT), 1.5)
        painter.setPen(pen)
        for side, view in self._views.items():
            if view.end > view.start:
                bar = self._bar(side)
                top, bottom = self._y(view.start), self._y(view.end)
                frame = QRectF(bar.left() - 1, top, bar.width() + 2, max(bottom - top, 6.0))
                painter.drawRoundedRect(frame.intersected(QRectF(self.rect())), 2, 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        self._dragged = self._side_at(event.position())
        if self._dragged is not None:
            self.place_wanted.emit(self._dragged, self._share(event.position()))
            return
        index = self.passage_at(event.position())
        if index is not None:
            self.passage_wanted.emit(index)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.place_wanted.emit(self._dragged, self._share(event.position()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = None

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            index = self.passage_at(QPointF(event.pos()))
            tip = fmt.number(index + 1) if index is not None else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def passage_at(self, point: QPointF) -> int | None:
        """The passage whose mark or band is at a point; of several the shortest."""
        found = [
            passage
            for passage in self._passages
            if any(self.mark_area(passage.index, side).contains(point) for side in Side)
            or self._band(passage).contains(point)
        ]
        return min(found, key=lambda p: p.equal_tokens).index if found else None

    def _redraw(self) -> None:
        self._picture = QPixmap()
        self._painting.hold()
        self.update()

    def _draw(self) -> None:
        if self._picture.isNull():
            self._picture = self._drawn()

    def _bar(self, side: Side) -> QRectF:
        left = _EDGE_PX if side is Side.A else self.width() - _EDGE_PX - _BAR_PX
        return QRectF(left, _EDGE_PX, _BAR_PX, self.height() - 2 * _EDGE_PX)

    def _y(self, share: float) -> float:
        return _EDGE_PX + share * (self.height() - 2 * _EDGE_PX)

    def _share(self, point: QPointF) -> float:
        height = max(self.height() - 2 * _EDGE_PX, 1)
        return min(max((point.y() - _EDGE_PX) / height, 0.0), 1.0)

    def _side_at(self, point: QPointF) -> Side | None:
        within = [
            side
            for side in Side
            if self._bar(side).left() - 1 <= point.x() <= self._bar(side).right() + 1
        ]
        return within[0] if within else None

    def _drawn(self) -> QPixmap:
        theme = Theme.current()
        picture = QPixmap(self.size() * self.devicePixelRatioF())
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for side in Side:
            painter.setPen(theme.color(Token.DIVIDER))
            painter.setBrush(theme.color(Token.SURFACE))
            painter.drawRoundedRect(self._bar(side), 3, 3)
        by_length = sorted(
            self._passages, key=lambda p: (p.index != self._current, -p.equal_tokens)
        )
        longest = by_length[:_MAX_BANDS]
        for passage in sorted(longest, key=lambda p: (p.index == self._current, p.is_moved)):
            self._draw_band(painter, passage)
        self._draw_numbers(painter, longest)
        for side in Side:
            self._draw_marks(painter, side)
        painter.end()
        return picture

    def _draw_marks(self, painter: QPainter, side: Side) -> None:
        """Of marks that would cover each other to the pixel only the current one."""
        bar, length = self._bar(side), self._lengths[side]
        scale = bar.height() / length
        tones: dict[tuple[int, bool], QColor] = {}
        rows: dict[tuple[int, int], tuple[QRectF, QColor]] = {}
        for passage in self._passages:
            is_current = passage.index == self._current
            key = passage.index % PASSAGE_TONES, is_current
            if key not in tones:
                tones[key] = self._tone(passage)
            span = passage.span(side)
            top, height = span.start * scale, max((span.end - span.start) * scale, _MIN_PX)
            row = round(top), round(top + height)
            if is_current or row not in rows:
                area = QRectF(bar.left(), bar.top() + top, _BAR_PX, height)
                rows[row] = area, tones[key]
        for area, tone in rows.values():
            painter.fillRect(area, tone)

    def _draw_band(self, painter: QPainter, passage: LinkedPassage) -> None:
        theme = Theme.current()
        is_current = passage.index == self._current
        tone = self._tone(passage)
        fill = mix(theme.color(Token.WINDOW), tone, _BAND_SHARE)
        style = Qt.PenStyle.DashLine if passage.is_moved else Qt.PenStyle.SolidLine
        edge = theme.color(Token.TEXT) if is_current else tone
        painter.setPen(QPen(edge, 1.5 if is_current else 1, style))
        painter.setBrush(fill)
        painter.drawPath(self._band(passage))

    def _draw_numbers(self, painter: QPainter, passages: Sequence[LinkedPassage]) -> None:
        """Numbers on the bands that are high enough; none over another, longer ones first."""
        theme = Theme.current()
        painter.setFont(theme.font(FontRole.CAPTION))
        painter.setPen(theme.color(Token.TEXT))
        metrics, taken = painter.fontMetrics(), list[QRectF]()
        for passage in passages:
            band = self._number_area(passage)
            if band.height() < metrics.height():
                continue
            text = fmt.number(passage.number)
            area = QRectF(0, 0, metrics.horizontalAdvance(text), metrics.height())
            area.moveCenter(band.center())
            if not any(map(area.intersects, taken)):
                taken.append(area)
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _band(self, passage: LinkedPassage) -> QPainterPath:
        a, b = (self.mark_area(passage.index, side) for side in Side)
        middle = (a.right() + b.left()) / 2
        path = QPainterPath(a.topRight())
        path.cubicTo(QPointF(middle, a.top()), QPointF(middle, b.top()), b.topLeft())
        path.lineTo(b.bottomLeft())
        path.cubicTo(QPointF(middle, b.bottom()), QPointF(middle, a.bottom()), a.bottomRight())
        path.closeSubpath()
        return path

    def _number_area(self, passage: LinkedPassage) -> QRectF:
        a, b = (self.mark_area(passage.index, side) for side in Side)
        top, bottom = (a.top() + b.top()) / 2, (a.bottom() + b.bottom()) / 2
        return QRectF(a.right(), top, b.left() - a.right(), bottom - top)

    def _tone(self, passage: LinkedPassage) -> QColor:
        theme = Theme.current()
        tone = theme.passage_mark(passage.index)
        if self._current is None or self._current == passage.index:
            return tone
        return mix(theme.color(Token.SURFACE), tone, _FADED)
