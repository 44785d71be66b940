"""Pairs of documents measured from their stored texts, one after another.

``PairMeasurer`` keeps the tokens of the documents that it saw last, within a bound of memory;
``in_order_of_texts`` orders pairs so that most documents are read once. Many pairs are shared out
to processes by ``measuring_processes``.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import HalfHashes
from simhash_gui.core.text.classes import (
    DEFAULT_THRESHOLDS,
    Classification,
    Thresholds,
    classify,
    classify_whole,
)
from simhash_gui.core.text.shingles import (
    SHINGLE_SIZE,
    Hashes,
    Shingles,
    distinct_of,
    shingle_hashes,
    shingles_of,
)
from simhash_gui.core.text.spans import Flags, covered_tokens
from simhash_gui.core.text.winnowing import DEFAULT_WINNOWING_LIMITS, winnow
from simhash_gui.documents.comparison.texts import comparison_hashes_of, tokens_of
from simhash_gui.services.detection.pairs import CLASSES
from simhash_gui.services.library.libraries import Library, TextDamagedError
from simhash_gui.store.repositories import texts

UNREADABLE = 255
"""In place of a class: one of the texts is gone or damaged, so nothing was measured."""

_BYTES_KEPT = 128 << 20
_BYTES_A_TOKEN, _BYTES_A_TOKEN_WHOLE = 41, 24
_TEXTS_AT_ONCE = 64
_NUMBERS = {pair_class: number for number, pair_class in enumerate(CLASSES)}


@dataclass(frozen=True, slots=True, eq=False)
class MeasuringOptions:
    """How pairs are measured.

    ``boilerplate``, ascending: low halves of winnowed hashes that stand in many documents.
    ``whole_only``: only near-duplicates are looked for, all else is called unrelated.
    """

    thresholds: Thresholds = DEFAULT_THRESHOLDS
    boilerplate: HalfHashes = field(default_factory=lambda: np.empty(0, np.uint32))
    whole_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What was measured of pairs, shape (p,): shares, and classes that count into ``CLASSES``.

    ``edit_share`` is NaN where the class did not need it.
    """

    jaccard: NDArray[np.float32]
    containment_a: NDArray[np.float32]
    containment_b: NDArray[np.float32]
    edit_share: NDArray[np.float32]
    classes: NDArray[np.uint8]

    @classmethod
    def unreadable(cls, count: int) -> Measures:
        """Nothing measured of so many pairs."""
        a, b, c = np.zeros((3, count), np.float32)
        edit_share = np.full(count, np.nan, np.float32)
        return cls(a, b, c, edit_share, np.full(count, UNREADABLE, np.uint8))

    def put(self, places: Indexes, others: Measures) -> None:
        """Write what was measured of the pairs at some places."""
        for name in ("jaccard", "containment_a", "containment_b", "edit_share", "classes"):
            getattr(self, name)[places] = getattr(others, name)


@dataclass(frozen=True, slots=True, eq=False)
class _Text:
    """A document, and its shingles that lie in boilerplate, ascending."""

    shingles: Shingles
    common: Hashes


