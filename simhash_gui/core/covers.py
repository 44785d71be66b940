"""Which blocks must be equal: covers, the tables that a search by equal blocks sorts.

The bits of a fingerprint are dealt into m blocks. Two fingerprints within k bits differ in at most
k blocks, so a family of block sets (tables) of which every k blocks leave one untouched finds every
pair: the pair agrees in all blocks of that table. All sets of m - k blocks are such a family
(Manku, Jain, Das Sarma, WWW 2007); for k = 3 the fourteen planes of an eight-point space are one
with half of all bits in each key. More blocks give longer keys, smaller buckets and more tables;
``costs`` weighs that. How blocks are cut out of real, biased bits is the business of ``layout``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

MAX_BLOCKS = 20
MAX_TABLES = 4000


@dataclass(frozen=True, slots=True)
class Cover:
    """``block_count`` blocks, and tables as bit masks over them: bit b stands for block b."""

    block_count: int
    tables: tuple[int, ...]

    def key_blocks(self, table: int) -> tuple[int, ...]:
        """Return the blocks that make the key of a table, ascending."""
        mask = self.tables[table]
        return tuple(block for block in range(self.block_count) if mask >> block & 1)

    def first_tables(self) -> NDArray[np.uint16]:
        """For every set of differing blocks, the first table that it leaves untouched.

        Shape (2**block_count,), indexed by the mask of differing blocks; the number of tables
        where there is none. A pair is reported by that table alone.
        """
        every = (1 << self.block_count) - 1
        first = np.full(1 << self.block_count, len(self.tables), np.uint16)
        first[every ^ np.array(self.tables)] = np.arange(len(self.tables))
        for block in range(self.block_count):
            pairs = first.reshape(-1, 2, 1 << block)
            np.minimum(pairs[:, 0], pairs[:, 1], out=pairs[:, 0])
        return first


def covers(k: int) -> Iterator[Cover]:
    """Yield the covers for distance ``k``, fewest tables first; none when k is too great."""
    for spare in range(1, MAX_BLOCKS - k + 1):
        if comb(k + spare, spare) > MAX_TABLES:
            return
        if (k, spare) == (3, 3):
            yield _planes()
        yield equal_blocks(k + spare, spare)


def equal_blocks(block_count: int, key_size: int) -> Cover:
    """All sets of ``key_size`` blocks: a cover for distances up to block_count - key_size."""
    tables = combinations(range(block_count), key_size)
    return Cover(block_count, tuple(sum(1 << block for block in table) for table in tables))


def _planes() -> Cover:
    """Return the Steiner quadruple system of order 8, which covers distance 3.

    Its blocks are the points of a three-dimensional space over two elements and its tables the
    planes: four points whose numbers XOR to zero. Any three points lie in exactly one plane, and
    the complement of a plane is a plane that avoids them (Hanani: On Quadruple Systems, 1960).
    """
    planes = [points for points in combinations(range(8), 4) if _xor(points) == 0]
    return Cover(8, tuple(sum(1 << point for point in plane) for plane in planes))


def _xor(points: tuple[int, ...]) -> int:
    return int(np.bitwise_xor.reduce(points))
