"""What dialogs share: one column and buttons, texts that follow the language.

``PanelDialog`` only closes, ``QuestionDialog`` is accepted or cancelled, ``DetailsDialog`` shows
the technical side of an error or a report as plain text to read and to copy.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common.context_menu import ContextMenuKey
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space

_LEAST_BODY_PX = QSize(590, 320)  # of 640 x 480, without margins, buttons and title bar


def open_at(dialog: QDialog, size_px: tuple[int, int]) -> None:
    """The first size of a dialog: grows with the text size, as far as the screen allows."""
    wanted = QSize(*(Theme.current().scaled(side) for side in size_px))
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize()))


def set_margins(dialog: QDialog) -> None:
    """Give a dialog that has its layout the margins that all of ours have."""
    layout = dialog.layout()
    assert layout is not None
    layout.setContentsMargins(*(4 * [Space.XL]))


class _Content(QWidget):
    """Lists and texts give up all that they can spare before anything scrolls.

    A scroll area would give them the height that they like best.
    """

    def __init__(self, body: QVBoxLayout) -> None:
        super().__init__()
        body.setContentsMargins(0, 0, 0, 0)
        self.setLayout(body)
        self._body = body

    @override
    def hasHeightForWidth(self) -> bool:
        return False

    @override
    def minimumSizeHint(self) -> QSize:
        least_px = self._body.minimumHeightForWidth(self.width())
        hint = super().minimumSizeHint()
        return QSize(hint.width(), max(hint.height(), least_px))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()


class _Body(QScrollArea):
    """What is above the buttons. In a window of the least size it scrolls; they stay in sight."""

    def __init__(self, body: QVBoxLayout) -> None:
        super().__init__()
        self._content = QWidget()
        around = QVBoxLayout(self._content)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(_Content(body))
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for surface in (self.viewport(), self._content):
            surface.setAutoFillBackground(False)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @override
    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return self._content.minimumSizeHint().boundedTo(_LEAST_BODY_PX)


def _lay_out(dialog: QDialog, body: QVBoxLayout, buttons: QHBoxLayout, *, scrolls: bool) -> None:
    column = QVBoxLayout(dialog)
    set_margins(dialog)
    column.setSpacing(Space.L)
    if scrolls:
        column.addWidget(_Body(body), 1)
    else:
        column.addLayout(body, 1)
    column.addLayout(buttons)


class PanelDialog(QDialog):
    """Base of the dialogs; they act at once and have nothing to accept.

    A subclass adds its widgets to ``body`` and ends its ``__init__`` with ``retranslate()``.
    """

    scrolls = False  # for one with more in it than fits into a window of the least size

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        ContextMenuKey(self)
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
        _lay_out(self, self.body, self.buttons, scrolls=self.scrolls)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.close_button.setText(self.tr("Close"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


class QuestionDialog(QDialog):
    """Base of the dialogs that do something only when the user agrees.

    A subclass adds its widgets to ``body``, names ``accept_button`` in ``retranslate`` and ends
    its ``__init__`` with that.
    """

    scrolls = False  # as that of ``PanelDialog``

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        ContextMenuKey(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = QVBoxLayout()
        self.body.setSpacing(Space.M)
        self.accept_button, self.cancel_button = QPushButton(), QPushButton()
        set_role(self.accept_button, Role.PRIMARY)
        self.accept_button.setDefault(True)  # but Enter on Cancel cancels
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(Space.S)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.cancel_button)
        self.buttons.addWidget(self.accept_button)
        _lay_out(self, self.body, self.buttons, scrolls=self.scrolls)

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.cancel_button.setText(self.tr("Cancel"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


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
