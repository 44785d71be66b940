"""The columns of a ``PagedTable``: which are shown, and how wide.

Widths are in units of the type. What is left over goes to the columns that take spare width; what
they do not need goes to paths and words that would be elided. Where the room is short, columns
leave one after another (``Column.leaves``) before names are cut, and come back with the room. One
that the person has chosen, or has sorted the rows by, stays. Names that are still cut and have less
than their room stand in two lines (``fitted``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QTableView

from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.table_parts import MARK_PX, PagedHeader
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space

_ROWS_MEASURED = 32
_NAMES_PX = 220  # at the normal text size


class TableColumns(QObject):
    """One for each table."""

    fitted = Signal(bool)  # whether names need two lines

    def __init__(self, table: QTableView, header: PagedHeader, model: PagedTableModel[Any]) -> None:
        super().__init__(table)
        self._table, self._header, self._model = table, header, model
        self._columns = model.columns
        self._character_px = character_px()
        self._away: dict[int, int] = {}  # with the width that they had
        self._chosen: set[int] = set()
        self._lent: dict[int, int] = {}  # to paths and words, of the spare width
        self._dragged: set[int] = set()  # to the width that the person wants
        self._told: dict[int, int] = {}  # the widest text of a column so far
        self._first: dict[int, int] = {}  # widths, in this language and type
        self._is_fitting = False
        header.sectionResized.connect(self._follow_resizing)
        header.column_chosen.connect(self._choose)
        model.headerDataChanged.connect(self._widen_for_labels)
        model.modelReset.connect(self.measure_rows)

    def reset(self) -> None:
        """Every column at its first place and width."""
        for known in (self._away, self._chosen, self._lent, self._dragged):
            known.clear()
        self._first = self._first_widths()
        with self._fitting():
            for number in range(len(self._columns)):
                self._header.moveSection(self._header.visualIndex(number), number)
            for number, column in enumerate(self._columns):
                self._table.setColumnHidden(number, column.is_hidden_at_first)
                self._table.setColumnWidth(number, self._first[number])
        self.fit()

    def save(self) -> bytes:
        """Widths, order and hidden columns, and the width of the type they were made for."""
        self._bring_back()
        self._take_back()
        saved = b"%d\n" % character_px() + bytes(self._header.saveState().data())
        self.fit()
        return saved

    def restore(self, state: bytes) -> bool:
        """Bring back what ``save`` gave, whatever the size of the type was then.

        False where it does not fit this table.
        """
        then_px, _, columns = state.partition(b"\n")
        self._bring_back()
        self._take_back()
        with self._fitting():
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

    def room_px(self, leaves: int) -> int:
        """The width at which the columns stay that leave only after so many others.

        With room for a scroll bar: it may come later.
        """
        staying = [number for number in self.wanted() if self._columns[number].leaves >= leaves]
        spare = [number for number in self.wanted() if not self._columns[number].leaves]
        least = (
            self._least_width(number) - self._lent.get(number, 0) for number in staying + spare
        )
        bar = self._table.verticalScrollBar()
        around_px = self._table.width() - self._table.viewport().width()
        bar_px = 0 if bar.isVisible() else bar.sizeHint().width()
        return sum(least) + around_px + bar_px

    def follow_type(self) -> None:
        """The type may have another size."""
        now_px = character_px()
        if now_px != self._character_px:
            self._told.clear()
            self._take_back()
            untouched = self._untouched()
            self._scale(now_px / self._character_px)
            self._character_px = now_px
            self._fit_untouched(untouched)
            self.fit()

    def fit(self) -> None:
        """Show what there is room for, and share out the rest; a hidden table when it is shown."""
        if not self._table.isVisible():
            return
        self._take_back()
        needed = {number: self._least_width(number) for number in self.wanted()}
        leaving = set[int]()
        cut_px = sum(self._whole_width(number) - needed[number] for number in needed)
        for number in sorted(needed, key=lambda number: self._columns[number].leaves):
            for_names_px = cut_px if self._columns[number].leaves_for_whole_names else 0
            is_tight = sum(needed.values()) + for_names_px > self._table.viewport().width()
            if is_tight and self._may_leave(number):
                leaving.add(number)
                del needed[number]
        self._bring_back(leaving)
        self._send_away(leaving)
        self._share_spare()

    def _may_leave(self, number: int) -> bool:
        is_chosen = number in self._chosen or number == self._header.chosen_sort_column
        return bool(self._columns[number].leaves) and not is_chosen

    def _bring_back(self, but: set[int] | frozenset[int] = frozenset()) -> None:
        with self._fitting():
            for number in self._away.keys() - but:
                del self._away[number]
                self._table.setColumnHidden(number, False)

    def _send_away(self, leaving: set[int]) -> None:
        with self._fitting():
            for number in leaving - self._away.keys():
                self._away[number] = self._table.columnWidth(number)
                self._table.setColumnHidden(number, True)

    @contextmanager
    def _fitting(self) -> Iterator[None]:
        """Widths that change meanwhile are not those that the person gives."""
        was_fitting, self._is_fitting = self._is_fitting, True
        yield
        self._is_fitting = was_fitting

    @Slot(int, bool)
    def _choose(self, number: int, is_shown: bool) -> None:
        """The person shows a column, or hides it."""
        self._away.pop(number, None)
        (self._chosen.add if is_shown else self._chosen.discard)(number)
        with self._fitting():
            self._table.setColumnHidden(number, not is_shown)
        self.fit()

    @Slot(int, int, int)
    def _follow_resizing(self, number: int, _was_px: int, _is_px: int) -> None:
        """The person gives a column another width, which is then its own."""
        if not self._is_fitting:
            self._lent.pop(number, None)
            self._told.pop(number, None)
            self._dragged.add(number)
            self._share_spare()

    @Slot()
    def measure_rows(self) -> None:
        """See how much room the first rows need; it never gets less, or columns would jump."""
        if not self._table.isVisible():
            return
        metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
        rows = self._model.rows_at(range(min(self._model.rowCount(), _ROWS_MEASURED)))
        for number in filter(self._is_measured, self.wanted()):
            column = self._columns[number]
            texts = (
                metrics.horizontalAdvance(column.text(row)) + _mark_room_px(column, row)
                for row in rows
            )
            needed = max(texts, default=0) + 2 * Space.S
            self._told[number] = max(needed, self._told.get(number, 0))
        self.fit()

    def _is_measured(self, number: int) -> bool:
        column = self._columns[number]
        is_words = not (column.is_number or column.is_fixed_font or number in self._dragged)
        return column.takes_spare_width or is_words

    def _take_back(self) -> None:
        """Paths and words have their own width again."""
        with self._fitting():
            for number, lent_px in self._lent.items():
                self._set_width(number, self._width(number) - lent_px)
        self._lent.clear()

    def _share_spare(self) -> None:
        spare = [n for n, column in enumerate(self._columns) if column.takes_spare_width]
        if not spare:
            return
        with self._fitting():
            others = self._header.length() - sum(map(self._header.sectionSize, spare))
            room = self._table.viewport().width()
            fair = (room - others) // len(spare)
            whole = {number: min(self._least_width(number), room // 2) for number in spare}
            # Where no more columns leave, names give up half of that before the rows scroll.
            least = {
                number: min(px, self._needed_width(number), max(fair, px // 2))
                for number, px in whole.items()
            }
            names_px = Theme.current().scaled(_NAMES_PX)
            wanted = {
                number: max(px, min(whole[number], names_px), self._told.get(number, 0))
                for number, px in least.items()
            }
            left = room - others - self._lend(room - others - sum(wanted.values()))
            extra = max(left - sum(wanted.values()), 0) // len(spare)
            for place, number in enumerate(sorted(spare, key=lambda number: wanted[number])):
                share = left // (len(spare) - place)
                is_last = place == len(spare) - 1
                width = share if is_last else min(share, wanted[number] + extra)
                self._header.resizeSection(number, max(width, least[number]))
                left -= width
        self.fitted.emit(any(map(self._is_name_cut, spare)))

    def _is_name_cut(self, number: int) -> bool:
        is_name = self._columns[number].elide is Qt.TextElideMode.ElideMiddle
        room = min(self._told.get(number, 0), Theme.current().scaled(_NAMES_PX))
        return is_name and self._table.columnWidth(number) < room

    def _lend(self, spare_px: int) -> int:
        """Widen paths and words that would be elided; how much that takes of the spare width.

        Where names would be cut, what others do not need is taken from them instead.
        """
        before_px = spare_px
        for number in self.wanted():
            column = self._columns[number]
            if number not in self._told or column.takes_spare_width or number in self._away:
                continue
            needed_px = max(self._told[number], self._header.label_width(column))
            short_px = needed_px - self._table.columnWidth(number)
            lent_px = min(short_px, spare_px) if spare_px > 0 else max(short_px, spare_px)
            if lent_px * spare_px > 0:
                self._header.resizeSection(number, self._table.columnWidth(number) + lent_px)
                self._lent[number] = self._lent.get(number, 0) + lent_px
                spare_px -= lent_px
        return before_px - spare_px

    @Slot()
    def _widen_for_labels(self) -> None:
        """In another language the names of columns may be longer, or shorter again."""
        self._told.clear()
        self._take_back()
        untouched = self._untouched()
        with self._fitting():
            for number in self.wanted():
                least = self._header.label_width(self._columns[number])
                self._set_width(number, max(self._width(number), least))
        self._fit_untouched(untouched)
        self.measure_rows()

    def _untouched(self) -> list[int]:
        """Those that are as wide as at first."""
        return [n for n in self.wanted() if self._width(n) == self._first.get(n)]

    def _fit_untouched(self, untouched: list[int]) -> None:
        """Give them their first width in the language and type of now."""
        self._first = self._first_widths()
        with self._fitting():
            for number in untouched:
                self._set_width(number, self._first[number])

    def _first_widths(self) -> dict[int, int]:
        return {number: self._first_width(column) for number, column in enumerate(self._columns)}

    def _scale(self, ratio: float) -> None:
        with self._fitting():
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

    def _needed_width(self, number: int) -> int:
        """The same, or down to half of it where the first names are shorter."""
        least = self._least_width(number)
        told = self._told.get(number, least)
        return max(min(least, told), least // 2, self._header.label_width(self._columns[number]))

    def _whole_width(self, number: int) -> int:
        """What names need that are not cut, unless they are very long."""
        least = self._least_width(number)
        if not self._columns[number].takes_spare_width:
            return least
        return min(max(least, self._told.get(number, 0)), 2 * least)

    def _first_width(self, column: Column[Any]) -> int:
        """Room for so many characters as the column says, and for its header with the arrow."""
        head = self._header.label_width(column)
        return max(_text_width(column.width, is_fixed_font=column.is_fixed_font), head)


def _mark_room_px(column: Column[Any], row: Any) -> int:
    """What the mark of a row takes; names have its room in every row."""
    has_room = column.icon is not None and (
        column.takes_spare_width or column.icon(row) is not None
    )
    return Theme.current().scaled(MARK_PX) + Space.XS if has_room else 0


def character_px() -> int:
    """The width of the type, in hundredths of a pixel of an average character."""
    return round(100 * QFontMetricsF(Theme.current().font(FontRole.BODY)).averageCharWidth())


def _text_width(characters: int, *, is_fixed_font: bool = False) -> int:
    role = FontRole.FIXED if is_fixed_font else FontRole.BODY
    metrics = QFontMetrics(Theme.current().font(role))
    one = metrics.horizontalAdvance("0" * characters) if is_fixed_font else 0
    return max(metrics.averageCharWidth() * characters, one) + 2 * Space.S
