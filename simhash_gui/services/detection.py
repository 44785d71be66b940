"""Near-duplicate pairs and clusters of a library.

``detect`` searches once, up to a distance. ``cluster_table`` then answers for any smaller distance
and either linkage from what was found, without the library, so that a slider can follow the hand.
Pairs join documents; clusters hold files, so that exact copies, which are several files of one
document, stand in a cluster with distance 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clusters import Clusters, build_clusters, cluster_labels
from simhash_gui.core.pairs import FoldedPairs
from simhash_gui.core.recipe import Recipe
from simhash_gui.core.types import WORD_BITS, Fingerprint, Linkage, Words
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.libraries import Library, library_recipe
from simhash_gui.services.pair_search import TooManyPairsError, find_pairs
from simhash_gui.store import documents, present_files
from simhash_gui.store.present_files import PresentFiles
from simhash_gui.store.records import StoredFingerprints

Ids = NDArray[np.int64]

__all__ = [
    "ClusterSort",
    "ClusterTable",
    "Detection",
    "DistanceNotSearchedError",
    "TooManyPairsError",
    "cluster_table",
    "detect",
]


class DistanceNotSearchedError(ValueError):
    """A detection answers only up to the distance it was searched to."""


class ClusterSort(StrEnum):
    """What clusters can be put in order by."""

    SIZE = "size"
    SPREAD = "spread"
    WASTED = "wasted"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """What a search found.

    ``document_ids`` has shape (n,), ascending; ``folded`` speaks of positions in it. ``files``
    are all present files of these documents, ``file_documents`` the positions of their documents.
    """

    recipe: Recipe
    searched_distance: int
    document_ids: Ids
    words: Words
    rests: Words | None
    folded: FoldedPairs
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
    def pair_count(self) -> int:
        """Near-duplicate pairs of distinct documents within the searched distance."""
        return self.folded.count()

    @property
    def histogram(self) -> Ids:
        """Pairs of distinct documents at each distance, shape (searched_distance + 1,)."""
        sizes, pairs = self.folded.folding.sizes, self.folded.pairs
        products = (sizes[pairs.left] * sizes[pairs.right]).astype(np.float64)
        counts = np.bincount(pairs.distance, products, self.searched_distance + 1)
        counts[0] += (sizes * (sizes - 1) // 2).sum()
        return counts.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTable:
    """Clusters at one distance; every array has one entry a cluster.

    ``wasted_bytes`` is the size of all files but the largest, ``newest_ns`` the time of the
    newest (ns since 1970).
    """

    distance: int
    linkage: Linkage
    sizes: Ids
    document_counts: Ids
    min_distances: NDArray[np.uint8]
    max_distances: NDArray[np.uint8]
    medoid_file_ids: Ids
    wasted_bytes: Ids
    newest_ns: Ids
    _clusters: Clusters
    _detection: Detection

    @property
    def cluster_count(self) -> int:
        """How many clusters there are."""
        return len(self.sizes)

    @property
    def file_count(self) -> int:
        """Files in all clusters."""
        return int(self.sizes.sum())

    @property
    def total_wasted_bytes(self) -> int:
        """What would be free if each cluster kept its largest file only."""
        return int(self.wasted_bytes.sum())

    def order(self, sort: ClusterSort, *, descending: bool) -> Ids:
        """Clusters in order; equal ones by size, then as they were found."""
        keys = {
            ClusterSort.SIZE: self.sizes,
            ClusterSort.SPREAD: self.max_distances.astype(np.int64),
            ClusterSort.WASTED: self.wasted_bytes,
            ClusterSort.NEWEST: self.newest_ns,
        }
        key = keys[sort]
        return np.lexsort((-self.sizes, -key if descending else key))

    def member_file_ids(self, cluster: int) -> Ids:
        """Files of a cluster: the medoid, then by distance to it."""
        file_ids: Ids = self._detection.files.file_ids[self._members(cluster)]
        return file_ids

    def member_document_ids(self, cluster: int) -> Ids:
        """The document of each of ``member_file_ids``."""
        positions = self._detection.file_documents[self._members(cluster)]
        return self._detection.document_ids[positions]

    def member_fingerprints(self, cluster: int) -> list[Fingerprint]:
        """The fingerprint of each of ``member_file_ids``."""
        positions = self._detection.file_documents[self._members(cluster)]
        return [self._detection.fingerprint(position) for position in positions.tolist()]

    def member_distances(self, cluster: int) -> NDArray[np.uint8]:
        """The distance of each of ``member_file_ids`` to the medoid."""
        return self._distances(self._members_as_found(cluster))[self._nearest_first(cluster)]

    def _members(self, cluster: int) -> Ids:
        return self._members_as_found(cluster)[self._nearest_first(cluster)]

    def _members_as_found(self, cluster: int) -> Ids:
        return self._clusters.members_of(cluster)

    def _nearest_first(self, cluster: int) -> Ids:
        return np.argsort(self._distances(self._members_as_found(cluster)), kind="stable")

    def _distances(self, members: Ids) -> NDArray[np.uint8]:
        positions = self._detection.file_documents[members]
        words = self._detection.words[positions]
        differing: NDArray[np.uint8] = np.bitwise_count(words ^ words[0])
        if self._detection.rests is not None:
            rests = self._detection.rests[positions]
            differing = differing + np.bitwise_count(rests ^ rests[0])
        return differing


def detect(library: Library, distance: int, control: JobControl) -> Detection:
    """Find all pairs within ``distance`` among the documents that are present.

    Raises JobCancelledError, TooManyPairsError, and InvalidDistanceError above 32.
    """
    control.report(Stage.SEARCHING, 0)
    control.checkpoint()
    recipe = library_recipe(library)
    stored, present = _load(library, recipe)
    rests = stored.rests if recipe.width > WORD_BITS else None
    folded = find_pairs(stored.words, distance, control, rests=rests)
    file_documents = np.searchsorted(stored.ids, present.document_ids)
    return Detection(
        recipe, distance, stored.ids, stored.words, rests, folded, present, file_documents
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


def cluster_table(detection: Detection, distance: int, linkage: Linkage) -> ClusterTable:
    """Clusters at ``distance``. Raises DistanceNotSearchedError above the searched one."""
    if distance > detection.searched_distance:
        raise DistanceNotSearchedError(f"searched to {detection.searched_distance}, not {distance}")
    labels = cluster_labels(detection.folded, linkage, k=distance)[detection.file_documents]
    words = detection.words[detection.file_documents]
    rests = None if detection.rests is None else detection.rests[detection.file_documents]
    clusters = build_clusters(words, labels, rests=rests)
    return _table(detection, clusters, distance, linkage)


def _table(
    detection: Detection, clusters: Clusters, distance: int, linkage: Linkage
) -> ClusterTable:
    starts, members = clusters.offsets[:-1], clusters.members
    sizes_bytes = detection.files.sizes_bytes[members]
    if len(starts) == 0:
        nothing = np.empty(0, np.int64)
        wasted, newest, distinct = nothing, nothing, nothing
    else:
        wasted = np.add.reduceat(sizes_bytes, starts) - np.maximum.reduceat(sizes_bytes, starts)
        newest = np.maximum.reduceat(detection.files.modified_ns[members], starts)
        distinct = _distinct_counts(detection.file_documents[members], clusters.offsets)
    return ClusterTable(
        distance=distance,
        linkage=linkage,
        sizes=np.diff(clusters.offsets),
        document_counts=distinct,
        min_distances=clusters.min_distance,
        max_distances=clusters.max_distance,
        medoid_file_ids=detection.files.file_ids[members[starts]],
        wasted_bytes=wasted,
        newest_ns=newest,
        _clusters=clusters,
        _detection=detection,
    )


def _distinct_counts(values: Ids, offsets: Ids) -> Ids:
    """How many different values there are in each run."""
    run = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    order = np.lexsort((values, run))
    ordered = values[order]
    is_new = np.append(True, (ordered[1:] != ordered[:-1]) | (run[1:] != run[:-1]))
    return np.add.reduceat(is_new.astype(np.int64), offsets[:-1])
