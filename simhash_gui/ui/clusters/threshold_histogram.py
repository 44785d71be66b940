"""The threshold slider on a histogram of the distances of near-duplicate pairs.

One column per distance, and a last one for pairs that were found by their texts however far apart.
Columns within the threshold are filled, those beyond it outlined; pairs that no text confirms are
hatched on top. What no search has covered is hatched as a whole. The height is logarithmic: pairs
at small distances are few beside the many that come with large ones. The keyboard, the wheel and
the accessible value come from ``QAbstractSlider``; painting is ``threshold_painter``'s business.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.ui.clusters.threshold_painter import (
    BARS_PX,
    HistogramCounts,
    HistogramPicture,
    Scale,
    knob_px,
    least_overlap,
    paint_histogram,
)
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole

_LEAST_PX = 160
PLAIN_DISTANCE = 3
"""Of four blocks one is equal where no more than three bits differ."""


class ThresholdHistogram(QAbstractSlider):
    """``value`` is the threshold: the last column that still counts.

    That is the largest distance in bits, or the place of the least overlap.
    """

    def __init__(self, scale: Scale = Scale.DISTANCE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts = HistogramCounts(scale=scale)
        self._scale = scale
        self._hovered: int | None = None
        self._caption_height: float | None = None
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
        """Set every text in the current language."""
        is_distance = self._scale is Scale.DISTANCE
        self.setAccessibleName(
            self.tr("Threshold: maximum Hamming distance")
            if is_distance
            else self.tr("Threshold: minimum overlap")
        )
        self._tell()
        self.update()

    def show_counts(self, counts: HistogramCounts) -> None:
        """Show other pairs. The range is the owner's choice."""
        self._counts = counts
        self._tell()
        self.update()

    def show_value(self, value: int) -> None:
        """Set the threshold without telling anybody that the user did."""
        with QSignalBlocker(self):
            self.setValue(value)
        self._tell()
        self.update()

    @property
    def searched_distance(self) -> int:
        """The largest distance that was searched; -1 before any search."""
        return self._counts.reach

    @property
    def any_value(self) -> int | None:
        """The value that stands for any distance; None where there is none."""
        return self._counts.any_place

    def column_rect(self, distance: int) -> QRectF:
        """The place of one distance, from the top of the bars down to the axis."""
        side = _side_px()
        slot = (self.width() - 2 * side) / (self.maximum() + 1)
        return QRectF(side + distance * slot, self._bars_top(), slot, BARS_PX)

    def column_text(self, distance: int) -> str:
        """What a column says, for tooltips."""
        counts = self._counts
        if distance > counts.reach and distance != counts.any_place:
            return self.tr("Distance {distance}: not searched yet").format(distance=distance)
        confirmed, unconfirmed = counts.at(distance)
        if self._scale is Scale.OVERLAP:
            is_least = distance == counts.any_place
            overlap = least_overlap(counts.reach if is_least else distance)
            named = _less_text(confirmed) if is_least else _overlap_text(confirmed)
            text = named.format(overlap=overlap)
        elif distance == counts.any_place:
            text = _farther_text(confirmed).format(distance=counts.reach)
        else:
            text = _pairs_text(confirmed).format(distance=distance)
        return f"{text}; {_unconfirmed_text(unconfirmed)}" if counts.has_unconfirmed else text

    def tip(self, distance: int) -> str:
        """What a column says, and how its pairs were found."""
        lines = [self.column_text(distance)]
        if self._scale is Scale.OVERLAP:
            lines.append(self.tr("Share of the smaller text that is in the other one"))
        elif distance == self._counts.any_place:
            lines.append(self.tr("Found by their texts"))
        elif distance <= PLAIN_DISTANCE:
            lines.append(self.tr("Plain block look-up finds every pair"))
        else:
            lines.append(self.tr("Probing neighbouring keys finds every pair"))
        return "\n".join(lines)

    # Geometry

    @override
    def sizeHint(self) -> QSize:
        height = self._axis_y() + knob_px() + self._caption_px() + 2
        return QSize(480, math.ceil(height))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_PX, self.sizeHint().height())

    def _measure_again(self) -> None:
        self._caption_height = None
        self.updateGeometry()
        self.update()

    def _caption_px(self) -> float:
        """Height of a line of captions, also of one in Han, whose font may be taller."""
        if self._caption_height is None:
            metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
            han = metrics.boundingRect(QRectF(0, 0, 99, 99), 0, "汉")
            self._caption_height = max(metrics.height(), han.height())
        return self._caption_height

    def _axis_y(self) -> float:
        return self._bars_top() + BARS_PX + knob_px()

    def _bars_top(self) -> float:
        """Above the bars there is room for the knob's label and for a count."""
        return 2 * self._caption_px()

    def _distance_at(self, x: float) -> int:
        side = _side_px()
        slot = (self.width() - 2 * side) / (self.maximum() + 1)
        return min(max(int((x - side) / slot), 0), self.maximum())

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
            QToolTip.showText(event.globalPos(), self.tip(distance), self)
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

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_histogram(painter, self.picture())

    def picture(self) -> HistogramPicture:
        """What is to be painted, and where."""
        return HistogramPicture(
            counts=self._counts,
            value=self.value(),
            maximum=self.maximum(),
            hovered=self._hovered,
            has_focus=self.hasFocus(),
            columns=tuple(self.column_rect(place) for place in range(self.maximum() + 1)),
            axis_y=self._axis_y(),
            caption_px=self._caption_px(),
            width=self.width(),
        )


def _side_px() -> int:
    """Room for the knob at either end."""
    return knob_px() + 2


_MAX_COUNT = 2**31 - 1  # the largest count that a plural form takes


def _pairs_text(count: int) -> str:
    return QCoreApplication.translate(
        "ThresholdHistogram", "Distance {distance}: %Ln pairs", "", min(count, _MAX_COUNT)
    )


def _farther_text(count: int) -> str:
    return QCoreApplication.translate(
        "ThresholdHistogram",
        "Any distance: %Ln more pairs, found by their texts beyond distance {distance}",
        "",
        min(count, _MAX_COUNT),
    )


def _overlap_text(count: int) -> str:
    return QCoreApplication.translate(
        "ThresholdHistogram", "Overlap from {overlap}%: %Ln pairs", "", min(count, _MAX_COUNT)
    )


def _less_text(count: int) -> str:
    return QCoreApplication.translate(
        "ThresholdHistogram", "Overlap below {overlap}%: %Ln pairs", "", min(count, _MAX_COUNT)
    )


def _unconfirmed_text(count: int) -> str:
    return QCoreApplication.translate(
        "ThresholdHistogram", "%Ln unconfirmed", "", min(count, _MAX_COUNT)
    )
