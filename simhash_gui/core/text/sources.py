"""What each of several sources has of one text: two numbers for each, and their sum.

A character counts for the *best* source that has it, so that the best shares add up to the total.
The *full* number of a source counts what better ones have as well. Sources rank by their full
number. Everything is counted in characters of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.spans import Flags, covered_tokens

NOBODY = -1
"""The owner of a character that no source has."""


@dataclass(frozen=True, slots=True, eq=False)
class SourceSpans:
    """Where one source's passages lie in the text, shape (p,), and what of them is equal, (r,)."""

    starts: Indexes
    ends: Indexes
    equal_starts: Indexes
    equal_ends: Indexes


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """For s sources of n characters.

    ``order``, shape (s,): the sources from the best on; equal ones as they were given. ``best`` and
    ``full``, shape (s,), are by source as given. ``owners``, shape (n,): the best source of each
    character, or ``NOBODY``. ``is_equal``, shape (n,): whether it stands there unchanged.
    """

    order: Indexes
    best: Indexes
    full: Indexes
    owners: NDArray[np.int32]
    is_equal: Flags


def shares_of(sources: Sequence[SourceSpans], counted: Flags) -> Shares:
    """The shares among the characters that are ``counted``, shape (n,)."""
    length = len(counted)
    full = np.zeros(len(sources), np.int64)
    for number, source in enumerate(sources):
        within = _extent(source)
        full[number] = np.count_nonzero(
            _covered(source.starts, source.ends, within) & counted[within]
        )
    order = np.argsort(-full, kind="stable")
    owners = np.full(length, NOBODY, np.int32)
    is_equal = np.zeros(length, np.bool_)
    best = np.zeros(len(sources), np.int64)
    for number in order.tolist():
        source = sources[number]
        within = _extent(source)
        own = (
            _covered(source.starts, source.ends, within)
            & counted[within]
            & (owners[within] == NOBODY)
        )
        owners[within][own] = number
        best[number] = np.count_nonzero(own)
        is_equal[within] |= own & _covered(source.equal_starts, source.equal_ends, within)
    return Shares(order, best, full, owners, is_equal)


def _extent(source: SourceSpans) -> slice:
    """From its first passage to its last: most sources have only a part of a long text."""
    if not len(source.starts):
        return slice(0, 0)
    return slice(int(source.starts.min()), int(source.ends.max()))


def _covered(starts: Indexes, ends: Indexes, within: slice) -> Flags:
    return covered_tokens(starts - within.start, ends - within.start, within.stop - within.start)
