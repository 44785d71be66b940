"""Shingles against runs of tokens written out, and set arithmetic."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.shingles import (
    SHINGLE_SIZE,
    Lookup,
    ShingleSizeError,
    counts_of_ascending,
    distinct_of,
    is_among,
    occurrence_hashes,
    occurrence_hashes_of_each,
    require_same_size,
    shared_count,
    shared_hashes,
    shingle_hashes,
    shingle_hashes_of_each,
    shingles_of,
    shingles_of_each,
)

few_tokens = st.lists(st.integers(0, 3), max_size=40)
hash_sets = st.frozensets(st.integers(0, 2**64 - 1) | st.integers(0, 9), max_size=30)


def array(values: object) -> np.ndarray:
    return np.array(list(values), np.uint64)


def ascending(values: frozenset[int]) -> np.ndarray:
    return array(sorted(values))


def runs_of(tokens: list[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(tokens[start : start + size]) for start in range(len(tokens) - size + 1)]


@given(few_tokens, st.integers(1, 5))
def test_two_shingles_have_one_hash_exactly_when_their_tokens_are_equal(
    tokens: list[int], size: int
) -> None:
    runs = runs_of(tokens, size)
    hashes = shingle_hashes(array(tokens), size).tolist()
    if len(tokens) >= size:
        assert len(hashes) == len(runs)
        assert len(set(hashes)) == len(set(runs)) == len(set(zip(hashes, runs, strict=True)))


def test_the_hashes_never_change_because_libraries_store_them() -> None:
    hashes = shingle_hashes(array([1, 2, 3, 4, 2**64 - 1]), 4)
    assert [f"{value:016x}" for value in hashes.tolist()] == [
        "f8f81de763b93cc8",
        "9fdcb87c1299bd09",
    ]


def test_the_order_of_the_tokens_matters() -> None:
    forward, backward = shingle_hashes(array([1, 2, 3, 4])), shingle_hashes(array([4, 3, 2, 1]))
    assert forward.tolist() != backward.tolist()


def test_a_document_shorter_than_a_shingle_has_one() -> None:
    assert len(shingle_hashes(array([7, 8]), 4)) == 1


def test_a_short_document_has_the_shingle_of_no_longer_one() -> None:
    assert shingle_hashes(array([0]), 4).tolist() != shingle_hashes(array([2, 1]), 4).tolist()


def test_an_empty_document_has_no_shingle() -> None:
    empty = shingles_of(array([]))
    assert len(empty.hashes) == len(empty.distinct) == len(empty.counts) == empty.span == 0


def test_a_shingle_of_no_tokens_is_refused() -> None:
    with pytest.raises(ShingleSizeError, match="at least one token, not 0"):
        shingle_hashes(array([1]), 0)


@given(few_tokens.filter(lambda tokens: len(tokens) >= 3))
def test_distinct_shingles_are_counted(tokens: list[int]) -> None:
    shingles = shingles_of(array(tokens), 3)
    assert sorted(shingles.counts.tolist()) == sorted(Counter(runs_of(tokens, 3)).values())
    assert shingles.distinct.tolist() == sorted(set(shingles.hashes.tolist()))


@given(st.lists(few_tokens, max_size=5), st.integers(1, 5))
def test_shingles_of_several_documents_are_those_of_each(lists: list[list[int]], size: int) -> None:
    tokens = array(token for each in lists for token in each)
    bounds = np.cumsum([0, *map(len, lists)])
    flags = tokens == 1, tokens == 2

    found = shingles_of_each(tokens, bounds, *flags, size)

    expected = [shingles_of(array(each), size) for each in lists]
    assert [each.hashes.tolist() for each in found] == [each.hashes.tolist() for each in expected]
    assert [each.tokens.tolist() for each in found] == lists
    for number, name in enumerate(("is_character", "is_number"), 1):
        told = [getattr(each, name).tolist() for each in found]
        assert told == [[token == number for token in each] for each in lists]


@given(few_tokens)
def test_values_of_an_ascending_array_are_counted(values: list[int]) -> None:
    found, counts = counts_of_ascending(array(sorted(values)))

    assert list(zip(found.tolist(), counts.tolist(), strict=True)) == sorted(
        Counter(values).items()
    )


def test_hashes_are_spread_evenly_over_all_bits() -> None:
    hashes = shingle_hashes(np.arange(20_000, dtype=np.uint64))
    ones = np.unpackbits(hashes.view(np.uint8)).reshape(len(hashes), 64).mean(axis=0)
    assert np.abs(ones - 0.5).max() < 0.02


@given(st.lists(st.integers(0, 9) | st.integers(0, 2**64 - 1), max_size=30))
def test_distinct_hashes_ascend(values: list[int]) -> None:
    assert distinct_of(array(values)).tolist() == sorted(set(values))


def test_distinct_halves_stay_halves() -> None:
    assert distinct_of(np.array([3, 1, 3], np.uint32)).dtype == np.uint32


@given(hash_sets, hash_sets)
def test_shared_hashes_are_the_intersection(a: frozenset[int], b: frozenset[int]) -> None:
    assert shared_hashes(ascending(a), ascending(b)).tolist() == sorted(a & b)
    assert shared_count(ascending(a), ascending(b)) == len(a & b)


@given(st.lists(st.integers(0, 9)), hash_sets)
def test_membership_is_reported_in_any_order(values: list[int], members: frozenset[int]) -> None:
    flags = is_among(array(values), ascending(members))
    assert flags.tolist() == [value in members for value in values]


halves = st.frozensets(st.integers(0, 2**32 - 1) | st.integers(0, 9).map(lambda n: n << 20))


@given(st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 9).map(lambda n: n << 20)), halves)
def test_a_lookup_says_what_is_among_its_hashes(values: list[int], members: frozenset[int]) -> None:
    asked = np.array([*values, *members], np.uint32)

    found = Lookup(np.array(sorted(members), np.uint32)).has(asked)

    assert found.tolist() == [int(value) in members for value in asked]


def test_a_lookup_of_many_is_asked_for_many() -> None:
    """Members share slots with each other, and with most of what is asked."""
    chance = np.random.default_rng(1)
    members = distinct_of((chance.integers(0, 5000, 9000) << 18 | 77).astype(np.uint32))
    asked = (chance.integers(0, 1 << 14, 100_000) << 18 | 77).astype(np.uint32)
    asked ^= chance.integers(0, 2, len(asked), np.uint32)

    found = Lookup(members).has(asked)

    assert np.array_equal(found, np.isin(asked, members))
    assert 0 < found.sum() < len(found)


quarters = st.frozensets(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=50)


@given(quarters, quarters)
def test_a_lookup_tells_hashes_apart_that_end_alike_also_with_their_halves_exchanged(
    members: frozenset[tuple[int, int]], others: frozenset[tuple[int, int]]
) -> None:
    """Fifty hashes have tables of eight bits, in which these are all one."""
    hashes = {high << 24 | low << 8 for high, low in members}
    asked = np.array([high << 24 | low << 8 for high, low in members | others], np.uint32)

    found = Lookup(np.array(sorted(hashes), np.uint32)).has(asked)

    assert found.tolist() == [int(value) in hashes for value in asked]


def test_documents_of_one_size_go_together_and_others_do_not() -> None:
    tokens = array([1, 2, 3, 4, 5])
    require_same_size(shingles_of(tokens, 3), shingles_of(tokens, 3))
    with pytest.raises(ShingleSizeError, match="of 3 and of 4 tokens"):
        require_same_size(shingles_of(tokens, 3), shingles_of(tokens, 4))


_TOKENS = st.lists(st.integers(0, 5), max_size=30)


@given(_TOKENS, _TOKENS)
def test_tokens_have_as_many_hashes_in_common_as_occurrences(a: list[int], b: list[int]) -> None:
    hashes = [occurrence_hashes(np.array(tokens, np.uint64)) for tokens in (a, b)]
    assert [len(set(own.tolist())) for own in hashes] == [len(a), len(b)]
    in_common = Counter(a) & Counter(b)
    assert len(np.intersect1d(*hashes)) == in_common.total()


def test_the_hashes_of_occurrences_ascend_and_leave_the_tokens_as_they_were() -> None:
    tokens = np.array([7, 3, 7, 3, 3], np.uint64)
    hashes = occurrence_hashes(tokens)
    assert tokens.tolist() == [7, 3, 7, 3, 3]
    assert (hashes[1:] > hashes[:-1]).all()


@given(st.lists(_TOKENS, min_size=1, max_size=5))
def test_documents_laid_end_to_end_have_the_hashes_that_each_has_alone(
    documents: list[list[int]],
) -> None:
    flat = np.array([token for own in documents for token in own], np.uint64)
    bounds = np.cumsum([0, *map(len, documents)])
    shingles, own_bounds = shingle_hashes_of_each(flat, bounds)
    occurrences = occurrence_hashes_of_each(flat, bounds)
    assert len(own_bounds) == len(bounds)
    for row, document in enumerate(documents):
        tokens, own = np.array(document, np.uint64), slice(*bounds[row : row + 2])
        expected = shingle_hashes(tokens).tolist() if len(tokens) >= SHINGLE_SIZE else []
        assert shingles[slice(*own_bounds[row : row + 2])].tolist() == expected
        assert occurrences[own].tolist() == occurrence_hashes(tokens).tolist()
