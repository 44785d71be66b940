"""The threshold slider on a histogram of the distances of near-duplicate pairs.

One column a distance. Columns within the threshold are filled, those beyond it outlined, and
those that no search has covered hatched. The height is logarithmic: pairs at small distances
are few beside the many that come with large ones. The keyboard, the wheel and the accessible
value come from ``QAbstractSlider``; geometry and text placement are here, counting is not.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.ui.theme import Theme
from simhash_gui.ui.tokens import FontRole, Token, mix

PLAIN_DISTANCE = 3
_BARS_PX = 64
_KNOB_PX = 8.0
_TRACK_PX = 4.0
_LEAST_BAR_PX = 3.0
_SIDE_PX = 10.0


class ThresholdHistogram(QAbstractSlider):
    """``value`` is the threshold: the greatest distance (bits) that still counts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: NDArray[np.int64] = np.zeros(0, np.int64)
        self._hovered: int | None = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(0, 16)
        self.setPageStep(4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._tell)
        Theme.current().changed.connect(self._measure_again)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text anew."""
        self.setAccessibleName(self.tr("Threshold: greatest Hamming distance"))
        self._tell()
        self.update()

    def show_counts(self, counts: NDArray[np.int64]) -> None:
        """Number of pairs at distance 0, 1, …; its length says how far the search went."""
        self._counts = counts
        self._tell()
        self.update()

    @property
    def searched_distance(self) -> int:
        """The greatest distance that was searched; -1 before any search."""
        return len(self._counts) - 1

    def column_rect(self, distance: int) -> QRectF:
        """The place of one distance, from the top of the bars down to the axis."""
        slot = (self.width() - 2 * _SIDE_PX) / (self.maximum() + 1)
        top = self._caption_px()
        return QRectF(_SIDE_PX + distance * slot, top, slot, _BARS_PX)

    def column_text(self, distance: int) -> str:
        """What a column says, for tooltips."""
        if distance > self.searched_distance:
            return self.tr("Distance {distance}: not searched yet").format(distance=distance)
        return _pairs_text(int(self._counts[distance])).format(distance=distance)

    # Geometry

    @override
    def sizeHint(self) -> QSize:
        height = _BARS_PX + _KNOB_PX * 2 + 4 * self._caption_px() + 6
        return QSize(480, math.ceil(height))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    def _measure_again(self) -> None:
        self.updateGeometry()
        self.update()

    def _caption_px(self) -> float:
        """Height of a line of captions, also of one in Han, whose font may be taller."""
        metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
        return max(metrics.height(), metrics.boundingRect(QRectF(0, 0, 99, 99), 0, "汉").height())

    def _axis_y(self) -> float:
        return self._caption_px() + _BARS_PX + _KNOB_PX

    def _distance_at(self, x: float) -> int:
        slot = (self.width() - 2 * _SIDE_PX) / (self.maximum() + 1)
        return min(max(int((x - _SIDE_PX) / slot), 0), self.maximum())

    # Pointer

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setSliderPosition(self._distance_at(event.position().x()))
            event.accept()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        distance = self._distance_at(event.position().x())
        if self.isSliderDown():
            self.setSliderPosition(distance)
        self._hover(distance)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if self.hasFocus() and turned:
            self.setValue(self.value() + (1 if turned > 0 else -1))
            event.accept()
        else:
            event.ignore()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            distance = self._distance_at(event.pos().x())
            QToolTip.showText(event.globalPos(), self.column_text(distance), self)
            return True
        return super().event(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _hover(self, distance: int | None) -> None:
        if distance != self._hovered:
            self._hovered = distance
            self.update()

    def _tell(self) -> None:
        self.setAccessibleDescription(self.column_text(self.value()))

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_unsearched(painter)
        self._paint_bars(painter)
        self._paint_axis(painter)
        self._paint_regions(painter)
        self._paint_knob(painter)

    def _paint_bars(self, painter: QPainter) -> None:
        theme = Theme.current()
        tallest = math.log1p(int(self._counts.max(initial=1)))
        for distance, count in enumerate(self._counts[: self.maximum() + 1].tolist()):
            place = self.column_rect(distance)
            if distance == self._hovered:
                painter.fillRect(place, theme.color(Token.HOVER))
            if count == 0:
                continue
            height_px = max(_BARS_PX * math.log1p(count) / tallest, _LEAST_BAR_PX)
            gap_px = min(place.width() * 0.2, 8.0)
            bar = QRectF(place.left(), place.bottom() - height_px, place.width(), height_px)
            self._paint_bar(painter, bar.adjusted(gap_px, 0.5, -gap_px, 0), distance)

    def _paint_bar(self, painter: QPainter, bar: QRectF, distance: int) -> None:
        theme = Theme.current()
        if distance <= self.value():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(Token.ACCENT))
        else:
            painter.setPen(QPen(theme.color(Token.MUTED), 1.0))
            painter.setBrush(theme.color(Token.SURFACE))
        painter.drawRoundedRect(bar, 2, 2)

    def _paint_unsearched(self, painter: QPainter) -> None:
        if self.searched_distance >= self.maximum():
            return
        theme = Theme.current()
        first = self.column_rect(self.searched_distance + 1)
        area = QRectF(first.topLeft(), self.column_rect(self.maximum()).bottomRight())
        hatch = QBrush(
            mix(theme.color(Token.SURFACE), theme.color(Token.OUTLINE), 0.55),
            Qt.BrushStyle.BDiagPattern,
        )
        painter.fillRect(area, hatch)
        if self.searched_distance >= 0:
            self._paint_on_surface(painter, area, self.tr("not searched yet"))

    def _paint_on_surface(self, painter: QPainter, area: QRectF, text: str) -> None:
        theme = Theme.current()
        font = theme.font(FontRole.CAPTION)
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(text) + 12
        if width > area.width():
            return
        box = QRectF(0, 0, width, metrics.height() + 4)
        box.moveCenter(area.center())
        painter.fillRect(box, theme.color(Token.SURFACE))
        painter.setFont(font)
        painter.setPen(theme.color(Token.MUTED))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_axis(self, painter: QPainter) -> None:
        theme = Theme.current()
        y = self._axis_y()
        left, right = self.column_rect(0).left(), self.column_rect(self.maximum()).right()
        reached = self.column_rect(self.value()).right()
        for token, start, end in (
            (Token.OUTLINE, reached, right),
            (Token.ACCENT, left, reached),
        ):
            pen = QPen(theme.color(token), _TRACK_PX)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QPointF(start, y), QPointF(end, y))
        font = theme.font(FontRole.CAPTION)
        painter.setFont(font)
        step = self._label_step(QFontMetricsF(font).horizontalAdvance("00"))
        for distance in range(0, self.maximum() + 1, step):
            painter.setPen(theme.color(Token.MUTED))
            place = self.column_rect(distance)
            area = QRectF(place.center().x() - 30, y + _KNOB_PX, 60, self._caption_px())
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, str(distance))

    def _label_step(self, label_px: float) -> int:
        slot = self.column_rect(0).width()
        return next(step for step in (1, 2, 4, 8, 64) if slot * step >= label_px + 4 or step == 64)

    def _paint_knob(self, painter: QPainter) -> None:
        theme = Theme.current()
        x, y = self.column_rect(self.value()).right(), self._axis_y()
        painter.setPen(QPen(theme.color(Token.ACCENT), 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, 2), QPointF(x, y))
        font = theme.font(FontRole.CAPTION)
        font.setBold(True)
        painter.setFont(font)
        label = f"≤ {self.value()}"
        width = QFontMetricsF(font).horizontalAdvance(label)
        left = x + 6 if x + 6 + width < self.width() else x - 6 - width
        area = QRectF(left, 0, width + 2, self._caption_px())
        painter.fillRect(area, theme.color(Token.RAISED))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, label)
        if self.hasFocus():
            halo = theme.color(Token.ACCENT)
            halo.setAlphaF(0.25)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(halo)
            painter.drawEllipse(QPointF(x, y), _KNOB_PX + 4, _KNOB_PX + 4)
        painter.setPen(QPen(theme.color(Token.ACCENT), 2))
        painter.setBrush(theme.color(Token.RAISED))
        painter.drawEllipse(QPointF(x, y), _KNOB_PX - 1, _KNOB_PX - 1)

    def _paint_regions(self, painter: QPainter) -> None:
        """Say how the pairs of each region were found, under the axis."""
        theme = Theme.current()
        top = self._axis_y() + _KNOB_PX + self._caption_px() + 2
        border = self.column_rect(min(PLAIN_DISTANCE, self.maximum())).right()
        plain = QRectF(_SIDE_PX, top, border - _SIDE_PX, 2 * self._caption_px())
        probed = QRectF(border, top, self.width() - _SIDE_PX - border, 2 * self._caption_px())
        texts = (
            self.tr("every pair found by plain block look-up"),
            self.tr("by probing neighbours"),
        )
        painter.setFont(theme.font(FontRole.CAPTION))
        if all(self._fits(text, area) for text, area in zip(texts, (plain, probed), strict=True)):
            for text, area in zip(texts, (plain, probed), strict=True):
                self._paint_region(painter, area, text)
        else:
            sentence = self.tr(
                "Up to 3, plain block look-up finds every pair; beyond, probing neighbours does."
            )
            area = QRectF(_SIDE_PX, top, self.width() - 2 * _SIDE_PX, 2 * self._caption_px())
            painter.setPen(theme.color(Token.MUTED))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, sentence)

    def _fits(self, text: str, area: QRectF) -> bool:
        metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
        room = area.adjusted(4, 0, -4, 0)
        needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text)
        return needed.height() <= room.height() + 1 and needed.width() <= room.width()

    def _paint_region(self, painter: QPainter, area: QRectF, text: str) -> None:
        theme = Theme.current()
        painter.setPen(QPen(theme.color(Token.OUTLINE), 1))
        for x in (area.left() + 1, area.right() - 1):
            painter.drawLine(QPointF(x, area.top() - 2), QPointF(x, area.top() + 3))
        y = area.top() + 0.5
        painter.drawLine(QPointF(area.left() + 1, y), QPointF(area.right() - 1, y))
        painter.setPen(theme.color(Token.MUTED))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area.adjusted(4, 2, -4, 2), flags, text)


def _pairs_text(count: int) -> str:
    most = 2**31 - 1  # the greatest count that a plural form takes
    return QCoreApplication.translate(
        "ThresholdHistogram", "Distance {distance}: %Ln pairs", "", min(count, most)
    )
