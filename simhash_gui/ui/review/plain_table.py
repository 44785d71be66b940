"""Lists of texts that are only read, cut at a thousand rows: the next one counts the others."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem, QTreeWidgetItem
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme

ROWS_SHOWN = 1_000


class PlainTable(QTableWidget):
    """One column for each width; the last one takes what is left.

    Where the room is short, columns get narrower down to their heads before it scrolls sideways.
    """

    def __init__(self, *widths_px: int) -> None:
        super().__init__(0, len(widths_px))
        set_role(self, Role.PANEL)
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setStretchLastSection(True)
        for column, width in enumerate(widths_px[:-1]):
            self.setColumnWidth(column, Theme.current().scaled(width))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        header = self.horizontalHeader()
        *least_px, last_px = map(header.sectionSizeHint, range(self.columnCount()))
        last_px = max(last_px, header.defaultSectionSize())  # Qt makes it no narrower
        widths_px = [self.columnWidth(column) for column in range(len(least_px))]
        short_px = sum(widths_px) + last_px - self.viewport().width()
        given_px = [max(was - least, 0) for was, least in zip(widths_px, least_px, strict=True)]
        share = min(1.0, short_px / max(sum(given_px), 1))
        if share > 0:
            for column, (was_px, gives_px) in enumerate(zip(widths_px, given_px, strict=True)):
                self.setColumnWidth(column, was_px - ceil(gives_px * share))


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
