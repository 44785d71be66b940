"""The search for near-duplicate pairs of a library: candidates, proved by the texts.

``candidates`` says which pairs are looked at, ``classes`` which of them are listed. What is found
is a ``Detection``.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace

import numpy as np

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes, pair_distances
from simhash_gui.core.hamming.folding import fold
from simhash_gui.core.types import WORD_BITS
from simhash_gui.services.detection.candidates import Corpus, FoundCandidates
from simhash_gui.services.detection.classes import HERE, Classifier, Engine, ListedPairs
from simhash_gui.services.detection.common_text import CommonText, find_common_text
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.detection import Detection, with_verdicts
from simhash_gui.services.detection.groups import Groups, confirmed_groups
from simhash_gui.services.detection.kept_measures import KeptMeasures
from simhash_gui.services.detection.kept_search import (
    ProvedSearch,
    keep_search,
    load_search,
    search_key,
)
from simhash_gui.services.detection.pair_measurer import MeasuringOptions
from simhash_gui.services.detection.pairs import (
    DetectedPairs,
    DetectionOptions,
)
from simhash_gui.services.detection.passage_marks import marked_hashes, marked_passages
from simhash_gui.services.detection.quotes import quoting_pairs
from simhash_gui.services.detection.reclaimable import reclaimable_bytes
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, LibraryChangedError, library_recipe
from simhash_gui.services.library.text_jobs import derive_comparison_data
from simhash_gui.services.review.verdicts import (
    Verdicts,
)
from simhash_gui.store.repositories import documents, present_files
from simhash_gui.store.repositories.documents import StoredFingerprints
from simhash_gui.store.repositories.present_files import PresentFiles

_log = logging.getLogger(__name__)


def detect(
    library: Library,
    options: DetectionOptions,
    control: JobControl,
    *,
    workers: int = 0,
    engine: Engine = HERE,
) -> Detection:
    """Find the pairs that ``options`` ask for among the documents that are present.

    ``workers`` 0 means one process for every processor, where there is much to measure; ``engine``
    says who does the work. Raises JobCancelledError, InvalidDistanceError above 32, and
    TooManyPairsError when there are too many within the distance that was asked for.
    """
    if not library.is_read_only:
        derive_comparison_data(library, workers, control)
    control.report(Stage.SEARCHING, 0)
    control.checkpoint()
    try:
        return with_verdicts(library, _searched(library, options, control, workers, engine))
    finally:
        library.recent_tokens.forget()


def _searched(
    library: Library, options: DetectionOptions, control: JobControl, workers: int, engine: Engine
) -> Detection:
    """What the search finds before people's verdicts."""
    started_s = time.monotonic()
    recipe = library_recipe(library)
    stored, present = load_documents(library, recipe)
    _log.info("search begins: %d documents, %s", len(stored.ids), options)
    arrays = ComparisonArrays(library, stored.ids, control, engine.keep, engine.read_keys)
    arrays.damaged |= set(stored.damaged.tolist())
    corpus = corpus_of(recipe, stored, present, arrays)
    marked = marked_hashes(marked_passages(library))
    key = search_key(corpus, options, marked)
    found = load_search(arrays, key) if engine.asks_again else None
    if found is None:
        candidates = engine.find_candidates(corpus, options, marked, control)
        common = candidates.common
        classifier = classifier_of(corpus, options, common, workers, engine)
        found = _proved(corpus, candidates, classifier, control)
        if engine.asks_again and not classifier.unmeasured:
            keep_search(arrays, key, found)
    else:
        common = find_common_text(arrays, found.versions, marked, options.thresholds, control)
        classifier = classifier_of(corpus, options, common, workers, engine)
    pairs, groups = found.pairs, found.groups
    if options.partial and options.confirms_by_class:
        firsts = corpus.firsts[~groups.is_member[corpus.firsts]]  # of a group its leader quotes
        quoting = quoting_pairs(firsts, pairs, common, classifier, control)
        pairs = _with_quotes(corpus, pairs, quoting)
    _log_end(found, time.monotonic() - started_s)
    return detection_of(corpus, present, replace(found, pairs=pairs), classifier, common)


def detection_of(
    corpus: Corpus,
    present: PresentFiles,
    found: ProvedSearch,
    classifier: Classifier,
    common: CommonText,
) -> Detection:
    """Pairs and groups, with what can be asked of them afterwards; nobody holds any apart yet."""
    ids = corpus.arrays.ids
    return Detection(
        recipe=corpus.recipe,
        searched_distance=found.distance,
        is_lowered=found.is_lowered,
        is_cut=found.is_cut,
        groups=found.groups,
        candidate_count=found.looked_at,
        document_ids=ids,
        words=corpus.words,
        rests=corpus.rests,
        folding=corpus.folding,
        pairs=found.pairs,
        classifier=classifier,
        common=common,
        files=present,
        file_documents=np.searchsorted(ids, present.document_ids),
        reclaimable_bytes=reclaimable_bytes(corpus.arrays.library, present),
        held_apart=DetectedPairs.empty(),
        found_groups=found.groups,
        apart=Verdicts(()).apart({}, ids),
    )


