"""The laboratory: every known way to search, run on the same fingerprints and the same queries.

Each method is built, asked and, where that fits, made to find all pairs, in a worker process of its
own turn, so that none disturbs the clock of another. What it found is compared with what the others
found. A method that would not fit is refused beforehand, by counts and not by the clock.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

import numpy as np
from xxhash import xxh3_64_hexdigest

from simhash_gui.core.methods import METHODS
from simhash_gui.core.methods.compressed_tables import CompressedTables
from simhash_gui.core.methods.made_words import made_queries, made_words
from simhash_gui.core.methods.method import AFFORDABLE, Cost, Index, Method, Obstacle, Shortfall
from simhash_gui.core.types import Words
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.libraries import Library, Place, existing_library, library_recipe
from simhash_gui.services.teaching import sqlite_indexes
from simhash_gui.store.repositories.documents import load_fingerprints
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Cause, Done
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import OneByOne

__all__ = ["ALL_METHODS", "Obstacle", "Shortfall"]

ALL_METHODS: tuple[Method, ...] = (*METHODS, sqlite_indexes.METHOD)
DEFAULT_SIZE = 10_000
DEFAULT_DISTANCE = 3
QUERIES = 100
_PROCESS_LIMITS = ProcessLimits(time_s=300.0, memory_bytes=4 << 30)


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """What the methods are tried on: fingerprints that are made of the seed, or ``words``."""

    size: int = DEFAULT_SIZE
    k: int = DEFAULT_DISTANCE
    seed: int = 1
    words: Words | None = None

    def fingerprints(self) -> Words:
        """Shape (size,)."""
        return made_words(self.size, self.seed) if self.words is None else self.words


@dataclass(frozen=True, slots=True)
class Reading:
    """What one method cost and found; None where it was not done, and ``skipped`` says why not.

    ``probes`` and ``candidates`` are means of a query. ``found`` and ``pairs_found`` stand for the
    answers to all queries and for all pairs: equal for equal answers.
    """

    name: str
    build_s: float | None = None
    size_bytes: int | None = None
    probes: float | None = None
    candidates: float | None = None
    query_us: float | None = None
    pairs: int | None = None
    skipped: Shortfall | None = None
    died: bool = False
    """Its process passed a limit, or ended."""
    compression: float | None = None
    """Compressed over plain bytes of its tables."""
    found: str = ""
    pairs_found: str = ""


@dataclass(frozen=True, slots=True)
class LabReport:
    """All readings, in the order of ``ALL_METHODS``; ``dissenters`` found something else."""

    size: int
    k: int
    readings: tuple[Reading, ...]
    dissenters: tuple[str, ...]


def library_experiment(library: Library, k: int, seed: int) -> Experiment:
    """Try the methods on the fingerprints of a library."""
    recipe_id = library_recipe(library).recipe_id
    with library.read() as connection:
        words = load_fingerprints(connection, recipe_id).words
    return Experiment(len(words), k, seed, words)


def library_file_experiment(path: Place, k: int, seed: int) -> Experiment:
    """The same of a library that is not open. Raises LibraryError."""
    with existing_library(path) as library:
        return library_experiment(library, k, seed)


def planned(size: int, k: int) -> tuple[Reading, ...]:
    """Known before anything is run: which methods would not fit. Raises InvalidDistanceError."""
    return tuple(
        Reading(method.name, skipped=method.shortfall(size, k, AFFORDABLE))
        for method in ALL_METHODS
    )


def run_lab(experiment: Experiment, control: JobControl) -> LabReport:
    """Run every method. Raises InvalidDistanceError, JobCancelledError, WorkersUnusableError."""
    readings = {reading.name: reading for reading in planned(experiment.size, experiment.k)}
    runnable = [name for name, reading in readings.items() if reading.skipped is None]
    control.report(Stage.SEARCHING, 0, len(runnable))
    job = Job(_Bench(experiment), _PROCESS_LIMITS, PRELOAD)
    with Pool[str, Reading](job, 1) as pool:
        outcomes = pool.map(runnable, lambda: control.is_cancelled, chunk_sizes=repeat(1))
        for done, outcome in enumerate(outcomes, start=1):
            if isinstance(outcome, Done):
                readings[outcome.piece] = outcome.result
            elif outcome.cause is Cause.ERROR:
                refuse_to_lose(outcome, done)
            else:
                readings[outcome.piece] = Reading(outcome.piece, died=True)
            control.report(Stage.SEARCHING, done, len(runnable), current=outcome.piece)
            control.checkpoint()
    control.checkpoint()
    every = tuple(readings.values())
    return LabReport(experiment.size, experiment.k, every, dissenters(every))


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    """Called in the worker process for what does the work there."""

    experiment: Experiment

    def __call__(self) -> OneByOne[str, Reading]:
        return OneByOne(self.measured)

    def measured(self, name: str) -> Reading:
        by_name = {method.name: method for method in ALL_METHODS}
        return measure(by_name[name], self.experiment)


def measure(method: Method, experiment: Experiment, limits: Cost | None = None) -> Reading:
    """Build one method, ask it, and let it find all pairs where that fits."""
    words, k = experiment.fingerprints(), experiment.k
    queries = made_queries(words, QUERIES, k, experiment.seed)
    started_s = time.perf_counter()
    index = method.build(words, k)
    built_s = time.perf_counter()
    try:
        reading = replace(
            _asked(method.name, index, queries),
            build_s=built_s - started_s,
            size_bytes=index.size_bytes,
            compression=index.ratio if isinstance(index, CompressedTables) else None,
        )
        shortfall = method.pairs_shortfall(len(words), k, limits or AFFORDABLE)
        if shortfall is not None:
            return replace(reading, skipped=shortfall)
        pairs = index.pairs()
        found = _digest(pairs.left, pairs.right)
        return replace(reading, pairs=len(pairs), pairs_found=found)
    finally:
        index.close()


def _asked(name: str, index: Index, queries: Words) -> Reading:
    index.query(queries[:1])  # what is computed once for all queries is no part of their time
    started_s = time.perf_counter()
    answers = index.query(queries)
    elapsed_s = time.perf_counter() - started_s
    return Reading(
        name,
        probes=answers.probes / len(queries),
        candidates=answers.candidates / len(queries),
        query_us=elapsed_s / len(queries) * 1e6,
        found=_digest(answers.query, answers.place),
    )


def _digest(*arrays: np.ndarray) -> str:
    return xxh3_64_hexdigest(np.stack(arrays).astype("<i8").tobytes())


def dissenters(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Those whose answers, or pairs, are not what most found."""
    found = _usual(reading.found for reading in readings)
    pairs = _usual(reading.pairs_found for reading in readings)
    return tuple(
        reading.name
        for reading in readings
        if reading.found not in {"", found} or reading.pairs_found not in {"", pairs}
    )


def _usual(digests: Iterable[str]) -> str:
    counted = Counter(filter(None, digests)).most_common(1)
    return counted[0][0] if counted else ""
