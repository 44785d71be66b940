"""Lists of unequal length are walked in order, in pieces that are never too large."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.ragged import ragged_rows

COUNTS = st.lists(st.integers(0, 7), max_size=12)


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
