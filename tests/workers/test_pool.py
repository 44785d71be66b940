"""What a pool promises, however its processes are started."""

from __future__ import annotations

import logging
import os
import platform
import random
import signal
import time
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path

import psutil
import pytest

from simhash_gui.workers import start
from simhash_gui.workers.pool import Pool, map_here
from simhash_gui.workers.protocol import Cause, Done, Failed
from simhash_gui.workers.start import ProcessLimits
from simhash_gui.workers.worker import OneByOne, WorkersUnusableError
from tests.helpers.logfail import ExpectLog
from tests.helpers.pace import allowed_s
from tests.workers import orders
from tests.workers.orders import Untransferable, job

_QUICK = ProcessLimits(0.5, 2**30)
_FRUGAL = ProcessLimits(60.0, 150 * 2**20)
_SOON_S = 1.0
_POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="signals")

Outcome = Done[object, object] | Failed[object]


def causes(outcomes: list[Outcome]) -> dict[str, Cause]:
    return {str(o.piece): o.cause for o in outcomes if isinstance(o, Failed)}


def results(outcomes: list[Outcome]) -> list[object]:
    return [outcome.result for outcome in outcomes if isinstance(outcome, Done)]


def run(
    pieces: list[object],
    method: str | None = None,
    *,
    limits: ProcessLimits = orders.ENOUGH,
    count: int = 1,
    make: Callable[[], object] = orders.make_one_by_one,
) -> list[Outcome]:
    with Pool[object, object](job(make, limits, method), count) as pool:
        return list(pool.map(pieces))


def workers_of(process: psutil.Process) -> list[psutil.Process]:
    """Its spawned children, and the forks of the template, which is itself a child."""
    below = process.children(recursive=True)
    return [
        one for one in below if one.ppid() != process.pid or "spawn_main" in " ".join(one.cmdline())
    ]


