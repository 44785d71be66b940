"""The menus of the rail, for the library and for help, and the keys that work everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot, qVersion
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui import __version__
from simhash_gui.services.diagnosis.report import components
from simhash_gui.services.library.paths import APPLICATION, Place, place_name
from simhash_gui.ui.common.commands import (
    KEYS,
    Command,
    PageId,
    command_label,
    page_key,
    page_label,
    table_keys,
)
from simhash_gui.ui.common.dialogs import PanelDialog, open_at
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.icons import icon, window_icon
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token


class LibraryMenu(QMenu):
    """Rebuilt each time it opens, since recent libraries come and go."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent
        self.aboutToShow.connect(self._fill)

    def name_of(self, place: Place) -> str:
        """What a library is called in the window."""
        paths = self._session.paths
        if place == paths.default_library:
            return self.tr("My library")
        return self.tr("Samples") if place == paths.sample_library else place_name(place)

    @Slot()
    def create_library(self) -> None:
        """Ask where, then make and open it."""
        path = self._session.choosers.new_library(self._window, self._start())
        if path is not None and (not path.exists() or self._may_open(path)):
            self.switch_to(path)

    @Slot()
    def open_library(self) -> None:
        """Ask which, then open it."""
        path = self._session.choosers.library(self._window, self._start())
        if path is not None:
            self.switch_to(path)

    @Slot()
    def connect_library(self) -> None:
        """Ask for the address of a library on a server, then open it."""
        from simhash_gui.ui.shell.connect_dialog import ConnectDialog  # noqa: PLC0415 - when wanted

        dialog = ConnectDialog(self._window)
        dialog.chosen.connect(self.switch_to)
        dialog.open()

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
        paths = self._session.choosers.files(self._window, self._session.documents_folder)
        if paths:
            self._session.remember_documents_folder(paths[0].parent)
            self._session.page_requested.emit(PageId.LIBRARY)
            self._session.folders_offered.emit(paths)

    @Slot()
    def check_open_library(self) -> None:
        """Look for damage in the open library."""
        place = self._place()
        if isinstance(place, Path):
            self.check_library(place)

    @Slot(object)
    def check_library(self, path: Path) -> None:
        """Look for damage in a library, which need not be open."""
        from simhash_gui.ui.shell.library_check import (  # noqa: PLC0415 - with the database layer
            LibraryCheckDialog,
        )

        LibraryCheckDialog(self._session, path, self._window).open()

    def switch_to(self, place: Place, makes: bool = True) -> None:
        """Open another library, after asking when that would stop a job."""
        if self._may_switch():
            self._session.open_library(place, makes=makes)

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
        server = self.addAction(icon("database", Token.MUTED), self.tr("Connect to a library…"))
        server.triggered.connect(self.connect_library)
        samples = self.addAction(self._mark(self._session.paths.sample_library, "samples"), "")
        samples.setText(self.tr("Sample documents"))
        samples.triggered.connect(self.open_samples)
        self.addSeparator()
        files = self.addAction(icon("import", Token.MUTED), command_label(Command.ADD_FILES))
        files.setShortcut(KEYS[Command.ADD_FILES])
        files.setEnabled(self._session.library is not None)
        files.triggered.connect(self.add_files)
        check = self.addAction(icon("shield", Token.MUTED), self.tr("Check the library…"))
        check.setEnabled(isinstance(self._place(), Path))
        check.triggered.connect(self.check_open_library)

    def _add_recent(self) -> None:
        paths = self._session.paths
        recent = self._session.settings.recent_that_exist()
        shown = [place for place in recent if place != paths.sample_library]
        if paths.default_library not in shown:
            shown.append(paths.default_library)
        for place in shown:
            action = self.addAction(
                self._mark(place, "database"), self.name_of(place).replace("&", "&&")
            )
            action.setToolTip(str(place))
            makes = isinstance(place, Path)
            action.triggered.connect(partial(self._switch_back, place, makes))
        self.setToolTipsVisible(True)

    def _switch_back(self, place: Place, makes: bool, _is_checked: bool = False) -> None:
        self.switch_to(place, makes)

    def _place(self) -> Place | None:
        library = self._session.library
        return library.place if library is not None else None

    def _mark(self, place: Place, name: str) -> QIcon:
        is_open = place == self._place()
        return icon("check", Token.ACCENT) if is_open else icon(name, Token.MUTED)

    def _may_switch(self) -> bool:
        jobs = self._session.jobs
        current = jobs.current
        if current is None or current.job.kind is JobKind.OPEN:
            return True
        return self._session.choosers.confirm(
            self._window,
            self.tr("Stop the running job?"),
            self.tr(
                "Another library can only be opened when the job has ended. What is done is kept."
            ),
            self.tr("Stop and open"),
        )

    def _may_open(self, path: Path) -> bool:
        """Ask whether a library is to be opened where a new one was wanted."""
        return self._session.choosers.confirm(
            self._window,
            self.tr("“{name}” already exists. Open it?").format(name=path.stem),
            self.tr("It opens as it is; nothing is replaced."),
            self.tr("Open"),
        )

    def _start(self) -> Path:
        place = self._place()
        return place.parent if isinstance(place, Path) else self._session.paths.data


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


