"""The members of one cluster as parallel arrays, with what is special about each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.detection import ClusterTable


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMembers:
    """Arrays of shape (members,), the medoid first, then by distance to it.

    ``is_copy``: the same document as a member listed before. ``is_chained``: farther from the
    medoid than the threshold, so that only other members link it to the cluster.
    """

    medoid_file_id: int
    file_ids: NDArray[np.int64]
    document_ids: NDArray[np.int64]
    distances: NDArray[np.uint8]
    is_copy: NDArray[np.bool_]
    is_chained: NDArray[np.bool_]

    @property
    def document_count(self) -> int:
        """How many different contents there are."""
        return len(self.is_copy) - int(self.is_copy.sum())

    def document_of(self, file_id: int) -> int:
        """The document that a member is a file of."""
        return int(self.document_ids[np.flatnonzero(self.file_ids == file_id)[0]])


def cluster_members(table: ClusterTable, position: int) -> ClusterMembers:
    """The members of the cluster at ``position`` of the table."""
    documents = table.member_document_ids(position)
    distances = table.member_distances(position)
    _, firsts = np.unique(documents, return_index=True)
    is_copy = np.ones(len(documents), dtype=np.bool_)
    is_copy[firsts] = False
    return ClusterMembers(
        medoid_file_id=int(table.medoid_file_ids[position]),
        file_ids=table.member_file_ids(position),
        document_ids=documents,
        distances=distances,
        is_copy=is_copy,
        is_chained=distances > table.distance,
    )
