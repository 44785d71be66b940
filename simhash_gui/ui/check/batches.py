"""Asks for a folder to check, has it checked as a job, and shows what came of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QWidget

from simhash_gui.services.checking.batch import not_compared
from simhash_gui.services.checking.report_texts import ReportLanguage, ReportOptions
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.ui.check.batch_dialog import BatchDialog
from simhash_gui.ui.check.batch_job import BatchAnswer, BatchRequest, run_batch
from simhash_gui.ui.check.batch_view import BatchView
from simhash_gui.ui.check.check_texts import batch_notice
from simhash_gui.ui.check.filter_bar import FilterBar
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session


class Batches(QObject):
    """One folder at a time; the filters of the page hold for its documents as well."""

    shown = Signal()  # ``view`` has something new to show

    def __init__(self, session: Session, page: QWidget, filters: FilterBar) -> None:
        super().__init__(page)
        self._session, self._page, self._filters = session, page, filters
        self.view = BatchView()
        self.dialog: BatchDialog | None = None

    def ask(self, folder: Path | None = None) -> None:
        """Ask what to check, and how."""
        if self._session.library is None:
            return
        self.dialog = dialog = BatchDialog(self._page)
        dialog.tell_filters(are_on=bool(self._filters.settings.filters))
        if folder is not None:
            dialog.propose(folder)
        dialog.agreed.connect(self.start)
        dialog.open()

    def start(self, folder: Path, target: Path, call: Path | None, is_among: bool) -> None:
        """Check a folder as a job; see ``BatchRequest``."""
        library = self._session.library
        if library is None:
            return
        request = BatchRequest(
            folder,
            target,
            None if is_among else library.place,
            call,
            DetectionOptions(thresholds=self._session.settings.thresholds),
            replace(self._filters.settings, exclusions=()),  # those are of one text
            ReportOptions(language=report_language()),
        )
        job = Job(JobKind.CHECK_FOLDER, partial(run_batch, request), folder.name)
        self._session.jobs.submit(job).finished.connect(self._show)

    @property
    def has_answer(self) -> bool:
        """Whether a folder was checked, and not against another library."""
        answer, library = self.view.answer, self._session.library
        if answer is None or library is None:
            return False
        return answer.request.library in (None, library.place)

    def _show(self, answer: BatchAnswer) -> None:
        self.view.show_answer(answer)
        target = answer.request.target
        missed = not_compared(answer.rows)
        self._session.notify(batch_notice(target, len(answer.rows), len(answer.failed), missed))
        self.shown.emit()


def report_language() -> ReportLanguage:
    """That of the window."""
    is_chinese = QLocale().language() == QLocale.Language.Chinese
    return ReportLanguage.CHINESE if is_chinese else ReportLanguage.ENGLISH
