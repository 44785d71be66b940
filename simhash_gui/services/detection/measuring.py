"""Many pairs of documents measured from their stored texts: here, or in worker processes.

``measure_pairs`` shares many pairs out to processes, of which each opens the library for reading;
this one may take part. Where a worker dies, say for want of memory, the pairs that it had at the
time are tried one by one, and only a pair that fails alone stays unmeasured.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sized
from dataclasses import dataclass
from functools import partial
from typing import Protocol, Self, TypeAlias

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.core.types import Words
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.detection.pair_measurer import (
    Measures,
    MeasuringOptions,
    PairMeasurer,
)
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.libraries import Library, Place, opened_again
from simhash_gui.store.recent_tokens import LentTokens, RecentTokens
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Done
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import OneByOne

WORTH_PROCESSES_TOKENS = 3_000_000
"""The effort, see ``effort_tokens``, from which on processes save more time than they take.

That is a second and a half in one process. Each worker takes some tenths of a second to import what
it needs, and some texts are read by several.
"""
_QUICKER_BY = 5  # where no passages are looked for

_DIGEST_BYTES = 8
_GROUP_PAIRS = 128
_GROUP_TOKENS = 250_000
_MOST_GROUPS = 4
"""A process has as many at work and as many more that wait for it; nobody can take them back."""
_SHORT_TOKENS = 1 << 14
"""Pairs of so many are measured in some milliseconds: who measures them can be asked to stop."""
# Far more than the longest texts need: results depend on the texts, not on the machine.
_LIMITS = ProcessLimits(time_s=1800.0, memory_bytes=8 << 30)

_Group: TypeAlias = tuple[int, int]
"""The first place of neighbouring pairs, and the one after the last."""


@dataclass(frozen=True, slots=True, eq=False)
class PairsToMeasure:
    """Pairs of document ids, in the order to be measured in, and the tokens of both together.

    ``digests``, shape (2, p), are those of the tokens of either, where they are known.
    """

    left_ids: Indexes
    right_ids: Indexes
    tokens: Indexes
    worth_processes_tokens: int = WORTH_PROCESSES_TOKENS
    digests: Words | None = None

    def __len__(self) -> int:
        return len(self.left_ids)

    def measured(self, measurer: PairMeasurer, group: _Group) -> Measures:
        """Measure some neighbouring pairs."""
        places = slice(*group)
        return measurer.measure(self.left_ids[places], self.right_ids[places])


class MeasurePairs(Protocol):
    """How ``measure_pairs`` is called, for who measures elsewhere."""

    def __call__(
        self,
        library: Library,
        pairs: PairsToMeasure,
        options: MeasuringOptions,
        control: JobControl,
        *,
        workers: int = 0,
    ) -> Measures:
        """Measure all pairs, in their order."""
        ...


def measure_pairs(  # noqa: PLR0913 - what to measure, how, and where
    library: Library,
    pairs: PairsToMeasure,
    options: MeasuringOptions,
    control: JobControl,
    *,
    workers: int = 0,
    takes_part: bool = True,
) -> Measures:
    """Measure all pairs; ``workers`` 0 means one for every processor where that is worth it.

    This process is one of them if it ``takes_part``, which a window has no time for, unless a pair
    is long. Raises JobCancelledError within a second, and WorkersKeepDyingError.
    """
    count = workers or os.cpu_count() or 1
    measures = Measures.unreadable(len(pairs))
    if count == 1 or effort_tokens(pairs, options) < pairs.worth_processes_tokens:
        batches = _here(library, pairs, options)
    else:
        takes_part &= int(pairs.tokens.max()) <= _SHORT_TOKENS
        here = PairMeasurer(library, options) if takes_part else None
        batches = _in_processes(library, pairs, options, count, control, here)
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
    texts are read once, in however many pairs they are.
    """
    of_pairs = int(pairs.tokens.sum())
    places = 2 * len(pairs)
    texts = len(distinct_of(np.concatenate((pairs.left_ids, pairs.right_ids))))
    of_texts = of_pairs * texts // max(places, 1)
    return of_texts + of_pairs // (_QUICKER_BY if options.whole_only else 1)


