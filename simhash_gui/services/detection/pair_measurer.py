"""What is measured of pairs of documents, by their stored texts.

``PairMeasurer`` keeps the tokens of the documents that it saw last, within a bound of memory, so
pairs of the same documents should be neighbours.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Thresholds
from simhash_gui.core.text.commonness import NOTHING_COMMON, Commonness, OwnText, own_texts_of
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, is_foreign
from simhash_gui.core.text.library_classes import Depends, cluster_likeness, judge_in_library
from simhash_gui.core.text.shingles import shingles_of_each
from simhash_gui.core.text.spans import Flags, TokenMarks
from simhash_gui.core.text.token_bytes import tokens_from_bytes, tokens_to_bytes
from simhash_gui.documents.comparison.texts import tokens_of
from simhash_gui.services.detection.pairs import CLASSES
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories import comparison_data, texts

LEFT, RIGHT = 1, 2
UNREADABLE = 255
"""In place of a class: a text is gone, damaged or another document's; nothing was measured."""

TOKENS_KEPT = 2_400_000
"""128 MiB, at 56 bytes a token."""
_TEXTS_AT_ONCE = 64
_NUMBERS = {pair_class: number for number, pair_class in enumerate(CLASSES)}


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
            found = texts.get_readable(connection, fresh) if fresh else {}
        foreign: set[int] = set()
        if fresh:
            cut = tokens_of([found.get(one, "") for one in fresh])
            tokens, _, _, bounds = cut
            foreign = {
                one
                for one, (start, end) in zip(fresh, pairwise(bounds.tolist()), strict=True)
                if is_foreign(tokens[start:end], digests.get(one))
            }
            marks |= dict.fromkeys(foreign, b"")  # they are those of another text
            known |= dict(zip(fresh, tokens_to_bytes(*cut), strict=True))
        every = tokens_from_bytes([known[one] for one in ids])
        hashes, are_characters, are_numbers, bounds = every
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
