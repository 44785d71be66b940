"""Distances of two, of one with many and of many with many are the bits that differ."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.hamming import (
    MAX_DISTANCE,
    DistanceTile,
    InvalidDistanceError,
    InvalidWordsError,
    as_lanes,
    distance,
    distance_matrix,
    distances,
    require_distance,
)
from simhash_gui.core.types import Words
from tests.core.made_words import Kind, made, word_lists, words
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


@given(word_lists(12), word_lists(12))
def test_the_matrix_has_the_distance_of_each_with_each(some: Words, others: Words) -> None:
    found = distance_matrix(some, others)
    assert found.shape == (len(some), len(others))
    assert found.tolist() == [[hamming(a, b) for b in others.tolist()] for a in some.tolist()]


def test_the_matrix_counts_the_rests_of_wide_fingerprints() -> None:
    found = distance_matrix(words(0, 1), words(1), a_rests=words(7, 7), b_rests=words(0))
    assert found.tolist() == [[4], [3]]


def test_a_matrix_of_many_rows_is_made_in_tiles_without_a_seam() -> None:
    some, others = made(Kind.UNIFORM, 40), made(Kind.UNIFORM, 5000, seed=1)
    found = distance_matrix(some, others)
    assert all((found[i] == distances(int(some[i]), others)).all() for i in range(40))


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
