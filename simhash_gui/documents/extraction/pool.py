"""Many files to outcomes, in worker processes, so that no document can take the program down.

Chunks of files go to workers, at most two each, and outcomes come back as they are ready. A worker
that crashes, or that is killed for being beyond a limit, costs the document that it died of;
everything else that it had is done again by another. All this happens while the caller iterates:
there is no thread, and whoever stops iterating stops the work.

``concurrent.futures`` would not do: there, one crash breaks the whole pool.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from multiprocessing import connection
from types import TracebackType
from typing import TYPE_CHECKING, Self

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.documents.extraction.blame import Chunk
from simhash_gui.documents.extraction.processes import worker_context
from simhash_gui.documents.extraction.supervised import (
    MOST_CHUNKS,
    SupervisedWorker,
    WorkerDiedError,
)
from simhash_gui.documents.extraction.worker_process import WorkerSettings
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits

if TYPE_CHECKING:
    from simhash_gui.documents.extraction.worker import Extractor

_LOOK_EVERY_S = 0.1
_FIRST_CHUNK_TASKS = 4
_MOST_CHUNK_TASKS = 32
_MOST_STILLBORN = 3
_PATIENCE_S = 0.8


class WorkersUnusableError(Exception):
    """Worker processes end before they can do anything: the installation is broken."""


class WorkerPool:
    """Worker processes for one recipe, started when needed. Use as a context, or call ``close``.

    For one thread at a time. ``workers`` is the number of cores unless given. Raises
    ``InvalidRecipeError``.
    """

    def __init__(
        self,
        recipe_id: str,
        limits: Limits | None = None,
        *,
        workers: int | None = None,
        extract: Extractor | None = None,
    ) -> None:
        Recipe.from_id(recipe_id)
        self._settings = WorkerSettings(recipe_id, limits or Limits(), extract)
        self._size = workers or os.cpu_count() or 1
        self._context = worker_context()
        self._workers: list[SupervisedWorker] = []
        self._stillborn = 0
        self._next_look_s = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def outcomes(
        self, tasks: Iterable[FileTask], should_stop: Callable[[], bool] = lambda: False
    ) -> Iterator[FileOutcome]:
        """One outcome for each task, in the order in which they are ready.

        ``tasks`` are taken only as fast as they are worked on; an iterator that had no more is
        asked again after every outcome, so that an outcome can bring new tasks. ``should_stop`` is
        asked several times a second; once it says yes, what is under way is killed and the rest
        never begun.
        To pause, ask for no more outcomes. Raises ``WorkersUnusableError``.
        """
        todo = _Todo(tasks)
        try:
            while not should_stop():
                self._feed(todo)
                if todo.is_empty and all(worker.is_idle for worker in self._workers):
                    return
                yield from self._collect(todo)
        finally:
            self._end([worker for worker in self._workers if not worker.is_idle])

    def current_paths(self) -> list[str]:
        """The files that are being read at this moment."""
        paths = (worker.current_path() for worker in self._workers)
        return [path for path in paths if path is not None]

    def close(self) -> None:
        """End all workers, within a second."""
        self._end(self._workers)

    def _feed(self, todo: _Todo) -> None:
        """Hand out chunks, first to those who have none, starting workers as they are needed."""
        self._end([worker for worker in self._workers if worker.is_idle and worker.is_bloated])
        for load in range(MOST_CHUNKS):
            for worker in self._workers:
                if todo.is_empty:
                    return
                if worker.load == load and worker.offer(todo.first):
                    todo.drop_first()
            if load == 0:
                self._start_workers(todo)

    def _start_workers(self, todo: _Todo) -> None:
        while len(self._workers) < self._size and not todo.is_empty:
            worker = self._new_worker()
            self._workers.append(worker)
            if worker.offer(todo.first):
                todo.drop_first()

    def _new_worker(self) -> SupervisedWorker:
        try:
            return SupervisedWorker(self._context, self._settings)
        except (EOFError, OSError) as error:
            raise WorkersUnusableError("no worker process can be started; reinstall") from error

    def _collect(self, todo: _Todo) -> Iterator[FileOutcome]:
        """What has arrived, or does within a moment; and what becomes of those in trouble."""
        connections = [worker.connection for worker in self._workers]
        ready = connection.wait(connections, _LOOK_EVERY_S)
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            yield from self._receive(worker, todo)
        if time.monotonic() >= self._next_look_s:
            self._next_look_s = time.monotonic() + _LOOK_EVERY_S
            yield from self._enforce_limits(todo)

    def _receive(self, worker: SupervisedWorker, todo: _Todo) -> Iterator[FileOutcome]:
        try:
            outcomes = worker.receive()
        except WorkerDiedError:
            yield from self._bury(worker, todo, worker.cause_of_death())
            return
        self._stillborn = 0
        if worker.is_bloated and worker.is_between_chunks:
            todo.put_back(worker.unfinished())
            self._end([worker])
        yield from outcomes

    def _enforce_limits(self, todo: _Todo) -> Iterator[FileOutcome]:
        for worker in list(self._workers):
            reason = worker.overrun()
            if reason is not None:
                worker.kill()
                yield from self._bury(worker, todo, reason)

    def _bury(
        self, worker: SupervisedWorker, todo: _Todo, reason: FailureReason
    ) -> Iterator[FileOutcome]:
        """Take what a dead worker had sent, name the document it died of, save the others."""
        yield from worker.last_outcomes()
        found = worker.blame()
        todo.put_back(found.again)
        self._end([worker])
        if found.culprit is not None:
            yield replace(self._failed(found.culprit, reason), digest=worker.last_digest)
        elif not worker.has_begun:
            self._stillborn += 1
            if self._stillborn >= _MOST_STILLBORN:
                raise WorkersUnusableError("worker processes end before they begin; reinstall")

    def _failed(self, task: FileTask, reason: FailureReason) -> FileOutcome:
        limits = self._settings.limits
        details = {
            FailureReason.TIMEOUT: f"It took longer than the limit of {limits.time_s:g} s.",
            FailureReason.MEMORY: "It needs more memory than the limit of"
            f" {limits.memory_bytes / 2**20:,.0f} MB.",
        }
        detail = details.get(reason, "The program that reads it crashed.")
        size_bytes, mtime_ns = (0, 0) if task.member else _size_and_mtime(task.path)
        return FileOutcome(task.name, size_bytes, mtime_ns, failure=reason, detail=detail)

    def _end(self, workers: Iterable[SupervisedWorker]) -> None:
        ending = list(workers)
        self._workers = [worker for worker in self._workers if worker not in ending]
        for worker in ending:
            worker.dismiss()
        deadline_s = time.monotonic() + _PATIENCE_S
        for worker in ending:
            worker.end(max(deadline_s - time.monotonic(), 0.0))


class _Todo:
    """Chunks to be done: those that came back, then new ones from the caller's tasks.

    Chunks begin small, so that a few files are spread over all workers and first results come soon.
    """

    def __init__(self, tasks: Iterable[FileTask]) -> None:
        self._tasks = iter(tasks)
        self._chunks: deque[Chunk] = deque()
        self._size = _FIRST_CHUNK_TASKS

    @property
    def is_empty(self) -> bool:
        """Whether there is no more; may take from the caller's tasks to find out."""
        if not self._chunks:
            chunk = list(islice(self._tasks, self._size))
            self._size = min(self._size * 2, _MOST_CHUNK_TASKS)
            if chunk:
                self._chunks.append(chunk)
        return not self._chunks

    @property
    def first(self) -> Chunk:
        """The chunk to be done next; there is one unless ``is_empty``."""
        return self._chunks[0]

    def drop_first(self) -> None:
        """Somebody has it."""
        self._chunks.popleft()

    def put_back(self, chunks: Iterable[Chunk]) -> None:
        """To be done again, before anything else."""
        self._chunks.extendleft(reversed(list(chunks)))


def _size_and_mtime(path: str) -> tuple[int, int]:
    """So that the next import sees whether the file is still the same; zeros when it has gone."""
    try:
        status = os.stat(path)  # noqa: PTH116 - the path may not be valid in every Path
    except (OSError, ValueError):
        return 0, 0
    return status.st_size, status.st_mtime_ns
