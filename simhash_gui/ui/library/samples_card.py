"""The offer of the bundled samples on an empty Library page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.wrapped_label import WrappedLabel
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_WIDTH_PX = 520
_DRAWING_PX = 32


class SamplesCard(QFrame):
    """Asks once; whoever declines finds the samples in the menu of libraries."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.CARD)
        self.setFixedWidth(_WIDTH_PX)
        self._drawing = QLabel()
        self._title = WrappedLabel()
        set_role(self._title, Role.SECTION)
        self._words = WrappedLabel()
        set_role(self._words, Role.MUTED)
        self.button = QPushButton()
        self.close_button = IconButton("close")
        self.button.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self.declined)
        self._lay_out()
        Theme.current().changed.connect(self._tint)
        self._tint()
        self.retranslate()

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self._title.setText(self.tr("Have a look round first"))
        self._words.setText(
            self.tr(
                "The sample documents are short texts in English and Chinese, with copies, "
                "revisions and edits among them. They have a library of their own."
            )
        )
        self.button.setText(self.tr("Open the samples"))
        self.close_button.set_label(self.tr("No, thank you"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.close_button)
        head.setAlignment(self.close_button, Qt.AlignmentFlag.AlignTop)
        foot = QHBoxLayout()
        foot.addWidget(self.button)
        foot.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(Space.XS)
        texts.addLayout(head)
        texts.addWidget(self._words)
        texts.addSpacing(Space.S)
        texts.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.S, Space.S, Space.L)
        row.setSpacing(Space.L)
        row.addWidget(self._drawing)
        row.addLayout(texts, 1)

    @Slot()
    def _tint(self) -> None:
        color = Theme.current().color(Token.ACCENT)
        self._drawing.setPixmap(pixmap("samples", color, _DRAWING_PX))
