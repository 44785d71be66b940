"""What a page shows while it is empty: a drawing, a sentence, one button; or that it is busy."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_DRAWING_PX = 48
_TEXT_WIDTH_PX = 520
_LEAST_TEXT_WIDTH_PX = 200


class EmptyState(QWidget):
    """Stands in the middle of the page; ``extra`` takes what comes below the button."""

    acted = Signal()

    def __init__(self, icon_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._drawing = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._title = WrappedLabel()
        self._sentence = WrappedLabel()
        self._button = QPushButton()
        self._button.clicked.connect(self.acted)
        self.extra = QVBoxLayout()
        self._style()
        self._lay_out()
        Theme.current().changed.connect(self._tint)
        self._tint()

    def set_texts(self, title: str, sentence: str, button: str) -> None:
        """Words in the current language; an empty ``button`` hides it, without a title all."""
        for part in (self._drawing, self._title):
            part.setVisible(bool(title))
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._button.setText(button)
        self._button.setVisible(bool(button))

    def set_icon_name(self, name: str) -> None:
        """Another drawing."""
        self._icon_name = name
        self._tint()

    @property
    def button(self) -> QPushButton:
        """The one button."""
        return self._button

    def text(self) -> str:
        """Title and sentence, as shown."""
        return f"{self._title.text()}\n{self._sentence.text()}"

    @override
    def minimumSizeHint(self) -> QSize:
        """Title and drawing give way, so that no page has to scroll to its button for them."""
        width = max(_LEAST_TEXT_WIDTH_PX, self._button.minimumSizeHint().width())
        extra = self.extra.minimumSize().width()
        shown = (part for part in (self._title, self._drawing) if not part.isHidden())
        height = super().minimumSizeHint().height() - sum(map(_line_px, shown))
        return QSize(max(width, extra) + 2 * Space.L, height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()
        self._fit_height()

    @override
    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_height()
        return is_done

    def _fit_height(self) -> None:
        """Where it is low the drawing leaves, then the title; the sentence says what to do."""
        room_px = self.height() - self.minimumSizeHint().height()
        for part in (self._title, self._drawing):
            room_px -= _line_px(part)
            is_shown = room_px >= 0 and bool(self._title.text())
            if is_shown is part.isHidden():
                part.setVisible(is_shown)

    def _fit_words(self) -> None:
        room = max(self.width() - 2 * Space.L, _LEAST_TEXT_WIDTH_PX)
        for label in (self._title, self._sentence):
            label.setFixedWidth(min(Theme.current().scaled(_TEXT_WIDTH_PX), room))

    def _style(self) -> None:
        set_role(self._title, Role.SECTION)
        set_role(self._sentence, Role.MUTED)
        set_role(self._button, Role.PRIMARY)
        for label in (self._title, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _lay_out(self) -> None:
        centre = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.S, 0, Space.S, 0)
        column.setSpacing(Space.S)
        column.addStretch(2)
        column.addWidget(self._drawing, 0, centre)
        column.addSpacing(Space.XS)
        column.addWidget(self._title, 0, centre)
        column.addWidget(self._sentence, 0, centre)
        column.addSpacing(Space.S)
        column.addWidget(self._button, 0, centre)
        column.addLayout(self.extra)
        column.addStretch(3)

    @Slot()
    def _tint(self) -> None:
        theme = Theme.current()
        self._fit_words()
        color = theme.color(Token.MUTED)
        self._drawing.setPixmap(pixmap(self._icon_name, color, theme.scaled(_DRAWING_PX)))


def _line_px(part: QWidget) -> int:
    """How much of the height it takes, with what is below it."""
    return part.sizeHint().height() + Space.S


_BUSY_WIDTH_PX = 240


class BusyState(QWidget):
    """Says what is being waited for, over a bar that moves, and how to end that."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        set_role(self._words, Role.MUTED)
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setFixedWidth(_BUSY_WIDTH_PX)
        self.button = QPushButton()
        self.button.hide()
        self.button.clicked.connect(self.cancelled)
        column = QVBoxLayout(self)
        column.setSpacing(Space.S)
        column.addStretch(2)
        column.addWidget(self._words)
        column.addWidget(bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def set_text(self, text: str, button: str = "") -> None:
        """What is being waited for; without words for it there is no button."""
        self._words.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.setAccessibleName(text)

    def text(self) -> str:
        """What it says."""
        return self._words.text()
