"""Near-duplicate pairs of a library: candidates from fingerprints and texts, proved by the texts.

``detect`` searches once. ``candidates`` says which pairs are looked at, ``classes`` which of them
are listed. A ``Detection`` holds the pairs with their measures, as arrays; ``clusters`` then
answers for any distance and either linkage from it.

Documents with the same comparison tokens and the same fingerprint are folded: one stands for all,
so that ten thousand copies cost ten thousand and not fifty million. ``Detection.expanded`` writes
the pairs out in batches, on request.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes, pair_distances
from simhash_gui.core.hamming.folding import Folding, fold
from simhash_gui.core.ragged import ROWS_LIMIT, ragged_rows
from simhash_gui.core.text.classes import WHOLE_CLASSES, PairClass
from simhash_gui.core.text.sketches import estimate
from simhash_gui.core.types import WORD_BITS, Fingerprint, Words
from simhash_gui.services.detection.candidates import Corpus, FoundCandidates, find_candidates
from simhash_gui.services.detection.classes import Classifier, ListedPairs
from simhash_gui.services.detection.common_text import CommonText
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.groups import Groups, confirmed_groups
from simhash_gui.services.detection.kept_measures import KeptMeasures
from simhash_gui.services.detection.measuring import MeasuringOptions
from simhash_gui.services.detection.pairs import (
    CLASSES,
    DetectedPairs,
    DetectionOptions,
    Ids,
    Shares32,
)
from simhash_gui.services.detection.passage_marks import marked_hashes, marked_passages
from simhash_gui.services.detection.quotes import quoting_pairs
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.services.library.text_jobs import derive_comparison_data
from simhash_gui.services.review.verdicts import (
    ApartPairs,
    Verdicts,
    document_digests,
    load_verdicts,
)
from simhash_gui.store.repositories import documents, present_files
from simhash_gui.store.repositories.documents import StoredFingerprints
from simhash_gui.store.repositories.present_files import PresentFiles

_log = logging.getLogger(__name__)

_IDENTICAL = CLASSES.index(PairClass.IDENTICAL)


class LibraryChangedError(Exception):
    """The library no longer holds what was searched: search again."""


@dataclass(frozen=True, slots=True, eq=False)
class PairEvidence:
    """Of some pairs the share of the smaller text in the other, and the class, -1 if unknown."""

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
    texts share so much that some pairs were not found. ``groups`` are documents that are alike, and
    imply their pairs; those of ``pairs`` that are inside a group were found on the way.
    ``candidate_count`` counts the pairs that
    had to be looked at when sketches had settled what they can, ``classifier`` is what measuring
    them takes, ``common`` what many documents share. ``found`` and ``found_groups`` are pairs and
    groups before people's verdicts, ``apart`` says which documents these hold apart: such pairs are
    not in ``pairs``.
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
    found: DetectedPairs
    found_groups: Groups
    apart: ApartPairs

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
        return self.classifier.options

    @property
    def is_by_text(self) -> bool:
        """Whether what texts share made candidates too, whatever their distance."""
        return self.options.partial or (
            self.options.distance is None and not self.options.all_candidates
        )

    @property
    def histogram(self) -> Ids:
        """Pairs of distinct documents at each distance, 0 to 64 or the fingerprint's width.

        Those that groups imply are not among them.
        """
        sizes, numbers = self.folding.sizes, self.folding.inverse
        pairs = self.pairs.take(~self.groups.is_inside(self.pairs.left, self.pairs.right))
        products = sizes[numbers[pairs.left]] * sizes[numbers[pairs.right]]
        length = max(64, self.recipe.width) + 1
        counts = np.bincount(pairs.distance, products.astype(np.float64), length)
        counts[0] += (sizes * (sizes - 1) // 2).sum()
        return counts.astype(np.int64)

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

    def evidence_of(self, left: Ids, right: Ids) -> PairEvidence:
        """What is known of any pairs of positions; estimated where they were not measured."""
        numbers, firsts = self.folding.inverse, self.folding.members[self.folding.offsets[:-1]]
        own, other = firsts[numbers[left]], firsts[numbers[right]]
        estimated = estimate(self.classifier.arrays.sketches, own, other)
        overlaps = np.maximum(estimated.containment_a, estimated.containment_b).astype(np.float32)
        classes = np.full(len(left), -1, np.int64)
        place, is_listed = _found(self.pairs, np.minimum(own, other), np.maximum(own, other))
        listed = self.pairs.take(place).swapped((own > other)[is_listed])
        overlaps[is_listed], classes[is_listed] = listed.overlap, listed.classes
        overlaps[own == other], classes[own == other] = 1, _IDENTICAL
        return PairEvidence(overlaps, classes)

    def is_short(self, pairs: DetectedPairs) -> NDArray[np.bool_]:
        """Which pairs have a document of so few tokens that only the text counts."""
        tokens = self.classifier.arrays.token_counts
        shorter = np.minimum(tokens[pairs.left], tokens[pairs.right])
        few: NDArray[np.bool_] = shorter < self.options.thresholds.short_tokens
        return few

    def exact(self, pairs: DetectedPairs, control: JobControl) -> DetectedPairs:
        """The same pairs with exact measures in place of estimates. Raises JobCancelledError."""
        return self.classifier.exact(pairs, control)

    def distances(self, left: Ids, right: Ids) -> NDArray[np.uint8]:
        """The Hamming distances of pairs of positions."""
        return pair_distances(as_lanes(self.words, self.rests), left, right)


def detect(
    library: Library, options: DetectionOptions, control: JobControl, *, workers: int = 0
) -> Detection:
    """Find the pairs that ``options`` ask for among the documents that are present.

    ``workers`` 0 means one process for every processor, where there is much to measure. Raises
    JobCancelledError, InvalidDistanceError above 32, and TooManyPairsError when there are too many
    within the distance that was asked for.
    """
    if not library.is_read_only:
        derive_comparison_data(library, workers, control)
    control.report(Stage.SEARCHING, 0)
    control.checkpoint()
    return with_verdicts(library, _searched(library, options, control, workers))


def _searched(
    library: Library, options: DetectionOptions, control: JobControl, workers: int
) -> Detection:
    """What the search finds before people's verdicts."""
    started_s = time.monotonic()
    recipe = library_recipe(library)
    stored, present = _load(library, recipe)
    _log.info("search begins: %d documents, %s", len(stored.ids), options)
    corpus = _corpus(library, recipe, stored, present, control)
    found = find_candidates(corpus, options, marked_hashes(marked_passages(library)), control)
    classifier = _classifier(corpus, options, found.common, workers)
    listed, groups = _confirmed(corpus, found, classifier, control)
    pairs = listed.pairs
    if options.partial and options.confirms_by_class:
        firsts = corpus.firsts[~groups.is_member[corpus.firsts]]  # of a group its leader quotes
        quoting = quoting_pairs(firsts, pairs, found.common, classifier, control)
        pairs = _with_quotes(corpus, pairs, quoting)
    _log_end(found, listed, time.monotonic() - started_s)
    return Detection(
        recipe=recipe,
        searched_distance=found.distance,
        is_lowered=found.is_lowered,
        is_cut=found.is_cut,
        groups=groups,
        candidate_count=listed.looked_at,
        document_ids=stored.ids,
        words=corpus.words,
        rests=corpus.rests,
        folding=corpus.folding,
        pairs=pairs,
        classifier=classifier,
        common=found.common,
        files=present,
        file_documents=np.searchsorted(stored.ids, present.document_ids),
        found=pairs,
        found_groups=groups,
        apart=Verdicts(()).apart({}, stored.ids),
    )


