"""Pair classes: what kind of pair two documents are, from measured overlap and thresholds.

``classify`` measures one pair, as far as it has to, and names its class; the cheap measures come
first, and most pairs need no other. ``screen`` sorts millions of pairs by their sketches: what is
certainly no near-duplicate, what certainly is one, and what has to be measured.

All thresholds can be changed. The defaults are set between what was measured on eight labelled sets
in English and Chinese: unrelated pairs, also by one author, in one field, or of one family of
licences, had a Jaccard coefficient of at most 0.28 and an edit share of at most 0.50; revisions,
conversions and shuffled copies had 0.85 of the one or 0.70 of the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import IntEnum, StrEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.lcs import edit_share
from simhash_gui.core.text.overlap import Copied, CountedTokens, Overlap, copied_of, overlap_of
from simhash_gui.core.text.passages import (
    EqualRuns,
    InvalidThresholdError,
    Passages,
    PassageThresholds,
    passages_and_runs,
)
from simhash_gui.core.text.shingles import Hashes, Shingles, shared_count
from simhash_gui.core.text.sketches import Estimates


class PairClass(StrEnum):
    """What kind of pair (a, b) is."""

    IDENTICAL = "identical"
    """The same tokens in the same order."""
    NEAR_DUPLICATE = "near-duplicate"
    """Versions of one text: most of both is the same, be it in another order."""
    CONTAINS = "contains"
    """Most of b stands in a, of which it is only a part."""
    IS_CONTAINED = "is-contained"
    """Most of a stands in b, of which it is only a part."""
    PARTLY_COPIED = "partly-copied"
    """A passage of one stands in the other."""
    TEMPLATE_ONLY = "template-only"
    """They share only passages that stand in many documents."""
    QUOTES = "quotes"
    """What one marks as quoted stands in the other's own words."""
    DIFFERS_IN_NUMBERS = "differs-in-numbers"
    """Short near-duplicates whose words are the same, but not their numbers."""
    UNRELATED = "unrelated"
    """They share no more than texts do by chance."""


WHOLE_CLASSES = (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE, PairClass.DIFFERS_IN_NUMBERS)
"""The classes of two texts that are alike as wholes."""


class Screening(IntEnum):
    """What the sketches of a pair already tell; the values of the array that ``screen`` gives."""

    REJECTED = 0
    """Neither near-duplicates nor one inside the other."""
    UNSURE = 1
    """To be measured by ``classify``."""
    CONFIRMED = 2
    """Near-duplicates, or identical."""


