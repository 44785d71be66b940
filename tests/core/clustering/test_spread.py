"""Medoid, least and largest distance are exact for clusters of any size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.clustering.spread import spread_of_many, spread_of_one
from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.ragged import Indexes
from tests.core.made_words import Kind, distance_matrix, made, words
from tests.helpers.examples import examples

Expected = tuple[int, int, int]


def brute(lanes: Lanes, copies: Indexes) -> Expected:
    """Return medoid, least and largest distance of members written out."""
    written = np.repeat(np.arange(len(copies)), copies)
    rests = lanes[1][written] if lanes[1:] else None
    word = lanes[0][written]
    matrix = distance_matrix(word, word, a_rests=rests, b_rests=rests).astype(int)
    others = matrix[~np.eye(len(written), dtype=bool)]
    medoid = int(written[np.argmin(matrix.sum(axis=1))])
    return medoid, int(others.min()), int(others.max())


@st.composite
def cluster(draw: st.DrawFn) -> tuple[Lanes, Indexes]:
    """Draw two and more distinct fingerprints of one or two lanes, and copies of each."""
    some = np.unique(
        made(draw(st.sampled_from(Kind)), draw(st.integers(2, 50)), draw(st.integers(0, 9)))
    )
    some = some if len(some) > 1 else words(1, 3)
    rng = np.random.default_rng(draw(st.integers(0, 9)))
    copies = rng.integers(1, draw(st.integers(2, 4)), len(some))
    return (some, some[::-1].copy())[: draw(st.integers(1, 2))], copies


@examples(60)
@given(cluster())
def test_one_cluster_is_measured_exactly(case: tuple[Lanes, Indexes]) -> None:
    spread = spread_of_one(*case)
    found = int(spread.medoid[0]), int(spread.min_distance[0]), int(spread.max_distance[0])
    assert found == brute(*case)


@examples(60)
@given(cluster())
def test_many_clusters_of_one_size_are_measured_exactly(case: tuple[Lanes, Indexes]) -> None:
    lanes, copies = case
    changed = tuple(lane ^ (lane << np.uint64(1)) for lane in lanes)
    once = np.ones_like(copies)
    spread = spread_of_many(
        tuple(np.stack(both) for both in zip(lanes, changed, strict=True)),
        np.stack((copies, once)),
    )
    found = list(zip(spread.medoid, spread.min_distance, spread.max_distance, strict=True))
    assert found == [brute(lanes, copies), brute(changed, once)]


def test_identical_members_are_at_no_distance() -> None:
    spread = spread_of_many((words(5).reshape(1, 1),), np.array([[3]]))
    assert (spread.medoid[0], spread.min_distance[0], spread.max_distance[0]) == (0, 0, 0)


@pytest.mark.parametrize("kind", [Kind.UNIFORM, Kind.SKEWED, Kind.CLUSTERED])
def test_a_large_cluster_is_measured_exactly(kind: Kind) -> None:
    some = np.unique(made(kind, 6000))
    spread = spread_of_one((some,), np.ones(len(some), np.int64))
    matrix = distance_matrix(some, some)
    largest, sums = matrix.max(), matrix.sum(axis=1, dtype=np.int64)
    np.fill_diagonal(matrix, 255)
    assert (spread.min_distance[0], spread.max_distance[0]) == (matrix.min(), largest)
    assert spread.medoid[0] == np.argmin(sums)


def test_members_far_from_each_other_are_measured_too() -> None:
    far = made(Kind.UNIFORM, 20), made(Kind.UNIFORM, 20, seed=1)
    once = np.ones(20, np.int64)
    spread = spread_of_one(far, once)
    assert spread.min_distance[0] > 32
    assert (spread.medoid[0], spread.min_distance[0], spread.max_distance[0]) == brute(far, once)
