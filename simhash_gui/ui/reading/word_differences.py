"""Which words of a stretch of changed lines differ, and which of its lines belong together.

Words of scripts that write them apart are compared whole, everything else character by
character. How white space runs, and so where lines are broken, does not matter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

_TOKEN = re.compile(r"[^\W\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff]+|\s+|.", re.DOTALL)
_MIN_SHARE = 1 / 3


class Span(NamedTuple):
    """Characters ``start`` up to ``end`` of one line, counted in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LineWords:
    """What became of one line.

    ``spans`` are the parts that the other text lacks, so none where nothing but white space
    differs; None where too little of the line is in the other text to tell it apart.
    """

    spans: tuple[Span, ...] | None


@dataclass(frozen=True, slots=True)
class WordComparison:
    """Two stretches of lines. ``partners`` are lines (a, b) that belong together, in order."""

    a: tuple[LineWords, ...]
    b: tuple[LineWords, ...]
    partners: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The lines of one side cut into tokens, each with its line and its place in the line."""

    lines: tuple[str, ...]
    tokens: tuple[str, ...]
    line_numbers: tuple[int, ...]
    starts: tuple[int, ...]


def cut(lines: Sequence[str]) -> Words:
    """Cut lines into tokens; a line end counts as white space."""
    tokens: list[str] = []
    numbers: list[int] = []
    starts: list[int] = []
    for number, line in enumerate(lines):
        for found in _TOKEN.finditer(f"{line}\n"):
            tokens.append(" " if found[0].isspace() else found[0])
            numbers.append(number)
            starts.append(found.start())
    return Words(tuple(lines), tuple(tokens), tuple(numbers), tuple(starts))


def compare_words(a: Words, b: Words) -> WordComparison:
    """Compare two stretches word by word; the time grows with the product of their lengths."""
    matcher = SequenceMatcher(str.isspace, a.tokens, b.tokens, autojunk=False)
    common = [
        (block.a + step, block.b + step)
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    ]
    links: Counter[tuple[int, int]] = Counter()
    for left, right in common:
        size = 0 if a.tokens[left] == " " else len(a.tokens[left])
        links[a.line_numbers[left], b.line_numbers[right]] += size
    return WordComparison(
        _judged(a, {left for left, _ in common}),
        _judged(b, {right for _, right in common}),
        tuple(_partners(links)),
    )


def _partners(links: Counter[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pairs of lines of which each has most in common with the other."""
    best_of_a: dict[int, tuple[int, int]] = {}
    best_of_b: dict[int, tuple[int, int]] = {}
    for (left, right), size in links.items():
        if size:
            best_of_a[left] = max(best_of_a.get(left, (0, 0)), (size, -right))
            best_of_b[right] = max(best_of_b.get(right, (0, 0)), (size, -left))
    reached = -1
    for left, (_, negative_right) in sorted(best_of_a.items()):
        right = -negative_right
        if best_of_b[right][1] == -left and right > reached:
            reached = right
            yield left, right


def _judged(words: Words, common: set[int]) -> tuple[LineWords, ...]:
    """Each line with the spans of its tokens that are not common."""
    strange: dict[int, list[Span]] = defaultdict(list)
    known: Counter[int] = Counter()
    for index, (token, number) in enumerate(zip(words.tokens, words.line_numbers, strict=True)):
        if token == " ":
            continue
        if index in common:
            known[number] += len(token)
        else:
            start = words.starts[index]
            strange[number].append(Span(start, start + len(token)))
    return tuple(
        _judged_line(line, known[number], strange[number])
        for number, line in enumerate(words.lines)
    )


def _judged_line(line: str, known: int, strange: Sequence[Span]) -> LineWords:
    visible = known + sum(span.end - span.start for span in strange)
    if known < _MIN_SHARE * visible:
        return LineWords(None)
    return LineWords(tuple(_joined(line, strange)))


def _joined(line: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Spans with nothing but white space between them become one: easier to read."""
    if not spans:
        return
    start = spans[0].start
    for before, after in pairwise(spans):
        if line[before.end : after.start].strip():
            yield Span(start, before.end)
            start = after.start
    yield Span(start, spans[-1].end)
