"""How the threshold slider is painted: bars with their counts, axis and knob.

Plain functions over a picture of the slider's state; the slider itself is ``threshold_histogram``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from simhash_gui.services.detection.detection import OVERLAP_STEP
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

BARS_PX = 52
_KNOB_PX = 8
_TRACK_PX = 4
_MIN_BAR_PX = 3.0
_GAP_SHARE, _MAX_GAP_PX = 0.2, 8.0
_HATCH_SHARE = 0.55


def knob_px() -> int:
    """Half the width of the knob."""
    return Theme.current().scaled(_KNOB_PX)


def _nothing() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


class Scale(Enum):
    """What the columns of a histogram are."""

    DISTANCE = "distance"
    """0, 1, … bits."""
    OVERLAP = "overlap"
    """100 %, 95 %, … of the smaller text."""


def least_overlap(place: int) -> int:
    """The overlap in percent that a column of overlaps begins with."""
    return 100 - round(100 * OVERLAP_STEP) * place


@dataclass(frozen=True, slots=True, eq=False)
class HistogramCounts:
    """Pairs at distance 0, 1, …, both arrays as long as the search went; or by overlap.

    ``beyond``: confirmed and unconfirmed pairs farther apart, found by their texts; None before any
    search. ``last`` is the last distance that has a column, searched or not.
    """

    confirmed: NDArray[np.int64] = field(default_factory=_nothing)
    unconfirmed: NDArray[np.int64] = field(default_factory=_nothing)
    beyond: tuple[int, int] | None = None
    last: int = -1
    scale: Scale = Scale.DISTANCE

    @property
    def reach(self) -> int:
        """The largest distance that was searched; -1 before any search."""
        return len(self.confirmed) - 1

    @property
    def any_place(self) -> int | None:
        """The column of pairs at any distance, behind the others."""
        return None if self.beyond is None else max(self.reach, self.last) + 1

    @property
    def has_unconfirmed(self) -> bool:
        """Whether unconfirmed pairs are shown at all."""
        return bool(self.unconfirmed.any()) or (self.beyond is not None and self.beyond[1] > 0)

    def at(self, place: int) -> tuple[int, int]:
        """Confirmed and unconfirmed pairs of a column."""
        if self.beyond is not None and place == self.any_place:
            return self.beyond
        if place > self.reach:
            return 0, 0
        return int(self.confirmed[place]), int(self.unconfirmed[place])

    def heights(self) -> list[tuple[int, int]]:
        """For each column the confirmed pairs, and these with the unconfirmed ones."""
        end = len(self.confirmed) if self.any_place is None else self.any_place + 1
        pairs = map(self.at, range(end))
        return [(confirmed, confirmed + unconfirmed) for confirmed, unconfirmed in pairs]


@dataclass(frozen=True, slots=True, eq=False)
class HistogramPicture:
    """The state of the slider and its geometry, in pixels of the widget."""

    counts: HistogramCounts
    value: int
    maximum: int
    hovered: int | None
    has_focus: bool
    columns: tuple[QRectF, ...]
    axis_y: float
    caption_px: float
    width: float


def paint_histogram(painter: QPainter, picture: HistogramPicture) -> None:
    """Paint all of it."""
    _paint_unsearched(painter, picture)
    _paint_bars(painter, picture)
    _paint_axis(painter, picture)
    _paint_knob(painter, picture)
    _paint_counts(painter, picture)


def _paint_bars(painter: QPainter, picture: HistogramPicture) -> None:
    heights, tallest = _heights(picture)
    for place, (confirmed, both) in enumerate(heights):
        column = picture.columns[place]
        if place == picture.hovered:
            painter.fillRect(column, Theme.current().color(Token.HOVER))
        is_within = place <= picture.value
        if both > confirmed:
            _paint_bar(painter, _bar(column, both, tallest), _hatched())
        if confirmed:
            _paint_bar(painter, _bar(column, confirmed, tallest), _filled(is_within=is_within))


def _heights(picture: HistogramPicture) -> tuple[list[tuple[int, int]], float]:
    """Confirmed pairs and all of each column, and how tall the tallest bar is."""
    heights = picture.counts.heights()[: picture.maximum + 1]
    return heights, math.log1p(max((both for _, both in heights), default=0) or 1)


def _paint_counts(painter: QPainter, picture: HistogramPicture) -> None:
    """Last of all: no line runs through a number."""
    heights, tallest = _heights(picture)
    counts = [both for _, both in heights]
    bars = [_bar(picture.columns[place], count, tallest) for place, count in enumerate(counts)]
    line_x = picture.columns[picture.value].right()
    for area, count in _told_counts(picture, bars, counts):
        if area.left() <= line_x <= area.right():
            painter.fillRect(area, Theme.current().color(Token.RAISED))
        _paint_count(painter, area, count)


def _told_counts(
    picture: HistogramPicture, bars: Sequence[QRectF], counts: Sequence[int]
) -> list[tuple[QRectF, int]]:
    """The numbers above the bars that have room there, those of the tallest bars first."""
    told: list[tuple[QRectF, int]] = []
    for place in sorted(range(len(bars)), key=lambda place: -counts[place]):
        area = _count_area(picture, bars[place], counts[place])
        taken = (*bars[:place], *bars[place + 1 :], *(other for other, _ in told))
        if counts[place] and not any(map(area.intersects, taken)):
            told.append((area, counts[place]))
    return told


def _bar(column: QRectF, count: int, tallest: float) -> QRectF:
    height_px = max(BARS_PX * math.log1p(count) / tallest, _MIN_BAR_PX)
    gap_px = min(column.width() * _GAP_SHARE, _MAX_GAP_PX)
    bar = QRectF(column.left(), column.bottom() - height_px, column.width(), height_px)
    return bar.adjusted(gap_px, 0.5, -gap_px, 0)


@dataclass(frozen=True, slots=True)
class _Look:
    edge: QColor | None
    fill: QBrush


def _filled(*, is_within: bool) -> _Look:
    theme = Theme.current()
    if is_within:
        return _Look(None, QBrush(theme.color(Token.ACCENT)))
    return _Look(theme.color(Token.MUTED), QBrush(theme.color(Token.SURFACE)))


def _hatched() -> _Look:
    color = Theme.current().color(Token.MUTED)
    return _Look(color, QBrush(color, Qt.BrushStyle.FDiagPattern))


def _paint_bar(painter: QPainter, bar: QRectF, look: _Look) -> None:
    painter.setPen(Qt.PenStyle.NoPen if look.edge is None else QPen(look.edge, 1.0))
    painter.setBrush(look.fill)
    painter.drawRoundedRect(bar, 2, 2)


def _count_area(picture: HistogramPicture, bar: QRectF, count: int) -> QRectF:
    """Where the number of pairs stands above its bar; it may be wider than that."""
    metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
    area = QRectF(0, 0, metrics.horizontalAdvance(fmt.number(count)) + 2, picture.caption_px)
    area.moveCenter(QPointF(bar.center().x(), bar.top() - picture.caption_px / 2))
    area.moveLeft(min(max(area.left(), 0.0), picture.width - area.width()))
    return area


def _paint_count(painter: QPainter, area: QRectF, count: int) -> None:
    theme = Theme.current()
    painter.setFont(theme.font(FontRole.CAPTION))
    painter.setPen(theme.color(Token.MUTED))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, fmt.number(count))


def _paint_unsearched(painter: QPainter, picture: HistogramPicture) -> None:
    counts, reach = picture.counts, picture.counts.reach
    farthest = picture.maximum if counts.any_place is None else counts.any_place - 1
    if reach >= farthest:
        return
    theme = Theme.current()
    first, last = picture.columns[reach + 1], picture.columns[farthest]
    area = QRectF(first.topLeft(), last.bottomRight())
    color = mix(theme.color(Token.SURFACE), theme.color(Token.OUTLINE), _HATCH_SHARE)
    painter.fillRect(area, QBrush(color, Qt.BrushStyle.BDiagPattern))
    if reach >= 0:
        text = QCoreApplication.translate("ThresholdHistogram", "not searched yet")
        _paint_on_surface(painter, area, text)


def _paint_on_surface(painter: QPainter, area: QRectF, text: str) -> None:
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


def _paint_axis(painter: QPainter, picture: HistogramPicture) -> None:
    theme, y = Theme.current(), picture.axis_y
    left, right = picture.columns[0].left(), picture.columns[-1].right()
    reached = picture.columns[picture.value].right()
    for token, start, end in ((Token.OUTLINE, reached, right), (Token.ACCENT, left, reached)):
        pen = QPen(theme.color(token), theme.scaled(_TRACK_PX))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(start, y), QPointF(end, y))
    painter.setFont(theme.font(FontRole.CAPTION))
    painter.setPen(theme.color(Token.MUTED))
    for area, text in axis_labels(picture):
        painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, text)


def axis_labels(picture: HistogramPicture) -> list[tuple[QRectF, str]]:
    """The labels of the axis and where they stand; numbers give way to the word at the end."""
    metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
    widest = "100" if picture.counts.scale is Scale.OVERLAP else "00"
    step = _label_step(picture, metrics.horizontalAdvance(widest))
    has_any = picture.counts.any_place is not None
    last = picture.maximum - int(has_any)
    places = range(0, last + 1, step)
    by_overlap = picture.counts.scale is Scale.OVERLAP
    names = [str(least_overlap(place) if by_overlap else place) for place in places]
    numbers = [
        _label(picture, metrics, place, name) for place, name in zip(places, names, strict=True)
    ]
    if not has_any:
        return numbers
    end = _label(picture, metrics, picture.maximum, _any_text())
    return [*(one for one in numbers if one[0].right() < end[0].left()), end]


def _label(
    picture: HistogramPicture, metrics: QFontMetricsF, place: int, text: str
) -> tuple[QRectF, str]:
    width = metrics.horizontalAdvance(text) + 4
    centre = picture.columns[place].center().x()
    top = picture.axis_y + knob_px()
    area = QRectF(centre - width / 2, top, width, picture.caption_px)
    area.moveRight(min(area.right(), picture.width))
    return area, text


def _any_text() -> str:
    return QCoreApplication.translate("ThresholdHistogram", "any")


def _label_step(picture: HistogramPicture, label_px: float) -> int:
    slot = picture.columns[0].width()
    return next(step for step in (1, 2, 4, 8, 64) if slot * step >= label_px + 4 or step == 64)


def _paint_knob(painter: QPainter, picture: HistogramPicture) -> None:
    theme = Theme.current()
    x, y, radius = picture.columns[picture.value].right(), picture.axis_y, knob_px()
    painter.setPen(QPen(theme.color(Token.ACCENT), 1.5, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(x, 2), QPointF(x, y))
    font = theme.font(FontRole.CAPTION)
    font.setBold(True)
    painter.setFont(font)
    label = _knob_text(picture)
    width = QFontMetricsF(font).horizontalAdvance(label)
    left = x + 6 if x + 6 + width < picture.width else x - 6 - width
    area = QRectF(left, 0, width + 2, picture.caption_px)
    painter.fillRect(area, theme.color(Token.RAISED))
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft, label)
    if picture.has_focus:
        halo = theme.color(Token.ACCENT)
        halo.setAlphaF(0.25)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawEllipse(QPointF(x, y), radius + 4, radius + 4)
    painter.setPen(QPen(theme.color(Token.ACCENT), 2))
    painter.setBrush(theme.color(Token.RAISED))
    painter.drawEllipse(QPointF(x, y), radius - 1, radius - 1)


def _knob_text(picture: HistogramPicture) -> str:
    by_overlap = picture.counts.scale is Scale.OVERLAP
    if picture.value == picture.counts.any_place and by_overlap:
        return QCoreApplication.translate("ThresholdHistogram", "any overlap")
    if picture.value == picture.counts.any_place:
        return QCoreApplication.translate("ThresholdHistogram", "any distance")
    return f"≥ {least_overlap(picture.value)}%" if by_overlap else f"≤ {picture.value}"
