"""Choose one or two documents of the library by name."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentSort,
    DocumentState,
    document_ids,
)
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.row_choice import select_only
from simhash_gui.ui.compare.choose_model import ChooseModel
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_IDS_KEY = "choose-document"
_WIDTH_CHARACTERS = 120
_HEIGHT_LINES = 34


class ChooseDocumentDialog(QDialog):
    """A filter box over the documents that have a fingerprint; Enter takes what is selected."""

    def __init__(self, session: Session, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._most = most
        self._sort, self._is_descending = DocumentSort.NAME, False
        self.filter = FilterBox()
        self._hint = QLabel()
        set_role(self._hint, Role.MUTED)
        self._model = ChooseModel(session, self)
        self.table = PagedTable(self._model)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._lay_out()
        self._connect()
        self._set_texts()
        self._search()
        self._follow_selection()

    @property
    def accept_button(self) -> QPushButton:
        """Takes what is selected."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def chosen_ids(self) -> list[int]:
        """Ids of the selected documents, from top to bottom."""
        return self.table.selected_ids()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the filter leads to the list: what is selected there may be about to change."""
        if (
            event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            and self.focusWidget() is self.filter
        ):
            self.table.setFocus()
            return
        super().keyPressEvent(event)

    def _lay_out(self) -> None:
        metrics = self.fontMetrics()
        wanted = QSize(
            metrics.averageCharWidth() * _WIDTH_CHARACTERS, metrics.height() * _HEIGHT_LINES
        )
        self.resize(wanted.boundedTo(self.screen().availableSize()))
        mode = QAbstractItemView.SelectionMode
        one = self._most == 1
        self.table.setSelectionMode(mode.SingleSelection if one else mode.ExtendedSelection)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.S)
        for widget in (self.filter, self._hint):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        self.filter.filtered.connect(self._search)
        self.table.sort_requested.connect(self._sort_by)
        self.table.opened.connect(self._take)
        self.table.typed.connect(self.filter.begin_with)
        self.table.selection_changed.connect(self._follow_selection)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)

    def _set_texts(self) -> None:
        one = self._most == 1
        self.setWindowTitle(
            self.tr("Choose a document") if one else self.tr("Choose two documents")
        )
        self.filter.set_labels(self.tr("Filter by name or folder"), self.tr("Clear the filter"))
        self.table.setAccessibleName(self.tr("Documents of the library"))
        self._hint.setText(
            self.tr("Only documents with a fingerprint are listed.")
            if one
            else self.tr("Hold Ctrl to select the second one.")
        )

    def _search(self) -> None:
        library = self._session.library
        if library is None:
            return
        wanted = DocumentFilter(text=self.filter.text().strip(), state=DocumentState.FINGERPRINTED)
        self._session.reads.submit(
            partial(document_ids, descending=self._is_descending),
            library,
            wanted,
            self._sort,
            on_done=self._show,
            key=_IDS_KEY,
        )
        self.table.set_sort(self._sort, self._is_descending)

    def _show(self, ids: object) -> None:
        self.table.set_ids(ids)  # type: ignore[arg-type]
        if self.table.selected_count() == 0 and len(self._model.ids):
            select_only(self.table, 0)

    def _sort_by(self, sort: DocumentSort, is_descending: bool) -> None:
        self._sort, self._is_descending = sort, is_descending
        self._search()

    def _follow_selection(self) -> None:
        is_good = 1 <= self.table.selected_count() <= self._most
        self.accept_button.setEnabled(is_good)

    def _take(self) -> None:
        if 1 <= self.table.selected_count() <= self._most:
            self.accept()
