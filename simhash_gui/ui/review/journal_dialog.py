"""The journal: every run with its acts; a run or single acts are undone, cut-off runs finished."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import Library, LibraryError
from simhash_gui.services.review.undo import (
    ActState,
    JournalAct,
    ReviewRun,
    review_acts,
    review_runs,
    settle,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.acting import Acting
from simhash_gui.ui.review.plain_table import ROWS_SHOWN, tell_more, unselectable
from simhash_gui.ui.review.review_texts import (
    act_label,
    act_state_label,
    refusal_text,
    run_state_label,
)
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme

_SIZE_PX = (980, 600)
_ACT_PX, _OUTCOME_PX = 160, 300
_ACT_SHARE, _OUTCOME_SHARE = 0.22, 0.34  # where the dialog is too narrow for that
_RUN_ROLE = Qt.ItemDataRole.UserRole
_PATH_ROLE, _PLACE_ROLE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_REASON_ROLE, _DONE_ROLE = Qt.ItemDataRole.UserRole + 3, Qt.ItemDataRole.UserRole + 4
_JOURNAL_KEY = "review-journal"


class JournalDialog(PanelDialog):
    """Follows the journal while it is open."""

    def __init__(self, session: Session, acting: Acting, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._session, self._acting = session, acting
        self._runs: list[ReviewRun] = []
        self._again: tuple[int, set[str] | None] | None = None  # to be chosen when it is read
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.undo_button, self.finish_button = QPushButton(), QPushButton()
        self.nothing = WrappedLabel()
        set_role(self.nothing, Role.MUTED)
        self.nothing.hide()  # until the journal is read
        self.body.addWidget(self.nothing)
        self.body.addWidget(self.tree, 1)
        self.place = ElidedLabel()
        set_role(self.place, Role.CAPTION)
        self.body.addWidget(self.place)
        self.buttons.insertWidget(0, self.undo_button)
        self.buttons.insertWidget(1, self.finish_button)
        self.tree.itemExpanded.connect(self._read_acts)
        self.tree.itemSelectionChanged.connect(self._follow_selection)
        self.undo_button.clicked.connect(self._undo)
        self.finish_button.clicked.connect(self._finish)
        acting.ended.connect(self.read)
        open_at(self, _SIZE_PX)
        self.retranslate()
        self.read()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Journal"))
        self.tree.setAccessibleName(self.tr("Journal"))
        self.tree.setHeaderLabels([self.tr("File"), self.tr("Action"), self.tr("Outcome")])
        self.nothing.setText(
            self.tr(
                "The program has not changed any file of this library. What a plan does is "
                "listed here, and can be undone here."
            )
        )
        self.undo_button.setText(self.tr("Undo"))
        self.finish_button.setText(self.tr("Finish"))
        self._show()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Leave the paths a part of the width in a narrow dialog too."""
        room, scaled = self.tree.viewport().width(), Theme.current().scaled
        for column, px, share in ((1, _ACT_PX, _ACT_SHARE), (2, _OUTCOME_PX, _OUTCOME_SHARE)):
            self.tree.setColumnWidth(column, min(scaled(px), round(share * room)))

    def read(self) -> None:
        """Read the journal again."""
        library = self._session.library
        if library is not None:
            self._session.reads.submit(_read, library, on_done=self._keep, key=_JOURNAL_KEY)

    def _keep(self, runs: list[ReviewRun]) -> None:
        self._runs = runs
        self.nothing.setVisible(not runs)
        self._show()

    def _show(self) -> None:
        self._again = self._chosen() or self._again
        self.tree.clear()
        for run in self._runs[:ROWS_SHOWN]:
            top = QTreeWidgetItem([_run_text(run)])
            top.setToolTip(0, fmt.exact_date(_moment(run)))
            top.setData(0, _RUN_ROLE, run.id)
            if run.counts:
                top.addChild(unselectable())  # its acts are read when they are looked at
            self.tree.addTopLevelItem(top)
            top.setFirstColumnSpanned(True)
        tell_more(self.tree.invisibleRootItem(), len(self._runs))
        run_id, paths = self._again or (None, None)
        row = self._row_of(run_id or next((run.id for run in self._runs), None))
        if row is not None:
            row.setExpanded(True)
            self.tree.setCurrentItem(row)
            row.setSelected(not paths)
        self._follow_selection()

    def _row_of(self, run_id: int | None) -> QTreeWidgetItem | None:
        rows = range(self.tree.topLevelItemCount())
        tops = [self.tree.topLevelItem(row) for row in rows]
        return next((each for each in tops if each and each.data(0, _RUN_ROLE) == run_id), None)

    def _read_acts(self, top: QTreeWidgetItem) -> None:
        library, run_id = self._session.library, top.data(0, _RUN_ROLE)
        if library is not None:
            self._session.reads.submit(
                review_acts,
                library,
                run_id,
                ROWS_SHOWN,
                on_done=partial(self._show_acts, run_id),
                key=f"{_JOURNAL_KEY} {run_id}",
            )

    def _show_acts(self, run_id: int, acts: list[JournalAct]) -> None:
        top = self._row_of(run_id)
        run = next((run for run in self._runs if run.id == run_id), None)
        if top is not None and run is not None:
            top.takeChildren()
            items = [_act_item(act) for act in acts]
            top.addChildren(items)
            tell_more(top, sum(run.counts.values()))
            self._choose_again(run_id, items)
            self._follow_selection()

    def _choose_again(self, run_id: int, items: Sequence[QTreeWidgetItem]) -> None:
        """The files that were chosen, so that a second click undoes no more than the first."""
        if self._again is None or self._again[0] != run_id or not self._again[1]:
            return
        chosen = [item for item in items if item.data(0, _PATH_ROLE) in self._again[1]]
        self._again = None
        if chosen:
            self.tree.setCurrentItem(chosen[0])
        for item in chosen:
            item.setSelected(True)

    def _chosen(self) -> tuple[int, set[str] | None] | None:
        """The run that is chosen, and single files of it; None for no one run."""
        items = self.tree.selectedItems()
        runs = {item.data(0, _RUN_ROLE) for item in items}
        if len(runs) != 1:
            return None
        paths = {item.data(0, _PATH_ROLE) for item in items}
        return runs.pop(), None if None in paths else paths

    def _follow_selection(self) -> None:
        chosen = self._chosen()
        run = next((run for run in self._runs if chosen and run.id == chosen[0]), None)
        counts = run.counts if run is not None and self._session.may_write else {}
        item = self.tree.currentItem()
        place = item.data(0, _PLACE_ROLE) if item is not None else None
        text = self.tr("The file is now {path}").format(path=fmt.path(place or ""))
        if item is not None and item.parent() is None and (place := _common_folder(item)):
            text = self.tr("The files are now in {folder}").format(folder=fmt.path(place))
        reason = item.data(0, _REASON_ROLE) if item is not None else None
        if chosen and chosen[1] and len(chosen[1]) > 1:  # what Undo means now
            place, reason = "", _chosen_text(len(chosen[1]))
        self.place.set_full_text(" · ".join(filter(None, [reason, text if place else ""])))
        is_left = any(each.data(0, _DONE_ROLE) is not False for each in self.tree.selectedItems())
        self.undo_button.setEnabled(counts.get(ActState.DONE, 0) > 0 and is_left)
        self.finish_button.setEnabled(counts.get(ActState.PLANNED, 0) > 0)

    def _undo(self) -> None:
        if chosen := self._chosen():
            self._acting.undo(*chosen)

    def _finish(self) -> None:
        if chosen := self._chosen():
            self._acting.finish(chosen[0])


