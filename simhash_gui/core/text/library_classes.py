"""The class of a pair inside a library, where what many documents share is no evidence.

Measures are of the whole texts, as ``classes`` gives them; the class follows from what is their own
as well (``commonness``):

- Near-duplicates are near-duplicates as wholes, without what is marked in them as quoted, signature
  or footer, and, if both are on a template and have enough text of their own, also in that. Edits
  of what many documents have are no text of one's own. Messages in which nobody wrote anything are
  near-duplicates only if they are identical.
- Copies count by what is neither marked nor of a template; short ones that take little of both
  texts by what is rare, for several documents have the same stock phrases. Of two documents on a
  template, half of one's own text stands in the other, or a long passage where the template is a
  cover sheet; less is a shared passage, and told as such.
- A document quotes another when what it marks as quoted stands in the other's own words.

The thresholds here lie between what was measured on the development sets; the margins are noted
with them. ``Thresholds`` of ``classes`` hold as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.classes import (
    DEFAULT_THRESHOLDS,
    WHOLE_CLASSES,
    Classification,
    PairClass,
    Thresholds,
    class_of_part,
    classify_whole,
    may_be_whole,
    share_in_order,
)
from simhash_gui.core.text.commonness import OwnText
from simhash_gui.core.text.lcs import edit_share
from simhash_gui.core.text.overlap import Copied, CountedTokens, copied_of, overlap_of
from simhash_gui.core.text.passages import Passages, common_passages
from simhash_gui.core.text.shingles import (
    SHINGLE_SIZE,
    is_among,
    shared_count,
    shared_hashes,
)
from simhash_gui.core.text.spans import Flags, covered_tokens

OWN_SHARE = 0.22
"""A text has text of its own when that is this share of it (0.20 to 0.26) ..."""
_LEAST_OWN_TOKENS = 20
"""... and so many tokens; ..."""
_SHORT_OWN_SHARE = 0.10
"""Of a short text less will do, ..."""
_SHORT_LEAST_OWN_TOKENS = 2
"""... for it has no more room."""
NEAR_OWN_SHARE = 0.45
"""Near-duplicates on a template share this part of the rare shingles of one (0.42 to 0.50) ..."""
_NEAR_OWN_EDIT_SHARE = 0.60
"""... or this part of their own tokens, in the same order (0.56 to 0.72)."""
_NEAR_SHORT_OWN_EDIT_SHARE = 0.25
"""... or this part where the own text of one is short: few words tell less (0.18 to 0.31).

What is own of two short texts is alike if it would be as a short text."""
_EDITS_TAKE = 0.10
"""What is its own only because it was edited lowers the edit share by no more (0.00 to 0.11)."""
COPIED_OWN_SHARE = 0.50
"""What is less than near is a copy from this share of one's rare shingles on (0.50 to 0.60) ..."""
_COPIED_OWN_WORDS = 20
"""... with so many own words in one passage (16 to 24)."""
_COVER_SHEET_SHARE = 0.15
"""Where the template takes less of both documents (0.12 to 0.19) ..."""
_COVER_SHEET_WORDS = 40
"""... a passage of so many own words is a copy, whatever its share (35 to 45)."""
_STOCK_PHRASES_SHARE = 0.08
"""Passages below ``copied_words`` that are not rare are copies from this share on (to 0.10)."""
_LEAST_SHARED_SHINGLES = 8
"""With fewer shared shingles, in short texts an eighth, passages are not looked for (1 to 10)."""
LEAST_SHARED_OF_NO_TEMPLATE = 6
"""A copy shares so many shingles that are of no template, in short texts an eighth (1 to 7)."""
_QUOTED_TOKENS = 20
"""So many quoted tokens stand in the other's own words (16 to 20)."""
_AS_GOOD = 0.9
"""Of several sources those count that explain this share of what the best one does."""
_THIN_MEMBER_ADDS = 0.10
"""Forms without text of their own must be so much more alike to be in one cluster."""
_ROUNDED = 1e-6  # more than what is lost where shares are kept with 24 bits
NEVER_BY_TEMPLATE = 0.78
"""The largest Jaccard coefficient of two documents on a template that differ in their own text."""


