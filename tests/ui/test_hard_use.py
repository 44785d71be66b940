"""The whole window, used without patience: things vanish, jobs overlap, clicks come twice."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.libraries import library_info
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.compare.desk import FromDisk
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.main_window import MainWindow
from simhash_gui.ui.shell.page_stack import load_page
from tests.ui.archive import Archive, write_documents
from tests.ui.conftest import WAIT_MS
from tests.ui.texts_in_common import joined, paragraph

LEFT = Qt.MouseButton.LeftButton
MANY = {f"{number:03}.txt": paragraph(f"word{number}x", 60) for number in range(300)}


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> Iterator[MainWindow]:
    """The window as it is delivered, with its first library open."""
    made = MainWindow(session, load_page)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.begin()
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    settle(qtbot, session)
    yield made
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(
        lambda: session.library is not None and session.jobs.is_idle and session.reads.is_idle,
        timeout=WAIT_MS,
    )


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, action = QPointF(window.rect().center()), Qt.DropAction.CopyAction
    held = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, LEFT, held)
    QCoreApplication.sendEvent(window, enter)
    QCoreApplication.sendEvent(window, QDropEvent(place, action, data, LEFT, held))


def document_count(session: Session) -> int:
    assert session.library is not None
    return library_info(session.library).documents


def library_page(window: MainWindow) -> LibraryPage:
    page = window.page_of(PageId.LIBRARY)
    assert isinstance(page, LibraryPage)
    return page


def compare_page(window: MainWindow) -> ComparePage:
    page = window.page_of(PageId.COMPARE)
    assert isinstance(page, ComparePage)
    return page


def dialogs(window: MainWindow) -> list[QDialog]:
    return [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]


def test_a_path_that_is_not_there_does_not_keep_out_what_was_dropped_with_it(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    archive, single = tmp_path / "letters.zip", tmp_path / "single.txt"
    with ZipFile(archive, "w") as packed:
        packed.writestr("inner.txt", paragraph("inner"))
    single.write_text(paragraph("single"))
    drop(window, tmp_path / "not there", archive, single)
    settle(qtbot, session)

    assert document_count(session) == 2


def test_only_a_path_that_is_not_there_is_told(
    window: MainWindow, qtbot: QtBot, session: Session, tmp_path: Path
) -> None:
    drop(window, tmp_path / "not there")
    settle(qtbot, session)

    assert document_count(session) == 0
    assert window.notices.isVisible()


def test_a_folder_that_vanishes_while_it_is_imported_ends_the_import_in_peace(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    folder = folder_of("many", MANY)
    drop(window, folder)
    qtbot.waitUntil(lambda: session.jobs.is_busy_with(JobKind.IMPORT), timeout=WAIT_MS)
    shutil.rmtree(folder)
    settle(qtbot, session)
    library_page(window).refresh()
    settle(qtbot, session)

    assert document_count(session) <= len(MANY)
    assert library_page(window).isVisible()


def test_the_window_can_be_closed_in_the_middle_of_an_import(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    drop(window, folder_of("many", MANY))
    qtbot.waitUntil(lambda: session.jobs.is_busy_with(JobKind.IMPORT), timeout=WAIT_MS)
    window.close()
    qtbot.waitUntil(lambda: session.library is None, timeout=WAIT_MS)

    assert not window.isVisible()


def test_another_import_and_another_page_can_be_asked_for_meanwhile(
    window: MainWindow, qtbot: QtBot, session: Session, folder_of: Callable[..., Path]
) -> None:
    drop(window, folder_of("many", MANY))
    drop(window, folder_of("few", {"one.txt": paragraph("one"), "two.txt": paragraph("two")}))
    for page in (*PageId, *PageId):
        window.show_page(page)
        QCoreApplication.processEvents()
    settle(qtbot, session)

    assert document_count(session) == len(MANY) + 2


def test_a_document_that_is_double_clicked_twice_is_shown_once(
    window: MainWindow, qtbot: QtBot, session: Session, imported_archive: Archive
) -> None:
    drop(window, imported_archive.letters)
    settle(qtbot, session)
    table = library_page(window).content.table
    place = table.visualRect(table.model().index(0, 0)).center()
    for _ in range(2):
        qtbot.mouseClick(table.viewport(), LEFT, pos=place)
        qtbot.mouseDClick(table.viewport(), LEFT, pos=place)

    opened = dialogs(window)
    for dialog in opened:
        dialog.close()

    assert len(opened) == 1


def test_the_last_of_many_comparisons_asked_for_at_once_is_shown(
    window: MainWindow,
    qtbot: QtBot,
    session: Session,
    tmp_path: Path,
) -> None:
    texts = {"short": paragraph("stone"), "long": joined(*(paragraph(f"w{n}x") for n in range(40)))}
    for name, text in texts.items():
        write_documents(tmp_path, {f"{name} a.txt": text, f"{name} b.txt": f"{text} end"})
    page = compare_page(window)
    window.show_page(PageId.COMPARE)
    for name in ("short", "long", "short", "long", "long"):
        page.model.choose(Side.A, FromDisk(tmp_path / f"{name} a.txt"))
        page.model.choose(Side.B, FromDisk(tmp_path / f"{name} b.txt"))
        QCoreApplication.processEvents()
    settle(qtbot, session)
    panes = [page.comparison.texts.pane(side) for side in Side]
    qtbot.waitUntil(lambda: all(pane.is_filled for pane in panes), timeout=WAIT_MS)

    assert panes[0].toPlainText() == texts["long"]
    assert panes[1].toPlainText() == f"{texts['long']} end"
    assert page.model.evidence is not None


def test_the_window_can_be_closed_while_long_texts_are_compared(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    long = joined(*(paragraph(f"w{n}x") for n in range(3_000)))
    write_documents(tmp_path, {"a.txt": long, "b.txt": long})
    page = compare_page(window)
    for side, name in zip(Side, ("a.txt", "b.txt"), strict=True):
        page.model.choose(side, FromDisk(tmp_path / name))
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=WAIT_MS)
