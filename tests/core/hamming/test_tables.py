"""Any k differing bits leave the key of some table untouched, and bits are dealt fairly to keys."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.tables import (
    MAX_TABLES,
    Cover,
    Group,
    balanced_layout,
    bit_worths,
    covers,
    fewest_in,
    index_bits,
    one_part_each,
    some_parts_each,
    table_keys,
    untouched,
)
from simhash_gui.core.types import Words
from tests.core.made_words import Kind, made, word_lists, words
from tests.helpers.examples import examples

EVERY_BIT = 2**64 - 1
HALVES = one_part_each(1, 2).tables()


def has_untouched_table(cover: Cover, points: tuple[int, ...]) -> bool:
    """Say whether some table has none of these points in its key."""
    return any(not row[list(points)].any() for row in cover.tables())


@pytest.mark.parametrize("k", [1, 2, 3])
def test_any_k_points_leave_a_table_untouched(k: int) -> None:
    for cover in covers(k):
        every = range(cover.tables().shape[1])
        assert all(has_untouched_table(cover, points) for points in combinations(every, k))


@examples(100)
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


def test_a_bit_is_worth_one_when_even_and_nothing_when_constant() -> None:
    worths = bit_worths((words(0b01, 0b11, 0b01, 0b11),))
    assert worths.shape == (1, 64)
    assert worths[0, :3].tolist() == [0.0, 1.0, 0.0]


def test_a_bit_set_in_a_quarter_is_worth_what_two_random_ones_agree_by() -> None:
    worth = bit_worths((words(1, 0, 0, 0),))[0, 0]
    assert worth == pytest.approx(-np.log2(10 / 16))


@given(word_lists().filter(len), st.integers(1, 9))
def test_every_bit_goes_into_one_part(some: Words, part_count: int) -> None:
    tables = one_part_each(part_count - 1, part_count).tables()
    masks = balanced_layout(bit_worths((some,)), tables).key_masks
    assert masks.shape == (part_count, 1)
    assert int(np.bitwise_or.reduce(masks[:, 0])) == EVERY_BIT
    assert sum(int(mask).bit_count() for mask in masks[:, 0]) == 64


def test_keys_of_biased_bits_are_about_equally_worth() -> None:
    worths = bit_worths((made(Kind.SKEWED, 2000),))
    shares = balanced_layout(worths, one_part_each(3, 4).tables()).meeting_shares
    assert np.log2(shares).max() - np.log2(shares).min() < 0.5


def test_the_halves_of_a_plane_share_all_bits_evenly() -> None:
    even = bit_worths((words(0, EVERY_BIT),))
    layout = balanced_layout(even, one_part_each(3, 1).tables())
    assert [int(mask).bit_count() for mask in layout.key_masks[:, 0]] == [32] * 14
    assert layout.meeting_shares.tolist() == [2**-32] * 14


def test_bits_of_both_lanes_make_keys() -> None:
    even = bit_worths((words(0, EVERY_BIT), words(EVERY_BIT, 0)))
    masks = balanced_layout(even, HALVES).key_masks
    assert masks.shape == (2, 2)
    assert np.bitwise_count(masks).sum(axis=1).tolist() == [64, 64]
    assert np.bitwise_or.reduce(masks).tolist() == [EVERY_BIT, EVERY_BIT]


def test_fingerprints_that_are_all_equal_still_have_a_layout() -> None:
    layout = balanced_layout(bit_worths((words(3), words(5))), HALVES)
    assert layout.meeting_shares.tolist() == [1, 1]


def test_equal_keys_stand_together_and_are_followed_by_their_index() -> None:
    some = words(0x12_0034, 0x99_0034, 0x12_0035)
    keys = table_keys((some,), words(0xFFFF), 2)
    assert (keys & np.uint64(0b11)).tolist() == [0, 1, 2]
    assert keys[0] >> np.uint64(2) == keys[1] >> np.uint64(2)
    assert keys[0] >> np.uint64(2) != keys[2] >> np.uint64(2)


def test_an_empty_key_puts_all_into_one_bucket() -> None:
    assert table_keys((words(7, 8, 9),), words(0), 2).tolist() == [0, 1, 2]


def test_bits_of_either_lane_tell_apart() -> None:
    lanes = words(1, 1, 2, 1), words(1, 2, 1, 1 << 63 | 1)
    keys = table_keys(lanes, words(0xFF, 0xFF), 2) >> np.uint64(2)
    assert keys[0] == keys[3]
    assert len(set(keys.tolist())) == 3


@given(st.integers(0, 50_000))
def test_many_keys_are_equal_where_the_masked_bits_are(count: int) -> None:
    lanes = made(Kind.NARROW, count), made(Kind.NARROW, count, seed=1)
    keys = table_keys(lanes, words(0b101, 0b11), 16) >> np.uint64(16)
    masked = (lanes[0] & np.uint64(0b101)) << np.uint64(8) | lanes[1] & np.uint64(0b11)
    assert len(np.unique(keys)) == len(np.unique(masked))
    assert len(np.unique(np.stack((keys, masked)), axis=1).T) == len(np.unique(masked))


@pytest.mark.parametrize("cover", [*covers(3), *covers(6), some_parts_each(2, 4, 2)])
def test_the_first_untouched_table_reports_a_pair(cover: Cover) -> None:
    worths = bit_worths((made(Kind.SKEWED, 999),))
    masks = balanced_layout(worths, cover.tables()).key_masks
    differences = words(*(1 << bit | 1 << bit // 2 for bit in range(64)))
    first = [np.flatnonzero(masks[:, 0] & value == 0)[0] for value in differences]

    found = [untouched(masks).first_is(table, (differences,)) for table in range(len(masks))]

    assert np.argmax(found, axis=0).tolist() == first
    assert np.sum(found, axis=0).tolist() == [1] * 64


def test_differing_bits_of_either_lane_touch_a_key() -> None:
    tables = untouched(np.array([[1, 1], [0, 1], [2, 0]], np.uint64))
    differences = words(1, 0, 0, 2), words(0, 1, 1 << 63, 1)
    assert [tables.first_is(table, differences).tolist() for table in range(3)] == [
        [False, False, True, False],
        [True, False, False, False],
        [False, True, False, False],
    ]


@pytest.mark.parametrize(("count", "bits"), [(0, 1), (1, 1), (2, 1), (3, 2), (256, 8), (257, 9)])
def test_indexes_get_as_many_bits_as_they_need(count: int, bits: int) -> None:
    assert index_bits(count) == bits
