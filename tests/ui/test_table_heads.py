"""No head of a table of the real window is cut, whatever its size, the type and the language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.settings import Language
from simhash_gui.ui.clusters.cluster_texts import Tab
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.main_window import MainWindow
from simhash_gui.ui.shell.page_stack import load_page
from tests.ui.archive import Archive
from tests.ui.conftest import WAIT_MS, cut_heads

SIZES_PX = [(1280, 720), (1440, 900), (900, 640)]


@pytest.fixture
def window(
    qtbot: QtBot, session: Session, imported_archive: Archive, tmp_path: Path
) -> Iterator[MainWindow]:
    """The window as it is delivered, with the archive open."""
    made = MainWindow(session, load_page)
    qtbot.addWidget(made)
    made.show()
    made.begin()
    qtbot.waitUntil(lambda: all(made.page_of(page) for page in PageId), timeout=WAIT_MS)
    settle(qtbot, session)
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(imported_archive.copy_library(tmp_path / "archive.simhash"))
    settle(qtbot, session)
    yield made
    qtbot.waitUntil(lambda: session.jobs.is_idle, timeout=WAIT_MS)


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)
    QApplication.processEvents()


def sort_by(qtbot: QtBot, table: PagedTable, name: str) -> None:
    header = table.horizontalHeader()
    (section,) = (n for n, each in enumerate(table.paged.columns) if each.name == name)
    middle = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
    place = QPoint(middle, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_head_is_cut_though_a_column_stays_that_the_rows_are_sorted_by(
    *, qtbot: QtBot, window: MainWindow, percent: int, language: Language
) -> None:
    session = window.session
    library, clusters = window.page_of(PageId.LIBRARY), window.page_of(PageId.CLUSTERS)
    assert isinstance(library, LibraryPage)
    assert isinstance(clusters, ClustersPage)

    def cut() -> list[str]:
        settle(qtbot, session)
        tables = [table for table in window.findChildren(QTableView) if table.isVisible()]
        return [head for table in tables for head in cut_heads(table)]

    window.resize(*SIZES_PX[0])
    window.show_page(PageId.LIBRARY)
    settle(qtbot, session)
    sort_by(qtbot, library.content.table, "size")
    session.change_settings(font_percent=percent, language=language)
    found = {}
    for size_px in SIZES_PX:
        window.resize(*size_px)
        window.show_page(PageId.LIBRARY)
        found[size_px, "library"] = cut()
        window.show_page(PageId.CLUSTERS)
        for tab in Tab:
            clusters.show_tab(tab)
            found[size_px, tab] = cut()

    assert {where: heads for where, heads in found.items() if heads} == {}
