"""Paints the cells of a ``PagedTable``: text, mark, selection, the row under the pointer.

Written for speed: one row look-up and one text a cell, colours and fonts kept until the theme
changes. Four hundred cells have to fit into one frame.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Slot
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView
from typing_extensions import override

from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_MARK_PX = 16  # at the normal size of type
_FOCUS_BAR_PX = 3
_DO_NOT_CLIP = int(Qt.TextFlag.TextDontClip)  # the last letter may stand out by a pixel


class RowDelegate(QStyledItemDelegate):
    """One for each table."""

    def __init__(self, table: QTableView, model: PagedTableModel[Any]) -> None:
        super().__init__(table)
        self.hovered_row = -1
        self._table = table
        self._model = model
        Theme.current().changed.connect(self._measure)
        self._measure()

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        rect, state = option.rect, option.state
        self._paint_background(painter, rect, index, bool(state & QStyle.StateFlag.State_Selected))
        row = self._model.row_at(index.row())
        if row is None:
            return
        column = self._model.columns[index.column()]
        room = rect.adjusted(Space.S, 0, -Space.S, 0)
        if column.icon is not None:
            room = self._paint_mark(painter, room, column.icon(row))
        self._paint_text(painter, room, column, row)

    def _paint_background(
        self, painter: QPainter, rect: QRect, index: Any, is_selected: bool
    ) -> None:
        table = self._table
        if is_selected:
            painter.fillRect(rect, self._selection)
        elif index.row() == self.hovered_row:
            painter.fillRect(rect, self._hover)
        is_current = index.row() == table.currentIndex().row() and table.hasFocus()
        if (
            is_current
            and rect.x() <= 0
            and table.columnViewportPosition(index.column()) == rect.x()
        ):
            bar = QRect(0, rect.y(), _FOCUS_BAR_PX, rect.height())
            painter.fillRect(bar, self._colors[Token.ACCENT])

    def _paint_mark(self, painter: QPainter, room: QRect, mark: tuple[str, Token] | None) -> QRect:
        """The mark, or room for it, so that the texts stand under each other."""
        side = self._mark_px
        if mark is not None:
            name, token = mark
            top = room.y() + (room.height() - side) // 2
            painter.drawPixmap(room.x(), top, pixmap(name, self._colors[token], side))
        return room.adjusted(side + Space.XS, 0, 0, 0)

    def _paint_text(self, painter: QPainter, room: QRect, column: Column[Any], row: Any) -> None:
        token = Token.MUTED if column.is_muted else Token.TEXT
        if column.color is not None:
            token = column.color(row)
        font, metrics = self._fixed if column.is_fixed_font else self._body
        painter.setFont(font)
        painter.setPen(self._colors[token])
        text = column.text(row)
        if metrics.horizontalAdvance(text) > room.width():
            text = metrics.elidedText(text, column.elide, room.width())
        side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
        flags = int(side | Qt.AlignmentFlag.AlignVCenter) | _DO_NOT_CLIP
        painter.drawText(room, flags, text)

    @Slot()
    def _measure(self) -> None:
        theme = Theme.current()
        body, fixed = theme.font(FontRole.BODY), theme.font(FontRole.FIXED)
        self._body = (body, QFontMetrics(body))
        self._fixed = (fixed, QFontMetrics(fixed))
        self._mark_px = theme.scaled(_MARK_PX)
        self._colors = {token: theme.color(token) for token in Token}
        self._selection: QColor = self._colors[Token.SELECTION]
        self._hover: QColor = self._colors[Token.HOVER]
