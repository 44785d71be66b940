"""How a worker process is started, set up, watched and ended.

A spawned process imports for most of a second before it can do anything. On Linux workers are forks
of one template process that has imported already, so a worker is there, and a dead one replaced, at
once. The template is itself a new process with neither Qt nor threads, and ends with the program;
this is what makes it safe to fork. Elsewhere workers are spawned.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import logging.handlers
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import connection, forkserver, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any, TypeAlias

import psutil

from simhash_gui.workers.owned_folders import hold
from simhash_gui.workers.protocol import CELL_COUNT, Cause, Cells, Fault, Kind, WorkProgress, packed

Context: TypeAlias = ForkServerContext | SpawnContext
Serve: TypeAlias = Callable[[Any, "Wire"], None]
"""What a process does once it is set up, with what was made and the way to the program."""

START_S = 120.0
"""A worker that is not ready after this long hangs: it takes seconds, on a busy machine half a
minute."""

_SPARE_BYTES = 1 << 30
_CRASHES = ("SIGABRT", "SIGBUS", "SIGILL", "SIGSEGV", "SIGTRAP")
_HELD_BACK = ("SIGINT", "SIGTERM", "SIGHUP")
# `python -c`, as which all of these processes begin, looks for modules in the current folder first;
# without this, a file there that is called `pickle.py` would be run. There are as many workers as
# cores, so that threads of the numeric libraries would only be in each other's way.
_ENVIRONMENT = {
    "PYTHONSAFEPATH": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    # Arrays of a megabyte come and go all the time. glibc would give them back to the system, which
    # then has to clear the same pages for the next: a tenth of what reading costs. Larger ones go.
    "MALLOC_MMAP_THRESHOLD_": str(2 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(16 << 20),
}
# The program kills at the limit; this is for a worker whose program is gone or held up.
_ALARM_GRACE = 1.1
_ALARM_GRACE_S = 1.0
_LOGGER = "simhash_gui"
_ENVIRONMENT_LOCK = threading.Lock()
_ORPHANED = 1
_NICENESS, _MOST_NICE = 10, 19
_KILLED_S = 0.5


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What one piece of work may cost: its time, and by how much its process may grow.

    Beyond ``spare_bytes`` more, allocations fail in the process itself.
    """

    time_s: float
    memory_bytes: int
    spare_bytes: int = 0

    def is_bloated(self, grown_bytes: int) -> bool:
        """Whether what earlier pieces left in memory could be blamed on the next one."""
        return grown_bytes * 2 > self.memory_bytes


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker process is for.

    ``make`` is called in the process for the object that does the work; it must be picklable.
    ``preload`` names the modules that the template of all workers imports; the first job of a
    program decides.
    """

    make: Callable[[], Any]
    limits: ProcessLimits
    preload: Sequence[str] = ()
    start_method: str | None = None
    """``forkserver`` or ``spawn``; None: the quicker one where it works."""

    def for_second_try(self) -> Job:
        """The same for what a process crashed of, perhaps because it was refused memory.

        Memory is refused only far beyond the limit, so that growing is told from crashing.
        """
        return replace(self, limits=replace(self.limits, spare_bytes=_SPARE_BYTES))


def worker_context(preload: Sequence[str] = (), start_method: str | None = None) -> Context:
    """What to start worker processes with; the template begins to load at once."""
    if start_method != "spawn" and sys.platform == "linux":
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(preload))
        with _worker_environment():
            with contextlib.suppress(OSError):  # the drive is full
                hold(Path(get_temp_dir()))  # until this process ends, however it ends
            # It is asked through a socket; its name may be too long where the temporary folder is.
            with contextlib.suppress(OSError):
                forkserver.ensure_running()
                return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _worker_environment() -> Iterator[None]:
    """The environment that worker processes inherit, and signals held back.

    A new process is deaf to signals until it can say itself what they mean. The template stays
    deaf: it ends with the program, and tells until then what its forks died of.
    """
    with _ENVIRONMENT_LOCK:
        added = {name: value for name, value in _ENVIRONMENT.items() if name not in os.environ}
        os.environ.update(added)
        try:
            with _signals_held_back():
                yield
        finally:
            for name in added:
                os.environ.pop(name, None)


@contextlib.contextmanager
def _signals_held_back() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the tracker lets the signals through again (before Python 3.12).
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _held_back())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _held_back() -> set[signal.Signals]:
    return {signal.Signals[name] for name in _HELD_BACK if hasattr(signal, name)}


class Child:
    """A worker process as seen by the program.

    Raises EOFError or OSError when no process can be started.
    """

    def __init__(self, job: Job, serve: Serve) -> None:
        self.limits = job.limits
        context = worker_context(job.preload, job.start_method)
        cells = context.RawArray("d", CELL_COUNT)
        self.progress = WorkProgress(cells)
        self.connection, theirs = context.Pipe()
        self.base_bytes = 0
        """Resident memory without any piece of work; 0 until it is known to be ready."""
        self.grown_bytes = 0
        """By how much its resident memory had grown since, when it was last measured."""
        self.has_crashed = False
        """Whether it died as compiled code does, also when it is refused memory."""
        self._started_s = time.monotonic()
        level = logging.getLogger(_LOGGER).getEffectiveLevel()
        self._process = context.Process(
            target=_run, args=(theirs, cells, pickle.dumps(job), serve, level), daemon=True
        )
        # A fork has these from its template. It comes when that has loaded, and a signal to the
        # program must not have to wait so long.
        is_spawned = context.get_start_method() == "spawn"
        with _worker_environment() if is_spawned else contextlib.nullcontext():
            self._process.start()
        theirs.close()
        self._status = _status_of(self._process.pid)
        self._give_way()

    def _give_way(self) -> None:
        """Have the window and everything else that the user does go first, from the beginning."""
        if self._status is None:
            return
        with contextlib.suppress(psutil.Error):  # it has gone
            if sys.platform == "win32":
                self._status.nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
            else:
                self._status.nice(min(os.nice(0) + _NICENESS, _MOST_NICE))

    def measure_memory(self) -> None:
        """Bring ``grown_bytes`` up to date."""
        if not self.base_bytes or self._status is None:
            return
        with contextlib.suppress(psutil.Error):  # it has just gone
            resident_bytes = self._status.memory_info().rss
            if resident_bytes:  # a dying process has none
                self.grown_bytes = resident_bytes - self.base_bytes

    @property
    def is_late(self) -> bool:
        """Whether it should long have been ready."""
        return not self.base_bytes and time.monotonic() - self._started_s > START_S

    @property
    def was_asked_to_end(self) -> bool:
        """Whether it died of a polite signal, as when the system ends the whole program."""
        return self._process.exitcode == -_number_of("SIGTERM")

    def cause_of_death(self) -> Cause:
        """What it died of, if it was not killed for being over a limit."""
        self._process.join(_KILLED_S)
        signal_number = -(self._process.exitcode or 0)
        self.has_crashed = signal_number in map(_number_of, _CRASHES)
        if signal_number == _number_of("SIGALRM"):
            return Cause.TIMEOUT
        if self.has_crashed and self.limits.is_bloated(self.grown_bytes):
            return Cause.MEMORY
        return Cause.DIED

    def kill(self) -> None:
        """End it at once; what it has sent can still be received."""
        self._process.kill()
        self._process.join(_KILLED_S)

    def dismiss(self, *, is_idle: bool) -> None:
        """Let it go when it is idle, else kill it. Does not wait; ``end`` must follow."""
        self.connection.close()
        if not is_idle:
            self._process.kill()

    def end(self, patience_s: float = 0.0) -> None:
        """Wait until it is gone, kill it when that takes longer than ``patience_s``."""
        self._process.join(patience_s)
        self._process.kill()
        self._process.join(_KILLED_S)
        with contextlib.suppress(ValueError):  # it hangs within the system, on a dead network drive
            self._process.close()


def _status_of(process_id: int | None) -> psutil.Process | None:
    """None when it has gone already and another thread, starting a process, has noticed."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process_id)
    return None


