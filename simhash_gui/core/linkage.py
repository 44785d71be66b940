"""Complete linkage: clusters in which every two members are within the distance.

The closest two clusters are merged, again and again, as long as every member of one is within k of
every member of the other; the distance of two clusters is that of their farthest members. Only
pairs within k are needed for that, for a merged cluster can be joined only with what both its
halves could be joined with. Single linkage, and the choice between the two, are in ``clusters``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.buckets import SCATTER
from simhash_gui.core.hamming import Lanes
from simhash_gui.core.pairs import Checkpoint
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import NearDuplicatePairs, Words

_TIE_BITS = 25


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    """Clusters that may be merged: left < right, their distance, and what decides between ties."""

    left: Indexes
    right: Indexes
    distance: NDArray[np.uint64]
    tie: Words

    def __len__(self) -> int:
        return len(self.left)

    def take(self, selection: Indexes) -> _Links:
        return _Links(
            self.left[selection],
            self.right[selection],
            self.distance[selection],
            self.tie[selection],
        )


def complete_linkage(
    lanes: Lanes, pairs: NearDuplicatePairs, *, checkpoint: Checkpoint | None = None
) -> Indexes:
    """Label each of n fingerprints with the least position in its cluster: shape (n,).

    ``pairs`` are all pairs within k among them, each once. Equal distances are decided by a hash
    of the two fingerprints, so that neither the order nor the number of other documents matters,
    and so that long chains end in few rounds. In a round all links that are the closest of both
    their ends are merged at once, which gives what merging one after another would (complete
    linkage is reducible: Bruynooghe 1977; Murtagh, A Survey of Recent Advances in Hierarchical
    Clustering Algorithms, 1983). The checkpoint counts links that are done with.
    """
    labels = np.arange(len(lanes[0]))
    links = _links(lanes, pairs)
    while len(links):
        merged = links.take(_closest_of_both(links, len(labels)))
        target = np.arange(len(labels))
        target[merged.right] = merged.left
        labels = target[labels]
        links = _merged_links(links, target)
        if checkpoint:
            checkpoint(len(pairs) - len(links), len(pairs))
    return labels


def _links(lanes: Lanes, pairs: NearDuplicatePairs) -> _Links:
    """Make links of pairs; a tie is decided by a hash that does not depend on their order."""
    scattered = lanes[0] * SCATTER
    for lane in lanes[1:]:
        scattered = (scattered ^ lane) * SCATTER
    scattered ^= scattered >> np.uint64(29)
    tie = (scattered[pairs.left] + scattered[pairs.right]) * SCATTER >> np.uint64(64 - _TIE_BITS)
    left, right = np.minimum(pairs.left, pairs.right), np.maximum(pairs.left, pairs.right)
    return _Links(left, right, pairs.distance.astype(np.uint64), tie)


def _closest_of_both(links: _Links, count: int) -> Indexes:
    """Find the links that are the closest of both clusters they join; no two share a cluster."""
    number = np.arange(len(links), dtype=np.uint64)
    rank = links.distance << np.uint64(57) | links.tie << np.uint64(32) | number
    best = np.full(count, np.iinfo(np.uint64).max, np.uint64)
    np.minimum.at(best, links.left, rank)
    np.minimum.at(best, links.right, rank)
    return np.flatnonzero((best[links.left] == rank) & (best[links.right] == rank))


def _merged_links(links: _Links, target: Indexes) -> _Links:
    """Keep the links between merged clusters of which every half was linked to every half."""
    halves = np.bincount(target, minlength=len(target))
    a, b = target[links.left], target[links.right]
    left, right = np.minimum(a, b), np.maximum(a, b)
    order = np.flatnonzero(left != right)
    order = order[np.argsort(left[order] << 32 | right[order])]
    left, right = left[order], right[order]
    starts = np.flatnonzero(np.append(True, (left[1:] != left[:-1]) | (right[1:] != right[:-1])))
    sizes = np.diff(np.append(starts, len(order)))
    whole = sizes == halves[left[starts]] * halves[right[starts]]
    distance = np.maximum.reduceat(links.distance[order], starts)
    tie = np.minimum.reduceat(links.tie[order], starts)
    return _Links(left[starts], right[starts], distance, tie).take(np.flatnonzero(whole))
