"""What a threshold comes to, told while it is dragged: clusters around medoids, from sorted pairs.

The pairs are sorted once, by their documents; a threshold then is a mask over them. A tenth of a
second for a million documents.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.linkage import Likes, likes_of, star_labels
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import (
    ClusterTable,
    cluster_table,
)
from simhash_gui.services.detection.answers.labels import joining_pairs, split_apart
from simhash_gui.services.detection.detection import OVERLAP_STEP, OVERLAPS, Detection
from simhash_gui.services.detection.pairs import Ids, Shares32


@dataclass(frozen=True, slots=True)
class Figures:
    """What the clusters of a threshold come to.

    ``reclaimable_bytes`` is what exact copies take, hard links nothing; ``version_bytes`` what all
    other contents but the largest of each cluster take.
    """

    clusters: int
    documents: int
    files: int
    reclaimable_bytes: int
    version_bytes: int


def figures_of(table: ClusterTable) -> Figures:
    """The figures of a table."""
    return Figures(
        table.cluster_count,
        int(table.document_counts.sum()),
        table.file_count,
        table.total_wasted_bytes,
        table.total_version_bytes,
    )


class LiveFigures:
    """The figures of one detection, at any threshold, for clusters around medoids.

    For several threads; the first question sorts the pairs. ``before`` are those of a detection of
    the same documents, if known: what they say of the documents is used again.
    """

    def __init__(self, detection: Detection, before: LiveFigures | None = None) -> None:
        self.detection = detection
        self._lock = threading.Lock()
        self._sorted: _Sorted | None = None
        self._documents: _Documents | None = None
        if before is not None and before.detection.folding is detection.folding:
            self._documents = before._documents
        self._known: dict[tuple[int | None, float | None], Figures] = {}

    @property
    def is_ready(self) -> bool:
        """Whether the pairs are sorted."""
        return self._sorted is not None

    def at(self, distance: int | None, least_overlap: float | None) -> Figures:
        """The figures of the pairs within a distance that overlap by so much; None for any."""
        key = (distance, least_overlap)
        if key not in self._known:
            self._known[key] = self._ready().figures(self.detection, distance, least_overlap)
        return self._known[key]

    def work_ahead(
        self,
        distance: int | None,
        least_overlap: float | None,
        distances: Iterable[int],
        stop: threading.Event,
    ) -> None:
        """Work out what changing one of two thresholds comes to, until told to stop."""
        overlaps = [round(1 - place * OVERLAP_STEP, 2) for place in range(OVERLAPS)]
        for each in (
            *((each, least_overlap) for each in (*distances, None)),
            *((distance, each) for each in (*overlaps, None)),
        ):
            if stop.is_set():
                return
            self.at(*each)

    def table(self, distance: int | None, least_overlap: float | None) -> ClusterTable:
        """As ``cluster_table``, from the sorted pairs."""
        labels = self._ready().labels(self.detection, distance, least_overlap)
        return cluster_table(self.detection, distance, Linkage.MEDOID, least_overlap, labels=labels)

    def _ready(self) -> _Sorted:
        with self._lock:
            if self._documents is None:
                self._documents = _Documents.of(self.detection)
            if self._sorted is None:
                self._sorted = _Sorted.of(self.detection, self._documents)
            return self._sorted


@dataclass(frozen=True, slots=True, eq=False)
class _Documents:
    """What each document takes, and the rank of its text.

    ``rank_of`` is that of each document, ``document_of`` the first document of a rank. ``largest``
    is the size of a content, ``wasted`` what its copies take.
    """

    rank_of: NDArray[np.int32]
    document_of: NDArray[np.int32]
    files: NDArray[np.int32]
    largest: Ids
    wasted: Ids

    @classmethod
    def of(cls, detection: Detection) -> _Documents:
        folding = detection.folding
        order = np.lexsort(folding.lanes[::-1])  # as ``cluster_labels`` decides between ties
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order))
        count, documents = detection.document_count, detection.file_documents
        largest = np.zeros(count, np.int64)
        np.maximum.at(largest, documents, detection.files.sizes_bytes)
        return cls(
            rank[folding.inverse],
            folding.members[folding.offsets[:-1]][order].astype(np.int32),
            np.bincount(documents, minlength=count).astype(np.int32),
            largest,
            np.bincount(documents, detection.reclaimable_bytes, count).astype(np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Sorted:
    """Links between ranks of texts; ``distance`` and ``overlap`` are those of each link."""

    documents: _Documents
    links: Likes
    distance: NDArray[np.uint8]
    overlap: Shares32

    @classmethod
    def of(cls, detection: Detection, documents: _Documents) -> _Sorted:
        joining = joining_pairs(detection)
        joins = joining.likeness > 0
        if not joins.all():
            joining = joining.take(joins)
        left, right = (documents.rank_of[side] for side in (joining.left, joining.right))
        links, pairs = likes_of(left, right, joining.likeness)
        return cls(documents, links, joining.distance[pairs], joining.overlap[pairs])

    def figures(
        self, detection: Detection, distance: int | None, least_overlap: float | None
    ) -> Figures:
        labels = self.labels(detection, distance, least_overlap)
        each = self.documents
        files = _summed(labels, each.files)
        is_cluster = files > 1
        documents = np.bincount(labels, minlength=len(labels))
        largest = each.largest.copy()
        moved = np.flatnonzero(labels != np.arange(len(labels)))
        np.maximum.at(largest, labels[moved], each.largest[moved])
        whole = _summed(labels, each.largest)
        return Figures(
            int(np.count_nonzero(is_cluster)),
            int(documents[is_cluster].sum()),
            int(files[is_cluster].sum()),
            int(each.wasted.sum()),
            int((whole - largest)[is_cluster].sum()),
        )

    def labels(
        self, detection: Detection, distance: int | None, least_overlap: float | None
    ) -> Ids:
        """Of each document the medoid."""
        links = self.links
        which = np.ones(len(links.own), np.bool_)
        if distance is not None:
            which &= self.distance <= distance
        if least_overlap is not None:
            which &= self.overlap >= np.float32(least_overlap)
        if not which.all():
            links = links.take(which)
        first_of, rank_of = self.documents.document_of, self.documents.rank_of
        labels = first_of[star_labels(len(first_of), links)].astype(np.int64)[rank_of]
        return split_apart(detection, labels, Linkage.MEDOID)


def _summed(labels: Ids, values: Ids | NDArray[np.int32]) -> Ids:
    return np.bincount(labels, values, len(labels)).astype(np.int64)
