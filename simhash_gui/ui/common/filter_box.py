"""A line to filter by: waits for a pause in typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCompleter, QLabel, QLineEdit, QListView, QToolButton, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.icons import icon, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_PAUSE_MS = 200
_ICON_PX = 16  # at the normal text size; Qt's own place for icons does not grow with the text
_TELLING_CHARACTERS = 20


class _TermCompleter(QCompleter):
    """Completes the last word of the line and leaves those before it."""

    def __init__(self, box: QLineEdit, terms: Sequence[str]) -> None:
        super().__init__(sorted(terms), box)
        self._box = box
        self._list = QListView()
        self.setPopup(self._list)
        Theme.current().changed.connect(self._dress)
        self._dress()

    @Slot()
    def _dress(self) -> None:
        """Qt takes the list out of the window, whose style sheet it would have."""
        self._list.setStyleSheet(Theme.current().sheet)

    @override
    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(" ")[2]] if not path.endswith(" ") else ["\0"]

    @override
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        before, space, _ = self._box.text().rpartition(" ")
        return f"{before}{space}{super().pathFromIndex(index)}"


class FilterBox(QLineEdit):
    """``filtered`` comes once the user stops typing, and at once on Enter and on clearing."""

    filtered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told = ""
        self.sign = QLabel(self)
        self.clear_button = QToolButton(self)
        self.clear_button.setAutoRaise(True)
        self.clear_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clear_button.clicked.connect(self.clear_filter)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._tell)
        self.textChanged.connect(self._follow_text)
        self.returnPressed.connect(self._tell)
        Theme.current().changed.connect(self._tint)
        self._tint()
        self.clear_button.setVisible(False)

    def set_labels(self, placeholder: str, clear: str) -> None:
        """Words in the current language; the placeholder is the accessible name too."""
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.clear_button.setToolTip(clear)
        self.clear_button.setAccessibleName(clear)

    def telling_px(self) -> int:
        """The width from which on one sees what it is for and what one types."""
        return self.fontMetrics().averageCharWidth() * _TELLING_CHARACTERS

    @Slot()
    def clear_filter(self) -> None:
        """Filter by nothing, at once."""
        self.clear()
        self._tell()

    def complete_terms(self, terms: Sequence[str]) -> None:
        """Offer what terms can begin with, for the word that is being typed."""
        completer = _TermCompleter(self, terms)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)

    def set_filter(self, text: str) -> None:
        """Filter by this, at once."""
        self.setText(text)
        self._tell()

    def show_filter(self, text: str) -> None:
        """Show a filter that is in force already."""
        if text != self._told:
            self._told = text
            self.setText(text)
            self._timer.stop()

    def begin_with(self, text: str) -> None:
        """Take the focus and go on from the key that was typed elsewhere."""
        self.setFocus()
        self.setText(text)

    @Slot(str)
    def _follow_text(self, text: str) -> None:
        self._place_icons()
        self.clear_button.setVisible(bool(text))
        self._timer.start()

    @Slot()
    def _tell(self) -> None:
        self._timer.stop()
        text = self.text().strip()
        if text != self._told:
            self._told = text
            self.filtered.emit(text)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_icons()

    def _place_icons(self) -> None:
        """The sign before the words, the button behind them, both as high as the text asks for.

        Actions that were added behind the words keep their place at the end.
        """
        side, height = Theme.current().scaled(_ICON_PX), self.height()
        button_px = side + Space.S
        self.sign.setGeometry(QRect(Space.S, 0, side, height))
        own = [self.clear_button]
        others = [each for each in self.findChildren(QToolButton) if each is not self.clear_button]
        grown_px = len(others) * (
            button_px - _ICON_PX - Space.S
        )  # Qt leaves room for the usual size
        self.setTextMargins(side + Space.XS, 0, side + Space.XS + grown_px, 0)
        for place, button in enumerate([*reversed(others), *own], start=1):
            left = self.width() - place * (button_px + Space.XS)
            button.setIconSize(QSize(side, side))
            button.setGeometry(left, (height - button_px) // 2, button_px, button_px)

    @Slot()
    def _tint(self) -> None:
        theme = Theme.current()
        side = theme.scaled(_ICON_PX)
        self.sign.setPixmap(pixmap("search", theme.color(Token.MUTED), side))
        self.clear_button.setIcon(icon("close", Token.MUTED))
        self.clear_button.setIconSize(QSize(side, side))
        self._place_icons()
