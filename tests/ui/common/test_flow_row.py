"""A row of controls that wraps: lines, heights and widths as the room changes."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from simhash_gui.ui.common.flow_row import FlowRow

HEIGHT = 30


class Box(QWidget):
    """Wants a width and can do with less."""

    def __init__(self, least: int, wanted: int) -> None:
        super().__init__()
        self.least, self.wanted = least, wanted

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.wanted, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.least, HEIGHT)


Shown = Callable[[int], tuple[FlowRow, list[Box]]]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    """Three boxes of at least 100 in a row of a width, on show with room below."""

    def show(width: int) -> tuple[FlowRow, list[Box]]:
        row = FlowRow(spacing=10)
        boxes = [Box(100, 200), Box(100, 100), Box(100, 100)]
        for box in boxes:
            row.add(box, stretch=int(box is boxes[0]))
        window = QWidget()
        column = QVBoxLayout(window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(row)
        column.addStretch(1)
        qtbot.addWidget(window)
        window.resize(width, 400)
        window.show()
        row.window_on_show = window  # type: ignore[attr-defined]
        return row, boxes

    return show


@pytest.mark.parametrize(("width", "first"), [(320, 100), (370, 150), (420, 200), (600, 380)])
def test_while_the_least_widths_fit_it_is_one_line_and_the_first_takes_the_room_that_is_left(
    shown: Shown, width: int, first: int
) -> None:
    row, boxes = shown(width)

    assert row.line_count() == 1
    assert boxes[0].width() == first
    assert [box.y() for box in boxes] == [0, 0, 0]
    assert boxes[2].geometry().right() < width


@pytest.mark.parametrize(("width", "lines"), [(319, 2), (210, 2), (209, 3), (100, 3)])
def test_where_they_do_not_fit_it_goes_on_below_and_asks_for_the_height(
    qtbot: QtBot, shown: Shown, width: int, lines: int
) -> None:
    row, boxes = shown(width)

    assert row.line_count() == lines
    qtbot.waitUntil(lambda: row.height() >= lines * HEIGHT)
    assert all(row.rect().contains(box.geometry()) for box in boxes)


@pytest.mark.parametrize("width", [209, 150])
def test_lines_can_all_end_at_the_right_edge(qtbot: QtBot, width: int) -> None:
    row = FlowRow(spacing=10, ends_right=True)
    qtbot.addWidget(row)
    boxes = [Box(100, 100), Box(100, 100)]
    for box in boxes:
        row.add(box)
    row.resize(width, 400)
    row.show()

    assert row.line_count() == 2
    assert [box.geometry().right() for box in boxes] == [width - 1, width - 1]


def test_what_is_hidden_takes_no_room_and_what_comes_back_does(qtbot: QtBot, shown: Shown) -> None:
    row, boxes = shown(210)

    boxes[0].hide()
    qtbot.waitUntil(lambda: row.line_count() == 1 and boxes[1].pos().isNull())
    boxes[0].show()

    qtbot.waitUntil(lambda: row.line_count() == 2 and boxes[1].y() > 0)


def test_what_comes_on_show_is_in_its_place_at_once(qtbot: QtBot, shown: Shown) -> None:
    row, boxes = shown(600)
    boxes[2].hide()
    qtbot.waitUntil(lambda: boxes[1].geometry().right() == 599)

    boxes[2].show()

    assert boxes[2].geometry().right() == 599
    assert boxes[1].geometry().right() < boxes[2].x()
    assert row.line_count() == 1


def test_it_needs_no_more_width_than_its_widest_control(shown: Shown) -> None:
    row, _ = shown(600)

    assert row.minimumSizeHint().width() == 100
    assert row.one_line_px() == 320


def test_what_has_grown_while_it_was_hidden_has_its_room_when_it_is_shown(
    qtbot: QtBot, shown: Shown
) -> None:
    row, boxes = shown(320)
    window = row.window()
    assert row.line_count() == 1

    window.hide()
    boxes[1].least = boxes[1].wanted = 150
    boxes[1].updateGeometry()
    window.show()

    qtbot.waitUntil(lambda: row.line_count() == 2 and row.height() >= 2 * HEIGHT)
    assert boxes[1].width() == 150


def test_a_row_in_a_row_is_as_high_as_its_lines_at_the_width_it_is_given(qtbot: QtBot) -> None:
    inner, outer = FlowRow(), FlowRow()
    for _ in range(2):
        inner.add(Box(100, 100))
    outer.add(inner, stretch=1)
    qtbot.addWidget(outer)
    outer.resize(150, 200)
    outer.show()
    assert outer.sizeHint().height() > 2 * HEIGHT

    outer.resize(400, 200)

    assert outer.sizeHint().height() == HEIGHT


def test_a_row_is_not_laid_out_by_what_a_row_in_it_needed_before(qtbot: QtBot) -> None:
    inner, outer, box = FlowRow(), FlowRow(), Box(100, 100)
    inner.add(box)
    outer.add(Box(100, 100))
    outer.add(inner, min_px=inner.one_line_px)
    qtbot.addWidget(outer)
    outer.resize(300, 200)
    outer.show()
    assert outer.line_count() == 1

    box.least = box.wanted = 250  # as with another size of type: which row is told first is open
    QApplication.sendEvent(outer, QEvent(QEvent.Type.LayoutRequest))

    assert outer.line_count() == 2


class Counted(Box):
    """Counts how often it is asked for its size."""

    asked = 0

    @override
    def sizeHint(self) -> QSize:
        self.asked += 1
        return super().sizeHint()


def test_what_comes_on_show_together_is_asked_for_its_size_as_often_as_a_few(qtbot: QtBot) -> None:
    asked = set()
    for count in (3, 12):
        row = FlowRow()
        qtbot.addWidget(row)
        boxes = [Counted(100, 100) for _ in range(count)]
        for box in boxes:
            row.add(box)
        row.show()
        asked |= {box.asked for box in boxes}

    assert len(asked) == 1