def _read(library: Library) -> list[ReviewRun]:
    """All runs. What a run did that had no room to write its end down is found out first."""
    with suppress(LibraryError):  # it has no room now either, or may only be read
        settle(library)
    return review_runs(library)


def _chosen_text(count: int) -> str:
    return QCoreApplication.translate("JournalDialog", "%Ln files chosen", "", count)


def _common_folder(run: QTreeWidgetItem) -> str | None:
    """Where the files of a run are now, as far as its acts are shown."""
    children = [run.child(row) for row in range(run.childCount())]
    places = [child.data(0, _PLACE_ROLE) for child in children if child is not None]
    folders = {os.path.dirname(place) for place in places if place}  # noqa: PTH120 - as kept
    try:
        return os.path.commonpath(folders) if folders else None
    except ValueError:  # on several drives
        return None


def _act_item(act: JournalAct) -> QTreeWidgetItem:
    became = act_state_label(act.outcome)
    reason = refusal_text(act.detail) if act.detail else ""
    if reason:
        pattern = QCoreApplication.translate("Refusal", "{reason}: {detail}")
        became = pattern.format(reason=became, detail=reason)
    item = QTreeWidgetItem([fmt.path(act.path), act_label(act.act), became])
    item.setToolTip(0, fmt.path(act.path))
    item.setToolTip(2, fmt.path(act.target or act.keeps))
    item.setData(0, _REASON_ROLE, reason)
    item.setData(0, _RUN_ROLE, act.run_id)
    item.setData(0, _PATH_ROLE, act.path)
    item.setData(0, _DONE_ROLE, act.state is ActState.DONE)
    item.setData(0, _PLACE_ROLE, act.target if act.state is ActState.DONE else None)
    return item


def _run_text(run: ReviewRun) -> str:
    counts = [
        f"{fmt.number(count)} {act_state_label(state)}" for state, count in run.outcomes.items()
    ]
    freed = fmt.size(run.done_bytes) if run.done_bytes else ""
    parts = [str(run.id), fmt.date(_moment(run)), run.person, run_state_label(run.state)]
    return " · ".join(filter(None, [*parts, *counts, freed]))


def _moment(run: ReviewRun) -> datetime:
    return datetime.fromtimestamp(run.started_at_ms / 1000, UTC)
