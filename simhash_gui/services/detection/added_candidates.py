"""Candidates after documents were added: what is new among them is found, the rest was kept.

Two documents that are compared by the same data are candidates or are not, whatever else is in the
library, but for three things. How far fingerprints are searched, and which hashes are left out for
their cost, follows from all of them: where that changes, or a crowd comes up, everything is
searched again. A hash of few documents may stand in too many by now: pairs that shared it are asked
again what else they share. And where documents have gone, nothing that was kept counts.

The pairs of the last search are kept with the documents they were found among. They hold for the
same documents, comparison data, recipe and options, whatever is common.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128, xxh3_128_digest

from simhash_gui import __version__
from simhash_gui.core.text.candidates import (
    RANGE_POSTINGS,
    AddedHashes,
    SharedHashes,
    affordable_limit,
    find_added_hashes,
    shared_among,
)
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.shingles import distinct_of, is_among
from simhash_gui.services.detection.candidate_search import (
    FOUND_BY,
    WholePairs,
    find_whole_pairs,
    is_by_text,
    with_passages,
    worth_a_look,
)
from simhash_gui.services.detection.candidates import (
    LOW_HALF,
    Corpus,
    FoundCandidates,
    Keys,
)
from simhash_gui.services.detection.near_candidates import near_to_some
from simhash_gui.services.detection.pairs import DetectionOptions, Ids
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.detection.shuffle import HERE
from simhash_gui.services.detection.text_candidates import BAND_ROWS, Source, TextCandidates
from simhash_gui.services.jobs import JobControl
from simhash_gui.store.repositories import common_text as stored
from simhash_gui.store.repositories.comparison_data import HashKind

CANDIDATES_VERSION = 1
"""Raised whenever the same documents would give other candidates."""

_MOST_PAIRS = 1 << 21
"""Nine bytes each; with more the search takes its time anyway."""
_TYPES = [np.dtype(code) for code in ("<i8", "<i8", "u1", "<i8", "<u4", "<u4", "u1")]


_FEW_ADDED = 8
"""Where more than one document in so many is new, all are searched."""
_NO_KEYS: Keys = np.empty(0, np.int64)


def find_or_add_candidates(
    corpus: Corpus, options: DetectionOptions, marked: MarkedHashes, control: JobControl
) -> FoundCandidates:
    """As ``find_candidates``, with what the last search has kept."""
    texts = TextCandidates(corpus, control, HERE)
    last = None if options.all_candidates else _load(corpus, options)
    whole = None if last is None else _Adding(corpus, options, texts, last, control).whole_pairs()
    if whole is None:
        whole = find_whole_pairs(corpus, options, texts, control, HERE)
    may_be_added_to = not (options.all_candidates or texts.has_crowds)
    if is_by_text(options):
        is_limited = min(whole.limits) < len(whole.by_size[0]) - 1
        texts.is_cut = texts.is_cut or is_limited or len(whole.band_rows) > 1
        may_be_added_to = may_be_added_to and len(whole.band_rows) > 0
    if may_be_added_to and (last is None or whole is not last.whole):
        _keep(corpus, options, whole)
    return with_passages(corpus, options, marked, whole, texts, control)


class _Adding:
    """Finds what the documents add that were not there when candidates were kept."""

    def __init__(
        self,
        corpus: Corpus,
        options: DetectionOptions,
        texts: TextCandidates,
        last: _Last,
        control: JobControl,
    ) -> None:
        self._corpus, self._options, self._texts = corpus, options, texts
        self._last, self._control = last, control
        self._is_new = np.ones(len(corpus.words), np.bool_)
        self._is_new[last.places] = False

    def whole_pairs(self) -> WholePairs | None:
        """All pairs; None where those of before have to be searched again."""
        last, options = self._last.whole, self._options
        if not self._is_new.any():
            return last
        if not self._may_be_added():
            return None
        asked = (options, last.distance, last.near_count)
        near = near_to_some(self._corpus, self._is_new, *asked)
        if near is None:
            return None
        found = [near, _NO_KEYS, _NO_KEYS]
        if is_by_text(options) or options.partial:
            found[0] = np.concatenate((near, self._with_new(self._texts.of_same_tokens())))
        whole = replace(last, near_count=last.near_count + len(near))
        return self._by_text(whole, found) if is_by_text(options) else self._with(whole, found)

    def _may_be_added(self) -> bool:
        """Whether few are new, no crowd is there, and the first of each text is still the first."""
        is_new, texts, folding = self._is_new, self._texts, self._corpus.folding
        if _FEW_ADDED * np.count_nonzero(is_new) > len(is_new):
            return False
        if is_by_text(self._options) and len(texts.crowds.members):
            return False
        numbers = folding.inverse, texts.numbers(np.arange(len(is_new)))
        for firsts, number in zip((self._corpus.firsts, texts.firsts), numbers, strict=True):
            has_old = np.zeros(len(firsts), np.bool_)
            has_old[number[self._last.places]] = True
            if (is_new[firsts] & has_old).any():
                return False
        return True

    def _by_text(self, whole: WholePairs, found: list[Keys]) -> WholePairs | None:
        """With what whole texts suggest; None where bands of another width are searched by now."""
        texts, limits, by_size = self._texts, list(whole.limits), whole.by_size.copy()
        whole = replace(whole, found_by=whole.found_by.copy(), by_size=by_size)
        samples = texts.samples()
        is_small = samples.count <= RANGE_POSTINGS
        held = self._corpus.arrays.held([HashKind.SAMPLE]) if is_small else nullcontext()
        with held:
            for number, source in enumerate((samples, texts.tokens())):
                added = self._added(source)
                by_size[number] = added.added_to(by_size[number])
                limit = affordable_limit(by_size[number], source.budget.rows)
                if limit == limits[number]:
                    found[number + 1] = self._keys(source, added.within(limit))
                    parted = added.parted(limit)
                    self._part(replace(source, most_owners=limit), parted, whole, number + 1)
                else:
                    found[number + 1] = self._all(source, whole, number + 1)
                    limits[number] = limit
        band_rows = []
        for width, rows in zip(BAND_ROWS, whole.band_rows, strict=False):
            source = texts.sketches(width)
            added = self._added(source)
            band_rows.append(rows + added.rows)
            is_last = len(band_rows) == len(whole.band_rows)
            if (band_rows[-1] > source.budget.rows) is is_last:
                return None
        found[0] = np.concatenate((found[0], self._keys(source, added.within(source.most_owners))))
        new = replace(whole, limits=(limits[0], limits[1]), band_rows=tuple(band_rows))
        return self._with(new, found)

    def _all(self, source: Source, whole: WholePairs, by: int) -> Keys:
        """What hashes of as many documents as can be paid for by now find, but for what is known.

        Pairs of before are among it, too, where these are more than they were.
        """
        keys = distinct_of(self._texts.keys(source, self._texts.shared(source)))
        whole.found_by[:] &= ~np.uint8(FOUND_BY[by])
        whole.found_by[is_among(whole.keys, keys)] |= FOUND_BY[by]
        return keys[~is_among(keys, whole.keys)]

    def _keys(self, source: Source, shared: SharedHashes) -> Keys:
        return self._with_new(self._texts.keys(source, shared))

    def _added(self, source: Source) -> AddedHashes:
        """What the new documents share with any other, by the numbers of texts."""
        texts, firsts = self._texts, self._corpus.firsts
        is_asked = np.zeros(len(texts.texts), np.bool_)
        is_asked[texts.numbers(firsts[self._is_new[firsts]])] = True
        is_new = self._is_new[texts.firsts]
        return find_added_hashes(source.read, is_asked, is_new)

    def _part(self, source: Source, parted: Ids, whole: WholePairs, by: int) -> None:
        """Take back what was found by hashes of too many documents, where no others are shared."""
        texts, keys, bit = self._texts, whole.keys, np.uint8(FOUND_BY[by])
        left, right = texts.numbers(keys >> 32), texts.numbers(keys & LOW_HALF)
        is_parted, is_asked = np.zeros((2, len(texts.texts)), np.bool_)
        is_parted[parted] = True
        asked = np.flatnonzero(((whole.found_by & bit) != 0) & is_parted[left] & is_parted[right])
        if not len(asked):
            return
        is_asked[left[asked]] = is_asked[right[asked]] = True
        shared = shared_among(source.read, is_asked, source.most_owners)
        still = distinct_of(texts.keys(source, shared))
        whole.found_by[asked[~is_among(keys[asked], still)]] &= ~bit

    def _with(self, whole: WholePairs, found: list[Keys]) -> WholePairs:
        """The pairs of before that still are some, and what was found of the new documents."""
        keys, found_by = worth_a_look(self._corpus, found, self._options, self._control)
        stays = whole.found_by != 0
        keys = np.concatenate((whole.keys[stays], keys))
        found_by = np.concatenate((whole.found_by[stays], found_by))
        order = np.argsort(keys)
        return replace(whole, keys=keys[order], found_by=found_by[order])

    def _with_new(self, keys: Keys) -> Keys:
        """Those of a new document."""
        is_of_new = self._is_new[keys >> 32] | self._is_new[keys & LOW_HALF]
        of_new: Keys = keys[is_of_new]
        return of_new


@dataclass(frozen=True, slots=True, eq=False)
class _Last:
    """Pairs by the positions of now, and where the documents are among which they were found."""

    whole: WholePairs
    places: Ids


def _load(corpus: Corpus, options: DetectionOptions) -> _Last | None:
    """What was kept; None where nothing was, or one of its documents is gone or another one."""
    with corpus.arrays.library.read() as connection:
        found = stored.load(connection, _key(corpus, options), _TYPES)
    if found is None:
        return None
    return _placed(corpus, [array.astype(array.dtype.newbyteorder("=")) for array in found])


def _placed(corpus: Corpus, found: Sequence[NDArray[Any]]) -> _Last | None:
    head, by_size, digest, ids, left, right, found_by = found
    now = corpus.arrays.ids
    places = np.minimum(np.searchsorted(now, ids), len(now) - 1)
    if not len(now) or not np.array_equal(now[places], ids):
        return None
    if digest.tobytes() != _digest(corpus, places):
        return None
    distance, is_lowered, near_count, of_samples, of_tokens, *band_rows = head.tolist()
    keys, how_far = places[left] << 32 | places[right], (distance, bool(is_lowered), near_count)
    limits, counts = (of_samples, of_tokens), by_size.reshape(2, -1)
    whole = WholePairs(keys, found_by, *how_far, counts, limits, tuple(band_rows))
    return _Last(whole, places)


def _keep(corpus: Corpus, options: DetectionOptions, whole: WholePairs) -> None:
    """Keep them in place of the last ones, unless they are too many."""
    if len(whole.keys) > _MOST_PAIRS:
        return
    how_far = (whole.distance, whole.is_lowered, whole.near_count)
    head = np.array((*how_far, *whole.limits, *whole.band_rows), np.int64)
    ids = corpus.arrays.ids
    digest = np.frombuffer(_digest(corpus, np.arange(len(ids))), np.uint8)
    pairs = (whole.keys >> 32, whole.keys & LOW_HALF, whole.found_by)
    every: tuple[NDArray[Any], ...] = (head, whole.by_size.ravel(), digest, ids, *pairs)
    arrays: list[NDArray[Any]] = [
        array.astype(of_type) for array, of_type in zip(every, _TYPES, strict=True)
    ]
    corpus.arrays.keep(partial(stored.put, key=_key(corpus, options), arrays=arrays))


def _key(corpus: Corpus, options: DetectionOptions) -> bytes:
    """By all that pairs depend on beside documents."""
    asks_for_same = options.partial or options.distance is None
    asked = (options.distance, options.least_overlap, asks_for_same, options.thresholds)
    versions = (__version__, COMPARISON_VERSION, CANDIDATES_VERSION)
    return b"last" + xxh3_128_digest(repr((versions, corpus.recipe.recipe_id, asked)).encode())


def _digest(corpus: Corpus, places: Ids) -> bytes:
    """A hash of what some documents are compared by."""
    arrays = corpus.arrays
    of_documents = [arrays.digests, corpus.words]
    if corpus.rests is not None:
        of_documents.append(corpus.rests)
    found = xxh3_128()
    for array in of_documents:
        found.update(np.ascontiguousarray(array[places]).tobytes())
    return found.digest()
