"""Where a worker stands, told to its supervisor without a message: some numbers in shared memory.

A message for each document would cost both sides more than many a document does.
"""

from __future__ import annotations

import math
import struct
import time
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Cells: TypeAlias = MutableSequence[float]
"""``CELL_COUNT`` float64, e.g. a shared ``RawArray("d", CELL_COUNT)``: see ``Progress``."""

CELL_COUNT = 7

_STEP, _SINCE, _BASE, _DIGEST, *_REST_OF_DIGEST = range(CELL_COUNT)
_DIGEST_WORDS = struct.Struct("<4I")
_UNTOLD = 0.0
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
    when it began, how much memory the worker had before its first document, and of the document
    that is read the digest of its content, in four words. ``on_step`` is told of every change: True
    when a step begins, False when nothing is under way.
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
        self._cells[_DIGEST] = _UNTOLD
        self._cells[_SINCE] = time.monotonic()
        self._cells[_STEP] = position + 1
        self._on_step(True)

    def tell_digest(self, digest: bytes) -> None:
        """The content of the document under way, 16 bytes; what says that it is told goes last."""
        first, *rest = _DIGEST_WORDS.unpack(digest)
        for cell, word in zip(_REST_OF_DIGEST, rest, strict=True):
            self._cells[cell] = word
        self._cells[_DIGEST] = first + 1

    def digest(self) -> bytes | None:
        """That of the document that was begun last; None when it has not been told."""
        first = int(self._cells[_DIGEST])
        if first == _UNTOLD:
            return None
        return _DIGEST_WORDS.pack(first - 1, *(int(self._cells[cell]) for cell in _REST_OF_DIGEST))

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
