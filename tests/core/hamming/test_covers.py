"""Any k differing bits leave the key of some table of a cover untouched."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.hamming.covers import (
    MAX_TABLES,
    Cover,
    Group,
    covers,
    fewest_in,
    one_part_each,
    some_parts_each,
)


def has_untouched_table(cover: Cover, points: tuple[int, ...]) -> bool:
    """Say whether some table has none of these points in its key."""
    return any(not row[list(points)].any() for row in cover.tables())


@pytest.mark.parametrize("k", [1, 2, 3])
def test_any_k_points_leave_a_table_untouched(k: int) -> None:
    for cover in covers(k):
        every = range(cover.tables().shape[1])
        assert all(has_untouched_table(cover, points) for points in combinations(every, k))


@settings(max_examples=100)
@given(st.data())
def test_many_points_leave_a_table_untouched_too(data: st.DataObject) -> None:
    k = data.draw(st.integers(4, 32))
    cover = data.draw(st.sampled_from(covers(k)))
    every = st.integers(0, cover.tables().shape[1] - 1)
    points = data.draw(st.lists(every, min_size=k, max_size=k))
    assert has_untouched_table(cover, tuple(points))


@pytest.mark.parametrize("k", [1, 3, 6, 12, 20, 32])
def test_covers_have_more_and_more_tables_with_longer_keys_up_to_a_limit(k: int) -> None:
    counts = [cover.table_count for cover in covers(k)]
    shares = [cover.key_share for cover in covers(k)]
    assert counts == sorted(set(counts))
    assert shares == sorted(set(shares))
    assert counts[-1] <= MAX_TABLES
    assert [len(cover.tables()) for cover in covers(k)] == counts


def test_three_is_covered_by_four_quarters_or_fourteen_halves() -> None:
    first, last = covers(3)[0], covers(3)[-1]
    assert (first.table_count, first.key_share) == (4, 0.25)
    assert first.tables().sum(axis=1).tolist() == [1, 1, 1, 1]
    assert (last.table_count, last.key_share) == (14, 0.5)
    assert last.tables().shape == (14, 8)
    assert last.tables().sum(axis=1).tolist() == [4] * 14


def test_six_is_covered_by_126_halves() -> None:
    cover = one_part_each(6, 1)
    assert cover == Cover(1, (Group((0,), 6),))
    assert cover.table_count == 126
    assert set(cover.tables().sum(axis=1).tolist()) == {32}


def test_twelve_bits_in_two_parts_are_at_most_six_in_one_or_five_in_the_other() -> None:
    cover = one_part_each(12, 2)
    assert [group.radius for group in cover.groups] == [6, 5]
    assert cover.table_count == 126 + 62
    assert cover.key_share == 0.25


def test_a_part_without_differing_bits_is_a_key_as_a_whole() -> None:
    assert one_part_each(1, 2).tables().tolist() == [[True, False], [False, True]]
    assert one_part_each(2, 2).tables().astype(int).tolist() == [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 1],
    ]


def test_two_of_five_parts_are_free_of_three_bits() -> None:
    cover = some_parts_each(3, 5, 2)
    assert cover.key_share == 0.4
    assert cover.tables().shape == (10, 5)
    assert set(cover.tables().sum(axis=1).tolist()) == {2}


def test_some_parts_may_be_halved_together() -> None:
    cover = some_parts_each(6, 4, 3)
    assert {group.radius for group in cover.groups} == {4}
    assert cover.table_count == 4 * 30
    assert cover.key_share == 0.375


@pytest.mark.parametrize(("k", "parts", "chosen"), [(6, 4, 3), (3, 5, 2), (7, 3, 1), (5, 3, 2)])
def test_the_emptiest_parts_hold_most_when_bits_are_spread_evenly(
    k: int, parts: int, chosen: int
) -> None:
    spreads = [held for held in np.ndindex(*[k + 1] * parts) if sum(held) == k]
    assert fewest_in(k, parts, chosen) == max(sum(sorted(held)[:chosen]) for held in spreads)
