"""Hamming distance between fingerprints: of two, of one with many, of many with many.

A fingerprint of up to 64 bits is one word; a wider one is a word and a rest. Arrays of both are
``lanes``: one uint64 array, or two of equal length. Which pairs are worth comparing is decided
elsewhere (``search``, ``pairs``); here they are compared.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.types import Words

Lanes: TypeAlias = tuple[Words, ...]
"""One array of words, or an array of words and one of rests; all of shape (n,)."""

Distances: TypeAlias = NDArray[np.uint8]

MAX_DISTANCE = 32
"""The greatest distance that a search takes: half of 64 bits is what unrelated texts have."""

_MATRIX_TILE = 1 << 16


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


def distance_matrix(
    a: Words, b: Words, *, a_rests: Words | None = None, b_rests: Words | None = None
) -> Distances:
    """Distance of each of n fingerprints to each of m: shape (n, m), one byte a pair.

    Rests are given for both sides or for neither. Works in rows so that nothing but the result
    needs n * m bytes.
    """
    left, right = as_lanes(a, a_rests), as_lanes(b, b_rests)
    result = np.empty((len(a), len(b)), np.uint8)
    rows = max(1, _MATRIX_TILE // max(1, len(b)))
    tile = DistanceTile(rows * max(1, len(b)))
    for start in range(0, len(a), rows):
        block = tuple(lane[start : start + rows, None] for lane in left)
        part = result[start : start + rows]
        part[...] = tile.between(block, right, len(part), len(b))
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
