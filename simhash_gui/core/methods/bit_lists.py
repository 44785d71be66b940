"""One list per bit value: 128 lists, each naming the fingerprints that have the value at the bit.

A query walks the 64 lists of its own bit values and counts how often each fingerprint is named; one
named 64 - k times or more is within k bits. This is the inverted file of text search (Zobel and
Moffat, "Inverted files for text search engines", ACM Computing Surveys 38(2), 2006) with bits for
terms: every list names half of all fingerprints, so nothing is saved.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.methods.lookup import Places, answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method
from simhash_gui.core.types import WORD_BITS, Words

_ENTRY_S = 1.5e-9
_LISTED_BYTES = 4 * WORD_BITS


class BitLists(Index):
    """``lists[bit][value]`` names the places of the fingerprints with that value."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._lists = [_split(words, bit) for bit in range(WORD_BITS)]

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes + sum(ones.nbytes + zeros.nbytes for zeros, ones in self._lists)

    def query(self, words: Words) -> Answers:
        found, named = [], 0
        counts = np.empty(len(self.words), np.uint8)
        for number, word in enumerate(words.tolist()):
            counts.fill(0)
            for bit, lists in enumerate(self._lists):
                places = lists[word >> bit & 1]
                counts[places] += 1
                named += len(places)
            place = np.flatnonzero(counts >= WORD_BITS - self.k)
            found.append((np.full(len(place), number), place))
        return answers_of(found, WORD_BITS * len(words), named)


def _split(words: Words, bit: int) -> tuple[Places, Places]:
    has_one = words >> np.uint64(bit) & np.uint64(1) == 1
    zeros, ones = (np.flatnonzero(is_in).astype(np.int32) for is_in in (~has_one, has_one))
    return zeros, ones


def _cost(count: int, _: int) -> Cost:
    entries = count * WORD_BITS
    query_s = WORD_BITS * 2e-6 + entries / 2 * _ENTRY_S
    return Cost(count * (_LISTED_BYTES + 8.0), entries * _ENTRY_S, query_s, count * query_s)


METHOD = Method("bit-lists", BitLists, _cost)
