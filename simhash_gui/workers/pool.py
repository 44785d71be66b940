"""Many pieces of work done in worker processes, so that none of them can take the program down.

Chunks of pieces go to workers, at most two each, and results come back as they are ready. A worker
that crashes, or that is killed for being over a limit, costs the piece that it died of; everything
else that it had is done again by another. All this happens while the caller iterates: there is no
thread, and whoever stops iterating stops the work.

``concurrent.futures`` would not do: there, one crash breaks the whole pool.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from multiprocessing import connection
from typing import Generic, Self

from simhash_gui.workers.protocol import (
    IDLE,
    Cause,
    Done,
    Failed,
    Fault,
    Piece,
    Result,
    WorkProgress,
)
from simhash_gui.workers.start import Job
from simhash_gui.workers.worker import (
    MAX_CHUNKS,
    Work,
    Worker,
    WorkersUnusableError,
    failed,
    packed_chunk,
)

_LOOK_EVERY_S = 0.1
_FIRST_CHUNK = 4
_MAX_IN_CHUNK = 64
_MAX_UNUSABLE = 3
_PATIENCE_S = 0.8


class Pool(Generic[Piece, Result]):
    """Worker processes for one job, started when needed. Use as a context, or call ``close``.

    ``job.make`` makes the ``Work``. For one thread at a time.
    """

    def __init__(self, job: Job, count: int) -> None:
        self._job = job
        self._count = count
        self._workers: list[Worker[Piece, Result]] = []
        self._unusable = 0
        self._next_look_s = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def map(
        self,
        pieces: Iterable[Piece],
        should_stop: Callable[[], bool] = lambda: False,
        chunk_sizes: Iterator[int] | None = None,
        meanwhile: Callable[[], bool] = lambda: False,
    ) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        """What came of each piece, in the order in which they are ready.

        ``pieces`` are taken only as fast as they are worked on; an iterator that had no more is
        asked again after every result, so that a result can bring new pieces. ``should_stop`` is
        asked several times a second; once it says yes, what is under way is killed and the rest
        never begun. To pause, ask for no more results. ``chunk_sizes``, without end, says how many
        pieces go to a worker at a time. ``meanwhile`` does a little in this process while workers
        are busy, and says whether there was anything to do. Raises ``WorkersUnusableError``.
        """
        todo = _Todo(pieces, chunk_sizes)
        try:
            while not should_stop():
                yield from self._feed(todo)
                if todo.is_empty and all(worker.is_idle for worker in self._workers):
                    return
                yield from self._collect(todo, 0.0 if meanwhile() else _LOOK_EVERY_S)
        finally:
            self._end([worker for worker in self._workers if not worker.is_idle])

    def close(self) -> None:
        """End all workers, within a second."""
        self._end(self._workers)

    def _feed(self, todo: _Todo[Piece]) -> Iterator[Failed[Piece]]:
        """Hand out chunks, first to those who have none, starting workers as they are needed."""
        idle = [worker for worker in self._workers if worker.is_idle]
        self._end([worker for worker in idle if worker.is_bloated or worker.is_second_try])
        regular = [worker for worker in self._workers if not worker.is_second_try]
        for load in range(MAX_CHUNKS):
            for worker in [worker for worker in regular if worker.load == load]:
                yield from self._offer(worker, todo)
            while load == 0 and len(self._workers) < self._count and not todo.is_empty:
                self._workers.append(self._new_worker())
                yield from self._offer(self._workers[-1], todo)

    def _offer(self, worker: Worker[Piece, Result], todo: _Todo[Piece]) -> Iterator[Failed[Piece]]:
        """Give the next chunk to a worker, if it has room."""
        if todo.is_empty:
            return
        try:
            message = todo.message
        except Exception as error:  # noqa: BLE001 - one of the pieces cannot be pickled
            chunk = todo.first
            todo.drop_first()
            if len(chunk) == 1:
                yield failed(chunk[0], Cause.ERROR, Fault.of(error))
            else:
                todo.put_back([piece] for piece in chunk)
            return
        if worker.offer(todo.first, message):
            todo.drop_first()

    def _new_worker(self, *, is_second_try: bool = False) -> Worker[Piece, Result]:
        try:
            return Worker(self._job, is_second_try=is_second_try)
        except (EOFError, OSError) as error:
            raise WorkersUnusableError("no worker process can be started") from error

    def _collect(
        self, todo: _Todo[Piece], patience_s: float
    ) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        """What has arrived, or does within a moment; and what becomes of those in trouble."""
        ready = connection.wait([each.child.connection for each in self._workers], patience_s)
        for worker in [each for each in self._workers if each.child.connection in ready]:
            yield from self._receive(worker, todo)
        if time.monotonic() >= self._next_look_s:
            self._next_look_s = time.monotonic() + _LOOK_EVERY_S
            yield from self._enforce_limits(todo)

    def _receive(
        self, worker: Worker[Piece, Result], todo: _Todo[Piece]
    ) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        try:
            outcomes = worker.receive()
        except (EOFError, OSError):
            yield from self._remove_dead(worker, todo, worker.child.cause_of_death())
            return
        if worker.was_ready:
            self._unusable = 0
        todo.put_back(worker.take_returned())
        if worker.is_bloated and worker.is_between_chunks:
            todo.put_back(worker.blame(IDLE).again)
            self._end([worker])
        yield from outcomes

    def _enforce_limits(self, todo: _Todo[Piece]) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        for worker in list(self._workers):
            cause = worker.overrun()
            if cause is not None:
                worker.kill()
                yield from self._remove_dead(worker, todo, cause)

    def _remove_dead(
        self, worker: Worker[Piece, Result], todo: _Todo[Piece], cause: Cause
    ) -> Iterator[Done[Piece, Result] | Failed[Piece]]:
        """Take what a dead worker had sent, name the piece it died of, save the others."""
        yield from worker.last_outcomes()
        todo.put_back(worker.take_returned())
        found = worker.blame(worker.last_step())
        todo.put_back(found.again)
        self._end([worker])
        if found.culprit is not None:
            if cause is not Cause.DIED or not self._try_again(worker, found.culprit):
                yield failed(found.culprit, cause, note=worker.child.progress.noted())
        elif not worker.was_ready:
            self._unusable += 1
            if self._unusable >= _MAX_UNUSABLE:
                raise WorkersUnusableError("worker processes end before they begin")

    def _try_again(self, dead: Worker[Piece, Result], culprit: Piece) -> bool:
        """Whether another tries what one crashed of, perhaps because it was refused memory."""
        if dead.is_second_try or not dead.child.has_crashed:
            return False
        other = self._new_worker(is_second_try=True)
        self._workers.append(other)
        return other.offer([culprit], packed_chunk([culprit]))

    def _end(self, workers: Iterable[Worker[Piece, Result]]) -> None:
        ending = list(workers)
        self._workers = [worker for worker in self._workers if worker not in ending]
        for worker in ending:
            worker.child.dismiss(is_idle=worker.is_idle)
        deadline_s = time.monotonic() + _PATIENCE_S
        for worker in ending:
            worker.child.end(max(deadline_s - time.monotonic(), 0.0))


def map_here(
    work: Work[Piece, Result], pieces: Iterable[Piece], chunk_sizes: Iterator[int] | None = None
) -> Iterator[Done[Piece, Result]]:
    """The same in this process, without limits, for work that is over before a process starts.

    Raises what the work raises.
    """
    todo = _Todo(pieces, chunk_sizes)
    while not todo.is_empty:
        chunk, done = todo.first, 0
        todo.drop_first()
        for results in work(chunk, WorkProgress()):
            for result in results:
                yield Done(chunk[done], result)
                done += 1
        if done < len(chunk):
            todo.put_back([chunk[done:]])


class _Todo(Generic[Piece]):
    """Chunks to be done: those that came back, then new ones from the caller's pieces."""

    def __init__(self, pieces: Iterable[Piece], sizes: Iterator[int] | None) -> None:
        self._pieces = iter(pieces)
        self._chunks: deque[Sequence[Piece]] = deque()
        self._message: bytes | None = None
        self._sizes = sizes or _growing_sizes()

    @property
    def is_empty(self) -> bool:
        """Whether there is no more; may take from the caller's pieces to find out."""
        if not self._chunks:
            chunk = list(islice(self._pieces, next(self._sizes)))
            if chunk:
                self._chunks.append(chunk)
        return not self._chunks

    @property
    def first(self) -> Sequence[Piece]:
        """The chunk to be done next; there is one unless ``is_empty``."""
        return self._chunks[0]

    @property
    def message(self) -> bytes:
        """The same as it is sent. Raises whatever pickling the pieces raises."""
        if self._message is None:
            self._message = packed_chunk(self.first)
        return self._message

    def drop_first(self) -> None:
        """Somebody has it."""
        self._chunks.popleft()
        self._message = None

    def put_back(self, chunks: Iterable[Sequence[Piece]]) -> None:
        """To be done again, before anything else."""
        self._chunks.extendleft(reversed(list(chunks)))
        self._message = None


def _growing_sizes() -> Iterator[int]:
    """Small at first, so that a few pieces are spread over all workers and results come soon."""
    size = _FIRST_CHUNK
    while True:
        yield size
        size = min(size * 2, _MAX_IN_CHUNK)
