"""How much of two texts stays in order: the edit share, by the longest common subsequence.

``edit_share`` is 2 · LCS / (|a| + |b|) over tokens: 1 for equal texts, and what an insertion or a
deletion takes away is the same everywhere. Text that moved counts as deleted and inserted; moved
text is found by ``passages``.

The LCS is exact. Texts that fit one block are compared by rapidfuzz, bit-parallel on machine words
in C++. Longer ones are compared block by block, bit-parallel on Python's integers, so that other
threads run meanwhile and a hopeless pair is given up half-way: a column of the matrix is one bit, a
row is one addition (Hyyrö 2004, "Bit-parallel LCS-length computation revisited", after Crochemore
et al. 2001).
"""

from __future__ import annotations

from array import array
from math import ceil

import numpy as np

from simhash_gui.core.text.shingles import Hashes, is_among, shared_hashes

_COLUMNS_AT_ONCE = 1 << 13
"""rapidfuzz takes some five milliseconds for two such texts, in which no other thread runs."""


def edit_share(
    a: Hashes, b: Hashes, at_least: float = 0.0, most_cells: int | None = None
) -> float | None:
    """The share of both texts' tokens that a longest common subsequence takes, 0 to 1.

    None when it is less than ``at_least``: of long texts mostly known from counting the tokens,
    without the matrix. None also when the matrix of what differs would have more than
    ``most_cells``. Two empty texts are equal.
    """
    total = len(a) + len(b)
    if not total:
        return 1.0
    needed = at_least * total / 2
    length = _common_subsequence(a, b, needed, most_cells)
    return 2 * length / total if length >= needed else None


def _common_subsequence(a: Hashes, b: Hashes, needed: float, most_cells: int | None) -> int:
    """The length of the LCS, or something below ``needed`` when it is not worked out."""
    if most_cells is None and max(len(a), len(b)) <= _COLUMNS_AT_ONCE:
        return _in_one_block(a, b, needed)
    head = _equal_ahead(a, b)
    a, b = a[head:], b[head:]
    tail = _equal_ahead(a[::-1], b[::-1])
    a, b = a[: len(a) - tail], b[: len(b) - tail]
    kept = head + tail
    a, b, most = _shared_tokens(a, b)
    if kept + most < needed or not most:
        return kept + most
    if most_cells is not None and len(a) * len(b) > most_cells:
        return -1
    columns, rows = (a, b) if len(a) >= len(b) else (b, a)
    return kept + _matrix(columns.tolist(), rows.tolist(), needed - kept)


def _in_one_block(a: Hashes, b: Hashes, needed: float) -> int:
    """The length of the LCS, 0 if it is below ``needed``.

    Arrays are compared by their values; of other objects rapidfuzz asks for hashes, and those of
    two large integers may be equal.
    """
    # what loads it takes 12 ms, and most commands need none of it
    from rapidfuzz.distance import LCSseq  # noqa: PLC0415

    own, other = array("Q", a.tobytes()), array("Q", b.tobytes())
    return LCSseq.similarity(own, other, score_cutoff=ceil(needed))


def _equal_ahead(a: Hashes, b: Hashes) -> int:
    room = min(len(a), len(b))
    differs = a[:room] != b[:room]
    return int(differs.argmax()) if differs.any() else room


def _shared_tokens(a: Hashes, b: Hashes) -> tuple[Hashes, Hashes, int]:
    """Both texts without the tokens of only one, and how many tokens they share at the most."""
    a_distinct, a_counts = np.unique_counts(a)
    b_distinct, b_counts = np.unique_counts(b)
    shared = shared_hashes(a_distinct, b_distinct)
    fewer = np.minimum(
        a_counts[np.searchsorted(a_distinct, shared)], b_counts[np.searchsorted(b_distinct, shared)]
    )
    return a[is_among(a, shared)], b[is_among(b, shared)], int(fewer.sum())


def _matrix(columns: list[int], rows: list[int], needed: float) -> int:
    carries = bytearray(len(rows))
    length = 0
    for first in range(0, len(columns), _COLUMNS_AT_ONCE):
        length += _block(columns[first : first + _COLUMNS_AT_ONCE], rows, carries)
        left = max(0, len(columns) - first - _COLUMNS_AT_ONCE)
        if length + left < needed:
            break
    return length


def _block(columns: list[int], rows: list[int], carries: bytearray) -> int:
    """What these columns add to the LCS. ``carries[r]`` is what row r hands to the next block.

    A zero bit in ``open_columns`` is a column where the LCS of the rows so far grows by one.
    """
    masks = _masks(columns)
    width = len(columns)
    every_column = open_columns = (1 << width) - 1
    for row, token in enumerate(rows):
        hits = open_columns & masks.get(token, 0)
        total = open_columns + hits + carries[row]
        carries[row] = total >> width
        open_columns = (total & every_column) | (open_columns ^ hits)
    return width - open_columns.bit_count()


def _masks(columns: list[int]) -> dict[int, int]:
    """For each token a bit in every column that it stands in."""
    masks: dict[int, int] = {}
    known, bits = masks.get, map((1).__lshift__, range(len(columns)))
    for token, bit in zip(columns, bits, strict=True):
        masks[token] = known(token, 0) | bit
    return masks
