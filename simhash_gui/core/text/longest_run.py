"""The longest common run of two texts: the most tokens that stand in both without a change.

Exact, by doubling (Karp, Miller and Rosenberg 1972): windows of 1, 2, 4, … tokens are numbered so
that equal windows have equal numbers, and only windows that stand in both texts are followed up.
The length is then put together from powers of two. Time n · log² n whatever the text.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import Hashes


class CommonRun(NamedTuple):
    """``a[a_start:a_start + length]`` equals ``b[b_start:b_start + length]``; in tokens."""

    a_start: int
    b_start: int
    length: int


def longest_common_run(a: Hashes, b: Hashes) -> CommonRun:
    """The longest run that stands in both; of several the first in a, at its first place in b.

    Length 0, at the start of both, when they share no token.
    """
    levels = _levels(np.concatenate((a, b)), len(a))
    if not levels:
        return CommonRun(0, 0, 0)
    numbers, length = levels[-1], 1 << len(levels) - 1
    for power in range(len(levels) - 2, -1, -1):
        longer = _joined(numbers, levels[power], length, len(a))
        if longer is not None:
            numbers, length = longer, length + (1 << power)
    return _first(numbers, len(a), length)


def _levels(texts: Hashes, a_length: int) -> list[Indexes]:
    """The numbers of the windows of 1, 2, 4, … tokens, as long as some stand in both texts.

    One number for each place in the two texts laid end to end; -1 where the window does not stand
    in both, so that what would run over the end of the first text never counts.
    """
    levels: list[Indexes] = []
    numbers = _numbered(texts, np.arange(len(texts)), a_length, len(texts))
    while numbers is not None:
        levels.append(numbers)
        numbers = _joined(numbers, numbers, 1 << len(levels) - 1, a_length)
    return levels


def _joined(numbers: Indexes, following: Indexes, offset: int, a_length: int) -> Indexes | None:
    """Number the windows that consist of one of ``numbers`` and, ``offset`` on, a following one."""
    places = np.flatnonzero(numbers[: len(numbers) - offset] >= 0)
    places = places[following[places + offset] >= 0]
    # a window that begins in the first text must end there
    crosses = (places < a_length) & (places + offset >= a_length)
    places = places[~crosses]
    keys = numbers[places] * len(numbers) + following[places + offset]
    return _numbered(keys, places, a_length, len(numbers))


def _numbered(keys: Indexes | Hashes, places: Indexes, a_length: int, count: int) -> Indexes | None:
    """Equal keys get equal numbers, those that do not stand on both sides -1; None if all do."""
    _, owners = np.unique_inverse(keys)
    sides = places >= a_length
    kinds = int(owners.max(initial=-1)) + 1
    in_both = (np.bincount(owners[~sides], minlength=kinds) > 0) & (
        np.bincount(owners[sides], minlength=kinds) > 0
    )
    kept = in_both[owners]
    if not kept.any():
        return None
    numbers = np.full(count, -1, np.int64)
    numbers[places[kept]] = owners[kept]
    return numbers


def _first(numbers: Indexes, a_length: int, length: int) -> CommonRun:
    a_start = int(np.argmax(numbers[:a_length] >= 0))
    b_start = int(np.argmax(numbers[a_length:] == numbers[a_start]))
    return CommonRun(a_start, b_start, length)
