"""Clusters around medoids."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.clustering.medoids import medoid_labels


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
