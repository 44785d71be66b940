"""Lists of texts that are only read, cut at a thousand rows: the next one counts the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidgetItem,
)
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

ROWS_SHOWN = 1_000


class PlainTable(QTableWidget):
    """One column for each width; those of width 0 share what is left.

    Texts wrap into ``lines`` lines: where all rows are of one height, none has to be measured.
    """

    def __init__(self, *widths_px: int, lines: int = 1) -> None:
        super().__init__(0, len(widths_px))
        set_role(self, Role.PANEL)
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setVerticalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        height_px = lines * self.fontMetrics().lineSpacing() + 2 * Space.S
        self.verticalHeader().setDefaultSectionSize(height_px)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in enumerate(widths_px):
            if width:
                self.setColumnWidth(column, Theme.current().scaled(width))
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)


class UnwrappedDelegate(QStyledItemDelegate):
    """A line for each name, however long."""

    @override
    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.features &= ~QStyleOptionViewItem.ViewItemFeature.WrapText


def fill_table(table: QTableWidget, rows: Sequence[Sequence[str]], count: int) -> None:
    """Show these of ``count`` rows instead, each text also as the tip of its cell."""
    is_cut = count > len(rows)
    table.clearSpans()
    table.setRowCount(len(rows) + is_cut)
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            table.setItem(number, column, item)
    if is_cut:
        more = QTableWidgetItem(fmt.more(count - len(rows)))
        more.setFlags(Qt.ItemFlag.NoItemFlags)
        table.setItem(len(rows), 0, more)
        table.setSpan(len(rows), 0, 1, table.columnCount())


def tell_more(parent: QTreeWidgetItem, count: int) -> None:
    """Below an item that shows ``ROWS_SHOWN`` of so many, say how many others there are."""
    if count > ROWS_SHOWN:
        parent.addChild(unselectable(fmt.more(count - ROWS_SHOWN)))


def unselectable(text: str = "") -> QTreeWidgetItem:
    """An item that stands for nothing."""
    item = QTreeWidgetItem([text])
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item
