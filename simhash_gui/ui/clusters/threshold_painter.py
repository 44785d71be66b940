"""How the threshold slider is painted: bars, axis, knob, and how each region's pairs are found.

Plain functions over a picture of the slider's state; the slider itself is ``threshold_histogram``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

_UNBROKEN_HYPHEN = "\u2011"
PLAIN_DISTANCE = 3
BARS_PX = 64
KNOB_PX = 8.0
SIDE_PX = 10.0
_TRACK_PX = 4.0
_MIN_BAR_PX = 3.0
_GAP_SHARE, _MAX_GAP_PX = 0.2, 8.0
_HATCH_SHARE = 0.55


def _nothing() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class HistogramCounts:
    """Pairs at distance 0, 1, …, both arrays as long as the search went.

    ``beyond``: confirmed and unconfirmed pairs farther apart, found by their texts; None where only
    fingerprints were compared.
    """

    confirmed: NDArray[np.int64] = field(default_factory=_nothing)
    unconfirmed: NDArray[np.int64] = field(default_factory=_nothing)
    beyond: tuple[int, int] | None = None

    @property
    def reach(self) -> int:
        """The largest distance that was searched; -1 before any search."""
        return len(self.confirmed) - 1

    @property
    def any_place(self) -> int | None:
        """The column of pairs at any distance, behind the others."""
        return None if self.beyond is None else self.reach + 1

    @property
    def has_unconfirmed(self) -> bool:
        """Whether unconfirmed pairs are shown at all."""
        return bool(self.unconfirmed.any()) or (self.beyond is not None and self.beyond[1] > 0)

    def at(self, place: int) -> tuple[int, int]:
        """Confirmed and unconfirmed pairs of a column."""
        if self.beyond is not None and place == self.any_place:
            return self.beyond
        return int(self.confirmed[place]), int(self.unconfirmed[place])

    def heights(self) -> list[tuple[int, int]]:
        """For each column the confirmed pairs, and these with the unconfirmed ones."""
        columns = range(len(self.confirmed) + (self.beyond is not None))
        pairs = (self.at(place) for place in columns)
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
    _paint_regions(painter, picture)
    _paint_knob(painter, picture)


def _paint_bars(painter: QPainter, picture: HistogramPicture) -> None:
    heights = picture.counts.heights()[: picture.maximum + 1]
    tallest = math.log1p(max((both for _, both in heights), default=0) or 1)
    for place, (confirmed, both) in enumerate(heights):
        column = picture.columns[place]
        if place == picture.hovered:
            painter.fillRect(column, Theme.current().color(Token.HOVER))
        is_within = place <= picture.value
        if both > confirmed:
            _paint_bar(painter, _bar(column, both, tallest), _hatched())
        if confirmed:
            _paint_bar(painter, _bar(column, confirmed, tallest), _filled(is_within=is_within))


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


def _paint_unsearched(painter: QPainter, picture: HistogramPicture) -> None:
    reach = picture.counts.reach
    if reach >= picture.maximum or picture.counts.any_place is not None:
        return
    theme = Theme.current()
    first, last = picture.columns[reach + 1], picture.columns[picture.maximum]
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
        pen = QPen(theme.color(token), _TRACK_PX)
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
    step = _label_step(picture, metrics.horizontalAdvance("00"))
    has_any = picture.counts.any_place is not None
    last = picture.maximum - int(has_any)
    numbers = [_label(picture, metrics, place, str(place)) for place in range(0, last + 1, step)]
    if not has_any:
        return numbers
    end = _label(picture, metrics, picture.maximum, _any_text())
    return [*(one for one in numbers if one[0].right() < end[0].left()), end]


def _label(
    picture: HistogramPicture, metrics: QFontMetricsF, place: int, text: str
) -> tuple[QRectF, str]:
    width = metrics.horizontalAdvance(text) + 4
    centre = picture.columns[place].center().x()
    top = picture.axis_y + KNOB_PX
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
    x, y = picture.columns[picture.value].right(), picture.axis_y
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
        painter.drawEllipse(QPointF(x, y), KNOB_PX + 4, KNOB_PX + 4)
    painter.setPen(QPen(theme.color(Token.ACCENT), 2))
    painter.setBrush(theme.color(Token.RAISED))
    painter.drawEllipse(QPointF(x, y), KNOB_PX - 1, KNOB_PX - 1)


def _knob_text(picture: HistogramPicture) -> str:
    if picture.value == picture.counts.any_place:
        return QCoreApplication.translate("ThresholdHistogram", "any distance")
    return f"≤ {picture.value}"


def _paint_regions(painter: QPainter, picture: HistogramPicture) -> None:
    """Say how the pairs of each region were found, under the axis."""
    top = picture.axis_y + KNOB_PX + picture.caption_px + 2
    regions = _regions(picture, top)
    painter.setFont(Theme.current().font(FontRole.CAPTION))
    if all(_fits(text, area) for area, text in regions):
        for area, text in regions:
            _paint_region(painter, area, text)
        return
    area = QRectF(SIDE_PX, top, picture.width - 2 * SIDE_PX, 2 * picture.caption_px)
    sentence = _sentence(has_any=picture.counts.any_place is not None)
    if not _fits(sentence, area):
        sentence = _short_sentence()
    painter.setPen(Theme.current().color(Token.MUTED))
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, sentence)


def _sentence(*, has_any: bool) -> str:
    """The regions in one sentence, where there is no room beside each other."""
    if has_any:
        return QCoreApplication.translate(
            "ThresholdHistogram",
            "Up to 3, plain block look-up finds every pair; then probing "
            "neighbouring keys; then the texts.",
        )
    return QCoreApplication.translate(
        "ThresholdHistogram",
        "Up to 3, plain block look-up finds every pair; beyond, probing neighbouring keys does.",
    )


def _short_sentence() -> str:
    return QCoreApplication.translate("ThresholdHistogram", "Up to 3: every pair by block look-up")


def _regions(picture: HistogramPicture, top: float) -> list[tuple[QRectF, str]]:
    any_place = picture.counts.any_place
    last = picture.maximum if any_place is None else any_place - 1
    border = picture.columns[min(PLAIN_DISTANCE, last)].right()
    end = picture.columns[last].right()
    height = 2 * picture.caption_px
    plain = QCoreApplication.translate(
        "ThresholdHistogram", "every pair found by plain block look-up"
    ).replace("-", _UNBROKEN_HYPHEN)
    probed = QCoreApplication.translate("ThresholdHistogram", "by probing neighbouring keys")
    regions = [(QRectF(SIDE_PX, top, border - SIDE_PX, height), plain)]
    if end > border:
        regions.append((QRectF(border, top, end - border, height), probed))
    if any_place is not None:
        by_text = QCoreApplication.translate("ThresholdHistogram", "by their texts")
        regions.append((QRectF(end, top, picture.width - SIDE_PX - end, height), by_text))
    return regions


def _fits(text: str, area: QRectF) -> bool:
    metrics = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
    room = area.adjusted(2, 0, -2, 0)
    needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text)
    return needed.height() <= room.height() + 1 and needed.width() <= room.width()


def _paint_region(painter: QPainter, area: QRectF, text: str) -> None:
    theme = Theme.current()
    painter.setPen(QPen(theme.color(Token.OUTLINE), 1))
    for x in (area.left() + 1, area.right() - 1):
        painter.drawLine(QPointF(x, area.top() - 2), QPointF(x, area.top() + 3))
    y = area.top() + 0.5
    painter.drawLine(QPointF(area.left() + 1, y), QPointF(area.right() - 1, y))
    painter.setPen(theme.color(Token.MUTED))
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(area.adjusted(2, 2, -2, 2), flags, text)
