"""Large type on a small screen: pages scroll instead of being cut, dialogs stay on the screen."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.settings import Theme as ThemeChoice
from simhash_gui.ui.dialogs.about import AboutDialog
from simhash_gui.ui.dialogs.settings import SettingsDialog
from simhash_gui.ui.dialogs.shortcuts import ShortcutsDialog
from simhash_gui.ui.pages.clusters_page import ClustersPage
from simhash_gui.ui.pages.compare_page import ComparePage
from simhash_gui.ui.pages.library_page import LibraryPage
from simhash_gui.ui.pages.page import Page
from simhash_gui.ui.session import Session
from simhash_gui.ui.theme import Theme

SMALL_PX = (700, 480)
RAIL_PX = 56  # at 100 %


@pytest.fixture(autouse=True)
def large_type(theme: Theme) -> Iterator[None]:
    theme.apply(ThemeChoice.LIGHT, 200)
    yield
    theme.apply(ThemeChoice.LIGHT, 100)


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage])
def test_a_page_that_does_not_fit_scrolls(
    qtbot: QtBot, archive_session: Session, kind: type[Page]
) -> None:
    page = kind(archive_session)
    qtbot.addWidget(page)
    page.resize(*SMALL_PX)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )
    content, seen = page.area.content, page.area.viewport()

    assert page.size().toTuple() == SMALL_PX
    assert content.height() >= content.minimumSizeHint().height()
    assert page.area.verticalScrollBar().maximum() == max(content.height() - seen.height(), 0)
    assert page.area.horizontalScrollBar().maximum() == max(content.width() - seen.width(), 0)
    qtbot.waitUntil(lambda: all(map(is_as_high_as_it_needs, page.header.findChildren(QWidget))))


@pytest.mark.parametrize("kind", [LibraryPage, ClustersPage, ComparePage])
def test_no_page_scrolls_sideways_where_the_screen_is_1280_wide(
    qtbot: QtBot, archive_session: Session, kind: type[Page]
) -> None:
    page = kind(archive_session)
    qtbot.addWidget(page)
    page.resize(1280 - 2 * RAIL_PX, 700)
    page.show()
    page.activated()
    qtbot.waitUntil(
        lambda: archive_session.jobs.is_idle and archive_session.reads.is_idle, timeout=20_000
    )

    qtbot.waitUntil(lambda: page.area.horizontalScrollBar().maximum() == 0)


def is_as_high_as_it_needs(widget: QWidget) -> bool:
    return not widget.isVisible() or widget.height() >= widget.minimumSizeHint().height()


@pytest.mark.parametrize("name", ["settings", "about", "shortcuts"])
def test_a_dialog_is_not_larger_than_the_screen(qtbot: QtBot, session: Session, name: str) -> None:
    dialogs: dict[str, QDialog] = {
        "settings": SettingsDialog(session, None),
        "about": AboutDialog(None),
        "shortcuts": ShortcutsDialog("Page", [("Space", "Keep quiet")], None),
    }
    for made in dialogs.values():
        qtbot.addWidget(made)
    dialog = dialogs[name]
    room = dialog.screen().availableSize()

    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
