"""The places where two texts differ, counted as a reader counts what is coloured.

Coloured text without other text inside is one place, with what stands opposite in the other text:
a word for another is one place, and so is a word or a paragraph that only one text has. What stands
opposite is known by the characters before it that are not coloured: in a passage, and between
passages, these are the same in both texts.

To be called off the UI thread: the time grows with the length of the texts.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.ui.reading.shown_text import Place, ShownText
from simhash_gui.ui.reading.word_differences import LineWords, Span


class LineMark(StrEnum):
    """Why a line is marked."""

    CHANGED = "changed"
    ONLY_HERE = "only-here"


@dataclass(frozen=True, slots=True)
class MarkedLines:
    """The marks of one text by line number; lines without an entry differ in white space at most.

    ``spans`` tells the words of a changed line that differ, ``characters`` the same to the letter;
    a marked line without an entry there differs as a whole. No words at all: what differs is told
    by characters only, see ``text_evidence``.
    """

    marks: dict[int, LineMark] = field(default_factory=dict)
    spans: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    characters: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    quoting: Sequence[str] | None = None
    """The lines of the text, where the signs that mail quotes them with are no difference."""

    def mark_words(self, line: int, words: LineWords) -> None:
        """Mark what a comparison of words found in a line; nothing where it found no difference."""
        if words.spans is None:
            self.marks[line] = LineMark.ONLY_HERE
        elif words.spans:
            self.marks[line] = LineMark.CHANGED
            self.spans[line], self.characters[line] = words.spans, words.characters

    def by_characters(self) -> MarkedLines:
        """The same, marked to the letter."""
        return replace(self, spans=self.characters)

    def without_quote_signs(self, lines: Sequence[str]) -> MarkedLines:
        """The same by words: the signs before quoted lines of mail are none."""
        return replace(self, quoting=lines)

    def spans_of(self, line: int) -> tuple[Span, ...] | None:
        """What differs in a marked line; None where it differs as a whole."""
        spans = self.spans.get(line)
        if self.quoting is None:
            return spans
        text = self.quoting[line]
        signs = _signs(text)
        if spans is None:
            return () if signs == len(text) else None
        return tuple(span for span in spans if span.end > signs)

    def has_marks(self, lines: range) -> bool:
        """Whether any of the lines is marked."""
        return any(line in self.marks for line in lines)


def _signs(line: str) -> int:
    """How many characters a line has of the signs, and white space, that mail quotes it with."""
    return len(line) - len(line.lstrip("> \t"))


class Extent(NamedTuple):
    """From a character of a shown text up to another; both are the same where text is missing."""

    start: Place
    end: Place

    def first_columns(self, length: int) -> Span:
        """What it takes of its first line, of so many characters."""
        is_one_line = self.start.line == self.end.line
        return Span(self.start.column, self.end.column if is_one_line else length)


class DifferingPlace(NamedTuple):
    """One place, in both texts."""

    a: Extent
    b: Extent


_NUMBERS_EACH = 8


@dataclass(frozen=True, slots=True)
class DifferingPlaces:
    """The places in the order of A, as numbers: they travel between processes in no time."""

    numbers: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.numbers) // _NUMBERS_EACH

    def __getitem__(self, index: int) -> DifferingPlace:
        if not 0 <= index < len(self):
            raise IndexError(index)
        found = iter(self.numbers[index * _NUMBERS_EACH : (index + 1) * _NUMBERS_EACH])
        places = [Place(line, column) for line, column in zip(found, found, strict=True)]
        return DifferingPlace(Extent(*places[:2]), Extent(*places[2:]))

    def first_from(self, place: Place) -> int:
        """The first place at a character of A, or behind it; the last one if there is none."""
        found = bisect_left(range(len(self)), place, key=lambda index: self[index].a.start)
        return min(found, len(self) - 1)


def differing_places(
    texts: tuple[ShownText, ShownText],
    marked: tuple[MarkedLines, MarkedLines],
    passages: Sequence[tuple[TextSpan, TextSpan]] = (),
) -> tuple[DifferingPlaces, DifferingPlaces]:
    """All places where something is marked in one text or in both: by words, and to the letter.

    The signs before quoted lines of mail are places to the letter alone: there is one a line.
    ``passages`` tell where each stands in A and in B, in the order of A.
    """
    if not any(side.marks for side in marked):
        return DifferingPlaces(), DifferingPlaces()
    sums = [_sums(text) for text in texts]
    spans = [a for a, _ in passages], [b for _, b in passages]
    by_words, by_characters = (
        [
            _Walk.through(text, own_sums, marks, _segments(text, own))
            for text, own_sums, marks, own in zip(texts, sums, sides, spans, strict=True)
        ]
        for sides in (marked, [side.by_characters() for side in marked])
    )
    words = {key for walk in by_words for key in walk.runs if not walk.is_quoting(key)}
    letters = {key for walk in by_characters for key in walk.runs}
    return _places(by_words, words), _places(by_characters, letters)


def _places(walks: Sequence[_Walk], keys: Collection[_Key]) -> DifferingPlaces:
    a, b = walks
    found = [
        DifferingPlace(a.runs.get(key) or a.point(key), b.runs.get(key) or b.point(key))
        for key in keys
    ]
    numbers = array("q")
    for each in sorted(found):
        for extent in each:
            numbers.extend((*extent.start, *extent.end))
    return DifferingPlaces(numbers)


def _sums(text: ShownText) -> array[int]:
    """The characters before each line and in all, without white space."""
    return array("q", accumulate(map(_count, text.lines), initial=0))


def _count(text: str) -> int:
    """The characters without white space."""
    return len("".join(text.split()))


class _Key(NamedTuple):
    """Where a run of marked text stands, told alike in both texts.

    The segment, and how many characters in it before the run are not marked.
    """

    segment: int
    before: int


def _segments(text: ShownText, spans: Sequence[TextSpan]) -> Iterator[tuple[int, int, int]]:
    """Start and end of the passages of a text and of what follows each, with a number for each."""
    reached, behind = 0, 0
    for index in sorted(range(len(spans)), key=lambda index: spans[index].start):
        start, end = max(spans[index].start, reached), spans[index].end
        if start < end:
            yield reached, start, behind
            yield start, end, 2 * index + 1
            reached, behind = end, 2 * index + 2
    yield reached, text.starts[-1] + len(text.lines[-1]), behind


class _Piece(NamedTuple):
    """Lines without a mark or part of one that has one.

    ``before``: the characters of its segment before it; ``spans``: what in it is marked.
    """

    start: Place
    end: Place
    before: int
    spans: tuple[Span, ...]


@dataclass(slots=True)
class _Walk:
    """What one text has marked, by its place among what is not.

    Lines without a mark, as nearly all of a long text are, are counted by their ``sums`` and not
    gone through.
    """

    text: ShownText
    sums: Sequence[int]
    runs: dict[_Key, Extent] = field(default_factory=dict)
    pieces: defaultdict[int, list[_Piece]] = field(default_factory=lambda: defaultdict(list))
    _counts: Counter[int] = field(default_factory=Counter)
    _open: _Key | None = None

    @classmethod
    def through(
        cls,
        text: ShownText,
        sums: Sequence[int],
        marked: MarkedLines,
        segments: Iterator[tuple[int, int, int]],
    ) -> _Walk:
        """Go through all of a text."""
        walk, lines = cls(text, sums), sorted(marked.marks)
        for start, end, segment in segments:
            walk._open = None
            reached, last = text.place_of(start), text.place_of(end)
            inside = slice(bisect_left(lines, reached.line), bisect_right(lines, last.line))
            for line in lines[inside]:
                walk._leave(segment, reached, Place(line, 0))
                until = last.column if line == last.line else len(text.lines[line])
                begin = reached.column if line == reached.line else 0
                if begin < until:
                    walk._take(segment, line, Span(begin, until), marked)
                reached = Place(line, max(begin, until))
            walk._leave(segment, reached, last)
        return walk

    def _take(self, segment: int, line: int, piece: Span, marked: MarkedLines) -> None:
        spans = _clipped(marked, line, piece)
        extent = Extent(Place(line, piece.start), Place(line, piece.end))
        self.pieces[segment].append(_Piece(*extent, self._counts[segment], spans))
        reached = piece.start
        for span in spans:
            self._pass(segment, _count(self.text.lines[line][reached : span.start]))
            self._mark(segment, Extent(Place(line, span.start), Place(line, span.end)))
            reached = span.end
        self._pass(segment, _count(self.text.lines[line][reached : piece.end]))

    def _leave(self, segment: int, start: Place, end: Place) -> None:
        """Lines that are not marked, without those at both ends that are empty."""
        lines = self.text.lines
        while start < end and start.column == len(lines[start.line]):
            start = Place(start.line + 1, 0)
        while start < end and not end.column:
            end = Place(end.line - 1, len(lines[end.line - 1]))
        if start < end:
            before = self._counts[segment]
            self.pieces[segment].append(_Piece(start, end, before, ()))
            self._pass(segment, self._sum(end) - self._sum(start))

    def _sum(self, place: Place) -> int:
        """The characters before a place of the text."""
        return self.sums[place.line] + _count(self.text.lines[place.line][: place.column])

    def _pass(self, segment: int, count: int) -> None:
        """Text that is not marked ends a run."""
        if count:
            self._counts[segment] += count
            self._open = None

    def _mark(self, segment: int, extent: Extent) -> None:
        """Begin a run, or go on with the one before."""
        if self._open is None:
            self._open = _Key(segment, self._counts[segment])
            self.runs[self._open] = extent
        else:
            self.runs[self._open] = Extent(self.runs[self._open].start, extent.end)

    def is_quoting(self, key: _Key) -> bool:
        """Whether a run is of the signs before quoted lines of mail alone."""
        start, end = self.runs[key]
        *whole, last = self.text.lines[start.line : end.line + 1]
        return end.column <= _signs(last) and all(_signs(line) == len(line) for line in whole)

    def point(self, key: _Key) -> Extent:
        """Where the text has nothing at a place: behind the last character before it."""
        pieces = self.pieces.get(key.segment, [])
        if not pieces:  # nothing follows the passage
            pieces = self.pieces.get(key.segment - 1, [])
            place = pieces[-1].end if pieces else Place(0, 0)
            return Extent(place, place)
        piece = pieces[max(bisect_left(pieces, key.before, key=lambda one: one.before) - 1, 0)]
        place = self._behind(piece, key.before - piece.before)
        return Extent(place, place)

    def _behind(self, piece: _Piece, left: int) -> Place:
        """Behind so many characters of a piece that are not marked."""
        number, first, last = piece.start.line, piece.start.column, piece.end.column
        if piece.end.line > number and left > 0:
            wanted = min(self._sum(piece.start) + left, self._sum(piece.end))
            number = bisect_left(self.sums, wanted) - 1
            if number > piece.start.line:
                first, left = 0, wanted - self.sums[number]
            last = len(self.text.lines[number]) if number < piece.end.line else last
        line, behind = self.text.lines[number], first
        covered = {column for span in piece.spans for column in range(*span)}
        for column in range(first, last):
            if left <= 0:
                break
            if column not in covered and not line[column].isspace():
                left, behind = left - 1, column + 1
        return Place(number, behind)


def _clipped(marked: MarkedLines, line: int, piece: Span) -> tuple[Span, ...]:
    """The marked characters of part of a line."""
    spans = marked.spans.get(line, (piece,))
    clipped = (Span(max(span.start, piece.start), min(span.end, piece.end)) for span in spans)
    return tuple(span for span in clipped if span.start < span.end)
