"""Which clusters are listed, and in which order: arrays in, an array of medoid ids out.

Runs in the read pool. Names are only fetched when the filter or the order asks for them, and
remembered for as long as the same detection is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.detection.detection import ClusterSort, ClusterTable, Detection
from simhash_gui.services.library.browsing import file_names
from simhash_gui.services.library.libraries import Library
from simhash_gui.ui.clusters.cluster_filter import ClusterFilter
from simhash_gui.ui.clusters.id_positions import IdPositions

_NAMES_AT_ONCE = 2_000


class ClusterOrder(StrEnum):
    """Columns to sort by."""

    SIZE = "size"
    NAME = "name"
    SPREAD = "spread"
    OVERLAP = "overlap"
    WASTED = "wasted"
    NEWEST = "newest"


_SERVICE_SORTS = {
    ClusterOrder.SIZE: ClusterSort.SIZE,
    ClusterOrder.SPREAD: ClusterSort.SPREAD,
    ClusterOrder.OVERLAP: ClusterSort.OVERLAP,
    ClusterOrder.WASTED: ClusterSort.WASTED,
    ClusterOrder.NEWEST: ClusterSort.NEWEST,
}


@dataclass(frozen=True, slots=True)
class ClusterQuery:
    """What the user asked to see."""

    filter: ClusterFilter = field(default_factory=ClusterFilter)
    order: ClusterOrder = ClusterOrder.SIZE
    is_descending: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SortedTable:
    """A table of clusters of a detection, with a quick way to the cluster of a medoid."""

    detection: Detection
    table: ClusterTable
    positions: IdPositions


@dataclass(eq=False, slots=True)
class MedoidNames:
    """File names by file id, read a few thousand at a time."""

    library: Library
    _known: dict[int, str] = field(default_factory=dict)

    def of(self, file_ids: Sequence[int]) -> list[str]:
        """The names in the order of the ids; empty for a file that is gone by now."""
        missing = [file_id for file_id in file_ids if file_id not in self._known]
        for start in range(0, len(missing), _NAMES_AT_ONCE):
            part = missing[start : start + _NAMES_AT_ONCE]
            self._known.update(dict.fromkeys(part, ""))
            self._known.update(file_names(self.library, part))
        return [self._known[file_id] for file_id in file_ids]


def listed_medoids(
    table: ClusterTable, query: ClusterQuery, names: MedoidNames
) -> NDArray[np.int64]:
    """Medoids' file ids of the clusters that pass the filter, in order."""
    positions = _ordered(table, query, names)
    if query.filter.terms:
        positions = positions[query.filter.numbers_match(table)[positions]]
    medoids = table.medoid_file_ids[positions]
    if query.filter.words:
        found = [query.filter.name_matches(name) for name in names.of(medoids.tolist())]
        medoids = medoids[np.array(found, dtype=np.bool_)]
    return medoids


def _ordered(table: ClusterTable, query: ClusterQuery, names: MedoidNames) -> NDArray[np.int64]:
    if query.order is not ClusterOrder.NAME:
        return table.order(_SERVICE_SORTS[query.order], descending=query.is_descending)
    folded = [name.casefold() for name in names.of(table.medoid_file_ids.tolist())]
    ordered = sorted(range(len(folded)), key=folded.__getitem__, reverse=query.is_descending)
    return np.array(ordered, np.int64)
