"""Pairs of documents measured from their stored texts: here, or in worker processes.

``PairMeasurer`` keeps the tokens of the documents that it saw last, within a bound of memory, so
pairs of the same documents should be neighbours. ``measure_pairs`` shares many pairs out to
processes, of which each opens the library for reading; this one may take part. Where a worker dies,
say for want of memory, the pairs that it had at the time are tried one by one, and only a pair that
fails alone stays unmeasured.
"""

from __future__ import annotations

import os
from collections import OrderedDict, deque
from collections.abc import Iterator, Sized
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise
from typing import Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Thresholds
from simhash_gui.core.text.commonness import NOTHING_COMMON, Commonness, OwnText, own_texts_of
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, token_digest
from simhash_gui.core.text.library_classes import (
    Depends,
    cluster_likeness,
    judge_in_library,
)
from simhash_gui.core.text.recent_tokens import tokens_from_bytes, tokens_to_bytes
from simhash_gui.core.text.shingles import Hashes, distinct_of, shingles_of_each
from simhash_gui.core.text.spans import Flags, TokenMarks
from simhash_gui.documents.comparison.texts import tokens_of
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.detection.pairs import CLASSES
from simhash_gui.services.jobs import JobControl, Stage, refuse_to_lose
from simhash_gui.services.library.libraries import (
    Library,
    Place,
    TextDamagedError,
    opened_again,
)
from simhash_gui.store.repositories import comparison_data, texts
from simhash_gui.workers.pool import Pool
from simhash_gui.workers.protocol import Done
from simhash_gui.workers.start import Job, ProcessLimits
from simhash_gui.workers.worker import OneByOne

LEFT, RIGHT = 1, 2
UNREADABLE = 255
"""In place of a class: a text is gone, damaged or another document's; nothing was measured."""

TOKENS_KEPT = 2_400_000
"""128 MiB, at 56 bytes a token."""
_TEXTS_AT_ONCE = 64
_NUMBERS = {pair_class: number for number, pair_class in enumerate(CLASSES)}

