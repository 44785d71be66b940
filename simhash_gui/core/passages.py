"""Common passages of two documents: also when moved, put in another order, or lightly edited.

Common runs (``runs``) that follow each other closely in both documents are joined over the few
tokens between them, which were edited; each such chain is a passage. Of passages that claim the
same text the longer one keeps it. Afterwards a text that stands once in one document and several
times in the other gets its further places too. A passage knows nothing of what it means for the
pair; that is left to ``verdicts``.

The result does not depend on which document comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.runs import Runs, common_runs
from simhash_gui.core.shingles import Hashes, Shingles

MAX_GAP_TOKENS = 10
MIN_PASSAGE_TOKENS = 12
_NEIGHBOURS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """Passages by where they begin in a, shape (p,); all in tokens.

    Passage i is ``a_start[i]:a_end[i]`` of one document and ``b_start[i]:b_end[i]`` of the other;
    ``matched[i]`` of its tokens are equal and in the same order in both.
    """

    a_start: Indexes
    a_end: Indexes
    b_start: Indexes
    b_end: Indexes
    matched: Indexes

    def __len__(self) -> int:
        return len(self.matched)
