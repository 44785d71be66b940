"""The left rail: library switcher, one button per page, settings and help at the foot.

Folded it shows icons only; the names are then tooltips. It shows and asks, the window acts.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.commands import (
    KEYS,
    Command,
    PageId,
    command_label,
    page_key,
    page_label,
)
from simhash_gui.ui.theme.icons import ICON_PX, pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import RADIUS, FontRole, Space, Token

_MIN_HEIGHT_PX = 36
_BAR_PX = 3
_CHEVRON_PX = 16
_KEY_REASONS = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)


class RailButton(QAbstractButton):
    """Checkable where it stands for a page; ``has_menu`` shows a small arrow."""

    def __init__(
        self,
        icon_name: str,
        parent: QWidget | None = None,
        *,
        is_page: bool = False,
        has_menu: bool = False,
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._has_menu = has_menu
        self._is_folded = False
        self._is_focus_by_key = False
        self._menu: QMenu | None = None
        self.setCheckable(is_page)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._show_menu)
        Theme.current().changed.connect(self._follow_theme)

    def set_label(self, text: str, keys: str) -> None:
        """The name shown and read out; ``keys`` follow it in the tooltip."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(f"{text} ({keys})" if keys else text)
        self.updateGeometry()

    def set_menu(self, menu: QMenu) -> None:
        """Open ``menu`` beside the button at each click."""
        self._menu = menu

    def set_folded(self, folded: bool) -> None:
        """Show the icon only."""
        self._is_folded = folded
        self.updateGeometry()
        self.update()

    def shows_focus(self) -> bool:
        """Whether it has the focus and was reached by keyboard."""
        return self.hasFocus() and self._is_focus_by_key

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
        height = max(_MIN_HEIGHT_PX, metrics.height() + 2 * Space.S)
        icon_px = Theme.current().scaled(ICON_PX)
        if self._is_folded:
            return QSize(icon_px + 2 * Space.S + Space.XS, height)
        text = metrics.horizontalAdvance(self.text()) + (_chevron_px() if self._has_menu else 0)
        return QSize(Space.M + icon_px + Space.M + text + Space.L, height)

    @override
    def minimumSizeHint(self) -> QSize:
        icon_px = Theme.current().scaled(ICON_PX)
        return QSize(icon_px + 2 * Space.S, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        theme = Theme.current()
        ink = theme.color(Token.ACCENT if self.isChecked() else Token.MUTED)
        side = theme.scaled(ICON_PX)
        left = (self.width() - side) // 2 if self._is_folded else Space.M
        top = (self.height() - side) // 2
        painter.drawPixmap(left, top, pixmap(self._icon_name, ink, side))
        if not self._is_folded:
            self._paint_text(painter)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif step is not None:
            neighbour = self.nextInFocusChain() if step > 0 else self.previousInFocusChain()
            if neighbour is not None:
                neighbour.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._is_focus_by_key = event.reason() in _KEY_REASONS
        super().focusInEvent(event)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def _paint_ground(self, painter: QPainter) -> None:
        theme = Theme.current()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(theme.color(Token.RAISED))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
            painter.setBrush(theme.color(Token.ACCENT))
            bar = QRectF(0, self.height() * 0.25, _BAR_PX, self.height() * 0.5)
            painter.drawRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)
        elif self.underMouse() or self.isDown():
            painter.setBrush(theme.color(Token.DIVIDER))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if self.shows_focus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.color(Token.ACCENT))
            painter.drawRoundedRect(box, RADIUS, RADIUS)

    def _paint_text(self, painter: QPainter) -> None:
        theme = Theme.current()
        painter.setFont(theme.font(FontRole.BODY))
        painter.setPen(theme.color(Token.TEXT))
        left = Space.M + theme.scaled(ICON_PX) + Space.M
        right = Space.S + (_chevron_px() if self._has_menu else 0)
        room = QRect(left, 0, self.width() - left - right, self.height())
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(side), text)
        if self._has_menu:
            corner = QPoint(room.right() + 1, (self.height() - _chevron_px()) // 2)
            arrow = pixmap("chevron-down", theme.color(Token.MUTED), _chevron_px())
            painter.drawPixmap(corner, arrow)

    @Slot()
    def _show_menu(self) -> None:
        if self._menu is not None:
            self._menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    @Slot()
    def _follow_theme(self) -> None:
        self.updateGeometry()
        self.update()


def _chevron_px() -> int:
    return Theme.current().scaled(_CHEVRON_PX)


_MIN_WIDTH_PX = 168
_MAX_WIDTH_PX = 300


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
            least = Theme.current().scaled(_MIN_WIDTH_PX)
            width = min(max(*wanted, least), max(*wanted, _MAX_WIDTH_PX))
        self.setFixedWidth(width + 2 * Space.S)

    def retranslate(self) -> None:
        """Names and tooltips in the current language."""
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
