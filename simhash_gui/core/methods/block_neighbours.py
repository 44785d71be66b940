"""Four tables by 16-bit blocks, probed at the neighbours of each key: exact for any k.

Of k differing bits some block has k // 4 or fewer, so all keys within that many bits are looked up:
Norouzi, Punjani and Fleet, "Fast search in Hamming space with multi-index hashing", CVPR 2012. The
radii are those of the general pigeonhole, which needs fewer: Qin, Xiao and others, "GPH: similarity
search in Hamming space", ICDE 2018.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.hamming.distances import (
    block_key_columns,
    block_radii,
    neighbour_count,
    neighbour_masks,
)
from simhash_gui.core.methods.lookup import Findings, block_tables
from simhash_gui.core.methods.method import Answers, Cost, Index, Method
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, Words

_BUILD_S = 4e-7
_PROBE_S = 4e-8
_CANDIDATE_S = 1.5e-8
_TABLE_BYTES = 8 * ((1 << BLOCK_BITS) + 1)
_PROBES_AT_ONCE = 1 << 20


class BlockNeighbours(Index):
    """Four tables of places."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._tables = block_tables(words)

    @property
    def size_bytes(self) -> int:
        return self.words.nbytes + sum(table.size_bytes for table in self._tables)

    def query(self, words: Words) -> Answers:
        findings = Findings(self.words, words, self.k)
        columns = block_key_columns(words)
        for table, keys, radius in zip(self._tables, columns, block_radii(self.k), strict=True):
            masks = neighbour_masks(radius)
            at_once = _PROBES_AT_ONCE // max(len(masks), 1)
            for start in range(0, len(words) if radius >= 0 else 0, at_once):
                some = keys[start : start + at_once]
                query = np.repeat(np.arange(start, start + len(some)), len(masks))
                findings.compare(table.runs(query, (some[:, None] ^ masks).ravel()), table.places)
        return findings.answers()


def _cost(count: int, k: int) -> Cost:
    probes = sum(neighbour_count(radius) for radius in block_radii(k))
    candidates = probes * count / (1 << BLOCK_BITS)
    query_s = BLOCKS * 1e-5 + probes * _PROBE_S + candidates * _CANDIDATE_S
    return Cost(
        size_bytes=8.0 * count + BLOCKS * (12.0 * count + _TABLE_BYTES),
        build_s=count * _BUILD_S,
        query_s=query_s,
        pairs_s=count * (query_s - BLOCKS * 1e-5),
    )


METHOD = Method("block-neighbours", BlockNeighbours, _cost)
