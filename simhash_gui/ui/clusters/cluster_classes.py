"""What the documents of a cluster are to its medoid at the least: one class for a whole cluster.

Runs in the read pool, for the clusters in view: looking up pairs takes a pass over all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.comparison.evidence import PairClass
from simhash_gui.services.detection.detection import CLASSES
from simhash_gui.ui.clusters.cluster_view import SortedTable

_MOST_MEMBERS = 2_000
_NEAREST_FIRST = (
    PairClass.IDENTICAL,
    PairClass.NEAR_DUPLICATE,
    PairClass.CONTAINS,
    PairClass.IS_CONTAINED,
    PairClass.PARTLY_COPIED,
    PairClass.TEMPLATE_ONLY,
    PairClass.UNRELATED,
)
_RANKS = np.array([_NEAREST_FIRST.index(pair_class) for pair_class in CLASSES], np.int64)


def least_classes(shown: SortedTable, positions: Sequence[int]) -> dict[int, PairClass | None]:
    """The farthest class of each cluster's judged pairs with its medoid; None where none was.

    Of a very large cluster only the nearest members are looked at.
    """
    detection = shown.detection
    members = [
        np.searchsorted(
            detection.document_ids, shown.table.member_document_ids(position)[:_MOST_MEMBERS]
        )
        for position in positions
    ]
    medoids = [np.full_like(found, found[0]) for found in members]
    known = detection.evidence_of(np.concatenate(medoids), np.concatenate(members)).classes
    borders = np.cumsum([len(found) for found in members])[:-1]
    return {
        position: _farthest(classes)
        for position, classes in zip(positions, np.split(known, borders), strict=True)
    }


def _farthest(classes: NDArray[np.int64]) -> PairClass | None:
    ranks = _RANKS[classes[classes >= 0]]
    return _NEAREST_FIRST[int(ranks.max())] if len(ranks) else None
