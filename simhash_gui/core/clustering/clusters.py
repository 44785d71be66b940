"""Clusters of near-duplicates: their members, their medoid, and how far apart they are.

``cluster_labels`` turns folded pairs into labels by the linkage asked for (``linkage``): a label is
the least position in its cluster. ``build_clusters`` turns labels into flat arrays with the medoid
and the exact spread of each cluster (``spread``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.linkage import (
    Connect,
    complete_linkage,
    connected_labels,
    medoid_labels,
)
from simhash_gui.core.clustering.spread import Spread, spread_of_many, spread_of_one
from simhash_gui.core.hamming.distances import Distances, Lanes, as_lanes
from simhash_gui.core.hamming.folding import fold
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import Linkage, Words

_LARGEST_OF_MANY = 64
_CELLS_AT_ONCE = 1 << 17
_MEMBERS_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """c clusters of at least two members each, ordered by their labels.

    ``members[offsets[i]:offsets[i + 1]]`` are the positions in cluster i, the medoid first and
    then ascending. Unless somebody said otherwise, the medoid has the least sum of distances to all
    members; of several it is the one at the lowest position. Distances are the least and the
    largest of any two members.
    """

    offsets: Indexes
    members: Indexes
    medoid: Indexes
    min_distance: Distances
    max_distance: Distances

    def __len__(self) -> int:
        return len(self.medoid)

    @property
    def sizes(self) -> Indexes:
        """How many members each cluster has: shape (c,)."""
        return np.diff(self.offsets)

    def members_of(self, cluster: int) -> Indexes:
        """Return the positions in one cluster, the medoid first."""
        return self.members[self.offsets[cluster] : self.offsets[cluster + 1]]

    def with_medoids(self, medoid: Indexes) -> Clusters:
        """The same clusters with other members as medoids."""
        members = _medoids_first(self.members, self.offsets, medoid)
        return replace(self, members=members, medoid=medoid)


def cluster_labels(
    folded: FoldedPairs,
    linkage: Linkage = Linkage.SINGLE,
    *,
    k: int | None = None,
    likeness: NDArray[np.float32] | None = None,
    connect: Connect = connected_labels,
) -> Indexes:
    """Label every position, those of identical fingerprints alike: shape (n,).

    ``k`` may be less than what was searched for: the pairs beyond it are left aside. ``likeness``,
    for linkage by medoids, has one entry a pair, 0 where it joins nothing; a label then is the
    first position of the medoid. Without it all pairs are equally alike. ``connect`` says who
    finds the components.
    """
    folding, pairs = folded.folding, folded.pairs
    if likeness is None:
        likeness = np.ones(len(pairs), np.float32)
    if k is not None:
        within = pairs.distance <= k
        pairs, likeness = pairs.take(within), likeness[within]
    if linkage is Linkage.MEDOID:
        joins = likeness > 0
        pairs, likeness = pairs.take(joins), likeness[joins]
        order = np.lexsort(folding.lanes[::-1])  # what decides between ties is the content alone
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        found = medoid_labels(len(folding), rank[pairs.left], rank[pairs.right], likeness, connect)
        labels = order[found[rank]]
    elif linkage is Linkage.COMPLETE:
        labels = complete_linkage(folding.lanes, pairs, connect)
    else:
        labels = connect(len(folding), pairs.left, pairs.right)
    firsts = folding.members[folding.offsets[:-1]]
    return firsts[labels][folding.inverse]


def build_clusters(
    words: Words,
    labels: Indexes,
    *,
    rests: Words | None = None,
    is_medoid: NDArray[np.bool_] | None = None,
) -> Clusters:
    """Build the clusters of at least two positions with one label, and measure them.

    Labels of shape (n,) are any numbers from 0 to 2**31 - 1. ``is_medoid``, shape (n,), holds for
    at least one position of every cluster; the first of them then is its medoid.
    """
    members, offsets = _members_by_label(labels)
    lanes, count = as_lanes(words, rests), len(offsets) - 1
    medoid, least, largest = np.empty(count, np.int64), *np.zeros((2, count), np.uint8)
    for begin, end in _spans(offsets):
        own = members[offsets[begin] : offsets[end]]
        distinct = _distinct_members(lanes, own, offsets[begin : end + 1] - offsets[begin])
        for clusters, rows, spread in _spreads(distinct):
            medoid[begin + clusters] = distinct.positions[rows]
            least[begin + clusters] = spread.min_distance
            largest[begin + clusters] = spread.max_distance
    if is_medoid is not None:
        places = np.flatnonzero(is_medoid[members])
        first = np.searchsorted(places, offsets[:-1])
        medoid = members[places[first]]
    return Clusters(offsets, _medoids_first(members, offsets, medoid), medoid, least, largest)


@dataclass(frozen=True, slots=True, eq=False)
class _Distinct:
    """The distinct fingerprints of each cluster, by their least position in it."""

    offsets: Indexes
    positions: Indexes
    copies: Indexes
    lanes: Lanes


def _members_by_label(labels: Indexes) -> tuple[Indexes, Indexes]:
    """Positions that share their label, by label and ascending, and where each cluster begins."""
    shared = np.flatnonzero(np.bincount(labels, minlength=1)[labels] > 1)
    members = _low_half(np.sort(labels[shared] << 32 | shared))
    return members, _run_offsets(labels[members])


def _spans(offsets: Indexes) -> Iterator[tuple[int, int]]:
    """Runs of clusters that are measured at once: the first, and the one after the last."""
    begin, count = 0, len(offsets) - 1
    while begin < count:
        most = offsets[begin] + _MEMBERS_AT_ONCE
        end = max(begin + 1, int(np.searchsorted(offsets, most, side="right")) - 1)
        yield begin, end
        begin = end


def _distinct_members(lanes: Lanes, members: Indexes, offsets: Indexes) -> _Distinct:
    cluster = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    own = tuple(lane[members] for lane in lanes)
    keys = cluster << 32 | fold(own).inverse
    order = np.argsort(keys, kind="stable")
    runs = _run_offsets(keys[order])
    firsts, copies = order[runs[:-1]], np.diff(runs)
    by_place = np.argsort(firsts)
    rows = firsts[by_place]
    return _Distinct(
        np.searchsorted(rows, offsets),
        members[rows],
        copies[by_place],
        tuple(lane[rows] for lane in own),
    )


def _run_offsets(values: Indexes) -> Indexes:
    """Where the runs of equal values begin, and the end of the last: one 0 for no values."""
    begins = np.flatnonzero(values[1:] != values[:-1]) + 1
    return np.concatenate(([0], begins, [len(values)] if len(values) else [])).astype(np.int64)


def _low_half(keys: Indexes) -> Indexes:
    return keys & 0xFFFF_FFFF


def _medoids_first(members: Indexes, offsets: Indexes, medoid: Indexes) -> Indexes:
    cluster = np.repeat(np.arange(len(medoid)), np.diff(offsets))
    follows = (members != medoid[cluster]).astype(np.int64)
    return _low_half(np.sort(cluster << 33 | follows << 32 | members))


def _spreads(distinct: _Distinct) -> Iterator[tuple[Indexes, Indexes, Spread]]:
    """Measure clusters of one size together: which clusters, the rows of their medoids, spread."""
    sizes = np.diff(distinct.offsets)
    for size in np.flatnonzero(np.bincount(sizes, minlength=1)).tolist():
        of_size = np.flatnonzero(sizes == size)
        at_once = max(1, _CELLS_AT_ONCE // size**2)
        for clusters in np.split(of_size, range(at_once, len(of_size), at_once)):
            rows = distinct.offsets[clusters][:, None] + np.arange(size)
            spread = _spread(distinct, rows)
            yield clusters, rows[np.arange(len(rows)), spread.medoid], spread


def _spread(distinct: _Distinct, rows: Indexes) -> Spread:
    lanes, copies = tuple(lane[rows] for lane in distinct.lanes), distinct.copies[rows]
    if len(rows) > 1 or rows.size <= _LARGEST_OF_MANY:
        return spread_of_many(lanes, copies)
    return spread_of_one(tuple(lane[0] for lane in lanes), copies[0])
