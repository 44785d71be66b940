"""What the stages on finding neighbours take from the search: its plan of blocks, and made rows."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from simhash_gui.core.hamming.distances import block_radii, neighbour_count
from simhash_gui.core.types import WORD_BITS

Rows: TypeAlias = tuple[int, tuple[int, ...]]
"""A query and stored fingerprints."""

_STORED = 10


def block_plan(k: int) -> tuple[tuple[int, ...], int]:
    """The radius in each of the four blocks, and how many keys that is. Raises as block_radii."""
    radii = block_radii(k)
    return radii, sum(neighbour_count(radius) for radius in radii)


def made_rows(seed: int) -> Rows:
    """A query and ten fingerprints, half of them within eight bits of it."""
    random = Random(f"rows:{seed}")
    query = random.getrandbits(WORD_BITS)
    near = [query ^ _mask(random, random.randint(1, 8)) for _ in range(_STORED // 2)]
    rows = [*near, *(random.getrandbits(WORD_BITS) for _ in range(_STORED - len(near)))]
    random.shuffle(rows)
    return query, tuple(rows)


def _mask(random: Random, count: int) -> int:
    return sum(1 << bit for bit in random.sample(range(WORD_BITS), count))
