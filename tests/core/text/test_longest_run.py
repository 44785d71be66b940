"""The longest common run against every pair of places tried."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.longest_run import longest_common_run

texts = st.lists(st.integers(0, 2), max_size=25)


def array(tokens: object) -> np.ndarray:
    return np.array(list(tokens), np.uint64)


def longest_by_trying(a: list[int], b: list[int]) -> tuple[int, int, int]:
    for length in range(min(len(a), len(b)), 0, -1):
        for a_start in range(len(a) - length + 1):
            for b_start in range(len(b) - length + 1):
                if a[a_start : a_start + length] == b[b_start : b_start + length]:
                    return a_start, b_start, length
    return 0, 0, 0


@given(texts, texts)
def test_it_is_the_first_of_the_longest(a: list[int], b: list[int]) -> None:
    assert longest_common_run(array(a), array(b)) == longest_by_trying(a, b)


def test_a_run_does_not_go_on_from_one_text_into_the_other() -> None:
    assert longest_common_run(array([1, 2]), array([3, 1, 2, 3])) == (0, 1, 2)


def test_one_token_repeated_is_no_trouble() -> None:
    assert longest_common_run(array([7] * 100_000), array([7] * 50_000)) == (0, 0, 50_000)


def test_equal_halves_in_another_order_are_found() -> None:
    text = np.arange(60_000, dtype=np.uint64)
    assert longest_common_run(text, np.roll(text, 20_000)) == (0, 20_000, 40_000)


def test_texts_without_a_common_token_have_no_run() -> None:
    assert longest_common_run(array([1, 2]), array([3])).length == 0
    assert longest_common_run(array([]), array([])).length == 0
