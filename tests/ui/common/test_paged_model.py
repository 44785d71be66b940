"""The table model: rows are fetched when looked at, resets cost nothing, ids are found again."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from simhash_gui.ui.common.paged_model import FIRST_ROWS, NO_ID, Column, PagedTableModel


@dataclass(frozen=True)
class Item:
    number: int
    name: str


class Shelf:
    """A made-up service: fetches items by number and remembers how many it was asked for."""

    def __init__(self, gone: frozenset[int] = frozenset()) -> None:
        self.asked: list[int] = []
        self.gone = gone

    def fetch(self, numbers: Sequence[int]) -> list[Item]:
        self.asked.append(len(numbers))
        return [Item(n, f"item {n}") for n in numbers if n not in self.gone]


COLUMNS = (
    Column("number", lambda: "Number", lambda i: str(i.number), sort_key="number", is_number=True),
    Column("name", lambda: "Name", lambda i: i.name, tip=lambda i: f"the {i.name}"),
)


def make(shelf: Shelf, count: int) -> PagedTableModel[Item]:
    model: PagedTableModel[Item] = PagedTableModel(COLUMNS, shelf.fetch, lambda i: i.number)
    model.set_ids(np.arange(count, dtype=np.int64))
    return model


def test_the_model_keeps_the_rules_of_qt() -> None:
    model = make(Shelf(), 300)

    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_ids(np.array([5, 3, 9], np.int64))
    model.set_ids(np.empty(0, np.int64))


def test_nothing_is_fetched_before_it_is_looked_at() -> None:
    shelf = Shelf()

    model = make(shelf, 1_000_000)

    assert model.rowCount() == 1_000_000
    assert shelf.asked == []


def test_looking_at_neighbouring_rows_fetches_one_page() -> None:
    shelf = Shelf()
    model = make(shelf, 1_000_000)

    texts = [model.data(model.index(row, 1)) for row in range(512_000, 512_030)]

    assert texts[0] == "item 512000"
    assert len(shelf.asked) == 1
    assert shelf.asked[0] < 1000


def test_rows_that_were_fetched_before_are_not_fetched_by_the_painting() -> None:
    shelf = Shelf()
    model = make(shelf, 0)
    first = shelf.fetch(range(1, FIRST_ROWS))  # the document of the first row is gone by now
    shelf.asked.clear()

    model.set_ids(np.arange(1_000, dtype=np.int64), first)
    texts = [model.data(model.index(row, 1)) for row in range(FIRST_ROWS)]

    assert texts == [None, *(f"item {number}" for number in range(1, FIRST_ROWS))]
    assert not shelf.asked


def test_memory_stays_bounded_however_far_one_scrolls() -> None:
    shelf = Shelf()
    model = make(shelf, 1_000_000)

    for row in range(0, 1_000_000, 500):
        model.row_at(row)
    pages = len(shelf.asked)
    model.row_at(0)

    assert len(shelf.asked) == pages + 1


def test_rows_stand_in_the_order_of_the_ids() -> None:
    model = make(Shelf(), 0)
    model.set_ids(np.array([7, 2, 2**40], np.int64))

    assert [model.data(model.index(row, 0)) for row in range(3)] == ["7", "2", str(2**40)]


def test_a_row_that_is_gone_by_now_is_blank() -> None:
    model = make(Shelf(frozenset({1})), 3)

    assert model.row_at(1) is None
    assert model.data(model.index(1, 0)) is None
    assert model.data(model.index(2, 0)) == "2"


def test_ids_are_found_and_rows_outside_have_none() -> None:
    model = make(Shelf(), 0)
    model.set_ids(np.array([7, 2, 5], np.int64))

    assert model.row_of(5) == 2
    assert model.row_of(6) == -1
    assert [model.id_at(-1), model.id_at(0), model.id_at(3)] == [NO_ID, 7, NO_ID]


def test_headers_and_cells_say_what_they_are() -> None:
    model = make(Shelf(), 2)
    horizontal = Qt.Orientation.Horizontal

    assert model.headerData(1, horizontal) == "Name"
    assert model.headerData(9, horizontal) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.data(model.index(1, 1), Qt.ItemDataRole.ToolTipRole) == "the item 1"
    assert model.data(model.index(1, 1), Qt.ItemDataRole.AccessibleTextRole) == "item 1"
    assert model.data(model.index(1, 1), Qt.ItemDataRole.DecorationRole) is None
    assert model.data(QModelIndex()) is None


@pytest.mark.parametrize(
    ("column", "side"), [(0, Qt.AlignmentFlag.AlignRight), (1, Qt.AlignmentFlag.AlignLeft)]
)
def test_numbers_stand_at_the_right_and_words_at_the_left(
    column: int, side: Qt.AlignmentFlag
) -> None:
    model = make(Shelf(), 1)

    cell = model.data(model.index(0, column), Qt.ItemDataRole.TextAlignmentRole)
    head = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)

    assert cell & side.value
    assert head & side.value


def test_forgotten_rows_are_fetched_again() -> None:
    shelf = Shelf()
    model = make(shelf, 10)
    model.row_at(0)

    model.forget_rows()
    model.row_at(0)

    assert len(shelf.asked) == 2


def test_rows_that_cannot_be_fetched_again_stay_as_they_were() -> None:
    shelf = Shelf()
    fetch = shelf.fetch
    is_lost = False

    def fetch_or_fail(numbers: Sequence[int]) -> list[Item]:
        if is_lost:
            raise OSError
        return fetch(numbers)

    model: PagedTableModel[Item] = PagedTableModel(COLUMNS, fetch_or_fail, lambda i: i.number)
    model.set_ids(np.arange(200, dtype=np.int64))
    assert model.row_at(0) == Item(0, "item 0")

    is_lost = True
    for _ in range(2):
        model.forget_rows()
        assert model.row_at(0) == Item(0, "item 0")
    assert model.row_at(199) is None

    is_lost = False
    model.forget_rows()
    assert model.row_at(199) == Item(199, "item 199")


def test_several_rows_come_without_those_that_are_gone() -> None:
    model = make(Shelf(frozenset({1})), 3)

    assert [item.number for item in model.rows_at([0, 1, 2])] == [0, 2]


def test_a_new_language_changes_headers_and_cells_alike(qtbot: object) -> None:
    model = make(Shelf(), 3)
    told: list[str] = []
    model.headerDataChanged.connect(lambda *_: told.append("headers"))
    model.dataChanged.connect(lambda *_: told.append("cells"))

    model.retranslate()

    assert told == ["headers", "cells"]


def test_an_error_while_rows_are_fetched_is_told_once_and_stops_no_painting() -> None:
    def fail(_numbers: Sequence[int]) -> list[Item]:
        raise OSError(5, "Input/output error")

    told: list[Exception] = []
    model: PagedTableModel[Item] = PagedTableModel(COLUMNS, fail, lambda i: i.number)
    model.failed.connect(told.append)
    model.set_ids(np.arange(3, dtype=np.int64))

    shown = [model.data(model.index(row, 1)) for row in range(3)]

    assert shown == [None, None, None]
    assert [str(error) for error in told] == ["[Errno 5] Input/output error"]
