"""A few choices side by side of which exactly one holds: arrows or a click choose."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from simhash_gui.ui.common.buttons import switch_button
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import TARGET

Choice = TypeVar("Choice", bound=Enum)


class Segmented(QFrame, Generic[Choice]):
    """One button a choice."""

    chosen = Signal(object)  # the choice; by the user only

    def __init__(self, choices: type[Choice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._buttons = {choice: switch_button(TARGET) for choice in choices}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for choice, button in self._buttons.items():
            self._group.addButton(button)
            row.addWidget(button)
            button.clicked.connect(lambda _checked=False, choice=choice: self.chosen.emit(choice))
        self.choose(next(iter(choices)))

    def choose(self, choice: Choice) -> None:
        """Set the choice without a signal."""
        self._buttons[choice].setChecked(True)

    def set_labels(self, labels: Mapping[Choice, str], tips: Mapping[Choice, str]) -> None:
        """Texts and tooltips of the buttons."""
        for choice, button in self._buttons.items():
            button.setText(labels[choice])
            button.setToolTip(tips.get(choice, ""))
            button.setAccessibleDescription(tips.get(choice, ""))

    def button(self, choice: Choice) -> QToolButton:
        """The button of a choice."""
        return self._buttons[choice]
