"""Pairs of folders that share documents, and what can be done about one of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.detection.answers.folder_pairs import (
    FolderPairs,
    FolderSort,
    folder_pairs,
)
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.printable import readable_folder
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.review.review_texts import common_folder, path_below
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space, Token

_FOLDERS_KEY = "clusters-folders"


@dataclass(frozen=True, slots=True)
class FolderPairRow:
    """Two folders, or trees; ``number`` is the place among all pairs."""

    number: int
    a: str
    b: str
    shared: int
    near: int
    only_a: int
    only_b: int
    is_tree: bool
    outside: str
    """What all folders have in front of the one they are in; it is not shown."""


class FolderPairsModel(PagedTableModel[FolderPairRow]):
    """Pages of pairs by their places."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.pairs: FolderPairs | None = None
        self._outside = ""
        super().__init__(_columns(), self._fetch_rows, lambda row: row.number, parent)

    def set_pairs(self, pairs: FolderPairs | None) -> None:
        """Take rows from these."""
        self.pairs = pairs
        listed = np.union1d(pairs.a, pairs.b).tolist() if pairs is not None else []
        names = pairs.names if pairs is not None else ()
        folder = common_folder([f"{names[place]}{os.sep}" for place in listed])
        self._outside = str(Path(folder).parent) if folder else ""

    def row(self, number: int) -> FolderPairRow | None:
        """One pair."""
        rows = self._fetch_rows([number])
        return rows[0] if rows else None

    def rows_of(self, a: str, b: str) -> list[int]:
        """The numbers of the pairs of two folders: one, or none."""
        pairs = self.pairs
        if pairs is None or a not in pairs.names or b not in pairs.names:
            return []
        places = [pairs.names.index(name) for name in (a, b)]
        found: list[int] = np.flatnonzero((pairs.a == places[0]) & (pairs.b == places[1])).tolist()
        return found

    def _fetch_rows(self, numbers: Sequence[int]) -> list[FolderPairRow]:
        pairs = self.pairs
        if pairs is None:
            return []
        return [
            FolderPairRow(
                number,
                pairs.names[pairs.a[number]],
                pairs.names[pairs.b[number]],
                int(pairs.shared[number]),
                int(pairs.near[number]),
                int(pairs.only_a[number]),
                int(pairs.only_b[number]),
                bool(pairs.is_tree[number]),
                self._outside,
            )
            for number in numbers
            if 0 <= number < len(pairs)
        ]


def _whole(is_whole: bool) -> tuple[str, Token] | None:
    """A folder that is wholly in the other one."""
    return ("check-circle", Token.AGREES) if is_whole else None


def _folder_text(path: str, row: FolderPairRow) -> str:
    shown = path_below(readable_folder(path), row.outside)
    if not row.is_tree:
        return shown
    text = QCoreApplication.translate("FoldersPanel", "{folder} and below")
    return text.format(folder=shown)


def _folder_tip(path: str, is_whole: bool, *, is_tree: bool) -> str:
    path = readable_folder(path)
    if not is_whole:
        return fmt.path(path)
    text = QCoreApplication.translate(
        "FoldersPanel", "All documents directly in it are in the other folder as well."
    )
    if is_tree:
        text = QCoreApplication.translate(
            "FoldersPanel", "All documents in it and below are in the other folder as well."
        )
    return f"{fmt.path(path)}\n{fmt.sentences(text, _not_counted_text())}"


def _not_counted_text() -> str:
    """A folder whose documents are all elsewhere may still have the last copy of something."""
    return QCoreApplication.translate(
        "FoldersPanel",
        "Other files, such as pictures and files that are empty, hidden or could not be read, are "
        "not counted.",
    )


def _columns() -> tuple[Column[FolderPairRow], ...]:
    return (
        Column(
            "a",
            lambda: QCoreApplication.translate("FoldersPanel", "Folder A"),
            lambda row: _folder_text(row.a, row),
            sort_key=FolderSort.A,
            tip=lambda row: _folder_tip(
                row.a, not row.only_a and not row.near, is_tree=row.is_tree
            ),
            icon=lambda row: _whole(not row.only_a and not row.near),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=20,
        ),
        Column(
            "b",
            lambda: QCoreApplication.translate("FoldersPanel", "Folder B"),
            lambda row: _folder_text(row.b, row),
            sort_key=FolderSort.B,
            tip=lambda row: _folder_tip(
                row.b, not row.only_b and not row.near, is_tree=row.is_tree
            ),
            icon=lambda row: _whole(not row.only_b and not row.near),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=20,
        ),
        *_counts(),
    )


def _counts() -> tuple[Column[FolderPairRow], ...]:
    return (
        Column(
            "shared",
            lambda: QCoreApplication.translate("FoldersPanel", "In both"),
            lambda row: fmt.number(row.shared),
            sort_key=FolderSort.SHARED,
            is_number=True,
            width=9,
        ),
        Column(
            "near",
            lambda: QCoreApplication.translate("FoldersPanel", "Other version"),
            lambda row: fmt.number(row.near),
            sort_key=FolderSort.NEAR,
            is_number=True,
            width=13,
            leaves=3,
        ),
        Column(
            "only-a",
            lambda: QCoreApplication.translate("FoldersPanel", "Only in A"),
            lambda row: fmt.number(row.only_a),
            sort_key=FolderSort.ONLY_A,
            is_number=True,
            width=10,
            leaves=2,
        ),
        Column(
            "only-b",
            lambda: QCoreApplication.translate("FoldersPanel", "Only in B"),
            lambda row: fmt.number(row.only_b),
            sort_key=FolderSort.ONLY_B,
            is_number=True,
            width=10,
            leaves=1,
        ),
    )


