"""What is kept of a text for comparing it in bulk, without the text itself.

All of it comes from the hashes of the comparison tokens, by core's shingles, sketches and
winnowing. How it is stored, and what is concluded from it, is left to others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_digest

from simhash_gui.core.shingles import Hashes, distinct_of, occurrence_hashes, shingle_hashes
from simhash_gui.core.sketches import sketch_of
from simhash_gui.core.winnowing import winnowed_hashes
from simhash_gui.documents.comparison import comparison_hashes_of
from simhash_gui.documents.records import ComparisonData

COMPARISON_VERSION = 2
"""Raised whenever the same text would give other data; data of another version is made anew."""

SAMPLE_SIZE = 64
"""Shingles in a sample."""

_BATCH_CHARACTERS = 1 << 17
_LITTLE_WORDS, _LITTLE_HALVES = np.dtype("<u8"), np.dtype("<u4")


def comparison_data(text: str) -> ComparisonData:
    """The data of a text as it was read."""
    return comparison_data_of([text])[0]


def comparison_data_of(texts: Sequence[str]) -> list[ComparisonData]:
    """The data of each of some texts, sooner than one by one."""
    tokens = chain.from_iterable(map(comparison_hashes_of, _batches(texts)))
    return [data_of_tokens(hashes) for hashes in tokens]


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        batch.append(text)
        characters += len(text)
        if characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    yield batch


def data_of_tokens(tokens: Hashes) -> ComparisonData:
    """The data of a text that is known by the hashes of its comparison tokens, shape (n,)."""
    distinct = distinct_of(shingle_hashes(tokens))
    return ComparisonData(
        token_count=len(tokens),
        shingle_count=len(distinct),
        token_digest=xxh3_64_digest(tokens.astype(_LITTLE_WORDS).tobytes()),
        sketch=sketch_of(distinct).tobytes(),
        token_sketch=sketch_of(occurrence_hashes(tokens)).tobytes(),
        sample=_low_halves(distinct[:SAMPLE_SIZE]).tobytes(),
        passages=distinct_of(_low_halves(winnowed_hashes(tokens))).tobytes(),
    )


def _low_halves(hashes: Hashes) -> NDArray[np.uint32]:
    return hashes.astype(_LITTLE_HALVES)  # keeps the low bits
