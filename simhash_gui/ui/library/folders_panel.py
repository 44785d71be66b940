"""The folders of a library: choose one to see its documents, give it a role, rescan, remove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    SignalInstance,
    Slot,
)
from PySide6.QtGui import QAction, QActionGroup, QFont, QFontMetrics, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole, FolderRow
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.library_texts import role_hint, role_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import ICON_PX, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

ALL_FOLDERS_ROW = 0


class FolderModel(QAbstractListModel):
    """Where there are several, ``folder_at(0)`` is None: all folders."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders: tuple[FolderRow, ...] = ()

    def set_folders(self, folders: Sequence[FolderRow]) -> None:
        """Show these; the same folders with new counts keep their rows."""
        new = tuple(folders)
        if [f.id for f in new] == [f.id for f in self._folders]:
            self._folders = new
            self.retranslate()
            return
        self.beginResetModel()
        self._folders = new
        self.endResetModel()

    def retranslate(self) -> None:
        """Let views ask for texts again."""
        self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    @property
    def _offset(self) -> int:
        """The row of the first folder: one alone needs no row for all."""
        return 0 if len(self._folders) == 1 else 1

    def folder_at(self, row: int) -> FolderRow | None:
        """The folder in a row; None for all folders."""
        place = row - self._offset
        return self._folders[place] if 0 <= place < len(self._folders) else None

    def row_of(self, folder_id: int | None) -> int:
        """Where a folder stands; the first row for None or a folder that is gone."""
        ids = [folder.id for folder in self._folders]
        return ids.index(folder_id) + self._offset if folder_id in ids else ALL_FOLDERS_ROW

    def title(self, row: int) -> str:
        """First line of a row."""
        folder = self.folder_at(row)
        if folder is None:
            return QCoreApplication.translate("FolderModel", "All folders")
        return fmt.path(folder.path.name or str(folder.path))

    def caption(self, row: int) -> str:
        """Second line of a row: its role where it has one, and its path."""
        folder = self.folder_at(row)
        if folder is None:
            count = len(self._folders)
            return QCoreApplication.translate("FolderModel", "%Ln folders", "", count)
        path = fmt.path(str(folder.path))
        if folder.role is FolderRole.NORMAL:
            return path
        return f"{role_label(folder.role)} · {path}"

    def file_count(self, row: int) -> int:
        """Files of a row."""
        folder = self.folder_at(row)
        return folder.file_count if folder else sum(f.file_count for f in self._folders)

    def failed_count(self, row: int) -> int:
        """Failed files of a row."""
        folder = self.folder_at(row)
        return folder.failed_count if folder else sum(f.failed_count for f in self._folders)

    @override
    def rowCount(
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 - Qt's own
    ) -> int:
        return 0 if parent.isValid() else len(self._folders) + self._offset

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.title(row)}, {self.caption(row)}, {fmt.number(self.file_count(row))}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return None

    def _tip(self, row: int) -> str:
        folder = self.folder_at(row)
        if folder is None:
            return ""
        return f"{fmt.path(str(folder.path))}\n{role_label(folder.role)}: {role_hint(folder.role)}"


_ICONS = {
    FolderRole.NORMAL: "folder",
    FolderRole.REFERENCE: "shield",
    FolderRole.EXCLUDED: "excluded",
}
_MARK_PX = 16  # at the normal text size


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


class FoldersPanel(QFrame):
    """Shows folders and asks for changes; the page acts."""

    folder_chosen = Signal(object)  # folder id, None: all
    role_wanted = Signal(object, object)  # FolderRow, FolderRole
    rescan_wanted = Signal(object)  # FolderRow
    remove_wanted = Signal(object)  # FolderRow
    show_wanted = Signal(object)  # FolderRow, in the file manager

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._may_change = True
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self.model = FolderModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(FolderDelegate(self.list, self.model))
        self._make_actions()
        self._set_up_list()
        self._lay_out()
        self.retranslate()
        self._follow_choice()

    def set_folders(self, folders: Sequence[FolderRow], chosen: int | None) -> None:
        """Show these folders with one of them chosen, without telling so."""
        with QSignalBlocker(self.list.selectionModel()):
            self.model.set_folders(folders)
            self.list.setCurrentIndex(self.model.index(self.model.row_of(chosen)))
        self.list.viewport().update()
        self._follow_choice()

    def set_may_change(self, may_change: bool) -> None:
        """Whether roles can be changed and folders removed now."""
        self._may_change = may_change
        self._follow_choice()

    def chosen(self) -> FolderRow | None:
        """The chosen folder; None for all."""
        return self.model.folder_at(self.list.currentIndex().row())

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._head.setText(self.tr("Folders"))
        self.list.setAccessibleName(self.tr("Folders"))
        self._role_menu.setTitle(self.tr("Role"))
        self._role_button.set_label(self.tr("Role of the folder"))
        self.rescan_action.setText(self.tr("Rescan this folder"))
        self.show_action.setText(self.tr("Show in file manager"))
        self.remove_action.setText(self.tr("Remove from library"))
        for role, action in self.role_actions.items():
            action.setText(f"{role_label(role)} – {role_hint(role)}")
        self.model.retranslate()
        self._follow_choice()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _make_actions(self) -> None:
        self.rescan_action = self._action(self.rescan_wanted)
        self.show_action = self._action(self.show_wanted)
        self.remove_action = self._action(self.remove_wanted)
        self.remove_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.remove_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._role_menu = QMenu(self)
        group = QActionGroup(self)
        self.role_actions: dict[FolderRole, QAction] = {}
        for role in FolderRole:
            action = group.addAction(QAction(self._role_menu, checkable=True))
            action.triggered.connect(lambda _checked, role=role: self._ask_role(role))
            self._role_menu.addAction(action)
            self.role_actions[role] = action

    def _action(self, wanted: SignalInstance) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: self._ask(wanted))
        return action

    def _set_up_list(self) -> None:
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.list.addAction(self._role_menu.menuAction())
        for action in (self.rescan_action, self.show_action, self.remove_action):
            self.list.addAction(action)
        self.list.selectionModel().currentChanged.connect(self._choose)

    def _lay_out(self) -> None:
        self._role_button = IconButton("shield")
        self._role_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._role_button.setMenu(self._role_menu)
        self._role_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        head = QHBoxLayout()
        head.setContentsMargins(Space.M, Space.S, Space.S, Space.XS)
        head.setSpacing(0)
        head.addWidget(self._head, 1)
        head.addWidget(self._role_button)
        head.addWidget(IconButton("refresh", self.rescan_action))
        head.addWidget(IconButton("trash", self.remove_action))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, Space.XS)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)

    @Slot(QModelIndex)
    def _choose(self, _index: QModelIndex) -> None:
        folder = self.chosen()
        self._follow_choice()
        self.folder_chosen.emit(None if folder is None else folder.id)

    def _follow_choice(self) -> None:
        folder = self.chosen()
        self.show_action.setEnabled(folder is not None)
        for action in (self.rescan_action, self.remove_action, self._role_menu.menuAction()):
            action.setEnabled(folder is not None and self._may_change)
        self._role_button.setEnabled(folder is not None and self._may_change)
        self._role_button.setText(role_label(folder.role) if folder is not None else "")
        self._role_button.setVisible(folder is not None)
        if folder is not None:
            self.role_actions[folder.role].setChecked(True)

    def _ask(self, wanted: SignalInstance) -> None:
        folder = self.chosen()
        if folder is not None:
            wanted.emit(folder)

    def _ask_role(self, role: FolderRole) -> None:
        folder = self.chosen()
        if folder is not None:
            self.role_wanted.emit(folder, role)
