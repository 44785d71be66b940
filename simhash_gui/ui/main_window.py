"""The window: rail, pages, notices, job bar, and what can be done from anywhere.

Pages do the work; the window brings them to the front, keeps its own state (geometry, page) and
closes in order: jobs are cancelled and waited for, then the library is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, QTimer, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.paths import APPLICATION
from simhash_gui.ui.dialogs.details import DetailsDialog
from simhash_gui.ui.dropping import DropOverlay, dropped_folders, file_drop_notice
from simhash_gui.ui.help_menu import HelpMenu
from simhash_gui.ui.i18n import Translator
from simhash_gui.ui.job_runner import JobHandle, JobKind
from simhash_gui.ui.library_menu import LibraryMenu
from simhash_gui.ui.notices import Notice
from simhash_gui.ui.page_ids import PageId
from simhash_gui.ui.page_loader import load_pages
from simhash_gui.ui.pages.page import Page
from simhash_gui.ui.session import Session
from simhash_gui.ui.shortcuts import Command
from simhash_gui.ui.theme import Theme
from simhash_gui.ui.widgets.job_bar import JobBar
from simhash_gui.ui.widgets.notice_bar import NoticeBar
from simhash_gui.ui.widgets.rail import Rail
from simhash_gui.ui.window_commands import WindowCommands

PageLoader = Callable[[], Mapping[PageId, type[Page]]]
_FOLD_BELOW_PX = 1000
_FIRST_SIZE_PX = (1360, 840)
_LEAST_SIZE_PX = (640, 440)


class MainWindow(QMainWindow):
    """One window on one session."""

    def __init__(
        self,
        session: Session,
        loader: PageLoader = load_pages,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self._loader = loader
        self._pages: dict[PageId, Page] = {}
        self._unmade: dict[PageId, type[Page]] = {}
        self._wanted = PageId.LIBRARY
        self._is_closing = False
        self._translator = Translator(session.paths.translations, self)
        self._apply_settings()
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(*_LEAST_SIZE_PX)
        self._restore_state()
        self.retranslate()

    def begin(self, *, with_samples: bool = False) -> None:
        """Import the pages and open the library, both off the UI thread."""
        self.session.reads.submit(self._loader, on_done=self._take_pages, is_lasting=True)
        if with_samples:
            self.session.open_samples()
        else:
            self.session.open_library(self._last_library())

    @property
    def page(self) -> Page | None:
        """The page in front; None before it is made."""
        return self._pages.get(self._wanted)

    def page_of(self, page: PageId) -> Page | None:
        """A page by name, once it is made."""
        return self._pages.get(page)

    @Slot(object)
    def show_page(self, wanted: PageId) -> None:
        """Bring a page to the front, as soon as it is made."""
        before = self.page
        if before is not None and wanted is not self._wanted:
            before.deactivated()
        is_new = wanted is not self._wanted or before is None
        self._wanted = wanted
        self.rail.show_page(wanted)
        page = self.page
        if page is not None:
            self._bring(page)
            if is_new:
                page.activated()

    @Slot()
    def show_settings(self) -> None:
        """Open the settings; they take effect at once."""
        from simhash_gui.ui.dialogs.settings import SettingsDialog  # noqa: PLC0415 - when wanted

        SettingsDialog(self.session, self).open()

    @Slot()
    def show_shortcuts(self) -> None:
        """Open the list of keys, with those of the page in front."""
        from simhash_gui.ui.dialogs.shortcuts import ShortcutsDialog  # noqa: PLC0415 - when wanted

        page = self.page
        title, keys = (page.title(), page.shortcuts()) if page is not None else ("", [])
        ShortcutsDialog(title, keys, self).open()

    @Slot()
    def show_about(self) -> None:
        """Open versions and licences."""
        from simhash_gui.ui.dialogs.about import AboutDialog  # noqa: PLC0415 - when wanted

        AboutDialog(self).open()

    def retranslate(self) -> None:
        """The title in the language of now; widgets see to their own texts."""
        self._show_library_name()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold_rail()
        self.overlay.setGeometry(self.rect())

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self.overlay.appear()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        event.acceptProposedAction()
        folders, files = dropped_folders(event.mimeData())
        if folders:
            self.show_page(PageId.LIBRARY)
            self.session.folders_offered.emit(folders)
        elif files:
            self.session.notify(file_drop_notice(files, self.session.folders_offered.emit))

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.session.jobs.is_idle:
            self._is_closing = True
            self.session.jobs.cancel_all()
            event.ignore()
            return
        self.hide()
        self._save_state()
        self.session.close()
        event.accept()

    @Slot()
    def _fold_rail(self) -> None:
        self.rail.set_folded(self.width() < Theme.current().scaled(_FOLD_BELOW_PX))

    def _make_widgets(self) -> None:
        self.rail = Rail([*PageId])
        self._stack = QStackedWidget()
        self._stack.addWidget(QWidget())
        self.notices = NoticeBar()
        self.job_bar = JobBar(self.session.jobs)
        self.overlay = DropOverlay(self)
        self.library_menu = LibraryMenu(self.session, self)
        self.rail.set_library_menu(self.library_menu)
        self.help_menu = HelpMenu(self)
        self.rail.set_help_menu(self.help_menu)
        self._commands = WindowCommands(self)

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self.notices)
        column.addWidget(self.job_bar)
        centre = QWidget()
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(column, 1)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        session = self.session
        self.rail.page_chosen.connect(self.show_page)
        self.rail.settings_wanted.connect(self.show_settings)
        self.help_menu.shortcuts_wanted.connect(self.show_shortcuts)
        self.help_menu.about_wanted.connect(self.show_about)
        self._commands.commanded.connect(self._obey)
        self._commands.page_chosen.connect(self.show_page)
        self.notices.details_wanted.connect(self._show_details)
        session.notice_posted.connect(self.notices.post)
        session.library_choice_requested.connect(self.library_menu.open_library)
        session.page_requested.connect(self.show_page)
        session.folder_choice_requested.connect(partial(self.show_page, PageId.LIBRARY))
        session.settings_changed.connect(self._apply_settings)
        session.compare_requested.connect(self._show_compare)
        session.library_opened.connect(self._show_library_name)
        Theme.current().changed.connect(self._fold_rail)
        session.reads.failed.connect(self._tell_error)
        session.jobs.ended.connect(self._tell_failed_job)
        session.jobs.state_changed.connect(self._close_when_idle)

    @Slot(object)
    def _obey(self, command: Command) -> None:
        page = self.page
        effects: dict[Command, Callable[[], object]] = {
            Command.ADD_FOLDER: self.session.folder_choice_requested.emit,
            Command.NEW_LIBRARY: self.library_menu.create_library,
            Command.OPEN_LIBRARY: self.library_menu.open_library,
            Command.SETTINGS: self.show_settings,
            Command.SHORTCUTS: self.show_shortcuts,
            Command.QUIT: self.close,
        }
        if page is not None:
            effects[Command.RESCAN] = page.refresh
            effects[Command.FILTER] = page.focus_filter
            effects[Command.CLEAR] = page.clear
        effects.get(command, _nothing)()

    @Slot(object)
    def _take_pages(self, classes: Mapping[PageId, type[Page]]) -> None:
        self._unmade = {page: classes[page] for page in PageId if page in classes}
        self._make_page(self._wanted)
        QTimer.singleShot(0, self, self._make_next_page)

    @Slot()
    def _make_next_page(self) -> None:
        """One page a turn of the event loop, so that none of them delays the user."""
        if self._unmade and not self._is_closing:
            self._make_page(next(iter(self._unmade)))
            QTimer.singleShot(0, self, self._make_next_page)

    def _make_page(self, wanted: PageId) -> None:
        page_class = self._unmade.pop(wanted, None)
        if page_class is None:
            return
        page = self._pages[wanted] = page_class(self.session)
        self._stack.addWidget(page)
        if wanted is self._wanted:
            self._bring(page)
            page.activated()

    def _bring(self, page: Page) -> None:
        """Show a page; the keyboard goes with it, unless it is at work in the rail."""
        self._stack.setCurrentWidget(page)
        if not self.rail.is_worked_by_key():
            page.setFocus()

    @Slot()
    def _apply_settings(self) -> None:
        settings = self.session.settings
        self._translator.apply(settings.language)
        Theme.current().apply(settings.theme, settings.font_percent)

    @Slot()
    def _show_library_name(self) -> None:
        library = self.session.library
        if library is None:
            self.rail.set_library_name(self.tr("No library"), "")
            self.setWindowTitle(APPLICATION)
        else:
            name = self.library_menu.name_of(library.path)
            self.rail.set_library_name(name, str(library.path))
            self.setWindowTitle(f"{name} – {APPLICATION}")

    @Slot()
    def _show_compare(self) -> None:
        self.show_page(PageId.COMPARE)

    @Slot(object)
    def _tell_failed_job(self, handle: JobHandle) -> None:
        """Of a library that cannot be opened, an open one is left: then the page does not tell."""
        is_told = handle.job.kind is JobKind.OPEN and self.session.library is None
        if handle.error is not None and not is_told:
            self._tell_error(handle.error)

    @Slot(object)
    def _tell_error(self, error: Exception) -> None:
        """The error layer knows the database's errors; whoever raised them has paid its import."""
        from simhash_gui.ui.errors import error_notice  # noqa: PLC0415 - not before first paint

        self.session.notify(error_notice(error))

    @Slot(object)
    def _show_details(self, notice: Notice) -> None:
        DetailsDialog(notice.text(), notice.details, self).open()

    @Slot()
    def _close_when_idle(self) -> None:
        if self._is_closing and self.session.jobs.is_idle:
            QTimer.singleShot(0, self, self.close)

    def _last_library(self) -> Path:
        recent = [Path(name) for name in self.session.settings.recent_libraries[:1]]
        return next((path for path in recent if path.exists()), self.session.paths.default_library)

    def _restore_state(self) -> None:
        state = self.session.window_state
        geometry = state.value("window/geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(QSize(*_FIRST_SIZE_PX).boundedTo(self.screen().availableSize()))
        name = state.value("window/page")
        self.show_page(next((page for page in PageId if page == name), PageId.LIBRARY))

    def _save_state(self) -> None:
        state = self.session.window_state
        state.setValue("window/geometry", self.saveGeometry())
        state.setValue("window/page", self._wanted.value)
        if self.page is not None:
            self.page.deactivated()
        for page in self._pages.values():
            page.save_state()


def _nothing() -> None:
    """A command for a page that is not made yet."""
