"""Work in a process of its own: answers, errors, and an end as soon as nobody waits."""

import math
import os
import signal
import time
from threading import Event, Timer

import pytest

from simhash_gui.ui.own_process import ProcessDiedError, StoppedError, run_apart


def test_the_answer_comes_from_another_process() -> None:
    assert run_apart(Event(), os.getppid) == os.getpid()


def test_an_error_is_raised_as_it_is_here() -> None:
    with pytest.raises(ValueError, match="factorial"):
        run_apart(Event(), math.factorial, -1)


def test_a_process_that_dies_is_told_apart_from_an_answer() -> None:
    with pytest.raises(ProcessDiedError):
        run_apart(Event(), signal.raise_signal, signal.SIGKILL)


def test_the_process_is_ended_when_nobody_waits_any_more() -> None:
    stop, started = Event(), time.monotonic()
    timer = Timer(0.3, stop.set)
    timer.start()
    with pytest.raises(StoppedError):
        run_apart(stop, time.sleep, 60)
    timer.join()

    assert time.monotonic() - started < 30