def _number_of(signal_name: str) -> int:
    """The number of a signal, -1 where the system has none of this name."""
    return int(getattr(signal, signal_name, -1))


# In the worker process


class Wire:
    """The worker's end of all that connects it with the program. For several threads."""

    def __init__(self, pipe: Connection, cells: Cells, limits: ProcessLimits) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._limits = limits
        self._process = psutil.Process()
        memory = self._process.memory_info()
        self._base_bytes = memory.rss
        _limit_memory(memory.vms + limits.memory_bytes + limits.spare_bytes)
        alarm = _alarm(limits.time_s * _ALARM_GRACE + _ALARM_GRACE_S)
        self.progress = WorkProgress(cells, alarm)
        self.send(packed(Kind.READY, memory.rss))

    def receive(self) -> bytes:
        """The next message. Raises EOFError or OSError when there is no program any more."""
        return self._pipe.recv_bytes()

    def send(self, message: bytes) -> None:
        """Send what was ``packed``. Raises OSError when there is no program any more."""
        with self._sending:
            self._pipe.send_bytes(message)

    @property
    def is_bloated(self) -> bool:
        """Whether this process has grown too large to go on."""
        return self._limits.is_bloated(self._process.memory_info().rss - self._base_bytes)


def _run(pipe: Connection, cells: Cells, pickled: bytes, serve: Serve, log_level: int) -> None:
    """Set up, then serve until the program closes its end of the pipe."""
    gc.freeze()  # what came with the fork stays shared
    _take_signals()
    _die_with_parent()
    with contextlib.suppress(EOFError, OSError):  # the program wants no more, or is gone
        try:
            job: Job = pickle.loads(pickled)
            work = job.make()
        except Exception as error:  # noqa: BLE001 - the program raises it
            pipe.send_bytes(packed(Kind.FAILED, (Fault.of(error),)))
            return
        wire = Wire(pipe, cells, job.limits)
        logger = logging.getLogger(_LOGGER)
        logger.setLevel(log_level)
        logger.addHandler(_ToProgram(wire))  # type: ignore[arg-type]
        _fall_silent()
        serve(work, wire)


