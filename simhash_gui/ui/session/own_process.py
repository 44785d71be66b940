"""A process of its own for an object that works for the window, so that it can be ended any time.

For work that would keep the window's thread from running: whatever Python computes in a thread
holds the interpreter, and some of it for seconds at a time. The object lives in the process and
keeps what it has worked out; its methods are called from reader threads, which wait. Large answers
come in pieces, because the window also waits while one piece is unpickled.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Thread
from typing import Any

_POLL_S = 0.05
_NICENESS = 5

_PIECE, _DONE, _FAILED = range(3)


class StoppedError(Exception):
    """Nobody wants the answer any more."""


class ProcessDiedError(Exception):
    """The process ended without an answer, for want of memory most likely."""


@dataclass(slots=True, eq=False)
class _Call:
    """One call under way, and the pieces of its answer so far."""

    answer: Future[Any] = field(default_factory=Future)
    pieces: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Calls:
    """The calls under way by number; none can be added once the process has ended."""

    under_way: dict[int, _Call] = field(default_factory=dict)
    is_over: bool = False
    lock: Lock = field(default_factory=Lock)


class OwnProcess:
    """Makes ``factory(*arguments)`` in a process; both must be picklable.

    Safe to use from several threads at once; every call runs in a thread of the process. The
    process ends by ``end`` or as soon as this object is no longer used.
    """

    def __init__(self, factory: Callable[..., object], *arguments: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(other, factory, arguments), daemon=True
        )
        self._process.start()
        other.close()
        self._calls = _Calls()
        self._numbers = count()
        self._sending = Lock()
        listener = Thread(target=_listen, args=(self._pipe, self._calls), daemon=True)
        listener.start()
        self._finalizer = weakref.finalize(self, _end, self._process, listener)

    @property
    def is_alive(self) -> bool:
        """Whether it can still be called."""
        return not self._calls.is_over

    def call(self, stop: Event, name: str, *arguments: object) -> Any:
        """``object.name(*arguments)``; of a generator the list of what it yields.

        Raises StoppedError soon after ``stop`` is set, ProcessDiedError, and what the method
        raises. The method itself goes on until ``end``.
        """
        call, number = _Call(), next(self._numbers)
        with self._calls.lock:
            if self._calls.is_over:
                raise ProcessDiedError("the process has ended")
            self._calls.under_way[number] = call
        try:
            with self._sending:
                self._pipe.send((number, name, arguments))
        except OSError as error:
            raise ProcessDiedError("the process has ended") from error
        while not wait([call.answer], _POLL_S).done:
            if stop.is_set():
                raise StoppedError
        return call.answer.result()

    def end(self) -> None:
        """End it at once, whatever it does; calls under way raise ProcessDiedError."""
        self._finalizer()


def _end(process: BaseProcess, listener: Thread) -> None:
    process.kill()
    process.join()
    process.close()
    listener.join()


def _listen(pipe: Connection, calls: _Calls) -> None:
    """Hand every answer to whoever waits for it, until the process ends."""
    while True:
        try:
            number, kind, value = pipe.recv()
        except (EOFError, OSError):
            break
        call = calls.under_way[number]
        if kind == _PIECE:
            call.pieces.append(value)
            continue
        del calls.under_way[number]
        if kind == _FAILED:
            call.answer.set_exception(value)
        else:
            call.answer.set_result(call.pieces or value)
    with calls.lock:
        calls.is_over = True
        pipe.close()
        for call in calls.under_way.values():
            call.answer.set_exception(ProcessDiedError("the process ended without an answer"))
        calls.under_way.clear()


def _serve(pipe: Connection, factory: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """Runs in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window decides what an interrupt means
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # the window goes first
    worker, sending = factory(*arguments), Lock()
    while True:
        try:
            number, name, values = pipe.recv()
        except (EOFError, OSError):
            return
        method = getattr(worker, name)
        Thread(target=_answer, args=(pipe, sending, number, method, values), daemon=True).start()


def _answer(
    pipe: Connection,
    sending: Lock,
    number: int,
    method: Callable[..., object],
    values: tuple[object, ...],
) -> None:
    def send(kind: int, value: object) -> None:
        with sending:
            pipe.send((number, kind, value))

    try:
        result = method(*values)
        if isinstance(result, Iterator):
            for piece in result:
                send(_PIECE, piece)
            result = []
        send(_DONE, result)
    except Exception as error:  # noqa: BLE001 - handed to the caller, who tells the user
        send(_FAILED, _sendable(error))


def _sendable(error: Exception) -> Exception:
    """The error itself where it survives the way, or else what it says."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever its own code raises
        return RuntimeError(repr(error))
    return error
