"""All fingerprints within a distance of a given one, from memory: exact for every k up to 32.

``FingerprintIndex`` keeps the words in buckets by block key (``probes``). A query looks up its own
block keys, beyond a distance of 3 also their neighbours, and compares what stands there; when that
would be more work than a scan of everything, it scans. New fingerprints wait in a scanned tail
until there are enough of them to order the buckets anew. Pairs among all are for ``pairs``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from simhash_gui.core.hamming.blocks import BLOCK_BITS, BLOCK_VALUES, BLOCKS, block_key_columns
from simhash_gui.core.hamming.hamming import (
    Distances,
    InvalidWordsError,
    Lanes,
    as_lanes,
    distances,
    require_distance,
)
from simhash_gui.core.hamming.probes import Probes, block_buckets, first_probed, probes_for
from simhash_gui.core.hamming.scan import scan_between
from simhash_gui.core.ragged import Indexes, ragged_rows
from simhash_gui.core.types import NearDuplicatePairs, Words

_Found: TypeAlias = tuple[Indexes, Distances]
"""Positions, perhaps some of them twice, and the distances of their words."""

_TAIL_LEAST = 4096
_TAIL_SHARE = 128
_SCAN_CHUNK = 1 << 15
_CANDIDATE_COST = 10
"""A candidate fetched from a neighbour's bucket costs as much as ten that a scan passes over."""
_PROBES_AT_ONCE = 1 << 18
_COMPARISONS_AT_ONCE = 1 << 27
_ROWS_AT_ONCE = 1 << 19


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Positions within the distance and how far they are, the nearest first, then by position."""

    positions: Indexes
    distances: Distances

    def __len__(self) -> int:
        return len(self.positions)


class FingerprintIndex:
    """Fingerprints in memory, to be asked often; about 56 bytes each.

    Not to be appended to while another thread asks. Raises ``InvalidWordsError`` for arrays that
    are not uint64 of shape (n,), and for rests that are given here and not there.
    """

    def __init__(self, words: Words, rests: Words | None = None) -> None:
        self._lanes = tuple(lane.copy() for lane in as_lanes(words, rests))
        self._count = len(words)
        self._order_buckets()

    def __len__(self) -> int:
        return self._count

    def append(self, words: Words, rests: Words | None = None) -> None:
        """Add fingerprints after those that are there; positions count on.

        The buckets are ordered anew when the tail has grown long enough to pay for it.
        """
        added = self._like_mine(words, rests)
        count = self._count + len(words)
        if count > len(self._lanes[0]):
            self._lanes = tuple(_grown(lane, count) for lane in self._lanes)
        for lane, more in zip(self._lanes, added, strict=True):
            lane[self._count : count] = more
        self._count = count
        if count - self._ordered > max(_TAIL_LEAST, self._ordered // _TAIL_SHARE):
            self._order_buckets()

    def query(self, word: int, k: int, rest: int = 0) -> Matches:
        """Find everything within k of one fingerprint, itself included if it is there.

        Raises ``InvalidDistanceError`` unless 0 <= k <= 32.
        """
        require_distance(k)
        found = self._probe_equal(word, k) if k < BLOCKS else self._probe_neighbours(word, k)
        if found is None:
            found = self._scan(word, k, 0)
        elif self._ordered < self._count:
            found = _joined([found, self._scan(word, k, self._ordered)])
        return self._matches(found, k, rest)

    def query_batch(self, words: Words, k: int, rests: Words | None = None) -> NearDuplicatePairs:
        """Find everything within k of each of many fingerprints.

        ``left`` counts in ``words``, ``right`` in the index. The order is that of ``query``, query
        by query.
        """
        found = NearDuplicatePairs.concatenate(self.query_batches(words, k, rests))
        return found.take(np.lexsort((found.right, found.distance, found.left)))

    def query_batches(
        self, words: Words, k: int, rests: Words | None = None
    ) -> Iterator[NearDuplicatePairs]:
        """Yield what ``query_batch`` finds in bounded batches, in no particular order."""
        require_distance(k)
        queries, probes = self._like_mine(words, rests), self._probes(k)
        if self._expected_candidates(probes) * _CANDIDATE_COST > self._count:
            yield from self._scan_batches(queries, k, 0)
            return
        yield from self._probe_batches(queries, k, probes)
        yield from self._scan_batches(queries, k, self._ordered)

    def _like_mine(self, words: Words, rests: Words | None) -> Lanes:
        lanes = as_lanes(words, rests)
        if len(lanes) != len(self._lanes):
            raise InvalidWordsError("all fingerprints of an index have rests, or none has")
        return lanes

    def _order_buckets(self) -> None:
        self._buckets = block_buckets(self._lanes[0][: self._count])
        self._offsets = self._buckets.offsets.data
        self._ordered = self._count
        self._known_probes: dict[int, Probes] = {}

    def _probes(self, k: int) -> Probes:
        if k not in self._known_probes:
            self._known_probes[k] = probes_for(k, self._buckets.lightest_first)
        return self._known_probes[k]

    def _expected_candidates(self, probes: Probes) -> float:
        return float(self._buckets.loads[probes.blocks].sum())

    def _probe_equal(self, word: int, k: int) -> _Found | None:
        """Look into the buckets of k + 1 blocks; None when they hold more than everything.

        The common case, so it makes few arrays.
        """
        buckets, offsets = self._buckets, self._offsets
        spans, size = [], 0
        for block in buckets.lightest_first[: k + 1]:
            key = word >> (BLOCKS - 1 - block) * BLOCK_BITS & BLOCK_VALUES - 1
            begin, end = (
                offsets[block * BLOCK_VALUES + key],
                offsets[block * BLOCK_VALUES + key + 1],
            )
            spans.append(slice(begin, end))
            size += end - begin
        if size > self._count:
            return None
        found = np.bitwise_count(
            np.concatenate([buckets.words[span] for span in spans]) ^ np.uint64(word)
        )
        near = (found <= k).nonzero()[0]
        if not len(near):
            return _NOTHING
        positions = np.concatenate([buckets.positions[span] for span in spans])
        return positions[near].astype(np.int64), found[near]

    def _probe_neighbours(self, word: int, k: int) -> _Found | None:
        """Look into the buckets of all neighbours; None when a scan is cheaper."""
        probes, buckets = self._probes(k), self._buckets
        begins, counts = self._spans(np.array([word], np.uint64), probes)
        ends = np.cumsum(counts)
        total = int(ends[-1])
        if total * _CANDIDATE_COST > self._count:
            return None
        rows = np.repeat(begins - (ends - counts), counts) + np.arange(total)
        found = distances(word, buckets.words[rows])
        near = np.flatnonzero(found <= k)
        return buckets.positions[rows[near]].astype(np.int64), found[near]

    def _spans(self, words: Words, probes: Probes) -> tuple[Indexes, Indexes]:
        """Where the buckets to probe begin and how many they hold: shape (n * p,), word by word."""
        keys = block_key_columns(words).T[:, probes.blocks] ^ probes.masks
        buckets = (probes.blocks * BLOCK_VALUES + keys).ravel()
        begins = self._buckets.offsets[buckets]
        return begins, self._buckets.offsets[buckets + 1] - begins

    def _probe_batches(
        self, queries: Lanes, k: int, probes: Probes
    ) -> Iterator[NearDuplicatePairs]:
        """Probe for as many queries at a time as keep the arrays small."""
        each = max(1, _PROBES_AT_ONCE // len(probes.blocks))
        for first in range(0, len(queries[0]), each):
            begins, counts = self._spans(queries[0][first : first + each], probes)
            for owner, place in ragged_rows(counts):
                probe = owner % len(probes.blocks)
                query, row = first + owner // len(probes.blocks), begins[owner] + place
                differences = queries[0][query] ^ self._buckets.words[row]
                found = np.bitwise_count(differences)
                near = np.flatnonzero(found <= k)
                once = first_probed(differences[near], probes) == probes.blocks[probe[near]]
                near = near[once]
                right = self._buckets.positions[row[near]].astype(np.int64)
                yield self._with_rests(queries, k, query[near], right, found[near])

    def _with_rests(
        self, queries: Lanes, k: int, left: Indexes, right: Indexes, bits: Distances
    ) -> NearDuplicatePairs:
        for mine, theirs in zip(self._lanes[1:], queries[1:], strict=True):
            bits = bits + np.bitwise_count(theirs[left] ^ mine[right])
        pairs = NearDuplicatePairs(left, right, bits)
        return pairs.take(np.flatnonzero(bits <= k)) if len(queries) > 1 else pairs

    def _scan_batches(self, queries: Lanes, k: int, start: int) -> Iterator[NearDuplicatePairs]:
        """Compare every query with everything from position ``start`` on."""
        mine = tuple(lane[start : self._count] for lane in self._lanes)
        pending: list[NearDuplicatePairs] = []
        comparisons = rows = 0
        for step in scan_between(queries, mine, k):
            comparisons += step.comparisons
            if len(step.pairs):
                pending.append(step.pairs)
                rows += len(step.pairs)
            if comparisons >= _COMPARISONS_AT_ONCE or rows >= _ROWS_AT_ONCE:
                yield _shifted(pending, start)
                pending, comparisons, rows = [], 0, 0
        yield _shifted(pending, start)

    def _scan(self, word: int, k: int, start: int) -> _Found:
        """Compare one word with everything from position ``start`` on."""
        parts = []
        for first in range(start, self._count, _SCAN_CHUNK):
            found = distances(word, self._lanes[0][first : min(first + _SCAN_CHUNK, self._count)])
            near = np.flatnonzero(found <= k)
            parts.append((near + first, found[near]))
        return _joined(parts)

    def _matches(self, found: _Found, k: int, rest: int) -> Matches:
        """Add the distance of the rests, drop what several blocks found again, and order."""
        positions, bits = found
        for lane in self._lanes[1:]:
            bits = bits + np.bitwise_count(lane[positions] ^ np.uint64(rest))
            positions, bits = positions[bits <= k], bits[bits <= k]
        if not len(positions):
            return Matches(*_NOTHING)
        ranks = bits.astype(np.int64) << 32 | positions
        ranks.sort()
        once = np.ones(len(ranks), np.bool_)
        np.not_equal(ranks[1:], ranks[:-1], out=once[1:])
        ranks = ranks[once]
        return Matches(ranks & 0xFFFF_FFFF, (ranks >> 32).astype(np.uint8))


_NOTHING: _Found = (np.empty(0, np.int64), np.empty(0, np.uint8))


def _grown(lane: Words, count: int) -> Words:
    """Copy into an array with room for as many again, so that small additions stay cheap."""
    grown = np.empty(max(count, 2 * len(lane)), np.uint64)
    grown[: len(lane)] = lane
    return grown


def _joined(parts: list[_Found]) -> _Found:
    positions, bits = zip(_NOTHING, *parts, strict=True)
    return np.concatenate(positions), np.concatenate(bits)


def _shifted(parts: list[NearDuplicatePairs], start: int) -> NearDuplicatePairs:
    pairs = NearDuplicatePairs.concatenate(parts)
    return NearDuplicatePairs(pairs.left, pairs.right + start, pairs.distance)
