"""All near-duplicate pairs of an array of fingerprints, or of new ones with old ones.

Exact for every distance from 0 to 32 and for fingerprints of one word or of a word and a rest.
Identical fingerprints are folded first, the cheapest method is chosen (``costs``), and the work is
cut into parts that need nothing of each other, so that threads or processes may share them. Every
part yields small batches: the caller reports and stops between them. A pair is reported once, by
the first table that its differing bits leave untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.buckets import Wanted, compare_buckets, shared_buckets
from simhash_gui.core.hamming.costs import CostEstimate, Plan, UnitCosts, plan_search
from simhash_gui.core.hamming.folding import Folding, fold
from simhash_gui.core.hamming.hamming import Lanes, as_lanes, require_distance
from simhash_gui.core.hamming.layout import Layout, Untouched, index_bits, table_keys, untouched
from simhash_gui.core.hamming.scan import Step, column_tiles, scan_triangle
from simhash_gui.core.types import NearDuplicatePairs, Words

Checkpoint: TypeAlias = Callable[[int, int], None]
"""Called between batches with (done, total) thousandths of the work; may raise to stop it."""

_BATCH_COMPARISONS = 1 << 28
_BATCH_PAIRS = 1 << 19
_SCAN_PARTS = 64
_SORTING_SHARE = 0.5
_THOUSANDTHS = 1000


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
        if self.k == 0 or count < 2 or self.folding.fresh_distinct_from == count:
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

    def batches(self, part: int) -> Iterator[PairBatch]:
        """Yield the same pairs as positions; identical fingerprints are no part's business."""
        for batch in self.folded_batches(part):
            share = batch.share
            for pairs in self.folding.expand(batch.pairs):
                yield PairBatch(pairs, share)
                share = 0.0
            if share:
                yield PairBatch(NearDuplicatePairs.empty(), share)


def prepare(
    words: Words,
    k: int,
    *,
    rests: Words | None = None,
    fresh_from: int = 0,
    costs: UnitCosts | None = None,
) -> PairSearch:
    """Fold and choose the method for a search among ``words``.

    Only pairs whose ``right`` is at position ``fresh_from`` or after are found. Raises
    ``InvalidDistanceError``, ``InvalidWordsError`` and ``TooManyFingerprintsError``.
    """
    require_distance(k)
    folding = fold(as_lanes(words, rests), fresh_from)
    plan = plan_search(folding.lanes, k, folding.fresh_distinct_from, costs or UnitCosts())
    return PairSearch(folding, k, plan, untouched(plan.layout.key_masks) if plan.layout else None)


def estimate_cost(
    words: Words, k: int, *, rests: Words | None = None, costs: UnitCosts | None = None
) -> CostEstimate:
    """Estimate a search among all pairs, and name its method, in some hundredths of a second."""
    return prepare(words, k, rests=rests, costs=costs).estimate


def pair_batches(
    words: Words, k: int, *, rests: Words | None = None, fresh_from: int = 0
) -> Iterator[PairBatch]:
    """Yield all pairs within k, the identical ones first, in batches of bounded memory and time.

    Every pair comes once, ``left < right``, in no particular order.
    """
    search = prepare(words, k, rests=rests, fresh_from=fresh_from)
    for pairs in search.folding.identical_pairs():
        yield PairBatch(pairs, 0.0)
    for part in range(search.parts):
        yield from search.batches(part)


def run(search: PairSearch, checkpoint: Checkpoint | None = None) -> FoldedPairs:
    """Run all parts of a search, one after another."""
    batches = (batch for part in range(search.parts) for batch in search.folded_batches(part))
    return FoldedPairs(search.folding, _collected(batches, checkpoint))


def folded_pairs(
    words: Words, k: int, *, rests: Words | None = None, checkpoint: Checkpoint | None = None
) -> FoldedPairs:
    """Find all pairs within k among the distinct fingerprints: all that clusters need."""
    return run(prepare(words, k, rests=rests), checkpoint)


def all_pairs(
    words: Words, k: int, *, rests: Words | None = None, checkpoint: Checkpoint | None = None
) -> NearDuplicatePairs:
    """Find all pairs of positions within k, ``left < right``, ordered by left, then right.

    Needs memory for the result (17 bytes a pair, and as much again to order it): where that may
    be many, take ``folded_pairs`` and ask for the ``count``, or ``pair_batches``.
    """
    return _ordered(_collected(pair_batches(words, k, rests=rests), checkpoint))


def new_pairs(
    old: Words,
    new: Words,
    k: int,
    *,
    rests: tuple[Words, Words] | None = None,
    checkpoint: Checkpoint | None = None,
) -> NearDuplicatePairs:
    """Find all pairs of which at least one is new, ordered as by ``all_pairs``.

    Positions count through the old fingerprints and on through the new ones, so ``right`` is
    always a new one. ``rests`` are those of the old and of the new.
    """
    words, rest = np.concatenate((old, new)), np.concatenate(rests) if rests else None
    batches = pair_batches(words, k, rests=rest, fresh_from=len(old))
    return _ordered(_collected(batches, checkpoint))


def _table_batches(
    search: PairSearch, layout: Layout, untouched: Untouched, part: int
) -> Iterator[PairBatch]:
    """Sort one table, then compare its buckets."""
    lanes, fresh_from = search.folding.lanes, search.folding.fresh_distinct_from
    bits = index_bits(len(search.folding))
    keys = table_keys(lanes, layout.key_masks[part], bits)
    keys.sort()
    buckets = shared_buckets(keys, bits, fresh_from=fresh_from)
    yield PairBatch(NearDuplicatePairs.empty(), _SORTING_SHARE / search.parts)

    def met_first(differences: Lanes) -> NDArray[np.bool_]:
        return untouched.first_is(part, differences)

    steps = compare_buckets(buckets, lanes, Wanted(search.k, met_first, fresh_from))
    yield from _batched(steps, buckets.comparisons, (1 - _SORTING_SHARE) / search.parts)


def _scan_batches(search: PairSearch, part: int) -> Iterator[PairBatch]:
    tiles = column_tiles(len(search.folding))[part :: search.parts]
    fresh_from = search.folding.fresh_distinct_from
    steps = scan_triangle(search.folding.lanes, search.k, tiles, fresh_from=fresh_from)
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


def _collected(batches: Iterable[PairBatch], checkpoint: Checkpoint | None) -> NearDuplicatePairs:
    found, done = [], 0.0
    for batch in batches:
        found.append(batch.pairs)
        done += batch.share
        if checkpoint:
            checkpoint(min(_THOUSANDTHS, round(done * _THOUSANDTHS)), _THOUSANDTHS)
    return NearDuplicatePairs.concatenate(found)


def _ordered(pairs: NearDuplicatePairs) -> NearDuplicatePairs:
    key = pairs.left.astype(np.uint64) << np.uint64(32) | pairs.right.astype(np.uint64)
    return pairs.take(np.argsort(key))
