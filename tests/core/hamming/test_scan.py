"""A scan compares everything with everything, once, tile by tile."""

from collections.abc import Iterable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.scan import Step, column_tiles, scan_triangle
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import (
    Kind,
    Triples,
    brute_pairs,
    distance_matrix,
    made,
    triples,
    word_lists,
)


def found(steps: Iterable[Step]) -> Triples:
    """Return all pairs of all steps, in order."""
    pairs = (step.pairs for step in steps)
    return sorted(triples(NearDuplicatePairs.concatenate(pairs)))


@given(word_lists(), st.integers(0, 64))
def test_each_is_compared_with_all_before_it(some: Words, k: int) -> None:
    assert found(scan_triangle((some,), k)) == brute_pairs(some, k)


@given(word_lists(), st.integers(0, 64), st.integers(0, 40))
def test_those_before_a_row_are_not_compared_with_each_other(
    some: Words, k: int, first_row: int
) -> None:
    steps = scan_triangle((some,), k, first_row=first_row)

    assert found(steps) == [pair for pair in brute_pairs(some, k) if pair[1] >= first_row]


@given(word_lists(40))
def test_rests_count(some: Words) -> None:
    rests = some[::-1].copy()
    assert found(scan_triangle((some, rests), 40)) == brute_pairs(some, 40, rests)


def test_tiles_join_without_a_seam_and_may_be_done_in_any_parts() -> None:
    some = made(Kind.CLUSTERED, 9000)
    tiles = column_tiles(len(some))
    parts = [step for part in (0, 1, 2) for step in scan_triangle((some,), 2, tiles[part::3])]
    right, left = np.nonzero(np.tril(distance_matrix(some, some) <= 2, -1))
    pairs = [(a, b) for a, b, _ in found(parts)]
    assert pairs == sorted(zip(left.tolist(), right.tolist(), strict=True))


def test_steps_say_what_they_cost() -> None:
    steps = list(scan_triangle((made(Kind.UNIFORM, 100),), 0))
    assert sum(step.comparisons for step in steps) >= 100 * 99 // 2
