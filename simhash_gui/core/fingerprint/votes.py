"""The last two steps of SimHash: merge the votes on each bit, and reduce them to a fingerprint.

Index i of a row of bits or sums belongs to bit i, counted from 0 at the least significant one.
Hashes come as lanes, see ``hashing.hash_features``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import TieRule
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import WORD_BITS

_OCTET_BITS = 8
_OCTETS = WORD_BITS // _OCTET_BITS
_ROWS_AT_ONCE = 8192  # of a bit matrix in float64: 4 MB at 64 bits


def merge(
    hashes: NDArray[np.uint64], weights: NDArray[np.float64], width: int
) -> NDArray[np.float64]:
    """The sum of all votes on each bit, shape (width,); exact for fixed-point weights.

    ``hashes`` has shape (n, lanes). A feature votes with its weight for a one or against it.
    """
    for_one = np.zeros(width)
    for start in range(0, len(hashes), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        for_one += weights[rows] @ bit_matrix(hashes[rows], width).astype(np.float64)
    sums: NDArray[np.float64] = 2 * for_one - weights.sum()
    return sums


def merge_each(
    hashes: NDArray[np.uint64], weights: NDArray[np.float64], bounds: Indexes
) -> NDArray[np.float64]:
    """The same sums for the features of d documents laid end to end: shape (d, 64), as exact.

    ``hashes`` has shape (n,). Weights are added up by the value of each octet first.
    """
    count = len(bounds) - 1
    owners = np.repeat(np.arange(count), np.diff(bounds))
    octets = np.ascontiguousarray(hashes, np.dtype("<u8")).view(np.uint8).reshape(-1, _OCTETS)
    rows = owners << _OCTET_BITS
    bits = np.unpackbits(np.arange(1 << _OCTET_BITS, dtype=np.uint8), bitorder="little")
    votes = bits.reshape(-1, _OCTET_BITS).astype(np.float64)
    for_one = np.empty((count, _OCTETS, _OCTET_BITS))
    for place in range(_OCTETS):
        by_value = np.bincount(rows + octets[:, place], weights, count << _OCTET_BITS)
        for_one[:, place] = by_value.reshape(count, len(votes)) @ votes
    sums: NDArray[np.float64] = 2 * for_one.reshape(count, WORD_BITS)
    return sums - np.bincount(owners, weights, count)[:, np.newaxis]


def reduce(sums: NDArray[np.float64], tie_rule: TieRule) -> int:
    """The value of the fingerprint: bit i is set when ``sums[i]`` > 0, or on a tie by the rule."""
    packed = np.packbits(sign_bits(sums, tie_rule), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


def sign_bits(sums: NDArray[np.float64], tie_rule: TieRule) -> NDArray[np.uint8]:
    """0 or 1 for each sum, in the same shape."""
    is_set = sums >= 0 if tie_rule is TieRule.ONE else sums > 0
    return is_set.astype(np.uint8)


def bit_matrix(hashes: NDArray[np.uint64], width: int) -> NDArray[np.uint8]:
    """Shape (n, width): column i is bit i of each hash."""
    octets = np.ascontiguousarray(hashes, np.dtype("<u8")).view(np.uint8)
    row = np.unpackbits(octets.reshape(-1), bitorder="little")
    bits = row.reshape(len(hashes), hashes.shape[1] * WORD_BITS)
    if hashes.shape[1] == 1:
        return bits[:, :width]
    return np.hstack([bits[:, WORD_BITS:width], bits[:, :WORD_BITS]])


def pack_words(bits: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Words and rests of many fingerprints, each of shape (n,), from bits of shape (n, width)."""
    rest_bits = max(bits.shape[1] - WORD_BITS, 0)
    return _pack(bits[:, rest_bits:]), _pack(bits[:, :rest_bits])


def _pack(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    octets = np.zeros((len(bits), WORD_BITS // 8), np.uint8)
    packed = np.packbits(bits, axis=1, bitorder="little")
    octets[:, : packed.shape[1]] = packed
    return octets.view(np.dtype("<u8")).astype(np.uint64).reshape(-1)
