"""The tables that a search by equal keys sorts: which bits are the key of each, and the keys.

A table picks some of the bits as its key, and fingerprints with equal keys are compared. Within k
bits nothing is missed when any k bits leave the key of some table untouched. A *cover* is a family
of such tables. Two ways of picking are combined. Parts: k differing bits are spread over p parts,
so some q of the parts hold few of them; when they hold none, all their bits are the key (Manku,
Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). Halves: the bits of the
chosen parts are laid on the points of a space of r dimensions over two elements; any r points lie
in a plane of r - 1 dimensions, and the bits off that plane, half of all, are the key (Pagh:
Locality-sensitive Hashing without False Negatives, SODA 2016). Longer keys take more tables;
``costs`` weighs that.

A *layout* says which bit goes to which point. On real documents bits are biased: sixteen
neighbouring bits may hold as little as one bit's worth of choice, and a bucket then holds half of
the library. So bits are dealt by what they tell apart: a bit that is set with probability p is
equal in two fingerprints with probability p**2 + (1 - p)**2, the negative logarithm of which is its
worth in bits (collision entropy; Rényi, 1961). Two fingerprints share a bucket with probability
2**-(worth of the key). The bits are dealt from the most to the least worth, each to the point where
it reduces the sum of that over all tables most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.types import SCATTER, WORD_BITS, Words

Worths: TypeAlias = NDArray[np.float64]
"""Shape (lanes, 64): what each bit tells apart, 0 to 1; bit 0 is the least significant."""

_CHUNK = 1 << 14
_HALF_WORD = np.uint64(32)
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
