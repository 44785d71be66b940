"""Waiting for another program that holds the file of a library.

A job writes again and again. Were each of its writes to wait as long as the first, a program that
holds the file for minutes would make the job take hours, so who has given up waits less the next
time. SQLite's own waiting could be neither watched nor cut short.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from simhash_gui.store.engine.errors import is_busy

_SHARE = 0.1
"""Of the time since the last waiting in vain, so much may go into the next one."""

Look: TypeAlias = Callable[[bool], None]
"""Called again and again with True while a thread waits, and with False when that is over. The
first may raise, which ends the waiting."""


class Patience:
    """How long the writes of one library wait, ``whole_s`` at most. For one thread at a time."""

    def __init__(self, whole_s: float) -> None:
        self._whole_s = whole_s
        self._given_up_s: float | None = None
        self._watcher: tuple[int, Look] | None = None

    @contextmanager
    def watched_by(self, look: Look) -> Iterator[None]:
        """Have this thread's waiting looked at."""
        self._watcher = threading.get_ident(), look
        try:
            yield
        finally:
            self._watcher = None

    def begin(self, writer: Engine, transaction: ExitStack) -> Connection:
        """A connection in a transaction that is entered into ``transaction``.

        Raises DBAPIError, also where another program holds the file for too long, and what the
        watcher raises.
        """
        end_s = time.monotonic() + self._left_s()
        is_held = False
        try:
            while True:
                try:
                    connection = transaction.enter_context(writer.begin())
                except DBAPIError as error:
                    if not is_busy(error):
                        raise
                    is_held = True
                    if time.monotonic() >= end_s:
                        raise
                    self._tell(is_held=True)
                else:
                    self._given_up_s = None
                    return connection
        except BaseException:
            if is_held:
                self._given_up_s = time.monotonic()
            raise
        finally:
            if is_held:
                self._tell(is_held=False)

    def _left_s(self) -> float:
        if self._given_up_s is None:
            return self._whole_s
        return min(self._whole_s, _SHARE * (time.monotonic() - self._given_up_s))

    def _tell(self, *, is_held: bool) -> None:
        watcher = self._watcher
        if watcher is not None and watcher[0] == threading.get_ident():
            watcher[1](is_held)
