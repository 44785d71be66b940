"""Long work that can be watched, paused and cancelled from another thread.

A job is a function that takes a ``JobControl``. It overwrites a progress snapshot, which its
caller polls, and calls ``checkpoint`` often (several times a second). Threads are the
caller's business: ``ui/job_runner.py`` for the window, the main thread for the command line.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from simhash_gui.workers.protocol import Cause, Failed

_RATE_WINDOW_S = 5.0
_MIN_RATE_SPAN_S = 0.25
_MAX_LOST = 20


class Stage(StrEnum):
    """What a job is doing right now."""

    WAITING = "waiting"
    LISTING = "listing"
    READING = "reading"
    FINGERPRINTING = "fingerprinting"
    SEARCHING = "searching"
    MEASURING = "measuring"
    CLUSTERING = "clustering"
    WRITING = "writing"
    CHECKING = "checking"
    COMPARING = "comparing"
    ACTING = "acting"
    UNDOING = "undoing"
    HELD = "held"
    """Waits for another program that is using the library."""


class JobState(StrEnum):
    """A job ends in exactly one of the last three."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    CANCELLING = "cancelling"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class JobCancelledError(Exception):
    """Raised by ``JobControl.checkpoint`` when the job is to stop; what is done stays."""


class WorkersKeepDyingError(RuntimeError):
    """Process after process ended without an answer, so that there is no sense in going on."""


def refuse_to_lose(lost: Failed[Any], count: int) -> None:
    """Called when a piece of work has failed, the ``count``th of a job.

    Raises the exception that the work raised, and WorkersKeepDyingError when there have been too
    many.
    """
    if lost.cause is Cause.ERROR and lost.fault is not None:
        raise lost.fault.exception()
    if count > _MAX_LOST:
        raise WorkersKeepDyingError("the processes that work on texts end again and again")


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a job. ``total`` is None while it is not known yet."""

    stage: Stage = Stage.WAITING
    done: int = 0
    total: int | None = None
    failed: int = 0
    current: str = ""
    elapsed_s: float = 0.0
    rate_per_s: float | None = None
    remaining_s: float | None = None


@dataclass(slots=True)
class _Meter:
    """Rate over the last few seconds of one stage, pauses left out."""

    samples: deque[tuple[float, int]] = field(default_factory=deque)

    def add(self, now_s: float, done: int) -> None:
        self.samples.append((now_s, done))
        while now_s - self.samples[0][0] > _RATE_WINDOW_S and len(self.samples) > 2:
            self.samples.popleft()

    def rate_per_s(self) -> float | None:
        if not self.samples:
            return None
        (first_s, first), (last_s, last) = self.samples[0], self.samples[-1]
        if last_s - first_s < _MIN_RATE_SPAN_S or last <= first:
            return None
        return (last - first) / (last_s - first_s)


class JobControl:
    """Both ends of a running job: the job reports, its owner pauses, cancels and looks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._may_run = threading.Event()
        self._may_run.set()
        self._cancelled = threading.Event()
        self._started_s = clock()
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._meter = _Meter()
        self._progress = Progress()
        self._stage_before: Stage | None = None

    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        """Overwrite the snapshot. ``current`` names the file or part at hand."""
        with self._lock:
            if stage is not self._progress.stage:
                self._meter = _Meter()
            now_s = self._working_s()
            self._meter.add(now_s, done)
            self._progress = Progress(stage, done, total, failed, current, now_s)

    def checkpoint(self) -> None:
        """Wait while paused; raise JobCancelledError once cancelled."""
        self._may_run.wait()
        if self._cancelled.is_set():
            raise JobCancelledError

    def wait_for_others(self, is_held: bool) -> None:
        """Say that another program is using the library, and look whether to go on waiting.

        False: it no longer waits. Raises JobCancelledError.
        """
        with self._lock:
            before = self._progress.stage
            if is_held and before is not Stage.HELD:
                self._stage_before = before
                self._progress = replace(self._progress, stage=Stage.HELD)
            elif not is_held and self._stage_before is not None:
                self._progress = replace(self._progress, stage=self._stage_before)
                self._stage_before = None
        if is_held:
            self.checkpoint()

    def snapshot(self) -> Progress:
        """The latest progress with rate (per second) and time left (seconds)."""
        with self._lock:
            latest, rate = self._progress, self._meter.rate_per_s()
            left = None
            if rate and latest.total is not None:
                left = max(latest.total - latest.done, 0) / rate
            return Progress(
                latest.stage,
                latest.done,
                latest.total,
                latest.failed,
                latest.current,
                self._working_s(),
                rate,
                left,
            )

    def pause(self) -> None:
        """Let the job stop at its next checkpoint until ``resume``; not once it is cancelled."""
        with self._lock:
            if self._paused_since_s is None and not self._cancelled.is_set():
                self._paused_since_s = self._clock()
                self._may_run.clear()

    def resume(self) -> None:
        """Go on after ``pause``."""
        with self._lock:
            if self._paused_since_s is not None:
                self._paused_s += self._clock() - self._paused_since_s
                self._paused_since_s = None
                self._may_run.set()

    def cancel(self) -> None:
        """Let the job end at its next checkpoint, also when it is paused."""
        self._cancelled.set()
        self.resume()

    @property
    def is_paused(self) -> bool:
        """Whether the job waits at its checkpoints."""
        return not self._may_run.is_set()

    @property
    def stop(self) -> threading.Event:
        """Set once the job was told to end."""
        return self._cancelled

    @property
    def is_cancelled(self) -> bool:
        """Whether the job was told to end."""
        return self._cancelled.is_set()

    def _working_s(self) -> float:
        now_s = self._clock()
        pausing_s = 0.0 if self._paused_since_s is None else now_s - self._paused_since_s
        return now_s - self._started_s - self._paused_s - pausing_s
