"""A library on a server: connected to by clicks and keys, changed by others, away for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simhash_gui.cli.main import main
from simhash_gui.services.library.paths import Server
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.connect_dialog import ConnectDialog
from simhash_gui.ui.shell.library_watch import LibraryWatch
from simhash_gui.ui.shell.main_window import MainWindow
from tests.helpers.postgresql import TestServer
from tests.ui.conftest import WAIT_MS


@pytest.fixture
def window(qtbot: QtBot, open_session: Session) -> Iterator[MainWindow]:
    made = MainWindow(open_session)
    qtbot.addWidget(made)
    made.show()
    made.pages.begin()
    open_session.library_opened.emit()
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    idle(qtbot, open_session)
    yield made
    idle(qtbot, open_session)


@pytest.fixture
def told(open_session: Session) -> list[Notice]:
    told: list[Notice] = []
    open_session.notice_posted.connect(told.append)
    return told


def idle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def look(qtbot: QtBot, window: MainWindow) -> None:
    watch = window.findChild(LibraryWatch)
    assert watch is not None
    watch.look()
    idle(qtbot, window.session)


def connect(qtbot: QtBot, window: MainWindow, server: Server, *, makes: bool) -> None:
    """As a person does: the menu, the address, a tick, Enter."""
    window.library_menu.aboutToShow.emit()
    (entry,) = (
        each for each in window.library_menu.actions() if each.text() == "Connect to a library…"
    )
    entry.trigger()
    (dialog,) = window.findChildren(ConnectDialog)
    qtbot.keyClicks(dialog.address, server.url)
    if makes:
        qtbot.keyClick(dialog.makes, Qt.Key.Key_Space)
    qtbot.keyClick(dialog.address, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", ""),
        ("postg", ""),
        ("db.example/news", "An address begins with postgresql://"),
        ("http://db.example/news", "An address begins with postgresql://"),
        ("postgresql://anna:secret@db/news", "Leave the password out: others could read it."),
        ("postgresql://db/news?password=x", "Leave the password out: others could read it."),
        ("postgresql://db", "Name the database too: postgresql://anna@db.example/news"),
    ],
)
def test_an_address_that_will_not_do_is_told_while_it_is_written(
    qtbot: QtBot, written: str, problem: str
) -> None:
    dialog = ConnectDialog(None)
    qtbot.addWidget(dialog)
    qtbot.keyClicks(dialog.address, written)

    assert dialog.problem.text() == problem
    assert not dialog.accept_button.isEnabled()
    with qtbot.assertNotEmitted(dialog.chosen):
        dialog.accept()


def test_a_database_without_a_library_gets_one_only_when_that_is_wanted(
    qtbot: QtBot, window: MainWindow, told: list[Notice], server: TestServer
) -> None:
    session, database = window.session, server.database("window")
    before = session.library

    with qtbot.waitSignal(session.library_refused, timeout=WAIT_MS):
        connect(qtbot, window, database, makes=False)
    assert session.library is before
    assert "choose to create one" in told[-1].text()

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        connect(qtbot, window, database, makes=True)
    assert session.library is not None
    assert session.library.place == database
    assert window.windowTitle() == "window – simhash-gui"
    assert session.settings.recent_that_exist()[0] == database
    check = next(a for a in window.library_menu.actions() if a.text() == "Check the library…")
    window.library_menu.aboutToShow.emit()
    check = next(a for a in window.library_menu.actions() if a.text() == "Check the library…")
    assert not check.isEnabled()


def test_what_others_change_is_shown_and_told(
    qtbot: QtBot,
    window: MainWindow,
    told: list[Notice],
    server: TestServer,
    folder_of: Callable[..., Path],
) -> None:
    session, database = window.session, server.database("changed")
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        connect(qtbot, window, database, makes=True)
    idle(qtbot, session)
    told.clear()
    look(qtbot, window)
    assert told == []

    folder = folder_of("news", {"a.txt": "The ferry crosses the river twice a day.\n" * 3})
    assert main(["scan", str(folder), "--library", database.url, "--jobs", "1"]) == 0
    look(qtbot, window)  # others are at it
    look(qtbot, window)  # and pause

    (notice,) = told
    assert notice.text() == "Others have changed this library; it is shown as it is now."
    page = window.page_of(PageId.LIBRARY)
    assert page is not None
    assert "1" in page.header.summary()


def test_a_server_that_is_away_is_told_once_and_work_goes_on_when_it_is_back(
    qtbot: QtBot, window: MainWindow, told: list[Notice], own_server: TestServer
) -> None:
    session = window.session
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        connect(qtbot, window, own_server.database("away"), makes=True)
    idle(qtbot, session)
    told.clear()

    own_server.stop()
    look(qtbot, window)
    look(qtbot, window)
    (notice,) = told
    assert "does not answer" in notice.text()

    own_server.start()
    look(qtbot, window)
    look(qtbot, window)
    assert "as it is now" in told[-1].text()
