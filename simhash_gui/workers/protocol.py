"""What a worker process and the program that started it say to each other.

Messages go through a pipe: a kind, and a value that each side pickles and unpickles where a failure
costs one answer only. Which piece is under way is told without a message, by some numbers in shared
memory, for a message for each piece would cost more than a small piece does.
"""

from __future__ import annotations

import contextlib
import math
import pickle
import struct
import time
import traceback
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Generic, TypeAlias, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

Cells: TypeAlias = MutableSequence[float]
"""``CELL_COUNT`` float64, e.g. a shared ``RawArray("d", CELL_COUNT)``: see ``WorkProgress``."""

CELL_COUNT = 6

_STEP, _SINCE, _NOTE, *_REST_OF_NOTE = range(CELL_COUNT)
_HEADER = struct.Struct("<BQ")
_NOTE_WORDS = struct.Struct("<4I")
_NO_NOTE = 0.0
_IDLE = 0.0


class Kind(IntEnum):
    """What a message from a worker process is."""

    READY = 0
    """All is set up; the value is the resident memory in bytes."""
    DONE = 1
    """A result, or the results of some pieces in order."""
    PART = 2
    """A part of a result; more follow."""
    FAILED = 3
    """An exception; the value is a ``Fault``."""
    LOG = 4
    """A ``logging.LogRecord``."""


def packed(kind: Kind, value: object, number: int = 0) -> bytes:
    """A message; ``number`` says which call it belongs to, where there are several.

    Raises whatever pickling the value raises.
    """
    return _HEADER.pack(kind, number) + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def header_of(message: bytes) -> tuple[Kind, int]:
    """What a message is, and its number."""
    kind, number = _HEADER.unpack_from(message)
    return Kind(kind), number


def value_of(message: bytes) -> Any:
    """The value of a message. Raises whatever unpickling it raises."""
    return pickle.loads(memoryview(message)[_HEADER.size :])