_KEYS_SIZE_PX = (520, 640)
_KEY_WIDTH_PX = 132

KeyList = Sequence[tuple[str, str]]


class ShortcutsDialog(PanelDialog):
    """``page_keys`` are those of the page in front, called ``page_title``."""

    def __init__(self, page_title: str, page_keys: KeyList, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._page = (page_title, page_keys)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self.body.addWidget(self._scroll, 1)
        open_at(self, _KEYS_SIZE_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._scroll.setAccessibleName(self.tr("Keyboard shortcuts"))
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, Space.M, 0)
        column.setSpacing(Space.S)
        for title, keys in self.sections():
            self._add_section(column, title, keys)
        column.addStretch(1)
        self._scroll.setWidget(sheet)

    def sections(self) -> list[tuple[str, KeyList]]:
        """What is listed: title and keys of each section that has any."""
        everywhere = [
            *((page_key(n), page_label(page)) for n, page in enumerate(PageId)),
            *((keys, command_label(command)) for command, keys in KEYS.items()),
        ]
        listed = [
            (QCoreApplication.translate("ShortcutsDialog", "Everywhere"), everywhere),
            self._page,
            (QCoreApplication.translate("ShortcutsDialog", "In lists and tables"), table_keys()),
        ]
        return [(title, keys) for title, keys in listed if keys]

    def _add_section(self, column: QVBoxLayout, title: str, keys: KeyList) -> None:
        head = QLabel(title)
        set_role(head, Role.SECTION)
        column.addWidget(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.L)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, Theme.current().scaled(_KEY_WIDTH_PX))
        for row, (key, meaning) in enumerate(keys):
            cap = QLabel(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) or key)
            set_role(cap, Role.KEY)
            words = QLabel(meaning)
            words.setWordWrap(True)
            grid.addWidget(cap, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(words, row, 1)
        column.addLayout(grid)
        column.addSpacing(Space.S)


_ABOUT_SIZE_PX = (560, 480)
_MARK_PX = 56


class AboutDialog(PanelDialog):
    """Everything here can be copied into a bug report."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._mark, side = QLabel(), Theme.current().scaled(_MARK_PX)
        self._mark.setPixmap(window_icon().pixmap(side, side))
        self._name = QLabel(f"{APPLICATION} {__version__}")
        set_role(self._name, Role.TITLE)
        self._purpose = QLabel()
        self._purpose.setWordWrap(True)
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self.list = QPlainTextEdit("\n".join(components(f"Qt {qVersion()} · LGPL-3.0")))
        self.list.setReadOnly(True)
        self.copy_button = QPushButton()
        self.copy_button.clicked.connect(self._copy)
        self._lay_out()
        open_at(self, _ABOUT_SIZE_PX)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("About simhash-gui"))
        self._purpose.setText(
            self.tr(
                "Finds documents that are copies, revisions or partial copies of each other, "
                "and shows why."
            )
        )
        self._head.setText(self.tr("Made with"))
        self.list.setAccessibleName(self.tr("Made with"))
        self.copy_button.setText(self.tr("Copy"))

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(Space.XS)
        texts.addWidget(self._name)
        texts.addWidget(self._purpose)
        head = QHBoxLayout()
        head.setSpacing(Space.L)
        head.addWidget(self._mark)
        head.addLayout(texts, 1)
        self.body.addLayout(head)
        self.body.addWidget(self._head)
        self.body.addWidget(self.list, 1)
        self.buttons.insertWidget(0, self.copy_button)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self._name.text()}\n{self.list.toPlainText()}")


class HelpMenu(QMenu):
    """Asks for one of the dialogs."""

    shortcuts_wanted = Signal()
    diagnostics_wanted = Signal()
    about_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToShow.connect(self._fill)

    @Slot()
    def _fill(self) -> None:
        self.clear()
        keys = self.addAction(icon("keyboard", Token.MUTED), command_label(Command.SHORTCUTS))
        keys.setShortcut(KEYS[Command.SHORTCUTS])
        keys.triggered.connect(self.shortcuts_wanted)
        copy = self.addAction(icon("copy", Token.MUTED), self.tr("Copy diagnostics"))
        copy.triggered.connect(self.diagnostics_wanted)
        about = self.addAction(icon("info", Token.MUTED), self.tr("About simhash-gui"))
        about.triggered.connect(self.about_wanted)
