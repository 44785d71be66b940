"""What the pages of one window share: the open library, the settings, jobs and reads.

Pages talk to each other only through the signals here.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QSettings, QStandardPaths, Signal, Slot

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.paths import AppPaths, Place, Server, place_name
from simhash_gui.services.library.settings import Settings, SettingsFile
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.choosers import Choosers
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind, JobRunner
from simhash_gui.ui.session.read_pool import ReadPool

if TYPE_CHECKING:  # SQLAlchemy takes its time to import; the first paint does not wait for it
    from simhash_gui.services.library.integrity import Repair
    from simhash_gui.services.library.libraries import KeptLog, Library

_log = logging.getLogger(__name__)

_DOCUMENTS_STATE = "session/documents-folder"
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class FailedOpening:
    """A library that cannot be opened, and why."""

    place: Place
    error: Exception


@dataclass(frozen=True, slots=True)
class RepairedLibrary:
    """A library that was repaired and is open again."""

    library: Library
    repair: Repair


class Session(QObject):
    """The state of one window behind its widgets."""

    library_opened = Signal()  # another ``library`` is open
    library_refused = Signal()  # see ``refusal``; ``library`` is None or the one before
    documents_changed = Signal()  # what was read of the library is out of date
    closing = Signal()  # end what works for the window outside of it
    recipe_changed = Signal()  # the library has other fingerprints now
    settings_changed = Signal()
    compare_requested = Signal(object)  # (document id, document id)
    file_compare_requested = Signal(object, object)  # (Path, document id or Path), where
    check_requested = Signal(object)  # document id
    folders_offered = Signal(object)  # list[Path], folders and files, to add and import
    folder_choice_requested = Signal()  # ask the user for folders, then the same
    library_choice_requested = Signal()  # ask the user for another library
    library_check_requested = Signal(object)  # Path of the library to look for damage in
    journal_requested = Signal()  # show what was done to files, and undo it
    rescan_requested = Signal()  # the rules of the import have changed
    settings_requested = Signal(object)  # SettingsPart to show
    page_requested = Signal(object)  # PageId to bring to the front
    notice_posted = Signal(object)  # Notice
    notices_withdrawn = Signal(str)  # those about something that is over
    full_screen_requested = Signal(bool)  # or the window as it was before
    notices_held = Signal(bool)  # whether notices wait, as in a lecture

    def __init__(
        self, paths: AppPaths, settings_file: SettingsFile, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.paths = paths
        self.choosers = Choosers()
        self.passwords: tuple[str, ...] = ()  # for locked documents; never written anywhere
        self.wants_samples = False  # import the samples once their library is open
        self.jobs = JobRunner(self, self._watched)
        self.reads = ReadPool(self)
        self.window_state = QSettings(
            str(paths.settings_file.with_name("window.ini")), QSettings.Format.IniFormat
        )
        self._settings_file = settings_file
        self._settings = settings_file.load()
        self._library: Library | None = None
        self._openings: deque[Place] = deque()  # jobs end in the order they were asked for
        self._failed_opening: FailedOpening | None = None

    def tell_damaged_settings(self) -> None:
        """Say that the defaults hold, once there is a window that shows notices."""
        damaged = self._settings_file.damaged
        if damaged is not None:
            self.notify(Notice(NoticeKind.WARNING, _damaged_text, details=str(damaged)))

    @property
    def library(self) -> Library | None:
        """The open library; None until the first one is open."""
        return self._library

    @property
    def may_write(self) -> bool:
        """Whether a library is open, and not for reading only."""
        return self._library is not None and not self._library.is_read_only

    @property
    def settings(self) -> Settings:
        """The present choices."""
        return self._settings

    @property
    def failed_opening(self) -> FailedOpening | None:
        """The last library that could not be opened, until another one is open."""
        return self._failed_opening

    @property
    def is_opening(self) -> bool:
        """Whether a library is about to be opened."""
        return bool(self._openings)

    def change_settings(self, **changes: Any) -> None:
        """Change some choices by name, save them and tell everybody."""
        changed = replace(self._settings, **changes)
        if changed != self._settings:
            self._store(changed)

    @property
    def documents_folder(self) -> Path:
        """Where dialogs for documents begin: where the last ones were, else the user's own."""
        kept = self.window_state.value(_DOCUMENTS_STATE)
        if isinstance(kept, str) and kept and Path(kept).is_dir():
            return Path(kept)
        location = QStandardPaths.StandardLocation.DocumentsLocation
        own = Path(QStandardPaths.writableLocation(location))
        return own if own.is_dir() else Path.home()

    def remember_documents_folder(self, folder: Path) -> None:
        """Begin there the next time."""
        self.window_state.setValue(_DOCUMENTS_STATE, str(folder))

    def of_library(self, key: str, default: _Value) -> _Value:
        """What was kept for the open library; ``default`` where nothing of its kind was."""
        kept = self.window_state.value(self._library_key(key))
        try:
            value = json.loads(str(kept)) if kept is not None else default
        except (ValueError, RecursionError):
            return default
        return value if isinstance(value, type(default)) else default

    def keep_of_library(self, key: str, value: object) -> None:
        """Keep something for the open library alone: text, numbers, flags, lists and dicts."""
        if self._library is not None:
            self.window_state.setValue(self._library_key(key), json.dumps(value))

    def _watched(self, control: JobControl) -> AbstractContextManager[None]:
        """Runs on the writer thread: have a job tell that it waits for another program."""
        library = self._library
        return nullcontext() if library is None else library.watched_by(control.wait_for_others)

    def _library_key(self, key: str) -> str:
        place = "" if self._library is None else str(self._library.place)
        name = hashlib.blake2s(place.encode(errors="surrogateescape"), digest_size=8).hexdigest()
        return f"libraries/{name}/{key}"

    def remember_password(self, password: str) -> None:
        """Try this password on locked documents until the window is closed."""
        others = (known for known in self.passwords if known != password)
        self.passwords = (password, *others)

    def notify(self, notice: Notice) -> None:
        """Show a notice at the foot of the window."""
        self.notice_posted.emit(notice)

    def open_library(self, place: Place, *, makes: bool = True) -> None:
        """Open the library at ``place`` instead of the present one; ``makes`` one where none is.

        Jobs of the present one are cancelled first; what they have done stays. ``library_opened``
        or ``library_refused`` follows; after a failure the present library stays open.
        """
        if self._library is not None and self._library.place == place:
            return
        self._open_instead(place, partial(_open, place, makes=makes))

    def start_library_anew(self, path: Path) -> None:
        """Make a library in the place of an empty file, and open it as ``open_library`` does."""
        self._open_instead(path, partial(_start_anew, path))

    def _open_instead(self, place: Place, run: Callable[[JobControl], Library]) -> None:
        self.jobs.cancel_all()
        handle = self._submit_opening(place, Job(JobKind.OPEN, run, place_name(place)))
        handle.finished.connect(self._swap)
        handle.cancelled.connect(self._forget_opening)

    def reopen_library(self) -> None:
        """Close the library, and open what is in its place by now.

        ``library_opened`` or ``library_refused`` follows.
        """
        if self._library is None:
            return
        place = self._library.place
        self.jobs.cancel_all()
        run = partial(_reopen, place, self._let_go())
        handle = self._submit_opening(place, Job(JobKind.OPEN, run, place_name(place)))
        handle.finished.connect(self._swap)
        handle.cancelled.connect(partial(self._open_again, place))

    def repair_library(self, path: Path) -> JobHandle:
        """Close the library if it is open, repair it, and open it again.

        ``library_opened`` or ``library_refused`` follows; the result is a RepairedLibrary.
        """
        self.jobs.cancel_all()
        is_open = self._library is not None and self._library.place == path
        run = partial(_repair, path, self._let_go() if is_open else None, self._settings.workers)
        handle = self._submit_opening(path, Job(JobKind.REPAIR, run, path.stem))
        handle.finished.connect(self._take_repaired)
        handle.cancelled.connect(partial(self._open_again, path))
        return handle

    def _let_go(self) -> Library | None:
        """The open library, which is to be closed; the session has none from then on."""
        old, self._library = self._library, None
        self.reads.forget_all()
        return old

    def _submit_opening(self, place: Place, job: Job) -> JobHandle:
        self._openings.append(place)
        handle = self.jobs.submit(job)
        handle.failed.connect(self._refuse)
        return handle

    def open_samples(self) -> None:
        """Open the library of the bundled samples; the Library page then imports them."""
        self.wants_samples = True
        if self._library is not None and self._library.place == self.paths.sample_library:
            self.library_opened.emit()
        else:
            self.open_library(self.paths.sample_library)

    def close(self) -> None:
        """Cancel jobs, wait for every thread, close the library and save the window state."""
        self.jobs.close()
        self.closing.emit()
        self.reads.close()
        self.passwords = ()
        if self._library is not None:
            self._library.close()
            self._library = None
        self.window_state.sync()

    @Slot(object)
    def _swap(self, library: Library) -> None:
        self._openings.popleft()
        old, self._library = self._library, library
        self._failed_opening = None
        if old is not None:
            self.reads.forget_all()
            self.reads.submit(old.close, on_done=_nothing, is_lasting=True, is_waiting=True)
        self._store(self._settings.with_recent(library.place))
        self.library_opened.emit()
        if library.is_read_only:
            name = place_name(library.place)
            self.notify(Notice(NoticeKind.INFORMATION, partial(_read_only_text, name)))
        self._tell_kept(library)

    def _tell_kept(self, library: Library) -> None:
        """Say what opening the library has kept beside it."""
        name, copy = place_name(library.place), library.backup
        if copy is not None:
            text = partial(_upgraded_text, name, copy.name)
            self.notify(Notice(NoticeKind.INFORMATION, text, details=str(copy)))
        self.tell_kept_logs(name, library.kept_logs)

    def tell_kept_logs(self, name: str, logs: tuple[KeptLog, ...]) -> None:
        """Say that logs of another library had stayed where the library of that name is now."""
        for log in logs:
            text = partial(_kept_log_text, name, log.path.name, log.ending)
            self.notify(Notice(NoticeKind.WARNING, text, details=str(log.path)))

    @Slot(object)
    def _take_repaired(self, repaired: RepairedLibrary) -> None:
        self._swap(repaired.library)

    def _open_again(self, place: Place) -> None:
        self._forget_opening()
        self.open_library(place)

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        self._failed_opening = FailedOpening(self._openings.popleft(), error)
        self.library_refused.emit()

    @Slot()
    def _forget_opening(self) -> None:
        self._openings.popleft()

    def _store(self, settings: Settings) -> None:
        self._settings = settings
        self.settings_changed.emit()
        try:
            self._settings_file.save(settings)
        except OSError as error:
            _log.warning("settings cannot be saved: %s", type(error).__name__)
            told = Notice(
                NoticeKind.WARNING, _unsaved_text, details=str(error), about="settings", waits=True
            )
            self.notify(told)


