"""Where every bit of two fingerprints stands in the bits view, and how it is painted.

As many groups of sixteen bits stand on one line as the width allows (all, four, two or one). From
top to bottom a line holds the key of A, the bits of A, the marks, the bits of B, and the key of B.
One bits are filled and zero bits outlined; a difference has a mark of its own besides its colour;
a thin margin fades the cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from simhash_gui.ui.compare.bits import GROUP_BITS, NIBBLE_BITS, BitGroup, BitsData, Row, bit_groups
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token, mix

GROUPS_A_LINE = (4, 2, 1)


@dataclass(frozen=True, slots=True)
class BitsMetrics:
    """Sizes in pixels that follow from the fonts. ``text_px`` is what a group's captions need."""

    gutter_px: float
    key_line_px: float
    text_px: float
    min_cell_px: float = 9.0
    max_cell_px: float = 22.0
    cell_gap_px: float = 2.0
    nibble_gap_px: float = 3.0
    group_gap_px: float = 20.0
    line_gap_px: float = 16.0

    @property
    def group_gaps_px(self) -> float:
        """All gaps inside a full group."""
        return (GROUP_BITS - 1) * self.cell_gap_px + 3 * self.nibble_gap_px

    def group_px(self, cell_px: float) -> float:
        """Width of a full group."""
        return GROUP_BITS * cell_px + self.group_gaps_px

    def cell_px(self, available_px: float, groups: int) -> float:
        """Size of a cell when ``groups`` share one line; may be too small, even negative."""
        room = available_px - self.gutter_px - (groups - 1) * self.group_gap_px
        return min((room / groups - self.group_gaps_px) / GROUP_BITS, self.max_cell_px)

    def fits(self, cell_px: float) -> bool:
        """Whether cells of that size can be told apart and carry the captions of their group."""
        return cell_px >= self.min_cell_px and self.group_px(cell_px) >= self.text_px


