"""What a resident promises, however its process is started."""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import psutil
import pytest

from simhash_gui.workers.protocol import Cause
from simhash_gui.workers.resident import ProcessLostError, Resident, StoppedError
from simhash_gui.workers.start import ProcessLimits
from tests.helpers.logfail import ExpectLog
from tests.helpers.pace import allowed_s
from tests.workers import orders
from tests.workers.orders import Untransferable, counter, job

_FRUGAL = ProcessLimits(60.0, 150 * 2**20)
_SOON_S = 1.0


def call(resident: Resident, name: str, *arguments: object, time_s: float | None = None) -> Any:
    return resident.call(Event(), name, *arguments, time_s=time_s)


@pytest.fixture
def resident() -> Iterator[Resident]:
    made = Resident(job(counter(5)))
    yield made
    made.end()


class Caller(Thread):
    """Makes a call, and keeps what it raises."""

    def __init__(self, resident: Resident, stop: Event, *order: object) -> None:
        super().__init__()
        self._call: Callable[[], Any] = lambda: resident.call(stop, "follow", *order)
        self.result: object = None
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self.result = self._call()
        except Exception as error:  # noqa: BLE001 - looked at by the test
            self.error = error


def process_under_way(resident: Resident) -> int:
    process_id: int = call(resident, "follow", "process")
    return process_id


def test_every_failure_ends_its_call_and_no_other(start_method: str) -> None:
    resident = Resident(job(counter(5), start_method=start_method))
    assert [call(resident, "add", number) for number in (1, 10)] == [6, 16]
    with pytest.raises(ValueError, match="as ordered"):
        call(resident, "follow", "fail")
    with pytest.raises(RuntimeError, match="1 and 2"):
        call(resident, "follow", "fail oddly")
    with pytest.raises(Exception, match="not to be sent"):
        call(resident, "add", Untransferable(unpickle=False))
    with pytest.raises(Exception, match="not to be sent"):
        call(resident, "follow", "return what cannot be pickled")
    with pytest.raises(SystemExit):
        call(resident, "leave")
    with pytest.raises(AttributeError):
        call(resident, "no such method")
    with pytest.raises(ValueError, match="after one"):
        call(resident, "count_and_fail")
    assert call(resident, "add", 1) == 17
    resident.end()


def test_want_of_memory_ends_the_call_and_the_next_finds_another_process(start_method: str) -> None:
    resident = Resident(job(counter(5), start_method=start_method))
    calls: list[Callable[[], Any]] = [
        lambda: call(resident, "add", Untransferable(unpickle=True)),
        lambda: call(resident, "follow", "return what cannot be unpickled"),
        lambda: call(resident, "parts_that_cannot_be_unpickled"),
        lambda: call(resident, "follow", "ask for much"),
    ]
    for lacking in calls:
        with pytest.raises(MemoryError):
            lacking()
        assert call(resident, "add", 1) == 6
    resident.end()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_dead_process_fails_all_calls_and_the_next_starts_another(start_method: str) -> None:
    resident, stop = Resident(job(counter(5), start_method=start_method)), Event()
    sleeping = Caller(resident, stop, "sleep")
    process = process_under_way(resident)
    with pytest.raises(ProcessLostError) as raised:
        call(resident, "follow", "kill", signal.SIGKILL.value)
    sleeping.join()

    assert raised.value.cause is Cause.DIED
    assert isinstance(sleeping.error, ProcessLostError)
    assert process_under_way(resident) != process
    resident.end()


def test_a_call_that_nobody_waits_for_is_ended_at_once(start_method: str) -> None:
    resident, stop = Resident(job(counter(5), start_method=start_method)), Event()
    process = process_under_way(resident)
    sleeping = Caller(resident, stop, "sleep")
    assert call(resident, "add", 1) == 6
    begun_s = time.monotonic()
    stop.set()
    sleeping.join()

    assert time.monotonic() - begun_s < allowed_s(_SOON_S)
    assert isinstance(sleeping.error, StoppedError)
    assert not psutil.pid_exists(process)
    assert call(resident, "add", 2) == 7
    resident.end()


