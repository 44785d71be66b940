"""Common runs of two documents: the places where both have the same tokens, as long as they go on.

A run is an equal stretch of tokens that cannot be made longer at either end. Runs are grown from
shared shingles. A shingle that occurs often in both documents would give its occurrences' product
of places; such ones are paired in order instead, so that the work stays linear whatever the text,
and every occurrence still meets one on the other side.

Runs with little between them are joined to *chains*: two are neighbours when the second begins, in
both documents, at most a gap after the end of the first. Each run is linked to its nearest
neighbour on either side where both choose each other. Which of several chains for one place are
kept is left to ``passages``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import (
    Hashes,
    Shingles,
    require_same_size,
    shared_hashes,
)

_NEIGHBOURS_TRIED = 64
"""How many of the runs that begin next in a are looked at; only periodic texts have so many."""
_FAR = np.iinfo(np.int64).max
_ALL_PLACES_UP_TO = 16
"""A shingle with no more pairs of places than this is tried at all of them."""
_TOKENS_AT_ONCE = 64
_CELLS_AT_ONCE = 1 << 18


@dataclass(frozen=True, slots=True, eq=False)
class CommonRuns:
    """Equal stretches, shape (r,): ``a_start`` and ``b_start`` in tokens, and how many follow."""

    a_start: Indexes
    b_start: Indexes
    length: Indexes

    def __len__(self) -> int:
        return len(self.length)

    @property
    def a_end(self) -> Indexes:
        """Where each run ends in a: the place after its last token."""
        return self.a_start + self.length

    @property
    def b_end(self) -> Indexes:
        """Where each run ends in b."""
        return self.b_start + self.length

    def take(self, positions: Indexes) -> CommonRuns:
        """The runs at these positions, in this order."""
        return CommonRuns(self.a_start[positions], self.b_start[positions], self.length[positions])


def common_runs(a: Shingles, b: Shingles) -> CommonRuns:
    """The maximal equal runs that hold a shared shingle, by ``a_start``, then by ``b_start``.

    Complete where shingles are rare; see above for frequent ones. Raises ``ShingleSizeError``
    when the documents were cut to different sizes.
    """
    require_same_size(a, b)
    shared = shared_hashes(a.distinct, b.distinct)
    if not len(shared):
        return CommonRuns(*np.empty((3, 0), np.int64))
    seeds = _seeds(_places(a.hashes, shared), _places(b.hashes, shared))
    return _grown(_joined(*seeds, a.span), a.tokens, b.tokens)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where shared shingles stand: positions by shingle, ascending within each."""

    positions: Indexes
    starts: Indexes
    counts: Indexes


def _places(hashes: Hashes, shared: Hashes) -> _Places:
    which = np.minimum(np.searchsorted(shared, hashes), len(shared) - 1)
    positions = np.flatnonzero(shared[which] == hashes)
    owners = which[positions]
    counts = np.bincount(owners, minlength=len(shared))
    order = np.argsort(owners * len(hashes) + positions)
    return _Places(positions[order], np.cumsum(counts) - counts, counts)


def _seeds(a: _Places, b: _Places) -> tuple[Indexes, Indexes]:
    """Pairs of places with the same shingle; some may come twice."""
    rare = a.counts * b.counts <= _ALL_PLACES_UP_TO
    parts = [_all_with_all(a, b, np.flatnonzero(rare))]
    if not rare.all():
        frequent = np.flatnonzero(~rare)
        parts += [_in_order(a, b, frequent, end) for end in (False, True)]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _all_with_all(a: _Places, b: _Places, which: Indexes) -> tuple[Indexes, Indexes]:
    owners, places = _numbered(a.counts[which] * b.counts[which])
    own = which[owners]
    of_a, of_b = np.divmod(places, b.counts[own])
    return a.positions[a.starts[own] + of_a], b.positions[b.starts[own] + of_b]


def _in_order(
    a: _Places, b: _Places, which: Indexes, from_the_end: bool
) -> tuple[Indexes, Indexes]:
    """The first with the first and so on, or the last with the last; then round again."""
    owners, places = _numbered(np.maximum(a.counts[which], b.counts[which]))
    own = which[owners]
    found = []
    for side in (a, b):
        place = places % side.counts[own]
        if from_the_end:
            place = side.counts[own] - 1 - place
        found.append(side.positions[side.starts[own] + place])
    return found[0], found[1]


def _numbered(counts: Indexes) -> tuple[Indexes, Indexes]:
    """Owner, and place within its list, of rows of which each owner has ``counts``."""
    owners = np.repeat(np.arange(len(counts)), counts)
    return owners, np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)


def _joined(a_places: Indexes, b_places: Indexes, span: int) -> CommonRuns:
    """Seeds that follow each other on one diagonal as one run; by diagonal, then by place."""
    width = int(a_places.max()) + 2
    keys = np.sort((b_places - a_places + width) * width + a_places)
    begins = np.flatnonzero(np.diff(keys, prepend=keys[0] - 2) > 1)
    ends = np.append(begins[1:], len(keys)) - 1
    diagonal, a_start = np.divmod(keys[begins], width)
    return CommonRuns(a_start, a_start + diagonal - width, keys[ends] - keys[begins] + span)


