"""Measures of a pair against set arithmetic, and counted by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.overlap import CountedTokens, boilerplate_tokens, copied_of, overlap_of
from simhash_gui.core.text.passages import Passages
from simhash_gui.core.text.shingles import ShingleSizeError, shingles_of

texts = st.lists(st.integers(0, 2), min_size=3, max_size=30)


def array(tokens: object) -> np.ndarray:
    return np.array(list(tokens), np.uint64)


def shingle_set(tokens: list[int]) -> set[tuple[int, ...]]:
    return {tuple(tokens[start : start + 3]) for start in range(len(tokens) - 2)}


def passages(*rows: tuple[int, int, int, int, int]) -> Passages:
    return Passages(*np.array(rows, np.int64).reshape(-1, 5).T)


def counted(tokens: object, *, characters: object = None) -> CountedTokens:
    """A document of which all counts; ``characters`` are tokens that are no words."""
    own = array(tokens)
    flags = None if characters is None else np.isin(own, array(characters))
    return CountedTokens.all_of(shingles_of(own, is_character=flags))


@given(texts, texts)
def test_the_overlap_is_that_of_the_sets_of_shingles(a: list[int], b: list[int]) -> None:
    mine, yours = shingle_set(a), shingle_set(b)
    overlap = overlap_of(shingles_of(array(a), 3), shingles_of(array(b), 3))
    assert overlap.jaccard == len(mine & yours) / len(mine | yours)
    assert overlap.containment_a == len(mine & yours) / len(mine)
    assert overlap.containment_b == len(mine & yours) / len(yours)


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
    found = passages((0, 12, 5, 16, 10), (40, 60, 20, 40, 20))
    copied = copied_of(found, counted(range(100)), counted(range(50)))
    assert (copied.share_a, copied.share_b) == (0.3, 0.6)


def test_a_text_that_two_passages_share_is_covered_once() -> None:
    # given a text that stands once in a and twice in b
    found = passages((0, 10, 0, 10, 10), (0, 10, 30, 40, 10))
    copied = copied_of(found, counted(range(20)), counted(range(40)))
    assert (copied.share_a, copied.share_b) == (0.5, 0.5)


def test_boilerplate_does_not_count_but_stays_in_the_whole() -> None:
    # given a passage of 20 tokens, of which 15 in a and 12 in b are boilerplate
    a, b = shingles_of(array(range(100)), 3), shingles_of(array([*range(20), *range(100, 130)]), 3)
    boilerplate_a, boilerplate_b = (shingles_of(array(range(end)), 3).distinct for end in (15, 12))
    sides = CountedTokens.without(a, boilerplate_a), CountedTokens.without(b, boilerplate_b)
    copied = copied_of(passages((0, 20, 0, 20, 20)), *sides)
    assert (copied.share_a, copied.share_b, copied.most_words) == (0.05, 0.1, 5)


def test_without_passages_nothing_is_copied() -> None:
    copied = copied_of(passages(), counted(range(10)), counted([]))
    assert (copied.share_a, copied.share_b, copied.most_words) == (0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("tokens", "characters", "words"),
    [
        (range(20), None, 20),
        (range(20), [], 20),
        (range(20), range(20), 10),
        (range(20), range(4), 18),
        ([1, 2, 3, 4, 5] * 4, None, 5),
        ([1, 2, 3, 4, 5] * 4, [1, 2], 4),
    ],
)
def test_words_of_a_passage_are_different_and_a_character_is_half_a_word(
    tokens: list[int], characters: object, words: float
) -> None:
    document = counted(tokens, characters=characters)
    assert copied_of(passages((0, 20, 0, 20, 20)), document, document).most_words == words


def test_a_passage_that_was_edited_has_fewer_words_on_the_looser_side() -> None:
    # given 20 equal tokens among 40 in a and 25 in b
    copied = copied_of(passages((0, 40, 0, 25, 20)), counted(range(40)), counted(range(25)))
    assert copied.most_words == 20


def test_the_passage_with_the_most_words_need_not_be_the_longest() -> None:
    # given 30 equal tokens that are three words, then 10 words, in both texts
    tokens = [1, 2, 3] * 10 + list(range(10, 20))
    found = passages((0, 30, 0, 30, 30), (30, 40, 30, 40, 10), (30, 34, 30, 34, 4))
    assert copied_of(found, counted(tokens), counted(tokens)).most_words == 10


@given(texts, st.sets(st.integers(0, 2)))
def test_words_are_those_of_the_sets(tokens: list[int], characters: set[int]) -> None:
    document, end = counted(tokens, characters=characters), len(tokens)
    found = copied_of(passages((0, end, 0, end, end)), document, document)
    expected = len(set(tokens) - characters) + len(set(tokens) & characters) / 2
    assert found.most_words == pytest.approx(expected)
