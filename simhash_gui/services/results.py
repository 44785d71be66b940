"""Findings with paths in place of ids, one after another, for whoever writes them down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.types import Fingerprint, NearDuplicatePairs
from simhash_gui.services.detection import ClusterTable, Detection
from simhash_gui.services.libraries import Library
from simhash_gui.services.places import path_of, present_paths
from simhash_gui.store import files
from simhash_gui.store.records import FileRow

_ROWS_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class NamedPair:
    """Two documents, each by the path of its first file, and their Hamming distance."""

    a: str
    b: str
    distance: int


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A file in a cluster."""

    path: str
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True)
class NamedCluster:
    """A cluster, medoid first."""

    members: tuple[NamedMember, ...]
    min_distance: int
    max_distance: int


def named_pairs(library: Library, detection: Detection, distance: int) -> Iterator[NamedPair]:
    """All pairs of distinct documents within ``distance``, in bounded memory."""
    for batch in detection.folded.expanded():
        near = batch.take(batch.distance <= distance)
        for start in range(0, len(near), _ROWS_AT_ONCE):
            some = near.take(np.arange(start, min(start + _ROWS_AT_ONCE, len(near))))
            yield from _named(library, detection.document_ids, some)


def _named(
    library: Library, document_ids: NDArray[np.int64], pairs: NearDuplicatePairs
) -> Iterator[NamedPair]:
    left, right = document_ids[pairs.left], document_ids[pairs.right]
    with library.read() as connection:
        places = files.of_documents(connection, np.unique(np.concatenate([left, right])))
    for a, b, distance in zip(left.tolist(), right.tolist(), pairs.distance.tolist(), strict=True):
        yield NamedPair(present_paths(places[a])[0], present_paths(places[b])[0], distance)


def named_clusters(library: Library, table: ClusterTable) -> Iterator[NamedCluster]:
    """All clusters, largest first."""
    for cluster in range(table.cluster_count):
        yield NamedCluster(
            tuple(_members(library, table, cluster)),
            int(table.min_distances[cluster]),
            int(table.max_distances[cluster]),
        )


def _members(library: Library, table: ClusterTable, cluster: int) -> Iterator[NamedMember]:
    file_ids = table.member_file_ids(cluster)
    fingerprints = table.member_fingerprints(cluster)
    with library.read() as connection:
        rows: dict[int, FileRow] = {row.id: row for row in files.rows(connection, file_ids)}
    for file_id, fingerprint in zip(file_ids.tolist(), fingerprints, strict=True):
        yield NamedMember(path_of(rows[file_id]), fingerprint)
