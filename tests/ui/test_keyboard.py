"""Tab leads through everything on a page that can take the keyboard, from top to bottom."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.session.page import Page
from simhash_gui.ui.session.session import Session
from tests.ui.conftest import WAIT_MS

PAGES = [LibraryPage, ClustersPage, ComparePage]
MAX_STEPS = 60


@pytest.fixture
def page(qtbot: QtBot, archive_session: Session, request: pytest.FixtureRequest) -> Page:
    """A page in front, at rest, with the keyboard."""
    made: Page = request.param(archive_session)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    with qtbot.waitExposed(made):
        made.show()
    made.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=WAIT_MS
    )
    made.activateWindow()
    made.take_keyboard()
    return made


def can_be_reached(widget: QWidget) -> bool:
    """Of buttons of which one holds, Tab goes to that one and arrows to the others."""
    policy = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    is_one_of_many = isinstance(widget, QAbstractButton) and widget.group() is not None
    is_held = not is_one_of_many or widget.isChecked()
    return bool(policy.value) and widget.isVisible() and widget.isEnabled() and is_held


def stops_of_tab(qtbot: QtBot, page: Page) -> list[QWidget]:
    stops: list[QWidget] = []
    for _ in range(MAX_STEPS):
        qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Tab)
        held = QApplication.focusWidget()
        if held is None or held in stops:
            break
        stops.append(held)
    return stops


@pytest.mark.parametrize("page", PAGES, indirect=True)
def test_tab_goes_to_everything_that_takes_the_keyboard(qtbot: QtBot, page: Page) -> None:
    wanted = [child for child in page.findChildren(QWidget) if can_be_reached(child)]

    stops = stops_of_tab(qtbot, page)

    assert [type(child).__name__ for child in wanted if child not in stops] == []


@pytest.mark.parametrize("page", [ComparePage], indirect=True)
def test_the_keyboard_begins_on_the_button_of_an_empty_page(page: ComparePage) -> None:
    assert QApplication.focusWidget() is page.empty.button


@pytest.mark.parametrize("page", [LibraryPage, ClustersPage], indirect=True)
def test_the_keyboard_begins_in_the_table(page: Page) -> None:
    assert QApplication.focusWidget() is page.first_focus is not page
