"""Clusters of what was detected: at any distance that was searched, by any linkage.

``cluster_table`` answers from a ``Detection``, without the library, so that a slider can follow the
hand. Pairs join documents; clusters hold files, so that exact copies, which are several files of
one document, stand in a cluster with distance 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.clusters import Clusters, build_clusters
from simhash_gui.core.text.classes import PairClass, Thresholds
from simhash_gui.core.types import Fingerprint, Linkage
from simhash_gui.services.detection.answers.labels import are_joining, labels_of
from simhash_gui.services.detection.detection import Detection, PairEvidence
from simhash_gui.services.detection.pairs import CLASSES, RANKS, Ids, Shares32
from simhash_gui.services.jobs import JobControl

_CLUSTERS_AT_ONCE = 1 << 14


class DistanceNotSearchedError(ValueError):
    """A detection answers only up to the distance it was searched to."""


class ClusterSort(StrEnum):
    """What clusters can be put in order by."""

    SIZE = "size"
    SPREAD = "spread"
    WASTED = "wasted"
    VERSIONS = "versions"
    NEWEST = "newest"
    OVERLAP = "overlap"
    CLASS = "class"


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTable:
    """Clusters at one distance, or at any, by their first paths; arrays have one entry a cluster.

    By medoids, every member is a near-duplicate of the medoid. By other linkages the medoid has the
    least sum of distances to all members; of several it is the first by path. Of the files with its
    content the first in a reference folder stands for it.
    ``wasted_bytes`` is the size of exact copies outside reference folders, hard links being none,
    ``version_bytes`` that
    of all different contents but the largest, for those who need one version alone. ``newest_ns``
    is the time of the newest (ns since 1970). ``min_overlaps`` is the least share of the smaller
    text that stands in the other, over the pairs that made the cluster; 1 for copies.
    """

    distance: int | None
    least_overlap: float | None
    linkage: Linkage
    sizes: Ids
    document_counts: Ids
    min_distances: NDArray[np.uint8]
    max_distances: NDArray[np.uint8]
    min_overlaps: Shares32
    medoid_file_ids: Ids
    wasted_bytes: Ids
    version_bytes: Ids
    newest_ns: Ids
    detection: Detection
    _clusters: Clusters

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
        """What would be free if one file of each content were kept."""
        return int(self.wasted_bytes.sum())

    @property
    def total_version_bytes(self) -> int:
        """What would then be free if each cluster kept its largest file only."""
        return int(self.version_bytes.sum())

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds that the classes follow from."""
        return self.detection.options.thresholds

    @property
    def most_copies(self) -> Ids:
        """How many files the content with the most of them has; 1 where there are no copies."""
        documents = self.detection.file_documents
        counts = np.bincount(documents, minlength=self.detection.document_count)
        return self._reduced(np.maximum, counts[documents[self._clusters.members]])

    def with_files(self, file_ids: Ids) -> NDArray[np.bool_]:
        """Which clusters have at least one of some files."""
        return self._having(np.isin(self.detection.files.file_ids, file_ids))

    def with_documents(self, document_ids: Ids) -> NDArray[np.bool_]:
        """Which clusters have at least one of some documents."""
        is_wanted = np.isin(self.detection.document_ids, document_ids)
        return self._having(is_wanted[self.detection.file_documents])

    def _having(self, is_wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return self._reduced(np.logical_or, is_wanted[self._clusters.members])

    def _reduced(self, reduce: np.ufunc, values: NDArray[Any]) -> NDArray[Any]:
        """One value for each cluster, of one for each member."""
        if not self.cluster_count:
            return values[:0]
        reduced: NDArray[Any] = reduce.reduceat(values, self._clusters.offsets[:-1])
        return reduced

    def order(self, sort: ClusterSort, *, descending: bool) -> Ids:
        """Clusters in order; equal ones by size, then by their first paths."""
        keys: dict[ClusterSort, NDArray[Any]] = {
            ClusterSort.SIZE: self.sizes,
            ClusterSort.SPREAD: self.max_distances.astype(np.int64),
            ClusterSort.WASTED: self.wasted_bytes,
            ClusterSort.VERSIONS: self.version_bytes,
            ClusterSort.NEWEST: self.newest_ns,
            ClusterSort.OVERLAP: self.min_overlaps,
        }
        key = self.weakest_ranks if sort is ClusterSort.CLASS else keys[sort]
        return np.lexsort((-self.sizes, -key if descending else key))

    @property
    def weakest_ranks(self) -> Ids:
        """The rank in ``NEAREST_FIRST`` of the weakest judged pair with the medoid; -1 for none."""
        clusters, documents = self._clusters, self.detection.file_documents
        ranks = np.empty(self.cluster_count, np.int64)
        for start in range(0, self.cluster_count, _CLUSTERS_AT_ONCE):
            offsets = clusters.offsets[start : start + _CLUSTERS_AT_ONCE + 1]
            members = documents[clusters.members[offsets[0] : offsets[-1]]]
            begins = offsets[:-1] - offsets[0]
            medoids = np.repeat(members[begins], np.diff(offsets))
            classes = self.detection.classes_of(medoids, members)
            own = np.where(classes >= 0, RANKS[classes], -1)
            ranks[start : start + _CLUSTERS_AT_ONCE] = np.maximum.reduceat(own, begins)
        return ranks

    def member_file_ids(self, cluster: int) -> Ids:
        """Files of a cluster: the medoid, then by distance to it and by path."""
        file_ids: Ids = self.detection.files.file_ids[self._members(cluster)]
        return file_ids

    def member_document_ids(self, cluster: int) -> Ids:
        """The document of each of ``member_file_ids``."""
        positions = self.detection.file_documents[self._members(cluster)]
        return self.detection.document_ids[positions]

    def text_count(self, cluster: int) -> int:
        """How many texts the members have: one in several encodings, or with copies, is one."""
        documents = self.detection.file_documents[self._members_as_found(cluster)]
        return len(np.unique(self.detection.folding.inverse[documents]))

    def members_in_reference(self, cluster: int) -> NDArray[np.bool_]:
        """Which of ``member_file_ids`` are in a reference folder."""
        found: NDArray[np.bool_] = self.detection.files.is_reference[self._members(cluster)]
        return found

    def members_inside(self, cluster: int) -> NDArray[np.bool_]:
        """Which of ``member_file_ids`` are in an archive or a mailbox."""
        found: NDArray[np.bool_] = self.detection.files.is_inside[self._members(cluster)]
        return found

    def member_fingerprints(self, cluster: int) -> list[Fingerprint]:
        """The fingerprint of each of ``member_file_ids``."""
        positions = self.detection.file_documents[self._members(cluster)]
        return [self.detection.fingerprint(position) for position in positions.tolist()]

    def member_distances(self, cluster: int) -> NDArray[np.uint8]:
        """The distance of each of ``member_file_ids`` to the medoid."""
        return self._distances(self._members_as_found(cluster))[self._nearest_first(cluster)]

    def member_overlaps(self, cluster: int) -> Shares32:
        """The share of the smaller text that each of ``member_file_ids`` and the medoid share.

        Estimated from sketches where the pair was not measured.
        """
        return self.detection.evidence_of(*self._with_medoid(cluster)).overlaps

    def members_measured(self, cluster: int) -> NDArray[np.bool_]:
        """Whether ``member_overlaps`` are measured, not estimated."""
        return self.detection.evidence_of(*self._with_medoid(cluster)).is_exact

    def member_classes(self, cluster: int) -> list[PairClass | None]:
        """What the medoid and each of ``member_file_ids`` are; None where it is not known.

        ``CONTAINS`` means that the medoid contains the member.
        """
        classes = self.detection.evidence_of(*self._with_medoid(cluster)).classes
        return [None if number < 0 else CLASSES[number] for number in classes.tolist()]

    def measured_members(self, clusters: Sequence[int], control: JobControl) -> list[PairEvidence]:
        """What is measured of the medoid and each of ``member_file_ids``, by cluster.

        Raises JobCancelledError.
        """
        asked = [self._with_medoid(cluster) for cluster in clusters]
        medoids, members = (np.concatenate(positions) for positions in zip(*asked, strict=True))
        found = self.detection.measured_evidence(medoids, members, control)
        ends = np.cumsum([len(positions) for _, positions in asked])[:-1]
        parts = (np.split(each, ends) for each in (found.overlaps, found.classes, found.is_exact))
        return [PairEvidence(*of_cluster) for of_cluster in zip(*parts, strict=True)]

    def members_chained(self, cluster: int) -> NDArray[np.bool_]:
        """Which of ``member_file_ids`` are no pair with the medoid: only others link them."""
        medoid, positions = self._with_medoid(cluster)
        leaders = self.detection.groups.leader_of
        is_pair = self.detection.evidence_of(medoid, positions).classes >= 0
        is_pair |= (leaders[positions] >= 0) & (leaders[positions] == leaders[medoid])
        if self.distance is not None:
            is_pair &= self.member_distances(cluster) <= self.distance
        if self.least_overlap is not None:
            is_pair &= self.member_overlaps(cluster) >= np.float32(self.least_overlap)
        return ~is_pair

    def _with_medoid(self, cluster: int) -> tuple[Ids, Ids]:
        positions = self.detection.file_documents[self._members(cluster)]
        return np.full_like(positions, positions[0]), positions

    def _members(self, cluster: int) -> Ids:
        return self._members_as_found(cluster)[self._nearest_first(cluster)]

    def _members_as_found(self, cluster: int) -> Ids:
        return self._clusters.members_of(cluster)

    def _nearest_first(self, cluster: int) -> Ids:
        return np.argsort(self._distances(self._members_as_found(cluster)), kind="stable")

    def _distances(self, members: Ids) -> NDArray[np.uint8]:
        positions = self.detection.file_documents[members]
        return self.detection.distances(np.full_like(positions, positions[0]), positions)


def cluster_table(
    detection: Detection,
    distance: int | None,
    linkage: Linkage,
    least_overlap: float | None = None,
    *,
    labels: Ids | None = None,
) -> ClusterTable:
    """Clusters of the pairs within ``distance``, or of all with None.

    ``least_overlap``: only of those where so much of the smaller text stands in the other.
    ``labels``, one a document, are those of this threshold where they are known.

    Complete linkage joins only documents of which every two are a pair that was found or that a
    group implies: members of a group are wherever their leader is. Raises
    DistanceNotSearchedError above the searched distance, where pairs were found by it alone.
    """
    if distance is not None and distance > detection.searched_distance and not detection.is_by_text:
        raise DistanceNotSearchedError(f"searched to {detection.searched_distance}, not {distance}")
    if labels is None:
        labels = labels_of(detection, distance, linkage, least_overlap)
    table = _table(detection, _clusters(detection, labels, linkage), distance, linkage)
    return replace(table, least_overlap=least_overlap)


def _clusters(detection: Detection, labels: Ids, linkage: Linkage) -> Clusters:
    """The files of documents with one label; those that are alone take no room on the way."""
    documents = detection.file_documents
    own = labels[documents]
    places = np.flatnonzero(np.bincount(own, minlength=1)[own] > 1)
    documents, own = documents[places], own[places]
    rests = None if detection.rests is None else detection.rests[documents]
    is_medoid = None
    if linkage is Linkage.MEDOID:
        text_of = detection.folding.inverse
        is_medoid = text_of[own] == text_of[documents]
    clusters = build_clusters(
        detection.words[documents], _by_first_place(own), rests=rests, is_medoid=is_medoid
    )
    clusters = _medoids_in_reference(clusters, documents, detection.files.is_reference[places])
    return replace(clusters, members=places[clusters.members], medoid=places[clusters.medoid])


def _medoids_in_reference(
    clusters: Clusters, documents: Ids, is_reference: NDArray[np.bool_]
) -> Clusters:
    """The same clusters, each medoid as the first file of its content in a reference folder."""
    cluster = np.repeat(np.arange(len(clusters)), clusters.sizes)
    has_content = documents[clusters.members] == documents[clusters.medoid][cluster]
    places = np.flatnonzero(has_content & is_reference[clusters.members])
    if not len(places):
        return clusters
    own, firsts = np.unique(cluster[places], return_index=True)
    files = clusters.medoid.copy()
    files[own] = np.minimum.reduceat(clusters.members[places], firsts)
    return clusters.with_medoids(files)


def _by_first_place(labels: Ids) -> Ids:
    """Each label as the first place that has it, so that places alone order the clusters."""
    first = np.zeros(labels.max(initial=-1) + 1, np.int64)
    first[labels[::-1]] = np.arange(len(labels) - 1, -1, -1)  # what is written last stays
    return first[labels]


def _table(
    detection: Detection, clusters: Clusters, distance: int | None, linkage: Linkage
) -> ClusterTable:
    starts, members = clusters.offsets[:-1], clusters.members
    sizes_bytes = detection.files.sizes_bytes[members]
    if len(starts) == 0:
        nothing = np.empty(0, np.int64)
        wasted, of_versions, newest, distinct = nothing, nothing, nothing, nothing
    else:
        is_reference = detection.files.is_reference[members]
        is_copy = _copies(detection.file_documents[members], clusters.offsets, is_reference)
        wasted = np.add.reduceat(detection.reclaimable_bytes[members], starts)
        once = np.where(is_copy, 0, sizes_bytes)
        of_versions = np.add.reduceat(once, starts) - np.maximum.reduceat(once, starts)
        newest = np.maximum.reduceat(detection.files.modified_ns[members], starts)
        distinct = np.add.reduceat((~is_copy).astype(np.int64), starts)
    return ClusterTable(
        distance=distance,
        least_overlap=None,
        linkage=linkage,
        sizes=np.diff(clusters.offsets),
        document_counts=distinct,
        min_distances=clusters.min_distance,
        max_distances=clusters.max_distance,
        min_overlaps=_least_overlaps(detection, clusters, distance),
        medoid_file_ids=detection.files.file_ids[members[starts]],
        wasted_bytes=wasted,
        version_bytes=of_versions,
        newest_ns=newest,
        detection=detection,
        _clusters=clusters,
    )


def _least_overlaps(detection: Detection, clusters: Clusters, distance: int | None) -> Shares32:
    """The least overlap of the pairs that made each cluster."""
    cluster_of = np.full(detection.document_count, -1)
    members = detection.file_documents[clusters.members]
    cluster_of[members] = np.repeat(np.arange(len(clusters)), clusters.sizes)
    least = np.ones(len(clusters), np.float32)
    for pairs in detection.pairs.pieces():
        own = cluster_of[pairs.left]
        inside = (own >= 0) & (own == cluster_of[pairs.right])
        inside &= are_joining(pairs, detection.options)
        if distance is not None:
            inside &= pairs.distance <= distance
        np.minimum.at(least, own[inside], pairs.overlap[inside])
    return least


def _copies(documents: Ids, offsets: Ids, is_reference: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which members have a content that another member of their cluster has.

    Of each content one is no copy: the first in a reference folder, or else the first.
    """
    cluster = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    contents = cluster << 32 | documents
    order = np.lexsort((~is_reference, contents))
    _, firsts = np.unique(contents[order], return_index=True)
    is_copy = np.ones(len(documents), np.bool_)
    is_copy[order[firsts]] = False
    return is_copy
