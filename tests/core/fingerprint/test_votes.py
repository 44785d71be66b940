"""Votes are merged exactly and reduced by sign, whatever the width."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import TieRule
from simhash_gui.core.fingerprint.votes import (
    bit_matrix,
    merge,
    merge_each,
    pack_words,
    reduce,
    sign_bits,
)
from tests.oracles import simhash

ONE_LANE = np.array([[0b100101], [0b101011]], np.uint64)


@st.composite
def votes(draw: st.DrawFn) -> tuple[int, list[tuple[int, float]]]:
    width = draw(st.integers(6, 128))
    hashed = st.integers(0, (1 << width) - 1)
    weight = st.integers(0, 2**30).map(lambda steps: steps / 2**24)
    return width, draw(st.lists(st.tuples(hashed, weight), max_size=20))


def lanes_of(values: list[int], width: int) -> np.ndarray:
    rest_bits = max(width - 64, 0)
    rows = [(value >> rest_bits, value & ((1 << rest_bits) - 1)) for value in values]
    return np.array(rows, np.uint64).reshape(-1, 2)[:, : 2 if rest_bits else 1]


def test_the_hand_worked_sums() -> None:
    sums = merge(ONE_LANE, np.array([4.0, 5.0]), 6)
    assert sums[::-1].tolist() == [9, -9, 1, -1, 1, 9]
    assert reduce(sums, TieRule.ZERO) == 0b101011


def test_a_sum_of_exactly_zero_goes_by_the_tie_rule() -> None:
    sums = np.array([0.0, -1.0, 2.0, 0.0, -0.0, -5.0])
    assert reduce(sums, TieRule.ZERO) == 0b000100
    assert reduce(sums, TieRule.ONE) == 0b011101


def test_sign_bits_keep_the_shape() -> None:
    sums = np.array([[1.0, 0.0], [-1.0, 3.0]])
    assert sign_bits(sums, TieRule.ZERO).tolist() == [[1, 0], [0, 1]]
    assert sign_bits(sums, TieRule.ONE).tolist() == [[1, 1], [0, 1]]


def test_bits_count_from_the_least_significant_one() -> None:
    assert bit_matrix(ONE_LANE, 6).tolist() == [[1, 0, 1, 0, 0, 1], [1, 1, 0, 1, 0, 1]]


def test_no_votes_sum_to_zero_everywhere() -> None:
    assert merge(np.empty((0, 2), np.uint64), np.empty(0), 128).tolist() == [0.0] * 128


@given(votes())
def test_merge_and_reduce_equal_counting_vote_by_vote(
    case: tuple[int, list[tuple[int, float]]],
) -> None:
    width, cast = case
    weights = np.array([weight for _, weight in cast])
    sums = merge(lanes_of([hashed for hashed, _ in cast], width), weights, width)
    assert reduce(sums, TieRule.ZERO) == simhash(cast, width)
    assert reduce(sums, TieRule.ONE) == simhash(cast, width, tie=1)


def test_the_order_of_the_votes_does_not_matter_to_the_last_bit() -> None:
    rng = np.random.default_rng(3)
    hashes = rng.integers(0, 2**64, (20_000, 1), np.uint64)
    weights = np.rint(rng.random(20_000) * 2**28) / 2**24
    order = rng.permutation(20_000)
    once = merge(hashes, weights, 64)
    again = merge(hashes[order], weights[order], 64)
    assert once.tolist() == again.tolist()


def test_documents_laid_end_to_end_have_the_sums_that_each_has_alone() -> None:
    rng = np.random.default_rng(4)
    bounds = np.array([0, 300, 300, 301, 2000])
    hashes = rng.integers(0, 2**64, 2000, np.uint64)
    weights = np.rint(rng.random(2000) * 2**28) / 2**24
    alone = [merge(hashes[a:b, np.newaxis], weights[a:b], 64).tolist() for a, b in pairwise(bounds)]
    assert merge_each(hashes, weights, bounds).tolist() == alone


def test_no_documents_have_no_sums() -> None:
    nothing = merge_each(np.empty(0, np.uint64), np.empty(0), np.zeros(1, np.int64))
    assert nothing.shape == (0, 64)


def test_more_votes_than_are_done_at_once_are_all_counted() -> None:
    hashes = np.full((30_000, 1), 0b1, np.uint64)
    assert merge(hashes, np.full(30_000, 0.5), 6).tolist() == [15_000.0] + [-15_000.0] * 5


@pytest.mark.parametrize(
    ("width", "value", "word", "rest"),
    [
        (6, 0b101011, 0b101011, 0),
        (64, 2**64 - 1, 2**64 - 1, 0),
        (65, 1 << 64 | 1, 1 << 63, 1),
        (128, 5 << 64 | 7, 5, 7),
    ],
)
def test_bits_are_packed_into_word_and_rest(width: int, value: int, word: int, rest: int) -> None:
    bits = np.array([[value >> bit & 1 for bit in range(width)]], np.uint8)
    words, rests = pack_words(bits)
    assert (words.tolist(), rests.tolist()) == ([word], [rest])
    assert (words.dtype, rests.dtype) == (np.uint64, np.uint64)


def test_no_rows_of_bits_are_no_words() -> None:
    words, rests = pack_words(np.empty((0, 64), np.uint8))
    assert (len(words), len(rests)) == (0, 0)