_COUNTS = ("_tokens", "_words", "_documents")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where one class ends and the next begins. Shares are from 0 to 1.

    ``near_jaccard``, ``near_edit_share``: near-duplicates have at least the one, in whatever order
    (0.40: about 57 % of the shingles of either), or the other, in the same order.
    ``near_length_ratio``: by Jaccard alone only if the shorter text has this share of the longer
    one's tokens; otherwise the longer one contains the shorter one. So a text that stands whole in
    one of a little less than twice its length is a near-duplicate, not contained: versions grow. Of
    1,017 pairs of versions in those sets 12 are at 0.56 to 0.66 of each other's length, with 0.82
    to 0.98 of the shorter one and 0.48 to 0.64 of the longer one in the other, and a
    threshold that called those contained would lose them. The containments tell how much is new.
    ``contained``: one text is inside the other when this share of its shingles is, or this share of
    it lies in common passages.
    ``copied_share``, ``least_copied_words``: partly copied if passages take this share of one of
    the texts, and one of them has so many words (see ``Copied``).
    ``copied_words``: or if one passage has so many words, whatever its share. Of 1,610 pairs of
    pieces of Japanese manuals that share 4 % by stock phrases 16 have a passage of 10 words, and of
    41 answers that students rewrote from a source all do.
    ``short_tokens``: texts of fewer tokens are short. Few shared words mean little there: they are
    near-duplicates only by ``short_edit_share`` and partly copied only by ``short_copied_share``.
    ``least_containment``: where neither text has this share of its shingles in the other, the edit
    share is not measured (0.15: what is left when 38 words in a hundred are replaced evenly).
    ``rare_documents``, ``template_documents``: what stands in more unrelated documents is not rare,
    or is of a template, and no evidence; less in small libraries (``commonness.CommonLimits``).
    ``cluster_likeness``: a member of a cluster has this share in common with the medoid.

    Raises ``InvalidThresholdError`` for a share that is not from 0 to 1, or a number below 1.
    """

    near_jaccard: float = 0.40
    near_edit_share: float = 0.65
    near_length_ratio: float = 0.5
    contained: float = 0.75
    copied_share: float = 0.04
    least_copied_words: int = 10
    copied_words: int = 20
    short_tokens: int = 50
    short_edit_share: float = 0.70
    short_copied_share: float = 0.50
    least_containment: float = 0.15
    rare_documents: int = 6
    template_documents: int = 15
    cluster_likeness: float = 0.70
    passages: PassageThresholds = field(default_factory=PassageThresholds)

    def __post_init__(self) -> None:
        for name in [each.name for each in fields(self) if each.name != "passages"]:
            value, is_count = getattr(self, name), name.endswith(_COUNTS)
            if is_count and not value >= 1:
                raise InvalidThresholdError(f"{name} is at least 1, not {value}")
            if not is_count and not 0 <= value <= 1:
                raise InvalidThresholdError(f"{name} is a share from 0 to 1, not {value}")


DEFAULT_THRESHOLDS = Thresholds()
_FEW_CELLS = 1 << 15
"""The order of two texts of 180 tokens costs no more than to count the tokens that both have."""
_LEAST_ERROR = 0.02  # sketches that agree in every bin still say nothing of the last few shingles


@dataclass(frozen=True, slots=True)
class Classification:
    """The class of a pair, and what was measured for it.

    ``is_short``: one of the texts has few tokens; a fingerprint would tell little about it.
    ``edit_share`` is None where it was not needed or is below its threshold, ``copied`` None where
    it was not needed. ``passages`` are those that ``copied`` was counted from, with what of each is
    equal.
    """

    pair_class: PairClass
    is_short: bool
    overlap: Overlap
    edit_share: float | None = None
    copied: Copied | None = None
    passages: tuple[Passages, list[EqualRuns]] | None = field(default=None, compare=False)


def classify(
    a: Shingles,
    b: Shingles,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    common: Hashes | None = None,
) -> Classification:
    """Measure a pair as far as its class needs it.

    ``common``, ascending: shingles that stand in so many documents that they are boilerplate. They
    turn what is less than a near-duplicate into ``TEMPLATE_ONLY`` when nothing else is copied.
    Raises ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    whole = classify_whole(a, b, thresholds)
    if whole.pair_class is not PairClass.UNRELATED:
        return whole
    overlap, is_short = whole.overlap, whole.is_short
    found = passages_and_runs(a, b, thresholds.passages)
    passages, _ = found
    copied = copied_of(passages, CountedTokens.all_of(a), CountedTokens.all_of(b))
    pair_class = class_of_part(overlap, copied, thresholds, is_short=is_short)
    if common is not None and pair_class is not PairClass.UNRELATED:
        own = copied_of(
            passages, CountedTokens.without(a, common), CountedTokens.without(b, common)
        )
        if not _is_copied(own, is_short, thresholds):
            pair_class = PairClass.TEMPLATE_ONLY
    return Classification(pair_class, is_short, overlap, None, copied, found)