class Depends(IntEnum):
    """On what in a library the class and the likeness of a pair depend; the values are stored."""

    NOTHING = 0
    """On the two texts alone, whatever is common."""
    TEMPLATE = 1
    """On what is of a template in them."""
    OWN = 2
    """And, in a text that has something of a template, on what is frequent in it.

    Both texts are on a template, and whatever more of what is frequent is of one leaves them there.
    """
    ALL = 3
    """On all that is frequent in them."""
    LESS = 4
    """On all that is frequent in them, but whatever more of it is so changes nothing."""
    LESS_OWN = 5
    """As ``OWN``; nor does more of what is frequent change it that leaves them less than
    ``COPIED_OWN_SHARE`` of what is rare in common."""
    SHARED = 6
    """On what of the shingles of both is of a template, while one of them is on none."""
    APART = 7
    """On nothing, while one of them is on no template."""


def judge_in_library(
    a: OwnText,
    b: OwnText,
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    *,
    whole_only: bool = False,
) -> tuple[Classification, Depends]:
    """Measure a pair, and tell on what its class and its ``cluster_likeness`` depend.

    ``whole_only``: only near-duplicates are looked for. Raises ``ShingleSizeError``.
    """
    whole = _classify_whole(a, b, thresholds)
    depends = _whole_depends(a, b, whole, thresholds)
    if whole_only or whole.pair_class in WHOLE_CLASSES or not _share_enough(a, b):
        return whole, depends
    if a.is_on_template and b.is_on_template:
        found = _judge_siblings(a, b, whole, thresholds)
        if found.pair_class is not PairClass.TEMPLATE_ONLY:
            return found, Depends.ALL
        return found, Depends.LESS_OWN if depends is Depends.NOTHING else Depends.OWN
    found, of_part = _judge_beside_templates(a, b, whole, thresholds)
    if of_part is Depends.LESS and depends is not Depends.NOTHING:
        return found, Depends.ALL
    return found, of_part


def _judge_siblings(
    a: OwnText, b: OwnText, whole: Classification, thresholds: Thresholds
) -> Classification:
    """What documents on a template have copied; more of a template leaves less of it."""
    is_half_shared = own_share(a, b) >= COPIED_OWN_SHARE
    are_covered = max(a.in_template.mean(), b.in_template.mean()) < _COVER_SHEET_SHARE
    if not (is_half_shared or are_covered):
        return replace(whole, pair_class=PairClass.TEMPLATE_ONLY)
    passages, found = _shown(a, b, whole, thresholds)
    of_own = copied_of(passages, CountedTokens(a.shingles, a.own), CountedTokens(b.shingles, b.own))
    least = _COPIED_OWN_WORDS if is_half_shared else _COVER_SHEET_WORDS
    is_copy = of_own.most_words >= least and _share_more_than_template(a, b)
    if found.pair_class is not PairClass.UNRELATED and not is_copy:
        return replace(found, pair_class=PairClass.TEMPLATE_ONLY)
    return found


def _judge_beside_templates(
    a: OwnText, b: OwnText, whole: Classification, thresholds: Thresholds
) -> tuple[Classification, Depends]:
    """What is copied where not both documents are on a template, and on what that depends.

    Short passages that several others have too are stock phrases, unless they take some share.
    What is too little for a copy now is so on a template as well, if it is not asked for more here.
    """
    passages, found = _shown(a, b, whole, thresholds)
    if found.pair_class is PairClass.UNRELATED:
        return found, Depends.APART
    own = copied_of(
        passages,
        CountedTokens(a.shingles, a.body & ~a.in_template),
        CountedTokens(b.shingles, b.body & ~b.in_template),
    )
    is_by_template = _is_more_than_phrases(own, thresholds)
    if not is_by_template:
        own = copied_of(
            passages, CountedTokens(a.shingles, a.own), CountedTokens(b.shingles, b.own)
        )
    is_copy = class_of_part(None, own, thresholds, is_short=whole.is_short)
    if is_copy is PairClass.UNRELATED or not _share_more_than_template(a, b):
        only = replace(found, pair_class=PairClass.TEMPLATE_ONLY)
        is_less = thresholds.copied_words <= _COPIED_OWN_WORDS
        return only, Depends.LESS if is_less else Depends.ALL
    if not is_by_template:
        return found, Depends.ALL
    least = _least_copied(a, b, passages)
    if not _is_more_than_phrases(least, thresholds):
        return found, Depends.TEMPLATE
    is_copy = class_of_part(None, least, thresholds, is_short=whole.is_short)
    return found, Depends.TEMPLATE if is_copy is PairClass.UNRELATED else Depends.SHARED


