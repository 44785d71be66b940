"""One sorted table: its buckets, and the comparison of all pairs within each of them.

Buckets of about equal length are laid out side by side as the columns of a matrix. The pairs that
stand s rows apart are then one XOR of the matrix with itself, moved by s rows: long runs of
neighbouring memory whatever the length of a bucket, and no pair is compared twice. Buckets too
long for that are scanned in tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import Distances, DistanceTile, Lanes
from simhash_gui.core.hamming.scan import NO_PAIRS, Step, scan_triangle, within_distance
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import SCATTER, NearDuplicatePairs, Words

_TILE = 1 << 15
_CHUNK = 1 << 14
_ROWS_AT_ONCE = 1 << 17
_HEIGHTS = (*range(2, 33), *sorted({round(2 ** (quarter / 4)) for quarter in range(21, 45)}))
"""Rows of the matrices: every length up to 32, then four to each doubling up to 2048."""
_FEW_MEMBERS = 1 << 16
_FEW_HEIGHTS = (2, *(round(2 ** (half / 2)) for half in range(3, 23)))
"""Rows where a matrix for every length would take longer than what is compared in vain."""
_FILLING = np.uint64(0xA5A5_5A5A_A5A5_5A5A)


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """Buckets of at least two: members laid end to end, where each begins, how many it has."""

    members: Indexes
    starts: Indexes
    lengths: Indexes

    @property
    def comparisons(self) -> int:
        """How many pairs share a bucket."""
        return int((self.lengths * (self.lengths - 1) // 2).sum())


def shared_buckets(keys: Words, index_bits: int) -> Buckets:
    """Find the buckets in sorted ``tables.table_keys``; members ascend within each."""
    follows = np.zeros(len(keys) + 1, np.bool_)
    for start in range(1, len(keys), _CHUNK):
        here, before = keys[start : start + _CHUNK], keys[start - 1 : start + _CHUNK - 1]
        same = follows[start : start + len(here)]
        np.less(here ^ before[: len(here)], np.uint64(1 << index_bits), out=same)
    shared = np.flatnonzero(follows[1:] | follows[:-1])
    members = (keys[shared] & np.uint64((1 << index_bits) - 1)).astype(np.int64)
    starts = np.flatnonzero(~follows[shared])
    return Buckets(members, starts, np.diff(np.append(starts, len(shared))))


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """Which pairs of a bucket are reported: within k, and accepted.

    ``accepts`` is asked about the differing bits (XOR, one array a lane) of those within k.
    """

    k: int
    accepts: Callable[[Lanes], NDArray[np.bool_]]


def compare_buckets(buckets: Buckets, lanes: Lanes, wanted: Wanted) -> Iterator[Step]:
    """Compare all pairs within each bucket; ``left < right``."""
    own = tuple(lane[buckets.members] for lane in lanes)
    heights = _HEIGHTS if len(buckets.members) > _FEW_MEMBERS else _FEW_HEIGHTS
    classes = np.searchsorted(heights, buckets.lengths).astype(np.uint8)
    order = np.argsort(classes, kind="stable")
    bounds = np.searchsorted(classes[order], np.arange(len(heights) + 1))
    tile = DistanceTile(_TILE)
    for number, height in enumerate(heights):
        chosen = order[bounds[number] : bounds[number + 1]]
        width = _TILE // height
        for first in range(0, len(chosen), width):
            columns = _columns(buckets, chosen[first : first + width], height, own)
            yield from _compare_columns(columns, buckets.members, wanted, tile)
    for bucket in order[bounds[-1] :]:
        yield from _compare_long(buckets, int(bucket), own, wanted)


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """Buckets as columns of a matrix of ``height`` rows, row after row in memory.

    ``lanes`` hold twice as many rows, so that rows may be read beyond the last one. What is below
    the end of a bucket is filled with a pattern that hardly any fingerprint is near to.
    """

    starts: Indexes
    lengths: Indexes
    lanes: Lanes
    height: int


def _columns(buckets: Buckets, chosen: Indexes, height: int, own: Lanes) -> _Columns:
    starts, lengths = buckets.starts[chosen], buckets.lengths[chosen]
    rows = np.arange(height)[:, None]
    places = np.minimum(rows + starts, len(buckets.members) - 1)
    lanes = tuple(np.full(2 * places.size, _FILLING, np.uint64) for _ in own)
    for lane, source in zip(lanes, own, strict=True):
        np.take(source, places, out=lane[: places.size].reshape(places.shape), mode="clip")
    if lengths.min() < height:
        below = np.flatnonzero(rows >= lengths)
        for lane in lanes:
            lane[below] = _distinct_fillings(below)
    return _Columns(starts, lengths, lanes, height)


def _distinct_fillings(places: Indexes) -> Words:
    """Fill padding so that it is not near to other padding either (Fibonacci hashing)."""
    return (places.astype(np.uint64) + np.uint64(1)) * SCATTER


class _Near(NamedTuple):
    """What one tile gave: flat places within it, their distances, and where the tile lies."""

    places: Indexes
    distances: Distances
    shift: int
    span: int


def _compare_columns(
    columns: _Columns, members: Indexes, wanted: Wanted, tile: DistanceTile
) -> Iterator[Step]:
    """Compare each row with the rows ``shift`` further down, as many shifts at once as fit.

    What is near is turned into pairs for many tiles at once.
    """
    width, shift = len(columns.lengths), 1
    near: list[_Near] = []
    comparisons = rows = 0
    while shift < columns.height:
        span = (columns.height - shift) * width
        shifts = min(columns.height - shift, _TILE // span)
        left = tuple(lane[:span] for lane in columns.lanes)
        right = tuple(_moved(lane, shift * width, width, (shifts, span)) for lane in columns.lanes)
        found = tile.between(left, right, shifts, span)
        within = within_distance(found, wanted.k)
        near.append(_Near(within, found.ravel()[within], shift, span))
        comparisons, rows, shift = comparisons + found.size, rows + len(within), shift + shifts
        if rows >= _ROWS_AT_ONCE or shift >= columns.height:
            pairs = _column_pairs(columns, members, near, wanted) if rows else NO_PAIRS
            yield Step(pairs, comparisons)
            near, comparisons, rows = [], 0, 0


def _moved(lane: Words, start: int, width: int, shape: tuple[int, int]) -> Words:
    """View the lane from ``start``, and again from ``width`` further in each row."""
    return np.ndarray(shape, np.uint64, lane, start * lane.itemsize, (width * 8, 8))


def _column_pairs(
    columns: _Columns, members: Indexes, tiles: list[_Near], wanted: Wanted
) -> NearDuplicatePairs:
    """Turn places in tiles into pairs; what lies beyond the end of a bucket is dropped."""
    width, sizes = len(columns.lengths), [len(tile.places) for tile in tiles]
    spans = np.repeat([tile.span for tile in tiles], sizes)
    further, first = np.divmod(np.concatenate([tile.places for tile in tiles]), spans)
    second = first + (further + np.repeat([tile.shift for tile in tiles], sizes)) * width
    row, column = np.divmod(second, width)
    differences = tuple(lane[first] ^ lane[second] for lane in columns.lanes)
    real = np.flatnonzero((row < columns.lengths[column]) & wanted.accepts(differences))
    starts = columns.starts[column[real]]
    left, right = members[starts + first[real] // width], members[starts + row[real]]
    distance = np.concatenate([tile.distances for tile in tiles])[real]
    return NearDuplicatePairs(left, right, distance)


def _compare_long(buckets: Buckets, bucket: int, own: Lanes, wanted: Wanted) -> Iterator[Step]:
    start = buckets.starts[bucket]
    span = slice(start, start + buckets.lengths[bucket])
    members, lanes = buckets.members[span], tuple(lane[span] for lane in own)
    for step in scan_triangle(lanes, wanted.k):
        if not len(step.pairs):
            yield step
            continue
        left, right = step.pairs.left, step.pairs.right
        real = np.flatnonzero(wanted.accepts(tuple(lane[left] ^ lane[right] for lane in lanes)))
        distance = step.pairs.distance[real]
        pairs = NearDuplicatePairs(members[left[real]], members[right[real]], distance)
        yield Step(pairs, step.comparisons)
