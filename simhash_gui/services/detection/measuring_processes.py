"""Many pairs measured from stored texts, as a job: here, or shared out to worker processes.

Every process opens the library for reading. Where one dies, say for want of memory, the pairs that
it had at the time are tried one by one, and only a pair that fails alone stays unmeasured.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self, TypeAlias

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.detection.measuring import Measures, MeasuringOptions, PairMeasurer
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.libraries import Library, existing_library
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Done
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import OneByOne

WORTH_PROCESSES_TOKENS = 4_000_000
"""The effort, see ``effort_tokens``, from which on starting processes costs less than it saves."""
_QUICKER_BY = 5  # where no passages are looked for

_CHUNK_PAIRS = 256
_CHUNK_TOKENS = 500_000
_HERE_PAIRS = 128
# Far more than the longest texts need: results depend on the texts, not on the machine.
_LIMITS = ProcessLimits(time_s=1800.0, memory_bytes=8 << 30)

_Group: TypeAlias = tuple[int, int]
"""The first place of neighbouring pairs, and the one after the last."""


@dataclass(frozen=True, slots=True, eq=False)
class PairsToMeasure:
    """Pairs of document ids, in the order to be measured in, and the tokens of both together."""

    left_ids: Indexes
    right_ids: Indexes
    tokens: Indexes
    worth_processes_tokens: int = WORTH_PROCESSES_TOKENS

    def __len__(self) -> int:
        return len(self.left_ids)

    def measured(self, measurer: PairMeasurer, group: _Group) -> Measures:
        """Measure some neighbouring pairs."""
        places = slice(*group)
        return measurer.measure(self.left_ids[places], self.right_ids[places])


def measure_pairs(
    library: Library,
    pairs: PairsToMeasure,
    options: MeasuringOptions,
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
    if count == 1 or effort_tokens(pairs, options) < pairs.worth_processes_tokens:
        batches = _here(library, pairs, options)
    else:
        batches = _in_processes(library.path, pairs, options, count, control)
    done = 0
    control.report(Stage.MEASURING, 0, len(pairs))
    for (first, last), measured in batches:
        measures.put(np.arange(first, last), measured)
        done += last - first
        control.report(Stage.MEASURING, done, len(pairs))
        control.checkpoint()
    control.checkpoint()
    return measures


def effort_tokens(pairs: PairsToMeasure, options: MeasuringOptions) -> int:
    """What there is to do: so many tokens of pairs to be looked through for passages.

    To read a text takes about as long as to look through a pair that is as long together, and most
    texts are read once, in however many pairs they are. The rest depends on the pairs.
    """
    of_pairs = int(pairs.tokens.sum())
    places = 2 * len(pairs)
    of_texts = of_pairs * len(np.union1d(pairs.left_ids, pairs.right_ids)) // max(places, 1)
    return of_texts + of_pairs // (_QUICKER_BY if options.whole_only else 1)


def _here(
    library: Library, pairs: PairsToMeasure, options: MeasuringOptions
) -> Iterator[tuple[_Group, Measures]]:
    measurer = PairMeasurer(library, options)
    for group in _groups(pairs.tokens, _HERE_PAIRS):
        yield group, pairs.measured(measurer, group)


def _groups(tokens: Indexes, most_pairs: int) -> Iterator[_Group]:
    """Neighbouring pairs, so many and of so many tokens at most; at least one."""
    before = np.concatenate(([0], np.cumsum(tokens)))
    first = 0
    while first < len(tokens):
        last = int(np.searchsorted(before, before[first] + _CHUNK_TOKENS, side="right")) - 1
        last = max(first + 1, min(last, first + most_pairs))
        yield first, last
        first = last


class _ToMeasure:
    """An iterator of groups that goes on when some were put back as single pairs."""

    def __init__(self, groups: list[_Group]) -> None:
        self._groups = deque(groups)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> _Group:
        if not self._groups:
            raise StopIteration
        return self._groups.popleft()

    def put_back(self, group: _Group) -> None:
        """Have every pair of the group done by itself."""
        self._groups.extendleft((place, place + 1) for place in range(*group))


def _in_processes(
    path: Path, pairs: PairsToMeasure, options: MeasuringOptions, count: int, control: JobControl
) -> Iterator[tuple[_Group, Measures]]:
    groups = list(_groups(pairs.tokens, _CHUNK_PAIRS))
    to_measure = _ToMeasure(groups)
    job = Job(partial(_make_work, path, pairs, options), _LIMITS, PRELOAD)
    lost = 0
    with Pool[_Group, Measures](job, min(count, len(groups))) as pool:
        sizes = _shares(len(groups), count)
        for outcome in pool.map(to_measure, lambda: control.is_cancelled, sizes):
            group = outcome.piece
            if isinstance(outcome, Done):
                yield group, outcome.result
                continue
            lost += 1
            refuse_to_lose(outcome, lost)
            if group[1] - group[0] > 1:
                to_measure.put_back(group)
            else:
                yield group, Measures.unreadable(1)


def _shares(total: int, count: int) -> Iterator[int]:
    """How many groups go to a process at a time: neighbours, so that few texts are read twice.

    Many at first and ever fewer, so that all processes end at about the same time.
    """
    while True:
        share = max(1, total // (2 * count))
        yield share
        total -= share


def _make_work(
    path: Path, pairs: PairsToMeasure, options: MeasuringOptions
) -> OneByOne[_Group, Measures]:
    """In a worker process, which has the library open until it ends."""
    measurer = PairMeasurer(existing_library(path), options)
    return OneByOne(partial(pairs.measured, measurer))
