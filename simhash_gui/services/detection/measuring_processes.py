"""Many pairs measured from stored texts, as a job: here, or shared out to processes.

Every process opens the library for reading and gets one chunk of pairs at a time, small enough
that a pause waits for no more than one; a cancellation kills them. Where one dies, say for want of
memory, another tries the pairs of its chunk one by one, and only the pair that kills this one too
stays unmeasured.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.documents.extraction.processes import (
    signals_held_back,
    take_signals,
    worker_context,
)
from simhash_gui.services.detection.measuring import Judging, Measures, PairJudge
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, existing_library

WORTH_PROCESSES_TOKENS = 4_000_000
"""The effort, see ``effort_tokens``, from which on starting processes costs less than it saves."""
_QUICKER_BY = 5  # where no passages are looked for

_CHUNK_PAIRS = 256
_CHUNK_TOKENS = 500_000
_LOOK_EVERY_S = 0.1
_HERE_PAIRS = 128
_NOTHING: Indexes = np.empty(0, np.int64)

_MOST_DEATHS = 20

Chunk = tuple[Indexes, Indexes]


class WorkersKeepDyingError(RuntimeError):
    """Process after process ended without an answer, so that there is no sense in going on."""


@dataclass(frozen=True, slots=True, eq=False)
class PairsToMeasure:
    """Pairs of document ids, in the order to be measured in, and the tokens of both together."""

    left_ids: Indexes
    right_ids: Indexes
    tokens: Indexes
    worth_processes_tokens: int = WORTH_PROCESSES_TOKENS

    def __len__(self) -> int:
        return len(self.left_ids)

    def ids(self, places: Indexes) -> Chunk:
        """The document ids of some pairs."""
        return self.left_ids[places], self.right_ids[places]


def measure_pairs(
    library: Library,
    pairs: PairsToMeasure,
    judging: Judging,
    control: JobControl,
    *,
    workers: int = 0,
) -> Measures:
    """Measure all pairs; ``workers`` 0 means one for every processor where that is worth it.

    Raises JobCancelledError within a second, whatever processes measure, and
    WorkersKeepDyingError.
    """
    count = workers or os.cpu_count() or 1
    measures = Measures.unreadable(len(pairs))
    if count == 1 or effort_tokens(pairs, judging) < pairs.worth_processes_tokens:
        batches = _here(library, pairs, judging)
    else:
        batches = _in_processes(library.path, pairs, judging, count, control)
    done = 0
    control.report(Stage.MEASURING, 0, len(pairs))
    for places, measured in batches:
        measures.put(places, measured)
        done += len(places)
        control.report(Stage.MEASURING, done, len(pairs))
        control.checkpoint()
    return measures


def effort_tokens(pairs: PairsToMeasure, judging: Judging) -> int:
    """What there is to do: so many tokens of pairs to be looked through for passages.

    To read a text takes about as long as to look through a pair that is as long together, and most
    texts are read once, in however many pairs they are. The rest depends on the pairs.
    """
    of_pairs = int(pairs.tokens.sum())
    places = 2 * len(pairs)
    of_texts = of_pairs * len(np.union1d(pairs.left_ids, pairs.right_ids)) // max(places, 1)
    return of_texts + of_pairs // (_QUICKER_BY if judging.whole_only else 1)


def _here(
    library: Library, pairs: PairsToMeasure, judging: Judging
) -> Iterator[tuple[Indexes, Measures]]:
    own = PairJudge(library, judging)
    for places in _chunks(pairs.tokens, _HERE_PAIRS):
        yield places, own.measure(*pairs.ids(places))


def _chunks(tokens: Indexes, most_pairs: int) -> Iterator[Indexes]:
    """Neighbouring pairs, so many and of so many tokens at most; at least one."""
    before = np.concatenate(([0], np.cumsum(tokens)))
    first = 0
    while first < len(tokens):
        last = int(np.searchsorted(before, before[first] + _CHUNK_TOKENS, side="right")) - 1
        last = max(first + 1, min(last, first + most_pairs))
        yield np.arange(first, last)
        first = last


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, our end of its pipe, its own chunks to come, and what it works on."""

    process: BaseProcess
    pipe: Connection
    queue: deque[Indexes]
    places: Indexes

    def end(self) -> None:
        """Kill it, whatever it does."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


def _in_processes(
    path: Path, pairs: PairsToMeasure, judging: Judging, count: int, control: JobControl
) -> Iterator[tuple[Indexes, Measures]]:
    crew = _Crew(path, judging, pairs)
    try:
        crew.engage(count)
        while crew.busy:
            control.checkpoint()
            yield from crew.answers()
    finally:
        crew.dismiss()


class _Crew:
    """The processes at work and the chunks that wait for them.

    Each has neighbouring chunks, whose documents it keeps; who is done helps out at the other end
    of the longest queue.
    """

    def __init__(self, path: Path, judging: Judging, pairs: PairsToMeasure) -> None:
        self._path = path
        self._judging = judging
        self._pairs = pairs
        self._context = worker_context()
        self._queues: list[deque[Indexes]] = []
        self._deaths = 0
        self.busy: list[_Worker] = []

    def engage(self, count: int) -> None:
        """Start so many processes, as far as there are chunks for them."""
        chunks = list(_chunks(self._pairs.tokens, _CHUNK_PAIRS))
        share = max(1, -(-len(chunks) // count))
        self._queues = [
            deque(chunks[first : first + share]) for first in range(0, len(chunks), share)
        ]
        for queue in self._queues:
            self._start(queue)

    def _start(self, queue: deque[Indexes]) -> None:
        own, other = self._context.Pipe()
        process = self._context.Process(
            target=_work, args=(self._path, self._judging, other), daemon=True
        )
        with signals_held_back():
            process.start()
        other.close()
        self._give_next(_Worker(process, own, queue, _NOTHING))

    def answers(self) -> Iterator[tuple[Indexes, Measures]]:
        """What was measured since, after waiting a moment for it."""
        for pipe in wait([worker.pipe for worker in self.busy], _LOOK_EVERY_S):
            worker = next(each for each in self.busy if each.pipe is pipe)
            self.busy.remove(worker)
            places = worker.places
            try:
                answer: Measures | Exception = worker.pipe.recv()
            except (EOFError, OSError):
                worker.end()
                yield self._after_death(worker)
                continue
            self._give_next(worker)
            if isinstance(answer, Exception):
                raise answer
            yield places, answer

    def dismiss(self) -> None:
        """End all processes at once."""
        while self.busy:
            self.busy.pop().end()

    def _give_next(self, worker: _Worker) -> None:
        longest = max(self._queues, key=len)
        if not longest:
            worker.end()
            return
        worker.places = worker.queue.popleft() if worker.queue else longest.pop()
        self.busy.append(worker)
        with suppress(OSError):  # it died; ``answers`` will notice
            worker.pipe.send(self._pairs.ids(worker.places))

    def _after_death(self, worker: _Worker) -> tuple[Indexes, Measures]:
        """Try every pair of the chunk alone; the one that was alone already is given up."""
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            raise WorkersKeepDyingError("the processes that compare texts end again and again")
        places, queue = worker.places, worker.queue
        lost = places if len(places) == 1 else places[:0]
        if not len(lost):
            queue.extendleft(places[place : place + 1] for place in range(len(places)))
        if queue:
            self._start(queue)
        return lost, Measures.unreadable(len(lost))


def _work(path: Path, judging: Judging, pipe: Connection) -> None:
    """In a process: measure chunk after chunk until the other end is closed."""
    take_signals()
    with existing_library(path) as library, suppress(EOFError, OSError):
        own = PairJudge(library, judging)
        while True:
            chunk = pipe.recv()
            try:
                answer: Measures | Exception = own.measure(*chunk)
            except MemoryError:
                return  # as if the system had ended it
            except Exception as error:  # noqa: BLE001 - raised again by the parent
                answer = error
            pipe.send(answer)
