"""What every way of searching has in common: building, its bytes, a batch of queries, all pairs.

A *method* is a name and what it is expected to cost; building it over n fingerprints gives an
*index*, which answers. Costs are counted before anything is built, from n and k alone, so that a
method that would not fit says so on every machine alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import comb

import numpy as np

from simhash_gui.core.hamming.distances import require_distance
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import WORD_BITS, NearDuplicatePairs, Words


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a batch of queries found: ``query[i]`` meets the fingerprint at ``place[i]``.

    Both have shape (m,), by query and then by place, without repeats. ``probes`` counts keys that
    were looked up, ``candidates`` fingerprints whose distance was then computed.
    """

    query: Indexes
    place: Indexes
    probes: int
    candidates: int


class Index(ABC):
    """Fingerprints, shape (n,), made ready for queries within ``k`` bits."""

    words: Words
    k: int
    queries_at_once = 1 << 12
    """How many fingerprints are asked for in one batch when all pairs are searched."""

    @property
    @abstractmethod
    def size_bytes(self) -> int:
        """What the index holds in memory, the fingerprints included."""

    @abstractmethod
    def query(self, words: Words) -> Answers:
        """All fingerprints within ``k`` bits of each of the words, shape (q,)."""

    def close(self) -> None:  # noqa: B027 - most have nothing to give back
        """Give back what lies outside memory; the index answers no more."""

    def pairs(self) -> NearDuplicatePairs:
        """All pairs within ``k`` bits: here, by asking for every fingerprint in turn."""
        return NearDuplicatePairs.concatenate(
            self._pairs_from(start) for start in range(0, len(self.words), self.queries_at_once)
        )

    def _pairs_from(self, start: int) -> NearDuplicatePairs:
        found = self.query(self.words[start : start + self.queries_at_once])
        left, right = found.query + start, found.place
        return with_distances(self.words, left[left < right], right[left < right])


@dataclass(frozen=True, slots=True)
class Cost:
    """What is expected: bytes while it is built, seconds to build, for a query, for all pairs."""

    size_bytes: float
    build_s: float
    query_s: float
    pairs_s: float


AFFORDABLE = Cost(size_bytes=1 << 30, build_s=60.0, query_s=1.0, pairs_s=30.0)
"""What a method may cost; this suits a small machine."""


class Obstacle(StrEnum):
    """Why a method is not run, or not to its end."""

    DISTANCE = "distance"
    """It misses pairs at this distance."""
    MEMORY = "memory"
    BUILD_TIME = "build-time"
    QUERY_TIME = "query-time"
    PAIRS_TIME = "pairs-time"
    """Queries fit, all pairs would not."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """An obstacle with what would be needed and what there is: bits, bytes or seconds."""

    obstacle: Obstacle
    needed: float
    limit: float


@dataclass(frozen=True, slots=True)
class Method:
    """One known way. ``name`` stays the same for scripts; ``build`` takes the words and k."""

    name: str
    build: Callable[[Words, int], Index]
    cost: Callable[[int, int], Cost]
    """Takes n and k."""
    max_distance: int = WORD_BITS // 2

    def shortfall(self, count: int, k: int, limits: Cost) -> Shortfall | None:
        """Why this cannot be built over ``count`` fingerprints and asked; None when it can.

        Raises ``InvalidDistanceError``.
        """
        require_distance(k)
        if k > self.max_distance:
            return Shortfall(Obstacle.DISTANCE, k, self.max_distance)
        cost = self.cost(count, k)
        for obstacle, needed, limit in (
            (Obstacle.MEMORY, cost.size_bytes, limits.size_bytes),
            (Obstacle.BUILD_TIME, cost.build_s, limits.build_s),
            (Obstacle.QUERY_TIME, cost.query_s, limits.query_s),
        ):
            if needed > limit:
                return Shortfall(obstacle, needed, limit)
        return None

    def pairs_shortfall(self, count: int, k: int, limits: Cost) -> Shortfall | None:
        """Why all pairs are not searched with this; None when they are."""
        needed_s = self.cost(count, k).pairs_s
        if needed_s > limits.pairs_s:
            return Shortfall(Obstacle.PAIRS_TIME, needed_s, limits.pairs_s)
        return None


def variant_count(k: int) -> int:
    """How many words are within ``k`` bits of one: 43,745 for k = 3."""
    return sum(comb(WORD_BITS, bits) for bits in range(k + 1))


def with_distances(words: Words, left: Indexes, right: Indexes) -> NearDuplicatePairs:
    """Pairs of places, each once, with their distances."""
    if len(left):
        order = np.lexsort((right, left))
        left, right = left[order], right[order]
        is_new = np.append(True, (np.diff(left) != 0) | (np.diff(right) != 0))
        left, right = left[is_new], right[is_new]
    return NearDuplicatePairs(left, right, np.bitwise_count(words[left] ^ words[right]))
