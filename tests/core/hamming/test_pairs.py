"""All pairs within k are found, each once, whatever the method and the data."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.hamming.costs import Method, UnitCosts
from simhash_gui.core.hamming.hamming import InvalidDistanceError, InvalidWordsError
from simhash_gui.core.hamming.pairs import (
    PairSearch,
    all_pairs,
    estimate_cost,
    folded_pairs,
    new_pairs,
    pair_batches,
    prepare,
    run,
)
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import Kind, Triples, brute_pairs, made, triples, word_lists, words

EVERY_K = range(33)
K = st.integers(0, 32)
TABLES_IF_POSSIBLE = UnitCosts(scan_comparison_s=1.0)


def found(search: PairSearch) -> Triples:
    """Return all pairs of positions that a search finds, in order."""
    batches = [batch.pairs for part in range(search.parts) for batch in search.batches(part)]
    identical = search.folding.identical_pairs()
    return sorted(triples(NearDuplicatePairs.concatenate([*identical, *batches])))


@pytest.fixture(scope="module")
def many() -> Words:
    """Enough for tables, with clusters, and some identical ones."""
    return made(Kind.CLUSTERED, 30_000, seed=3)


@settings(max_examples=40)
@given(word_lists(), K)
def test_a_scan_finds_all_pairs(some: Words, k: int) -> None:
    assert triples(all_pairs(some, k)) == brute_pairs(some, k)


@settings(max_examples=100)
@given(word_lists(), K)
def test_tables_find_all_pairs_of_any_data(some: Words, k: int) -> None:
    assert found(prepare(some, k, costs=TABLES_IF_POSSIBLE)) == brute_pairs(some, k)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("k", EVERY_K)
def test_every_distance_is_exact(kind: Kind, k: int) -> None:
    some = made(kind, 150, seed=k)
    expected = brute_pairs(some, k)
    assert triples(all_pairs(some, k)) == expected
    assert found(prepare(some, k, costs=TABLES_IF_POSSIBLE)) == expected


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("k", [0, 1, 3, 7, 12, 20, 32])
def test_wide_fingerprints_are_compared_in_full(kind: Kind, k: int) -> None:
    some, rests = made(kind, 120, seed=1), made(kind, 120, seed=1) >> np.uint64(40)
    expected = brute_pairs(some, k, rests)
    assert triples(all_pairs(some, k, rests=rests)) == expected
    assert found(prepare(some, k, rests=rests, costs=TABLES_IF_POSSIBLE)) == expected


@settings(max_examples=40)
@given(word_lists(), word_lists(), K)
def test_new_ones_are_compared_with_old_ones_and_each_other(old: Words, new: Words, k: int) -> None:
    every = brute_pairs(np.concatenate((old, new)), k)
    assert triples(new_pairs(old, new, k)) == [t for t in every if t[1] >= len(old)]


@settings(max_examples=40)
@given(word_lists(), st.integers(0, 60), K)
def test_tables_find_pairs_with_new_ones(some: Words, fresh_from: int, k: int) -> None:
    expected = [triple for triple in brute_pairs(some, k) if triple[1] >= fresh_from]
    assert found(prepare(some, k, fresh_from=fresh_from, costs=TABLES_IF_POSSIBLE)) == expected


def test_nothing_new_needs_no_search(many: Words) -> None:
    assert prepare(many, 3, fresh_from=len(many)).parts == 0
    assert len(new_pairs(many, words(), 3)) == 0


def test_new_wide_fingerprints_bring_their_rests() -> None:
    pairs = new_pairs(words(1, 1), words(1), 2, rests=(words(0, 7), words(1)))
    assert triples(pairs) == [(0, 2, 1), (1, 2, 2)]


@pytest.mark.parametrize("k", [3, 6])
def test_scan_and_tables_agree_on_many(many: Words, k: int) -> None:
    by_tables, by_scan = (
        prepare(many, k, costs=costs) for costs in (UnitCosts(), UnitCosts(table_row_s=1.0))
    )
    assert by_tables.estimate.method is Method.TABLES
    assert by_scan.estimate.method is Method.SCAN
    assert found(by_tables) == found(by_scan)


def test_what_is_new_among_many_is_what_all_pairs_have_more(many: Words) -> None:
    old, new = many[:20_000], many[20_000:]
    every = triples(all_pairs(many, 3))
    assert triples(new_pairs(old, new, 3)) == [t for t in every if t[1] >= len(old)]


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
    backwards = [
        batch.pairs for part in reversed(range(search.parts)) for batch in elsewhere.batches(part)
    ]
    identical = search.folding.identical_pairs()
    assert sorted(triples(NearDuplicatePairs.concatenate([*identical, *backwards]))) == found(
        search
    )


@pytest.mark.parametrize("costs", [UnitCosts(), UnitCosts(table_row_s=1.0)])
def test_the_shares_of_all_batches_add_up_to_the_whole(many: Words, costs: UnitCosts) -> None:
    search = prepare(many, 6, costs=costs)
    shares = [batch.share for part in range(search.parts) for batch in search.batches(part)]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


def test_shares_add_up_when_everything_is_near() -> None:
    search = prepare(np.arange(3000, dtype=np.uint64), 15, costs=TABLES_IF_POSSIBLE)
    shares = [batch.share for part in range(search.parts) for batch in search.batches(part)]
    assert search.estimate.method is Method.TABLES
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


def test_batches_are_bounded_when_everything_is_near() -> None:
    batches = [batch.pairs for batch in pair_batches(np.arange(2000, dtype=np.uint64), 32)]
    assert sum(map(len, batches)) == 2000 * 1999 // 2
    assert max(map(len, batches)) < 1 << 20


def test_the_checkpoint_counts_up_to_the_whole(many: Words) -> None:
    calls: list[tuple[int, int]] = []
    run(prepare(many, 3), lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (1000, 1000)


class StoppedError(Exception):
    """The caller has had enough."""


def stop(done: int, total: int) -> None:
    """Stop at once."""
    raise StoppedError


@pytest.mark.parametrize(
    "search",
    [
        lambda many: all_pairs(many, 3, checkpoint=stop),
        lambda many: folded_pairs(many, 3, checkpoint=stop),
        lambda many: new_pairs(many, many[:9], 3, checkpoint=stop),
    ],
)
def test_a_checkpoint_may_stop_the_search(many: Words, search: Callable[[Words], object]) -> None:
    with pytest.raises(StoppedError):
        search(many)


def test_the_cost_is_told_with_the_method(many: Words) -> None:
    estimate = estimate_cost(many, 3)
    assert estimate.method is Method.TABLES
    assert 0 < estimate.seconds < 10


@pytest.mark.parametrize("k", [0, 32])
@pytest.mark.parametrize("count", [0, 1])
def test_nothing_and_one_have_no_pairs(count: int, k: int) -> None:
    assert len(all_pairs(made(Kind.UNIFORM, count), k)) == 0
    assert estimate_cost(made(Kind.UNIFORM, count), k).seconds == 0


@pytest.mark.parametrize("k", [-1, 33])
def test_other_distances_are_refused(k: int) -> None:
    with pytest.raises(InvalidDistanceError):
        all_pairs(words(1, 2), k)


def test_signed_words_are_refused() -> None:
    with pytest.raises(InvalidWordsError):
        all_pairs(np.array([1, 2]), 3)  # type: ignore[arg-type]


def test_rests_for_some_only_are_refused() -> None:
    with pytest.raises(InvalidWordsError):
        new_pairs(words(1), words(2), 3, rests=(words(1), words()))
