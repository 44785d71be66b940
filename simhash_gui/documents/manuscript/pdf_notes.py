"""Footnotes of a PDF: what stands at the foot of a page behind a mark that is raised in its text.

A page says only what is drawn where. A note is told where these agree: it begins a line in the low
half of the page, with a mark that has been drawn raised in the text before it; and it is in small
type, or its mark is raised too. All else is text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simhash_gui.documents.readers.pdf import drawn_text, type_size
from simhash_gui.documents.records import Block

_MOST_PAGES = 500
_SMALL = 0.93
"""Notes and their marks are no larger than this part of the size of most of the text."""
_RAISED, _SAME_LINE = 0.15, 0.5
"""How far a mark stands above its line, at least and at most, as parts of the same size."""
_DIGITS = str.maketrans("¹²³⁰⁴⁵⁶⁷⁸⁹", "1230456789")
_MARK = re.compile(r"\d{1,3}|[*†‡§]{1,3}|[\u2460-\u2473]|\[\d{1,3}\]")
_RAISED_CHARACTERS = re.compile(r"[¹²³⁰⁴-⁹]{1,3}|[\u2460-\u2473]")
_LINE_HYPHENS = "-\u00ad\u2010\x02"
"""The last is what PDFium gives for one that ends a line."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """What one operator draws: the size of its type and where its line stands, in points."""

    text: str
    size: float
    bottom: float


def in_pdf(document: Any) -> Iterator[Block]:
    """Lines that refer to notes, and the lines of notes, page by page in the order of drawing."""
    pages = [_pieces(document[number]) for number in range(min(len(document), _MOST_PAGES))]
    sizes: Counter[float] = Counter()
    for pieces, _ in pages:
        for piece in pieces:
            sizes[round(piece.size, 1)] += len(piece.text)
    if sizes:
        text_size = sizes.most_common(1)[0][0]
        for pieces, height in pages:
            yield from _Page(pieces, height, text_size).blocks()


class _Page:
    """One page, in the order in which it is drawn."""

    def __init__(self, pieces: Sequence[_Piece], height: float, text_size: float) -> None:
        self._pieces = pieces
        self._height = height
        self._text_size = text_size

    def blocks(self) -> Iterator[Block]:
        """Lines that refer to notes, and notes."""
        marks = [list(self._marks_in(place)) for place in range(len(self._pieces))]
        notes = dict(self._notes(marks))
        end = 0
        for place, piece in enumerate(self._pieces):
            if place in notes:
                end = self._end_of_note(place)
            if place < end:
                yield Block(piece.text.rstrip(_LINE_HYPHENS), is_note=True)
                continue
            before = self._before(place)
            found = [offset for mark, offset in marks[place] if mark in notes.values()]
            if found:
                references = tuple(len(before) + offset for offset in found)
                yield Block(before + piece.text, references=references)

    def _notes(self, marks: Sequence[Sequence[tuple[str, int]]]) -> Iterator[tuple[int, str]]:
        """Where notes begin, with their marks."""
        seen: set[str] = set()
        for place, piece in enumerate(self._pieces):
            begin = _MARK.match(piece.text.translate(_DIGITS))
            if begin and begin[0] in seen and self._may_begin_note(place):
                yield place, begin[0]
            seen |= {mark for mark, _ in marks[place]}

    def _may_begin_note(self, place: int) -> bool:
        piece, words = self._pieces[place], self._words_of_note(place)
        is_low = piece.bottom < self._height / 2 and not self._before(place)
        is_small = words.size <= self._text_size * _SMALL
        return is_low and (is_small or self._is_raised_above(piece, words))

    def _words_of_note(self, place: int) -> _Piece:
        """What is drawn after a mark, if it is drawn by itself."""
        is_mark_alone = _MARK.fullmatch(self._pieces[place].text.translate(_DIGITS))
        last = len(self._pieces) - 1
        return self._pieces[min(place + 1, last) if is_mark_alone else place]

    def _end_of_note(self, place: int) -> int:
        """The first piece that is larger than the note, or stands above its beginning."""
        size = self._words_of_note(place).size
        highest = self._pieces[place].bottom + self._text_size * _SAME_LINE
        end = place + 1
        while end < len(self._pieces):
            each = self._pieces[end]
            if each.size > size or each.bottom > highest:
                break
            end += 1
        return end

    def _marks_in(self, place: int) -> Iterator[tuple[str, int]]:
        """The raised marks in a piece of text, and where they begin."""
        piece = self._pieces[place]
        if _MARK.fullmatch(piece.text):
            if place and self._is_raised_above(piece, self._pieces[place - 1]):
                yield piece.text, 0
            return
        for found in _RAISED_CHARACTERS.finditer(piece.text):
            yield found[0].translate(_DIGITS), found.start()

    def _is_raised_above(self, mark: _Piece, line: _Piece) -> bool:
        rise = (mark.bottom - line.bottom) / self._text_size
        return mark.size < line.size and _RAISED <= rise <= _SAME_LINE

    def _before(self, place: int) -> str:
        """What has been drawn in the same line."""
        texts: list[str] = []
        for piece in reversed(self._pieces[:place]):
            if abs(piece.bottom - self._pieces[place].bottom) > self._text_size * _SAME_LINE:
                break
            texts.append(piece.text)
        return "".join(reversed(texts))


def _pieces(page: Any) -> tuple[list[_Piece], float]:
    """What is drawn on a page, and its height in points."""
    from pypdfium2 import raw as pdfium  # noqa: PLC0415 - documents that are no PDF need none of it

    found = []
    text_page = page.get_textpage()
    for each in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
        size, text = type_size(each), drawn_text(each, text_page).strip()
        if text and size is not None:
            found.append(_Piece(text, size, each.get_matrix().f))
    height = page.get_height()
    text_page.close()
    page.close()
    return found, height
