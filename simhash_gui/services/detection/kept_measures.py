"""Measures that an earlier search has kept in the library, and those that this one adds.

The measures of a pair follow from the two texts, from the thresholds and from which of their
shingles are common in the library. A state of each document (``CommonText.states``) covers the
texts and what is common in them: where it has changed, the pair is measured again, so that an
answer is always that of a new library. That is not needed where added documents have only brought
more of two documents on templates to a template: on it they were and are, and nothing else of it is
asked. Nor of near-duplicates that still share much of their rare shingles, or of which one has too
few of these, as nothing else that is common could change them. A library that is open for reading
only is not added to.
"""

from __future__ import annotations

from dataclasses import astuple
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from simhash_gui import __version__
from simhash_gui.core.text.classes import WHOLE_CLASSES
from simhash_gui.core.text.commonness import SAMPLED
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.library_classes import (
    Depends,
    near_duplicates_stay,
    own_token_bounds,
)
from simhash_gui.core.text.spans import Flags
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.measuring import UNREADABLE, Measures, MeasuringOptions
from simhash_gui.services.detection.pairs import CLASSES, Ids
from simhash_gui.services.detection.shared_shingles import rare_shingles
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories import pairs as stored
from simhash_gui.store.repositories.pairs import RECORD

MEASURES_VERSION = 7
"""Raised whenever the same texts would get other measures."""

_WHOLE = [CLASSES.index(each) for each in WHOLE_CLASSES]
_MEASURES = (
    *("jaccard", "containment_a", "containment_b", "edit_share", "likeness"),
    *("classes", "depends"),
)


class Kind(IntEnum):
    """What was measured; the values are stored."""

    PARTIAL = 0
    WHOLE = 1
    QUOTED = 2
    """Whether the right one quotes the left one, by what else it may quote: only the class."""


