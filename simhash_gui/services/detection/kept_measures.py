"""Measures that an earlier search has kept in the library, and those that this one adds.

The measures of a pair follow from the two texts, from the thresholds and from which of their
shingles are common in the library. A state of each document (``CommonText.states``) covers the
texts and what is common in them: where it has changed, the pair is measured again, so that an
answer is always that of a new library. That is not needed where added documents have only brought
more of two documents on templates to a template: on it they were and are, and nothing else of it is
asked. Nor of near-duplicates that still share much of their rare shingles, or of which one has too
few of these, as nothing else that is common could change them. Nor of what ``Depends`` says that it
depends on less than the states tell: what is no copy is none where more is common, and of a copy
beside templates only what both share counts. A library that is open for reading only is not added
to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from enum import IntEnum
from functools import partial

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from simhash_gui import __version__
from simhash_gui.core.text.classes import WHOLE_CLASSES
from simhash_gui.core.text.commonness import SAMPLED
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.library_classes import (
    COPIED_OWN_SHARE,
    Depends,
    near_duplicates_stay,
    own_token_bounds,
)
from simhash_gui.core.text.shingles import distinct_of, is_among
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pair_measurer import (
    LEFT,
    RIGHT,
    UNREADABLE,
    Measures,
    MeasuringOptions,
    PairMeasurer,
)
from simhash_gui.services.detection.pairs import CLASSES, Ids
from simhash_gui.services.detection.recounting import Before
from simhash_gui.services.detection.shared_shingles import (
    RareShingles,
    rare_shingles,
    share_some_of,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories import pairs as stored
from simhash_gui.store.repositories.pairs import RECORD

MEASURES_VERSION = 8
"""Raised whenever the same texts would get other measures."""

_WHOLE = [CLASSES.index(each) for each in WHOLE_CLASSES]
_MEASURES = (
    *("jaccard", "containment_a", "containment_b", "edit_share", "likeness"),
    *("classes", "depends", "off_template"),
)
_ROWS = np.array([*range(4), Depends.ALL, Depends.OWN, Depends.TEMPLATE, Depends.TEMPLATE])
"""The row of the states that tells whether all is the same of each of ``Depends``."""

_TEXTS_AT_ONCE = 64


class Kind(IntEnum):
    """What was measured; the values are stored."""

    PARTIAL = 0
    WHOLE = 1
    QUOTED = 2
    """Whether the right one quotes the left one, by what else it may quote: only the class."""
    QUOTED_TEXT = 3
    """The same, by what is rare in the quotations alone."""


_OF_PAIRS = (Kind.PARTIAL, Kind.WHOLE)


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Pairs of positions, shape (p,), and the record of each."""

    records: NDArray[np.void]
    left: Ids
    right: Ids

    @property
    def sides(self) -> tuple[tuple[int, Words, Ids], ...]:
        """Of each side its ``off_template``, its states when it was measured, and its positions."""
        of_left = (LEFT, self.records["other_state"], self.left)
        return of_left, (RIGHT, self.records["own_state"], self.right)

    def take(self, places: Ids) -> _Pairs:
        """Those at some places."""
        return _Pairs(self.records[places], self.left[places], self.right[places])


@dataclass(frozen=True, slots=True, eq=False)
class _Records:
    """Records by ascending keys of their pairs, see ``stored.keys_of``."""

    keys: Ids
    records: NDArray[np.void]

    @classmethod
    def of(cls, pieces: Sequence[tuple[Ids, NDArray[np.void]]]) -> _Records:
        """Records with their keys in any order; of one pair those that come first."""
        keys = np.concatenate([np.empty(0, np.int64), *(keys for keys, _ in pieces)])
        records = np.concatenate([np.empty(0, RECORD), *(records for _, records in pieces)])
        keys, firsts = np.unique(keys, return_index=True)
        return cls(keys, records[firsts])


