"""The clusters of one table as rows: numbers from its arrays, the medoid's name from the library.

A row's id is its medoid's file id, which mostly outlives a change of the threshold. The class of a
whole cluster is looked up in the read pool, for the clusters in view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, Qt

from simhash_gui.services.comparison.evidence import PairClass
from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.detection.answers.filtering import latest_verdicts
from simhash_gui.services.detection.pairs import NEAREST_FIRST, RANKS
from simhash_gui.services.library.browsing import FileRow, file_rows
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.clusters.cluster_texts import reclaimable_meaning
from simhash_gui.ui.clusters.cluster_view import NOWHERE, ClusterOrder, SortedTable
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.reading.evidence_texts import cluster_class_label, with_symbol
from simhash_gui.ui.review.review_texts import verdict_label
from simhash_gui.ui.review.verdicts import KEYS
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Token

_MAX_MEMBERS = 2_000


def weakest_classes(shown: SortedTable, positions: Sequence[int]) -> dict[int, PairClass | None]:
    """The weakest class of each cluster's judged pairs with its medoid; None where there are none.

    Of a very large cluster only the nearest members are looked at.
    """
    detection = shown.detection
    members = [
        np.searchsorted(
            detection.document_ids, shown.table.member_document_ids(position)[:_MAX_MEMBERS]
        )
        for position in positions
    ]
    medoids = [np.full_like(found, found[0]) for found in members]
    known = detection.classes_of(np.concatenate(medoids), np.concatenate(members))
    borders = np.cumsum([len(found) for found in members])[:-1]
    return {
        position: _weakest(classes)
        for position, classes in zip(positions, np.split(known, borders), strict=True)
    }


def _weakest(classes: NDArray[np.int64]) -> PairClass | None:
    ranks = RANKS[classes[classes >= 0]]
    return NEAREST_FIRST[int(ranks.max())] if len(ranks) else None


_NS_PER_S = 1_000_000_000
NAME_CHARACTERS = 34
"""Room for a name, in average characters: 220 pixels at the normal size of the type."""


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """One line: what the table of clusters says of the cluster at ``position``.

    ``classes`` and ``verdicts`` are those that are known by now, by position.
    """

    position: int
    medoid: FileRow
    size: int
    min_distance: int
    max_distance: int
    min_overlap: float
    wasted_bytes: int
    version_bytes: int
    newest_ns: int
    classes: Mapping[int, PairClass | None]
    verdicts: Mapping[int, Verdict | None]

    @property
    def verdict(self) -> Verdict | None:
        """What a person says of all its documents; None also while that is not known."""
        return self.verdicts.get(self.position)

    @property
    def pair_class(self) -> PairClass | None:
        """The weakest relation of a member to the medoid; None until it is known."""
        return self.classes.get(self.position)


class ClustersModel(PagedTableModel[ClusterRow]):
    """Pages of clusters by medoid."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        self._shown: SortedTable | None = None
        self._classes: dict[int, PairClass | None] = {}
        self._verdicts: dict[int, Verdict | None] = {}
        super().__init__(_columns(), self._fetch_rows, lambda row: row.medoid.id, parent)
        self.failed.connect(session.reads.failed, Qt.ConnectionType.QueuedConnection)

    def use_table(self, shown: SortedTable | None) -> None:
        """Read from this table from now on; ``set_ids`` shows its rows."""
        if shown is not self._shown:
            self._shown, self._classes, self._verdicts = shown, {}, {}

    def follow_verdicts(self) -> None:
        """Ask again what is said of the clusters in view."""
        self._verdicts = {}
        self.forget_rows()

    def place_of(self, medoid_file_id: int) -> tuple[ClusterTable, int] | None:
        """The table and the position in it of the cluster with this medoid."""
        if self._shown is None:
            return None
        (position,) = self._shown.positions.find([medoid_file_id])
        return None if position == NOWHERE else (self._shown.table, position)

    def _fetch_rows(self, ids: Sequence[int]) -> list[ClusterRow]:
        library, shown = self._session.library, self._shown
        if library is None or shown is None:
            return []
        positions = dict(zip(ids, shown.positions.find(ids), strict=True))
        known = [place for place in positions.values() if place != NOWHERE]
        self._ask_classes(shown, known)
        self._ask_verdicts(library, shown, known)
        return [
            _row(shown.table, positions[medoid.id], medoid, self._classes, self._verdicts)
            for medoid in file_rows(library, ids)
            if positions[medoid.id] != NOWHERE
        ]

    def _ask_classes(self, shown: SortedTable, positions: Sequence[int]) -> None:
        """Classes take a pass over all pairs; the rows show them as soon as they come."""
        unknown = [position for position in positions if position not in self._classes]
        if unknown:
            self._session.reads.submit(
                weakest_classes, shown, unknown, on_done=partial(self._keep_classes, shown)
            )

    def _keep_classes(self, shown: SortedTable, found: dict[int, PairClass | None]) -> None:
        if shown is self._shown:
            self._classes.update(found)
            self.tell_changed()

    def _ask_verdicts(self, library: Library, shown: SortedTable, places: Sequence[int]) -> None:
        """Verdicts come from the library, and are marked as soon as they are known."""
        unknown = {place for place in places if place not in self._verdicts}
        if unknown:
            self._verdicts.update(dict.fromkeys(unknown))  # asked for once
            self._session.reads.submit(
                latest_verdicts,
                library,
                shown.table,
                unknown,
                on_done=partial(self._keep_verdicts, self._verdicts),
            )

    def _keep_verdicts(
        self, asked: dict[int, Verdict | None], found: Mapping[int, Verdict]
    ) -> None:
        if asked is self._verdicts and found:
            self._verdicts.update(found)
            self.tell_changed()


