"""What came of a folder that was checked: its documents, their matrix, and what bids share."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.checking.batch import Row
from simhash_gui.services.checking.findings import Filter
from simhash_gui.services.checking.tenders import Likeness, Shared, SharedKind
from simhash_gui.services.comparison.evidence import Passage
from simhash_gui.ui.check.batch_job import BatchAnswer
from simhash_gui.ui.check.filter_bar import filter_labels
from simhash_gui.ui.check.heat_map import HeatMap
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.format import fine_share, number
from simhash_gui.ui.common.labels import WrappedLabel, in_two_lines
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.evidence_texts import both_texts_way
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, Space

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_VALUE = Qt.ItemDataRole.UserRole
_BEGIN = Qt.ItemDataRole.UserRole + 1
_NAME, _TOTAL, _SINGLE, _PLAIN, _CHARACTERS, _FLAGS, _SOURCE = range(7)
_NUMBERS = range(_TOTAL, _SOURCE)
_NAME_CHARACTERS = 24


class BatchView(QWidget):
    """Three tabs; the last two where there is something to show in them."""

    document_wanted = Signal(object)  # Path
    pair_wanted = Signal(object, object)  # (Path, Path), where to begin as Compare takes it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: BatchAnswer | None = None
        self.documents, self.shared = _Documents(), QTreeWidget()
        self.matrix = HeatMap()
        self.pair_text, self.filters = WrappedLabel(), WrappedLabel()
        self.larger, self.smaller, self.whole = QAction(self), QAction(self), QAction(self)
        self.tabs = QTabWidget()
        self._matrix_tab = QWidget()
        self._lay_out()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        shares = [self.tr("Total"), self.tr("One source"), self.tr("Neither quoted nor cited")]
        counts = [self.tr("Characters"), self.tr("Tampering")]
        numbers = map(in_two_lines, (*shares, *counts))
        self.documents.setHeaderLabels([self.tr("Document"), *numbers, self.tr("Largest source")])
        tips = [
            self.tr("How much of the document is in any source"),
            self.tr("How much of it is in the source that has most of it"),
            self.tr("How much of it is in any source and neither quoted nor cited there"),
            self.tr("Characters of the document that count"),
            self.tr("Signs that text was tampered with, such as look-alike letters"),
        ]
        for column, tip in zip(_NUMBERS, tips, strict=True):
            self.documents.headerItem().setToolTip(column, tip)
            self.documents.headerItem().setTextAlignment(column, _RIGHT)
        self.documents.show_order()
        self.documents.setAccessibleName(self.tr("Checked documents"))
        self.shared.setHeaderLabels([self.tr("What"), self.tr("Kind"), self.tr("Pages")])
        self.shared.setAccessibleName(self.tr("What bids share"))
        self.matrix.setAccessibleName(self.tr("Matrix of the documents"))
        self.larger.setText(self.tr("Zoom in"))
        self.smaller.setText(self.tr("Zoom out"))
        self.whole.setText(self.tr("Whole matrix"))
        self._name_tabs()
        if self.answer is not None:
            self._fill(self.answer)

    def show_answer(self, answer: BatchAnswer) -> None:
        """Show another batch."""
        self.answer = answer
        self.tabs.setTabVisible(1, answer.matrix is not None)
        self.tabs.setTabVisible(2, answer.pairs is not None)
        self._fill(answer)
        if answer.matrix is not None:
            self.matrix.show_matrix(answer.matrix)
            self.tabs.setCurrentIndex(1)
        else:
            self.tabs.setCurrentIndex(0)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(Space.XS)
        buttons.setContentsMargins(Space.S, 0, Space.S, 0)
        buttons.addWidget(self.pair_text, 1)
        for action in (self.smaller, self.larger, self.whole):
            buttons.addWidget(ActionButton(action))
        set_role(self.pair_text, Role.MUTED)
        column = QVBoxLayout(self._matrix_tab)
        column.setContentsMargins(0, Space.S, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self.matrix, 1)
        for tree in (self.documents, self.shared):
            tree.setUniformRowHeights(True)
            tree.header().setStretchLastSection(False)
        self.documents.setRootIsDecorated(False)
        for widget in (self.documents, self._matrix_tab, self.shared):
            self.tabs.addTab(widget, "")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(Space.S)
        whole.addWidget(self.filters)
        whole.addWidget(self.tabs, 1)

    def _connect(self) -> None:
        self.larger.triggered.connect(partial(self.matrix.zoom, 1, None))
        self.smaller.triggered.connect(partial(self.matrix.zoom, -1, None))
        self.whole.triggered.connect(self.matrix.fit)
        self.matrix.chosen_changed.connect(self._tell_pair)
        self.matrix.pair_wanted.connect(self._open_square)
        self.documents.itemActivated.connect(self._open_document)
        Theme.current().changed.connect(self.retranslate)
        self.shared.itemActivated.connect(self._open_shared)

    def _name_tabs(self) -> None:
        names = (self.tr("Documents"), self.tr("Matrix"), self.tr("What bids share"))
        for place, name in enumerate(names):
            self.tabs.setTabText(place, name)

    def _tell_filters(self, filters: frozenset[Filter]) -> None:
        labels = [label for each, label in filter_labels().items() if each in filters]
        on = " · ".join(label.removesuffix("…") for label in labels)
        pattern = self.tr("Filters that were on for every document: {filters}")
        self.filters.setText(pattern.format(filters=on))
        self.filters.setVisible(bool(labels))

    def _fill(self, answer: BatchAnswer) -> None:
        self.pair_text.setText(_matrix_text())
        self._tell_filters(answer.request.settings.filters)
        self.documents.clear()
        self.documents.addTopLevelItems([_DocumentItem(row) for row in answer.rows])
        for each in answer.failed:
            reason = reason_label(each.failure.reason)
            item = _FailedItem([Path(each.path).name, reason])
            item.setToolTip(0, f"{each.path}\n{each.failure.detail}")
            self.documents.addTopLevelItem(item)
        self.documents.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        self.shared.clear()
        for pair in answer.pairs or ():
            self.shared.addTopLevelItem(_pair_item(pair))
        self.shared.expandAll()
        for tree, stretched in ((self.documents, {_NAME, _SOURCE}), (self.shared, {_NAME})):
            modes = QHeaderView.ResizeMode
            for section in range(tree.columnCount()):
                mode = modes.Stretch if section in stretched else modes.ResizeToContents
                tree.header().setSectionResizeMode(section, mode)
        self.documents.measure()

    def _tell_pair(self, row: int, column: int) -> None:
        self.pair_text.setText(self.matrix.words_of(row, column))

    def _open_square(self, row: int, column: int) -> None:
        matrix = self.answer.matrix if self.answer is not None else None
        if matrix is not None and row != column:
            self.pair_wanted.emit((Path(matrix.paths[row]), Path(matrix.paths[column])), None)

    def _open_document(self, item: QTreeWidgetItem) -> None:
        if isinstance(item, _DocumentItem):
            self.document_wanted.emit(Path(item.row.path))

    def _open_shared(self, item: QTreeWidgetItem) -> None:
        top = item.parent() or item
        self.pair_wanted.emit(tuple(map(Path, top.data(0, _VALUE))), item.data(0, _BEGIN))


class _Documents(QTreeWidget):
    """Columns leave where names would have no room; the total stays."""

    def __init__(self) -> None:
        super().__init__()
        self._needed_px: list[int] = []
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSortingEnabled(True)
        self.header().setSortIndicatorShown(False)  # it would cover what is right-aligned
        self.header().sortIndicatorChanged.connect(self.show_order)
        for column in _NUMBERS:
            first, role = Qt.SortOrder.DescendingOrder, Qt.ItemDataRole.InitialSortOrderRole
            self.headerItem().setData(column, role, first.value)

    def show_order(self) -> None:
        """An arrow beside the name of the column that sorts, as in every other table."""
        header = self.header()
        is_descending = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
        arrow = icon("chevron-down" if is_descending else "chevron-up")
        for column in range(self.columnCount()):
            is_sorted = column == header.sortIndicatorSection()
            self.headerItem().setIcon(column, arrow if is_sorted else QIcon())

    def measure(self) -> None:
        """See how much room each column needs, which only those that are shown tell."""
        self.header().ensurePolished()
        for column in range(self.columnCount()):
            self.setColumnHidden(column, False)
        self._needed_px = [
            max(self.sizeHintForColumn(column), self.header().sectionSizeHint(column))
            for column in range(self.columnCount())
        ]
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._needed_px:
            self._fit()

    def _fit(self) -> None:
        """Show as many columns, the ones that tell most first, as leave room for names."""
        name_px = self.fontMetrics().averageCharWidth() * _NAME_CHARACTERS
        room = self.viewport().width() - name_px - self._needed_px[_TOTAL]
        for column in (_SINGLE, _PLAIN, _FLAGS, _SOURCE, _CHARACTERS):
            room -= name_px if column == _SOURCE else self._needed_px[column]
            self.setColumnHidden(column, room < 0)


class _DocumentItem(QTreeWidgetItem):
    """A document, sorted by what its columns mean."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self._names = Path(row.path).name.lower(), Path(row.first_source).name.lower()
        self._counts: tuple[float, ...] = (
            row.ratio(row.overlap),
            row.ratio(row.greatest_single),
            row.ratio(row.without_quoted),
            row.characters,
            row.flags,
        )
        shares = [fine_share(each) for each in self._counts[:3]]
        counts = [number(row.characters), number(row.flags)]
        name, source = Path(row.path).name, Path(row.first_source).name
        if row.itself:
            pattern = QCoreApplication.translate("BatchView", "{name} (held by the library)")
            name = pattern.format(name=name)
        super().__init__([name, *shares, *counts, source])
        way = QCoreApplication.translate("BatchView", "Enter or a double click shows its passages.")
        self.setToolTip(_NAME, "\n".join((row.path, *row.itself, way)))
        self.setToolTip(_SOURCE, row.first_source)
        if row.left_out:
            more = QCoreApplication.translate("BatchView", "{left_out} more left out")
            self.setToolTip(_TOTAL, more.format(left_out=fine_share(row.ratio(row.left_out))))
        self.setSizeHint(_NAME, QSize(0, Theme.current().scaled(ROW_HEIGHT)))
        for column in _NUMBERS:
            self.setTextAlignment(column, _RIGHT)

    @override
    def __lt__(self, other: QTreeWidgetItem) -> bool:
        """What cannot be read comes last."""
        if not isinstance(other, _DocumentItem):
            return _is_ascending(self)
        column = self.treeWidget().sortColumn()
        name, source = column == 0, column == len(self._counts) + 1
        if name or source:
            place = 0 if name else 1
            return self._names[place] < other._names[place]
        return self._counts[column - 1] < other._counts[column - 1]


