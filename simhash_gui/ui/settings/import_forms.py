"""What is imported, and what one document may cost.

The rules (types, patterns, hidden files, links, sizes) belong to the open library; they are saved
together and a rescan follows. The limits (time, memory, size, what it unpacks to) belong to the
program.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.import_rules import (
    ImportRules,
    InvalidRuleError,
    load_rules,
    save_rules,
)
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.settings import Settings, setting_range
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.number_field import COLUMNS, ROWS, NumberField, NumberTexts
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_KIB, _MIB = 1024, 1024 * 1024
_MAX_KIB, _MAX_MIB = 1_048_576, 1_048_576
_PATTERN_LINES = 3
_SIZE_WIDTH_CHARACTERS = 26


def scrollable(part: QWidget) -> QScrollArea:
    """For large text on small screens."""
    area = QScrollArea()
    area.setWidget(part)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for surface in (area.viewport(), part):
        surface.setAutoFillBackground(False)
    return area


class RulesForm(QWidget):
    """``saved`` comes when the rules are in the library."""

    saved = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rules: ImportRules | None = None
        self._bad_pattern = ""
        self.types = QLineEdit()
        self.include, self.exclude = QPlainTextEdit(), QPlainTextEdit()
        self.hidden, self.links = QCheckBox(), QCheckBox()
        self.min_size, self.max_size = QSpinBox(), QSpinBox()
        self.save_button = QPushButton()
        self._labels = {
            name: QLabel() for name in ("types", "include", "exclude", "min-size", "max-size")
        }
        self._intro, self._types_hint, self._hint = WrappedLabel(), WrappedLabel(), WrappedLabel()
        self._error = WrappedLabel()
        self._style()
        self._lay_out()
        self.retranslate()
        self._connect()
        self._read()

    def rules(self) -> ImportRules:
        """What the fields say."""
        return ImportRules(
            include=_lines(self.include),
            exclude=_lines(self.exclude),
            hidden=self.hidden.isChecked(),
            min_size_bytes=self.min_size.value() * _KIB,
            max_size_bytes=self.max_size.value() * _MIB or None,
            types=_extensions(self.types.text()),
            follow_links=self.links.isChecked(),
        )

    def error_text(self) -> str:
        """What is wrong with a pattern; empty when nothing is."""
        return self._error.text()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._intro.setText(self.tr("These rules belong to the open library."))
        self._labels["types"].setText(self.tr("File types"))
        self.types.setAccessibleName(self.tr("File types"))
        self.types.setPlaceholderText(self.tr("All types that can be read"))
        self._types_hint.setText(
            self.tr(
                "File extensions separated by spaces, e.g. .docx .pdf .txt. Archives are "
                "always opened."
            )
        )
        self._labels["include"].setText(self.tr("Only files like"))
        self.include.setAccessibleName(self.tr("Only files like"))
        self.include.setPlaceholderText(self.tr("All files"))
        self._labels["exclude"].setText(self.tr("Except files like"))
        self.exclude.setAccessibleName(self.tr("Except files like"))
        self._hint.setText(
            self.tr(
                "One pattern per line, as in .gitignore: *.log, drafts/, /old/**/*.doc. "
                "A .simhashignore file in a folder does the same for that folder."
            )
        )
        self._label_sizes()
        self.hidden.setText(self.tr("Include hidden files and folders"))
        self.links.setText(self.tr("Follow links to files and folders"))
        self.save_button.setText(self.tr("Save and rescan"))
        self._show_error()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _label_sizes(self) -> None:
        self._labels["min-size"].setText(self.tr("Minimum size"))
        self.min_size.setAccessibleName(self.tr("Minimum size"))
        self.min_size.setSuffix(" kB")
        self._labels["max-size"].setText(self.tr("Maximum size"))
        self.max_size.setAccessibleName(self.tr("Maximum size"))
        self.max_size.setSuffix(" MB")
        self.max_size.setSpecialValueText(self.tr("Any size"))

    def _style(self) -> None:
        for label in (self._intro, self._error):
            set_role(label, Role.MUTED)
        for label in (self._types_hint, self._hint):
            set_role(label, Role.CAPTION)
        set_role(self.save_button, Role.PRIMARY)
        self.save_button.setAutoDefault(False)
        self.min_size.setRange(0, _MAX_KIB)
        self.max_size.setRange(0, _MAX_MIB)
        for box in (self.min_size, self.max_size):
            box.setGroupSeparatorShown(True)
            box.setAlignment(Qt.AlignmentFlag.AlignRight)
        for text in (self.include, self.exclude):
            text.setTabChangesFocus(True)
            text.setFixedHeight(text.fontMetrics().lineSpacing() * _PATTERN_LINES + Space.L)

    def _lay_out(self) -> None:
        fields = QWidget()
        grid = QGridLayout(fields)
        grid.setContentsMargins(0, 0, Space.M, 0)
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._intro, 0, 0, 1, 2)
        for row, (name, field) in enumerate(
            (("types", self.types), ("include", self.include), ("exclude", self.exclude))
        ):
            grid.addWidget(self._labels[name], 1 + 2 * row, 0)
            grid.addWidget(field, 1 + 2 * row, 1)
            self._labels[name].setBuddy(field)
        grid.addWidget(self._types_hint, 2, 1)
        grid.addWidget(self._hint, 6, 1)
        for row, (name, box) in enumerate(
            (("min-size", self.min_size), ("max-size", self.max_size)), 7
        ):
            grid.addWidget(self._labels[name], row, 0)
            grid.addWidget(box, row, 1, Qt.AlignmentFlag.AlignLeft)
            self._labels[name].setBuddy(box)
            box.setMinimumWidth(box.fontMetrics().averageCharWidth() * _SIZE_WIDTH_CHARACTERS)
        grid.addWidget(self.hidden, 9, 1)
        grid.addWidget(self.links, 10, 1)
        grid.setRowStretch(11, 1)
        last = QHBoxLayout()
        last.addWidget(self._error, 1)
        last.addWidget(self.save_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrollable(fields), 1)
        whole.addLayout(last)

    def _connect(self) -> None:
        self.types.textChanged.connect(self._follow)
        for text in (self.include, self.exclude):
            text.textChanged.connect(self._follow)
        for switch in (self.hidden, self.links):
            switch.toggled.connect(self._follow)
        for box in (self.min_size, self.max_size):
            box.valueChanged.connect(self._follow)
        self.save_button.clicked.connect(self._save)
        self._session.jobs.state_changed.connect(self._follow)

    def _read(self) -> None:
        self.setEnabled(False)
        library = self._session.library
        if library is not None:
            self._session.reads.submit(load_rules, library, on_done=self._show, key="import-rules")

    def _show(self, rules: ImportRules) -> None:
        self._rules = rules
        self.types.setText(" ".join(rules.types))
        self.include.setPlainText("\n".join(rules.include))
        self.exclude.setPlainText("\n".join(rules.exclude))
        self.hidden.setChecked(rules.hidden)
        self.links.setChecked(rules.follow_links)
        self.min_size.setValue(-(-rules.min_size_bytes // _KIB))
        self.max_size.setValue(-(-(rules.max_size_bytes or 0) // _MIB))
        self.setEnabled(True)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        is_changed = self._rules is not None and self.rules() != self._rules
        may_save = self._session.may_write and self._session.jobs.is_idle
        self.save_button.setEnabled(is_changed and may_save)

    @Slot()
    def _save(self) -> None:
        library = self._session.library
        if library is None:
            return
        rules = self.rules()
        handle = self._session.jobs.submit(Job(JobKind.FOLDERS, partial(_save, library, rules)))
        handle.finished.connect(partial(self._tell, rules))

    def _tell(self, rules: ImportRules, bad_pattern: str) -> None:
        self._bad_pattern = bad_pattern
        self._show_error()
        if not bad_pattern:
            self._rules = rules
            self._follow()
            self.saved.emit()

    def _show_error(self) -> None:
        text = self.tr("Not a valid pattern: {pattern}")
        self._error.setText(text.format(pattern=self._bad_pattern) if self._bad_pattern else "")


def _save(library: Library, rules: ImportRules, _control: JobControl) -> str:
    """Save the rules, or return the first pattern that makes no sense."""
    try:
        save_rules(library, rules)
    except InvalidRuleError as error:
        return error.pattern
    return ""


def _lines(field: QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in field.toPlainText().splitlines())
    return tuple(line for line in lines if line)


def _extensions(text: str) -> tuple[str, ...]:
    """``docx, .PDF *.txt`` as ``.docx .pdf .txt``."""
    words = (word.lower().removeprefix("*") for word in text.replace(",", " ").split())
    return tuple(dict.fromkeys(word if word.startswith(".") else f".{word}" for word in words))


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
    """Changes the settings at once; they apply to the next document that is read."""

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
        """Set every text in the current language."""
        self._intro.setText(
            self.tr("A document that needs more than this is skipped and listed under Problems.")
        )
        texts = {
            "time_limit_s": NumberTexts(
                self.tr("Time"),
                self.tr("Reading a document is stopped after this many seconds."),
                self.tr(" s", "seconds, after a number"),
            ),
            "memory_limit_mib": NumberTexts(
                self.tr("Memory"),
                self.tr("How much memory reading one document may use."),
                " MB",
            ),
            "size_limit_mib": NumberTexts(
                self.tr("File size"), self.tr("Larger files are not opened."), " MB"
            ),
            "expanded_limit_mib": NumberTexts(
                self.tr("Unpacked size"),
                self.tr("How large a compressed document or an archive may become when unpacked."),
                " MB",
            ),
            "archive_depth": NumberTexts(
                self.tr("Nested archives"),
                self.tr("How many levels are opened; 0 opens no archive inside another."),
            ),
        }
        for name, said in texts.items():
            self._fields[name].set_texts(said)
        self.reset_button.setText(self.tr("Restore defaults"))

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
