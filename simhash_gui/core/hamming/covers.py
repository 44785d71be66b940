"""Which bits must be equal: covers, the tables that a search by equal keys sorts.

A table picks some of the bits as its key, and fingerprints with equal keys are compared. Within k
bits nothing is missed when any k bits leave the key of some table untouched. Two ways of picking
are put together here. Parts: k differing bits are spread over p parts, so some q of the parts hold
few of them; when they hold none, all their bits are the key (Manku, Jain, Das Sarma: Detecting
Near-Duplicates for Web Crawling, WWW 2007). Halves: the bits of the chosen parts are laid on the
points of a space of r dimensions over two elements; any r points lie in a plane of r - 1
dimensions, and the bits off that plane, half of all, are the key (Pagh: Locality-sensitive Hashing
without False Negatives, SODA 2016). Longer keys take more tables; ``costs`` weighs that. Which bit
goes to which point is the business of ``layout``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MAX_TABLES = 512
_MOST_SPARE_PARTS = 3


class Group(NamedTuple):
    """Tables over the bits of some parts, for up to ``radius`` differing bits among them."""

    parts: tuple[int, ...]
    radius: int


@dataclass(frozen=True, slots=True)
class Cover:
    """Parts that the bits are dealt into, and groups of which one always finds a pair."""

    part_count: int
    groups: tuple[Group, ...]

    @property
    def table_count(self) -> int:
        """How many tables all groups have."""
        return sum(_half_count(group.radius) for group in self.groups)

    @property
    def key_share(self) -> float:
        """About what share of all bits a key has, the bits being dealt to make keys alike."""
        if all(len(group.parts) == 1 for group in self.groups):
            return 1 / sum(_shared_by(group.radius) for group in self.groups)
        parts, radius = self.groups[0]
        return len(parts) / self.part_count / _shared_by(radius)

    def tables(self) -> NDArray[np.bool_]:
        """Return which points make the key of each table: shape (tables, points).

        Every part has the same number of points. Wherever the bits are laid within their part,
        any k of them leave one table untouched.
        """
        points = 1 << max(group.radius for group in self.groups)
        rows = [_group_tables(group, self.part_count, points) for group in self.groups]
        return np.concatenate(rows)


def covers(k: int) -> list[Cover]:
    """Return the covers for distance ``k`` >= 1, fewest tables first, each with longer keys."""
    found: list[Cover] = []
    ranked = sorted(_candidates(k), key=lambda cover: (cover.table_count, -cover.key_share))
    for cover in ranked:
        if not found or cover.key_share > found[-1].key_share:
            found.append(cover)
    return found


def one_part_each(k: int, part_count: int) -> Cover:
    """Groups of one part each: k bits exceed not every radius, for radii + 1 add up to k + 1."""
    whole, more = divmod(k + 1, part_count)
    sizes = [whole + (part < more) for part in range(part_count)]
    groups = tuple(Group((part,), size - 1) for part, size in enumerate(sizes))
    return Cover(part_count, groups)


def some_parts_each(k: int, part_count: int, chosen: int) -> Cover:
    """Return a group for every ``chosen`` of the parts."""
    radius = fewest_in(k, part_count, chosen)
    subsets = combinations(range(part_count), chosen)
    return Cover(part_count, tuple(Group(parts, radius) for parts in subsets))


def fewest_in(k: int, part_count: int, chosen: int) -> int:
    """Return how many of k bits the emptiest ``chosen`` parts hold at most: k spread evenly."""
    whole, more = divmod(k, part_count)
    return whole * chosen + max(0, chosen - (part_count - more))


def _candidates(k: int) -> Iterator[Cover]:
    for part_count in range(1, k + 2):
        cover = one_part_each(k, part_count)
        if cover.table_count <= MAX_TABLES:
            yield cover
    for part_count in range(3, k + _MOST_SPARE_PARTS + 1):
        for chosen in range(2, part_count):
            halves = _half_count(fewest_in(k, part_count, chosen))
            if halves * comb(part_count, chosen) <= MAX_TABLES:
                yield some_parts_each(k, part_count, chosen)


def _half_count(radius: int) -> int:
    return (1 << radius + 1) - 2 if radius else 1


def _shared_by(radius: int) -> int:
    return 2 if radius else 1


def _group_tables(group: Group, part_count: int, points: int) -> NDArray[np.bool_]:
    halves = _halves(group.radius, points)
    rows = np.zeros((len(halves), part_count, points), np.bool_)
    rows[:, list(group.parts)] = halves[:, None]
    return rows.reshape(len(halves), -1)


def _halves(radius: int, points: int) -> NDArray[np.bool_]:
    """Both sides of every plane of a space of ``radius`` dimensions, 0/1 coordinates as bits.

    A larger number of points is that space several times over.
    """
    if not radius:
        return np.ones((1, points), np.bool_)
    normals = np.arange(1, 1 << radius)[:, None]
    side = np.bitwise_count(np.arange(points) & normals) & 1 == 1
    return np.concatenate((side, ~side))
