"""Within each bucket of a sorted table, all pairs are compared, once."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simhash_gui.core.hamming.buckets import Wanted, compare_buckets, shared_buckets
from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import Kind, Triples, brute_pairs, distance_matrix, made, triples, words

INDEX_BITS = 20


def everything(differences: Lanes) -> NDArray[np.bool_]:
    """Accept every pair."""
    return np.ones(len(differences[0]), np.bool_)


def sorted_keys(buckets: NDArray[np.int64]) -> Words:
    """Return the sorted keys of fingerprints that stand in these buckets."""
    numbers = np.arange(len(buckets), dtype=np.uint64)
    return np.sort(buckets.astype(np.uint64) << np.uint64(INDEX_BITS) | numbers)


def found(
    lanes: Lanes,
    buckets: NDArray[np.int64],
    k: int,
    accepts: Callable[[Lanes], NDArray[np.bool_]] = everything,
) -> Triples:
    """Compare within these buckets and return all pairs, in order."""
    shared = shared_buckets(sorted_keys(buckets), INDEX_BITS)
    steps = compare_buckets(shared, lanes, Wanted(k, accepts))
    pairs = (step.pairs for step in steps)
    return sorted(triples(NearDuplicatePairs.concatenate(pairs)))


def expected(
    some: Words, buckets: NDArray[np.int64], k: int, rests: Words | None = None
) -> Triples:
    """Return the pairs within k that share a bucket."""
    return [t for t in brute_pairs(some, k, rests) if buckets[t[0]] == buckets[t[1]]]


@st.composite
def bucketed(draw: st.DrawFn) -> tuple[Words, NDArray[np.int64]]:
    """Draw fingerprints, and for each a bucket, few or many to a bucket."""
    some = made(draw(st.sampled_from(Kind)), draw(st.integers(0, 90)), draw(st.integers(0, 9)))
    rng = np.random.default_rng(draw(st.integers(0, 9)))
    return some, rng.integers(0, draw(st.integers(1, 40)), len(some))


def test_members_stand_bucket_by_bucket_and_ascend() -> None:
    shared = shared_buckets(sorted_keys(np.array([7, 3, 7, 5, 3, 7])), INDEX_BITS)
    assert shared.members.tolist() == [1, 4, 0, 2, 5]
    assert shared.starts.tolist() == [0, 2]
    assert shared.lengths.tolist() == [2, 3]
    assert shared.comparisons == 4


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fingerprints_that_are_alone_share_no_bucket(count: int) -> None:
    shared = shared_buckets(sorted_keys(np.arange(count)), INDEX_BITS)
    assert len(shared.lengths) == 0
    assert shared.comparisons == 0


@given(bucketed(), st.integers(0, 40))
def test_pairs_of_one_bucket_are_found_once(case: tuple[Words, NDArray[np.int64]], k: int) -> None:
    some, buckets = case
    assert found((some,), buckets, k) == expected(some, buckets, k)


@given(bucketed())
def test_rests_count(case: tuple[Words, NDArray[np.int64]]) -> None:
    some, buckets = case
    rests = some[::-1] >> np.uint64(3)
    assert found((some, rests), buckets, 30) == expected(some, buckets, 30, rests)


@given(bucketed())
def test_only_accepted_differences_are_reported(case: tuple[Words, NDArray[np.int64]]) -> None:
    some, buckets = case
    wanted = [t for t in expected(some, buckets, 20) if int(some[t[0]]) & 1 == int(some[t[1]]) & 1]
    even = lambda differences: differences[0] & np.uint64(1) == 0  # noqa: E731
    assert found((some,), buckets, 20, even) == wanted


@pytest.mark.parametrize("length", [2, 31, 33, 63, 64, 65, 300, 2048, 2049])
@pytest.mark.parametrize("copies", [1, 3])
def test_buckets_of_any_length_are_compared(length: int, copies: int) -> None:
    near = words(*(position % 2 for position in range(length * copies)))
    buckets = np.repeat(np.arange(copies), length)
    some = near ^ (np.arange(length * copies, dtype=np.uint64) // np.uint64(2) << np.uint64(40))
    pairs = found((some,), buckets, 1, lambda differences: differences[0] == 1)
    assert pairs == [
        (p, p + 1, 1) for p in range(0, length * copies - 1, 2) if buckets[p] == buckets[p + 1]
    ]


def test_a_long_bucket_is_scanned() -> None:
    some = made(Kind.CLUSTERED, 3000)
    matrix = distance_matrix(some, some)
    left, right = np.nonzero(np.triu(matrix <= 3, 1))
    wanted = zip(left.tolist(), right.tolist(), matrix[left, right].tolist(), strict=True)
    assert found((some,), np.zeros(3000, np.int64), 3) == list(wanted)


def test_a_long_bucket_may_hold_no_pair_at_all() -> None:
    assert found((made(Kind.UNIFORM, 2100),), np.zeros(2100, np.int64), 0) == []


def test_many_that_are_near_come_in_several_steps() -> None:
    some = np.arange(600, dtype=np.uint64)
    shared = shared_buckets(sorted_keys(np.zeros(600, np.int64)), INDEX_BITS)
    steps = list(compare_buckets(shared, (some,), Wanted(10, everything)))
    sizes = [len(step.pairs) for step in steps]
    assert len(sizes) == 2
    assert sum(sizes) == 600 * 599 // 2
