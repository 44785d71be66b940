"""The quiet line at the foot of the window that tells how something ended.

Good news without an action disappears by itself; everything else stays until it is closed or used.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import ICON_PX, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_LEAVES_AFTER_MS = 10_000
_MAX_KEPT = 5
_LOOKS = {
    NoticeKind.DONE: ("check-circle", Token.AGREES),
    NoticeKind.INFORMATION: ("info", Token.ACCENT),
    NoticeKind.WARNING: ("warning", Token.WARN),
    NoticeKind.ERROR: ("error", Token.DANGER),
}


class NoticeBar(QFrame):
    """Shows the newest notice; closing it brings back the one before."""

    details_wanted = Signal(object)  # Notice

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._notices: list[Notice] = []
        self._is_held = False
        self._make_widgets()
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_LEAVES_AFTER_MS)
        self._timer.timeout.connect(self.dismiss)
        Theme.current().changed.connect(self._refresh)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """The one on show."""
        return self._notices[-1] if self._notices else None

    def post(self, notice: Notice) -> None:
        """Show a notice; the few before it wait underneath, or it waits itself."""
        waiting = [n for n in self._notices if not _is_passing(n)]
        waiting = [n for n in waiting if not n.about or n.about != notice.about]
        self._notices = [*waiting[1 - _MAX_KEPT :], notice]
        if notice.waits:
            self._notices[-2:] = reversed(self._notices[-2:])
        self._show_newest()

    @Slot()
    def dismiss(self) -> None:
        """Close the notice on show."""
        if self._notices:
            self._notices.pop()
        self._show_newest()

    @Slot(str)
    def withdraw(self, about: str) -> None:
        """Close the notices about something that is over."""
        self._notices = [n for n in self._notices if n.about != about]
        self._show_newest()

    @Slot(bool)
    def hold(self, is_held: bool) -> None:
        """Keep all notices back, or show again what has waited."""
        self._is_held = is_held
        self._show_newest()

    @Slot()
    def drop_actions(self) -> None:
        """Close the notices that lead somewhere: that was in another library."""
        self._notices = [n for n in self._notices if n.action is None and n.show_details is None]
        self._show_newest()

    @property
    def is_about_to_leave(self) -> bool:
        """Whether the notice on show disappears by itself."""
        return self._timer.isActive()

    def text(self) -> str:
        """The words on show."""
        return self._text.text()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._refresh()
        super().changeEvent(event)

    @override
    def enterEvent(self, event: object) -> None:
        self._timer.stop()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._start_timer()

    def _make_widgets(self) -> None:
        self._mark = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.action_button = QPushButton()
        self.details_button = QPushButton()
        for button in (self.action_button, self.details_button):
            set_role(button, Role.LINK)
            # A click leaves the keyboard where it is: the button goes, and the keys with it.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button = IconButton("close")
        self.action_button.clicked.connect(self._act)
        self.details_button.clicked.connect(self._ask_for_details)
        self.close_button.clicked.connect(self.dismiss)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XL, Space.S, Space.L, Space.S)
        row.setSpacing(Space.S)
        row.addWidget(self._mark)
        row.addWidget(self._text, 1)
        row.addWidget(self.action_button)
        row.addWidget(self.details_button)
        row.addWidget(self.close_button)

    def _show_newest(self) -> None:
        self.setVisible(self.notice is not None and not self._is_held)
        self._start_timer()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        """Words and colours of the notice on show, in the current language and theme."""
        notice = self.notice
        if notice is None:
            return
        theme, (name, token) = Theme.current(), _LOOKS[notice.kind]
        self._mark.setPixmap(pixmap(name, theme.color(token), theme.scaled(ICON_PX)))
        self._text.setText(notice.text())
        self.action_button.setVisible(notice.action_text is not None)
        self.action_button.setText(notice.action_text() if notice.action_text else "")
        self.details_button.setVisible(bool(notice.details or notice.show_details))
        self.details_button.setText(self.tr("Details"))
        self.close_button.set_label(self.tr("Close"))

    def _start_timer(self) -> None:
        if self.notice is not None and _is_passing(self.notice) and not self._is_held:
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def _act(self) -> None:
        notice = self.notice
        self.dismiss()
        if notice is not None and notice.action is not None:
            notice.action()

    @Slot()
    def _ask_for_details(self) -> None:
        if self.notice is None:
            return
        if self.notice.show_details is not None:
            self.notice.show_details()
        else:
            self.details_wanted.emit(self.notice)


def _is_passing(notice: Notice) -> bool:
    is_good = notice.kind in {NoticeKind.DONE, NoticeKind.INFORMATION}
    return is_good and notice.action is None and not notice.details
