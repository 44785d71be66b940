"""Passages between passages: of made documents, and what holds for all documents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.gaps import completed
from simhash_gui.core.text.passages import EqualRuns, Passages, passages_and_runs
from simhash_gui.core.text.shingles import Shingles, shingles_of
from simhash_gui.core.text.spans import covered_tokens
from tests.core.text.test_passages import fresh, joined, rows
from tests.helpers.examples import examples

FIRST, SECOND, THIRD = (fresh(seed, 40) for seed in (1, 2, 3))
SHORT, TWO = fresh(4, 5), fresh(5, 2)


def found(a: np.ndarray, b: np.ndarray) -> tuple[Passages, list[EqualRuns]]:
    own, other = shingles_of(a), shingles_of(b)
    return completed(*passages_and_runs(own, other), own, other)


def spans_of_a(a: np.ndarray, b: np.ndarray) -> list[tuple[int, int]]:
    return [(row[0], row[1]) for row in rows(found(a, b)[0])]


def test_a_short_sentence_that_changed_its_place_is_a_passage() -> None:
    a, b = joined(FIRST, SHORT, SECOND, THIRD), joined(SECOND, FIRST, THIRD, SHORT)

    assert spans_of_a(a, b) == [(0, 40), (40, 45), (45, 85), (85, 125)]


def test_what_the_source_has_inside_another_passage_is_found() -> None:
    long = fresh(20, 80)
    a = joined(long, THIRD, SHORT, SECOND)
    b = joined(long[:40], SHORT, long[40:], SECOND, THIRD)

    assert spans_of_a(a, b) == [(0, 80), (80, 120), (120, 125), (125, 165)]


def test_a_gap_that_is_mostly_equal_is_filled_by_small_pieces() -> None:
    other = fresh(6, 2)
    a = joined(FIRST, TWO, fresh(7, 1), other, SECOND, THIRD)
    b = joined(SECOND, other, FIRST, TWO, THIRD)

    assert spans_of_a(a, b) == [(0, 42), (43, 45), (45, 85), (85, 125)]


@pytest.mark.parametrize("own", [6, 60])
def test_two_equal_words_among_others_are_none(own: int) -> None:
    a = joined(FIRST, fresh(8, own), TWO, fresh(9, own), SECOND)
    b = joined(SECOND, TWO, fresh(10, 5), FIRST, fresh(11, 5))

    assert spans_of_a(a, b) == [(0, 40), (42 + 2 * own, 82 + 2 * own)]


def test_a_piece_far_from_any_passage_is_none() -> None:
    far = fresh(12, 80)
    a, b = joined(FIRST, far, SHORT, fresh(13, 80)), joined(FIRST, fresh(14, 80), SHORT, far[:1])

    assert spans_of_a(a, b) == [(0, 40)]


def test_the_edge_of_a_passage_counts_where_the_source_has_it_between_others() -> None:
    a, b = joined(SHORT, FIRST, SECOND), joined(FIRST, SHORT, SECOND)

    assert spans_of_a(a, b) == [(0, 5), (5, 85)]


def test_beside_passages_in_both_documents_nothing_is_added() -> None:
    a, b = joined(FIRST, SHORT, fresh(15, 60)), joined(fresh(16, 60), SHORT, FIRST)

    assert spans_of_a(a, b) == [(0, 40)]


def test_without_passages_nothing_is_added() -> None:
    assert not len(found(fresh(17, 30), fresh(18, 30))[0])


WORDS = st.integers(0, 12)
PARTS = st.lists(st.tuples(st.integers(0, 5), st.lists(WORDS, max_size=6)), max_size=10)


def document(parts: list[tuple[int, list[int]]]) -> Shingles:
    """Parts of 12 tokens by number, each with a few frequent words after it."""
    pieces = [np.empty(0, np.uint64)]
    for number, words in parts:
        pieces += [fresh(100 + number, 12), np.array(words, np.uint64)]
    return shingles_of(np.concatenate(pieces))


@examples(150)
@given(a_parts=PARTS, b_parts=PARTS)
def test_nothing_is_lost_and_all_is_equal_whichever_document_comes_first(
    a_parts: list[tuple[int, list[int]]], b_parts: list[tuple[int, list[int]]]
) -> None:
    a, b = document(a_parts), document(b_parts)
    before, own = passages_and_runs(a, b)

    passages, runs = completed(before, own, a, b)

    assert set(rows(before)) <= set(rows(passages))
    assert rows(passages) == sorted(rows(passages), key=lambda row: (row[0], row[2]))
    for row, pieces in zip(rows(passages), runs, strict=True):
        assert sum(each.length for each in pieces) == row[4]
        assert (pieces[0].a_start, pieces[0].b_start) == (row[0], row[2])
        assert (pieces[-1].a_start + pieces[-1].length) == row[1]
        for x, y, size in pieces:
            assert np.array_equal(a.tokens[x : x + size], b.tokens[y : y + size])
    other, _ = completed(*passages_and_runs(b, a), b, a)
    assert rows(other.swapped()) == rows(passages)
    assert _covered(passages, a) >= _covered(before, a)


def _covered(passages: Passages, document: Shingles) -> int:
    flags = covered_tokens(passages.a_start, passages.a_end, len(document.tokens))
    return int(np.count_nonzero(flags))
