"""Shingles: the hashes of every run of n neighbouring tokens of a document (Broder 1997).

A document comes as one 64-bit hash for each comparison token; who cuts and folds the tokens is of
no concern here. The hashes of shingles are stored in libraries, so the way they are mixed never
changes. What is measured from shared shingles is left to ``overlap``, ``passages``, ``sketches``
and ``winnowing``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes, changes_in_each, runs_within, sort_each
from simhash_gui.core.types import SCATTER

SHINGLE_SIZE = 4
"""Tokens in a shingle: the size that separates copies from chance best on the labelled sets."""

Hashes: TypeAlias = NDArray[np.uint64]
"""Shape (n,): one 64-bit hash for each token, or for each shingle, of a document."""

_Integer = TypeVar("_Integer", np.uint32, np.uint64, np.int64)
_SIZESCATTER = np.uint64(0xC2B2_AE3D_27D4_EB4F)
_SHIFT = np.uint64(32)
_FEWEST_BITS, _MOST_BITS = 6, 24
_ROOM = 4
_ASKED_AT_ONCE = 1 << 15
"""So many fit the cache, and ``take`` that checks no bounds takes a third of the time of ``[]``."""


class ShingleSizeError(ValueError):
    """A shingle of no tokens was asked for, or two documents were cut to different sizes."""


@dataclass(frozen=True, eq=False)
class Shingles:
    """The shingles of one document.

    ``hashes`` has one entry for each position. ``is_character`` tells which tokens are single
    characters of scripts that are written without spaces, where a word has about two; None: none.
    ``is_number`` tells which have a digit; None: nobody looked.
    """

    tokens: Hashes
    size: int
    hashes: Hashes
    is_character: NDArray[np.bool_] | None = None
    is_number: NDArray[np.bool_] | None = None

    @property
    def span(self) -> int:
        """The tokens that one shingle covers: ``size``, or all of a shorter document."""
        return min(self.size, len(self.tokens))

    @cached_property
    def distinct(self) -> Hashes:
        """The hashes, ascending and once each."""
        return distinct_of(self.hashes)

    @cached_property
    def counts(self) -> Indexes:
        """How often each of ``distinct`` occurs."""
        return counts_of_ascending(np.sort(self.hashes))[1]

    @cached_property
    def occurrences(self) -> Hashes:
        """The ``occurrence_hashes`` of the tokens."""
        return occurrence_hashes(self.tokens)


def shingle_hashes(tokens: Hashes, size: int = SHINGLE_SIZE) -> Hashes:
    """The hash of each run of ``size`` tokens, by the position of its first token.

    Shape (n - size + 1,). A document shorter than ``size`` has one shingle, all its tokens; an
    empty one has none. Raises ``ShingleSizeError`` when ``size`` is below 1.
    """
    if size < 1:
        raise ShingleSizeError(f"a shingle has at least one token, not {size}")
    size = min(size, len(tokens))
    count = len(tokens) - size + 1 if size else 0
    hashes = np.full(count, size, np.uint64) * _SIZESCATTER
    for place in range(size):
        hashes ^= tokens[place : place + count]
        hashes *= SCATTER
        hashes ^= hashes >> _SHIFT
    return avalanche(hashes)


def shingles_of(
    tokens: Hashes,
    size: int = SHINGLE_SIZE,
    is_character: NDArray[np.bool_] | None = None,
    is_number: NDArray[np.bool_] | None = None,
) -> Shingles:
    """All that is asked about the shingles of a document. Raises ``ShingleSizeError``."""
    return Shingles(tokens, size, shingle_hashes(tokens, size), is_character, is_number)


def shingles_of_each(
    tokens: Hashes,
    bounds: Indexes,
    is_character: NDArray[np.bool_],
    is_number: NDArray[np.bool_],
    size: int = SHINGLE_SIZE,
) -> list[Shingles]:
    """The ``shingles_of`` documents whose tokens are laid end to end, faster than one by one."""
    hashes = shingle_hashes(tokens, size)
    found = []
    for start, end in pairwise(bounds.tolist()):
        own = slice(start, end)
        short = end - start < size
        of_own = shingle_hashes(tokens[own], size) if short else hashes[start : end - size + 1]
        found.append(Shingles(tokens[own], size, of_own, is_character[own], is_number[own]))
    return found


def occurrence_hashes(tokens: Hashes) -> Hashes:
    """A hash for each occurrence of each token, ascending: the n-th of a token has its own.

    Two texts share as many as they have tokens in common, in whatever order.
    """
    return occurrence_hashes_of_each(tokens, np.array([0, len(tokens)]))


def shingle_hashes_of_each(
    tokens: Hashes, bounds: Indexes, size: int = SHINGLE_SIZE
) -> tuple[Hashes, Indexes]:
    """The ``shingle_hashes`` of documents laid end to end, and their bounds.

    A document shorter than ``size`` has none here.
    """
    begins, own_bounds = runs_within(bounds, size)
    return shingle_hashes(tokens, size)[begins], own_bounds


def occurrence_hashes_of_each(tokens: Hashes, bounds: Indexes) -> Hashes:
    """The ``occurrence_hashes`` of documents laid end to end."""
    ascending = tokens.copy()
    sort_each(ascending, bounds)
    places = np.arange(len(tokens))
    is_first = changes_in_each(ascending, bounds)
    earlier = places - np.maximum.accumulate(np.where(is_first, places, 0))
    hashes = avalanche(ascending + earlier.astype(np.uint64) * SCATTER)
    sort_each(hashes, bounds)
    return hashes


def distinct_of(values: NDArray[_Integer]) -> NDArray[_Integer]:
    """Each value once, ascending.

    ``np.unique`` takes two to ten times as long, and no other thread runs meanwhile.
    """
    ascending = np.sort(values)
    is_first = np.empty(len(ascending), np.bool_)
    is_first[:1] = True
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return ascending[is_first]


def counts_of_ascending(
    ascending: NDArray[_Integer],
) -> tuple[NDArray[_Integer], Indexes]:
    """Each value of an ascending array once, and how often it occurs.

    ``np.unique_counts`` sorts again.
    """
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    firsts = np.flatnonzero(is_first)
    return ascending[firsts], np.diff(firsts, append=len(ascending))


def require_same_size(a: Shingles, b: Shingles) -> None:
    """Raise ``ShingleSizeError`` unless two documents were cut to shingles of one size."""
    if a.size != b.size:
        raise ShingleSizeError(f"shingles of {a.size} and of {b.size} tokens cannot be compared")


def shared_hashes(a: NDArray[_Integer], b: NDArray[_Integer]) -> NDArray[_Integer]:
    """The hashes in both of two arrays that are ascending without repeats; ascending."""
    merged = _merged(a, b)
    shared: NDArray[_Integer] = merged[:-1][merged[1:] == merged[:-1]]
    return shared


def shared_count(a: NDArray[_Integer], b: NDArray[_Integer]) -> int:
    """How many hashes two arrays share that are ascending without repeats."""
    merged = _merged(a, b)
    return int(np.count_nonzero(merged[1:] == merged[:-1]))


def is_among(hashes: NDArray[_Integer], ascending: NDArray[_Integer]) -> NDArray[np.bool_]:
    """Which of the hashes, in any order, stand in an ascending array: shape of ``hashes``."""
    if not len(ascending):
        return np.zeros(len(hashes), np.bool_)
    places = np.searchsorted(ascending, hashes)
    found: NDArray[np.bool_] = ascending[np.minimum(places, len(ascending) - 1)] == hashes
    return found


class Lookup:
    """An ascending array of 32-bit hashes that is asked often.

    Hashes that one table cannot tell are asked of another, with their halves exchanged, for there
    few have equal lowest bits again; only those are searched for, at several times the cost.
    """

    def __init__(self, ascending: NDArray[np.uint32]) -> None:
        self._table = _Table(ascending)
        self._other_table = _Table(np.sort(_with_halves_exchanged(self._table.others)))

    def has(self, hashes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """``is_among`` of the hashes, in any order."""
        found = np.empty(len(hashes), np.bool_)
        for start in range(0, len(hashes), _ASKED_AT_ONCE):
            some = hashes[start : start + _ASKED_AT_ONCE]
            are_found, maybe = self._table.ask(some)
            exchanged = _with_halves_exchanged(some[maybe])
            are_other, still = self._other_table.ask(exchanged)
            are_other[still] = is_among(exchanged[still], self._other_table.others)
            are_found[maybe] = are_other
            found[start : start + _ASKED_AT_ONCE] = are_found
        return found


class _Table:
    """Has a slot for each value of the lowest bits, some for each hash.

    The lowest bits of what a slot holds tell nothing else: they are its number where it is one
    hash, that but for the last bit where it is several, and the opposite where it is none.
    ``others``, ascending, are the hashes whose slot belongs to several.
    """

    def __init__(self, ascending: NDArray[np.uint32]) -> None:
        bits = min(max((_ROOM * len(ascending)).bit_length(), _FEWEST_BITS), _MOST_BITS)
        self._mask = np.uint32((1 << bits) - 1)
        slots = ascending & self._mask
        self._slots = ~np.arange(1 << bits, dtype=np.uint32)
        self._slots[slots] = ascending
        is_shared = self._slots[slots] != ascending
        self._slots[slots[is_shared]] ^= np.uint32(1)
        self.others = ascending[self._slots[slots] != ascending]

    def ask(self, hashes: NDArray[np.uint32]) -> tuple[NDArray[np.bool_], Indexes]:
        """Which certainly are here, and the places of those that may be among the others."""
        slots = (hashes & self._mask).astype(np.intp)
        differing = self._slots.take(slots, mode="clip") ^ hashes  # no slot is outside
        return differing == 0, np.flatnonzero(differing & self._mask == 1)


def _with_halves_exchanged(hashes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    exchanged: NDArray[np.uint32] = hashes << np.uint32(16) | hashes >> np.uint32(16)
    return exchanged


def _merged(a: NDArray[_Integer], b: NDArray[_Integer]) -> NDArray[_Integer]:
    """Both arrays in one; the stable sort sees two ascending runs and only merges them."""
    merged = np.concatenate((a, b))
    merged.sort(kind="stable")
    return merged


def avalanche(hashes: Hashes) -> Hashes:
    """Let every bit depend on all (the finaliser of SplitMix64, Steele, Lea and Flood 2014).

    Changes the array that is given.
    """
    hashes ^= hashes >> np.uint64(30)
    hashes *= np.uint64(0xBF58_476D_1CE4_E5B9)
    hashes ^= hashes >> np.uint64(27)
    hashes *= np.uint64(0x94D0_49BB_1331_11EB)
    hashes ^= hashes >> np.uint64(31)
    return hashes
