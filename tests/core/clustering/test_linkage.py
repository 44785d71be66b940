"""Single linkage is what pairs connect; complete linkage is where everyone is within k.

Around a medoid stand its neighbours.
"""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.clustering.linkage import complete_linkage, connected_labels, medoid_labels
from simhash_gui.core.types import NearDuplicatePairs, Words
from tests.core.made_words import Kind, all_pairs, distance_matrix, made, word_lists, words
from tests.helpers.examples import examples
from tests.oracles import linked_groups

K = st.integers(0, 32)
NODES = st.integers(0, 29)
EDGES = st.lists(st.tuples(NODES, NODES).filter(lambda edge: edge[0] != edge[1]), max_size=60)


def labels_of_edges(count: int, edges: list[tuple[int, int]]) -> list[int]:
    """Return the labels that these edges make."""
    left, right = np.array(edges, np.int64).reshape(-1, 2).T
    return connected_labels(count, left, right).tolist()


def complete(some: Words, k: int) -> list[int]:
    """Return the labels by complete linkage."""
    return complete_linkage((some,), all_pairs(some, k)).tolist()


def groups(labels: list[int]) -> set[frozenset[int]]:
    """Return the positions of each label."""
    return {
        frozenset(i for i, other in enumerate(labels) if other == label) for label in set(labels)
    }


def one_by_one(some: Words, k: int) -> set[frozenset[int]]:
    """Merge the closest two clusters, one after another; only right where no two are tied."""
    matrix = distance_matrix(some, some).astype(int)
    clusters = [frozenset([i]) for i in range(len(some))]
    while len(clusters) > 1:
        spans = {
            (a, b): max(matrix[i, j] for i in a for j in b) for a, b in combinations(clusters, 2)
        }
        a, b = min(spans, key=spans.__getitem__)
        if spans[a, b] > k:
            break
        clusters = [c for c in clusters if c not in (a, b)] + [a | b]
    return set(clusters)


@given(EDGES)
def test_labels_are_the_least_position_that_is_connected(edges: list[tuple[int, int]]) -> None:
    labels = labels_of_edges(30, edges)
    linked = linked_groups(map(str, range(30)), [(str(a), str(b)) for a, b in edges])
    assert {g for g in groups(labels) if len(g) > 1} == {frozenset(map(int, g)) for g in linked}
    assert all(min(group) == labels[member] for group in groups(labels) for member in group)


@pytest.mark.parametrize("order", ["forwards", "backwards", "shuffled"])
def test_a_chain_of_a_hundred_thousand_is_one(order: str) -> None:
    chain = np.arange(100_000)
    if order == "backwards":
        chain = chain[::-1]
    if order == "shuffled":
        chain = np.random.default_rng(0).permutation(chain)
    assert not connected_labels(len(chain), chain[:-1], chain[1:]).any()


def test_a_star_around_the_last_is_one() -> None:
    spokes = np.arange(9999)
    assert not connected_labels(10_000, np.full(9999, 9999), spokes).any()


def test_without_pairs_everyone_is_alone() -> None:
    assert labels_of_edges(3, []) == [0, 1, 2]


def test_more_pairs_than_are_joined_at_once_are_joined() -> None:
    left = np.tile(np.arange(50), 50_000)
    assert not connected_labels(51, left, left + 1).any()


@examples(60)
@given(word_lists(40), K)
def test_members_are_all_within_k_and_no_two_clusters_could_be_merged(some: Words, k: int) -> None:
    matrix = distance_matrix(some, some)
    members = [np.array(sorted(group)) for group in groups(complete(some, k))]
    assert all(matrix[np.ix_(group, group)].max(initial=0) <= k for group in members)
    assert all(matrix[np.ix_(a, b)].max() > k for a, b in combinations(members, 2))


def test_a_chain_is_cut_where_its_ends_are_too_far_apart() -> None:
    near, middle, far = 0b0000, 0b0001, 0b0111
    assert complete(words(near, middle, far), 2) == [0, 0, 2]
    assert complete(words(near, middle, far), 3) == [0, 0, 0]


def test_the_closest_are_merged_first() -> None:
    a, b, c, d = 0b0, 0b111, 0b1111, 0b1111_1110_0000_0000
    assert complete(words(a, b, c, d), 3) == [0, 1, 1, 3]


@pytest.mark.parametrize("k", range(33))
def test_without_ties_the_result_is_that_of_merging_one_by_one(k: int) -> None:
    marks = [0, 1, 4, 10, 18, 23, 25]  # a Golomb ruler: no two of its distances are equal
    some = words(
        *((1 << mark) - 1 for mark in np.random.default_rng(k).permutation(marks).tolist())
    )
    assert groups(complete(some, k)) == one_by_one(some, k)


def test_ties_do_not_depend_on_the_order_of_documents() -> None:
    some = made(Kind.NARROW, 200, seed=1)
    some = np.unique(some)
    shuffled = np.random.default_rng(5).permutation(some)
    first = {frozenset(some[list(g)].tolist()) for g in groups(complete(some, 3))}
    second = {frozenset(shuffled[list(g)].tolist()) for g in groups(complete(shuffled, 3))}
    assert first == second


def test_pairs_may_come_either_way_round() -> None:
    pairs = NearDuplicatePairs(np.array([2, 1]), np.array([0, 2]), np.array([1, 1], np.uint8))
    assert complete_linkage((words(1, 2, 3),), pairs).tolist() in ([0, 1, 0], [0, 1, 1])


