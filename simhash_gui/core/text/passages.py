"""Common passages of two documents: also when moved, put in another order, or lightly edited.

A chain of common runs with little between them (``common_runs``) is a passage. Where several chains
claim the same text, the one with more equal tokens keeps it. In every round the chains come from
the longest to the shortest, and each gets what is still free:

1. in both documents, if that is longer than chance would make it;
2. in both, near to what was found so far, where less is enough; this is repeated;
3. in one document only, while the other text is taken: it stands there once and here several times.

A chain that others have cut may fall into pieces. What is too short is dropped. What passages mean
for the pair is left to ``classes``.

Nothing depends on which document comes first. Time and memory are about linear in the texts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.common_runs import Chains, chains_of, common_runs
from simhash_gui.core.text.shingles import Hashes, Shingles
from simhash_gui.core.text.spans import Flags, stretches, widened

_CHANCE_OFFSET = 3
_ROUNDS_NEARBY = 8


class InvalidThresholdError(ValueError):
    """A threshold outside the range that its description gives."""


@dataclass(frozen=True, slots=True)
class PassageThresholds:
    """All in tokens. Raises ``InvalidThresholdError`` for a number below 0.

    ``gap_tokens``: common runs with at most so many other tokens between them, in either document,
    are one passage.
    ``least_tokens``: a passage has at least so many equal tokens; in long documents more
    (``least_matched``).
    ``near_tokens``: at most so far from other passages, in both documents, a passage need not be
    longer than chance would make it in that neighbourhood alone. So the small pieces of a text
    that was shuffled are found, while those that stand alone are not.
    """

    gap_tokens: int = 25
    least_tokens: int = 6
    near_tokens: int = 50

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) >= 0:
                raise InvalidThresholdError(f"{name} is at least 0, not {getattr(self, name)}")


DEFAULT_PASSAGE_THRESHOLDS = PassageThresholds()


def least_matched(a_tokens: int, b_tokens: int, thresholds: PassageThresholds) -> int:
    """The equal tokens that a passage between texts of these lengths must have.

    The longest run that unrelated texts share by chance grows with ln(|a| · |b|) (Karlin and
    Altschul 1990). Less 3, measured on prose by one author, about one unrelated pair in 500 has
    such a passage.
    """
    by_chance = round(math.log(max(1, a_tokens * b_tokens))) - _CHANCE_OFFSET
    return max(1, thresholds.least_tokens, by_chance)


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """Passages by where they begin in a, shape (p,); all in tokens.

    Passage i is ``a_start[i]:a_end[i]`` of one document and ``b_start[i]:b_end[i]`` of the other;
    ``matched[i]`` tokens of both are equal and in the same order. No two passages overlap in both
    documents.
    """

    a_start: Indexes
    a_end: Indexes
    b_start: Indexes
    b_end: Indexes
    matched: Indexes

    def __len__(self) -> int:
        return len(self.matched)

    def swapped(self) -> Passages:
        """The same passages seen from the other document."""
        order = np.lexsort((self.a_start, self.b_start))
        columns = self.b_start, self.b_end, self.a_start, self.a_end, self.matched
        return Passages(*(column[order] for column in columns))


class EqualRun(NamedTuple):
    """Equal tokens without anything between them."""

    a_start: int
    b_start: int
    length: int


EqualRuns: TypeAlias = tuple[EqualRun, ...]


def common_passages(
    a: Shingles,
    b: Shingles,
    thresholds: PassageThresholds = DEFAULT_PASSAGE_THRESHOLDS,
) -> Passages:
    """All common passages.

    Raises ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    return passages_and_runs(a, b, thresholds)[0]


def passages_and_runs(
    a: Shingles, b: Shingles, thresholds: PassageThresholds = DEFAULT_PASSAGE_THRESHOLDS
) -> tuple[Passages, list[EqualRuns]]:
    """All common passages, and what of each is equal, in order.

    Raises ``ShingleSizeError`` when the documents were cut to different sizes.
    """
    if comes_first(b, a):
        return from_other_side(*passages_and_runs(b, a, thresholds))
    chains = chains_of(common_runs(a, b), thresholds.gap_tokens)
    claims = Claims(len(a.tokens), len(b.tokens), thresholds)
    found = sorted(claims.settle(chains), key=lambda span: (span.a_start, span.b_start))
    passages = Passages(*np.array(found, np.int64).reshape(-1, 5).T)
    return passages, [claims.runs[each] for each in found]