@dataclass(frozen=True, slots=True)
class BitsLayout:
    """The geometry for one width of the view; x and y in pixels from its top left corner."""

    groups: tuple[BitGroup, ...]
    metrics: BitsMetrics
    cell_px: float
    groups_a_line: int
    lefts_px: tuple[float, ...] = field(init=False)
    """The left edge of each group."""

    def __post_init__(self) -> None:
        lefts = tuple(map(self._group_left, range(len(self.groups))))
        object.__setattr__(self, "lefts_px", lefts)

    @classmethod
    def fitting(cls, width: int, available_px: float, metrics: BitsMetrics) -> Self:
        """The layout with the most groups on a line that ``available_px`` can carry."""
        groups = bit_groups(width)
        for count in dict.fromkeys(min(choice, len(groups)) for choice in GROUPS_A_LINE):
            cell_px = metrics.cell_px(available_px, count)
            if metrics.fits(cell_px):
                return cls(groups, metrics, cell_px, count)
        cell_px = max(metrics.cell_px(available_px, 1), metrics.min_cell_px / 2)
        return cls(groups, metrics, cell_px, 1)

    @property
    def mark_px(self) -> float:
        """Height of the band between the rows, where differences are marked."""
        return max(self.cell_px * 0.75, 9.0)

    @property
    def line_px(self) -> float:
        """Height of one line of groups, without the gap to the next."""
        return 2 * self.metrics.key_line_px + 2 * self.cell_px + self.mark_px

    @property
    def line_count(self) -> int:
        """How many lines the groups take."""
        return -(-len(self.groups) // self.groups_a_line)

    @property
    def height_px(self) -> float:
        """Height of everything."""
        return (
            self.line_count * (self.line_px + self.metrics.line_gap_px) - self.metrics.line_gap_px
        )

    @property
    def width_px(self) -> float:
        """Width of the longest line with its gutter."""
        count = min(self.groups_a_line, len(self.groups))
        first = self.group_rect(count - 1)
        return max(first.right(), self.group_rect(0).right())

    def group_of(self, bit: int) -> int:
        """Index of the group that holds ``bit``."""
        return (self.groups[0].low + GROUP_BITS - 1 - bit) // GROUP_BITS

    def line_top(self, line: int) -> float:
        """Upper edge of a line."""
        return line * (self.line_px + self.metrics.line_gap_px)

    def group_px(self, index: int) -> float:
        """Width of the cells of a group, which may be short of sixteen."""
        group = self.groups[index]
        gaps_px = (len(group) - 1) * self.metrics.cell_gap_px
        return len(group) * self.cell_px + gaps_px + group.nibble_gaps * self.metrics.nibble_gap_px

    def caption_px(self, index: int) -> float:
        """Width that a group takes up with its captions."""
        if self.line_count > 1:
            return self.full_group_px
        return max(self.group_px(index), min(self.metrics.text_px, self.full_group_px))

    @property
    def full_group_px(self) -> float:
        """Width of a group of sixteen."""
        return self.metrics.group_px(self.cell_px)

    def group_rect(self, index: int) -> QRectF:
        """Everything of a group: its keys, its cells and its marks."""
        line = index // self.groups_a_line
        left = self.lefts_px[index]
        return QRectF(left, self.line_top(line), self.group_px(index), self.line_px)

    def key_rect(self, index: int, row: Row) -> QRectF:
        """Where the captions of a group stand: above A, below B; a whole group wide."""
        area = self.group_rect(index)
        height_px = self.metrics.key_line_px
        top = area.top() if row is Row.A else area.bottom() - height_px
        return QRectF(area.left(), top, self.caption_px(index), height_px)

    def row_top(self, line: int, row: Row) -> float:
        """Upper edge of the cells of a row."""
        top = self.line_top(line) + self.metrics.key_line_px
        return top if row is Row.A else top + self.cell_px + self.mark_px

    def cell_rect(self, bit: int, row: Row) -> QRectF:
        """The cell of one bit."""
        index = self.group_of(bit)
        line = index // self.groups_a_line
        return QRectF(
            self._cell_left(index, bit), self.row_top(line, row), self.cell_px, self.cell_px
        )

    def mark_rect(self, bit: int) -> QRectF:
        """The place between the two cells of a bit."""
        cell = self.cell_rect(bit, Row.A)
        return QRectF(cell.left(), cell.bottom(), self.cell_px, self.mark_px)

    def column_rect(self, bit: int) -> QRectF:
        """Both cells of a bit and the mark between them."""
        return self.cell_rect(bit, Row.A).united(self.cell_rect(bit, Row.B))

    def bit_at(self, x: float, y: float) -> int | None:
        """The bit whose column holds the point, gaps shared between neighbours."""
        reach = (self.metrics.cell_gap_px + self.metrics.nibble_gap_px) / 2
        for index, group in enumerate(self.groups):
            if not self.group_rect(index).adjusted(-reach, 0, reach, 0).contains(x, y):
                continue
            for bit in range(group.low, group.high + 1):
                if self.column_rect(bit).adjusted(-reach, -reach, reach, reach).contains(x, y):
                    return bit
        return None

    def _group_left(self, index: int) -> float:
        column = index % self.groups_a_line
        before = range(index - column, index)
        left = self.metrics.gutter_px + column * self.metrics.group_gap_px
        return left + sum(self.caption_px(other) for other in before)

    def _cell_left(self, index: int, bit: int) -> float:
        group = self.groups[index]
        cells = group.high - bit
        nibbles = (group.high - group.low) // NIBBLE_BITS - (bit - group.low) // NIBBLE_BITS
        return (
            self.lefts_px[index]
            + cells * (self.cell_px + self.metrics.cell_gap_px)
            + nibbles * self.metrics.nibble_gap_px
        )


_FAINTEST = 0.28
_FAINTEST_DIFFERENCE = 0.6
_KEY_GAP_PX = 8


@dataclass(frozen=True, slots=True)
class BitsFocus:
    """``current`` is explained, ``pinned`` stays chosen, ``cursor`` has the keyboard."""

    current: int | None = None
    pinned: int | None = None
    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class BitsTexts:
    """Translated captions: what the look-up makes of each group, parallel to the groups."""

    captions: tuple[str, ...]
    names: tuple[str, str] = ("A", "B")


@dataclass(frozen=True, slots=True, eq=False)
class BitsPainter:
    """Paints one state of the view."""

    painter: QPainter
    theme: Theme
    layout: BitsLayout
    data: BitsData

    def paint(self, focus: BitsFocus, still: QPixmap) -> None:
        """Everything, from the back to the front; ``still`` has what ``paint_still`` painted."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._columns(focus)
        self.painter.drawPixmap(0, 0, still)

    def paint_still(self, texts: BitsTexts) -> None:
        """What stays while pointer and keys move: names, keys, cells of bits, differences."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._row_names(texts.names)
        for index, group in enumerate(self.data.groups):
            self._keys(index, group, texts.captions[index])
            for bit in range(group.high, group.low - 1, -1):
                self._bit(bit)

    def _columns(self, focus: BitsFocus) -> None:
        if focus.current is not None:
            self._column(focus.current, self._color(Token.SELECTION), None)
        if focus.pinned is not None:
            self._column(focus.pinned, self._color(Token.SELECTION), self._color(Token.TEXT))
        if focus.cursor is not None:
            self._column(focus.cursor, None, self._color(Token.ACCENT))

    def _column(self, bit: int, fill: QColor | None, edge: QColor | None) -> None:
        self.painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(edge, 1.5) if edge is not None else Qt.PenStyle.NoPen)
        reach = self.layout.metrics.cell_gap_px + 1.25
        column = self.layout.column_rect(bit).adjusted(-reach, -reach, reach, reach)
        self.painter.drawRoundedRect(column, 4, 4)

    def _row_names(self, names: tuple[str, str]) -> None:
        self.painter.setFont(self.theme.font(FontRole.SECTION))
        self.painter.setPen(self._color(Token.MUTED))
        for line in range(self.layout.line_count):
            for row in Row:
                top = self.layout.row_top(line, row)
                area = QRectF(0, top - 4, self.layout.metrics.gutter_px, self.layout.cell_px + 8)
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                self.painter.drawText(area, flags, names[row])

    def _keys(self, index: int, group: BitGroup, caption: str) -> None:
        above, below = (self.layout.key_rect(index, row) for row in Row)
        self._key(above, group, Row.A)
        key_px = self._key(below, group, Row.B)
        span = f"{group.high}\u2013{group.low}" if len(group) > 1 else str(group.high)
        self._caption(above.adjusted(key_px, 0, 0, 0), span, Token.MUTED, at_right=True)
        is_found = group.block is not None and self.data.is_equal_in(group)
        token = Token.AGREES if is_found else Token.MUTED
        self._caption(below.adjusted(key_px, 0, 0, 0), caption, token)

    def _key(self, area: QRectF, group: BitGroup, row: Row) -> float:
        """Draw the key digit by digit, those that differ marked; returns the width it took."""
        font = self.theme.font(FontRole.FIXED)
        advance = QFontMetricsF(font).horizontalAdvance("0")
        keys = group.key(self.data.a), group.key(self.data.b)
        for position, (digit, other) in enumerate(zip(keys[row], keys[1 - row], strict=True)):
            self.painter.setFont(_underlined(font, digit != other))
            self.painter.setPen(self._color(Token.TEXT if digit == other else Token.DIFFERS))
            place = QRectF(area.left() + position * advance, area.top(), advance, area.height())
            self.painter.drawText(place, Qt.AlignmentFlag.AlignCenter, digit)
        return len(keys[row]) * advance + _KEY_GAP_PX

    def _caption(self, area: QRectF, text: str, token: Token, *, at_right: bool = False) -> None:
        font = self.theme.font(FontRole.CAPTION)
        self.painter.setFont(font)
        self.painter.setPen(self._color(token))
        elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        self.painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided)

    def _bit(self, bit: int) -> None:
        place = self.layout.cell_rect(bit, Row.A)
        for row in Row:
            self._cell(bit, row, place)
            place.translate(0, self.layout.cell_px + self.layout.mark_px)
        if self.data.differs(bit):
            self._mark(self.layout.mark_rect(bit))

    def _cell(self, bit: int, row: Row, place: QRectF) -> None:
        is_one, differs = self.data.is_one(bit, row), self.data.differs(bit)
        token = Token.DIFFERS if differs else Token.ACCENT if is_one else Token.MUTED
        faintest = _FAINTEST_DIFFERENCE if differs else _FAINTEST
        share = faintest + (1 - faintest) * self.data.firmness(bit, row)
        color = mix(self._color(Token.SURFACE), self._color(token), share)
        pen_px = 2.0 if differs and not is_one else 1.25
        inset = pen_px / 2
        cell = place.adjusted(inset, inset, -inset, -inset)
        self.painter.setPen(QPen(color, pen_px))
        self.painter.setBrush(color if is_one else self._color(Token.SURFACE))
        radius = min(3.0, self.layout.cell_px / 5)
        self.painter.drawRoundedRect(cell, radius, radius)

    def _mark(self, area: QRectF) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self._color(Token.DIFFERS))
        centre, half = area.center(), min(area.width() / 2 + 0.5, area.height() / 2, 7.0)
        top, bottom = centre.y() - half * 0.8, centre.y() + half * 0.8
        triangle = [
            QPointF(centre.x(), top),
            QPointF(centre.x() + half, bottom),
            QPointF(centre.x() - half, bottom),
        ]
        self.painter.drawPolygon(QPolygonF(triangle))

    def _color(self, token: Token) -> QColor:
        return self.theme.color(token)


def _underlined(font: QFont, is_underlined: bool) -> QFont:
    changed = QFont(font)
    changed.setUnderline(is_underlined)
    return changed
