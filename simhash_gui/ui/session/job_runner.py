"""The only place where threads of long work meet Qt: one writer thread, jobs one after another.

Progress is polled (``Progress`` snapshots of the running job, ten times a second); the end of a
job is delivered by a queued connection, so that whoever submits can connect first, however fast
the job is. What a job does is the business of services.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from simhash_gui.services.jobs import JobCancelledError, JobControl, JobState

_POLL_MS = 100

_log = logging.getLogger(__name__)


class JobKind(StrEnum):
    """What a job is for; the job bar chooses its words by it."""

    OPEN = "open"
    FOLDERS = "folders"
    IMPORT = "import"
    REFINGERPRINT = "refingerprint"
    DETECT = "detect"
    EXPORT = "export"
    MARK = "mark"
    VERDICT = "verdict"
    PLAN = "plan"
    ACT = "act"
    UNDO = "undo"
    CHECK = "check"
    CHECK_FOLDER = "check-folder"
    REPAIR = "repair"
    LAB = "lab"


@dataclass(frozen=True, slots=True)
class Job:
    """Work for the writer thread. ``subject`` names what it is about (a folder, a file)."""

    kind: JobKind
    run: Callable[[JobControl], Any]
    subject: str = ""


class JobHandle(QObject):
    """A submitted job. Exactly one of the three signals comes, on the UI thread.

    It has no parent and lives as long as somebody holds it; the runner does until it has ended.
    (If Qt deleted it later, that could delete what its connections hold.)
    """

    finished = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.control = JobControl()
        self._outcome: JobState | None = None
        self._is_started = False
        self.error: Exception | None = None

    @property
    def state(self) -> JobState:
        """Where the job stands now."""
        if self._outcome is not None:
            return self._outcome
        if self.control.is_cancelled:
            return JobState.CANCELLING
        if not self._is_started:
            return JobState.WAITING
        return JobState.PAUSED if self.control.is_paused else JobState.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether its end was delivered."""
        return self._outcome is not None

    def start(self) -> None:
        """Mark it as running (by the runner)."""
        self._is_started = True
        self.control = _same_wishes(self.control)

    def end(self, outcome: JobState, value: Any) -> None:
        """Deliver its end (by the runner)."""
        self._outcome = outcome
        # Connections may keep this handle until garbage is collected, but not what the work held.
        self.job = replace(self.job, run=_over)
        if outcome is JobState.SUCCEEDED:
            self.finished.emit(value)
        elif outcome is JobState.FAILED:
            self.error = value
            self.failed.emit(value)
        else:
            self.cancelled.emit()


def _over(_control: JobControl) -> None:
    """In place of work that is done."""


def _same_wishes(waiting: JobControl) -> JobControl:
    """A control whose clock starts now, so that time spent in the queue does not count."""
    control = JobControl()
    if waiting.is_paused:
        control.pause()
    if waiting.is_cancelled:
        control.cancel()
    return control


Around: TypeAlias = Callable[[JobControl], AbstractContextManager[None]]
"""What is done on the writer thread before and after each job."""


def _nothing_around(_control: JobControl) -> AbstractContextManager[None]:
    return nullcontext()


class JobRunner(QObject):
    """Runs jobs in order on one thread and lets the window watch, pause and cancel them."""

    started = Signal(object)  # JobHandle
    progressed = Signal(object, object)  # JobHandle, Progress
    ended = Signal(object)  # JobHandle; its own signal comes first
    state_changed = Signal()  # paused, resumed, cancelling, queued or idle
    _outcome = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None, around: Around = _nothing_around) -> None:
        super().__init__(parent)
        self._around = around
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: deque[JobHandle] = deque()
        self._current: JobHandle | None = None
        self._outcome.connect(self._end, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def current(self) -> JobHandle | None:
        """The job under way."""
        return self._current

    @property
    def waiting(self) -> tuple[JobHandle, ...]:
        """Jobs that come after the current one."""
        return tuple(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether no job is under way and none waits."""
        return self._current is None and not self._waiting

    def is_busy_with(self, kind: JobKind) -> bool:
        """Whether a job of this kind is under way or waits."""
        handles = [*self._waiting, *([self._current] if self._current else [])]
        return any(handle.job.kind is kind for handle in handles)

    def submit(self, job: Job) -> JobHandle:
        """Queue the job; connect to the handle right away, its end is always delivered later."""
        handle = JobHandle(job)
        self._waiting.append(handle)
        if self._current is None:
            self._start_next()
        self.state_changed.emit()
        return handle

    def pause(self) -> None:
        """Hold the current job at its next checkpoint."""
        if self._current is not None:
            self._current.control.pause()
            self.state_changed.emit()

    def resume(self) -> None:
        """Let the current job go on."""
        if self._current is not None:
            self._current.control.resume()
            self.state_changed.emit()

    def cancel(self) -> None:
        """End the current job at its next checkpoint; waiting ones follow."""
        if self._current is not None:
            self._current.control.cancel()
            self.state_changed.emit()

    def cancel_all(self) -> None:
        """End the current job and every waiting one."""
        for handle in self._waiting:
            handle.control.cancel()
        self.cancel()

    def close(self) -> None:
        """Cancel everything and wait for the thread. Ends that are still due are not delivered."""
        self.cancel_all()
        self._waiting.clear()
        self._timer.stop()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _start_next(self) -> None:
        if not self._waiting:
            return
        handle = self._current = self._waiting.popleft()
        handle.start()
        self._executor.submit(self._work, handle, handle.job, handle.control)
        self._timer.start()
        self.started.emit(handle)

    def _work(self, handle: JobHandle, job: Job, control: JobControl) -> None:
        try:
            control.checkpoint()
            with self._around(control):
                value: Any = job.run(control)
            outcome = JobState.SUCCEEDED
        except JobCancelledError:
            value, outcome = None, JobState.CANCELLED
        except Exception as error:  # noqa: BLE001 - delivered to the user through ``failed``
            value, outcome = error, JobState.FAILED
        why = type(value).__name__ if outcome is JobState.FAILED else ""
        _log.info("job %s %s %s", job.kind.value, outcome.value, why)
        self._outcome.emit(handle, outcome, value)

    @Slot(object, object, object)
    def _end(self, handle: JobHandle, outcome: JobState, value: Any) -> None:
        self._timer.stop()
        self._current = None
        handle.end(outcome, value)
        self.ended.emit(handle)
        if self._current is None:
            self._start_next()
        self.state_changed.emit()

    @Slot()
    def _poll(self) -> None:
        if self._current is not None:
            self.progressed.emit(self._current, self._current.control.snapshot())
