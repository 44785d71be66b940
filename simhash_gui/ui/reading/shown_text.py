"""A text as the lines that a pane shows, and the way from its characters to them and back."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MAX_LINE_CHARACTERS = 1_000
_MOST_SPARED = 200  # characters of a part, so that no word is cut
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029\x0b\x0c]")


class Place(NamedTuple):
    """A character of a shown text, counted in code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ShownText:
    """Lines without their ends, and the character of the text that each begins with."""

    lines: tuple[str, ...]
    starts: Sequence[int]

    def place_of(self, offset: int) -> Place:
        """Where a character of the text is shown; a line end counts as the end of its line."""
        line = max(bisect_right(self.starts, offset) - 1, 0)
        return Place(line, min(max(offset - self.starts[line], 0), len(self.lines[line])))

    def offset_of(self, place: Place) -> int:
        """The character of the text at a place."""
        return self.starts[place.line] + min(place.column, len(self.lines[place.line]))

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The lines that ``text[start:end]`` takes: line, first column, column after the last."""
        first, last = self.place_of(start), self.place_of(end)
        for line in range(first.line, last.line + 1):
            begin = first.column if line == first.line else 0
            until = last.column if line == last.line else len(self.lines[line])
            if until > begin:
                yield line, begin, until


def shown_text(text: str) -> ShownText:
    """The lines of a text; very long ones are cut so that a pane can lay them out at once.

    They are cut behind a space where there is one. Goes line by line, so that other threads get
    their turn while a long text is cut.
    """
    lines: list[str] = []
    starts = array("q")
    for begin, end in _line_bounds(text):
        for start, stop in _parts(text, begin, end):
            lines.append(text[start:stop])
            starts.append(start)
    return ShownText(tuple(lines), starts)


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_LINE_CHARACTERS:
        latest = start + MAX_LINE_CHARACTERS
        stop = text.rfind(" ", latest - _MOST_SPARED, latest) + 1 or latest
        yield start, stop
        start = stop
    yield start, end


def _line_bounds(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for found in _LINE_ENDS.finditer(text):
        yield begin, found.start()
        begin = found.end()
    yield begin, len(text)
