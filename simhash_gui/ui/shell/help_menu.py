"""The menu of the help button at the foot of the rail."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMenu, QWidget

from simhash_gui.ui.common.shortcuts import KEYS, Command, command_label
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.tokens import Token


class HelpMenu(QMenu):
    """Asks for one of the dialogs."""

    shortcuts_wanted = Signal()
    about_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self._fill)

    @Slot()
    def _fill(self) -> None:
        self.clear()
        keys = self.addAction(icon("keyboard", Token.MUTED), command_label(Command.SHORTCUTS))
        keys.setShortcut(KEYS[Command.SHORTCUTS])
        keys.triggered.connect(self.shortcuts_wanted)
        about = self.addAction(icon("info", Token.MUTED), self.tr("About simhash-gui"))
        about.triggered.connect(self.about_wanted)
