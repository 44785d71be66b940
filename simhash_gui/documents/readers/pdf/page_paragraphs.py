"""Rows of pages to paragraphs: lines put together, words that the end of a line broke made whole.

Whether a line begins a paragraph is told by what a reader sees: a wider gap above it, an indent,
another size, a bullet, or a line before it that had room for its first word. On the next page, only
a sentence goes on that has not ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from simhash_gui.documents.readers.pdf.page_columns import Row
from simhash_gui.documents.readers.pdf.page_line import CJK, Line, is_cjk

_NEIGHBOURS = 8
_WIDER_GAP = 1.3
_OTHER_SIZE = 1.15
_INDENT = 0.6
_EM = 0.85
_BULLET = re.compile(
    r"[•‣▪●◦◆▶➢✓\uf000-\uf0ff]|[○■□※*·–—-]\s|\(?(?:\d{1,3}|[a-zA-Z])[.)、）]\s|[(（][一二三四五六七八九十\d]{1,3}[)）]"
)
"""Signs of lists also without a space, and in Symbol and Wingdings, which have no characters."""
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…]['\"”’)）」』]*$")
_ENTRY_OF_CONTENTS = re.compile(r"(?:\.\s*){3}\d+$|…+\s*\d+$")
_BROKEN_WORD = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[-\u2010]$")
_LONGEST_WORD = 100
_HYPHENS = ("-", "\u2010")
_UP_TO_A_BREAK = re.compile(rf"[^\s{CJK}]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class _Spot:
    """A row and its surroundings. ``line`` is None for rows of a table."""

    row: Row
    line: Line | None
    left_edge: float = 0.0
    right_edge: float = 0.0
    pitch: float = 0.0
    """From line to line, as usual on this page."""


def paragraphs(pages: Sequence[Sequence[Row]]) -> list[str]:
    """The paragraphs of a document; rows of tables are such too, with a tab between cells."""
    words = _Words([line.text for page in pages for row in page for line in row])
    pieces: list[str] = []
    found: list[list[str]] = []
    last: _Spot | None = None
    for spot in (spot for page in pages for spot in _spots(page)):
        if last is not None and _goes_on(last, spot):
            _glue(pieces, spot.row[0].text, words)
        else:
            pieces = ["\t".join(line.text for line in spot.row)]
            found.append(pieces)
        last = spot
    return ["".join(pieces) for pieces in found]


class _Words:
    """Which words a document has, but for those at a broken end of a line.

    Looked up only when a word is broken.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._words: set[str] | None = None

    def have(self, *words: str) -> bool:
        """Whether all of these occur, in any case."""
        if self._words is None:
            self._words = set(self._whole_words())
        return self._words.issuperset(map(str.lower, words))

    def _whole_words(self) -> Iterator[str]:
        is_broken = False
        for text in self._texts:
            words = [word.lower() for word in _WORD.findall(text)]
            was_broken, is_broken = is_broken, _broken_word(text) is not None
            yield from words[was_broken : len(words) - is_broken]


def _spots(page: Sequence[Row]) -> Iterator[_Spot]:
    lines = [row[0] if len(row) == 1 else None for row in page]
    pitch = _usual_pitch(lines)
    for place, line in enumerate(lines):
        if line is None:
            yield _Spot(page[place], None)
            continue
        first, end = max(0, place - _NEIGHBOURS), place + _NEIGHBOURS + 1
        around = lines if place == len(lines) - 1 else lines[first:end]
        column = [
            other
            for other in around
            if other and abs(other.left - line.left) < 3 * line.height and _are_alike(line, other)
        ]
        left_edge = min(other.left for other in column)
        right_edge = max(other.right for other in column)
        yield _Spot(page[place], line, left_edge, right_edge, pitch)


def _usual_pitch(lines: Sequence[Line | None]) -> float:
    steps = [
        one.bottom - other.bottom
        for one, other in pairwise(lines)
        if one and other and 0.8 * other.height < one.bottom - other.bottom < 3 * other.height
    ]
    # Not the median: there are pages of paragraphs of a line or two.
    return sorted(steps)[len(steps) // 4] if steps else 0.0


def _goes_on(last: _Spot, spot: _Spot) -> bool:
    """Whether the line at ``spot`` belongs to the paragraph of the one before it."""
    before, line = last.line, spot.line
    if before is None or line is None:
        return False
    if line.text[0].islower() and _broken_word(before.text):
        return True
    if not _are_alike(before, line) or _stands_alone(before) or _BULLET.match(line.text):
        return False
    if _are_apart(before, line, spot.pitch):
        return False
    if _is_indented(spot) and not _is_indented(last) and not _BULLET.match(before.text):
        return False
    return last.right_edge - before.right <= _room_needed(before, line)


def _are_apart(before: Line, line: Line, pitch: float) -> bool:
    """Whether a wide gap is between two lines, or the end of a page and that of a sentence."""
    if line.page != before.page:
        return not _is_mid_sentence(before.text, line.text)
    return before.bottom - line.bottom > _WIDER_GAP * pitch


def _is_mid_sentence(before: str, text: str) -> bool:
    """Whether a sentence may go on from one text to the other."""
    begins_anew = not (text[0].isalpha() or is_cjk(text[0])) or text[0].isupper()
    return not begins_anew and _SENTENCE_END.search(before[-4:]) is None


def _stands_alone(line: Line) -> bool:
    """Whether it is an entry in a table of contents: dots, and a page number."""
    return _ENTRY_OF_CONTENTS.search(line.text[-12:]) is not None


def _are_alike(one: Line, other: Line) -> bool:
    """Whether two lines are of about the same size."""
    return one.height < _OTHER_SIZE * other.height and other.height < _OTHER_SIZE * one.height


def _is_indented(spot: _Spot) -> bool:
    return spot.line is not None and spot.line.left - spot.left_edge > _INDENT * spot.line.height


def _room_needed(before: Line, line: Line) -> float:
    """What a line may lack in width before one sees that its end is meant.

    East Asian lines end a character or two early when the next one must not begin a line.
    """
    if is_cjk(line.text[0]):
        return (1 if _SENTENCE_END.search(before.text[-4:]) else 2.2) * _EM * line.height
    first_word = _UP_TO_A_BREAK.match(line.text)
    return (len(first_word[0] if first_word else "") + 1) * line.width / len(
        line.text
    ) + 0.3 * line.height


def _glue(pieces: list[str], text: str, words: _Words) -> None:
    """Add the text of a line to a paragraph."""
    end = pieces[-1]
    last_word, first_word = _broken_word(end), _WORD.match(text)
    if last_word and first_word:
        if not _keeps_hyphen(last_word, first_word[0], words):
            pieces[-1] = end[:-1]
    elif not (is_cjk(end[-1]) or is_cjk(text[0])):
        pieces.append(" ")
    pieces.append(text)


def _broken_word(text: str) -> str | None:
    """What stands before a hyphen at the end of a line; None where there is none."""
    found = _BROKEN_WORD.search(text[-_LONGEST_WORD:]) if text.endswith(_HYPHENS) else None
    return found[1] if found else None


def _keeps_hyphen(last_word: str, first_word: str, words: _Words) -> bool:
    """Whether the hyphen belongs to the word, or was made for the end of the line.

    As the document writes the word elsewhere; otherwise it belongs when both parts are words.
    """
    last_part, first_part = last_word.rpartition("-")[2], first_word.partition("-")[0]
    for last, first in ((last_word, first_word), (last_part, first_part)):
        if words.have(f"{last}-{first}"):
            return True
        if words.have(last + first):
            return False
    return not first_word[0].islower() or words.have(last_part, first_part)
