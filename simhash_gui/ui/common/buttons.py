"""Buttons that follow an action and tint their icon with the theme; a few choices side by side."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import CONTROL_HEIGHT, TARGET, Token

_ICON_PX = 16  # at the normal text size
_GAP_PX = 4  # between an icon and its label, beside the 4 that Qt leaves


class ActionButton(QPushButton):
    """A push button for a ``QAction``: same text, tooltip, state and effect."""

    def __init__(
        self,
        action: QAction,
        icon_name: str = "",
        parent: QWidget | None = None,
        *,
        is_primary: bool = False,
    ) -> None:
        super().__init__(parent)
        self._action = action
        self._icon_name = icon_name
        self._is_primary = is_primary
        self._is_wanted = True
        # A click leaves the keyboard where it is: when the action goes grey, Qt gives it to the
        # next button, and Space would press that.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if is_primary:
            set_role(self, Role.PRIMARY)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow_action)
        Theme.current().changed.connect(self._tint)
        self._follow_action()
        self._tint()

    @Slot()
    def _follow_action(self) -> None:
        self.setText(self._action.text())
        self.setToolTip(_with_shortcut(self._action))
        self.setAccessibleName(self._action.iconText())
        self.setEnabled(self._action.isEnabled())
        self._is_wanted = _follow_visibility(self, self._action, self._is_wanted)

    @Slot()
    def _tint(self) -> None:
        if self._icon_name:
            token = Token.ON_ACCENT if self._is_primary else Token.TEXT
            self.setIcon(icon(self._icon_name, token, _GAP_PX))
            self.setIconSize(_icon_size(_GAP_PX))


class ToolButton(QToolButton):
    """A tool button that is high enough for a finger, and for its words whatever their size."""

    def __init__(self, min_size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._min_size = min_size

    @override
    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon:
            # Qt leaves room for two spaces, which all of it stands behind words beside an icon.
            hint -= QSize(2 * self.fontMetrics().horizontalAdvance(" "), 0)
        return hint.expandedTo(self._min_size)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class IconButton(ToolButton):
    """A flat button with an icon, mostly alone; its tooltip is its accessible name."""

    def __init__(
        self,
        icon_name: str,
        action: QAction | None = None,
        parent: QWidget | None = None,
        *,
        token: Token = Token.MUTED,
    ) -> None:
        super().__init__(QSize(CONTROL_HEIGHT, CONTROL_HEIGHT), parent)
        self._icon_name = icon_name
        self._token = token
        self._action = action
        self._is_wanted = True
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if action is not None:
            self.clicked.connect(action.trigger)
            action.changed.connect(self._follow_action)
            self._follow_action()
        Theme.current().changed.connect(self._tint)
        self._tint()

    def show_words(self, *, are_wanted: bool = True) -> None:
        """Show its text beside the icon, or the icon alone."""
        styles = Qt.ToolButtonStyle
        style = styles.ToolButtonTextBesideIcon if are_wanted else styles.ToolButtonIconOnly
        self.setToolButtonStyle(style)
        self._tint()

    def set_icon_name(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon_name:
            self._icon_name = name
            self._tint()

    def set_label(self, text: str) -> None:
        """What the button does, for the tooltip and for screen readers."""
        self.setToolTip(text)
        self.setAccessibleName(text)

    @Slot()
    def _follow_action(self) -> None:
        if self._action is not None:
            self.setToolTip(_with_shortcut(self._action))
            self.setText(self._action.iconText())
            self.setAccessibleName(self._action.iconText())
            self.setEnabled(self._action.isEnabled())
            self._is_wanted = _follow_visibility(self, self._action, self._is_wanted)

    @Slot()
    def _tint(self) -> None:
        is_alone = self.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
        gap_px = 0 if is_alone else _GAP_PX
        self.setIcon(icon(self._icon_name, self._token, gap_px))
        self.setIconSize(_icon_size(gap_px))


class SwitchButton(ToolButton):
    """A button with words that stays down while something holds; its box then has a tick."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QSize(0, CONTROL_HEIGHT), parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_role(self, Role.SWITCH)
        self.toggled.connect(self._tint)
        Theme.current().changed.connect(self._tint)
        self._tint()

    @Slot()
    def _tint(self) -> None:
        is_on = self.isChecked()
        name, token = ("box-ticked", Token.ACCENT) if is_on else ("box", Token.MUTED)
        self.setIcon(icon(name, token, _GAP_PX))
        self.setIconSize(_icon_size(_GAP_PX))


