"""Lines of a page to rows in reading order.

The order in which a file draws its lines is nearly always that in which they are read, and says
more than any geometry; so it is kept unless it is plainly wrong: columns drawn line by line across
the page, the right column before the left one, or blocks drawn from the bottom up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise
from statistics import median

from simhash_gui.documents.readers.pdf.page_line import Line, is_cjk, share_baseline

Row = list[Line]
"""What stands beside each other: one line of prose, or the cells of a table."""

_BUCKETS = 200
_LEAST_LINES = 4
_MOST_LINES = 2000
"""On a page that people read; what is more is left in the order of the file."""
_MOST_GAPS = 12
_MOST_CROSSING = 0.3
_LEAST_FILL = 0.75
_LEAST_HEIGHTS_WIDE = 6
_WIDEST_GUTTER = 0.8
"""In widths of the narrower column; what is wider parts the cells of a table."""
_LEAST_RUNNING_ON = 0.4
_MOST_COLUMNS_DEEP = 6
_HEIGHTS_WITHIN_A_LINE = 2.0
_HEIGHTS_TO_THE_NEXT_LINE = 1.6
_POINTS_ASIDE = 2.0
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]")


@dataclass(frozen=True, slots=True)
class _Sides:
    """What stands left and right of a gap between columns, and across it."""

    left: list[Line]
    right: list[Line]
    across: list[Line]


def rows_in_reading_order(lines: Sequence[Line]) -> list[Row]:
    """All lines of one page; ``lines`` are in the order in which the file draws them."""
    sides = _sides(lines)
    if sides is None:
        return _rows(_blocks_from_the_top(lines))
    if _is_in_order(lines, sides):
        return _rows(lines)
    return _rows(_by_columns(list(lines), _MOST_COLUMNS_DEEP))


def _is_in_order(lines: Sequence[Line], sides: _Sides) -> bool:
    """Whether the file draws one column after the other."""
    places = {id(line): place for place, line in enumerate(lines)}
    left = {id(line) for line in sides.left}
    right = {id(line) for line in sides.right}
    steps_across = sum(
        id(one) in left and id(other) in right and share_baseline(one, other)
        for one, other in pairwise(lines)
    )
    steps_up = sum(other.bottom > one.bottom + one.height for one, other in pairwise(lines))
    is_right_first = median(map(places.__getitem__, right)) < median(
        map(places.__getitem__, left)
    ) and not _is_right_to_left(lines)
    is_interleaved = steps_across > 0.5 * min(len(left), len(right))
    return not (is_interleaved or is_right_first or steps_up > 0.3 * len(lines))


def _is_right_to_left(lines: Sequence[Line]) -> bool:
    return sum(_RIGHT_TO_LEFT.search(line.text) is not None for line in lines) > 0.5 * len(lines)


def _by_columns(lines: list[Line], depth: int) -> list[Line]:
    """From the top; where there are columns, each of them down to the next line across them."""
    sides = _sides(lines) if depth else None
    if sides is None:
        return _from_the_top(lines)
    ordered: list[Line] = []
    band = _Sides([], [], [])
    left, across = ({id(line) for line in group} for group in (sides.left, sides.across))
    for line in _from_the_top(lines):
        if id(line) in across:
            ordered += _band(band, depth)
            ordered.append(line)
            band = _Sides([], [], [])
        else:
            (band.left if id(line) in left else band.right).append(line)
    return ordered + _band(band, depth)


def _band(band: _Sides, depth: int) -> list[Line]:
    return _by_columns(band.left, depth - 1) + _by_columns(band.right, depth - 1)


def _sides(lines: Sequence[Line], may_be_more: bool = True) -> _Sides | None:
    """Two columns of prose beside each other; None where there are none, and for tables.

    When ``may_be_more``, each of them may be two columns itself.
    """
    if not 2 * _LEAST_LINES <= len(lines) <= _MOST_LINES:
        return None
    for gap in _gaps(lines):
        left = [line for line in lines if line.right <= gap]
        right = [line for line in lines if line.left >= gap]
        across = [line for line in lines if line.left < gap < line.right]
        if (
            len(across) <= _MOST_CROSSING * len(lines)
            and _stand_beside(left, right)
            and _are_columns(left, may_be_more)
            and _are_columns(right, may_be_more)
        ):
            return _Sides(left, right, across)
    return None


def _gaps(lines: Sequence[Line]) -> list[float]:
    """Where an upright line cuts few lines; first where it cuts none, the widest such place first.

    Each place is the middle of a range.
    """
    start = min(line.left for line in lines)
    scale = _BUCKETS / max(max(line.right for line in lines) - start, 1.0)
    changes = [0] * (_BUCKETS + 2)
    for line in lines:
        changes[int((line.left - start) * scale)] += 1
        changes[min(int((line.right - start) * scale), _BUCKETS) + 1] -= 1
    covering = list(accumulate(changes))
    most = int(_MOST_CROSSING * len(lines))
    middles = (
        middle
        for few in sorted({0, 1, 2, 4, most // 2, most})
        for middle in _middles(covering, min(few, most))
    )
    different = islice(dict.fromkeys(middles), _MOST_GAPS)
    return [start + middle / scale for middle in different]


def _middles(covering: Sequence[int], few: int) -> list[float]:
    """The middles of the ranges in which at most ``few`` lines are cut, the widest first."""
    found: list[tuple[int, float]] = []
    run = 0
    for bucket, count in enumerate(covering):
        if count <= few:
            run += 1
        elif run:
            found.append((run, bucket - run / 2))
            run = 0
    return [middle for _, middle in sorted(found, reverse=True)]


def _runs_on(lines: Sequence[Line]) -> bool:
    """Whether sentences go on from line to line, as they do not from cell to cell."""
    return sum(line.text[0].islower() for line in lines) >= _LEAST_RUNNING_ON * len(lines)


def _are_columns(lines: Sequence[Line], may_be_more: bool) -> bool:
    return _is_prose(lines) or (may_be_more and _sides(lines, may_be_more=False) is not None)


def _is_prose(lines: Sequence[Line]) -> bool:
    """Whether most lines fill their column, as those of a table do not."""
    if len(lines) < _LEAST_LINES:
        return False
    width = max(line.right for line in lines) - min(line.left for line in lines)
    usual = median(line.width for line in lines)
    height = median(line.height for line in lines)
    return usual >= _LEAST_FILL * width and usual >= _LEAST_HEIGHTS_WIDE * height


def _stand_beside(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether two sides share most of their heights, and stand close."""
    if min(len(left), len(right)) < _LEAST_LINES:
        return False
    gutter = min(line.left for line in right) - max(line.right for line in left)
    narrower = min(median(line.width for line in side) for side in (left, right))
    if gutter > _WIDEST_GUTTER * narrower and not (_runs_on(left) and _runs_on(right)):
        return False
    left_top, right_top = (max(line.bottom for line in side) for side in (left, right))
    left_end, right_end = (min(line.bottom for line in side) for side in (left, right))
    shared = min(left_top, right_top) - max(left_end, right_end)
    return shared > 0.5 * min(left_top - left_end, right_top - right_end)


