"""The settings for what counts as a near-duplicate, a copy, a part: the limits of the verdicts."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.services.library.verdict_limits import (
    is_share,
    limit_changes,
    limit_range,
    limit_values,
)
from simhash_gui.ui.common.number_field import COLUMNS, ROWS, NumberBox, NumberField, NumberTexts
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.common.wrapped_label import WrappedLabel
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.verdict_limit_texts import SECTIONS, limit_texts, section_titles
from simhash_gui.ui.theme.tokens import Space

_WIDTH_CHARACTERS = 11
_PERCENT = "\u202f%"
_STEP_PERCENT = 5


class VerdictLimitsForm(QWidget):
    """Changes the settings at once; they hold for the next search and the next comparison."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._fields = {name: _field(name) for names in SECTIONS.values() for name in names}
        self._titles = {section: QLabel() for section in SECTIONS}
        self._intro, self._note = WrappedLabel(), WrappedLabel()
        set_role(self._intro, Role.MUTED)
        set_role(self._note, Role.CAPTION)
        self.reset_button = QPushButton()
        self.reset_button.setAutoDefault(False)
        self._lay_out()
        self.retranslate()
        self._show_values()
        for name, field in self._fields.items():
            field.box.valueChanged.connect(partial(self._change, name))
        self.reset_button.clicked.connect(self._reset)

    def field(self, name: str) -> NumberBox:
        """The field of a limit, by the limit's name; shares in per cent."""
        return self._fields[name].box

    def default_text(self, name: str) -> str:
        """What stands beside the field of a limit."""
        return self._fields[name].default_text()

    def note_text(self) -> str:
        """When changes take effect."""
        return self._note.text()

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self._intro.setText(
            self.tr(
                "Where one class of pairs ends and the next begins. Where words are not written "
                "apart, as in Chinese, each character counts as a word."
            )
        )
        self._note.setText(
            self.tr("Changes hold from the next search for clusters and the next comparison on.")
        )
        titles, texts = section_titles(), limit_texts()
        for section, names in SECTIONS.items():
            self._titles[section].setText(titles[section])
            for name in names:
                suffix = _PERCENT if is_share(name) else ""
                said = NumberTexts(*texts[name], suffix, titles[section])
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
        grid.addWidget(self._note, 1, 0, 1, COLUMNS)
        row = 2
        for section, names in SECTIONS.items():
            set_role(self._titles[section], Role.SECTION)
            grid.setRowMinimumHeight(row, Space.S)
            grid.addWidget(self._titles[section], row + 1, 0, 1, COLUMNS)
            row += 2
            for name in names:
                self._fields[name].add_to(grid, row)
                row += ROWS
        grid.addWidget(self.reset_button, row, 0, 1, COLUMNS, Qt.AlignmentFlag.AlignLeft)
        grid.setRowStretch(row + 1, 1)

    def _show_values(self) -> None:
        for name, value in limit_values(self._session.settings.verdicts).items():
            self._fields[name].box.setValue(_shown(name, value))
        self._follow_values()

    def _change(self, name: str, number: int) -> None:
        value = number / 100 if is_share(name) else number
        values = limit_values(self._session.settings.verdicts) | {name: value}
        self._session.change_settings(verdict_limits=limit_changes(values))
        self._follow_values()

    def _follow_values(self) -> None:
        is_changed = bool(limit_changes(limit_values(self._session.settings.verdicts)))
        self.reset_button.setEnabled(is_changed)

    @Slot()
    def _reset(self) -> None:
        self._session.change_settings(verdict_limits=())
        self._show_values()


def _field(name: str) -> NumberField:
    least, greatest = (_shown(name, end) for end in limit_range(name))
    made = NumberField(least, greatest, _shown(name, limit_values()[name]), _WIDTH_CHARACTERS)
    made.box.setSingleStep(_STEP_PERCENT if is_share(name) else 1)
    return made


def _shown(name: str, value: float) -> int:
    """A limit in the unit of its field: shares in whole per cent."""
    return round(value * 100) if is_share(name) else int(value)
