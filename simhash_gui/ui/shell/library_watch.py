"""Notices what becomes of the open library: its file or its server is gone, or others change it.

A file that was overwritten has another library in it, which can be opened.

A file that was deleted can mostly still be read, so what it holds can be saved elsewhere.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.paths import Place, Presence, Server
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session

if TYPE_CHECKING:  # the window is shown before the database is there
    from simhash_gui.services.library.libraries import KeptLog, Library

_LOOK_EVERY_MS = 2_000


class LibraryWatch(QObject):
    """Looks every two seconds. Tells once that a library is gone, until it is back.

    While others are changing a library nothing is read again; when they pause, everything is.
    """

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._is_told = self._has_changed = False
        self._lost: Notice | None = None
        self._asked: Library | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        session.library_opened.connect(self._begin)
        session.closing.connect(self._timer.stop)

    @Slot()
    def look(self) -> None:
        """Look now, off this thread: a drive that is gone may take long to say so.

        A change is told to one look alone, so there is no second one before the answer.
        """
        library = self._session.library
        if library is not None and library is not self._asked:
            self._asked = library
            self._session.reads.submit(
                library.presence,
                on_done=partial(self._keep, library),
                on_error=partial(self._fail, library),
                is_lasting=True,
            )

    def lost_notice(self, place: Place) -> Notice | None:
        """What was told of the open library, if that is at this place and gone.

        An attempt to use it fails; what was told has the way out.
        """
        library = self._session.library
        return self._lost if library is not None and library.place == place else None

    @Slot()
    def _begin(self) -> None:
        self._is_told = self._has_changed = False
        self._lost = None
        self._timer.start(_LOOK_EVERY_MS)

    def _fail(self, library: Library, error: Exception) -> None:
        if self._asked is library:
            self._asked = None
        if library is self._session.library and not self._is_told:
            self._is_told = True
            self._session.reads.failed.emit(error)

    def _keep(self, library: Library, presence: Presence) -> None:
        if self._asked is library:
            self._asked = None
        if library is not self._session.library:
            return
        is_lost = presence in {Presence.GONE, Presence.OVERWRITTEN}
        if is_lost and not self._is_told:
            self._lost = self._notice_of(library.place, presence)
            self._session.notify(self._lost)
        elif not is_lost:
            self._lost = None
        self._is_told = is_lost
        if presence is Presence.CHANGED:
            self._has_changed = True
        elif self._has_changed and presence is Presence.IN_PLACE:
            self._has_changed = False
            self._session.documents_changed.emit()
            self._session.notify(Notice(NoticeKind.INFORMATION, _changed_text))

    def _notice_of(self, place: Place, presence: Presence) -> Notice:
        name, at = place.name, str(place)
        if presence is Presence.OVERWRITTEN:
            text, reopen = partial(_overwritten_text, name), self._session.reopen_library
            return Notice(NoticeKind.ERROR, text, _reopen_text, reopen, at, about=at)
        if isinstance(place, Server):
            return Notice(NoticeKind.ERROR, partial(_silent_text, name), details=at, about=at)
        text = partial(_lost_text, name)
        return Notice(NoticeKind.ERROR, text, _save_text, self.save_copy, at, about=at)

    @Slot()
    def save_copy(self) -> None:
        """Ask where to, copy what is open, and go on with the copy."""
        library = self._session.library
        if library is None:
            return
        path = self._session.choosers.new_library(self._window, self._session.paths.data)
        if path is None:
            return

        def run(_control: JobControl) -> tuple[Path, tuple[KeptLog, ...]]:
            return path, library.save_copy(path)

        handle = self._session.jobs.submit(Job(JobKind.EXPORT, run, path.name))
        handle.finished.connect(self._go_on_with)

    @Slot(object)
    def _go_on_with(self, copied: tuple[Path, tuple[KeptLog, ...]]) -> None:
        path, logs = copied
        self._session.open_library(path)
        self._session.tell_kept_logs(path.name, logs)


def _lost_text(name: str) -> str:
    text = QCoreApplication.translate(
        "LibraryWatch",
        "The library “{name}” was deleted, moved or replaced, or its drive was removed. Nothing "
        "more is written to it. Save a copy of what is open to go on with it, or open what is "
        "there now.",
    )
    return text.format(name=name)


def _overwritten_text(name: str) -> str:
    text = QCoreApplication.translate(
        "LibraryWatch",
        "Another library was written over “{name}” while it was open. Nothing more is written to "
        "it; open it again to see what is there now.",
    )
    return text.format(name=name)


def _silent_text(name: str) -> str:
    text = QCoreApplication.translate(
        "LibraryWatch",
        "The server of the library “{name}” does not answer. Nothing is lost; what you do next can "
        "only be kept once it is back.",
    )
    return text.format(name=name)


def _changed_text() -> str:
    return QCoreApplication.translate(
        "LibraryWatch", "Others have changed this library; it is shown as it is now."
    )


def _reopen_text() -> str:
    return QCoreApplication.translate("LibraryWatch", "Open it again")


def _save_text() -> str:
    return QCoreApplication.translate("LibraryWatch", "Save a copy…")
