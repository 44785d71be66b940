"""Where the common passages of two texts are in the lines that are shown.

Passages come from ``services.comparison.evidence`` in characters. Here they are numbered in the
order of A and cut into pieces of lines; those that were moved are told from those in the same order
in both texts. The number of passages is bounded; the shortest are left out. ``TextAlignment`` says
which place of one text is opposite a place of the other, for panes that scroll together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.comparison.evidence import Passage, TextSpan
from simhash_gui.ui.reading.shown_text import Place, ShownText
from simhash_gui.ui.reading.text_differences import Side, TextDifferences

MAX_PASSAGES = 1_000

_Lines = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LinkedPassage:
    """One passage; ``index`` counts from 0 in the order of A. Spans are in characters."""

    index: int
    a: TextSpan
    b: TextSpan
    equal_tokens: int
    is_moved: bool

    @property
    def number(self) -> int:
        """The number that people see."""
        return self.index + 1

    def span(self, side: Side) -> TextSpan:
        """Where it stands in one text."""
        return self.a if side is Side.A else self.b


class PassagePiece(NamedTuple):
    """Columns ``start`` up to ``end`` of a line, and the index of the passage that stands there."""

    start: int
    end: int
    passage: int


@dataclass(frozen=True, slots=True, eq=False)
class PassagesOfText:
    """The passages of one text by line. A line is looked up when it is shown, not before."""

    text: ShownText
    begins: tuple[Place, ...]
    ends: tuple[Place, ...]
    first_lines: _Lines
    last_lines: _Lines

    @classmethod
    def of(cls, text: ShownText, spans: Sequence[TextSpan]) -> PassagesOfText:
        """The passages that take ``spans`` of a text, in this order."""
        begins = tuple(text.place_of(span.start) for span in spans)
        ends = tuple(text.place_of(span.end) for span in spans)
        first, last = ([place.line for place in places] for places in (begins, ends))
        return cls(text, begins, ends, np.array(first, np.int64), np.array(last, np.int64))

    def pieces(self, line: int) -> tuple[PassagePiece, ...]:
        """What of a line stands in passages; longer pieces first, to be laid under shorter ones."""
        is_here = (self.first_lines <= line) & (line <= self.last_lines)
        found = (self._piece(line, index) for index in np.flatnonzero(is_here).tolist())
        return tuple(
            sorted(filter(_has_characters, found), key=lambda piece: piece.start - piece.end)
        )

    def beginnings(self, line: int) -> tuple[PassagePiece, ...]:
        """The pieces of a line with which passages begin."""
        return tuple(
            sorted(piece for piece in self.pieces(line) if self._first_line(piece.passage) == line)
        )

    def at(self, place: Place) -> int | None:
        """The passage at a character; of several the one with the least in its line."""
        found = [
            piece for piece in self.pieces(place.line) if piece.start <= place.column < piece.end
        ]
        return min(found, key=lambda piece: piece.end - piece.start).passage if found else None

    def _piece(self, line: int, index: int) -> PassagePiece:
        begin, end = self.begins[index], self.ends[index]
        start = begin.column if line == begin.line else 0
        until = end.column if line == end.line else len(self.text.lines[line])
        return PassagePiece(start, until, index)

    def _first_line(self, index: int) -> int:
        """The line with the first character; a passage can begin with the end of a line."""
        line, last = self.begins[index].line, self.ends[index].line
        while line < last and not _has_characters(self._piece(line, index)):
            line += 1
        return line


@dataclass(frozen=True, slots=True)
class NumberedPassages:
    """All passages that are shown of two texts, and how many short ones are not."""

    passages: tuple[LinkedPassage, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class LinkedPassages:
    """The same with their lines in both texts."""

    passages: tuple[LinkedPassage, ...]
    a: PassagesOfText
    b: PassagesOfText
    left_out: int

    @classmethod
    def of(cls, numbered: NumberedPassages, a: ShownText, b: ShownText) -> LinkedPassages:
        """Find the lines of numbered passages."""
        passages = numbered.passages
        return cls(
            passages,
            PassagesOfText.of(a, [passage.a for passage in passages]),
            PassagesOfText.of(b, [passage.b for passage in passages]),
            numbered.left_out,
        )

    def side(self, side: Side) -> PassagesOfText:
        """The passages of one text."""
        return self.a if side is Side.A else self.b

    @property
    def moved_count(self) -> int:
        """How many were moved."""
        return sum(passage.is_moved for passage in self.passages)

    def longest(self) -> int | None:
        """The index of the passage of most tokens, of several the first."""
        longest = max(self.passages, key=lambda passage: passage.equal_tokens, default=None)
        return longest.index if longest is not None else None

    def nearest(self, passage: Passage) -> int | None:
        """The index of the one that begins nearest to a passage, in both texts together."""

        def distance(linked: LinkedPassage) -> int:
            return abs(linked.a.start - passage.a.start) + abs(linked.b.start - passage.b.start)

        found = min(self.passages, key=distance, default=None)
        return found.index if found is not None else None


def number_passages(found: Sequence[Passage]) -> NumberedPassages:
    """Number the longest passages in the order of A (off the UI thread)."""
    longest = sorted(found, key=lambda passage: -passage.equal_tokens)[:MAX_PASSAGES]
    kept = sorted(longest, key=lambda passage: (passage.a.start, passage.b.start))
    in_order = _in_order(kept)
    passages = tuple(
        LinkedPassage(index, passage.a, passage.b, passage.equal_tokens, index not in in_order)
        for index, passage in enumerate(kept)
    )
    return NumberedPassages(passages, len(found) - len(kept))


def share_passages(found: Sequence[Passage], a: ShownText, b: ShownText) -> LinkedPassages:
    """Number the passages and find their lines (off the UI thread)."""
    return LinkedPassages.of(number_passages(found), a, b)


def _has_characters(piece: PassagePiece) -> bool:
    return piece.end > piece.start


def _in_order(passages: Sequence[Passage]) -> set[int]:
    """The passages, by position, that stand in the same order in both texts.

    The chain with the most equal tokens; the others were moved.
    """
    count = len(passages)
    a_starts, a_ends, b_starts, b_ends = (
        np.array(column, np.int64)
        for column in (
            [passage.a.start for passage in passages],
            [passage.a.end for passage in passages],
            [passage.b.start for passage in passages],
            [passage.b.end for passage in passages],
        )
    )
    best = np.zeros(count, np.int64)
    before = np.full(count, -1, np.int64)
    for place in range(count):
        fits = (a_starts[:place] < a_starts[place]) & (a_ends[:place] < a_ends[place])
        fits &= (b_starts[:place] < b_starts[place]) & (b_ends[:place] < b_ends[place])
        weights = np.where(fits, best[:place], 0)
        if fits.any():
            before[place] = int(weights.argmax())
        best[place] = passages[place].equal_tokens + int(weights.max(initial=0))
    chain: set[int] = set()
    place = int(best.argmax()) if count else -1
    while place >= 0:
        chain.add(place)
        place = int(before[place])
    return chain


_MIN_TOKENS = 12
_Offsets = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TextAlignment:
    """Aligns two texts along equal lines, and along passages where lines do not tell.

    Inside a passage the other text shows the same passage. Elsewhere equal lines stand side by
    side; texts too long for that are aligned by the passages that are in order.
    """

    differences: TextDifferences
    shared: LinkedPassages | None
    anchors: dict[Side, _Offsets]

    @classmethod
    def of(cls, differences: TextDifferences, shared: LinkedPassages | None) -> TextAlignment:
        """Prepare the alignment of two texts."""
        passages = shared.passages if shared is not None else ()
        spans = [(passage.a, passage.b) for passage in passages if not passage.is_moved]
        anchors = {
            Side.A: _anchors([a for a, _ in spans], _length(differences, Side.A)),
            Side.B: _anchors([b for _, b in spans], _length(differences, Side.B)),
        }
        return cls(differences, shared, anchors)

    def opposite(self, place: Place, side: Side) -> Place:
        """The place of the other text opposite ``place`` of ``side``."""
        by_lines = self._by_lines(place, side) if self.differences.is_complete else None
        passage = self._passage_at(place, side)
        if passage is not None and not self._is_within(by_lines, passage, side.other):
            return self._within(passage, place, side)
        if by_lines is not None:
            return by_lines
        offset = self.differences.text(side).offset_of(place)
        mapped = np.interp(offset, self.anchors[side], self.anchors[side.other])
        return self.differences.text(side.other).place_of(int(mapped))

    def _passage_at(self, place: Place, side: Side) -> LinkedPassage | None:
        index = self.shared.side(side).at(place) if self.shared is not None else None
        if self.shared is None or index is None:
            return None
        passage = self.shared.passages[index]
        return passage if passage.equal_tokens >= _MIN_TOKENS else None

    def _is_within(self, place: Place | None, passage: LinkedPassage, side: Side) -> bool:
        """Whether lines lead into the passage already; they then tell its place exactly."""
        if place is None:
            return False
        span = passage.span(side)
        text = self.differences.text(side)
        return text.place_of(span.start).line <= place.line <= text.place_of(span.end).line

    def _within(self, passage: LinkedPassage, place: Place, side: Side) -> Place:
        own, other = passage.span(side), passage.span(side.other)
        offset = self.differences.text(side).offset_of(place) - own.start
        share = offset / max(own.end - own.start, 1)
        mapped = other.start + int(share * (other.end - other.start))
        return self.differences.text(side.other).place_of(mapped)

    def _by_lines(self, place: Place, side: Side) -> Place:
        line = self.differences.aligned_line(place.line, side)
        own = self.differences.lines(side)[place.line]
        other = self.differences.lines(side.other)
        length = len(other[line]) if line < len(other) else 0
        return Place(line, int(place.column / max(len(own), 1) * length))


def _length(differences: TextDifferences, side: Side) -> int:
    text = differences.text(side)
    return text.starts[-1] + len(text.lines[-1])


def _anchors(spans: list[TextSpan], length: int) -> _Offsets:
    """Characters that stand opposite each other, ascending: ends of texts and of passages."""
    inner = [offset for span in spans for offset in (span.start, span.end)]
    anchors: _Offsets = np.maximum.accumulate(np.array([0, *inner, length], np.int64))
    return anchors
