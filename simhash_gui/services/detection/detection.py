"""What a search found, with what can be asked of it afterwards.

A ``Detection`` holds the pairs with their measures, as arrays; ``clusters`` answers for any
distance and either linkage from it, and another kind of search is filtered from it.

Documents with the same comparison tokens and the same fingerprint are folded: one stands for all,
so that ten thousand copies cost ten thousand and not fifty million. ``Detection.expanded`` writes
the pairs out in batches, on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes, pair_distances
from simhash_gui.core.hamming.folding import Folding
from simhash_gui.core.ragged import ROWS_LIMIT, ragged_rows
from simhash_gui.core.text.classes import WHOLE_CLASSES, PairClass
from simhash_gui.core.text.commonness import FEWEST_DOCUMENTS
from simhash_gui.core.text.shingles import is_among
from simhash_gui.core.types import Fingerprint, Words
from simhash_gui.services.detection.classes import Classifier
from simhash_gui.services.detection.common_text import CommonText, find_common_text
from simhash_gui.services.detection.groups import Groups
from simhash_gui.services.detection.kept_measures import KeptMeasures
from simhash_gui.services.detection.pairs import (
    CLASSES,
    MIRRORED,
    DetectedPairs,
    DetectionOptions,
    Ids,
    Shares32,
)
from simhash_gui.services.detection.passage_marks import marked_hashes, marked_passages
from simhash_gui.services.detection.recounting import Before
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.verdicts import (
    ApartPairs,
    load_verdicts,
    named_documents,
)
from simhash_gui.store.repositories.present_files import PresentFiles

__all__ = [
    "FEWEST_DOCUMENTS",
    "Detection",
    "PairEvidence",
    "confirmed_of",
    "whole_pairs_of",
    "with_confirmed",
    "with_verdicts",
]

OVERLAP_STEP = 0.05
OVERLAPS = 11
"""Overlaps from 100 % down to 50 % have places of their own in a histogram."""
_ROUNDING = 1e-5
_IDENTICAL = CLASSES.index(PairClass.IDENTICAL)


def _has_fewer_values(numbers: Ids, fewest: int) -> bool:
    """Whether these are fewer different numbers; nothing is sorted, for the window waits for it."""
    for _ in range(fewest):
        if not len(numbers):
            return True
        numbers = numbers[numbers != numbers[0]]
    return False


@dataclass(frozen=True, slots=True, eq=False)
class PairEvidence:
    """Of some pairs the share of the smaller text in the other, and the class, -1 if unknown.

    Shares are estimates of the sketches where ``is_exact`` is false.
    """

    overlaps: Shares32
    classes: Ids
    is_exact: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """What a search found.

    ``document_ids`` has shape (n,), ascending. ``folding`` puts documents of the same tokens and
    fingerprint together; ``pairs`` are pairs of the first members of its groups, ordered by left
    and right. ``files`` are all present files of the documents, ``file_documents`` the positions of
    their documents, ``reclaimable_bytes`` what would be free without each of them.
    ``searched_distance`` is how far fingerprints were compared, ``is_lowered``
    tells that it is less than the default because that would have cost too much, ``is_cut`` that
    texts share so much that some pairs were not found. ``groups`` are documents that are alike, and
    imply their pairs; those of ``pairs`` that are inside a group were found on the way.
    ``candidate_count`` counts the pairs that
    had to be looked at when sketches had settled what they can, ``classifier`` is what measuring
    them takes, ``common`` what many documents share. ``apart`` says which documents people hold
    apart: such pairs are in ``held_apart`` and not in ``pairs``, and ``found_groups`` are groups
    before these verdicts.
    """

    recipe: Recipe
    searched_distance: int
    is_lowered: bool
    is_cut: bool
    groups: Groups
    candidate_count: int
    document_ids: Ids
    words: Words
    rests: Words | None
    folding: Folding
    pairs: DetectedPairs
    classifier: Classifier
    common: CommonText
    files: PresentFiles
    file_documents: Ids
    reclaimable_bytes: Ids
    held_apart: DetectedPairs
    found_groups: Groups
    apart: ApartPairs

    @property
    def found(self) -> DetectedPairs:
        """The pairs before people's verdicts."""
        return self.pairs.merged(self.held_apart)

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
    def has_few_documents(self) -> bool:
        """Whether counts tell nothing of what is common: only marks and templates do."""
        groups = self.common.groups  # of a million the first thousand nearly always tell
        return all(_has_fewer_values(some, FEWEST_DOCUMENTS) for some in (groups[:1000], groups))

    @property
    def options(self) -> DetectionOptions:
        """What was asked for."""
        return self.classifier.options

    @property
    def is_by_text(self) -> bool:
        """Whether what texts share made candidates too, whatever their distance."""
        return self.options.partial or (
            self.options.distance is None and not self.options.all_candidates
        )

    def _listed_pairs(self) -> Iterator[tuple[DetectedPairs, NDArray[np.float64]]]:
        """Those that no group implies, and how many pairs of documents each is, some at a time."""
        sizes, numbers = self.folding.sizes, self.folding.inverse
        for some in self.pairs.pieces():
            listed = some.take(~self.groups.is_inside(some.left, some.right))
            counts = sizes[numbers[listed.left]] * sizes[numbers[listed.right]]
            yield listed, counts.astype(np.float64)

    @property
    def histogram(self) -> Ids:
        """Pairs of distinct documents at each distance, 0 to 64 or the fingerprint's width.

        Those that groups imply are not among them.
        """
        counts = np.zeros(max(64, self.recipe.width) + 1, np.int64)
        for pairs, each in self._listed_pairs():
            counts += np.bincount(pairs.distance, each, len(counts)).astype(np.int64)
        sizes = self.folding.sizes
        counts[0] += (sizes * (sizes - 1) // 2).sum()
        return counts

    @property
    def overlap_histogram(self) -> Ids:
        """Confirmed and other pairs of distinct documents by overlap, shape (2, ``OVERLAPS`` + 1).

        Place 0 is for the whole of the smaller text, every further one for 5 % less, the last for
        all that is below. Those that groups imply are not among them.
        """
        counts = np.zeros(2 * (OVERLAPS + 1), np.int64)
        for pairs, each in self._listed_pairs():
            steps = np.ceil((1 - pairs.overlap.astype(np.float64)) / OVERLAP_STEP - _ROUNDING)
            places = np.minimum(np.nan_to_num(steps, nan=OVERLAPS), OVERLAPS).astype(np.int64)
            places += (OVERLAPS + 1) * ~pairs.is_confirmed
            counts += np.bincount(places, each, len(counts)).astype(np.int64)
        sizes = self.folding.sizes
        counts[0] += (sizes * (sizes - 1) // 2).sum()
        return counts.reshape(2, -1)

    @property
    def pair_count(self) -> int:
        """How many pairs of distinct documents are listed or implied."""
        return int(self.histogram.sum()) + self.implied_count

    @property
    def implied_count(self) -> int:
        """How many pairs of distinct documents the groups imply, those of one text left out."""
        sizes = self.folding.sizes[self.folding.inverse]
        is_first = np.zeros(len(sizes), np.bool_)
        is_first[self.folding.members[self.folding.offsets[:-1]]] = True
        is_in = is_first & (self.groups.leader_of >= 0)
        groups, sizes = self.groups.leader_of[is_in], sizes[is_in]
        every = np.bincount(groups, sizes).astype(np.int64)
        own = np.bincount(groups, sizes * (sizes - 1) // 2).astype(np.int64)
        return int((every * (every - 1) // 2 - own).sum())

    def expanded(self, distance: int | None = None) -> Iterator[DetectedPairs]:
        """All pairs of documents, within ``distance`` if given, in batches of bounded size."""
        for same in self.folding.identical_pairs():
            pairs = DetectedPairs.identical(same.left, same.right, same.distance)
            yield pairs.take(~self.apart.mask(pairs.left, pairs.right))
        pairs = self.pairs if distance is None else self.pairs.take(self.pairs.distance <= distance)
        sizes, numbers = self.folding.sizes, self.folding.inverse
        left, right = numbers[pairs.left], numbers[pairs.right]
        for owner, place in ragged_rows(sizes[left] * sizes[right], ROWS_LIMIT):
            row, column = np.divmod(place, sizes[right][owner])
            own = self.folding.members[self.folding.offsets[left][owner] + row]
            other = self.folding.members[self.folding.offsets[right][owner] + column]
            is_listed = ~self.apart.mask(own, other)
            yield _placed(pairs.take(owner[is_listed]), own[is_listed], other[is_listed])

    def _first_of(self, positions: Ids) -> Ids:
        """The first document of the same text, of some alone: not of a million for a few."""
        return self.folding.members[self.folding.offsets[self.folding.inverse[positions]]]

    def evidence_of(self, left: Ids, right: Ids) -> PairEvidence:
        """What is known of any pairs of positions; estimated where they were not measured."""
        own, other = self._first_of(left), self._first_of(right)
        estimated = self.classifier.arrays.estimates(own, other)
        overlaps = np.maximum(estimated.containment_a, estimated.containment_b).astype(np.float32)
        classes, is_exact = np.full(len(left), -1, np.int64), own == other
        place, is_listed = _found(self.pairs, np.minimum(own, other), np.maximum(own, other))
        listed = self.pairs.take(place).swapped((own > other)[is_listed])
        overlaps[is_listed], classes[is_listed] = listed.overlap, listed.classes
        is_exact[is_listed] = listed.is_exact
        overlaps[own == other], classes[own == other] = 1, _IDENTICAL
        return PairEvidence(overlaps, classes, is_exact)

    def measured_evidence(self, left: Ids, right: Ids, control: JobControl) -> PairEvidence:
        """``evidence_of`` with every listed pair measured. Raises JobCancelledError."""
        own, other = self._first_of(left), self._first_of(right)
        place, _ = _found(self.pairs, np.minimum(own, other), np.maximum(own, other))
        pairs = self.exact(self.pairs.take(np.unique(place)), control)
        return replace(self, pairs=pairs).evidence_of(left, right)

    def classes_of(self, left: Ids, right: Ids) -> Ids:
        """The class of any pairs of positions, as in ``PairEvidence``."""
        own, other = self._first_of(left), self._first_of(right)
        classes = np.full(len(left), -1, np.int64)
        place, is_listed = _found(self.pairs, np.minimum(own, other), np.maximum(own, other))
        listed = self.pairs.classes[place]
        is_turned = (own > other)[is_listed]
        classes[is_listed] = np.where(is_turned, MIRRORED[listed], listed)
        classes[own == other] = _IDENTICAL
        return classes

    def is_short(self, pairs: DetectedPairs) -> NDArray[np.bool_]:
        """Which pairs have a document of so few tokens that only the text counts."""
        tokens = self.classifier.arrays.token_counts
        shorter = np.minimum(tokens[pairs.left], tokens[pairs.right])
        few: NDArray[np.bool_] = shorter < self.options.thresholds.short_tokens
        return few

    def exact(self, pairs: DetectedPairs, control: JobControl) -> DetectedPairs:
        """The same pairs with exact measures in place of estimates. Raises JobCancelledError."""
        if pairs.is_exact.all():
            return pairs
        by = self.classifier if self.common.states.size else self._whole_classifier(control)
        return by.exact(pairs, control)

    def _whole_classifier(self, control: JobControl) -> Classifier:
        """With what ``lean`` has left in the library; by the marks that are there now."""
        by = self.classifier
        marked = marked_hashes(marked_passages(by.library))
        groups, thresholds = self.common.groups, by.options.thresholds
        common = find_common_text(by.arrays, groups, marked, thresholds, control)
        measuring = replace(by.measuring, common=common.shingles)
        kept = KeptMeasures(by.arrays, common.states, common.before, measuring)
        return replace(by, measuring=measuring, kept=kept)

    def lean(self, library: Library) -> Detection:
        """The same without what it can read again, for a library that is open elsewhere."""
        nothing: Words = np.empty((len(self.common.states), 0), np.uint64)  # for a million 32 MB
        by = self.classifier.lean(library)
        before = Before.of(nothing)
        kept = KeptMeasures(by.arrays, nothing, before, by.measuring)
        common = replace(self.common, states=nothing, before=before)
        return replace(self, common=common, classifier=replace(by, kept=kept))

    def distances(self, left: Ids, right: Ids) -> NDArray[np.uint8]:
        """The Hamming distances of pairs of positions."""
        return pair_distances(as_lanes(self.words, self.rests), left, right)


def with_verdicts(library: Library, detection: Detection) -> Detection:
    """The same search with what people hold apart left out, as the library has it now.

    The very same detection where the verdicts that decide it are the same.
    """
    verdicts = load_verdicts(library)
    if verdicts.holding_apart == detection.apart.given:
        return detection
    apart = verdicts.apart(named_documents(library, verdicts), detection.document_ids)
    held = detection.held_apart
    is_held = _are_apart(detection.folding, held, apart)
    return _listed(
        detection, detection.pairs.merged(held.take(~is_held)), apart, held.take(is_held)
    )


def _listed(
    detection: Detection, pairs: DetectedPairs, apart: ApartPairs, held: DetectedPairs | None = None
) -> Detection:
    """The detection with other pairs, of which those held apart are not listed.

    ``held`` are known to be. Pairs take much room: they are copied only where they change.
    """
    held = DetectedPairs.empty() if held is None else held
    if (is_apart := _are_apart(detection.folding, pairs, apart)).any():
        held, pairs = held.merged(pairs.take(is_apart)), pairs.take(~is_apart)
    groups = detection.found_groups.without(_apart_in_groups(detection, apart))
    return replace(detection, held_apart=held, pairs=pairs, groups=groups, apart=apart)


def _are_apart(folding: Folding, pairs: DetectedPairs, apart: ApartPairs) -> NDArray[np.bool_]:
    """Which pairs people hold apart; one that stands for several documents is not."""
    if apart.is_empty:
        return np.zeros(len(pairs), np.bool_)
    is_alone = (folding.sizes == 1)[folding.inverse]
    found = [
        is_alone[some.left] & is_alone[some.right] & apart.mask(some.left, some.right)
        for some in pairs.pieces()
    ]
    return np.concatenate([np.empty(0, np.bool_), *found])


def _apart_in_groups(detection: Detection, apart: ApartPairs) -> Ids:
    """Members of groups that people hold apart from the leader or from another member."""
    groups = detection.found_groups
    if apart.is_empty:
        return np.empty(0, np.int64)
    named = np.flatnonzero(np.isin(apart.labels, apart.keys >> 32) & (groups.leader_of >= 0))
    leaders = groups.leader_of[named]
    found = []
    for member in named[leaders != named].tolist():
        others = named[leaders == groups.leader_of[member]]
        if apart.mask(np.full_like(others, member), others).any():
            found.append(member)
    return np.flatnonzero(
        np.isin(detection.folding.inverse, detection.folding.inverse[np.array(found, np.int64)])
    )


def with_confirmed(every: Detection, confirmed: Detection) -> Detection:
    """All candidates up to a distance, with the confirmed pairs of a search at any distance.

    Both are searches of the same documents. Which pairs are confirmed is for the second to say, and
    which groups there are.
    """
    found, known = every.found, confirmed.found
    is_new = ~is_among(found.left << 32 | found.right, known.left << 32 | known.right)
    every = replace(every, found_groups=confirmed.found_groups)
    return _listed(every, known.merged(found.take(is_new)), every.apart)


def confirmed_of(detection: Detection) -> Detection:
    """What was found, without the pairs that are not confirmed."""
    options = replace(detection.options, distance=None, all_candidates=False)
    found = detection.found
    return _filtered(detection, found.take(found.is_confirmed), options)


def whole_pairs_of(detection: Detection) -> Detection:
    """What was found, without copies of a part.

    Where unconfirmed pairs are listed, those of a part are among them as far as was searched.
    """
    found = detection.found
    is_whole = np.isin(found.classes, [CLASSES.index(each) for each in WHOLE_CLASSES])
    is_listed = is_whole & found.is_confirmed
    if detection.options.all_candidates:
        is_listed |= found.distance <= detection.searched_distance
    found = replace(found, is_confirmed=found.is_confirmed & is_whole).take(is_listed)
    return _filtered(detection, found, replace(detection.options, partial=False))


def _filtered(detection: Detection, found: DetectedPairs, options: DetectionOptions) -> Detection:
    classifier = replace(detection.classifier, options=options)
    return _listed(replace(detection, classifier=classifier), found, detection.apart)


def _found(pairs: DetectedPairs, left: Ids, right: Ids) -> tuple[Ids, NDArray[np.bool_]]:
    """Which of the asked pairs are listed, and where: looked for among those with the same left."""
    place, end = (np.searchsorted(pairs.left, left, side) for side in ("left", "right"))
    last = end.copy()
    while (is_open := place < end).any():
        middle = (place + end) // 2
        is_less = is_open.copy()
        is_less[is_open] = pairs.right[middle[is_open]] < right[is_open]
        place, end = np.where(is_less, middle + 1, place), np.where(is_less, end, middle)
    is_listed = place < last
    is_listed[is_listed] = pairs.right[place[is_listed]] == right[is_listed]
    return place[is_listed], is_listed


def _placed(pairs: DetectedPairs, left: Ids, right: Ids) -> DetectedPairs:
    """The same evidence for other documents of the same texts."""
    columns = {field.name: getattr(pairs, field.name) for field in fields(pairs)}
    placed = DetectedPairs(**columns | {"left": left, "right": right})
    return placed.swapped(left > right)
