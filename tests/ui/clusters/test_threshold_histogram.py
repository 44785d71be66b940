"""The threshold slider on the histogram: pointer, keys, wheel, and what it says and paints."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.clusters.threshold_histogram import ThresholdHistogram
from simhash_gui.ui.clusters.threshold_painter import HistogramCounts, axis_labels
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Token
from tests.helpers.calls import counted_calls

CONFIRMED = np.array([40, 3, 0, 12, 7, 1, 1_000_000])
NONE = np.zeros(7, np.int64)
COUNTS = HistogramCounts(CONFIRMED, NONE)
BY_TEXT = HistogramCounts(CONFIRMED, NONE, (5, 0))
WITH_UNCONFIRMED = HistogramCounts(CONFIRMED, np.array([0, 0, 900, 0, 1, 0, 2]), (5, 7))


@pytest.fixture
def histogram(qtbot: QtBot) -> ThresholdHistogram:
    made = ThresholdHistogram()
    qtbot.addWidget(made)
    made.resize(680, made.sizeHint().height())
    made.show_counts(COUNTS)
    made.setValue(3)
    made.show()
    return made


def column(histogram: ThresholdHistogram, distance: int) -> QPoint:
    return histogram.column_rect(distance).center().toPoint()


def foot(histogram: ThresholdHistogram, distance: int) -> QPoint:
    area = histogram.column_rect(distance)
    return QPointF(area.center().x(), area.bottom() - 2).toPoint()


def color_at(histogram: ThresholdHistogram, place: QPoint) -> str:
    picture = histogram.grab().toImage()
    return picture.pixelColor(place * histogram.devicePixelRatio()).name()


def test_captions_are_measured_once_for_all_columns(histogram: ThresholdHistogram) -> None:
    with counted_calls() as calls:
        picture = histogram.picture()

    assert len(picture.columns) == 17
    assert not calls["Theme.font"]


def painted_above_the_bar(histogram: ThresholdHistogram, distance: int) -> int:
    """How many pixels of the row of letters above a bar are not of the ground."""
    picture, area = histogram.grab().toImage(), histogram.column_rect(distance).toRect()
    assert picture.devicePixelRatio() == 1
    ground = color_at(histogram, column(histogram, 2))  # no pair, no bar
    heights = range(area.bottom() - 2, -1, -1)
    bar = Theme.current().color(Token.ACCENT).name()
    top = next(y for y in heights if picture.pixelColor(area.center().x(), y).name() != bar)
    rows = range(top - 12, top - 2)
    places = [(x, y) for x in range(area.left() + 1, area.right() - 1) for y in rows]
    return sum(picture.pixelColor(x, y).name() != ground for x, y in places)


def test_the_number_of_pairs_stands_above_its_bar(histogram: ThresholdHistogram) -> None:
    assert painted_above_the_bar(histogram, 0) > painted_above_the_bar(histogram, 1) > 0
    assert painted_above_the_bar(histogram, 2) == 0  # no pair, no number


def test_a_number_that_is_wider_than_its_bar_stands_there_unless_it_would_touch_another(
    histogram: ThresholdHistogram,
) -> None:
    histogram.resize(260, histogram.height())
    histogram.show_counts(HistogramCounts(np.array([940, 930, 0, 920, 910, 900, 1_000_000]), NONE))

    assert histogram.column_rect(0).width() < QFontMetricsF(histogram.font()).horizontalAdvance(
        "9" * 3
    )
    assert painted_above_the_bar(histogram, 0) > 0
    assert painted_above_the_bar(histogram, 3) > 0


def test_the_line_of_the_threshold_does_not_run_through_a_number(
    histogram: ThresholdHistogram,
) -> None:
    histogram.resize(300, histogram.height())
    histogram.show_counts(HistogramCounts(np.array([2, 0, 0, 123_456, 0, 0, 0]), NONE))
    picture, bar = histogram.grab().toImage(), histogram.column_rect(3)
    x, foot_y = int(bar.right()), int(bar.bottom())

    def is_blue(y: int) -> bool:
        colors = (picture.pixelColor(x + step, y) for step in (-1, 0))
        return any(color.blue() - color.red() > 40 for color in colors)

    rows = [y for y in range(foot_y) if is_blue(y)]
    letters = QFontMetricsF(Theme.current().font(FontRole.CAPTION))
    gaps = [after - before for before, after in itertools.pairwise(rows)]

    assert max(gaps) >= letters.ascent()


@pytest.mark.parametrize("tallest", [4, 5, 6])
def test_where_numbers_would_touch_that_of_the_tallest_bar_stays(
    histogram: ThresholdHistogram, tallest: int
) -> None:
    histogram.resize(520, histogram.height())
    histogram.setValue(6)
    counts = np.full(7, 1_234)
    counts[[2, tallest]] = 0, 9_876
    histogram.show_counts(HistogramCounts(counts, NONE))

    assert painted_above_the_bar(histogram, tallest) > 0


def test_a_click_on_a_column_sets_the_threshold(
    histogram: ThresholdHistogram, qtbot: QtBot
) -> None:
    qtbot.mouseClick(histogram, Qt.MouseButton.LeftButton, pos=column(histogram, 11))

    assert histogram.value() == 11


def test_dragging_tells_every_threshold_on_the_way_and_the_end(
    histogram: ThresholdHistogram, qtbot: QtBot
) -> None:
    told: list[int] = []
    histogram.valueChanged.connect(told.append)
    qtbot.mousePress(histogram, Qt.MouseButton.LeftButton, pos=column(histogram, 4))
    for distance in (5, 6):
        QTest.mouseMove(histogram, column(histogram, distance))
    with qtbot.waitSignal(histogram.sliderReleased):
        qtbot.mouseRelease(histogram, Qt.MouseButton.LeftButton, pos=column(histogram, 6))

    assert told == [4, 5, 6]


def test_dragging_past_the_edge_stays_at_the_end(
    histogram: ThresholdHistogram, qtbot: QtBot
) -> None:
    qtbot.mousePress(histogram, Qt.MouseButton.LeftButton, pos=column(histogram, 4))
    QTest.mouseMove(histogram, QPoint(histogram.width() - 1, 10))
    beyond = histogram.value()
    QTest.mouseMove(histogram, QPoint(0, 10))

    assert (beyond, histogram.value()) == (histogram.maximum(), 0)


def test_keys_move_the_threshold(histogram: ThresholdHistogram) -> None:
    reached = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Home):
        QTest.keyClick(histogram, key)
        reached.append(histogram.value())

    assert reached == [4, 3, 16, 0]


@pytest.mark.parametrize(("has_focus", "expected"), [(True, 4), (False, 3)])
def test_the_wheel_turns_it_only_when_it_has_the_focus(
    histogram: ThresholdHistogram, qtbot: QtBot, has_focus: bool, expected: int
) -> None:
    if has_focus:
        histogram.setFocus()
        qtbot.waitUntil(histogram.hasFocus)
    else:
        histogram.clearFocus()
    event = QWheelEvent(
        QPointF(column(histogram, 3)),
        QPointF(0, 0),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(histogram, event)

    assert histogram.value() == expected


def test_a_column_says_how_many_pairs_it_stands_for(histogram: ThresholdHistogram) -> None:
    assert histogram.column_text(6) == "Distance 6: 1,000,000 pairs"
    assert histogram.column_text(7) == "Distance 7: not searched yet"


def test_the_end_of_the_slider_stands_for_any_distance_where_texts_proposed_pairs(
    histogram: ThresholdHistogram,
) -> None:
    histogram.setMaximum(7)
    histogram.show_counts(BY_TEXT)
    QTest.keyClick(histogram, Qt.Key.Key_End)

    assert histogram.value() == histogram.any_value == 7
    assert histogram.column_text(7) == (
        "Any distance: 5 more pairs, found by their texts beyond distance 6"
    )


def test_unconfirmed_pairs_are_told_apart(histogram: ThresholdHistogram) -> None:
    histogram.setMaximum(7)
    histogram.show_counts(WITH_UNCONFIRMED)

    assert histogram.column_text(2) == "Distance 2: 0 pairs; 900 unconfirmed"
    assert histogram.column_text(7).endswith("beyond distance 6; 7 unconfirmed")


def test_unconfirmed_pairs_are_hatched_and_not_filled(
    histogram: ThresholdHistogram, theme: Theme
) -> None:
    histogram.show_counts(WITH_UNCONFIRMED)
    histogram.setValue(6)
    area = histogram.column_rect(2)
    picture = histogram.grab().toImage()
    row = [
        picture.pixelColor(QPointF(x, area.bottom() - 6).toPoint()).name()
        for x in range(int(area.left()) + 8, int(area.right()) - 8)
    ]

    assert theme.color(Token.ACCENT).name() not in row
    assert len(set(row)) > 1


def test_a_threshold_that_is_shown_is_not_told_as_a_choice(histogram: ThresholdHistogram) -> None:
    told: list[int] = []
    histogram.valueChanged.connect(told.append)
    histogram.show_value(5)

    assert (histogram.value(), told) == (5, [])
    assert histogram.accessibleDescription().startswith("Distance 5: 1 pair")


def test_the_threshold_is_told_to_screen_readers(histogram: ThresholdHistogram) -> None:
    histogram.setValue(4)

    assert histogram.accessibleDescription() == "Distance 4: 7 pairs"
    assert "Hamming distance" in histogram.accessibleName()


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_columns_within_the_threshold_are_filled_and_those_beyond_are_not(
    histogram: ThresholdHistogram, theme: Theme, choice: ThemeChoice
) -> None:
    theme.apply(choice)

    assert color_at(histogram, foot(histogram, 3)) == theme.color(Token.ACCENT).name()
    assert color_at(histogram, foot(histogram, 4)) == theme.color(Token.SURFACE).name()


def test_a_single_pair_is_still_seen_beside_a_million(
    histogram: ThresholdHistogram, theme: Theme
) -> None:
    histogram.setValue(6)

    assert color_at(histogram, foot(histogram, 5)) == theme.color(Token.ACCENT).name()
    assert color_at(histogram, foot(histogram, 2)) != theme.color(Token.ACCENT).name()


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("width_px", [260, 420, 1200])
def test_it_paints_at_any_width_and_scale(
    histogram: ThresholdHistogram, theme: Theme, percent: int, width_px: int
) -> None:
    theme.apply(ThemeChoice.LIGHT, percent)
    histogram.resize(width_px, histogram.sizeHint().height())
    histogram.setMaximum(7)
    histogram.show_counts(WITH_UNCONFIRMED)
    QCoreApplication.sendEvent(histogram, QEvent(QEvent.Type.LanguageChange))

    assert not histogram.grab().isNull()


def test_before_any_search_nothing_is_known(qtbot: QtBot) -> None:
    made = ThresholdHistogram()
    qtbot.addWidget(made)

    assert made.searched_distance == -1
    assert made.column_text(0) == "Distance 0: not searched yet"
    assert not made.grab().isNull()


def test_a_column_shows_its_count_as_a_tooltip(histogram: ThresholdHistogram) -> None:
    place = column(histogram, 3)
    event = QHelpEvent(QEvent.Type.ToolTip, place, histogram.mapToGlobal(place))
    QCoreApplication.sendEvent(histogram, event)

    assert QToolTip.text() == "Distance 3: 12 pairs\nPlain block look-up finds every pair"
    QToolTip.hideText()


def test_the_pointer_lights_up_a_column_until_it_leaves(
    histogram: ThresholdHistogram, theme: Theme
) -> None:
    top = histogram.column_rect(2).topLeft().toPoint() + QPoint(8, 8)
    QTest.mouseMove(histogram, column(histogram, 2))
    under = color_at(histogram, top)
    QCoreApplication.sendEvent(histogram, QEvent(QEvent.Type.Leave))

    assert under == theme.color(Token.HOVER).name()
    assert color_at(histogram, top) != under


@pytest.mark.parametrize("width", [180, 240, 260, 300, 500])
def test_labels_of_the_axis_never_stand_on_each_other(
    histogram: ThresholdHistogram, width: int
) -> None:
    empty = np.zeros(13, np.int64)
    histogram.setMaximum(13)
    histogram.show_counts(HistogramCounts(empty, empty, (0, 0)))
    histogram.resize(width, histogram.sizeHint().height())

    labels = axis_labels(histogram.picture())

    assert labels[0][1] == "0"
    assert labels[-1][1] == "any"
    neighbours = itertools.pairwise(area for area, _ in labels)
    assert all(left.right() <= right.left() for left, right in neighbours)