def _shown(
    a: OwnText, b: OwnText, whole: Classification, thresholds: Thresholds
) -> tuple[Passages, Classification]:
    """The passages of a pair, and its class if nothing were common."""
    passages = common_passages(a.shingles, b.shingles, thresholds.passages)
    copied = copied_of(passages, CountedTokens.all_of(a.shingles), CountedTokens.all_of(b.shingles))
    shown = class_of_part(whole.overlap, copied, thresholds, is_short=whole.is_short)
    return passages, replace(whole, copied=copied, pair_class=shown)


def _is_more_than_phrases(own: Copied, thresholds: Thresholds) -> bool:
    share = max(own.share_a, own.share_b)
    return own.most_words >= thresholds.copied_words or share >= _STOCK_PHRASES_SHARE


def _least_copied(a: OwnText, b: OwnText, passages: Passages) -> Copied:
    """What passages take beside templates, were all shingles of one document alone of these."""
    shared = shared_hashes(a.shingles.distinct, b.shingles.distinct)
    counted = []
    for text in (a, b):
        alone = np.flatnonzero(~is_among(text.shingles.hashes, shared))
        count = len(text.shingles.tokens)
        in_alone = covered_tokens(alone, alone + text.shingles.span, count)
        flags = text.body & ~text.in_template & ~in_alone
        counted.append(CountedTokens(text.shingles, flags))
    return copied_of(passages, *counted)


