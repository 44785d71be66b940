"""The columns of a ``PagedTable``: which are shown, and how wide.

Widths are in units of the type. What is left over goes to the columns that take spare width. Where
the room is short, columns leave one after another (``Column.leaves``) before names are cut, and
come back with the room. One that the person has chosen, or by which the rows are sorted, stays.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QTableView

from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.table_parts import PagedHeader
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space


class TableColumns(QObject):
    """One for each table."""

    def __init__(self, table: QTableView, header: PagedHeader, model: PagedTableModel[Any]) -> None:
        super().__init__(table)
        self._table, self._header, self._columns = table, header, model.columns
        self._character_px = character_px()
        self._away: dict[int, int] = {}  # with the width that they had
        self._chosen: set[int] = set()
        self._is_fitting = False
        header.sectionResized.connect(self._share_spare)
        header.column_chosen.connect(self._choose)
        model.headerDataChanged.connect(self._widen_for_labels)

    def reset(self) -> None:
        """Every column at its first place and width."""
        self._away.clear()
        self._chosen.clear()
        for number in range(len(self._columns)):
            self._header.moveSection(self._header.visualIndex(number), number)
        for number, column in enumerate(self._columns):
            self._table.setColumnHidden(number, column.is_hidden_at_first)
            self._table.setColumnWidth(number, self._first_width(column))
        self.fit()

    def save(self) -> bytes:
        """Widths, order and hidden columns, and the width of the type they were made for."""
        self._bring_back()
        saved = b"%d\n" % character_px() + bytes(self._header.saveState().data())
        self.fit()
        return saved

    def restore(self, state: bytes) -> bool:
        """Bring back what ``save`` gave, whatever the size of the type was then.

        False where it does not fit this table.
        """
        then_px, _, columns = state.partition(b"\n")
        self._bring_back()
        restored = then_px.isdigit() and self._header.restore(columns)
        if restored:
            self._scale(character_px() / max(int(then_px), 1))
        self.fit()
        return restored

    def wanted(self) -> list[int]:
        """Those that are shown, or would be if there were room, from left to right."""
        return [
            number
            for number in self._header.columns_in_order()
            if number in self._away or not self._table.isColumnHidden(number)
        ]

    def follow_type(self) -> None:
        """The type may have another size."""
        now_px = character_px()
        if now_px != self._character_px:
            self._scale(now_px / self._character_px)
            self._character_px = now_px
            self.fit()

    def fit(self) -> None:
        """Show what there is room for, and share out the rest."""
        needed = {number: self._least_width(number) for number in self.wanted()}
        leaving = set[int]()
        for number in sorted(needed, key=lambda number: self._columns[number].leaves):
            is_tight = sum(needed.values()) > self._table.viewport().width()
            if is_tight and self._may_leave(number):
                leaving.add(number)
                del needed[number]
        self._bring_back(leaving)
        self._send_away(leaving)
        self._share_spare()

    def _may_leave(self, number: int) -> bool:
        is_chosen = number in self._chosen or number == self._header.sorted_column
        return bool(self._columns[number].leaves) and not is_chosen

    def _bring_back(self, but: set[int] | frozenset[int] = frozenset()) -> None:
        was_fitting, self._is_fitting = self._is_fitting, True
        for number in self._away.keys() - but:
            del self._away[number]
            self._table.setColumnHidden(number, False)
        self._is_fitting = was_fitting

    def _send_away(self, leaving: set[int]) -> None:
        was_fitting, self._is_fitting = self._is_fitting, True
        for number in leaving - self._away.keys():
            self._away[number] = self._table.columnWidth(number)
            self._table.setColumnHidden(number, True)
        self._is_fitting = was_fitting

    @Slot(int, bool)
    def _choose(self, number: int, is_shown: bool) -> None:
        """The person shows a column, or hides it."""
        self._away.pop(number, None)
        (self._chosen.add if is_shown else self._chosen.discard)(number)
        self._table.setColumnHidden(number, not is_shown)
        self.fit()

    @Slot()
    def _share_spare(self) -> None:
        spare = [n for n, column in enumerate(self._columns) if column.takes_spare_width]
        if self._is_fitting or not spare:
            return
        self._is_fitting = True
        others = self._header.length() - sum(map(self._header.sectionSize, spare))
        room = self._table.viewport().width()
        share = (room - others) // len(spare)
        for number in spare:  # names are elided sooner than cut off
            least = min(self._least_width(number), room // 2)
            self._header.resizeSection(number, max(share, least))
        self._is_fitting = False

    @Slot()
    def _widen_for_labels(self) -> None:
        """In another language the names of columns may be longer."""
        for number in self.wanted():
            least = self._header.label_width(self._columns[number])
            if self._width(number) < least:
                self._set_width(number, least)
        self.fit()

    def _scale(self, ratio: float) -> None:
        for number in self.wanted():
            self._set_width(number, round(self._width(number) * ratio))

    def _width(self, number: int) -> int:
        return self._away.get(number) or self._table.columnWidth(number)

    def _set_width(self, number: int, width: int) -> None:
        if number in self._away:
            self._away[number] = width
        self._table.setColumnWidth(number, width)  # of a hidden one, for when it is shown

    def _least_width(self, number: int) -> int:
        column = self._columns[number]
        return _text_width(column.width) if column.takes_spare_width else self._width(number)

    def _first_width(self, column: Column[Any]) -> int:
        """Room for so many characters as the column says, and for its header with the arrow."""
        head = self._header.label_width(column)
        return max(_text_width(column.width, is_fixed_font=column.is_fixed_font), head)


def character_px() -> int:
    """The width of the type, in hundredths of a pixel of an average character."""
    return round(100 * QFontMetricsF(Theme.current().font(FontRole.BODY)).averageCharWidth())


def _text_width(characters: int, *, is_fixed_font: bool = False) -> int:
    role = FontRole.FIXED if is_fixed_font else FontRole.BODY
    metrics = QFontMetrics(Theme.current().font(role))
    one = metrics.horizontalAdvance("0" * characters) if is_fixed_font else 0
    return max(metrics.averageCharWidth() * characters, one) + 2 * Space.S
