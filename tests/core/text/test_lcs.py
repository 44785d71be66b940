"""The edit share against the textbook's table, cell by cell."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text import lcs
from simhash_gui.core.text.lcs import edit_share
from tests.helpers.examples import examples

texts = st.lists(st.integers(0, 4), max_size=25)


def array(tokens: object) -> np.ndarray:
    return np.array(list(tokens), np.uint64)


def subsequence_by_table(a: list[int], b: list[int]) -> int:
    table = np.zeros((len(a) + 1, len(b) + 1), int)
    for row, mine in enumerate(a, 1):
        for column, yours in enumerate(b, 1):
            above, left = table[row - 1, column], table[row, column - 1]
            table[row, column] = (
                table[row - 1, column - 1] + 1 if mine == yours else max(above, left)
            )
    return int(table[-1, -1])


@given(texts, texts)
def test_the_share_is_that_of_a_longest_common_subsequence(a: list[int], b: list[int]) -> None:
    total = len(a) + len(b)
    expected = 2 * subsequence_by_table(a, b) / total if total else 1.0
    assert edit_share(array(a), array(b)) == expected


@pytest.mark.parametrize("at_least", [0.0, 0.3, 0.6, 0.9])
def test_texts_of_many_machine_words_are_exact(at_least: float) -> None:
    chance = np.random.default_rng(5)
    a = chance.integers(0, 40, 330)
    b = np.where(chance.random(330) < 0.4, chance.integers(0, 40, 330), a)[:290]
    exact = 2 * subsequence_by_table(a.tolist(), b.tolist()) / 620
    found = edit_share(array(a), array(b), at_least)
    assert found == (exact if exact >= at_least else None)


@examples(60)
@given(texts, texts, st.integers(1, 7))
def test_blocks_of_any_width_give_the_same(a: list[int], b: list[int], width: int) -> None:
    whole = edit_share(array(a), array(b))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_COLUMNS_AT_ONCE", width)
        assert edit_share(array(a), array(b)) == whole


@examples(60)
@given(texts, texts, st.sampled_from([0.2, 0.5, 0.75, 1.0]), st.integers(1, 30))
def test_what_is_below_the_wanted_share_is_reported_as_none(
    a: list[int], b: list[int], at_least: float, width: int
) -> None:
    exact = edit_share(array(a), array(b))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_COLUMNS_AT_ONCE", width)
        bounded = edit_share(array(a), array(b), at_least)
    assert bounded == (exact if exact >= at_least else None)


def test_no_matrix_is_made_when_the_tokens_alone_tell() -> None:
    # given texts with a million cells, of which one token in ten is shared
    a, b = np.arange(1000, dtype=np.uint64), np.arange(900, 1900, dtype=np.uint64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_COLUMNS_AT_ONCE", 500)
        patch.delattr(lcs, "_matrix")
        assert edit_share(a, b, 0.5) is None


def test_equal_ends_need_no_matrix() -> None:
    a = np.arange(100_000, dtype=np.uint64)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(lcs, "_matrix")
        assert edit_share(a, np.delete(a, slice(40_000, 60_000))) == 160_000 / 180_000


def test_a_hopeless_pair_is_given_up_half_way() -> None:
    # given the same tokens backwards: one of them can stay, which the first of three blocks tells
    a, blocks = np.arange(20_000, dtype=np.uint64), []
    with pytest.MonkeyPatch.context() as patch:
        block = lcs._block
        patch.setattr(lcs, "_block", lambda *given: blocks.append(given) or block(*given))
        assert edit_share(a, a[::-1], 0.65) is None
    assert len(blocks) == 1


def test_the_share_does_not_depend_on_the_order_of_the_texts() -> None:
    chance = np.random.default_rng(2)
    a, b = (
        chance.integers(0, 50, 700).astype(np.uint64),
        chance.integers(0, 50, 500).astype(np.uint64),
    )
    assert edit_share(a, b) == edit_share(b, a)


def test_texts_longer_than_a_block_are_exact() -> None:
    # given 20,000 tokens, and the same with every tenth left out and a foreign one at each end
    a = np.arange(20_000, dtype=np.uint64)
    kept = a[a % 10 > 0]
    b = np.concatenate((array([90_001]), kept, array([90_002])))
    assert edit_share(a[::-1][::-1], b) == 2 * 18_000 / (20_000 + 18_002)


def test_tokens_that_python_hashes_alike_are_different() -> None:
    # given hashes beyond what an int of Python hashes to itself
    period = sys.hash_info.modulus
    a, b = array([5, 6, 7]), array([5 + period, 6 + 2 * period, 7 + period])
    assert [hash(int(each)) for each in a] == [hash(int(each)) for each in b]
    assert edit_share(a, b) == 0.0
    assert edit_share(b, b[1:]) == 0.8


def test_empty_texts_are_equal_and_an_empty_one_shares_nothing() -> None:
    assert edit_share(array([]), array([])) == 1.0
    assert edit_share(array([]), array([1])) == 0.0


@given(texts, texts, st.integers(0, 200))
def test_what_would_take_too_large_a_matrix_is_not_measured(
    a: list[int], b: list[int], most: int
) -> None:
    bounded = edit_share(array(a), array(b), most_cells=most)
    exact = edit_share(array(a), array(b))
    assert bounded in (exact, None)
    if len(a) * len(b) <= most:
        assert bounded == exact


def test_only_what_differs_counts_for_the_size_of_the_matrix() -> None:
    # given long texts, the second with thirty tokens the other way round
    a = np.arange(100_000, dtype=np.uint64)
    b = a.copy()
    b[50_000:50_030] = a[50_000:50_030][::-1]
    assert edit_share(a, b, most_cells=1000) == (100_000 - 29) / 100_000
    assert edit_share(a, a[::-1], most_cells=1000) is None