def _take_signals() -> None:
    """Ignore Ctrl-C, which reaches all processes of a terminal: the program decides about it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _held_back())


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_exit, args=(parent.sentinel,), daemon=True).start()


def _wait_and_exit(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(_ORPHANED)


class _ToProgram(logging.handlers.QueueHandler):
    """Sends log records to the program, with texts in place of exceptions and arguments."""

    def enqueue(self, record: logging.LogRecord) -> None:
        self.queue.send(packed(Kind.LOG, record))  # type: ignore[attr-defined]


def log_here(record: logging.LogRecord) -> None:
    """Log in the program what a worker process has logged."""
    logger = logging.getLogger(record.name)
    if logger.isEnabledFor(record.levelno):
        logger.handle(record)


def _fall_silent() -> None:
    """From here on only results speak: standard output belongs to the program's own results.

    What libraries print when they fail would end up among them.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _alarm(seconds: float) -> Callable[[bool], None]:
    """Have the system end this process when a step takes so long, even in compiled code."""
    if not hasattr(signal, "setitimer"):
        return lambda _busy: None
    signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def set_alarm(busy: bool) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds if busy else 0.0)

    return set_alarm


def _limit_memory(address_space_bytes: int) -> None:
    """Make an allocation far beyond the limit fail here, before the program sees it grow.

    Where the system can do that. A crash leaves no core file behind either.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = address_space_bytes if hard == resource.RLIM_INFINITY else min(address_space_bytes, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS knows the limit and refuses it
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
