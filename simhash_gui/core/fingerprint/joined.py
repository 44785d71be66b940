"""The tokens of several documents as one byte string, in which every n-gram is a slice.

To make a string of each n-gram costs about ten times what it costs to point at where it begins and
ends. What is made of the slices is left to ``batch`` and ``xxh3``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

import numpy as np

from simhash_gui.core.fingerprint.hashing import encode
from simhash_gui.core.ragged import Indexes, bounds_of

_SPACE = 0x20
_CONTINUATION_MASK, _CONTINUATION = 0xC0, 0x80  # of UTF-8


@dataclass(frozen=True, slots=True, eq=False)
class JoinedTokens:
    """UTF-8 of all tokens in order; token i is ``data[starts[i]:ends[i]]``.

    Document j has the tokens from ``bounds[j]`` to ``bounds[j + 1]``. Between neighbours stands
    the joint of their n-grams.
    """

    data: bytes
    starts: Indexes
    ends: Indexes
    bounds: Indexes

    @classmethod
    def join(cls, documents: Sequence[Sequence[str]], joint: str) -> Self | None:
        """Tokens with the joint between them; None if it does not tell where each token ends."""
        bounds = bounds_of(np.fromiter(map(len, documents), np.int64, len(documents)))
        tokens = list(chain.from_iterable(documents))
        data = encode(joint.join(tokens))
        if joint:
            joined = cls.spaced(data, bounds)
            return joined if tokens and len(joined.starts) == len(tokens) else None
        starts = character_starts(data)
        ends = np.append(starts[1:], len(data))
        return cls(data, starts, ends, bounds) if set(map(len, tokens)) == {1} else None

    @classmethod
    def spaced(cls, data: bytes, bounds: Indexes) -> Self:
        """What stands between single spaces; nothing gives one empty token, unless there is none.

        ``bounds`` are as many as the documents say.
        """
        spaces = np.flatnonzero(np.frombuffer(data, np.uint8) == _SPACE)
        ends = np.append(spaces, len(data)) if bounds[-1] else spaces
        starts = np.zeros_like(ends)
        starts[1:] = ends[:-1] + 1
        return cls(data, starts, ends, bounds)

    def spans(self, begins: Indexes, size: int) -> tuple[Indexes, Indexes]:
        """Where the n-grams of ``size`` tokens from ``begins`` on start and end in ``data``."""
        return self.starts[begins], self.ends[begins + size - 1]


def character_starts(data: bytes) -> Indexes:
    """Where each character of UTF-8 begins."""
    octets = np.frombuffer(data, np.uint8)
    return np.flatnonzero((octets & _CONTINUATION_MASK) != _CONTINUATION)
