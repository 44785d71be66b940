"""Parts that several methods share: runs of candidates compared, and places of equal fingerprints.

A table answers a probe by a run of neighbouring rows. Here all runs of a batch are walked at once,
the distance of every candidate is computed, and what is met in several tables is counted once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import block_key_columns
from simhash_gui.core.methods.method import Answers
from simhash_gui.core.ragged import Indexes, bounds_of, ragged_rows
from simhash_gui.core.types import BLOCK_BITS, NearDuplicatePairs, Words

Places = NDArray[np.int32]
_KEYS = 1 << BLOCK_BITS


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Rows [start, start + length) of a table, each run asked for by a query."""

    query: Indexes
    start: Indexes
    length: Indexes


@dataclass(frozen=True, slots=True, eq=False)
class BlockTable:
    """Places by the key of one 16-bit block: those of key x are ``places[bounds[x]:bounds[x+1]]``.

    ``bounds`` has shape (65,537,).
    """

    bounds: Indexes
    places: Places

    @classmethod
    def of(cls, keys: NDArray[np.uint16]) -> Self:
        """Sort places by their key."""
        places = np.argsort(keys, kind="stable").astype(np.int32)
        return cls(bounds_of(np.bincount(keys, minlength=_KEYS)), places)

    @property
    def size_bytes(self) -> int:
        """What both arrays take."""
        return self.bounds.nbytes + self.places.nbytes

    def runs(self, query: Indexes, keys: NDArray[np.uint16]) -> Runs:
        """The rows of each key."""
        start = self.bounds[keys]
        return Runs(query, start, self.bounds[keys.astype(np.int64) + 1] - start)


def block_tables(words: Words) -> tuple[BlockTable, ...]:
    """One table for each of the four blocks."""
    return tuple(BlockTable.of(keys) for keys in block_key_columns(words))


@dataclass(slots=True)
class Findings:
    """What the tables give to a batch of queries, collected one after another."""

    words: Words
    queries: Words
    k: int
    probes: int = 0
    candidates: int = 0
    _found: list[tuple[Indexes, Indexes]] = field(default_factory=list, init=False)

    def compare(self, runs: Runs, places: Places) -> None:
        """Probe a table, and keep the candidates within k bits."""
        self.probes += len(runs.query)
        for owners, offsets in ragged_rows(runs.length):
            query = runs.query[owners]
            place = places[runs.start[owners] + offsets].astype(np.int64)
            self.candidates += len(place)
            differing = np.bitwise_count(self.queries[query] ^ self.words[place])
            near = differing <= self.k
            self._found.append((query[near], place[near]))

    def answers(self) -> Answers:
        """Everything that was met, once."""
        return answers_of(self._found, self.probes, self.candidates)


def answers_of(found: list[tuple[Indexes, Indexes]], probes: int, candidates: int) -> Answers:
    """Put (query, place) together, by query and place, without repeats."""
    nothing = (np.empty(0, np.int64), np.empty(0, np.int64))
    query = np.concatenate([nothing[0], *(queries for queries, _ in found)])
    place = np.concatenate([nothing[1], *(places for _, places in found)])
    both = np.unique(query << 32 | place)
    return Answers(both >> 32, both & 0xFFFF_FFFF, probes, candidates)


@dataclass(frozen=True, slots=True, eq=False)
class Directory:
    """Distinct fingerprints, ascending, and the places of each."""

    distinct: Words
    bounds: Indexes
    places: Places

    @classmethod
    def of(cls, words: Words) -> Self:
        """Group equal fingerprints."""
        places = np.argsort(words, kind="stable").astype(np.int32)
        distinct, counts = np.unique(words, return_counts=True)
        return cls(distinct, bounds_of(counts), places)

    @property
    def size_bytes(self) -> int:
        """What the three arrays take."""
        return self.distinct.nbytes + self.bounds.nbytes + self.places.nbytes

    def rows_of(self, words: Words) -> Indexes:
        """The rows of fingerprints that are there."""
        return np.searchsorted(self.distinct, words)

    def expand(self, query: Indexes, row: Indexes) -> tuple[Indexes, Indexes]:
        """(query, place) of all places of the distinct fingerprints in these rows."""
        lengths = self.bounds[row + 1] - self.bounds[row]
        owners = np.repeat(np.arange(len(row)), lengths)
        offsets = np.arange(len(owners)) - np.repeat(bounds_of(lengths)[:-1], lengths)
        places = self.places[self.bounds[row][owners] + offsets].astype(np.int64)
        return query[owners], places


def pairs_in_runs(words: Words, ends: Indexes, places: Places, k: int) -> NearDuplicatePairs:
    """All pairs within k bits of rows that share a run; row i shares rows up to ``ends[i]``."""
    lengths = ends - np.arange(len(ends)) - 1
    batches = []
    for rows, offsets in ragged_rows(lengths):
        a = places[rows].astype(np.int64)
        b = places[rows + offsets + 1].astype(np.int64)
        differing = np.bitwise_count(words[a] ^ words[b])
        near = differing <= k
        a, b = a[near], b[near]
        batches.append(NearDuplicatePairs(np.minimum(a, b), np.maximum(a, b), differing[near]))
    return NearDuplicatePairs.concatenate(batches)
