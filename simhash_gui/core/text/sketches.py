"""Sketches: 128 bytes for a set of hashes, from which the overlap of a pair is estimated in bulk.

One-permutation MinHash (Li, Owen and Zhang 2012): the range of the shingle hashes is divided into
128 bins, and of each bin only the least hash counts. Two documents agree in a bin with probability
J, the Jaccard coefficient of their shingle sets. Of each least hash one byte is kept (b-bit
MinHash, Li and König 2010): 0 for an empty bin, else 1 to 255, so that unequal hashes agree by
chance in 1 of 255 bins, which the estimate takes off again.

The standard error of the estimated J is at most sqrt(P · (1 - P) / 128) with P = J + (1 - J) / 255:
0.006 at J = 0, 0.03 at 0.1, 0.04 at 0.3, 0.044 at 0.5. A document with fewer shingles fills fewer
bins; then nearly each shingle has its own, and the error does not become larger. Containments
follow from J and the numbers of shingles; their error grows with how unlike the sizes are, and a
short text inside a text of more than about ten times its length is better found by ``winnowing``.

A document has a sketch of its distinct shingles and one of its tokens, where a token that occurs
three times counts as three: how many tokens two texts have in common, in whatever order, bounds how
many stand in the same order (``lcs``).

What the estimates mean for a pair is left to ``classes``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes, changes_in_each
from simhash_gui.core.text.shingles import Hashes

SKETCH_BYTES = 128
Shares: TypeAlias = NDArray[np.float64]

_BIN_BITS = 7
_VALUES = 255
_PAIRS_AT_ONCE = 1 << 12  # half a megabyte for each of a pair's sketches


@dataclass(frozen=True, slots=True, eq=False)
class Sketches:
    """The sketches of d documents: bytes of shape (d, 128), and the sizes of their sets, (d,)."""

    values: NDArray[np.uint8]
    counts: Indexes


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """Estimated overlaps of p pairs, each array of shape (p,), all from 0 to 1.

    ``jaccard_error``, ``error_a`` and ``error_b`` are standard errors of ``jaccard``,
    ``containment_a`` (the share of a's distinct shingles that b has too) and ``containment_b``.
    """

    jaccard: Shares
    containment_a: Shares
    containment_b: Shares
    jaccard_error: Shares
    error_a: Shares
    error_b: Shares


def sketch_of(distinct: Hashes) -> NDArray[np.uint8]:
    """The sketch of a document from its distinct shingle hashes, ascending: shape (128,)."""
    sketch: NDArray[np.uint8] = sketches_of_each(distinct, np.array([0, len(distinct)]))[0]
    return sketch


def sketches_of_each(distinct: Hashes, bounds: Indexes) -> NDArray[np.uint8]:
    """The sketches of d documents laid end to end: shape (d, 128)."""
    owners = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    bins = (distinct >> np.uint64(64 - _BIN_BITS)).astype(np.int64)
    bins += owners << _BIN_BITS
    filled = np.flatnonzero(changes_in_each(bins, bounds))
    sketches = np.zeros((len(bounds) - 1) * SKETCH_BYTES, np.uint8)
    low_bits = distinct[filled] & np.uint64(0xFFFF)
    sketches[bins[filled]] = low_bits % np.uint64(_VALUES) + np.uint64(1)
    return sketches.reshape(-1, SKETCH_BYTES)


def estimate(sketches: Sketches, left: Indexes, right: Indexes) -> Estimates:
    """Estimate the overlap of pairs, given as positions in ``sketches`` of shape (p,).

    Less than half a second for a million pairs. A document without shingles overlaps with nothing
    but another one, with that wholly.
    """
    equal, either, both = _compared(sketches.values, left, right)
    agreeing = equal - (SKETCH_BYTES - either)  # bins that are empty in both are equal, too
    by_chance = (both - agreeing) / (_VALUES - 1)
    bins = np.maximum(either, 1)
    jaccard = np.where(either > 0, np.maximum(agreeing - by_chance, 0) / bins, 1.0)
    expected = jaccard + (1 - jaccard) / _VALUES
    error = np.sqrt(expected * (1 - expected) / bins) * (_VALUES / (_VALUES - 1))
    a_counts, b_counts = sketches.counts[left], sketches.counts[right]
    return Estimates(
        jaccard,
        _containment(jaccard, a_counts, b_counts),
        _containment(jaccard, b_counts, a_counts),
        error,
        error * _sensitivity(jaccard, a_counts, b_counts),
        error * _sensitivity(jaccard, b_counts, a_counts),
    )


def _compared(values: NDArray[np.uint8], left: Indexes, right: Indexes) -> Indexes:
    """Bins of each pair that are equal, filled in at least one, and filled in both: (3, p)."""
    counts = np.empty((3, len(left)), np.int64)
    for first in range(0, len(left), _PAIRS_AT_ONCE):
        some = slice(first, first + _PAIRS_AT_ONCE)
        a, b = values[left[some]], values[right[some]]
        for row, flags in enumerate((a == b, (a | b) != 0, np.minimum(a, b) != 0)):
            counts[row, some] = _count_rows(flags)
    return counts


def _count_rows(flags: NDArray[np.bool_]) -> Indexes:
    """How many flags of each row are true, eight of them at a time."""
    counts: Indexes = np.bitwise_count(flags.view(np.uint64)).sum(axis=1, dtype=np.int64)
    return counts


def _containment(jaccard: Shares, own: Indexes, other: Indexes) -> Shares:
    """J · (|a| + |b|) / (1 + J) shingles are shared; what share of one's own that is."""
    shared = jaccard / (1 + jaccard) * (own + other)
    return np.minimum(shared / np.maximum(own, 1), 1.0)


def _sensitivity(jaccard: Shares, own: Indexes, other: Indexes) -> Shares:
    """How fast the containment changes with J."""
    return (own + other) / (np.maximum(own, 1) * (1 + jaccard) ** 2)
