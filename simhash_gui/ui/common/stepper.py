"""Two arrows that step back and on through places, with a line that says where one is."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space

_CHARACTERS = 24
_FEWEST_CHARACTERS = 2


class _Arrow(IconButton):
    """Narrower where there is little room, as long as its icon is whole."""

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.iconSize().width() + Space.XS, super().minimumSizeHint().height())


class Stepper(QWidget):
    """Steps back and on; the owner decides what that means."""

    stepped = Signal(int)  # -1 or 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous_action, self.next_action = QAction(self), QAction(self)
        self._label = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._label, Role.MUTED)
        # Or arrows would be squeezed where the words have less than a label asks for.
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        self._arrows = (
            _Arrow("chevron-up", self.previous_action),
            _Arrow("chevron-down", self.next_action),
        )
        for arrow in self._arrows:
            row.addWidget(arrow)
        row.addWidget(self._label, 1)
        self.previous_action.triggered.connect(self._step_back)
        self.next_action.triggered.connect(self._step_on)

    @override
    def sizeHint(self) -> QSize:
        """Whatever it says, so that nothing beside it moves when that changes."""
        hints = [arrow.sizeHint() for arrow in self._arrows]
        return QSize(self._width_px(_CHARACTERS, hints), super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        hints = [arrow.minimumSizeHint() for arrow in self._arrows]
        return QSize(self._width_px(_FEWEST_CHARACTERS, hints), super().minimumSizeHint().height())

    def _width_px(self, characters: int, arrows: list[QSize]) -> int:
        """Both arrows and so much of the words; a tooltip has all of them."""
        words = self.fontMetrics().averageCharWidth() * characters
        return sum(arrow.width() for arrow in arrows) + 2 * Space.XS + words

    def set_labels(self, previous: str, following: str) -> None:
        """What the arrows do."""
        self.previous_action.setText(previous)
        self.next_action.setText(following)

    def set_shortcuts(self, previous: str, following: str) -> None:
        """Keys for the arrows."""
        self.previous_action.setShortcut(previous)
        self.next_action.setShortcut(following)

    def actions_of(self) -> tuple[QAction, QAction]:
        """Both actions, for the widget that their keys are to work in."""
        return self.previous_action, self.next_action

    def tell(self, summary: str, *shorter: str, can_step: bool) -> None:
        """Say where one is; ``shorter`` for where there is no room, the longest first."""
        self._label.set_full_text(summary, shorter)
        for action in self.actions_of():
            action.setEnabled(can_step)

    def summary(self) -> str:
        """What it says."""
        return self._label.full_text()

    def _step_back(self) -> None:
        self.stepped.emit(-1)

    def _step_on(self) -> None:
        self.stepped.emit(1)
