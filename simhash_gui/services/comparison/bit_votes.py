"""The votes at a bit with the features that made most of the difference, for documents of any size.

Only the largest changes are named: a document of many megabytes has millions of features. Which
features both documents have is worked out once for each comparison; a bit then costs a few passes
over arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.comparison.fingerprints import Comparison

MAX_CHANGES = 100

_Indexes = NDArray[np.int64]
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BitVote:
    """Total weight for one and for zero at a bit."""

    one: float
    zero: float

    @property
    def margin(self) -> float:
        """Positive: one leads; negative: zero leads."""
        return self.one - self.zero


@dataclass(frozen=True, slots=True)
class Contribution:
    """How one feature votes on both sides: its weight, signed by its hash bit; 0 if absent."""

    feature: str
    vote_a: float
    vote_b: float

    @property
    def change(self) -> float:
        """What the feature adds to the sum on the way from A to B."""
        return self.vote_b - self.vote_a


@dataclass(frozen=True, slots=True, eq=False)
class FeatureLinks:
    """Which features both documents have.

    ``a`` and ``b`` are parallel: feature a[i] of A is feature b[i] of B. ``only_a`` and ``only_b``
    are the features of one document alone.
    """

    a: _Indexes
    b: _Indexes
    only_a: _Indexes
    only_b: _Indexes


@dataclass(frozen=True, slots=True)
class BitVotes:
    """Why a bit is what it is on each side.

    ``changes`` are the features whose vote changed, largest change first and at most
    ``MAX_CHANGES`` of the ``change_count``.
    """

    bit: int
    a: BitVote
    b: BitVote
    changes: tuple[Contribution, ...]
    change_count: int


def link_features(a: Sequence[str], b: Sequence[str]) -> FeatureLinks:
    """Find each feature of A in B."""
    places = {feature: place for place, feature in enumerate(a)}
    found = np.empty(len(b), np.int64)
    for place, feature in enumerate(b):
        found[place] = places.get(feature, -1)
    shared_b = np.flatnonzero(found >= 0)
    shared_a = found[shared_b]
    is_only_a = np.ones(len(a), np.bool_)
    is_only_a[shared_a] = False
    return FeatureLinks(shared_a, shared_b, np.flatnonzero(is_only_a), np.flatnonzero(found < 0))


def votes_at(comparison: Comparison, links: FeatureLinks, bit: int) -> BitVotes:
    """The votes on both sides at ``bit``, and the features that changed them most."""
    a, b = comparison.a.trace, comparison.b.trace
    votes_a, votes_b = _signed_weights(a, bit), _signed_weights(b, bit)
    changes = np.concatenate(
        (votes_b[links.b] - votes_a[links.a], -votes_a[links.only_a], votes_b[links.only_b])
    )
    largest = _largest(np.abs(changes))
    named = [_contribution(int(place), links, (a, votes_a), (b, votes_b)) for place in largest]
    named.sort(key=lambda entry: (-abs(entry.change), entry.feature))
    return BitVotes(
        bit, _tally(votes_a), _tally(votes_b), tuple(named), int(np.count_nonzero(changes))
    )


def _signed_weights(trace: Trace, bit: int) -> _Floats:
    """Each feature's weight, negative where it votes for zero, shape (n,)."""
    lane, position = divmod(bit, 64)
    column = trace.hashes[:, trace.hashes.shape[1] - 1 - lane]
    is_one = (column >> np.uint64(position)) & np.uint64(1) == 1
    return np.where(is_one, trace.weights, -trace.weights)


def _largest(sizes: _Floats) -> _Indexes:
    """The places of the largest sizes, without those of nothing; in no order."""
    if len(sizes) > MAX_CHANGES:
        places = np.argpartition(sizes, -MAX_CHANGES)[-MAX_CHANGES:]
    else:
        places = np.arange(len(sizes))
    return places[sizes[places] > 0]


def _contribution(
    place: int, links: FeatureLinks, a: tuple[Trace, _Floats], b: tuple[Trace, _Floats]
) -> Contribution:
    """The feature at a place among shared ones, then those of A alone, then those of B alone."""
    (trace_a, votes_a), (trace_b, votes_b) = a, b
    if place < len(links.a):
        own, other = links.a[place], links.b[place]
        return Contribution(trace_a.features[own], float(votes_a[own]), float(votes_b[other]))
    place -= len(links.a)
    if place < len(links.only_a):
        own = links.only_a[place]
        return Contribution(trace_a.features[own], float(votes_a[own]), 0.0)
    other = links.only_b[place - len(links.only_a)]
    return Contribution(trace_b.features[other], 0.0, float(votes_b[other]))


def _tally(votes: _Floats) -> BitVote:
    return BitVote(one=float(votes[votes > 0].sum()), zero=float(-votes[votes < 0].sum()))
