"""Reviewing on the Clusters page: verdicts on the chosen cluster, the plan, the journal.

The queue moves on by itself: after a verdict the next cluster of the list is chosen.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common.paged_table import PagedTable, select_only
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.acting import Acting
from simhash_gui.ui.review.journal_dialog import JournalDialog
from simhash_gui.ui.review.plan_dialog import PlanDialog
from simhash_gui.ui.review.review_texts import verdict_label
from simhash_gui.ui.review.verdict_list import VerdictListDialog
from simhash_gui.ui.review.verdicts import (
    BACK_KEY,
    KEYS,
    NOTE_KEY,
    NOWHERE,
    VerdictBar,
    VerdictModel,
)
from simhash_gui.ui.session.session import Session

_UNDO_KEY = "Ctrl+Z"


class Reviewing(QObject):
    """What the page has for reviewing: a bar of verdicts, and a button with a menu."""

    def __init__(
        self, session: Session, model: ClustersViewModel, table: PagedTable, page: QWidget
    ) -> None:
        super().__init__(page)
        self._session, self._model, self._table, self._page = session, model, table, page
        self.verdicts = VerdictModel(session, self)
        self.acting = Acting(session, self)
        self.bar = VerdictBar(self.verdicts)
        self.button = QPushButton()
        self.plan_action, self.journal_action = QAction(self), QAction(self)
        self.list_action, self.undo_action = QAction(self), QAction(self)
        self.undo_action.setShortcut(QKeySequence(_UNDO_KEY))
        for action, key in self._keys().items():
            action.setShortcut(QKeySequence(key))
        page.addActions([*self._keys(), self.undo_action])
        menu = QMenu(self.button)
        menu.addActions([self.plan_action, self.journal_action, self.list_action])
        menu.addSeparator()
        menu.addActions(self.bar.all_actions())
        self.button.setMenu(menu)
        set_role(self.button, Role.MENU)
        page.addActions(self.bar.all_actions())
        self.plan_action.triggered.connect(lambda _checked: self.open_plan())
        self.journal_action.triggered.connect(self.open_journal)
        self.list_action.triggered.connect(self.open_verdicts)
        self.undo_action.triggered.connect(self._undo_last)
        self.bar.note_left.connect(table.setFocus)
        self.acting.journal_wanted.connect(self.open_journal)
        session.journal_requested.connect(self.open_journal)
        for action in (*self.bar.actions_by_verdict.values(), self.bar.back_action):
            action.triggered.connect(self._keep_keyboard)
        for action in self.bar.actions_by_verdict.values():
            action.triggered.connect(self._move_on)
        self.verdicts.kept.connect(model.search.follow_verdicts)
        self.verdicts.kept.connect(self.acting.forget_run)
        self.verdicts.went_back.connect(self._go_back)
        self._back_to: int | None = None
        # After the table has the new list.
        model.list_changed.connect(self._choose_again, Qt.ConnectionType.QueuedConnection)
        model.chosen.documents_changed.connect(self.verdicts.choose)
        page.installEventFilter(self)
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.button.setText(self.tr("Review"))
        self.button.setAccessibleName(self.tr("Plan for exact copies, journal, verdicts"))
        self.plan_action.setText(self.tr("Plan for exact copies…"))
        self.journal_action.setText(self.tr("Journal and undo…"))
        self.list_action.setText(self.tr("List of verdicts…"))

    def shortcuts(self) -> list[tuple[str, str]]:
        """Keys with what they do."""
        keys = [(KEYS[verdict], verdict_label(verdict)) for verdict in Verdict]
        dialogs = [(key, action.text().rstrip("…")) for action, key in self._keys().items()]
        return [
            *keys,
            (NOTE_KEY, self.tr("Write a note on the verdict")),
            (BACK_KEY, self.tr("Undo the last verdict")),
            (_UNDO_KEY, self.tr("Undo the last verdict or action")),
            *dialogs,
        ]

    def _keys(self) -> dict[QAction, str]:
        return {
            self.plan_action: "Ctrl+Shift+P",
            self.journal_action: "Ctrl+Shift+J",
            self.list_action: "Ctrl+Shift+V",
        }

    def open_plan(self, *, kept_folder: str = "", emptied_folder: str = "") -> QDialog | None:
        """Propose what to do with exact copies: all of them, or by one folder."""
        if self._session.library is None:
            return None
        dialog = PlanDialog(
            self._session,
            self.acting,
            self._page,
            kept_folder=kept_folder,
            emptied_folder=emptied_folder,
        )
        dialog.open()
        return dialog

    def open_journal(self) -> QDialog | None:
        """Show what was done to files."""
        if self._session.library is None:
            return None
        dialog = JournalDialog(self._session, self.acting, self._page)
        dialog.open()
        return dialog

    def open_verdicts(self) -> QDialog | None:
        """Show all verdicts."""
        if self._session.library is None:
            return None
        dialog = VerdictListDialog(self._session, self.verdicts, self._page)
        dialog.open()
        return dialog

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        return super().eventFilter(watched, event)

    def _keep_keyboard(self) -> None:
        """Back to the list from a button that was pressed: it may go grey, and the keys with it."""
        if self.bar.isAncestorOf(self._page.window().focusWidget()):
            self._table.setFocus()

    def _undo_last(self) -> None:
        """What was done to files, or a verdict that was given after it."""
        if self.acting.last_run is None:
            self.bar.back_action.trigger()
        else:
            self.acting.undo(self.acting.last_run)

    def _move_on(self) -> None:
        rows = self._table.selected_rows()
        if rows and rows[0] + 1 < len(self._model.listed):
            select_only(self._table, rows[0] + 1)

    def _go_back(self, medoid_file_id: int) -> None:
        if medoid_file_id != NOWHERE:
            self._back_to = medoid_file_id
            self._choose_again()

    def _choose_again(self) -> None:
        """The cluster that a verdict was taken back from, as soon as it is listed again."""
        if self._back_to is not None and self._table.select_id(self._back_to):
            self._back_to = None
