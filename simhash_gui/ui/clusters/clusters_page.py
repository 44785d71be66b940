"""Clusters: how near is near, which clusters that makes, and what is in each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.core.types import Linkage
from simhash_gui.ui.clusters.cluster_details import ClusterDetails
from simhash_gui.ui.clusters.cluster_texts import (
    Tab,
    count_text,
    empty_texts,
    linkage_labels,
    linkage_tips,
    no_library_texts,
    no_rows_text,
    search_summaries,
    tab_labels,
    tab_tips,
    unknown_terms_text,
)
from simhash_gui.ui.clusters.cluster_view import ClusterFilter, known_terms
from simhash_gui.ui.clusters.clusters_model import ClustersModel
from simhash_gui.ui.clusters.exporting import Exporting
from simhash_gui.ui.clusters.findings import SearchKind
from simhash_gui.ui.clusters.folders_panel import FoldersPanel
from simhash_gui.ui.clusters.map_panel import MapPanel
from simhash_gui.ui.clusters.passages_panel import PassagesPanel
from simhash_gui.ui.clusters.relations_panel import RelationsPanel
from simhash_gui.ui.clusters.reviewing import Reviewing
from simhash_gui.ui.clusters.saved_filters import SavedFilters
from simhash_gui.ui.clusters.threshold_card import ThresholdCard
from simhash_gui.ui.clusters.view_model import ClustersViewModel, Phase
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import Segmented, SwitchButton
from simhash_gui.ui.common.commands import PageId, page_label
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.flow_row import FlowRow, TurningSplitter
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.verdicts import KEYS
from simhash_gui.ui.session.choosers import TargetChooser, choose_target
from simhash_gui.ui.session.page import BodyStack, Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_SHARE = (505, 611)
_STAYING, _NAMES = 4, 99  # of members and clusters: see ``Column.leaves``
_MOST = 0.6  # of the room for names
# The least height for each, at the normal text size.
_HISTOGRAM_PX, _LINKAGES_PX, _VERDICT_LINES_PX, _VERDICTS_PX = 760, 380, 330, 301


@dataclass(frozen=True, slots=True)
class _Parts:
    """What takes longest to make, and can be made beforehand."""

    model: ClustersViewModel
    details: ClusterDetails
    relations: RelationsPanel
    passages: PassagesPanel
    folders: FoldersPanel

    @classmethod
    def made_in_turns(cls, session: Session) -> Iterator[Self | None]:
        """None after each of them, all last."""
        model = ClustersViewModel(session)
        details = ClusterDetails(session, model.chosen)
        yield None
        relations = RelationsPanel(session)
        yield None
        passages = PassagesPanel(session)
        yield None
        yield cls(model, details, relations, passages, FoldersPanel(session))


class ClustersPage(Page):
    """The page for finding and sorting out near-duplicates."""

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        ask_target: TargetChooser = choose_target,
        parts: _Parts | None = None,
    ) -> None:
        super().__init__(session, parent)
        self._parts = parts or next(filter(None, _Parts.made_in_turns(session)))
        self.model = self._parts.model
        self.model.setParent(self)
        self.find_action = QAction(self)
        self.exporting = Exporting(session, self.model, self, ask_target)
        self._make_widgets()
        self._lay_out()
        self._connect()
        self._restore_state()
        self.retranslate()
        self._follow_phase()

    @override
    @classmethod
    def made_in_turns(cls, session: Session) -> Iterator[Page | None]:
        for parts in _Parts.made_in_turns(session):
            yield None
            if parts is not None:
                yield cls(session, parts=parts)

    @override
    def title(self) -> str:
        return page_label(PageId.CLUSTERS)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.exporting.retranslate()
        self.filter.set_labels(
            self.tr("Filter: words of the name, files>5, overlap<90, type:pdf, verdict:none"),
            self.tr("Clear the filter"),
        )
        self.filter.complete_terms(known_terms(in_chinese=fmt.is_chinese()))
        self.saved_filters.retranslate()
        self.find_action.setText(self.tr("Search again"))
        self.copy_rows_action.setText(self.tr("Copy rows"))
        self.reset_columns_action.setText(self.tr("Reset columns"))
        self.unconfirmed.setText(self.tr("Include unconfirmed"))
        self.unconfirmed.setToolTip(
            self.tr("List every candidate pair, even if the texts do not confirm it")
        )
        self.partial.setText(self.tr("Include partial copies"))
        self.partial.setToolTip(
            self.tr("Also list documents that contain one another or share a passage")
        )
        self._name_tabs()
        self.linkage.set_labels(linkage_labels(), linkage_tips())
        self.linkage.setAccessibleName(self.tr("Linkage"))
        self.clusters.setAccessibleName(page_label(PageId.CLUSTERS))
        self._show_empty_text()
        self._tell_unknown()
        self._rows.retranslate()
        self.filter.show_count(count_text(len(self.model.listed)))
        self._follow_phase()

    @override
    def activated(self) -> None:
        self.model.activate()

    @override
    def deactivated(self) -> None:
        self.model.deactivate()

    @override
    def focus_filter(self) -> None:
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    @override
    def refresh(self) -> None:
        self.model.find()

    @override
    def clear(self) -> None:
        if self.reviewing.bar.leave_note() or self.filter.close_terms():
            return
        self.filter.clear_filter()
        if self.filter.hasFocus():
            self.clusters.setFocus()  # where verdicts have their keys

    @override
    def shortcuts(self) -> list[tuple[str, str]]:
        return [
            ("Return", self.tr("Compare the medoid with the selected member")),
            ("Left", self.tr("On the histogram: lower the threshold")),
            ("Right", self.tr("On the histogram: raise the threshold")),
            *self.reviewing.shortcuts(),
        ]

    @override
    def save_state(self) -> None:
        state = self.session.window_state
        if self.threshold.is_fold_chosen:
            state.setValue("clusters/folded", self.threshold.is_folded)
        state.setValue("clusters/details", self.details.split.saveState())
        if self._is_split_chosen:
            state.setValue("clusters/split", self._split.saveState())
        for name, table in self._tables().items():
            state.setValue(f"clusters/{name}", QByteArray(table.save_columns()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The tables have the frames and bars of their style only from now on."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The list comes first where the page is low; the histogram stays if the person says so."""
        self.tabs.set_folded(self.tabs.one_line_px() > self.width() - 2 * Space.XL)
        height, scaled = self.height(), Theme.current().scaled
        self.linkage.set_folded(height < scaled(_LINKAGES_PX))
        verdicts = self.reviewing.bar
        verdicts.set_height(
            one_line=height < scaled(_VERDICT_LINES_PX), none=height < scaled(_VERDICTS_PX)
        )
        is_known = self.session.window_state.contains("clusters/folded")
        if not is_known and not self.threshold.is_fold_chosen:
            # By the window: a notice that comes and goes leaves the card as it is.
            self.threshold.set_folded(self.window().height() < scaled(_HISTOGRAM_PX))
        self._share_width()

    def _share_width(self) -> None:
        """Folder and date of the members first, where the names of clusters can spare the width.

        Where the names of both would be cut to less than most of them, the members stand below.
        """
        room = self.width() - 2 * Space.XL - self._split.handleWidth()
        least, list_least = (
            table.columns.room_px(_NAMES) for table in (self.details.members, self.clusters)
        )
        self._split.stand(is_beside=room >= _MOST * (least + list_least))
        if self._is_split_chosen or not self._split.is_beside:
            return
        needed, list_needs = (
            table.columns.room_px(_STAYING) for table in (self.details.members, self.clusters)
        )
        members = max(min(needed, room - list_needs), room * _SHARE[1] // sum(_SHARE))
        if least + list_least > room:  # names of both are cut: as much of the one as of the other
            members = room * least // (least + list_least)
        self._split.setSizes([room - members, members])

    def _keep_split(self) -> None:
        if self._split.is_beside:
            self._is_split_chosen = True

    def show_tab(self, tab: Tab) -> None:
        """Show clusters, relations or passages."""
        self.tabs.choose(tab)
        self._panels.setCurrentIndex(list(Tab).index(tab))

    # Widgets

    def _make_widgets(self) -> None:
        self.threshold = ThresholdCard(self.model)
        self.filter = FilterBox()
        self.unknown_term = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self.unknown_term, Role.MUTED)
        self.unknown_term.hide()
        self.saved_filters = SavedFilters(self.session, self.filter)
        self.unconfirmed, self.partial = SwitchButton(), SwitchButton()
        self.linkage = Segmented(Linkage)
        self.linkage.choose(self.model.linkage)
        self._rows = ClustersModel(self.session, self)
        self.clusters = PagedTable(self._rows)
        self.clusters.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        self.copy_rows_action, self.reset_columns_action = QAction(self), QAction(self)
        self.copy_rows_action.triggered.connect(self.clusters.copy_rows)
        self.reset_columns_action.triggered.connect(self.clusters.reset_columns)
        self.details = self._parts.details
        self.reviewing = Reviewing(self.session, self.model, self.clusters, self)
        verdicts = self.reviewing.bar.all_actions()
        lines = [QAction(self), QAction(self)]
        for line in lines:
            line.setSeparator(True)
        self.clusters.addActions([self.details.compare_action, lines[0], *verdicts, lines[1]])
        self.clusters.addActions([self.copy_rows_action, self.reset_columns_action])
        self.tabs = Segmented(Tab)
        self.relations, self.passages = self._parts.relations, self._parts.passages
        self.folders = self._parts.folders
        self.map = MapPanel(self.session, self.model)
        self.empty = EmptyState("clusters")
        self._split = TurningSplitter(self.clusters, self.details, _SHARE)
        self._is_split_chosen = False
        self._listed_for = self.model.query
        self._stack = BodyStack()
        self._full, self._of_clusters = QWidget(), QWidget()
        self._panels = BodyStack()

    def _lay_out(self) -> None:
        self.header.add_widget(self.reviewing.button)
        self.header.add_widget(self.exporting.button)
        self.header.add_action(self.find_action, icon="search")
        self.bar = FlowRow()
        self.bar.add(self.filter, stretch=1, min_px=self.filter.telling_px)
        self.bar.add(self.linkage, gap=Space.XS)
        self.choices = FlowRow()
        self.choices.add(self.tabs)
        self.choices.add(self.partial, gap=Space.XS)
        self.choices.add(self.unconfirmed)
        self._split.splitterMoved.connect(self._keep_split)
        inner = QVBoxLayout(self._of_clusters)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(Space.M)
        inner.addWidget(self.threshold)
        inner.addWidget(self.bar)
        inner.addWidget(self.unknown_term)
        inner.addWidget(self._split, 1)
        inner.addWidget(self.reviewing.bar)
        for panel in (self._of_clusters, self.relations, self.passages, self.folders, self.map):
            self._panels.addWidget(panel)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(self._panels, 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._full)
        self.body.addWidget(self.choices)
        self.body.addWidget(self._stack, 1)
        self.first_focus = self.clusters

    def _connect(self) -> None:
        model = self.model
        model.phase_changed.connect(self._follow_phase)
        self.session.library_refused.connect(self._follow_phase)
        model.list_changed.connect(self._show_list)
        self.reviewing.verdicts.kept.connect(self._rows.follow_verdicts)
        model.findings_changed.connect(self._show_relations)
        self.tabs.chosen.connect(self.show_tab)
        self.map.chosen.connect(self.clusters.select_id)
        reviewing = self.reviewing
        self.threshold.plan_wanted.connect(reviewing.open_plan)
        self.folders.keep_wanted.connect(lambda folder: reviewing.open_plan(kept_folder=folder))
        self.folders.empty_wanted.connect(lambda folder: reviewing.open_plan(emptied_folder=folder))
        self.find_action.triggered.connect(model.find)
        self.empty.acted.connect(self._act_on_empty)
        self.filter.filtered.connect(model.set_filter)
        self.filter.returnPressed.connect(self.clusters.setFocus)
        self.linkage.chosen.connect(model.set_linkage)
        self.unconfirmed.clicked.connect(self._choose_kind)
        self.partial.clicked.connect(self._choose_kind)
        for panel in (self.relations, self.passages):
            panel.partial_wanted.connect(self.partial.click)
        self.passages.pairs_wanted.connect(lambda: self.show_tab(Tab.CONTAINED))
        self.clusters.sort_requested.connect(self._sort)
        self.clusters.selection_changed.connect(self._choose_cluster)
        self.clusters.opened.connect(self.details.compare)
        self.clusters.typed.connect(self._begin_filter)
        model.query_restored.connect(self._show_query)
        Theme.current().changed.connect(self._fit)
        self._show_query()

    @Slot(str)
    def _begin_filter(self, typed: str) -> None:
        """A verdict key begins no filter, not even where the cluster takes no verdict."""
        if typed not in KEYS.values():
            self.filter.begin_with(typed)

    def _tables(self) -> dict[str, PagedTable]:
        return {"columns": self.clusters, "member-columns": self.details.members}

    def _restore_state(self) -> None:
        state = self.session.window_state
        if state.contains("clusters/folded"):
            self.threshold.set_folded(bool(state.value("clusters/folded", False, bool)))
        details, shares = state.value("clusters/details"), state.value("clusters/split")
        if isinstance(details, QByteArray):
            self.details.split.restoreState(details)
        if isinstance(shares, QByteArray):
            self._is_split_chosen = self._split.restoreState(shares)
        for name, table in self._tables().items():
            kept = state.value(f"clusters/{name}")
            if isinstance(kept, QByteArray):
                table.restore_columns(bytes(kept.data()))

    # Following the view model

    def _show_query(self) -> None:
        query = self.model.query
        self.filter.show_filter(query.filter.text)
        self.clusters.set_sort(query.order, query.is_descending)

    def _choose_kind(self) -> None:
        self.model.choose_kind(SearchKind(self.unconfirmed.isChecked(), self.partial.isChecked()))

    def _follow_kind(self) -> None:
        search = self.model.search
        self.unconfirmed.setChecked(search.kind.with_unconfirmed)
        self.partial.setChecked(search.kind.with_partial)

    def _follow_phase(self) -> None:
        phase, search = self.model.phase, self.model.search
        self._follow_kind()
        self.choices.setVisible(search.document_count > 0)
        self.find_action.setEnabled(not search.is_running and search.document_count > 0)
        self.find_action.setVisible(search.findings is not None)
        for button in (self.reviewing.button, self.exporting.button):
            button.setVisible(phase not in {Phase.WAITING, Phase.NO_DOCUMENTS})
        self.exporting.button.setEnabled(phase is Phase.FOUND and search.is_of_now)
        summary, *shorter = search_summaries(search.findings, is_searching=search.is_running)
        self.header.set_summary(summary, shorter)
        if phase is Phase.FOUND:
            is_new = self._stack.currentWidget() is not self._full
            self._stack.setCurrentWidget(self._full)
            if is_new:
                self._fit()
                self.content_shown.emit(self)
        else:
            self._stack.setCurrentWidget(self.empty)
            if self.session.library is None and self.session.failed_opening is not None:
                self.empty.set_texts(*no_library_texts())
            else:
                self.empty.set_texts(*empty_texts(phase, search.kind, search.findings))

    def _show_relations(self) -> None:
        findings = self.model.search.findings
        detection = findings.detection if findings is not None else None
        self.relations.show_detection(detection)
        self.passages.show_found(detection, findings.passages if findings is not None else ())
        self.folders.show_detection(detection)
        self._name_tabs()

    def _name_tabs(self) -> None:
        labels = tab_labels(self.relations.count, self.passages.count)
        self.tabs.set_labels(labels, tab_tips())
        self._fit()

    def _act_on_empty(self) -> None:
        phase, kind = self.model.phase, self.model.search.kind
        if phase is Phase.NOT_SEARCHED:
            self.model.find()
        elif phase is Phase.NOTHING_FOUND and not kind.with_partial:
            self.model.choose_kind(replace(kind, with_partial=True))
        else:
            self.session.page_requested.emit(PageId.LIBRARY)

    def _show_list(self) -> None:
        self._tell_unknown()
        self._rows.use_table(self.model.shown)
        self._show_empty_text()
        left = self._still_listed()
        is_same_question, self._listed_for = self._listed_for == self.model.query, self.model.query
        self.clusters.set_ids(self.model.listed)
        self.filter.show_count(count_text(len(self.model.listed)))
        if self.clusters.selected_count() or not len(self.model.listed):
            return
        if not (is_same_question and self.clusters.select_id(left)):
            self.clusters.selectRow(0)

    def _still_listed(self) -> int:
        """The cluster that is chosen, also by another file of its medoid; or what is next to it."""
        shown, listed = self.model.shown, self.model.listed
        if shown is not None and self.clusters.current_id() not in listed:
            medoid = self.model.chosen.medoid_in(shown.table)
            if medoid in listed:
                return medoid
        return self.clusters.id_left_of(listed)

    def _tell_unknown(self) -> None:
        """Say which terms are not known, and which are."""
        unknown = self.model.query.filter.unknown
        self.unknown_term.set_full_text(unknown_terms_text(unknown) if unknown else "")
        self.unknown_term.setVisible(bool(unknown))

    def _show_empty_text(self) -> None:
        """Why no row is listed; nothing while the list is on its way."""
        table, model = self.model.table, self.model
        is_awaited = table is None or len(model.listed) > 0
        is_filtered = model.query.filter != ClusterFilter()
        has_clusters = table is not None and table.cluster_count > 0
        text = "" if is_awaited else no_rows_text(has_clusters, is_filtered)
        self.clusters.set_empty_text(text)

    def _choose_cluster(self) -> None:
        selected = self.clusters.selected_ids()
        place = self._rows.place_of(selected[0]) if selected else None
        if place is None:
            self.model.chosen.clear()
        else:
            self.model.chosen.choose(*place)

    def _sort(self, order: object, is_descending: bool) -> None:
        self.model.sort_by(order, is_descending)  # type: ignore[arg-type]
        self.clusters.set_sort(order, is_descending)
