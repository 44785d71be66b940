"""Candidates by fingerprints: the pairs within a distance that can be paid for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from simhash_gui.core.hamming.distances import as_lanes
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.hamming.scan import scan_triangle
from simhash_gui.services.detection.candidates import Corpus, Flags, Keys, keys_of
from simhash_gui.services.detection.pair_search import (
    PAIR_LIMIT,
    PairSearchPlan,
    TooManyPairsError,
    plan_pair_search,
)
from simhash_gui.services.detection.pairs import DetectionOptions, Ids, default_distance
from simhash_gui.services.detection.shuffle import Shuffle
from simhash_gui.services.jobs import JobControl

_ASKED_PAIRS = 2_000_000
_ASKED_PAIRS_A_DOCUMENT = 100
"""What somebody who says how far fingerprints are compared may find, see ``_limit``."""
_LOWERED_BY = 3
_AFFORDABLE_S = 40.0
_AFFORDABLE_S_A_DOCUMENT = 0.0004
"""By core's unit costs: how far is searched depends on the library, not on the machine."""


@dataclass(frozen=True, slots=True, eq=False)
class NearPairs:
    """Pairs by fingerprint, and how far that went."""

    keys: Keys
    distance: int
    is_lowered: bool


def near_pairs(
    corpus: Corpus, alone: Ids, options: DetectionOptions, shuffle: Shuffle, control: JobControl
) -> NearPairs:
    """Pairs of some positions: as far as was asked; else the default, or what of it is affordable.

    Raises TooManyPairsError, for the default only where too many are equal.
    """
    positions = _in_order(corpus, alone)
    plans = _plans(corpus, positions, options)
    while True:
        plan = next(plans)
        distance = plan.search.k
        try:
            found = _run(plan, shuffle, control)
        except TooManyPairsError:
            if not distance or options.distance is not None:
                raise
        else:
            is_lowered = options.distance is None and distance < default_distance(corpus.recipe)
            return NearPairs(keys_of(positions, found.expanded()), distance, is_lowered)


def near_to_some(
    corpus: Corpus, is_some: Flags, options: DetectionOptions, distance: int, others: int
) -> Keys | None:
    """Pairs of first positions, one of which is one of some, within a distance.

    ``is_some`` has the shape (n,), ``others`` is how many pairs there are beside them. None where a
    search of all would go to another distance.
    """
    firsts = corpus.firsts
    plan = next(_plans(corpus, _in_order(corpus, firsts), options))
    if plan.search.k != distance:
        return None
    chosen = is_some[firsts]
    positions = np.concatenate((firsts[~chosen], firsts[chosen]))
    lanes = tuple(lane[positions] for lane in as_lanes(corpus.words, corpus.rests))
    first_row = len(firsts) - int(np.count_nonzero(chosen))
    steps = scan_triangle(lanes, distance, first_row=first_row)
    keys = keys_of(positions, (step.pairs for step in steps))
    return keys if others + len(keys) <= _limit(options, len(firsts)) else None


def _in_order(corpus: Corpus, positions: Ids) -> Ids:
    """By fingerprint: what a sample of them tells is the same in whatever order of import."""
    lanes = as_lanes(corpus.words, corpus.rests)
    return positions[np.lexsort([lane[positions] for lane in reversed(lanes)])]


def _plans(corpus: Corpus, positions: Ids, options: DetectionOptions) -> Iterator[PairSearchPlan]:
    """What is tried, until one does not find too many."""
    words = corpus.words[positions]
    rests = None if corpus.rests is None else corpus.rests[positions]
    plan_of = partial(plan_pair_search, words, rests=rests, pair_limit=_limit(options, len(words)))
    if options.distance is not None:
        yield plan_of(options.distance)
        return
    affordable_s = _AFFORDABLE_S + _AFFORDABLE_S_A_DOCUMENT * len(words)
    for distance in range(default_distance(corpus.recipe), 0, -_LOWERED_BY):
        plan = plan_of(distance)
        if plan.estimate.seconds <= affordable_s:
            yield plan
    yield plan_of(0)


def _limit(options: DetectionOptions, documents: int) -> int:
    """How many pairs are kept: where a distance is given, all of them are measured and listed."""
    if options.distance is None:
        return PAIR_LIMIT
    return min(PAIR_LIMIT, max(_ASKED_PAIRS, _ASKED_PAIRS_A_DOCUMENT * documents))


def _run(plan: PairSearchPlan, shuffle: Shuffle, control: JobControl) -> FoldedPairs:
    """Search. Raises TooManyPairsError also for pairs of equal fingerprints and other tokens."""
    found = shuffle.near(plan, control)
    if found.count() > plan.pair_limit:
        raise TooManyPairsError(plan.search.k, plan.pair_limit)
    return found
