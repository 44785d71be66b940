"""Paints a row of a short list: mark, words, a count at the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import ROW_HEIGHT, FontRole, Space, Token

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_MARK_PX = 16  # at the normal size of type


class CountDelegate(QStyledItemDelegate):
    """The count is text under ``COUNT_ROLE``."""

    def __init__(self, view: QListView, icon_name: str) -> None:
        super().__init__(view)
        self._view = view
        self._icon_name = icon_name
        Theme.current().changed.connect(self._follow_theme)

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
        return QSize(0, max(ROW_HEIGHT, metrics.height() + Space.M))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = Theme.current()
        rect, state = option.rect, option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color(Token.SELECTION))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color(Token.HOVER))
        if index.row() == self._view.currentIndex().row() and self._view.hasFocus():
            painter.fillRect(QRect(rect.x(), rect.y(), 3, rect.height()), theme.color(Token.ACCENT))
        room = rect.adjusted(Space.M, 0, -Space.M, 0)
        side = theme.scaled(_MARK_PX)
        top = room.y() + (room.height() - side) // 2
        painter.drawPixmap(room.x(), top, pixmap(self._icon_name, theme.color(Token.WARN), side))
        self._paint_texts(painter, room.adjusted(side + Space.S, 0, 0, 0), index)

    def _paint_texts(
        self, painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = Theme.current()
        painter.setFont(theme.font(FontRole.BODY))
        count = str(index.data(COUNT_ROLE))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color(Token.MUTED))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | middle), count)
        left = room.width() - painter.fontMetrics().horizontalAdvance(count) - Space.S
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, left
        )
        painter.setPen(theme.color(Token.TEXT))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | middle), text)

    @Slot()
    def _follow_theme(self) -> None:
        self._view.scheduleDelayedItemsLayout()
        self._view.viewport().update()
