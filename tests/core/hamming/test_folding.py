"""Identical fingerprints are searched once and written out for each of their positions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.hamming.folding import Folding, TooManyFingerprintsError, fold
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import Kind, Triples, brute_pairs, made, triples, word_lists, words

K = 8
LIMITS = st.sampled_from([1, 3, 1000])


def distinct_pairs(folding: Folding) -> NearDuplicatePairs:
    """Return the pairs within K of distinct fingerprints."""
    found = brute_pairs(folding.lanes[0], K, folding.lanes[1] if folding.lanes[1:] else None)
    left, right, distance = np.array(found, np.int64).reshape(-1, 3).T
    return NearDuplicatePairs(left, right, distance.astype(np.uint8))


def written_out(folding: Folding, limit: int) -> Triples:
    """Return all pairs of positions, in order."""
    batches = [
        *folding.identical_pairs(limit),
        *folding.expand(distinct_pairs(folding), limit),
    ]
    return sorted(triples(NearDuplicatePairs.concatenate(batches)))


def values(lanes: Lanes) -> list[tuple[int, ...]]:
    """Return the fingerprints as tuples of their lanes."""
    return list(zip(*(lane.tolist() for lane in lanes), strict=True))


@given(word_lists())
def test_members_and_inverse_lead_from_distinct_ones_to_positions(some: Words) -> None:
    folding = fold((some,))
    groups = np.split(folding.members, folding.offsets[1:-1])
    assert len(set(folding.lanes[0].tolist())) == len(folding) == len(set(some.tolist()))
    assert (folding.lanes[0][folding.inverse] == some).all()
    assert all(
        group.tolist() == np.flatnonzero(some == word).tolist()
        for group, word in zip(groups, folding.lanes[0], strict=bool(len(some)))
    )


@given(word_lists())
def test_distinct_ones_are_in_the_order_of_their_first_member(some: Words) -> None:
    folding = fold((some,))
    assert values(folding.lanes) == list(dict.fromkeys(values((some,))))


def test_no_two_are_identical_in_a_plain_folding() -> None:
    assert fold((words(1, 2, 3),)).is_plain
    assert not fold((words(1, 2, 1),)).is_plain


def test_wide_fingerprints_are_identical_only_with_their_rests() -> None:
    folding = fold((words(1, 1, 1, 2), words(5, 6, 5, 5)))
    assert values(folding.lanes) == [(1, 5), (1, 6), (2, 5)]
    assert folding.inverse.tolist() == [0, 1, 0, 2]


def test_nothing_folds_to_nothing() -> None:
    folding = fold((words(),))
    assert len(folding) == 0
    assert folding.is_plain
    assert list(folding.identical_pairs()) == []
    assert folding.count(NearDuplicatePairs.empty()) == 0


@given(word_lists(40), LIMITS)
def test_all_pairs_are_written_out_once(some: Words, limit: int) -> None:
    folding, expected = fold((some,)), brute_pairs(some, K)
    assert written_out(folding, limit) == expected
    assert folding.count(distinct_pairs(folding)) == len(expected)


@given(word_lists(40))
def test_pairs_of_wide_fingerprints_are_written_out(some: Words) -> None:
    rests = some >> np.uint64(62)
    assert written_out(fold((some, rests)), 100) == brute_pairs(some, K, rests)


def test_batches_are_bounded_however_many_are_identical() -> None:
    batches = list(fold((np.zeros(100, np.uint64),)).identical_pairs(limit=64))
    assert max(map(len, batches)) == 64
    assert sum(map(len, batches)) == 4950


@pytest.mark.parametrize("some", [np.arange(100), np.arange(100) % 90])
def test_batches_of_many_pairs_are_bounded_too(some: NDArray[np.int64]) -> None:
    folding = fold((some.astype(np.uint64),))
    batches = list(folding.expand(distinct_pairs(folding), limit=64))
    assert max(map(len, batches)) == 64


def test_the_pairs_of_ten_thousand_identical_ones_are_counted_without_writing_them() -> None:
    folding = fold((np.full(10_000, 7, np.uint64),))
    assert len(folding) == 1
    assert folding.count(NearDuplicatePairs.empty()) == 49_995_000


def test_half_of_many_being_identical_does_not_confuse_the_others() -> None:
    some = made(Kind.REPEATED, 5000)
    folding = fold((some,))
    assert (folding.lanes[0][folding.inverse] == some).all()


def test_more_than_can_be_numbered_are_refused() -> None:
    endless = np.broadcast_to(np.uint64(0), 1 << 32)
    with pytest.raises(TooManyFingerprintsError, match="not fewer than"):
        fold((endless,))
