"""The matrix as a heat map: what it says, how it is moved about and zoomed."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontDatabase, QFontMetrics, QImage
from pytestqt.qtbot import QtBot

from simhash_gui.services.checking.batch import Matrix
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.check.heat_map import HeatMap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole


@pytest.fixture
def heat_map(qtbot: QtBot) -> HeatMap:
    shares = np.array([[0, 0.5, 0], [0.25, 0, 0], [0, 0, 0]])
    made = HeatMap()
    qtbot.addWidget(made)
    made.resize(400, 400)
    made.show()
    made.show_matrix(Matrix(("/f/a.txt", "/f/b.txt", "/f/c.txt"), shares))
    return made


def test_a_square_tells_its_share_and_its_documents(heat_map: HeatMap) -> None:
    assert heat_map.words_of(0, 1) == "50.0% of a.txt is in b.txt"
    assert heat_map.words_of(1, 1) == "b.txt"


def test_the_name_of_each_row_stands_beside_its_squares(heat_map: HeatMap) -> None:
    if not QFontDatabase.families():
        pytest.skip("there is no font to write with")

    def right_of_the_squares() -> QImage:
        left = round(3 * heat_map.cell_px) + heat_map.viewport().pos().x() + 1
        return heat_map.grab(QRect(left, 0, 120, round(heat_map.cell_px))).toImage()

    a, shares = right_of_the_squares(), np.zeros((3, 3))
    heat_map.show_matrix(Matrix(("/f/another.txt", "/f/b.txt", "/f/c.txt"), shares))

    assert right_of_the_squares() != a


def test_squares_grow_with_the_type(heat_map: HeatMap, theme: Theme) -> None:
    normal_px = heat_map.cell_px

    theme.apply(ThemeChoice.LIGHT, 200)

    assert heat_map.cell_px == 2 * normal_px


def test_names_stand_beside_squares_too_small_for_a_share(
    qtbot: QtBot, heat_map: HeatMap, theme: Theme
) -> None:
    if not QFontDatabase.families():
        pytest.skip("there is no font to write with")
    theme.apply(ThemeChoice.LIGHT, 200)
    heat_map.resize(400, 170)
    qtbot.waitUntil(heat_map.updatesEnabled)  # before, a picture of it is memory as it was left
    side = round(heat_map.cell_px)
    left = 3 * side + heat_map.viewport().pos().x() + 1

    beside = heat_map.grab(QRect(left, 0, 120, side)).toImage()

    colours = {beside.pixel(x, y) for x in range(40) for y in range(4, side - 4)}
    assert len(colours) > 1


@pytest.mark.parametrize("percent", [100, 200])
def test_a_square_has_its_share_where_that_fits(
    qtbot: QtBot, heat_map: HeatMap, theme: Theme, percent: int
) -> None:
    if not QFontDatabase.families():
        pytest.skip("there is no font to write with")
    theme.apply(ThemeChoice.LIGHT, percent)
    qtbot.waitUntil(heat_map.updatesEnabled)
    needed = QFontMetrics(theme.font(FontRole.CAPTION)).horizontalAdvance("100%")
    frame_px = heat_map.height() - heat_map.viewport().height()

    def colours(side: int) -> set[int]:
        heat_map.resize(400, 3 * side + frame_px)
        assert int(heat_map.cell_px) == side
        place = heat_map.viewport().pos()
        square = QRect(place.x() + side + 2, place.y() + 2, side - 4, side - 4)
        shown = heat_map.grab(square).toImage()
        return {shown.pixel(x, y) for x in range(side - 4) for y in range(side - 4)}

    assert len(colours(needed)) > 1
    assert len(colours(needed - 1)) == 1


def test_darker_is_more(heat_map: HeatMap) -> None:
    picture = heat_map.grab().toImage()
    side = heat_map.cell_px
    frame = heat_map.viewport().pos()

    def light(row: int, column: int) -> float:
        x, y = column * side + side / 4, row * side + side / 4
        return picture.pixelColor(round(x) + frame.x(), round(y) + frame.y()).lightnessF()

    assert light(0, 1) < light(1, 0) < light(0, 2)


def test_the_keyboard_moves_zooms_and_opens(heat_map: HeatMap, qtbot: QtBot) -> None:
    before = heat_map.cell_px

    qtbot.keyClick(heat_map, Qt.Key.Key_Right)
    for _ in range(20):
        qtbot.keyClick(heat_map, Qt.Key.Key_Plus)
    assert heat_map.cell_px > before
    assert heat_map.horizontalScrollBar().maximum() == 0
    qtbot.keyClick(heat_map, Qt.Key.Key_0)
    assert heat_map.cell_px == before

    with qtbot.waitSignal(heat_map.pair_wanted) as opened:
        qtbot.keyClick(heat_map, Qt.Key.Key_Return)
    assert opened.args == [0, 1]


def test_a_large_matrix_is_scrolled_to_what_is_chosen(heat_map: HeatMap, qtbot: QtBot) -> None:
    count = 600
    paths = tuple(f"/f/{number}.txt" for number in range(count))
    heat_map.show_matrix(Matrix(paths, np.zeros((count, count))))
    assert heat_map.cell_px == 1

    heat_map.zoom(12, QPointF(200, 200))
    heat_map.choose(599, 599)

    assert heat_map.horizontalScrollBar().value() == heat_map.horizontalScrollBar().maximum()
    assert heat_map.cell_at(QPointF(*[heat_map.viewport().width() - 2] * 2)) == (599, 599)
    heat_map.choose(0, 5)
    assert heat_map.verticalScrollBar().value() == 0


def test_a_click_chooses_and_a_double_click_opens(heat_map: HeatMap, qtbot: QtBot) -> None:
    side = heat_map.cell_px
    where = QPointF(0.5 * side, 1.5 * side).toPoint()

    qtbot.mouseClick(heat_map.viewport(), Qt.MouseButton.LeftButton, pos=where)

    assert heat_map.chosen == (1, 0)
    with qtbot.waitSignal(heat_map.pair_wanted) as opened:
        qtbot.mouseDClick(heat_map.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert opened.args == [1, 0]