def corpus_of(
    recipe: Recipe, stored: StoredFingerprints, present: PresentFiles, arrays: ComparisonArrays
) -> Corpus:
    """What a search looks at."""
    rests = stored.rests if recipe.width > WORD_BITS else None
    folding = fold((arrays.digests, *as_lanes(stored.words, rests)))
    places = np.searchsorted(stored.ids, present.document_ids)
    files = np.bincount(places, minlength=len(stored.ids))
    return Corpus(recipe, stored.words, rests, folding, arrays, files)


def classifier_of(
    corpus: Corpus, options: DetectionOptions, common: CommonText, workers: int, engine: Engine
) -> Classifier:
    """What measures the pairs of a search."""
    library, ids = corpus.arrays.library, corpus.arrays.ids
    measuring = MeasuringOptions(options.thresholds, common.shingles, options.wants_whole_only)
    kept = KeptMeasures(corpus.arrays, common.states, common.before, measuring)
    on_template = common.may_be_on_template
    arrays = corpus.arrays
    return Classifier(library, ids, arrays, options, measuring, kept, on_template, workers, engine)


def _proved(
    corpus: Corpus, found: FoundCandidates, classifier: Classifier, control: JobControl
) -> ProvedSearch:
    """The listed pairs, and the groups that imply the others."""
    listed = classifier.listed_pairs(found.candidates, control)
    groups = _groups(corpus, found, listed, classifier.options)
    outside = found.inside.take(~groups.is_inside(found.inside.left, found.inside.right))
    if len(outside):
        listed = listed.with_others(classifier.listed_pairs(outside, control))
    if classifier.options.all_candidates:
        listed = replace(listed, pairs=_within(listed.pairs, found.distance, groups))
    return ProvedSearch(
        found.distance,
        found.is_lowered,
        found.is_cut,
        listed.looked_at,
        found.common.groups,
        groups,
        listed.pairs,
    )


def _within(pairs: DetectedPairs, distance: int, groups: Groups) -> DetectedPairs:
    """Without those farther apart that only showed who is no member of a group."""
    is_inside = groups.is_inside(pairs.left, pairs.right)
    return pairs.take((pairs.distance <= distance) | is_inside | pairs.is_confirmed)


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


def _log_end(found: ProvedSearch, took_s: float) -> None:
    if found.is_lowered:
        _log.info("distance lowered to %d, for more would take too long", found.distance)
    if found.is_cut:
        _log.info("some pairs were left out, for too many texts have too much in common")
    counts = found.looked_at, len(found.pairs)
    _log.info("search ends: %d candidates looked at, %d pairs, %.1f s", *counts, took_s)


def load_documents(library: Library, recipe: Recipe) -> tuple[StoredFingerprints, PresentFiles]:
    """Fingerprints of present documents, and the files of fingerprinted documents.

    A document of which a file says that another content was found there is damaged.
    """
    with library.read() as connection:
        stored = documents.load_fingerprints(connection, recipe.recipe_id)
        present = present_files.load(connection)
    is_present = np.isin(stored.ids, present.document_ids)
    stored = _without_strangers(stored.take(is_present), present)
    return stored, present.take(np.isin(present.document_ids, stored.ids))


def _without_strangers(stored: StoredFingerprints, present: PresentFiles) -> StoredFingerprints:
    summed = present.take(present.contents != 0)
    places = np.searchsorted(stored.ids, summed.document_ids)
    is_known = np.isin(summed.document_ids, stored.ids)
    places = places[is_known]
    is_other = summed.contents[is_known] != stored.contents[places]
    if not is_other.any():
        return stored
    damaged = np.union1d(stored.damaged, stored.ids[places[is_other]])
    return replace(stored.take(~np.isin(stored.ids, damaged)), damaged=damaged)


def require_unchanged(library: Library, detection: Detection) -> None:
    """Raise LibraryChangedError unless files and fingerprints are those that were searched."""
    stored, present = load_documents(library, library_recipe(library))
    is_same = (
        np.array_equal(stored.ids, detection.document_ids)
        and np.array_equal(stored.words, detection.words)
        and np.array_equal(present.file_ids, detection.files.file_ids)
        and np.array_equal(present.document_ids, detection.files.document_ids)
    )
    if not is_same:
        raise LibraryChangedError("the library has changed since it was searched")
