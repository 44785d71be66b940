"""Something made anew of many stored texts: in worker processes, watched, kept as it comes.

For long jobs that can be cut off at any moment and go on from what they have kept. What is made,
and where it is kept, is for ``refingerprinting`` and ``deriving`` to say.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from simhash_gui.documents.extraction.processes import take_signals, worker_context
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import texts

_TEXTS_AT_ONCE = 64
_CHARACTERS_AT_ONCE = 1 << 22
_FEWEST_FOR_PROCESSES = 500

_Texts: TypeAlias = list[tuple[int, str]]
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class TextJob(Generic[_Made]):
    """What is to be made of each text.

    ``make`` is a function that a process can be sent; it gives one result for each text, in their
    order. ``keep`` writes results with the ids of their documents, in a transaction of its own.
    ``skips_damaged``: do without the texts that cannot be read, rather than without all.
    """

    make: Callable[[Sequence[str]], Sequence[_Made]]
    keep: Callable[[list[tuple[int, _Made]]], None]
    skips_damaged: bool = False


def run(library: Library, ids: Ids, job: TextJob[_Made], workers: int, control: JobControl) -> int:
    """Do the job for the documents with these ids, ascending; return for how many it was done.

    ``workers`` 0 means one for every processor. A document that has no text, any more, is left
    out. Raises JobCancelledError, and TextDamagedError where a stored text cannot be read.
    """
    control.report(Stage.FINGERPRINTING, 0, len(ids))
    done = 0
    chunks = _chunks(library, ids, control, skip_damaged=job.skips_damaged)
    for made in _made(chunks, job, _worker_count(workers, len(ids))):
        job.keep(made)
        done += len(made)
        control.report(Stage.FINGERPRINTING, done, len(ids))
        control.checkpoint()
    return done


def _worker_count(workers: int, total: int) -> int:
    """0: so few that starting processes would take longer than the work."""
    return 0 if total < _FEWEST_FOR_PROCESSES else workers or os.cpu_count() or 1


def _chunks(
    library: Library, ids: Ids, control: JobControl, *, skip_damaged: bool
) -> Iterator[_Texts]:
    """The texts, some at a time, so that neither many nor long ones fill the memory."""
    position = 0
    while position < len(ids):
        control.checkpoint()
        some = ids[position : position + _TEXTS_AT_ONCE]
        with library.read() as connection:
            chunk = texts.get_first(
                connection, some, _CHARACTERS_AT_ONCE, skip_damaged=skip_damaged
            )
        if chunk:
            position = int(np.searchsorted(ids, chunk[-1][0], side="right"))
            yield chunk
        else:
            position += len(some)


def _made(
    chunks: Iterator[_Texts], job: TextJob[_Made], workers: int
) -> Iterator[list[tuple[int, _Made]]]:
    if workers == 0:
        for chunk in chunks:
            yield _with_ids(chunk, job.make([text for _, text in chunk]))
        return
    pool = ProcessPoolExecutor(workers, mp_context=worker_context(), initializer=take_signals)
    try:
        yield from _made_in_processes(pool, chunks, job, workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _made_in_processes(
    pool: ProcessPoolExecutor, chunks: Iterator[_Texts], job: TextJob[_Made], workers: int
) -> Iterator[list[tuple[int, _Made]]]:
    """At most two chunks a worker are in flight; results come in the order of the chunks."""
    waiting: deque[tuple[_Texts, Future[Sequence[_Made]]]] = deque()
    for chunk in chunks:
        waiting.append((chunk, pool.submit(job.make, [text for _, text in chunk])))
        if len(waiting) >= 2 * workers:
            done, future = waiting.popleft()
            yield _with_ids(done, future.result())
    for done, future in waiting:
        yield _with_ids(done, future.result())


def _with_ids(chunk: _Texts, made: Sequence[_Made]) -> list[tuple[int, _Made]]:
    return [(number, one) for (number, _), one in zip(chunk, made, strict=True)]
