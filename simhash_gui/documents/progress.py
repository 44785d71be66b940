"""Where a worker stands, told to its supervisor without a message: three numbers in shared memory.

A message for each document would cost both sides more than many a document does.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Cells: TypeAlias = MutableSequence[float]
"""Three float64, e.g. a shared ``RawArray("d", 3)``: see ``Progress``."""

CELL_COUNT = 3

_STEP, _SINCE, _BASE = range(CELL_COUNT)
_IDLE = 0.0


class Phase(Enum):
    """What a worker does."""

    IDLE = "idle"
    """Nothing that counts: waiting for documents, or for somebody to take the outcomes."""
    READING = "reading"
    """Getting the text out of one document."""
    FINGERPRINTING = "fingerprinting"
    """Making the fingerprints of all documents read so far."""


@dataclass(frozen=True, slots=True)
class Step:
    """A phase, at which document of the chunk (the last one read, when fingerprinting)."""

    phase: Phase
    position: int = -1
    since_s: float = math.inf
    """``time.monotonic()`` when it began; the clock is one for all processes of a system."""


class Progress:
    """The worker's end writes, the supervisor's end reads.

    Kept are the step (0 idle, +n reading document n counted from 1, -n fingerprinting up to it),
    when it began, and how much memory the worker had before its first document. ``on_step`` is
    told of every change: True when a step begins, False when nothing is under way.
    """

    def __init__(
        self, cells: Cells | None = None, on_step: Callable[[bool], None] | None = None
    ) -> None:
        self._cells: Cells = cells if cells is not None else [_IDLE] * CELL_COUNT
        self._on_step = on_step or (lambda _busy: None)

    def ready(self, resident_bytes: int) -> None:
        """All is imported, and this is what it takes."""
        self._cells[_BASE] = resident_bytes

    @property
    def base_bytes(self) -> int:
        """Resident memory of the worker without a document; 0 until it is ready."""
        return int(self._cells[_BASE])

    def reading(self, position: int) -> None:
        """A document is begun. The time goes first: a torn reading may only seem younger."""
        self._cells[_SINCE] = time.monotonic()
        self._cells[_STEP] = position + 1
        self._on_step(True)

    def fingerprinting(self, position: int, *, alone: bool) -> None:
        """The texts up to ``position`` are read. The clock of a document that is alone runs on."""
        if not alone:
            self._cells[_SINCE] = time.monotonic()
        self._cells[_STEP] = -(position + 1)
        self._on_step(True)

    def idle(self) -> None:
        """Nothing is under way."""
        self._cells[_STEP] = _IDLE
        self._on_step(False)

    def step(self) -> Step:
        """What the worker does now, or did when it died."""
        since_s = self._cells[_SINCE]
        step = int(self._cells[_STEP])
        if step == 0:
            return Step(Phase.IDLE)
        phase = Phase.READING if step > 0 else Phase.FINGERPRINTING
        return Step(phase, abs(step) - 1, since_s)
