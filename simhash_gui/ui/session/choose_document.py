"""The dialog that asks for one document of the library, or for two, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from PySide6.QtCore import (
    QCoreApplication,
    QItemSelectionModel,
    QObject,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    DocumentState,
    document_ids,
    document_rows,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.dialogs import QuestionDialog
from simhash_gui.ui.common.document_columns import folder_text
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space


class ChosenChip(QFrame):
    """One of two documents that are being chosen: its letter, its name, and a way to undo that."""

    removed = Signal()

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        set_role(self, Role.CARD)
        self._name = ElidedLabel()
        self.remove_button = IconButton("close")
        self.remove_button.set_label(
            self.tr("Choose another document {letter}").format(letter=letter)
        )
        self.remove_button.clicked.connect(self.removed)
        policy = self.remove_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.remove_button.setSizePolicy(policy)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.S, Space.XS, Space.XS, Space.XS)
        row.setSpacing(Space.S)
        badge = QLabel(letter)
        set_role(badge, Role.SECTION)
        row.addWidget(badge)
        row.addWidget(self._name, 1)
        row.addWidget(self.remove_button)
        self.show_name("")

    def show_name(self, name: str) -> None:
        """Show what is chosen; nothing where ``name`` is empty."""
        self._name.set_full_text(name or self.tr("none yet"))
        set_role(self._name, Role.PLAIN if name else Role.MUTED)
        self.remove_button.setVisible(bool(name))
        self.setAccessibleName(f"{self._letter}: {self._name.full_text()}")

    def name(self) -> str:
        """What it says."""
        return self._name.full_text()


class ChooseModel(PagedTableModel[DocumentRow]):
    """The short list of columns that tells documents apart."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        self.filter = DocumentFilter(state=DocumentState.FINGERPRINTED)
        super().__init__(_columns(), self._fetch_rows, lambda row: row.id, parent)
        self.failed.connect(session.reads.failed, Qt.ConnectionType.QueuedConnection)

    def _fetch_rows(self, ids: Sequence[int]) -> list[DocumentRow]:
        library = self._session.library
        return document_rows(library, ids, self.filter) if library is not None else []


def _columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("ChooseModel", "Name"),
            lambda row: fmt.path(row.name),
            sort_key=DocumentSort.NAME,
            width=36,
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
        ),
        Column(
            "folder",
            lambda: QCoreApplication.translate("ChooseModel", "Folder"),
            lambda row: fmt.path(folder_text(row)),
            tip=lambda row: fmt.path(row.path),
            sort_key=DocumentSort.FOLDER,
            width=30,
            elide=Qt.TextElideMode.ElideMiddle,
            is_muted=True,
        ),
        Column(
            "characters",
            lambda: QCoreApplication.translate("ChooseModel", "Characters"),
            lambda row: fmt.number(row.character_count),
            sort_key=DocumentSort.CHARACTERS,
            is_number=True,
            width=14,
            leaves=1,
        ),
    )


_IDS_KEY = "choose-document"
_WIDTH_CHARACTERS = 120
_HEIGHT_LINES = 34


