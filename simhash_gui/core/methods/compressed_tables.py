"""The sixteen permuted tables, sorted and compressed with Huffman-coded positions.

Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, section 3.2.
Neighbours in a sorted table agree in their first bits. Of each fingerprint but the first of a
block, what differs from the one before is kept: the position of the first differing bit in a
Huffman code, then the differences after it. A block has 1,024 bytes. The last fingerprint of each
block is its key; keys stay in memory, and a query decodes only the blocks that its prefix may be
in. The paper keeps 8 thousand million fingerprints in about half the space; fewer agree in fewer
first bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.methods.huffman import HuffmanCode, read_windows, write_bits
from simhash_gui.core.methods.lookup import Directory, answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method
from simhash_gui.core.methods.permuted_tables import (
    METHOD as PERMUTED_TABLES,
)
from simhash_gui.core.methods.permuted_tables import (
    PERMUTATIONS,
    TABLES,
    links_in_table,
    pairs_of_links,
    prefix_ranges,
)
from simhash_gui.core.ragged import Indexes, ragged_rows
from simhash_gui.core.types import WORD_BITS, NearDuplicatePairs, Words

_BLOCK_BITS = 1024 * 8
_BLOCK_WORDS = _BLOCK_BITS // WORD_BITS
_ROW_WORDS = _BLOCK_WORDS + 2
"""Where a full block ends with a code alone, its rest of no bits is read behind the end."""
_NO_BIT = WORD_BITS
"""The symbol of a fingerprint that equals the one before."""
_BUILD_S = 1.2e-5
_QUERY_S = 1.2e-2
_PAIR_S = 2e-5


@dataclass(frozen=True, slots=True, eq=False)
class CompressedTable:
    """A sorted table of n >= 1 fingerprints in blocks.

    ``data`` has shape (blocks, 130): 1,024 bytes and two words to read beyond the end. ``keys``
    and ``counts``, shape (blocks,), are the last fingerprint of each block and how many it has.
    """

    code: HuffmanCode
    data: NDArray[np.uint64]
    keys: Words
    counts: Indexes

    @classmethod
    def of(cls, table: Words) -> Self:
        """Compress an ascending table."""
        differing = table[1:] ^ table[:-1]
        positions = np.append(WORD_BITS, first_differing(differing))
        code = HuffmanCode.of(np.bincount(positions[1:], minlength=_NO_BIT + 1) + _never(positions))
        lengths = code.lengths[positions] + _bits_after(positions)
        starts = _block_starts(lengths)
        data = np.zeros((len(starts) - 1, _ROW_WORDS), np.uint64)
        _write(data, table, positions, code, starts)
        return cls(code, data, table[starts[1:] - 1], np.diff(starts))

    @property
    def size_bytes(self) -> int:
        """Blocks of 1,024 bytes and their keys and counts."""
        return len(self.keys) * _BLOCK_BITS // 8 + self.keys.nbytes + self.counts.nbytes

    def decoded(self, blocks: Indexes) -> tuple[Words, Indexes]:
        """The fingerprints of these blocks laid end to end, and how many each has."""
        counts = self.counts[blocks]
        rows = np.zeros((len(blocks), int(counts.max(initial=0))), np.uint64)
        if len(blocks):
            rows[:, 0] = self.data[blocks, 0]
        offsets = np.full(len(blocks), WORD_BITS)
        for column in range(1, rows.shape[1]):
            live = np.flatnonzero(counts > column)
            rows[live, column] = self._next(blocks[live], offsets, live, rows[live, column - 1])
        return rows[np.arange(rows.shape[1]) < counts[:, None]], counts

    def _next(self, blocks: Indexes, offsets: Indexes, live: Indexes, before: Words) -> Words:
        """Decode one fingerprint in each block, and move its offset on."""
        symbols = self.code.first_symbols(read_windows(self.data, blocks, offsets[live]))
        after = _bits_after(symbols)
        offsets[live] += self.code.lengths[symbols]
        # In two shifts: a shift by 64 bits is none at all.
        window = read_windows(self.data, blocks, offsets[live])
        rest = window >> np.uint64(1) >> (WORD_BITS - 1 - after).astype(np.uint64)
        offsets[live] += after
        differing = np.where(symbols == _NO_BIT, np.uint64(0), _ONE << after.astype(np.uint64))
        decoded: Words = before ^ (differing | rest)
        return decoded


_ONE = np.uint64(1)


def first_differing(differing: Words) -> Indexes:
    """How many bits precede the first one bit of each word; 64 where there is none."""
    filled = differing.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> np.uint64(shift)
    return WORD_BITS - np.bitwise_count(filled).astype(np.int64)


def _never(positions: Indexes) -> NDArray[np.int64]:
    """One occurrence of "equal" for a table of one, where no position occurs."""
    counts = np.zeros(_NO_BIT + 1, np.int64)
    counts[_NO_BIT] = len(positions) == 1
    return counts


def _bits_after(positions: Indexes) -> Indexes:
    return np.maximum(WORD_BITS - 1 - positions, 0)


def _block_starts(lengths: Indexes) -> Indexes:
    """Where blocks begin, and the end: each takes as many as fit after its first, whole one."""
    ends = np.cumsum(lengths)
    starts = [0]
    while starts[-1] < len(lengths):
        room = int(ends[starts[-1]]) + _BLOCK_BITS - WORD_BITS
        starts.append(int(np.searchsorted(ends, room, side="right")))
    return np.array(starts)


def _write(
    data: NDArray[np.uint64],
    table: Words,
    positions: Indexes,
    code: HuffmanCode,
    starts: Indexes,
) -> None:
    after = _bits_after(positions)
    lengths = code.lengths[positions] + after
    firsts = starts[:-1]
    lengths[firsts] = WORD_BITS
    block = np.repeat(np.arange(len(firsts)), np.diff(starts))
    begins = np.cumsum(lengths) - lengths
    stride = _ROW_WORDS * WORD_BITS
    offsets = begins - begins[firsts][block] + block * stride
    is_first = np.zeros(len(table), np.bool_)
    is_first[firsts] = True
    flat = np.append(data.ravel(), np.uint64(0))
    flat[block[firsts] * _ROW_WORDS] = table[firsts]
    coded = np.flatnonzero(~is_first)
    symbols = positions[coded]
    write_bits(flat, offsets[coded], code.codes[symbols], code.lengths[symbols])
    masks = (_ONE << after[coded].astype(np.uint64)) - _ONE
    rest = (table[coded] ^ table[coded - 1]) & masks
    write_bits(flat, offsets[coded] + code.lengths[symbols], rest, after[coded])
    data[:] = flat[:-1].reshape(data.shape)


class CompressedTables(Index):
    """Sixteen compressed tables of the distinct fingerprints, and a directory of their places."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._directory = Directory.of(words)
        distinct = self._directory.distinct
        self._tables = (
            [CompressedTable.of(np.sort(one.apply(distinct))) for one in PERMUTATIONS]
            if len(distinct)
            else []
        )

    @property
    def size_bytes(self) -> int:
        return self._directory.size_bytes + self.table_bytes

    @property
    def table_bytes(self) -> int:
        """What the sixteen tables take."""
        return sum(table.size_bytes for table in self._tables)

    @property
    def ratio(self) -> float:
        """``table_bytes`` over those of the same tables uncompressed; 1 without fingerprints."""
        plain = TABLES * self._directory.distinct.nbytes
        return self.table_bytes / plain if plain else 1.0

    def query(self, words: Words) -> Answers:
        found, candidates = [], 0
        for permutation, table in zip(PERMUTATIONS, self._tables, strict=False):
            permuted = permutation.apply(words)
            for query, met in _with_prefix(table, permuted):
                candidates += len(met)
                near = np.bitwise_count(met ^ permuted[query]) <= self.k
                rows = self._directory.rows_of(permutation.undo(met[near]))
                found.append(self._directory.expand(query[near], rows))
        return answers_of(found, len(self._tables) * len(words), candidates)

    def pairs(self) -> NearDuplicatePairs:
        links = []
        for permutation, table in zip(PERMUTATIONS, self._tables, strict=False):
            whole, _ = table.decoded(np.arange(len(table.keys)))
            links += links_in_table(self._directory, permutation, whole, self.k)
        return pairs_of_links(self._directory, self.words, links)


def _with_prefix(table: CompressedTable, permuted: Words) -> list[tuple[Indexes, Words]]:
    """(query, fingerprint) of all that share the prefix of a query, in batches."""
    first, last = prefix_ranges(permuted)
    low = np.searchsorted(table.keys, first, side="left")
    high = np.searchsorted(table.keys, last, side="left")
    length = np.minimum(high + 1, len(table.keys)) - low
    found = []
    for owners, offsets in ragged_rows(length, _BLOCKS_AT_ONCE):
        met, counts = table.decoded(low[owners] + offsets)
        query = np.repeat(owners, counts)
        shares = (met >= first[query]) & (met <= last[query])
        found.append((query[shares], met[shares]))
    return found


_BLOCKS_AT_ONCE = 1 << 10


def _cost(count: int, k: int) -> Cost:
    plain = PERMUTED_TABLES.cost(count, k)
    pairs_s = plain.pairs_s + count * _PAIR_S
    return Cost(plain.size_bytes, count * _BUILD_S, _QUERY_S, pairs_s)


METHOD = Method("compressed-tables", CompressedTables, _cost, PERMUTED_TABLES.max_distance)
