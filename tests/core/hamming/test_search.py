"""A query finds everything within k, from buckets or by scan, however the index came to be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.hamming.hamming import InvalidDistanceError, InvalidWordsError
from simhash_gui.core.hamming.search import FingerprintIndex, Matches
from simhash_gui.core.types import Words
from tests.core.made_words import Kind, made, triples, value_of, word_lists, words

K = st.integers(0, 32)


def brute(some: Words, value: int, k: int, rests: Words | None = None) -> list[tuple[int, int]]:
    """Return (distance, position) of all within k, in order."""
    distances = ((value ^ value_of(some, rests, i)).bit_count() for i in range(len(some)))
    return sorted((d, i) for i, d in enumerate(distances) if d <= k)


def ranked(matches: Matches) -> list[tuple[int, int]]:
    """Return matches as (distance, position), in the order they have."""
    return list(zip(matches.distances.tolist(), matches.positions.tolist(), strict=True))


def flipped(word: int, *bits: int) -> int:
    """Return the word with these bits changed."""
    return word ^ sum(1 << bit for bit in bits)


@pytest.fixture(scope="module")
def many() -> Words:
    return made(Kind.CLUSTERED, 50_000, seed=2)


@pytest.fixture(scope="module")
def index(many: Words) -> FingerprintIndex:
    return FingerprintIndex(many)


@settings(max_examples=60)
@given(word_lists(), K, st.integers(0, 2**64 - 1), st.lists(st.integers(0, 63), max_size=6))
def test_everything_within_k_is_found(some: Words, k: int, other: int, bits: list[int]) -> None:
    index = FingerprintIndex(some)
    word = flipped(int(some[0]), *set(bits)) if len(some) else other
    assert ranked(index.query(word, k)) == brute(some, word << 64, k)
    assert ranked(index.query(other, k)) == brute(some, other << 64, k)


@pytest.mark.parametrize("k", range(33))
def test_every_distance_is_exact_among_many(many: Words, index: FingerprintIndex, k: int) -> None:
    word = flipped(int(many[17]), 0, 20, 41)
    assert ranked(index.query(word, k)) == brute(many, word << 64, k)


@pytest.mark.parametrize("bits", [(), (3,), (3, 19), (3, 19, 35), (3, 4, 5), (19, 35, 51)])
def test_three_differing_bits_are_found_wherever_they_are(
    many: Words, index: FingerprintIndex, bits: tuple[int, ...]
) -> None:
    matches = index.query(flipped(int(many[5]), *bits), 3)
    assert (len(bits), 5) in ranked(matches)


def test_a_match_in_all_four_blocks_is_told_once() -> None:
    assert ranked(FingerprintIndex(words(9, 9, 8)).query(9, 3)) == [(0, 0), (0, 1), (1, 2)]


def test_fingerprints_that_crowd_one_bucket_are_found() -> None:
    crowd = np.full(3000, 77, np.uint64)
    assert len(FingerprintIndex(crowd).query(77, 3)) == 3000
    assert len(FingerprintIndex(crowd).query(flipped(77, 1, 2), 1)) == 0


def test_nothing_is_found_in_nothing() -> None:
    index = FingerprintIndex(words())
    assert len(index) == 0
    assert [len(index.query(0, k)) for k in (0, 3, 8, 32)] == [0, 0, 0, 0]
    assert len(index.query_batch(words(1, 2), 3)) == 0


@pytest.mark.parametrize("k", [0, 2, 3, 5, 12, 32])
def test_rests_count(k: int) -> None:
    some, rests = made(Kind.CLUSTERED, 800), made(Kind.CLUSTERED, 800) >> np.uint64(7)
    index = FingerprintIndex(some, rests)
    found = index.query(int(some[9]), k, int(rests[9]) ^ 1)
    assert ranked(found) == brute(some, value_of(some, rests, 9) ^ 1, k, rests)
    batch = index.query_batch(some[:20], k, rests[:20])
    assert triples(batch) == [
        (query, position, distance)
        for query in range(20)
        for distance, position in brute(some, value_of(some, rests, query), k, rests)
    ]


@settings(max_examples=60)
@given(word_lists(), word_lists(20), K)
def test_a_batch_finds_what_its_queries_find(some: Words, queries: Words, k: int) -> None:
    found = FingerprintIndex(some).query_batch(queries, k)
    assert triples(found) == [
        (query, position, distance)
        for query, word in enumerate(queries.tolist())
        for distance, position in brute(some, word << 64, k)
    ]


@pytest.mark.parametrize("k", [1, 3, 6, 9, 20])
def test_a_batch_among_many_finds_what_its_queries_find(
    many: Words, index: FingerprintIndex, k: int
) -> None:
    queries = np.concatenate((many[:40], made(Kind.UNIFORM, 10)))
    found = triples(index.query_batch(queries, k))
    one_by_one = [ranked(index.query(word, k)) for word in queries.tolist()]
    assert found == [(q, p, d) for q, matches in enumerate(one_by_one) for d, p in matches]


@pytest.mark.parametrize("k", [3, 32])
def test_batches_are_bounded_when_everything_matches(k: int) -> None:
    index = FingerprintIndex(np.arange(2000, dtype=np.uint64) & np.uint64(7))
    sizes = [
        len(found)
        for found in index.query_batches(np.arange(1000, dtype=np.uint64) & np.uint64(7), k)
    ]
    assert sum(sizes) == 2_000_000
    assert max(sizes) < 1 << 20


@pytest.mark.parametrize("piece", [1, 700, 5000])
@pytest.mark.parametrize("k", [0, 3, 8, 32])
def test_what_is_appended_is_found(piece: int, k: int) -> None:
    some = made(Kind.CLUSTERED, 9000 if piece > 1 else 300)
    half = len(some) // 2
    index = FingerprintIndex(some[:half])
    for start in range(half, len(some), piece):
        index.append(some[start : start + piece])
    assert len(index) == len(some)
    word = int(some[-1])
    assert ranked(index.query(word, k)) == brute(some, word << 64, k)
    batch = triples(index.query_batch(some[-1:], k))
    assert batch == [(0, position, distance) for distance, position in brute(some, word << 64, k)]


def test_an_empty_index_can_grow() -> None:
    index = FingerprintIndex(words(), words())
    index.append(words(4), words(1))
    assert ranked(index.query(4, 3, 0)) == [(1, 0)]


def test_the_index_keeps_its_own_copy() -> None:
    some = words(1, 2)
    index = FingerprintIndex(some)
    some[0] = 0
    assert ranked(index.query(1, 0)) == [(0, 0)]


@pytest.mark.parametrize("k", [-1, 33])
def test_other_distances_are_refused(k: int) -> None:
    index = FingerprintIndex(words(1))
    with pytest.raises(InvalidDistanceError):
        index.query(1, k)
    with pytest.raises(InvalidDistanceError):
        list(index.query_batches(words(1), k))


def test_rests_are_given_always_or_never() -> None:
    index = FingerprintIndex(words(1))
    with pytest.raises(InvalidWordsError, match="all fingerprints of an index have rests"):
        index.append(words(2), words(3))
    with pytest.raises(InvalidWordsError, match="all fingerprints of an index have rests"):
        index.query_batch(words(2), 3, words(3))
