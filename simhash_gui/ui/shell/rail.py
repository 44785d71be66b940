"""The left rail: library switcher, one button a page, settings and help at the foot.

Folded it shows icons only; the names are then tooltips. It shows and asks, the window acts.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common.page_ids import PageId, page_label
from simhash_gui.ui.common.shortcuts import KEYS, Command, command_label, page_key
from simhash_gui.ui.shell.rail_button import RailButton
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_LEAST_WIDTH_PX = 168
_MOST_WIDTH_PX = 300


class Rail(QFrame):
    """Pages from top to bottom; ``show_page`` marks the one in front."""

    page_chosen = Signal(object)  # PageId
    settings_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, pages: Sequence[PageId], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self._is_folded = False
        self.library_button = RailButton("database", has_menu=True)
        self._pages = {page: RailButton(page.value, is_page=True) for page in pages}
        self.settings_button = RailButton("settings")
        self._help = RailButton("help")
        self._group = QButtonGroup(self)
        for page, button in self._pages.items():
            self._group.addButton(button)
            button.clicked.connect(lambda _checked, page=page: self.page_chosen.emit(page))
        self.settings_button.clicked.connect(self.settings_wanted)
        self._help.clicked.connect(self.help_wanted)
        self._lay_out()
        Theme.current().changed.connect(self.fit)
        self.retranslate()

    def set_library_menu(self, menu: QMenu) -> None:
        """What the switcher at the top opens."""
        self.library_button.set_menu(menu)

    def set_library_name(self, name: str, tip: str) -> None:
        """Name of the open library; its path as the tooltip."""
        self.library_button.setText(name)
        self.library_button.setToolTip(tip)
        self.library_button.setAccessibleName(self.tr("Library: {name}").format(name=name))

    def set_help_menu(self, menu: QMenu) -> None:
        """What the button at the foot opens."""
        self._help.set_menu(menu)

    def show_page(self, page: PageId) -> None:
        """Mark the page in front."""
        self._pages[page].setChecked(True)

    def button(self, page: PageId) -> RailButton:
        """The button of a page."""
        return self._pages[page]

    def is_worked_by_key(self) -> bool:
        """Whether one of the buttons was reached by Tab and has the keyboard."""
        return any(button.shows_focus() for button in self._buttons())

    @property
    def is_folded(self) -> bool:
        """Whether only icons are shown."""
        return self._is_folded

    def set_folded(self, folded: bool) -> None:
        """Icons only, or icons and names."""
        if folded != self._is_folded:
            self._is_folded = folded
            for button in self._buttons():
                button.set_folded(folded)
            self.fit()

    @Slot()
    def fit(self) -> None:
        """Take the width that the names need at the present font."""
        if self._is_folded:
            width = self.settings_button.sizeHint().width()
        else:
            wanted = [b.sizeHint().width() for b in self._buttons() if b is not self.library_button]
            least = Theme.current().scaled(_LEAST_WIDTH_PX)
            width = min(max(*wanted, least), max(*wanted, _MOST_WIDTH_PX))
        self.setFixedWidth(width + 2 * Space.S)

    def retranslate(self) -> None:
        """Names and tooltips in the language of now."""
        for position, (page, button) in enumerate(self._pages.items()):
            button.set_label(page_label(page), page_key(position))
        self.settings_button.set_label(command_label(Command.SETTINGS), KEYS[Command.SETTINGS])
        self._help.set_label(self.tr("Help"), "")
        self.fit()

    def _buttons(self) -> list[RailButton]:
        return [self.library_button, *self._pages.values(), self.settings_button, self._help]

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, Space.M, Space.S, Space.M)
        column.setSpacing(Space.XS)
        column.addWidget(self.library_button)
        column.addSpacing(Space.M)
        for button in self._pages.values():
            column.addWidget(button)
        column.addStretch(1)
        column.addWidget(self.settings_button)
        column.addWidget(self._help)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
