"""The cells and the header of a ``PagedTable``.

Cells are painted for speed: their texts are asked for once, and rows kept as pictures until they
say something else. Four hundred cells have to fit into one frame. Names and paths that do not fit
stand in two lines where the table says so. In the header a click asks for another order, a right
click chooses columns. Of very many rows only the first are copied, which is told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QCoreApplication,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QTableView,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.labels import cut_in_two
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

MAX_ROWS_COPIED = 10_000
MARK_PX = 16  # at the normal text size
_FOCUS_BAR_PX = 3
_NO_ROW = -1
_ADVANCES_KEPT = 1_000
_ROWS_PREPARED_AT_ONCE = 8


class _Cell(NamedTuple):
    """What a column says of a row."""

    text: str
    token: Token
    mark: tuple[str, Token] | None


class _Layout(NamedTuple):
    """What the pictures of rows are made for."""

    places: list[tuple[Column[Any], int, int]]
    """The columns in view, with their left edge and width."""
    row: QRect
    """The area of a row at the top of the viewport."""
    ratio: float
    """Pixels of the screen for one of ours."""
    has_two_lines: bool


class RowPainter:
    """Paints the rows of one table, faster than Qt does with a delegate for each cell.

    Rows are kept as pictures: a table is painted many times a second while rows arrive, and to lay
    out a single text takes as long as to copy the picture of a row.
    """

    def __init__(self, table: QTableView, model: PagedTableModel[Any]) -> None:
        self.hovered_row = _NO_ROW
        self.has_two_lines = False
        self._table = table
        self._model = model
        self._layout = _Layout([], QRect(), 1.0, has_two_lines=False)
        self._cells: dict[int, tuple[_Cell, ...]] = {}
        self._pictures: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._advances: dict[tuple[str, bool], int] = {}
        for changed in (model.dataChanged, model.modelReset, model.headerDataChanged):
            changed.connect(self._read_again)
        self.measure()

    def paint(self, painter: QPainter, area: QRect) -> None:
        """The rows that lie in ``area`` of the viewport."""
        self._follow_layout(painter.deviceTransform().m11())
        table, height = self._table, self._layout.row.height()
        scrolled = table.verticalScrollBar().value()
        current = table.currentIndex().row() if table.hasFocus() else _NO_ROW
        for number, ground in self._grounds(area):
            top = number * height - scrolled
            self._paint_row(painter, top, ground, self._cells_of(number))
            if number == current:
                painter.fillRect(0, top, _FOCUS_BAR_PX, height, self._colors[Token.ACCENT])
        self._keep_only(2 * (table.viewport().height() // height + 2))

    def prepare_some(self) -> bool:
        """Make pictures of a few of the rows in view before they are painted; whether more wait."""
        viewport = self._table.viewport()
        self._follow_layout(viewport.devicePixelRatioF())
        if not self._layout.ratio.is_integer():
            return False
        made = 0
        for number, ground in self._grounds(viewport.rect()):
            if made == _ROWS_PREPARED_AT_ONCE:
                return True
            made += self._make_picture(self._cells_of(number), ground)
        return False

    def _grounds(self, area: QRect) -> Iterator[tuple[int, QColor]]:
        """Each row in an area of the viewport, and the colour behind it."""
        height, scrolled = self._layout.row.height(), self._table.verticalScrollBar().value()
        first = (area.top() + scrolled) // height
        end = min((area.bottom() + scrolled) // height + 1, self._model.rowCount())
        selected = self._selected(first, end)
        for number in range(first, end):
            token = Token.HOVER if number == self.hovered_row else Token.SURFACE
            yield number, self._colors[Token.SELECTION if number in selected else token]

    def _keep_only(self, rows: int) -> None:
        """Forget what has left the view."""
        if len(self._cells) > rows:
            self._cells.clear()
        while len(self._pictures) > rows:
            self._pictures.popitem(last=False)

    @Slot()
    def _read_again(self) -> None:
        self._cells.clear()

    def _follow_layout(self, ratio: float) -> None:
        """Columns or rows may have another size, or stand on another screen."""
        table = self._table
        edges = (
            (column, table.columnViewportPosition(number), table.columnWidth(number))
            for number, column in enumerate(self._model.columns)
            if not table.isColumnHidden(number)
        )
        places = [
            (column, left, width)
            for column, left, width in edges
            if left < table.viewport().width() and left + width > 0
        ]
        start = min((left for _, left, _ in places), default=0)
        end = max((left + width for _, left, width in places), default=0)
        row = QRect(start, 0, end - start, table.verticalHeader().defaultSectionSize())
        layout = _Layout(places, row, ratio, self.has_two_lines)
        if layout != self._layout:
            self._layout = layout
            self._cells.clear()
            self._pictures.clear()

    def _cells_of(self, number: int) -> tuple[_Cell, ...]:
        cells = self._cells.get(number)
        if cells is None:
            row = self._model.row_at(number)
            cells = (
                () if row is None else tuple(_cell(each, row) for each, _, _ in self._layout.places)
            )
            self._cells[number] = cells
        return cells

    def _paint_row(
        self, painter: QPainter, top: int, ground: QColor, cells: tuple[_Cell, ...]
    ) -> None:
        place, ratio = self._layout.row.translated(0, top), self._layout.ratio
        if not ratio.is_integer():  # a picture would stand between the pixels of the screen
            painter.fillRect(place, ground)
            painter.translate(place.topLeft())
            self._paint_cells(painter, cells)
            painter.translate(-place.topLeft())
            return
        self._make_picture(cells, ground)
        painter.drawPixmap(place.topLeft(), self._pictures[cells, ground.rgba()])

    def _make_picture(self, cells: tuple[_Cell, ...], ground: QColor) -> bool:
        """Have the picture of a row among those kept; whether it was not."""
        key, size, ratio = (cells, ground.rgba()), self._layout.row.size(), self._layout.ratio
        is_new = key not in self._pictures
        if is_new:
            picture = self._pictures[key] = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(ground)
            inside = QPainter(picture)
            self._paint_cells(inside, cells)
            inside.end()
        self._pictures.move_to_end(key)
        return is_new

    def _selected(self, first: int, end: int) -> set[int]:
        selection = self._table.selectionModel().selection()
        parts = (selection.at(number) for number in range(selection.count()))
        return {
            row
            for part in parts
            for row in range(max(part.top(), first), min(part.bottom() + 1, end))
        }

    def _paint_cells(self, painter: QPainter, cells: Sequence[_Cell]) -> None:
        row = self._layout.row
        for cell, (column, left, width) in zip(cells, self._layout.places, strict=False):
            place = QRect(left - row.left(), 0, width, row.height())
            self._paint_cell(painter, place, column, cell)

    def _paint_cell(self, painter: QPainter, rect: QRect, column: Column[Any], cell: _Cell) -> None:
        """Mark and text. Qt would lay a text out again to place it: its place follows from ours."""
        left, room, text = rect.x() + Space.S, rect.width() - 2 * Space.S, cell.text
        if cell.mark is not None:
            name, token = cell.mark
            drawing = pixmap(name, self._colors[token], self._mark_px)
            painter.drawPixmap(left, (rect.height() - self._mark_px) // 2, drawing)
        if cell.mark is not None or _indent_px(column):
            left, room = left + self._mark_px + Space.XS, room - self._mark_px - Space.XS
        font, metrics, below = self._fixed if column.is_fixed_font else self._body
        width = self._advance(text, column, metrics)
        painter.setFont(font)
        painter.setPen(self._colors[cell.token])
        middle = rect.height() // 2 + below
        if width > room:
            if self.has_two_lines and column.elide is Qt.TextElideMode.ElideMiddle:
                first, text = cut_in_two(text, metrics, room)
                painter.drawText(left, middle - metrics.height() // 2, first)
                middle += metrics.height() // 2
            text = metrics.elidedText(text, column.elide, room)
            width = metrics.horizontalAdvance(text)
        if column.is_number:
            left += room - width
        painter.drawText(left, middle, text)

    def _advance(self, text: str, column: Column[Any], metrics: QFontMetrics) -> int:
        """How wide a text is: most say the same as in other rows."""
        if len(self._advances) > _ADVANCES_KEPT:
            self._advances.clear()
        known = self._advances.get((text, column.is_fixed_font))
        if known is None:
            known = metrics.horizontalAdvance(text)
            self._advances[text, column.is_fixed_font] = known
        return known

    def measure(self) -> None:
        """Follow the theme."""
        theme = Theme.current()
        self._pictures.clear()
        self._advances.clear()
        body, fixed = theme.font(FontRole.BODY), theme.font(FontRole.FIXED)
        self._body, self._fixed = _measured(body), _measured(fixed)
        self._mark_px = theme.scaled(MARK_PX)
        self._colors = {token: theme.color(token) for token in Token}


def _cell(column: Column[Any], row: Any) -> _Cell:
    usual = Token.MUTED if column.is_muted else Token.TEXT
    token = usual if column.color is None else column.color(row)
    mark = column.icon(row) if column.icon is not None else None
    return _Cell(column.text(row), token, mark)


def _indent_px(column: Column[Any]) -> int:
    """Names stand under each other and under their head, with a mark or without."""
    has_marks = column.icon is not None and column.takes_spare_width
    return Theme.current().scaled(MARK_PX) + Space.XS if has_marks else 0


def _measured(font: QFont) -> tuple[QFont, QFontMetrics, int]:
    """A font, its measures, and how far below the middle of a cell letters stand."""
    metrics = QFontMetrics(font)
    return font, metrics, metrics.ascent() - metrics.height() // 2


_ARROW_PX = 16
_MIN_WIDTH_PX = 48
_NO_COLUMN = -1


class PagedHeader(QHeaderView):
    """Shows the order it is given; does not sort by itself."""

    sort_requested = Signal(object, bool)
    column_chosen = Signal(int, bool)  # to be shown, or hidden

    def __init__(self, model: PagedTableModel[Any], parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._paged = model
        self._sorted_column = self._clicked_column = _NO_COLUMN
        self._is_descending = False
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(_MIN_WIDTH_PX)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._choose_columns)
        self.sectionClicked.connect(self._ask_to_sort)
        Theme.current().changed.connect(self.updateGeometry)

    def set_sort(self, sort_key: Any, descending: bool) -> bool:
        """Mark the column with this key; whether that is another order than before."""
        before = self._sorted_column, self._is_descending
        keys = [column.sort_key for column in self._paged.columns]
        self._sorted_column = keys.index(sort_key) if sort_key in keys else _NO_COLUMN
        self._is_descending = descending
        self.viewport().update()
        return before != (self._sorted_column, descending)

    @property
    def chosen_sort_column(self) -> int:
        """The column with the arrow if the person sorted by it, as no first order was; else -1."""
        is_chosen = self._sorted_column == self._clicked_column
        return self._sorted_column if is_chosen else _NO_COLUMN

    def columns_in_order(self) -> list[int]:
        """Column numbers from left to right as shown."""
        return [self.logicalIndex(position) for position in range(self.count())]

    def restore(self, state: bytes) -> bool:
        """Bring back a saved layout; refused when it was of another number of columns."""
        before = self.saveState()
        if self.restoreState(state) and self.count() == len(self._paged.columns):
            return True
        self.restoreState(before)
        return False

    def label_width(self, column: Column[Any]) -> int:
        """Room for the name of a column, with the arrow where it can be sorted by."""
        metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
        arrow = Theme.current().scaled(_ARROW_PX) if column.sort_key is not None else 0
        text = metrics.horizontalAdvance(column.header())
        return _indent_px(column) + text + arrow + 2 * Space.S + 2

    @override
    def sizeHint(self) -> QSize:
        height = self.fontMetrics().height() + 2 * Space.S
        return QSize(super().sizeHint().width(), height)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme = Theme.current()
        painter.save()
        painter.fillRect(rect, theme.color(Token.SURFACE))
        painter.setPen(theme.color(Token.DIVIDER))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        left = Space.S + _indent_px(self._paged.columns[section])
        self._paint_label(painter, rect.adjusted(left, 0, -Space.S, 0), section)
        painter.restore()

    def _paint_label(self, painter: QPainter, room: QRect, section: int) -> None:
        column = self._paged.columns[section]
        is_sorted = section == self._sorted_column
        token = Token.TEXT if is_sorted else Token.MUTED
        painter.setFont(Theme.current().font(FontRole.BODY))
        painter.setPen(Theme.current().color(token))
        arrow_px = Theme.current().scaled(_ARROW_PX)
        left = room.width() - (arrow_px if is_sorted else 0)
        text = painter.fontMetrics().elidedText(column.header(), Qt.TextElideMode.ElideRight, left)
        side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        if is_sorted:
            width = painter.fontMetrics().horizontalAdvance(text)
            x = room.right() - width - arrow_px if column.is_number else room.x() + width
            self._paint_arrow(painter, QPoint(x, room.center().y() - arrow_px // 2), arrow_px)

    def _paint_arrow(self, painter: QPainter, corner: QPoint, side_px: int) -> None:
        name = "chevron-down" if self._is_descending else "chevron-up"
        painter.drawPixmap(corner, pixmap(name, Theme.current().color(Token.TEXT), side_px))

    @Slot(int)
    def _ask_to_sort(self, section: int) -> None:
        key = self._paged.columns[section].sort_key
        if key is None:
            return
        self._clicked_column = section
        is_again = section == self._sorted_column
        first = self._paged.columns[section].is_number
        self.sort_requested.emit(key, not self._is_descending if is_again else first)

    @Slot(QPoint)
    def _choose_columns(self, position: QPoint) -> None:
        menu = QMenu(self)
        for section in self.columns_in_order():
            action = menu.addAction(self._paged.columns[section].header())
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(section))
            action.setEnabled(not self._paged.columns[section].takes_spare_width)
            action.toggled.connect(partial(self.column_chosen.emit, section))
        menu.popup(self.viewport().mapToGlobal(position))


def tell_copied(widget: QWidget, wanted: int) -> None:
    """Say beside a widget that not all rows are copied, where that is so."""
    if wanted > MAX_ROWS_COPIED:
        text = QCoreApplication.translate("PagedTable", "Only {copied} of {wanted} rows are copied")
        text = text.format(copied=fmt.number(MAX_ROWS_COPIED), wanted=fmt.number(wanted))
        QToolTip.showText(widget.mapToGlobal(widget.rect().center()), text, widget)
