"""Which chain keeps the text that several claim: the one with more equal tokens.

In every round the chains come from the longest to the shortest, and each gets what is still free:

1. in both documents, if that is longer than chance would make it;
2. in both, near to what was found so far, where less is enough; this is repeated;
3. in one document only, while the other text is taken: it stands there once and here several times.

A chain that others have cut may fall into pieces. What is too short is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.chains import Chains
from simhash_gui.core.text.passage_limits import PassageLimits, least_matched
from simhash_gui.core.text.spans import Flags, stretches, widened

_ROUNDS_NEARBY = 8


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


_BOTH = _Free(True, True)


class Claims:
    """The tokens of both documents that a passage has already, and the rules for more."""

    def __init__(self, a_tokens: int, b_tokens: int, limits: PassageLimits) -> None:
        self._a_taken = np.zeros(a_tokens, np.bool_)
        self._b_taken = np.zeros(b_tokens, np.bool_)
        self._limits = limits

    def settle(self, chains: Chains) -> list[Span]:
        """The passages of all chains; to be asked once."""
        far = least_matched(len(self._a_taken), len(self._b_taken), self._limits)
        by_length = np.argsort(-chains.matched, kind="stable")
        found = self._round(chains, by_length, _BOTH, far)
        found += self._nearby(chains, by_length, far)
        for free in (_Free(True, False), _Free(False, True)):
            found += self._round(chains, by_length, free, far)
        return found

    def _nearby(self, chains: Chains, which: Indexes, far: int) -> list[Span]:
        """Passages near to others, as short as the free text of the neighbourhood allows."""
        found: list[Span] = []
        for _ in range(_ROUNDS_NEARBY):
            a_near = widened(self._a_taken, self._limits.near_tokens)
            b_near = widened(self._b_taken, self._limits.near_tokens)
            a_free = int(np.count_nonzero(a_near & ~self._a_taken))
            b_free = int(np.count_nonzero(b_near & ~self._b_taken))
            least = least_matched(a_free, b_free, self._limits)
            if least >= far:
                break
            near = which[_lie_in(chains, a_near, b_near)[which]]
            more = self._round(chains, near, _BOTH, least)
            if not more:
                break
            found += more
        return found

    def _round(self, chains: Chains, which: Indexes, free: _Free, least: int) -> list[Span]:
        """What each of the chains gets, in this order, if it has at least so many equal tokens."""
        found: list[Span] = []
        for chain in which[chains.matched[which] >= least].tolist():
            pieces = _pieces(chains, chain)
            if self._has_room(pieces, free, least):
                found += self._passages(pieces, free, least)
        return found

    def _has_room(self, pieces: list[_Piece], free: _Free, least: int) -> bool:
        """Whether enough could be free: told without a look at each piece."""
        first, last = pieces[0], pieces[-1]
        a_taken = self._a_taken[first.a_start : last.a_start + last.length]
        b_taken = self._b_taken[first.b_start : last.b_start + last.length]
        in_a, in_b = np.count_nonzero(a_taken != free.in_a), np.count_nonzero(b_taken != free.in_b)
        return min(int(in_a), int(in_b)) >= least

    def _passages(self, pieces: list[_Piece], free: _Free, least: int) -> Iterator[Span]:
        """What one chain gets; it is taken from then on."""
        group: list[_Piece] = []
        for piece in self._free_parts(pieces, free):
            if group and not self._continues(group[-1], piece, free):
                yield from self._taken(group, least)
                group = []
            group.append(piece)
        yield from self._taken(group, least)

    def _free_parts(self, pieces: list[_Piece], free: _Free) -> Iterator[_Piece]:
        for piece in pieces:
            a_taken = self._a_taken[piece.a_start : piece.a_start + piece.length]
            b_taken = self._b_taken[piece.b_start : piece.b_start + piece.length]
            starts, ends = stretches((a_taken != free.in_a) & (b_taken != free.in_b))
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                yield _Piece(piece.a_start + start, piece.b_start + start, end - start)

    def _continues(self, last: _Piece, piece: _Piece, free: _Free) -> bool:
        """Whether two pieces are one passage: a small gap that nobody else has."""
        a_gap = slice(last.a_start + last.length, piece.a_start)
        b_gap = slice(last.b_start + last.length, piece.b_start)
        if max(a_gap.stop - a_gap.start, b_gap.stop - b_gap.start) > self._limits.gap_tokens:
            return False
        return not (
            (free.in_a and self._a_taken[a_gap].any()) or (free.in_b and self._b_taken[b_gap].any())
        )

    def _taken(self, group: list[_Piece], least: int) -> Iterator[Span]:
        matched = sum(piece.length for piece in group)
        if matched < least:
            return
        first, last = group[0], group[-1]
        a_end, b_end = last.a_start + last.length, last.b_start + last.length
        self._a_taken[first.a_start : a_end] = True
        self._b_taken[first.b_start : b_end] = True
        yield Span(first.a_start, a_end, first.b_start, b_end, matched)


def _lie_in(chains: Chains, a_flags: Flags, b_flags: Flags) -> Flags:
    """Which chains begin and end where the flags are true, in both documents: shape (c,)."""
    firsts, lasts = chains.offsets[:-1], chains.offsets[1:] - 1
    runs = chains.runs
    in_a = a_flags[runs.a_start[firsts]] & a_flags[runs.a_end[lasts] - 1]
    lies: Flags = in_a & b_flags[runs.b_start[firsts]] & b_flags[runs.b_end[lasts] - 1]
    return lies


def _pieces(chains: Chains, chain: int) -> list[_Piece]:
    own = slice(chains.offsets[chain], chains.offsets[chain + 1])
    runs = chains.runs
    columns = runs.a_start[own], runs.b_start[own], runs.length[own]
    return [_Piece(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