class KeptMeasures:
    """Measures of pairs of the documents of one search, by their positions.

    A pair is always asked for in the same order. What was measured for both orders alike has
    left < right. ``kind`` follows from the options unless it is given. ``states``
    and ``before`` are those of ``CommonText``.
    """

    def __init__(
        self,
        arrays: ComparisonArrays,
        states: Words,
        before: Before,
        options: MeasuringOptions,
        kind: Kind | None = None,
    ) -> None:
        self.hits = 0
        self._arrays, self._options = arrays, options
        self._ids = arrays.ids
        self._states, self._before = states, before
        of_options = Kind.WHOLE if options.whole_only else Kind.PARTIAL
        self._kind = of_options if kind is None else kind
        self._context = _context(options)
        self._asked = np.empty(0, np.int64)
        self._read, self._measured = _Records.of([]), _Records.of([])

    def unloaded(self, arrays: ComparisonArrays) -> KeptMeasures:
        """The same, as if nothing had been asked yet."""
        return KeptMeasures(arrays, self._states, self._before, self._options, self._kind)

    def share_enough(self, left: Ids, right: Ids) -> Flags:
        """Which pairs have shared enough for a copy, as ``keep`` was told, and do so still."""
        pairs, is_of_texts = self._stored(left, right)
        flags: Flags = is_of_texts & self._are_same(pairs) & pairs.records["share_enough"]
        flags &= pairs.records["depends"] != Depends.NOTHING  # that says nothing of templates
        return flags

    def find(
        self, left: Ids, right: Ids, control: JobControl, share_enough: Flags | None = None
    ) -> tuple[Measures, Flags]:
        """What is known of some pairs, shape (p,), and which those are.

        What holds for other states than those of now is kept for these; ``share_enough`` is as in
        ``keep``. Raises JobCancelledError.
        """
        measures = Measures.unreadable(len(left))
        pairs, is_of_texts = self._stored(left, right)
        self._asked, self._read = np.empty(0, np.int64), _Records.of([])
        is_known = is_of_texts & self._are_same(pairs)
        older = np.flatnonzero(is_of_texts & ~is_known)
        holds, off_template = self._hold_as_before(pairs.take(older), control)
        again, rest = older[holds], older[~holds]
        is_known[again] = True
        is_known[rest] = self._hold(pairs.take(rest), control)
        self.hits += int(is_known.sum())
        known = Measures(*(pairs.records[name][is_known] for name in _MEASURES))
        measures.put(np.flatnonzero(is_known), known)
        measures.off_template[again] = off_template[holds]
        enough = None if share_enough is None else share_enough[again]
        self.keep(left[again], right[again], measures.take(again), enough)
        return measures, is_known

    def _stored(self, left: Ids, right: Ids) -> tuple[_Pairs, Flags]:
        """The records of pairs, shape (p,), and which are there and of the same texts."""
        wanted = stored.keys_of(self._ids[right], self._ids[left])
        if not is_among(wanted, self._asked).all():
            self._read_about(distinct_of(wanted))
        records, is_there = np.zeros(len(left), RECORD), np.zeros(len(left), np.bool_)
        for known in (self._read, self._measured):
            is_known = is_among(wanted, known.keys)
            records[is_known] = known.records[np.searchsorted(known.keys, wanted[is_known])]
            is_there |= is_known
        is_there &= records["texts"] == self._texts(left, right)
        return _Pairs(records, left, right), is_there

    def _read_about(self, wanted: Ids) -> None:
        """Have what the library keeps of some pairs, and of no others: there may be millions."""
        of = self._kind, self._context, distinct_of(wanted >> 32)
        pieces = []
        with self._arrays.library.read() as connection:
            for owners, records in stored.load(connection, *of):
                keys = stored.keys_of(owners, records["other_id"])
                is_wanted = is_among(keys, wanted)
                pieces.append((keys[is_wanted], records[is_wanted]))
        self._asked, self._read = wanted, _Records.of(pieces)

    def _are_same(self, pairs: _Pairs) -> Flags:
        """Whether all is as common as it was when pairs were measured."""
        rows = _ROWS[pairs.records["depends"]]
        flags = np.ones(len(rows), np.bool_)
        for _, states, places in pairs.sides:
            flags &= states == self._states[rows, places]
        return flags

    def _are_as(self, pairs: _Pairs, before: Words) -> Flags:
        """Whether of both what was common before documents were added, or is now, was so then."""
        rows = _ROWS[pairs.records["depends"]]
        flags = np.ones(len(rows), np.bool_)
        for _, states, places in pairs.sides:
            flags &= (states == self._states[rows, places]) | (states == before[places])
        return flags

    def _hold_as_before(
        self, pairs: _Pairs, control: JobControl
    ) -> tuple[Flags, NDArray[np.uint8]]:
        """Which records hold although more is common by now, by what they depend on.

        And which documents are on no template by now, as ``Measures.off_template``.
        """
        depends, before = pairs.records["depends"], self._before
        is_less = self._are_as(pairs, before.every)
        holds = np.isin(depends, (Depends.OWN, Depends.LESS_OWN))
        holds &= self._are_as(pairs, before.own)
        holds |= (depends == Depends.LESS) & is_less
        if self._options.common.is_sampled:
            return holds, np.zeros(len(depends), np.uint8)
        of_own = np.flatnonzero((depends == Depends.LESS_OWN) & is_less & ~holds)
        holds[of_own] = self._rare(pairs.take(of_own), control).shares < COPIED_OWN_SHARE
        is_beside = (depends == Depends.SHARED) & self._are_as(pairs, before.template)
        shared = np.flatnonzero(is_beside)
        left, right = pairs.left[shared], pairs.right[shared]
        is_beside[shared] = ~share_some_of(self._arrays, left, right, before.crossed, control)
        beside = np.flatnonzero(is_beside | (depends == Depends.APART))
        off_template = np.zeros(len(depends), np.uint8)
        off_template[beside] = self._off_template(pairs.take(beside), control)
        return holds | (off_template != 0), off_template

    def _off_template(self, pairs: _Pairs, control: JobControl) -> NDArray[np.uint8]:
        """Which are on no template by now; where neither is for certain, the texts tell."""
        states, was = self._states[Depends.TEMPLATE], pairs.records["off_template"]
        found = np.zeros(len(was), np.uint8)
        for side, then, places in pairs.sides:
            found |= np.where(then == states[places], was & np.uint8(side), np.uint8(0))
        unsure = np.flatnonzero(found == 0)
        left, right = pairs.left[unsure], pairs.right[unsure]
        asked = distinct_of(np.concatenate((left, right)))
        texts = PairMeasurer(self._arrays.library, self._options)
        is_off = np.zeros(len(self._ids), np.bool_)
        for first in range(0, len(asked), _TEXTS_AT_ONCE):
            control.checkpoint()
            some = asked[first : first + _TEXTS_AT_ONCE]
            is_off[some] = texts.are_off_template(self._ids[some])
        found[unsure] = is_off[left] * np.uint8(LEFT) | is_off[right] * np.uint8(RIGHT)
        return found

    def _hold(self, pairs: _Pairs, control: JobControl) -> Flags:
        """Which records hold although something else is common in their texts by now.

        Versions on a template are told apart by what is their own. Where that is much the same, or
        too little, all else that was measured follows from the texts.
        """
        thresholds, arrays = self._options.thresholds, self._arrays
        holds = np.isin(pairs.records["classes"], _WHOLE)
        if self._kind not in _OF_PAIRS or self._options.common.is_sampled:
            return np.zeros(len(holds), np.bool_)
        places = np.flatnonzero(holds)
        some = pairs.take(places)
        rare, records = self._rare(some, control), some.records
        of_pairs = np.stack((some.left, some.right))
        tokens, distinct = arrays.token_counts[of_pairs], arrays.sketches.counts[of_pairs]
        of_own = own_token_bounds(tokens, distinct, rare.counts, arrays.has_marks[of_pairs])
        measured = records["jaccard"], records["edit_share"], records["likeness"], rare.shares
        holds[places] = near_duplicates_stay(*measured, tokens, of_own, thresholds)
        return holds

    def _rare(self, pairs: _Pairs, control: JobControl) -> RareShingles:
        frequent = self._options.common.frequent
        asked = (pairs.left, pairs.right, pairs.records["containment_a"])
        return rare_shingles(self._arrays, *asked, frequent, control)

    def _texts(self, left: Ids, right: Ids) -> Words:
        """Equal for two documents as long as their tokens and marks are the same."""
        of_each = self._arrays.digests ^ self._arrays.mark_digests * SCATTER
        return (of_each[right] * SCATTER ^ of_each[left]) * SCATTER

    def keep(
        self, left: Ids, right: Ids, measures: Measures, share_enough: Flags | None = None
    ) -> None:
        """Add what was measured of some pairs.

        ``share_enough``: which of them ``share_too_little`` has not settled.
        """
        is_read = measures.classes != UNREADABLE
        records = np.zeros(len(left), RECORD)
        if share_enough is not None:
            records["share_enough"] = share_enough
        records = records[is_read]
        left, right = left[is_read], right[is_read]
        if not len(left):
            return
        records["other_id"] = self._ids[left]
        rows = _ROWS[measures.depends[is_read]]
        records["own_state"] = self._states[rows, right]
        records["other_state"] = self._states[rows, left]
        records["texts"] = self._texts(left, right)
        for name in _MEASURES:
            records[name] = getattr(measures, name)[is_read]
        added = self._ids[right]
        new = stored.keys_of(added, records["other_id"]), records
        self._measured = _Records.of([new, (self._measured.keys, self._measured.records)])
        what = {"kind": self._kind, "context": self._context, "owners": added, "records": records}
        self._arrays.keep(partial(stored.put, **what))


def _context(options: MeasuringOptions) -> bytes:
    """What measures depend on beside the states of documents.

    Where only sampled shingles are counted, what people have marked may lie between these.
    """
    common = options.common
    between = [
        xxh3_128_digest(hashes[hashes % np.uint32(SAMPLED) != 0]) if common.is_sampled else b""
        for hashes in (common.frequent, common.template)
    ]
    versions = (__version__, COMPARISON_VERSION, MEASURES_VERSION, CLASSES, common.is_sampled)
    return xxh3_128_digest(repr((versions, astuple(options.thresholds), between)).encode())
