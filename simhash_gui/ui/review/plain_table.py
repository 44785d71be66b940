"""A table of a few texts that are only read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from simhash_gui.ui.theme.theme import Theme


def plain_table(*widths_px: int) -> QTableWidget:
    """One column for each width; the last one takes what is left."""
    table = QTableWidget(0, len(widths_px))
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    table.setWordWrap(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setDefaultAlignment(
        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    )
    table.horizontalHeader().setStretchLastSection(True)
    for column, width in enumerate(widths_px[:-1]):
        table.setColumnWidth(column, Theme.current().scaled(width))
    return table


def fill_table(table: QTableWidget, rows: Sequence[Sequence[str]]) -> None:
    """Show these texts instead, each also as the tip of its cell."""
    table.setRowCount(len(rows))
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            table.setItem(number, column, item)
