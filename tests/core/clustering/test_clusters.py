"""Clusters list their members, the medoid first, with the exact spread."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.clustering import clusters as module
from simhash_gui.core.clustering.clusters import Clusters, build_clusters, cluster_labels
from simhash_gui.core.types import Linkage, Words
from tests.core.made_words import (
    Kind,
    brute_pairs,
    distance_matrix,
    folded_pairs,
    made,
    word_lists,
    words,
)
from tests.helpers.examples import examples
from tests.oracles import linked_groups

K = st.integers(0, 32)
LABELS = st.lists(st.integers(0, 6), min_size=60, max_size=60)


def brute(some: Words, labels: list[int], rests: Words | None = None) -> list[tuple[object, ...]]:
    """Return (members, medoid, least, largest) of each cluster of two and more, by label."""
    matrix = distance_matrix(some, some, a_rests=rests, b_rests=rests).astype(int)
    result: list[tuple[object, ...]] = []
    for label in sorted(set(labels)):
        members = [i for i, other in enumerate(labels) if other == label]
        if len(members) > 1:
            own = matrix[np.ix_(members, members)]
            medoid = members[int(np.argmin(own.sum(axis=1)))]
            others = own[~np.eye(len(members), dtype=bool)]
            ordered = [medoid, *(i for i in members if i != medoid)]
            result.append((ordered, medoid, others.min(), others.max()))
    return result


def listed(clusters: Clusters) -> list[tuple[object, ...]]:
    """Return clusters in the form of ``brute``."""
    members = [clusters.members_of(cluster).tolist() for cluster in range(len(clusters))]
    spreads = clusters.medoid.tolist(), clusters.min_distance, clusters.max_distance
    return list(zip(members, *spreads, strict=True))


@examples(60)
@given(word_lists(), LABELS)
def test_any_labels_make_exact_clusters(some: Words, labels: list[int]) -> None:
    labels = labels[: len(some)]
    clusters = build_clusters(some, np.array(labels, np.int64))
    assert listed(clusters) == brute(some, labels)
    assert clusters.sizes.tolist() == [len(members) for members, *_ in listed(clusters)]


@examples(20)
@given(word_lists(), LABELS)
def test_clusters_are_the_same_however_many_are_measured_at_once(
    some: Words, labels: list[int]
) -> None:
    given_labels = np.array(labels[: len(some)], np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MEMBERS_AT_ONCE", 5)
        assert listed(build_clusters(some, given_labels)) == brute(some, given_labels.tolist())


def test_many_clusters_take_little_room_beside_their_members() -> None:
    count = 1 << 19
    some, labels = np.arange(count, dtype=np.uint64), np.arange(count) // 2

    tracemalloc.start()
    clusters = build_clusters(some, labels)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(clusters) == count // 2
    assert peak_bytes < 60 * count


@examples(30)
@given(word_lists(), LABELS)
def test_rests_count(some: Words, labels: list[int]) -> None:
    labels, rests = labels[: len(some)], some[::-1] >> np.uint64(60)
    clusters = build_clusters(some, np.array(labels, np.int64), rests=rests)
    assert listed(clusters) == brute(some, labels, rests)


@pytest.mark.parametrize("kind", Kind)
def test_large_and_small_clusters_stand_side_by_side(kind: Kind) -> None:
    some = made(kind, 900)
    labels = [0] * 300 + [7] * 70 + [8] * 65 + [9] * 64 + [i // 3 for i in range(100, 501)]
    assert listed(build_clusters(some, np.array(labels))) == brute(some, labels)


def test_of_equal_sums_the_lowest_position_is_the_medoid() -> None:
    clusters = build_clusters(words(8, 1, 2, 1), np.array([3, 0, 0, 3]))
    assert clusters.medoid.tolist() == [1, 0]


def test_identical_ones_make_a_cluster_without_spread() -> None:
    clusters = build_clusters(np.full(20_000, 3, np.uint64), np.zeros(20_000, np.int64))
    assert len(clusters) == 1
    assert clusters.members[0] == clusters.medoid[0] == 0
    assert clusters.max_distance[0] == 0


def test_who_is_alone_makes_no_cluster() -> None:
    assert len(build_clusters(words(1, 2, 3), np.array([0, 1, 2]))) == 0
    assert build_clusters(words(), np.empty(0, np.int64)).offsets.tolist() == [0]


@examples(60)
@given(word_lists(), K)
def test_single_linkage_joins_what_pairs_connect(some: Words, k: int) -> None:
    labels = cluster_labels(folded_pairs(some, k))
    links = [(str(a), str(b)) for a, b, _ in brute_pairs(some, k)]
    linked = linked_groups(map(str, range(len(some))), links)
    clusters = build_clusters(some, labels)
    found = {frozenset(map(str, members)) for members, *_ in listed(clusters)}
    assert found == linked
    assert all(
        labels[member] == min(map(int, group)) for group in linked for member in map(int, group)
    )


@examples(60)
@given(word_lists(), K)
def test_complete_linkage_keeps_everyone_within_k(some: Words, k: int) -> None:
    labels = cluster_labels(folded_pairs(some, k), Linkage.COMPLETE)
    assert build_clusters(some, labels).max_distance.max(initial=0) <= k
    assert all(labels[i] == labels[j] for i, j, d in brute_pairs(some, k) if d == 0)


@pytest.mark.parametrize("linkage", Linkage)
def test_a_smaller_distance_is_answered_from_the_same_pairs(linkage: Linkage) -> None:
    some = made(Kind.CLUSTERED, 300)
    found = cluster_labels(folded_pairs(some, 10), linkage, k=4)
    assert found.tolist() == cluster_labels(folded_pairs(some, 4), linkage).tolist()


@pytest.mark.parametrize("linkage", Linkage)
def test_nothing_has_no_labels(linkage: Linkage) -> None:
    assert len(cluster_labels(folded_pairs(words(), 3), linkage)) == 0


def test_clusters_around_medoids_join_what_is_alike_within_the_distance() -> None:
    some = np.array([0, 0b1, 0b11, 0xFF00], np.uint64)
    folded = folded_pairs(some, 16)
    pairs = list(zip(folded.pairs.left.tolist(), folded.pairs.right.tolist(), strict=True))
    joins = {(0, 1): 0.9, (1, 2): 0.9}
    likeness = np.array([joins.get(pair, 0.0) for pair in pairs], np.float32)

    labels = cluster_labels(folded, Linkage.MEDOID, likeness=likeness)
    near = cluster_labels(folded, Linkage.MEDOID, k=0, likeness=likeness)

    assert labels.tolist() == [1, 1, 1, 3]
    assert near.tolist() == [0, 1, 2, 3]


def test_without_likeness_all_pairs_are_equally_alike() -> None:
    some = np.array([0, 0b1, 0b11], np.uint64)

    assert len(set(cluster_labels(folded_pairs(some, 1), Linkage.MEDOID).tolist())) == 1


def test_a_medoid_that_was_named_comes_first() -> None:
    some = np.array([0, 0b1, 0b11, 0b1], np.uint64)
    named = np.array([False, False, True, True])

    clusters = build_clusters(some, np.zeros(4, np.int64), is_medoid=named)

    assert clusters.members_of(0).tolist() == [2, 0, 1, 3]