class ChooseDocumentDialog(QuestionDialog):
    """A filter box over the documents that have a fingerprint; Enter takes what is selected.

    Where two are asked for, a click chooses one and another click another; both stay chosen, and
    are named above the list, whatever is filtered for meanwhile.
    """

    def __init__(
        self,
        session: Session,
        max_count: int,
        parent: QWidget | None = None,
        *,
        to_compare: bool = False,
    ) -> None:
        super().__init__(parent)
        self._chosen: list[DocumentRow] = []
        self._is_filling = False
        self.chips = [ChosenChip(letter) for letter in "AB"] if max_count > 1 else []
        self._session = session
        self._max_count, self._to_compare = max_count, to_compare
        self._sort, self._is_descending = DocumentSort.NAME, False
        self.filter = FilterBox()
        self._hint = WrappedLabel()
        set_role(self._hint, Role.MUTED)
        self._model = ChooseModel(session, self)
        self.table = PagedTable(self._model)
        self._lay_out()
        self._connect()
        self.retranslate()
        self.filter.setFocus()
        self._search()
        self._follow_selection()

    @property
    def chosen_ids(self) -> list[int]:
        """Ids of the chosen documents, in the order in which they were chosen."""
        return [row.id for row in self._chosen]

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
        self.table.setSelectionMode(mode.MultiSelection if self.chips else mode.SingleSelection)
        column = self.body
        column.setSpacing(Space.S)
        if self.chips:
            row = QHBoxLayout()
            row.setSpacing(Space.S)
            for chip in self.chips:
                row.addWidget(chip, 1)
            column.addLayout(row)
        for widget in (self.filter, self._hint):
            column.addWidget(widget)
        column.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.filter.filtered.connect(self._search)
        self.table.sort_requested.connect(self._sort_by)
        self.table.opened.connect(self._take_row)
        for number, chip in enumerate(self.chips):
            chip.removed.connect(partial(self._remove, number))
        self.table.typed.connect(self.filter.begin_with)
        self.table.selection_changed.connect(self._follow_selection)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        one = self._max_count == 1
        self.setWindowTitle(
            self.tr("Choose a document") if one else self.tr("Choose two documents")
        )
        self.accept_button.setText(self.tr("Compare") if self._to_compare else self.tr("Choose"))
        self.filter.set_labels(self.tr("Filter by name or folder"), self.tr("Clear the filter"))
        self.table.setAccessibleName(self.tr("Documents of the library"))
        self._hint.setText(
            self.tr("Only documents with a fingerprint are listed.")
            if one
            else self.tr("Click two documents. What you choose stays chosen while you filter.")
        )

    def _search(self) -> None:
        library = self._session.library
        if library is None:
            return
        text = self.filter.text().strip()
        wanted = self._model.filter = replace(self._model.filter, text=text)
        self._model.forget_rows()  # documents are shown under the copies that fit
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
        self._is_filling = True
        self.table.set_ids(ids)  # type: ignore[arg-type]
        if self.chips:
            self._select_chosen()
        elif self.table.selected_count() == 0 and len(self._model.ids):
            self.table.selectRow(0)
        self._is_filling = False
        self._follow_selection()

    def _sort_by(self, sort: DocumentSort, is_descending: bool) -> None:
        self._sort, self._is_descending = sort, is_descending
        self._search()

    def _select_chosen(self) -> None:
        """Show which of the rows that are listed are chosen."""
        self.table.clearSelection()
        flags = QItemSelectionModel.SelectionFlag
        for row in map(self._model.row_of, self.chosen_ids):
            index = self._model.index(row, 0)
            self.table.selectionModel().select(index, flags.Select | flags.Rows)

    def _follow_selection(self) -> None:
        """What is not listed now stays chosen; a third one takes the place of the second."""
        if self._is_filling:
            return
        selected = self.table.selected_ids()
        if self.chips:
            listed = {row.id for row in self._chosen if self._model.row_of(row.id) >= 0}
            kept = [row for row in self._chosen if row.id in selected or row.id not in listed]
        else:
            kept = []
        known = {row.id for row in kept}
        new = self._model.rows_at(self.table.selected_rows())
        more = [row for row in new if row.id not in known]
        room = self._max_count - len(more)
        self._chosen = [*kept[: max(room, 0)], *more[-self._max_count :]]
        if self.chips and len(self._chosen) < len(kept) + len(more):
            self._is_filling = True
            self._select_chosen()
            self._is_filling = False
        self._show_chosen()

    def _show_chosen(self) -> None:
        for chip, row in zip_longest(self.chips, self._chosen[: len(self.chips)]):
            chip.show_name(fmt.path(row.name) if row is not None else "")
        self.accept_button.setEnabled(bool(self._chosen))

    def _remove(self, number: int) -> None:
        del self._chosen[number]
        self._is_filling = True
        self._select_chosen()
        self._is_filling = False
        self._show_chosen()

    def _take_row(self, document_id: int) -> None:
        """Enter or a double click: choose the row, and end where nothing is left to choose."""
        if document_id not in self.chosen_ids:
            flags = QItemSelectionModel.SelectionFlag
            index = self._model.index(self._model.row_of(document_id), 0)
            self.table.selectionModel().select(index, flags.Select | flags.Rows)
        if len(self._chosen) == self._max_count:
            self.accept()
