"""What the dialogs share: one column, a Close button, texts that follow the language."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space


def open_at(dialog: QDialog, size_px: tuple[int, int]) -> None:
    """The first size of a dialog: grows with the type, as far as the screen goes."""
    wanted = QSize(*(Theme.current().scaled(side) for side in size_px))
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize()))


class PanelDialog(QDialog):
    """Base of the dialogs; they act at once and have nothing to accept.

    A subclass adds its widgets to ``body`` and ends its ``__init__`` with ``retranslate()``.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout()
        self.body.setSpacing(Space.M)
        self.close_button = QPushButton()
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(Space.S)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.L)
        column.setSpacing(Space.L)
        column.addLayout(self.body, 1)
        column.addLayout(self.buttons)

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self.close_button.setText(self.tr("Close"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
