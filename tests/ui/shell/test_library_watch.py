"""The library goes away while the window is open."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.libraries import folders, open_library
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.library.library_content import LibraryContent
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.library_watch import LibraryWatch
from simhash_gui.ui.shell.main_window import MainWindow
from tests.helpers.logfail import ExpectLog
from tests.ui.conftest import WAIT_MS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files in their place")


def wait(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


@pytest.fixture
def window(qtbot: QtBot, archive_session: Session) -> Iterator[MainWindow]:
    made = MainWindow(archive_session)
    qtbot.addWidget(made)
    made.show()
    made.pages.begin()
    archive_session.library_opened.emit()
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    wait(qtbot, archive_session)
    yield made
    wait(qtbot, archive_session)


@pytest.fixture
def told(archive_session: Session) -> list[Notice]:
    told: list[Notice] = []
    archive_session.notice_posted.connect(told.append)
    return told


def look(qtbot: QtBot, window: MainWindow) -> None:
    wait(qtbot, window.session)  # a look that is under way is of what was before
    window.findChild(LibraryWatch).look()
    wait(qtbot, window.session)


def library_path(window: MainWindow) -> Path:
    assert window.session.library is not None
    return window.session.library.path


def test_a_library_in_its_place_is_not_worth_a_word(
    qtbot: QtBot, window: MainWindow, told: list[Notice]
) -> None:
    look(qtbot, window)

    assert told == []


def test_a_look_is_not_given_up_for_the_next_one(qtbot: QtBot, window: MainWindow) -> None:
    # what a server tells one look of changes it does not tell again
    watch, reads = window.findChild(LibraryWatch), window.session.reads
    watch.look()
    asked = set(reads._open)

    watch.look()

    assert asked
    assert set(reads._open) == asked


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_library_that_is_gone_is_told_once(
    qtbot: QtBot, window: MainWindow, told: list[Notice], is_replaced: bool
) -> None:
    path = library_path(window)
    path.unlink()
    if is_replaced:
        path.write_bytes(b"another file")

    look(qtbot, window)
    look(qtbot, window)

    (notice,) = told
    assert "was deleted, moved or replaced" in notice.text()
    assert window.notices.text() == notice.text()
    assert window.notices.action_button.text() == "Save a copy…"


def test_the_log_that_stayed_where_a_copy_is_saved_is_told(
    qtbot: QtBot,
    window: MainWindow,
    told: list[Notice],
    expect_log: ExpectLog,
) -> None:
    path = library_path(window).with_name("copy.simhash")
    path.with_name("copy.simhash-wal").write_bytes(b"the last writes")
    window.session.choosers = replace(window.session.choosers, new_library=lambda *_: path)

    with (
        expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"),
        qtbot.waitSignal(window.session.library_opened, timeout=WAIT_MS),
    ):
        window.findChild(LibraryWatch).save_copy()
    wait(qtbot, window.session)

    assert library_path(window) == path
    (notice,) = told
    assert "copy.wal.backup" in notice.text()
    assert "“-wal”" in notice.text()
    assert notice.details == str(path.with_name("copy.wal.backup"))


def test_what_fails_since_does_not_take_the_way_out_away(
    qtbot: QtBot, window: MainWindow, told: list[Notice]
) -> None:
    path = library_path(window)
    path.unlink()
    path.write_bytes(b"another file")
    look(qtbot, window)
    window.notices.dismiss()

    window.findChild(LibraryContent).open_document(1)
    wait(qtbot, window.session)

    assert len(told) > 1
    assert {notice.text() for notice in told} == {told[0].text()}
    assert window.notices.action_button.text() == "Save a copy…"


def test_what_failed_before_is_not_told_below_the_way_out(
    qtbot: QtBot, window: MainWindow, told: list[Notice], tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    library_path(window).unlink()
    window.session.folders_offered.emit([tmp_path / "new"])
    wait(qtbot, window.session)
    assert "cannot be reached" in told[0].text()

    look(qtbot, window)
    assert window.notices.action_button.text() == "Save a copy…"
    window.notices.dismiss()

    assert window.notices.notice is None


def test_another_library_that_was_written_over_the_open_one_is_told_and_can_be_opened(
    qtbot: QtBot, window: MainWindow, told: list[Notice], tmp_path: Path
) -> None:
    session, other = window.session, tmp_path / "other.simhash"
    open_library(other).close()
    library_path(window).write_bytes(other.read_bytes())
    look(qtbot, window)
    look(qtbot, window)
    (notice,) = told

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        window.notices.action_button.click()

    assert "Another library was written over" in notice.text()
    assert session.library is not None
    assert folders(session.library) == []


def test_a_document_of_a_library_that_was_overwritten_is_not_opened_and_that_is_told(
    qtbot: QtBot, window: MainWindow, told: list[Notice]
) -> None:
    library_path(window).write_bytes(b"no library " * 10_000)

    window.findChild(LibraryContent).open_document(1)
    wait(qtbot, window.session)

    assert not window.findChildren(DocumentDialog)
    assert any("is not a library" in notice.text() for notice in told)


def test_what_is_open_is_saved_elsewhere_and_work_goes_on_there(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    session = window.session
    assert session.library is not None
    before = [row.path for row in folders(session.library)]
    library_path(window).unlink()
    session.choosers = replace(session.choosers, new_library=lambda *_: tmp_path / "saved.simhash")
    look(qtbot, window)

    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        window.notices.action_button.click()

    assert library_path(window) == tmp_path / "saved.simhash"
    assert [row.path for row in folders(session.library)] == before
    assert before


def test_a_file_that_comes_back_and_goes_again_is_told_again(
    qtbot: QtBot, window: MainWindow, told: list[Notice]
) -> None:
    path = library_path(window)
    for _ in range(2):
        path.rename(path.with_name("away"))
        look(qtbot, window)
        path.with_name("away").rename(path)
        look(qtbot, window)

    assert len(told) == 2


def test_pages_of_a_library_that_is_gone_are_shown_and_an_import_into_it_is_told(
    qtbot: QtBot, window: MainWindow, told: list[Notice], tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    library_path(window).unlink()
    for page in PageId:
        window.show_page(page)
        wait(qtbot, window.session)

    told.clear()

    window.session.folders_offered.emit([tmp_path / "new"])
    wait(qtbot, window.session)

    # once more what was told of a look, where there was one meanwhile
    words = "cannot be reached", "was deleted, moved or replaced"
    assert any(each in notice.text() for notice in told for each in words)