class _FailedItem(QTreeWidgetItem):
    """A document that cannot be read: below all others, whichever way they are sorted."""

    @override
    def __lt__(self, other: QTreeWidgetItem) -> bool:
        if isinstance(other, _FailedItem):
            return self.text(_NAME).lower() < other.text(_NAME).lower()
        return not _is_ascending(self)


def _is_ascending(item: QTreeWidgetItem) -> bool:
    return item.treeWidget().header().sortIndicatorOrder() is Qt.SortOrder.AscendingOrder


def _pair_item(pair: Likeness) -> QTreeWidgetItem:
    """A pair of bids, with all that they share below it."""
    item = QTreeWidgetItem([f"{Path(pair.a).name} · {Path(pair.b).name}"])
    item.setData(0, _VALUE, [pair.a, pair.b])
    item.setToolTip(0, "\n".join((pair.a, pair.b, both_texts_way())))
    for each in pair.rows():
        pages = " · ".join(str(page or "–") for page in each.pages) if any(each.pages) else ""
        below = QTreeWidgetItem([" ".join(each.text.split()), _kind_text(each), pages])
        below.setToolTip(0, f"{each.text}\n{both_texts_way()}")
        if each.passage is not None:
            below.setData(0, _BEGIN, Passage(each.passage.a, each.passage.b, 0))
        elif any(each.spans):
            below.setData(0, _BEGIN, each.spans)
        item.addChild(below)
    return item


def _matrix_text() -> str:
    """What the matrix shows, until a square is chosen."""
    return QCoreApplication.translate(
        "BatchView",
        "A square: how much of the document of its row is in that of its column."
        " Enter or a double click shows both texts.",
    )


def _kind_text(shared: Shared) -> str:
    other = Path(shared.other).name if shared.kind is SharedKind.NAME else shared.other
    texts = {
        SharedKind.MISTAKE: QCoreApplication.translate("BatchView", "same mistake, for {other}"),
        SharedKind.PROPERTY: QCoreApplication.translate("BatchView", "same property: {other}"),
        SharedKind.NAME: QCoreApplication.translate("BatchView", "name of the bidder of {other}"),
        SharedKind.PASSAGE: QCoreApplication.translate("BatchView", "same passage"),
    }
    return texts[shared.kind].format(other=other)
