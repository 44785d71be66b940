"""Huffman codes of up to 64 bits, and arrays of codes packed into words.

Huffman, "A method for the construction of minimum-redundancy codes", Proceedings of the IRE 40(9),
1952. Codes are canonical: ordered by length and then by symbol, each is the one before plus one,
carried to its length. Aligned to the left of a word they ascend, so a search among them decodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import WORD_BITS, Words


@dataclass(frozen=True, slots=True, eq=False)
class HuffmanCode:
    """Codes of the symbols that occur; arrays over the symbols, shape (symbols,), but for two.

    ``lengths`` is 0 where a symbol does not occur. ``aligned`` and ``ranked``, shape (occurring,),
    hold the codes aligned to the left of a word, ascending, and their symbols.
    """

    lengths: NDArray[np.int64]
    codes: Words
    aligned: Words
    ranked: Indexes

    @classmethod
    def of(cls, counts: Indexes) -> Self:
        """The code for symbols that occur this often; at least one must."""
        lengths = code_lengths(counts)
        occurring = np.flatnonzero(lengths)
        ranked = occurring[np.argsort(lengths[occurring], kind="stable")]
        codes = np.zeros(len(counts), np.uint64)
        aligned, code, length = [], 0, 0
        for symbol in ranked.tolist():
            code <<= int(lengths[symbol]) - length
            length = int(lengths[symbol])
            codes[symbol] = code
            aligned.append(code << WORD_BITS - length)
            code += 1
        return cls(lengths, codes, np.array(aligned, np.uint64), ranked)

    def first_symbols(self, windows: Words) -> Indexes:
        """The symbol whose code begins each word, most significant bit first."""
        return self.ranked[np.searchsorted(self.aligned, windows, side="right") - 1]


def code_lengths(counts: Indexes) -> NDArray[np.int64]:
    """How many bits each symbol takes: 0 where it does not occur, 1 for a lone symbol."""
    lengths = np.zeros(len(counts), np.int64)
    heap = [(int(counts[symbol]), [int(symbol)]) for symbol in np.flatnonzero(counts)]
    if len(heap) == 1:
        lengths[heap[0][1]] = 1
    heapify(heap)
    while len(heap) > 1:
        (rarest, one), (next_rarest, other) = heappop(heap), heappop(heap)
        both = one + other
        lengths[both] += 1
        heappush(heap, (rarest + next_rarest, both))
    return lengths


def write_bits(into: Words, offsets: Indexes, values: Words, lengths: Indexes) -> None:
    """Write values of 0 to 64 bits at ascending bit offsets that do not overlap.

    ``into`` holds zeros there, and has one word more than needed. Bit 0 is the most significant one
    of the first word.
    """
    written = lengths > 0
    offsets, values, lengths = offsets[written], values[written], lengths[written]
    if not len(offsets):
        return
    aligned = values << (WORD_BITS - lengths).astype(np.uint64)
    word, shift = np.divmod(offsets, WORD_BITS)
    begins = np.flatnonzero(np.diff(word, prepend=-1))
    shift = shift.astype(np.uint64)
    into[word[begins]] |= np.bitwise_or.reduceat(aligned >> shift, begins)
    spilled = aligned << np.uint64(1) << (np.uint64(WORD_BITS - 1) - shift)
    spilled[shift == 0] = 0
    into[word[begins] + 1] |= np.bitwise_or.reduceat(spilled, begins)


def read_windows(words: NDArray[np.uint64], rows: Indexes, offsets: Indexes) -> Words:
    """The 64 bits from an offset on in a row of ``words``, which has one word more than needed."""
    word, shift = np.divmod(offsets, WORD_BITS)
    shift = shift.astype(np.uint64)
    rest = words[rows, word + 1] >> np.uint64(1) >> (np.uint64(WORD_BITS - 1) - shift)
    windows: Words = words[rows, word] << shift | rest
    return windows
