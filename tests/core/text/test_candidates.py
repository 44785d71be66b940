"""Pairs that share hashes, against brute force over sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text import candidates
from simhash_gui.core.text.candidates import (
    Budget,
    FilteredReader,
    Postings,
    SharedHashes,
    affordable_limit,
    candidate_pairs,
    find_added_hashes,
    find_shared_hashes,
    neighbouring_bins,
    rows_of,
    shared_among,
    sketch_bands,
)
from tests.helpers.examples import examples

Documents = list[set[int]]
HASHES = st.sampled_from([0, 1, 5, 2**16, 2**31, 2**32 - 1, *range(100, 140)])
DOCUMENTS = st.lists(st.sets(HASHES, max_size=12), max_size=12)


def postings(documents: Documents, pieces: int = 1) -> Iterator[Postings]:
    for piece in range(pieces):
        rows = [
            (value, owner)
            for owner, values in enumerate(documents)
            for value in values
            if owner % pieces == piece
        ]
        hashes = np.array([value for value, _ in rows], np.uint32)
        yield Postings(hashes, np.array([owner for _, owner in rows], np.int64))


def shared(
    documents: Documents,
    most_owners: int = 1000,
    budget: Budget | None = None,
    range_postings: int = 1000,
) -> SharedHashes:
    count = sum(map(len, documents))
    steps = find_shared_hashes(
        lambda: postings(documents, 2), count, most_owners, budget, range_postings=range_postings
    )
    return list(steps)[-1]


def pairs(found: SharedHashes, rows_at_once: int = 1000) -> dict[tuple[int, int], int]:
    rows = [
        row
        for batch in candidate_pairs(found, rows_at_once=rows_at_once)
        for row in np.stack((batch.left, batch.right, batch.shared), axis=1).tolist()
    ]
    keys = [(left, right) for left, right, _ in rows]
    assert keys == sorted(set(keys))
    return {(left, right): count for left, right, count in rows}


def brute_force(
    documents: Documents, kept: Iterable[int] | None = None
) -> dict[tuple[int, int], int]:
    allowed = set.union(set(), *documents) if kept is None else set(kept)
    common = {
        (a, b): len(documents[a] & documents[b] & allowed)
        for a, b in combinations(range(len(documents)), 2)
    }
    return {pair: count for pair, count in common.items() if count}


@examples(60)
@given(DOCUMENTS, st.integers(1, 30), st.integers(1, 40))
def test_the_pairs_are_those_that_share_a_hash_with_how_many(
    documents: Documents, range_postings: int, rows_at_once: int
) -> None:
    found = shared(documents, range_postings=range_postings)

    assert pairs(found, rows_at_once) == brute_force(documents)
    assert found.rows == sum(brute_force(documents).values())
    assert not found.is_cut


@examples(60)
@given(DOCUMENTS, st.integers(1, 6), st.integers(1, 30))
def test_hashes_of_too_many_documents_are_boilerplate_and_give_no_candidates(
    documents: Documents, most_owners: int, range_postings: int
) -> None:
    counts = Counter(value for values in documents for value in values)

    found = shared(documents, most_owners, range_postings=range_postings)

    common = {value for value, count in counts.items() if count > most_owners}
    assert found.boilerplate.tolist() == sorted(common)
    assert pairs(found) == brute_force(documents, counts.keys() - common)
    assert not found.is_cut


@examples(60)
@given(DOCUMENTS, st.integers(0, 20), st.integers(0, 3), st.integers(1, 30))
def test_no_budget_is_exceeded_and_what_is_left_out_is_reported(
    documents: Documents, rows: int, thinnings: int, range_postings: int
) -> None:
    found = shared(documents, budget=Budget(rows, thinnings), range_postings=range_postings)

    assert found.rows <= rows
    assert found.thinned <= thinnings
    everything = brute_force(documents)
    assert found.is_cut == (sum(everything.values()) > rows)
    for pair, count in pairs(found).items():
        assert count <= everything[pair]


def test_thinning_keeps_every_second_hash_for_all_documents() -> None:
    documents = [set(range(100, 140)), set(range(100, 140))]

    found = shared(documents, budget=Budget(rows=20, thinnings=1))

    assert found.hashes.tolist() == list(range(100, 140, 2))
    assert (found.thinned, pairs(found)) == (1, {(0, 1): 20})


def test_where_thinning_is_not_enough_the_most_frequent_hashes_go() -> None:
    documents = [{1, 2}, {1, 2}, {1}, {1}]

    found = shared(documents, budget=Budget(rows=3, thinnings=0))

    assert found.hashes.tolist() == [2]
    assert (found.owners_limit, pairs(found)) == (3, {(0, 1): 1})


def test_a_posting_that_comes_twice_counts_once() -> None:
    piece = Postings(np.array([7, 7, 7], np.uint32), np.array([0, 0, 1]))

    (found,) = find_shared_hashes(lambda: [piece], 3, 10)

    assert pairs(found) == {(0, 1): 1}


@pytest.mark.parametrize("documents", [[], [set()], [{1}, {2}]])
def test_nothing_shared_gives_no_pairs(documents: Documents) -> None:
    assert pairs(shared(documents)) == {}


def test_pairs_come_in_batches_of_whole_documents() -> None:
    documents = [{1, 2, 3} for _ in range(6)]

    batches = list(candidate_pairs(shared(documents), rows_at_once=1))

    assert [sorted(set(batch.left.tolist())) for batch in batches if len(batch)] == [
        [0],
        [1],
        [2],
        [3],
        [4],
    ]


def test_many_pairs_take_no_loop_over_pairs() -> None:
    generator = np.random.default_rng(7)
    hashes = generator.integers(0, 1 << 14, 200_000, np.uint32)
    piece = Postings(hashes, generator.integers(0, 4000, 200_000))

    *_, found = find_shared_hashes(lambda: [piece], 200_000, 4000)

    counts = sum(int(batch.shared.sum()) for batch in candidate_pairs(found))
    assert counts == found.rows


def test_sketches_share_a_band_where_all_its_bins_are_equal_and_none_is_empty() -> None:
    one = [1, 2, 3, 4, 5, 6]
    sketches = np.array([one, [1, 2, 9, 9, 5, 6], [9, 2, 3, 4, 9, 6], [0, 2, 3, 4, 0, 0]], np.uint8)

    *_, found = find_shared_hashes(lambda: sketch_bands(sketches, 2), 12, 10)

    assert pairs(found) == {(0, 1): 2, (0, 2): 1, (0, 3): 1, (2, 3): 1}


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_equal_bins_in_other_bands_are_not_shared(rows: int) -> None:
    sketches = np.zeros((2, 4 * rows), np.uint8)
    sketches[0, :rows], sketches[1, rows : 2 * rows] = 7, 7

    *_, found = find_shared_hashes(lambda: sketch_bands(sketches, rows), 8, 10)

    assert pairs(found) == {}


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_full_bands_have_hashes_of_their_own_and_some_can_be_asked_for(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "_SKETCHES_AT_ONCE", 7)
    sketches = np.random.default_rng(rows).integers(0, 4, (40, 13)).astype(np.uint8)
    bands = {
        (owner, place, *sketches[owner, place : place + rows].tolist())
        for owner in range(40)
        for place in range(0, 13 - rows + 1, rows)
        if sketches[owner, place : place + rows].all()
    }

    found = listed(sketch_bands(sketches, rows))

    assert Counter(owner for _, owner in found) == Counter(owner for owner, *_ in bands)
    assert len({value for value, _ in found}) == len({band[1:] for band in bands})
    some = np.unique([value for value, _ in found])[::3].astype(np.uint32)
    among = listed(sketch_bands(sketches, rows, some))
    assert among == [posting for posting in found if posting[0] in some]


def listed(pieces: Iterable[Postings]) -> list[tuple[int, int]]:
    return [
        posting
        for piece in pieces
        for posting in zip(piece.hashes.tolist(), piece.owners.tolist(), strict=True)
    ]


def test_neighbouring_filled_bins_are_shared_over_empty_ones() -> None:
    # given bins that are neighbours only where nothing stands between them
    sketches = np.array([[3, 0, 5, 0, 7], [3, 0, 5, 0, 0], [3, 5, 0, 0, 7], [0, 0, 5, 0, 7]])

    *_, found = find_shared_hashes(lambda: [neighbouring_bins(sketches.astype(np.uint8))], 8, 10)

    assert pairs(found) == {(0, 1): 1, (0, 3): 1}


def test_no_bins_are_neighbours_across_documents() -> None:
    found = neighbouring_bins(np.array([[0, 9], [4, 0], [4, 1]], np.uint8))

    assert found.owners.tolist() == [2]


@examples(100)
@given(DOCUMENTS, st.integers(0, 12), st.integers(1, 6), st.integers(0, 20))
def test_what_documents_add_to_what_was_shared_is_what_all_share(
    documents: Documents, new: int, most_owners: int, rows: int
) -> None:
    old_count = max(0, len(documents) - new)
    is_new = np.arange(len(documents)) >= old_count
    old, budget = documents[:old_count], Budget(rows, 0)
    last, every = shared(old, most_owners, budget), shared(documents, most_owners, budget)
    read = FilteredReader(lambda: postings(documents, 2))
    added = find_added_hashes(read, is_new, is_new)

    by_size = added.added_to(padded(last.by_size, most_owners))
    limit = affordable_limit(by_size, rows)
    of_new = {pair: count for pair, count in pairs(every).items() if is_new[list(pair)].any()}
    found = {pair: n for pair, n in pairs(added.within(limit)).items() if is_new[list(pair)].any()}

    assert by_size[1:].tolist() == padded(every.by_size, most_owners)[1:].tolist()
    assert limit == every.owners_limit
    assert found == of_new
    assert rows_of(shared(old).by_size) + added.rows == shared(documents).rows


@examples(100)
@given(DOCUMENTS, st.integers(0, 12), st.integers(1, 6))
def test_who_shares_less_than_before_is_parted_and_asked_what_is_left(
    documents: Documents, new: int, most_owners: int
) -> None:
    old_count = max(0, len(documents) - new)
    is_new = np.arange(len(documents)) >= old_count
    before = pairs(shared(documents[:old_count], most_owners))
    now = pairs(shared(documents, most_owners))
    read = FilteredReader(lambda: postings(documents, 2))
    parted = set(find_added_hashes(read, is_new, is_new).parted(most_owners).tolist())
    is_asked = np.isin(np.arange(len(documents)), list(parted))

    changed = [pair for pair in before if now.get(pair, 0) != before[pair]]
    assert {document for pair in changed for document in pair} == parted
    among = pairs(shared_among(read, is_asked, most_owners))
    assert among == {pair: n for pair, n in now.items() if is_asked[list(pair)].all()}


def padded(by_size: np.ndarray, most_owners: int) -> np.ndarray:
    return np.pad(by_size, (0, most_owners + 1 - len(by_size)))
