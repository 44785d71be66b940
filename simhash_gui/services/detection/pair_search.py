"""All near-duplicate pairs of many fingerprints, spread over threads, as a job.

``plan_pair_search`` chooses the method and estimates the time, ``PairSearchPlan.run`` searches.
Core cuts the work into parts that need nothing of each other. Threads share them rather than
processes: numpy lets other threads run while it sorts and compares, two threads take little more of
the processors' time than one (tests/benchmarks has the figures), and nothing has to be copied.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.costs import CostEstimate, UnitCosts, calibrated
from simhash_gui.core.hamming.pairs import FoldedPairs, PairBatch, PairSearch, prepare
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.jobs import JobControl, Stage

PAIR_LIMIT = 40_000_000
"""Pairs of distinct fingerprints, 17 bytes each; clusters of them take about three times that."""

_MEMORY_FOR_THREADS = 1 << 30
_BYTES_A_ROW = 64
"""What one thread needs for each fingerprint while it sorts and compares a table."""
_WORTH_CALIBRATING_S = 0.5
_LOOK_EVERY_S = 0.1
_THOUSANDTHS = 1000

_log = logging.getLogger(__name__)


class TooManyPairsError(Exception):
    """A search found more pairs than are kept; nothing of it is given out."""

    def __init__(self, distance: int, limit: int) -> None:
        super().__init__(
            f"there are more than {limit:,} near-duplicate pairs within distance {distance}: "
            "choose a smaller distance"
        )
        self.distance = distance
        self.limit = limit


@dataclass(frozen=True, slots=True, eq=False)
class PairSearchPlan:
    """A search that can start: by which method, in how many threads, in about what time."""

    search: PairSearch
    threads: int
    pair_limit: int
    slowness: float
    """How many times as long as core's unit costs this machine takes."""

    @property
    def estimate(self) -> CostEstimate:
        """What one thread alone would have to do on core's machine; ``method`` says how."""
        return self.search.estimate

    @property
    def expected_s(self) -> float:
        """About how long ``run`` will take, in seconds, if nothing else keeps the processor."""
        return self.estimate.seconds * self.slowness / self.threads

    def run(self, control: JobControl) -> FoldedPairs:
        """Find all pairs. Raises JobCancelledError and TooManyPairsError."""
        found = _Found(self.search.k, self.pair_limit)
        with _searching(self, found, control) as waiting:
            while waiting:
                ended = wait(waiting, _LOOK_EVERY_S, FIRST_EXCEPTION).done
                for part in ended:
                    part.result()
                waiting.difference_update(ended)
                control.report(Stage.SEARCHING, found.thousandths, _THOUSANDTHS)
                control.checkpoint()
        return FoldedPairs(self.search.folding, found.taken())


def plan_pair_search(
    words: Words,
    distance: int,
    *,
    rests: Words | None = None,
    jobs: int = 0,
    pair_limit: int = PAIR_LIMIT,
) -> PairSearchPlan:
    """Fold, choose the cheapest method and estimate its time: some tenths of a second per million.

    ``jobs`` is how many threads may search, 0 one for every processor as far as memory allows.
    Raises InvalidDistanceError, InvalidWordsError and TooManyFingerprintsError.
    """
    search = prepare(words, distance, rests=rests)
    threads = min(jobs or _affordable_threads(len(search.folding)), max(1, search.parts))
    slowness = _slowness() if search.estimate.seconds >= _WORTH_CALIBRATING_S else 1.0
    plan = PairSearchPlan(search, threads, pair_limit, slowness)
    _log.info(
        "pairs within %d of %d fingerprints, %d distinct: %s, about %.2g s, %d threads",
        distance,
        len(words),
        len(search.folding),
        plan.estimate.method,
        plan.expected_s,
        threads,
    )
    return plan


def _slowness() -> float:
    """Ask the machine, which takes some hundredths of a second."""
    usual = UnitCosts()
    return calibrated(usual).scan_comparison_s / usual.scan_comparison_s


def _affordable_threads(count: int) -> int:
    processors = os.cpu_count() or 1
    return max(1, min(processors, _MEMORY_FOR_THREADS // (_BYTES_A_ROW * max(1, count))))


class _Found:
    """Pairs of distinct fingerprints as threads bring them, in half the room they end in."""

    def __init__(self, distance: int, limit: int) -> None:
        self._distance = distance
        self._limit = limit
        self._lock = threading.Lock()
        self._parts: list[tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]] = []
        self._count = 0
        self._share = 0.0

    @property
    def thousandths(self) -> int:
        """How much of the search is done."""
        return min(_THOUSANDTHS, round(self._share * _THOUSANDTHS))

    def add(self, batch: PairBatch) -> None:
        """Keep what a batch found. Raises TooManyPairsError."""
        pairs = batch.pairs
        part = (pairs.left.astype(np.uint32), pairs.right.astype(np.uint32), pairs.distance)
        with self._lock:
            self._share += batch.share
            self._count += len(pairs)
            if self._count > self._limit:
                raise TooManyPairsError(self._distance, self._limit)
            if len(pairs):
                self._parts.append(part)

    def taken(self) -> NearDuplicatePairs:
        """All pairs in one; their parts are freed on the way."""
        left, right = np.empty(self._count, np.int64), np.empty(self._count, np.int64)
        distance, end = np.empty(self._count, np.uint8), self._count
        while self._parts:
            part = self._parts.pop()
            span = slice(end - len(part[0]), end)
            left[span], right[span], distance[span] = part
            end = span.start
        return NearDuplicatePairs(left, right, distance)


@contextmanager
def _searching(
    plan: PairSearchPlan, found: _Found, control: JobControl
) -> Iterator[set[Future[None]]]:
    """One future for each part; when the block is left, all end at the next batch."""
    stop = threading.Event()

    def search(part: int) -> None:
        for batch in plan.search.folded_batches(part):
            found.add(batch)
            while control.is_paused and not stop.is_set():
                stop.wait(_LOOK_EVERY_S)
            if stop.is_set():
                return

    executor = ThreadPoolExecutor(plan.threads, "pair-search")
    try:
        yield {executor.submit(search, part) for part in range(plan.search.parts)}
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)
