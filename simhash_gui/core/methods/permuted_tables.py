"""Sixteen permuted tables with 28-bit prefixes, each sorted and searched by its prefix.

Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007, section 3.1: the
64 bits fall into four blocks of 16; three differing bits leave one untouched. The other 48 fall
into four parts of 12, of which one is untouched too. Bringing every choice of block and part to the
front gives 16 tables in which whoever is within 3 bits agrees on the first 28 bits, and about
n / 2**28 others do.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from simhash_gui.core.methods.lookup import Directory, answers_of
from simhash_gui.core.methods.method import Answers, Cost, Index, Method, with_distances
from simhash_gui.core.ragged import Indexes, ragged_rows
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, WORD_BITS, NearDuplicatePairs, Words

PART_BITS = 12
PREFIX_BITS = BLOCK_BITS + PART_BITS
TABLES = BLOCKS * BLOCKS
REST = np.uint64((1 << WORD_BITS - PREFIX_BITS) - 1)
_BUILD_S = 2e-6
_PROBE_S = 3e-6
_MEET_S = 5e-8


@dataclass(frozen=True, slots=True)
class Permutation:
    """Which of four blocks comes first, and which of the four parts of the other 48 bits next."""

    block: int
    part: int

    def apply(self, words: Words) -> Words:
        """Permute the bits of each word."""
        moved = _brought_to(words, 0, self.block * BLOCK_BITS, BLOCK_BITS)
        return _brought_to(moved, BLOCK_BITS, self.part * PART_BITS, PART_BITS)

    def undo(self, words: Words) -> Words:
        """Put the bits back."""
        # To move a field forward over others moves these back over it.
        moved = _brought_to(words, BLOCK_BITS, PART_BITS, self.part * PART_BITS)
        return _brought_to(moved, 0, BLOCK_BITS, self.block * BLOCK_BITS)


PERMUTATIONS = tuple(Permutation(*choice) for choice in product(range(BLOCKS), repeat=2))


def _brought_to(words: Words, at: int, skipped: int, length: int) -> Words:
    """Exchange the ``skipped`` bits from ``at`` on with the ``length`` that follow; 0 is first."""
    if not skipped or not length:
        return words
    below = np.uint64(WORD_BITS - at - skipped - length)
    field = (1 << length) - 1
    section = np.uint64(((1 << skipped + length) - 1) << int(below))
    moved = words >> below & np.uint64(field)
    others = words >> (below + np.uint64(length)) & np.uint64((1 << skipped) - 1)
    exchanged: Words = moved << (below + np.uint64(skipped)) | others << below
    return words & ~section | exchanged


def prefix_ranges(words: Words) -> tuple[Words, Words]:
    """The smallest and the largest word with the same first 28 bits."""
    return words & ~REST, words | REST


class PermutedTables(Index):
    """Sixteen sorted arrays of the distinct fingerprints, and a directory of their places."""

    def __init__(self, words: Words, k: int) -> None:
        self.words, self.k = words, k
        self._directory = Directory.of(words)
        distinct = self._directory.distinct
        self._tables = [np.sort(permutation.apply(distinct)) for permutation in PERMUTATIONS]

    @property
    def size_bytes(self) -> int:
        return self._directory.size_bytes + sum(table.nbytes for table in self._tables)

    def query(self, words: Words) -> Answers:
        found, candidates = [], 0
        for permutation, table in zip(PERMUTATIONS, self._tables, strict=True):
            permuted = permutation.apply(words)
            first, last = prefix_ranges(permuted)
            start = np.searchsorted(table, first, side="left")
            length = np.searchsorted(table, last, side="right") - start
            for query, offset in ragged_rows(length):
                met = table[start[query] + offset]
                candidates += len(met)
                near = np.bitwise_count(met ^ permuted[query]) <= self.k
                rows = self._directory.rows_of(permutation.undo(met[near]))
                found.append(self._directory.expand(query[near], rows))
        return answers_of(found, TABLES * len(words), candidates)

    def pairs(self) -> NearDuplicatePairs:
        """Rows that share a prefix are compared where they stand, without a query."""
        links = []
        for permutation, table in zip(PERMUTATIONS, self._tables, strict=True):
            links += links_in_table(self._directory, permutation, table, self.k)
        return pairs_of_links(self._directory, self.words, links)


def links_in_table(
    directory: Directory, permutation: Permutation, table: Words, k: int
) -> list[tuple[Indexes, Indexes]]:
    """Rows of the directory that share a prefix in this table and are within k bits."""
    ends = np.searchsorted(table, table | REST, side="right")
    links = []
    for rows, offsets in ragged_rows(ends - np.arange(len(table)) - 1):
        one, other = table[rows], table[rows + offsets + 1]
        near = np.bitwise_count(one ^ other) <= k
        a, b = (permutation.undo(side[near]) for side in (one, other))
        links.append((directory.rows_of(a), directory.rows_of(b)))
    return links


def pairs_of_links(
    directory: Directory, words: Words, links: list[tuple[Indexes, Indexes]]
) -> NearDuplicatePairs:
    """Pairs of places, from pairs of rows of the directory and from equal fingerprints."""
    every = np.arange(len(directory.distinct))
    met = [_places_of(directory, *link) for link in [(every, every), *links]]
    a, b = (np.concatenate(side) for side in zip(*met, strict=True))
    left, right = np.minimum(a, b), np.maximum(a, b)
    return with_distances(words, left[left < right], right[left < right])


def _places_of(directory: Directory, a: Indexes, b: Indexes) -> tuple[Indexes, Indexes]:
    """Every place of the fingerprint in row a[i] with every place of that in row b[i]."""
    link, place_a = directory.expand(np.arange(len(a)), a)
    return directory.expand(place_a, b[link])


def _cost(count: int, _: int) -> Cost:
    candidates = TABLES * count / (1 << PREFIX_BITS)
    return Cost(
        size_bytes=count * (8.0 * TABLES + 40.0),
        build_s=count * _BUILD_S,
        query_s=TABLES * _PROBE_S + candidates * _MEET_S,
        pairs_s=count * TABLES * _MEET_S * 4,
    )


METHOD = Method("permuted-tables", PermutedTables, _cost, BLOCKS - 1)