class RemoteTraceback(Exception):  # noqa: N818 - the cause of an error, never raised itself
    """Where an error arose in another process, as Python prints it."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass(frozen=True, slots=True)
class Fault:
    """An exception on its way to another process."""

    pickled: bytes | None
    """The exception; None when it does not survive the way."""
    text: str
    """The same in words."""
    traceback: str
    lacks_memory: bool = False

    @classmethod
    def of(cls, error: BaseException) -> Fault:
        """What can be sent of an exception."""
        text = "".join(traceback.format_exception_only(error)).strip()
        lines = "".join(traceback.format_exception(error))
        return cls(_pickled(error), text, lines, isinstance(error, MemoryError))

    def exception(self) -> BaseException:
        """The exception to be raised here; its cause is the traceback from there."""
        error: BaseException = RuntimeError(self.text)
        if self.pickled is not None:
            with contextlib.suppress(Exception):  # whatever its own code raises
                error = pickle.loads(self.pickled)
        error.__cause__ = RemoteTraceback(self.traceback)
        return error


def _pickled(error: BaseException) -> bytes | None:
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)
    except Exception:  # noqa: BLE001 - whatever its own code raises
        return None
    return pickled


class Cause(Enum):
    """Why there is no result for a piece."""

    ERROR = "error"
    """The work raised an exception, or the piece or its result could not be sent."""
    DIED = "died"
    """The process ended: compiled code crashed, or something outside killed it."""
    TIMEOUT = "timeout"
    """It took longer than the limit."""
    MEMORY = "memory"
    """It needed more memory than the limit."""


@dataclass(frozen=True, slots=True)
class Done(Generic[Piece, Result]):
    """A piece and its result."""

    piece: Piece
    result: Result


@dataclass(frozen=True, slots=True)
class Failed(Generic[Piece]):
    """A piece without a result, and why."""

    piece: Piece
    cause: Cause
    fault: Fault | None = None
    """The exception, where there was one."""
    note: bytes | None = None
    """What the work had noted of the piece, see ``WorkProgress.note``."""

    @property
    def error(self) -> str:
        """The exception in words, empty where there was none."""
        return self.fault.text if self.fault is not None else ""


class Phase(Enum):
    """What a worker is doing."""

    IDLE = "idle"
    """Nothing that counts: waiting for pieces, or for somebody to take the results."""
    ONE = "one"
    """Working on one piece."""
    TOGETHER = "together"
    """Working on all pieces whose results have not been sent, up to one of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase, and at which piece of the chunk (the last one, when several)."""

    phase: Phase
    position: int = -1
    since_s: float = math.inf
    """``time.monotonic()`` when it began; the clock is the same for all processes of a system."""


IDLE = Step(Phase.IDLE)


class WorkProgress:
    """The worker's end writes, the other end reads.

    The cells hold the step (0 idle, +n one piece at n counted from 1, -n together up to n), when it
    began, and a note of 16 bytes in four words. ``on_step`` is called at every change: True when a
    step begins, False when nothing is under way.
    """

    def __init__(
        self, cells: Cells | None = None, on_step: Callable[[bool], None] | None = None
    ) -> None:
        self._cells: Cells = cells if cells is not None else [_IDLE] * CELL_COUNT
        self._on_step = on_step or (lambda _busy: None)

    def one(self, position: int) -> None:
        """A piece is begun. The time goes first: a torn reading may only seem younger."""
        self._cells[_NOTE] = _NO_NOTE
        self._cells[_SINCE] = time.monotonic()
        self._cells[_STEP] = position + 1
        self._on_step(True)

    def together(self, position: int, *, keep_clock: bool = False) -> None:
        """All pieces that are not sent yet, up to ``position``, are worked on.

        ``keep_clock``: it is one piece only, and its time goes on.
        """
        if not keep_clock:
            self._cells[_SINCE] = time.monotonic()
        self._cells[_STEP] = -(position + 1)
        self._on_step(True)

    def idle(self) -> None:
        """Nothing is under way."""
        self._cells[_STEP] = _IDLE
        self._on_step(False)

    def note(self, note: bytes) -> None:
        """16 bytes about the piece under way, to be had even if the process dies of it.

        The cell that says that there is a note is written last.
        """
        first, *rest = _NOTE_WORDS.unpack(note)
        for cell, word in zip(_REST_OF_NOTE, rest, strict=True):
            self._cells[cell] = word
        self._cells[_NOTE] = first + 1

    def step(self) -> Step:
        """What the worker is doing, or was doing when it died."""
        since_s = self._cells[_SINCE]
        step = int(self._cells[_STEP])
        if step == 0:
            return IDLE
        return Step(Phase.ONE if step > 0 else Phase.TOGETHER, abs(step) - 1, since_s)

    def noted(self) -> bytes | None:
        """The note about the piece that was begun last; None when there is none."""
        first = int(self._cells[_NOTE])
        if first == _NO_NOTE:
            return None
        return _NOTE_WORDS.pack(first - 1, *(int(self._cells[cell]) for cell in _REST_OF_NOTE))


@dataclass(frozen=True, slots=True)
class Blame(Generic[Piece]):
    """Which piece a chunk failed on, and what has to be done again."""

    culprit: Piece | None
    """None when no single piece can be named yet. (No piece is None.)"""
    again: tuple[Sequence[Piece], ...]
    """Innocent or not tried yet; none of these is empty."""


def blame(chunk: Sequence[Piece], done: int, step: Step) -> Blame[Piece]:
    """Which piece of a chunk is to blame for a failure at ``step``; ``done`` have results.

    A piece that was worked on alone is to blame. Of several that were worked on together each is
    tried again by itself: the one that fails is then alone.
    """
    suspects, untried = chunk[done : step.position + 1], chunk[step.position + 1 :]
    if step.phase is Phase.IDLE or not suspects:
        return Blame(None, _not_empty(chunk[done:]))
    if step.phase is Phase.ONE:
        return Blame(suspects[-1], _not_empty(suspects[:-1], untried))
    if len(suspects) == 1:
        return Blame(suspects[0], _not_empty(untried))
    return Blame(None, _not_empty(*([piece] for piece in suspects), untried))


def _not_empty(*chunks: Sequence[Piece]) -> tuple[Sequence[Piece], ...]:
    return tuple(chunk for chunk in chunks if chunk)
