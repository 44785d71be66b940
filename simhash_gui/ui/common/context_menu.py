"""Shift+F10 opens the context menu of what has the keyboard.

Windows does so by itself; elsewhere Qt knows the Menu key alone, which many keyboards lack.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRect, Qt, Slot
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

CONTEXT_MENU_KEY = "Shift+F10"


class ContextMenuKey(QShortcut):
    """The key in one window or dialog."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(QKeySequence(CONTEXT_MENU_KEY), window)
        self.setEnabled(QGuiApplication.platformName() != "windows")
        self.activated.connect(self._open)

    @Slot()
    def _open(self) -> None:
        focused = QApplication.focusWidget()
        if focused is None:
            return
        place = focused.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        centre = (place if isinstance(place, QRect) else focused.rect()).center()
        by_key = QContextMenuEvent.Reason.Keyboard
        event = QContextMenuEvent(by_key, centre, focused.mapToGlobal(centre))
        QCoreApplication.sendEvent(focused, event)
