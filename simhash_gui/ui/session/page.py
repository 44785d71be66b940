"""What every page of the window has: a header with one primary action, and a body.

A page is made after the first paint, and told when it comes to the front (``activated``) and when
it leaves (``deactivated``). Where the window is too small for it, as with large text on a small
screen, the body scrolls; the header stays, so that the primary action is never out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.empty_state import EmptyState
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.laid_out_first import LaidOutFirst
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.dress import Dress
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
        column.addLayout(self.body, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        whole.addWidget(self.area, 1)

    @classmethod
    def made_in_turns(cls, session: Session) -> Iterator[Page | None]:
        """None after each part of the work that fills a turn of the event loop; the page last."""
        yield cls(session)

    def title(self) -> str:
        """The page's name in the header, the rail and the shortcut list."""
        raise NotImplementedError

    def retranslate(self) -> None:
        """Set every text again, in the current language."""
        self.header.set_title(self.title())

    def dress(self) -> None:
        """Give it the style sheet. Where parts of it are hidden by turns, each has its own."""
        Dress(self)

    def take_keyboard(self) -> None:
        """Put the keyboard where the work begins: on an empty page that is its button.

        A focus proxy of the page would do this too, but Tab would then jump to it over everything
        that stands before it.
        """
        buttons = (each.button for each in self.findChildren(EmptyState))
        leading = next((button for button in buttons if button.isVisible()), None)
        (leading or self.first_focus).setFocus()

    def activated(self) -> None:
        """The page has come to the front."""

    def deactivated(self) -> None:
        """Another page is about to come to the front, or the window to close."""

    def focus_filter(self) -> None:
        """Ctrl+F: put the cursor where the user narrows the page down."""

    def refresh(self) -> None:
        """F5: bring what is shown up to date."""

    def clear(self) -> bool | None:
        """Escape: leave what was opened or chosen inside the page; True where something was."""

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


class BodyStack(QStackedWidget):
    """Needs room only for what it shows: an empty page does not scroll for a full one.

    Another language is told to what is in front at once, to the rest when it comes there.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._untranslated: list[QWidget] = []
        self._painting = LaidOutFirst(self)
        self.currentChanged.connect(self._translate)
        self.currentChanged.connect(self.updateGeometry)
        self.currentChanged.connect(self._painting.hold)

    @override
    def setCurrentWidget(self, widget: QWidget) -> None:
        """Bring a part to the front, which knows that it is not painted yet."""
        if widget is not self.currentWidget():
            self._painting.hold()
        super().setCurrentWidget(widget)

    @override
    def minimumSizeHint(self) -> QSize:
        shown = self.currentWidget()
        return QSize() if shown is None else shown.minimumSizeHint()

    @override
    def hasHeightForWidth(self) -> bool:
        return False

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.LanguageChange:
            return super().event(event)
        self._untranslated = self.findChildren(
            QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
        )
        self._translate()
        return True

    @Slot()
    def _translate(self) -> None:
        shown = self.currentWidget()
        if shown in self._untranslated:
            self._untranslated.remove(shown)
            QCoreApplication.sendEvent(shown, QEvent(QEvent.Type.LanguageChange))


class _Area(QScrollArea):
    """Scrolls the body of the page where it does not fit; never in the way otherwise."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.content = QWidget()
        self.setWidget(self.content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for surface in (self.viewport(), self.content):
            surface.setAutoFillBackground(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._show_focus)

    def _show_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Qt scrolls for Tab within the body, but not for Tab that comes in from the header."""
        if new is not None and self.content.isAncestorOf(new) and new.visibleRegion().isEmpty():
            self.ensureWidgetVisible(new)

    def show_part(self, widget: QWidget, part: QRect) -> None:
        """Scroll as far as it takes to see a part of a widget of the page."""
        centre = widget.mapTo(self.content, part.center())
        self.ensureVisible(centre.x(), centre.y(), part.width(), part.height() + Space.XL)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class PageHeader(QWidget):
    """Title and summary; ``add_action`` puts buttons to the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        set_role(self._title, Role.TITLE)
        self._summary = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._summary, Role.MUTED)
        texts = QWidget()
        lines = QVBoxLayout(texts)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        lines.addWidget(self._title)
        lines.addWidget(self._summary)
        self._summary.hide()
        self._row = FlowRow(ends_right=True)
        self._row.add(texts, stretch=1, min_px=self._summary.shortest_px)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(Space.XL, Space.L, Space.XL, Space.M)
        whole.addWidget(self._row)

    def set_title(self, text: str) -> None:
        """The page's name."""
        self._title.setText(text)

    def title(self) -> str:
        """The page's name, as shown."""
        return self._title.text()

    def set_summary(self, text: str, shorter: Sequence[str] = ()) -> None:
        """Counts and state, one line. Where the window is narrow, ``shorter`` or elided."""
        self._summary.set_full_text(text, shorter)
        self._summary.setVisible(bool(text))

    def summary(self) -> str:
        """The whole summary, also where it is shown elided."""
        return self._summary.full_text()

    def add_action(
        self, action: QAction, *, is_primary: bool = False, icon: str = ""
    ) -> ActionButton:
        """A button that follows ``action`` (text, tooltip, enabled); ``icon`` by name."""
        button = ActionButton(action, icon, is_primary=is_primary)
        self._row.add(button)
        return button

    def add_widget(self, widget: QWidget) -> None:
        """Any other control, after those already there."""
        self._row.add(widget)
