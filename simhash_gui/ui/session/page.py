"""What every page of the window has: a header with one primary action, and a body.

A page is made once the first paint is over, and told when it comes to the front
(``activated``) and when it leaves (``deactivated``). Where the window is too small for it, as with
large type on a small screen, all of it scrolls.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common.page_header import PageHeader
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space


class Page(QWidget):
    """Base of the pages.

    A subclass builds its widgets in ``__init__``, adds them to ``body`` and ends with
    ``self.retranslate()``, which it overrides (calling this one first).
    """

    content_shown = Signal(object)  # itself: what was opened is on show, and could take the keys

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.header = PageHeader()
        self.body = QVBoxLayout()
        self.body.setContentsMargins(Space.XL, 0, Space.XL, Space.L)
        self.body.setSpacing(Space.M)
        self.first_focus: QWidget = self
        self.area = _Area(self)
        column = QVBoxLayout(self.area.content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(self.body, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)

    def title(self) -> str:
        """The page's name in the header, the rail and the shortcut list."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Set every text again, in the language of now."""
        self.header.set_title(self.title())

    def take_keyboard(self) -> None:
        """Put the keyboard where the work begins.

        A focus proxy of the page would do this too, but Tab would then jump to it over everything
        that stands before it.
        """
        self.first_focus.setFocus()

    def activated(self) -> None:
        """The page has come to the front."""

    def deactivated(self) -> None:
        """Another page is about to come to the front, or the window to close."""

    def focus_filter(self) -> None:
        """Ctrl+F: put the cursor where the user narrows the page down."""

    def refresh(self) -> None:
        """F5: bring what is shown up to date."""

    def clear(self) -> None:
        """Escape: leave what was opened or chosen inside the page."""

    def shortcuts(self) -> list[tuple[str, str]]:
        """Keys of this page and what they do, for the list of keys."""
        return []

    def save_state(self) -> None:
        """Keep column widths, splitters and sorting in ``session.window_state``."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


class _Area(QScrollArea):
    """Scrolls the page where it does not fit; never in the way otherwise."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.content = QWidget()
        self.setWidget(self.content)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for surface in (self.viewport(), self.content):
            surface.setAutoFillBackground(False)

    def show_part(self, widget: QWidget, part: QRect) -> None:
        """Scroll as far as it takes to see a part of a widget of the page."""
        centre = widget.mapTo(self.content, part.center())
        self.ensureVisible(centre.x(), centre.y(), part.width(), part.height() + Space.XL)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)
