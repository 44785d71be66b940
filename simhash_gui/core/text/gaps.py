"""What stands between the passages of two documents, where both have little left that is free.

Passages hold runs that chance does not make. Between them, where sentences were put in another
order and words in them changed, stand pieces too short for that rule. The gaps of one document,
between runs that are equal or beside one, are compared with those of the other. A piece in them is
a passage when it is long and dense enough by itself, or when most of its gap stands in the other
document. What was found leaves smaller gaps, so this is repeated. The class of a pair does not
depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.common_runs import chains_of, common_runs
from simhash_gui.core.text.passages import (
    Claims,
    EqualRun,
    EqualRuns,
    FoundPassage,
    Passages,
    PassageThresholds,
    comes_first,
    from_other_side,
)
from simhash_gui.core.text.shingles import Hashes, Shingles, avalanche
from simhash_gui.core.text.spans import Flags, covered_tokens, stretches

_INNER_TOKENS = 50
"""A longer gap is no rest of a passage, but for its ends."""
_EDGE_TOKENS = 25
_ALONE_TOKENS, _ALONE_SHARE = 4, 0.6
"""A piece of so many equal tokens, of which it mostly consists, needs no other beside it."""
_LEAST_TOKENS, _GAP_SHARE = 2, 0.5
"""Smaller ones, where together they make so much of their gap."""
_ROUNDS = 3
_WITHIN = PassageThresholds(gap_tokens=3, least_tokens=_LEAST_TOKENS, near_tokens=0)


def completed(
    passages: Passages, runs: list[EqualRuns], a: Shingles, b: Shingles
) -> tuple[Passages, list[EqualRuns]]:
    """The passages with what is equal in each, and those between them."""
    if comes_first(b, a):
        return from_other_side(*completed(*from_other_side(passages, runs), b, a))
    for _ in range(_ROUNDS if len(passages) else 0):
        equal = np.array([each for own in runs for each in own], np.int64)
        starts, lengths = equal[:, :2], equal[:, 2]
        spans = (passages.a_start, passages.a_end), (passages.b_start, passages.b_end)
        gaps = [
            _Gaps.of(
                document.tokens,
                covered_tokens(starts[:, side], starts[:, side] + lengths, len(document.tokens)),
                covered_tokens(*spans[side], len(document.tokens)),
                side,
            )
            for side, document in enumerate((a, b))
        ]
        found = _found(*gaps)
        if not found:
            break
        passages, runs = _with(passages, runs, found)
    return passages, runs


@dataclass(frozen=True, slots=True, eq=False)
class _Gaps:
    """The gaps of one document laid end to end, with tokens between them that nothing equals.

    Of each token, shape (t,): ``places`` in the document, -1 between gaps, and ``numbers``, its
    gap. Of each gap, shape (g,): ``is_inner``, whether it has runs on both sides, and ``is_free``,
    whether it lies in no passage.
    """

    tokens: Hashes
    places: Indexes
    numbers: Indexes
    is_inner: Flags
    is_free: Flags

    @classmethod
    def of(cls, tokens: Hashes, is_equal: Flags, is_taken: Flags, side: int) -> Self:
        """By which tokens lie in runs, and which in passages; ``side`` is 0 or 1."""
        table = np.array(list(_gaps(is_equal)), np.int64).reshape(-1, 3)
        starts, ends, is_inner = table.T
        apart = _WITHIN.gap_tokens + 1
        sizes = ends - starts + apart
        numbers = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(numbers)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = np.where(within < (ends - starts)[numbers], starts[numbers] + within, -1)
        laid = avalanche(np.arange(len(places), dtype=np.uint64) * np.uint64(2) + np.uint64(side))
        laid[places >= 0] = tokens[places[places >= 0]]
        return cls(laid, places, numbers, is_inner.astype(np.bool_), ~is_taken[starts])

    def shingles(self) -> Shingles:
        """Of one token each."""
        return Shingles(self.tokens, 1, self.tokens)

    def mostly(self, owners: Indexes, matched: Indexes) -> Flags:
        """Which free gaps between runs consist mostly of equal pieces: shape (g,)."""
        count = len(self.is_free)
        sizes = np.bincount(self.numbers[self.places >= 0], minlength=count)
        sums = np.bincount(owners, matched, minlength=count)
        mostly: Flags = self.is_free & self.is_inner & (sums >= _GAP_SHARE * sizes)
        return mostly


def _gaps(is_equal: Flags) -> Iterator[tuple[int, int, bool]]:
    """Start, end, and whether runs are on both sides; of long gaps both ends."""
    count = len(is_equal)
    for start, end in zip(*(each.tolist() for each in stretches(~is_equal)), strict=True):
        is_inner = start > 0 and end < count and end - start <= _INNER_TOKENS
        if is_inner:
            yield start, end, True
            continue
        if start > 0:
            yield start, min(end, start + _EDGE_TOKENS), False
        if end < count:
            yield max(start, end - _EDGE_TOKENS), end, False


def _found(a: _Gaps, b: _Gaps) -> dict[FoundPassage, EqualRuns]:
    """The passages in the gaps, with what is equal in each."""
    chains = chains_of(common_runs(a.shingles(), b.shingles()), _WITHIN.gap_tokens)
    claims = Claims(len(a.tokens), len(b.tokens), _WITHIN)
    pieces = claims.claimed(chains, _LEAST_TOKENS)
    table = np.array(pieces, np.int64).reshape(-1, 5)
    a_start, a_end, b_start, b_end, matched = table.T
    of_a, of_b = a.numbers[a_start], b.numbers[b_start]
    longest = np.maximum(a_end - a_start, b_end - b_start)
    is_alone = matched >= np.maximum(_ALONE_TOKENS, _ALONE_SHARE * longest)
    is_wanted = (
        (a.is_free[of_a] | b.is_free[of_b])
        & (a.is_inner[of_a] | b.is_inner[of_b])
        & (is_alone | a.mostly(of_a, matched)[of_a] | b.mostly(of_b, matched)[of_b])
    )
    a_by, b_by = a.places[a_start] - a_start, b.places[b_start] - b_start
    found = {}
    for row in np.flatnonzero(is_wanted).tolist():
        by, other = int(a_by[row]), int(b_by[row])
        start, end, b_from, b_to, equal = pieces[row]
        place = FoundPassage(start + by, end + by, b_from + other, b_to + other, equal)
        own = claims.runs[pieces[row]]
        found[place] = tuple(EqualRun(x + by, y + other, size) for x, y, size in own)
    return found


def _with(
    passages: Passages, runs: list[EqualRuns], found: dict[FoundPassage, EqualRuns]
) -> tuple[Passages, list[EqualRuns]]:
    """Both together, by where they begin."""
    columns = (
        passages.a_start, passages.a_end, passages.b_start, passages.b_end, passages.matched,
    )  # fmt: skip
    rows = [FoundPassage(*row) for row in np.stack(columns, axis=1).tolist()]
    together = dict(zip(rows, runs, strict=True)) | found
    ordered = sorted(together, key=lambda each: (each.a_start, each.b_start))
    return Passages(*np.array(ordered, np.int64).T), [together[each] for each in ordered]
