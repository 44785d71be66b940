"""An object that lives in a process of its own, with methods that can be called and cancelled.

For work that would keep the window's thread from running: whatever Python computes in a thread
holds the interpreter, some of it for seconds at a time. The object keeps what it has worked out;
its methods are called from reader threads, which wait. Large answers come in parts, because the
window also waits while one part is unpickled.

Every failure ends a call with an error. A process that dies fails all calls under way; the next
call starts another. What a process crashes of is tried once more, with more memory to spare: a
crash for want of memory is told as such.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import time
import weakref
from collections.abc import Callable, Iterator
from itertools import count
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, current_thread
from typing import Any, TypeAlias

from simhash_gui.workers.protocol import Cause, Fault, Kind, header_of, packed, value_of
from simhash_gui.workers.start import Child, Job, Wire, log_here

_log = logging.getLogger(__name__)

_POLL_S = 0.05


class StoppedError(Exception):
    """Nobody wants the answer any more."""


class ProcessLostError(Exception):
    """There is no answer, because the process died or was over a limit; see ``cause``."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause = cause


class _RetiredError(Exception):
    """The process was ended for the sake of another call."""


class Resident:
    """Calls the methods of ``job.make()``, which lives in a process. For several threads at once.

    Every call runs in a thread of the process. The process starts with the first call, and ends by
    ``end`` or as soon as this object is no longer used.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lock = Lock()
        self._life: _Life | None = None
        self._end_life: Callable[[], object] = lambda: None
        self._second_lives: set[_Life] = set()
        self._is_over = False

    def start(self) -> None:
        """Start the process now, without waiting for it; after ``end`` nothing is started."""
        with contextlib.suppress(StoppedError):
            self._running()

    def call(
        self,
        stop: Event,
        name: str,
        *arguments: object,
        time_s: float | None = None,
        take: Take | None = None,
    ) -> Any:
        """``object.name(*arguments)``; of a generator the list of what it yields.

        ``take`` is called with each part of a generator as it comes, and may call other methods.

        Raises what the method raises, StoppedError soon after ``stop`` is set or when this has
        ended, and ProcessLostError, also when it takes longer than ``time_s``. Where the answer is
        not waited for, the process is ended: nobody knows how long it would go on; other calls
        are then made again in another.
        """
        pickled = pickle.dumps(arguments)
        while True:
            life = self._running()
            try:
                return life.call(stop, name, pickled, time_s, take)
            except _RetiredError:
                if stop.is_set():
                    raise StoppedError from None
            except (StoppedError, MemoryError):
                self._retire(life)
                raise
            except ProcessLostError as error:
                self._retire(life)
                is_told = error.cause is not Cause.DIED or not life.has_crashed
                if is_told or take is not None:  # what was taken of it would be taken again
                    raise
                return self._second_try(stop, name, pickled, time_s)

    def _second_try(self, stop: Event, name: str, pickled: bytes, time_s: float | None) -> Any:
        """Make a call in a process of its own."""
        with self._lock:
            if self._is_over:
                raise StoppedError
            life = _Life(self._job.for_second_try())
            self._second_lives.add(life)
        try:
            return life.call(stop, name, pickled, time_s, None)
        except _RetiredError:
            raise StoppedError from None
        finally:
            with self._lock:
                self._second_lives.discard(life)
            life.end()

    def end(self) -> None:
        """End the process at once, whatever it does; calls under way raise StoppedError."""
        with self._lock:
            self._is_over = True
            self._life = None
            self._end_life()
            for life in self._second_lives:
                life.end()

    def _running(self) -> _Life:
        with self._lock:
            if self._is_over:
                raise StoppedError
            if self._life is None or self._life.is_over:
                self._end_life()
                self._life = _Life(self._job)
                self._end_life = weakref.finalize(self, self._life.end)
            return self._life

    def _retire(self, life: _Life) -> None:
        with self._lock:
            if life is self._life:
                self._life = None
        life.end()


Take: TypeAlias = Callable[[Any], object]
_Messages: TypeAlias = "SimpleQueue[bytes | None]"
"""What has come for a call; None after the last message of a process."""


class _Life:
    """One process, the calls under way in it, and a thread that hands out what it sends."""

    def __init__(self, job: Job) -> None:
        self.is_over = False
        self._child = Child(job, _serve)
        self._calls: dict[int, _Messages] = {}
        self._numbers = count(1)
        self._lock = Lock()
        self._sending = Lock()
        self._ending = Lock()
        self._is_ended = self._is_retired = False
        self._cause = Cause.DIED
        self._fault: Fault | None = None
        self._listener = Thread(target=self._listen, name="resident", daemon=True)
        self._listener.start()

    @property
    def has_crashed(self) -> bool:
        """Whether it died of a signal as a crash sends it."""
        return self._child.has_crashed

    def call(
        self, stop: Event, name: str, pickled: bytes, time_s: float | None, take: Take | None
    ) -> Any:
        """See ``Resident.call``."""
        messages: _Messages = SimpleQueue()
        with self._lock:
            if self.is_over:
                raise self._loss()
            number = next(self._numbers)
            self._calls[number] = messages
        try:
            self._send(pickle.dumps((number, name, pickled)))
            return self._answer(messages, stop, time_s, take)
        finally:
            with self._lock:
                self._calls.pop(number, None)

    def end(self) -> None:
        """End the process at once, whatever it does."""
        with self._ending:
            if not self._is_ended:
                self._is_ended, self._is_retired = True, not self.is_over
                self._child.kill()
                if current_thread() is not self._listener:
                    self._listener.join()
                    self._child.end()

    def _send(self, message: bytes) -> None:
        try:
            with self._sending:
                self._child.connection.send_bytes(message)
        except OSError as error:
            raise self._loss() from error

    def _answer(
        self, messages: _Messages, stop: Event, time_s: float | None, take: Take | None
    ) -> Any:
        deadline_s = None if time_s is None else time.monotonic() + time_s
        parts: list[Any] = []
        while True:
            self._check(stop, deadline_s)
            try:
                message = messages.get(timeout=_POLL_S)
            except Empty:
                continue
            if message is None:
                raise self._loss()
            kind, _ = header_of(message)
            value = value_of(message)
            if kind is Kind.FAILED:
                raise value.exception()
            if kind is Kind.DONE:
                return parts or value
            (take or parts.append)(value)

    def _check(self, stop: Event, deadline_s: float | None) -> None:
        """Raise when the answer is not to be waited for any longer."""
        if stop.is_set():
            raise StoppedError
        if deadline_s is not None and time.monotonic() > deadline_s:
            raise ProcessLostError(Cause.TIMEOUT)
        self._child.measure_memory()
        if self._child.grown_bytes > self._child.limits.memory_bytes:
            raise ProcessLostError(Cause.MEMORY)

    def _loss(self) -> BaseException:
        """Why there is no answer from a process that has ended."""
        if self._is_retired:
            return _RetiredError()
        return self._fault.exception() if self._fault is not None else ProcessLostError(self._cause)

    def _listen(self) -> None:
        """Hand every message to whoever waits for it, until the process ends.

        However this ends, no call goes on waiting.
        """
        try:
            while True:
                self._take(self._child.connection.recv_bytes())
        except (EOFError, OSError):
            pass
        except Exception:  # noqa: BLE001 - say for want of memory; the calls fail
            _log.warning("a message from a worker process cannot be taken", exc_info=True)
        finally:
            self._child.kill()
            self._cause = self._child.cause_of_death()
            with self._sending:
                self._child.connection.close()
            with self._lock:
                self.is_over = True
                for messages in self._calls.values():
                    messages.put(None)

    def _take(self, message: bytes) -> None:
        kind, number = header_of(message)
        if kind is Kind.READY:
            self._child.base_bytes = value_of(message)
        elif kind is Kind.LOG:
            log_here(value_of(message))
        elif number == 0:
            (self._fault,) = value_of(message)
        else:
            with self._lock:
                messages = self._calls.get(number)
            if messages is not None:
                messages.put(message)


# In the worker process


def _serve(work: object, wire: Wire) -> None:
    """Answer every call in a thread of its own."""
    while True:
        number, name, pickled = pickle.loads(wire.receive())
        Thread(target=_answer, args=(work, wire, number, name, pickled), daemon=True).start()


def _answer(work: object, wire: Wire, number: int, name: str, pickled: bytes) -> None:
    """Answer a call, or end the process, for otherwise somebody would wait forever."""
    try:
        wire.send(_last_message(work, wire, number, name, pickled))
    except BaseException:  # noqa: BLE001 - no memory even to say so, or nobody there
        os._exit(1)


def _last_message(work: object, wire: Wire, number: int, name: str, pickled: bytes) -> bytes:
    try:
        result = getattr(work, name)(*pickle.loads(pickled))
        if isinstance(result, Iterator):
            for part in result:
                wire.send(packed(Kind.PART, part, number))
            result = []
        return packed(Kind.DONE, result, number)
    except BaseException as error:  # noqa: BLE001 - the program raises it
        return packed(Kind.FAILED, Fault.of(error), number)