class PairMeasurer:
    """Measures pairs of one library; not for several threads."""

    def __init__(self, library: Library, options: MeasuringOptions) -> None:
        self._library = library
        self._options = options
        self._tokens_kept = tokens_kept(options)
        self._kept: OrderedDict[int, _Text | None] = OrderedDict()
        self._tokens = 0

    def measure(self, left_ids: Indexes, right_ids: Indexes) -> Measures:
        """Measure pairs of document ids."""
        self._keep(np.union1d(left_ids, right_ids))
        measures = Measures.unreadable(len(left_ids))
        pairs = zip(left_ids.tolist(), right_ids.tolist(), strict=True)
        for place, (left, right) in enumerate(pairs):
            self._measure(measures, place, self._text(left), self._text(right))
        return measures

    def _measure(self, measures: Measures, place: int, a: _Text | None, b: _Text | None) -> None:
        if a is None or b is None:
            return
        found = self._classified(a, b)
        measures.jaccard[place] = found.overlap.jaccard
        measures.containment_a[place] = found.overlap.containment_a
        measures.containment_b[place] = found.overlap.containment_b
        if found.edit_share is not None:
            measures.edit_share[place] = found.edit_share
        measures.classes[place] = _NUMBERS[found.pair_class]

    def _classified(self, a: _Text, b: _Text) -> Classification:
        thresholds = self._options.thresholds
        if self._options.whole_only:
            return classify_whole(a.shingles, b.shingles, thresholds)
        common = None
        if len(a.common) or len(b.common):
            common = np.union1d(a.common, b.common)
        return classify(a.shingles, b.shingles, thresholds, common)

    def _text(self, document_id: int) -> _Text | None:
        """The document, read if it was not kept; None without a readable token."""
        if document_id not in self._kept:
            self._keep(np.array([document_id]))
        self._kept.move_to_end(document_id)
        return self._kept[document_id]

    def _keep(self, ids: Indexes) -> None:
        """Read what is not kept yet, and drop what was used longest ago."""
        missing = [document_id for document_id in ids.tolist() if document_id not in self._kept]
        for first in range(0, len(missing), _TEXTS_AT_ONCE):
            some = missing[first : first + _TEXTS_AT_ONCE]
            found = self._read(some)
            made = self._made([found.get(document_id, "") for document_id in some])
            for document_id, text in zip(some, made, strict=True):
                self._kept[document_id] = text
                self._tokens += _size(text)
        while self._tokens > self._tokens_kept and len(self._kept) > 2:
            self._tokens -= _size(self._kept.popitem(last=False)[1])

    def _read(self, ids: list[int]) -> dict[int, str]:
        """The texts; one by one where one of them is damaged."""
        try:
            with self._library.read() as connection:
                return texts.get_many(connection, ids)
        except TextDamagedError:
            if len(ids) == 1:
                return {}
            return {number: text for one in ids for number, text in self._read([one]).items()}

    def _made(self, some: list[str]) -> list[_Text | None]:
        if self._options.whole_only:
            return [_whole_text(tokens) for tokens in comparison_hashes_of(some)]
        return [self._text_of(tokens, flags) for tokens, flags in tokens_of(some)]

    def _text_of(self, tokens: Hashes, is_character: Flags) -> _Text | None:
        if not len(tokens):
            return None
        shingles = shingles_of(tokens, is_character=is_character)
        return _Text(shingles, common_shingles(shingles, self._options.boilerplate))


def _whole_text(tokens: Hashes) -> _Text | None:
    if not len(tokens):
        return None
    distinct = distinct_of(shingle_hashes(tokens))
    nothing = np.empty(0, np.int64)
    kept = Shingles(tokens, SHINGLE_SIZE, distinct[:0], distinct, nothing)
    return _Text(kept, distinct[:0])


def common_shingles(document: Shingles, boilerplate: HalfHashes) -> Hashes:
    """The shingles of a document that lie where its winnowed hashes are boilerplate; ascending.

    Winnowing selects only some places. What lies between two neighbouring selected places is
    boilerplate when both are.
    """
    if not len(boilerplate):
        return np.empty(0, np.uint64)
    selected = winnow(document.tokens)
    is_common = np.isin(selected.hashes.astype(np.uint32), boilerplate)
    ends = selected.positions + DEFAULT_WINNOWING_LIMITS.noise_tokens
    is_followed = is_common[:-1] & is_common[1:]
    ends[:-1][is_followed] = ends[1:][is_followed]
    length = len(document.tokens)
    ends = np.minimum(ends, length)
    flags = covered_tokens(selected.positions[is_common], ends[is_common], length)
    covered = np.concatenate(([0], np.cumsum(flags)))
    inside = covered[document.span :] - covered[: -document.span] == document.span
    return np.unique(document.hashes[inside])


def tokens_kept(options: MeasuringOptions) -> int:
    """So many tokens take 128 MiB, in this form or that."""
    return _BYTES_KEPT // (_BYTES_A_TOKEN_WHOLE if options.whole_only else _BYTES_A_TOKEN)


def in_order_of_texts(tokens: Indexes, left: Indexes, right: Indexes, kept: int) -> Indexes:
    """An order of pairs of positions in which few documents are read twice.

    ``tokens`` is the length of the document at each position, ``kept`` how many can be kept.
    Documents that are connected get neighbouring places, and places are divided into blocks of
    which two can be kept: first come all pairs of the first block, then all of the first with the
    second, and so on.
    """
    order = np.argsort(connected_labels(len(tokens), left, right), kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    block = np.cumsum(tokens[order]) // max(1, kept * 2 // 5)
    one, two = np.minimum(place[left], place[right]), np.maximum(place[left], place[right])
    turns = np.where(block[one] % 2 == 0, block[two], -block[two])  # there and back again
    return np.lexsort((two, one, turns, block[one]))


def _size(text: _Text | None) -> int:
    return 1 if text is None else len(text.shingles.tokens)
