"""Work for worker processes that does what bad documents make readers do.

A piece is an order: what to do, and sometimes with what.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from simhash_gui.workers.protocol import WorkProgress
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import OneByOne

MEGABYTE = 2**20
ENOUGH = ProcessLimits(60.0, 2**30)
_kept: list[bytearray] = []


class Untransferable:
    """Cannot be pickled in the process ``at``, or unpickled in any other."""

    def __init__(self, *, unpickle: bool) -> None:
        self.unpickle = unpickle

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.unpickle:
            return _unpickle, (os.getpid(),)
        raise pickle.PicklingError("not to be sent")


def _unpickle(home: int) -> str:
    if os.getpid() != home:
        raise MemoryError("not to be received")
    return "at home"


class Gate:
    """Whoever unpickles it waits until somebody has written into a named pipe."""

    def __init__(self, pipe: Path) -> None:
        self._pipe = pipe

    def __reduce__(self) -> tuple[Callable[[Path], str], tuple[Path]]:
        return _pass, (self._pipe,)


def _pass(pipe: Path) -> str:
    return pipe.read_text(encoding="utf-8")


class OddError(Exception):
    """An exception that does not survive the way."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def follow(order: object) -> object:
    """Do what is ordered."""
    name, *arguments = order if isinstance(order, tuple) else (order,)
    return _ORDERS[str(name)](*arguments) if isinstance(order, tuple) else order


def _fail() -> NoReturn:
    raise ValueError("as ordered")


def _fail_oddly() -> NoReturn:
    raise OddError(1, 2)


def _spin_in_compiled_code() -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")


def _grow() -> None:
    while True:
        _kept.append(bytearray(b"x") * MEGABYTE)


def _grow_and_crash(number: int) -> None:
    """As compiled code does that is refused memory, which happens before anybody sees it grow."""
    try:
        _grow()
    except MemoryError:
        _kill(number)


def _ask_for_much() -> None:
    _kept.append(bytearray(2**44))


def _pages_cleared_for_arrays(count: int) -> int:
    """How many pages the system gave for four arrays of a megabyte, made so many times."""
    import resource  # noqa: PLC0415 - Windows has none

    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(count):
        arrays = [bytearray(b"x") * MEGABYTE for _ in range(4)]
        arrays.clear()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _leave_behind(megabytes: int) -> int:
    _kept.append(bytearray(b"x") * (megabytes * MEGABYTE))
    return os.getpid()


def _chatter() -> None:
    for stream in (1, 2):
        os.write(stream, b"look at me\n")


def _log() -> None:
    logging.getLogger("simhash_gui.tests").warning("seen by %s", "a worker")


def _mark_and_sleep(mark: str) -> None:
    Path(mark).touch()
    time.sleep(600)


def _kill(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(600)  # another thread of the process may get the signal, a moment later


_ORDERS: dict[str, Callable[..., object]] = {
    "add": lambda a, b: a + b,
    "fail": _fail,
    "fail oddly": _fail_oddly,
    "return what cannot be pickled": lambda: Untransferable(unpickle=False),
    "return what cannot be unpickled": lambda: Untransferable(unpickle=True),
    "exit": lambda: os._exit(3),
    "kill": _kill,
    "abort": os.abort,
    "sleep": lambda: time.sleep(600),
    "mark and sleep": _mark_and_sleep,
    "spin": _spin_in_compiled_code,
    "grow": _grow,
    "grow and crash": _grow_and_crash,
    "ask for much": _ask_for_much,
    "leave behind": _leave_behind,
    "pages cleared for arrays": _pages_cleared_for_arrays,
    "chatter": _chatter,
    "log": _log,
    "process": os.getpid,
    "loaded": lambda module: (module in sys.modules, os.getppid()),
    "niceness": lambda: os.nice(0),
    "environment": os.environ.get,
}


class Together:
    """Does a whole chunk before it gives any result, as several texts are fingerprinted at once."""

    def __call__(
        self, chunk: Sequence[object], progress: WorkProgress
    ) -> Iterator[Sequence[object]]:
        progress.note(b"0123456789abcdef")
        yield [follow(order) for order in chunk]


class OnlyFirst:
    """Asks for a new process after each piece."""

    def __call__(self, _chunk: Sequence[object], _: WorkProgress) -> Iterator[Sequence[object]]:
        yield [os.getpid()]


class Nothing:
    """Gives no result at all."""

    def __call__(self, _chunk: Sequence[object], _: WorkProgress) -> Iterator[Sequence[object]]:
        return iter(())


def make_one_by_one() -> OneByOne[object, object]:
    return OneByOne(follow)


def make_late(_gate: Gate, _much: bytes) -> OneByOne[object, object]:
    """Use with ``partial``."""
    return OneByOne(follow)


def make_nothing() -> NoReturn:
    raise LookupError("no library here")


def make_dead() -> NoReturn:
    os._exit(1)


def make_hanging() -> NoReturn:
    time.sleep(600)
    raise AssertionError


class Counter:
    """An object that lives in a process."""

    def __init__(self, start: int = 0) -> None:
        self._sum = start

    def add(self, number: object) -> object:
        self._sum += number if isinstance(number, int) else 0
        return self._sum

    def follow(self, *order: object) -> object:
        return follow(order)

    def count(self, end: int) -> Iterator[int]:
        yield from range(end)

    def count_forever(self) -> Iterator[int]:
        while True:
            yield 1

    def count_and_fail(self) -> Iterator[int]:
        yield 1
        raise ValueError("after one")

    def parts_that_cannot_be_unpickled(self) -> Iterator[object]:
        yield Untransferable(unpickle=True)

    def leave(self) -> NoReturn:
        raise SystemExit(3)


def job(
    make: Callable[[], Any] = make_one_by_one,
    limits: ProcessLimits = ENOUGH,
    start_method: str | None = None,
) -> Job:
    return Job(make, limits, start_method=start_method)


def counter(start: int = 0) -> Callable[[], Counter]:
    return partial(Counter, start)


SIGTERM = getattr(signal, "SIGTERM", 15)
