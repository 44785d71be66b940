"""The technical side of an error or a report: plain text to read and to copy."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.ui.common.panel import PanelDialog, open_at
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole

_SIZE_PX = (640, 380)


class DetailsDialog(PanelDialog):
    """A sentence above, its details below."""

    def __init__(self, sentence: str, details: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._sentence = QLabel(sentence)
        self._sentence.setWordWrap(True)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setFont(Theme.current().font(FontRole.FIXED))
        self.copy_button = QPushButton()
        self.copy_button.clicked.connect(self._copy)
        self.body.addWidget(self._sentence)
        self.body.addWidget(self.details, 1)
        self.buttons.insertWidget(0, self.copy_button)
        open_at(self, _SIZE_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Details"))
        self.details.setAccessibleName(self.tr("Details"))
        self.copy_button.setText(self.tr("Copy"))

    @Slot()
    def _copy(self) -> None:
        text = f"{self._sentence.text()}\n\n{self.details.toPlainText()}"
        QGuiApplication.clipboard().setText(text)
