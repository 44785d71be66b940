"""Estimates against exact overlaps of made sets: no bias, and the stated error."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.sketches import (
    Estimates,
    Sketches,
    estimate,
    sketch_of,
    sketches_of_each,
)

PAIRS = 1500


def made_pairs(own: int, other: int, shared: int) -> Estimates:
    """Estimates of many pairs of sets of ``own`` and ``other`` hashes, ``shared`` of them equal."""
    chance = np.random.default_rng([own, other, shared])
    values, counts = [], []
    for _ in range(PAIRS):
        hashes = chance.integers(0, 2**64, own + other - shared, np.uint64)
        for part in (hashes[:own], hashes[own - shared :]):
            values.append(sketch_of(np.sort(part)))
            counts.append(len(part))
    left = np.arange(0, 2 * PAIRS, 2)
    return estimate(Sketches(np.array(values), np.array(counts)), left, left + 1)


@pytest.mark.parametrize(
    ("own", "other", "shared"),
    [
        pytest.param(1000, 1000, 950, id="versions"),
        pytest.param(1000, 1000, 500, id="halves"),
        pytest.param(3000, 2000, 700, id="parts"),
        pytest.param(500, 2000, 400, id="one in the other"),
        pytest.param(60, 80, 40, id="fewer shingles than bins"),
        pytest.param(5, 7, 3, id="very few"),
    ],
)
def test_estimates_are_right_on_average(own: int, other: int, shared: int) -> None:
    estimates = made_pairs(own, other, shared)
    jaccard = shared / (own + other - shared)
    error = estimates.jaccard.std() / np.sqrt(PAIRS)
    assert estimates.jaccard.mean() == pytest.approx(jaccard, abs=4 * error + 1e-9)
    # a share is no linear function of J, and never above 1
    assert estimates.containment_a.mean() == pytest.approx(shared / own, abs=0.03)
    assert estimates.containment_b.mean() == pytest.approx(shared / other, abs=0.03)


@pytest.mark.parametrize(
    ("own", "other", "shared"), [(1000, 1000, 950), (1000, 1000, 500), (3000, 2000, 700)]
)
def test_the_stated_error_is_the_measured_one(own: int, other: int, shared: int) -> None:
    estimates = made_pairs(own, other, shared)
    assert np.median(estimates.jaccard_error) == pytest.approx(estimates.jaccard.std(), rel=0.12)
    assert np.median(estimates.error_a) == pytest.approx(estimates.containment_a.std(), rel=0.12)
    assert np.median(estimates.error_b) == pytest.approx(estimates.containment_b.std(), rel=0.12)


def test_the_error_is_stated_too_great_rather_than_too_small_for_small_sets() -> None:
    estimates = made_pairs(20, 20, 10)
    assert estimates.jaccard.std() < np.median(estimates.jaccard_error)


def test_unrelated_documents_are_near_zero() -> None:
    estimates = made_pairs(2000, 2000, 0)
    assert estimates.jaccard.mean() < 0.003
    assert estimates.jaccard.max() < 0.05


def test_equal_documents_are_estimated_exactly() -> None:
    estimates = made_pairs(300, 300, 300)
    assert set(estimates.jaccard.tolist()) == set(estimates.containment_a.tolist()) == {1.0}
    assert estimates.jaccard_error.max() == 0.0


def test_a_sketch_takes_128_bytes_and_marks_empty_bins() -> None:
    # given two hashes, in the first and in the last of 128 bins
    sketch = sketch_of(np.array([254, 2**64 - 1], np.uint64))
    assert (sketch.shape, sketch.dtype) == ((128,), np.uint8)
    assert sketch.tolist() == [255] + [0] * 126 + [1]


def test_only_the_least_hash_of_a_bin_counts() -> None:
    one, more = sketch_of(np.array([3], np.uint64)), sketch_of(np.array([3, 9], np.uint64))
    assert one.tolist() == more.tolist()


def test_an_empty_document_overlaps_with_an_empty_one_only() -> None:
    some = np.sort(np.random.default_rng(1).integers(0, 2**64, 50, np.uint64))
    empty = some[:0]
    sketches = Sketches(np.array([sketch_of(empty), sketch_of(some)]), np.array([0, 50]))
    estimates = estimate(sketches, np.array([0, 0, 1]), np.array([0, 1, 0]))
    assert estimates.jaccard.tolist() == [1.0, 0.0, 0.0]
    assert np.isfinite(estimates.error_a).all()


def test_no_pairs_have_no_estimates() -> None:
    nobody = np.empty(0, np.int64)
    sketches = Sketches(np.empty((0, 128), np.uint8), nobody)
    assert len(estimate(sketches, nobody, nobody).jaccard) == 0


def sketch_by_hand(hashes: set[int]) -> list[int]:
    bins = [[value for value in hashes if value >> 57 == number] for number in range(128)]
    return [min(own) % 2**16 % 255 + 1 if own else 0 for own in bins]


@given(st.lists(st.sets(st.integers(0, 2**64 - 1), max_size=9), min_size=1, max_size=4))
def test_documents_laid_end_to_end_have_the_sketches_of_their_least_hashes(
    documents: list[set[int]],
) -> None:
    flat = np.array([value for own in documents for value in sorted(own)], np.uint64)
    bounds = np.cumsum([0, *map(len, documents)])
    assert sketches_of_each(flat, bounds).tolist() == list(map(sketch_by_hand, documents))
