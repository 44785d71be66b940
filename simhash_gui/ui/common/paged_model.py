"""A table over an array of ids whose rows are fetched a page at a time, when they are painted.

Resetting to any number of ids costs the same; only what is shown is read. The ids come
sorted and filtered from a service; the rows come by primary key, fast enough for the UI thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from simhash_gui.ui.theme.tokens import Token

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
_PAGE_ROWS = 32
_PAGES_KEPT = 96
FIRST_ROWS = 2 * _PAGE_ROWS
"""As many as most windows show."""
NO_ID = -1


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """How one column shows a row. Texts are functions so that they follow the language.

    ``sort_key`` is what a click on the header asks to sort by; None: the column does not sort.
    ``tip`` gives the exact value where ``text`` rounds, ``head_tip`` what the column counts;
    ``width`` is in average characters.
    ``color`` and ``icon`` (name and colour) mark single rows, always along with words.
    The columns that take spare width share what the others leave. Where the room is short, those
    that ``leaves`` has a number for leave the table, from 1 on: before names get less than their
    ``width``, or with ``leaves_for_whole_names`` before the longest name on show is cut.
    """

    name: str
    header: Callable[[], str]
    text: Callable[[Row], str]
    sort_key: Any = None
    is_number: bool = False
    is_fixed_font: bool = False
    tip: Callable[[Row], str] | None = None
    head_tip: Callable[[], str] | None = None
    width: int = 16
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    is_muted: bool = False
    color: Callable[[Row], Token] | None = None
    icon: Callable[[Row], tuple[str, Token] | None] | None = None
    takes_spare_width: bool = False
    is_hidden_at_first: bool = False
    leaves: int = 0
    leaves_for_whole_names: bool = False


class PagedTableModel(QAbstractTableModel, Generic[Row]):
    """Rows of ``fetch`` by id, in the order of the ids given.

    They are fetched while they are painted, which nothing must stop: what goes wrong is told by
    ``failed``, and the rows stay as they were, or empty, until they are forgotten.
    """

    failed = Signal(object)  # the error, after the painting if it is connected by a queue

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        fetch: Callable[[Sequence[int]], Sequence[Row]],
        id_of: Callable[[Row], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._fetch = fetch
        self._id_of = id_of
        self._ids: NDArray[np.int64] = np.empty(0, np.int64)
        self._pages: OrderedDict[int, dict[int, Row]] = OrderedDict()
        self._former: dict[int, dict[int, Row]] = {}

    @property
    def ids(self) -> NDArray[np.int64]:
        """The ids shown, in order."""
        return self._ids

    def set_ids(self, ids: NDArray[np.int64], first: Sequence[Row] = ()) -> None:
        """Show these rows instead; views are reset.

        ``first`` are the first ``FIRST_ROWS``, where they were fetched outside of the painting.
        """
        self.beginResetModel()
        self._ids = ids
        self._pages.clear()
        self._former = {}
        by_id = {self._id_of(row): row for row in first}
        for number in range(FIRST_ROWS // _PAGE_ROWS if first else 0):
            self._pages[number] = {
                each: by_id[each] for each in self._ids_of(number) if each in by_id
            }
        self.endResetModel()

    def forget_rows(self) -> None:
        """Fetch what is on show again; the ids stay."""
        self._former = dict(self._pages)
        self._pages.clear()
        self.tell_changed()

    def retranslate(self) -> None:
        """Let views ask for headers and cells again."""
        last = len(self.columns) - 1
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)
        self.tell_changed()

    def id_at(self, row: int) -> int:
        """The id in a row, or NO_ID outside the table."""
        return int(self._ids[row]) if 0 <= row < len(self._ids) else NO_ID

    def row_of(self, wanted: int) -> int:
        """Where an id stands, or -1. A scan of the array: a millisecond for a million."""
        found = np.flatnonzero(self._ids == wanted)
        return int(found[0]) if len(found) else -1

    def row_at(self, row: int) -> Row | None:
        """What stands in a row, fetched if need be; None for one that is gone by now."""
        if not 0 <= row < len(self._ids):
            return None
        return self._page(row // _PAGE_ROWS).get(int(self._ids[row]))

    def rows_at(self, rows: Sequence[int]) -> list[Row]:
        """Several rows at once, those that are gone left out."""
        found = (self.row_at(row) for row in rows)
        return [row for row in found if row is not None]

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._ids)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.columns)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return column.header()
        if role == Qt.ItemDataRole.ToolTipRole and column.head_tip is not None:
            return column.head_tip()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in _ROLES:
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        row = self.row_at(index.row())
        if row is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return (column.tip or column.text)(row)
        return column.text(row)

    def _page(self, number: int) -> dict[int, Row]:
        page = self._pages.get(number)
        if page is None:
            page = self._fetched(number, self._ids_of(number))
            self._pages[number] = page
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        return page

    def _ids_of(self, number: int) -> list[int]:
        ids: list[int] = self._ids[number * _PAGE_ROWS : (number + 1) * _PAGE_ROWS].tolist()
        return ids

    def _fetched(self, number: int, ids: Sequence[int]) -> dict[int, Row]:
        try:
            return {self._id_of(row): row for row in self._fetch(ids)}
        except Exception as error:  # noqa: BLE001 - told to the user
            self.failed.emit(error)
            return self._former.get(number, {})

    def tell_changed(self) -> None:
        """Let views paint every cell again; no row is fetched."""
        if len(self._ids):
            corner = self.index(len(self._ids) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), corner)


_ROLES = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)


def _alignment(column: Column[Any]) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
