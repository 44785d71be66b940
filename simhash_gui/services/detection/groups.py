"""Documents that are nearly all alike: compared with one of them, not each with every other.

``find_crowds`` looks for them among sketches, before candidates are sought: where so many texts
agree in a band that their pairs would outnumber the files by more than ``PAIRS_A_FILE`` to 1, the
most typical of them leads those that are like it. A member is then compared with its leader and
with what it has beside the leader's text, so that n documents on one template cost n.
``confirmed_groups`` says which members are proved to be versions of what their leader is; the pairs
among those are implied. The rest have text of their own on a common template.

Who leads follows from the texts alone, never from the order of import.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.classes import WHOLE_CLASSES
from simhash_gui.core.text.sketches import estimate
from simhash_gui.core.text.spans import Flags
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, Ids
from simhash_gui.services.jobs import JobControl

PAIRS_A_FILE = 100
LEAST_FILES = 2 * PAIRS_A_FILE + 2
"""The fewest files whose pairs outnumber them by more than that."""

_ALIKE_JACCARD = 0.40
_MOST_MISSES = 64
_LEADERS_TRIED = 16
_TRIED_WITH = 512
_NEIGHBOURS = 8
_FEW_MEMBERS = 50
_WHOLE = [CLASSES.index(each) for each in WHOLE_CLASSES]


@dataclass(frozen=True, slots=True, eq=False)
class Crowds:
    """``leader_of``, shape (n,): the position that leads each, the position itself where none does.

    ``rings`` are pairs of members that tell, with those of the leaders, who are versions of one
    text: each with its next few, in an order that follows from the texts.
    """

    leader_of: Ids
    rings: tuple[Ids, Ids]

    @classmethod
    def none(cls, count: int) -> Crowds:
        """Nobody leads."""
        nothing = np.empty(0, np.int64)
        return cls(np.arange(count), (nothing, nothing))

    @property
    def members(self) -> Ids:
        """Those that another one leads, ascending."""
        return np.flatnonzero(self.leader_of != np.arange(len(self.leader_of)))

    @property
    def sizes(self) -> Ids:
        """How many each position leads, itself among them, shape (n,)."""
        return np.bincount(self.leader_of, minlength=len(self.leader_of))

    def is_inside(self, left: Ids, right: Ids) -> Flags:
        """Which pairs have one leader."""
        same: Flags = self.leader_of[left] == self.leader_of[right]
        return same

    def has_leader(self, left: Ids, right: Ids) -> Flags:
        """Which pairs are of a leader and one that it leads."""
        leads: Flags = (self.leader_of[left] == right) | (self.leader_of[right] == left)
        return leads

    def own_postings(
        self, read: Iterator[Postings], leaders: NDArray[np.uint64]
    ) -> Iterator[Postings]:
        """All postings but those that members share with their leader, see ``of_leaders``.

        For a hash that many members of one crowd have, their leader stands alone.
        """
        is_member = np.zeros(len(self.leader_of), np.bool_)
        is_member[self.members] = True
        hashes, owners = [np.empty(0, np.uint32)], [np.empty(0, np.int64)]
        for piece in read:
            is_led = is_member[piece.owners]
            yield Postings(piece.hashes[~is_led], piece.owners[~is_led])
            own = np.flatnonzero(is_led)
            keys = _keys(piece.hashes[own], self.leader_of[piece.owners[own]])
            own = own[~np.isin(keys, leaders)]
            hashes.append(piece.hashes[own])
            owners.append(piece.owners[own])
        yield self._led(Postings(np.concatenate(hashes), np.concatenate(owners)))

    def _led(self, postings: Postings) -> Postings:
        leaders = self.leader_of[postings.owners]
        _, inverse, counts = np.unique(
            _keys(postings.hashes, leaders), return_inverse=True, return_counts=True
        )
        is_common = counts[inverse] > _FEW_MEMBERS
        return Postings(postings.hashes, np.where(is_common, leaders, postings.owners))

    def of_leaders(self, read: Iterator[Postings]) -> NDArray[np.uint64]:
        """What those who lead others have, for ``own_postings``."""
        leads = self.sizes > 1
        parts = [np.empty(0, np.uint64)]
        for piece in read:
            chosen = leads[piece.owners]
            parts.append(_keys(piece.hashes[chosen], piece.owners[chosen]))
        return np.concatenate(parts)


def find_crowds(arrays: ComparisonArrays, texts: Ids, files: Ids, control: JobControl) -> Crowds:
    """Crowds among the positions ``texts``.

    ``files``, of the same shape, says for how many files each stands. A text of so many that they
    are a group by themselves counts as one. Raises JobCancelledError.
    """
    count, total = len(arrays.digests), int(files.sum())
    if total < LEAST_FILES:
        return Crowds.none(count)
    files = np.where(files < LEAST_FILES, files, 1)
    finder = _Finder(arrays, texts, files)
    leader_of, pairs = np.arange(count), 0
    rings = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for leader, members in finder.crowds(control):
        leader_of[texts[members]] = texts[leader]
        size = int(files[members].sum())
        pairs += size * (size - 1) // 2
        rings.append(_ring(texts[members], arrays.digests))
    if pairs <= PAIRS_A_FILE * total:
        return Crowds.none(count)
    left, right = (np.concatenate(side) for side in zip(*rings, strict=True))
    return Crowds(leader_of, (left, right))


class _Finder:
    """Finds crowds among texts, by the bands of two bins that their sketches agree in."""

    def __init__(self, arrays: ComparisonArrays, texts: Ids, files: Ids) -> None:
        self._sketches = arrays.sketches
        self._digests = arrays.digests[texts]
        self._texts, self._files = texts, files
        bins = arrays.sketches.values[texts]
        self._bands = np.ascontiguousarray(bins.view(">u2").T, np.uint16)
        self._bands[(bins[:, 0::2].T == 0) | (bins[:, 1::2].T == 0)] = 0

    def crowds(self, control: JobControl) -> Iterator[tuple[int, Ids]]:
        """Yield the number of each leader and those of its members, the leader among them."""
        free = np.zeros(len(self._texts), np.bool_)
        weights = None if (self._files == 1).all() else self._files
        crowded = []
        for band, keys in enumerate(self._bands):
            files = np.bincount(keys, weights, 1 << 16).astype(np.int64)
            files[0] = 0
            found = np.flatnonzero(files >= LEAST_FILES)
            crowded += [(-int(files[key]), band, int(key)) for key in found]
            if len(found):
                free |= files[keys] >= LEAST_FILES
        misses = 0
        for _, band, key in sorted(crowded):
            control.checkpoint()
            met = np.flatnonzero(free & (self._bands[band] == key))
            if self._files[met].sum() < LEAST_FILES:
                continue
            leader = self._leader(met)
            pool = np.flatnonzero(free)
            members = pool[self._jaccard(leader, pool) >= _ALIKE_JACCARD]
            if self._files[members].sum() >= LEAST_FILES:
                free[members] = False
                yield leader, members
            else:
                misses += 1
            if misses == _MOST_MISSES:
                break

    def _leader(self, met: Ids) -> int:
        """The most typical one of some."""
        some = met[np.argsort(self._digests[met])]
        tried, others = some[:_LEADERS_TRIED], some[:_TRIED_WITH]
        likeness = [float(self._jaccard(one, others).sum()) for one in tried.tolist()]
        return int(tried[np.argmax(likeness)])

    def _jaccard(self, one: int, others: Ids) -> NDArray[np.float64]:
        own = np.full(len(others), self._texts[one])
        found: NDArray[np.float64] = estimate(self._sketches, own, self._texts[others]).jaccard
        return found


def _ring(members: Ids, digests: NDArray[np.uint64]) -> tuple[Ids, Ids]:
    some = members[np.argsort(digests[members])]
    steps = range(1, min(_NEIGHBOURS, len(some) - 1) + 1)
    return np.tile(some, len(steps)), np.concatenate([np.roll(some, -step) for step in steps])


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """``leader_of``, shape (n,): the position whose group each is in, -1 where it is in none.

    ``unlooked`` counts the pairs of crowds that are neither implied by a group nor were looked at.
    """

    leader_of: Ids
    unlooked: int = 0

    @classmethod
    def none(cls, count: int) -> Groups:
        """No groups."""
        return cls(np.full(count, -1))

    @property
    def is_member(self) -> Flags:
        """Who is in a group and does not lead it, shape (n,)."""
        is_led: Flags = (self.leader_of >= 0) & (self.leader_of != np.arange(len(self.leader_of)))
        return is_led

    def without(self, members: Ids) -> Groups:
        """The same without some members."""
        if not len(members):
            return self
        leader_of = self.leader_of.copy()
        leader_of[members] = -1
        return replace(self, leader_of=leader_of)

    def is_inside(self, left: Ids, right: Ids) -> Flags:
        """Which pairs a group implies."""
        same: Flags = (self.leader_of[left] >= 0) & (self.leader_of[left] == self.leader_of[right])
        return same


def confirmed_groups(
    crowds: Crowds, pairs: DetectedPairs, files: Ids, *, by_overlap: bool
) -> Groups:
    """Who is proved to be like its leader; groups of too few files are none.

    ``files``, shape (n,), says for how many files a position stands, 0 where it stands for none.
    """
    leaders = crowds.leader_of
    is_star = crowds.has_leader(pairs.left, pairs.right) & pairs.is_confirmed
    if not by_overlap:
        is_star &= np.isin(pairs.classes, _WHOLE)
    is_in = np.zeros(len(leaders), np.bool_)
    is_in[pairs.left[is_star]] = is_in[pairs.right[is_star]] = True
    sizes = np.bincount(leaders[is_in], files[is_in], len(leaders)).astype(np.int64)
    is_in &= sizes[leaders] >= LEAST_FILES
    every, inside = crowds.sizes, np.bincount(leaders[is_in], minlength=len(leaders))
    unlooked = _pairs_of(every) - (every - 1) - (_pairs_of(inside) - np.maximum(inside - 1, 0))
    return Groups(np.where(is_in, leaders, -1), int(unlooked[every > 1].sum()))


def _pairs_of(sizes: Ids) -> Ids:
    return sizes * (sizes - 1) // 2


def _keys(hashes: HalfHashes, owners: Ids) -> NDArray[np.uint64]:
    return hashes.astype(np.uint64) << np.uint64(32) | owners.astype(np.uint64)
