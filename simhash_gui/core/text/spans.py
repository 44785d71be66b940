"""Spans of tokens: from flags to spans and back, and from tokens to characters of the source.

A span is a start and an end, the place after its last token. Spans travel as two parallel arrays.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes

Flags: TypeAlias = NDArray[np.bool_]
"""Shape (n,): something that is true or false of each token of a document."""


def stretches(flags: Flags) -> tuple[Indexes, Indexes]:
    """Starts and ends of the longest stretches of true flags, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False]))))
    return edges[::2], edges[1::2]


def covered_tokens(starts: Indexes, ends: Indexes, count: int) -> Flags:
    """Which of ``count`` tokens lie in at least one of the spans: shape (count,)."""
    changes = np.bincount(starts, minlength=count + 1) - np.bincount(ends, minlength=count + 1)
    covered: Flags = np.cumsum(changes[:count]) > 0
    return covered


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
