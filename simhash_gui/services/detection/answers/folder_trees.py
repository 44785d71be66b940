"""Pairs of folders with all that is below them, where several pairs of folders in them correspond.

From what /a/x and /b/x share, and /a/y and /b/y, follows one pair for people to look at: /a and /b.
A folder and one that it is in are no pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import bounds_of, ragged_rows
from simhash_gui.core.text.shingles import distinct_of, is_among
from simhash_gui.services.detection.pairs import DetectedPairs, Ids

_MOST_TREES = 2000
"""Pairs of trees that are counted: those of the most contents."""
_LOW = 0xFFFF_FFFF
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class TreePairs:
    """Arrays of shape (p,), as those of ``FolderPairs``; ``a`` and ``b`` are places in ``names``.

    ``names`` begins with the folders that were given. ``left_out`` is how many more pairs there
    are than are counted.
    """

    names: tuple[str, ...]
    a: Ids
    b: Ids
    shared: Ids
    near: Ids
    only_a: Ids
    only_b: Ids
    left_out: int


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """All folders with those around them; ``first`` and ``end`` bound what is below, by rank.

    Ranks are places in an order in which all that is below a folder follows it.
    """

    names: tuple[str, ...]
    parents: Ids
    own_names: Ids
    first: Ids
    end: Ids

    @classmethod
    def of(cls, folders: Sequence[str]) -> _Tree:
        around = dict.fromkeys(folders)
        for folder in folders:
            around.update(dict.fromkeys(accumulate(folder.split("/"), "{}/{}".format)))
        names = tuple(around)
        places = {name: place for place, name in enumerate(names)}
        split = [name.rpartition("/") for name in names]
        own: dict[str, int] = {}
        own_names = np.array([own.setdefault(name, len(own)) for _, _, name in split])
        parents = [places.get(above, -1) if mark else -1 for above, mark, _ in split]
        first, sizes = _ranked(parents, np.array([name.count("/") for name in names]))
        return cls(names, np.array(parents), own_names, first, first + sizes)

    def above(self, keys: Ids) -> tuple[Ids, Ids]:
        """The keys of pairs of the same name, and those of the pairs of the folders around them."""
        a, b = keys >> 32, keys & _LOW
        up_a, up_b = self.parents[a], self.parents[b]
        is_up = (self.own_names[a] == self.own_names[b]) & (up_a >= 0) & (up_b >= 0)
        is_up &= ~self._is_in(up_a, up_b) & ~self._is_in(up_b, up_a)
        return keys[is_up], np.minimum(up_a, up_b)[is_up] << 32 | np.maximum(up_a, up_b)[is_up]

    def _is_in(self, inner: Ids, outer: Ids) -> Flags:
        return (self.first[inner] >= self.first[outer]) & (self.first[inner] < self.end[outer])


def _ranked(parents: Sequence[int], depths: Ids) -> tuple[Ids, Ids]:
    """The rank of each folder, and of how many it is the outermost one.

    Step by step, for no call here may keep other threads waiting.
    """
    outermost_first = np.argsort(depths, kind="stable").tolist()
    sizes = [1] * len(parents)
    for place in reversed(outermost_first):
        if parents[place] >= 0:
            sizes[parents[place]] += sizes[place]
    first, free = [0] * len(parents), [0] * (len(parents) + 1)  # the last one: outside all
    for place in outermost_first:
        first[place] = free[parents[place]]
        free[parents[place]] += sizes[place]
        free[place] = first[place] + 1
    return np.array(first), np.array(sizes)


def tree_pairs(
    names: Sequence[str], keys: Ids, documents: Ids, folders: Ids, pairs: DetectedPairs
) -> TreePairs:
    """Compare trees; ``keys`` are pairs of folders that share something, a < b, as a << 32 | b.

    ``documents`` and ``folders``, of shape (n,), say which contents are directly in which folders;
    ``pairs`` are versions of one text.
    """
    tree = _Tree.of(names)
    found = _joined(tree, keys)
    contents = _Contents.of(tree, documents, folders, pairs)
    a, b = found >> 32, found & _LOW
    sizes = np.minimum(contents.sizes(a), contents.sizes(b))
    chosen = np.sort(np.argsort(-sizes, kind="stable")[:_MOST_TREES])
    a, b = a[chosen], b[chosen]
    counts = np.zeros((5, len(chosen)), np.int64)
    for place, counted in contents.compared(a, b):
        counts[:, place] = counted
    shared, near_a, near_b, own_a, own_b = counts
    only_a, only_b = own_a - shared - near_a, own_b - shared - near_b
    left_out = len(found) - len(chosen)
    return TreePairs(tree.names, a, b, shared, near_a, only_a, only_b, left_out)


def _joined(tree: _Tree, keys: Ids) -> Ids:
    """The keys of pairs that several others lead to, or that share something themselves, too."""
    seen, waiting = distinct_of(keys), distinct_of(keys)
    reached = [seen]
    while len(waiting):
        _, above = tree.above(waiting)
        reached.append(above)
        waiting = distinct_of(above)
        waiting = waiting[~is_among(waiting, seen)]
        seen = distinct_of(np.concatenate([seen, waiting]))
    every = np.sort(np.concatenate(reached))
    return distinct_of(every[1:][every[1:] == every[:-1]])


@dataclass(frozen=True, slots=True, eq=False)
class _Contents:
    """Contents by the ranks of their folders, and the versions of each."""

    tree: _Tree
    documents: Ids
    bounds: Ids
    versions: Ids
    version_bounds: Ids

    @classmethod
    def of(cls, tree: _Tree, documents: Ids, folders: Ids, pairs: DetectedPairs) -> _Contents:
        ranks = tree.first[folders]
        order = np.argsort(ranks, kind="stable")
        own = np.concatenate([pairs.left, pairs.right])
        count = int(max(documents.max(initial=-1), own.max(initial=-1))) + 1
        return cls(
            tree,
            documents[order],
            bounds_of(np.bincount(ranks, minlength=len(tree.names))),
            np.concatenate([pairs.right, pairs.left])[np.argsort(own, kind="stable")],
            bounds_of(np.bincount(own, minlength=count)),
        )

    def sizes(self, folders: Ids) -> Ids:
        """How many contents are below, those counted twice that are in two folders."""
        return self.bounds[self.tree.end[folders]] - self.bounds[self.tree.first[folders]]

    def below(self, folder: int) -> Ids:
        """The contents in a folder and below it, each once."""
        first, end = self.bounds[[self.tree.first[folder], self.tree.end[folder]]]
        return distinct_of(self.documents[first:end])

    def compared(self, a: Ids, b: Ids) -> Iterator[tuple[int, tuple[int, int, int, int, int]]]:
        """By the places of the pairs: in both, near in a and in b, and what is in each.

        The larger one of a pair is marked once for all of its pairs, so that each takes time in
        proportion to the smaller one.
        """
        is_turned = self.sizes(a) < self.sizes(b)
        large, small = np.where(is_turned, b, a), np.where(is_turned, a, b)
        marks = np.zeros((2, len(self.version_bounds) - 1), np.bool_)
        marked = -1
        inside = self.below(0)[:0]
        for place in np.argsort(large, kind="stable").tolist():
            if large[place] != marked:
                marks[0][inside] = False
                marked = int(large[place])
                inside = self.below(marked)
                marks[0][inside] = True
            own = self.below(int(small[place]))
            marks[1][own] = True
            near_large, near_small = self._near(own, marks[0], marks[1])
            marks[1][own] = False
            shared = int(marks[0][own].sum())
            if is_turned[place]:
                yield place, (shared, near_small, near_large, len(own), len(inside))
            else:
                yield place, (shared, near_large, near_small, len(inside), len(own))

    def _near(self, own: Ids, in_large: Flags, in_small: Flags) -> tuple[int, int]:
        """Contents of one alone that have a version in the other."""
        starts, ends = self.version_bounds[own], self.version_bounds[own + 1]
        of_large, of_small = [own[:0]], [own[:0]]
        for owner, row in ragged_rows(ends - starts):
            version = self.versions[starts[owner] + row]
            is_there = in_large[version]
            of_large.append(version[is_there & ~in_small[version]])
            of_small.append(own[owner][is_there & ~in_large[own[owner]]])
        return tuple(len(distinct_of(np.concatenate(part))) for part in (of_large, of_small))  # type: ignore[return-value]