def _blocks_from_the_top(lines: Sequence[Line]) -> list[Line]:
    """Blocks that the file draws out of order put in order, unless some stand beside each other."""
    blocks = list(_blocks(lines))
    blocks.sort(key=lambda block: -max(line.bottom for line in block))
    for one, other in pairwise(blocks):
        end = min(line.bottom for line in one)
        if max(line.bottom for line in other) > end - 0.5 * other[0].height:
            return list(lines)
    return [line for block in blocks for line in block]


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that follow each other downwards."""
    block: list[Line] = []
    for line in lines:
        if block and line.bottom > block[-1].bottom + 0.5 * line.height:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _from_the_top(lines: Sequence[Line]) -> list[Line]:
    """By their heights on the page; those on one baseline from left to right."""
    ordered: list[Line] = []
    row: Row = []
    for line in sorted(lines, key=lambda line: -line.bottom):
        if row and not share_baseline(row[0], line):
            ordered += sorted(row, key=lambda line: line.left)
            row = []
        row.append(line)
    return ordered + sorted(row, key=lambda line: line.left)


def _rows(lines: Sequence[Line]) -> list[Row]:
    """Cells put into rows, and what was parted at a gap within a line of prose put together."""
    rows: list[Row] = []
    lowest = 0.0
    for line in lines:
        last = rows[-1][-1] if rows else None
        if last is None:
            rows.append([line])
        elif share_baseline(last, line) and line.left >= last.right - 1:
            is_cell = line.left - last.right >= _HEIGHTS_WITHIN_A_LINE * line.height
            rows[-1] += [line] if is_cell else [_joined(rows[-1].pop(), line)]
        elif len(rows[-1]) > 1 and _is_in_cell(last, lowest, line):
            rows[-1][-1] = _lengthened(last, line)
        else:
            rows.append([line])
        lowest = line.bottom
    return rows


def _is_in_cell(cell: Line, lowest: float, line: Line) -> bool:
    """Whether a line is the next one of a cell, whose last one is at ``lowest``."""
    is_below = 0 < lowest - line.bottom < _HEIGHTS_TO_THE_NEXT_LINE * line.height
    return is_below and abs(line.left - cell.left) < _POINTS_ASIDE


def _lengthened(cell: Line, line: Line) -> Line:
    """A cell with one line more; it stays where its first one is, by which its row is told."""
    gap = "" if is_cjk(cell.text[-1]) or is_cjk(line.text[0]) else " "
    return replace(cell, text=f"{cell.text}{gap}{line.text}", right=max(cell.right, line.right))


def _joined(left: Line, right: Line) -> Line:
    height = max(left, right, key=lambda line: line.width).height  # a bullet may be smaller
    return replace(left, text=f"{left.text} {right.text}", right=right.right, height=height)
