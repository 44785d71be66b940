"""Which lines and words of two texts differ: what the panes of the Compare page mark and align.

Plain functions over strings, to be called off the UI thread. The work is bounded: what is too
long to compare is left unmarked (``is_complete`` says so), never waited for. This is a reading
aid by lines and words; passages that moved elsewhere are not looked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum, StrEnum
from itertools import pairwise
from typing import NamedTuple

MAX_LINE_CHARACTERS = 1_000
MAX_LINES = 3_000
MAX_TOKENS = 3_000
MAX_TOKENS_IN_ALL = 60_000
_LEAST_IN_COMMON = 0.33
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029\x0b\x0c]")
_TOKEN = re.compile(r"[^\W\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff]+|\s+|.", re.DOTALL)


class Side(Enum):
    """Which of the two texts."""

    A = 0
    B = 1

    @property
    def other(self) -> Side:
        """The opposite one."""
        return Side.B if self is Side.A else Side.A


class LineMark(StrEnum):
    """Why a line is marked."""

    CHANGED = "changed"
    ONLY_HERE = "only-here"


class Span(NamedTuple):
    """Characters ``start`` up to ``end`` of one line, counted in code points."""

    start: int
    end: int


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


@dataclass(frozen=True, slots=True)
class MarkedLines:
    """The marks of one text by line number; lines without an entry are the same on both sides."""

    marks: dict[int, LineMark] = field(default_factory=dict)
    spans: dict[int, tuple[Span, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextDifferences:
    """Two texts as lines to show, the stretches that align them, and the marks of each.

    ``is_complete`` is False when the texts were too long to compare; nothing is marked then.
    """

    a_lines: tuple[str, ...]
    b_lines: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    a: MarkedLines
    b: MarkedLines
    is_complete: bool

    def lines(self, side: Side) -> tuple[str, ...]:
        """The lines of one side."""
        return self.a_lines if side is Side.A else self.b_lines

    def marked(self, side: Side) -> MarkedLines:
        """The marks of one side."""
        return self.a if side is Side.A else self.b

    @property
    def changes(self) -> tuple[Stretch, ...]:
        """The stretches that differ, in order; none when the texts were not compared."""
        if not self.is_complete:
            return ()
        return tuple(stretch for stretch in self.stretches if not stretch.is_equal)

    def aligned_line(self, line: int, side: Side) -> int:
        """The line of the other text that stands opposite ``line`` of ``side``."""
        for stretch in self.stretches:
            start, end = stretch.bounds(side)
            if start <= line < end:
                other_start, other_end = stretch.bounds(side.other)
                share = (line - start) / (end - start)
                return other_start + int(share * (other_end - other_start))
        return max(len(self.lines(side.other)) - 1, 0)


def shown_lines(text: str) -> tuple[str, ...]:
    """The lines of a text; very long ones are cut so that a pane can lay them out at once."""
    lines: list[str] = []
    for line in _LINE_ENDS.split(text):
        lines.extend(
            line[start : start + MAX_LINE_CHARACTERS]
            for start in range(0, max(len(line), 1), MAX_LINE_CHARACTERS)
        )
    return tuple(lines)


def find_differences(a: str, b: str) -> TextDifferences:
    """Compare two texts by lines, and changed lines by words (Han by characters)."""
    a_lines, b_lines = shown_lines(a), shown_lines(b)
    stretches, is_complete = _stretches(a_lines, b_lines)
    marking = _Marking(a_lines, b_lines)
    if is_complete:
        for stretch in stretches:
            if not stretch.is_equal:
                marking.mark(stretch)
    return TextDifferences(a_lines, b_lines, stretches, marking.a, marking.b, is_complete)


def _stretches(a: Sequence[str], b: Sequence[str]) -> tuple[tuple[Stretch, ...], bool]:
    head = _common_head(a, b)
    tail = _common_head(a[head:][::-1], b[head:][::-1])
    a_end, b_end = len(a) - tail, len(b) - tail
    if max(a_end, b_end) - head > MAX_LINES:
        return (Stretch(False, 0, len(a), 0, len(b)),), False
    matcher = SequenceMatcher(None, a[head:a_end], b[head:b_end])
    parts = [Stretch(True, 0, head, 0, head)]
    for tag, a0, a1, b0, b1 in matcher.get_opcodes():
        stretch = Stretch(tag == "equal", head + a0, head + a1, head + b0, head + b1)
        parts.extend(_line_by_line(stretch, a, b))
    parts.append(Stretch(True, a_end, len(a), b_end, len(b)))
    return tuple(part for part in parts if any(_sizes(part))), True


def _line_by_line(stretch: Stretch, a: Sequence[str], b: Sequence[str]) -> list[Stretch]:
    """As many changed lines on both sides, each like the one opposite, stand one by one."""
    a_size, b_size = _sizes(stretch)
    if stretch.is_equal or a_size != b_size or a_size < 2:
        return [stretch]
    places = [(stretch.a_start + step, stretch.b_start + step) for step in range(a_size)]
    if not all(_look_alike(a[left], b[right]) for left, right in places):
        return [stretch]
    return [Stretch(False, left, left + 1, right, right + 1) for left, right in places]


def _look_alike(a: str, b: str) -> bool:
    """Whether two lines have half of their words in common, wherever they stand."""
    a_words, b_words = (Counter(_TOKEN.findall(line)) for line in (a, b))
    return 4 * (a_words & b_words).total() >= a_words.total() + b_words.total()


def _sizes(stretch: Stretch) -> tuple[int, int]:
    return stretch.a_end - stretch.a_start, stretch.b_end - stretch.b_start


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

    def mark(self, stretch: Stretch) -> None:
        """Mark the lines of one stretch, and in them the words that differ."""
        a_size, b_size = _sizes(stretch)
        mark = LineMark.CHANGED if a_size and b_size else LineMark.ONLY_HERE
        self.a.marks.update(dict.fromkeys(range(stretch.a_start, stretch.a_end), mark))
        self.b.marks.update(dict.fromkeys(range(stretch.b_start, stretch.b_end), mark))
        if mark is LineMark.CHANGED:
            self._mark_words(stretch)

    def _mark_words(self, stretch: Stretch) -> None:
        a_tokens = _tokens(self.a_lines[stretch.a_start : stretch.a_end])
        b_tokens = _tokens(self.b_lines[stretch.b_start : stretch.b_end])
        cost = len(a_tokens) + len(b_tokens)
        if max(len(a_tokens), len(b_tokens)) > MAX_TOKENS or cost > self.tokens_left:
            return
        self.tokens_left -= cost
        matcher = SequenceMatcher(None, _spaced(a_tokens), _spaced(b_tokens), autojunk=False)
        if matcher.ratio() >= _LEAST_IN_COMMON:
            codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
            a_ranges = [(code[1], code[2]) for code in codes]
            b_ranges = [(code[3], code[4]) for code in codes]
            self.a.spans.update(_spans(a_tokens, a_ranges, stretch.a_start))
            self.b.spans.update(_spans(b_tokens, b_ranges, stretch.b_start))


def _spaced(tokens: Sequence[str]) -> list[str]:
    """The tokens as they are compared: where a line was broken does not matter."""
    return [" " if token.isspace() else token for token in tokens]


def _tokens(lines: Sequence[str]) -> list[str]:
    return _TOKEN.findall("\n".join(lines))


def _spans(
    tokens: Sequence[str], ranges: Sequence[tuple[int, int]], first_line: int
) -> dict[int, tuple[Span, ...]]:
    """Ranges of tokens as spans by line number."""
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    text = "".join(tokens)
    characters = [(starts[low], starts[high]) for low, high in ranges if high > low]
    by_line: dict[int, tuple[Span, ...]] = {}
    line_start = 0
    joined = list(_joined(text, characters))
    for number, line in enumerate(text.split("\n"), first_line):
        line_end = line_start + len(line)
        by_line[number] = tuple(
            Span(max(low, line_start) - line_start, min(high, line_end) - line_start)
            for low, high in joined
            if max(low, line_start) < min(high, line_end)
        )
        line_start = line_end + 1
    return by_line


def _joined(text: str, ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranges with at most one visible character between them become one: easier to read."""
    if not ranges:
        return
    start = ranges[0][0]
    for (_, end), (following, _) in pairwise(ranges):
        if len(text[end:following].strip()) > 1:
            yield start, end
            start = following
    yield start, ranges[-1][1]
