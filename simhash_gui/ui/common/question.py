"""What the dialogs share that are accepted or given up: a column, two buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space


class QuestionDialog(QDialog):
    """Base of the dialogs that do something only when the user agrees.

    A subclass adds its widgets to ``body``, names ``accept_button`` in ``retranslate`` and ends
    its ``__init__`` with that.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout()
        self.body.setSpacing(Space.M)
        self.accept_button, self.cancel_button = QPushButton(), QPushButton()
        set_role(self.accept_button, Role.PRIMARY)
        self.accept_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(Space.S)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.accept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.L)
        column.setSpacing(Space.L)
        column.addLayout(self.body, 1)
        column.addLayout(buttons)

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self.cancel_button.setText(self.tr("Cancel"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
