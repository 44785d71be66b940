"""Measures of a pair against set arithmetic, and counted by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.evidence import boilerplate_tokens, copied_of, overlap_of
from simhash_gui.core.passages import Passages
from simhash_gui.core.shingles import ShingleSizeError, shingles_of

texts = st.lists(st.integers(0, 2), min_size=3, max_size=30)


def array(tokens: object) -> np.ndarray:
    return np.array(list(tokens), np.uint64)


def shingle_set(tokens: list[int]) -> set[tuple[int, ...]]:
    return {tuple(tokens[start : start + 3]) for start in range(len(tokens) - 2)}


def passages(*rows: tuple[int, int, int, int, int]) -> Passages:
    return Passages(*np.array(rows, np.int64).reshape(-1, 5).T)


def yes(count: int) -> np.ndarray:
    return np.ones(count, np.bool_)


@given(texts, texts)
def test_the_overlap_is_that_of_the_sets_of_shingles(a: list[int], b: list[int]) -> None:
    mine, yours = shingle_set(a), shingle_set(b)
    overlap = overlap_of(shingles_of(array(a), 3), shingles_of(array(b), 3))
    assert overlap.jaccard == len(mine & yours) / len(mine | yours)
    assert overlap.containment_a == len(mine & yours) / len(mine)
    assert overlap.containment_b == len(mine & yours) / len(yours)


@given(texts, texts, texts)
def test_ignored_shingles_count_for_neither(a: list[int], b: list[int], frame: list[int]) -> None:
    mine, yours = shingle_set(a) - shingle_set(frame), shingle_set(b) - shingle_set(frame)
    ignored = shingles_of(array(frame), 3).distinct
    overlap = overlap_of(shingles_of(array(a), 3), shingles_of(array(b), 3), ignored)
    either = mine | yours
    assert overlap.jaccard == (len(mine & yours) / len(either) if either else 1.0)


def test_nothing_overlaps_with_nothing_wholly_and_with_something_not_at_all() -> None:
    empty, text = shingles_of(array([])), shingles_of(array([1, 2, 3, 4, 5]))
    assert overlap_of(empty, empty).jaccard == 1.0
    assert overlap_of(empty, text).containment_a == overlap_of(text, empty).jaccard == 0.0


def test_shingles_of_two_sizes_are_refused() -> None:
    with pytest.raises(ShingleSizeError):
        overlap_of(shingles_of(array([1, 2]), 1), shingles_of(array([1, 2]), 2))


def test_a_token_is_boilerplate_when_a_common_shingle_covers_it() -> None:
    document = shingles_of(array([1, 2, 3, 4, 5, 6, 7]), 3)
    common = shingles_of(array([3, 4, 5]), 3).distinct
    flags = boilerplate_tokens(document, common)
    assert flags.tolist() == [False, False, True, True, True, False, False]


def test_a_short_document_is_boilerplate_as_a_whole() -> None:
    document = shingles_of(array([1, 2]), 3)
    assert boilerplate_tokens(document, document.distinct).tolist() == [True, True]


def test_shares_count_equal_tokens_of_all_passages() -> None:
    # given passages of 10 and 20 equal tokens in texts of 100 and 50
    copied = copied_of(passages((0, 12, 5, 16, 10), (40, 60, 20, 40, 20)), yes(100), yes(50))
    assert (copied.share_a, copied.share_b, copied.longest_tokens) == (0.3, 0.6, 20)


def test_a_text_that_two_passages_share_is_covered_once() -> None:
    # given a text that stands once in a and twice in b
    copied = copied_of(passages((0, 10, 0, 10, 10), (0, 10, 30, 40, 10)), yes(20), yes(40))
    assert (copied.share_a, copied.share_b) == (0.5, 0.5)


def test_boilerplate_does_not_count_but_stays_in_the_whole() -> None:
    # given a passage of 20 tokens, of which 15 in a and 12 in b are boilerplate
    a_counted, b_counted = yes(100), yes(50)
    a_counted[:15], b_counted[:12] = False, False
    copied = copied_of(passages((0, 20, 0, 20, 20)), a_counted, b_counted)
    assert (copied.share_a, copied.share_b, copied.longest_tokens) == (0.05, 0.1, 5)


def test_without_passages_nothing_is_copied() -> None:
    copied = copied_of(passages(), yes(10), yes(0))
    assert (copied.share_a, copied.share_b, copied.longest_tokens) == (0.0, 0.0, 0)
