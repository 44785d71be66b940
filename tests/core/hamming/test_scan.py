"""A scan compares everything with everything, once, tile by tile."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.hamming import distance_matrix
from simhash_gui.core.hamming.scan import Step, column_tiles, scan_between, scan_triangle
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import Kind, Triples, brute_pairs, made, triples, word_lists


def found(steps: Iterable[Step]) -> Triples:
    """Return all pairs of all steps, in order."""
    pairs = (step.pairs for step in steps)
    return sorted(triples(NearDuplicatePairs.concatenate(pairs)))


@given(word_lists(), st.integers(0, 64))
def test_each_is_compared_with_all_before_it(some: Words, k: int) -> None:
    assert found(scan_triangle((some,), k)) == brute_pairs(some, k)


@given(word_lists(), st.integers(0, 60))
def test_only_pairs_with_a_fresh_right_one_are_found(some: Words, fresh_from: int) -> None:
    expected = [triple for triple in brute_pairs(some, 9) if triple[1] >= fresh_from]
    assert found(scan_triangle((some,), 9, fresh_from=fresh_from)) == expected


@given(word_lists(40))
def test_rests_count(some: Words) -> None:
    rests = some[::-1].copy()
    assert found(scan_triangle((some, rests), 40)) == brute_pairs(some, 40, rests)


@given(word_lists(40), word_lists(40), st.integers(0, 40))
def test_each_of_some_is_compared_with_each_of_others(some: Words, others: Words, k: int) -> None:
    matrix = distance_matrix(some, others)
    left, right = np.nonzero(matrix <= k)
    expected = list(zip(left.tolist(), right.tolist(), matrix[left, right].tolist(), strict=True))
    assert found(scan_between((some,), (others,), k)) == expected


@pytest.mark.parametrize("fresh_from", [0, 5000])
def test_tiles_join_without_a_seam_and_may_be_done_in_any_parts(fresh_from: int) -> None:
    some = made(Kind.CLUSTERED, 9000)
    tiles = column_tiles(len(some))
    parts = [
        step
        for part in (0, 1, 2)
        for step in scan_triangle((some,), 2, tiles[part::3], fresh_from=fresh_from)
    ]
    matrix = np.tril(distance_matrix(some, some) <= 2, -1)[fresh_from:]
    right, left = np.nonzero(matrix)
    pairs = [(a, b) for a, b, _ in found(parts)]
    assert pairs == sorted(zip(left.tolist(), (right + fresh_from).tolist(), strict=True))


def test_steps_say_what_they_cost() -> None:
    steps = list(scan_between((made(Kind.UNIFORM, 20),), (made(Kind.UNIFORM, 30),), 0))
    assert sum(step.comparisons for step in steps) == 600
