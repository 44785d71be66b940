"""Candidates to listed pairs with their classes: screened by sketches, measured from texts.

The fingerprint suggests, the text proves. Sketches settle most pairs, millions in seconds; what
they leave unsure, and every pair of a short text, is measured from the stored texts; where copies
of a part are looked for, stored shingles settle most of it first. Documents with the same tokens
are measured once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.linkage import Connect, connected_labels
from simhash_gui.core.text.classes import WHOLE_CLASSES, PairClass, Screening
from simhash_gui.core.types import Words
from simhash_gui.services.detection.added_candidates import find_or_add_candidates
from simhash_gui.services.detection.candidates import (
    Candidates,
    Corpus,
    Flags,
    FoundCandidates,
)
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays, ReadKeys, Sketched
from simhash_gui.services.detection.kept_measures import KeptMeasures
from simhash_gui.services.detection.measuring import MeasurePairs, PairsToMeasure, measure_pairs
from simhash_gui.services.detection.pair_measurer import (
    TOKENS_KEPT,
    UNREADABLE,
    Measures,
    MeasuringOptions,
)
from simhash_gui.services.detection.pairs import (
    CLASSES,
    DetectedPairs,
    DetectionOptions,
    Ids,
    Shares32,
)
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.screening import screened
from simhash_gui.services.detection.shared_shingles import share_too_little
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, Put, keep

PARTIAL_CLASSES = (
    *WHOLE_CLASSES,
    PairClass.CONTAINS,
    PairClass.IS_CONTAINED,
    PairClass.PARTLY_COPIED,
    PairClass.QUOTES,
)
"""What confirms a pair where copies of a part are looked for."""

_PAIRS_AT_ONCE = 1 << 19
_TOKENS_A_PIECE = 1 << 28
"""Some minutes of measuring, which are not lost whatever ends the search after that."""
_FEW_ESTIMATED = 5_000
"""So few estimates are measured at once, that clusters show the same figures as pairs."""
_IDENTICAL = CLASSES.index(PairClass.IDENTICAL)
_NEAR = CLASSES.index(PairClass.NEAR_DUPLICATE)
_UNRELATED = CLASSES.index(PairClass.UNRELATED)


FindCandidates = Callable[[Corpus, DetectionOptions, MarkedHashes, JobControl], FoundCandidates]


@dataclass(frozen=True, slots=True)
class Engine:
    """Who finds candidates, measures pairs and keeps what was worked out.

    The answer is the same whoever does. ``asks_again``: what an earlier search has proved is taken
    from the library; otherwise every step is this engine's, which may keep its own. ``read_keys``
    reads the keys of candidates, where they are not in the library; ``connect`` finds components.
    """

    find_candidates: FindCandidates = find_or_add_candidates
    measure_pairs: MeasurePairs = measure_pairs
    keep: Callable[[Library, Put], None] = keep
    read_keys: ReadKeys | None = None
    connect: Connect = connected_labels
    asks_again: bool = True


HERE = Engine()
"""This process, and worker processes of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """Gives pairs of the documents of one search their classes.

    ``document_ids`` and ``arrays`` say what stands at each position, ``measuring`` how a pair is
    measured, ``kept`` what is known of it, ``may_be_on_template`` of which documents sketches tell
    less; ``workers`` 0 means one process for every processor, where there is much to measure.
    """

    library: Library
    document_ids: Ids
    arrays: ComparisonArrays
    options: DetectionOptions
    measuring: MeasuringOptions
    kept: KeptMeasures
    may_be_on_template: Flags
    workers: int = 0
    engine: Engine = HERE
    unmeasured: list[tuple[Ids, Ids]] = field(default_factory=list)
    """Ids of documents, left and right, of pairs that could not be measured; filled on the way."""

    def lean(self, library: Library) -> Classifier:
        """The same without what it can read again, for a library that is open elsewhere."""
        arrays = self.arrays.without_sketches(library)
        kept = self.kept.unloaded(arrays)
        return replace(self, library=library, arrays=arrays, kept=kept, engine=HERE)

    def listed_pairs(self, candidates: Candidates, control: JobControl) -> ListedPairs:
        """The pairs to be listed: the confirmed ones, or all where all are asked for.

        What sketches alone settled carries estimates, unless it is little: see ``exact``. Raises
        JobCancelledError.
        """
        pieces = []
        for start in range(0, len(candidates), _PAIRS_AT_ONCE):
            control.report(Stage.SEARCHING, start, len(candidates))
            control.checkpoint()
            pieces.append(_settled(candidates.take(slice(start, start + _PAIRS_AT_ONCE)), self))
        pairs = DetectedPairs.concatenate([piece.pairs for piece in pieces])
        is_unsure = np.concatenate([np.empty(0, np.bool_), *(piece.is_unsure for piece in pieces)])
        if self.options.partial and self.options.confirms_by_class:
            kept = ~self._share_too_little(pairs, is_unsure, control)
            pairs, is_unsure = pairs.take(kept), is_unsure[kept]
        looked_at = len(pairs)
        share_enough = is_unsure & (self.options.partial and self.options.confirms_by_class)
        is_estimated = ~pairs.is_exact & ~is_unsure
        if np.count_nonzero(is_estimated) <= _FEW_ESTIMATED:
            is_unsure |= is_estimated
        places = np.flatnonzero(is_unsure)
        pairs = _measured(pairs, places, share_enough[places], self, control)
        if not self.options.all_candidates:
            pairs = pairs.take(pairs.is_confirmed)
        return ListedPairs(pairs.take(np.lexsort((pairs.right, pairs.left))), looked_at)

    def _share_too_little(
        self, pairs: DetectedPairs, is_unsure: Flags, control: JobControl
    ) -> Flags:
        """Which of the unsure pairs the stored shingles of their documents settle."""
        flags = np.zeros(len(pairs), np.bool_)
        left, right = pairs.left[is_unsure], pairs.right[is_unsure]
        first_of = _first_with_digest(self.arrays.digests)
        are_enough = (first_of[left] == left) & (first_of[right] == right)
        are_enough &= self.kept.share_enough(left, right)
        asked = (self.arrays, left, right, are_enough, self.measuring.common.template)
        flags[is_unsure] = share_too_little(*asked, self.options.thresholds, control)
        return flags

    def exact(self, pairs: DetectedPairs, control: JobControl) -> DetectedPairs:
        """The same pairs, measured where they were only estimated; none is dropped."""
        places = np.flatnonzero(~pairs.is_exact)
        return _measured(pairs, places, np.zeros(len(places), np.bool_), self, control)


