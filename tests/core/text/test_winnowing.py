"""Winnowing against its guarantee, and against the rule as the paper words it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.winnowing import (
    WinnowingLimits,
    WinnowingLimitsError,
    select,
    winnow,
    winnowed_hashes_of_each,
)

few_tokens = st.lists(st.integers(0, 3), max_size=30)


@st.composite
def limits(draw: st.DrawFn) -> WinnowingLimits:
    noise = draw(st.integers(1, 5))
    return WinnowingLimits(guarantee_tokens=noise + draw(st.integers(0, 8)), noise_tokens=noise)


def array(values: object) -> np.ndarray:
    return np.array(list(values), np.uint64)


def selected_by_the_rule(hashes: list[int], window: int) -> list[int]:
    """Section 5.1: keep the last one selected if it is least in the window, else the rightmost."""
    selected: list[int] = []
    for start in range(max(1, len(hashes) - window + 1)):
        places = range(start, min(start + window, len(hashes)))
        least = min(hashes[place] for place in places)
        if not (selected and selected[-1] in places and hashes[selected[-1]] == least):
            selected.append(max(place for place in places if hashes[place] == least))
    return selected


surroundings = st.tuples(few_tokens, few_tokens)


@given(surroundings, surroundings, limits(), st.data())
def test_every_common_run_of_the_guaranteed_length_shares_a_selected_hash(
    around_a: tuple[list[int], list[int]],
    around_b: tuple[list[int], list[int]],
    bounds: WinnowingLimits,
    data: st.DataObject,
) -> None:
    least = bounds.guarantee_tokens
    run = data.draw(st.lists(st.integers(0, 3), min_size=least, max_size=least + 5))
    a = winnow(array(around_a[0] + run + around_a[1]), bounds)
    b = winnow(array(around_b[0] + run + around_b[1]), bounds)
    in_run = (a.positions >= len(around_a[0])) & (
        a.positions + bounds.noise_tokens <= len(around_a[0]) + len(run)
    )
    assert set(a.hashes[in_run].tolist()) & set(b.hashes.tolist())


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40), st.integers(1, 12))
def test_it_selects_what_the_robust_rule_selects(hashes: list[int], window: int) -> None:
    selected = select(array(hashes), window)
    assert selected.positions.tolist() == selected_by_the_rule(hashes, window)
    assert selected.hashes.tolist() == [hashes[place] for place in selected.positions]


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=13, max_size=40), min_size=1, max_size=4),
    limits(),
)
def test_documents_laid_end_to_end_have_what_is_selected_of_each(
    documents: list[list[int]], bounds: WinnowingLimits
) -> None:
    places = np.cumsum([0, *map(len, documents)])
    flat = array([token for own in documents for token in own])
    hashes, own_places = winnowed_hashes_of_each(flat, places, bounds)
    for row, document in enumerate(documents):
        own = set(hashes[own_places[row] : own_places[row + 1]].tolist())
        assert own == set(winnow(array(document), bounds).hashes.tolist())


def test_the_paper_s_own_example() -> None:
    # given the hashes of figure 2 (c), windows of length 4
    hashes = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98]
    # then those of figure 2 (e) are selected, at the places of figure 2 (f)
    selected = select(array(hashes), 4)
    assert selected.hashes.tolist() == [17, 17, 8, 39, 17]
    assert selected.positions.tolist() == [3, 6, 8, 11, 15]


def test_about_two_of_a_window_and_one_are_selected() -> None:
    tokens = np.arange(50_000, dtype=np.uint64)
    share = len(winnow(tokens, WinnowingLimits(16, 4)).positions) / len(tokens)
    assert share == pytest.approx(2 / 14, rel=0.03)


def test_a_repeated_token_is_selected_once_a_window() -> None:
    positions = winnow(array([7] * 1000), WinnowingLimits(12, 5)).positions
    assert np.diff(positions).tolist() == [8] * (len(positions) - 1)


def test_a_document_shorter_than_the_guarantee_still_has_one() -> None:
    assert len(winnow(array([1, 2, 3, 4, 5, 6])).positions) == 1
    assert winnow(array([1, 2])).positions.tolist() == [0]


def test_an_empty_document_has_none() -> None:
    assert len(winnow(array([])).positions) == len(winnow(array([])).hashes) == 0


@pytest.mark.parametrize(("guarantee", "noise"), [(4, 5), (3, 0)])
def test_limits_that_promise_nothing_are_refused(guarantee: int, noise: int) -> None:
    with pytest.raises(WinnowingLimitsError, match=f"guarantee of {guarantee} tokens"):
        WinnowingLimits(guarantee, noise)
