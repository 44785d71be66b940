"""One cluster as a graph: its documents, and how much every two of them have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.detection.pairs import Ids, Shares32
from simhash_gui.services.library.browsing import file_names
from simhash_gui.services.library.libraries import Library

MOST_NODES = 40
"""So many documents and no more, that a picture stays one."""


@dataclass(frozen=True, slots=True, eq=False)
class ClusterGraph:
    """Documents of a cluster, the medoid first, the nearest after it; at most ``MOST_NODES``.

    ``names`` are of a file of each; ``left`` and ``right`` are places of pairs that were found or
    that have the medoid in them, ``overlaps`` and ``distances`` their measures.
    ``document_count`` counts all.
    """

    document_ids: Ids
    names: tuple[str, ...]
    left: Ids
    right: Ids
    overlaps: Shares32
    distances: NDArray[np.uint8]
    document_count: int

    def __len__(self) -> int:
        return len(self.document_ids)

    def to_medoid(self) -> NDArray[np.float64]:
        """The overlap of each document with the medoid, shape (n,)."""
        found = np.ones(len(self))
        of_medoid = self.left == 0
        found[self.right[of_medoid]] = self.overlaps[of_medoid]
        return found


def cluster_graph(library: Library, table: ClusterTable, position: int) -> ClusterGraph:
    """The graph of the cluster at a position of the table."""
    files, ids = table.member_file_ids(position), table.member_document_ids(position)
    _, firsts = np.unique(ids, return_index=True)
    firsts = np.sort(firsts)
    shown = firsts[:MOST_NODES]
    detection = table.detection
    documents = np.searchsorted(detection.document_ids, ids[shown])
    left, right = np.triu_indices(len(shown), 1)
    own, other = documents[left], documents[right]
    joins = (detection.classes_of(own, other) >= 0) | (left == 0)
    left, right, own, other = left[joins], right[joins], own[joins], other[joins]
    known = file_names(library, files[shown].tolist())
    return ClusterGraph(
        ids[shown],
        tuple(known.get(file_id, "") for file_id in files[shown].tolist()),
        left,
        right,
        detection.evidence_of(own, other).overlaps,
        detection.distances(own, other),
        len(firsts),
    )
