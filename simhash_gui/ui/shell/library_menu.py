"""The menu of the library switcher, and the keys that work anywhere in the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from simhash_gui.ui.common.commands import KEYS, Command, PageId, command_label, page_key
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.tokens import Token


class LibraryMenu(QMenu):
    """Rebuilt each time it opens, since recent libraries come and go."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent
        self.aboutToShow.connect(self._fill)

    def name_of(self, path: Path) -> str:
        """What a library is called in the window."""
        paths = self._session.paths
        if path == paths.default_library:
            return self.tr("My library")
        return self.tr("Samples") if path == paths.sample_library else path.stem

    @Slot()
    def create_library(self) -> None:
        """Ask where, then make and open it."""
        path = self._session.choosers.new_library(self._window, self._start())
        if path is not None:
            self.switch_to(path)

    @Slot()
    def open_library(self) -> None:
        """Ask which, then open it."""
        path = self._session.choosers.library(self._window, self._start())
        if path is not None:
            self.switch_to(path)

    @Slot()
    def open_samples(self) -> None:
        """Open the library of the bundled samples."""
        if self._may_switch():
            self._session.open_samples()

    @Slot()
    def add_files(self) -> None:
        """Ask which files and archives, then import them."""
        if self._session.library is None:
            return
        paths = self._session.choosers.files(self._window)
        if paths:
            self._session.page_requested.emit(PageId.LIBRARY)
            self._session.folders_offered.emit(paths)

    def switch_to(self, path: Path) -> None:
        """Open another library, after asking when that would stop a job."""
        if self._may_switch():
            self._session.open_library(path)

    def _fill(self) -> None:
        self.clear()
        self._add_recent()
        self.addSeparator()
        new = self.addAction(icon("plus", Token.MUTED), command_label(Command.NEW_LIBRARY))
        new.setShortcut(KEYS[Command.NEW_LIBRARY])
        new.triggered.connect(self.create_library)
        other = self.addAction(icon("folder", Token.MUTED), command_label(Command.OPEN_LIBRARY))
        other.setShortcut(KEYS[Command.OPEN_LIBRARY])
        other.triggered.connect(self.open_library)
        samples = self.addAction(self._mark(self._session.paths.sample_library, "samples"), "")
        samples.setText(self.tr("Sample documents"))
        samples.triggered.connect(self.open_samples)
        self.addSeparator()
        files = self.addAction(icon("import", Token.MUTED), command_label(Command.ADD_FILES))
        files.setShortcut(KEYS[Command.ADD_FILES])
        files.setEnabled(self._session.library is not None)
        files.triggered.connect(self.add_files)

    def _add_recent(self) -> None:
        paths = self._session.paths
        recent = [Path(name) for name in self._session.settings.recent_libraries]
        shown = [p for p in recent if p.exists() and p != paths.sample_library]
        if paths.default_library not in shown:
            shown.append(paths.default_library)
        for path in shown:
            action = self.addAction(
                self._mark(path, "database"), self.name_of(path).replace("&", "&&")
            )
            action.setToolTip(str(path))
            action.triggered.connect(lambda _checked=False, path=path: self.switch_to(path))
        self.setToolTipsVisible(True)

    def _mark(self, path: Path, name: str) -> QIcon:
        library = self._session.library
        is_open = library is not None and path == library.path
        return icon("check", Token.ACCENT) if is_open else icon(name, Token.MUTED)

    def _may_switch(self) -> bool:
        jobs = self._session.jobs
        current = jobs.current
        if current is None or current.job.kind is JobKind.OPEN:
            return True
        return self._session.choosers.confirm(
            self._window,
            self.tr("Stop the running job?"),
            self.tr("Another library can only be opened once it has ended. What is done is kept."),
            self.tr("Stop and open"),
        )

    def _start(self) -> Path:
        library = self._session.library
        return self._session.paths.data if library is None else library.path.parent


class WindowCommands(QObject):
    """Tells which command or page was asked for; the window acts."""

    commanded = Signal(object)  # Command
    page_chosen = Signal(object)  # PageId

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        for command in Command:
            action = self._add(KEYS[command])
            action.triggered.connect(lambda _checked, c=command: self.commanded.emit(c))
        for position, page in enumerate(PageId):
            action = self._add(page_key(position))
            action.triggered.connect(lambda _checked, p=page: self.page_chosen.emit(p))

    def _add(self, keys: str) -> QAction:
        action = QAction(self._window)
        action.setShortcut(QKeySequence(keys))
        self._window.addAction(action)
        return action
