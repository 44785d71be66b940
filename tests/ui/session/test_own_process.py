"""Work in a process of its own: answers, pieces, errors, and an end as soon as nobody waits."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Timer

import pytest

from simhash_gui.ui.session.own_process import OwnProcess, ProcessDiedError, StoppedError


class Worker:
    """What lives in the process."""

    def __init__(self, start: int) -> None:
        self._sum = start

    def add(self, number: int) -> int:
        self._sum += number
        return self._sum

    def process(self) -> int:
        return os.getpid()

    def count(self, end: int) -> Iterator[int]:
        yield from range(end)

    def fail(self) -> None:
        raise ValueError("no such thing")

    def fail_oddly(self) -> None:
        class OddError(Exception):
            """Only known in here, so that it cannot travel."""

        raise OddError

    def sleep(self) -> None:
        time.sleep(60)

    def die(self) -> None:
        signal.raise_signal(signal.SIGKILL)


@pytest.fixture
def worker() -> Iterator[OwnProcess]:
    made = OwnProcess(Worker, 5)
    yield made
    made.end()


def test_the_answers_come_from_another_process_which_remembers(worker: OwnProcess) -> None:
    assert worker.call(Event(), "process") != os.getpid()
    assert [worker.call(Event(), "add", number) for number in (1, 10)] == [6, 16]


def test_an_answer_in_pieces_is_put_in_order(worker: OwnProcess) -> None:
    assert worker.call(Event(), "count", 4) == [0, 1, 2, 3]
    assert worker.call(Event(), "count", 0) == []


def test_an_error_is_raised_as_it_is_there(worker: OwnProcess) -> None:
    with pytest.raises(ValueError, match="no such thing"):
        worker.call(Event(), "fail")


def test_an_error_that_cannot_travel_is_told_in_words(worker: OwnProcess) -> None:
    with pytest.raises(RuntimeError, match="OddError"):
        worker.call(Event(), "fail_oddly")


def test_a_process_that_dies_is_told_apart_from_an_answer(worker: OwnProcess) -> None:
    with pytest.raises(ProcessDiedError):
        worker.call(Event(), "die")
    with pytest.raises(ProcessDiedError):
        worker.call(Event(), "process")
    assert not worker.is_alive


def test_nobody_waits_after_the_stop(worker: OwnProcess) -> None:
    stop, started = Event(), time.monotonic()
    timer = Timer(0.3, stop.set)
    timer.start()
    with pytest.raises(StoppedError):
        worker.call(stop, "sleep")
    timer.join()

    assert time.monotonic() - started < 30


def test_a_short_question_is_answered_beside_a_long_one(worker: OwnProcess) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError):
        worker.call(stop, "sleep")

    assert worker.call(Event(), "add", 2) == 7


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")
def test_the_process_ends_with_the_last_who_uses_it() -> None:
    made = OwnProcess(Worker, 5)
    process = made.call(Event(), "process")
    del made

    assert not Path(f"/proc/{process}").exists()
