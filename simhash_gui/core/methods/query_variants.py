"""Look up every variant of the query: all words within k bits of it, 43,745 of them for k = 3.

The fingerprints themselves stand in a hash table. Named, and set aside for its many probes, in
Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, section 3.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from simhash_gui.core.methods.lookup import Directory, answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method, variant_count
from simhash_gui.core.ragged import bounds_of
from simhash_gui.core.types import SCATTER, WORD_BITS, Words

_BUILD_S = 4e-7
_PROBE_S = 1.5e-8
_MASK_S = 1e-6


@cache
def variant_masks(k: int) -> Words:
    """All words of at most ``k`` one bits; shared and read-only."""
    masks = [
        sum(1 << bit for bit in bits)
        for ones in range(k + 1)
        for bits in combinations(range(WORD_BITS), ones)
    ]
    values = np.array(masks, np.uint64)
    values.flags.writeable = False
    return values


class QueryVariants(Index):
    """Distinct fingerprints in a hash table of eight times as many slots or more."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._directory = Directory.of(words)
        slots = max(10, (8 * len(words)).bit_length())
        self._shift = np.uint64(WORD_BITS - slots)
        slot = self._slots(self._directory.distinct)
        self._rows = np.argsort(slot, kind="stable")
        self._bounds = bounds_of(np.bincount(slot, minlength=1 << slots))

    @property
    def size_bytes(self) -> int:
        return self._directory.size_bytes + self._rows.nbytes + self._bounds.nbytes

    def query(self, words: Words) -> Answers:
        found, candidates = [], 0
        for number, word in enumerate(words):
            variants = variant_masks(self.k) ^ word
            rows, compared = self._find(variants)
            candidates += compared
            found.append(self._directory.expand(np.full(len(rows), number), rows))
        return answers_of(found, len(words) * len(variant_masks(self.k)), candidates)

    def _find(self, variants: Words) -> tuple[np.ndarray, int]:
        """Rows of the directory that equal a variant, and how many were compared."""
        slots = self._slots(variants)
        start, end = self._bounds[slots], self._bounds[slots + 1]
        found, compared = [], 0
        waiting = np.flatnonzero(start < end)
        while len(waiting):
            rows = self._rows[start[waiting]]
            compared += len(rows)
            found.append(rows[self._directory.distinct[rows] == variants[waiting]])
            start[waiting] += 1
            waiting = waiting[start[waiting] < end[waiting]]
        return np.concatenate([np.empty(0, np.int64), *found]), compared

    def _slots(self, words: Words) -> np.ndarray:
        scattered = words ^ words >> np.uint64(32)
        return (scattered * SCATTER >> self._shift).astype(np.int64)


def masks_s(k: int) -> float:
    """Seconds to write down all variants, once, however many fingerprints there are."""
    return variant_count(k) * _MASK_S


def _cost(count: int, k: int) -> Cost:
    query_s = variant_count(k) * _PROBE_S
    size_bytes = 180.0 * count + 8 * variant_count(k)
    return Cost(size_bytes, count * _BUILD_S + masks_s(k), query_s, count * query_s)


METHOD = Method("query-variants", QueryVariants, _cost)
