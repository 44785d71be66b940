"""Hamming distance between fingerprints: of two, of one with many, of many with many.

A fingerprint of up to 64 bits is one word; a wider one is a word and a rest. Arrays of both are
``lanes``: one uint64 array, or two of equal length.

A look-up by block keys misses nothing either: of k differing bits spread over four blocks, at least
one block has k // 4 or fewer (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling,
WWW 2007, for k = 3; Norouzi, Punjani, Fleet: Fast Search in Hamming Space with Multi-Index Hashing,
CVPR 2012, for any k). The look-up itself is the store's, the search among all pairs is in
``pairs``.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, Words, block_shift

Lanes: TypeAlias = tuple[Words, ...]
"""One array of words, or an array of words and one of rests; all of shape (n,)."""

Distances: TypeAlias = NDArray[np.uint8]
BlockKeys: TypeAlias = NDArray[np.uint16]

MAX_DISTANCE = 32
"""The largest distance that a search takes: half of 64 bits is what unrelated texts have."""


class InvalidDistanceError(ValueError):
    """A search distance outside 0 to 32 bits."""


class InvalidWordsError(ValueError):
    """An array of fingerprints that is not uint64, not of one dimension, or of another length."""


def require_distance(k: int) -> None:
    """Raise ``InvalidDistanceError`` unless 0 <= k <= 32."""
    if not 0 <= k <= MAX_DISTANCE:
        raise InvalidDistanceError(f"distance {k} is not within 0 to {MAX_DISTANCE} bits")


def as_lanes(words: Words, rests: Words | None = None) -> Lanes:
    """Check the arrays and put them together; no copy is made of contiguous ones.

    Raises ``InvalidWordsError``: other types are not converted, for that would change values.
    """
    lanes = (words,) if rests is None else (words, rests)
    for lane in lanes:
        if lane.dtype != np.uint64 or lane.ndim != 1:
            raise InvalidWordsError(
                f"fingerprints come as uint64 of shape (n,), not {lane.dtype} of {lane.shape}"
            )
    if len({len(lane) for lane in lanes}) > 1:
        raise InvalidWordsError(f"{len(words)} words do not go with {len(lanes[-1])} rests")
    return tuple(np.ascontiguousarray(lane) for lane in lanes)


def distance(a: int, b: int) -> int:
    """Count the bits in which two fingerprints of any width differ."""
    return (a ^ b).bit_count()


def distances(word: int, words: Words, *, rest: int = 0, rests: Words | None = None) -> Distances:
    """Distance of one fingerprint to each of n: shape (n,)."""
    result: Distances = np.bitwise_count(words ^ np.uint64(word))
    if rests is not None:
        result += np.bitwise_count(rests ^ np.uint64(rest))
    return result


def pair_distances(lanes: Lanes, left: Indexes, right: Indexes) -> Distances:
    """Distances of pairs, given as positions of shape (p,)."""
    result: Distances = np.bitwise_count(lanes[0][left] ^ lanes[0][right])
    for lane in lanes[1:]:
        result += np.bitwise_count(lane[left] ^ lane[right])
    return result


class DistanceTile:
    """Buffers of the size of a processor's cache, used again for every tile of distances."""

    __slots__ = ("_bits", "_counts", "_second")

    def __init__(self, size: int) -> None:
        self._bits = np.empty(size, np.uint64)
        self._counts = np.empty(size, np.uint8)
        self._second = np.empty(size, np.uint8)

    def between(self, left: Lanes, right: Lanes, rows: int, columns: int) -> Distances:
        """Distances of shape (rows, columns) of lanes that broadcast to it.

        The result is a view of the buffer: read it before the next call.
        """
        size = rows * columns
        bits = self._bits[:size].reshape(rows, columns)
        counts = self._counts[:size].reshape(rows, columns)
        np.bitwise_xor(left[0], right[0], out=bits)
        np.bitwise_count(bits, out=counts)
        for left_lane, right_lane in zip(left[1:], right[1:], strict=True):
            second = self._second[:size].reshape(rows, columns)
            np.bitwise_xor(left_lane, right_lane, out=bits)
            np.bitwise_count(bits, out=second)
            np.add(counts, second, out=counts)
        return counts


def block_key_columns(words: Words) -> BlockKeys:
    """The block keys of n words: shape (4, n), row b holds block key b of each."""
    shifts = np.array([block_shift(block) for block in range(BLOCKS)], np.uint64)
    return (words >> shifts[:, None]).astype(np.uint16)


def block_radii(k: int) -> tuple[int, int, int, int]:
    """Radii of the four blocks that together just suffice, largest first; -1 means not at all.

    If block i differed in more than r_i bits for every i, the words would differ in at least the
    sum of (r_i + 1), so a sum of k + 1 is enough (general pigeonhole: Qin, Xiao et al., GPH:
    Similarity Search in Hamming Space, ICDE 2018). Any block may be given any of the radii. Raises
    ``InvalidDistanceError``.
    """
    require_distance(k)
    each, more = divmod(k + 1, BLOCKS)
    first, second, third, fourth = (each if block < more else each - 1 for block in range(BLOCKS))
    return first, second, third, fourth


def neighbour_count(radius: int) -> int:
    """Return how many block keys are within ``radius`` bits of one."""
    return sum(comb(BLOCK_BITS, bits) for bits in range(radius + 1))


@cache
def neighbour_masks(radius: int) -> BlockKeys:
    """All 16-bit values of at most ``radius`` one bits, by number of one bits, then by value.

    A radius of -1 gives none. The array is shared and read-only.
    """
    values = np.arange(1 << BLOCK_BITS, dtype=np.uint16)
    counts = np.bitwise_count(values)
    masks = values[np.argsort(counts, kind="stable")][: neighbour_count(radius)]
    masks.flags.writeable = False
    return masks
