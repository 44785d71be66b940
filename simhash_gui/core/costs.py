"""What a search among all pairs will cost, and by which method it costs least.

The estimate is made beforehand, from the buckets of a random sample: a share s of all pairs that
meet in the sample's buckets meet in those of all fingerprints too. Unit costs are those of the
machine this was written on; ``calibrated`` asks the present one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import comb, exp
from time import perf_counter

import numpy as np

from simhash_gui.core.buckets import shared_buckets
from simhash_gui.core.covers import Cover, covers
from simhash_gui.core.hamming import Lanes
from simhash_gui.core.layout import (
    Layout,
    balanced_layout,
    bit_worths,
    index_bits,
    rearranged,
    table_keys,
)
from simhash_gui.core.scan import scan_triangle
from simhash_gui.core.types import Words


class Method(StrEnum):
    """How the pairs are found."""

    SCAN = "blocked scan"
    """Every fingerprint is compared with every other."""
    TABLES = "sorted tables"
    """Those that agree in some blocks are compared, for a family of block sets."""


@dataclass(frozen=True, slots=True)
class UnitCosts:
    """Seconds for one of each; comparisons are for each lane."""

    scan_comparison_s: float = 0.42e-9
    bucket_comparison_s: float = 0.55e-9
    table_row_s: float = 7e-9
    shared_row_s: float = 12e-9
    table_s: float = 1e-3
    rearranged_row_s: float = 10e-9
    found_pair_s: float = 40e-9

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


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables to sort, and how the bits lie in them."""

    cover: Cover
    layout: Layout


@dataclass(frozen=True, slots=True)
class Plan:
    """An estimate, and what ``Method.TABLES`` goes by; None for a scan."""

    estimate: CostEstimate
    tables: Tables | None = None


@dataclass(frozen=True, slots=True)
class _Load:
    """What is to be compared: the share of all pairs that has a fresh one, and what is found."""

    count: int
    lane_count: int
    fresh_share: float
    found: tuple[float, ...]
    """Expected pairs by distance, 0 to k."""


_SAMPLE = 1 << 14
_LONG_BUCKET = 2048
_SCANNED_SAMPLE = 1 << 12
_TABLES_TRIED = 12
_QUICK_S = 0.02


def plan_search(lanes: Lanes, k: int, fresh_from: int, costs: UnitCosts) -> Plan:
    """Choose the cheapest method for pairs of distinct fingerprints of which one is fresh."""
    if k == 0:
        return Plan(CostEstimate(Method.SCAN, 0.0, 0.0, 0.0))
    count = len(lanes[0])
    comparisons = (count * (count - 1) - fresh_from * (fresh_from - 1)) / 2
    scan_s = comparisons * costs.scan_comparison_s * len(lanes)
    if scan_s < _QUICK_S:
        return Plan(CostEstimate(Method.SCAN, scan_s, comparisons, 0.0))
    fresh_share = comparisons / (count * (count - 1) / 2)
    load = _Load(count, len(lanes), fresh_share, _expected_pairs(lanes, k, fresh_share))
    found = sum(load.found)
    seconds = scan_s + found * costs.found_pair_s
    best = Plan(CostEstimate(Method.SCAN, seconds, comparisons, found))
    for rival in _table_plans(lanes, k, load, costs):
        if rival.estimate.seconds < best.estimate.seconds:
            best = rival
        if rival.estimate.tables * count * costs.table_row_s > best.estimate.seconds:
            break
    return best


def calibrated(costs: UnitCosts | None = None) -> UnitCosts:
    """Scale unit costs to this machine by a scan of some milliseconds."""
    costs = costs or UnitCosts()
    words = np.random.default_rng(0).integers(0, 1 << 64, _SCANNED_SAMPLE, dtype=np.uint64)
    return costs.scaled(min(_scan_factor(words, costs) for _ in range(3)))


def _scan_factor(words: Words, costs: UnitCosts) -> float:
    start = perf_counter()
    comparisons = sum(step.comparisons for step in scan_triangle((words,), 0))
    return (perf_counter() - start) / (comparisons * costs.scan_comparison_s)


def _expected_pairs(lanes: Lanes, k: int, share: float) -> tuple[float, ...]:
    """Scale the pairs among a small sample up to all, by distance."""
    count = len(lanes[0])
    sample = _sample(lanes, _SCANNED_SAMPLE)
    found = np.zeros(k + 1)
    for step in scan_triangle(sample, k):
        found += np.bincount(step.pairs.distance, minlength=k + 1)
    return tuple((found * _scale(count, len(sample[0])) * share).tolist())


def _table_plans(lanes: Lanes, k: int, load: _Load, costs: UnitCosts) -> Iterator[Plan]:
    sample = _sample(lanes, _SAMPLE)
    worths = bit_worths(sample)
    for cover in covers(k):
        layout = balanced_layout(worths, cover.block_count)
        met = _mean_meetings(rearranged(sample, layout), cover, layout, load.count)
        yield Plan(_table_estimate(met, cover, load, costs), Tables(cover, layout))


def _mean_meetings(sample: Lanes, cover: Cover, layout: Layout, count: int) -> float:
    """Estimate how many pairs of ``count`` fingerprints share a bucket of one table."""
    tried = min(len(cover.tables), _TABLES_TRIED)
    met = 0
    for table in np.linspace(0, len(cover.tables) - 1, tried).astype(int).tolist():
        blocks = [layout.blocks[block] for block in cover.key_blocks(table)]
        keys = table_keys(sample, blocks, index_bits(count))
        keys.sort()
        met += shared_buckets(keys, index_bits(count)).comparisons
    return met / tried * _scale(count, len(sample[0]))


def _table_estimate(met: float, cover: Cover, load: _Load, costs: UnitCosts) -> CostEstimate:
    """Add up sorting, comparing and reporting.

    A bucket with one fresh member is compared as a whole unless it is long, so of few fresh ones
    each costs half of its bucket's pairs.
    """
    tables, mean_bucket = len(cover.tables), 2 * met / load.count
    compared = met * min(1.0, load.fresh_share * max(1.0, min(mean_bucket, _LONG_BUCKET) / 2))
    shared_rows = load.count * (1 - exp(-2 * compared / load.count))
    seconds = (
        tables * (costs.table_s + load.count * costs.table_row_s)
        + tables * shared_rows * costs.shared_row_s
        + load.count * costs.rearranged_row_s * load.lane_count
        + tables * compared * costs.bucket_comparison_s * load.lane_count
        + _visits(cover, load.found) * costs.found_pair_s
    )
    return CostEstimate(Method.TABLES, seconds, tables * compared, sum(load.found), tables)


def _visits(cover: Cover, found: tuple[float, ...]) -> float:
    """Count how often the pairs are met, all tables together: d bits leave m - d blocks equal."""
    key_size = len(cover.key_blocks(0))
    every = comb(cover.block_count, key_size)
    return sum(
        pairs * len(cover.tables) * comb(cover.block_count - distance, key_size) / every
        for distance, pairs in enumerate(found)
    )


def _scale(count: int, sample: int) -> float:
    return count * (count - 1) / (sample * (sample - 1))


def _sample(lanes: Lanes, size: int) -> Lanes:
    """Take about ``size`` fingerprints at random places, the same ones every time."""
    count = len(lanes[0])
    if count <= size:
        return lanes
    places = np.sort(np.random.default_rng(0).integers(0, count, size))
    places = places[np.append(True, places[1:] != places[:-1])]
    return tuple(lane[places] for lane in lanes)
