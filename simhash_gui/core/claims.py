"""Which chain keeps the text that several claim: the one with more equal tokens.

Three rounds, each from the longest chain to the shortest. In the first a chain gets what is free in
both documents; in the others what is free in one of them only, where the text of the other stands
several times. A chain that another one has cut may fall into pieces; what is too short is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.chains import Chains


class Span(NamedTuple):
    """One passage: where it lies in both documents, and its equal tokens."""

    a_start: int
    a_end: int
    b_start: int
    b_end: int
    matched: int


class _Piece(NamedTuple):
    """Equal tokens without anything between them."""

    a_start: int
    b_start: int
    length: int


class _Free(NamedTuple):
    """Which documents a round wants to be free; the other one must be taken."""

    in_a: bool
    in_b: bool


class Claims:
    """The tokens of both documents that a passage has already, and the rules for more."""

    def __init__(self, a_tokens: int, b_tokens: int, gap_tokens: int, least_matched: int) -> None:
        self._a_taken = np.zeros(a_tokens, np.bool_)
        self._b_taken = np.zeros(b_tokens, np.bool_)
        self._gap_tokens = gap_tokens
        self._least_matched = least_matched

    def settle(self, chains: Chains) -> list[Span]:
        """The passages of all chains, in no order of use to others."""
        by_length = np.argsort(-chains.matched, kind="stable")
        long_enough = by_length[chains.matched[by_length] >= self._least_matched]
        claims = [_pieces(chains, chain) for chain in long_enough.tolist()]
        found: list[Span] = []
        for free in (_Free(True, True), _Free(True, False), _Free(False, True)):
            contested = []
            for pieces in claims:
                passages = list(self._passages(pieces, free))
                found += passages
                if sum(passage.matched for passage in passages) < _matched(pieces):
                    contested.append(pieces)
            claims = contested
        return found

    def _passages(self, pieces: list[_Piece], free: _Free) -> Iterator[Span]:
        """What a chain gets in one round; it is taken from then on."""
        if not self._has_room(pieces, free):
            return
        group: list[_Piece] = []
        for piece in self._free_parts(pieces, free):
            if group and not self._continues(group[-1], piece, free):
                yield from self._taken(group)
                group = []
            group.append(piece)
        yield from self._taken(group)

    def _has_room(self, pieces: list[_Piece], free: _Free) -> bool:
        """Whether enough could be free: told without a look at each piece."""
        first, last = pieces[0], pieces[-1]
        a_taken = self._a_taken[first.a_start : last.a_start + last.length]
        b_taken = self._b_taken[first.b_start : last.b_start + last.length]
        a_free = np.count_nonzero(a_taken != free.in_a)
        return min(int(a_free), np.count_nonzero(b_taken != free.in_b)) >= self._least_matched

    def _free_parts(self, pieces: list[_Piece], free: _Free) -> Iterator[_Piece]:
        for piece in pieces:
            a_taken = self._a_taken[piece.a_start : piece.a_start + piece.length]
            b_taken = self._b_taken[piece.b_start : piece.b_start + piece.length]
            is_free = (a_taken != free.in_a) & (b_taken != free.in_b)
            if is_free.all():
                yield piece
                continue
            for start, end in _stretches(is_free):
                yield _Piece(piece.a_start + start, piece.b_start + start, end - start)

    def _continues(self, last: _Piece, piece: _Piece, free: _Free) -> bool:
        """Whether two pieces are one passage: a small gap that nobody else has."""
        a_gap = slice(last.a_start + last.length, piece.a_start)
        b_gap = slice(last.b_start + last.length, piece.b_start)
        if max(a_gap.stop - a_gap.start, b_gap.stop - b_gap.start) > self._gap_tokens:
            return False
        return not (
            (free.in_a and self._a_taken[a_gap].any()) or (free.in_b and self._b_taken[b_gap].any())
        )

    def _taken(self, group: list[_Piece]) -> Iterator[Span]:
        matched = _matched(group)
        if matched < self._least_matched:
            return
        first, last = group[0], group[-1]
        a_end, b_end = last.a_start + last.length, last.b_start + last.length
        self._a_taken[first.a_start : a_end] = True
        self._b_taken[first.b_start : b_end] = True
        yield Span(first.a_start, a_end, first.b_start, b_end, matched)


def _pieces(chains: Chains, chain: int) -> list[_Piece]:
    own = slice(chains.offsets[chain], chains.offsets[chain + 1])
    runs = chains.runs
    columns = runs.a_start[own], runs.b_start[own], runs.length[own]
    return [_Piece(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def _matched(pieces: list[_Piece]) -> int:
    return sum(piece.length for piece in pieces)


def _stretches(flags: NDArray[np.bool_]) -> list[list[int]]:
    """Start and end of each stretch of true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    pairs: list[list[int]] = edges.reshape(-1, 2).tolist()
    return pairs
