"""Which bits make the key of each table, and the keys themselves.

On real documents bits are biased: sixteen neighbouring bits may hold as little as one bit's worth
of choice, and a bucket then holds half of the library. So bits are dealt by what they tell apart:
a bit that is set with probability p is equal in two fingerprints with probability
p**2 + (1 - p)**2, the negative logarithm of which is its worth in bits (collision entropy; Rényi,
1961). Two fingerprints share a bucket with probability 2**-(worth of the key); the worthiest bit
comes first, and each goes to the point where it lessens the sum of that over all tables most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.hamming import Lanes
from simhash_gui.core.types import SCATTER, WORD_BITS, Words

Worths: TypeAlias = NDArray[np.float64]
"""Shape (lanes, 64): what each bit tells apart, 0 to 1; bit 0 is the least significant."""


_CHUNK = 1 << 14
_HALF_WORD = np.uint64(32)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The key of each table, shape (tables, lanes), and what buckets they make.

    ``meeting_shares[t]`` is the share of all pairs that would share a bucket of table t if every
    bit were independent of the others.
    """

    key_masks: Words
    meeting_shares: NDArray[np.float64]


def bit_worths(lanes: Lanes) -> Worths:
    """Measure the worth of every bit over a sample of fingerprints."""
    shares: Worths = np.array([_set_shares(lane) for lane in lanes])
    return -np.log2(shares**2 + (1 - shares) ** 2)


def balanced_layout(worths: Worths, tables: NDArray[np.bool_]) -> Layout:
    """Lay every bit on a point; ``tables`` of shape (tables, points) says which points are keys."""
    by_table = tables.astype(np.float64)
    shares = np.ones(len(tables))
    point_of = np.empty(worths.size, np.int64)
    for bit in np.argsort(-worths, axis=None, kind="stable").tolist():
        point = point_of[bit] = np.argmax(shares @ by_table)
        shares[tables[:, point]] *= 2 ** -worths.flat[bit]
    in_key = tables[:, point_of].reshape(len(tables), len(worths), WORD_BITS)
    return Layout(_as_words(in_key), shares)


def index_bits(count: int) -> int:
    """Return how many bits number ``count`` fingerprints."""
    return max(1, (count - 1).bit_length())


def table_keys(lanes: Lanes, key_mask: Words, index_bits: int) -> Words:
    """Scattered keys of fingerprints, each followed by its index in ``index_bits`` bits.

    Sorted, they are the buckets of a table with the members in ascending order, and no second
    array has to move along. Hardly ever do different keys scatter to the same number: a larger
    bucket, the same result.
    """
    keys, spare = np.arange(len(lanes[0]), dtype=np.uint64), np.uint64(index_bits)
    first, others = key_mask[0], list(zip(lanes[1:], key_mask[1:], strict=True))
    buffer, second = np.empty(_CHUNK, np.uint64), np.empty(_CHUNK, np.uint64)
    for start in range(0, len(keys), _CHUNK):
        index, chunk = keys[start : start + _CHUNK], slice(start, start + _CHUNK)
        key, other = buffer[: len(index)], second[: len(index)]
        np.bitwise_and(lanes[0][chunk], first, out=key)
        np.multiply(key, SCATTER, out=key)
        for lane, mask in others:
            np.right_shift(key, _HALF_WORD, out=other)
            np.bitwise_xor(key, other, out=key)
            np.bitwise_and(lane[chunk], mask, out=other)
            np.bitwise_xor(key, other, out=key)
            np.multiply(key, SCATTER, out=key)
        np.right_shift(key, spare, out=key)
        np.left_shift(key, spare, out=key)
        np.bitwise_or(index, key, out=index)
    return keys


@dataclass(frozen=True, slots=True, eq=False)
class Untouched:
    """Tells by which table a pair is reported: the first whose key has none of the differing bits.

    ``tables[g, b, v]`` has a bit for each of the 64 tables of group g whose key has no bit of the
    value v at byte b of all lanes.
    """

    tables: Words

    def first_is(self, table: int, differences: Lanes) -> NDArray[np.bool_]:
        """Whether ``table`` is the one, for each of n differences (XOR): shape (n,)."""
        octets = [octet for lane in differences for octet in _octets(lane).T]
        group, bit = divmod(table, WORD_BITS)
        upto = np.uint64((2 << bit) - 1)
        result: NDArray[np.bool_] = self._of_group(group, octets) & upto == np.uint64(1 << bit)
        for earlier in range(group):
            result &= self._of_group(earlier, octets) == 0
        return result

    def _of_group(self, group: int, octets: list[NDArray[np.uint8]]) -> Words:
        result: Words = self.tables[group, 0][octets[0]]
        for place in range(1, len(octets)):
            result &= self.tables[group, place][octets[place]]
        return result


def untouched(key_masks: Words) -> Untouched:
    """Make the lookups for tables with keys of shape (tables, lanes)."""
    tables, lanes = key_masks.shape
    groups = -(-tables // WORD_BITS)
    masks = np.full((groups * WORD_BITS, lanes), ~np.uint64(0))
    masks[:tables] = key_masks
    octets = masks.astype("<u8").view(np.uint8).reshape(groups, WORD_BITS, -1)
    free = octets.transpose(0, 2, 1)[:, :, None] & np.arange(256, dtype=np.uint8)[:, None] == 0
    return Untouched(_as_words(free))


def _as_words(bits: NDArray[np.bool_]) -> Words:
    """Put the 64 bits of the last axis together, bit 0 first."""
    octets = np.ascontiguousarray(np.packbits(bits, axis=-1, bitorder="little"))
    return octets.view("<u8")[..., 0].astype(np.uint64)


def _set_shares(words: Words) -> NDArray[np.float64]:
    bits: NDArray[np.float64] = np.unpackbits(_octets(words), axis=1, bitorder="little").mean(0)
    return bits


def _octets(words: Words) -> NDArray[np.uint8]:
    return words.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
