"""Buckets by block key, in memory: where the words with a given block key are.

Four copies of all words, each ordered by one block, and where every one of its 65,536 keys begins.
``search`` asks these buckets and decides when a scan is cheaper.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.blocks import (
    BLOCK_VALUES,
    BLOCKS,
    block_key_columns,
    block_radii,
    neighbour_masks,
)
from simhash_gui.core.hamming.hamming import Distances
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import Words


@dataclass(frozen=True, slots=True, eq=False)
class BlockBuckets:
    """The four tables laid end to end.

    Bucket ``b * 65536 + key`` spans ``offsets[bucket]`` to ``offsets[bucket + 1]`` of ``words``
    and ``positions``. ``loads`` says, for each block, how many words on average share the bucket
    of a word (sum of squared bucket sizes over their sum), ``lightest_first`` orders the blocks
    by it.
    """

    words: Words
    positions: NDArray[np.uint32]
    offsets: Indexes
    loads: NDArray[np.float64]
    lightest_first: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Probes:
    """Which buckets to look into for one distance: shape (p,) each, block after block.

    ``radii`` has the radius of each block, -1 for one that is left out.
    """

    blocks: NDArray[np.int64]
    masks: NDArray[np.uint16]
    radii: tuple[int, ...]


def block_buckets(words: Words) -> BlockBuckets:
    """Order the words by each of their blocks: four stable radix sorts of 16-bit keys."""
    count = len(words)
    columns = block_key_columns(words)
    ordered, positions = np.empty(BLOCKS * count, np.uint64), np.empty(BLOCKS * count, np.uint32)
    sizes = np.array([np.bincount(keys, minlength=BLOCK_VALUES) for keys in columns])
    for block, keys in enumerate(columns):
        order = np.argsort(keys, kind="stable")
        positions[block * count : (block + 1) * count] = order
        ordered[block * count : (block + 1) * count] = words[order]
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    loads = (sizes.astype(np.float64) ** 2).sum(axis=1) / max(1, count)
    return BlockBuckets(ordered, positions, offsets, loads, tuple(np.argsort(loads).tolist()))


def probes_for(k: int, lightest_first: tuple[int, ...]) -> Probes:
    """Give the lightest blocks the greatest radii, and list the neighbours to look up."""
    radii = [-1] * BLOCKS
    for block, radius in zip(lightest_first, block_radii(k), strict=True):
        radii[block] = radius
    masks = [neighbour_masks(radius) for radius in radii]
    blocks = np.repeat(np.arange(BLOCKS), [len(mask) for mask in masks])
    return Probes(blocks, np.concatenate(masks), tuple(radii))


def first_probed(differences: Words, probes: Probes) -> NDArray[np.int64]:
    """Return the first block within its radius, for each difference (XOR) of a pair within k.

    The pair stands in exactly one probed bucket of each such block, so counting it in the first
    one only counts it once.
    """
    counts: Distances = np.bitwise_count(block_key_columns(differences))
    within = counts.astype(np.int64) <= np.array(probes.radii)[:, None]
    first: NDArray[np.int64] = np.argmax(within, axis=0)
    return first