def _classify_whole(
    a: OwnText, b: OwnText, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> Classification:
    """Tell whether two texts are identical or near-duplicates, and call all else unrelated.

    What tells most pairs on a template apart is asked first, as it is the cheapest.
    """
    is_same = np.array_equal(a.shingles.tokens, b.shingles.tokens)
    if not is_same and _own_texts_differ(a, b, thresholds):
        shorter = min(len(a.shingles.tokens), len(b.shingles.tokens))
        is_short = shorter < thresholds.short_tokens
        return Classification(PairClass.UNRELATED, is_short, overlap_of(a.shingles, b.shingles))
    whole = classify_whole(a.shingles, b.shingles, thresholds)
    if whole.pair_class not in WHOLE_CLASSES or is_same or _bodies_are_near(a, b, thresholds):
        return whole
    return replace(whole, pair_class=PairClass.UNRELATED)


def _whole_depends(
    a: OwnText, b: OwnText, found: Classification, thresholds: Thresholds
) -> Depends:
    """On what it depends whether two texts are alike as wholes, and their ``cluster_likeness``.

    What tells documents on a template apart only makes near-duplicates of texts unrelated. So it
    is not asked of texts that are unrelated without it, and not of a document on no template.
    """
    if found.pair_class is PairClass.IDENTICAL:
        return Depends.NOTHING
    are_siblings = a.is_on_template and b.is_on_template
    if found.pair_class in WHOLE_CLASSES or found.edit_share is not None:
        return Depends.OWN if are_siblings else Depends.TEMPLATE
    may_differ = are_siblings and _have_own_text(a, b) and own_share(a, b) < NEAR_OWN_SHARE
    if may_differ and may_be_whole(a.shingles, b.shingles, found.overlap, thresholds):
        return Depends.OWN
    return Depends.NOTHING


def cluster_likeness(
    a: OwnText, b: OwnText, found: Classification, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> float:
    """How alike two near-duplicates are, from 0 to 1, and 0 if too little for one cluster.

    That is the larger of their edit share and their Dice coefficient, 2 J / (1 + J).
    """
    if found.pair_class is PairClass.IDENTICAL:
        return 1.0
    if found.pair_class is not PairClass.NEAR_DUPLICATE:
        return 0.0
    least = thresholds.cluster_likeness
    if a.is_on_template and b.is_on_template and not _have_own_text(a, b):
        least = min(1.0, least + _THIN_MEMBER_ADDS)
    jaccard = found.overlap.jaccard
    likeness = 2 * jaccard / (1 + jaccard)
    share = found.edit_share
    if share is None and likeness < least:
        share = edit_share(a.shingles.tokens, b.shingles.tokens, least)
    likeness = max(likeness, share or 0.0)
    return likeness if likeness >= least else 0.0


def likeness_stays(
    jaccard: NDArray[np.float32],
    edit_share: NDArray[np.float32],
    likeness: NDArray[np.float32],
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Flags:
    """Of near-duplicates, shape (p,): whose ``cluster_likeness`` is the same whatever is common.

    What is common only decides whether two forms are thin, which asks more of them. An edit share
    that was not needed is NaN.
    """
    least = thresholds.cluster_likeness
    of_thin = min(1.0, least + _THIN_MEMBER_ADDS)
    dice = 2 * jaccard / (1 + jaccard)
    is_measured_for_thin_alone = (dice >= least - _ROUNDED) & (dice < of_thin + _ROUNDED)
    is_clear: Flags = likeness >= of_thin + _ROUNDED
    return is_clear & ~(is_measured_for_thin_alone & np.isnan(edit_share))


def own_token_bounds(
    tokens: Indexes, distinct: Indexes, rare: Indexes, is_marked: Flags
) -> tuple[Indexes, Indexes]:
    """How many tokens of documents are their own, at least and at most.

    By the numbers of distinct and of rare shingles, -1 where that is not known. Each rare token but
    the last few of a document begins a rare shingle, and a shingle that is not rare takes no more
    tokens than it has. In marked documents not all that is rare is own.
    """
    span = np.minimum(SHINGLE_SIZE, tokens)
    is_known = rare >= 0
    least = np.maximum(tokens - span * (tokens - span + 1 - rare), 0)
    most = np.minimum(rare + tokens - distinct, tokens)
    return np.where(is_known & ~is_marked, least, 0), np.where(is_known, most, tokens)


def near_duplicates_stay(  # noqa: PLR0913, PLR0917 - what was measured, and what is known
    jaccard: NDArray[np.float32],
    edit_share: NDArray[np.float32],
    likeness: NDArray[np.float32],
    own_share: NDArray[np.float64],
    tokens: Indexes,
    own: tuple[Indexes, Indexes],
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Flags:
    """Of near-duplicates, shape (p,): which have the same class and likeness by what is common now.

    Only what tells documents on a template apart depends on it: that takes text of one's own, and
    not the same. ``own_share`` is the share of rare shingles that they have in common, 0 where it
    is not known; ``tokens`` and ``own_token_bounds`` have the shape (2, p).
    """
    are_short = tokens.max(axis=0, initial=0) < DEFAULT_THRESHOLDS.short_tokens
    fewest = np.where(are_short, _SHORT_LEAST_OWN_TOKENS, _LEAST_OWN_TOKENS)
    needed = np.maximum(fewest, np.where(are_short, _SHORT_OWN_SHARE, OWN_SHARE) * tokens)
    is_enough, is_too_little = (own[0] >= needed).all(axis=0), (own[1] < needed).any(axis=0)
    dice = 2 * jaccard / (1 + jaccard)
    least = thresholds.cluster_likeness
    of_thin = min(1.0, least + _THIN_MEMBER_ADDS)
    is_by_dice = (dice >= least + _ROUNDED) & (dice < of_thin - 2 * _ROUNDED)
    is_by_dice &= is_enough & (np.abs(likeness - dice) <= _ROUNDED)  # no thin forms
    stays = is_by_dice | likeness_stays(jaccard, edit_share, likeness, thresholds)
    found: Flags = stays & ((own_share >= NEAR_OWN_SHARE) | is_too_little)
    return found


def quoted_sources(
    quoting: OwnText, sources: Sequence[OwnText], thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> list[int]:
    """Which of the sources a document quotes: the fewest that explain what it quotes.

    What many documents have is no evidence in a quotation either: a footer is quoted with the rest.
    """
    left = quoting.quoted & quoting.rare
    explained = {
        place: _quoted_from(quoting, source, thresholds) for place, source in enumerate(sources)
    }
    found: list[int] = []
    while explained:
        counts = {place: int((flags & left).sum()) for place, flags in explained.items()}
        most = max(counts.values())
        if most < _QUOTED_TOKENS:
            break
        least = max(_QUOTED_TOKENS, _AS_GOOD * most)
        best = [place for place, count in counts.items() if count >= least]
        found += best
        for place in best:
            left &= ~explained.pop(place)
    return sorted(found)


def _share_enough(a: OwnText, b: OwnText) -> bool:
    """Whether passages have to be looked for at all, told by shingles alone."""
    own, other = a.shingles.distinct, b.shingles.distinct
    least = min(_LEAST_SHARED_SHINGLES, max(1, min(len(own), len(other)) // 8))
    return shared_count(own, other) >= least


def _share_more_than_template(a: OwnText, b: OwnText) -> bool:
    """Whether enough of the shingles that both have are of no template."""
    fewer = min(len(a.shingles.distinct), len(b.shingles.distinct))
    least = min(LEAST_SHARED_OF_NO_TEMPLATE, max(1, fewer // 8))
    return shared_count(a.shingles_of_no_template, b.shingles_of_no_template) >= least


def _quoted_from(quoting: OwnText, source: OwnText, thresholds: Thresholds) -> Flags:
    """The quoted tokens that stand in the source's own words."""
    passages = common_passages(quoting.shingles, source.written, thresholds.passages)
    count = len(quoting.quoted)
    flags: Flags = covered_tokens(passages.a_start, passages.a_end, count) & quoting.quoted
    return flags


def _bodies_are_near(a: OwnText, b: OwnText, thresholds: Thresholds) -> bool:
    if not (a.is_marked or b.is_marked):
        return True
    if not (a.has_words and b.has_words):
        return False
    found = classify_whole(a.body_shingles, b.body_shingles, thresholds)
    return found.pair_class in WHOLE_CLASSES


def _own_texts_differ(a: OwnText, b: OwnText, thresholds: Thresholds) -> bool:
    """Whether two documents on a template have text of their own, and not the same."""
    if not (a.is_on_template and b.is_on_template) or not _have_own_text(a, b):
        return False
    if own_share(a, b) >= NEAR_OWN_SHARE:
        return False
    lengths = len(a.own_tokens), len(b.own_tokens)
    is_short = min(lengths) < thresholds.short_tokens
    least = _NEAR_SHORT_OWN_EDIT_SHARE if is_short else _NEAR_OWN_EDIT_SHARE
    are_short = _are_short(a, b)
    if are_short:
        least = thresholds.short_edit_share
    in_any_order = shared_count(a.own_occurrences, b.own_occurrences)
    may_be_near = 2 * in_any_order >= least * sum(lengths)
    if may_be_near and edit_share(a.own_tokens, b.own_tokens, least) is not None:
        return False
    return are_short or not _is_own_by_edits(a, b, thresholds)


def _is_own_by_edits(a: OwnText, b: OwnText, thresholds: Thresholds) -> bool:
    """Whether two versions of common text look as if each had text of its own.

    An edit of what many documents have is rare. But it makes the whole texts no less alike than
    their common parts are: it stands where the other has the common text, or another edit.
    """
    share = share_in_order(a.shingles, b.shingles, thresholds.near_edit_share)
    if share is None:
        return False
    common_parts = a.shingles.tokens[~a.own], b.shingles.tokens[~b.own]
    return edit_share(*common_parts, share + _EDITS_TAKE) is None


def _have_own_text(a: OwnText, b: OwnText) -> bool:
    """Whether the own part of both is large enough to tell documents on a template apart."""
    least, share = _LEAST_OWN_TOKENS, OWN_SHARE
    if _are_short(a, b):
        least, share = _SHORT_LEAST_OWN_TOKENS, _SHORT_OWN_SHARE
    a_least, b_least = (max(least, share * len(text.shingles.tokens)) for text in (a, b))
    return a.own_count >= a_least and b.own_count >= b_least


def _are_short(a: OwnText, b: OwnText) -> bool:
    return max(len(a.shingles.tokens), len(b.shingles.tokens)) < DEFAULT_THRESHOLDS.short_tokens


def own_share(a: OwnText, b: OwnText) -> float:
    """The share of the rare shingles of the one that has fewer that stand in the other."""
    fewer = min(len(a.own_shingles), len(b.own_shingles))
    return shared_count(a.own_shingles, b.own_shingles) / max(1, fewer)