# For both ways to start a process


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others have settings of their own")
def test_a_worker_keeps_the_memory_of_some_arrays_for_the_next(start_method: str) -> None:
    outcomes = run([("pages cleared for arrays", 50)], start_method)

    assert results(outcomes)[0] < 4 * 10 * (orders.MEGABYTE // 4096)


def test_each_failure_costs_exactly_its_piece(start_method: str, expect_log: ExpectLog) -> None:
    bad = {
        "fail": Cause.ERROR,
        "fail oddly": Cause.ERROR,
        "return what cannot be pickled": Cause.ERROR,
        "return what cannot be unpickled": Cause.MEMORY,
        "ask for much": Cause.MEMORY,
        "exit": Cause.DIED,
    }
    pieces: list[object] = [*range(5), *((name,) for name in bad), *range(5, 30)]

    with expect_log(logging.WARNING, "work in another process failed"):
        outcomes = run(pieces, start_method)

    assert sorted(results(outcomes), key=str) == sorted(range(30), key=str)
    assert causes(outcomes) == {str((name,)): cause for name, cause in bad.items()}


def test_pieces_that_cannot_be_sent_cost_only_themselves(
    start_method: str, expect_log: ExpectLog
) -> None:
    unsent, unread = Untransferable(unpickle=False), Untransferable(unpickle=True)

    with expect_log(logging.WARNING, "work in another process failed"):
        outcomes = run([1, unsent, 2, unread, 3], start_method)

    assert sorted(results(outcomes), key=str) == [1, 2, 3]
    assert {id(o.piece) for o in outcomes if isinstance(o, Failed)} == {id(unsent), id(unread)}


@_POSIX_ONLY
def test_a_piece_that_hangs_or_is_killed_costs_itself(start_method: str) -> None:
    kill = ("kill", signal.SIGKILL.value)
    outcomes = run([1, ("sleep",), 2, kill, 3], start_method, limits=_QUICK)

    assert sorted(results(outcomes), key=str) == [1, 2, 3]
    assert causes(outcomes) == {str(("sleep",)): Cause.TIMEOUT, str(kill): Cause.DIED}


def test_a_piece_that_grows_beyond_the_limit_costs_itself(start_method: str) -> None:
    outcomes = run([1, ("grow",), 2], start_method, limits=_FRUGAL)

    assert results(outcomes) == [1, 2]
    assert causes(outcomes) == {str(("grow",)): Cause.MEMORY}


@_POSIX_ONLY
@pytest.mark.parametrize("name", ["SIGABRT", "SIGILL", "SIGTRAP", "SIGSEGV"])
def test_a_crash_for_want_of_memory_is_told_from_another_crash(name: str) -> None:
    number = int(getattr(signal, name))
    grow, kill = ("grow and crash", number), ("kill", number)
    outcomes = run([1, grow, 2, kill, 3], limits=_FRUGAL)

    assert sorted(results(outcomes), key=str) == [1, 2, 3]
    assert causes(outcomes) == {str(grow): Cause.MEMORY, str(kill): Cause.DIED}


def test_what_a_piece_leaves_in_memory_is_not_blamed_on_the_next(start_method: str) -> None:
    leave = ("leave behind", 100)
    outcomes = run([leave, *range(3), leave, *range(3, 10), leave], start_method, limits=_FRUGAL)

    assert causes(outcomes) == {}
    assert len(outcomes) == 13
    assert len({pid for pid in results(outcomes) if isinstance(pid, int) and pid > 10}) == 3


def test_ten_thousand_tiny_pieces_are_done_once_each(start_method: str) -> None:
    outcomes = run(list(range(10_000)), start_method, count=2)

    assert sorted(outcome.piece for outcome in outcomes) == list(range(10_000))  # type: ignore[type-var]
    assert all(isinstance(o, Done) and o.result == o.piece for o in outcomes)


def test_stopping_takes_less_than_a_second(start_method: str) -> None:
    taken: list[Outcome] = []
    pieces: list[object] = [*range(4), ("sleep",), *range(100)]
    with Pool[object, object](job(start_method=start_method), 1) as pool:
        for outcome in pool.map(pieces, should_stop=lambda: len(taken) >= 4):
            taken.append(outcome)
            begun_s = time.monotonic()
        assert time.monotonic() - begun_s < allowed_s(_SOON_S)
        assert 4 <= len(taken) < 105
        assert results(list(pool.map([7]))) == [7]


def test_closing_a_busy_pool_takes_less_than_a_second(start_method: str) -> None:
    pool = Pool[object, object](job(start_method=start_method), 2)
    outcomes = pool.map([*range(4), *repeat(("sleep",), 20)])
    next(outcomes)
    begun_s = time.monotonic()
    pool.close()
    assert time.monotonic() - begun_s < allowed_s(_SOON_S)
    outcomes.close()  # type: ignore[attr-defined]


def test_workers_that_cannot_make_what_they_need_say_why(start_method: str) -> None:
    with pytest.raises(WorkersUnusableError, match="no library here") as raised:
        run([1], start_method, make=orders.make_nothing)
    assert "in make_nothing" in str(raised.value.__cause__.__cause__)  # type: ignore[union-attr]


# However they are started


def test_an_exception_keeps_its_traceback(expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "in _fail\n") as logged:
        [failed] = run([("fail",)])

    assert isinstance(failed, Failed)
    assert failed.fault is not None
    error = failed.fault.exception()
    assert isinstance(error, ValueError)
    assert "in _fail\n" in str(error.__cause__)
    assert logged[0].name == "simhash_gui.workers.worker"


def test_an_exception_that_cannot_travel_is_told_in_words(expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "Odd"):
        [failed] = run([("fail oddly",)])

    assert isinstance(failed, Failed)
    assert failed.fault is not None
    assert "1 and 2" in str(failed.fault.exception())


@_POSIX_ONLY
def test_of_several_pieces_done_together_the_guilty_one_is_found() -> None:
    kill = ("kill", signal.SIGSEGV.value)
    outcomes = run([1, 2, kill, 3, 4], make=orders.Together)

    assert sorted(results(outcomes), key=str) == [1, 2, 3, 4]
    [failed] = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    assert (failed.piece, failed.cause) == (kill, Cause.DIED)
    assert failed.note == b"0123456789abcdef"


def test_of_several_results_sent_together_the_guilty_one_is_found(expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "not to be sent"):
        outcomes = run([1, ("return what cannot be pickled",), 2], make=orders.Together)
    outcomes += run([1, ("return what cannot be unpickled",), 2], make=orders.Together)

    assert sorted(results(outcomes), key=str) == [1, 1, 2, 2]
    assert len(outcomes) == 6


def test_work_that_ends_early_is_continued_by_another_process() -> None:
    outcomes = run([1, 2, 3], make=orders.OnlyFirst)

    assert [outcome.piece for outcome in outcomes] == [1, 2, 3]
    assert len(set(results(outcomes))) > 1


def test_work_without_results_fails_rather_than_going_on_forever(expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "the work gave no result"):
        outcomes = run([1, 2], make=orders.Nothing)

    assert list(causes(outcomes).values()) == [Cause.ERROR, Cause.ERROR]


@_POSIX_ONLY
def test_compiled_code_that_hangs_or_aborts_costs_its_piece() -> None:
    outcomes = run([("spin",), ("abort",), 1], limits=_QUICK)

    assert results(outcomes) == [1]
    assert causes(outcomes) == {str(("spin",)): Cause.TIMEOUT, str(("abort",)): Cause.DIED}


@_POSIX_ONLY
def test_a_worker_ends_itself_when_the_program_is_held_up(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def be_held_up() -> bool:
        if mark.exists():
            mark.unlink()
            psutil.wait_procs(workers_of(psutil.Process()), timeout=10)
        return False

    with Pool[object, object](job(limits=_QUICK), 1) as pool:
        outcomes = list(pool.map([("mark and sleep", str(mark)), 1], be_held_up))
    assert results(outcomes) == [1]
    assert list(causes(outcomes).values()) == [Cause.TIMEOUT]


def test_a_worker_that_lacked_memory_does_no_more() -> None:
    outcomes = run([("process",), ("ask for much",), ("process",), ("process",)])

    before, *after = results(outcomes)
    assert len(after) == 2
    assert before not in after


def test_nothing_that_the_work_prints_is_seen(capfd: pytest.CaptureFixture[str]) -> None:
    assert len(run([("chatter",), ("abort",)])) == 2
    assert capfd.readouterr() == ("", "")


def test_what_a_worker_logs_is_logged_here(expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "seen by a worker", logger="simhash_gui.tests"):
        run([("log",)])


def test_a_pool_is_used_again() -> None:
    with Pool[object, object](job(), 1) as pool:
        first, second = list(pool.map([("process",)])), list(pool.map([("process",)]))
        assert results(first) == results(second)


def test_no_pieces_start_no_process() -> None:
    with Pool[object, object](job(), 2) as pool:
        assert list(pool.map([])) == []
        assert list(pool.map([1], lambda: True)) == []
        assert workers_of(psutil.Process()) == []


def test_whoever_stops_taking_results_stops_the_work() -> None:
    with Pool[object, object](job(), 1) as pool:
        for _ in pool.map([*range(4), ("sleep",)]):
            break
        assert results(list(pool.map([8]))) == [8]


def test_pieces_are_taken_no_faster_than_they_are_worked_on() -> None:
    asked: list[int] = []

    def endless() -> Iterator[object]:
        while True:
            asked.append(len(asked))
            yield 1

    with Pool[object, object](job(), 2) as pool:
        outcomes = pool.map(endless())
        for _ in range(50):
            next(outcomes)
        outcomes.close()  # type: ignore[attr-defined]
    assert len(asked) <= 50 + 5 * 64


def test_a_result_can_bring_new_pieces() -> None:
    waiting: list[object] = [100]

    class Growing:
        def __iter__(self) -> Iterator[object]:
            return self

        def __next__(self) -> object:
            if not waiting:
                raise StopIteration
            return waiting.pop(0)

    seen: list[object] = []
    with Pool[object, object](job(), 2) as pool:
        for outcome in pool.map(Growing()):
            seen.append(outcome.piece)
            if outcome.piece == 100:
                waiting.extend(range(100))
    assert sorted(seen, key=int) == list(range(101))  # type: ignore[call-overload]


def test_the_caller_says_how_many_pieces_go_at_once() -> None:
    with Pool[object, object](job(orders.Together), 1) as pool:
        outcomes = list(pool.map(range(10), chunk_sizes=repeat(1)))
    assert results(outcomes) == list(range(10))


def test_something_is_done_meanwhile(start_method: str) -> None:
    # given ten things to do here while a worker starts and has its pieces
    left = list(range(10))

    def meanwhile() -> bool:
        if left:
            left.pop()
            return True
        return False

    with Pool[object, object](job(start_method=start_method), 1) as pool:
        outcomes = list(pool.map([1, 2, 3], meanwhile=meanwhile))

    assert sorted(results(outcomes), key=str) == [1, 2, 3]
    assert left == []


def test_messages_too_long_for_a_pipe_do_not_lock_both_sides() -> None:
    long = [random.Random(seed).randbytes(50_000) for seed in range(60)]
    assert sorted(results(run([*long]))) == sorted(long)  # type: ignore[type-var]


def test_workers_that_end_before_they_begin_are_told_once() -> None:
    with pytest.raises(WorkersUnusableError):
        run([1], make=orders.make_dead)


def test_workers_that_hang_at_their_start_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "START_S", 0.3)
    with pytest.raises(WorkersUnusableError):
        run([1], make=orders.make_hanging)


@_POSIX_ONLY
@pytest.mark.parametrize(
    ("number", "expected"),
    [(orders.SIGTERM, None), (signal.SIGKILL, Cause.DIED), (signal.SIGINT, Cause.TIMEOUT)],
)
def test_a_signal_ends_a_worker_costs_a_piece_or_is_ignored(
    tmp_path: Path, number: int, expected: Cause | None
) -> None:
    mark, sent = tmp_path / "mark", tmp_path / "sent"

    def send_once() -> bool:
        if mark.exists() and not sent.exists():
            sent.touch()
            for worker in workers_of(psutil.Process()):
                worker.send_signal(number)
        return False

    piece = ("mark and sleep", str(mark))
    with Pool[object, object](job(limits=_QUICK), 1) as pool:
        outcomes = list(pool.map([1, piece, 2], send_once))
    assert sent.exists()
    assert sorted(results(outcomes), key=str) == [1, 2]
    assert causes(outcomes) == {str(piece): expected or Cause.TIMEOUT}


@_POSIX_ONLY
def test_an_idle_worker_that_dies_is_replaced() -> None:
    with Pool[object, object](job(), 1) as pool:
        list(pool.map([1]))
        [worker] = workers_of(psutil.Process())
        worker.kill()
        assert results(list(pool.map([2]))) == [2]


def test_the_same_is_done_here_where_a_process_is_not_worth_it() -> None:
    assert [d.result for d in map_here(OneByOne(orders.follow), [1, ("add", 2, 3)])] == [1, 5]
    assert len(list(map_here(orders.OnlyFirst(), [1, 2, 3]))) == 3
