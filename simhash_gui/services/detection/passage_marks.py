"""What people say of passages that documents share: boilerplate, copied, or of a template.

A mark is kept by content. So it holds whatever is imported later, and for every document that has
the passage, or most of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from xxhash import xxh3_64_hexdigest

from simhash_gui.core.text.candidates import HalfHashes
from simhash_gui.core.text.shingles import Hashes, distinct_of, shingle_hashes
from simhash_gui.core.text.winnowing import winnow
from simhash_gui.documents.comparison.texts import comparison_hashes_of
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.store.engine.types import PassageMark
from simhash_gui.store.repositories import passage_marks
from simhash_gui.store.repositories.passage_marks import MarkedPassage

__all__ = [
    "MarkedHashes",
    "MarkedPassage",
    "PassageMark",
    "TooLittleTextError",
    "damaged_marks",
    "key_of",
    "mark_of",
    "mark_passage",
    "marked_hashes",
    "marked_passages",
    "set_template",
    "unmark_passage",
]

_NOTHING: HalfHashes = np.empty(0, np.uint32)


class TooLittleTextError(ValueError):
    """A text without a word cannot be marked."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkedHashes:
    """The low halves of the hashes of marked texts, each ascending.

    Common are those of boilerplate and templates, whatever counts say; copied never are.
    """

    common_shingles: HalfHashes
    copied_shingles: HalfHashes
    common_passages: HalfHashes
    copied_passages: HalfHashes


def marked_passages(library: Library) -> list[MarkedPassage]:
    """All marks of the library, the latest last, but for damaged ones."""
    with library.read() as connection:
        return passage_marks.load_all(connection)[0]


def damaged_marks(library: Library) -> int:
    """How many marks are not what somebody has said."""
    with library.read() as connection:
        return passage_marks.load_all(connection)[1]


def mark_passage(library: Library, text: str, mark: PassageMark) -> MarkedPassage:
    """Keep what somebody says of a text. Raises TooLittleTextError and LibraryReadOnlyError."""
    (tokens,) = comparison_hashes_of([text])
    if not len(tokens):
        raise TooLittleTextError("there is no word in this text")
    passage = MarkedPassage(key_of(tokens), mark, text, _halves(winnow(tokens).hashes))
    with library.write() as connection:
        passage_marks.put(connection, passage, time.time_ns() // 1_000_000)
    return passage


def set_template(library: Library, document_id: int, *, is_template: bool) -> None:
    """Say whether a document is a template: what stands in it is common, whatever counts say.

    Raises TooLittleTextError for a document without a word, and LibraryReadOnlyError.
    """
    text = document_text(library, document_id)
    if is_template:
        mark_passage(library, text, PassageMark.TEMPLATE)
        return
    (tokens,) = comparison_hashes_of([text])
    unmark_passage(library, key_of(tokens))


def unmark_passage(library: Library, key: str) -> bool:
    """Take a mark back; whether there was one. Raises LibraryReadOnlyError."""
    with library.write() as connection:
        return passage_marks.remove(connection, key)


def key_of(tokens: Hashes) -> str:
    """The name of a passage, from the hashes of its comparison tokens: 16 hexadecimal digits."""
    return xxh3_64_hexdigest(tokens.astype("<u8").tobytes())


def mark_of(anchors: HalfHashes, marks: Sequence[MarkedPassage]) -> MarkedPassage | None:
    """The latest mark that has half of the anchors of a passage: its ends move with the library."""
    for passage in reversed(marks):
        if 2 * np.count_nonzero(np.isin(anchors, passage.anchors)) >= len(anchors):
            return passage
    return None


def marked_hashes(passages: Iterable[MarkedPassage]) -> MarkedHashes:
    """The hashes of marked texts."""
    every = list(passages)
    is_copied = [passage.mark is PassageMark.COPIED for passage in every]
    tokens = comparison_hashes_of([passage.text for passage in every])
    shingles = [_halves(shingle_hashes(each)) for each in tokens]
    anchors = [passage.anchors for passage in every]
    columns = [
        _joined(lists, [copied is wanted for copied in is_copied])
        for lists in (shingles, anchors)
        for wanted in (False, True)
    ]
    return MarkedHashes(*columns)


def _joined(lists: Sequence[HalfHashes], is_wanted: Sequence[bool]) -> HalfHashes:
    chosen = [each for each, wanted in zip(lists, is_wanted, strict=True) if wanted]
    return distinct_of(np.concatenate([_NOTHING, *chosen]))


def _halves(hashes: Hashes) -> HalfHashes:
    return distinct_of(hashes.astype(np.uint32))  # keeps the low bits
