"""Pairs that are no versions of one text: contained, copied, quoted, or not confirmed at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.comparison.evidence import PairClass
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import CLASSES
from simhash_gui.services.library.browsing import FileRow, file_rows
from simhash_gui.ui.clusters.cluster_view import FileNames
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.reading.evidence_texts import (
    both_texts_way,
    class_label,
    class_meaning,
    with_symbol,
)
from simhash_gui.ui.session.page import BodyStack
from simhash_gui.ui.session.session import Session

_ORDER_KEY = "relations-order"
_OF_CLUSTERS = [CLASSES.index(each) for each in (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE)]


class RelationOrder(StrEnum):
    """Columns to sort by."""

    CLASS = "class"
    A = "a"
    B = "b"
    OVERLAP = "overlap"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A pair with a file of each document; ``number`` is its place among the detected pairs."""

    number: int
    a: FileRow
    b: FileRow
    pair_class: PairClass
    overlap: float
    distance: int


def relations(detection: Detection, order: RelationOrder, *, descending: bool) -> NDArray[np.int64]:
    """The places of all pairs that join no cluster, among the detected pairs, in order."""
    places = _places(detection)
    some = detection.pairs.take(places)
    keys = {
        RelationOrder.CLASS: some.classes.astype(np.float64),
        RelationOrder.OVERLAP: some.overlap.astype(np.float64),
        RelationOrder.DISTANCE: some.distance.astype(np.float64),
    }
    key = keys[order]
    return places[np.argsort(-key if descending else key, kind="stable")]


def relations_by_name(
    detection: Detection, names: FileNames, order: RelationOrder, *, descending: bool
) -> NDArray[np.int64]:
    """The same in the order of the names of A or of B, which are read from the library."""
    places = _places(detection)
    some = detection.pairs.take(places)
    documents = some.left if order is RelationOrder.A else some.right
    folded = [name.casefold() for name in names.of(_first_files(detection)[documents].tolist())]
    ordered = sorted(range(len(folded)), key=folded.__getitem__, reverse=descending)
    return places[np.array(ordered, np.int64)]


def _places(detection: Detection) -> NDArray[np.int64]:
    pairs = detection.pairs
    joins = pairs.is_confirmed & np.isin(pairs.classes, _OF_CLUSTERS)
    return np.flatnonzero(~joins)


def _first_files(detection: Detection) -> NDArray[np.int64]:
    """The first file of each document."""
    found = np.full(detection.document_count, -1)
    backwards = slice(None, None, -1)  # the first file of a document is written last
    found[detection.file_documents[backwards]] = detection.files.file_ids[backwards]
    return found


