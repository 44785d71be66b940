"""One worker process with chunks of pieces, seen from outside, and what runs in it.

Which worker gets what, and when, is the business of ``pool``.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from simhash_gui.workers.protocol import (
    IDLE,
    Blame,
    Cause,
    Done,
    Failed,
    Fault,
    Kind,
    Phase,
    Piece,
    Result,
    Step,
    WorkProgress,
    blame,
    header_of,
    packed,
    value_of,
)
from simhash_gui.workers.start import Child, Job, Wire, log_here

_log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[Sequence[Piece], WorkProgress], Iterator[Sequence[Result]]]
"""Does a chunk of pieces: gives the results in the order of the pieces, some at a time.

The progress is told which pieces are under way; until then it is all of them, and after some
results all others. Ending early asks for a new process to do the rest.
"""

MAX_CHUNKS = 2
"""To work on one, and to have the next at hand."""

# A worker that is busy does not read. What waits for it must fit the smallest pipe of any system,
# or both sides would wait for each other forever.
_WAITING_BYTES = 4096
_COUNT_BYTES = 4


class WorkersUnusableError(Exception):
    """Worker processes end before they can do anything: the installation is broken."""


@dataclass(frozen=True, slots=True)
class OneByOne(Generic[Piece, Result]):
    """The work of a function that takes one piece."""

    function: Callable[[Piece], Result]

    def __call__(
        self, chunk: Sequence[Piece], progress: WorkProgress
    ) -> Iterator[Sequence[Result]]:
        """Do them one after another."""
        for position, piece in enumerate(chunk):
            progress.one(position)
            yield [self.function(piece)]


class Worker(Generic[Piece, Result]):
    """A process with up to two chunks: one to work on, one waiting.

    ``is_second_try``: it does what another crashed of, and nothing else.
    """

    def __init__(self, job: Job, *, is_second_try: bool = False) -> None:
        self.is_second_try = is_second_try
        self.child = Child(job.for_second_try() if is_second_try else job, _serve)
        self.was_ready = False
        self._chunks: deque[Sequence[Piece]] = deque()
        self._done = 0
        self._returned: list[Sequence[Piece]] = []
        self._accused = IDLE
        self._is_killed = False

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
    def is_bloated(self) -> bool:
        """Whether what earlier pieces left in its memory could be blamed on a later one."""
        return self.child.limits.is_bloated(self.child.grown_bytes)

    def offer(self, chunk: Sequence[Piece], message: bytes) -> bool:
        """Give it a chunk, which is also ``packed_chunk``.

        False when it has enough, or too much to take one so large, or died.
        """
        if self.load >= MAX_CHUNKS or self.is_bloated:
            return False
        if self._chunks and len(message) > _WAITING_BYTES:
            return False
        try:
            self.child.connection.send_bytes(message)
        except OSError:
            return False
        self._chunks.append(chunk)
        return True

    def receive(self) -> list[Done[Piece, Result] | Failed[Piece]]:
        """What the next message says; waits for it.

        Raises EOFError or OSError when the process is dead, ``WorkersUnusableError`` when it could
        not make what it needs to work.
        """
        message = self.child.connection.recv_bytes()
        self.child.measure_memory()
        kind, _ = header_of(message)
        if kind is Kind.DONE:
            return self._results(*value_of(message))
        if kind is Kind.FAILED:
            return self._failure(*value_of(message))
        if kind is Kind.READY:
            self.child.base_bytes = value_of(message)
            self.was_ready = True
        elif kind is Kind.LOG:
            log_here(value_of(message))
        return []

    def _results(self, count: int, pickled: bytes) -> list[Done[Piece, Result] | Failed[Piece]]:
        chunk, before, after = self._chunks[0], self._done, self._done + count
        self._done = after
        if after == len(chunk):
            self._chunks.popleft()
            self._done = 0
        try:
            results = pickle.loads(pickled)
        except Exception as error:  # noqa: BLE001 - whatever the code of a result does
            step = Step(Phase.TOGETHER, after - 1)
            return self._blamed(chunk[:after], before, step, Fault.of(error))
        return [Done(*both) for both in zip(chunk[before:after], results, strict=True)]

    def _failure(
        self, fault: Fault, step: Step = IDLE, note: bytes | None = None
    ) -> list[Done[Piece, Result] | Failed[Piece]]:
        if not self.was_ready:
            raise WorkersUnusableError(
                f"a worker cannot begin: {fault.text}"
            ) from fault.exception()
        chunk, done, self._done = self._chunks.popleft(), self._done, 0
        return self._blamed(chunk, done, step, fault, note)

    def _blamed(
        self,
        chunk: Sequence[Piece],
        done: int,
        step: Step,
        fault: Fault,
        note: bytes | None = None,
    ) -> list[Done[Piece, Result] | Failed[Piece]]:
        found = blame(chunk, done, step)
        self._returned += found.again
        if found.culprit is None:
            return []
        cause = Cause.MEMORY if fault.lacks_memory else Cause.ERROR
        return [failed(found.culprit, cause, fault, note)]

    def take_returned(self) -> list[Sequence[Piece]]:
        """The chunks that have to be done again though it lives."""
        returned, self._returned = self._returned, []
        return returned

    def last_outcomes(self) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        """What a dead one had sent before the end, without waiting."""
        with contextlib.suppress(EOFError, OSError):
            while self.child.connection.poll():
                yield from self.receive()

    def overrun(self) -> Cause | None:
        """TIMEOUT or MEMORY when its piece is over a limit; TIMEOUT when it never begins."""
        step = self._accused = self.child.progress.step()
        self.child.measure_memory()
        limits = self.child.limits
        if self.child.is_late:
            return Cause.TIMEOUT
        if step.phase is Phase.IDLE:
            return None
        if time.monotonic() - step.since_s > limits.time_s:
            return Cause.TIMEOUT
        return Cause.MEMORY if self.child.grown_bytes > limits.memory_bytes else None

    def kill(self) -> None:
        """End it at once because of an overrun; what it has sent can still be received."""
        self._is_killed = True
        self.child.kill()

    def last_step(self) -> Step:
        """What a dead one died of doing. Call when all that it sent has been received.

        One that had gone on to another piece in the moment before it was killed died of none, nor
        did one that was asked to end, together with the whole program.
        """
        step = self.child.progress.step()
        is_elsewhere = self._is_killed and step != self._accused
        return IDLE if is_elsewhere or self.child.was_asked_to_end else step

    def blame(self, step: Step) -> Blame[Piece]:
        """The piece to blame, and all other chunks, when it is ended at a step."""
        if not self._chunks:
            return Blame(None, ())
        first, *waiting = self._chunks
        found = blame(first, self._done, step)
        return Blame(found.culprit, (*found.again, *waiting))


def failed(
    piece: Piece, cause: Cause, fault: Fault | None = None, note: bytes | None = None
) -> Failed[Piece]:
    """The failure, and a line in the log; what a piece is stays out of it."""
    if cause is Cause.ERROR and fault is not None:
        _log.warning("work in another process failed\n%s", fault.traceback)
    else:
        _log.info("a worker process lost a piece of work: %s", cause.value)
    return Failed(piece, cause, fault, note)


def packed_chunk(chunk: Sequence[Piece]) -> bytes:
    """A chunk as it goes through a pipe: small, because long paths mostly begin alike.

    Raises whatever pickling the pieces raises.
    """
    pickled = pickle.dumps(list(chunk), pickle.HIGHEST_PROTOCOL)
    return len(chunk).to_bytes(_COUNT_BYTES, "little") + zlib.compress(pickled, zlib.Z_BEST_SPEED)


# In the worker process


def _serve(work: Work[Piece, Result], wire: Wire) -> None:
    """Do chunk after chunk, until there is reason to begin with a new process."""
    while True:
        message = wire.receive()
        try:
            is_complete = _do(work, message, wire)
        except Exception as error:  # noqa: BLE001 - whatever the work does, it costs one piece
            step, note = wire.progress.step(), wire.progress.noted()
            wire.progress.idle()
            wire.send(packed(Kind.FAILED, (Fault.of(error), step, note)))
            is_complete = not isinstance(error, MemoryError)
        if not is_complete or wire.is_bloated:
            return


def _do(work: Work[Piece, Result], message: bytes, wire: Wire) -> bool:
    """Do a chunk and send its results; whether all of it was done."""
    count, done = int.from_bytes(message[:_COUNT_BYTES], "little"), 0
    wire.progress.together(count - 1)
    chunk = pickle.loads(zlib.decompress(memoryview(message)[_COUNT_BYTES:]))
    for results in work(chunk, wire.progress):
        done += len(results)
        wire.progress.together(done - 1, keep_clock=True)
        pickled = pickle.dumps(results, pickle.HIGHEST_PROTOCOL)
        wire.progress.idle()
        wire.send(packed(Kind.DONE, (len(results), pickled)))
        if done < count:
            wire.progress.together(count - 1)
    if done == 0:
        raise RuntimeError("the work gave no result")
    wire.progress.idle()
    return done == count
