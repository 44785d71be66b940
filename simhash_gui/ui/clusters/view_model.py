"""The state of the Clusters page: threshold, linkage, the table they give, and what is listed.

The search is ``cluster_search``'s business, the chosen cluster ``chosen_cluster``'s. Sliding the
threshold within the searched distance only rebuilds the clusters; beyond it, a wider search is
needed.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from enum import Enum
from functools import partial
from threading import Event
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.answers.live_figures import Figures, LiveFigures, figures_of
from simhash_gui.ui.clusters.chosen_cluster import ChosenCluster
from simhash_gui.ui.clusters.cluster_search import ClusterSearch
from simhash_gui.ui.clusters.cluster_view import (
    ClusterOrder,
    ClusterQuery,
    FileNames,
    IdPositions,
    SortedTable,
    listed_medoids,
    parse_filter,
)
from simhash_gui.ui.clusters.findings import SearchKind, SearchResult
from simhash_gui.ui.session.session import Session

MAX_DISTANCE = 16
_TABLES_KEPT = 2
_STATE = "clusters"
_TABLE_KEY = "clusters-table"
_LIST_KEY = "clusters-list"
_FIGURES_KEY = "clusters-figures"
_AHEAD_KEY = "clusters-figures-to-come"
_TableKey: TypeAlias = tuple[int | None, Linkage, float | None]


class Phase(Enum):
    """What the page has to show."""

    WAITING = "waiting"  # no library, or its counts are not known yet
    NO_DOCUMENTS = "no-documents"
    NOT_SEARCHED = "not-searched"
    SEARCHING = "searching"  # for the first time
    NOTHING_FOUND = "nothing-found"
    FOUND = "found"


class ClustersViewModel(QObject):
    """Everything behind the Clusters page."""

    phase_changed = Signal()
    findings_changed = Signal()
    distance_changed = Signal()
    table_changed = Signal()  # other figures; the list follows
    list_changed = Signal()
    figures_changed = Signal()  # while a threshold is dragged, before the table
    query_restored = Signal()  # another library, with the filter and the order of the last time

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.search = ClusterSearch(session, self)
        self.chosen = ChosenCluster(session, self)
        self.distance: int | None = None
        self.least_overlap: float | None = None
        self.figures: Figures | None = None
        self._live: LiveFigures | None = None
        self.linkage = session.settings.linkage
        self.query = ClusterQuery()
        self.shown: SortedTable | None = None
        self.listed: NDArray[np.int64] = np.empty(0, np.int64)
        self._tables: OrderedDict[_TableKey, SortedTable] = OrderedDict()
        self._names: FileNames | None = None
        self._restore()
        self.search.opened.connect(self._restore)
        self.search.found.connect(self._follow_findings)
        self.search.changed.connect(self.phase_changed)
        self.search.judged.connect(lambda: self._ask_list(self.query))
        self.search.show_last()

    @property
    def phase(self) -> Phase:
        """What the page has to show."""
        search = self.search
        if self.shown is not None and search.findings is not None:
            has_any = self.shown.table.cluster_count > 0 or _has_pairs(search.findings)
            return Phase.FOUND if has_any else Phase.NOTHING_FOUND
        if search.is_running:
            return Phase.SEARCHING
        if search.info is None or search.findings is not None:
            return Phase.WAITING
        return Phase.NOT_SEARCHED if search.document_count else Phase.NO_DOCUMENTS

    @property
    def table(self) -> ClusterTable | None:
        """The clusters at the present threshold and linkage."""
        return self.shown.table if self.shown is not None else None

    @property
    def is_beyond_search(self) -> bool:
        """Whether the threshold asks for more than was searched."""
        findings, distance = self.search.findings, self.distance
        if findings is None or not findings.kind.with_unconfirmed or distance is None:
            return False
        return distance > findings.reach

    @property
    def is_at_default(self) -> bool:
        """Whether the thresholds are the default: any distance, any overlap."""
        return self.distance is None and self.least_overlap is None

    @property
    def max_distance(self) -> int:
        """The largest distance on the slider: where unconfirmed pairs may be searched for."""
        findings = self.search.findings
        if findings is not None and not findings.kind.with_unconfirmed:
            return findings.reach
        return max(MAX_DISTANCE, self.search.reach)

    def activate(self) -> None:
        """The page has come to the front."""
        self.search.set_active(True)

    def deactivate(self) -> None:
        """The page leaves the front."""
        self.search.set_active(False)
        self._session.change_settings(linkage=self.linkage)

    def _keep_state(self) -> None:
        """Keep the choices for the next time in this library."""
        kind, query = self.search.kind, self.query
        state = {
            "distance": self.distance,
            "overlap": self.least_overlap,
            "unconfirmed": kind.with_unconfirmed,
            "partial": kind.with_partial,
            "filter": query.filter.text,
            "order": query.order.value,
            "descending": query.is_descending,
        }
        self._session.keep_of_library(_STATE, state)

    def find(self) -> None:
        """Search again, at least up to the threshold."""
        self.search.start_over(self.distance)

    def widen(self) -> None:
        """Search for unconfirmed pairs up to the threshold."""
        self.search.start(self.distance)

    def choose_kind(self, kind: SearchKind) -> None:
        """List other pairs too, or no longer."""
        self.search.choose(kind, self.distance)
        self._keep_state()

    def settle_distance(self) -> None:
        """The user has released the slider: search further where that is quick."""
        search = self.search
        if self.is_beyond_search and search.document_count <= search.max_documents_to_widen:
            self.widen()

    def set_distance(self, distance: int | None) -> None:
        """Another threshold; None lists pairs at any distance."""
        if distance != self.distance:
            self.distance = distance
            self._keep_state()
            self.distance_changed.emit()
            self._ask_table()

    def set_overlap(self, least: float | None) -> None:
        """Another least overlap; None lists pairs of any."""
        if least != self.least_overlap:
            self.least_overlap = least
            self._keep_state()
            self.distance_changed.emit()
            self._ask_table()

    def reset_distance(self) -> None:
        """Go back to the default thresholds."""
        self.set_overlap(None)
        self.set_distance(None)

    def _restore(self) -> None:
        """Bring back the choices of the last time in this library; damaged ones count as absent."""
        state = self._session.of_library(_STATE, dict[str, object]())
        self.distance = _distance_of(state.get("distance"))
        least = state.get("overlap")
        self.least_overlap = least if isinstance(least, float) and 0 < least <= 1 else None
        self.search.kind = SearchKind(
            state.get("unconfirmed") is True, state.get("partial") is True
        )
        order, text = state.get("order"), state.get("filter")
        self.query = ClusterQuery(
            parse_filter(text if isinstance(text, str) else ""),
            next((each for each in ClusterOrder if each == order), ClusterOrder.SIZE),
            state.get("descending") is not False,
        )
        self.distance_changed.emit()
        self.query_restored.emit()

    def set_linkage(self, linkage: Linkage) -> None:
        """Another way to put pairs together."""
        if linkage is not self.linkage:
            self.linkage = linkage
            self._ask_table()

    def set_filter(self, text: str) -> None:
        """Another filter."""
        self._ask_list(replace(self.query, filter=parse_filter(text)))

    def sort_by(self, order: ClusterOrder, is_descending: bool) -> None:
        """Another order."""
        self._ask_list(replace(self.query, order=order, is_descending=is_descending))

    def _follow_findings(self) -> None:
        self._tables.clear()
        self.figures = None
        self._session.reads.forget(_AHEAD_KEY)
        library, findings = self._session.library, self.search.findings
        detection = None if findings is None else findings.detection
        self._live = None if detection is None else LiveFigures(detection, self._live)
        self._names = FileNames(library) if library is not None else None
        self.findings_changed.emit()
        if findings is None:
            self._session.reads.forget(_TABLE_KEY)
            self._show_table(None)
        else:
            self._ask_table()
            self.settle_distance()

    def _ask_table(self) -> None:
        findings, live = self.search.findings, self._live
        if findings is None or live is None:
            return
        key = (_searched(self.distance, findings), self.linkage, self.least_overlap)
        kept = self._tables.get(key)
        if kept is not None:
            self._session.reads.forget(_TABLE_KEY)
            self._session.reads.forget(_FIGURES_KEY)
            self._show_table(kept)
        else:
            is_quick = live.is_ready and self.linkage is Linkage.MEDOID
            ask = self._ask_figures if is_quick else self._ask_made
            ask(findings, live, key)

    def _ask_made(self, findings: SearchResult, live: LiveFigures, key: _TableKey) -> None:
        self._session.reads.submit(
            _sorted_table,
            live,
            *key,
            on_done=partial(self._keep_table, findings),
            key=_TABLE_KEY,
        )

    def _keep_table(self, findings: SearchResult, made: SortedTable) -> None:
        if findings is self.search.findings:
            table = made.table
            self._tables[table.distance, table.linkage, table.least_overlap] = made
            if len(self._tables) > _TABLES_KEPT:
                self._tables.popitem(last=False)
            self._show_table(made)

    def _work_ahead(self, findings: SearchResult) -> None:
        """The figures of every threshold that a slider leads to from here."""
        live, stop = self._live, Event()
        if live is not None and self.linkage is Linkage.MEDOID:
            self._session.reads.submit(
                live.work_ahead,
                _searched(self.distance, findings),
                self.least_overlap,
                range(findings.reach + 1),
                stop,
                on_done=lambda _done: None,
                key=_AHEAD_KEY,
                stop=stop,
            )

    def _ask_figures(self, findings: SearchResult, live: LiveFigures, key: _TableKey) -> None:
        """The figures alone, long before the table, which then is asked for."""
        distance, _, least_overlap = key
        for other in (_TABLE_KEY, _AHEAD_KEY):
            self._session.reads.forget(other)
        self._session.reads.submit(
            live.at,
            distance,
            least_overlap,
            on_done=partial(self._keep_figures, findings, live, key),
            key=_FIGURES_KEY,
        )

    def _keep_figures(
        self, findings: SearchResult, live: LiveFigures, key: _TableKey, figures: Figures
    ) -> None:
        if findings is self.search.findings:
            self.figures = figures
            self.figures_changed.emit()
            self._ask_made(findings, live, key)

    def _show_table(self, made: SortedTable | None) -> None:
        self._session.reads.forget(_FIGURES_KEY)
        self.figures = figures_of(made.table) if made is not None else None
        self.figures_changed.emit()
        self.shown = made
        self.table_changed.emit()
        self.phase_changed.emit()
        if made is None:
            self._session.reads.forget(_LIST_KEY)
            self.listed = np.empty(0, np.int64)
            self.list_changed.emit()
        else:
            self._ask_list(self.query)

    def _ask_list(self, query: ClusterQuery) -> None:
        if query != self.query:
            self.query = query
            self._keep_state()
        if self.shown is not None and self._names is not None:
            self._session.reads.submit(
                listed_medoids,
                self.shown.table,
                query,
                self._names,
                on_done=partial(self._keep_list, self.shown),
                key=_LIST_KEY,
            )

    def _keep_list(self, made: SortedTable, listed: NDArray[np.int64]) -> None:
        if made is self.shown:
            self.listed = listed
            self.list_changed.emit()
            if self.search.findings is not None:
                self._work_ahead(self.search.findings)


def _sorted_table(
    live: LiveFigures, distance: int | None, linkage: Linkage, least_overlap: float | None
) -> SortedTable:
    detection = live.detection
    if linkage is Linkage.MEDOID:
        table = live.table(distance, least_overlap)
    else:
        table = cluster_table(detection, distance, linkage, least_overlap)
    return SortedTable(detection, table, IdPositions.of(table.medoid_file_ids))


def _has_pairs(findings: SearchResult) -> bool:
    return bool(findings.confirmed.any() or findings.unconfirmed.any() or findings.passages)


def _searched(distance: int | None, findings: SearchResult) -> int | None:
    """The threshold, as far as these findings go."""
    if distance is None or distance <= findings.reach:
        return distance
    return findings.reach if findings.kind.with_unconfirmed else None


def _distance_of(kept: object) -> int | None:
    return min(kept, MAX_DISTANCE) if isinstance(kept, int) and kept >= 0 else None
