"""Pairs of folders that share documents: how many are in both, how many near, how many in one.

A folder counts what is directly in it, a tree (``folder_trees``) all that is below. Contents are
counted, not files. A content that is in very many folders says little of any two of them and is
left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import ROWS_LIMIT, ragged_rows
from simhash_gui.core.text.shingles import distinct_of, is_among
from simhash_gui.services.detection.answers.folder_trees import tree_pairs
from simhash_gui.services.detection.answers.labels import joining_pairs
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import DetectedPairs, Ids
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories import present_files

_MOST_FOLDERS = 100
_LINKS_AT_ONCE = 1 << 16
_LOW = 0xFFFF_FFFF


class FolderSort(StrEnum):
    """What pairs of folders can be put in order by."""

    A = "a"
    B = "b"
    SHARED = "shared"
    NEAR = "near"
    ONLY_A = "only-a"
    ONLY_B = "only-b"


@dataclass(frozen=True, slots=True, eq=False)
class FolderPairs:
    """Arrays of shape (p,), ``a`` and ``b`` as places in ``names``.

    ``shared`` counts contents that are in both, ``near`` those of ``a`` of which only another
    version is in ``b``, ``only_a`` and ``only_b`` what the other has neither way. ``is_tree``: with
    all that is below both. ``trees_left_out`` counts pairs of trees that were not compared,
    ``widespread`` the contents that are in so many folders that no folders were compared for them.
    """

    names: tuple[str, ...]
    a: Ids
    b: Ids
    shared: Ids
    near: Ids
    only_a: Ids
    only_b: Ids
    is_tree: NDArray[np.bool_]
    trees_left_out: int = 0
    widespread: int = 0

    def __len__(self) -> int:
        return len(self.a)

    def order(self, sort: FolderSort, *, descending: bool) -> Ids:
        """The places of all pairs in order."""
        match sort:
            case FolderSort.A:
                key = self._ranks[self.a]
            case FolderSort.B:
                key = self._ranks[self.b]
            case FolderSort.SHARED:
                key = self.shared
            case FolderSort.NEAR:
                key = self.near
            case FolderSort.ONLY_A:
                key = self.only_a
            case FolderSort.ONLY_B:
                key = self.only_b
        return np.argsort(-key if descending else key, kind="stable")

    @property
    def _ranks(self) -> Ids:
        """The place of each name in the order of all."""
        folded = [name.casefold() for name in self.names]
        ranks = np.empty(len(folded), np.int64)
        ranks[sorted(range(len(folded)), key=folded.__getitem__)] = np.arange(len(folded))
        return ranks


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Which contents are in which folders: sorted ``document << 32 | folder``, each once."""

    keys: Ids
    starts: Ids
    counts: Ids
    widespread: int

    @classmethod
    def of(cls, documents: Ids, folders: Ids, document_count: int) -> _Places:
        keys = distinct_of(documents << 32 | folders)
        counts = np.bincount(keys >> 32, minlength=document_count)
        is_widespread = counts > _MOST_FOLDERS
        counts[is_widespread] = 0
        starts = np.searchsorted(keys >> 32, np.arange(document_count))
        return cls(keys, starts, counts, int(is_widespread.sum()))

    def between(self, left: Ids, right: Ids) -> tuple[Ids, Ids, Ids, Ids]:
        """All pairs of folders of pairs of documents: left, its folder, right, its folder."""
        parts = [np.empty((4, 0), np.int64)]
        for pair, place in ragged_rows(self.counts[left] * self.counts[right], ROWS_LIMIT):
            own, other = left[pair], right[pair]
            row, column = np.divmod(place, self.counts[other])
            first = self.keys[self.starts[own] + row] & _LOW
            second = self.keys[self.starts[other] + column] & _LOW
            is_apart = first != second
            parts.append(np.stack([own, first, other, second])[:, is_apart])
        joined = np.concatenate(parts, axis=1)
        return joined[0], joined[1], joined[2], joined[3]

    def has(self, documents: Ids, folders: Ids) -> NDArray[np.bool_]:
        """Whether contents are in folders."""
        return is_among(documents << 32 | folders, self.keys)