def _open(place: Place, _control: JobControl, *, makes: bool = True) -> Library:
    """Runs on the writer thread, which also pays for the first import of the database layer."""
    from simhash_gui.services.library.libraries import (  # noqa: PLC0415 - see above
        LibraryReadOnlyError,
        existing_library,
        open_existing,
        open_library,
    )

    try:
        return open_library(place) if makes else open_existing(place)
    except LibraryReadOnlyError:
        if not isinstance(place, Server):
            raise
        return existing_library(place)  # who may only read looks, searches and checks


def _start_anew(path: Path, _control: JobControl) -> Library:
    from simhash_gui.services.library.libraries import start_anew  # noqa: PLC0415 - see above

    return start_anew(path)


def _reopen(place: Place, opened: Library | None, control: JobControl) -> Library:
    if opened is not None:
        opened.close()
    return _open(place, control, makes=False)


def _repair(
    path: Path, opened: Library | None, workers: int, control: JobControl
) -> RepairedLibrary:
    from simhash_gui.services.library.integrity import repair_library  # noqa: PLC0415 - see above

    if opened is not None:
        opened.close()
    repair = repair_library(path, workers, control)
    return RepairedLibrary(_open(path, control), repair)


def _nothing(_result: object) -> None:
    """The answer is not needed."""


def _damaged_text() -> str:
    return QCoreApplication.translate(
        "Session",
        "Not all of your settings could be read; defaults apply in their place. The old file is "
        "kept.",
    )


def _read_only_text(name: str) -> str:
    text = QCoreApplication.translate(
        "Session",
        "You may only read the library “{name}”: look around, search and check. Ask its owner for "
        "permission to write.",
    )
    return text.format(name=name)


def _upgraded_text(name: str, copy: str) -> str:
    text = QCoreApplication.translate(
        "Session",
        "The library “{name}” was upgraded to this version of the program. A copy from before is "
        "kept: {copy}",
    )
    return text.format(name=name, copy=copy)


def _kept_log_text(name: str, log: str, ending: str) -> str:
    text = QCoreApplication.translate(
        "Session",
        "The log of a library that was moved away or deleted had stayed beside “{name}”. It may "
        "have the last writes of that library and is kept: {log}. To get them back, put it "
        "beside that library, and name it as the library is, with “{ending}” at the end.",
    )
    return text.format(name=name, log=log, ending=ending)


def _unsaved_text() -> str:
    return QCoreApplication.translate(
        "Session", "Your settings could not be saved; they apply until you close the window."
    )
