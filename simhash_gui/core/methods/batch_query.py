"""Batch query: all queries are indexed, and the fingerprints stream past them in chunks.

Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, section 4: the
file of fingerprints is spread over many machines in chunks of 64 MB; each machine gets the whole
batch of queries, builds tables of it, scans its chunks (map), and the matches are put together
(reduce). Nothing of the fingerprints is indexed, so nothing is built and little is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simhash_gui.core.hamming.distances import block_key_columns
from simhash_gui.core.methods.block_tables import METHOD as BLOCK_TABLES
from simhash_gui.core.methods.lookup import Findings, answers_of, block_tables
from simhash_gui.core.methods.method import Answers, Cost, Index, Method
from simhash_gui.core.types import BLOCKS, Words

_CHUNK_BYTES = 1 << 26
_CHUNK = _CHUNK_BYTES // 8
_SCAN_S = 2e-7


class BatchQuery(Index):
    """The fingerprints as they are, read in chunks of 64 MB."""

    queries_at_once = 1 << 31

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes

    def query(self, words: Words) -> Answers:
        parts = [*self._mapped(words)]
        found = [(part.query, part.place) for part in parts]
        probes = sum(part.probes for part in parts)
        return answers_of(found, probes, sum(part.candidates for part in parts))

    def _mapped(self, words: Words) -> Iterator[Answers]:
        """Each chunk asks the tables of the queries: what it meets, the other way round."""
        tables = block_tables(words)
        for start in range(0, len(self.words), _CHUNK):
            chunk = self.words[start : start + _CHUNK]
            findings = Findings(words, chunk, self.k)
            for table, keys in zip(tables, block_key_columns(chunk), strict=True):
                findings.compare(table.runs(np.arange(len(chunk)), keys), table.places)
            met = findings.answers()
            yield Answers(met.place, met.query + start, met.probes, met.candidates)


def _cost(count: int, k: int) -> Cost:
    tables = BLOCK_TABLES.cost(count, k)
    pairs_s = tables.build_s + count * (_SCAN_S + BLOCKS * 1e-7) + 2 * tables.pairs_s
    return Cost(8.0 * count + 64 * _CHUNK, 0.0, count * _SCAN_S, pairs_s)


METHOD = Method("batch-query", BatchQuery, _cost, BLOCKS - 1)
