"""Looks for damage in the file of the library, and repairs it when the user agrees."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget
from typing_extensions import override

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.integrity import (
    Damage,
    Finding,
    LibraryCheck,
    Repair,
    check_library,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.errors import error_sentence
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import RepairedLibrary, Session

_SIZE_PX = (680, 420)


class LibraryCheckDialog(PanelDialog):
    """Checks as soon as it is shown; closing it ends the check, or the repair, and changes nothing.

    ``path`` is the open library, or one that could not be opened.
    """

    def __init__(self, session: Session, path: Path, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._session = session
        self._path = path
        self._error: Exception | None = None
        self._found: LibraryCheck | None = None
        self._repair: Repair | None = None
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.findings = QPlainTextEdit()
        self.findings.setReadOnly(True)
        self.repair_button = QPushButton()
        self.repair_button.clicked.connect(self.repair)
        self.body.addWidget(self.sentence)
        self.body.addWidget(self.findings, 1)
        self.buttons.insertWidget(0, self.repair_button)
        self.finished.connect(self._stop)
        open_at(self, _SIZE_PX)
        self._job = self._check()
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Check the library"))
        self.findings.setAccessibleName(self.tr("What was found"))
        self.repair_button.setText(self.tr("Repair"))
        self._show()

    @Slot()
    def repair(self) -> None:
        """Repair the library; it is closed meanwhile, and open again afterwards."""
        self._job = self._session.repair_library(self._path)
        self._job.finished.connect(self._keep_repair)
        self._job.failed.connect(self._keep_error)
        self._found = None
        self._show()

    def _check(self) -> JobHandle:
        workers = self._session.settings.workers

        def run(control: JobControl) -> LibraryCheck:
            return check_library(self._path, workers, control)

        handle = self._session.jobs.submit(Job(JobKind.CHECK, run, self._path.stem))
        handle.finished.connect(self._keep_check)
        handle.failed.connect(self._keep_error)
        return handle

    @Slot(object)
    def _keep_check(self, found: LibraryCheck) -> None:
        self._found = found
        self._show()

    @Slot(object)
    def _keep_repair(self, repaired: RepairedLibrary) -> None:
        self._repair = repaired.repair
        self._show()

    @Slot(object)
    def _keep_error(self, error: Exception) -> None:
        self._error = error
        self._show()

    @Slot()
    def _stop(self) -> None:
        if not self._job.is_over:
            self._job.control.cancel()

    def _show(self) -> None:
        check = self._repair.after if self._repair is not None else self._found
        self.sentence.setText(self._sentence())
        self.findings.setPlainText("\n\n".join(map(finding_text, check.findings if check else ())))
        self.findings.setVisible(check is not None and not check.is_sound)
        is_damaged = self._found is not None and not self._found.is_sound
        self.repair_button.setVisible(is_damaged and self._error is None and self._repair is None)

    def _sentence(self) -> str:
        if self._error is not None:
            return error_sentence(self._error)
        if self._repair is not None:
            return _repair_text(self._repair)
        if self._found is None and self._job.job.kind is JobKind.REPAIR:
            return self.tr("The library is being repaired. The damaged file is kept beside it.")
        if self._found is None:
            return self.tr("Every entry and every stored text is checked. Nothing is changed.")
        if self._found.is_sound:
            return self.tr("No damage was found.")
        return self.tr(
            "The library is damaged. A repair copies what can be read, derives the rest again from "
            "the stored texts, and marks files to be read again. Your documents are not touched, "
            "and the damaged library is kept beside the repaired one."
        )


def finding_text(finding: Finding) -> str:
    """What is wrong, in how many entries, and the first of them in the words of the check."""
    return f"{damage_text(finding.damage)} ({finding.count:,})\n{finding.example}"


def damage_text(damage: Damage) -> str:
    """What a kind of damage is."""
    texts = {
        Damage.HEADER: QCoreApplication.translate(
            "Damage", "The header of the file is damaged. A repair restores it."
        ),
        Damage.PAGES: QCoreApplication.translate("Damage", "Parts of the file cannot be read."),
        Damage.VERSION: QCoreApplication.translate(
            "Damage", "The version is missing, or does not match the tables."
        ),
        Damage.SCHEMA: QCoreApplication.translate("Damage", "A table or a column is missing."),
        Damage.INDEXES: QCoreApplication.translate(
            "Damage", "An index is missing or out of step with its table."
        ),
        Damage.REFERENCES: QCoreApplication.translate(
            "Damage", "Entries refer to others that do not exist."
        ),
        Damage.VALUES: QCoreApplication.translate(
            "Damage", "Entries have values that the program cannot have written."
        ),
        Damage.RECIPES: QCoreApplication.translate(
            "Damage", "Documents have a recipe that is unknown or not the library's."
        ),
        Damage.BLOCKS: QCoreApplication.translate(
            "Damage", "Block keys do not match their fingerprints."
        ),
        Damage.TEXTS: QCoreApplication.translate(
            "Damage", "Stored texts are missing or damaged. Rescan their folders."
        ),
        Damage.FINGERPRINTS: QCoreApplication.translate(
            "Damage", "Fingerprints do not match the stored texts."
        ),
        Damage.FILES: QCoreApplication.translate(
            "Damage", "Files are listed with a different document or path than was found."
        ),
        Damage.DETAILS: QCoreApplication.translate(
            "Damage", "Details of documents do not match what was read. Rescan their folders."
        ),
        Damage.DECISIONS: QCoreApplication.translate(
            "Damage",
            "Verdicts, marks, encodings or folders are not what was decided. A repair removes "
            "them, and makes such folders reference folders.",
        ),
        Damage.COMPARISON: QCoreApplication.translate(
            "Damage", "Comparison data do not match the stored texts."
        ),
    }
    return texts[damage]


def _repair_text(repair: Repair) -> str:
    if repair.after.is_sound:
        text = QCoreApplication.translate("Damage", "The library is repaired.")
    else:
        text = QCoreApplication.translate(
            "Damage", "What could be repaired was repaired. The rest comes back when you rescan."
        )
    if repair.to_read:
        more = QCoreApplication.translate(
            "Damage", "%Ln files are read again at the next rescan.", "", repair.to_read
        )
        text = fmt.sentences(text, more)
    if repair.backup is not None:
        kept = QCoreApplication.translate("Damage", "The damaged file is kept: {name}")
        text = f"{text}\n{kept.format(name=repair.backup.name)}"
    return text
