"""Ctrl-C, SIGTERM and SIGHUP: the first one cancels the job, the next one ends the command.

A cancelled job stops at its next checkpoint, ends its workers and keeps what is done. Where no job
is running, when the next checkpoint is too far, or when a second signal comes, the command ends at
once, and closes what it has open. A signal that comes when the answer is out changes nothing.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from simhash_gui.cli.start_interruption import leave

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_PATIENCE_S = 0.6
_ANSWER_S = 0.3
_BASE = 128
"""The exit status of a program that a signal ended is this and the number of the signal."""


class Interruption:
    """Whether a signal has come, and whether it ends a job or the whole command.

    The handler only notes and raises: it may run while the very thread that it interrupts holds a
    lock of the job.
    """

    def __init__(self) -> None:
        self._received = int(signal.SIGINT)
        self._is_job_running = False
        self._is_held_back = False
        self._is_pending = False
        self._is_job_unwanted = False
        self._is_answering = False
        self._is_answer_late = False
        self._is_over = False

    @property
    def exit_status(self) -> int:
        """E.g. 130 after Ctrl-C, 143 after SIGTERM."""
        return _BASE + self._received

    @property
    def is_job_unwanted(self) -> bool:
        """Whether the job under way is to be cancelled."""
        return self._is_job_unwanted

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take the signals in; those that are ignored, as by ``nohup``, stay so.

        Afterwards Ctrl-C changes nothing where it is the program's own: how it ends is decided.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        before = {number: signal.getsignal(number) for number in wanted}
        heard = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
        if hasattr(signal, "setitimer"):
            heard[signal.SIGALRM] = signal.getsignal(signal.SIGALRM)
        try:
            for number in heard:
                signal.signal(number, self._receive)
            yield
        except KeyboardInterrupt:
            # one that came out of exec(), by which dataclasses are made, has CPython under ``-m``
            # kill itself at its end, whatever the status; a later exec() that succeeds resets that
            exec("")
            raise
        finally:
            for number, old in heard.items():
                signal.signal(number, signal.SIG_IGN if old is leave else old)

    @contextmanager
    def cancelling_job(self) -> Iterator[None]:
        """Have the next signal cancel a job instead of ending the command."""
        self._is_job_unwanted, self._is_job_running = False, True
        try:
            yield
        finally:
            self._is_job_running = False
            _set_alarm(0.0)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Let nothing come between; a signal ends the command when this is over."""
        self._is_held_back = True
        try:
            yield
        finally:
            self._is_held_back = False
        if self._is_pending:
            raise KeyboardInterrupt

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Give out the answer of the command: a signal that comes now, or later, changes nothing.

        It ends the command where the answer does not get out, because nobody reads it.
        """
        _set_alarm(0.0)
        self._is_answering, self._is_answer_late = True, False
        try:
            yield
            self._is_over = True
        finally:
            self._is_answering = False
            _set_alarm(0.0)

    def _receive(self, number: int, _frame: FrameType | None) -> None:
        if number != getattr(signal, "SIGALRM", None):
            self._received = number
        if self._is_over:
            return
        if self._is_held_back:
            self._is_pending = True
        elif self._is_answering and not self._is_answer_late:
            self._is_answer_late = True
            _set_alarm(_ANSWER_S)
        elif self._is_job_running and not (self._is_job_unwanted or self._is_answering):
            self._is_job_unwanted = True
            _set_alarm(_PATIENCE_S)
        else:
            raise KeyboardInterrupt


def _set_alarm(seconds: float) -> None:
    """Have SIGALRM sent after some seconds, with 0 never. Windows has no such thing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
