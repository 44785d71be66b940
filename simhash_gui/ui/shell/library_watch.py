"""Notices that the file of the open library was deleted, moved or replaced, or its drive removed.

The open file can mostly still be read then, so what it holds can be saved elsewhere.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from simhash_gui.services.jobs import JobControl
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session

_LOOK_EVERY_MS = 2_000
_KEY = "library-in-place"


class LibraryWatch(QObject):
    """Looks every two seconds, and tells once until the file is back."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._is_told = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        session.library_opened.connect(self._begin)
        session.closing.connect(self._timer.stop)

    @Slot()
    def look(self) -> None:
        """Look now, off this thread: a drive that is gone may take long to say so."""
        library = self._session.library
        if library is not None:
            self._session.reads.submit(
                lambda: library.is_in_place, on_done=self._keep, key=_KEY, is_lasting=True
            )

    @Slot()
    def _begin(self) -> None:
        self._is_told = False
        self._timer.start(_LOOK_EVERY_MS)

    def _keep(self, is_in_place: bool) -> None:
        library = self._session.library
        if not is_in_place and not self._is_told and library is not None:
            text = partial(_lost_text, library.path.name)
            notice = Notice(NoticeKind.ERROR, text, _save_text, self.save_copy, str(library.path))
            self._session.notify(notice)
        self._is_told = not is_in_place

    @Slot()
    def save_copy(self) -> None:
        """Ask where to, copy what is open, and go on with the copy."""
        library = self._session.library
        if library is None:
            return
        path = self._session.choosers.new_library(self._window, self._session.paths.data)
        if path is None:
            return

        def run(_control: JobControl) -> Path:
            library.save_copy(path)
            return path

        handle = self._session.jobs.submit(Job(JobKind.EXPORT, run, path.name))
        handle.finished.connect(self._session.open_library)


def _lost_text(name: str) -> str:
    text = QCoreApplication.translate(
        "LibraryWatch",
        "The library “{name}” was deleted, moved or replaced, or its drive was removed. Nothing "
        "more is written to it; what is open can still be saved.",
    )
    return text.format(name=name)


def _save_text() -> str:
    return QCoreApplication.translate("LibraryWatch", "Save a copy…")
