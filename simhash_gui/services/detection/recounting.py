"""Counts of what is common, brought up to date where documents were only added.

A hash stands in another number of groups only if some document of a group that has changed holds
it: just those are counted again, in one pass over what is stored. In how many groups a hash stands
is not kept, only whether it is frequent or of a template. So what was of a template stays it unless
groups were merged, for only that takes groups away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import HalfHashes, Postings
from simhash_gui.core.text.commonness import (
    RANGE_POSTINGS,
    CommonLimits,
    Commonness,
    count_documents,
)
from simhash_gui.core.text.library_classes import Depends
from simhash_gui.core.text.shingles import Lookup, distinct_of, is_among
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.detection.comparison_arrays import (
    ComparisonArrays,
    joined,
    only_among,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories import common_text as stored
from simhash_gui.store.repositories.comparison_data import HashKind

_TYPES = [
    np.dtype(code)
    for code in ("<i8", "<u8", "<i8", "<u4", "<u4", "<u4", "<u4", "<i8", "<u8", "<u8")
]


@dataclass(frozen=True, slots=True, eq=False)
class CommonOfEach:
    """What of each document is common, shape (n,).

    ``of_template`` counts its shingles of templates. The others are sums of hashes of those, and of
    the frequent ones that are of no template: equal as long as these are the same.
    """

    of_template: Indexes
    in_template: Words
    in_others: Words

    @property
    def states(self) -> Words:
        """Shape (4, n): what changes with what is common, one row for each of ``Depends``."""
        template, others = self.in_template, self.in_others
        own = template + np.where(self.of_template > 0, others, np.uint64(0))
        return np.stack((np.zeros_like(template), template, own, template + others))

    @classmethod
    def nothing(cls, count: int) -> Self:
        """Of so many documents in which nothing is common."""
        return cls(np.zeros(count, np.int64), *np.zeros((2, count), np.uint64))

    def placed(self, places: Indexes, count: int) -> Self:
        """The same of documents that stand at other places, among so many."""
        found = self.nothing(count)
        found.of_template[places] = self.of_template
        found.in_template[places] = self.in_template
        found.in_others[places] = self.in_others
        return found

    def add(self, postings: Postings, template: Lookup) -> None:
        """Take in postings of frequent shingles, those of a document one after another."""
        self._put(postings, template, np.add)

    def remove(self, postings: Postings, template: Lookup) -> None:
        """Take out postings that were added."""
        self._put(postings, template, np.subtract)

    def _put(self, piece: Postings, template: Lookup, put: np.ufunc) -> None:
        is_of_template = template.has(piece.hashes)
        mixed = (piece.hashes.astype(np.uint64) << np.uint64(1) | is_of_template) * SCATTER
        mixed = (mixed ^ mixed >> np.uint64(31)) * SCATTER
        starts = np.flatnonzero(np.diff(piece.owners, prepend=-1))
        if not len(starts):
            return
        owners, nothing = piece.owners[starts], np.uint64(0)
        put.at(self.of_template, owners, np.add.reduceat(is_of_template.astype(np.int64), starts))
        for sums, which in ((self.in_template, is_of_template), (self.in_others, ~is_of_template)):
            put.at(sums, owners, np.add.reduceat(np.where(which, mixed, nothing), starts))


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """What was common before documents were added, as far as they only made more of it so.

    ``states``, shape (3, n): those of then, elsewhere those of now. The row ``own`` is that of
    ``Depends.OWN`` where only what was frequent came to be of a template; ``template`` and
    ``every`` are ``Depends.TEMPLATE`` and ``Depends.ALL`` where nothing has become less common.
    ``crossed``, ascending, are the shingles that are of a template now and were not then, or the
    other way around.
    """

    states: Words
    crossed: HalfHashes

    @classmethod
    def of(cls, states: Words) -> Self:
        """Where nothing else is known of then than these, one row for each of ``Depends``."""
        rows = [Depends.OWN, Depends.TEMPLATE, Depends.ALL]
        return cls(states[rows], np.empty(0, np.uint32))

    @property
    def own(self) -> Words:
        """Shape (n,)."""
        row: Words = self.states[0]
        return row

    @property
    def template(self) -> Words:
        """Shape (n,)."""
        row: Words = self.states[1]
        return row

    @property
    def every(self) -> Words:
        """Shape (n,)."""
        row: Words = self.states[2]
        return row


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What was counted among some documents.

    ``ids``, ``texts`` and ``groups``, shape (n,), say which these were, by equal numbers for equal
    tokens and marks, and for versions. ``shingles`` and ``passages`` are as counted, without what
    people have marked, ``of_each`` with that.
    """

    ids: Indexes
    texts: Words
    groups: Indexes
    shingles: Commonness
    passages: Commonness
    of_each: CommonOfEach


