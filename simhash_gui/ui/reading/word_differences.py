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
from typing import NamedTuple, TypeAlias

_TOKEN = re.compile(r"[^\W\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff]+|\s+|.", re.DOTALL)
_MIN_SHARE = 1 / 3
_ALIKE = 0.5
_LONGEST_WORD = 100

_Letters: TypeAlias = dict[int, set[int]]
"""By token: the places of its letters that the other text has at the same point."""


class _AlikeWords(NamedTuple):
    """Two words that are spelt alike, and the places of the letters that they share."""

    words: tuple[int, int]
    letters: tuple[set[int], set[int]]


class Span(NamedTuple):
    """Characters ``start`` up to ``end`` of one line, counted in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LineWords:
    """What became of one line.

    ``spans`` are the words that the other text lacks, so none where nothing but white space
    differs; None where too little of the line is in the other text to tell it apart.
    ``characters`` are these without the letters of words that are spelt alike.
    """

    spans: tuple[Span, ...] | None
    characters: tuple[Span, ...] = ()


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
    # White space would part each word from the next: runs of one word match anywhere.
    left, right = ([n for n, token in enumerate(side.tokens) if token != " "] for side in (a, b))
    visible = [a.tokens[n] for n in left], [b.tokens[n] for n in right]
    matcher = SequenceMatcher(None, *visible, autojunk=False)
    common: list[tuple[int, int]] = []
    alike: list[_AlikeWords] = []
    for tag, a_start, a_end, b_start, b_end in matcher.get_opcodes():
        places = left[a_start:a_end], right[b_start:b_end]
        if tag == "equal":
            common += zip(*places, strict=True)
        elif tag == "replace":
            alike += _compare_letters(a.tokens, b.tokens, places)
    links: Counter[tuple[int, int]] = Counter()
    for one, other in common:
        links[a.line_numbers[one], b.line_numbers[other]] += len(a.tokens[one])
    judged = _judged_both((a, b), common, alike)
    return WordComparison(*judged, tuple(_partners(links)))


def _judged_both(
    words: tuple[Words, Words], common: Sequence[tuple[int, int]], alike: Sequence[_AlikeWords]
) -> tuple[tuple[LineWords, ...], tuple[LineWords, ...]]:
    """The lines of both sides.

    What stands in a line that is marked whole is in common with nothing: else the other text would
    have it unmarked. That can leave too little of other lines.
    """
    numbers = words[0].line_numbers, words[1].line_numbers
    while True:
        a, b = (
            _judged(
                words[side],
                {pair[side] for pair in common},
                {each.words[side]: each.letters[side] for each in alike},
            )
            for side in (0, 1)
        )
        whole = tuple({n for n, line in enumerate(lines) if line.spans is None} for lines in (a, b))
        left = [pair for pair in common if not _is_in(whole, numbers, pair)]
        alike_left = [each for each in alike if not _is_in(whole, numbers, each.words)]
        if len(left) == len(common) and len(alike_left) == len(alike):
            return a, b
        common, alike = left, alike_left


def _is_in(
    whole: Sequence[set[int]], numbers: Sequence[Sequence[int]], pair: tuple[int, int]
) -> bool:
    """Whether one of two tokens is in one of some lines."""
    return any(numbers[side][pair[side]] in whole[side] for side in (0, 1))


def _compare_letters(
    a: Sequence[str], b: Sequence[str], places: tuple[Sequence[int], Sequence[int]]
) -> Iterator[_AlikeWords]:
    """Which letters words share that stand in each other's place, word by word."""
    if len(places[0]) != len(places[1]):
        return
    for one, other in zip(*places, strict=True):
        matcher = SequenceMatcher(None, a[one][:_LONGEST_WORD], b[other][:_LONGEST_WORD], False)
        if matcher.ratio() >= _ALIKE:
            blocks = matcher.get_matching_blocks()
            letters = (
                {start + step for start, size in starts for step in range(size)}
                for starts in (
                    [(block.a, block.size) for block in blocks],
                    [(block.b, block.size) for block in blocks],
                )
            )
            yield _AlikeWords((one, other), (next(letters), next(letters)))


def _partners(links: Counter[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Pairs of lines of which each has most in common with the other."""
    best_of_a: dict[int, tuple[int, int]] = {}
    best_of_b: dict[int, tuple[int, int]] = {}
    for (left, right), size in links.items():
        best_of_a[left] = max(best_of_a.get(left, (0, 0)), (size, -right))
        best_of_b[right] = max(best_of_b.get(right, (0, 0)), (size, -left))
    reached = -1
    for left, (_, negative_right) in sorted(best_of_a.items()):
        right = -negative_right
        if best_of_b[right][1] == -left and right > reached:
            reached = right
            yield left, right


def _judged(words: Words, common: set[int], alike: _Letters) -> tuple[LineWords, ...]:
    """Each line with the spans of its tokens that are not common."""
    strange: dict[int, list[Span]] = defaultdict(list)
    letters: dict[int, list[Span]] = defaultdict(list)
    known: Counter[int] = Counter()
    for index, (token, number) in enumerate(zip(words.tokens, words.line_numbers, strict=True)):
        if token == " ":
            continue
        if index in common:
            known[number] += len(token)
        else:
            start = words.starts[index]
            strange[number].append(Span(start, start + len(token)))
            shared = alike.get(index, set())
            known[number] += len(shared)
            own = [place for place in range(len(token)) if place not in shared]
            letters[number] += (Span(start + place, start + place + 1) for place in own)
    return tuple(
        _judged_line(line, known[number], strange[number], letters[number])
        for number, line in enumerate(words.lines)
    )


def _judged_line(
    line: str, known: int, strange: Sequence[Span], letters: Sequence[Span]
) -> LineWords:
    """``known`` are the characters that the other text has too."""
    visible = known + sum(span.end - span.start for span in letters)
    if known < _MIN_SHARE * visible:
        return LineWords(None)
    return LineWords(tuple(_joined(line, strange)), tuple(_joined(line, letters)))


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