def _corpus(
    library: Library,
    recipe: Recipe,
    stored: StoredFingerprints,
    present: PresentFiles,
    control: JobControl,
) -> Corpus:
    rests = stored.rests if recipe.width > WORD_BITS else None
    arrays = ComparisonArrays(library, stored.ids, control)
    folding = fold((arrays.digests, *as_lanes(stored.words, rests)))
    places = np.searchsorted(stored.ids, present.document_ids)
    files = np.bincount(places, minlength=len(stored.ids))
    return Corpus(recipe, stored.words, rests, folding, arrays, files)


def _classifier(
    corpus: Corpus, options: DetectionOptions, common: CommonText, workers: int
) -> Classifier:
    library, ids = corpus.arrays.library, corpus.arrays.ids
    measuring = MeasuringOptions(options.thresholds, common.shingles, options.wants_whole_only)
    kept = KeptMeasures(library, ids, common.states, measuring)
    on_template = common.may_be_on_template
    return Classifier(library, ids, corpus.arrays, options, measuring, kept, on_template, workers)


def with_verdicts(library: Library, detection: Detection) -> Detection:
    """The same search with what people hold apart left out, as the library has it now."""
    verdicts = load_verdicts(library)
    digests = document_digests(library) if verdicts.given else {}
    apart = verdicts.apart(digests, detection.document_ids)
    return _listed(detection, detection.found, apart)


def _listed(detection: Detection, found: DetectedPairs, apart: ApartPairs) -> Detection:
    """The detection with other pairs, of which those held apart are not listed."""
    pairs = found
    if not apart.is_empty:
        sizes, numbers = detection.folding.sizes, detection.folding.inverse
        is_single = (sizes[numbers[found.left]] == 1) & (sizes[numbers[found.right]] == 1)
        pairs = found.take(~(is_single & apart.mask(found.left, found.right)))
    groups = detection.found_groups.without(_apart_in_groups(detection, apart))
    return replace(detection, found=found, pairs=pairs, groups=groups, apart=apart)


