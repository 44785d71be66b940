"""Who belongs together, given the pairs: by single linkage, complete linkage, or medoids.

Single linkage is the connected components of the pairs. Complete linkage makes clusters in which
every two members are within the distance: the closest two clusters are merged, again and again, as
long as every member of one is within k of every member of the other; the distance of two clusters
is that of their farthest members. Only pairs within k are needed for that, for a merged cluster can
be joined only with what both its halves could be joined with. A label is the least position in a
cluster.

Clusters around medoids have no chains that join strangers, for every member is like its medoid.
After star clustering (Aslam, Pelekhov and Rus 2004, "The star clustering algorithm"): the document
that is most like all those still free becomes a medoid and takes its neighbours, again and again;
then every document goes to its nearest medoid.

Which documents are neighbours is left to whoever gives the pairs, what a cluster looks like to
``clusters``.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import SCATTER, NearDuplicatePairs, Words

_TIE_BITS = 25
_PAIRS_AT_ONCE = 1 << 21
_MEDOID_PAIRS_AT_ONCE = 1 << 26  # some 10 GB
_LIKE_UNITS = 1 << 20  # sums of whole numbers do not depend on their order
_HALF = 32
_LOW = (1 << _HALF) - 1
_MOST_ROUNDS = 32
_KEY_BITS = 63


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


def connected_labels(count: int, left: Indexes, right: Indexes) -> Indexes:
    """Label each of ``count`` positions with the least one it is connected to.

    Every round hooks roots to the least root they have a pair with and then lets all point at
    their roots; a root that took no part has only smaller neighbours in the next round, so every
    two rounds at least halve them, and a chain of a million takes one (after Shiloach, Vishkin:
    An O(log n) Parallel Connectivity Algorithm, 1982).
    """
    roots = np.arange(count)
    at_once = max(_PAIRS_AT_ONCE, count)
    for start in range(0, len(left), at_once):
        some = slice(start, start + at_once)
        roots = _joined(roots, left[some], right[some])
    return roots


Connect: TypeAlias = Callable[[int, Indexes, Indexes], Indexes]
"""Whatever does what ``connected_labels`` does."""


def complete_linkage(
    lanes: Lanes, pairs: NearDuplicatePairs, connect: Connect = connected_labels
) -> Indexes:
    """Label each of n fingerprints with the least position in its cluster: shape (n,).

    ``pairs`` are all pairs within k among them, each once. Equal distances are decided by a hash
    of the two fingerprints, so that neither the order nor the number of other documents matters,
    and so that long chains end in few rounds. Each connected component is a problem of its own;
    they are solved some million pairs at a time.
    """
    components = connect(len(lanes[0]), pairs.left, pairs.right)
    labels = np.arange(len(components))
    for some in _whole_components(components[pairs.left], _PAIRS_AT_ONCE):
        _link(lanes, pairs.take(some), labels)
    return labels


def _whole_components(components: Indexes, at_once: int) -> Iterator[Indexes]:
    """Places of pairs, all of a component at once, and otherwise about so many."""
    batch_of = (np.cumsum(np.bincount(components)) // at_once)[components]
    for batch in np.flatnonzero(np.bincount(batch_of)):
        yield np.flatnonzero(batch_of == batch)


def _joined(roots: Indexes, left: Indexes, right: Indexes) -> Indexes:
    """Connect what the pairs connect; every position points at its root before and after."""
    while len(left):
        a, b = roots[left], roots[right]
        apart = np.flatnonzero(a != b)
        left, right = np.minimum(a[apart], b[apart]), np.maximum(a[apart], b[apart])
        np.minimum.at(roots, right, left)
        roots = _flattened(roots)
    return roots


def _flattened(roots: Indexes) -> Indexes:
    """Let everything point at its root, halving the way there at every step."""
    above = roots[roots]
    while not np.array_equal(above, roots):
        roots, above = above, above[above]
    return roots


def _link(lanes: Lanes, pairs: NearDuplicatePairs, labels: Indexes) -> None:
    """Write the labels of the fingerprints that these pairs join.

    In a round all links that are the closest of both their ends are merged at once, which gives
    what merging one after another would: complete linkage is reducible (Bruynooghe, 1977;
    Murtagh: A Survey of Recent Advances in Hierarchical Clustering Algorithms, 1983).
    """
    linked = np.zeros(len(labels), np.bool_)
    linked[pairs.left] = linked[pairs.right] = True
    positions = np.flatnonzero(linked)
    own = np.arange(len(positions))
    links = _links(lanes, pairs, np.cumsum(linked) - 1)
    while len(links):
        merged = links.take(_closest_of_both(links, len(own)))
        target = np.arange(len(own))
        target[merged.right] = merged.left
        own = target[own]
        links = _merged_links(links, target)
    labels[positions] = positions[own]


def _links(lanes: Lanes, pairs: NearDuplicatePairs, numbers: Indexes) -> _Links:
    """Make links of pairs; a tie is decided by a hash that does not depend on their order."""
    scattered = lanes[0] * SCATTER
    for lane in lanes[1:]:
        scattered = (scattered ^ lane) * SCATTER
    scattered ^= scattered >> np.uint64(29)
    tie = (scattered[pairs.left] + scattered[pairs.right]) * SCATTER >> np.uint64(64 - _TIE_BITS)
    a, b = numbers[pairs.left], numbers[pairs.right]
    left, right = np.minimum(a, b), np.maximum(a, b)
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
    if not len(order):
        return links.take(order)
    order = order[np.argsort(left[order] << 32 | right[order])]
    left, right = left[order], right[order]
    starts = np.flatnonzero(np.append(True, (left[1:] != left[:-1]) | (right[1:] != right[:-1])))
    sizes = np.diff(np.append(starts, len(order)))
    whole = sizes == halves[left[starts]] * halves[right[starts]]
    distance = np.maximum.reduceat(links.distance[order], starts)
    tie = np.minimum.reduceat(links.tie[order], starts)
    return _Links(left[starts], right[starts], distance, tie).take(np.flatnonzero(whole))


def medoid_labels(  # noqa: PLR0913, PLR0917 - pairs, and how much is done at once by whom
    count: int,
    left: Indexes,
    right: Indexes,
    likeness: NDArray[np.float32],
    connect: Connect = connected_labels,
    pairs_at_once: int = _MEDOID_PAIRS_AT_ONCE,
) -> Indexes:
    """Label each of ``count`` positions with its medoid, shape (count,); without a pair, itself.

    ``likeness`` is above 0. The order of the pairs does not matter; of equal ones the least
    position is taken. Time p · log p; of very many pairs some components are solved at a time.
    """
    if len(left) <= pairs_at_once:
        return star_labels(count, likes_of(left, right, likeness)[0])
    labels = np.arange(count)
    for some in _whole_components(connect(count, left, right)[left], pairs_at_once):
        places, ends = np.unique(np.concatenate((left[some], right[some])), return_inverse=True)
        links, _ = likes_of(ends[: len(some)], ends[len(some) :], likeness[some])
        labels[places] = places[star_labels(len(places), links)]
    return labels


def likes_of(
    left: Indexes | NDArray[np.int32],
    right: Indexes | NDArray[np.int32],
    likeness: NDArray[np.float32],
) -> tuple[Likes, Indexes]:
    """Pairs both ways for ``star_labels``, and which pair each way is of, shape (2 p,).

    Positions are below 2^31. What is kept of very many pairs takes half the usual integers.
    """
    own = np.concatenate((left, right), dtype=np.int32, casting="same_kind")
    order = np.argsort(own, kind="stable")
    own = own[order]
    other = np.concatenate((right, left), dtype=np.int32, casting="same_kind")[order]
    pairs = np.remainder(order, max(len(left), 1), out=order)
    like = np.round(likeness.astype(np.float64) * _LIKE_UNITS)
    if like.max(initial=0) <= np.iinfo(np.int32).max:  # as every share is
        return Likes(own, other, like.astype(np.int32)[pairs]), pairs
    return Likes(own, other, like.astype(np.int64)[pairs]), pairs


def star_labels(count: int, links: Likes) -> Indexes:
    """As ``medoid_labels``, for who asks again and again of some of the same pairs."""
    medoids = _medoids(count, links)
    labels = np.arange(count)
    chosen = links.take(medoids[links.other] & ~medoids[links.own])
    if len(chosen.own):
        like, other = chosen.like.astype(np.int64), chosen.other.astype(np.int64)
        nearest = np.maximum.reduceat(like << _HALF | _LOW - other, chosen.starts)
        labels[chosen.own[chosen.starts]] = _LOW - (nearest & _LOW)
    return labels


@dataclass(frozen=True, slots=True, eq=False)
class Likes:
    """How alike positions are, both ways, by ascending ``own``: arrays of shape (2 p,)."""

    own: NDArray[np.int32]
    other: NDArray[np.int32]
    like: NDArray[np.int32] | Indexes

    @property
    def starts(self) -> Indexes:
        """Where the links of each position begin that has any."""
        return np.flatnonzero(np.diff(self.own, prepend=-1))

    def take(self, which: NDArray[np.bool_]) -> Likes:
        """Some of them."""
        return Likes(self.own[which], self.other[which], self.like[which])


def _medoids(count: int, links: Likes) -> NDArray[np.bool_]:
    """Who stands for others, or alone: again and again who is most like all that are left.

    In a round all those are taken at once that come before everybody within two steps: nobody
    farther away changes how alike they are to those that are left.
    """
    free, medoids = np.ones((2, count), np.bool_)
    for _ in range(_MOST_ROUNDS):
        if not len(links.own):
            return medoids
        starts = links.starts
        places = links.own[starts]
        rank = np.full(count, -1)
        rank[places] = _ranks(np.add.reduceat(links.like, starts, dtype=np.int64), places, count)
        best = rank.copy()
        for _step in range(2):
            best[places] = np.maximum(best[places], np.maximum.reduceat(best[links.other], starts))
        is_best = (rank == best) & (rank >= 0)
        taken = links.other[is_best[links.own]]
        medoids[taken] = free[taken] = False
        free[is_best] = False
        links = links.take(free[links.own] & free[links.other])
    _take_one_by_one(links, free, medoids)
    return medoids


def _ranks(totals: Indexes, places: NDArray[np.int32], count: int) -> Indexes:
    """Numbers that are in the order of the totals; of equal ones the least place is first."""
    bits = count.bit_length()
    if int(totals.max()).bit_length() + bits < _KEY_BITS:
        return totals << bits | (count - places)
    ranks = np.empty_like(totals)
    ranks[np.lexsort((-places, totals))] = np.arange(len(places))
    return ranks


def _take_one_by_one(links: Likes, free: NDArray[np.bool_], medoids: NDArray[np.bool_]) -> None:
    """The same for long chains, of which a round takes one."""
    bounds = np.searchsorted(links.own, np.arange(len(free) + 1))
    starts = links.starts
    totals = np.add.reduceat(links.like, starts, dtype=np.int64) if len(starts) else starts
    heap = list(zip((-totals).tolist(), links.own[starts].tolist(), strict=True))
    heapq.heapify(heap)
    while heap:
        key, place = heapq.heappop(heap)
        if not free[place]:
            continue
        some = slice(bounds[place], bounds[place + 1])
        is_left = free[links.other[some]]
        now = int(links.like[some][is_left].sum())
        if now != -key:
            heapq.heappush(heap, (-now, place))
            continue
        taken = links.other[some][is_left]
        free[place], free[taken] = False, False
        medoids[taken] = False
