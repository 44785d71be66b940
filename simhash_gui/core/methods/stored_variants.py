"""Store every variant of every fingerprint, so that a query is a single look-up.

The opposite of ``query_variants``: n × 43,745 sorted words for k = 3. Named, and set aside for its
memory, in Manku, Jain and Das Sarma, WWW 2007, section 3.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.methods.lookup import Findings, Runs
from simhash_gui.core.methods.method import Answers, Cost, Index, Method, variant_count
from simhash_gui.core.methods.query_variants import masks_s, variant_masks
from simhash_gui.core.types import Words

_STORED_BYTES = 12.0
_BUILDING_BYTES = 32.0
_STORE_S = 2e-7
_QUERY_S = 2e-6


class StoredVariants(Index):
    """All variants, ascending, each with the place of its fingerprint."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        variants = (words[:, None] ^ variant_masks(k)).ravel()
        order = np.argsort(variants)
        self._variants = variants[order]
        self._places = (order // len(variant_masks(k))).astype(np.int32)

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes + self._variants.nbytes + self._places.nbytes

    def query(self, words: Words) -> Answers:
        findings = Findings(self.words, words, self.k)
        start = np.searchsorted(self._variants, words, side="left")
        end = np.searchsorted(self._variants, words, side="right")
        findings.compare(Runs(np.arange(len(words)), start, end - start), self._places)
        return findings.answers()


def _cost(count: int, k: int) -> Cost:
    masks, stored = 8.0 * variant_count(k), float(count * variant_count(k))
    build_s = stored * _STORE_S + masks_s(k)
    return Cost(masks + stored * _BUILDING_BYTES, build_s, _QUERY_S, count * _QUERY_S)


METHOD = Method("stored-variants", StoredVariants, _cost)
