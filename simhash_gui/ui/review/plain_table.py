"""Lists of texts that are only read, cut at a thousand rows: the next one counts the others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem, QTreeWidgetItem

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme

ROWS_SHOWN = 1_000


def plain_table(*widths_px: int) -> QTableWidget:
    """One column for each width; the last one takes what is left."""
    table = QTableWidget(0, len(widths_px))
    set_role(table, Role.PANEL)
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
        more = QTableWidgetItem(_more_text(count - len(rows)))
        more.setFlags(Qt.ItemFlag.NoItemFlags)
        table.setItem(len(rows), 0, more)
        table.setSpan(len(rows), 0, 1, table.columnCount())


def tell_more(parent: QTreeWidgetItem, count: int) -> None:
    """Below an item that shows ``ROWS_SHOWN`` of so many, say how many others there are."""
    if count > ROWS_SHOWN:
        parent.addChild(unselectable(_more_text(count - ROWS_SHOWN)))


def unselectable(text: str = "") -> QTreeWidgetItem:
    """An item that stands for nothing."""
    item = QTreeWidgetItem([text])
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _more_text(count: int) -> str:
    text = QCoreApplication.translate("PlannedActs", "and {count} more")
    return text.format(count=fmt.number(count))
