"""What a search looks at, and the pairs of its documents that are worth a look.

``candidate_search`` finds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.folding import Folding
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection.common_text import CommonText
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.groups import Crowds
from simhash_gui.services.detection.pairs import Ids

LOW_HALF = 0xFFFF_FFFF

Keys = NDArray[np.int64]
"""Pairs as numbers: the position of the left one above that of the right one."""
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """The documents of a search; ``folding`` is over digests of tokens and fingerprints.

    ``files``, shape (n,), counts the files of each document.
    """

    recipe: Recipe
    words: Words
    rests: Words | None
    folding: Folding
    arrays: ComparisonArrays
    files: Ids

    @property
    def firsts(self) -> Ids:
        """The positions of the first member of each group, ascending."""
        return self.folding.members[self.folding.offsets[:-1]]


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of positions that may belong together, left < right, each once.

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
class FoundCandidates:
    """Candidates, the distance that was searched, what was left out for its cost, and what is
    common among the documents.

    ``inside`` are candidates inside ``crowds``, for members that are not confirmed to be like their
    leader.
    """

    candidates: Candidates
    inside: Candidates
    crowds: Crowds
    distance: int
    is_lowered: bool
    is_cut: bool
    common: CommonText


def keys_of(firsts: Ids, batches: Iterable[NearDuplicatePairs]) -> Keys:
    """Pairs of groups of ``Corpus.folding``, given the first position of each group."""
    parts: list[Keys] = [np.empty(0, np.int64)]
    for pairs in batches:
        left, right = firsts[pairs.left], firsts[pairs.right]
        parts.append(np.minimum(left, right) << 32 | np.maximum(left, right))
    return np.concatenate(parts)
