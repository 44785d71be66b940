"""Winnowing: which few shingles of a document are kept so that no long common run is missed.

After Schleimer, Wilkerson and Aiken 2003, "Winnowing: local algorithms for document
fingerprinting", section 2.2 with the robust rule of section 5.1. Of every window of
``guarantee_tokens - noise_tokens + 1`` neighbouring shingles the least hash is selected, and the
same one for as many windows as possible. Therefore

- every run of at least ``guarantee_tokens`` tokens that stands in two documents has a selected
  hash in common, and
- no run shorter than ``noise_tokens``, the size of the shingles, is ever found.

About 2 / (window + 1) of the shingles are selected, fewer where text repeats. Storing and looking
up the selected hashes is left to others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes, changes_in_each, chosen_of_each, runs_within
from simhash_gui.core.text.shingles import (
    Hashes,
    shingle_hashes,
    shingle_hashes_of_each,
)

_Integer = TypeVar("_Integer", np.int64, np.uint64)


class WinnowingLimitsError(ValueError):
    """The guarantee is shorter than the noise, or the noise is no token at all."""


@dataclass(frozen=True, slots=True)
class WinnowingLimits:
    """What is found for certain, and what never; in tokens.

    By default the noise is one token above the shingles of ``overlap``: then texts by one author
    that share nothing but turns of phrase meet only a third as often, and no labelled copy is lost.
    Raises ``WinnowingLimitsError`` unless 1 <= noise <= guarantee.
    """

    guarantee_tokens: int = 12
    noise_tokens: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.noise_tokens <= self.guarantee_tokens:
            raise WinnowingLimitsError(
                f"a guarantee of {self.guarantee_tokens} tokens needs shingles of 1 to as many "
                f"tokens, not {self.noise_tokens}"
            )

    @property
    def window(self) -> int:
        """The shingles of which at least one is selected."""
        return self.guarantee_tokens - self.noise_tokens + 1


DEFAULT_WINNOWING_LIMITS = WinnowingLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Selected:
    """The selected shingles of a document, shape (s,): by position, which ascends strictly.

    ``positions`` are those of their first tokens.
    """

    hashes: Hashes
    positions: Indexes


def winnow(tokens: Hashes, limits: WinnowingLimits = DEFAULT_WINNOWING_LIMITS) -> Selected:
    """Select the shingles of a document.

    A document of fewer tokens than the guarantee has one window of all its shingles; one of fewer
    tokens than a shingle has that one shingle, an empty one nothing.
    """
    return select(shingle_hashes(tokens, limits.noise_tokens), limits.window)


def select(hashes: Hashes, window: int) -> Selected:
    """Select the least hash of every ``window`` neighbouring ones (at least 1)."""
    if not len(hashes):
        return Selected(hashes, np.empty(0, np.int64))
    positions = _kept_longest(*_rightmost_least(hashes, min(window, len(hashes))))
    return Selected(hashes[positions], positions)


def winnowed_hashes_of_each(
    tokens: Hashes, bounds: Indexes, limits: WinnowingLimits = DEFAULT_WINNOWING_LIMITS
) -> tuple[Hashes, Indexes]:
    """What ``winnow`` selects of documents laid end to end, with repeats, and the bounds.

    Every document has at least as many tokens as the guarantee.
    """
    hashes, own_bounds = shingle_hashes_of_each(tokens, bounds, limits.noise_tokens)
    begins, own_bounds = runs_within(own_bounds, limits.window)
    least = _sliding_minimum(hashes, limits.window)[begins]
    return chosen_of_each(least, own_bounds, changes_in_each(least, own_bounds))


def _rightmost_least(hashes: Hashes, window: int) -> tuple[Indexes, Indexes]:
    """The rank of the least hash in each window, and its rightmost place: shape (windows,)."""
    count = len(hashes)
    ranks = np.unique_inverse(hashes).inverse_indices
    least = _sliding_minimum(ranks * count + np.arange(count - 1, -1, -1), window)
    rank, from_the_right = np.divmod(least, count)
    return rank, count - 1 - from_the_right


def _sliding_minimum(values: NDArray[_Integer], window: int) -> NDArray[_Integer]:
    """The least value of each window, by doubling: two powers of two cover any width."""
    width = 1
    while 2 * width <= window:
        values = np.minimum(values[:-width], values[width:])
        width *= 2
    rest = window - width
    return np.minimum(values[: len(values) - rest], values[rest:])


def _kept_longest(ranks: Indexes, rightmost: Indexes) -> Indexes:
    """One place for each window, ascending without repeats, by the robust rule.

    The place that was selected last is kept as long as it is in the window and has the least hash;
    else the rightmost is taken. There is a choice only in a stretch of windows of one least hash
    in which the rightmost place moves on; only there it takes steps.
    """
    begins = np.flatnonzero(np.diff(ranks, prepend=-1))
    ends = np.append(begins[1:], len(ranks))
    selected = rightmost[begins]
    further: list[int] = []
    for stretch in np.flatnonzero(rightmost[ends - 1] != selected).tolist():
        place, end = int(selected[stretch]), int(ends[stretch])
        while place + 1 < end:
            place = int(rightmost[place + 1])
            further.append(place)
    return np.sort(np.concatenate((selected, np.array(further, np.int64))))
