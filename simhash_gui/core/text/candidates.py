"""Candidate pairs by text: pairs of documents that share hashes, whatever their fingerprints.

Every document brings some hashes of its text: the least of its shingles (a bottom-k sample, Broder
1997), bands of its sketch, or those that winnowing selects. ``find_shared_hashes`` finds the hashes
that several documents have, and leaves out those that stand in so many that they are boilerplate;
``candidate_pairs`` then gives the pairs of documents with the number of hashes that they share.
What such a pair is, is left to ``sketches`` and ``classes``.

Memory stays bounded: hashes are taken by ranges, pairs by ranges of their left documents. Where
texts have so much in common that the work would explode, ``Budget`` thins the hashes out by their
own value, which does as if every document had brought a smaller sample, and only then leaves out
the most frequent ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import Lookup, counts_of_ascending, distinct_of
from simhash_gui.core.types import SCATTER

HalfHashes: TypeAlias = NDArray[np.uint32]
"""The low halves of 64-bit hashes, which are distributed evenly whichever hashes were selected."""

RANGE_POSTINGS = 1 << 23
"""Postings that are sorted at once: 64 MiB, in less than a second."""
ROWS_AT_ONCE = 1 << 22
"""Shared hashes of pairs that are counted at once: 32 MiB, and as much to sort them."""

_HALF_BITS = 32
_SKETCHES_AT_ONCE = 1 << 13  # half a million bands, 4 MiB


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Which document has which hash, shape (p,); the same posting may come twice."""

    hashes: HalfHashes
    owners: Indexes


Reader: TypeAlias = Callable[[], Iterable[Postings]]
"""Gives all postings in pieces, as often as it is asked."""


