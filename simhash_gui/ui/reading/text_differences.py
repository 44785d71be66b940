"""Which lines and words of two texts differ: what the panes of the Compare page mark and align.

Plain functions over strings, to be called off the UI thread. The work is bounded: what is too
long to compare is left unmarked (``is_complete`` says so). This is a reading aid by lines and
words; passages that moved elsewhere are the business of ``shared_passages``.

Differences travel between processes in small pieces (``cut_differences``): while Python unpickles,
nothing else in its process runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

from simhash_gui.ui.reading.difference_places import (
    DifferingPlaces,
    LineMark,
    MarkedLines,
    differing_places,
)
from simhash_gui.ui.reading.shown_text import ShownText, shown_text
from simhash_gui.ui.reading.word_differences import compare_words, cut

MAX_LINES = 3_000
MAX_TOKENS = 4_000
MAX_TOKENS_IN_ALL = 60_000


class Side(Enum):
    """Which of the two texts."""

    A = 0
    B = 1

    @property
    def other(self) -> Side:
        """The opposite one."""
        return Side.B if self is Side.A else Side.A


class Stretch(NamedTuple):
    """Lines ``a_start`` up to ``a_end`` of A and ``b_start`` up to ``b_end`` of B, opposite."""

    is_equal: bool
    a_start: int
    a_end: int
    b_start: int
    b_end: int

    def bounds(self, side: Side) -> tuple[int, int]:
        """First line, and the line after the last, on one side."""
        if side is Side.A:
            return self.a_start, self.a_end
        return self.b_start, self.b_end

    @property
    def is_empty(self) -> bool:
        """Whether it holds no line on either side."""
        return self.a_start == self.a_end and self.b_start == self.b_end


@dataclass(frozen=True, slots=True)
class TextDifferences:
    """Two texts as lines to show, the stretches that align them, and the marks of each.

    ``is_complete`` is False when the texts were too long to compare; nothing is marked then.
    ``are_equal``: both texts are the same, white space included. ``by_words`` and
    ``by_characters`` are the places that are marked, see ``difference_places``.
    """

    a_text: ShownText
    b_text: ShownText
    stretches: tuple[Stretch, ...]
    a: MarkedLines
    b: MarkedLines
    is_complete: bool
    are_equal: bool
    by_words: DifferingPlaces = field(default_factory=DifferingPlaces)
    by_characters: DifferingPlaces = field(default_factory=DifferingPlaces)

    def text(self, side: Side) -> ShownText:
        """One text as it is shown."""
        return self.a_text if side is Side.A else self.b_text

    def lines(self, side: Side) -> tuple[str, ...]:
        """The lines of one side."""
        return self.text(side).lines

    def length(self, side: Side) -> int:
        """The characters of one side."""
        text = self.text(side)
        return text.starts[-1] + len(text.lines[-1])

    def marked(self, side: Side) -> MarkedLines:
        """The marks of one side."""
        return self.a if side is Side.A else self.b

    def places(self, *, by_characters: bool) -> DifferingPlaces:
        """The places that are marked, by words or to the letter."""
        return self.by_characters if by_characters else self.by_words

    @property
    def marks_passages_only(self) -> bool:
        """Whether words are marked inside passages alone: outside everything differs."""
        return any(() in marked.spans.values() for marked in (self.a, self.b))

    def aligned_line(self, line: int, side: Side) -> int:
        """The line of the other text that stands opposite ``line`` of ``side``."""
        for stretch in self.stretches:
            start, end = stretch.bounds(side)
            if start <= line < end:
                other_start, other_end = stretch.bounds(side.other)
                share = (line - start) / (end - start)
                return other_start + int(share * (other_end - other_start))
        return max(len(self.lines(side.other)) - 1, 0)


def find_differences(a: str, b: str) -> TextDifferences:
    """Compare two texts by lines, and changed lines by words (Han by characters)."""
    a_text, b_text = shown_text(a), shown_text(b)
    a_lines, b_lines = a_text.lines, b_text.lines
    are_equal = a_lines == b_lines
    coarse = _coarse_stretches(a_lines, b_lines)
    if coarse is None:
        whole = Stretch(False, 0, len(a_lines), 0, len(b_lines))
        unmarked = MarkedLines(), MarkedLines()
        return TextDifferences(a_text, b_text, (whole,), *unmarked, False, are_equal)
    marking = _Marking(a_lines, b_lines)
    fine = [part for stretch in coarse for part in marking.refine(stretch)]
    stretches = tuple(part for part in fine if not part.is_empty)
    texts, marks = (a_text, b_text), (marking.a, marking.b)
    by_words, by_characters = differing_places(texts, marks)
    return TextDifferences(
        *texts,
        stretches,
        *marks,
        is_complete=True,
        are_equal=are_equal,
        by_words=by_words,
        by_characters=by_characters,
    )


def _coarse_stretches(a: Sequence[str], b: Sequence[str]) -> list[Stretch] | None:
    """Stretches by whole lines; None when there are too many. Empty lines anchor nothing."""
    head = _common_head(a, b)
    tail = _common_head(a[head:][::-1], b[head:][::-1])
    a_end, b_end = len(a) - tail, len(b) - tail
    if max(a_end, b_end) - head > MAX_LINES:
        return None
    last = Stretch(True, a_end, len(a), b_end, len(b))
    stretches = [Stretch(True, 0, head, 0, head)]
    for equal in (*_equal_runs(a, b, range(head, a_end), range(head, b_end)), last):
        before = stretches[-1]
        stretches.append(Stretch(False, before.a_end, equal.a_start, before.b_end, equal.b_start))
        stretches.append(equal)
    return stretches


def _equal_runs(
    a: Sequence[str], b: Sequence[str], a_places: range, b_places: range
) -> Iterator[Stretch]:
    """Equal lines with the blank ones between them.

    Blank lines are not matched: they would part each paragraph from the next, and a single one
    matches anywhere.
    """
    left, right = (
        [place for place in places if not _is_blank(lines[place])]
        for lines, places in ((a, a_places), (b, b_places))
    )
    matcher = SequenceMatcher(None, [a[n] for n in left], [b[n] for n in right])
    for block in matcher.get_matching_blocks():
        begin = 0
        for step in range(1, block.size + 1):
            here, there = block.a + step - 1, block.b + step - 1
            is_last = step == block.size
            if is_last or left[here + 1] - left[here] != right[there + 1] - right[there]:
                first_a, first_b = left[block.a + begin], right[block.b + begin]
                yield Stretch(True, first_a, left[here] + 1, first_b, right[there] + 1)
                begin = step


def _is_blank(line: str) -> bool:
    return not line.strip()


def _common_head(a: Sequence[str], b: Sequence[str]) -> int:
    for index, (left, right) in enumerate(zip(a, b, strict=False)):
        if left != right:
            return index
    return min(len(a), len(b))


@dataclass(slots=True)
class _Marking:
    """Collects the marks of both texts, word by word as long as the budget lasts."""

    a_lines: Sequence[str]
    b_lines: Sequence[str]
    a: MarkedLines = field(default_factory=MarkedLines)
    b: MarkedLines = field(default_factory=MarkedLines)
    tokens_left: int = MAX_TOKENS_IN_ALL

    def refine(self, stretch: Stretch) -> Iterator[Stretch]:
        """Mark the lines of a stretch; lines that belong together get a stretch of their own."""
        if stretch.is_equal:
            yield stretch
            return
        a_words = cut(self.a_lines[stretch.a_start : stretch.a_end])
        b_words = cut(self.b_lines[stretch.b_start : stretch.b_end])
        most = max(len(a_words.tokens), len(b_words.tokens))
        cost = len(a_words.tokens) + len(b_words.tokens)
        if not a_words.lines or not b_words.lines or most > MAX_TOKENS or cost > self.tokens_left:
            self._mark_whole(stretch)
            yield self._judged(stretch)
            return
        self.tokens_left -= cost
        found = compare_words(a_words, b_words)
        for step, words in enumerate(found.a):
            self.a.mark_words(stretch.a_start + step, words)
        for step, words in enumerate(found.b):
            self.b.mark_words(stretch.b_start + step, words)
        yield from map(self._judged, _split(stretch, found.partners))

    def _mark_whole(self, stretch: Stretch) -> None:
        has_both = stretch.a_start < stretch.a_end and stretch.b_start < stretch.b_end
        mark = LineMark.CHANGED if has_both else LineMark.ONLY_HERE
        for lines, marked, side in (
            (self.a_lines, self.a, Side.A),
            (self.b_lines, self.b, Side.B),
        ):
            places = range(*stretch.bounds(side))
            marked.marks.update({line: mark for line in places if not _is_blank(lines[line])})

    def _judged(self, stretch: Stretch) -> Stretch:
        """The same, equal where nothing is marked: white space alone makes no difference."""
        has_marks = self.a.has_marks(range(*stretch.bounds(Side.A)))
        has_marks = has_marks or self.b.has_marks(range(*stretch.bounds(Side.B)))
        return stretch._replace(is_equal=not has_marks)


def _split(stretch: Stretch, partners: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """The stretch cut before and after each pair of partners."""
    a_next, b_next = stretch.a_start, stretch.b_start
    for a_step, b_step in partners:
        a_line, b_line = stretch.a_start + a_step, stretch.b_start + b_step
        yield Stretch(False, a_next, a_line, b_next, b_line)
        a_next, b_next = a_line + 1, b_line + 1
        yield Stretch(False, a_line, a_next, b_line, b_next)
    yield Stretch(False, a_next, stretch.a_end, b_next, stretch.b_end)


_PIECE_CHARACTERS = 100_000
_PIECE_LINES = 2_000


@dataclass(frozen=True, slots=True)
class LinesPiece:
    """Some lines of one text, in order."""

    side: Side
    lines: tuple[str, ...]


Piece = LinesPiece | TextDifferences


def cut_differences(differences: TextDifferences) -> Iterator[Piece]:
    """All lines piece by piece, then everything else."""
    for side in Side:
        yield from _cut_lines(differences.text(side), side)
    yield replace(
        differences,
        a_text=ShownText((), differences.a_text.starts),
        b_text=ShownText((), differences.b_text.starts),
    )


def put_together(pieces: Iterable[Piece]) -> TextDifferences:
    """What ``cut_differences`` cut."""
    lines: dict[Side, list[str]] = {side: [] for side in Side}
    rest: TextDifferences | None = None
    for piece in pieces:
        if isinstance(piece, LinesPiece):
            lines[piece.side] += piece.lines
        else:
            rest = piece
    if rest is None:
        raise ValueError("the last piece is missing")
    return replace(
        rest,
        a_text=ShownText(tuple(lines[Side.A]), rest.a_text.starts),
        b_text=ShownText(tuple(lines[Side.B]), rest.b_text.starts),
    )


def _cut_lines(text: ShownText, side: Side) -> Iterator[LinesPiece]:
    first, size = 0, 0
    for place, line in enumerate(text.lines):
        size += len(line)
        if size > _PIECE_CHARACTERS or place - first >= _PIECE_LINES:
            yield LinesPiece(side, text.lines[first : place + 1])
            first, size = place + 1, 0
    yield LinesPiece(side, text.lines[first:])
