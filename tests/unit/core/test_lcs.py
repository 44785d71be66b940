"""The edit share against the textbook's table, cell by cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core import lcs
from simhash_gui.core.lcs import TokenBag, edit_share, most_in_common

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


@settings(max_examples=60)
@given(texts, texts, st.integers(1, 7))
def test_blocks_of_any_width_give_the_same(a: list[int], b: list[int], width: int) -> None:
    whole = edit_share(array(a), array(b))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lcs, "_COLUMNS_AT_ONCE", width)
        assert edit_share(array(a), array(b)) == whole


@settings(max_examples=60)
@given(texts, texts, st.sampled_from([0.2, 0.5, 0.75, 1.0]), st.integers(1, 30))
def test_what_is_below_the_wanted_share_is_told_as_none(
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


def test_empty_texts_are_equal_and_an_empty_one_shares_nothing() -> None:
    assert edit_share(array([]), array([])) == 1.0
    assert edit_share(array([]), array([1])) == 0.0


def test_tokens_in_common_are_counted_as_often_as_both_have_them() -> None:
    a, b = TokenBag.of(array([1, 1, 1, 2, 3])), TokenBag.of(array([3, 1, 9, 1, 7, 8]))
    assert most_in_common(a, b) == most_in_common(b, a) == 3


def test_an_empty_text_has_no_token_in_common() -> None:
    assert most_in_common(TokenBag.of(array([])), TokenBag.of(array([1]))) == 0


@given(st.lists(st.integers(0, 5), max_size=20), st.lists(st.integers(0, 5), max_size=20))
def test_no_common_subsequence_is_longer_than_what_is_in_common(a: list[int], b: list[int]) -> None:
    most = most_in_common(TokenBag.of(array(a)), TokenBag.of(array(b)))
    share = edit_share(array(a), array(b))
    assert share is not None
    assert share * (len(a) + len(b)) <= 2 * most + 1e-9 or not (a or b)
