"""Where every bit of two fingerprints stands in the bits view: pure geometry, nothing is painted.

A fingerprint falls into groups of sixteen bits. The first four are the blocks that the search
looks up; further ones, of a fingerprint wider than 64 bits, are compared but not looked up. As
many groups stand on one line as the width allows (all, four, two or one). From top to bottom a
line holds the key of A, the bits of A, the marks, the bits of B, and the key of B.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from PySide6.QtCore import QRectF

from simhash_gui.ui.compare.bits import (
    GROUP_BITS,
    NIBBLE_BITS,
    BitGroup,
    Row,
    bit_groups,
)

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
