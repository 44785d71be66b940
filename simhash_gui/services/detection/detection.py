"""Near-duplicate pairs of a library: proposed by fingerprints and by texts, proved by texts.

``detect`` searches once. ``proposing`` says which pairs are looked at, ``confirming`` which of them
are listed; ``cluster_table`` then answers for any distance and either linkage from what was found.
"""

from __future__ import annotations

import numpy as np

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.hamming.distances import as_lanes
from simhash_gui.core.hamming.folding import fold
from simhash_gui.core.types import WORD_BITS
from simhash_gui.services.detection.cluster_tables import (
    ClusterSort,
    ClusterTable,
    DistanceNotSearchedError,
    cluster_table,
)
from simhash_gui.services.detection.comparables import Comparables
from simhash_gui.services.detection.confirmed_pairs import CLASSES, ConfirmedPairs, DetectionOptions
from simhash_gui.services.detection.confirming import Confirming, confirm
from simhash_gui.services.detection.detected import Detection
from simhash_gui.services.detection.measuring import Judging
from simhash_gui.services.detection.pair_search import TooManyPairsError
from simhash_gui.services.detection.proposing import Corpus, default_distance, propose
from simhash_gui.services.importing.deriving import derive_comparison_data
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.store.records import StoredFingerprints
from simhash_gui.store.repositories import documents, present_files
from simhash_gui.store.repositories.present_files import PresentFiles

__all__ = [
    "CLASSES",
    "ClusterSort",
    "ClusterTable",
    "ConfirmedPairs",
    "Detection",
    "DetectionOptions",
    "DistanceNotSearchedError",
    "TooManyPairsError",
    "cluster_table",
    "default_distance",
    "detect",
]


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
    recipe = library_recipe(library)
    stored, present = _load(library, recipe)
    rests = stored.rests if recipe.width > WORD_BITS else None
    comparables = Comparables(library, stored.ids, control)
    folding = fold((comparables.digests, *as_lanes(stored.words, rests)))
    corpus = Corpus(recipe, stored.words, rests, folding, comparables)
    proposed = propose(corpus, options, control)
    judging = Judging(options.thresholds, proposed.boilerplate, options.wants_whole_only)
    confirming = Confirming(library, stored.ids, comparables, options, judging, workers)
    pairs = confirm(proposed.candidates, confirming, control)
    return Detection(
        recipe=recipe,
        searched_distance=proposed.distance,
        is_lowered=proposed.is_lowered,
        is_cut=proposed.is_cut,
        candidate_count=len(proposed.candidates),
        document_ids=stored.ids,
        words=stored.words,
        rests=rests,
        folding=folding,
        pairs=pairs,
        confirming=confirming,
        files=present,
        file_documents=np.searchsorted(stored.ids, present.document_ids),
    )


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
