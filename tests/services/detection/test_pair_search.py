"""All pairs as a job: the same pairs in any number of threads, watched, paused and cancelled."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.hamming.costs import Method
from simhash_gui.core.hamming.distances import InvalidDistanceError, InvalidWordsError
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection.pair_search import (
    PairSearchPlan,
    TooManyPairsError,
    plan_pair_search,
)
from simhash_gui.services.jobs import JobCancelledError, JobControl, Stage
from tests.core.made_words import Kind, Triples, brute_pairs, made, triples, word_lists
from tests.helpers.examples import examples
from tests.helpers.pace import allowed_s

SOME_TABLES, SOME_K = 20_000, 3
LONG_SCAN, LONG_K = 60_000, 30


def all_of(found: FoldedPairs) -> Triples:
    """Pairs of positions in order."""
    return sorted(triples(NearDuplicatePairs.concatenate(found.expanded())))


def run_in_thread(plan: PairSearchPlan, control: JobControl) -> tuple[threading.Thread, list[str]]:
    """Start a search; how it ended appears in the list."""
    ending: list[str] = []

    def run() -> None:
        try:
            plan.run(control)
            ending.append("found")
        except JobCancelledError:
            ending.append("cancelled")

    thread = threading.Thread(target=run)
    thread.start()
    return thread, ending


def wait_until(condition: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        threading.Event().wait(0.01)


@pytest.fixture(scope="module")
def long_plan() -> PairSearchPlan:
    """A search of some seconds that finds many pairs."""
    return plan_pair_search(made(Kind.UNIFORM, LONG_SCAN), LONG_K, jobs=2, pair_limit=1 << 40)


@examples(40)
@given(word_lists(), st.integers(0, 32), st.integers(1, 3))
def test_the_pairs_are_those_of_brute_force(words: Words, distance: int, jobs: int) -> None:
    found = plan_pair_search(words, distance, jobs=jobs).run(JobControl())

    assert all_of(found) == brute_pairs(words, distance)


@pytest.mark.parametrize("kind", Kind)
def test_any_number_of_threads_finds_the_same_pairs(kind: Kind) -> None:
    words, rests = made(kind, 900), made(Kind.NARROW, 900)

    one, four = (
        plan_pair_search(words, 6, rests=rests, jobs=jobs).run(JobControl()) for jobs in (1, 4)
    )

    assert all_of(one) == all_of(four)


def test_many_fingerprints_are_searched_through_tables() -> None:
    words = made(Kind.CLUSTERED, SOME_TABLES)
    plan = plan_pair_search(words, SOME_K, jobs=2)

    found = plan.run(JobControl())

    assert plan.estimate.method is Method.TABLES
    left, right = found.pairs.left, found.pairs.right
    lane = found.folding.lanes[0]
    assert np.array_equal(np.bitwise_count(lane[left] ^ lane[right]), found.pairs.distance)
    wide = plan_pair_search(words, 8).run(JobControl())
    assert len(found.pairs) == np.count_nonzero(wide.pairs.distance <= SOME_K)


def test_method_threads_and_time_are_known_and_logged_before_the_search(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, logger="simhash_gui.services.detection.pair_search"):
        plan = plan_pair_search(made(Kind.UNIFORM, SOME_TABLES), SOME_K, jobs=2)

    assert plan.threads == 2
    assert plan.expected_s == plan.estimate.seconds / 2 < 1
    (record,) = caplog.records
    assert record.getMessage().startswith(
        "pairs within 3 of 20000 fingerprints, 20000 distinct: sorted tables, about 0.0"
    )
    assert record.getMessage().endswith(" s, 2 threads")


def test_a_long_search_is_estimated_for_this_machine(long_plan: PairSearchPlan) -> None:
    elsewhere_s = long_plan.estimate.seconds / long_plan.threads

    assert long_plan.estimate.method is Method.SCAN
    assert long_plan.expected_s == elsewhere_s * long_plan.slowness
    assert 0.05 < long_plan.slowness < 50


def test_there_are_no_more_threads_than_parts_of_the_search() -> None:
    assert plan_pair_search(made(Kind.UNIFORM, 100), 3, jobs=8).threads == 1
    assert plan_pair_search(made(Kind.UNIFORM, 0), 3).threads == 1


def test_progress_grows_to_the_whole(long_plan: PairSearchPlan) -> None:
    control = Recorder()

    with pytest.raises(JobCancelledError):
        long_plan.run(control)

    assert len(control.reports) > 5
    assert control.reports == sorted(control.reports)
    assert 0 <= control.reports[0] < control.reports[-1] <= 1000


class Recorder(JobControl):
    """Notes every report, and cancels when some were made."""

    def __init__(self) -> None:
        super().__init__()
        self.reports: list[int] = []

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        assert (stage, total) == (Stage.SEARCHING, 1000)
        self.reports.append(done)
        if len(self.reports) > 5 and done:
            self.cancel()


def test_a_finished_search_has_reported_all_of_it() -> None:
    control = JobControl()

    plan_pair_search(made(Kind.UNIFORM, SOME_TABLES), SOME_K).run(control)

    assert (control.snapshot().done, control.snapshot().total) == (1000, 1000)


def test_a_cancelled_search_ends_within_a_second(long_plan: PairSearchPlan) -> None:
    control = JobControl()
    thread, ending = run_in_thread(long_plan, control)
    wait_until(lambda: control.snapshot().done > 0)

    control.cancel()
    started_s = time.monotonic()
    thread.join()

    assert ending == ["cancelled"]
    assert time.monotonic() - started_s < allowed_s(1)


def test_a_paused_search_stands_still_and_goes_on(long_plan: PairSearchPlan) -> None:
    control = JobControl()
    thread, ending = run_in_thread(long_plan, control)
    wait_until(lambda: control.snapshot().done > 0)

    control.pause()
    threading.Event().wait(1.0)  # for the batches under way
    before_s = time.process_time()
    threading.Event().wait(0.5)
    used_s = time.process_time() - before_s
    control.resume()
    reported = control.snapshot().done
    wait_until(lambda: control.snapshot().done > reported)
    control.cancel()
    thread.join()

    assert used_s < 0.25
    assert ending == ["cancelled"]


def test_more_pairs_than_are_kept_are_refused_by_name() -> None:
    words = made(Kind.CLUSTERED, 2000)
    count = len(plan_pair_search(words, 8).run(JobControl()).pairs)
    assert count > 0

    exact = plan_pair_search(words, 8, pair_limit=count).run(JobControl())
    plan = plan_pair_search(words, 8, pair_limit=count - 1)
    with pytest.raises(TooManyPairsError, match="distance 8: choose a smaller distance") as error:
        plan.run(JobControl())

    assert len(exact.pairs) == count
    assert (error.value.distance, error.value.limit) == (8, count - 1)


def test_ten_thousand_equal_fingerprints_are_fifty_million_pairs_in_no_time() -> None:
    words = np.full(10_000, 42, np.uint64)

    found = plan_pair_search(words, 32).run(JobControl())

    assert found.count() == 10_000 * 9_999 // 2
    assert len(found.pairs) == 0


def test_a_distance_beyond_32_and_other_arrays_are_refused() -> None:
    with pytest.raises(InvalidDistanceError):
        plan_pair_search(made(Kind.UNIFORM, 5), 33).run(JobControl())
    with pytest.raises(InvalidWordsError):
        plan_pair_search(np.zeros(5, np.int64), 3).run(JobControl())  # type: ignore[arg-type]
