"""The settings for what one document may cost: time, memory, size, what it unpacks to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSpinBox, QWidget
from typing_extensions import override

from simhash_gui.services.settings import Settings, setting_range
from simhash_gui.ui.session import Session
from simhash_gui.ui.tokens import Space
from simhash_gui.ui.widgets.roles import Role, set_role
from simhash_gui.ui.widgets.wrapped_label import WrappedLabel

_NAMES = (
    "time_limit_s",
    "memory_limit_mib",
    "size_limit_mib",
    "expanded_limit_mib",
    "archive_depth",
)
_STEPS = {"time_limit_s": 10, "memory_limit_mib": 256, "size_limit_mib": 16}
_SPIN_WIDTH_CHARACTERS = 16


@dataclass(frozen=True, slots=True)
class _Field:
    label: QLabel
    value: QSpinBox
    hint: WrappedLabel


class LimitsForm(QWidget):
    """Changes the settings at once; they hold for the next document that is read."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._fields = {name: _Field(QLabel(), QSpinBox(), WrappedLabel()) for name in _NAMES}
        self._intro = WrappedLabel()
        set_role(self._intro, Role.MUTED)
        self.reset_button = QPushButton()
        self.reset_button.setAutoDefault(False)
        self._lay_out()
        self.retranslate()
        self._show_values()
        for name, field in self._fields.items():
            field.value.valueChanged.connect(partial(self._change, name))
        self.reset_button.clicked.connect(self._reset)

    def field(self, name: str) -> QSpinBox:
        """The field of a setting, by the setting's name."""
        return self._fields[name].value

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self._intro.setText(
            self.tr(
                "A document that needs more than this is given up, and told among the problems."
            )
        )
        texts = {
            "time_limit_s": (
                self.tr("Time"),
                " s",
                self.tr("Reading of one document is stopped after so many seconds."),
            ),
            "memory_limit_mib": (
                self.tr("Memory"),
                " MiB",
                self.tr("What reading one document may take up in memory."),
            ),
            "size_limit_mib": (
                self.tr("Size of a file"),
                " MiB",
                self.tr("Greater files are not opened."),
            ),
            "expanded_limit_mib": (
                self.tr("Unpacked size"),
                " MiB",
                self.tr("What a compressed document or an archive may unpack to."),
            ),
            "archive_depth": (
                self.tr("Archives in archives"),
                "",
                self.tr("How deep they are opened; 0 opens none that stands in another."),
            ),
        }
        for name, (label, suffix, hint) in texts.items():
            field = self._fields[name]
            field.label.setText(label)
            field.value.setSuffix(suffix)
            field.value.setAccessibleName(label)
            field.value.setAccessibleDescription(hint)
            field.hint.setText(hint)
        self.reset_button.setText(self.tr("Back to the defaults"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, Space.M, 0)
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self._intro, 0, 0, 1, 2)
        grid.setRowMinimumHeight(1, Space.S)
        for number, (name, field) in enumerate(self._fields.items()):
            row = 2 + 3 * number
            field.value.setRange(*setting_range(name))
            field.value.setSingleStep(_STEPS.get(name, 1))
            field.value.setKeyboardTracking(False)
            field.value.setGroupSeparatorShown(True)
            field.value.setAlignment(Qt.AlignmentFlag.AlignRight)
            width = field.value.fontMetrics().averageCharWidth() * _SPIN_WIDTH_CHARACTERS
            field.value.setMinimumWidth(width)
            field.label.setBuddy(field.value)
            set_role(field.hint, Role.CAPTION)
            grid.addWidget(field.label, row, 0, Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(field.hint, row + 1, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(field.value, row, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.setRowMinimumHeight(row + 2, Space.XS)
        last = 2 + 3 * len(self._fields)
        grid.addWidget(self.reset_button, last, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        grid.setRowStretch(last + 1, 1)

    def _show_values(self) -> None:
        for name, field in self._fields.items():
            field.value.setValue(getattr(self._session.settings, name))
        self._follow_values()

    def _change(self, name: str, value: Any) -> None:
        self._session.change_settings(**{name: value})
        self._follow_values()

    def _follow_values(self) -> None:
        self.reset_button.setEnabled(self._session.settings.limits != Settings().limits)

    @Slot()
    def _reset(self) -> None:
        for name, field in self._fields.items():
            field.value.setValue(getattr(Settings(), name))