def folder_pairs(library: Library, detection: Detection) -> FolderPairs:
    """Compare all folders that share a content, or versions of one."""
    with library.read() as connection:
        names, labels = present_files.parents(connection, detection.files.file_ids)
    places = _Places.of(detection.file_documents, labels, detection.document_count)
    several = np.flatnonzero(places.counts > 1)
    document, first, _, second = places.between(several, several)
    is_once = first < second
    shared = _counted(first[is_once], second[is_once], document[is_once])
    near = _near(detection, places)
    keys = distinct_of(np.concatenate([*shared[:1], np.minimum(near[0], _turned(near[0]))]))
    a, b = keys >> 32, keys & _LOW
    in_both = _looked_up(shared, keys)
    near_a, near_b = _looked_up(near, keys), _looked_up(near, b << 32 | a)
    sizes = np.bincount(places.keys & _LOW, minlength=len(names))
    trees = tree_pairs(names, keys, places.keys >> 32, places.keys & _LOW, joining_pairs(detection))
    is_alone = ~is_among(keys, trees.a << 32 | trees.b)

    def with_folders(of_trees: Ids, of_folders: Ids) -> Ids:
        return np.concatenate([of_trees, of_folders[is_alone]])

    return FolderPairs(
        trees.names,
        with_folders(trees.a, a),
        with_folders(trees.b, b),
        with_folders(trees.shared, in_both),
        with_folders(trees.near, near_a),
        with_folders(trees.only_a, sizes[a] - in_both - near_a),
        with_folders(trees.only_b, sizes[b] - in_both - near_b),
        np.arange(len(trees.a) + int(is_alone.sum())) < len(trees.a),
        trees.left_out,
        places.widespread,
    )


def _near(detection: Detection, places: _Places) -> tuple[Ids, Ids]:
    """Contents of a folder of which another has only another version, by pairs of folders."""
    pairs = joining_pairs(detection)
    parts = [_counted(*np.empty((3, 0), np.int64))]
    for own, others in _links_of_some(pairs, detection.document_count):
        document, first, _, second = places.between(own, others)
        is_new = ~places.has(document, second)
        parts.append(_counted(first[is_new], second[is_new], document[is_new]))
    keys, inverse = np.unique(np.concatenate([part[0] for part in parts]), return_inverse=True)
    counts = np.bincount(inverse, np.concatenate([part[1] for part in parts]), len(keys))
    return keys, counts.astype(np.int64)


def _links_of_some(pairs: DetectedPairs, document_count: int) -> Iterator[tuple[Ids, Ids]]:
    """Pairs both ways, of some documents at a time, so that each has all of its pairs."""
    both = (pairs.left, pairs.right)
    ends = np.cumsum(sum(np.bincount(side, minlength=document_count) for side in both))
    start = done = 0
    while start < document_count:
        end = max(start + 1, int(np.searchsorted(ends, done + _LINKS_AT_ONCE, side="right")))
        is_own = [(side >= start) & (side < end) for side in both]
        own = np.concatenate([side[which] for side, which in zip(both, is_own, strict=True)])
        others = [side[which] for side, which in zip(reversed(both), is_own, strict=True)]
        yield own, np.concatenate(others)
        start, done = end, int(ends[end - 1])


def _counted(first: Ids, second: Ids, documents: Ids) -> tuple[Ids, Ids]:
    """Pairs of folders as sorted keys, and how many different documents each has."""
    keys = first << 32 | second
    order = np.lexsort((documents, keys))  # other threads run meanwhile, unlike with rows of two
    keys, documents = keys[order], documents[order]
    is_new = np.ones(len(keys), np.bool_)
    is_new[1:] = (keys[1:] != keys[:-1]) | (documents[1:] != documents[:-1])
    keys, counts = np.unique(keys[is_new], return_counts=True)
    return keys, counts


def _looked_up(counted: tuple[Ids, Ids], wanted: Ids) -> Ids:
    keys, counts = counted
    found = np.zeros(len(wanted), np.int64)
    if len(keys):
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        is_there = keys[place] == wanted
        found[is_there] = counts[place[is_there]]
    return found


def _turned(keys: Ids) -> Ids:
    return (keys & _LOW) << 32 | keys >> 32