def _grown(runs: CommonRuns, a: Hashes, b: Hashes) -> CommonRuns:
    """Make runs maximal; those that meet on their diagonal become one."""
    room_before, room_after = _rooms(runs, len(a), len(b))
    after = _equal_ahead(a, b, runs.a_end, runs.b_end, room_after)
    mirrored = len(a) - runs.a_start, len(b) - runs.b_start
    before = _equal_ahead(a[::-1], b[::-1], *mirrored, room_before)
    begins = np.flatnonzero(~_meets_the_last(runs, before))
    last = np.append(begins[1:], len(runs)) - 1
    a_start, b_start = (runs.a_start - before)[begins], (runs.b_start - before)[begins]
    length = (runs.a_end + after)[last] - a_start
    order = np.lexsort((b_start, a_start))
    return CommonRuns(a_start[order], b_start[order], length[order])


def _rooms(runs: CommonRuns, a_length: int, b_length: int) -> tuple[Indexes, Indexes]:
    """How far each run could grow before it meets the end of a text or a run on its diagonal."""
    before = np.minimum(runs.a_start, runs.b_start)
    after = np.minimum(a_length - runs.a_end, b_length - runs.b_end)
    gaps, same = runs.a_start[1:] - runs.a_end[:-1], _on_one_diagonal(runs)
    before[1:][same] = gaps[same]
    after[:-1][same] = gaps[same]
    # shingles that overlap without following each other leave no room, never a negative one
    return np.maximum(before, 0), np.maximum(after, 0)


def _on_one_diagonal(runs: CommonRuns) -> NDArray[np.bool_]:
    """Which runs, from the second on, lie on the diagonal of the one before: shape (r - 1,)."""
    same: NDArray[np.bool_] = np.diff(runs.b_start - runs.a_start) == 0
    return same


def _meets_the_last(runs: CommonRuns, before: Indexes) -> NDArray[np.bool_]:
    meets = np.zeros(len(runs), np.bool_)
    touching = (runs.a_start - before)[1:] <= runs.a_end[:-1]
    meets[1:] = touching & _on_one_diagonal(runs)
    return meets


def _equal_ahead(a: Hashes, b: Hashes, a_from: Indexes, b_from: Indexes, room: Indexes) -> Indexes:
    """How many tokens are equal from each pair of places on, at most ``room`` of them."""
    ahead = np.zeros(len(a_from), np.int64)
    active, steps = np.flatnonzero(room > 0), 1  # most end at once: look one token ahead first
    while len(active):
        places = ahead[active][:, None] + np.arange(steps)
        a_places = np.minimum(a_from[active][:, None] + places, len(a) - 1)
        b_places = np.minimum(b_from[active][:, None] + places, len(b) - 1)
        stops = (places >= room[active][:, None]) | (a[a_places] != b[b_places])
        equal = np.where(stops.any(axis=1), stops.argmax(axis=1), steps)
        ahead[active] += equal
        active = active[equal == steps]
        steps = max(1, min(_TOKENS_AT_ONCE, _CELLS_AT_ONCE // max(1, len(active))))
    return ahead


@dataclass(frozen=True, slots=True, eq=False)
class Chains:
    """``runs[offsets[i]:offsets[i + 1]]`` is chain i: in order, without overlap in either document.

    ``matched`` is how many tokens the runs of each chain have together: shape (c,).
    """

    runs: CommonRuns
    offsets: Indexes
    matched: Indexes

    def __len__(self) -> int:
        return len(self.matched)


def chains_of(runs: CommonRuns, gap_tokens: int) -> Chains:
    """Join runs, ordered by ``a_start`` as ``common_runs`` gives them, over at most a gap."""
    heads = _heads(_linked(runs, gap_tokens))
    order = np.argsort(heads, kind="stable")
    begins = np.flatnonzero(np.diff(heads[order], prepend=-1))
    trimmed = _without_overlap(runs.take(order), begins)
    lengths = np.concatenate(([0], np.cumsum(trimmed.length)))
    offsets = np.append(begins, len(runs))
    return Chains(trimmed, offsets, np.diff(lengths[offsets]))


def _linked(runs: CommonRuns, gap_tokens: int) -> Indexes:
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


def _neighbours(
    runs: CommonRuns, first: Indexes, step: int, gap_tokens: int
) -> tuple[Indexes, Indexes]:
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


def _without_overlap(runs: CommonRuns, begins: Indexes) -> CommonRuns:
    """Cut from each run's start what the run before it in its chain has, in either document."""
    overlap = np.zeros(len(runs), np.int64)
    a_gap, b_gap = runs.a_start[1:] - runs.a_end[:-1], runs.b_start[1:] - runs.b_end[:-1]
    overlap[1:] = -np.minimum(np.minimum(a_gap, b_gap), 0)
    overlap[begins] = 0
    return CommonRuns(runs.a_start + overlap, runs.b_start + overlap, runs.length - overlap)
