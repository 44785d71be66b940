"""Small helps for tables of the stages."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from typing_extensions import override

from simhash_gui.core.types import BLOCKS
from simhash_gui.ui.theme.tokens import Space

_MOST_ROWS = 16
_PADDING_PX = 5  # as in the style sheet
_CELL_MARGIN_PX = 4  # on either side of a text
_HEX_DIGITS = re.compile("[0-9a-f]{4}(?=[0-9a-f]{4})")
_BREAK = "\N{ZERO WIDTH SPACE}"


def fit_rows(table: QTableWidget) -> None:
    """Make a table as high as its rows, up to sixteen of them."""
    table.resizeRowsToContents()
    rows = min(table.rowCount(), _MOST_ROWS)
    columns = sum(
        max(table.columnWidth(column), table.sizeHintForColumn(column))
        for column in range(table.columnCount())
    )
    table.setMaximumWidth(columns + 2 * table.frameWidth() + Space.XL)
    height = table.horizontalHeader().sizeHint().height() + 2 * table.frameWidth() + 2
    table.setFixedHeight(height + sum(table.rowHeight(row) for row in range(rows)))


def fit_columns(table: QTableWidget, *, leaving: Sequence[int] = ()) -> None:
    """Give each column what it asks for or, in a narrow page, let the widest wrap their texts.

    ``leaving`` ones leave the table, in this order, before words would be cut.
    """
    around = table.parentWidget()
    room = (around or table).contentsRect().width() - 2 * table.frameWidth()
    for column in leaving:
        table.showColumn(column)
    table.resizeColumnsToContents()
    shown = [n for n in range(table.columnCount()) if not table.isColumnHidden(n)]
    least = {column: _least_px(table, column) for column in shown}
    for column in leaving:
        if sum(least.values()) > room:
            table.hideColumn(column)
            del least[column]
    wanted = {column: max(table.columnWidth(column), least[column]) for column in least}
    most = max(wanted.values(), default=0)
    while most > 0 and sum(max(least[n], min(wanted[n], most)) for n in least) > room:
        most -= 1
    for column, least_px in least.items():
        table.setColumnWidth(column, max(least_px, min(wanted[column], most)))


def _least_px(table: QTableWidget, column: int) -> int:
    """The width of its header and of its longest word, unless that may be elided."""
    least, metrics = table.horizontalHeader().sectionSizeHint(column), table.fontMetrics()
    for row in range(table.rowCount()):
        item = table.item(row, column)
        if item is not None and not item.toolTip():
            words = map(metrics.horizontalAdvance, _breakable(item.text(), " ").split())
            around = 2 * (_PADDING_PX + _CELL_MARGIN_PX)
            least = max(least, max(words, default=0) + around)
    return least


def _breakable(text: str, between: str = _BREAK) -> str:
    """With places to break long hexadecimal numbers at, every four digits."""
    return _HEX_DIGITS.sub(rf"\g<0>{between}", text)


class _NewType(QObject):
    """Fits a widget again when the size of type has changed, as in a lecture."""

    def __init__(self, widget: QWidget, fit: Callable[[], None], *, is_wrapped: bool) -> None:
        super().__init__(widget)
        self._fit, self._is_wrapped = fit, is_wrapped
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_wrapped_anew = isinstance(event, QResizeEvent) and self._is_wrapped
        if is_wrapped_anew or event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            QTimer.singleShot(0, self, self._fit)
        return False


def fit_to_type(widget: QWidget, fit: Callable[[], None], *, is_wrapped: bool = False) -> None:
    """Call ``fit`` whenever the type has another size; where it is wrapped, the widget as well."""
    _NewType(widget, fit, is_wrapped=is_wrapped)


def fit_list(rows: QListWidget) -> None:
    """Make a list as high as its rows, which are wrapped where it is narrow."""
    rows.setWordWrap(True)
    rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    rows.doItemsLayout()
    heights = [rows.visualItemRect(rows.item(row)).height() for row in range(rows.count())]
    height = sum(heights) + 2 * rows.frameWidth() + Space.XS
    rows.setFixedHeight(height)


def elide_in_the_middle(table: QTableWidget) -> None:
    """Elide names in the last column where there is no room, instead of scrolling sideways."""
    table.horizontalHeader().setStretchLastSection(True)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)


def labelled(label: QLabel, field: QWidget) -> QWidget:
    """A field with its label, which stay in one line."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(Space.S)
    row.addWidget(label)
    row.addWidget(field)
    return pair


def name_item(text: str) -> QTableWidgetItem:
    """A cell that may be elided."""
    item = QTableWidgetItem(text)
    item.setToolTip(text)
    return item


def refit(table: QTableWidget, *, leaving: Sequence[int] = ()) -> None:
    """Give columns and rows the room that they need by now."""
    fit_columns(table, leaving=leaving)
    fit_rows(table)


def number_item(text: str) -> QTableWidgetItem:
    """A cell for a number: to the right."""
    item = QTableWidgetItem(text)
    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


class _PaddedCells(QStyledItemDelegate):
    """Makes rows high enough for texts that padding wraps earlier, which Qt does not count."""

    @override
    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        return _breakable(super().displayText(value, locale))

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        padded = QStyleOptionViewItem(option)
        padded.rect = option.rect.adjusted(0, 0, -2 * _PADDING_PX, 0)
        return super().sizeHint(padded, index)


def block_names(spoilt: Collection[int] | None = None) -> list[str]:
    """What the four blocks are called, first one first; where it is told, which ones survive."""
    name = QCoreApplication.translate("LearnStage", "block {number}")
    survives = QCoreApplication.translate("LearnStage", "block {number}: survives")
    broken = QCoreApplication.translate("LearnStage", "block {number}: spoilt")
    if spoilt is None:
        return [name.format(number=block) for block in range(BLOCKS)]
    return [
        (broken if block in spoilt else survives).format(number=block) for block in range(BLOCKS)
    ]


def read_only(
    table: QTableWidget, fitted_in: QWidget | None = None, *, leaving: Sequence[int] = ()
) -> None:
    """A table to look at and to walk through, as wide and high as it needs ``fitted_in`` others."""
    if fitted_in is not None:
        fit_to_type(fitted_in, partial(refit, table, leaving=leaving), is_wrapped=True)
    table.setItemDelegate(_PaddedCells(table))
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
