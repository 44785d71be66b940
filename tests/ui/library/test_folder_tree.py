"""Folders inside those of a library, by mouse and keys."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.library.library_content import LibraryContent
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.notice_bar import NoticeBar
from tests.ui.archive import LETTER, REPORT
from tests.ui.conftest import WAIT_MS

TREE = {
    "top.txt": LETTER,
    "2019/letter.txt": LETTER + " A.",
    "2019/may/report.txt": REPORT + " B.",
    "2020/other.txt": REPORT + " C.",
}


@pytest.fixture
def page(qtbot: QtBot, open_session: Session, folder_of: Callable[..., Path]) -> LibraryPage:
    """A library with one folder that holds others."""
    made = LibraryPage(open_session)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    made.show()
    open_session.folders_offered.emit([folder_of("archive", TREE)])
    qtbot.waitUntil(lambda: len(made.model.ids) == len(TREE), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: titles(made.content) == ["archive"], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: open_session.jobs.is_idle and open_session.reads.is_idle)
    return made


@pytest.fixture
def content(page: LibraryPage) -> LibraryContent:
    return page.content


def titles(content: LibraryContent) -> list[str]:
    model = content.folders.model
    return [model.title(row) for row in range(model.rowCount())]


def names(content: LibraryContent) -> set[str]:
    table = content.table.paged
    return {table.index(row, 0).data() for row in range(table.rowCount())}


def press(qtbot: QtBot, content: LibraryContent, key: Qt.Key, expected: list[str]) -> None:
    qtbot.keyClick(content.folders.list, key)
    qtbot.waitUntil(lambda: titles(content) == expected, timeout=WAIT_MS)


def choose(qtbot: QtBot, content: LibraryContent, title: str) -> None:
    place = content.folders.list.visualRect(
        content.folders.model.index(titles(content).index(title))
    )
    qtbot.mouseClick(content.folders.list.viewport(), Qt.MouseButton.LeftButton, pos=place.center())


def tops(content: LibraryContent) -> dict[str, int]:
    """How far down each row stands."""
    return {
        title: content.folders.list.visualRect(content.folders.model.index(row)).top()
        for row, title in enumerate(titles(content))
    }


def test_a_subfolder_that_is_given_a_role_stays_in_its_place(
    content: LibraryContent, qtbot: QtBot
) -> None:
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    choose(qtbot, content, "2019")
    unfolded = ["archive", "2019", "may", "2020"]
    press(qtbot, content, Qt.Key.Key_Right, unfolded)
    before = tops(content)

    content.folders.role_actions[FolderRole.REFERENCE].trigger()

    model = content.folders.model
    qtbot.waitUntil(lambda: model.role_at(1) is FolderRole.REFERENCE, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: content.folders.role_button.text() == "Reference", timeout=WAIT_MS)
    assert titles(content) == [*before, "All folders"]
    assert {title: top for title, top in tops(content).items() if title in before} == before
    assert content.folders.list.currentIndex().row() == 1
    qtbot.waitUntil(lambda: names(content) == {"letter.txt", "report.txt"}, timeout=WAIT_MS)
    press(qtbot, content, Qt.Key.Key_Left, ["archive", "2019", "2020", "All folders"])
    qtbot.keyClick(content.folders.list, Qt.Key.Key_Left)
    assert content.folders.list.currentIndex().row() == 0
    press(qtbot, content, Qt.Key.Key_Left, ["archive", "2019", "All folders"])


@pytest.mark.parametrize("role", [FolderRole.REFERENCE, FolderRole.EXCLUDED])
def test_removing_a_subfolder_says_what_the_next_rescan_does_with_its_files(
    content: LibraryContent, qtbot: QtBot, open_session: Session, role: FolderRole
) -> None:
    told: list[str] = []
    open_session.notice_posted.connect(lambda notice: told.append(notice.text()))
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    choose(qtbot, content, "2019")
    content.folders.role_actions[role].trigger()
    qtbot.waitUntil(content.folders.remove_action.isEnabled, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: open_session.jobs.is_idle and open_session.reads.is_idle)

    qtbot.keyClick(content.folders.list, Qt.Key.Key_Delete)

    rest = {"top.txt", "other.txt"}
    qtbot.waitUntil(lambda: "was removed from the library" in told[-1], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: names(content) == rest, timeout=WAIT_MS)
    assert told[-1].endswith("the next rescan reads them again, as normal files of “archive”.")
    open_session.rescan_requested.emit()
    everything = {*rest, "letter.txt", "report.txt"}
    qtbot.waitUntil(lambda: names(content) == everything, timeout=WAIT_MS)


def test_adding_a_removed_folder_again_says_that_it_has_its_role_again(
    content: LibraryContent, qtbot: QtBot, open_session: Session
) -> None:
    bar = NoticeBar(content.window())
    open_session.notice_posted.connect(bar.post)
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    choose(qtbot, content, "2019")
    content.folders.role_actions[FolderRole.REFERENCE].trigger()
    qtbot.waitUntil(content.folders.remove_action.isEnabled, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: open_session.jobs.is_idle and open_session.reads.is_idle)
    qtbot.keyClick(content.folders.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "was removed from the library" in bar.text(), timeout=WAIT_MS)

    qtbot.mouseClick(bar.action_button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: "“2019” is a reference folder now" in bar.text(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: open_session.jobs.is_idle and open_session.reads.is_idle)


def test_removing_a_folder_that_lies_in_no_other_says_that_no_rescan_reads_it(
    content: LibraryContent, qtbot: QtBot, open_session: Session
) -> None:
    told: list[str] = []
    open_session.notice_posted.connect(lambda notice: told.append(notice.text()))
    choose(qtbot, content, "archive")

    qtbot.keyClick(content.folders.list, Qt.Key.Key_Delete)

    qtbot.waitUntil(lambda: len(told) > 0, timeout=WAIT_MS)
    assert told[-1].endswith("Its files were not changed; no rescan reads them.")


def test_members_of_an_archive_stand_behind_it_and_are_found_so(
    content: LibraryContent, qtbot: QtBot, open_session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("archive", {})
    with zipfile.ZipFile(folder / "旧档.zip", "w") as archive:
        archive.writestr("文件/a.txt", LETTER + " E.")
    open_session.rescan_requested.emit()
    qtbot.waitUntil(lambda: "a.txt" in names(content), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: open_session.jobs.is_idle and open_session.reads.is_idle)
    table = content.table.paged
    folders = {table.index(row, 1).data() for row in range(table.rowCount())}
    assert "archive/旧档.zip › 文件" in folders

    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020", "旧档.zip"])
    choose(qtbot, content, "旧档.zip")
    qtbot.waitUntil(lambda: names(content) == {"a.txt"}, timeout=WAIT_MS)
    assert not content.folders.role_button.isVisible()
    assert content.folders.model.path_at(3) == folder / "旧档.zip"

    choose(qtbot, content, "archive")
    qtbot.waitUntil(lambda: len(names(content)) == 5, timeout=WAIT_MS)
    content.documents.filter.setFocus()
    content.documents.filter.setText("旧档.zip › 文件")
    qtbot.waitUntil(lambda: names(content) == {"a.txt"}, timeout=WAIT_MS)


def test_right_unfolds_and_enters_left_leaves_and_folds(
    content: LibraryContent, qtbot: QtBot
) -> None:
    folders = content.folders.list
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    assert folders.currentIndex().row() == 1
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "may", "2020"])
    qtbot.waitUntil(lambda: names(content) == {"letter.txt", "report.txt"}, timeout=WAIT_MS)

    press(qtbot, content, Qt.Key.Key_Left, ["archive", "2019", "2020"])
    press(qtbot, content, Qt.Key.Key_Left, ["archive", "2019", "2020"])
    assert folders.currentIndex().row() == 0
    qtbot.waitUntil(lambda: len(names(content)) == len(TREE), timeout=WAIT_MS)
    press(qtbot, content, Qt.Key.Key_Left, ["archive"])


def test_folding_a_folder_shows_its_documents_instead_of_those_of_a_hidden_one(
    content: LibraryContent, qtbot: QtBot
) -> None:
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])
    qtbot.keyClick(content.folders.list, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: names(content) == {"other.txt"}, timeout=WAIT_MS)
    assert not content.folders.remove_action.isEnabled()
    assert content.folders.show_action.isEnabled()

    arrow = content.folders.list.visualRect(content.folders.model.index(0)).topLeft()
    qtbot.mouseClick(
        content.folders.list.viewport(), Qt.MouseButton.LeftButton, pos=arrow + QPoint(14, 14)
    )

    qtbot.waitUntil(lambda: titles(content) == ["archive"], timeout=WAIT_MS)
    qtbot.waitUntil(lambda: len(names(content)) == len(TREE), timeout=WAIT_MS)


def test_what_is_unfolded_is_counted_again_after_an_import(
    content: LibraryContent, qtbot: QtBot, open_session: Session, folder_of: Callable[..., Path]
) -> None:
    choose(qtbot, content, "archive")
    press(qtbot, content, Qt.Key.Key_Right, ["archive", "2019", "2020"])

    folder_of("archive", {"2021/new.txt": LETTER + " D."})
    open_session.rescan_requested.emit()

    qtbot.waitUntil(
        lambda: titles(content) == ["archive", "2019", "2020", "2021"],
        timeout=WAIT_MS,
    )
