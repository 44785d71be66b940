"""The settings for what one document may cost: time, memory, size, what it unpacks to."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QPushButton, QSpinBox, QWidget
from typing_extensions import override

from simhash_gui.services.library.settings import Settings, setting_range
from simhash_gui.ui.common.number_field import COLUMNS, ROWS, NumberField, NumberTexts
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.wrapped_label import WrappedLabel
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_NAMES = (
    "time_limit_s",
    "memory_limit_mib",
    "size_limit_mib",
    "expanded_limit_mib",
    "archive_depth",
)
_STEPS = {"time_limit_s": 10, "memory_limit_mib": 256, "size_limit_mib": 16}
_WIDTH_CHARACTERS = 16


class LimitsForm(QWidget):
    """Changes the settings at once; they hold for the next document that is read."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._fields = {name: _field(name) for name in _NAMES}
        self._intro = WrappedLabel()
        set_role(self._intro, Role.MUTED)
        self.reset_button = QPushButton()
        self.reset_button.setAutoDefault(False)
        self._lay_out()
        self.retranslate()
        self._show_values()
        for name, field in self._fields.items():
            field.box.valueChanged.connect(partial(self._change, name))
        self.reset_button.clicked.connect(self._reset)

    def field(self, name: str) -> QSpinBox:
        """The field of a setting, by the setting's name."""
        return self._fields[name].box

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self._intro.setText(
            self.tr(
                "A document that needs more than this is given up, and told among the problems."
            )
        )
        texts = {
            "time_limit_s": NumberTexts(
                self.tr("Time"),
                self.tr("Reading of one document is stopped after so many seconds."),
                " s",
            ),
            "memory_limit_mib": NumberTexts(
                self.tr("Memory"),
                self.tr("What reading one document may take up in memory."),
                " MiB",
            ),
            "size_limit_mib": NumberTexts(
                self.tr("Size of a file"), self.tr("Greater files are not opened."), " MiB"
            ),
            "expanded_limit_mib": NumberTexts(
                self.tr("Unpacked size"),
                self.tr("What a compressed document or an archive may unpack to."),
                " MiB",
            ),
            "archive_depth": NumberTexts(
                self.tr("Archives in archives"),
                self.tr("How deep they are opened; 0 opens none that stands in another."),
            ),
        }
        for name, said in texts.items():
            self._fields[name].set_texts(said)
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
        grid.addWidget(self._intro, 0, 0, 1, COLUMNS)
        grid.setRowMinimumHeight(1, Space.S)
        for number, field in enumerate(self._fields.values()):
            field.add_to(grid, 2 + ROWS * number)
        last = 2 + ROWS * len(self._fields)
        grid.addWidget(self.reset_button, last, 0, 1, COLUMNS, Qt.AlignmentFlag.AlignLeft)
        grid.setRowStretch(last + 1, 1)

    def _show_values(self) -> None:
        for name, field in self._fields.items():
            field.box.setValue(getattr(self._session.settings, name))
        self._follow_values()

    def _change(self, name: str, value: Any) -> None:
        self._session.change_settings(**{name: value})
        self._follow_values()

    def _follow_values(self) -> None:
        self.reset_button.setEnabled(self._session.settings.limits != Settings().limits)

    @Slot()
    def _reset(self) -> None:
        for field in self._fields.values():
            field.box.setValue(field.default)


def _field(name: str) -> NumberField:
    made = NumberField(*setting_range(name), getattr(Settings(), name), _WIDTH_CHARACTERS)
    made.box.setSingleStep(_STEPS.get(name, 1))
    return made