def _left_out_text(pairs: FolderPairs) -> str:
    """What of the folders was not compared."""
    parts = [_not_counted_text()]
    if pairs.trees_left_out:
        parts.append(
            QCoreApplication.translate(
                "FoldersPanel",
                "%Ln more pairs of folders with everything below them, those with the fewest "
                "documents, were not compared.",
                "",
                pairs.trees_left_out,
            )
        )
    if pairs.widespread:
        parts.append(
            QCoreApplication.translate(
                "FoldersPanel",
                "%Ln documents are in more than a hundred folders each and were not counted.",
                "",
                pairs.widespread,
            )
        )
    return fmt.sentences(*parts)


class FoldersPanel(QWidget):
    """A table of pairs of folders; its actions ask for a plan."""

    keep_wanted = Signal(str)  # this folder's side of every copy
    empty_wanted = Signal(str)  # this folder, of what exists elsewhere

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._detection: Detection | None = None
        self._is_stale = False
        self._order, self._is_descending = FolderSort.SHARED, True
        self._model = FolderPairsModel(self)
        self.table = PagedTable(self._model)
        self.table.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        self.keep_a, self.keep_b = QAction(self), QAction(self)
        self.empty_a, self.empty_b = QAction(self), QAction(self)
        self._actions = (self.keep_a, self.keep_b, self.empty_a, self.empty_b)
        row = FlowRow()
        for action in self._actions:
            row.add(ActionButton(action), gap=Space.XS)
        self.table.addActions(list(self._actions))
        self.keep_a.triggered.connect(lambda: self._ask(self.keep_wanted.emit, is_a=True))
        self.keep_b.triggered.connect(lambda: self._ask(self.keep_wanted.emit, is_a=False))
        self.empty_a.triggered.connect(lambda: self._ask(self.empty_wanted.emit, is_a=True))
        self.empty_b.triggered.connect(lambda: self._ask(self.empty_wanted.emit, is_a=False))
        self.table.sort_requested.connect(self._sort)
        self.table.selection_changed.connect(self._follow_selection)
        self.table.set_sort(self._order, self._is_descending)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        self.left_out = WrappedLabel()
        set_role(self.left_out, Role.CAPTION)
        self.left_out.hide()
        column.addWidget(self.table, 1)
        column.addWidget(self.left_out)
        column.addWidget(row)
        self.retranslate()
        self._follow_selection()

    @property
    def count(self) -> int:
        """How many pairs of folders are listed."""
        return len(self._model.ids)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.keep_a.setText(self.tr("Keep A's copies…"))
        self.keep_b.setText(self.tr("Keep B's copies…"))
        self.empty_a.setText(self.tr("Remove A's copies…"))
        self.empty_b.setText(self.tr("Remove B's copies…"))
        self.keep_a.setToolTip(self.tr("Of what is in A and elsewhere keep the copy in A"))
        self.keep_b.setToolTip(self.tr("Of what is in B and elsewhere keep the copy in B"))
        self.empty_a.setToolTip(self.tr("Remove from A what exists elsewhere"))
        self.empty_b.setToolTip(self.tr("Remove from B what exists elsewhere"))
        self.table.setAccessibleName(self.tr("Pairs of folders"))
        self.table.set_empty_text(self.tr("No two folders share a document."))
        self._say_what_is_left_out()

    def show_detection(self, detection: Detection | None) -> None:
        """Compare the folders of a search, or of none, as soon as somebody looks."""
        if detection is self._detection:
            return
        self._detection = detection
        self._is_stale = True
        if detection is None:
            self._session.reads.forget(_FOLDERS_KEY)
            self._show(None)
        elif self.isVisible():
            self._compare()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._compare()

    def _compare(self) -> None:
        library, detection = self._session.library, self._detection
        if self._is_stale and library is not None and detection is not None:
            self._is_stale = False
            self._session.reads.submit(
                folder_pairs, library, detection, on_done=self._show, key=_FOLDERS_KEY
            )

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._model.retranslate()
            self.retranslate()
        super().changeEvent(event)

    def _show(self, pairs: FolderPairs | None) -> None:
        """List other pairs. The chosen folders stay chosen, or none: numbers mean others now."""
        chosen = self._model.row(self.table.current_id())
        self._model.set_pairs(pairs)
        self.table.set_ids(np.empty(0, np.int64))
        self._list()
        self._say_what_is_left_out()
        if chosen is not None and pairs is not None:
            rows = self._model.rows_of(chosen.a, chosen.b)
            if rows:
                self.table.select_id(rows[0])

    def _say_what_is_left_out(self) -> None:
        pairs = self._model.pairs
        text = _left_out_text(pairs) if pairs is not None and len(pairs) else ""
        self.left_out.setText(text)
        self.left_out.setVisible(bool(text))

    def _list(self) -> None:
        pairs = self._model.pairs
        ids = np.empty(0, np.int64)
        if pairs is not None:
            ids = pairs.order(self._order, descending=self._is_descending)
        self._model.forget_rows()
        self.table.set_ids(ids)

    def _sort(self, order: object, is_descending: bool) -> None:
        self._order, self._is_descending = FolderSort(str(order)), is_descending
        self.table.set_sort(self._order, is_descending)
        self._list()

    def _follow_selection(self) -> None:
        for action in self._actions:
            action.setEnabled(self.table.selected_count() == 1)

    def _ask(self, tell: Callable[[str], None], *, is_a: bool) -> None:
        row = self._model.row(self.table.current_id())
        if row is not None:
            tell(row.a if is_a else row.b)
