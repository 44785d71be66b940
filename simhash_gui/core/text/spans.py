"""Spans of tokens: from flags to spans and back, and from tokens to characters of the source.

A span is a start and an end, the place after its last token. Spans travel as two parallel arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes

Flags: TypeAlias = NDArray[np.bool_]
"""Shape (n,): something that is true or false of each token of a document."""

_TOKENS_A_SPAN = 32
"""Where there are more, it is faster to fill span by span than to sum up over all tokens."""
_STATE_BITS = 2
_NO_BODY, _QUOTED = 1, 2
_BOTH = _NO_BODY | _QUOTED


@dataclass(frozen=True, slots=True, eq=False)
class TokenMarks:
    """What is marked in a message, one flag for each token.

    ``body``: neither quoted nor an attribution, a signature or a footer. ``quoted``: what looks
    like a quotation, be it part of the body.
    """

    body: Flags
    quoted: Flags

    @classmethod
    def none(cls, count: int) -> Self:
        """All is body, and nothing quoted."""
        return cls(np.ones(count, np.bool_), np.zeros(count, np.bool_))

    @classmethod
    def from_bytes(cls, data: bytes, count: int) -> Self:
        """What ``to_bytes`` gave, of a document of so many tokens."""
        runs = np.frombuffer(data, "<u4").astype(np.int64)
        starts = np.append(runs >> _STATE_BITS, count)
        states = np.zeros(count, np.int64)
        states[starts[0] :] = np.repeat(runs & _BOTH, np.diff(starts)) if len(runs) else 0
        return cls(states & _NO_BODY == 0, states & _QUOTED != 0)

    def to_bytes(self) -> bytes:
        """Where the marks change, as little-endian uint32; nothing where there is no mark."""
        states = np.where(self.body, 0, _NO_BODY) | np.where(self.quoted, _QUOTED, 0)
        starts = np.flatnonzero(np.diff(states, prepend=0))
        return (starts << _STATE_BITS | states[starts]).astype("<u4").tobytes()


def hides_tokens(marks: bytes) -> bool:
    """Whether marks, as ``TokenMarks.to_bytes`` gave them, have tokens that are only quoted."""
    return bool((np.frombuffer(marks, "<u4") & _BOTH == _BOTH).any())


def stretches(flags: Flags) -> tuple[Indexes, Indexes]:
    """Starts and ends of the longest stretches of true flags, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    return edges[::2], edges[1::2]


def covered_tokens(starts: Indexes, ends: Indexes, count: int) -> Flags:
    """Which of ``count`` tokens lie in at least one of the spans: shape (count,)."""
    if len(starts) * _TOKENS_A_SPAN < count:
        few = np.zeros(count, np.bool_)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            few[start:end] = True
        return few
    changes = np.bincount(starts, minlength=count + 1) - np.bincount(ends, minlength=count + 1)
    covered: Flags = np.cumsum(changes[:count]) > 0
    return covered


def inside(flags: Flags, span: int) -> Flags:
    """For each run of ``span`` tokens, by its first one, whether all its flags are true.

    A document without a token has no run.
    """
    if not len(flags):
        return flags
    sums = np.concatenate(([0], np.cumsum(flags)))
    whole: Flags = sums[span:] - sums[: len(sums) - span] == span
    return whole


def widened(flags: Flags, tokens: int) -> Flags:
    """True as well where a true flag is at most so many tokens away."""
    starts, ends = stretches(flags)
    return covered_tokens(
        np.maximum(starts - tokens, 0), np.minimum(ends + tokens, len(flags)), len(flags)
    )


def character_spans(
    starts: Indexes, ends: Indexes, token_starts: Indexes, token_ends: Indexes
) -> tuple[Indexes, Indexes]:
    """The same spans, of at least one token each, in characters of the source.

    ``token_starts`` and ``token_ends`` say where each token of the document stands in its source.
    """
    return token_starts[starts], token_ends[ends - 1]
