"""The four 16-bit blocks of a word, and the pigeonhole that makes them an index.

Of k differing bits spread over four blocks, at least one block has k // 4 or fewer (Manku, Jain,
Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007, for k = 3; Norouzi, Punjani,
Fleet: Fast Search in Hamming Space with Multi-Index Hashing, CVPR 2012, for any k). The index in
memory and the one in the library are both keyed by these blocks.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.hamming import require_distance
from simhash_gui.core.types import Words

BLOCKS = 4
BLOCK_BITS = 16
BLOCK_VALUES = 1 << BLOCK_BITS

BlockKeys = NDArray[np.uint16]


def block_keys(word: int) -> tuple[int, int, int, int]:
    """Split a 64-bit word into its four blocks; key 0 is the most significant 16 bits."""
    return word >> 48, word >> 32 & 0xFFFF, word >> 16 & 0xFFFF, word & 0xFFFF


def block_key_columns(words: Words) -> BlockKeys:
    """Split n words: shape (4, n), row b holds block key b of each."""
    shifts = np.array([48, 32, 16, 0], np.uint64)
    return (words >> shifts[:, None]).astype(np.uint16)


def block_radius(k: int) -> int:
    """Return how far a block must be probed so that one of four finds every word within k."""
    return k // BLOCKS


def block_radii(k: int) -> tuple[int, int, int, int]:
    """Radii of the four blocks that together just suffice, greatest first; -1 means not at all.

    If block i differed in more than r_i bits for every i, the words would differ in at least the
    sum of (r_i + 1), so a sum of k + 1 is enough (general pigeonhole: Qin, Xiao et al., GPH:
    Similarity Search in Hamming Space, ICDE 2018). Any block may be given any of the radii.
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
    values = np.arange(BLOCK_VALUES, dtype=np.uint16)
    counts = np.bitwise_count(values)
    masks = values[np.argsort(counts, kind="stable")][: neighbour_count(radius)]
    masks.flags.writeable = False
    return masks


def neighbours(key: int, radius: int) -> BlockKeys:
    """Block keys within ``radius`` bits of ``key``, by distance from it, then by value."""
    keys = np.uint16(key) ^ neighbour_masks(radius)
    order = np.lexsort((keys, np.bitwise_count(keys ^ np.uint16(key))))
    return keys[order]