def _here(
    library: Library, pairs: PairsToMeasure, options: MeasuringOptions
) -> Iterator[tuple[_Group, Measures]]:
    measurer = PairMeasurer(library, options)
    for group in groups_of(pairs.tokens, _GROUP_PAIRS):
        yield group, pairs.measured(measurer, group)


def groups_of(tokens: Indexes, most_pairs: int) -> Iterator[_Group]:
    """Neighbouring pairs, so many and of so many tokens at most; at least one."""
    before = np.concatenate(([0], np.cumsum(tokens)))
    first = 0
    while first < len(tokens):
        last = int(np.searchsorted(before, before[first] + _GROUP_TOKENS, side="right")) - 1
        last = max(first + 1, min(last, first + most_pairs))
        yield first, last
        first = last


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """A group, with its own pairs alone: all of them would hold up the window when pickled.

    ``tokens`` are those of texts that were read a moment ago.
    """

    group: _Group
    left_ids: Indexes
    right_ids: Indexes
    tokens: LentTokens | None


class _ToMeasure:
    """An iterator of groups that goes on when some were put back as single pairs."""

    def __init__(self, pairs: PairsToMeasure, recent: RecentTokens) -> None:
        self._pairs = pairs
        self._recent = recent
        self._groups = deque(groups_of(pairs.tokens, _GROUP_PAIRS))

    def __len__(self) -> int:
        return len(self._groups)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> _Piece:
        if not self._groups:
            raise StopIteration
        places = slice(*(group := self._groups.popleft()))
        ids = self._pairs.left_ids[places], self._pairs.right_ids[places]
        return _Piece(group, *ids, self._tokens(places))

    def _tokens(self, places: slice) -> LentTokens | None:
        if self._pairs.digests is None:
            return None
        digests = distinct_of(self._pairs.digests[:, places].ravel()).tolist()
        return self._recent.lend(digest.to_bytes(_DIGEST_BYTES, "little") for digest in digests)

    def take_last(self) -> _Group | None:
        """The last group, unless it is a single pair: of that a worker may have died."""
        if self._groups and self._groups[-1][1] - self._groups[-1][0] > 1:
            return self._groups.pop()
        return None

    def put_back(self, group: _Group) -> None:
        """Have every pair of the group done by itself."""
        self._groups.extendleft((place, place + 1) for place in range(*group))


def _in_processes(  # noqa: PLR0913, PLR0917 - what to measure, how, and where
    library: Library,
    pairs: PairsToMeasure,
    options: MeasuringOptions,
    count: int,
    control: JobControl,
    here: PairMeasurer | None,
) -> Iterator[tuple[_Group, Measures]]:
    """In so many processes, of which this is one if it has a measurer."""
    to_measure = _ToMeasure(pairs, library.recent_tokens)
    job = Job(partial(_make_work, library.place, options), _LIMITS, PRELOAD)
    lost, done_here = 0, deque[tuple[_Group, Measures]]()

    def meanwhile() -> bool:
        group = to_measure.take_last() if here else None
        if here and group:
            done_here.append((group, pairs.measured(here, group)))
        return group is not None

    with Pool[_Piece, Measures](job, min(count - bool(here), len(to_measure))) as pool:
        sizes = _shares(to_measure, count)
        for outcome in pool.map(to_measure, lambda: control.is_cancelled, sizes, meanwhile):
            while done_here:
                yield done_here.popleft()
            group = outcome.piece.group
            if isinstance(outcome, Done):
                yield group, outcome.result
                continue
            lost += 1
            refuse_to_lose(outcome, lost)
            if group[1] - group[0] > 1:
                to_measure.put_back(group)
            else:
                yield group, Measures.unreadable(1)
    yield from done_here


def _shares(left: Sized, count: int) -> Iterator[int]:
    """How many neighbouring groups a process gets at a time: few, so that all end at once."""
    while True:
        yield max(1, min(_MOST_GROUPS, len(left) // (2 * count)))


def _make_work(place: Place, options: MeasuringOptions) -> OneByOne[_Piece, Measures]:
    """In a worker process, which has the library open until it ends."""
    library = opened_again(place)
    measurer = PairMeasurer(library, options)

    def measure(piece: _Piece) -> Measures:
        library.recent_tokens.borrow(piece.tokens)
        return measurer.measure(piece.left_ids, piece.right_ids)

    return OneByOne(measure)
