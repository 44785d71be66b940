"""Common passages of two documents: also when moved, put in another order, or lightly edited.

Common runs (``runs``) with little between them make chains (``chains``), and a chain is a passage.
Which of several chains keeps the text that they claim is worked out by ``claims``. What passages
mean for the pair is left to ``verdicts``.

Nothing depends on which document comes first. Time and memory are about linear in the texts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.chains import chains_of
from simhash_gui.core.text.claims import Claims
from simhash_gui.core.text.passage_limits import DEFAULT_PASSAGE_LIMITS, PassageLimits
from simhash_gui.core.text.runs import common_runs
from simhash_gui.core.text.shingles import Hashes, Shingles


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
    claims = Claims(len(a.tokens), len(b.tokens), limits)
    found = sorted(claims.settle(chains), key=lambda span: (span.a_start, span.b_start))
    return Passages(*np.array(found, np.int64).reshape(-1, 5).T)


def _rank(document: Shingles) -> tuple[int, bytes]:
    """Any order of documents that depends on nothing but their content."""
    return len(document.tokens), document.tokens.tobytes()
