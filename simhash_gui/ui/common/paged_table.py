"""The table of the window: rows from a ``PagedTableModel``, sorted by its owner.

Keys: arrows, Page Up/Down, Home and End move by rows, Enter opens, Ctrl+C copies rows as
tab-separated text, typing asks the owner to find. Sorting and filtering are the owner's business:
the table only asks (``sort_requested``, ``typed``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.common.paged_model import NO_ID, Index, PagedTableModel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.table_columns import TableColumns
from simhash_gui.ui.common.table_parts import (
    MAX_ROWS_COPIED,
    PagedHeader,
    RowPainter,
    tell_copied,
)
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, Space, Token

_ROWS_COPIED_AT_ONCE = 16
_MAX_ROWS_RESELECTED = 1_000
_MIN_ROWS = 2


class PagedTable(QTableView):
    """A flat table that stays quick with millions of rows."""

    sort_requested = Signal(object, bool)  # sort key of a column, descending
    opened = Signal(object)  # id of the row
    selection_changed = Signal()
    typed = Signal(str)

    def __init__(self, model: PagedTableModel[Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paged = model
        self._empty_text = ""
        self._is_chosen_by_person = self._is_reordered = False
        set_role(self, Role.PANEL)
        self.setModel(model)
        self._header = PagedHeader(model, self)
        self.setHorizontalHeader(self._header)
        self._rows = RowPainter(self, model)
        self._painting = LaidOutFirst(self.viewport(), self._rows.prepare_some)
        self._set_behaviour()
        self._header.sort_requested.connect(self.sort_requested)
        model.headerDataChanged.connect(self._painting.hold)  # another language
        self.columns = TableColumns(self, self._header, model)
        self.columns.fitted.connect(self._set_two_lines)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self.columns.fit)
        self.doubleClicked.connect(self._open)
        Theme.current().changed.connect(self._measure)
        self._measure()
        self.reset_columns()

    def set_ids(self, ids: NDArray[np.int64], first: Sequence[Any] = ()) -> None:
        """Show these rows; selection, current row and scroll position stay with their rows.

        ``first`` is that of the model.

        In another order (``set_sort``) the table goes to its top, unless the person has chosen a
        row that is in view.
        """
        selected, current = self._selection_to_keep(), self.current_id()
        offset_px = self.verticalScrollBar().value() - self._top_px(self.currentIndex().row())
        goes_to_top = self._is_reordered and not self._shows_chosen_row()
        if goes_to_top and not self._is_chosen_by_person:
            selected, current = [], NO_ID
        self._is_reordered = False
        self._painting.hold()
        self.paged.set_ids(ids, first)
        self._select(selected, current, offset_px)
        if goes_to_top:
            self.scrollToTop()
        self.selection_changed.emit()

    def id_left_of(self, ids: NDArray[np.int64]) -> int:
        """The current row, or the nearest below it, or else above it, that is among ``ids``."""
        row, is_left = max(self.currentIndex().row(), 0), np.isin(self.paged.ids, ids)
        below, above = np.flatnonzero(is_left[row:]), np.flatnonzero(is_left[:row])
        nearest = row + below[0] if len(below) else above[-1] if len(above) else -1
        return self.paged.id_at(int(nearest))

    def set_empty_text(self, text: str) -> None:
        """What stands in place of the rows while there are none."""
        if text != self._empty_text:
            self._empty_text = text
            self.setAccessibleDescription(text)
            self.viewport().update()

    def empty_text(self) -> str:
        """What stands in place of the rows now, if anything does."""
        return "" if self.paged.rowCount() else self._empty_text

    def set_sort(self, sort_key: Any, descending: bool) -> None:
        """Show by which column the rows are sorted; ``set_ids`` follows if that has changed."""
        self._is_reordered |= self._header.set_sort(sort_key, descending)
        self.columns.fit()

    def current_id(self) -> int:
        """The id of the current row, or NO_ID."""
        return self.paged.id_at(self.currentIndex().row())

    def selected_rows(self) -> list[int]:
        """Row numbers of the selection, ascending."""
        return sorted({row for part in self._ranges() for row in part})

    def selected_count(self) -> int:
        """How many rows are selected, without listing them."""
        return sum(len(part) for part in self._ranges())

    def selected_ids(self) -> list[int]:
        """Ids of the selected rows from top to bottom."""
        rows = self.selected_rows()
        return [int(number) for number in self.paged.ids[rows]] if rows else []

    def select_id(self, wanted: int) -> bool:
        """Select one row by id and bring it into view; whether it is there."""
        row = self.paged.row_of(wanted)
        if row >= 0:
            self.selectRow(row)
            self.scrollTo(self.paged.index(row, 0))
        return row >= 0

    @override
    def selectRow(self, row: int) -> None:
        """Select this row and no other, also while Ctrl or Shift happens to be held."""
        select_only(self, row)
        self._is_chosen_by_person = False

    def copy_rows(self, text: Callable[[Any], str] | None = None) -> None:
        """Put the selected rows on the clipboard, by default their columns between tabs.

        At most 10,000, which is told. Many are read a few at a time, so that the window does not
        wait.
        """
        in_order = sorted(self._ranges(), key=lambda part: part.start)
        self._to_copy = deque(islice(chain.from_iterable(in_order), MAX_ROWS_COPIED))
        self._copied: list[str] = []
        texts = [self.paged.columns[number].text for number in self.columns.wanted()]
        self._text_of_row = text or (lambda row: "\t".join(each(row) for each in texts))
        if len(self._to_copy) <= _ROWS_COPIED_AT_ONCE:
            self._copy_some()
        else:  # the selection is to be painted first
            QTimer.singleShot(0, self, self._copy_some)
        tell_copied(self, self.selected_count())

    @Slot()
    def _copy_some(self) -> None:
        is_much = len(self._to_copy) > _ROWS_COPIED_AT_ONCE
        waits = is_much and not self.updatesEnabled()  # much is laid out and painted in these turns
        count = 0 if waits else min(len(self._to_copy), _ROWS_COPIED_AT_ONCE)
        rows = self.paged.rows_at([self._to_copy.popleft() for _ in range(count)])
        self._copied += map(self._text_of_row, rows)
        if self._to_copy:
            QTimer.singleShot(0, self, self._copy_some)
        else:
            QGuiApplication.clipboard().setText("\n".join(self._copied))

    def reset_columns(self) -> None:
        """Every column at its first place and width."""
        self.columns.reset()

    def save_columns(self) -> bytes:
        """See ``TableColumns.save``."""
        return self.columns.save()

    def restore_columns(self, state: bytes) -> bool:
        """Bring back what ``save_columns`` gave; False where it does not fit this table."""
        return self.columns.restore(state)

    @override
    def minimumSizeHint(self) -> QSize:
        rows_px = _MIN_ROWS * self._row_px(lines=1)
        height = self._header.sizeHint().height() + rows_px + 2 * self.frameWidth()
        return QSize(super().minimumSizeHint().width(), height)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_chosen_by_person = True
        super().mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._is_chosen_by_person = True
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self.currentIndex())
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._jump(event)
        elif event.text().strip() and event.text().isprintable() and not _has_command(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self._rows.paint(painter, event.rect())
        if text := self.empty_text():
            painter.setPen(Theme.current().color(Token.MUTED))
            room = self.viewport().rect().adjusted(Space.L, Space.XL, -Space.L, -Space.L)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(room, int(flags) | int(Qt.TextFlag.TextWordWrap), text)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(event.position().toPoint().y()))

    @override
    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.updatesEnabled():
            self.columns.fit()
        else:  # it may get several sizes, of which nothing is to be seen
            self._fitting.start()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._painting.hold()
        self.columns.measure_rows()

    @override
    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.viewport().update()
        self.selection_changed.emit()

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    def _ranges(self) -> list[range]:
        selection = self.selectionModel().selection()
        parts = (selection.at(number) for number in range(selection.count()))
        return [range(part.top(), part.bottom() + 1) for part in parts]

    def _set_behaviour(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(self._header.ResizeMode.Fixed)

    @Slot()
    def _measure(self) -> None:
        self._rows.measure()
        self._measure_rows()
        self.columns.follow_type()
        self.viewport().update()

    @Slot(bool)
    def _set_two_lines(self, has_two_lines: bool) -> None:
        """Names need two lines, or one again; the row at the top stays there."""
        if has_two_lines != self._rows.has_two_lines:
            self._rows.has_two_lines = has_two_lines
            bar, before_px = self.verticalScrollBar(), self.verticalHeader().defaultSectionSize()
            top = bar.value() / before_px
            self._measure_rows()
            self.updateGeometries()
            bar.setValue(round(top * self.verticalHeader().defaultSectionSize()))

    def _measure_rows(self) -> None:
        row_px = self._row_px(lines=2 if self._rows.has_two_lines else 1)
        self.verticalHeader().setDefaultSectionSize(row_px)
        self.verticalScrollBar().setSingleStep(row_px)

    def _row_px(self, *, lines: int) -> int:
        return max(ROW_HEIGHT, lines * self.fontMetrics().height() + Space.M)

    def _shows_chosen_row(self) -> bool:
        """Whether the current row was chosen by the person and is in view."""
        place = self.visualRect(self.currentIndex())
        return self._is_chosen_by_person and self.viewport().rect().intersects(place)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if (found := self.paged.id_at(index.row())) != NO_ID:
            self.opened.emit(found)

    def _jump(self, event: QKeyEvent) -> None:
        last = self.paged.rowCount() - 1
        if last < 0:
            return
        row = 0 if event.key() == Qt.Key.Key_Home else last
        target = self.paged.index(row, max(self.currentIndex().column(), 0))
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if extend:
            self._extend_to(target)
        else:
            self.setCurrentIndex(target)
        self.scrollTo(target)

    def _extend_to(self, target: QModelIndex) -> None:
        flags = QItemSelectionModel.SelectionFlag
        part = QItemSelection(self.currentIndex(), target)
        self.selectionModel().select(part, flags.ClearAndSelect | flags.Rows)
        self.selectionModel().setCurrentIndex(target, flags.NoUpdate)

    def _hover(self, row: int) -> None:
        if row != self._rows.hovered_row:
            for changed in (self._rows.hovered_row, row):
                top = self.rowViewportPosition(changed)
                self.viewport().update(0, top, self.viewport().width(), self.rowHeight(changed))
            self._rows.hovered_row = row

    def _selection_to_keep(self) -> list[int]:
        return self.selected_ids() if self.selected_count() <= _MAX_ROWS_RESELECTED else []

    def _select(self, wanted: Iterable[int], current: int, offset_px: int) -> None:
        flags = QItemSelectionModel.SelectionFlag
        rows = np.flatnonzero(np.isin(self.paged.ids, list(wanted))).tolist() if wanted else []
        parts = QItemSelection()
        for row in rows:
            index = self.paged.index(row, 0)
            parts.select(index, index)
        self.selectionModel().select(parts, flags.ClearAndSelect | flags.Rows)
        row = self.paged.row_of(current) if current != NO_ID else -1
        if row >= 0:
            self.selectionModel().setCurrentIndex(self.paged.index(row, 0), flags.NoUpdate)
            self.verticalScrollBar().setValue(self._top_px(row) + offset_px)

    def _top_px(self, row: int) -> int:
        """Where a row begins, from the first one on."""
        return row * self.verticalHeader().defaultSectionSize()


def _has_command(event: QKeyEvent) -> bool:
    command = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return bool(event.modifiers() & command)


def select_only(table: QTableView, row: int) -> None:
    """Make ``row`` the current and the only selected one, whatever keys are held."""
    flags = QItemSelectionModel.SelectionFlag
    index = table.model().index(row, 0)
    table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
