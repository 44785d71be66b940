"""Identical fingerprints put together before a search, and taken apart after it.

A bucket of ten thousand equal fingerprints holds fifty million pairs, all of distance 0 and none
worth comparing. Folding leaves one of each, so that the search costs what the distinct ones cost;
the pairs are written out only on request, in batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from simhash_gui.core.hamming.buckets import shared_buckets
from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.hamming.tables import index_bits
from simhash_gui.core.ragged import ROWS_LIMIT, Indexes, ragged_rows
from simhash_gui.core.types import SCATTER, NearDuplicatePairs


class TooManyFingerprintsError(ValueError):
    """More fingerprints than a search numbers: 2**32."""


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """n fingerprints as u distinct ones, each with its members.

    Distinct ones come in the order of their first members. ``members[offsets[i]:offsets[i + 1]]``
    are the positions that hold distinct fingerprint i, ascending; ``inverse[position]`` is i.
    """

    lanes: Lanes
    inverse: Indexes
    members: Indexes
    offsets: Indexes

    def __len__(self) -> int:
        return len(self.lanes[0])

    @property
    def is_plain(self) -> bool:
        """Whether no two fingerprints are identical: distinct numbers are then positions."""
        return len(self) == len(self.inverse)

    @property
    def sizes(self) -> Indexes:
        """How many positions hold each distinct fingerprint: shape (u,)."""
        return np.diff(self.offsets)

    def identical_pairs(self, limit: int = ROWS_LIMIT) -> Iterator[NearDuplicatePairs]:
        """Yield all pairs of distance 0 in batches of at most ``limit``."""
        if self.is_plain:
            return
        places = np.arange(len(self.members))
        ends = np.repeat(self.offsets[1:], self.sizes)
        for owner, place in ragged_rows(ends - places - 1, limit):
            right = self.members[owner + 1 + place]
            yield NearDuplicatePairs(self.members[owner], right, np.zeros(len(right), np.uint8))

    def expand(
        self, pairs: NearDuplicatePairs, limit: int = ROWS_LIMIT
    ) -> Iterator[NearDuplicatePairs]:
        """Yield the pairs of positions for pairs of distinct ones, at most ``limit`` at a time."""
        for start in range(0, len(pairs), limit):
            some = pairs.take(np.arange(start, min(start + limit, len(pairs))))
            if self.is_plain:
                yield some
            else:
                yield from self._expand(some, limit)

    def count(self, pairs: NearDuplicatePairs) -> int:
        """Return how many pairs of positions ``expand`` and ``identical_pairs`` would yield."""
        sizes = self.sizes
        identical = sizes * (sizes - 1) // 2
        return int(identical.sum() + (sizes[pairs.left] * sizes[pairs.right]).sum())

    def _expand(self, pairs: NearDuplicatePairs, limit: int) -> Iterator[NearDuplicatePairs]:
        sizes = self.sizes
        alone = (sizes[pairs.left] == 1) & (sizes[pairs.right] == 1)
        if alone.any():
            yield self._of_first_members(pairs.take(alone))
        several = pairs.take(~alone)
        left, right = several.left, several.right
        for owner, place in ragged_rows(sizes[left] * sizes[right], limit):
            row, column = np.divmod(place, sizes[right][owner])
            a = self.members[self.offsets[left][owner] + row]
            b = self.members[self.offsets[right][owner] + column]
            distance = several.distance[owner]
            yield NearDuplicatePairs(np.minimum(a, b), np.maximum(a, b), distance)

    def _of_first_members(self, pairs: NearDuplicatePairs) -> NearDuplicatePairs:
        firsts = self.members[self.offsets[:-1]]
        a, b = firsts[pairs.left], firsts[pairs.right]
        return NearDuplicatePairs(np.minimum(a, b), np.maximum(a, b), pairs.distance)


def fold(lanes: Lanes) -> Folding:
    """Fold identical fingerprints; one sort when there are none.

    Raises ``TooManyFingerprintsError`` from 2**32 on.
    """
    count = len(lanes[0])
    if count >= 1 << 32:
        raise TooManyFingerprintsError(f"{count} fingerprints are not fewer than 2**32")
    repeated, first = _repetitions(lanes)
    if not len(repeated):
        offsets = np.arange(count + 1)
        return Folding(lanes, offsets[:-1], offsets[:-1], offsets)
    is_first = np.ones(count, np.bool_)
    is_first[repeated] = False
    inverse = np.cumsum(is_first) - 1
    inverse[repeated] = inverse[first]
    return _grouped(lanes, inverse, np.flatnonzero(is_first))


def _repetitions(lanes: Lanes) -> tuple[Indexes, Indexes]:
    """Positions that hold what an earlier one holds, and for each the first that holds it."""
    suspects = _suspects(lanes)
    keys = tuple(lane[suspects] for lane in reversed(lanes))
    order = np.lexsort(keys) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    places = suspects[order]
    repeats = np.zeros(len(places), np.bool_)
    repeats[1:] = True
    for lane in lanes:
        repeats[1:] &= lane[places[1:]] == lane[places[:-1]]
    heads = np.maximum.accumulate(np.where(repeats, 0, np.arange(len(places))))
    return places[repeats], places[heads[repeats]]


def _suspects(lanes: Lanes) -> Indexes:
    """Positions, ascending, of fingerprints that share a scattered key with another.

    Equal ones do; few others. Most fingerprints are alone, and one fast sort says so.
    """
    scattered = lanes[0] * SCATTER
    for lane in lanes[1:]:
        scattered = (scattered ^ scattered >> np.uint64(32) ^ lane) * SCATTER
    bits = index_bits(len(scattered))
    keys = scattered >> np.uint64(bits) << np.uint64(bits)
    keys |= np.arange(len(keys), dtype=np.uint64)
    keys.sort()
    return np.sort(shared_buckets(keys, bits).members)


def _grouped(lanes: Lanes, inverse: Indexes, firsts: Indexes) -> Folding:
    """Put the members of each distinct fingerprint together."""
    bits = index_bits(len(inverse))
    keys = inverse.astype(np.uint64) << np.uint64(bits) | np.arange(len(inverse), dtype=np.uint64)
    keys.sort()
    members = (keys & np.uint64((1 << bits) - 1)).astype(np.int64)
    offsets = np.concatenate(([0], np.cumsum(np.bincount(inverse))))
    return Folding(tuple(lane[firsts] for lane in lanes), inverse, members, offsets)
