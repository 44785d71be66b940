"""One worker process seen from outside: what it has to do, whether it is well, what it died of.

Which worker gets what, and when, is the business of ``pool``.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing.context import ForkServerContext, SpawnContext

import psutil

from simhash_gui.documents.extraction.blame import Blame, Chunk, blame
from simhash_gui.documents.extraction.processes import signals_held_back
from simhash_gui.documents.extraction.progress import CELL_COUNT, Phase, Progress, Step
from simhash_gui.documents.extraction.worker_process import WorkerSettings, packed, run_worker
from simhash_gui.documents.records import FailureReason, FileOutcome

# A worker that is busy does not read. What waits for it must fit the smallest pipe of any system,
# or both sides would wait for each other for ever.
_WAITING_BYTES = 4096
MOST_CHUNKS = 2
"""To work on one, and to have the next at hand."""

_KILLED_S = 0.5
START_S = 120.0
"""A worker that is not ready after this long hangs: ready it is in seconds, on a busy machine in
half a minute."""


class WorkerDiedError(Exception):
    """The process ended without being asked to."""


class SupervisedWorker:
    """A process with up to two chunks: one to work on, one waiting.

    Raises EOFError or OSError when no process can be started.
    """

    def __init__(self, context: ForkServerContext | SpawnContext, settings: WorkerSettings) -> None:
        cells = context.RawArray("d", CELL_COUNT)
        self.connection, theirs = context.Pipe()
        self._limits = settings.limits
        self._progress = Progress(cells)
        self._chunks: deque[Chunk] = deque()
        self._done = 0
        self._has_answered = False
        self._accused = Step(Phase.IDLE)
        self._is_killed = False
        self._grown_bytes = 0
        self._started_s = time.monotonic()
        self._process = context.Process(
            target=run_worker, args=(theirs, cells, settings), daemon=True
        )
        with signals_held_back():
            self._process.start()
        theirs.close()
        self._status = _status_of(self._process.pid)

    @property
    def is_idle(self) -> bool:
        """Whether it has nothing to do."""
        return not self._chunks

    @property
    def is_between_chunks(self) -> bool:
        """Whether nothing has arrived yet of the chunk that it works on."""
        return self._done == 0

    @property
    def load(self) -> int:
        """How many chunks it has."""
        return len(self._chunks)

    @property
    def has_begun(self) -> bool:
        """Whether it ever came so far as to take a document."""
        return self._has_answered or self._progress.step().phase is not Phase.IDLE

    @property
    def is_bloated(self) -> bool:
        """Whether what earlier documents left in its memory could be laid at a later one's door."""
        return self._grown_bytes * 2 > self._limits.memory_bytes

    def offer(self, chunk: Chunk) -> bool:
        """Give it a chunk; False when it has enough, or too much to take one so large, or died."""
        if self.load >= MOST_CHUNKS or self.is_bloated:
            return False
        message = packed(chunk)
        if self._chunks and len(message) > _WAITING_BYTES:
            return False
        try:
            self.connection.send_bytes(message)
        except OSError:
            return False
        self._chunks.append(chunk)
        return True

    def receive(self) -> list[FileOutcome]:
        """The next outcomes, in the order of the tasks; waits for them.

        Raises ``WorkerDiedError``.
        """
        try:
            outcomes: list[FileOutcome] = self.connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerDiedError from error
        self._has_answered = True
        self._measure_memory()
        self._done += len(outcomes)
        if self._done == len(self._chunks[0]):
            self._chunks.popleft()
            self._done = 0
        return outcomes

    def last_outcomes(self) -> Iterator[FileOutcome]:
        """What a dead one had sent before the end, without waiting."""
        with contextlib.suppress(WorkerDiedError):
            while self.connection.poll():
                yield from self.receive()

    def current_path(self) -> str | None:
        """The file that it reads at this moment; a moment later it may be another."""
        step = self._progress.step()
        if step.phase is not Phase.READING or not self._chunks:
            return None
        chunk = self._chunks[0]
        return chunk[step.position].name if step.position < len(chunk) else None

    def overrun(self) -> FailureReason | None:
        """TIMEOUT or MEMORY when its document is beyond a limit; TIMEOUT when it never begins."""
        step = self._accused = self._progress.step()
        self._measure_memory()
        if not self._is_ready and time.monotonic() - self._started_s > START_S:
            return FailureReason.TIMEOUT
        if step.phase is Phase.IDLE:
            return None
        if time.monotonic() - step.since_s > self._limits.time_s:
            return FailureReason.TIMEOUT
        return FailureReason.MEMORY if self._grown_bytes > self._limits.memory_bytes else None

    def kill(self) -> None:
        """End it at once because of an overrun; what it has sent can still be received."""
        self._is_killed = True
        self._process.kill()
        self._process.join(_KILLED_S)

    def blame(self) -> Blame:
        """What is left of a dead one. Call when all that it sent has been received.

        One that had gone on to another document in the moment before it was killed died of none,
        nor did one that was asked to end, together with the whole program.
        """
        step = self._progress.step()
        is_elsewhere = self._is_killed and step != self._accused
        if is_elsewhere or self._process.exitcode == -_number_of("SIGTERM"):
            step = Step(Phase.IDLE)
        return blame(list(self._chunks), self._done, step)

    @property
    def last_digest(self) -> bytes | None:
        """That of the content of the document that it read last, which it died of if of any."""
        return self._progress.digest()

    def unfinished(self) -> tuple[Chunk, ...]:
        """What it still has to do, without blame."""
        return blame(list(self._chunks), self._done, Step(Phase.IDLE)).again

    @property
    def _is_ready(self) -> bool:
        """Whether it has come so far as to look at what it is sent."""
        return self._progress.base_bytes > 0

    def _measure_memory(self) -> None:
        base_bytes = self._progress.base_bytes
        if self._status is None:
            return
        with contextlib.suppress(psutil.Error):  # it has just gone
            resident_bytes = self._status.memory_info().rss
            if base_bytes and resident_bytes:  # a dying process has none
                self._grown_bytes = resident_bytes - base_bytes

    def cause_of_death(self) -> FailureReason:
        """What a dead one died of that was not killed."""
        self._process.join(_KILLED_S)
        signal_number = -(self._process.exitcode or 0)
        if signal_number == _number_of("SIGALRM"):
            return FailureReason.TIMEOUT
        if signal_number == _number_of("SIGABRT") and self.is_bloated:
            return FailureReason.MEMORY  # compiled code that is refused memory aborts
        return FailureReason.CRASHED

    def dismiss(self) -> None:
        """Let it go when it is idle, else kill it. Does not wait; ``end`` must follow."""
        self.connection.close()
        if not self.is_idle:
            self._process.kill()

    def end(self, patience_s: float) -> None:
        """Wait until it is gone, kill it when that takes longer than ``patience_s``, forget it."""
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