def test_a_clique_is_one_cluster() -> None:
    some = words(*(1 << bit for bit in range(60)))
    assert complete(some, 2) == [0] * 60
    assert len(groups(complete(some, 1))) == 60


def test_rests_take_part_in_deciding_ties() -> None:
    some, rests = words(1, 2, 4), words(9, 9, 9)
    labels = complete_linkage((some, rests), all_pairs(some, 2, rests=rests))
    assert labels.tolist() == [0, 0, 0]


def test_components_are_solved_in_batches() -> None:
    size, some = 2100, np.arange(2100, dtype=np.uint64)
    left, right = np.triu_indices(size, 1)
    clique = NearDuplicatePairs(left, right, np.zeros(len(left), np.uint8))
    both = NearDuplicatePairs.concatenate(
        [clique, NearDuplicatePairs(left + size, right + size, clique.distance)]
    )
    labels = complete_linkage((np.concatenate((some, some + np.uint64(size))),), both)
    assert labels.tolist() == [0] * size + [size] * size


def labels(count: int, *pairs: tuple[int, int, float]) -> list[int]:
    left, right, like = (np.array(column) for column in zip(*pairs, strict=True))
    return medoid_labels(count, left, right, like.astype(np.float32)).tolist()


def test_a_chain_is_split_so_that_every_member_is_a_neighbour_of_its_medoid() -> None:
    assert labels(5, (0, 1, 0.9), (1, 2, 0.9), (2, 3, 0.9), (3, 4, 0.9)) == [1, 1, 1, 3, 3]


def test_who_is_near_two_medoids_goes_to_the_nearer_one() -> None:
    star = [(0, 1, 0.9), (0, 2, 0.9), (0, 3, 0.7), (4, 3, 0.95), (4, 5, 0.8)]
    assert labels(6, *star)[3] == 4


def test_the_order_of_pairs_does_not_matter() -> None:
    pairs = [(0, 1, 0.8), (1, 2, 0.8), (2, 3, 0.8), (0, 4, 0.9)]
    assert labels(5, *pairs) == labels(5, *pairs[::-1])


def test_who_has_no_pair_stays_alone() -> None:
    assert labels(3, (0, 2, 0.8)) == [0, 1, 0]


@given(
    st.integers(1, 12),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.floats(0.1, 1)), max_size=40),
)
def test_every_member_is_a_neighbour_of_its_medoid_and_a_medoid_of_its_own(
    count: int, drawn: list[tuple[int, int, float]]
) -> None:
    pairs = {(min(a, b), max(a, b)): like for a, b, like in drawn if a != b and max(a, b) < count}
    left, right = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))

    found = medoid_labels(count, left, right, np.array(list(pairs.values()), np.float32)).tolist()

    assert all(found[medoid] == medoid for medoid in found)
    assert all(
        number == medoid or (min(number, medoid), max(number, medoid)) in pairs
        for number, medoid in enumerate(found)
    )


def stars_one_by_one(count: int, pairs: dict[tuple[int, int], float]) -> list[int]:
    """Star clustering as it is told: the most alike of the free ones takes its neighbours."""
    near: dict[int, dict[int, int]] = {number: {} for number in range(count)}
    for (left, right), like in pairs.items():
        near[left][right] = near[right][left] = round(float(np.float32(like)) * (1 << 20))
    free, medoids = set(range(count)), []
    while free:
        sums = {
            one: sum(like for other, like in near[one].items() if other in free) for one in free
        }
        best = min(free, key=lambda one: (-sums[one], one))
        medoids.append(best)
        free -= {best, *near[best]}
    labels = {one: one for one in medoids}
    for one in set(range(count)) - set(medoids):
        likes = {other: like for other, like in near[one].items() if other in medoids}
        labels[one] = min(likes, key=lambda other: (-likes[other], other))
    return [labels[one] for one in range(count)]


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 14), st.integers(0, 14)).filter(lambda pair: pair[0] < pair[1]),
        st.sampled_from([0.25, 0.5, 0.75, 1.0]),
        max_size=40,
    )
)
def test_medoids_are_those_of_taking_one_after_another(pairs: dict[tuple[int, int], float]) -> None:
    left = np.array([pair[0] for pair in pairs], np.int64)
    right = np.array([pair[1] for pair in pairs], np.int64)

    found = medoid_labels(15, left, right, np.array(list(pairs.values()), np.float32))

    assert found.tolist() == stars_one_by_one(15, pairs)
    some_at_once = medoid_labels(
        15, left, right, np.array(list(pairs.values()), np.float32), pairs_at_once=3
    )
    assert some_at_once.tolist() == found.tolist()


def test_a_long_chain_is_taken_one_by_one_in_the_end() -> None:
    pairs = {(number, number + 1): 1 - number / 400 for number in range(300)}
    left, right = np.arange(300), np.arange(1, 301)

    found = medoid_labels(301, left, right, np.array(list(pairs.values()), np.float32))

    assert found.tolist() == stars_one_by_one(301, pairs)


def test_totals_too_large_to_be_ranked_beside_places_are_ranked_all_the_same() -> None:
    pairs = {(0, 1): 2.0**39, (1, 2): 2.0**39, (2, 3): 2.0**40, (4, 5): 2.0**40, (3, 5): 2.0**38}
    left, right = np.array(list(pairs)).T

    found = medoid_labels(6, left, right, np.array(list(pairs.values()), np.float32))

    assert found.tolist() == stars_one_by_one(6, pairs)
