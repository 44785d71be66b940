"""What is settled without reading texts: by sketches, by lengths, and by fingerprints.

Near-duplicates share enough shingles, in any order, or enough tokens in the same order. For the
first sketches are enough, or nearly so. For the second they are not; but where most tokens stand in
the same order, fingerprints are not far apart. So pairs that only their order could prove are not
read when their fingerprints are farther apart than such pairs are, but for some in a thousand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.sketches import Estimates, estimate
from simhash_gui.core.types import WORD_BITS
from simhash_gui.core.verdicts import Limits, Screening, screen
from simhash_gui.services.comparables import Comparables
from simhash_gui.services.confirmed_pairs import DetectionOptions, Ids

Flags = NDArray[np.bool_]

ORDER_DISTANCE = 22
"""Of 64 bits: of 1,514 near-duplicates that sketches left unsure, 2 were farther apart."""

_FEWEST_BY_ORDER = 50_000
_BY_ORDER_A_DOCUMENT = 1


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of positions that were proposed, left < right, each once.

    ``share_passages`` marks those that sketches may not reject, for copies of a part are too small
    for them.
    """

    left: Ids
    right: Ids
    distance: NDArray[np.uint8]
    share_passages: Flags

    def __len__(self) -> int:
        return len(self.left)

    def take(self, selection: slice | Flags) -> Candidates:
        """Some of them."""
        return Candidates(
            self.left[selection],
            self.right[selection],
            self.distance[selection],
            self.share_passages[selection],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Screened:
    """An outcome of ``Screening`` for each pair, shape (p,).

    ``only_by_order``: unsure, and only the order of their tokens can prove them.
    """

    estimates: Estimates
    outcome: NDArray[np.uint8]
    only_by_order: Flags


def screened(
    candidates: Candidates, comparables: Comparables, options: DetectionOptions, width: int
) -> Screened:
    """Settle what can be settled; fingerprints have so many bits."""
    estimates = _estimates(candidates, comparables)
    outcome = screen(estimates, options.limits)
    if options.least_overlap is not None:
        _by_overlap(outcome, estimates, options.least_overlap)
    tokens = comparables.token_counts
    own, other = tokens[candidates.left], tokens[candidates.right]
    shorter, longer = np.minimum(own, other), np.maximum(own, other)
    is_short = shorter < options.limits.short_tokens
    outcome[candidates.share_passages & (outcome == Screening.REJECTED)] = Screening.UNSURE
    outcome[is_short] = Screening.UNSURE
    only_by_order = np.zeros(len(candidates), np.bool_)
    if options.wants_whole_only:
        lengths = shorter / np.maximum(longer, 1)
        only_by_order = ~is_short & ~_may_share_enough(estimates, lengths, options.limits)
        is_too_far = candidates.distance > ORDER_DISTANCE * width / WORD_BITS
        is_too_far |= 2 * lengths / (1 + lengths) < options.limits.near_edit_share
        outcome[only_by_order & is_too_far] = Screening.REJECTED
    outcome[shorter == 0] = Screening.REJECTED
    return Screened(estimates, outcome, only_by_order & (outcome == Screening.UNSURE))


def affordable_by_order(distance: NDArray[np.uint8], documents: int) -> int:
    """Up to which distance pairs that only their order can prove are read.

    Where documents share parts with hundreds of others there are too many to read them all.
    """
    affordable = max(_FEWEST_BY_ORDER, _BY_ORDER_A_DOCUMENT * documents)
    within = np.cumsum(np.bincount(distance, minlength=1))
    return int(np.searchsorted(within, affordable, side="right")) - 1


def _estimates(candidates: Candidates, comparables: Comparables) -> Estimates:
    """From sketches; nothing is alike in documents without tokens."""
    found = estimate(comparables.sketches, candidates.left, candidates.right)
    counts = comparables.sketches.shingle_counts
    has_none = (counts[candidates.left] == 0) | (counts[candidates.right] == 0)
    for values in (found.jaccard, found.containment_a, found.containment_b):
        values[has_none] = 0
    return found


def _by_overlap(outcome: NDArray[np.uint8], estimates: Estimates, least: float) -> None:
    """Reject what certainly is below the least overlap, leave unsure what may be either side."""
    a, b = estimates.containment_a, estimates.containment_b
    highest = np.maximum(a + 2 * estimates.error_a, b + 2 * estimates.error_b)
    lowest = np.maximum(a - 2 * estimates.error_a, b - 2 * estimates.error_b)
    is_settled = (lowest >= least) & (outcome == Screening.CONFIRMED)
    outcome[~is_settled] = Screening.UNSURE
    outcome[highest < least] = Screening.REJECTED


def _may_share_enough(estimates: Estimates, lengths: NDArray[np.float64], limits: Limits) -> Flags:
    """Whether the Jaccard coefficient may be that of near-duplicates."""
    highest = estimates.jaccard + 1.5 * estimates.jaccard_error
    may: Flags = (highest >= limits.near_jaccard) & (lengths >= limits.near_length_ratio)
    return may
