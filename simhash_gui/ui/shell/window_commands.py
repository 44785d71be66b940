"""The keys that work anywhere in the window, as actions of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from simhash_gui.ui.common.page_ids import PageId
from simhash_gui.ui.common.shortcuts import KEYS, Command, page_key


class WindowCommands(QObject):
    """Tells which command or page was asked for; the window acts."""

    commanded = Signal(object)  # Command
    page_chosen = Signal(object)  # PageId

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        for command in Command:
            action = self._add(KEYS[command])
            action.triggered.connect(lambda _checked, c=command: self.commanded.emit(c))
        for position, page in enumerate(PageId):
            action = self._add(page_key(position))
            action.triggered.connect(lambda _checked, p=page: self.page_chosen.emit(p))

    def _add(self, keys: str) -> QAction:
        action = QAction(self._window)
        action.setShortcut(QKeySequence(keys))
        self._window.addAction(action)
        return action
