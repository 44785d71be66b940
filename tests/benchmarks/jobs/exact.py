"""What is measured is also right: our results against brute force on samples of each kind."""

from __future__ import annotations

import time

import numpy as np

from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection.pair_search import plan_pair_search
from simhash_gui.services.jobs import JobControl
from tests.benchmarks.bench import Bench, WrongResultError
from tests.benchmarks.data import NoCorporaError, sizes_for
from tests.benchmarks.results import OURS, Case, figure, say

_SAMPLE = 3000
_EQUAL = 10_000


def run(bench: Bench) -> None:
    """All pairs of a sample, and very many equal ones."""
    for kind in bench.effort.kinds:
        try:
            for n in sizes_for(kind, bench.effort.sizes):
                words = np.load(bench.store.words(kind, n))
                for k in bench.effort.distances:
                    _check(f"{kind}, n = {n}, k = {k}", words, k)
        except NoCorporaError as error:
            bench.skip(f"{kind} data: {error}")
        else:
            say(f"equal to brute force: {kind}")
    for n in (_EQUAL, *(size for size in bench.effort.sizes if size > _EQUAL)):
        _time_equal_ones(bench, n)


def _check(what: str, words: Words, k: int) -> None:
    sample = words[:_SAMPLE]
    found = plan_pair_search(sample, k).run(JobControl())
    distances = np.bitwise_count(sample[:, None] ^ sample)
    left, right = np.nonzero(np.triu(distances <= k, 1))
    _require(_as_set(found) == set(zip(left.tolist(), right.tolist(), strict=True)), what)


def _as_set(found: FoldedPairs) -> set[tuple[int, int]]:
    pairs = NearDuplicatePairs.concatenate(found.expanded())
    return set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def _time_equal_ones(bench: Bench, n: int) -> None:
    """Ten thousand equal fingerprints, alone or among others."""
    words = np.random.default_rng(2).integers(0, 1 << 64, n, dtype=np.uint64)
    words[:: n // _EQUAL] = np.uint64(0x0123_4567_89AB_CDEF)
    samples = []
    for _ in range(bench.effort.rounds):
        wall_s, cpu_s = time.perf_counter(), time.process_time()
        found = plan_pair_search(words, 3).run(JobControl())
        samples.append((time.perf_counter() - wall_s, time.process_time() - cpu_s))
        _require(found.count() >= _EQUAL * (_EQUAL - 1) // 2, "equal fingerprints")
    bench.add([figure(Case("10,000 equal among all", "equal", n, 3), OURS, samples)])


def _require(is_right: bool, what: str) -> None:
    if not is_right:
        raise WrongResultError(what)