def choice_button() -> QToolButton:
    """A flat button with words, one of several of which one holds."""
    button = ToolButton(QSize(0, TARGET))
    button.setCheckable(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def _follow_visibility(button: QWidget, action: QAction, was_wanted: bool) -> bool:
    """Show or hide only what changed: a button without a parent yet would become a window."""
    if action.isVisible() is not was_wanted:
        button.setVisible(action.isVisible())
    return action.isVisible()


def _icon_size(gap_px: int = 0) -> QSize:
    side = Theme.current().scaled(_ICON_PX)
    return QSize(side + gap_px, side)


def _with_shortcut(action: QAction) -> str:
    tip = action.toolTip()
    keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
    return f"{tip} ({keys})" if keys else tip


Choice = TypeVar("Choice", bound=Enum)


_GAP_BETWEEN_PX = 2
_NOTHING, _AROUND = (0, 0, 0, 0), (_GAP_BETWEEN_PX,) * 4


class Segmented(QFrame, Generic[Choice]):
    """One button per choice or, folded, one button with what is chosen and a menu of all.

    With ``folds_itself`` it is folded while it is narrower than its buttons; otherwise its owner
    says when.
    """

    chosen = Signal(object)  # the choice; by the user only

    def __init__(
        self, choices: type[Choice], parent: QWidget | None = None, *, folds_itself: bool = False
    ) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._folds_itself = folds_itself
        self._buttons = {choice: choice_button() for choice in choices}
        self._group = QButtonGroup(self)
        self.menu_button = QPushButton()
        set_role(self.menu_button, Role.MENU)
        self.menu_button.hide()
        menu = QMenu(self.menu_button)
        self.menu_button.setMenu(menu)
        self._actions = {choice: menu.addAction("") for choice in choices}
        one_of_them = QActionGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(*_AROUND)
        self._row.setSpacing(_GAP_BETWEEN_PX)
        for choice, button in self._buttons.items():
            self._group.addButton(button)
            self._row.addWidget(button)
            button.clicked.connect(lambda _checked=False, choice=choice: self.chosen.emit(choice))
            self._actions[choice].setCheckable(True)
            one_of_them.addAction(self._actions[choice])
            self._actions[choice].triggered.connect(button.click)
        self._row.addWidget(self.menu_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._group.buttonToggled.connect(self._tell)
        Theme.current().changed.connect(self._fold_itself)
        self.choose(next(iter(choices)))

    def one_line_px(self) -> int:
        """The width of a button for each choice."""
        widths = [button.sizeHint().width() + _GAP_BETWEEN_PX for button in self._buttons.values()]
        return sum(widths) + _GAP_BETWEEN_PX + 2 * self.frameWidth()

    def set_folded(self, is_folded: bool) -> None:
        """Take no more room than one button, or have one for each choice."""
        if is_folded is not self.menu_button.isHidden():
            return
        for button in self._buttons.values():
            button.setHidden(is_folded)
        self.menu_button.setVisible(is_folded)
        self._row.setContentsMargins(*(_NOTHING if is_folded else _AROUND))
        set_role(self, Role.PLAIN if is_folded else Role.PANEL)

    @override
    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        least_px = self.menu_button.minimumSizeHint().width()
        return QSize(least_px, hint.height()) if self._folds_itself else hint

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold_itself()

    @Slot()
    def _fold_itself(self) -> None:
        if self._folds_itself:
            self.set_folded(self.width() < self.one_line_px())

    def choose(self, choice: Choice) -> None:
        """Set the choice without a signal."""
        self._buttons[choice].setChecked(True)

    def set_labels(self, labels: Mapping[Choice, str], tips: Mapping[Choice, str]) -> None:
        """Texts and tooltips of the buttons."""
        for choice, button in self._buttons.items():
            button.setText(labels[choice])
            button.setToolTip(tips.get(choice, ""))
            button.setAccessibleDescription(tips.get(choice, ""))
        self._tell()
        self._fold_itself()

    @Slot()
    def _tell(self) -> None:
        """What is chosen, on the button and in its menu."""
        for choice, button in self._buttons.items():
            self._actions[choice].setText(button.text())
            self._actions[choice].setChecked(button.isChecked())
            if button.isChecked():
                self.menu_button.setText(button.text())

    def button(self, choice: Choice) -> QToolButton:
        """The button of a choice."""
        return self._buttons[choice]
