"""The list of folders: draws its rows; keys and clicks unfold them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.library.folder_rows import FolderModel
from simhash_gui.ui.theme.icons import ICON_PX, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_ICONS = {
    FolderRole.NORMAL: "folder",
    FolderRole.REFERENCE: "shield",
    FolderRole.EXCLUDED: "excluded",
}
_MARK_PX = 16  # at the normal text size
_ARROW_PX = 24


class FolderDelegate(QStyledItemDelegate):
    """Two lines a folder, one a folder inside another; height follows the font."""

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
        lines = QFontMetrics(self._body).height()
        if self._model.caption(index.row()):
            lines += self._caption_height() + 2
        return QSize(0, lines + 2 * Space.S)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.row()
        self._paint_ground(painter, option.rect, option.state, row)
        self._paint_arrow(painter, option.rect, row)
        indent = self.arrow(option.rect, row).right() - option.rect.x()
        room = option.rect.adjusted(indent, Space.S, -Space.M, -Space.S)
        top = QRect(room.x(), room.y(), room.width(), QFontMetrics(self._body).height())
        self._paint_icon(painter, room, row)
        left = Theme.current().scaled(ICON_PX) + Space.S
        count_width = self._paint_count(painter, top, row)
        title = top.adjusted(left, 0, -count_width - Space.S, 0)
        caption = self._model.caption(row)
        if caption:
            below = QRect(title.x(), top.bottom() + 3, room.width() - left, self._caption_height())
            below.adjust(0, 0, -self._paint_failed(painter, below, row), 0)
            self._write(painter, below, self._caption, Token.MUTED, caption)
        else:
            title.adjust(0, 0, -self._paint_failed(painter, title, row), 0)
        self._write(painter, title, self._body, Token.TEXT, self._model.title(row))

    def arrow(self, rect: QRect, row: int) -> QRect:
        """Where the arrow that unfolds a row stands in its rectangle; no width without any."""
        scaled = Theme.current().scaled
        left = rect.x() + Space.S + self._model.depth(row) * scaled(_MARK_PX)
        if not self._model.has_any_subfolders():
            return QRect(left, rect.y(), Space.XS, rect.height())
        return QRect(left, rect.y(), scaled(_ARROW_PX), rect.height())

    def _paint_arrow(self, painter: QPainter, rect: QRect, row: int) -> None:
        if self._model.has_subfolders(row):
            name = "chevron-down" if self._model.is_unfolded(row) else "chevron-right"
            side, room = Theme.current().scaled(_MARK_PX), self.arrow(rect, row)
            top = room.y() + Space.S + (QFontMetrics(self._body).height() - side) // 2
            color = Theme.current().color(Token.MUTED)
            painter.drawPixmap(room.x(), top, pixmap(name, color, side))

    def _caption_height(self) -> int:
        return QFontMetrics(self._caption).height()

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
        is_all = self._model.path_at(row) is None
        name = "folders" if is_all else _ICONS[folder.role if folder else FolderRole.NORMAL]
        if self._model.is_archive(row):
            name = "archive"
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


class FolderList(QListView):
    """Right and Left, a double click and a click on its arrow unfold and fold a row."""

    unfold_wanted = Signal(object, bool)  # Place; False to fold it

    def __init__(self, model: FolderModel) -> None:
        super().__init__()
        self._rows = model
        self._delegate = FolderDelegate(self, model)
        self.setModel(model)
        self.setItemDelegate(self._delegate)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Right:
            self._unfold_or_enter(row)
        elif event.key() == Qt.Key.Key_Left:
            self._fold_or_leave(row)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._is_on_arrow(event):
            super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_on_arrow(event):
            self._toggle(self.indexAt(event.position().toPoint()).row())
        else:
            super().mouseReleaseEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.indexAt(event.position().toPoint()).row()
        if not self._is_on_arrow(event) and self._rows.has_subfolders(row):
            self._toggle(row)

    def _is_on_arrow(self, event: QMouseEvent) -> bool:
        spot = event.position().toPoint()
        index = self.indexAt(spot)
        is_left = event.button() is Qt.MouseButton.LeftButton
        if not is_left or not self._rows.has_subfolders(index.row()):
            return False
        return self._delegate.arrow(self.visualRect(index), index.row()).contains(spot)

    def _unfold_or_enter(self, row: int) -> None:
        if self._rows.is_unfolded(row):
            self.setCurrentIndex(self._rows.index(row + 1))
        elif self._rows.has_subfolders(row):
            self.unfold_wanted.emit(self._rows.place_at(row), True)

    def _fold_or_leave(self, row: int) -> None:
        place = self._rows.place_at(row)
        if self._rows.is_unfolded(row):
            self.unfold_wanted.emit(place, False)
        elif self._rows.depth(row):
            self.setCurrentIndex(self._rows.index(self._rows.row_around(row)))

    def _toggle(self, row: int) -> None:
        self.unfold_wanted.emit(self._rows.place_at(row), not self._rows.is_unfolded(row))
