"""The members of one cluster as parallel arrays, with what is special about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.comparison.evidence import Limits, PairClass
from simhash_gui.services.detection.detection import ClusterTable


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMembers:
    """Arrays of shape (members,), the medoid first, then by distance to it.

    ``overlaps``: the share of the smaller text that member and medoid have in common. ``classes``:
    what they are to each other, as far as that was judged. ``is_copy``: the same document as a
    member listed before. ``is_chained``: no pair with the medoid within the threshold, so that
    only other members link it to the cluster. ``limits`` are those that the classes follow from.
    """

    medoid_file_id: int
    file_ids: NDArray[np.int64]
    document_ids: NDArray[np.int64]
    distances: NDArray[np.uint8]
    overlaps: NDArray[np.float32]
    classes: tuple[PairClass | None, ...]
    is_copy: NDArray[np.bool_]
    is_chained: NDArray[np.bool_]
    limits: Limits

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
    classes = table.member_classes(position)
    _, firsts = np.unique(documents, return_index=True)
    is_copy = np.ones(len(documents), dtype=np.bool_)
    is_copy[firsts] = False
    return ClusterMembers(
        medoid_file_id=int(table.medoid_file_ids[position]),
        file_ids=table.member_file_ids(position),
        document_ids=documents,
        distances=distances,
        overlaps=table.member_overlaps(position),
        classes=tuple(classes),
        is_copy=is_copy,
        is_chained=_chained(table.distance, distances, classes),
        limits=table.limits,
    )


def _chained(
    threshold: int | None, distances: NDArray[np.uint8], classes: Sequence[PairClass | None]
) -> NDArray[np.bool_]:
    is_apart = np.array([pair_class is None for pair_class in classes], np.bool_)
    return is_apart if threshold is None else is_apart | (distances > threshold)
