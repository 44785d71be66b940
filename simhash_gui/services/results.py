"""Findings with paths in place of ids, one after another, for whoever writes them down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from simhash_gui.core.types import Fingerprint
from simhash_gui.core.verdicts import PairClass
from simhash_gui.services.confirmed_pairs import CLASSES, ConfirmedPairs
from simhash_gui.services.detection import ClusterTable, Detection
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.libraries import Library
from simhash_gui.services.places import path_of, present_paths
from simhash_gui.store import files
from simhash_gui.store.records import FileRow

_ROWS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class NamedPair:
    """Two documents, each by the path of its first file, and the evidence of their texts.

    ``containment_a`` is the share of a's shingles that b has too. ``is_short``: one of them has so
    few tokens that it was judged by text alone.
    """

    a: str
    b: str
    distance: int
    jaccard: float
    containment_a: float
    containment_b: float
    pair_class: PairClass
    is_short: bool


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A file in a cluster."""

    path: str
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class NamedCluster:
    """A cluster, medoid first.

    ``min_overlap`` is the least share of the smaller text over the pairs that made the cluster.
    """

    members: tuple[NamedMember, ...]
    min_distance: int
    max_distance: int
    min_overlap: float


def named_pairs(
    library: Library,
    detection: Detection,
    distance: int | None = None,
    control: JobControl | None = None,
) -> Iterator[NamedPair]:
    """All listed pairs of distinct documents, within ``distance`` if given, in bounded memory.

    What was estimated is measured before it is given out. Raises JobCancelledError.
    """
    control = control or JobControl()
    for batch in detection.expanded(distance):
        for start in range(0, len(batch), _ROWS_AT_ONCE):
            some = batch.take(np.arange(start, min(start + _ROWS_AT_ONCE, len(batch))))
            yield from _named(library, detection, detection.exact(some, control))


def _named(library: Library, detection: Detection, pairs: ConfirmedPairs) -> Iterator[NamedPair]:
    ids = detection.document_ids
    left, right = ids[pairs.left], ids[pairs.right]
    with library.read() as connection:
        places = files.of_documents(connection, np.unique(np.concatenate([left, right])))
    is_short = detection.is_short(pairs).tolist()
    for place, (a, b) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        yield NamedPair(
            present_paths(places[a])[0],
            present_paths(places[b])[0],
            int(pairs.distance[place]),
            _rounded(pairs.jaccard[place]),
            _rounded(pairs.containment_a[place]),
            _rounded(pairs.containment_b[place]),
            CLASSES[pairs.classes[place]],
            is_short[place],
        )


def _rounded(share: np.float32) -> float:
    """As many figures as the arrays hold."""
    return round(float(share), 6)


def named_clusters(library: Library, table: ClusterTable) -> Iterator[NamedCluster]:
    """All clusters, largest first."""
    for cluster in range(table.cluster_count):
        yield NamedCluster(
            tuple(_members(library, table, cluster)),
            int(table.min_distances[cluster]),
            int(table.max_distances[cluster]),
            _rounded(table.min_overlaps[cluster]),
        )


def _members(library: Library, table: ClusterTable, cluster: int) -> Iterator[NamedMember]:
    file_ids = table.member_file_ids(cluster)
    fingerprints = table.member_fingerprints(cluster)
    with library.read() as connection:
        rows: dict[int, FileRow] = {row.id: row for row in files.rows(connection, file_ids)}
    for file_id, fingerprint in zip(file_ids.tolist(), fingerprints, strict=True):
        yield NamedMember(path_of(rows[file_id]), fingerprint)