@dataclass(frozen=True, slots=True, eq=False)
class ListedPairs:
    """Pairs, and how many candidates were left when sketches had settled what they can."""

    pairs: DetectedPairs
    looked_at: int

    def with_others(self, others: ListedPairs) -> ListedPairs:
        """These and others, ordered."""
        pairs = DetectedPairs.concatenate([self.pairs, others.pairs])
        order = np.lexsort((pairs.right, pairs.left))
        return ListedPairs(pairs.take(order), self.looked_at + others.looked_at)


@dataclass(frozen=True, slots=True, eq=False)
class _Settled:
    """Pairs that were not rejected, and whether they are still to be measured."""

    pairs: DetectedPairs
    is_unsure: Flags


def _settled(candidates: Candidates, by: Classifier) -> _Settled:
    arrays = by.arrays
    sketched = Sketched(
        arrays.sketches, arrays.token_sketches, arrays.has_marks, by.may_be_on_template
    )
    found = screened(candidates, sketched, by.options)
    estimates, outcome = found.estimates, found.outcome
    digests = by.arrays.digests
    is_same = digests[candidates.left] == digests[candidates.right]
    classes = np.where(outcome == Screening.CONFIRMED, _NEAR, _UNRELATED).astype(np.uint8)
    classes[is_same] = _IDENTICAL
    whole = np.float32(1)
    pairs = DetectedPairs(
        candidates.left,
        candidates.right,
        candidates.distance,
        np.where(is_same, whole, estimates.jaccard.astype(np.float32)),
        np.where(is_same, whole, estimates.containment_a.astype(np.float32)),
        np.where(is_same, whole, estimates.containment_b.astype(np.float32)),
        np.where(is_same, whole, np.float32(np.nan)),
        _likeness(estimates.jaccard, classes, by.options),
        classes,
        is_same | (outcome == Screening.CONFIRMED),
        is_same,
    )
    is_unsure = ~is_same & (outcome == Screening.UNSURE)
    kept = by.options.all_candidates | is_unsure | pairs.is_confirmed
    return _Settled(pairs.take(kept), is_unsure[kept])


def _likeness(
    jaccard: NDArray[np.float64], classes: NDArray[np.uint8], options: DetectionOptions
) -> Shares32:
    """What tells of clusters, as far as sketches do."""
    likeness = np.where(classes == _IDENTICAL, 1.0, 2 * jaccard / (1 + jaccard))
    is_enough = (classes != _UNRELATED) & (likeness >= options.thresholds.cluster_likeness)
    return np.where(is_enough, likeness, 0.0).astype(np.float32)


