"""Made fingerprints to try methods on: strangers, copies and near copies, the same for each seed.

The stream is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014), written out here so that a seed means the same with every version of numpy.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import SCATTER, WORD_BITS, Words

_FAMILY = 5
"""Every fifth fingerprint is a stranger that the four after it may be made from."""
_COPIED_SHARE = 0.5
_MOST_FLIPS = 6


def random_words(count: int, seed: int) -> Words:
    """``count`` words of the stream of a seed."""
    start = np.uint64(seed % (1 << WORD_BITS))
    state = start + np.arange(1, count + 1, dtype=np.uint64) * SCATTER
    state = (state ^ state >> np.uint64(30)) * np.uint64(0xBF58_476D_1CE4_E5B9)
    state = (state ^ state >> np.uint64(27)) * np.uint64(0x94D0_49BB_1331_11EB)
    return state ^ state >> np.uint64(31)


def made_words(count: int, seed: int) -> Words:
    """Half strangers, the rest within 0 to 6 bits of the first of their five."""
    streams = random_words(3 * count, seed).reshape(3, count)
    strangers, chances, places = streams
    first = np.arange(count) // _FAMILY * _FAMILY
    is_copy = (np.arange(count) != first) & (as_fraction(chances) < _COPIED_SHARE / 0.8)
    flips = (places >> np.uint64(60)).astype(np.int64) % (_MOST_FLIPS + 1)
    copies = strangers[first] ^ _flip_masks(places, flips)
    return np.where(is_copy, copies, strangers)


def made_queries(words: Words, count: int, k: int, seed: int) -> Words:
    """Queries of which half are within 0 to k + 1 bits of a stored fingerprint."""
    strangers, chosen, places = random_words(3 * count, seed ^ 0x51).reshape(3, count)
    flips = np.arange(count) // 2 % (k + 2)
    stored = words[(chosen % np.uint64(max(len(words), 1))).astype(np.int64)] if len(words) else 0
    near = stored ^ _flip_masks(places, flips)
    return np.where((np.arange(count) % 2 == 0) & (len(words) > 0), near, strangers)


def as_fraction(words: Words) -> np.ndarray:
    """The 53 most significant bits of each as a number in [0, 1)."""
    return (words >> np.uint64(11)).astype(np.float64) / 2.0**53


def _flip_masks(places: Words, flips: Indexes) -> Words:
    """Words with ``flips`` one bits each, at distinct places: an odd stride meets every bit."""
    start = places & np.uint64(WORD_BITS - 1)
    stride = places >> np.uint64(6) & np.uint64(WORD_BITS - 1) | np.uint64(1)
    masks = np.zeros(len(places), np.uint64)
    for number in range(int(flips.max(initial=0))):
        bit = (start + np.uint64(number) * stride) & np.uint64(WORD_BITS - 1)
        masks |= np.where(flips > number, np.uint64(1) << bit, np.uint64(0))
    return masks
