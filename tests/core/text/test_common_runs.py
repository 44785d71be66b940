"""Common runs against every pair of places tried."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text import common_runs as module
from simhash_gui.core.text.common_runs import CommonRuns, common_runs
from simhash_gui.core.text.shingles import ShingleSizeError, shingles_of

texts = st.lists(st.integers(0, 3), max_size=30)
Row = tuple[int, int, int]


def array(tokens: object) -> np.ndarray:
    return np.array(list(tokens), np.uint64)


def rows(found: CommonRuns) -> list[Row]:
    columns = found.a_start, found.b_start, found.length
    return list(zip(*(column.tolist() for column in columns), strict=True))


def runs_in(a: list[int], b: list[int], size: int) -> list[Row]:
    return rows(common_runs(shingles_of(array(a), size), shingles_of(array(b), size)))


def runs_by_trying(a: list[int], b: list[int], size: int) -> set[Row]:
    """All equal stretches of at least ``size`` tokens that cannot be made longer."""
    found = set()
    for i in range(len(a)):
        for j in range(len(b)):
            if i and j and a[i - 1] == b[j - 1]:
                continue
            length = 0
            while max(i, j) + length < 30 and a[i + length : i + length + 1] == (
                b[j + length : j + length + 1] or [-1]
            ):
                length += 1
            if length >= size:
                found.add((i, j, length))
    return found


@given(texts, texts, st.integers(1, 4))
def test_all_maximal_runs_are_found_where_every_pair_of_places_is_tried(
    a: list[int], b: list[int], size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_ALL_PLACES_UP_TO", 10_000)
        found = runs_in(a, b, size)
    whole = size > min(len(a), len(b)) and a == b and a  # one shingle, shorter than the size
    assert found == (sorted(runs_by_trying(a, b, size)) if not whole else [(0, 0, len(a))])


@given(texts, texts, st.integers(1, 4), st.integers(0, 3))
def test_frequent_shingles_lose_runs_but_never_make_wrong_ones(
    a: list[int], b: list[int], size: int, places: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_ALL_PLACES_UP_TO", places)
        found = runs_in(a, b, size)
    assert found == sorted(set(found))
    if min(len(a), len(b)) >= size:
        assert set(found) <= runs_by_trying(a, b, size)


@given(st.lists(st.integers(0, 1), min_size=3, max_size=30), st.integers(1, 30))
def test_every_occurrence_of_a_frequent_shingle_is_in_a_run(text: list[int], count: int) -> None:
    # given a shingle that stands once in b and many times in a
    a, b = ([*text, 5, 6, 7] * count), [5, 6, 7]
    # then each of its places is found
    places = {place for place, _, _ in runs_in(a, b, 3)}
    assert {place for place in range(len(a)) if a[place : place + 3] == b} <= places


def test_a_run_grows_over_frequent_shingles_between_rare_ones() -> None:
    # given equal texts of rare tokens and a long stretch of one token
    text = [1, 2, 3, 4] + [9] * 400 + [5, 6, 7, 8]
    assert (0, 0, 408) in runs_in(text, text, 4)


def test_one_token_repeated_gives_few_runs() -> None:
    a, b = shingles_of(array([7] * 100_000)), shingles_of(array([7] * 60_000))
    found = common_runs(a, b)
    assert len(found) < 10
    assert int(found.length.max()) == 60_000


def test_runs_know_their_ends() -> None:
    found = CommonRuns(np.array([1, 5]), np.array([7, 2]), np.array([3, 4]))
    assert (found.a_end.tolist(), found.b_end.tolist()) == ([4, 9], [10, 6])


def test_documents_without_a_shared_shingle_have_no_run() -> None:
    assert runs_in([1, 2, 3], [1, 2, 4], 3) == []
    assert runs_in([], [], 3) == []


def test_shingles_of_two_sizes_are_refused() -> None:
    text = array([1, 2, 3, 4])
    with pytest.raises(ShingleSizeError):
        common_runs(shingles_of(text, 2), shingles_of(text, 3))
