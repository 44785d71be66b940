"""Where the common passages of two texts stand in the lines that are shown.

Passages come from ``services.evidence`` in characters. Here they are numbered in the order of A,
cut into pieces of lines, and told apart: those in the same order in both texts, and those that
were moved. The number of passages is bounded; what is left out are the shortest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from simhash_gui.services.evidence import Passage, Span
from simhash_gui.ui.viewmodels.shown_text import Place, ShownText
from simhash_gui.ui.viewmodels.text_differences import Side

MAX_PASSAGES = 1_000


@dataclass(frozen=True, slots=True)
class SharedPassage:
    """One passage; ``index`` counts from 0 in the order of A. Spans are in characters."""

    index: int
    a: Span
    b: Span
    equal_tokens: int
    is_moved: bool

    @property
    def number(self) -> int:
        """The number that people see."""
        return self.index + 1

    def span(self, side: Side) -> Span:
        """Where it stands in one text."""
        return self.a if side is Side.A else self.b


class PassagePiece(NamedTuple):
    """Columns ``start`` up to ``end`` of a line, and the index of the passage that stands there."""

    start: int
    end: int
    passage: int


@dataclass(frozen=True, slots=True)
class PassagesOfText:
    """The passages of one text by line, and where each begins."""

    pieces: dict[int, tuple[PassagePiece, ...]]
    beginnings: dict[int, tuple[PassagePiece, ...]]

    def at(self, place: Place) -> int | None:
        """The passage at a character; of several the one with the least in its line."""
        found = [
            piece
            for piece in self.pieces.get(place.line, ())
            if piece.start <= place.column < piece.end
        ]
        return min(found, key=lambda piece: piece.end - piece.start).passage if found else None


@dataclass(frozen=True, slots=True)
class SharedPassages:
    """All passages that are shown of two texts, and how many short ones are not."""

    passages: tuple[SharedPassage, ...]
    a: PassagesOfText
    b: PassagesOfText
    left_out: int

    def side(self, side: Side) -> PassagesOfText:
        """The passages of one text."""
        return self.a if side is Side.A else self.b

    @property
    def moved_count(self) -> int:
        """How many were moved."""
        return sum(passage.is_moved for passage in self.passages)


def share_passages(found: Sequence[Passage], a: ShownText, b: ShownText) -> SharedPassages:
    """Number the passages and find their lines (off the UI thread)."""
    longest = sorted(found, key=lambda passage: -passage.equal_tokens)[:MAX_PASSAGES]
    kept = sorted(longest, key=lambda passage: (passage.a.start, passage.b.start))
    in_order = _in_order(kept)
    passages = tuple(
        SharedPassage(index, passage.a, passage.b, passage.equal_tokens, index not in in_order)
        for index, passage in enumerate(kept)
    )
    return SharedPassages(
        passages,
        _by_line(a, [(passage.a, passage.index) for passage in passages]),
        _by_line(b, [(passage.b, passage.index) for passage in passages]),
        len(found) - len(kept),
    )


def _by_line(text: ShownText, spans: Iterable[tuple[Span, int]]) -> PassagesOfText:
    pieces: defaultdict[int, list[PassagePiece]] = defaultdict(list)
    beginnings: defaultdict[int, list[PassagePiece]] = defaultdict(list)
    for span, index in spans:
        for number, (line, start, end) in enumerate(text.pieces(span.start, span.end)):
            piece = PassagePiece(start, end, index)
            pieces[line].append(piece)
            if number == 0:
                beginnings[line].append(piece)
    # longer ones first: what is laid over them stays visible
    ordered = {
        line: tuple(sorted(found, key=lambda piece: piece.start - piece.end))
        for line, found in pieces.items()
    }
    return PassagesOfText(
        ordered, {line: tuple(sorted(found)) for line, found in beginnings.items()}
    )


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
