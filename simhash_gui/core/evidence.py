"""What two documents have in common, in numbers: the evidence that a verdict is made from.

Shares of shingles (Broder 1997), and shares of the texts that stand in common passages. The edit
share is in ``lcs``, the longest run without a change in ``longest_run``; what follows from the
numbers is left to ``verdicts``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simhash_gui.core.passages import Passages
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.shingles import (
    Hashes,
    Shingles,
    hashes_without,
    is_among,
    require_same_size,
    shared_count,
)
from simhash_gui.core.spans import Flags, covered_tokens


@dataclass(frozen=True, slots=True)
class Overlap:
    """Shared distinct shingles of a pair, from 0 to 1.

    ``jaccard`` is their share of the shingles of both together, ``containment_a`` their share of
    the shingles of a.
    """

    jaccard: float
    containment_a: float
    containment_b: float


@dataclass(frozen=True, slots=True)
class Copied:
    """What common passages take of a pair.

    ``share_a`` is the share of a's tokens that equal those of b, from 0 to 1; ``longest_tokens``
    the equal tokens of the longest passage.
    """

    share_a: float
    share_b: float
    longest_tokens: int


def overlap_of(a: Shingles, b: Shingles, ignored: Hashes | None = None) -> Overlap:
    """The exact overlap. Shingles among ``ignored``, ascending, count for neither.

    Two documents without shingles overlap wholly, one without and one with not at all. Raises
    ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    require_same_size(a, b)
    own, other = a.distinct, b.distinct
    if ignored is not None:
        own, other = hashes_without(own, ignored), hashes_without(other, ignored)
    if not len(own) or not len(other):
        whole = float(len(own) == len(other))
        return Overlap(whole, whole, whole)
    shared = shared_count(own, other)
    together = len(own) + len(other) - shared
    return Overlap(shared / together, shared / len(own), shared / len(other))


def boilerplate_tokens(document: Shingles, common: Hashes) -> Flags:
    """Which tokens stand in a shingle among ``common``, ascending: shape (tokens,)."""
    starts = np.flatnonzero(is_among(document.hashes, common))
    return covered_tokens(starts, starts + document.span, len(document.tokens))


def copied_of(passages: Passages, a_counted: Flags, b_counted: Flags) -> Copied:
    """What the passages take of the tokens that count; the shares are of all tokens.

    The flags have one entry for each token: all true, or false for boilerplate. What was edited
    inside a passage is no part of a share, so that a loose passage counts for less.
    """
    a_tokens = _counted(passages.a_start, passages.a_end, a_counted)
    b_tokens = _counted(passages.b_start, passages.b_end, b_counted)
    equal = np.minimum(np.minimum(a_tokens, b_tokens), passages.matched)
    a_covered = covered_tokens(passages.a_start, passages.a_end, len(a_counted)) & a_counted
    b_covered = covered_tokens(passages.b_start, passages.b_end, len(b_counted)) & b_counted
    total = int(equal.sum())
    return Copied(_share(a_covered, total), _share(b_covered, total), int(equal.max(initial=0)))


def _counted(starts: Indexes, ends: Indexes, flags: Flags) -> Indexes:
    """How many flags are true in each span."""
    sums = np.concatenate(([0], np.cumsum(flags)))
    return sums[ends] - sums[starts]


def _share(covered: Flags, equal_tokens: int) -> float:
    """The lesser number: a text that several passages share is covered only once."""
    return min(int(np.count_nonzero(covered)), equal_tokens) / max(1, len(covered))
