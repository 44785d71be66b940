"""One setting that is a number: what it is called, what it means, its value and its default."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSpinBox, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.tokens import Space

ROWS = 3
"""Of the grid that a field takes; the last one is a gap."""
COLUMNS = 3


class NumberBox(QSpinBox):
    """A spin box for a page that scrolls: the wheel turns it only while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self.setGroupSeparatorShown(True)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


@dataclass(frozen=True, slots=True)
class NumberTexts:
    """What a field says; ``section`` tells fields of one name apart."""

    label: str
    meaning: str
    suffix: str = ""
    section: str = ""


class NumberField:
    """The widgets of one setting. ``default`` is in the unit that the box shows."""

    def __init__(self, minimum: int, maximum: int, default: int, width_characters: int) -> None:
        self.box = NumberBox()
        self.box.setRange(minimum, maximum)
        width = self.box.fontMetrics().averageCharWidth() * width_characters
        self.box.setMinimumWidth(width)
        self.default = default
        self._label = QLabel()
        self._label.setBuddy(self.box)
        self._meaning = WrappedLabel()
        self._default = QLabel()
        for caption in (self._meaning, self._default):
            set_role(caption, Role.CAPTION)

    def add_to(self, grid: QGridLayout, row: int) -> None:
        """Take ``ROWS`` rows of a grid."""
        middle = Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self._label, row, 0, Qt.AlignmentFlag.AlignBottom)
        grid.addWidget(self._meaning, row + 1, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._default, row, 1, 2, 1, middle | Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.box, row, 2, 2, 1, middle)
        grid.setRowMinimumHeight(row + 2, Space.XS)

    def set_texts(self, texts: NumberTexts) -> None:
        """Set every text in the current language."""
        self._label.setText(texts.label)
        self._meaning.setText(texts.meaning)
        default = QCoreApplication.translate("NumberField", "default {value}")
        told = default.format(value=f"{fmt.number(self.default)}{texts.suffix}")
        self._default.setText(told)
        self.box.setSuffix(texts.suffix)
        self.box.setAccessibleName(": ".join(filter(None, (texts.section, texts.label))))
        self.box.setAccessibleDescription(f"({told}) {texts.meaning}")

    def default_text(self) -> str:
        """What stands beside the box."""
        return self._default.text()
