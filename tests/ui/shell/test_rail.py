"""The rail: pages by mouse and keys, its foot, folding, names in every state."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QEnterEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.shell.menus import HelpMenu
from simhash_gui.ui.shell.rail import Rail
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space, Token

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def rail(qtbot: QtBot) -> Rail:
    made = Rail(list(PageId))
    qtbot.addWidget(made)
    made.resize(made.width(), 700)
    made.set_library_name("letters", "/archive/letters.simhash")
    made.show()
    return made


def test_a_click_chooses_a_page(rail: Rail, qtbot: QtBot) -> None:
    with qtbot.waitSignal(rail.page_chosen) as chosen:
        qtbot.mouseClick(rail.button(PageId.COMPARE), LEFT)

    assert chosen.args == [PageId.COMPARE]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_and_space_choose_the_page_in_focus(rail: Rail, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(rail.page_chosen) as chosen:
        qtbot.keyClick(rail.button(PageId.CLUSTERS), key)

    assert chosen.args == [PageId.CLUSTERS]


def test_only_the_page_in_front_is_marked(rail: Rail) -> None:
    rail.show_page(PageId.CLUSTERS)
    rail.show_page(PageId.COMPARE)

    assert [page for page in PageId if rail.button(page).isChecked()] == [PageId.COMPARE]


def test_settings_and_help_stand_at_the_foot(rail: Rail, qtbot: QtBot) -> None:
    with qtbot.waitSignal(rail.settings_wanted):
        qtbot.mouseClick(rail.settings_button, LEFT)
    assert rail.settings_button.y() > rail.button(PageId.COMPARE).y() + 100


def test_the_switcher_opens_the_menu_of_libraries(rail: Rail, qtbot: QtBot) -> None:
    menu = QMenu(rail)
    menu.addAction("another")
    rail.set_library_menu(menu)

    with qtbot.waitSignal(menu.aboutToShow):
        qtbot.mouseClick(rail.library_button, LEFT)
    menu.close()


def test_the_help_menu_asks_for_its_dialogs(rail: Rail, qtbot: QtBot) -> None:
    menu = HelpMenu(rail)
    rail.set_help_menu(menu)
    menu.aboutToShow.emit()
    keys, diagnostics, about = menu.actions()

    with qtbot.waitSignals([menu.shortcuts_wanted, menu.diagnostics_wanted, menu.about_wanted]):
        keys.trigger()
        diagnostics.trigger()
        about.trigger()


def test_folded_names_are_tooltips_with_their_keys(rail: Rail) -> None:
    wide = rail.width()

    rail.set_folded(True)

    assert rail.is_folded
    assert rail.width() < wide / 2
    assert rail.button(PageId.CLUSTERS).toolTip() == "Clusters (Ctrl+2)"
    rail.set_folded(False)
    assert rail.width() == wide


def test_every_button_has_a_name_for_screen_readers(rail: Rail) -> None:
    names = [rail.button(page).accessibleName() for page in PageId]

    assert names == ["Library", "Clusters", "Compare", "Check", "Learn"]
    assert rail.library_button.accessibleName() == "Library: letters"
    assert rail.settings_button.accessibleName() == "Settings"


@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("dark", [ThemeChoice.DARK, ThemeChoice.LIGHT])
def test_every_state_has_its_ground(
    *, qtbot: QtBot, rail: Rail, theme: Theme, dark: ThemeChoice, folded: bool
) -> None:
    theme.apply(dark, 150)
    rail.set_folded(folded)
    qtbot.waitUntil(rail.updatesEnabled)  # before, nothing is painted
    button = rail.button(PageId.CLUSTERS)
    side = QPoint(button.width() - Space.XS, button.height() // 2)

    def ground(place: QPoint = side) -> QColor:
        return rail.grab().toImage().pixelColor(button.mapTo(rail, place))

    plain, point = ground(), QPointF(1, 1)
    QApplication.sendEvent(button, QEnterEvent(point, point, point))
    hovered = ground()
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    button.setDown(True)
    down = ground()
    button.setDown(False)
    rail.show_page(PageId.CLUSTERS)

    told = [plain, hovered, down, ground(), ground(QPoint(1, side.y()))]
    tokens = [Token.RAIL, Token.DIVIDER, Token.DIVIDER, Token.RAISED, Token.ACCENT]
    assert told == [theme.color(each) for each in tokens]


def test_the_rail_has_room_for_its_names_at_every_size(rail: Rail, theme: Theme) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)

    assert all(rail.button(page).width() >= rail.button(page).sizeHint().width() for page in PageId)


def test_arrows_move_from_button_to_button(rail: Rail, qtbot: QtBot) -> None:
    with qtbot.waitActive(rail):
        rail.activateWindow()
    rail.button(PageId.LIBRARY).setFocus()

    qtbot.keyClick(rail.button(PageId.LIBRARY), Qt.Key.Key_Down)

    assert rail.button(PageId.CLUSTERS).hasFocus()
