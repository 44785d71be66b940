"""All fingerprints within a distance of a given one, from memory: exact for every k up to 32.

``FingerprintIndex`` keeps the words in buckets by block key. A query looks up its own block keys,
beyond a distance of 3 also their neighbours, and compares what stands in those buckets; when that
would be more than a scan of everything, it scans. New fingerprints wait in a scanned tail until
there are enough of them to order the buckets anew. Pairs among all are the business of ``pairs``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.blocks import BLOCK_BITS, BLOCK_VALUES, BLOCKS, block_key_columns
from simhash_gui.core.hamming import Distances, Lanes, as_lanes, distances, require_distance
from simhash_gui.core.probes import Probes, block_buckets, first_probed, probes_for
from simhash_gui.core.ragged import Indexes, ragged_rows
from simhash_gui.core.scan import scan_between
from simhash_gui.core.types import NearDuplicatePairs, Words

_TAIL_LEAST = 4096
_TAIL_SHARE = 128
_SCAN_CHUNK = 1 << 15
_CANDIDATE_COST = 10
"""A candidate fetched from a bucket costs about as much as ten that a scan passes over."""
_PROBES_AT_ONCE = 1 << 18
_SCANNED_AT_ONCE = 1 << 28


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
    are not uint64 of shape (n,), and for rests given now and not then.
    """

    def __init__(self, words: Words, rests: Words | None = None) -> None:
        self._lanes = tuple(lane.copy() for lane in as_lanes(words, rests))
        self._count = len(words)
        self._order_buckets()

    def __len__(self) -> int:
        return self._count

    def append(self, words: Words, rests: Words | None = None) -> None:
        """Add fingerprints after those that are there; positions count on.

        The buckets are ordered anew when the tail is long enough to pay for it.
        """
        added = as_lanes(words, rests)
        if len(added) != len(self._lanes):
            raise InvalidWordsError("rests are given for all fingerprints of an index or for none")
        count = self._count + len(words)
        if count > len(self._lanes[0]):
            self._lanes = tuple(np.resize(lane, max(count, 2 * self._count)) for lane in self._lanes)
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
            return self._matches(self._scan(0, word, k), rest, k)
        if self._ordered < self._count:
            found = np.concatenate((found, self._scan(self._ordered, word, k)))
        return self._matches(found, rest, k)
