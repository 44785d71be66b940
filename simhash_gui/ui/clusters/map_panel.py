"""The map: an overview of the clusters of the list, and the chosen one as a graph."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.detection.answers.cluster_graph import ClusterGraph, cluster_graph
from simhash_gui.services.library.browsing import file_names
from simhash_gui.ui.clusters.cluster_view import NOWHERE
from simhash_gui.ui.clusters.graph_view import GraphView
from simhash_gui.ui.clusters.overview import MOST_DISCS, Disc, Overview
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_GRAPH_KEY = "clusters-graph"
_NAMES_KEY = "clusters-map-names"


class MapPanel(QWidget):
    """Shows what the list shows, as far as it is looked at."""

    chosen = Signal(int)  # the cluster of this medoid

    def __init__(
        self, session: Session, model: ClustersViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._model = session, model
        self._graph: ClusterGraph | None = None
        self._names: Mapping[int, str] = {}
        self._is_stale = True
        self.overview, self.graph = Overview(), GraphView()
        self._of_all, self._of_one = QLabel(), QLabel()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for label, view in ((self._of_all, self.overview), (self._of_one, self.graph)):
            label.setWordWrap(True)
            set_role(label, Role.MUTED)
            side = QWidget()
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(Space.S)
            column.addWidget(label)
            column.addWidget(view, 1)
            split.addWidget(side)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)
        self.overview.chosen.connect(self.chosen)
        self.graph.compared.connect(session.compare_requested)
        model.list_changed.connect(self._follow)
        model.chosen.members_changed.connect(self._follow)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.overview.setAccessibleName(self.tr("Overview of the clusters"))
        self.graph.setAccessibleName(self.tr("The chosen cluster as a graph"))
        self._show_texts()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _follow(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        self._is_stale = False
        shown, members = self._model.shown, self._model.chosen.members
        library = self._session.library
        medoid = NOWHERE if members is None else members.medoid_file_id
        self._show_discs()
        if library is not None and self.overview.discs:
            ids = [disc.medoid_file_id for disc in self.overview.discs]
            read_names = partial(file_names, library, ids)
            self._session.reads.submit(read_names, on_done=self._keep_names, key=_NAMES_KEY)
        place = NOWHERE if shown is None else shown.positions.find([medoid])[0]
        if shown is None or library is None or place == NOWHERE:
            self._session.reads.forget(_GRAPH_KEY)
            self._keep(None)
        else:
            read = partial(cluster_graph, library, shown.table, place)
            self._session.reads.submit(read, on_done=self._keep, key=_GRAPH_KEY)

    def _show_discs(self) -> None:
        members = self._model.chosen.members
        self.overview.show_discs(self._discs())
        self.overview.show_current(NOWHERE if members is None else members.medoid_file_id)

    def _keep_names(self, names: Mapping[int, str]) -> None:
        self._names = names
        self._show_discs()

    def _discs(self) -> tuple[Disc, ...]:
        shown = self._model.shown
        if shown is None:
            return ()
        ids = self._model.listed[:MOST_DISCS].tolist()
        table = shown.table
        return tuple(
            Disc(
                file_id,
                int(table.sizes[place]),
                float(table.min_overlaps[place]),
                self._names.get(file_id, ""),
            )
            for file_id, place in zip(ids, shown.positions.find(ids), strict=True)
            if place != NOWHERE
        )

    def _keep(self, graph: ClusterGraph | None) -> None:
        self._graph = graph
        self.graph.show_graph(graph)
        self._show_texts()

    def _show_texts(self) -> None:
        shown, count = len(self.overview.discs), len(self._model.listed)
        text = self.tr("{count} clusters; number: files; stronger colour: more in common")
        if shown < count:
            text = self.tr(
                "The first {shown} of {count} clusters; number: files; stronger colour: more in"
                " common"
            )
        self._of_all.setText(text.format(shown=fmt.number(shown), count=fmt.number(count)))
        if self._graph is None:
            self._of_one.setText(self.tr("No cluster chosen"))
            return
        self._of_one.setText(_graph_text(self._graph))


def _graph_text(graph: ClusterGraph) -> str:
    text = QCoreApplication.translate(
        "MapPanel", "{shown} of {count} documents; click a line to compare its two documents"
    )
    return text.format(shown=fmt.number(len(graph)), count=fmt.number(graph.document_count))
