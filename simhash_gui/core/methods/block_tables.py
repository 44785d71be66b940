"""Four tables by 16-bit blocks: three differing bits leave one of four blocks untouched.

The pigeonhole in its plainest form: Manku, Jain and Das Sarma, WWW 2007, section 3.1 with four
tables. A query looks up its four block keys and compares what it finds there. Four differing bits
may touch all four blocks, so k ends at 3; ``block_neighbours`` goes on from there.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.hamming.distances import block_key_columns
from simhash_gui.core.methods.lookup import BlockTable, Findings, block_tables, pairs_in_runs
from simhash_gui.core.methods.method import Answers, Cost, Index, Method, with_distances
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, NearDuplicatePairs, Words

_BUILD_S = 4e-7
_PROBE_S = 1e-6
_CANDIDATE_S = 1.5e-8
_TABLE_BYTES = 8 * ((1 << BLOCK_BITS) + 1)


class BlockTables(Index):
    """Four tables of places."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._tables = block_tables(words)

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes + sum(table.size_bytes for table in self._tables)

    def query(self, words: Words) -> Answers:
        findings = Findings(self.words, words, self.k)
        for table, keys in zip(self._tables, block_key_columns(words), strict=True):
            findings.compare(table.runs(np.arange(len(words)), keys), table.places)
        return findings.answers()

    def pairs(self) -> NearDuplicatePairs:
        found = NearDuplicatePairs.concatenate(self._pairs_of(table) for table in self._tables)
        return with_distances(self.words, found.left, found.right)

    def _pairs_of(self, table: BlockTable) -> NearDuplicatePairs:
        ends = np.repeat(table.bounds[1:], np.diff(table.bounds))
        return pairs_in_runs(self.words, ends, table.places, self.k)


def _cost(count: int, _: int) -> Cost:
    candidates = BLOCKS * count / (1 << BLOCK_BITS)
    return Cost(
        size_bytes=8.0 * count + BLOCKS * (12.0 * count + _TABLE_BYTES),
        build_s=count * _BUILD_S,
        query_s=BLOCKS * _PROBE_S + candidates * _CANDIDATE_S,
        pairs_s=count * candidates / 2 * _CANDIDATE_S,
    )


METHOD = Method("block-tables", BlockTables, _cost, BLOCKS - 1)
