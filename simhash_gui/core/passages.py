"""Common passages of two documents: also when moved, put in another order, or lightly edited.

Common runs (``runs``) with little between them make chains (``chains``), and a chain is a passage.
Where chains claim the same text, the one with more equal tokens keeps it and the others are cut.
What then is left of them is still a passage if its text is free in one document only: a text that
stands once here and several times there is found at each place. What passages mean for the pair is
left to ``verdicts``.

Nothing depends on which document comes first. Time and memory are about linear in the texts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.chains import chains_of
from simhash_gui.core.claims import Claims
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.runs import common_runs
from simhash_gui.core.shingles import Hashes, Shingles

_CHANCE_OFFSET = 3


@dataclass(frozen=True, slots=True)
class PassageLimits:
    """What counts as one passage, and which are too short to be told; in tokens.

    ``gap_tokens``: runs are joined over at most so many other tokens in either document.
    ``least_tokens``: fewer equal tokens are no passage; longer documents need more of them
    (``least_matched``).
    """

    gap_tokens: int = 20
    least_tokens: int = 6


DEFAULT_PASSAGE_LIMITS = PassageLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """Passages by where they begin in a, shape (p,); all in tokens.

    Passage i is ``a_start[i]:a_end[i]`` of one document and ``b_start[i]:b_end[i]`` of the other;
    ``matched[i]`` tokens of both are equal and in the same order. No two passages overlap in both
    documents.
    """

    a_start: Indexes
    a_end: Indexes
    b_start: Indexes
    b_end: Indexes
    matched: Indexes

    def __len__(self) -> int:
        return len(self.matched)

    @property
    def longest(self) -> int:
        """The equal tokens of the longest passage; 0 when there is none."""
        return int(self.matched.max(initial=0))

    def swapped(self) -> Passages:
        """The same passages seen from the other document."""
        order = np.lexsort((self.a_start, self.b_start))
        columns = self.b_start, self.b_end, self.a_start, self.a_end, self.matched
        return Passages(*(column[order] for column in columns))


def common_passages(
    a: Shingles,
    b: Shingles,
    limits: PassageLimits = DEFAULT_PASSAGE_LIMITS,
    ignored: Hashes | None = None,
) -> Passages:
    """All common passages. ``ignored``, ascending: shingles that give no reason for a passage.

    Raises ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    if _rank(b) < _rank(a):
        return common_passages(b, a, limits, ignored).swapped()
    chains = chains_of(common_runs(a, b, ignored), limits.gap_tokens)
    least = least_matched(len(a.tokens), len(b.tokens), limits)
    claims = Claims(len(a.tokens), len(b.tokens), limits.gap_tokens, least)
    found = sorted(claims.settle(chains), key=lambda span: (span.a_start, span.b_start))
    return Passages(*np.array(found, np.int64).reshape(-1, 5).T)


def least_matched(a_tokens: int, b_tokens: int, limits: PassageLimits) -> int:
    """The equal tokens that a passage of documents of these lengths must have.

    The longest run that unrelated texts share by chance grows with ln(|a| · |b|) (Karlin and
    Altschul 1990); less 3 it leaves about one such passage in 500 pairs of prose by one author.
    """
    by_chance = round(math.log(max(1, a_tokens * b_tokens))) - _CHANCE_OFFSET
    return max(1, limits.least_tokens, by_chance)


def covered_tokens(starts: Indexes, ends: Indexes, count: int) -> NDArray[np.bool_]:
    """Which of ``count`` tokens lie in at least one span: shape (count,)."""
    changes = np.bincount(starts, minlength=count + 1) - np.bincount(ends, minlength=count + 1)
    covered: NDArray[np.bool_] = np.cumsum(changes[:count]) > 0
    return covered


def character_spans(
    starts: Indexes, ends: Indexes, token_starts: Indexes, token_ends: Indexes
) -> tuple[Indexes, Indexes]:
    """Spans of at least one token as characters of the source: first, and one after the last.

    ``token_starts`` and ``token_ends`` say where each token of the document stands in its source.
    """
    return token_starts[starts], token_ends[ends - 1]


def _rank(document: Shingles) -> tuple[int, bytes]:
    """Any order of documents that depends on nothing but their content."""
    return len(document.tokens), document.tokens.tobytes()