WORTH_PROCESSES_TOKENS = 3_000_000
"""The effort, see ``effort_tokens``, from which on processes save more time than they take.

That is a second and a half in one process. Each worker takes some tenths of a second to import what
it needs, and some texts are read by several.
"""
_QUICKER_BY = 5  # where no passages are looked for

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
class MeasuringOptions:
    """How pairs are measured.

    ``common`` is what stands in many documents of the library.
    ``whole_only``: only near-duplicates are looked for, all else is called unrelated.
    """

    thresholds: Thresholds = DEFAULT_THRESHOLDS
    common: Commonness = NOTHING_COMMON
    whole_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What was measured of pairs, shape (p,): shares, and classes that count into ``CLASSES``.

    ``edit_share`` is NaN where the class did not need it. ``depends`` counts into ``Depends``;
    ``off_template`` is ``LEFT``, ``RIGHT`` or both: which of them were on no template.
    """

    jaccard: NDArray[np.float32]
    containment_a: NDArray[np.float32]
    containment_b: NDArray[np.float32]
    edit_share: NDArray[np.float32]
    likeness: NDArray[np.float32]
    classes: NDArray[np.uint8]
    depends: NDArray[np.uint8]
    off_template: NDArray[np.uint8]

    @classmethod
    def unreadable(cls, count: int) -> Measures:
        """Nothing measured of so many pairs."""
        a, b, c, likeness = np.zeros((4, count), np.float32)
        edit_share = np.full(count, np.nan, np.float32)
        classes = np.full(count, UNREADABLE, np.uint8)
        depends = np.full(count, Depends.ALL, np.uint8)
        off_template = np.zeros(count, np.uint8)
        return cls(a, b, c, edit_share, likeness, classes, depends, off_template)

    def take(self, places: Indexes) -> Measures:
        """The measures of the pairs at some places."""
        return Measures(*(getattr(self, field.name)[places] for field in fields(self)))

    def put(self, places: Indexes, others: Measures) -> None:
        """Write what was measured of the pairs at some places."""
        for field in fields(self):
            getattr(self, field.name)[places] = getattr(others, field.name)


class PairMeasurer:
    """Measures pairs of one library; not for several threads."""

    def __init__(self, library: Library, options: MeasuringOptions) -> None:
        self._library = library
        self._options = options
        self._kept: OrderedDict[int, OwnText | None] = OrderedDict()
        self._tokens = 0

    def measure(self, left_ids: Indexes, right_ids: Indexes) -> Measures:
        """Measure pairs of document ids."""
        self.keep(np.union1d(left_ids, right_ids))
        measures = Measures.unreadable(len(left_ids))
        pairs = zip(left_ids.tolist(), right_ids.tolist(), strict=True)
        for place, (left, right) in enumerate(pairs):
            self._measure(measures, place, self.text(left), self.text(right))
        return measures

    def are_off_template(self, ids: Indexes) -> Flags:
        """Which documents are on no template; those that cannot be read are not among them."""
        self.keep(ids)
        texts = [self.text(document_id) for document_id in ids.tolist()]
        found = (text is not None and not text.is_on_template for text in texts)
        return np.fromiter(found, np.bool_, len(ids))

    def text(self, document_id: int) -> OwnText | None:
        """The document, read if it was not kept; None without a readable token."""
        if document_id not in self._kept:
            self.keep(np.array([document_id]))
        self._kept.move_to_end(document_id)
        return self._kept[document_id]

    def _measure(
        self, measures: Measures, place: int, a: OwnText | None, b: OwnText | None
    ) -> None:
        if a is None or b is None:
            return
        thresholds = self._options.thresholds
        whole_only = self._options.whole_only
        found, depends = judge_in_library(a, b, thresholds, whole_only=whole_only)
        measures.jaccard[place] = found.overlap.jaccard
        measures.containment_a[place] = found.overlap.containment_a
        measures.containment_b[place] = found.overlap.containment_b
        if found.edit_share is not None:
            measures.edit_share[place] = found.edit_share
        measures.likeness[place] = cluster_likeness(a, b, found, thresholds)
        measures.classes[place] = _NUMBERS[found.pair_class]
        measures.depends[place] = depends
        off_template = (0 if a.is_on_template else LEFT) | (0 if b.is_on_template else RIGHT)
        measures.off_template[place] = off_template

    def keep(self, ids: Indexes) -> None:
        """Read what is not kept yet, and drop what was used longest ago."""
        missing = [document_id for document_id in ids.tolist() if document_id not in self._kept]
        for first in range(0, len(missing), _TEXTS_AT_ONCE):
            some = missing[first : first + _TEXTS_AT_ONCE]
            for document_id, text in zip(some, self._made(some), strict=True):
                self._kept[document_id] = text
                self._tokens += self._size(text)
        while self._tokens > TOKENS_KEPT and len(self._kept) > 2:
            self._tokens -= self._size(self._kept.popitem(last=False)[1])

    @staticmethod
    def _size(text: OwnText | None) -> int:
        return 1 if text is None else len(text.shingles.tokens)

    def _made(self, ids: list[int]) -> list[OwnText | None]:
        recent = self._library.recent_tokens
        with self._library.read() as connection:
            marks, digests = comparison_data.load_marks(
                connection, COMPARISON_VERSION, np.array(ids)
            )
            known = {one: kept for one, digest in digests.items() if (kept := recent.get(digest))}
            fresh = [one for one in ids if one not in known]
            try:
                found = texts.get_many(connection, fresh)
            except TextDamagedError:
                found = {}
                for one in fresh:
                    with suppress(TextDamagedError):
                        found |= texts.get_many(connection, [one])
        cut = tokens_of([found.get(one, "") for one in fresh])
        tokens, _, _, bounds = cut
        foreign = {
            one
            for one, (start, end) in zip(fresh, pairwise(bounds.tolist()), strict=True)
            if _differs(digests.get(one), tokens[start:end])
        }
        marks |= dict.fromkeys(foreign, b"")  # they are those of another text
        if len(fresh) < len(ids):
            known |= dict(zip(fresh, tokens_to_bytes(*cut), strict=True))
            cut = tokens_from_bytes([known[one] for one in ids])
        hashes, are_characters, are_numbers, bounds = cut
        documents = shingles_of_each(hashes, bounds, are_characters, are_numbers)
        marked = [
            self._marks(found.get(one, ""), marks.get(one), len(document.tokens))
            for one, document in zip(ids, documents, strict=True)
        ]
        own = own_texts_of(documents, self._options.common, marked)
        return [
            text if len(text.shingles.tokens) and one not in foreign else None
            for one, text in zip(ids, own, strict=True)
        ]

    @staticmethod
    def _marks(text: str, stored: bytes | None, count: int) -> TokenMarks | None:
        """The marks of a text with so many tokens; made where nothing is stored of it."""
        if stored is None:
            from simhash_gui.documents.comparison.mail_marks import (  # noqa: PLC0415 - seldom wanted
                token_marks,
            )

            return token_marks(text)
        return TokenMarks.from_bytes(stored, count) if stored and count else None


def is_foreign(library: Library, document_id: int, tokens: Hashes) -> bool:
    """Whether a text with these tokens is not the one that a document's data was made of."""
    with library.read() as connection:
        _, digests = comparison_data.load_marks(
            connection, COMPARISON_VERSION, np.array([document_id])
        )
    return _differs(digests.get(document_id), tokens)


def _differs(stored: bytes | None, tokens: Hashes) -> bool:
    return stored is not None and stored != token_digest(tokens)


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
        batches = _in_processes(library.place, pairs, options, count, control, here)
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
    """A group, with its own pairs alone: all of them would hold up the window when pickled."""

    group: _Group
    left_ids: Indexes
    right_ids: Indexes


class _ToMeasure:
    """An iterator of groups that goes on when some were put back as single pairs."""

    def __init__(self, pairs: PairsToMeasure) -> None:
        self._pairs = pairs
        self._groups = deque(groups_of(pairs.tokens, _GROUP_PAIRS))

    def __len__(self) -> int:
        return len(self._groups)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> _Piece:
        if not self._groups:
            raise StopIteration
        places = slice(*(group := self._groups.popleft()))
        return _Piece(group, self._pairs.left_ids[places], self._pairs.right_ids[places])

    def take_last(self) -> _Group | None:
        """The last group, unless it is a single pair: of that a worker may have died."""
        if self._groups and self._groups[-1][1] - self._groups[-1][0] > 1:
            return self._groups.pop()
        return None

    def put_back(self, group: _Group) -> None:
        """Have every pair of the group done by itself."""
        self._groups.extendleft((place, place + 1) for place in range(*group))


def _in_processes(  # noqa: PLR0913, PLR0917 - what to measure, how, and where
    place: Place,
    pairs: PairsToMeasure,
    options: MeasuringOptions,
    count: int,
    control: JobControl,
    here: PairMeasurer | None,
) -> Iterator[tuple[_Group, Measures]]:
    """In so many processes, of which this is one if it has a measurer."""
    to_measure = _ToMeasure(pairs)
    job = Job(partial(_make_work, place, options), _LIMITS, PRELOAD)
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
    measurer = PairMeasurer(opened_again(place), options)
    return OneByOne(lambda piece: measurer.measure(piece.left_ids, piece.right_ids))