def test_a_call_that_takes_too_long_or_too_much_is_ended(start_method: str) -> None:
    resident = Resident(job(counter(5), _FRUGAL, start_method))
    with pytest.raises(ProcessLostError) as raised:
        call(resident, "follow", "sleep", time_s=0.1)
    assert raised.value.cause is Cause.TIMEOUT
    with pytest.raises((ProcessLostError, MemoryError)):
        call(resident, "follow", "grow")
    resident.end()


@pytest.mark.skipif(not hasattr(signal, "SIGTRAP"), reason="signals of POSIX systems")
@pytest.mark.parametrize("name", ["SIGABRT", "SIGSEGV"])
def test_a_crash_for_want_of_memory_is_told_from_another_crash(name: str) -> None:
    number = int(getattr(signal, name))
    resident = Resident(job(counter(5), limits=_FRUGAL))
    causes = []
    for order in (("grow and crash", number), ("kill", number)):
        with pytest.raises(ProcessLostError) as raised:
            call(resident, "follow", *order)
        causes.append(raised.value.cause)

    assert causes == [Cause.MEMORY, Cause.DIED]
    assert call(resident, "follow", "process") > 0
    resident.end()


def test_ending_a_busy_one_ends_its_calls(start_method: str) -> None:
    resident = Resident(job(counter(5), start_method=start_method))
    call(resident, "add", 1)
    sleeping = Caller(resident, Event(), "sleep")
    begun_s = time.monotonic()
    resident.end()
    sleeping.join()

    assert time.monotonic() - begun_s < allowed_s(_SOON_S)
    assert isinstance(sleeping.error, StoppedError)
    with pytest.raises(StoppedError):
        call(resident, "add", 1)


def test_an_object_that_cannot_be_made_fails_every_call(start_method: str) -> None:
    resident = Resident(job(orders.make_nothing, start_method=start_method))
    for _ in range(2):
        with pytest.raises(LookupError, match="no library here") as raised:
            call(resident, "add", 1)
        assert "in make_nothing" in str(raised.value.__cause__)
    resident.end()


def test_a_process_that_dies_before_it_begins_fails_the_call(resident: Resident) -> None:
    dead = Resident(job(orders.make_dead))
    with pytest.raises(ProcessLostError):
        call(dead, "add", 1)
    dead.end()


def test_an_answer_in_parts_is_put_in_order(resident: Resident) -> None:
    assert call(resident, "count", 10_000) == list(range(10_000))
    assert call(resident, "count", 0) == []


def test_an_answer_without_end_can_be_cancelled(resident: Resident) -> None:
    with pytest.raises(ProcessLostError):
        call(resident, "count_forever", time_s=0.1)


def test_a_call_goes_on_when_another_is_cancelled(resident: Resident) -> None:
    stop = Event()
    cancelled = Caller(resident, stop, "sleep")
    process = process_under_way(resident)
    other = Caller(resident, Event(), "add", 20, 3)
    stop.set()
    cancelled.join()
    other.join()

    assert isinstance(cancelled.error, StoppedError)
    assert other.result == 23
    assert process_under_way(resident) != process


def test_an_exception_keeps_its_traceback(resident: Resident) -> None:
    with pytest.raises(ValueError, match="as ordered") as raised:
        call(resident, "follow", "fail")
    assert "in _fail\n" in str(raised.value.__cause__)


def test_what_it_logs_is_logged_here(resident: Resident, expect_log: ExpectLog) -> None:
    with expect_log(logging.WARNING, "seen by a worker", logger="simhash_gui.tests"):
        call(resident, "follow", "log")


def test_the_process_ends_with_the_last_who_uses_it() -> None:
    made = Resident(job(counter()))
    process = process_under_way(made)
    del made
    gc.collect()

    assert not psutil.pid_exists(process)


def test_one_that_was_never_called_has_nothing_to_end() -> None:
    Resident(job(counter())).end()
