"""The list of keys, by where they work."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common.page_ids import PageId, page_label
from simhash_gui.ui.common.panel import PanelDialog, open_at
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.shortcuts import KEYS, command_label, page_key, table_keys
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_SIZE_PX = (520, 640)
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
        open_at(self, _SIZE_PX)
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