def with_short_runs(runs: EqualRuns, a: Hashes, b: Hashes) -> EqualRuns:
    """The runs of one passage, and what is equal between two of them, be it a single token.

    ``a`` and ``b`` are the tokens of both documents.
    """
    found: list[EqualRun] = []
    for run, following in pairwise(runs):
        found.append(run)
        a_start, b_start = run.a_start + run.length, run.b_start + run.length
        a_gap = a[a_start : following.a_start].tolist()
        b_gap = b[b_start : following.b_start].tolist()
        found += [
            EqualRun(a_start + a_place, b_start + b_place, 1)
            for a_place, b_place in _equal_places(a_gap, b_gap)
        ]
    return (*found, *runs[-1:])


def _equal_places(a: list[int], b: list[int]) -> Iterator[tuple[int, int]]:
    """A longest common subsequence of two short lists, as places in both."""
    lengths = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            longer = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if a[i] == b[j] else longer
    i = j = 0
    while lengths[i][j]:
        if a[i] == b[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1


def comes_first(a: Shingles, b: Shingles) -> bool:
    """Any order of documents that depends on nothing but their content."""
    if len(a.tokens) != len(b.tokens):
        return len(a.tokens) < len(b.tokens)
    return a.tokens.tobytes() < b.tokens.tobytes()


def from_other_side(passages: Passages, runs: list[EqualRuns]) -> tuple[Passages, list[EqualRuns]]:
    """Passages, and what of each is equal, as seen from the other document."""
    order = np.lexsort((passages.a_start, passages.b_start)).tolist()
    swapped = [tuple(EqualRun(y, x, size) for x, y, size in runs[place]) for place in order]
    return passages.swapped(), swapped


class FoundPassage(NamedTuple):
    """One passage: where it lies in both documents, and its equal tokens."""

    a_start: int
    a_end: int
    b_start: int
    b_end: int
    matched: int


class _Free(NamedTuple):
    """Which documents a round wants to be free; the other one must be taken."""

    in_a: bool
    in_b: bool


_BOTH = _Free(True, True)


class Claims:
    """The tokens of both documents that a passage has already, and the rules for more."""

    def __init__(self, a_tokens: int, b_tokens: int, thresholds: PassageThresholds) -> None:
        self._a_taken = np.zeros(a_tokens, np.bool_)
        self._b_taken = np.zeros(b_tokens, np.bool_)
        self._thresholds = thresholds
        self.runs: dict[FoundPassage, EqualRuns] = {}
        """What is equal in each passage that was found."""

    def settle(self, chains: Chains) -> list[FoundPassage]:
        """The passages of all chains; to be asked once."""
        far = least_matched(len(self._a_taken), len(self._b_taken), self._thresholds)
        by_length = np.argsort(-chains.matched, kind="stable")
        found = self._round(chains, by_length, _BOTH, far)
        found += self._nearby(chains, by_length, far)
        for free in (_Free(True, False), _Free(False, True)):
            found += self._round(chains, by_length, free, far)
        return found

    def claimed(self, chains: Chains, least: int) -> list[FoundPassage]:
        """What the chains get that have at least so many equal tokens, in both documents."""
        return self._round(chains, np.argsort(-chains.matched, kind="stable"), _BOTH, least)

    def _nearby(self, chains: Chains, which: Indexes, far: int) -> list[FoundPassage]:
        """Passages near to others, as short as the free text of the neighbourhood allows."""
        found: list[FoundPassage] = []
        for _ in range(_ROUNDS_NEARBY):
            a_near = widened(self._a_taken, self._thresholds.near_tokens)
            b_near = widened(self._b_taken, self._thresholds.near_tokens)
            a_free = int(np.count_nonzero(a_near & ~self._a_taken))
            b_free = int(np.count_nonzero(b_near & ~self._b_taken))
            least = least_matched(a_free, b_free, self._thresholds)
            if least >= far:
                break
            near = which[_lie_in(chains, a_near, b_near)[which]]
            more = self._round(chains, near, _BOTH, least)
            if not more:
                break
            found += more
        return found

    def _round(self, chains: Chains, which: Indexes, free: _Free, least: int) -> list[FoundPassage]:
        """What each of the chains gets, in this order, if it has at least so many equal tokens."""
        found: list[FoundPassage] = []
        for chain in which[chains.matched[which] >= least].tolist():
            pieces = _pieces(chains, chain)
            if self._has_room(pieces, free, least):
                found += self._passages(pieces, free, least)
        return found

    def _has_room(self, pieces: list[EqualRun], free: _Free, least: int) -> bool:
        """Whether enough could be free, by counting taken tokens and not looking at each piece."""
        first, last = pieces[0], pieces[-1]
        a_taken = self._a_taken[first.a_start : last.a_start + last.length]
        b_taken = self._b_taken[first.b_start : last.b_start + last.length]
        in_a, in_b = np.count_nonzero(a_taken != free.in_a), np.count_nonzero(b_taken != free.in_b)
        return min(int(in_a), int(in_b)) >= least

    def _passages(self, pieces: list[EqualRun], free: _Free, least: int) -> Iterator[FoundPassage]:
        """What one chain gets; it is taken from then on."""
        group: list[EqualRun] = []
        for piece in self._free_parts(pieces, free):
            if group and not self._continues(group[-1], piece, free):
                yield from self._taken(group, least)
                group = []
            group.append(piece)
        yield from self._taken(group, least)

    def _free_parts(self, pieces: list[EqualRun], free: _Free) -> Iterator[EqualRun]:
        for piece in pieces:
            a_taken = self._a_taken[piece.a_start : piece.a_start + piece.length]
            b_taken = self._b_taken[piece.b_start : piece.b_start + piece.length]
            starts, ends = stretches((a_taken != free.in_a) & (b_taken != free.in_b))
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                yield EqualRun(piece.a_start + start, piece.b_start + start, end - start)

    def _continues(self, last: EqualRun, piece: EqualRun, free: _Free) -> bool:
        """Whether two pieces are one passage: a small gap that nobody else has."""
        a_gap = slice(last.a_start + last.length, piece.a_start)
        b_gap = slice(last.b_start + last.length, piece.b_start)
        if max(a_gap.stop - a_gap.start, b_gap.stop - b_gap.start) > self._thresholds.gap_tokens:
            return False
        return not (
            (free.in_a and self._a_taken[a_gap].any()) or (free.in_b and self._b_taken[b_gap].any())
        )

    def _taken(self, group: list[EqualRun], least: int) -> Iterator[FoundPassage]:
        matched = sum(piece.length for piece in group)
        if matched < least:
            return
        first, last = group[0], group[-1]
        a_end, b_end = last.a_start + last.length, last.b_start + last.length
        self._a_taken[first.a_start : a_end] = True
        self._b_taken[first.b_start : b_end] = True
        found = FoundPassage(first.a_start, a_end, first.b_start, b_end, matched)
        self.runs[found] = tuple(group)
        yield found


def _lie_in(chains: Chains, a_flags: Flags, b_flags: Flags) -> Flags:
    """Which chains begin and end where the flags are true, in both documents: shape (c,)."""
    firsts, lasts = chains.offsets[:-1], chains.offsets[1:] - 1
    runs = chains.runs
    in_a = a_flags[runs.a_start[firsts]] & a_flags[runs.a_end[lasts] - 1]
    lies: Flags = in_a & b_flags[runs.b_start[firsts]] & b_flags[runs.b_end[lasts] - 1]
    return lies


def _pieces(chains: Chains, chain: int) -> list[EqualRun]:
    own = slice(chains.offsets[chain], chains.offsets[chain + 1])
    runs = chains.runs
    columns = runs.a_start[own], runs.b_start[own], runs.length[own]
    return [EqualRun(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
