"""Lists of unequal length are walked in order, in pieces that are never too large."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.ragged import (
    bounds_of,
    changes_in_each,
    chosen_of_each,
    ragged_rows,
    runs_within,
    sort_each,
)

COUNTS = st.lists(st.integers(0, 7), max_size=12)
LISTS = st.lists(st.lists(st.integers(0, 4), max_size=7), max_size=6)


def laid_out(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    flat = np.array([value for own in lists for value in own], np.int64)
    return flat, bounds_of(np.array(list(map(len, lists)), np.int64))


def taken_apart(values: np.ndarray, bounds: np.ndarray) -> list[list[int]]:
    return [values[a:b].tolist() for a, b in pairwise(bounds)]


@given(COUNTS, st.integers(1, 9))
def test_every_row_of_every_owner_comes_once_and_in_order(counts: list[int], limit: int) -> None:
    pieces = list(ragged_rows(np.array(counts, np.int64), limit))
    rows = [
        row
        for owners, places in pieces
        for row in zip(owners.tolist(), places.tolist(), strict=True)
    ]
    assert rows == [(owner, place) for owner, count in enumerate(counts) for place in range(count)]
    assert all(0 < len(owners) <= limit for owners, _ in pieces)


def test_one_long_list_is_cut() -> None:
    pieces = list(ragged_rows(np.array([0, 5], np.int64), 2))
    assert [places.tolist() for _, places in pieces] == [[0, 1], [2, 3], [4]]


@given(LISTS)
def test_bounds_say_where_each_list_is(lists: list[list[int]]) -> None:
    assert taken_apart(*laid_out(lists)) == lists


@given(LISTS, st.integers(1, 5))
def test_runs_lie_within_one_list(lists: list[list[int]], size: int) -> None:
    flat, bounds = laid_out(lists)
    begins, own_bounds = runs_within(bounds, size)
    runs = [[own[at : at + size] for at in range(len(own) - size + 1)] for own in lists]
    assert [flat[at : at + size].tolist() for at in begins] == [run for own in runs for run in own]
    assert np.diff(own_bounds).tolist() == list(map(len, runs))


@given(LISTS)
def test_each_list_is_sorted_by_itself(lists: list[list[int]]) -> None:
    flat, bounds = laid_out(lists)
    sort_each(flat, bounds)
    assert taken_apart(flat, bounds) == [sorted(own) for own in lists]


@given(LISTS)
def test_the_changes_of_ascending_lists_are_their_distinct_values(lists: list[list[int]]) -> None:
    flat, bounds = laid_out([sorted(own) for own in lists])
    distinct = chosen_of_each(flat, bounds, changes_in_each(flat, bounds))
    assert taken_apart(*distinct) == [sorted(set(own)) for own in lists]
