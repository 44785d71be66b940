"""What a search among all pairs will cost, and by which method it costs least.

The estimate is made beforehand. How many pairs meet in the buckets of a table follows from the bits
if they are independent of each other; a random sample of the fingerprints tells how far they are
not. Samples are small where the whole search is short. Unit costs are those of the machine this
was written on; ``calibrated`` asks the present one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from time import perf_counter

import numpy as np

from simhash_gui.core.hamming.buckets import shared_buckets
from simhash_gui.core.hamming.distances import Lanes
from simhash_gui.core.hamming.scan import scan_triangle
from simhash_gui.core.hamming.tables import (
    Layout,
    balanced_layout,
    bit_worths,
    covers,
    index_bits,
    table_keys,
)
from simhash_gui.core.types import SCATTER, WORD_BITS, Words


class Method(StrEnum):
    """How the pairs are found."""

    SCAN = "blocked scan"
    """Every fingerprint is compared with every other."""
    TABLES = "sorted tables"
    """Those that agree in some of the bits are compared, for a family of bit sets."""


@dataclass(frozen=True, slots=True)
class UnitCosts:
    """Seconds for one of each; comparisons are for each lane."""

    scan_comparison_s: float = 0.42e-9
    bucket_comparison_s: float = 0.8e-9
    table_row_s: float = 4.5e-9
    shared_row_s: float = 19e-9
    table_s: float = 0.15e-3
    found_pair_s: float = 30e-9

    def scaled(self, factor: float) -> UnitCosts:
        """Return the costs of a machine that takes ``factor`` times as long."""
        return UnitCosts(*(getattr(self, name) * factor for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """The chosen method and what it is expected to take: one process, undisturbed.

    ``pairs`` are those of distinct fingerprints within the distance; a quick search is not
    estimated closely and says 0. ``tables`` is 0 for a scan.
    """

    method: Method
    seconds: float
    comparisons: float
    pairs: float
    tables: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """An estimate, and the tables that ``Method.TABLES`` goes by; None for a scan."""

    estimate: CostEstimate
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class _Load:
    """What is to be compared, and what is found."""

    count: int
    lane_count: int
    found: tuple[float, ...]
    """Expected pairs by distance, 0 to k."""


_CALIBRATED_WITH = 1 << 12
_TABLES_TRIED = 6
_TABLE_SAMPLE = (1 << 9, 1 << 14, 16)
_SCAN_SAMPLE = (1 << 8, 1 << 12, 64)
"""Least and most fingerprints in a sample, and of how many one is taken."""
_QUICK_S = 0.002


def plan_search(lanes: Lanes, k: int, costs: UnitCosts) -> Plan:
    """Choose the cheapest method for all pairs of distinct fingerprints."""
    if k == 0:
        return Plan(CostEstimate(Method.SCAN, 0.0, 0.0, 0.0))
    count = len(lanes[0])
    comparisons = _pairs(count)
    scan_s = comparisons * costs.scan_comparison_s * len(lanes)
    if scan_s < _QUICK_S:
        return Plan(CostEstimate(Method.SCAN, scan_s, comparisons, 0.0))
    load = _Load(count, len(lanes), _expected_pairs(lanes, k))
    found = sum(load.found)
    seconds = scan_s + found * costs.found_pair_s
    best = Plan(CostEstimate(Method.SCAN, seconds, comparisons, found))
    for rival in _table_plans(lanes, k, load, costs):
        if rival.estimate.seconds < best.estimate.seconds:
            best = rival
        least_s = rival.estimate.tables * (costs.table_s + count * costs.table_row_s)
        if best.estimate.seconds < max(least_s, _QUICK_S):
            break
    return best


def calibrated(costs: UnitCosts | None = None) -> UnitCosts:
    """Scale unit costs to this machine by a scan of some milliseconds."""
    costs = costs or UnitCosts()
    words = _random_numbers(_CALIBRATED_WITH)
    return costs.scaled(min(_scan_factor(words, costs) for _ in range(3)))


def _scan_factor(words: Words, costs: UnitCosts) -> float:
    start = perf_counter()
    comparisons = sum(step.comparisons for step in scan_triangle((words,), 0))
    return (perf_counter() - start) / (comparisons * costs.scan_comparison_s)


def _expected_pairs(lanes: Lanes, k: int) -> tuple[float, ...]:
    """Scale the pairs among a small sample up to all, by distance."""
    count = len(lanes[0])
    sample = _sample(lanes, *_SCAN_SAMPLE)
    found = np.zeros(k + 1)
    for step in scan_triangle(sample, k):
        found += np.bincount(step.pairs.distance, minlength=k + 1)
    return tuple((found * _pairs(count) / _pairs(len(sample[0]))).tolist())


def _table_plans(lanes: Lanes, k: int, load: _Load, costs: UnitCosts) -> Iterator[Plan]:
    sample = _sample(lanes, *_TABLE_SAMPLE)
    worths = bit_worths(sample)
    for cover in covers(k):
        layout = balanced_layout(worths, cover.tables())
        yield Plan(
            _table_estimate(_mean_meetings(sample, layout, load), layout, load, costs), layout
        )


def _mean_meetings(sample: Lanes, layout: Layout, load: _Load) -> float:
    """Estimate how many pairs of all fingerprints share a bucket of one table.

    What independent bits would give, times how much more the sample has of it.
    """
    shares, bits = layout.meeting_shares, index_bits(load.count)
    tried = np.unique(np.linspace(0, len(shares) - 1, _TABLES_TRIED).astype(int))
    met = 0
    for key_mask in layout.key_masks[tried]:
        keys = table_keys(sample, key_mask, bits)
        keys.sort()
        met += shared_buckets(keys, bits).comparisons
    expected = float(shares[tried].sum()) * _pairs(len(sample[0]))
    return float(shares.mean()) * _pairs(load.count) * (met + 1) / (expected + 1)


def _table_estimate(met: float, layout: Layout, load: _Load, costs: UnitCosts) -> CostEstimate:
    """Add up sorting, comparing and reporting."""
    tables = len(layout.key_masks)
    shared_rows = load.count * (1 - exp(-2 * met / load.count))
    seconds = (
        tables * (costs.table_s + load.count * costs.table_row_s)
        + tables * shared_rows * costs.shared_row_s
        + tables * met * costs.bucket_comparison_s * load.lane_count
        + _visits(layout, load) * costs.found_pair_s
    )
    return CostEstimate(Method.TABLES, seconds, tables * met, sum(load.found), tables)


def _visits(layout: Layout, load: _Load) -> float:
    """Count how often the pairs are met, all tables together: no differing bit is in the key."""
    bits = load.lane_count * WORD_BITS
    spare = bits - np.bitwise_count(layout.key_masks).sum(axis=1, dtype=np.float64)
    visits, missed = 0.0, np.ones(len(spare))
    for distance, pairs in enumerate(load.found):
        visits += pairs * float(missed.sum())
        missed *= np.maximum(0, spare - distance) / (bits - distance)
    return visits


def _pairs(count: int) -> float:
    return count * (count - 1) / 2


def _sample(lanes: Lanes, least: int, most: int, one_of: int) -> Lanes:
    """Take fingerprints at random places, the same ones every time."""
    count = len(lanes[0])
    size = min(most, max(least, count // one_of))
    if count <= size:
        return lanes
    places = np.sort(_random_numbers(size) % np.uint64(count)).astype(np.int64)
    places = places[np.append(True, places[1:] != places[:-1])]
    return tuple(lane[places] for lane in lanes)


def _random_numbers(count: int) -> Words:
    """The same ones every time (SplitMix64; Steele, Lea, Flood, OOPSLA 2014).

    ``np.random`` takes longer to import than a small search takes.
    """
    numbers = np.arange(1, count + 1, dtype=np.uint64) * SCATTER
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
        numbers ^= numbers >> np.uint64(shift)
        numbers *= np.uint64(factor)
    return numbers ^ numbers >> np.uint64(31)
