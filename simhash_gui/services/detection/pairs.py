"""Detected pairs with their measures, as parallel arrays, and what may be asked for.

Never an object for each pair: a library has millions. How pairs are measured and confirmed is in
``classes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, PairClass, Thresholds
from simhash_gui.core.types import WORD_BITS
from simhash_gui.services.library.settings import DEFAULT_DISTANCE, MAX_DISTANCE

Ids = NDArray[np.int64]
Shares32 = NDArray[np.float32]

CLASSES: tuple[PairClass, ...] = tuple(PairClass)
"""What the numbers in ``DetectedPairs.classes`` mean."""

NEAREST_FIRST = (
    PairClass.IDENTICAL,
    PairClass.NEAR_DUPLICATE,
    PairClass.DIFFERS_IN_NUMBERS,
    PairClass.CONTAINS,
    PairClass.IS_CONTAINED,
    PairClass.PARTLY_COPIED,
    PairClass.QUOTES,
    PairClass.TEMPLATE_ONLY,
    PairClass.UNRELATED,
)
"""Classes from the nearest to the farthest."""
RANKS = np.array([NEAREST_FIRST.index(pair_class) for pair_class in CLASSES], np.int64)
"""The place in ``NEAREST_FIRST`` of each of ``CLASSES``."""
_PAIRS_AT_ONCE = 1 << 16
_IDENTICAL = CLASSES.index(PairClass.IDENTICAL)


@dataclass(frozen=True, slots=True)
class DetectionOptions:
    """What to look for, and what confirms it.

    ``distance``: only pairs within this Hamming distance, but for those that ``partial`` adds.
    None searches as far as ``default_distance`` says, and adds the pairs whose texts
    share a rare sampled hash, whatever their distance.
    ``least_overlap``: instead of its class, this share of the smaller text (0 to 1) confirms a
    pair. ``partial``: also pairs that share a passage, and classes of partial copies confirm.
    ``all_candidates``: exactly the pairs within the distance, confirmed or not, and groups, whose
    pairs are implied at any distance.
    """

    distance: int | None = None
    least_overlap: float | None = None
    partial: bool = False
    all_candidates: bool = False
    thresholds: Thresholds = DEFAULT_THRESHOLDS

    @property
    def wants_whole_only(self) -> bool:
        """Whether only identical texts and near-duplicates are listed."""
        return not (self.partial or self.all_candidates) and self.least_overlap is None

    @property
    def confirms_by_class(self) -> bool:
        """Whether the class of a pair decides that it is listed."""
        return not self.all_candidates and self.least_overlap is None


def default_distance(recipe: Recipe) -> int:
    """How far fingerprints are compared unless somebody says how far.

    Measured on eight labelled sets pooled into one library of 2,380 documents: up to distance 12
    there are 1.4 candidates a document and 0.80 to 1.00 of the positive pairs of each set; up to 16
    5.1 and 0.93 to 1.00, up to 20 30. Bands of two bins find 7.6 a document and all positive
    pairs, so that fingerprints need not reach farther. Fingerprints of other widths take the same
    share of their bits, up to the largest distance that is searched.
    """
    return min(round(DEFAULT_DISTANCE * recipe.width / WORD_BITS), MAX_DISTANCE)


@dataclass(frozen=True, slots=True, eq=False)
class DetectedPairs:
    """Pairs of document positions, left < right, as arrays of shape (p,).

    ``containment_a`` is the share of the left document's shingles that the right one has,
    ``edit_share`` that of their tokens in the same order, NaN where their class did not need it;
    ``likeness`` is 0 unless they are alike enough for one cluster (``cluster_likeness`` of core);
    ``classes`` counts into ``CLASSES``, and speaks of (left, right). Where ``is_exact`` is false,
    measures are estimates from sketches. Unconfirmed pairs are there only if all were asked for.
    """

    left: Ids
    right: Ids
    distance: NDArray[np.uint8]
    jaccard: Shares32
    containment_a: Shares32
    containment_b: Shares32
    edit_share: Shares32
    likeness: Shares32
    classes: NDArray[np.uint8]
    is_confirmed: NDArray[np.bool_]
    is_exact: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.left)

    @property
    def overlap(self) -> Shares32:
        """The share of the smaller text that stands in the other, by shingles or in order."""
        return np.fmax(np.maximum(self.containment_a, self.containment_b), self.edit_share)

    def take(self, selection: NDArray[np.bool_] | Ids | slice) -> Self:
        """The pairs that a mask, positions or a slice select."""
        return type(self)(*(getattr(self, field.name)[selection] for field in fields(self)))

    def pieces(self) -> Iterator[Self]:
        """All of them, some at a time: views, for what needs room for each pair."""
        for start in range(0, len(self), _PAIRS_AT_ONCE):
            yield self.take(slice(start, start + _PAIRS_AT_ONCE))

    @classmethod
    def concatenate(cls, parts: Sequence[DetectedPairs]) -> Self:
        """All parts in one."""
        if not parts:
            return cls.empty()
        names = [field.name for field in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def merged(self, others: DetectedPairs) -> Self:
        """These and others, where both are ordered by left and right."""
        if not len(others):
            return self
        keys = others.left << 32 | others.right
        places = np.searchsorted(self.left << 32 | self.right, keys)
        names = [field.name for field in fields(self)]
        both = ((getattr(self, name), getattr(others, name)) for name in names)
        return type(self)(*(np.insert(own, places, other) for own, other in both))

    @classmethod
    def empty(cls) -> Self:
        """No pairs."""
        ids, shares = np.empty(0, np.int64), np.empty(0, np.float32)
        small, flags = np.empty(0, np.uint8), np.empty(0, np.bool_)
        return cls(ids, ids, small, shares, shares, shares, shares, shares, small, flags, flags)

    @classmethod
    def identical(cls, left: Ids, right: Ids, distance: NDArray[np.uint8]) -> Self:
        """Pairs of the same text."""
        whole, truth = np.ones(len(left), np.float32), np.ones(len(left), np.bool_)
        classes = np.full(len(left), _IDENTICAL, np.uint8)
        return cls(left, right, distance, whole, whole, whole, whole, whole, classes, truth, truth)

    def swapped(self, which: NDArray[np.bool_]) -> Self:
        """The same with the two sides of some pairs exchanged."""
        return type(self)(
            np.where(which, self.right, self.left),
            np.where(which, self.left, self.right),
            self.distance,
            self.jaccard,
            np.where(which, self.containment_b, self.containment_a),
            np.where(which, self.containment_a, self.containment_b),
            self.edit_share,
            self.likeness,
            np.where(which, MIRRORED[self.classes], self.classes),
            self.is_confirmed,
            self.is_exact,
        )


def mirrored(pair_class: PairClass) -> PairClass:
    """The class of a pair seen from its other side."""
    swaps = {
        PairClass.CONTAINS: PairClass.IS_CONTAINED,
        PairClass.IS_CONTAINED: PairClass.CONTAINS,
    }
    return swaps.get(pair_class, pair_class)


MIRRORED = np.array([CLASSES.index(mirrored(each)) for each in CLASSES], np.uint8)
"""The class of a pair from its other side, for each of ``CLASSES``."""
