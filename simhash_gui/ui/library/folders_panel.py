"""The folders of a library: choose one to see its documents, give it a role, rescan, remove."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole, FolderRow
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.library_texts import role_hint, role_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.folder_list import FolderList
from simhash_gui.ui.library.folder_rows import FolderModel, Place, Subfolders
from simhash_gui.ui.theme.tokens import Space


class FoldersPanel(QFrame):
    """Shows folders and asks for changes; the page acts."""

    place_chosen = Signal(object)  # Place
    unfold_wanted = Signal(object, bool)  # Place; False to fold it
    role_wanted = Signal(object, object)  # path, FolderRole
    rescan_wanted = Signal(object)  # FolderRow
    remove_wanted = Signal(object)  # FolderRow
    show_wanted = Signal(object)  # path, in the file manager

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._may_change = True
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self.model = FolderModel(self)
        self.list = FolderList(self.model)
        self._make_actions()
        self._set_up_list()
        self._lay_out()
        self.retranslate()
        self._follow_choice()

    def set_folders(self, folders: Sequence[FolderRow], inside: Subfolders, chosen: Place) -> Place:
        """Show these folders with one of them chosen, or the nearest around it: which one.

        ``place_chosen`` does not tell of it.
        """
        with QSignalBlocker(self.list.selectionModel()):
            self.model.set_folders(folders, inside)
            row = self.model.row_of(chosen)
            self.list.setCurrentIndex(self.model.index(row))
        self.list.viewport().update()
        self._follow_choice()
        return self.model.place_at(row)

    def set_may_change(self, may_change: bool) -> None:
        """Whether roles can be changed and folders removed now."""
        self._may_change = may_change
        self._follow_choice()

    def chosen(self) -> FolderRow | None:
        """The chosen folder; None for all and for a subfolder."""
        return self.model.folder_at(self.list.currentIndex().row())

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._head.setText(self.tr("Folders"))
        self.list.setAccessibleName(self.tr("Folders"))
        self._role_menu.setTitle(self.tr("Role"))
        self.role_button.set_label(self.tr("Role of the folder"))
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
        self.show_action = QAction(self)
        self.show_action.triggered.connect(self._ask_to_show)
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
        self.list.unfold_wanted.connect(self.unfold_wanted)

    def _lay_out(self) -> None:
        self.role_button = IconButton("shield")
        self.role_button.show_words()
        self.role_button.setMenu(self._role_menu)
        self.role_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        head = QHBoxLayout()
        head.setContentsMargins(Space.M, Space.S, Space.S, Space.XS)
        head.setSpacing(0)
        head.addWidget(self._head, 1)
        head.addWidget(self.role_button)
        head.addWidget(IconButton("refresh", self.rescan_action))
        head.addWidget(IconButton("trash", self.remove_action))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, Space.XS)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)

    @Slot(QModelIndex)
    def _choose(self, _index: QModelIndex) -> None:
        self._follow_choice()
        self.place_chosen.emit(self.model.place_at(self.list.currentIndex().row()))

    def _follow_choice(self) -> None:
        folder = self.chosen()
        self.show_action.setEnabled(self._path() is not None)
        for action in (self.rescan_action, self.remove_action):
            action.setEnabled(folder is not None and self._may_change)
        role = self.model.role_at(self.list.currentIndex().row())
        for part in (self._role_menu.menuAction(), self.role_button):
            part.setEnabled(role is not None and self._may_change)
        self.role_button.setText(role_label(role) if role is not None else "")
        self.role_button.setVisible(role is not None)
        if role is not None:
            self.role_actions[role].setChecked(True)

    def _ask(self, wanted: SignalInstance) -> None:
        folder = self.chosen()
        if folder is not None:
            wanted.emit(folder)

    @Slot()
    def _ask_to_show(self) -> None:
        path = self._path()
        if path is not None:
            self.show_wanted.emit(path)

    def _path(self) -> Path | None:
        return self.model.path_at(self.list.currentIndex().row())

    def _ask_role(self, role: FolderRole) -> None:
        path = self._path()
        if path is not None and role is not self.model.role_at(self.list.currentIndex().row()):
            self.role_wanted.emit(path, role)
