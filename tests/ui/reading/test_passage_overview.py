"""The bars of both texts: where passages are, what a click does."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.reading.passage_overview import PassageOverview, View
from simhash_gui.ui.reading.shared_passages import LinkedPassage
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.theme.theme import Theme
from tests.helpers.calls import counted_calls

PASSAGES = (
    LinkedPassage(0, TextSpan(0, 50), TextSpan(50, 100), 20, is_moved=True),
    LinkedPassage(1, TextSpan(50, 100), TextSpan(0, 50), 30, is_moved=False),
)


@pytest.fixture
def overview(qtbot: QtBot) -> Iterator[PassageOverview]:
    window = QWidget()
    qtbot.addWidget(window)
    made = PassageOverview(window)
    made.resize(made.sizeHint().width(), 204)
    window.resize(made.size())
    window.show()
    made.show_passages(PASSAGES, {Side.A: 100, Side.B: 100})
    qtbot.waitUntil(made.updatesEnabled)
    yield made
    window.close()


def test_passages_stand_on_the_bars_where_they_stand_in_the_texts(
    overview: PassageOverview,
) -> None:
    a, b = (overview.mark_area(0, side) for side in Side)

    assert (a.top(), a.height(), b.top(), b.height()) == (2, 100, 102, 100)
    assert a.right() < b.left()


def test_a_click_on_a_bar_asks_for_that_place(qtbot: QtBot, overview: PassageOverview) -> None:
    point = overview.bar_point(Side.B, 0.5).toPoint()
    with qtbot.waitSignal(overview.place_wanted) as wanted:
        QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=point)

    assert wanted.args[0] is Side.B
    assert wanted.args[1] == pytest.approx(0.5, abs=0.01)


def test_the_frame_can_be_dragged(qtbot: QtBot, overview: PassageOverview) -> None:
    QTest.mousePress(overview, Qt.MouseButton.LeftButton, pos=QPoint(8, 10))
    with qtbot.waitSignal(overview.place_wanted) as wanted:
        QTest.mouseMove(overview, QPoint(8, 100))
    QTest.mouseRelease(overview, Qt.MouseButton.LeftButton, pos=QPoint(8, 100))

    assert wanted.args == [Side.A, pytest.approx(0.49, abs=0.01)]


def test_a_click_on_a_band_asks_for_its_passage(qtbot: QtBot, overview: PassageOverview) -> None:
    point = overview.mark_area(1, Side.A).center() + QPointF(10, 0)
    with qtbot.waitSignal(overview.passage_wanted) as wanted:
        QTest.mouseClick(overview, Qt.MouseButton.LeftButton, pos=point.toPoint())

    assert wanted.args == [1]


def test_nothing_is_at_a_point_beside_every_band(overview: PassageOverview) -> None:
    assert overview.passage_at(QPointF(overview.width() / 2, 0)) is None


def test_the_tooltip_tells_the_number_of_the_passage(overview: PassageOverview) -> None:
    point = overview.mark_area(0, Side.A).center().toPoint()
    QApplication.sendEvent(
        overview, QHelpEvent(QEvent.Type.ToolTip, point, overview.mapToGlobal(point))
    )

    assert QToolTip.text() == "1"


def test_looking_at_a_passage_changes_the_picture(qtbot: QtBot, overview: PassageOverview) -> None:
    before = overview.grab().toImage()
    overview.look_at(1)
    qtbot.waitUntil(overview.updatesEnabled)
    looked_at = overview.grab().toImage()
    overview.show_view(Side.A, View(0.2, 0.4))

    assert looked_at != before
    assert overview.grab().toImage() != looked_at


def test_its_bands_are_drawn_in_a_turn_before_they_are_painted(
    qtbot: QtBot, overview: PassageOverview
) -> None:
    overview.window().setUpdatesEnabled(False)
    with counted_calls() as calls:
        overview.look_at(1)
        is_drawn_at_once = bool(calls["PassageOverview._drawn"])
        qtbot.waitUntil(lambda: bool(calls["PassageOverview._drawn"]))
        overview.window().setUpdatesEnabled(True)
        qtbot.waitUntil(lambda: bool(calls["PassageOverview.paintEvent"]))

    assert not is_drawn_at_once
    assert calls["PassageOverview._drawn"] == 1


def test_it_follows_the_theme(qtbot: QtBot, overview: PassageOverview, theme: Theme) -> None:
    before = overview.grab().toImage()
    theme.apply(ThemeChoice.DARK)
    qtbot.waitUntil(overview.updatesEnabled)

    assert overview.grab().toImage() != before