def _apart_in_groups(detection: Detection, apart: ApartPairs) -> Ids:
    """Members of groups that people hold apart from the leader or from another member."""
    groups = detection.found_groups
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


def _confirmed(
    corpus: Corpus, found: FoundCandidates, classifier: Classifier, control: JobControl
) -> tuple[ListedPairs, Groups]:
    """The listed pairs, and the groups that imply the others."""
    listed = classifier.listed_pairs(found.candidates, control)
    groups = _groups(corpus, found, listed, classifier.options)
    outside = found.inside.take(~groups.is_inside(found.inside.left, found.inside.right))
    if len(outside):
        listed = listed.with_others(classifier.listed_pairs(outside, control))
    return listed, groups


def _groups(
    corpus: Corpus, found: FoundCandidates, listed: ListedPairs, options: DetectionOptions
) -> Groups:
    """The groups, of all documents and not of the first of each text alone."""
    if not len(found.crowds.members):
        return Groups.none(len(corpus.words))
    numbers = corpus.folding.inverse
    files = np.zeros(len(numbers), np.int64)
    files[corpus.firsts] = np.bincount(numbers, corpus.files)
    by_overlap = options.least_overlap is not None
    groups = confirmed_groups(found.crowds, listed.pairs, files, by_overlap=by_overlap)
    return replace(groups, leader_of=groups.leader_of[corpus.firsts[numbers]])


def _with_quotes(corpus: Corpus, pairs: DetectedPairs, quoting: DetectedPairs) -> DetectedPairs:
    """The pairs, and those that only quote; by left and right."""
    lanes = as_lanes(corpus.words, corpus.rests)
    placed = replace(quoting, distance=pair_distances(lanes, quoting.left, quoting.right))
    both = DetectedPairs.concatenate([pairs, placed])
    return both.take(np.lexsort((both.right, both.left)))


def _log_end(found: FoundCandidates, listed: ListedPairs, took_s: float) -> None:
    if found.is_lowered:
        _log.info("distance lowered to %d, for more would take too long", found.distance)
    if found.is_cut:
        _log.info("some pairs were left out, for too many texts have too much in common")
    counts = (len(found.candidates), listed.looked_at, len(listed.pairs))
    _log.info("search ends: %d candidates, %d looked at, %d pairs, %.1f s", *counts, took_s)


def _load(library: Library, recipe: Recipe) -> tuple[StoredFingerprints, PresentFiles]:
    """Fingerprints of present documents, and the files of fingerprinted documents."""
    with library.read() as connection:
        stored = documents.load_fingerprints(connection, recipe.recipe_id)
        present = present_files.load(connection)
    is_present = np.isin(stored.ids, present.document_ids)
    stored = StoredFingerprints(
        stored.ids[is_present], stored.words[is_present], stored.rests[is_present]
    )
    return stored, present.take(np.isin(present.document_ids, stored.ids))


def require_unchanged(library: Library, detection: Detection) -> None:
    """Raise LibraryChangedError unless files and fingerprints are those that were searched."""
    stored, present = _load(library, library_recipe(library))
    is_same = (
        np.array_equal(stored.ids, detection.document_ids)
        and np.array_equal(stored.words, detection.words)
        and np.array_equal(present.file_ids, detection.files.file_ids)
        and np.array_equal(present.document_ids, detection.files.document_ids)
    )
    if not is_same:
        raise LibraryChangedError("the library has changed since it was searched")


def with_confirmed(every: Detection, confirmed: Detection) -> Detection:
    """All candidates up to a distance, with the confirmed pairs of a search at any distance.

    Both are searches of the same documents. Which pairs are confirmed is for the second to say.
    """
    known = confirmed.found.left << 32 | confirmed.found.right
    is_new = ~np.isin(every.found.left << 32 | every.found.right, known)
    found = DetectedPairs.concatenate([every.found.take(is_new), confirmed.found])
    return _listed(every, found.take(np.lexsort((found.right, found.left))), every.apart)


def confirmed_of(detection: Detection) -> Detection:
    """What was found, without the pairs that are not confirmed."""
    options = replace(detection.options, distance=None, all_candidates=False)
    return _filtered(detection, detection.found.take(detection.found.is_confirmed), options)


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
    """Which of the asked pairs are listed, and where."""
    known, wanted = pairs.left << 32 | pairs.right, left << 32 | right
    place = np.searchsorted(known, wanted)
    is_listed = place < len(known)
    is_listed[is_listed] = known[place[is_listed]] == wanted[is_listed]
    return place[is_listed], is_listed


def _placed(pairs: DetectedPairs, left: Ids, right: Ids) -> DetectedPairs:
    """The same evidence for other documents of the same texts."""
    columns = {field.name: getattr(pairs, field.name) for field in fields(pairs)}
    placed = DetectedPairs(**columns | {"left": left, "right": right})
    return placed.swapped(left > right)
