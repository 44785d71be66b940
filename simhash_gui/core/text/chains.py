"""Which common runs of two documents belong to one passage: those with little between them.

Two runs are neighbours when the second begins, in both documents, at most a gap after the end of
the first. Each run is linked to its nearest neighbour on either side, where the liking is mutual,
and links make chains. Nothing is said here of chains that claim the same text (``passages``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.runs import Runs

_NEIGHBOURS_TRIED = 64
"""How many of the runs that begin next in a are looked at; only periodic texts have so many."""
_FAR = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Chains:
    """``runs[offsets[i]:offsets[i + 1]]`` is chain i: in order, without overlap in either document.

    ``matched`` is how many tokens the runs of each chain have together: shape (c,).
    """

    runs: Runs
    offsets: Indexes
    matched: Indexes

    def __len__(self) -> int:
        return len(self.matched)


def chains_of(runs: Runs, gap_tokens: int) -> Chains:
    """Join runs, ordered by ``a_start`` as ``common_runs`` gives them, over at most a gap."""
    heads = _heads(_linked(runs, gap_tokens))
    order = np.argsort(heads, kind="stable")
    begins = np.flatnonzero(np.diff(heads[order], prepend=-1))
    trimmed = _without_overlap(runs.take(order), begins)
    lengths = np.concatenate(([0], np.cumsum(trimmed.length)))
    offsets = np.append(begins, len(runs))
    return Chains(trimmed, offsets, np.diff(lengths[offsets]))


def _linked(runs: Runs, gap_tokens: int) -> Indexes:
    """The run before each in its chain, or the run itself: shape (r,)."""
    count = len(runs)
    after, after_cost = np.arange(count), np.full(count, _FAR)
    before, before_cost = np.arange(count), np.full(count, _FAR)
    for step in range(1, min(_NEIGHBOURS_TRIED, count - 1) + 1):
        first = np.flatnonzero(runs.a_start[step:] - runs.a_end[:-step] <= gap_tokens)
        if not len(first):
            break
        first, cost = _neighbours(runs, first, step, gap_tokens)
        second = first + step
        better = cost < after_cost[first]
        after[first[better]], after_cost[first[better]] = second[better], cost[better]
        better = cost < before_cost[second]
        before[second[better]], before_cost[second[better]] = first[better], cost[better]
    mutual = after[before] == np.arange(count)
    return np.where(mutual, before, np.arange(count))


def _neighbours(runs: Runs, first: Indexes, step: int, gap_tokens: int) -> tuple[Indexes, Indexes]:
    """Which of ``first`` have the run ``step`` further on as a neighbour, and how far off it is.

    The cost counts the tokens between them, and how much more these are in one document than in
    the other. Runs may overlap, as they do where one of two equal tokens was left out, by up to
    half of the shorter one.
    """
    second = first + step
    a_gap = runs.a_start[second] - runs.a_end[first]
    b_gap = runs.b_start[second] - runs.b_end[first]
    overlap = -np.minimum(np.minimum(a_gap, b_gap), 0)
    shorter = np.minimum(runs.length[first], runs.length[second])
    near = (b_gap <= gap_tokens) & (2 * overlap <= shorter)
    cost = np.abs(a_gap - b_gap) + np.maximum(a_gap, b_gap) + overlap
    return first[near], cost[near]


def _heads(before: Indexes) -> Indexes:
    """The first run of each run's chain, by jumping twice as far each time."""
    while True:
        further = before[before]
        if np.array_equal(further, before):
            return before
        before = further


def _without_overlap(runs: Runs, begins: Indexes) -> Runs:
    """Cut from each run's start what the run before it in its chain has, in either document."""
    overlap = np.zeros(len(runs), np.int64)
    a_gap, b_gap = runs.a_start[1:] - runs.a_end[:-1], runs.b_start[1:] - runs.b_end[:-1]
    overlap[1:] = -np.minimum(np.minimum(a_gap, b_gap), 0)
    overlap[begins] = 0
    return Runs(runs.a_start + overlap, runs.b_start + overlap, runs.length - overlap)
