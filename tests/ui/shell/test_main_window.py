"""The whole window: pages, keys, drops, languages, themes, errors, closing."""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Event
from zipfile import ZipFile

import pytest
import shiboken6
from PySide6.QtCore import (
    QChildEvent,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QFont
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import folders, open_library
from simhash_gui.services.library.paths import AppPaths
from simhash_gui.services.library.settings import Language, SettingsFile, ThemeChoice
from simhash_gui.ui.check.filter_bar import FilterBar
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.dialogs import DetailsDialog
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.learn.learn_page import LearnPage
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.review.journal_dialog import JournalDialog
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.dialog import SettingsDialog
from simhash_gui.ui.shell.main_window import MainWindow
from simhash_gui.ui.shell.page_stack import load_page
from simhash_gui.ui.shell.second_start import Wish
from simhash_gui.ui.theme.icons import icon
from simhash_gui.ui.theme.theme import Theme, heading_weight
from tests.helpers.logfail import ExpectLog
from tests.helpers.pace import allowed_s
from tests.ui.archive import LETTER, Archive
from tests.ui.conftest import WAIT_MS
from tests.ui.filled_library import Doc, put, words

CONTROL = Qt.KeyboardModifier.ControlModifier


class QuietPage(Page):
    """A page that remembers what it was told."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.told: list[str] = []
        self.retranslate()

    def title(self) -> str:
        return "Quiet"

    def activated(self) -> None:
        self.told.append("activated")

    def deactivated(self) -> None:
        self.told.append("deactivated")

    def refresh(self) -> None:
        self.told.append("refresh")

    def focus_filter(self) -> None:
        self.told.append("filter")

    def clear(self) -> None:
        self.told.append("clear")

    def save_state(self) -> None:
        self.told.append("save")

    def shortcuts(self) -> list[tuple[str, str]]:
        return [("Space", "Keep quiet")]


def load_quiet_page(page: PageId) -> type[Page]:
    return LibraryPage if page is PageId.LIBRARY else QuietPage


def is_settled(session: Session) -> bool:
    return session.library is not None and session.jobs.is_idle and session.reads.is_idle


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> Iterator[MainWindow]:
    """The window with its first library open and all pages made."""
    made = MainWindow(session, load_quiet_page)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.begin()
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)
    yield made
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)


@pytest.fixture
def quiet(window: MainWindow) -> QuietPage:
    """The Clusters page, in front."""
    window.show_page(PageId.CLUSTERS)
    page = window.page
    assert isinstance(page, QuietPage)
    return page


def run_until_cancelled(control: JobControl) -> None:
    while True:
        control.checkpoint()
        time.sleep(0.001)


def dialog_of(window: MainWindow, kind: type[QDialog] = QDialog) -> QDialog:
    dialogs = [dialog for dialog in window.findChildren(kind) if dialog.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


def weights_of_titles(window: MainWindow) -> set[QFont.Weight]:
    """In all pages and in the dialog that is open."""
    titles = [one for one in window.findChildren(QLabel) if one.property("role") == Role.TITLE]
    assert len(titles) > len(PageId)
    return {one.font().weight() for one in titles}


def urls(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(window: MainWindow, data: QMimeData) -> None:
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dragEnterEvent(QDragEnterEvent(QPoint(50, 50), copy, data, left, none))
    window.dropEvent(QDropEvent(QPointF(50, 50), copy, data, left, none))


# The first moments


def on_show(window: MainWindow) -> tuple[QWidget, ...]:
    """The parts of the window that have a style sheet and are on show."""
    assert window.page is not None
    return window.rail, window.page


class Painted(QObject):
    """Keeps which style sheets some parts have while one of them is painted."""

    def __init__(self, parts: tuple[QWidget, ...]) -> None:
        super().__init__()
        QApplication.processEvents()
        self._parts, self.sheets = parts, set[str]()
        for part in parts:
            part.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.sheets |= {part.styleSheet() for part in self._parts}
        return False


def test_it_tells_when_something_is_to_be_seen(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)

    with qtbot.waitSignal(window.painted, timeout=WAIT_MS):
        window.show()

    assert window.page is None


def test_its_parts_have_the_style_sheet_themselves_which_follows_the_theme(
    window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    parts = on_show(window)
    before = {part.styleSheet() for part in parts}

    theme.apply(ThemeChoice.DARK)

    assert before.isdisjoint({"", theme.sheet})
    qtbot.waitUntil(lambda: {part.styleSheet() for part in parts} == {theme.sheet})
    assert window.styleSheet() == ""


def test_it_is_painted_in_other_colours_when_all_that_is_on_show_has_them(
    window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    painted = Painted(on_show(window))

    theme.apply(ThemeChoice.DARK)

    qtbot.waitUntil(lambda: bool(painted.sheets))
    assert painted.sheets == {theme.sheet}


def test_another_page_is_laid_out_in_one_turn_and_painted_in_the_next(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.page_of(PageId.CLUSTERS) is not None)

    window.show_page(PageId.CLUSTERS)
    QApplication.sendPostedEvents()
    page = window.page_of(PageId.CLUSTERS)

    assert page is not None
    assert page.isVisible()
    assert not page.updatesEnabled()
    qtbot.waitUntil(page.updatesEnabled)


def test_a_notice_lays_the_page_out_again_in_a_turn_of_its_own(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(window.pages.updatesEnabled)
    window.session.notify(Notice(NoticeKind.WARNING, lambda: "The page has less room."))
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    assert not window.pages.updatesEnabled()
    qtbot.waitUntil(window.pages.updatesEnabled)

    window.resize(window.width() + 50, window.height() + 50)
    assert window.pages.updatesEnabled()  # or the page would lag behind the edge of the window


class Places(QObject):
    """Keeps where the parts of a window are whenever it is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.painted: list[list[QRect]] = []
        window.installEventFilter(self)

    def now(self) -> list[QRect]:
        parts = (part for part in self._window.findChildren(QWidget) if part.isVisible())
        return [part.geometry() for part in parts]

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.painted.append(self.now())
        return False


@pytest.mark.parametrize("percent", [75, 200])
def test_another_type_is_painted_when_all_is_laid_out(window: MainWindow, percent: int) -> None:
    window.show_settings()
    dialog = dialog_of(window, SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    let_live()
    watched = [Places(window), Places(dialog)]

    dialog.font_size.setValue(percent)

    let_live()
    assert all(places.painted for places in watched)
    for places in watched:
        assert [painted for painted in places.painted if painted != places.now()] == []
    dialog.close()


def let_live() -> None:
    """Until nothing moves any more."""
    for _turn in range(50):
        QApplication.processEvents()


def test_other_colours_wait_for_no_page_that_is_hidden(
    window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    pages = [each for page in PageId if (each := window.page_of(page)) is not None]
    behind = [page for page in pages if page is not window.page]

    theme.apply(ThemeChoice.DARK)

    assert theme.sheet not in {page.styleSheet() for page in behind}
    qtbot.waitUntil(lambda: {page.styleSheet() for page in behind} == {theme.sheet})


def test_a_page_that_is_shown_has_the_colours_of_now(window: MainWindow, theme: Theme) -> None:
    theme.apply(ThemeChoice.DARK)

    window.show_page(PageId.CLUSTERS)

    assert window.page is not None
    assert window.page.styleSheet() == theme.sheet


def test_text_of_another_size_is_measured_at_once_on_every_page(
    window: MainWindow, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 150)

    sheets = {each.styleSheet() for page in PageId if (each := window.page_of(page)) is not None}
    assert sheets == {theme.sheet}


def test_a_dialog_of_qt_has_the_style_sheet_too(
    window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    box = QMessageBox(window)
    box.open()

    assert box.styleSheet() == theme.sheet
    theme.apply(ThemeChoice.DARK)
    qtbot.waitUntil(lambda: box.styleSheet() == theme.sheet)
    box.close()


def test_a_file_dialog_of_qt_has_no_icons_in_its_buttons(window: MainWindow) -> None:
    dialog = QFileDialog(window, options=QFileDialog.Option.DontUseNativeDialog)
    box = dialog.findChildren(QDialogButtonBox)[0]
    for button in box.buttons():
        button.setIcon(icon("trash"))  # as Qt does on X11
    dialog.setStyleSheet("")
    QApplication.sendEvent(window, QChildEvent(QEvent.Type.ChildPolished, dialog))

    icons = [button.icon().isNull() for button in box.buttons()]
    assert icons == [True, True]
    shiboken6.delete(dialog)


def test_a_dialog_that_changes_its_buttons_later_gives_them_no_icons(window: MainWindow) -> None:
    box = QDialogButtonBox()
    dialog = QDialog(window)
    QVBoxLayout(dialog).addWidget(box)
    dialog.open()

    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    assert box.style().styleHint(hint, None, box) == 0  # a dialog to save in asks after the sheet
    dialog.close()


def test_the_window_can_be_shown_before_any_page_is_made(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)

    window.show()

    assert window.isVisible()
    assert window.page is None


class ShownWindows(QObject):
    """Remembers every window that appears."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_nothing_but_the_window_flashes_up_at_the_start(qtbot: QtBot, session: Session) -> None:
    watcher = ShownWindows()
    QApplication.instance().installEventFilter(watcher)
    window = MainWindow(session, load_page)
    qtbot.addWidget(window)

    window.show()
    window.begin()
    qtbot.waitUntil(lambda: all(window.page_of(page) for page in PageId), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    QApplication.instance().removeEventFilter(watcher)
    assert watcher.shown == ["MainWindow"]


def test_the_keyboard_of_an_empty_library_is_on_its_button(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_page)
    qtbot.addWidget(window)
    window.show()
    window.begin()
    qtbot.waitUntil(lambda: all(window.page_of(page) for page in PageId), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    page = window.page_of(PageId.LIBRARY)
    assert isinstance(page, LibraryPage)
    assert QApplication.focusWidget() is page.empty.button
    window.close()


def test_the_first_library_is_the_users_own(window: MainWindow, session: Session) -> None:
    assert session.library is not None
    assert session.library.path == session.paths.default_library
    assert window.windowTitle() == "My library – simhash-gui"


def test_the_last_library_is_opened_again(
    qtbot: QtBot, session: Session, imported_archive: Archive, tmp_path: Path
) -> None:
    library = imported_archive.copy_library(tmp_path / "last.simhash")
    session.change_settings(recent_libraries=(str(library),))
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        window.begin()

    assert session.library is not None
    assert session.library.path == library


def test_every_page_of_the_rail_can_be_loaded() -> None:
    assert [load_page(page).__name__ for page in PageId] == [
        "LibraryPage",
        "ClustersPage",
        "ComparePage",
        "CheckPage",
        "LearnPage",
    ]


@pytest.mark.parametrize("page", PageId)
def test_no_turn_of_the_event_loop_makes_too_many_widgets(
    qtbot: QtBot, session: Session, page: PageId
) -> None:
    """By counts, as clocks differ: with 267 of the Clusters page a turn took some 90 ms."""
    counts, parts = [len(QApplication.allWidgets())], list[Page | None]()
    for part in load_page(page).made_in_turns(session):
        counts.append(len(QApplication.allWidgets()))
        parts.append(part)
    made = parts[-1]
    assert made is not None
    qtbot.addWidget(made)

    assert max(after - before for before, after in pairwise(counts)) <= 200


def test_the_page_in_front_can_be_worked_with_before_another_is_imported(
    qtbot: QtBot, session: Session
) -> None:
    others = Event()

    def load(page: PageId) -> type[Page]:
        if page is not PageId.CHECK:
            assert others.wait(WAIT_MS / 1000)
        return QuietPage

    window = MainWindow(session, load)
    qtbot.addWidget(window)
    window.show_page(PageId.CHECK)

    with qtbot.waitSignal(window.ready, timeout=WAIT_MS):
        window.begin()

    assert [page for page in PageId if window.page_of(page)] == [PageId.CHECK]
    assert isinstance(window.page, QuietPage)
    assert window.page.told == ["activated"]
    with qtbot.waitSignal(window.complete, timeout=WAIT_MS):
        others.set()
    assert all(map(window.page_of, PageId))


def test_what_is_asked_of_a_page_waits_until_it_is_made(qtbot: QtBot, session: Session) -> None:
    asked: list[object] = []

    class AskedPage(QuietPage):
        def __init__(self, session: Session, parent: QWidget | None = None) -> None:
            super().__init__(session, parent)
            session.compare_requested.connect(asked.append)
            session.folders_offered.connect(asked.append)

    kinds = {PageId.LIBRARY: AskedPage, PageId.COMPARE: AskedPage}
    window = MainWindow(session, lambda page: kinds.pop(page, QuietPage))
    qtbot.addWidget(window)

    session.folders_offered.emit([])
    session.compare_requested.emit((1, 2))
    with qtbot.waitSignal(window.complete, timeout=WAIT_MS):
        window.begin()

    assert window.page is window.page_of(PageId.COMPARE)
    assert asked == [(1, 2), [], []]  # Compare is made first, and hears of the Library page's


def test_samples_can_be_asked_for_at_the_start(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)
    window.begin(with_samples=True)

    qtbot.waitUntil(lambda: session.library is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert session.library is not None
    assert [row.path for row in folders(session.library)] == [session.paths.samples.resolve()]


# Pages and keys


@pytest.mark.parametrize(
    ("key", "page"),
    [
        (Qt.Key.Key_1, PageId.LIBRARY),
        (Qt.Key.Key_2, PageId.CLUSTERS),
        (Qt.Key.Key_3, PageId.COMPARE),
    ],
)
def test_pages_have_keys(window: MainWindow, qtbot: QtBot, key: Qt.Key, page: PageId) -> None:
    qtbot.keyClick(window, key, CONTROL)

    assert window.page is window.page_of(page)


def test_a_page_is_told_when_it_comes_and_goes(window: MainWindow, quiet: QuietPage) -> None:
    window.show_page(PageId.LIBRARY)

    assert quiet.told == ["activated", "deactivated"]


def test_keys_reach_the_page_in_front(window: MainWindow, quiet: QuietPage, qtbot: QtBot) -> None:
    quiet.told.clear()

    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    qtbot.keyClick(window, Qt.Key.Key_Escape)

    assert quiet.told == ["refresh", "filter", "clear"]


def test_enter_presses_the_button_that_has_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    button = QPushButton("Go", window)
    button.show()
    window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is button, timeout=WAIT_MS)

    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Return)


def test_keys_before_the_first_page_do_no_harm(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)
    window.show()

    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.keyClick(window, Qt.Key.Key_O, CONTROL)

    assert session.jobs.is_idle


def test_adding_a_folder_by_key_brings_the_library_page_to_the_front(
    window: MainWindow, quiet: QuietPage, qtbot: QtBot, session: Session
) -> None:
    session.choosers = replace(session.choosers, folder=lambda _parent, _start: None)

    qtbot.keyClick(window, Qt.Key.Key_O, CONTROL)

    assert window.page is window.page_of(PageId.LIBRARY)


def test_a_comparison_brings_the_compare_page_to_the_front(
    window: MainWindow, session: Session
) -> None:
    session.compare_requested.emit((1, 2))

    assert window.page is window.page_of(PageId.COMPARE)


def test_the_list_of_keys_has_those_of_the_page_in_front(
    window: MainWindow, quiet: QuietPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F1)

    dialog = dialog_of(window)
    titles = [title for title, _keys in dialog.sections()]  # type: ignore[attr-defined]
    assert titles == ["Everywhere", "Quiet", "In lists and tables"]
    dialog.close()


def test_settings_open_by_key_and_about_from_the_help_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Comma, CONTROL)
    dialog_of(window).close()
    window.help_menu.about_wanted.emit()
    qtbot.waitUntil(lambda: any(d.isVisible() for d in window.findChildren(QDialog)))
    dialog_of(window).close()


# Libraries


def test_a_new_library_takes_the_name_the_user_gave_it(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    session.choosers = replace(
        session.choosers, new_library=lambda _parent, _start: tmp_path / "letters.simhash"
    )

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        qtbot.keyClick(window, Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier)

    assert window.windowTitle() == "letters – simhash-gui"


def test_a_new_library_of_a_name_that_is_taken_is_opened_only_when_the_user_agrees(
    window: MainWindow, session: Session, tmp_path: Path
) -> None:
    known = tmp_path / "known.simhash"
    known.touch()
    asked: list[str] = []
    session.choosers = replace(
        session.choosers,
        new_library=lambda _parent, _start: known,
        confirm=lambda _parent, question, *_more: asked.append(question),
    )
    before = session.library

    window.library_menu.create_library()

    assert asked == ["“known” already exists. Open it?"]
    assert session.library is before
    assert not session.is_opening


def test_an_empty_file_that_is_opened_can_become_a_library(
    window: MainWindow, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "truncated.simhash"
    path.touch()
    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        session.open_library(path)
    button = window.notices.action_button
    qtbot.waitUntil(button.isVisible)
    assert button.text() == "Start a new library"

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert session.library is not None
    assert session.library.place == path


def test_dialogs_for_documents_begin_where_the_last_ones_were(
    window: MainWindow, session: Session, tmp_path: Path
) -> None:
    starts: list[Path] = []
    folder = tmp_path / "papers" / "letters"
    folder.mkdir(parents=True)
    session.choosers = replace(
        session.choosers, folder=lambda _parent, start: starts.append(start) or folder
    )

    for _ in range(2):
        session.folder_choice_requested.emit()

    assert not starts[0].is_relative_to(session.paths.data)
    assert starts[1] == folder.parent


def test_recent_libraries_are_in_the_menu_of_the_switcher(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "a & b.simhash")

    window.library_menu.aboutToShow.emit()
    texts = [action.text() for action in window.library_menu.actions() if action.text()]

    assert texts == [
        "a && b",
        "My library",
        "New library…",
        "Open library…",
        "Connect to a library…",
        "Sample documents",
        "Add files…",
        "Check the library…",
    ]
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        window.library_menu.actions()[1].trigger()
    assert window.windowTitle() == "My library – simhash-gui"


def test_the_switcher_gives_the_keyboard_to_what_it_opened(
    window: MainWindow, qtbot: QtBot, session: Session
) -> None:
    button = window.rail.library_button
    button.setFocus(Qt.FocusReason.TabFocusReason)
    window.library_menu.open_samples()
    qtbot.waitUntil(lambda: is_settled(session) and bool(len(documents(window))), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not button.hasFocus(), timeout=WAIT_MS)
    page = window.page_of(PageId.LIBRARY)

    assert isinstance(page, LibraryPage)
    assert page.content.table.hasFocus()


def documents(window: MainWindow) -> list[int]:
    page = window.page_of(PageId.LIBRARY)
    assert isinstance(page, LibraryPage)
    return page.model.ids.tolist()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_running_job_is_only_stopped_for_another_library_when_the_user_agrees(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path, agrees: bool
) -> None:
    session.choosers = replace(
        session.choosers,
        library=lambda _parent, _start: tmp_path / "other.simhash",
        confirm=lambda _parent, _question, _explanation, _accept: agrees,
    )
    handle = session.jobs.submit(Job(JobKind.IMPORT, run_until_cancelled))

    window.library_menu.open_library()

    assert handle.control.is_cancelled is agrees
    session.jobs.cancel_all()
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)


# Things dropped


def test_a_dropped_folder_is_imported(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("dropped", {"a.txt": LETTER})
    window.show_page(PageId.COMPARE)

    drop(window, urls(folder))
    page = window.page
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: len(page.model.ids) == 1, timeout=WAIT_MS)


def test_a_dropped_file_is_imported_without_the_rest_of_its_folder(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("dropped", {"a.txt": LETTER, "b.txt": f"{LETTER} b"})

    drop(window, urls(folder / "a.txt"))
    page = window.page
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: len(page.model.ids) == 1, timeout=WAIT_MS)
    assert page.content.table.paged.index(0, 0).data() == "a.txt"


def test_a_dropped_archive_gives_the_documents_in_it(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    archive = tmp_path / "letters.zip"
    with ZipFile(archive, "w") as packed:
        packed.writestr("one.txt", LETTER)
        packed.writestr("two.txt", f"{LETTER} two")

    drop(window, urls(archive))
    page = window.page
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: len(page.model.ids) == 2, timeout=WAIT_MS)
    shown = {page.content.table.paged.index(row, 0).data() for row in range(2)}
    assert shown == {"one.txt", "two.txt"}


def test_files_are_added_by_a_key_as_well(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("chosen", {"a.txt": LETTER, "b.txt": f"{LETTER} b"})
    session.choosers = replace(session.choosers, files=lambda _parent, _start: [folder / "b.txt"])

    qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    page = window.page
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: len(page.model.ids) == 1, timeout=WAIT_MS)
    assert page.content.table.paged.index(0, 0).data() == "b.txt"


def test_what_is_not_on_a_disk_is_not_taken(window: MainWindow, session: Session) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/paper.html")])

    drop(window, data)

    assert session.jobs.is_idle
    assert window.notices.notice is None


def test_the_window_shows_that_it_takes_what_is_dragged_over_it(window: MainWindow) -> None:
    none = Qt.KeyboardModifier.NoModifier
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    data = urls(Path("/"))

    window.dragEnterEvent(QDragEnterEvent(QPoint(5, 5), copy, data, left, none))
    assert window.overlay.isVisible()
    assert not window.grab().isNull()
    window.dragLeaveEvent(QDragLeaveEvent())
    assert not window.overlay.isVisible()


def test_dragged_text_is_left_to_others(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("words")
    event = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()

    window.dragEnterEvent(event)

    assert not event.isAccepted()


# Language, colours, size


def test_the_language_is_switched_while_the_window_is_open(
    window: MainWindow, qtbot: QtBot, session: Session
) -> None:
    session.change_settings(language=Language.CHINESE)
    page = window.page_of(PageId.LIBRARY)
    assert page is not None
    qtbot.waitUntil(lambda: page.header.title() == "文档库", timeout=WAIT_MS)

    session.change_settings(language=Language.ENGLISH)
    qtbot.waitUntil(lambda: page.header.title() == "Library", timeout=WAIT_MS)


def test_a_page_behind_another_follows_the_language_later_but_before_it_is_seen(
    window: MainWindow, quiet: QuietPage, session: Session
) -> None:
    behind = window.page_of(PageId.LIBRARY)
    assert behind is not None

    session.change_settings(language=Language.CHINESE)
    QApplication.sendPostedEvents(window.windowHandle(), QEvent.Type.LanguageChange)
    assert behind.header.title() == "Library"  # no time is lost with it now

    window.show_page(PageId.LIBRARY)
    assert behind.header.title() == "文档库"


def test_another_language_styles_headings_alone_wherever_they_are(
    window: MainWindow, qtbot: QtBot, session: Session, theme: Theme
) -> None:
    styled: list[bool] = []
    window.show_about()
    theme.changed.connect(lambda: styled.append(True))

    for language in (Language.CHINESE, Language.ENGLISH):
        session.change_settings(language=language)
        qtbot.waitUntil(lambda: weights_of_titles(window) == {heading_weight()}, timeout=WAIT_MS)

    assert styled == []


def test_notices_of_a_library_go_when_another_one_is_opened(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    notice = Notice(NoticeKind.WARNING, lambda: "3 files failed.", show_details=lambda: None)
    session.notify(notice)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "other.simhash")

    assert window.notices.notice is None


def test_a_question_of_a_page_is_dressed_as_those_of_the_window(window: MainWindow) -> None:
    filters = FilterBar(window.page_of(PageId.CHECK))
    asked_by: list[object] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        asked_by.append(dialog.parent())  # the window dresses its own dialogs
        dialog.reject()

    QTimer.singleShot(0, look)
    filters.phrases.trigger()

    assert asked_by == [window]


def test_notices_about_something_that_is_over_are_withdrawn(
    window: MainWindow, session: Session
) -> None:
    session.notify(Notice(NoticeKind.WARNING, lambda: "3 files failed.", about="check"))

    session.notices_withdrawn.emit("check")

    assert window.notices.notice is None


def test_colours_and_size_are_switched_while_the_window_is_open(
    window: MainWindow, session: Session, theme: Theme
) -> None:
    session.change_settings(theme=ThemeChoice.DARK, font_percent=200)

    assert theme.is_dark
    assert theme.font_percent == 200
    assert not window.grab().isNull()


def test_the_window_keeps_its_size_when_the_type_grows(window: MainWindow, theme: Theme) -> None:
    window.resize(700, 500)

    theme.apply(ThemeChoice.LIGHT, 200)
    QApplication.processEvents()

    assert window.size().toTuple() == (700, 500)


def test_settings_that_are_not_about_looks_dress_nothing_anew(
    window: MainWindow, qtbot: QtBot, session: Session, theme: Theme
) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        session.change_settings(distance=7)


def test_the_rail_folds_to_icons_in_a_narrow_window(window: MainWindow) -> None:
    window.resize(1200, 700)
    wide = window.rail.width()
    window.resize(900, 700)

    assert window.rail.is_folded
    assert window.rail.width() < wide / 2


# Errors


def test_a_failed_job_is_told_in_a_sentence_with_details_to_copy(
    window: MainWindow, qtbot: QtBot, session: Session, expect_log: ExpectLog
) -> None:
    def fall_over(_control: JobControl) -> None:
        raise ZeroDivisionError("internal")

    handle = session.jobs.submit(Job(JobKind.EXPORT, fall_over))
    with (
        expect_log(logging.ERROR, "told: ZeroDivisionError"),
        qtbot.waitSignal(handle.failed, timeout=WAIT_MS),
    ):
        pass
    qtbot.waitUntil(lambda: window.notices.notice is not None, timeout=WAIT_MS)

    notice = window.notices.notice
    assert notice is not None
    assert "went wrong" in notice.text()
    assert "ZeroDivisionError" not in notice.text()
    window.notices.details_wanted.emit(notice)
    dialog = dialog_of(window, DetailsDialog)
    assert isinstance(dialog, DetailsDialog)
    assert "ZeroDivisionError: internal" in dialog.details.toPlainText()
    dialog.close()


def test_a_failed_read_is_told_too(
    window: MainWindow, qtbot: QtBot, session: Session, expect_log: ExpectLog
) -> None:
    with expect_log(logging.ERROR, "told: ValueError"):
        session.reads.submit(int, "seven", on_done=lambda _n: None)
        qtbot.waitUntil(lambda: window.notices.notice is not None, timeout=WAIT_MS)


# Closing


def test_closing_while_a_job_runs_cancels_it_first(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    handle = session.jobs.submit(Job(JobKind.IMPORT, run_until_cancelled))

    window.close()
    is_open, is_seen = session.library is not None, window.isVisible()
    qtbot.waitUntil(lambda: session.library is None, timeout=WAIT_MS)

    assert is_open
    assert not is_seen
    assert handle.control.is_cancelled


def test_closing_during_a_search_takes_a_moment(
    qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    path = tmp_path / "large.simhash"
    with open_library(path) as library:
        put(
            library,
            [Doc(f"{n}.txt", n, words(f"family{n % 300}no", n // 300)) for n in range(3_000)],
        )
    session.change_settings(recent_libraries=(str(path),))
    window = MainWindow(session, load_page)
    qtbot.addWidget(window)
    window.show()
    window.begin()
    qtbot.waitUntil(lambda: all(window.page_of(page) for page in PageId), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: session.library is not None, timeout=WAIT_MS)
    window.show_page(PageId.CLUSTERS)
    qtbot.waitUntil(lambda: not session.jobs.is_idle, timeout=WAIT_MS)
    limit_s, begun_s = allowed_s(0.3), time.monotonic()
    assert not session.jobs.is_idle

    window.close()
    qtbot.waitUntil(lambda: session.library is None, timeout=WAIT_MS)

    assert time.monotonic() - begun_s <= limit_s


def test_shift_and_f10_open_the_menu_of_a_document(
    qtbot: QtBot, session: Session, imported_archive: Archive, tmp_path: Path
) -> None:
    library = imported_archive.copy_library(tmp_path / "last.simhash")
    session.change_settings(recent_libraries=(str(library),))
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.begin()
    qtbot.waitUntil(lambda: is_settled(session) and window.page is not None, timeout=WAIT_MS)
    page = window.page
    assert isinstance(page, LibraryPage)
    table = page.content.table
    qtbot.waitUntil(lambda: table.paged.rowCount() > 0, timeout=WAIT_MS)
    table.setFocus()
    table.selectRow(1)
    offered: list[str] = []

    def read_menu() -> None:
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            offered.extend(action.text() for action in menu.actions())
            menu.close()

    timer = QTimer(interval=20)
    timer.timeout.connect(read_menu)
    timer.start()
    qtbot.keyClick(table, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bool(offered))
    timer.stop()

    assert "Copy paths" in offered


def test_a_second_start_brings_a_window_back_that_is_closing(
    qtbot: QtBot, window: MainWindow, session: Session
) -> None:
    session.jobs.submit(Job(JobKind.IMPORT, run_until_cancelled))
    window.close()

    window.come_forward(Wish.WINDOW)
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)
    qtbot.wait(1)  # where it would be closed

    assert window.isVisible()
    assert session.library is not None


def test_closing_keeps_page_and_place_for_the_next_start(
    qtbot: QtBot,
    window: MainWindow,
    quiet: QuietPage,
    session: Session,
    settings_file: SettingsFile,
) -> None:
    window.resize(777, 555)

    window.close()

    assert quiet.told[-2:] == ["deactivated", "save"]
    again = Session(session.paths, settings_file)
    next_window = MainWindow(again, load_quiet_page)
    qtbot.addWidget(next_window)
    assert next_window.size().toTuple() == (777, 555)
    assert again.window_state.value("window/page") == "clusters"
    again.close()


def test_the_key_for_quitting_closes_the_window(
    window: MainWindow, qtbot: QtBot, session: Session
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Q, CONTROL)

    assert not window.isVisible()
    assert session.library is None


def test_a_page_can_be_asked_for_before_it_is_made(qtbot: QtBot, session: Session) -> None:
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)
    window.show()
    window.show_page(PageId.COMPARE)
    window.begin()

    qtbot.waitUntil(lambda: window.page is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)

    assert isinstance(window.page, QuietPage)
    assert window.page.told == ["activated"]
    qtbot.waitUntil(lambda: all(window.page_of(page) for page in PageId), timeout=WAIT_MS)


def test_a_language_event_reaches_the_title(window: MainWindow) -> None:
    window.setWindowTitle("")

    window.changeEvent(QEvent(QEvent.Type.LanguageChange))

    assert window.windowTitle() == "My library – simhash-gui"


def start(qtbot: QtBot, paths: AppPaths, content: bytes) -> tuple[MainWindow, list[Notice]]:
    """The window of a user with this settings file, its first library open, and its notices."""
    paths.settings_file.parent.mkdir(parents=True, exist_ok=True)
    paths.settings_file.write_bytes(content)
    session = Session(paths, SettingsFile(paths.settings_file))
    told: list[Notice] = []
    session.notice_posted.connect(told.append)
    window = MainWindow(session, load_quiet_page)
    qtbot.addWidget(window)
    window.show()
    window.begin()
    qtbot.waitUntil(lambda: is_settled(session), timeout=WAIT_MS)
    return window, told


@pytest.mark.parametrize("content", [b"{", b"[" * 200_000, b"\xff\x00"])
def test_a_damaged_settings_file_is_told_and_kept(
    qtbot: QtBot, paths: AppPaths, content: bytes, expect_log: ExpectLog
) -> None:
    with expect_log(logging.WARNING, "the defaults hold"):
        window, told = start(qtbot, paths, content)

    assert [notice.text() for notice in told] == [
        "Not all of your settings could be read; defaults apply in their place. The old file "
        "is kept."
    ]
    aside = paths.settings_file.with_name("settings.json.damaged")
    assert aside.read_bytes() == content
    assert str(aside) in told[0].details
    window.close()


@pytest.mark.parametrize(
    ("content", "notices"),
    [(b'{"distance": Infinity}', 1), (b'{"recent_libraries": ["%s"]}' % (b"x" * 5000), 0)],
)
def test_settings_that_make_no_sense_stop_nothing_and_are_told_and_kept(
    qtbot: QtBot, paths: AppPaths, content: bytes, notices: int
) -> None:
    window, told = start(qtbot, paths, content)

    aside = paths.settings_file.with_name("settings.json.damaged")
    assert len(told) == notices
    assert [path.read_bytes() for path in [aside] if path.exists()] == [content] * notices
    assert window.session.library is not None
    assert window.session.library.path == paths.default_library
    window.close()


@pytest.mark.parametrize("number", range(4))
def test_a_window_state_that_makes_no_sense_stops_nothing(
    qtbot: QtBot, paths: AppPaths, session: Session, number: int
) -> None:
    state = session.window_state
    for name in ("window/geometry", "window/page", "clusters/split", "clusters/distance"):
        state.setValue(name, ("x", 7, b"\xff" * 99, ["a", "b"])[number])
    state.sync()

    window, told = start(qtbot, paths, b"{}")

    assert told == []
    window.close()


def with_all_pages(qtbot: QtBot, session: Session) -> MainWindow:
    """A window on a library, once every page was made."""
    window = MainWindow(session)
    qtbot.addWidget(window)
    window.show()
    window.pages.begin()
    session.library_opened.emit()
    qtbot.waitUntil(lambda: all(window.page_of(page) for page in PageId), timeout=WAIT_MS)
    return window


def test_escape_closes_the_line_that_finds_words(qtbot: QtBot, archive_session: Session) -> None:
    window = with_all_pages(qtbot, archive_session)
    archive_session.compare_requested.emit((1, 2))
    page = window.page
    assert isinstance(page, ComparePage)
    tools = page.comparison.texts.tools
    qtbot.waitUntil(page.comparison.isVisible, timeout=WAIT_MS)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(tools.words.hasFocus, timeout=WAIT_MS)

    qtbot.keyClick(tools.words, Qt.Key.Key_Escape)

    assert not tools.isVisible()
    assert page.comparison.texts.isAncestorOf(window.focusWidget())
    qtbot.waitUntil(lambda: archive_session.reads.is_idle, timeout=WAIT_MS)


def test_escape_goes_back_to_where_a_pair_was_opened_from_when_nothing_else_wants_it(
    qtbot: QtBot, archive_session: Session
) -> None:
    window = with_all_pages(qtbot, archive_session)
    window.show_page(PageId.CLUSTERS)
    archive_session.compare_requested.emit((1, 2))
    page = window.page
    assert isinstance(page, ComparePage)
    bits = page.comparison.bits
    page.comparison.set_folded(False)
    qtbot.waitUntil(bits.isVisible, timeout=WAIT_MS)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(page.comparison.texts.tools.words.hasFocus, timeout=WAIT_MS)
    bits.pin(9)  # takes the place of the texts, and of the line that finds words

    told = []
    for _ in range(3):
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        told.append((page.comparison.texts.tools.isVisible(), bits.pinned, window.pages.wanted))

    assert told == [
        (True, None, PageId.COMPARE),
        (False, None, PageId.COMPARE),
        (False, None, PageId.CLUSTERS),
    ]
    session = archive_session
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def test_escape_stays_on_compare_where_a_person_went_by_the_rail(
    window: MainWindow, session: Session, qtbot: QtBot
) -> None:
    window.show_page(PageId.CHECK)
    session.compare_requested.emit((1, 2))
    session.compare_requested.emit((1, 3))  # from the page itself
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.wanted is PageId.CHECK

    session.compare_requested.emit((1, 2))
    window.rail.page_chosen.emit(PageId.LIBRARY)
    window.rail.page_chosen.emit(PageId.COMPARE)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.wanted is PageId.COMPARE


def test_the_journal_opens_by_its_key_also_from_the_rail(
    qtbot: QtBot, archive_session: Session
) -> None:
    window = with_all_pages(qtbot, archive_session)
    window.show_page(PageId.CLUSTERS)
    window.rail.library_button.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

    qtbot.keyClick(window.rail.library_button, Qt.Key.Key_J, keys)

    (journal,) = window.findChildren(JournalDialog)
    journal.reject()
    window.show_page(PageId.LEARN)
    qtbot.keyClick(window, Qt.Key.Key_J, keys)
    assert not any(each.isVisible() for each in window.findChildren(JournalDialog))
    idle = (archive_session.jobs, archive_session.reads)
    qtbot.waitUntil(lambda: all(each.is_idle for each in idle), timeout=WAIT_MS)


def test_f11_fills_the_screen_and_gives_the_window_back(window: MainWindow, qtbot: QtBot) -> None:
    window.showMaximized()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    window.session.change_settings(font_percent=150, language=Language.CHINESE)
    assert window.isFullScreen()

    qtbot.keyClick(window, Qt.Key.Key_F11)

    assert not window.isFullScreen()
    assert window.isMaximized()


def test_a_window_closed_in_full_screen_starts_as_it_was_before(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(700, 500)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    window.close()

    again = MainWindow(window.session, load_quiet_page)
    qtbot.addWidget(again)

    assert not again.isFullScreen()
    assert again.size() == QSize(700, 500)


def test_a_lecture_offers_full_screen_and_takes_it_back(qtbot: QtBot, session: Session) -> None:
    window = with_all_pages(qtbot, session)
    window.show_page(PageId.LEARN)
    page = window.page
    assert isinstance(page, LearnPage)
    page.lecture_action.trigger()
    assert "F11" in page.position.text()
    page.full_screen_action.trigger()
    assert window.isFullScreen()

    qtbot.keyClick(window, Qt.Key.Key_Escape)

    assert not page.model.is_lecture
    assert not window.isFullScreen()
