"""The window: rail, pages, notices, job bar, and what can be done from anywhere.

Pages do the work; the window brings them to the front, keeps its own state (geometry, page) and
closes in order: it leaves the screen, jobs are cancelled and waited for, then the library is
closed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.paths import APPLICATION, Place
from simhash_gui.ui.common.commands import Command, PageId, SettingsPart
from simhash_gui.ui.common.context_menu import ContextMenuKey
from simhash_gui.ui.common.dialogs import DetailsDialog
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.common.roles import headings, style_again, weigh_headings
from simhash_gui.ui.session.job_runner import JobHandle, JobKind
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.dropping import DropOverlay, dropped_paths
from simhash_gui.ui.shell.faults import copy_diagnostics
from simhash_gui.ui.shell.i18n import Translator
from simhash_gui.ui.shell.job_bar import JobBar
from simhash_gui.ui.shell.library_watch import LibraryWatch
from simhash_gui.ui.shell.menus import HelpMenu, LibraryMenu, WindowCommands
from simhash_gui.ui.shell.notice_bar import NoticeBar
from simhash_gui.ui.shell.page_stack import PageLoader, PageStack, load_page
from simhash_gui.ui.shell.rail import Rail
from simhash_gui.ui.shell.second_start import Wish
from simhash_gui.ui.theme.dress import Dress
from simhash_gui.ui.theme.theme import Theme

_FOLD_BELOW_PX = 1000
_FIRST_SIZE_PX = (1360, 840)
_MIN_SIZE_PX = (640, 440)


class MainWindow(QMainWindow):
    """One window on one session. ``painted``, ``ready`` and ``complete`` come once."""

    painted = Signal()  # something is to be seen
    ready = Signal()  # the page in front can be worked with
    complete = Signal()  # every page is made

    def __init__(
        self,
        session: Session,
        loader: PageLoader = load_page,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.pages = PageStack(session, loader)
        self._look: tuple[object, ...] = ()
        self._is_closing = self._is_painted = False
        self._back_to: PageId | None = None  # where the pair on the Compare page was opened
        self._translator = Translator(session.paths.translations, self)
        self._apply_settings()
        self._make_widgets()
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(*_MIN_SIZE_PX)
        self._restore_state()
        self.retranslate()

    def begin(self, *, with_samples: bool = False) -> None:
        """Import the pages and open the library, both off the UI thread."""
        self.session.tell_damaged_settings()
        self.pages.begin()
        if with_samples:
            self.session.open_samples()
        else:
            last = self._last_library()
            self.session.open_library(last, makes=isinstance(last, Path))

    @property
    def page(self) -> Page | None:
        """The page in front; None before it is made."""
        return self.pages.page

    def page_of(self, page: PageId) -> Page | None:
        """A page by name, once it is made."""
        return self.pages.page_of(page)

    @Slot(object)
    def show_page(self, wanted: PageId) -> None:
        """Bring a page to the front, as soon as it is made."""
        self._back_to = None
        self.rail.show_page(wanted)
        self.pages.show_page(wanted)

    @Slot()
    @Slot(object)
    def show_settings(self, part: SettingsPart = SettingsPart.GENERAL) -> None:
        """Open a part of the settings; they take effect at once."""
        from simhash_gui.ui.settings.dialog import SettingsDialog  # noqa: PLC0415 - when wanted

        SettingsDialog(self.session, self, part).open()

    @Slot(object)
    def come_forward(self, wish: Wish) -> None:
        """The program was started again: show this window, with what that start asked for."""
        self._is_closing = False
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        if wish is Wish.SAMPLES:
            self.show_page(PageId.LIBRARY)
            self.library_menu.open_samples()

    @Slot(bool)
    def set_full_screen(self, is_full: bool) -> None:
        """Fill the screen, or go back to what the window was before, which may be maximized."""
        full = Qt.WindowState.WindowFullScreen
        state = self.windowState()
        self.setWindowState(state | full if is_full else state & ~full)

    @Slot()
    def show_shortcuts(self) -> None:
        """Open the list of keys, with those of the page in front."""
        from simhash_gui.ui.shell.menus import ShortcutsDialog  # noqa: PLC0415 - when wanted

        page = self.page
        title, keys = (page.title(), page.shortcuts()) if page is not None else ("", [])
        ShortcutsDialog(title, keys, self).open()

    @Slot()
    def show_about(self) -> None:
        """Open versions and licences."""
        from simhash_gui.ui.shell.menus import AboutDialog  # noqa: PLC0415 - when wanted

        AboutDialog(self).open()

    @Slot()
    def copy_diagnostics(self) -> None:
        """Put what helps to find a fault on the clipboard."""
        copy_diagnostics(self.session)

    def retranslate(self) -> None:
        """The title in the current language; widgets see to their own texts."""
        self._show_library_name()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @override
    def childEvent(self, event: QChildEvent) -> None:
        """Dress a dialog of Qt's own, or of ours, before it is shown."""
        child = event.child()
        if event.polished() and isinstance(child, QDialog) and not child.styleSheet():
            Dress(child)
            for box in child.findChildren(QDialogButtonBox):  # made before: the sheet is too late
                for button in box.buttons():
                    button.setIcon(QIcon())
        super().childEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self, self.painted.emit)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard; Qt leaves that to dialogs."""
        held = QApplication.focusWidget()
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and isinstance(held, QAbstractButton):
            held.click()
        else:
            super().keyPressEvent(event)

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
        paths = dropped_paths(event.mimeData())
        if paths:
            self.show_page(PageId.LIBRARY)
            self.session.folders_offered.emit(paths)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.hide()
        if not self.session.jobs.is_idle:
            self._is_closing = True
            self.session.jobs.cancel_all()
            event.ignore()
            return
        self._save_state()
        self.session.close()
        event.accept()

    @Slot()
    def _fold_rail(self) -> None:
        self.rail.set_folded(self.width() < Theme.current().scaled(_FOLD_BELOW_PX))

    def _make_widgets(self) -> None:
        self.rail = Rail([*PageId])
        self.notices = NoticeBar()
        self.job_bar = JobBar(self.session.jobs)
        self.overlay = DropOverlay(self)
        self.library_menu = LibraryMenu(self.session, self)
        self._watch = LibraryWatch(self.session, self)
        self.rail.set_library_menu(self.library_menu)
        self.help_menu = HelpMenu(self)
        self.rail.set_help_menu(self.help_menu)
        self._commands = WindowCommands(self)
        ContextMenuKey(self)
        for part in (self.rail, self.notices, self.job_bar, self.library_menu, self.help_menu):
            Dress(part)  # pages have theirs from the stack, dialogs see ``childEvent``

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
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
        self.pages.ready.connect(self.ready)
        self.pages.complete.connect(self.complete)
        self.pages.brought.connect(self._give_keyboard)
        self.pages.content_shown.connect(self._give_keyboard_back)
        self.rail.page_chosen.connect(self.show_page)
        self.rail.settings_wanted.connect(self.show_settings)
        self.help_menu.shortcuts_wanted.connect(self.show_shortcuts)
        self.help_menu.diagnostics_wanted.connect(self.copy_diagnostics)
        self.help_menu.about_wanted.connect(self.show_about)
        self._commands.commanded.connect(self._run_command)
        self._commands.page_chosen.connect(self.show_page)
        self.notices.details_wanted.connect(self._show_details)
        session.notice_posted.connect(self.notices.post)
        session.notices_withdrawn.connect(self.notices.withdraw)
        session.notices_held.connect(self.notices.hold)
        session.full_screen_requested.connect(self.set_full_screen)
        session.library_choice_requested.connect(self.library_menu.open_library)
        session.library_check_requested.connect(self.library_menu.check_library)
        session.page_requested.connect(self.show_page)
        session.settings_requested.connect(self.show_settings)
        session.folder_choice_requested.connect(partial(self.show_page, PageId.LIBRARY))
        session.settings_changed.connect(self._apply_settings)
        session.compare_requested.connect(self._show_compare)
        session.file_compare_requested.connect(self._show_compare)
        session.library_opened.connect(self._show_library_name)
        session.library_opened.connect(self.notices.drop_actions)
        Theme.current().changed.connect(self._fold_rail)
        session.reads.failed.connect(self._tell_error)
        session.jobs.ended.connect(self._tell_failed_job)
        session.jobs.state_changed.connect(self._close_when_idle)

    @Slot(object)
    def _run_command(self, command: Command) -> None:
        page = self.page
        effects: dict[Command, Callable[[], object]] = {
            Command.ADD_FOLDER: self.session.folder_choice_requested.emit,
            Command.ADD_FILES: self.library_menu.add_files,
            Command.NEW_LIBRARY: self.library_menu.create_library,
            Command.OPEN_LIBRARY: self.library_menu.open_library,
            Command.SETTINGS: self.show_settings,
            Command.FULL_SCREEN: lambda: self.set_full_screen(not self.isFullScreen()),
            Command.SHORTCUTS: self.show_shortcuts,
            Command.QUIT: self.close,
        }
        if page is not None:
            effects[Command.RESCAN] = page.refresh
            effects[Command.FILTER] = page.focus_filter
            effects[Command.CLEAR] = partial(self._clear, page)
        effects.get(command, _nothing)()

    @Slot(object)
    def _give_keyboard(self, page: Page) -> None:
        """The keyboard goes with the page, unless it is at work in the rail."""
        if not self.rail.is_worked_by_key():
            page.take_keyboard()

    @Slot(object)
    def _give_keyboard_back(self, page: Page) -> None:
        """From the switcher, which opened what the page in front shows, or from what it hides."""
        held = QApplication.focusWidget()
        is_left_behind = held is None or held is self.rail.library_button or not held.isVisible()
        if page is self.page and is_left_behind:
            page.take_keyboard()

    @Slot()
    def _apply_settings(self) -> None:
        """Styling every widget takes a moment, so only when these settings have changed."""
        settings = self.session.settings
        look = (settings.language, settings.theme, settings.font_percent)
        if look != self._look:
            was, self._look = self._look, look
            self._translator.apply(settings.language)
            has_other_headings = weigh_headings(self)
            if was[1:] != look[1:]:
                Theme.current().apply(settings.theme, settings.font_percent)
            elif has_other_headings:
                direct = Qt.FindChildOption.FindDirectChildrenOnly
                dialogs = self.findChildren(QDialog, options=direct)
                for part in (self.rail, self.notices, self.job_bar, *dialogs):
                    style_again(headings(part))  # the pages see to theirs

    @Slot()
    def _show_library_name(self) -> None:
        library = self.session.library
        if library is None:
            self.rail.set_library_name(self.tr("No library"), "")
            self.setWindowTitle(APPLICATION)
        else:
            name = self.library_menu.name_of(library.place)
            self.rail.set_library_name(name, str(library.place))
            if not self.session.may_write:
                name = self.tr("{name} (read only)").format(name=name)
            self.setWindowTitle(f"{name} – {APPLICATION}")

    @Slot()
    def _show_compare(self) -> None:
        before = self.pages.wanted
        back_to = self._back_to if before is PageId.COMPARE else before
        self.show_page(PageId.COMPARE)
        self._back_to = back_to

    def _clear(self, page: Page) -> None:
        """Leave what is open on the page, or the page itself for the one before."""
        if not page.clear() and self._back_to is not None:
            self.show_page(self._back_to)

    @Slot(object)
    def _tell_failed_job(self, handle: JobHandle) -> None:
        """The Library page says why a library cannot be opened, unless another one is open."""
        is_told = handle.job.kind is JobKind.OPEN and self.session.library is None
        if handle.error is not None and not is_told:
            self._tell_error(handle.error)

    @Slot(object)
    def _tell_error(self, error: Exception) -> None:
        """The error layer knows the database's errors; whoever raised them has paid its import."""
        # Imported here, so as not to put off the first paint.
        from simhash_gui.services.library.libraries import (  # noqa: PLC0415
            LibraryEmptyError,
            LibraryOverwrittenError,
            LibraryUnreachableError,
        )
        from simhash_gui.ui.common.errors import error_notice  # noqa: PLC0415

        notice = error_notice(error)
        if isinstance(error, LibraryUnreachableError | LibraryOverwrittenError):
            told = self._watch.lost_notice(error.path)
            notice = told or replace(notice, about=str(error.path))  # until that is told
        elif isinstance(error, LibraryEmptyError) and isinstance(error.path, Path):
            start = partial(self.session.start_library_anew, error.path)
            notice = replace(notice, action_text=self._start_anew_text, action=start)
        self.session.notify(notice)

    def _start_anew_text(self) -> str:
        return self.tr("Start a new library")

    @Slot(object)
    def _show_details(self, notice: Notice) -> None:
        DetailsDialog(notice.text(), notice.details, self).open()

    @Slot()
    def _close_when_idle(self) -> None:
        if self._is_closing and self.session.jobs.is_idle:
            QTimer.singleShot(0, self, self.close)

    def _last_library(self) -> Place:
        settings = self.session.settings
        newest = replace(settings, recent_libraries=settings.recent_libraries[:1])
        return next(iter(newest.recent_that_exist()), self.session.paths.default_library)

    def _restore_state(self) -> None:
        state = self.session.window_state
        geometry = state.value("window/geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(QSize(*_FIRST_SIZE_PX).boundedTo(self.screen().availableSize()))
        self.set_full_screen(False)  # it was for a lecture, not for the next start
        name = state.value("window/page")
        self.show_page(next((page for page in PageId if page == name), PageId.LIBRARY))

    def _save_state(self) -> None:
        state = self.session.window_state
        state.setValue("window/geometry", self.saveGeometry())
        state.setValue("window/page", self.pages.wanted.value)
        self.pages.end()


def _nothing() -> None:
    """A command for a page that is not made yet."""
