"""What a report shows, in which language and format, and whether with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QWidget
from typing_extensions import override

from simhash_gui.services.checking.markup import REPORT_SUFFIXES
from simhash_gui.services.checking.report_texts import Form, ReportLanguage, ReportOptions
from simhash_gui.ui.common.dialogs import QuestionDialog, open_at
from simhash_gui.ui.theme.tokens import Space

_SIZE_PX = (520, 220)


class ReportDialog(QuestionDialog):
    """Asked before the place of the report; its language is that of the window at first."""

    agreed = Signal(object, str)  # ReportOptions, and the suffix of the file

    def __init__(self, parent: QWidget | None, language: ReportLanguage) -> None:
        super().__init__(parent)
        self.form, self.language, self.format = QComboBox(), QComboBox(), QComboBox()
        self._labels = {each: QLabel() for each in (self.form, self.language, self.format)}
        self.anonymise = QCheckBox()
        self._rows = QFormLayout()
        self._lay_out()
        self.retranslate()
        self.form.setCurrentIndex(self.form.findData(ReportOptions().form))
        self.language.setCurrentIndex(self.language.findData(language))
        self.accepted.connect(self._agree)
        open_at(self, _SIZE_PX)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Write the report"))
        self.accept_button.setText(self.tr("Write…"))
        forms = {
            Form.FULL: self.tr("Full report"),
            Form.BRIEF: self.tr("Figures only"),
            Form.MARKED: self.tr("Full text, marked"),
            Form.COMPARED: self.tr("Full text, side by side"),
        }
        languages = {ReportLanguage.ENGLISH: "English", ReportLanguage.CHINESE: "简体中文"}
        _name(self.form, forms)
        _name(self.language, languages)
        self.anonymise.setText(self.tr("Leave out the names of files and folders"))
        _name(self.format, {suffix: suffix[1:].upper() for suffix in REPORT_SUFFIXES})
        labels = {
            self.form: self.tr("Contents"),
            self.language: self.tr("Language"),
            self.format: self.tr("Format"),
        }
        for field, text in labels.items():
            self._labels[field].setText(text)
            field.setAccessibleName(text)

    def _lay_out(self) -> None:
        self._rows.setSpacing(Space.S)
        self._rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for field, label in self._labels.items():
            self._rows.addRow(label, field)
        self.body.addLayout(self._rows)
        self.body.addWidget(self.anonymise)
        self.body.addStretch(1)

    def _agree(self) -> None:
        form, language = Form(self.form.currentData()), self.language.currentData()
        options = ReportOptions(form, ReportLanguage(language), self.anonymise.isChecked())
        self.agreed.emit(options, self.format.currentData())


def _name(box: QComboBox, names: Mapping[Any, str]) -> None:
    """The texts of a box, which keeps what is chosen."""
    place = max(0, box.currentIndex())
    box.clear()
    for value, text in names.items():
        box.addItem(text, value)
    box.setCurrentIndex(place)