class AskedReader(Protocol):
    """A ``Reader`` that can be asked for some postings, at less cost than for all."""

    def __call__(self) -> Iterable[Postings]:
        """All postings."""
        ...

    def of(self, is_asked: NDArray[np.bool_]) -> Iterable[Postings]:
        """Those of some documents, shape (d,)."""
        ...

    def among(self, hashes: HalfHashes) -> Iterable[Postings]:
        """Those of some hashes, which ascend."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class FilteredReader:
    """An ``AskedReader`` that reads everything, for where that is little."""

    read: Reader

    def __call__(self) -> Iterable[Postings]:
        """All postings."""
        return self.read()

    def of(self, is_asked: NDArray[np.bool_]) -> Iterator[Postings]:
        """Those of some documents, shape (d,)."""
        for piece in self.read():
            yield _taken(piece, is_asked[piece.owners])

    def among(self, hashes: HalfHashes) -> Iterator[Postings]:
        """Those of some hashes, which ascend."""
        lookup = Lookup(hashes)
        for piece in self.read():
            yield _taken(piece, lookup.has(piece.hashes))


def _taken(piece: Postings, which: NDArray[np.bool_]) -> Postings:
    return Postings(piece.hashes[which], piece.owners[which])


@dataclass(frozen=True, slots=True)
class Budget:
    """What finding candidates may cost.

    ``rows``: the sum over all hashes of the pairs of documents that share them.
    ``thinnings``: how often the hashes may be halved for that, before frequent ones are left out.
    """

    rows: int = 1 << 27
    thinnings: int = 2


@dataclass(frozen=True, slots=True, eq=False)
class SharedHashes:
    """The hashes that at least two documents have, ascending, but for boilerplate.

    ``owners[offsets[i]:offsets[i + 1]]`` are the documents that have ``hashes[i]``, ascending.
    ``boilerplate``, ascending, are the hashes of more than ``most_owners`` documents. ``thinned``
    says how often hashes were halved, ``owners_limit`` in how many documents a hash may stand that
    is still here, ``by_size`` how many hashes stand in 0 to ``most_owners`` documents, whatever the
    budget left out.
    """

    hashes: HalfHashes
    offsets: Indexes
    owners: Indexes
    boilerplate: HalfHashes
    thinned: int
    owners_limit: int
    most_owners: int
    by_size: Indexes

    @property
    def is_cut(self) -> bool:
        """Whether the budget left out hashes that are no boilerplate."""
        return self.thinned > 0 or self.owners_limit < self.most_owners

    @property
    def rows(self) -> int:
        """The sum over all hashes of the pairs that share them."""
        return int(_pairs_of(np.diff(self.offsets)).sum())


@dataclass(frozen=True, slots=True, eq=False)
class CandidatePairs:
    """Pairs of documents, left < right, and how many hashes they share; each of shape (p,)."""

    left: Indexes
    right: Indexes
    shared: Indexes

    def __len__(self) -> int:
        return len(self.left)


def find_shared_hashes(
    read: Reader,
    posting_count: int,
    most_owners: int,
    budget: Budget | None = None,
    *,
    range_postings: int = RANGE_POSTINGS,
) -> Iterator[SharedHashes]:
    """Find the hashes of 2 to ``most_owners`` documents.

    Yields what is known so far, once for every range of hashes, so that the caller can stop in
    between; the last one is the result. ``posting_count`` is about how many postings ``read``
    gives.
    """
    gathered = _Gathered(most_owners, budget or Budget())
    ranges = max(1, -(-posting_count // range_postings))
    edges = [(number << _HALF_BITS) // ranges for number in range(ranges + 1)]
    for low, high in pairwise(edges):
        gathered.add(sorted_postings(read, low, high))
        yield gathered.result()


@dataclass(frozen=True, slots=True, eq=False)
class AddedHashes:
    """The hashes of documents that were added, and in how many documents they stood before.

    ``lists`` has all their owners, ``before`` the shape (h,), ``is_new``, shape (d,), says which
    documents were added.
    """

    lists: SharedHashes
    before: Indexes
    is_new: NDArray[np.bool_]

    @property
    def rows(self) -> int:
        """How many more pairs share one than before."""
        return int((_pairs_of(np.diff(self.lists.offsets)) - _pairs_of(self.before)).sum())

    def added_to(self, by_size: Indexes) -> Indexes:
        """``SharedHashes.by_size`` of all documents, given that of those before."""
        most = len(by_size) - 1
        counts = by_size.copy()
        for sizes, sign in ((self.before, -1), (np.diff(self.lists.offsets), 1)):
            counts += sign * np.bincount(sizes[sizes <= most], minlength=most + 1)
        counts[0] = 0
        return counts

    def within(self, limit: int) -> SharedHashes:
        """Those of 2 to ``limit`` documents."""
        lists, sizes = self.lists, np.diff(self.lists.offsets)
        which = (sizes > 1) & (sizes <= limit)
        owners = lists.owners[np.repeat(which, sizes)]
        offsets = np.concatenate(([0], np.cumsum(sizes[which])))
        return replace(lists, hashes=lists.hashes[which], offsets=offsets, owners=owners)

    def parted(self, limit: int) -> Indexes:
        """Who shared one, ascending, that by now stands in too many documents."""
        sizes = np.diff(self.lists.offsets)
        is_crossed = (self.before > 1) & (self.before <= limit) & (sizes > limit)
        owners = self.lists.owners[np.repeat(is_crossed, sizes)]
        return distinct_of(owners[~self.is_new[owners]])


def find_added_hashes(
    read: AskedReader, is_asked: NDArray[np.bool_], is_new: NDArray[np.bool_]
) -> AddedHashes:
    """Find the hashes of some documents, shape (d,), among which are all that were added."""
    lists = _lists_of(read, distinct_of(_hashes_of(read, is_asked)))
    is_old = np.concatenate(([0], np.cumsum(~is_new[lists.owners])))
    return AddedHashes(lists, np.diff(is_old[lists.offsets]), is_new)


def affordable_limit(by_size: Indexes, rows: int) -> int:
    """In how many documents a hash may stand so that there are at most so many rows; at least 1."""
    return _affordable(np.cumsum(_pairs_of(np.arange(len(by_size))) * by_size), rows)


def rows_of(by_size: Indexes) -> int:
    """The pairs that share a hash, by how many hashes stand in how many documents."""
    return int((_pairs_of(np.arange(len(by_size))) * by_size).sum())


def shared_among(read: AskedReader, is_asked: NDArray[np.bool_], most_owners: int) -> SharedHashes:
    """The hashes of 2 to ``most_owners`` documents, with those owners alone that are asked for."""
    hashes, counts = counts_of_ascending(np.sort(_hashes_of(read, is_asked)))
    lists = _lists_of(read, hashes[counts > 1])
    sizes = np.diff(lists.offsets)
    chosen = is_asked[lists.owners] & np.repeat(sizes <= most_owners, sizes)
    of_list = np.repeat(np.arange(len(sizes)), sizes)[chosen]
    bounds = np.concatenate(([0], np.cumsum(np.bincount(of_list, minlength=len(sizes)))))
    return replace(lists, offsets=bounds, owners=lists.owners[chosen])


def _hashes_of(read: AskedReader, is_asked: NDArray[np.bool_]) -> HalfHashes:
    return np.concatenate([np.empty(0, np.uint32), *(each.hashes for each in read.of(is_asked))])


def _lists_of(read: AskedReader, hashes: HalfHashes) -> SharedHashes:
    """All owners of some hashes, which ascend."""
    every = sorted_postings(lambda: read.among(hashes), 0, 1 << _HALF_BITS)
    found, sizes = counts_of_ascending((every >> np.uint64(_HALF_BITS)).astype(np.uint32))
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    owners = (every & np.uint64(0xFFFF_FFFF)).astype(np.int64)
    most = len(owners)
    return SharedHashes(found, offsets, owners, hashes[:0], 0, most, most, np.bincount(sizes))


def sketch_bands(
    values: NDArray[np.uint8], rows: int, hashes: HalfHashes | None = None
) -> Iterator[Postings]:
    """The bands of sketches, shape (d, b), as hashes: documents alike share some by high odds.

    Each band is ``rows`` neighbouring bins, 1 to 4. Two documents with the Jaccard coefficient J
    share one of b / rows bands with the probability 1 - (1 - J**rows)**(b / rows) (Leskovec,
    Rajaraman and Ullman, Mining of Massive Datasets, section 3.4.2), but bands with an empty bin,
    which is 0, are left out, and all but some ``hashes`` where these are given, which ascend.
    """
    bands = values.shape[1] // rows
    lookup = None if hashes is None else Lookup(hashes)
    for start in range(0, len(values), _SKETCHES_AT_ONCE):
        some = values[start : start + _SKETCHES_AT_ONCE, : bands * rows]
        bins = some.reshape(len(some), bands, rows)
        keys = np.arange(bands, dtype=np.uint64)
        is_full = np.ones(bins.shape[:2], np.bool_)
        for row in range(rows):
            keys = keys << np.uint64(8) | bins[:, :, row]
            is_full &= bins[:, :, row] != 0
        halves, is_chosen = _scattered(keys).ravel(), is_full.ravel()
        if lookup is not None:
            is_chosen &= lookup.has(halves)
        places = np.flatnonzero(is_chosen)
        yield Postings(halves[places], start + places // bands)


def neighbouring_bins(values: NDArray[np.uint8]) -> Postings:
    """Every two neighbouring filled bins of sketches, shape (d, b), as one hash.

    What bands are to full sketches: of few hashes, most bins are empty, and hardly a band is full.
    """
    owners, bins = np.nonzero(values)
    filled = bins.astype(np.uint64) << np.uint64(8) | values[owners, bins]
    is_same = owners[1:] == owners[:-1]
    keys = (filled[:-1] << np.uint64(16) | filled[1:])[is_same]
    return Postings(_scattered(keys), owners[:-1][is_same])


def _scattered(keys: NDArray[np.uint64]) -> HalfHashes:
    return (keys * SCATTER >> np.uint64(_HALF_BITS)).astype(np.uint32)


def candidate_pairs(
    shared: SharedHashes, *, rows_at_once: int = ROWS_AT_ONCE
) -> Iterator[CandidatePairs]:
    """Yield every pair that shares a hash once, by left and right, in bounded batches."""
    ends = np.repeat(shared.offsets[1:], np.diff(shared.offsets))
    partners = ends - 1 - np.arange(len(ends))
    by_owner = np.argsort(shared.owners, kind="stable")
    for some in _owner_slices(shared.owners[by_owner], partners[by_owner], rows_at_once):
        yield _counted(shared.owners, by_owner[some], partners[by_owner[some]])


def _owner_slices(owners: Indexes, rows: Indexes, rows_at_once: int) -> Iterator[slice]:
    """Slices of ascending owners that hold whole owners and about so many rows each."""
    if not len(owners):
        return
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    before = np.concatenate(([0], np.cumsum(rows)))
    batch = before[starts] // rows_at_once
    firsts = starts[np.flatnonzero(np.diff(batch, prepend=-1))].tolist()
    for first, last in zip(firsts, [*firsts[1:], len(owners)], strict=True):
        yield slice(first, last)


def _counted(owners: Indexes, places: Indexes, partners: Indexes) -> CandidatePairs:
    """Pair the owner at each place with as many of those that follow it in the same list."""
    own = np.repeat(places, partners)
    ends = np.cumsum(partners)
    step = np.arange(len(own)) - np.repeat(ends - partners, partners) + 1
    keys, shared = np.unique_counts(owners[own] << _HALF_BITS | owners[own + step])
    return CandidatePairs(keys >> _HALF_BITS, keys & 0xFFFF_FFFF, shared)


def sorted_postings(
    read: Reader, low: int, high: int, groups: Indexes | None = None
) -> NDArray[np.uint64]:
    """Postings of one range of hashes, each once: the hash above its owner or group."""
    parts = [np.empty(0, np.uint64)]
    for piece in read():
        hashes, owners = piece.hashes, piece.owners
        if (low, high) != (0, 1 << _HALF_BITS):
            chosen = np.flatnonzero((hashes >= low) & (hashes < high))
            hashes, owners = hashes[chosen], owners[chosen]
        owners = owners if groups is None else groups[owners]
        keys = hashes.astype(np.uint64)
        keys <<= np.uint64(_HALF_BITS)
        keys |= owners.view(np.uint64)  # none is negative
        parts.append(keys)
    every = np.concatenate(parts)
    parts.clear()  # as large as all together
    every.sort()
    is_first = np.ones(len(every), np.bool_)
    np.not_equal(every[1:], every[:-1], out=is_first[1:])
    return every if is_first.all() else every[is_first]


def _pairs_of(sizes: Indexes) -> Indexes:
    return sizes * (sizes - 1) // 2


class _Gathered:
    """Shared hashes of the ranges so far, kept within the budget."""

    def __init__(self, most_owners: int, budget: Budget) -> None:
        self._most_owners = self._limit = most_owners
        self._budget = budget
        self._thinned = 0
        self._by_size: Indexes = np.zeros(1, np.int64)
        self._hashes: HalfHashes = np.empty(0, np.uint32)
        self._sizes: Indexes = np.empty(0, np.int64)
        self._owners: Indexes = np.empty(0, np.int64)
        self._boilerplate: HalfHashes = np.empty(0, np.uint32)

    def add(self, postings: NDArray[np.uint64]) -> None:
        """Take in a further range of hashes."""
        all_hashes = (postings >> np.uint64(_HALF_BITS)).astype(np.uint32)
        owners = (postings & np.uint64(0xFFFF_FFFF)).astype(np.int64)
        hashes, sizes = counts_of_ascending(all_hashes)
        common = hashes[sizes > self._most_owners]
        self._boilerplate = np.concatenate((self._boilerplate, common))
        self._count(sizes)
        kept = (sizes > 1) & (sizes <= self._limit) & self._is_left(hashes)
        self._hashes = np.concatenate((self._hashes, hashes[kept]))
        self._owners = np.concatenate((self._owners, owners[np.repeat(kept, sizes)]))
        self._sizes = np.concatenate((self._sizes, sizes[kept]))
        self._keep_to_budget()

    def result(self) -> SharedHashes:
        """What was gathered."""
        offsets = np.concatenate(([0], np.cumsum(self._sizes)))
        return SharedHashes(
            self._hashes,
            offsets,
            self._owners,
            self._boilerplate,
            self._thinned,
            self._limit,
            self._most_owners,
            self._by_size,
        )

    def _count(self, sizes: Indexes) -> None:
        most = min(self._most_owners, int(sizes.max(initial=0)))
        longer = max(len(self._by_size), most + 1)
        counts = np.bincount(sizes[sizes <= most], minlength=longer)
        counts[: len(self._by_size)] += self._by_size
        self._by_size = counts

    def _keep_to_budget(self) -> None:
        while self._rows() > self._budget.rows and self._thinned < self._budget.thinnings:
            self._thinned += 1
            self._keep(self._is_left(self._hashes))
        if self._rows() > self._budget.rows:
            self._limit = _affordable_size(self._sizes, self._budget.rows)
            self._keep(self._sizes <= self._limit)

    def _rows(self) -> int:
        return int(_pairs_of(self._sizes).sum())

    def _is_left(self, hashes: HalfHashes) -> NDArray[np.bool_]:
        """Halving again and again by the lowest bits; the ranges go by the highest."""
        is_left: NDArray[np.bool_] = hashes & np.uint32((1 << self._thinned) - 1) == 0
        return is_left

    def _keep(self, which: NDArray[np.bool_]) -> None:
        self._owners = self._owners[np.repeat(which, self._sizes)]
        self._hashes, self._sizes = self._hashes[which], self._sizes[which]


def _affordable_size(sizes: Indexes, rows: int) -> int:
    """The largest size such that all hashes up to it have at most so many rows; at least 1."""
    by_size = np.cumsum(_pairs_of(np.arange(sizes.max() + 1)) * np.bincount(sizes))
    return _affordable(by_size, rows)


def _affordable(rows_up_to: Indexes, rows: int) -> int:
    return max(1, int(np.searchsorted(rows_up_to, rows, side="right")) - 1)
