"""Compare with every fingerprint: XOR and population count, n of them for each query.

No index and no error, and the yardstick of all other ways. Population count of a machine word:
Wegner, "A technique for counting ones in a binary computer", CACM 3(5), 1960.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.hamming.scan import scan_triangle
from simhash_gui.core.methods.lookup import answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method, with_distances
from simhash_gui.core.types import NearDuplicatePairs, Words

_QUERY_S = 2e-9
_PAIR_S = 4e-10


class CompareAll(Index):
    """The fingerprints as they are."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes

    def query(self, words: Words) -> Answers:
        found = []
        for number, word in enumerate(words):
            place = np.flatnonzero(np.bitwise_count(self.words ^ word) <= self.k)
            found.append((np.full(len(place), number), place))
        return answers_of(found, 0, len(words) * len(self.words))

    def pairs(self) -> NearDuplicatePairs:
        steps = scan_triangle((self.words,), self.k)
        found = NearDuplicatePairs.concatenate(step.pairs for step in steps)
        return with_distances(self.words, found.left, found.right)


def _cost(count: int, _: int) -> Cost:
    return Cost(8.0 * count, 0.0, count * _QUERY_S, count * count / 2 * _PAIR_S)


METHOD = Method("compare-all", CompareAll, _cost)
