"""Filters that a person keeps by choosing them again from a menu of the filter box."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu

from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_STATE = "clusters/filters"
_MOST = 30


class SavedFilters(QObject):
    """A star in the filter box: keeps the filter that stands there, and offers those kept."""

    def __init__(self, session: Session, box: FilterBox) -> None:
        super().__init__(box)
        self._session, self._box = session, box
        self.action = QAction(self)
        box.add_button(self.action)
        self.action.triggered.connect(lambda: self.menu().exec(QCursor.pos()))
        Theme.current().changed.connect(self._tint)
        self._tint()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.action.setText(QCoreApplication.translate("SavedFilters", "Saved filters"))
        self.action.setToolTip(self.action.text())

    def kept(self) -> list[str]:
        """What was kept, the newest first."""
        kept = self._session.window_state.value(_STATE)
        if isinstance(kept, str):  # a list of one comes back as its text
            return [kept]
        return [str(each) for each in kept] if isinstance(kept, list) else []

    def keep(self) -> None:
        """Keep the filter that stands in the box."""
        text = self._box.text().strip()
        others = [each for each in self.kept() if each != text]
        self._session.window_state.setValue(_STATE, [text, *others][:_MOST])

    def drop(self, text: str) -> None:
        """Keep one no longer."""
        self._session.window_state.setValue(_STATE, [each for each in self.kept() if each != text])

    def menu(self) -> QMenu:
        """What can be chosen now."""
        menu, text = QMenu(self._box), self._box.text().strip()
        for each in self.kept():
            menu.addAction(each).triggered.connect(partial(self._box.set_filter, each))
        menu.addSeparator()
        if text in self.kept():
            remove = menu.addAction(
                QCoreApplication.translate("SavedFilters", "Remove this filter")
            )
            remove.triggered.connect(partial(self.drop, text))
        else:
            save = menu.addAction(QCoreApplication.translate("SavedFilters", "Save this filter"))
            save.setEnabled(bool(text))
            save.triggered.connect(self.keep)
        return menu

    def _tint(self) -> None:
        self.action.setIcon(icon("star", Token.MUTED))
