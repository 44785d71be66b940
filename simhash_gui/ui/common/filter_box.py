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
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QCompleter,
    QLabel,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import icon, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_PAUSE_MS = 200
_ICON_PX = 16  # at the normal text size
_TELLING_CHARACTERS = 20


class _TermCompleter(QCompleter):
    """Completes the last word of the line and leaves those before it."""

    def __init__(self, box: QLineEdit, terms: Sequence[str]) -> None:
        super().__init__(sorted(terms), box)
        self._box = box
        self._list = QListView()
        self._list.setObjectName("terms")
        self.setPopup(self._list)
        self._list.setItemDelegate(QStyledItemDelegate(self._list))  # Qt's own leaves rows low
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
        self.sign, self.count = QLabel(self), QLabel(self)
        set_role(self.count, Role.MUTED)
        self.count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._buttons: list[QToolButton] = []  # from the right edge on
        self.clear_button = self._make_button()
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

    def add_button(self, action: QAction) -> QToolButton:
        """A button at the end of the line. Those that Qt adds keep one size for their icons."""
        button = self._make_button()
        button.setDefaultAction(action)
        self._buttons.insert(0, self._buttons.pop())
        self._place_icons()
        return button

    def _make_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._buttons.append(button)
        return button

    def show_count(self, text: str) -> None:
        """How many there are, at the end of the line, where there is room for both."""
        self.count.setText(text)
        self._place_icons()

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

    def close_terms(self) -> bool:
        """Close the list of terms that are offered; whether it was open."""
        terms = self.completer().popup()
        return terms is not None and terms.isVisible() and terms.close()

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
        """The sign before the words, the buttons behind them, as high as the text asks for."""
        side, height = Theme.current().scaled(_ICON_PX), self.height()
        button_px = side + Space.S
        self.sign.setGeometry(QRect(Space.S, 0, side, height))
        left = self.width()
        for button in self._buttons:
            left -= button_px + Space.XS
            button.setIconSize(QSize(side, side))
            button.setGeometry(left, (height - button_px) // 2, button_px, button_px)
        count_px = self._place_count(left)
        buttons_px = self.width() - left
        self.setTextMargins(side + Space.XS, 0, buttons_px - Space.S + count_px, 0)

    def _place_count(self, right: int) -> int:
        """Put the count before what stands at the end; the room that it takes."""
        wanted = self.count.sizeHint().width() + Space.S
        has_room = bool(self.count.text()) and right - wanted >= self.telling_px()
        self.count.setVisible(has_room)
        self.count.setGeometry(right - wanted, 0, wanted - Space.S, self.height())
        return wanted if has_room else 0

    @Slot()
    def _tint(self) -> None:
        theme = Theme.current()
        side = theme.scaled(_ICON_PX)
        self.sign.setPixmap(pixmap("search", theme.color(Token.MUTED), side))
        self.clear_button.setIcon(icon("close", Token.MUTED))
        self._place_icons()
