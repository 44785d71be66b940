"""What a user of the Clusters page does and sees, in words."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.common.paged_table import PagedTable, select_only
from tests.ui.conftest import WAIT_MS

MakePage = Callable[[], ClustersPage]


def settle(qtbot: QtBot, page: ClustersPage) -> None:
    """Wait until every job and every read was delivered."""
    session = page.session
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def texts(table: PagedTable, column: int) -> list[str]:
    model = table.paged
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def column(table: PagedTable, name: str) -> int:
    return [column.name for column in table.paged.columns].index(name)


def named(table: PagedTable, name: str) -> list[str]:
    return texts(table, column(table, name))


def slide(qtbot: QtBot, page: ClustersPage, distance: int) -> None:
    page.threshold.histogram.setValue(distance)
    settle(qtbot, page)


def choose(qtbot: QtBot, page: ClustersPage, medoid: str) -> None:
    select_only(page.clusters, named(page.clusters, "medoid").index(medoid))
    settle(qtbot, page)


def click_header(qtbot: QtBot, page: ClustersPage, table: PagedTable, name: str) -> None:
    """Sort by a column, or turn its order around."""
    header, section = table.horizontalHeader(), column(table, name)
    place = header.rect().center()
    place.setX(header.sectionViewportPosition(section) + header.sectionSize(section) // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle(qtbot, page)


def shown_columns(table: PagedTable) -> dict[str, int]:
    """The columns on show, with their widths."""
    columns = enumerate(table.paged.columns)
    return {
        column.name: table.columnWidth(number)
        for number, column in columns
        if not table.isColumnHidden(number)
    }


def click_in_menu(qtbot: QtBot, button: QWidget, name: str) -> None:
    """Press a button, and then a line of the menu that it opens; some return only after that."""
    _click_line(qtbot, button, name, lambda: qtbot.mouseClick(button, Qt.MouseButton.LeftButton))


def click_in_context_menu(qtbot: QtBot, table: PagedTable, row: int, name: str) -> None:
    """Click a row with the right button, and then a line of the menu that this opens."""
    place = table.visualRect(table.paged.index(row, 0)).center()
    where = table.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
    _click_line(qtbot, table, name, lambda: QApplication.sendEvent(table.viewport(), event))


def _click_line(qtbot: QtBot, button: QWidget, name: str, open_menu: Callable[[], object]) -> None:
    pressed: list[bool] = []

    def press_line() -> None:
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            QTimer.singleShot(0, button, press_line)
            return
        places = {each.text(): menu.actionGeometry(each).center() for each in menu.actions()}
        if name in places:
            qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=places[name])
        menu.close()
        pressed.append(name in places)

    QTimer.singleShot(0, button, press_line)
    open_menu()
    qtbot.waitUntil(lambda: bool(pressed), timeout=WAIT_MS)
    assert pressed == [True]