def _row(
    table: ClusterTable,
    position: int,
    medoid: FileRow,
    classes: Mapping[int, PairClass | None],
    verdicts: Mapping[int, Verdict | None],
) -> ClusterRow:
    return ClusterRow(
        position,
        medoid,
        int(table.sizes[position]),
        int(table.min_distances[position]),
        int(table.max_distances[position]),
        float(table.min_overlaps[position]),
        int(table.wasted_bytes[position]),
        int(table.version_bytes[position]),
        int(table.newest_ns[position]),
        classes,
        verdicts,
    )


def _verdict_mark(row: ClusterRow) -> tuple[str, Token] | None:
    """The key that gives the verdict, in a circle: the bar below the list tells what it says."""
    if row.verdict is None:
        return None
    token = Token.MUTED if row.verdict is Verdict.LATER else Token.AGREES
    return f"verdict-{KEYS[row.verdict]}", token


def _medoid_tip(row: ClusterRow) -> str:
    path = fmt.path(row.medoid.path)
    if row.verdict is None:
        return path
    text = QCoreApplication.translate("VerdictBar", "Verdict: {verdict}")
    return f"{path}\n{text.format(verdict=verdict_label(row.verdict))}"


def spread_text(row: ClusterRow) -> str:
    """Least and greatest distance between members: ``2–4``, or ``3`` where they are one."""
    if row.min_distance == row.max_distance:
        return fmt.number(row.max_distance)
    return f"{fmt.number(row.min_distance)}–{fmt.number(row.max_distance)}"


def class_text(row: ClusterRow) -> str:
    """Sign and word of the class."""
    pair_class = row.pair_class
    return with_symbol(pair_class, cluster_class_label(pair_class)) if pair_class else ""


def _class_tip(row: ClusterRow) -> str:
    if row.pair_class is None:
        return ""
    text = QCoreApplication.translate(
        "ClustersModel", "{name}: the weakest relation of any member to the medoid"
    )
    return text.format(name=cluster_class_label(row.pair_class))


def moment(time_ns: int) -> datetime:
    """A file's time stamp."""
    return datetime.fromtimestamp(time_ns / _NS_PER_S, UTC)


