"""Identical fingerprints put together before a search, and taken apart after it.

A bucket of ten thousand equal fingerprints holds fifty million pairs, all of distance 0 and none
worth comparing. Folding leaves one of each, so that the search costs what the distinct ones cost;
the pairs are written out only for whom asks, in batches. ``fresh`` fingerprints are those at
position ``fresh_from`` and after: only pairs with at least one fresh one are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming import Lanes
from simhash_gui.core.ragged import ROWS_LIMIT, Indexes, ragged_rows
from simhash_gui.core.types import NearDuplicatePairs, Words

_Spans: TypeAlias = tuple[Indexes, Indexes]


class TooManyFingerprintsError(ValueError):
    """More fingerprints than a search numbers: 2**32."""


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """n fingerprints as u distinct ones, each with its members.

    Distinct ones that have a fresh member come last; otherwise the order is that of the first
    member. ``members[offsets[i]:offsets[i + 1]]`` are the positions that hold distinct
    fingerprint i, ascending; ``inverse[position]`` is i.
    """

    lanes: Lanes
    inverse: Indexes
    members: Indexes
    offsets: Indexes
    fresh_from: int

    def __len__(self) -> int:
        return len(self.lanes[0])

    @property
    def is_plain(self) -> bool:
        """Whether no two fingerprints are identical: distinct numbers are then positions."""
        return len(self) == len(self.inverse)

    @property
    def fresh_distinct_from(self) -> int:
        """The first distinct fingerprint that has a fresh member."""
        return len(self) - int(np.count_nonzero(self._last_members() >= self.fresh_from))

    @property
    def sizes(self) -> Indexes:
        """How many positions hold each distinct fingerprint: shape (u,)."""
        return np.diff(self.offsets)

    def identical_pairs(self, limit: int = ROWS_LIMIT) -> Iterator[NearDuplicatePairs]:
        """Yield all pairs of distance 0 in batches of at most ``limit``."""
        if self.is_plain:
            return
        places = np.arange(len(self.members))
        group = np.repeat(np.arange(len(self)), self.sizes)
        partners = np.maximum(places + 1, self._fresh_starts()[group])
        for owner, place in ragged_rows(self.offsets[1:][group] - partners, limit):
            right = self.members[partners[owner] + place]
            yield NearDuplicatePairs(self.members[owner], right, np.zeros(len(right), np.uint8))

    def expand(
        self, pairs: NearDuplicatePairs, limit: int = ROWS_LIMIT
    ) -> Iterator[NearDuplicatePairs]:
        """Yield the pairs of positions for pairs of distinct ones, at most ``limit`` at a time."""
        if self.is_plain:
            if len(pairs):
                yield pairs
            return
        left, right = pairs.left, pairs.right
        begin, fresh, end = self.offsets[:-1], self._fresh_starts(), self.offsets[1:]
        whole, new = (begin[left], end[left]), (fresh[right], end[right])
        yield from self._products(whole, new, pairs.distance, limit)
        new, old = (fresh[left], end[left]), (begin[right], fresh[right])
        yield from self._products(new, old, pairs.distance, limit)

    def count(self, pairs: NearDuplicatePairs) -> int:
        """Return how many pairs of positions ``expand`` and ``identical_pairs`` would yield."""
        old = self._fresh_starts() - self.offsets[:-1]
        sizes = self.sizes
        identical = (sizes * (sizes - 1) - old * (old - 1)) // 2
        across = sizes[pairs.left] * sizes[pairs.right] - old[pairs.left] * old[pairs.right]
        return int(identical.sum() + across.sum())

    def _last_members(self) -> Indexes:
        return self.members[self.offsets[1:] - 1]

    def _fresh_starts(self) -> Indexes:
        """Where in ``members`` the fresh ones of each distinct fingerprint begin."""
        if self.fresh_from == 0 or len(self) == 0:
            return self.offsets[:-1]
        old = np.add.reduceat((self.members < self.fresh_from).astype(np.int64), self.offsets[:-1])
        return self.offsets[:-1] + old

    def _products(
        self, first: _Spans, second: _Spans, distance: NDArray[np.uint8], limit: int
    ) -> Iterator[NearDuplicatePairs]:
        """Pair every member of a span with every member of its partner span."""
        widths = second[1] - second[0]
        for owner, place in ragged_rows((first[1] - first[0]) * widths, limit):
            row, column = np.divmod(place, widths[owner])
            a, b = self.members[first[0][owner] + row], self.members[second[0][owner] + column]
            yield NearDuplicatePairs(np.minimum(a, b), np.maximum(a, b), distance[owner])


def fold(lanes: Lanes, fresh_from: int = 0) -> Folding:
    """Fold identical fingerprints; one sort when there are none.

    Raises ``TooManyFingerprintsError`` beyond 2**32.
    """
    count = len(lanes[0])
    if count >= 1 << 32:
        raise TooManyFingerprintsError(f"{count} fingerprints are more than 2**32")
    if not _has_equal(lanes[0]):
        offsets = np.arange(count + 1)
        return Folding(lanes, offsets[:-1], offsets[:-1], offsets, fresh_from)
    return _folded(lanes, fresh_from)


def _folded(lanes: Lanes, fresh_from: int) -> Folding:
    groups = _group_numbers(lanes)
    count = len(groups)
    members, offsets = _grouped(groups)
    first, last = members[offsets[:-1]], members[offsets[1:] - 1]
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first + np.where(last >= fresh_from, count, 0))] = np.arange(len(first))
    inverse = rank[groups]
    members, offsets = _grouped(inverse)
    distinct = tuple(lane[members[offsets[:-1]]] for lane in lanes)
    return Folding(distinct, inverse, members, offsets, fresh_from)


def _has_equal(words: Words) -> bool:
    ordered = np.sort(words)
    return bool((ordered[1:] == ordered[:-1]).any())


def _group_numbers(lanes: Lanes) -> Indexes:
    """Number equal fingerprints alike, from 0; several lanes are numbered one after another."""
    numbers = _dense_ranks(lanes[0])
    for lane in lanes[1:]:
        ranks = _dense_ranks(lane)
        numbers = _dense_ranks(numbers * (int(ranks.max()) + 1) + ranks)
    return numbers


def _dense_ranks(values: Words | Indexes) -> Indexes:
    order = np.argsort(values)
    ordered = values[order]
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.concatenate(([0], np.cumsum(ordered[1:] != ordered[:-1])))
    return ranks


def _grouped(numbers: Indexes) -> tuple[Indexes, Indexes]:
    """Positions by number, ascending within each, and where each number begins."""
    bits = max(1, len(numbers) - 1).bit_length()
    keys = numbers.astype(np.uint64) << np.uint64(bits) | np.arange(len(numbers), dtype=np.uint64)
    keys.sort()
    members = (keys & np.uint64((1 << bits) - 1)).astype(np.int64)
    sizes = np.bincount(numbers)
    return members, np.concatenate(([0], np.cumsum(sizes)))
