"""Lists of unequal length laid end to end: walked in pieces of bounded size, or worked on at once.

Here ``bounds`` of shape (n + 1,) say where the lists are: list i is
``values[bounds[i]:bounds[i + 1]]``. What numpy does with all lists in one call costs a document of
a few hundred tokens a tenth of what it costs list by list.

A bucket join, and the expansion of folded pairs, both give each of n owners its own number of
rows. Building all rows at once would need memory for all; here they come at most ``limit`` at a
time, a long list being cut where a piece ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Indexes: TypeAlias = NDArray[np.int64]

_Scalar = TypeVar("_Scalar", bound=np.generic)

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


def bounds_of(lengths: Indexes) -> Indexes:
    """The bounds of lists of these lengths: shape (n + 1,)."""
    bounds = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=bounds[1:])
    return bounds


def runs_within(bounds: Indexes, size: int) -> tuple[Indexes, Indexes]:
    """Where runs of ``size`` neighbours begin that lie in one list, and the bounds of these."""
    lengths = np.diff(bounds)
    ends = np.repeat(bounds[1:], lengths)
    begins = np.flatnonzero(ends - np.arange(len(ends)) >= size)
    return begins, bounds_of(np.maximum(lengths - size + 1, 0))


def sort_each(values: NDArray[_Scalar], bounds: Indexes) -> None:
    """Sort every list in its place."""
    for start, end in pairwise(bounds.tolist()):
        values[start:end].sort()


def changes_in_each(values: NDArray[_Scalar], bounds: Indexes) -> NDArray[np.bool_]:
    """Whether each value is the first of its list or differs from the one before it."""
    is_change = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=is_change[1:])
    is_change[bounds[:-1][bounds[:-1] < len(values)]] = True
    return is_change


def chosen_of_each(
    values: NDArray[_Scalar], bounds: Indexes, is_chosen: NDArray[np.bool_]
) -> tuple[NDArray[_Scalar], Indexes]:
    """The chosen values of each list, and their bounds."""
    places = np.flatnonzero(is_chosen)
    return values[places], np.searchsorted(places, bounds)
