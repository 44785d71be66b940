"""Common passages: of made documents, and what holds for all documents."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.passages import (
    InvalidThresholdError,
    Passages,
    PassageThresholds,
    common_passages,
    least_matched,
    passages_and_runs,
    with_short_runs,
)
from simhash_gui.core.text.shingles import ShingleSizeError, shingles_of
from simhash_gui.core.text.spans import covered_tokens
from tests.helpers.examples import examples

Row = tuple[int, int, int, int, int]
SMALL = PassageThresholds(gap_tokens=3, least_tokens=3, near_tokens=5)


def fresh(seed: int, count: int) -> np.ndarray:
    """So many tokens that stand nowhere else."""
    return np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)


def rows(passages: Passages) -> list[Row]:
    columns = (
        passages.a_start,
        passages.a_end,
        passages.b_start,
        passages.b_end,
        passages.matched,
    )
    return list(zip(*(column.tolist() for column in columns), strict=True))


def passages_of(
    a: np.ndarray, b: np.ndarray, thresholds: PassageThresholds | None = None
) -> list[Row]:
    return rows(common_passages(shingles_of(a), shingles_of(b), thresholds or PassageThresholds()))


def joined(*parts: np.ndarray) -> np.ndarray:
    return np.concatenate(parts)


def test_a_copied_part_is_found_where_it_stands() -> None:
    copied = fresh(0, 50)
    a, b = joined(fresh(1, 200), copied, fresh(2, 30)), joined(copied, fresh(3, 500))
    assert passages_of(a, b) == [(200, 250, 0, 50, 50)]


def test_parts_in_another_order_are_found_as_moved() -> None:
    first, second, third = fresh(1, 40), fresh(2, 50), fresh(3, 60)
    found = passages_of(joined(first, second, third), joined(third, first, second))
    assert found == [(0, 90, 60, 150, 90), (90, 150, 0, 60, 60)]


def test_a_lightly_edited_part_is_one_passage() -> None:
    # given a copy in which every tenth token is another one
    a = fresh(1, 200)
    b = a.copy()
    b[5::10] = fresh(2, 20)
    assert passages_of(a, b) == [(0, 200, 0, 200, 180)]


def test_tokens_left_out_and_put_in_do_not_end_a_passage() -> None:
    a = fresh(1, 100)
    b = joined(a[:30], a[33:60], fresh(2, 4), a[60:])
    assert passages_of(a, b) == [(0, 100, 0, 101, 97)]


def test_a_gap_longer_than_allowed_divides() -> None:
    a = fresh(1, 100)
    b = joined(a[:50], fresh(2, 30), a[50:])
    assert len(passages_of(a, b)) == 2
    assert len(passages_of(a, b, PassageThresholds(gap_tokens=30))) == 1


def test_a_part_that_stands_twice_is_found_twice() -> None:
    part = fresh(0, 60)
    a, b = joined(fresh(1, 50), part), joined(part, fresh(2, 70), part)
    assert passages_of(a, b) == [(50, 110, 0, 60, 60), (50, 110, 130, 190, 60)]


def test_the_small_pieces_of_a_shuffled_part_are_found_together() -> None:
    # given a copied sentence, then twenty pieces in another order, in documents of 2,000 tokens
    sentence, pieces = fresh(6, 40), fresh(0, 200).reshape(20, 10)
    shuffled = pieces[np.random.default_rng(9).permutation(20)]
    a = joined(fresh(1, 900), sentence, pieces.ravel(), fresh(2, 900))
    b = joined(fresh(3, 1680), sentence, shuffled.ravel(), fresh(5, 80))
    # when the gaps that are allowed are shorter than the pieces
    found = common_passages(shingles_of(a), shingles_of(b), PassageThresholds(gap_tokens=8))
    # then all are found, and nothing else
    covered = covered_tokens(found.b_start, found.b_end, len(b))
    assert np.flatnonzero(covered).tolist() == list(range(1680, 1920))


def test_what_is_no_longer_than_chance_is_no_passage() -> None:
    part = fresh(0, 10)
    a, b = joined(fresh(1, 3000), part), joined(part, fresh(2, 3000))
    assert passages_of(a, b) == []


def test_a_document_in_itself_is_one_passage() -> None:
    text = fresh(1, 300)
    assert passages_of(text, text) == [(0, 300, 0, 300, 300)]


def test_empty_documents_have_no_passage() -> None:
    empty = np.empty(0, np.uint64)
    assert passages_of(empty, empty) == passages_of(empty, fresh(1, 30)) == []


def test_shingles_of_two_sizes_are_refused() -> None:
    text = fresh(1, 20)
    with pytest.raises(ShingleSizeError):
        common_passages(shingles_of(text, 3), shingles_of(text, 4))


texts = st.lists(st.integers(0, 4), max_size=40)


def shingled(tokens: list[int]) -> object:
    return shingles_of(np.array(tokens, np.uint64), 2)


@given(texts, texts)
def test_it_does_not_matter_which_document_comes_first(a: list[int], b: list[int]) -> None:
    forward = common_passages(shingled(a), shingled(b), SMALL)
    backward = common_passages(shingled(b), shingled(a), SMALL)
    assert len(forward) == len(backward)
    assert rows(forward) == rows(backward.swapped())
    mirrored = [(b0, b1, a0, a1, n) for a0, a1, b0, b1, n in rows(forward)]
    assert sorted(mirrored) == sorted(rows(backward))


@given(texts, texts)
def test_as_many_tokens_are_equal_as_a_passage_says(a: list[int], b: list[int]) -> None:
    for a_start, a_end, b_start, b_end, matched in rows(
        common_passages(shingled(a), shingled(b), SMALL)
    ):
        assert 0 <= a_start < a_end <= len(a)
        assert 0 <= b_start < b_end <= len(b)
        assert a[a_start] == b[b_start]
        assert a[a_end - 1] == b[b_end - 1]
        assert 3 <= matched <= common_in_order(a[a_start:a_end], b[b_start:b_end])


def common_in_order(a: list[int], b: list[int]) -> int:
    """The length of a longest common subsequence, row by row."""
    row = [0] * (len(b) + 1)
    for token in a:
        above = row.copy()
        for column, other in enumerate(b, 1):
            row[column] = max(row[column - 1], above[column], above[column - 1] + (token == other))
    return row[-1]


@given(texts, texts)
def test_no_two_passages_overlap_in_both_documents(a: list[int], b: list[int]) -> None:
    found = rows(common_passages(shingled(a), shingled(b), SMALL))
    for number, (a_start, a_end, b_start, b_end, _) in enumerate(found):
        for other in found[:number]:
            apart_in_a = a_end <= other[0] or other[1] <= a_start
            apart_in_b = b_end <= other[2] or other[3] <= b_start
            assert apart_in_a or apart_in_b


@examples(40)
@given(st.data())
def test_a_long_copy_in_fresh_text_is_covered_whole_and_nothing_else(data: st.DataObject) -> None:
    length, before = data.draw(st.integers(20, 90)), data.draw(st.integers(0, 90))
    copied = fresh(data.draw(st.integers(0, 99)), length)
    a = joined(fresh(101, before), copied, fresh(102, 50))
    b = joined(fresh(103, 77), copied)
    assert passages_of(a, b) == [(before, before + length, 77, 77 + length, length)]


FEW = np.random.default_rng(8).integers(0, 2, 40_000).astype(np.uint64)
MANY = fresh(8, 100_000)


@pytest.mark.parametrize(
    ("a", "b", "covered"),
    [
        pytest.param(MANY, MANY.copy(), 1.0, id="equal"),
        pytest.param(np.full(100_000, 7, np.uint64), np.full(50_000, 7, np.uint64), 0.99, id="one"),
        pytest.param(np.tile(MANY[:17], 5000), np.tile(MANY[:17], 4000), 1.0, id="periodic"),
        pytest.param(MANY, MANY.reshape(-1, 100)[::-1].ravel(), 1.0, id="shuffled"),
        pytest.param(
            np.tile(np.append(MANY[:40], MANY[90:99]), 2000),
            np.tile(np.append(MANY[:40], MANY[50:59]), 1500),
            0.8,
            id="boilerplate",
        ),
        pytest.param(FEW, FEW[::-1], 0.2, id="two tokens in any order"),
    ],
)
def test_no_text_makes_it_slow(a: np.ndarray, b: np.ndarray, covered: float) -> None:
    found = common_passages(shingles_of(a), shingles_of(b))
    assert covered_tokens(found.a_start, found.a_end, len(a)).mean() >= covered


@pytest.mark.parametrize(
    ("a_tokens", "b_tokens", "least"),
    [(10, 10, 6), (200, 500, 9), (3000, 3000, 13), (100_000, 100_000, 20)],
)
def test_longer_documents_need_longer_passages(a_tokens: int, b_tokens: int, least: int) -> None:
    assert least_matched(a_tokens, b_tokens, PassageThresholds()) == least


def test_a_user_can_ask_for_longer_passages_only() -> None:
    assert least_matched(3000, 3000, PassageThresholds(least_tokens=40)) == 40


def test_a_passage_has_at_least_one_token() -> None:
    assert least_matched(0, 0, PassageThresholds(least_tokens=0)) == 1


@pytest.mark.parametrize("name", ["gap_tokens", "least_tokens", "near_tokens"])
def test_no_number_of_tokens_is_below_zero(name: str) -> None:
    with pytest.raises(InvalidThresholdError, match=f"{name} is at least 0, not -1"):
        PassageThresholds(**{name: -1})


def test_equal_runs_of_a_passage_hold_what_both_texts_have() -> None:
    chosen = random.Random(3)
    for _ in range(30):
        own = [chosen.randrange(60) for _ in range(120)]
        other = [value if chosen.random() < 0.9 else 100 for value in own]
        a, b = (shingles_of(np.array(each, np.uint64)) for each in (other[20:], own))
        passages, runs = passages_and_runs(a, b)
        assert len(runs) == len(passages) > 0
        for place, short in enumerate(runs):
            assert sum(run.length for run in short) == passages.matched[place]
            every = with_short_runs(short, a.tokens, b.tokens)
            assert sum(run.length for run in every) >= passages.matched[place]
            end = (passages.a_start[place], passages.b_start[place])
            for run in every:
                assert run.a_start >= end[0]
                assert run.b_start >= end[1]
                end = (run.a_start + run.length, run.b_start + run.length)
                a_run = a.tokens[run.a_start : end[0]]
                assert (a_run == b.tokens[run.b_start : end[1]]).all()
            assert end == (passages.a_end[place], passages.b_end[place])
