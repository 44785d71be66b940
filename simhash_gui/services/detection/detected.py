"""What a search of a library found: pairs with their evidence, as arrays, and what they stand for.

Documents with the same comparison tokens and the same fingerprint are folded: one stands for all,
so that ten thousand copies cost ten thousand and not fifty million. ``Detection.expanded`` writes
the pairs out in batches, for whoever lists them. How pairs are found is ``detection``'s business,
how they are measured that of ``confirming``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes
from simhash_gui.core.hamming.folding import Folding
from simhash_gui.core.ragged import ROWS_LIMIT, ragged_rows
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.text.sketches import estimate
from simhash_gui.core.types import Fingerprint, Words
from simhash_gui.services.detection.confirmed_pairs import (
    CLASSES,
    ConfirmedPairs,
    DetectionOptions,
    Ids,
    Shares32,
)
from simhash_gui.services.detection.confirming import Confirming, exact
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories.present_files import PresentFiles

_IDENTICAL = CLASSES.index(PairClass.IDENTICAL)


@dataclass(frozen=True, slots=True, eq=False)
class PairEvidence:
    """Of some pairs the share of the smaller text in the other, and the class, -1 if not judged."""

    overlaps: Shares32
    classes: Ids


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """What a search found.

    ``document_ids`` has shape (n,), ascending. ``folding`` puts documents of the same tokens and
    fingerprint together; ``pairs`` are pairs of the first members of its groups, ordered by left
    and right. ``files`` are all present files of the documents, ``file_documents`` the positions of
    their documents. ``searched_distance`` is how far fingerprints were compared, ``is_lowered``
    tells that it is less than the default because that would have cost too much, ``is_cut`` that
    texts share so much that some pairs were not proposed. ``candidate_count`` counts the pairs that
    had to be looked at, ``confirming`` is what measuring them takes.
    """

    recipe: Recipe
    searched_distance: int
    is_lowered: bool
    is_cut: bool
    candidate_count: int
    document_ids: Ids
    words: Words
    rests: Words | None
    folding: Folding
    pairs: ConfirmedPairs
    confirming: Confirming
    files: PresentFiles
    file_documents: Ids

    def fingerprint(self, position: int) -> Fingerprint:
        """The fingerprint of the document at a position in ``document_ids``."""
        rest = 0 if self.rests is None else int(self.rests[position])
        word, recipe = int(self.words[position]), self.recipe
        return Fingerprint.from_words(word, rest, recipe.width, recipe.recipe_id)

    @property
    def document_count(self) -> int:
        """Documents that were compared."""
        return len(self.document_ids)

    @property
    def file_count(self) -> int:
        """Files of these documents."""
        return len(self.files)

    @property
    def options(self) -> DetectionOptions:
        """What was asked for."""
        return self.confirming.options

    @property
    def is_by_text(self) -> bool:
        """Whether pairs were also proposed by what their texts share, whatever their distance."""
        return self.options.partial or (
            self.options.distance is None and not self.options.all_candidates
        )

    @property
    def histogram(self) -> Ids:
        """Pairs of distinct documents at each distance, 0 to 64 or the fingerprint's width."""
        sizes, numbers = self.folding.sizes, self.folding.inverse
        products = sizes[numbers[self.pairs.left]] * sizes[numbers[self.pairs.right]]
        length = max(64, self.recipe.width) + 1
        counts = np.bincount(self.pairs.distance, products.astype(np.float64), length)
        counts[0] += (sizes * (sizes - 1) // 2).sum()
        return counts.astype(np.int64)

    @property
    def pair_count(self) -> int:
        """How many pairs of distinct documents are listed."""
        return int(self.histogram.sum())

    def expanded(self, distance: int | None = None) -> Iterator[ConfirmedPairs]:
        """All pairs of documents, within ``distance`` if given, in batches of bounded size."""
        for same in self.folding.identical_pairs():
            yield ConfirmedPairs.identical(same.left, same.right, same.distance)
        pairs = self.pairs if distance is None else self.pairs.take(self.pairs.distance <= distance)
        sizes, numbers = self.folding.sizes, self.folding.inverse
        left, right = numbers[pairs.left], numbers[pairs.right]
        for owner, place in ragged_rows(sizes[left] * sizes[right], ROWS_LIMIT):
            row, column = np.divmod(place, sizes[right][owner])
            own = self.folding.members[self.folding.offsets[left][owner] + row]
            other = self.folding.members[self.folding.offsets[right][owner] + column]
            yield _placed(pairs.take(owner), own, other)

    def evidence_of(self, left: Ids, right: Ids) -> PairEvidence:
        """What is known of any pairs of positions; estimated where they were not measured."""
        numbers, firsts = self.folding.inverse, self.folding.members[self.folding.offsets[:-1]]
        own, other = firsts[numbers[left]], firsts[numbers[right]]
        estimated = estimate(self.confirming.comparables.sketches, own, other)
        overlaps = np.maximum(estimated.containment_a, estimated.containment_b).astype(np.float32)
        classes = np.full(len(left), -1, np.int64)
        place, is_listed = _found(self.pairs, np.minimum(own, other), np.maximum(own, other))
        listed = self.pairs.take(place).swapped((own > other)[is_listed])
        overlaps[is_listed], classes[is_listed] = listed.overlap, listed.classes
        overlaps[own == other], classes[own == other] = 1, _IDENTICAL
        return PairEvidence(overlaps, classes)

    def is_short(self, pairs: ConfirmedPairs) -> NDArray[np.bool_]:
        """Which pairs have a document of so few tokens that text alone judged them."""
        tokens = self.confirming.comparables.token_counts
        shorter = np.minimum(tokens[pairs.left], tokens[pairs.right])
        few: NDArray[np.bool_] = shorter < self.options.thresholds.short_tokens
        return few

    def exact(self, pairs: ConfirmedPairs, control: JobControl) -> ConfirmedPairs:
        """The same pairs with exact measures in place of estimates. Raises JobCancelledError."""
        return exact(pairs, self.confirming, control)

    def distances(self, left: Ids, right: Ids) -> NDArray[np.uint8]:
        """The Hamming distances of pairs of positions."""
        differing = np.zeros(len(left), np.uint8)
        for lane in as_lanes(self.words, self.rests):
            differing += np.bitwise_count(lane[left] ^ lane[right])
        return differing


def _found(pairs: ConfirmedPairs, left: Ids, right: Ids) -> tuple[Ids, NDArray[np.bool_]]:
    """Which of the asked pairs are listed, and where."""
    known, wanted = pairs.left << 32 | pairs.right, left << 32 | right
    place = np.searchsorted(known, wanted)
    is_listed = place < len(known)
    is_listed[is_listed] = known[place[is_listed]] == wanted[is_listed]
    return place[is_listed], is_listed


def _placed(pairs: ConfirmedPairs, left: Ids, right: Ids) -> ConfirmedPairs:
    """The same evidence for other documents of the same texts."""
    columns = {field.name: getattr(pairs, field.name) for field in fields(pairs)}
    placed = ConfirmedPairs(**columns | {"left": left, "right": right})
    return placed.swapped(left > right)
