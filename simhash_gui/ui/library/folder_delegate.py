"""Paints a folder of the Library page: name and count above, role and path below."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.library.folder_model import FolderModel
from simhash_gui.ui.theme.icons import ICON_PX, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_ICONS = {
    FolderRole.NORMAL: "folder",
    FolderRole.REFERENCE: "shield",
    FolderRole.EXCLUDED: "excluded",
}
_MARK_PX = 16  # at the normal size of type


class FolderDelegate(QStyledItemDelegate):
    """Two lines a row; height follows the font."""

    def __init__(self, view: QListView, model: FolderModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        Theme.current().changed.connect(self._measure)
        self._measure()

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        lines = QFontMetrics(self._body).height() + QFontMetrics(self._caption).height()
        return QSize(0, lines + 2 * Space.S + 2)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.row()
        self._paint_ground(painter, option.rect, option.state, row)
        room = option.rect.adjusted(Space.M, Space.S, -Space.M, -Space.S)
        top = QRect(room.x(), room.y(), room.width(), QFontMetrics(self._body).height())
        self._paint_icon(painter, room, row)
        left = Theme.current().scaled(ICON_PX) + Space.S
        count_width = self._paint_count(painter, top, row)
        title = top.adjusted(left, 0, -count_width - Space.S, 0)
        self._write(painter, title, self._body, Token.TEXT, self._model.title(row))
        below = QRect(
            room.x() + left,
            top.bottom() + 3,
            room.width() - left,
            QFontMetrics(self._caption).height(),
        )
        failed_width = self._paint_failed(painter, below, row)
        caption = below.adjusted(0, 0, -failed_width, 0)
        self._write(painter, caption, self._caption, Token.MUTED, self._model.caption(row))

    def _paint_ground(
        self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, row: int
    ) -> None:
        theme = Theme.current()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color(Token.SELECTION))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color(Token.HOVER))
        if row == self._view.currentIndex().row() and self._view.hasFocus():
            painter.fillRect(QRect(rect.x(), rect.y(), 3, rect.height()), theme.color(Token.ACCENT))

    def _paint_icon(self, painter: QPainter, room: QRect, row: int) -> None:
        folder = self._model.folder_at(row)
        name = "folders" if folder is None else _ICONS[folder.role]
        is_marked = folder is not None and folder.role is not FolderRole.NORMAL
        color = Theme.current().color(Token.ACCENT if is_marked else Token.MUTED)
        side = Theme.current().scaled(ICON_PX)
        top = room.y() + (QFontMetrics(self._body).height() - side) // 2
        painter.drawPixmap(room.x(), top, pixmap(name, color, side))

    def _paint_count(self, painter: QPainter, line: QRect, row: int) -> int:
        text = fmt.number(self._model.file_count(row))
        painter.setFont(self._body)
        painter.setPen(Theme.current().color(Token.MUTED))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, int(side), text)
        return painter.fontMetrics().horizontalAdvance(text)

    def _paint_failed(self, painter: QPainter, line: QRect, row: int) -> int:
        """A sign and the count of failed files at the right; how wide it is."""
        count = self._model.failed_count(row)
        if not count:
            return 0
        text, color = fmt.number(count), Theme.current().color(Token.WARN)
        painter.setFont(self._caption)
        painter.setPen(color)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, int(side), text)
        mark_px = Theme.current().scaled(_MARK_PX)
        width = painter.fontMetrics().horizontalAdvance(text) + Space.XS + mark_px
        top = line.y() + (line.height() - mark_px) // 2
        painter.drawPixmap(line.right() + 1 - width, top, pixmap("warning", color, mark_px))
        return width + Space.S

    def _write(self, painter: QPainter, room: QRect, font: QFont, token: Token, text: str) -> None:
        painter.setFont(font)
        painter.setPen(Theme.current().color(token))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room.width())
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(side), shown)

    @Slot()
    def _measure(self) -> None:
        self._body = Theme.current().font(FontRole.BODY)
        self._caption = Theme.current().font(FontRole.CAPTION)
        self._view.scheduleDelayedItemsLayout()
