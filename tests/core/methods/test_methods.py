"""Every known way finds what brute force finds, and says beforehand where it would not fit."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from simhash_gui.core.hamming.distances import InvalidDistanceError
from simhash_gui.core.methods import METHODS
from simhash_gui.core.methods.compressed_tables import CompressedTables
from simhash_gui.core.methods.made_words import made_queries, made_words, random_words
from simhash_gui.core.methods.method import (
    AFFORDABLE,
    Cost,
    Method,
    Obstacle,
    Shortfall,
    variant_count,
)
from simhash_gui.core.methods.query_variants import variant_masks
from simhash_gui.core.types import Words

BY_NAME = {method.name: method for method in METHODS}
ALL = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
ANY_DISTANCE = [
    method for method in METHODS if method.max_distance == 32 and method.name != "stored-variants"
]


def signs(words: Words) -> NDArray[np.float32]:
    """Bits as +1 and -1: the product of two words is 64 less twice their distance."""
    octets = words.astype(">u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1).astype(np.float32) * 2 - 1


def brute_force(queries: Words, words: Words, k: int) -> list[tuple[int, int]]:
    """(query, place) of all within k bits."""
    near = (64 - signs(queries) @ signs(words).T) / 2 <= k
    return [(int(query), int(place)) for query, place in zip(*np.nonzero(near), strict=True)]


def brute_pairs(words: Words, k: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start in range(0, len(words), 1000):
        met = brute_force(words[start : start + 1000], words, k)
        found += [(query + start, place) for query, place in met if query + start < place]
    return found


def answers(method: Method, words: Words, queries: Words, k: int) -> list[tuple[int, int]]:
    found = method.build(words, k).query(queries)
    return list(zip(found.query.tolist(), found.place.tolist(), strict=True))


def pairs(method: Method, words: Words, k: int) -> list[tuple[int, int]]:
    found = method.build(words, k).pairs()
    distances = [
        (int(words[a]) ^ int(words[b])).bit_count()
        for a, b in zip(found.left, found.right, strict=True)
    ]
    assert found.distance.tolist() == distances
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def fits(method: Method, count: int, k: int) -> bool:
    return method.shortfall(count, k, AFFORDABLE) is None


def clustered(count: int, seed: int) -> Words:
    """Few distinct fingerprints, each with many copies and near copies: crowded buckets."""
    bases = random_words(count // 50 + 1, seed)
    return made_words(count, seed + 1) & np.uint64(7) ^ bases[np.arange(count) % len(bases)]


@ALL
@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 9])
@pytest.mark.parametrize("make", [made_words, clustered])
def test_a_method_finds_what_brute_force_finds(
    method: Method, k: int, make: Callable[[int, int], Words]
) -> None:
    is_wide = k == 4 and method.name.endswith("-variants")  # 679,121 of each word
    words = make(10 if is_wide else 40 if method.name == "stored-variants" else 300, 7)
    if not fits(method, len(words), k):
        pytest.skip("it says so beforehand")
    queries = made_queries(words, 10 if is_wide else 40, k, 3)
    assert answers(method, words, queries, k) == brute_force(queries, words, k)
    assert pairs(method, words, k) == brute_pairs(words, k)


@pytest.mark.thorough
@ALL
@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 6])
@pytest.mark.parametrize("make", [made_words, clustered])
def test_a_method_finds_what_brute_force_finds_among_ten_thousand(
    method: Method, k: int, make: Callable[[int, int], Words]
) -> None:
    count = 400 if method.name == "stored-variants" and k == 3 else 10_000
    if not fits(method, count, k):
        pytest.skip("it says so beforehand")
    words = make(count, 11)
    queries = made_queries(words, 100, k, 5)
    assert answers(method, words, queries, k) == brute_force(queries, words, k)
    if method.pairs_shortfall(count, k, AFFORDABLE) is None:
        assert pairs(method, words, k) == brute_pairs(words, k)


@ALL
@pytest.mark.parametrize("words", [[], [0], [0, 2**64 - 1], [5, 5, 5]], ids=str)
def test_a_handful_of_fingerprints_is_enough(method: Method, words: list[int]) -> None:
    held = np.array(words, np.uint64)
    queries = np.array([0, 5, 2**64 - 1], np.uint64)
    assert answers(method, held, queries, 2) == brute_force(queries, held, 2)
    assert pairs(method, held, 2) == brute_pairs(held, 2)
    assert method.build(held, 2).size_bytes >= held.nbytes


@ALL
def test_no_query_has_no_answer(method: Method) -> None:
    found = method.build(made_words(20, 1), 1).query(np.empty(0, np.uint64))
    assert (len(found.query), found.probes, found.candidates) == (0, 0, 0) or (
        method.name == "batch-query" and len(found.query) == 0
    )


@pytest.mark.parametrize(
    ("name", "probes"),
    [
        ("compare-all", 0),
        ("query-variants", 43_745),
        ("stored-variants", 1),
        ("bit-lists", 64),
        ("block-tables", 4),
        ("permuted-tables", 16),
        ("compressed-tables", 16),
        ("block-neighbours", 4),
    ],
)
def test_a_query_within_three_bits_takes_the_probes_that_the_paper_counts(
    name: str, probes: int
) -> None:
    words = made_words(50, 1)
    assert BY_NAME[name].build(words, 3).query(words[:1]).probes == probes


def test_compare_all_looks_at_every_fingerprint() -> None:
    words = made_words(50, 1)
    assert BY_NAME["compare-all"].build(words, 3).query(words[:2]).candidates == 100


def test_there_are_43745_variants_within_three_bits() -> None:
    assert variant_count(3) == len(np.unique(variant_masks(3))) == 43_745


@pytest.mark.parametrize(
    "name", ["block-tables", "permuted-tables", "compressed-tables", "batch-query"]
)
def test_tables_of_one_prefix_refuse_a_fourth_bit(name: str) -> None:
    assert BY_NAME[name].shortfall(10, 4, AFFORDABLE) == Shortfall(Obstacle.DISTANCE, 4, 3)


def test_stored_variants_of_many_fingerprints_are_refused_for_their_memory() -> None:
    shortfall = BY_NAME["stored-variants"].shortfall(1_000_000, 3, AFFORDABLE)
    assert shortfall is not None
    assert shortfall.obstacle is Obstacle.MEMORY
    assert shortfall.needed > 43_745 * 1_000_000 * 8


def test_a_distance_that_no_search_takes_is_refused() -> None:
    with pytest.raises(InvalidDistanceError):
        BY_NAME["compare-all"].shortfall(10, 33, AFFORDABLE)


@pytest.mark.parametrize(
    ("cost", "obstacle"),
    [
        (Cost(1, 2, 0, 0), Obstacle.BUILD_TIME),
        (Cost(1, 1, 2, 0), Obstacle.QUERY_TIME),
        (Cost(2, 2, 2, 2), Obstacle.MEMORY),
        (Cost(1, 1, 1, 2), None),
    ],
)
def test_the_first_limit_that_is_passed_is_the_obstacle(
    cost: Cost, obstacle: Obstacle | None
) -> None:
    method = Method("made", BY_NAME["compare-all"].build, lambda _count, _k: cost)
    limits = Cost(size_bytes=1, build_s=1, query_s=1, pairs_s=1)
    shortfall = method.shortfall(1, 1, limits)
    assert (shortfall and shortfall.obstacle) == obstacle


def test_queries_may_fit_where_all_pairs_do_not() -> None:
    method = BY_NAME["bit-lists"]
    assert method.shortfall(1_000_000, 3, AFFORDABLE) is None
    assert method.pairs_shortfall(100, 3, AFFORDABLE) is None
    shortfall = method.pairs_shortfall(1_000_000, 3, AFFORDABLE)
    assert shortfall is not None
    assert shortfall.obstacle is Obstacle.PAIRS_TIME


def test_compression_pays_the_more_the_more_fingerprints_there_are() -> None:
    few, many = (CompressedTables(random_words(count, 1), 3).ratio for count in (500, 20_000))
    assert many < few < 1.05
    assert CompressedTables(random_words(0, 1), 3).ratio == 1


def test_made_fingerprints_are_the_same_for_every_run_of_a_seed() -> None:
    first = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]  # SplitMix64 of seed 0, as published
    assert random_words(2, 0).tolist() == first
    assert made_words(100, 3).tolist() == made_words(100, 3).tolist()
    assert made_words(100, 3).tolist() != made_words(100, 4).tolist()


def test_about_half_of_made_fingerprints_are_copies_and_near_copies() -> None:
    words = made_words(1000, 2).tolist()
    near = [
        (words[place] ^ words[place // 5 * 5]).bit_count() for place in range(1000) if place % 5
    ]
    assert 400 < sum(distance <= 6 for distance in near) < 600
    assert set(range(7)) <= set(near)


def test_half_of_made_queries_are_near_a_stored_fingerprint() -> None:
    words = made_words(100, 2)
    queries = made_queries(words, 40, 3, 9)
    distances = [
        min((word ^ query).bit_count() for word in words.tolist()) for query in queries.tolist()
    ]
    assert {distances[place] for place in range(0, 40, 2)} == {0, 1, 2, 3, 4}
    assert min(distances[1::2]) > 4
    assert len(made_queries(words[:0], 4, 3, 9)) == 4
