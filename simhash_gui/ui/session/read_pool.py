"""Short reads off the UI thread, with their answers delivered on it.

They begin a few turns of the event loop after the one that asks for them, in which what it changed
is laid out and painted. While a thread computes, many calls into Qt have the UI thread wait for the
interpreter, and such a turn has hundreds of them. Lasting ones begin at once: a library that is to
be closed is in use until it is. Of several answers each has a turn of its own, in which what
follows from it is painted.

A request with a key supersedes an older one with the same key, whose answer is then dropped: a
filter box can ask at every key stroke. Long work and writes go through ``job_runner`` instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any, TypeVar, TypeVarTuple, Unpack

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")
_READERS = 3  # each that computes takes the interpreter from the window
_WAITERS = 4
_TURNS_BEFORE = 3  # to be laid out, no longer held, and painted


@dataclass(eq=False, slots=True)
class _Request:
    run: Callable[[], Any]
    key: str | None
    on_done: Callable[[Any], None]
    on_error: Callable[[Exception], None] | None
    is_lasting: bool
    is_waiting: bool = False
    stop: Event | None = None
    future: Future[None] | None = None
    result: Any = None
    error: Exception | None = None


class ReadPool(QObject):
    """A few reader threads. ``failed`` carries the error of a request without ``on_error``."""

    failed = Signal(object)
    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._waiters = ThreadPoolExecutor(_WAITERS, thread_name_prefix="waiter")
        self._newest: dict[str, _Request] = {}
        self._open: set[_Request] = set()
        self._waiting: list[_Request] = []
        self._turns_left = 0
        self._ready: deque[_Request] = deque()
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._deliver)
        self._answered.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def submit(  # noqa: PLR0913 - options by name, each with its default
        self,
        function: Callable[[Unpack[_Arguments]], _Result],
        *arguments: *_Arguments,
        on_done: Callable[[_Result], None],
        on_error: Callable[[Exception], None] | None = None,
        key: str | None = None,
        is_lasting: bool = False,
        is_waiting: bool = False,
        stop: Event | None = None,
    ) -> None:
        """Run ``function`` in the pool; exactly one of the callbacks follows on the UI thread.

        None follows when a newer request with the same key, ``forget`` or ``close`` comes first,
        or ``forget_all``, which leaves lasting requests alone, or when the QObject that
        ``on_done`` is a method of has been deleted. ``stop`` is set as soon as nobody waits for
        the answer any more, for functions that look at it. ``is_waiting`` is for those that only
        wait, as for another process: they keep nobody who reads.
        """
        if key is not None:
            self.forget(key)
        run = partial(function, *arguments)
        request = _Request(run, key, on_done, on_error, is_lasting, is_waiting, stop)
        self._open.add(request)
        if key is not None:
            self._newest[key] = request
        if is_lasting:
            self._start(request)
            return
        if not self._waiting:
            self._turns_left = _TURNS_BEFORE
            self._begin_later()
        self._waiting.append(request)

    def forget(self, key: str) -> None:
        """Drop the request with this key; a read that has not begun will not."""
        request = self._newest.pop(key, None)
        if request is not None:
            self._drop(request)
            if request.future is not None:
                request.future.cancel()

    def forget_all(self) -> None:
        """Drop every request but lasting ones; reads under way end without an answer."""
        for request in [request for request in self._open if not request.is_lasting]:
            self._drop(request)
        self._newest.clear()

    @property
    def is_idle(self) -> bool:
        """Whether every answer was delivered."""
        return not self._open

    def close(self) -> None:
        """Drop what is pending and wait for the reads under way; nothing is delivered after."""
        self._begin()
        for request in list(self._open):
            self._drop(request)
        self._newest.clear()
        for pool in (self._readers, self._waiters):
            pool.shutdown(wait=True, cancel_futures=True)

    @Slot()
    def _begin_later(self) -> None:
        if self._turns_left:
            self._turns_left -= 1
            QTimer.singleShot(0, self, self._begin_later)
        else:
            self._begin()

    def _begin(self) -> None:
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            if request in self._open:
                self._start(request)

    def _start(self, request: _Request) -> None:
        pool = self._waiters if request.is_waiting else self._readers
        request.future = pool.submit(self._answer, request)

    def _drop(self, request: _Request) -> None:
        self._open.discard(request)
        if request.stop is not None:
            request.stop.set()

    def _answer(self, request: _Request) -> None:
        try:
            request.result = request.run()
        except Exception as error:  # noqa: BLE001 - handed to the caller, who tells the user
            request.error = error
        self._answered.emit(request)

    @Slot(object)
    def _take(self, request: _Request) -> None:
        if request in self._open:
            self._ready.append(request)
            self._turn.start(0)

    @Slot()
    def _deliver(self) -> None:
        while self._ready and self._ready[0] not in self._open:
            self._ready.popleft()
        request = self._ready.popleft() if self._ready else None
        if not self._ready:
            self._turn.stop()
        if request is not None:
            self._tell(request)

    def _tell(self, request: _Request) -> None:
        self._open.discard(request)
        if request.key is not None:
            self._newest.pop(request.key, None)
        if _is_gone(request.on_done):
            return
        if request.error is None:
            request.on_done(request.result)
        elif request.on_error is not None:
            request.on_error(request.error)
        else:
            self.failed.emit(request.error)


def _is_gone(callback: Callable[..., Any]) -> bool:
    """Whether ``callback`` is a method of a QObject that Qt has deleted meanwhile."""
    method = callback.func if isinstance(callback, partial) else callback
    receiver = getattr(method, "__self__", None)
    return isinstance(receiver, QObject) and not shiboken6.isValid(receiver)