def day_text(time_ns: int) -> str:
    """The day of a time stamp, in the user's zone."""
    return fmt.day(moment(time_ns))


def _columns() -> tuple[Column[ClusterRow], ...]:
    return (*_name_columns(), *_file_columns(), *_relation_columns())


def _name_columns() -> tuple[Column[ClusterRow], ...]:
    return (
        Column(
            "size",
            lambda: QCoreApplication.translate("ClustersModel", "Files"),
            lambda row: fmt.number(row.size),
            sort_key=ClusterOrder.SIZE,
            is_number=True,
            width=6,
        ),
        Column(
            "medoid",
            lambda: QCoreApplication.translate("ClustersModel", "Medoid"),
            lambda row: fmt.path(row.medoid.name),
            sort_key=ClusterOrder.NAME,
            tip=_medoid_tip,
            head_tip=lambda: QCoreApplication.translate(
                "ClustersModel", "The most typical member of the cluster, which stands for it"
            ),
            icon=_verdict_mark,
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=NAME_CHARACTERS,
        ),
    )


def _relation_columns() -> tuple[Column[ClusterRow], ...]:
    """What the members are to each other."""
    return (
        Column(
            "overlap",
            lambda: QCoreApplication.translate("ClustersModel", "Overlap"),
            lambda row: fmt.share(row.min_overlap),
            sort_key=ClusterOrder.OVERLAP,
            tip=_overlap_tip,
            is_number=True,
            width=7,
            leaves=4,
        ),
        Column(
            "spread",
            lambda: QCoreApplication.translate("ClustersModel", "Distance"),
            spread_text,
            sort_key=ClusterOrder.SPREAD,
            tip=_spread_tip,
            is_number=True,
            width=6,
            leaves=1,
        ),
        Column(
            "class",
            lambda: QCoreApplication.translate("ClustersModel", "Class"),
            class_text,
            sort_key=ClusterOrder.CLASS,
            tip=_class_tip,
            width=18,
            leaves=3,
        ),
    )


def _file_columns() -> tuple[Column[ClusterRow], ...]:
    return (
        Column(
            "wasted",
            lambda: QCoreApplication.translate("ClustersModel", "Reclaimable"),
            lambda row: fmt.size(row.wasted_bytes),
            sort_key=ClusterOrder.WASTED,
            tip=_reclaimable_tip,
            head_tip=reclaimable_meaning,
            is_number=True,
            width=9,
            leaves=2,
        ),
        Column(
            "versions",
            lambda: QCoreApplication.translate("ClustersModel", "In versions"),
            lambda row: fmt.size(row.version_bytes),
            sort_key=ClusterOrder.VERSIONS,
            tip=lambda row: fmt.exact_size(row.version_bytes),
            is_number=True,
            width=9,
            is_hidden_at_first=True,
        ),
        Column(
            "newest",
            lambda: QCoreApplication.translate("ClustersModel", "Newest"),
            lambda row: day_text(row.newest_ns),
            sort_key=ClusterOrder.NEWEST,
            tip=lambda row: fmt.exact_date(moment(row.newest_ns)),
            is_number=True,
            is_muted=True,
            width=13,
            is_hidden_at_first=True,
        ),
    )


def _reclaimable_tip(row: ClusterRow) -> str:
    text = QCoreApplication.translate("ClustersModel", "At most {size}")
    return text.format(size=fmt.exact_size(row.wasted_bytes))


def _overlap_tip(row: ClusterRow) -> str:
    text = QCoreApplication.translate(
        "ClustersModel",
        "In every pair of members that was found, at least {share} of the shorter text also"
        " appears in the other",
    )
    return text.format(share=fmt.share(row.min_overlap))


def _spread_tip(row: ClusterRow) -> str:
    text = QCoreApplication.translate(
        "ClustersModel", "Distances between members: {least} to {greatest} bits"
    )
    return text.format(least=fmt.number(row.min_distance), greatest=fmt.number(row.max_distance))
