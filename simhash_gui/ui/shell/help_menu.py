"""The menu of the help button at the foot of the rail: the list of keys, and about the program."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot, qVersion
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui import __version__
from simhash_gui.services.diagnosis.components import components
from simhash_gui.services.library.paths import APPLICATION
from simhash_gui.ui.common.commands import (
    KEYS,
    Command,
    PageId,
    command_label,
    page_key,
    page_label,
    table_keys,
)
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.icons import icon, window_icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

_KEYS_SIZE_PX = (520, 640)
_KEY_WIDTH_PX = 132

KeyList = Sequence[tuple[str, str]]


class ShortcutsDialog(PanelDialog):
    """``page_keys`` are those of the page in front, called ``page_title``."""

    def __init__(self, page_title: str, page_keys: KeyList, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._page = (page_title, page_keys)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self.body.addWidget(self._scroll, 1)
        open_at(self, _KEYS_SIZE_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._scroll.setAccessibleName(self.tr("Keyboard shortcuts"))
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, Space.M, 0)
        column.setSpacing(Space.S)
        for title, keys in self.sections():
            self._add_section(column, title, keys)
        column.addStretch(1)
        self._scroll.setWidget(sheet)

    def sections(self) -> list[tuple[str, KeyList]]:
        """What is listed: title and keys of each section that has any."""
        everywhere = [
            *((page_key(n), page_label(page)) for n, page in enumerate(PageId)),
            *((keys, command_label(command)) for command, keys in KEYS.items()),
        ]
        listed = [
            (QCoreApplication.translate("ShortcutsDialog", "Everywhere"), everywhere),
            self._page,
            (QCoreApplication.translate("ShortcutsDialog", "In lists and tables"), table_keys()),
        ]
        return [(title, keys) for title, keys in listed if keys]

    def _add_section(self, column: QVBoxLayout, title: str, keys: KeyList) -> None:
        head = QLabel(title)
        set_role(head, Role.SECTION)
        column.addWidget(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, Theme.current().scaled(_KEY_WIDTH_PX))
        for row, (key, meaning) in enumerate(keys):
            cap = QLabel(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) or key)
            set_role(cap, Role.KEY)
            words = QLabel(meaning)
            words.setWordWrap(True)
            grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(words, row, 1)
        column.addLayout(grid)
        column.addSpacing(Space.S)


_ABOUT_SIZE_PX = (560, 480)
_MARK_PX = 56


class AboutDialog(PanelDialog):
    """Everything here can be copied into a report of a fault."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._mark = QLabel()
        self._mark.setPixmap(window_icon().pixmap(_MARK_PX, _MARK_PX))
        self._name = QLabel(f"{APPLICATION} {__version__}")
        set_role(self._name, Role.TITLE)
        self._purpose = QLabel()
        self._purpose.setWordWrap(True)
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self.list = QPlainTextEdit("\n".join(components(f"Qt {qVersion()} · LGPL-3.0")))
        self.list.setReadOnly(True)
        self.copy_button = QPushButton()
        self.copy_button.clicked.connect(self._copy)
        self._lay_out()
        open_at(self, _ABOUT_SIZE_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("About simhash-gui"))
        self._purpose.setText(
            self.tr(
                "Finds documents that are copies, revisions or partial copies of each other, "
                "and shows why."
            )
        )
        self._head.setText(self.tr("Made with"))
        self.list.setAccessibleName(self.tr("Made with"))
        self.copy_button.setText(self.tr("Copy"))

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(Space.XS)
        texts.addWidget(self._name)
        texts.addWidget(self._purpose)
        head = QHBoxLayout()
        head.setSpacing(Space.L)
        head.addWidget(self._mark)
        head.addLayout(texts, 1)
        self.body.addLayout(head)
        self.body.addWidget(self._head)
        self.body.addWidget(self.list, 1)
        self.buttons.insertWidget(0, self.copy_button)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self._name.text()}\n{self.list.toPlainText()}")


class HelpMenu(QMenu):
    """Asks for one of the dialogs."""

    shortcuts_wanted = Signal()
    diagnostics_wanted = Signal()
    about_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self._fill)

    @Slot()
    def _fill(self) -> None:
        self.clear()
        keys = self.addAction(icon("keyboard", Token.MUTED), command_label(Command.SHORTCUTS))
        keys.setShortcut(KEYS[Command.SHORTCUTS])
        keys.triggered.connect(self.shortcuts_wanted)
        copy = self.addAction(icon("copy", Token.MUTED), self.tr("Copy diagnostics"))
        copy.triggered.connect(self.diagnostics_wanted)
        about = self.addAction(icon("info", Token.MUTED), self.tr("About simhash-gui"))
        about.triggered.connect(self.about_wanted)