class RelationsModel(PagedTableModel[RelationRow]):
    """Pages of pairs by their places."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        self._detection: Detection | None = None
        self._first_files: NDArray[np.int64] = np.empty(0, np.int64)
        super().__init__(_columns(), self._fetch_rows, lambda row: row.number, parent)

    def use_detection(self, detection: Detection | None) -> None:
        """Read from these pairs from now on; ``set_ids`` shows them."""
        self._detection = detection
        self._first_files = np.empty(0, np.int64)

    def _files_of(self, detection: Detection) -> NDArray[np.int64]:
        """The first file of each document; made when a row is looked at."""
        if not len(self._first_files):
            self._first_files = _first_files(detection)
        return self._first_files

    def documents_of(self, number: int) -> tuple[int, int] | None:
        """The documents of a pair, for a comparison."""
        if self._detection is None:
            return None
        ids, pairs = self._detection.document_ids, self._detection.pairs
        return int(ids[pairs.left[number]]), int(ids[pairs.right[number]])

    def _fetch_rows(self, numbers: Sequence[int]) -> list[RelationRow]:
        library, detection = self._session.library, self._detection
        if library is None or detection is None:
            return []
        some = detection.pairs.take(np.array(numbers, np.int64))
        first_files = self._files_of(detection)
        left, right = (first_files[side].tolist() for side in (some.left, some.right))
        known = {file.id: file for file in file_rows(library, sorted({*left, *right}))}
        columns = zip(numbers, left, right, some.classes, some.overlap, some.distance, strict=True)
        return [
            RelationRow(
                number, known[a], known[b], CLASSES[pair_class], float(overlap), int(distance)
            )
            for number, a, b, pair_class, overlap, distance in columns
            if a in known and b in known
        ]


def _columns() -> tuple[Column[RelationRow], ...]:
    return (*_columns_of_names(), *_columns_of_measures())


def _columns_of_names() -> tuple[Column[RelationRow], ...]:
    return (
        Column(
            "class",
            lambda: QCoreApplication.translate("RelationsPanel", "Relation"),
            lambda row: with_symbol(row.pair_class, class_label(row.pair_class)),
            sort_key=RelationOrder.CLASS,
            tip=lambda row: class_meaning(row.pair_class),
            width=22,
            leaves=2,
        ),
        Column(
            "a",
            lambda: QCoreApplication.translate("RelationsPanel", "Document A"),
            lambda row: fmt.path(row.a.name),
            sort_key=RelationOrder.A,
            tip=lambda row: _document_tip(row.a),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=18,
        ),
        Column(
            "b",
            lambda: QCoreApplication.translate("RelationsPanel", "Document B"),
            lambda row: fmt.path(row.b.name),
            sort_key=RelationOrder.B,
            tip=lambda row: _document_tip(row.b),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=18,
        ),
    )


def _columns_of_measures() -> tuple[Column[RelationRow], ...]:
    return (
        Column(
            "overlap",
            lambda: QCoreApplication.translate("RelationsPanel", "Overlap"),
            lambda row: fmt.share(row.overlap),
            sort_key=RelationOrder.OVERLAP,
            tip=lambda _row: _overlap_tip(),
            head_tip=_overlap_tip,
            is_number=True,
            width=8,
        ),
        Column(
            "distance",
            lambda: QCoreApplication.translate("RelationsPanel", "Distance"),
            lambda row: fmt.number(row.distance),
            sort_key=RelationOrder.DISTANCE,
            tip=lambda _row: _distance_tip(),
            head_tip=_distance_tip,
            is_number=True,
            width=8,
            leaves=1,
        ),
    )


def _document_tip(file: FileRow) -> str:
    return f"{fmt.path(file.path)}\n{both_texts_way()}"


def _overlap_tip() -> str:
    return QCoreApplication.translate(
        "RelationsPanel", "How much of the shorter text also appears in the other"
    )


def _distance_tip() -> str:
    return QCoreApplication.translate(
        "RelationsPanel",
        "In how many bits the fingerprints differ: where only a part is shared, many",
    )


class RelationsPanel(QWidget):
    """A table of pairs; Enter compares one."""

    partial_wanted = Signal()  # a search that looks for such pairs

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._detection: Detection | None = None
        self._names: FileNames | None = None
        self._order, self._is_descending = RelationOrder.OVERLAP, True
        self._model = RelationsModel(session, self)
        self.table = PagedTable(self._model)
        self.table.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        self.compare_action, self.copy_action = QAction(self), QAction(self)
        self.compare_action.triggered.connect(self._compare_current)
        self.copy_action.triggered.connect(self.table.copy_rows)
        self.table.addActions([self.compare_action, self.copy_action])
        self.table.opened.connect(self._compare)
        self.table.sort_requested.connect(self._sort)
        self.table.set_sort(self._order, self._is_descending)
        self.empty, self._stack = EmptyState("compare"), BodyStack()
        self.empty.acted.connect(self._act_on_empty)
        for shown in (self.empty, self.table):
            self._stack.addWidget(shown)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.retranslate()

    @property
    def count(self) -> int:
        """How many pairs are listed."""
        return len(self._model.ids)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.compare_action.setText(self.tr("Compare"))
        self.copy_action.setText(self.tr("Copy rows"))
        self.table.setAccessibleName(self.tr("Contained and copied documents"))
        self._show_empty_text()

    def show_detection(self, detection: Detection | None) -> None:
        """Show the pairs of a search, or none."""
        if detection is not self._detection:
            self._detection, self._names = detection, None
            self._model.use_detection(detection)
            self._show_empty_text()
            self._show(self._listed(RelationOrder.OVERLAP, is_descending=True))
            self._list()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._model.retranslate()
            self.retranslate()
        super().changeEvent(event)

    def _show_empty_text(self) -> None:
        """What to do next instead of a list without rows."""
        text = self.tr(
            "No document contains, quotes or partly copies another. Add more documents to look for"
            " such pairs among them."
        )
        way = self.tr("Add folder…")
        if not self._is_searched:
            text = self.tr("To look for such pairs, switch on “Include partial copies”.")
            way = QCoreApplication.translate("ClustersPage", "Include partial copies")
        self.empty.set_texts(self.tr("Contained and copied documents"), text, way)

    @property
    def _is_searched(self) -> bool:
        """Whether such pairs were looked for."""
        return self._detection is not None and self._detection.options.partial

    def _act_on_empty(self) -> None:
        wanted = self._session.folder_choice_requested
        (wanted if self._is_searched else self.partial_wanted).emit()

    def _list(self) -> None:
        """In the order that was chosen; by names as soon as they have been read."""
        session, library = self._session, self._session.library
        session.reads.forget(_ORDER_KEY)
        if self._order not in (RelationOrder.A, RelationOrder.B):
            self._show(self._listed(self._order, is_descending=self._is_descending))
        elif self._detection is not None and library is not None:
            self._names = self._names or FileNames(library)
            order = partial(
                relations_by_name,
                self._detection,
                self._names,
                self._order,
                descending=self._is_descending,
            )
            session.reads.submit(order, on_done=self._show, key=_ORDER_KEY)

    def _listed(self, order: RelationOrder, *, is_descending: bool) -> NDArray[np.int64]:
        if self._detection is None:
            return np.empty(0, np.int64)
        return relations(self._detection, order, descending=is_descending)

    def _show(self, ids: NDArray[np.int64]) -> None:
        self.table.set_ids(ids)
        self._stack.setCurrentWidget(self.table if self.count else self.empty)

    def _sort(self, order: object, is_descending: bool) -> None:
        self._order, self._is_descending = RelationOrder(str(order)), is_descending
        self.table.set_sort(self._order, is_descending)
        self._list()

    def _compare_current(self) -> None:
        if self.table.current_id() >= 0:
            self._compare(self.table.current_id())

    def _compare(self, number: object) -> None:
        pair = self._model.documents_of(int(str(number)))
        if pair is not None:
            self._session.compare_requested.emit(pair)
