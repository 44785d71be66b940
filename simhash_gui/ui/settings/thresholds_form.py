"""The thresholds of the pair classes: what counts as a near-duplicate, a copy, a part.

The words are for people who never heard of shingles and tokens: a run is a shingle, a word is a
token; where words are not separated by spaces, one character.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.services.library.thresholds import (
    is_share,
    threshold_changes,
    threshold_range,
    threshold_values,
)
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.number_field import COLUMNS, ROWS, NumberBox, NumberField, NumberTexts
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "near": ("near_jaccard", "near_edit_share", "near_length_ratio", "least_containment"),
        "contained": ("contained",),
        "copied": ("copied_share", "least_copied_words", "copied_words"),
        "short": ("short_tokens", "short_edit_share", "short_copied_share"),
        "common": ("rare_documents", "template_documents"),
        "clusters": ("cluster_likeness",),
        "passages": ("gap_tokens", "least_tokens", "near_tokens"),
    }
)
"""The thresholds in the order in which they are read, by what they are about."""


def section_titles() -> dict[str, str]:
    """What the sections are about."""
    return {
        "near": QCoreApplication.translate("Thresholds", "Near-duplicate"),
        "contained": QCoreApplication.translate("Thresholds", "Contained"),
        "copied": QCoreApplication.translate("Thresholds", "Partly copied"),
        "short": QCoreApplication.translate("Thresholds", "Short texts"),
        "common": QCoreApplication.translate("Thresholds", "Template only"),
        "clusters": QCoreApplication.translate("Thresholds", "Clusters by medoid"),
        "passages": QCoreApplication.translate("Thresholds", "Passages"),
    }


def threshold_texts() -> dict[str, tuple[str, str]]:
    """Label and meaning of every limit."""
    return (
        _whole_texts()
        | _part_texts()
        | _short_texts()
        | _common_texts()
        | _cluster_texts()
        | _passage_texts()
    )


def _whole_texts() -> dict[str, tuple[str, str]]:
    return {
        "near_jaccard": (
            QCoreApplication.translate("Thresholds", "Shared shingles (Jaccard)"),
            QCoreApplication.translate(
                "Thresholds",
                "Near-duplicates share at least this much of all their shingles (runs of "
                "four words).",
            ),
        ),
        "near_edit_share": (
            QCoreApplication.translate("Thresholds", "Unchanged in order (edit share)"),
            QCoreApplication.translate(
                "Thresholds",
                "Or they have at least this share of their words in common, in the same order.",
            ),
        ),
        "near_length_ratio": (
            QCoreApplication.translate("Thresholds", "Length of the shorter text"),
            QCoreApplication.translate(
                "Thresholds",
                "Shared shingles alone decide only if the shorter text has at least this "
                "share of the longer one's words.",
            ),
        ),
        "least_containment": (
            QCoreApplication.translate("Thresholds", "Check word order from"),
            QCoreApplication.translate(
                "Thresholds",
                "If neither text has this share of its shingles in the other, word order "
                "is not checked.",
            ),
        ),
    }


def _part_texts() -> dict[str, tuple[str, str]]:
    return {
        "contained": (
            QCoreApplication.translate("Thresholds", "Found in the other text"),
            QCoreApplication.translate(
                "Thresholds",
                "A text that is not a near-duplicate is contained if this share of it is "
                "in the other.",
            ),
        ),
        "copied_share": (
            QCoreApplication.translate("Thresholds", "Covered by passages"),
            QCoreApplication.translate(
                "Thresholds",
                "Partly copied if common passages make up this share of one of the texts.",
            ),
        ),
        "least_copied_words": (
            QCoreApplication.translate("Thresholds", "Distinct words in one of them"),
            QCoreApplication.translate(
                "Thresholds",
                "And one of these passages has at least this many distinct words. A "
                "Chinese or Japanese character counts as half a word.",
            ),
        ),
        "copied_words": (
            QCoreApplication.translate("Thresholds", "Distinct words that suffice"),
            QCoreApplication.translate(
                "Thresholds",
                "Or if one passage has at least this many distinct words, however long "
                "the texts are.",
            ),
        ),
    }


def _short_texts() -> dict[str, tuple[str, str]]:
    return {
        "short_tokens": (
            QCoreApplication.translate("Thresholds", "Words of a short text"),
            QCoreApplication.translate(
                "Thresholds",
                "A text with fewer words is short; the shares below apply to it instead.",
            ),
        ),
        "short_edit_share": (
            QCoreApplication.translate("Thresholds", "Unchanged in order (edit share)"),
            QCoreApplication.translate(
                "Thresholds",
                "Short near-duplicates have at least this share of their words in "
                "common, in the same order.",
            ),
        ),
        "short_copied_share": (
            QCoreApplication.translate("Thresholds", "Covered by passages"),
            QCoreApplication.translate(
                "Thresholds",
                "Short texts are partly copied if passages make up this share of one of them.",
            ),
        ),
    }


def _common_texts() -> dict[str, tuple[str, str]]:
    return {
        "rare_documents": (
            QCoreApplication.translate("Thresholds", "Documents with rare text"),
            QCoreApplication.translate(
                "Thresholds",
                "Text in more unrelated documents than this is not rare. In small libraries "
                "the number is smaller.",
            ),
        ),
        "template_documents": (
            QCoreApplication.translate("Thresholds", "Documents on one template"),
            QCoreApplication.translate(
                "Thresholds",
                "Text in more unrelated documents than this is template text, and no evidence "
                "of copying.",
            ),
        ),
    }


def _cluster_texts() -> dict[str, tuple[str, str]]:
    return {
        "cluster_likeness": (
            QCoreApplication.translate("Thresholds", "In common with the medoid"),
            QCoreApplication.translate(
                "Thresholds",
                "Members of a cluster have at least this share of their text in common with "
                "its medoid, the most typical member.",
            ),
        ),
    }


def _passage_texts() -> dict[str, tuple[str, str]]:
    return {
        "gap_tokens": (
            QCoreApplication.translate("Thresholds", "Words between equal runs"),
            QCoreApplication.translate(
                "Thresholds", "Equal runs at most this many words apart form one passage."
            ),
        ),
        "least_tokens": (
            QCoreApplication.translate("Thresholds", "Minimum length"),
            QCoreApplication.translate(
                "Thresholds",
                "A passage has at least this many equal words, and more in long texts.",
            ),
        ),
        "near_tokens": (
            QCoreApplication.translate("Thresholds", "Near another passage"),
            QCoreApplication.translate(
                "Thresholds",
                "Within this many words of another passage, a shorter one counts too.",
            ),
        ),
    }


_WIDTH_CHARACTERS = 11
_PERCENT = "%"
_STEP_PERCENT = 5


class ThresholdsForm(QWidget):
    """Changes the settings at once; they apply to the next search and the next comparison."""

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
        """The field of a limit, by the limit's name; shares in percent."""
        return self._fields[name].box

    def default_text(self, name: str) -> str:
        """The default, as shown beside a field."""
        return self._fields[name].default_text()

    def note_text(self) -> str:
        """When changes take effect."""
        return self._note.text()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._intro.setText(
            self.tr(
                "The borders between the classes of pairs. Where words are not separated "
                "by spaces, as in Chinese, each character counts as a word."
            )
        )
        self._note.setText(
            self.tr("Changes apply from the next search for clusters and the next comparison.")
        )
        titles, texts = section_titles(), threshold_texts()
        for section, names in SECTIONS.items():
            self._titles[section].setText(titles[section])
            for name in names:
                suffix = _PERCENT if is_share(name) else ""
                said = NumberTexts(*texts[name], suffix, titles[section])
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
        for name, value in threshold_values(self._session.settings.thresholds).items():
            self._fields[name].box.setValue(_shown(name, value))
        self._follow_values()

    def _change(self, name: str, number: int) -> None:
        value = number / 100 if is_share(name) else number
        values = threshold_values(self._session.settings.thresholds) | {name: value}
        self._session.change_settings(verdict_limits=threshold_changes(values))
        self._follow_values()

    def _follow_values(self) -> None:
        is_changed = bool(threshold_changes(threshold_values(self._session.settings.thresholds)))
        self.reset_button.setEnabled(is_changed)

    @Slot()
    def _reset(self) -> None:
        self._session.change_settings(verdict_limits=())
        self._show_values()


def _field(name: str) -> NumberField:
    minimum, maximum = (_shown(name, end) for end in threshold_range(name))
    made = NumberField(minimum, maximum, _shown(name, threshold_values()[name]), _WIDTH_CHARACTERS)
    made.box.setSingleStep(_STEP_PERCENT if is_share(name) else 1)
    return made


def _shown(name: str, value: float) -> int:
    """A limit in the unit of its field: shares in whole percent."""
    return round(value * 100) if is_share(name) else int(value)
