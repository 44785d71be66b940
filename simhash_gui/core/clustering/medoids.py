"""Clusters around medoids: no chain joins strangers, for every member is like its medoid.

After star clustering (Aslam, Pelekhov and Rus 2004, "The star clustering algorithm"): the document
that is most like all those still free becomes a medoid and takes its neighbours, again and again;
then every document goes to its nearest medoid. Which documents are neighbours is left to whoever
gives the pairs.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes


def medoid_labels(
    count: int, left: Indexes, right: Indexes, likeness: NDArray[np.float32]
) -> Indexes:
    """Label each of ``count`` positions with its medoid, shape (count,); without a pair, itself.

    ``likeness`` is above 0. The order of the pairs does not matter; of equal ones the least
    position is taken. Time p · log p.
    """
    own, other = np.concatenate((left, right)), np.concatenate((right, left))
    like = np.concatenate((likeness, likeness)).astype(np.float64)
    order = np.lexsort((other, own))
    own, other = own[order], other[order]
    whole = np.round(like[order] * (1 << 20)).astype(np.int64)
    bounds = np.searchsorted(own, np.arange(count + 1))
    medoids = _medoids(count, bounds, other, whole)
    labels = np.arange(count)
    is_medoid = medoids[other] & ~medoids[own]
    owners, targets, likes = own[is_medoid], other[is_medoid], whole[is_medoid]
    nearest = np.lexsort((-targets, likes, owners))
    labels[owners[nearest]] = targets[nearest]  # the last of each owner stays
    return labels


def _medoids(count: int, bounds: Indexes, other: Indexes, like: Indexes) -> NDArray[np.bool_]:
    free = np.ones(count, np.bool_)
    medoids = np.ones(count, np.bool_)
    total = np.zeros(count, np.int64)
    np.add.at(total, np.repeat(np.arange(count), np.diff(bounds)), like)
    heap = [(-int(total[place]), place) for place in np.flatnonzero(total).tolist()]
    heapq.heapify(heap)
    while heap:
        key, place = heapq.heappop(heap)
        if not free[place]:
            continue
        some = slice(bounds[place], bounds[place + 1])
        is_left = free[other[some]]
        now = int(like[some][is_left].sum())
        if now != -key:
            heapq.heappush(heap, (-now, place))
            continue
        taken = other[some][is_left]
        free[place], free[taken] = False, False
        medoids[taken] = False
    return medoids