def _measured(
    pairs: DetectedPairs, places: Ids, share_enough: Flags, by: Classifier, control: JobControl
) -> DetectedPairs:
    """The pairs with exact measures at some places, where their texts can be read.

    ``share_enough``, of these, is as in ``KeptMeasures.keep``.
    """
    some = pairs.take(places)
    first_of = _first_with_digest(by.arrays.digests)
    own, other = first_of[some.left], first_of[some.right]
    keys, copies = np.unique_inverse(np.minimum(own, other) << 32 | np.maximum(own, other))
    left, right = keys >> 32, keys & 0xFFFF_FFFF
    are_enough = np.zeros(len(keys), np.bool_)
    is_first = (own == some.left) & (other == some.right)
    are_enough[copies[share_enough & is_first]] = True
    measures = _measures(left, right, are_enough, by, control)
    is_read = (measures.classes != UNREADABLE)[copies]
    if not is_read.all():
        lost = measures.classes == UNREADABLE
        by.unmeasured.append((by.document_ids[left[lost]], by.document_ids[right[lost]]))
    measured = DetectedPairs(
        left[copies],
        right[copies],
        some.distance,
        measures.jaccard[copies],
        measures.containment_a[copies],
        measures.containment_b[copies],
        measures.edit_share[copies],
        measures.likeness[copies],
        np.minimum(measures.classes, len(CLASSES) - 1)[copies],
        some.is_confirmed,
        np.ones(len(places), np.bool_),
    ).swapped(own > other)
    return _replaced(pairs, places[is_read], measured.take(is_read), by.options)


def _measures(
    left: Ids, right: Ids, share_enough: Flags, by: Classifier, control: JobControl
) -> Measures:
    """What is known of distinct pairs of positions; the others are measured and kept.

    Those with common texts are measured one after another.
    """
    measures, is_known = by.kept.find(left, right, control, share_enough)
    places = np.flatnonzero(~is_known)
    if not len(places):
        return measures
    left, right = left[places], right[places]
    tokens = by.arrays.token_counts
    order = in_order_of_texts(tokens, left, right, TOKENS_KEPT)
    left, right, places = left[order], right[order], places[order]
    pieces = np.cumsum(tokens[left] + tokens[right]) // _TOKENS_A_PIECE
    for piece in np.split(np.arange(len(places)), np.flatnonzero(np.diff(pieces)) + 1):
        own, other = left[piece], right[piece]
        ids = by.document_ids[own], by.document_ids[other]
        digests = by.arrays.digests[np.stack((own, other))]
        to_do = PairsToMeasure(*ids, tokens[own] + tokens[other], digests=digests)
        measure = by.engine.measure_pairs
        measured = measure(by.library, to_do, by.measuring, control, workers=by.workers)
        by.kept.keep(own, other, measured, share_enough[places[piece]])
        measures.put(places[piece], measured)
    return measures


def in_order_of_texts(tokens: Ids, left: Ids, right: Ids, kept: int) -> Ids:
    """An order of pairs of positions in which few documents are read twice.

    ``tokens`` is the length of the document at each position, ``kept`` how many can be kept.
    Documents that are connected get neighbouring places, and places are divided into blocks of
    which two can be kept: first come all pairs of the first block, then all of the first with the
    second, and so on.
    """
    order = np.argsort(connected_labels(len(tokens), left, right), kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    block = np.cumsum(tokens[order]) // max(1, kept * 2 // 5)
    one, two = np.minimum(place[left], place[right]), np.maximum(place[left], place[right])
    turns = np.where(block[one] % 2 == 0, block[two], -block[two])  # there and back again
    return np.lexsort((two, one, turns, block[one]))


def _replaced(
    pairs: DetectedPairs, places: Ids, measured: DetectedPairs, options: DetectionOptions
) -> DetectedPairs:
    """Put what was measured in its places, and confirm by it."""
    columns = {}
    shares = ("jaccard", "containment_a", "containment_b", "edit_share", "likeness")
    for name in (*shares, "classes", "is_exact"):
        columns[name] = getattr(pairs, name).copy()
        columns[name][places] = getattr(measured, name)
    is_confirmed = pairs.is_confirmed.copy()
    is_confirmed[places] = _confirms(measured, options)
    return DetectedPairs(
        left=pairs.left,
        right=pairs.right,
        distance=pairs.distance,
        is_confirmed=is_confirmed,
        **columns,
    )


def _confirms(pairs: DetectedPairs, options: DetectionOptions) -> Flags:
    if options.least_overlap is not None:
        share = np.maximum(pairs.containment_a, pairs.containment_b)
        is_enough: Flags = share >= np.float32(options.least_overlap)
        return is_enough
    classes = PARTIAL_CLASSES if options.partial else WHOLE_CLASSES
    return np.isin(pairs.classes, [CLASSES.index(each) for each in classes])


def _first_with_digest(digests: Words) -> Ids:
    """For each position the first one that has the same tokens."""
    _, first, inverse, _ = np.unique_all(digests)
    return first[inverse]
