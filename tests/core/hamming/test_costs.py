"""The cheapest method is chosen, and what it will cost is known beforehand."""

import numpy as np
import pytest

from simhash_gui.core.hamming.costs import CostEstimate, Method, UnitCosts, calibrated, plan_search
from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.types import Words
from tests.core.made_words import Kind, brute_pairs, made

SLOW_SCAN = UnitCosts(scan_comparison_s=1e-3)


def estimate(lanes: Lanes, k: int, costs: UnitCosts = SLOW_SCAN) -> CostEstimate:
    """Return the estimate of a plan, where a scan is never the cheapest if it can be helped."""
    return plan_search(lanes, k, costs).estimate


@pytest.fixture(scope="module")
def uniform() -> Words:
    return made(Kind.UNIFORM, 200_000)


def test_few_are_scanned() -> None:
    plan = plan_search((made(Kind.UNIFORM, 1000),), 3, UnitCosts())
    assert plan.layout is None
    assert plan.estimate.method is Method.SCAN
    assert plan.estimate.comparisons == 499_500


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_to_compare_costs_nothing(count: int) -> None:
    assert estimate((made(Kind.UNIFORM, count),), 3).seconds == 0


def test_distance_0_costs_nothing_for_identical_ones_are_folded(uniform: Words) -> None:
    assert estimate((uniform,), 0) == CostEstimate(Method.SCAN, 0, 0, 0)


def test_many_are_put_in_tables(uniform: Words) -> None:
    plan = plan_search((uniform,), 3, UnitCosts())
    assert plan.estimate.method is Method.TABLES
    assert plan.layout is not None
    assert plan.estimate.tables == len(plan.layout.key_masks)


def test_a_great_distance_is_scanned(uniform: Words) -> None:
    assert estimate((uniform,), 25, costs=UnitCosts()).method is Method.SCAN


def test_the_plan_is_the_same_every_time(uniform: Words) -> None:
    one, other = (plan_search((uniform,), 6, UnitCosts()) for _ in range(2))
    assert one.layout is not None
    assert other.layout is not None
    assert one.estimate == other.estimate
    assert np.array_equal(one.layout.key_masks, other.layout.key_masks)


def test_skewed_bits_are_given_more_tables_with_longer_keys(uniform: Words) -> None:
    skewed = np.unique(made(Kind.SKEWED, 200_000))
    even = plan_search((uniform[: len(skewed)],), 3, UnitCosts()).estimate
    uneven = plan_search((skewed,), 3, UnitCosts()).estimate
    assert uneven.tables > even.tables
    assert uneven.seconds > even.seconds


def test_comparisons_are_estimated_from_a_sample(uniform: Words) -> None:
    found = estimate((uniform,), 6, costs=UnitCosts())
    assert found.tables == 20  # halves of a half for three bits, of the other half for two
    assert found.comparisons == pytest.approx(20 * 200_000**2 / 2 / 2**16, rel=0.1)


def test_pairs_are_estimated_from_a_sample() -> None:
    some = np.unique(made(Kind.SKEWED, 2500))
    found = estimate((some,), 12)
    assert found.pairs == pytest.approx(len(brute_pairs(some, 12)), rel=0.1)


def test_a_second_lane_costs_as_much_again(uniform: Words) -> None:
    found = estimate((uniform, uniform[::-1].copy()), 32, costs=UnitCosts(table_row_s=1.0))
    assert found.method is Method.SCAN
    assert found.seconds == pytest.approx(2 * found.comparisons * UnitCosts().scan_comparison_s)


def test_a_slower_machine_takes_longer(uniform: Words) -> None:
    here = estimate((uniform,), 6, costs=UnitCosts())
    there = estimate((uniform,), 6, costs=UnitCosts().scaled(3))
    assert there.seconds == pytest.approx(3 * here.seconds)


def test_this_machine_is_measured_by_a_scan() -> None:
    costs, defaults = calibrated(), UnitCosts()
    factor = costs.scan_comparison_s / defaults.scan_comparison_s
    assert 0.01 < factor < 1000
    assert costs.table_s == pytest.approx(factor * defaults.table_s)


def test_the_measure_does_not_depend_on_what_was_assumed() -> None:
    costs = calibrated(UnitCosts().scaled(100))
    assert costs.scan_comparison_s < 50 * UnitCosts().scan_comparison_s


def test_bits_that_depend_on_each_other_are_found_out(uniform: Words) -> None:
    low = uniform & np.uint64(0xFF)
    repeating = low * np.uint64(0x0101_0101_0101_0101) ^ (uniform >> np.uint64(60))
    found = estimate((np.unique(repeating),), 3)
    assert found.comparisons > 10 * found.tables * len(np.unique(repeating)) ** 2 / 2 / 2**32