def classify_whole(
    a: Shingles, b: Shingles, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Classification:
    """Tell whether two texts are alike as wholes, see ``WHOLE_CLASSES``; all else is unrelated.

    Much faster than ``classify``, for no passages are looked for. Raises ``ShingleSizeError``.
    """
    overlap = overlap_of(a, b)
    is_short = min(len(a.tokens), len(b.tokens)) < thresholds.short_tokens
    if np.array_equal(a.tokens, b.tokens):
        return Classification(PairClass.IDENTICAL, is_short, overlap, 1.0)
    if not is_short and _near_in_any_order(a, b, overlap, thresholds):
        return Classification(PairClass.NEAR_DUPLICATE, is_short, overlap)
    share = _share_in_order(a, b, overlap, is_short, thresholds)
    if share is None:
        return Classification(PairClass.UNRELATED, is_short, overlap)
    pair_class = PairClass.NEAR_DUPLICATE
    if is_short and _differs_in_numbers(a, b):
        pair_class = PairClass.DIFFERS_IN_NUMBERS
    return Classification(pair_class, is_short, overlap, share)


def may_be_whole(a: Shingles, b: Shingles, overlap: Overlap, thresholds: Thresholds) -> bool:
    """Whether ``classify_whole`` may call two texts alike, told by counts: no is certain."""
    is_short = min(len(a.tokens), len(b.tokens)) < thresholds.short_tokens
    if overlap.jaccard >= thresholds.near_jaccard and not is_short:
        return True
    least = thresholds.short_edit_share if is_short else thresholds.near_edit_share
    in_any_order = shared_count(a.occurrences, b.occurrences)
    return 2 * in_any_order >= least * (len(a.tokens) + len(b.tokens))


def screen(estimates: Estimates, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> NDArray[np.uint8]:
    """A ``Screening`` for each pair, shape (p,), that keeps two standard errors off the thresholds.

    A short text inside a much longer one, and a text of which only a part was copied, may be
    rejected: such pairs are found by their passages. Whether texts are short is not looked at.
    """
    largest = np.maximum(
        estimates.containment_a + 2 * estimates.error_a,
        estimates.containment_b + 2 * estimates.error_b,
    )
    # Jaccard is never larger than the share of the shorter text in the longer one
    certain = max(thresholds.near_jaccard, thresholds.near_length_ratio)
    error = np.maximum(estimates.jaccard_error, _LEAST_ERROR)
    confirmed = estimates.jaccard - 2 * error >= certain
    unsure = largest >= min(thresholds.least_containment, thresholds.contained)
    outcome = np.where(unsure, Screening.UNSURE, Screening.REJECTED)
    return np.where(confirmed, Screening.CONFIRMED, outcome).astype(np.uint8)


def _near_in_any_order(a: Shingles, b: Shingles, overlap: Overlap, thresholds: Thresholds) -> bool:
    shorter, longer = sorted((len(a.tokens), len(b.tokens)))
    return (
        overlap.jaccard >= thresholds.near_jaccard
        and shorter >= thresholds.near_length_ratio * longer
    )


def _share_in_order(
    a: Shingles, b: Shingles, overlap: Overlap, is_short: bool, thresholds: Thresholds
) -> float | None:
    """The edit share, where it makes near-duplicates; None where it does not."""
    least = thresholds.short_edit_share if is_short else thresholds.near_edit_share
    largest = max(overlap.containment_a, overlap.containment_b)
    if not is_short and largest < thresholds.least_containment:
        return None
    return share_in_order(a, b, least)


def share_in_order(a: Shingles, b: Shingles, least: float) -> float | None:
    """The edit share, None when it is less: told by the tokens alone where that is quicker."""
    own, other = len(a.tokens), len(b.tokens)
    if own * other > _FEW_CELLS:
        in_any_order = shared_count(a.occurrences, b.occurrences)
        if 2 * in_any_order < least * (own + other):
            return None
    return edit_share(a.tokens, b.tokens, least)


def _differs_in_numbers(a: Shingles, b: Shingles) -> bool:
    """Whether all words are the same in the same order, and some of the numbers are not."""
    if a.is_number is None or b.is_number is None:
        return False
    if not np.array_equal(a.tokens[~a.is_number], b.tokens[~b.is_number]):
        return False
    return not np.array_equal(a.tokens[a.is_number], b.tokens[b.is_number])


def class_of_part(
    overlap: Overlap | None, copied: Copied, thresholds: Thresholds, *, is_short: bool
) -> PairClass:
    """The class of a pair that is no near-duplicate; by passages alone without an overlap."""
    of_a, of_b = copied.share_a, copied.share_b
    if overlap is not None:
        of_a, of_b = max(overlap.containment_a, of_a), max(overlap.containment_b, of_b)
    if max(of_a, of_b) >= thresholds.contained:
        return PairClass.CONTAINS if of_b >= of_a else PairClass.IS_CONTAINED
    if _is_copied(copied, is_short, thresholds):
        return PairClass.PARTLY_COPIED
    return PairClass.UNRELATED


def _is_copied(copied: Copied, is_short: bool, thresholds: Thresholds) -> bool:
    share = max(copied.share_a, copied.share_b)
    if copied.most_words >= thresholds.copied_words:
        return True
    if is_short:
        return share >= thresholds.short_copied_share
    return share >= thresholds.copied_share and copied.most_words >= thresholds.least_copied_words
