"""The votes of features that weigh by how often they occur, and by nothing else.

Then a feature is no more than its hash, which tells it apart as well, and the documents of a batch
are counted and merged together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.features import weigh
from simhash_gui.core.fingerprint.recipe import Weighting
from simhash_gui.core.fingerprint.votes import merge_each
from simhash_gui.core.ragged import Indexes, bounds_of, changes_in_each, chosen_of_each, sort_each


@dataclass(frozen=True, slots=True, eq=False)
class HashLists:
    """Hashes of d documents: document i has those from ``bounds[i]`` to ``bounds[i + 1]``."""

    hashes: NDArray[np.uint64]
    bounds: Indexes


def merge_counted(
    lists: Sequence[HashLists], weighting: Weighting
) -> tuple[NDArray[np.float64], Indexes]:
    """Sums of shape (d, 64) and numbers of distinct features, from the hashes of all features."""
    hashes, bounds = _side_by_side(lists)
    sort_each(hashes, bounds)
    is_first = changes_in_each(hashes, bounds)
    counts = np.diff(np.flatnonzero(is_first), append=len(hashes))
    features, own_bounds = chosen_of_each(hashes, bounds, is_first)
    return merge_each(features, weigh(counts, weighting), own_bounds), np.diff(own_bounds)


def _side_by_side(lists: Sequence[HashLists]) -> tuple[NDArray[np.uint64], Indexes]:
    """All hashes of a document next to each other."""
    edges = [(one.hashes, pairwise(one.bounds.tolist())) for one in lists]
    of_each = [[hashes[start:end] for start, end in spans] for hashes, spans in edges]
    parts = chain.from_iterable(zip(*of_each, strict=True))
    lengths = np.sum([np.diff(one.bounds) for one in lists], axis=0)
    return np.concatenate([np.empty(0, np.uint64), *parts]), bounds_of(lengths)
