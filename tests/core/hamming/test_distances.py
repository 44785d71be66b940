"""Distances are the bits that differ, and block keys within the radii miss nothing within k."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.distances import (
    MAX_DISTANCE,
    DistanceTile,
    InvalidDistanceError,
    InvalidWordsError,
    as_lanes,
    block_key_columns,
    block_radii,
    distance,
    distances,
    neighbour_count,
    neighbour_masks,
    pair_distances,
    require_distance,
)
from simhash_gui.core.types import Words, block_keys
from tests.core.made_words import word_lists, words
from tests.oracles import hamming

WIDE = st.integers(0, 2**128 - 1)


def test_the_hand_worked_fingerprints_are_two_apart() -> None:
    assert distance(0b1011101, 0b1001001) == 2


@given(WIDE, WIDE)
def test_the_distance_counts_differing_bits_of_any_width(a: int, b: int) -> None:
    assert distance(a, b) == hamming(a, b)


@given(WIDE, word_lists(20), word_lists(20))
def test_one_is_compared_with_many(value: int, some: Words, others: Words) -> None:
    n = min(len(some), len(others))
    found = distances(value >> 64, some[:n], rest=value & 2**64 - 1, rests=others[:n])
    expected = [hamming(value, int(some[i]) << 64 | int(others[i])) for i in range(n)]
    assert found.tolist() == expected
    assert found.dtype == np.uint8


@given(word_lists(20))
def test_pairs_of_positions_are_compared(some: Words) -> None:
    places = np.arange(len(some))
    rests = some[::-1].copy()
    found = pair_distances((some, rests), places, places[::-1])
    values = [int(word) << 64 | int(rest) for word, rest in zip(some, rests, strict=True)]
    assert found.tolist() == [hamming(a, b) for a, b in zip(values, values[::-1], strict=True)]


def test_a_tile_is_filled_again_for_every_call() -> None:
    tile = DistanceTile(6)
    first = tile.between((words(0, 1)[:, None],), (words(0, 1, 3),), 2, 3).tolist()
    second = tile.between((words(7),), (words(0),), 1, 1).tolist()
    assert (first, second) == ([[0, 1, 2], [1, 0, 1]], [[3]])


@pytest.mark.parametrize("k", [0, 3, MAX_DISTANCE])
def test_distances_up_to_half_of_64_bits_can_be_searched(k: int) -> None:
    require_distance(k)


@pytest.mark.parametrize("k", [-1, MAX_DISTANCE + 1])
def test_other_distances_are_refused(k: int) -> None:
    with pytest.raises(InvalidDistanceError, match=f"distance {k} is not within 0 to 32"):
        require_distance(k)


def test_words_and_rests_become_lanes_without_a_copy() -> None:
    word, rest = words(1, 2), words(3, 4)
    lanes = as_lanes(word, rest)
    assert lanes[0] is word
    assert lanes[1] is rest
    assert len(as_lanes(word)) == 1


@pytest.mark.parametrize(
    "bad", [np.array([1, -1]), np.array([[1]], np.uint64), np.array([1.5]), np.array(1, np.uint64)]
)
def test_arrays_of_another_type_or_shape_are_refused(bad: Words) -> None:
    with pytest.raises(InvalidWordsError, match="uint64 of shape"):
        as_lanes(bad)


def test_rests_of_another_length_are_refused() -> None:
    with pytest.raises(InvalidWordsError, match="2 words do not go with 1 rests"):
        as_lanes(words(1, 2), words(1))


@given(word_lists())
def test_columns_hold_the_keys_of_every_word(some: Words) -> None:
    columns = block_key_columns(some)
    assert columns.shape == (4, len(some))
    assert columns.dtype == np.uint16
    assert [tuple(keys) for keys in columns.T.tolist()] == [block_keys(w) for w in some.tolist()]


@pytest.mark.parametrize(
    ("k", "radii"),
    [
        (0, (0, -1, -1, -1)),
        (2, (0, 0, 0, -1)),
        (3, (0, 0, 0, 0)),
        (4, (1, 0, 0, 0)),
        (6, (1, 1, 1, 0)),
        (12, (3, 2, 2, 2)),
        (32, (8, 7, 7, 7)),
    ],
)
def test_radii_are_no_larger_than_they_must_be(k: int, radii: tuple[int, ...]) -> None:
    assert block_radii(k) == radii


@pytest.mark.parametrize("k", range(8))
def test_no_spread_of_k_bits_over_four_blocks_escapes_the_radii(k: int) -> None:
    radii = block_radii(k)
    spreads = (spread for spread in product(range(k + 1), repeat=4) if sum(spread) <= k)
    assert all(
        any(bits <= radius for bits, radius in zip(spread, radii, strict=True))
        for spread in spreads
    )


@pytest.mark.parametrize("k", [-1, 33])
def test_radii_of_other_distances_are_refused(k: int) -> None:
    with pytest.raises(InvalidDistanceError):
        block_radii(k)


@pytest.mark.parametrize(("radius", "count"), [(-1, 0), (0, 1), (1, 17), (2, 137), (16, 65536)])
def test_neighbours_are_counted(radius: int, count: int) -> None:
    assert neighbour_count(radius) == count
    assert len(neighbour_masks(radius)) == count


@pytest.mark.parametrize("radius", range(5))
def test_masks_are_all_values_of_so_many_bits_the_fewest_first(radius: int) -> None:
    expected = [value for value in range(1 << 16) if value.bit_count() <= radius]
    expected.sort(key=lambda value: (value.bit_count(), value))
    assert neighbour_masks(radius).tolist() == expected


def test_the_shared_masks_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        neighbour_masks(1)[0] = 1