class KeptMeasures:
    """Measures of pairs of the documents of one search, by their positions.

    A pair is always asked for in the same order. What was measured for both orders alike has
    left < right. ``kind`` follows from the options unless it is given. ``states``
    and ``own_before`` are those of ``CommonText``.
    """

    def __init__(
        self,
        arrays: ComparisonArrays,
        states: Words,
        own_before: Words,
        options: MeasuringOptions,
        kind: Kind | None = None,
    ) -> None:
        self.hits = 0
        self._arrays, self._options = arrays, options
        self._ids = arrays.ids
        self._states, self._own_before = states, own_before
        of_options = Kind.WHOLE if options.whole_only else Kind.PARTIAL
        self._kind = of_options if kind is None else kind
        self._context = _context(options)
        self._is_loaded = False

    def unloaded(self, arrays: ComparisonArrays) -> KeptMeasures:
        """The same, as if nothing had been asked yet."""
        return KeptMeasures(arrays, self._states, self._own_before, self._options, self._kind)

    def find(self, left: Ids, right: Ids, control: JobControl) -> tuple[Measures, Flags]:
        """What is known of some pairs, shape (p,), and which those are.

        What holds for other states than those of now is kept for these. Raises JobCancelledError.
        """
        self._load()
        wanted = self._key(self._ids[right], self._ids[left])
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        measures = Measures.unreadable(len(left))
        if not len(self._keys):
            return measures, np.zeros(len(left), np.bool_)
        found = self._records[place]
        is_of_texts = (self._keys[place] == wanted) & (found["texts"] == self._texts(left, right))
        is_same = found["own_state"] == self._states[found["depends"], right]
        is_same &= found["other_state"] == self._states[found["depends"], left]
        is_as_before = ~is_same & is_of_texts & (found["depends"] == Depends.OWN)
        is_as_before &= self._is_as_before(found["own_state"], right)
        is_as_before &= self._is_as_before(found["other_state"], left)
        is_known = is_of_texts & (is_same | is_as_before)
        older = np.flatnonzero(is_of_texts & ~is_known)
        is_known[older] = self._hold(found[older], left[older], right[older], control)
        self.hits += int(is_known.sum())
        known = Measures(*(found[name][is_known] for name in _MEASURES))
        measures.put(np.flatnonzero(is_known), known)
        self.keep(left[is_as_before], right[is_as_before], measures.take(is_as_before))
        return measures, is_known

    def _is_as_before(self, states: Words, places: Ids) -> Flags:
        """Whether pairs that depend on what is own were measured with these or the same of it.

        Both documents were on a template, and what more of one can only leave them there.
        """
        found: Flags = states == self._states[Depends.OWN, places]
        found |= states == self._own_before[places]
        return found

    def _hold(self, records: NDArray[np.void], left: Ids, right: Ids, control: JobControl) -> Flags:
        """Which records hold although something else is common in their texts by now.

        Versions on a template are told apart by what is their own. Where that is much the same, or
        too little, all else that was measured follows from the texts.
        """
        common, thresholds, arrays = self._options.common, self._options.thresholds, self._arrays
        holds = np.isin(records["classes"], _WHOLE)
        if self._kind is Kind.QUOTED or common.is_sampled:
            return np.zeros(len(records), np.bool_)
        places = np.flatnonzero(holds)
        own, other, some = left[places], right[places], records[places]
        rare = rare_shingles(arrays, own, other, some["containment_a"], common.frequent, control)
        of_pairs = np.stack((own, other))
        tokens, distinct = arrays.token_counts[of_pairs], arrays.sketches.counts[of_pairs]
        of_own = own_token_bounds(tokens, distinct, rare.counts, arrays.has_marks[of_pairs])
        measured = some["jaccard"], some["edit_share"], some["likeness"], rare.shares
        holds[places] = near_duplicates_stay(*measured, tokens, of_own, thresholds)
        return holds

    def _texts(self, left: Ids, right: Ids) -> Words:
        """Equal for two documents as long as their tokens and marks are the same."""
        of_each = self._arrays.digests ^ self._arrays.mark_digests * SCATTER
        return (of_each[right] * SCATTER ^ of_each[left]) * SCATTER

    def keep(self, left: Ids, right: Ids, measures: Measures) -> None:
        """Add what was measured of some pairs."""
        is_read = measures.classes != UNREADABLE
        left, right = left[is_read], right[is_read]
        if not len(left):
            return
        self._load()
        records = np.empty(len(left), RECORD)
        records["other_id"] = self._ids[left]
        depends = measures.depends[is_read]
        records["own_state"] = self._states[depends, right]
        records["other_state"] = self._states[depends, left]
        records["texts"] = self._texts(left, right)
        for name in _MEASURES:
            records[name] = getattr(measures, name)[is_read]
        added = self._ids[right]
        is_replaced = np.isin(self._keys, self._key(added, records["other_id"]))
        self._set(
            np.concatenate((self._owners[~is_replaced], added)),
            np.concatenate((self._records[~is_replaced], records)),
        )
        owners = np.unique(added)
        begins = np.searchsorted(self._owners, owners)
        ends = np.searchsorted(self._owners, owners, side="right")
        ranges = np.stack((owners, begins, ends), axis=1)
        self._arrays.keep(partial(_put, self._kind, self._context, ranges, self._records))

    def _load(self) -> None:
        if not self._is_loaded:
            with self._arrays.library.read() as connection:
                owners, records = stored.load(connection, self._kind, self._context)
            self._set(owners, records)
            self._is_loaded = True

    def _set(self, owners: Ids, records: NDArray[np.void]) -> None:
        keys = self._key(owners, records["other_id"])
        order = np.argsort(keys)
        self._keys, self._owners, self._records = keys[order], owners[order], records[order]

    @staticmethod
    def _key(later: Ids, earlier: Ids) -> Ids:
        return later << 32 | earlier


def _put(
    kind: Kind, context: bytes, ranges: Ids, records: NDArray[np.void], connection: Any
) -> None:
    """Store the records of some documents: rows of ``ranges`` are id, begin and end."""
    rows = ((owner, records[begin:end]) for owner, begin, end in ranges.tolist())
    stored.put(connection, kind, context, rows)


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
