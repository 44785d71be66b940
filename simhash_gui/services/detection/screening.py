"""What is settled without reading texts: by sketches and by lengths.

Near-duplicates share enough shingles, in any order, or enough tokens in the same order. Sketches of
the shingles tell nearly all about the first. Sketches of the tokens tell how many tokens two texts
have in common at all, which bounds the second: most pairs that share a frame or a passage have too
few, and are not read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.classes import Screening, Thresholds, screen
from simhash_gui.core.text.library_classes import NEVER_BY_TEMPLATE
from simhash_gui.core.text.sketches import Estimates, estimate
from simhash_gui.services.detection.candidates import Candidates, Flags
from simhash_gui.services.detection.comparison_arrays import Sketched
from simhash_gui.services.detection.pairs import DetectionOptions, Ids


@dataclass(frozen=True, slots=True, eq=False)
class Screened:
    """An outcome of ``Screening`` for each pair, shape (p,)."""

    estimates: Estimates
    outcome: NDArray[np.uint8]


def screened(candidates: Candidates, documents: Sketched, options: DetectionOptions) -> Screened:
    """Settle what can be settled."""
    estimates = _estimates(candidates, documents)
    outcome = screen(estimates, options.thresholds)
    if options.least_overlap is not None:
        _by_overlap(outcome, estimates, options.least_overlap)
    tokens = documents.token_sketches.counts
    own, other = tokens[candidates.left], tokens[candidates.right]
    shorter, longer = np.minimum(own, other), np.maximum(own, other)
    is_short = shorter < options.thresholds.short_tokens
    outcome[candidates.share_passages & (outcome == Screening.REJECTED)] = Screening.UNSURE
    outcome[is_short] = Screening.UNSURE
    _leave_unsure(outcome, candidates, documents, estimates)
    if options.confirms_by_class:
        lengths = shorter / np.maximum(longer, 1)
        only_by_order = is_short | ~_may_share_enough(estimates, lengths, options.thresholds)
        asks = only_by_order & (outcome == Screening.UNSURE) & ~candidates.share_passages
        asked = np.flatnonzero(asks)
        thresholds = options.thresholds
        least = np.where(is_short[asked], thresholds.short_edit_share, thresholds.near_edit_share)
        is_possible = _may_be_in_order(candidates, asked, documents, least)
        outcome[asked[~is_possible]] = Screening.REJECTED
    outcome[shorter == 0] = Screening.REJECTED
    return Screened(estimates, outcome)


def _leave_unsure(
    outcome: NDArray[np.uint8], candidates: Candidates, documents: Sketched, estimates: Estimates
) -> None:
    """Confirm nothing of which the marked or the common text may be all that is alike."""
    is_doubtful = np.zeros(len(candidates), np.bool_)
    left, right = candidates.left, candidates.right
    if documents.has_marks is not None:
        is_doubtful |= documents.has_marks[left] | documents.has_marks[right]
    if documents.may_be_on_template is not None:
        are_siblings = documents.may_be_on_template[left] & documents.may_be_on_template[right]
        lowest = estimates.jaccard - 2 * estimates.jaccard_error
        is_doubtful |= are_siblings & (lowest < NEVER_BY_TEMPLATE)
    outcome[is_doubtful & (outcome == Screening.CONFIRMED)] = Screening.UNSURE


def _estimates(candidates: Candidates, documents: Sketched) -> Estimates:
    """From sketches; nothing is alike in documents without tokens."""
    found = estimate(documents.sketches, candidates.left, candidates.right)
    counts = documents.sketches.counts
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


def _may_share_enough(
    estimates: Estimates, lengths: NDArray[np.float64], thresholds: Thresholds
) -> Flags:
    """Whether the Jaccard coefficient may be that of near-duplicates."""
    highest = estimates.jaccard + 1.5 * estimates.jaccard_error
    may: Flags = (highest >= thresholds.near_jaccard) & (lengths >= thresholds.near_length_ratio)
    return may


def _may_be_in_order(
    candidates: Candidates, places: Ids, documents: Sketched, least: NDArray[np.float64]
) -> Flags:
    """Whether the pairs at some places can have the least edit shares, one each.

    Of all tokens of both texts 2 J / (1 + J) are in common, J being the Jaccard coefficient of
    their bags; an edit share is not larger.
    """
    left, right = candidates.left[places], candidates.right[places]
    found = estimate(documents.token_sketches, left, right)
    highest = found.jaccard + 2 * found.jaccard_error
    may: Flags = 2 * highest / (1 + highest) >= least
    return may
