"""Small helps for tables of the stages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from simhash_gui.ui.theme.tokens import Space

_MOST_ROWS = 16


def fit_rows(table: QTableWidget) -> None:
    """Make a table as high as its rows, up to sixteen of them."""
    table.resizeRowsToContents()
    rows = min(table.rowCount(), _MOST_ROWS)
    columns = sum(table.columnWidth(column) for column in range(table.columnCount()))
    table.setMaximumWidth(columns + 2 * table.frameWidth() + Space.XL)
    height = table.horizontalHeader().sizeHint().height() + 2 * table.frameWidth() + 2
    table.setFixedHeight(height + sum(table.rowHeight(row) for row in range(rows)))


def number_item(text: str) -> QTableWidgetItem:
    """A cell for a number: to the right."""
    item = QTableWidgetItem(text)
    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def read_only(table: QTableWidget) -> None:
    """A table to look at and to walk through."""
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
