"""All near-duplicate pairs of an array of fingerprints.

Exact for every distance from 0 to 32 and for fingerprints of one word or of a word and a rest.
Identical fingerprints are folded first, the cheapest method is chosen (``costs``), and the work is
cut into parts that need nothing of each other, so that threads or processes may share them. Every
part yields small batches: the caller reports and stops between them. A pair is reported once, by
the first table that its differing bits leave untouched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.buckets import Wanted, compare_buckets, shared_buckets
from simhash_gui.core.hamming.costs import CostEstimate, Plan, UnitCosts, plan_search
from simhash_gui.core.hamming.distances import Lanes, as_lanes, require_distance
from simhash_gui.core.hamming.folding import Folding, fold
from simhash_gui.core.hamming.scan import Step, column_tiles, scan_triangle
from simhash_gui.core.hamming.tables import Layout, Untouched, index_bits, table_keys, untouched
from simhash_gui.core.types import NearDuplicatePairs, Words

_BATCH_COMPARISONS = 1 << 28
_BATCH_PAIRS = 1 << 19
_SCAN_PARTS = 64
_SORTING_SHARE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class PairBatch:
    """Some pairs, perhaps none, and the share of the whole search that they took, 0 to 1."""

    pairs: NearDuplicatePairs
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class FoldedPairs:
    """Pairs among distinct fingerprints, and the folding that turns them into positions."""

    folding: Folding
    pairs: NearDuplicatePairs

    def count(self) -> int:
        """Return how many pairs of positions there are, without writing them out."""
        return self.folding.count(self.pairs)

    def expanded(self) -> Iterator[NearDuplicatePairs]:
        """Yield all pairs of positions in bounded batches, the identical ones first."""
        yield from self.folding.identical_pairs()
        yield from self.folding.expand(self.pairs)


@dataclass(frozen=True, slots=True, eq=False)
class PairSearch:
    """A search made ready by ``prepare``: run its parts in any order, anywhere."""

    folding: Folding
    k: int
    plan: Plan
    untouched: Untouched | None
    """Which table reports a pair; None for a scan."""

    @property
    def estimate(self) -> CostEstimate:
        """What was estimated beforehand."""
        return self.plan.estimate

    @property
    def parts(self) -> int:
        """Into how many independent parts the search is cut; 0 when nothing is to be compared."""
        count = len(self.folding)
        if self.k == 0 or count < 2:
            return 0
        if self.plan.layout:
            return len(self.plan.layout.key_masks)
        return min(_SCAN_PARTS, len(column_tiles(count)))

    def folded_batches(self, part: int) -> Iterator[PairBatch]:
        """Yield the pairs of distinct fingerprints that ``part`` finds; ``left < right``."""
        if self.plan.layout and self.untouched:
            yield from _table_batches(self, self.plan.layout, self.untouched, part)
        else:
            yield from _scan_batches(self, part)


def prepare(
    words: Words, k: int, *, rests: Words | None = None, costs: UnitCosts | None = None
) -> PairSearch:
    """Fold and choose the method for a search among ``words``.

    Raises ``InvalidDistanceError``, ``InvalidWordsError`` and ``TooManyFingerprintsError``.
    """
    require_distance(k)
    folding = fold(as_lanes(words, rests))
    plan = plan_search(folding.lanes, k, costs or UnitCosts())
    return PairSearch(folding, k, plan, untouched(plan.layout.key_masks) if plan.layout else None)


def _table_batches(
    search: PairSearch, layout: Layout, untouched: Untouched, part: int
) -> Iterator[PairBatch]:
    """Sort one table, then compare its buckets."""
    lanes = search.folding.lanes
    bits = index_bits(len(search.folding))
    keys = table_keys(lanes, layout.key_masks[part], bits)
    keys.sort()
    buckets = shared_buckets(keys, bits)
    yield PairBatch(NearDuplicatePairs.empty(), _SORTING_SHARE / search.parts)

    def met_first(differences: Lanes) -> NDArray[np.bool_]:
        return untouched.first_is(part, differences)

    steps = compare_buckets(buckets, lanes, Wanted(search.k, met_first))
    yield from _batched(steps, buckets.comparisons, (1 - _SORTING_SHARE) / search.parts)


def _scan_batches(search: PairSearch, part: int) -> Iterator[PairBatch]:
    tiles = column_tiles(len(search.folding))[part :: search.parts]
    steps = scan_triangle(search.folding.lanes, search.k, tiles)
    expected = search.estimate.comparisons / search.parts
    yield from _batched(steps, expected, 1 / search.parts)


def _batched(steps: Iterable[Step], expected: float, share: float) -> Iterator[PairBatch]:
    """Put steps together until a batch is worth a stop; the shares add up to ``share``."""
    found: list[NearDuplicatePairs] = []
    rows = comparisons = 0
    for step in steps:
        comparisons += step.comparisons
        if len(step.pairs):
            found.append(step.pairs)
            rows += len(step.pairs)
        if comparisons >= _BATCH_COMPARISONS or rows >= _BATCH_PAIRS:
            used = min(share, share * comparisons / expected)
            yield PairBatch(NearDuplicatePairs.concatenate(found), used)
            share, expected = share - used, max(1.0, expected - comparisons)
            found, rows, comparisons = [], 0, 0
    yield PairBatch(NearDuplicatePairs.concatenate(found), share)
