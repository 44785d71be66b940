"""What two documents have in common, in numbers: the measures that a pair class follows from.

Shares of shingles (Broder 1997), and shares of the texts that stand in common passages. The edit
share is in ``lcs``; what follows from the numbers is left to ``classes``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.passages import Passages
from simhash_gui.core.text.shingles import (
    Hashes,
    Shingles,
    distinct_of,
    is_among,
    require_same_size,
    shared_count,
)
from simhash_gui.core.text.spans import Flags, covered_tokens

CHARACTERS_A_WORD = 2


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

    ``share_a`` is the share of a's tokens that equal those of b, from 0 to 1. ``most_words`` are
    the words of the passage that has most of them: different words, each counted once, for stock
    phrases and forms repeat few, times the share of the passage that is equal in both texts. A
    character of a script that is written without spaces counts as half a word.
    """

    share_a: float
    share_b: float
    most_words: float


@dataclass(frozen=True, slots=True, eq=False)
class CountedTokens:
    """A document, and which of its tokens count as copied: all, or all but boilerplate."""

    document: Shingles
    flags: Flags

    @classmethod
    def all_of(cls, document: Shingles) -> Self:
        """Every token counts."""
        return cls(document, np.ones(len(document.tokens), np.bool_))

    @classmethod
    def without(cls, document: Shingles, common: Hashes) -> Self:
        """All count but those in a shingle among ``common``, ascending."""
        return cls(document, ~boilerplate_tokens(document, common))

    def different_words(self, span: slice) -> float:
        """The different words that count in a span; a character is half a word."""
        flags = self.flags[span]
        tokens, is_character = self.document.tokens[span][flags], self.document.is_character
        words = float(len(distinct_of(tokens)))
        if is_character is not None:
            words -= len(distinct_of(tokens[is_character[span][flags]])) / CHARACTERS_A_WORD
        return words


def overlap_of(a: Shingles, b: Shingles) -> Overlap:
    """The exact overlap.

    Two documents without shingles overlap wholly, one without and one with not at all. Raises
    ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    require_same_size(a, b)
    own, other = a.distinct, b.distinct
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


def copied_of(passages: Passages, a: CountedTokens, b: CountedTokens) -> Copied:
    """What the passages take of the tokens that count; the shares are of all tokens.

    What was edited inside a passage is no part of a share, so that a loose passage counts for less.
    """
    a_tokens = _counted(passages.a_start, passages.a_end, a.flags)
    b_tokens = _counted(passages.b_start, passages.b_end, b.flags)
    equal = np.minimum(np.minimum(a_tokens, b_tokens), passages.matched)
    a_covered = covered_tokens(passages.a_start, passages.a_end, len(a.flags)) & a.flags
    b_covered = covered_tokens(passages.b_start, passages.b_end, len(b.flags)) & b.flags
    total = int(equal.sum())
    most_words = _most_words(passages, equal, a, b)
    return Copied(_share(a_covered, total), _share(b_covered, total), most_words)


def _most_words(passages: Passages, equal: Indexes, a: CountedTokens, b: CountedTokens) -> float:
    """Passages come by their equal tokens, of which none has more words."""
    most = 0.0
    for place in np.argsort(-equal, kind="stable").tolist():
        if equal[place] <= most:
            break
        spans = (
            (a, slice(passages.a_start[place], passages.a_end[place])),
            (b, slice(passages.b_start[place], passages.b_end[place])),
        )
        matched = int(passages.matched[place])
        words = [
            side.different_words(span) * matched / (span.stop - span.start) for side, span in spans
        ]
        most = max(most, min(words))
    return most


def _counted(starts: Indexes, ends: Indexes, flags: Flags) -> Indexes:
    """How many flags are true in each span."""
    sums = np.concatenate(([0], np.cumsum(flags)))
    return sums[ends] - sums[starts]


def _share(covered: Flags, equal_tokens: int) -> float:
    """The lesser number: a text that several passages share is covered only once."""
    return min(int(np.count_nonzero(covered)), equal_tokens) / max(1, len(covered))
