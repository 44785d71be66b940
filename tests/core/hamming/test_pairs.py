"""All pairs within k are found, each once, whatever the method and the data."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.costs import Method, UnitCosts
from simhash_gui.core.hamming.distances import InvalidDistanceError, InvalidWordsError
from simhash_gui.core.hamming.pairs import PairSearch, prepare
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import (
    Kind,
    Triples,
    all_pairs,
    brute_pairs,
    folded_pairs,
    made,
    triples,
    word_lists,
    words,
)
from tests.helpers.examples import examples

EVERY_K = range(33)
K = st.integers(0, 32)
TABLES_IF_POSSIBLE = UnitCosts(scan_comparison_s=1.0)


def by_tables(some: Words, k: int, rests: Words | None = None) -> Triples:
    """Return all pairs of positions, found by tables where that can be."""
    return triples(all_pairs(some, k, rests=rests, costs=TABLES_IF_POSSIBLE))


def distinct_pairs(search: PairSearch, parts: list[int]) -> Triples:
    """Return the pairs of distinct fingerprints that some parts find, in order."""
    batches = [batch.pairs for part in parts for batch in search.folded_batches(part)]
    return sorted(triples(NearDuplicatePairs.concatenate(batches)))


@pytest.fixture(scope="module")
def many() -> Words:
    """Enough for tables, with clusters, and some identical ones."""
    return made(Kind.CLUSTERED, 30_000, seed=3)


@examples(40)
@given(word_lists(), K)
def test_a_scan_finds_all_pairs(some: Words, k: int) -> None:
    assert triples(all_pairs(some, k)) == brute_pairs(some, k)


@examples(100)
@given(word_lists(), K)
def test_tables_find_all_pairs_of_any_data(some: Words, k: int) -> None:
    assert by_tables(some, k) == brute_pairs(some, k)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("k", EVERY_K)
def test_every_distance_is_exact(kind: Kind, k: int) -> None:
    some = made(kind, 150, seed=k)
    expected = brute_pairs(some, k)
    assert triples(all_pairs(some, k)) == expected
    assert by_tables(some, k) == expected


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("k", [0, 1, 3, 7, 12, 20, 32])
def test_wide_fingerprints_are_compared_in_full(kind: Kind, k: int) -> None:
    some, rests = made(kind, 120, seed=1), made(kind, 120, seed=1) >> np.uint64(40)
    expected = brute_pairs(some, k, rests)
    assert triples(all_pairs(some, k, rests=rests)) == expected
    assert by_tables(some, k, rests) == expected


@pytest.mark.parametrize("k", [3, 6])
def test_scan_and_tables_agree_on_many(many: Words, k: int) -> None:
    tables, scan = UnitCosts(), UnitCosts(table_row_s=1.0)
    assert prepare(many, k, costs=tables).estimate.method is Method.TABLES
    assert prepare(many, k, costs=scan).estimate.method is Method.SCAN
    assert triples(all_pairs(many, k, costs=tables)) == triples(all_pairs(many, k, costs=scan))


def test_folded_pairs_say_how_many_they_stand_for() -> None:
    some = made(Kind.REPEATED, 300)
    folded = folded_pairs(some, 32)
    expected = brute_pairs(some, 32)
    assert folded.count() == len(expected)
    assert sorted(triples(NearDuplicatePairs.concatenate(folded.expanded()))) == expected


def test_ten_thousand_identical_ones_are_one_distinct_one() -> None:
    folded = folded_pairs(np.full(10_000, 5, np.uint64), 3)
    assert len(folded.folding) == 1
    assert len(folded.pairs) == 0
    assert folded.count() == 49_995_000


def test_parts_find_the_same_in_any_order_and_in_another_process(many: Words) -> None:
    search = prepare(many, 3)
    elsewhere = pickle.loads(pickle.dumps(search))
    parts = list(range(search.parts))
    assert distinct_pairs(elsewhere, parts[::-1]) == distinct_pairs(search, parts)


@pytest.mark.parametrize("costs", [UnitCosts(), UnitCosts(table_row_s=1.0)])
def test_the_shares_of_all_batches_add_up_to_the_whole(many: Words, costs: UnitCosts) -> None:
    search = prepare(many, 6, costs=costs)
    shares = [batch.share for part in range(search.parts) for batch in search.folded_batches(part)]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


def test_shares_add_up_when_everything_is_near() -> None:
    search = prepare(np.arange(3000, dtype=np.uint64), 15, costs=TABLES_IF_POSSIBLE)
    shares = [batch.share for part in range(search.parts) for batch in search.folded_batches(part)]
    assert search.estimate.method is Method.TABLES
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


def test_batches_are_bounded_when_everything_is_near() -> None:
    search = prepare(np.arange(2000, dtype=np.uint64), 32)
    sizes = [
        len(batch.pairs) for part in range(search.parts) for batch in search.folded_batches(part)
    ]
    assert sum(sizes) == 2000 * 1999 // 2
    assert max(sizes) < 1 << 20


def test_the_cost_is_known_with_the_method(many: Words) -> None:
    estimate = prepare(many, 3).estimate
    assert estimate.method is Method.TABLES
    assert 0 < estimate.seconds < 10


@pytest.mark.parametrize("k", [0, 32])
@pytest.mark.parametrize("count", [0, 1])
def test_nothing_and_one_have_no_pairs(count: int, k: int) -> None:
    assert len(all_pairs(made(Kind.UNIFORM, count), k)) == 0
    assert prepare(made(Kind.UNIFORM, count), k).estimate.seconds == 0


@pytest.mark.parametrize("k", [-1, 33])
def test_other_distances_are_refused(k: int) -> None:
    with pytest.raises(InvalidDistanceError):
        prepare(words(1, 2), k)


def test_signed_words_are_refused() -> None:
    with pytest.raises(InvalidWordsError):
        prepare(np.array([1, 2]), 3)  # type: ignore[arg-type]


def test_rests_for_some_only_are_refused() -> None:
    with pytest.raises(InvalidWordsError):
        prepare(words(1, 2), 3, rests=words(1))
