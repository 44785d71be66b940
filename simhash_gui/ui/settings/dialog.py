"""The settings dialog: look of the window, limits of a document, thresholds, imported files.

Looks and limits take effect at once; the rules of what is imported belong to the library and are
saved by a button of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import Segmented
from simhash_gui.ui.common.commands import SettingsPart
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.session.texts import language_label, theme_label
from simhash_gui.ui.settings.import_forms import LimitsForm, RulesForm, scrollable
from simhash_gui.ui.settings.thresholds_form import ThresholdsForm
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space

_FONT_PERCENTS = (75, 200)
_FONT_STEP = 5
_MIN_WIDTH_PX = 520
_SIZE_PX = (560, 640)
_Choice = TypeVar("_Choice")


class SettingsDialog(PanelDialog):
    """Shows the settings of a session and changes them."""

    def __init__(
        self,
        session: Session,
        parent: QWidget | None,
        part: SettingsPart = SettingsPart.GENERAL,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.parts = Segmented(SettingsPart)
        self.limits = LimitsForm(session)
        self.thresholds = ThresholdsForm(session)
        self.rules = RulesForm(session)
        self._stack = QStackedWidget()
        self.language = QComboBox()
        self.theme = QComboBox()
        self.font_size = QSlider(Qt.Orientation.Horizontal)
        self.workers = QComboBox()
        self._font_value = QLabel()
        self._hint = WrappedLabel()
        self._labels = [QLabel() for _ in range(4)]
        self._set_up()
        self._lay_out()
        self.retranslate()
        self._connect()
        least = Theme.current().scaled(_MIN_WIDTH_PX)
        self.setMinimumWidth(min(least, self.screen().availableSize().width()))
        open_at(self, _SIZE_PX)
        self.show_part(part)

    @Slot(object)
    def show_part(self, part: SettingsPart) -> None:
        """Bring a part to the front."""
        self.parts.choose(part)
        self._stack.setCurrentIndex(part.value)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Settings"))
        texts = (
            self.tr("Language"),
            self.tr("Colours"),
            self.tr("Text size"),
            self.tr("Worker processes"),
        )
        fields = (self.language, self.theme, self.font_size, self.workers)
        for label, text, field in zip(self._labels, texts, fields, strict=True):
            label.setText(text)
            field.setAccessibleName(text)
        labels = {
            SettingsPart.GENERAL: self.tr("General"),
            SettingsPart.LIMITS: self.tr("Limits"),
            SettingsPart.THRESHOLDS: self.tr("Thresholds"),
            SettingsPart.IMPORT: self.tr("Imported files"),
        }
        self.parts.set_labels(labels, {})
        self._fill()

    def _set_up(self) -> None:
        self.font_size.setRange(*_FONT_PERCENTS)
        self.font_size.setSingleStep(_FONT_STEP)
        self.font_size.setPageStep(_FONT_STEP * 5)
        self.font_size.setTracking(False)
        set_role(self._hint, Role.CAPTION)

    def _lay_out(self) -> None:
        size = QHBoxLayout()
        size.setSpacing(Space.M)
        size.addWidget(self.font_size, 1)
        size.addWidget(self._font_value)
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.M)
        grid.setColumnStretch(1, 1)
        for row, label in enumerate(self._labels):
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.language, 0, 1)
        grid.addWidget(self.theme, 1, 1)
        grid.addLayout(size, 2, 1)
        grid.addWidget(self.workers, 3, 1)
        general = QWidget()
        column = QVBoxLayout(general)
        column.setContentsMargins(0, 0, Space.M, 0)
        column.setSpacing(Space.M)
        column.addLayout(grid)
        column.addWidget(self._hint)
        column.addStretch(1)
        for part in (general, self.limits, self.thresholds):
            self._stack.addWidget(scrollable(part))
        self._stack.addWidget(self.rules)  # scrolls its fields, and keeps its button in sight
        self.parts.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.body.addWidget(self.parts, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.parts.chosen.connect(self.show_part)
        self.rules.saved.connect(self._session.rescan_requested)
        self.language.activated.connect(self._choose_language)
        self.theme.activated.connect(self._choose_theme)
        self.workers.activated.connect(self._choose_workers)
        self.font_size.valueChanged.connect(self._choose_font_size)
        self.font_size.sliderMoved.connect(self._show_font_size)

    def _fill(self) -> None:
        settings = self._session.settings
        _fill_combo(self.language, Language, language_label, settings.language)
        _fill_combo(self.theme, ThemeChoice, theme_label, settings.theme)
        processors = os.cpu_count() or 1
        _fill_combo(self.workers, range(processors + 1), _workers_label, settings.workers)
        self.font_size.setValue(settings.font_percent)
        self._show_font_size(settings.font_percent)
        self._hint.setText(
            self.tr(
                "Worker processes read documents; fewer of them leave more processing "
                "power to other programs."
            )
        )

    @Slot(int)
    def _choose_language(self, _position: int) -> None:
        self._session.change_settings(language=Language(self.language.currentData()))

    @Slot(int)
    def _choose_theme(self, _position: int) -> None:
        self._session.change_settings(theme=ThemeChoice(self.theme.currentData()))

    @Slot(int)
    def _choose_workers(self, _position: int) -> None:
        self._session.change_settings(workers=int(self.workers.currentData()))

    @Slot(int)
    def _choose_font_size(self, percent: int) -> None:
        self._show_font_size(percent)
        self._session.change_settings(font_percent=percent)

    @Slot(int)
    def _show_font_size(self, percent: int) -> None:
        self._font_value.setText(fmt.percent(percent / 100))
        widest = self._font_value.fontMetrics().horizontalAdvance(fmt.percent(2))
        self._font_value.setMinimumWidth(widest)
        self._font_value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _fill_combo(
    combo: QComboBox,
    choices: Iterable[_Choice],
    label: Callable[[_Choice], str],
    chosen: _Choice,
) -> None:
    combo.clear()
    for choice in choices:
        combo.addItem(label(choice), choice)
        if choice == chosen:
            combo.setCurrentIndex(combo.count() - 1)


def _workers_label(count: int) -> str:
    if count == 0:
        return QCoreApplication.translate("SettingsDialog", "As many as processors")
    return fmt.number(count)
