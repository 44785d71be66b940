"""Checksums of what is kept of each document, by which damage is told when it is read.

A fingerprint is summed up with the digest of its document and its recipe, comparison data with the
id of its document: a value that belongs to another document does not fit either. Data is summed up
in parts, as it is read: what goes with the sketches, and each list of hashes. A row without a
checksum was written by an earlier version of the program, and is not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_digest, xxh3_64_intdigest

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.core.types import SCATTER, Words
from simhash_gui.store.engine.types import to_signed

LISTS = ("sample", "passages", "quoted_passages", "shingles", "shingles_rest")
PART_BYTES = 8
CHECKSUM_BYTES = PART_BYTES * (1 + len(LISTS))
_WORD = (1 << 64) - 1
_TOKENS, _SHINGLES = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


def of_fingerprint(digest: bytes, word: int, rest: int, recipe_id: str) -> int:
    """The checksum of a fingerprint, as a signed number."""
    seed = int(word) ^ (int(rest) * int(SCATTER) & _WORD) ^ _of_recipe(recipe_id)
    return to_signed(xxh3_64_intdigest(digest, seed))


def are_damaged(
    digests: Sequence[Any], words: Words, rests: Words, recipe_id: str, stored: Sequence[Any]
) -> NDArray[np.bool_]:
    """Which fingerprints of a recipe, shape (n,), do not fit their checksums."""
    seeds = words ^ (rests * SCATTER) ^ np.uint64(_of_recipe(recipe_id))
    summed = [each if type(each) is bytes else b"" for each in digests]
    own = np.fromiter(map(xxh3_64_intdigest, summed, seeds.tolist()), np.uint64, len(digests))
    is_there = np.fromiter((each is not None for each in stored), np.bool_, len(stored))
    told = np.array([each if type(each) is int else 0 for each in stored], np.int64)
    damaged: NDArray[np.bool_] = is_there & (own != told.view(np.uint64))
    return damaged


def of_data(document_id: int, row: ComparisonData) -> bytes:
    """The checksums of comparison data, part by part."""
    counts = row.token_count, row.shingle_count
    first = of_sketches(
        document_id, *counts, row.marks, row.token_digest, row.sketch, row.token_sketch
    )
    lists = (getattr(row, name) for name in LISTS)
    return first + b"".join(xxh3_64_digest(each, document_id) for each in lists)


def of_sketches(document_id: int, tokens: int, shingles: int, *parts: bytes) -> bytes:
    """The checksum of counts, marks, token digest and both sketches."""
    seed = document_id ^ tokens * _TOKENS ^ shingles * _SHINGLES
    return xxh3_64_digest(b"".join(parts), seed & _WORD)


def fits_list(document_id: int, kind: str, hashes: bytes, checksums: bytes) -> bool:
    """Whether a list of hashes is the one that was summed up."""
    start = PART_BYTES * (1 + LISTS.index(kind))
    return xxh3_64_digest(hashes, document_id) == checksums[start : start + PART_BYTES]


def _of_recipe(recipe_id: str) -> int:
    return xxh3_64_intdigest(recipe_id.encode("utf-8", "surrogatepass"))
