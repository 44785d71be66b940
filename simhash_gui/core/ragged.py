"""Lists of unequal length laid end to end, walked in pieces of bounded size.

A bucket join, and the expansion of folded pairs, both give each of n owners its own number of
rows. Building all rows at once would need memory for all; here they come at most ``limit`` at a
time, a long list being cut where a piece ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Indexes: TypeAlias = NDArray[np.int64]

ROWS_LIMIT = 1 << 19
"""Rows in one piece: a few megabytes for each array that a caller makes of it."""


def ragged_rows(counts: Indexes, limit: int = ROWS_LIMIT) -> Iterator[tuple[Indexes, Indexes]]:
    """Yield (owner, place within the owner's list) of all rows, in order, in pieces.

    ``counts`` of shape (n,) says how many rows each owner has; none is negative.
    """
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    for start in range(0, total, limit):
        rows = np.arange(start, min(start + limit, total))
        first = int(np.searchsorted(ends, start, side="right"))
        last = int(np.searchsorted(ends, rows[-1], side="right"))
        begins = ends[first : last + 1] - counts[first : last + 1]
        lengths = np.minimum(ends[first : last + 1], rows[-1] + 1) - np.maximum(begins, start)
        owners = np.repeat(np.arange(first, last + 1), lengths)
        yield owners, rows - np.repeat(begins, lengths)