def texts_of(arrays: ComparisonArrays) -> Words:
    """Equal for documents with equal tokens and marks, shape (n,)."""
    texts: Words = arrays.digests ^ arrays.mark_digests * SCATTER
    return texts


def counts_key(*depends: object) -> bytes:
    """The key of the last counts, by all that they depend on beside documents."""
    return b"c" + xxh3_128_digest(repr(depends).encode())


def keep_counts(arrays: ComparisonArrays, key: bytes, counts: Counts) -> None:
    """Keep them in place of the last ones."""
    shingles, passages, each = counts.shingles, counts.passages, counts.of_each
    found: tuple[NDArray[Any], ...] = (counts.ids, counts.texts, counts.groups)
    found += (shingles.frequent, shingles.template, passages.frequent, passages.template)
    found += (each.of_template, each.in_template, each.in_others)
    packed = [array.astype(of_type) for array, of_type in zip(found, _TYPES, strict=True)]
    arrays.keep(partial(stored.put, key=key, arrays=packed))


def load_counts(arrays: ComparisonArrays, key: bytes) -> Counts | None:
    """What was kept under the key."""
    with arrays.library.read() as connection:
        packed = stored.load(connection, key, _TYPES)
    if packed is None:
        return None
    found: Sequence[NDArray[Any]] = [
        array.astype(array.dtype.newbyteorder("=")) for array in packed
    ]
    ids, texts, groups, *hashes, of_template, in_template, in_others = found
    return Counts(
        ids,
        texts,
        groups,
        Commonness(hashes[0], hashes[1]),
        Commonness(hashes[2], hashes[3]),
        CommonOfEach(of_template, in_template, in_others),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """How documents and their groups differ from those that were counted last.

    ``places`` is where each of those is now. Of the documents of now, shape (n,): which are new,
    which are in a group that has other members, and which in one that holds several groups of then.
    """

    places: Indexes
    is_new: Flags
    has_changed: Flags
    is_merged: Flags


def added_since(last: Counts, ids: Indexes, texts: Words, groups: Indexes) -> Added | None:
    """What was added; None where some document is gone or another one than it was."""
    places = np.minimum(np.searchsorted(ids, last.ids), len(ids) - 1)
    if not len(ids) or not np.array_equal(ids[places], last.ids):
        return None
    if not np.array_equal(texts[places], last.texts):
        return None
    _, own = np.unique(groups, return_inverse=True)
    _, before, sizes_before = np.unique(last.groups, return_inverse=True, return_counts=True)
    is_new = np.ones(len(ids), np.bool_)
    is_new[places] = False
    sizes = np.bincount(own)
    least, most = np.full(len(sizes), len(ids)), np.full(len(sizes), -1)
    np.minimum.at(least, own[places], before)
    np.maximum.at(most, own[places], before)
    is_same = least == most
    is_same[is_same] = sizes_before[most[is_same]] == sizes[is_same]
    is_same &= np.bincount(own, is_new) == 0
    return Added(places, is_new, ~is_same[own], (least < most)[own])


@dataclass(frozen=True, slots=True, eq=False)
class Recount:
    """Counts again what the documents that were added may have changed."""

    arrays: ComparisonArrays
    groups: Indexes
    limits: CommonLimits
    added: Added
    control: JobControl

    def common(
        self, last: Mapping[tuple[HashKind, ...], Commonness]
    ) -> list[tuple[Commonness, Postings]] | None:
        """What is common now of some kinds, and all postings of what was counted again.

        None where that is too much.
        """
        asked = {kinds: self._asked(common, kinds) for kinds, common in last.items()}
        postings = self._postings(asked)
        if postings is None:
            return None
        return [self._counted(last[kinds], asked[kinds], postings[kinds]) for kinds in last]

    def _asked(self, last: Commonness, kinds: Sequence[HashKind]) -> HalfHashes:
        """What has to be counted again."""
        own = self.arrays.hashes_of(kinds, np.flatnonzero(self.added.has_changed))
        merged = distinct_of(own.hashes[self.added.is_merged[own.owners]])
        asked = distinct_of(own.hashes)
        return asked[~is_among(asked, last.template) | is_among(asked, merged)]

    def _counted(
        self, last: Commonness, asked: HalfHashes, postings: Postings
    ) -> tuple[Commonness, Postings]:
        found = Commonness()
        for found in count_documents(lambda: [postings], self.groups, 1, self.limits):  # noqa: B007
            self.control.checkpoint()
        frequent = _replaced(last.frequent, asked, found.frequent)
        template = _replaced(last.template, asked, found.template)
        return Commonness(frequent, template), postings

    def of_each(
        self,
        last: CommonOfEach,
        before: Commonness,
        now: Commonness,
        postings: Postings,
        kinds: Sequence[HashKind],
    ) -> tuple[CommonOfEach, Before]:
        """What of each document is common, by postings of all that is common or is no longer."""
        found = last.placed(self.added.places, len(self.groups))
        then = Before.of(found.states)
        crossed = _all_of(
            _in_one_of(before.frequent, now.frequent), _in_one_of(before.template, now.template)
        )
        is_old = ~self.added.is_new[postings.owners]
        of_old = Postings(postings.hashes[is_old], postings.owners[is_old])
        for common, put in ((before, found.remove), (now, found.add)):
            which = is_among(crossed, common.frequent)
            for piece in only_among(iter([of_old]), crossed[which]):
                put(piece, Lookup(common.template))
        new = self.arrays.hashes_of(kinds, np.flatnonzero(self.added.is_new))
        for piece in only_among(iter([new]), now.frequent):
            found.add(piece, Lookup(now.template))
        is_more = is_among(crossed, before.frequent) & is_among(crossed, now.template)
        is_less = is_among(crossed, before.frequent) & ~is_among(crossed, now.frequent)
        is_less |= is_among(crossed, before.template) & ~is_among(crossed, now.template)
        has_less = self._have(crossed[is_less], of_old)
        has_others = np.stack((self._have(crossed[~is_more], of_old), has_less, has_less))
        states = np.where(has_others, Before.of(found.states).states, then.states)
        return found, Before(states, _in_one_of(before.template, now.template))

    def _have(self, hashes: HalfHashes, of_old: Postings) -> Flags:
        """Which documents are new, or have one of these hashes: shape (n,)."""
        flags = self.added.is_new.copy()
        for piece in only_among(iter([of_old]), hashes):
            flags[piece.owners] = True
        return flags

    def _postings(
        self, asked: Mapping[tuple[HashKind, ...], HalfHashes]
    ) -> dict[tuple[HashKind, ...], Postings] | None:
        """All postings of some hashes, in one pass; None where they are too many."""
        kinds_of = {kind: kinds for kinds in asked for kind in kinds}
        pieces: dict[tuple[HashKind, ...], list[Postings]] = {kinds: [] for kinds in asked}
        count = 0
        for kind, piece in self.arrays.among({k: asked[kinds] for k, kinds in kinds_of.items()}):
            self.control.checkpoint()
            count += len(piece.hashes)
            if count > RANGE_POSTINGS:
                return None
            pieces[kinds_of[kind]].append(piece)
        return {kinds: joined(iter(some)) for kinds, some in pieces.items()}


def _replaced(hashes: HalfHashes, some: HalfHashes, by: HalfHashes) -> HalfHashes:
    """Hashes with others in place of those among some; all ascend."""
    return _all_of(hashes[~is_among(hashes, some)], by)


def _all_of(a: HalfHashes, b: HalfHashes) -> HalfHashes:
    return distinct_of(np.concatenate((a, b)))  # np.union1d takes several times as long


def _in_one_of(a: HalfHashes, b: HalfHashes) -> HalfHashes:
    """What is in one of two ascending arrays alone."""
    return _all_of(a[~is_among(a, b)], b[~is_among(b, a)])
