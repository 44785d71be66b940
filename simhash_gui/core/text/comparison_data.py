"""What is kept of a text for comparing it in bulk, without the text itself.

All of it comes from the hashes of the comparison tokens, by shingles, sketches and winnowing. Which
tokens a text has is left to ``documents.comparison``, how the data is stored to the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_digest

from simhash_gui.core.ragged import (
    Indexes,
    bounds_of,
    changes_in_each,
    chosen_of_each,
    sort_each,
)
from simhash_gui.core.text.shingles import (
    Hashes,
    distinct_of,
    occurrence_hashes,
    occurrence_hashes_of_each,
    shingle_hashes,
    shingle_hashes_of_each,
)
from simhash_gui.core.text.sketches import sketch_of, sketches_of_each
from simhash_gui.core.text.winnowing import (
    DEFAULT_WINNOWING_LIMITS,
    winnowed_hashes,
    winnowed_hashes_of_each,
)

COMPARISON_VERSION = 2
"""Raised whenever the same text would give other data, here or by its tokens in
``documents.comparison``; data of another version is made again from the text."""

SAMPLE_SIZE = 64
"""Shingles in a sample."""

_Integer = TypeVar("_Integer", np.uint32, np.uint64)
_LITTLE_WORDS, _LITTLE_HALVES = np.dtype("<u8"), np.dtype("<u4")


@dataclass(frozen=True, slots=True)
class ComparisonData:
    """What is kept of a text for comparing it in bulk.

    ``token_count`` counts comparison tokens, ``shingle_count`` distinct shingles. Two texts have
    equal ``token_digest`` (8 bytes) exactly when their comparison tokens are the same. ``sketch``
    and ``token_sketch`` (128 bytes each) are those of ``sketches``, of the distinct shingles and of
    the tokens. ``sample`` and ``passages`` are little-endian arrays of uint32, the low halves of
    hashes: of the 64 least distinct shingles, and of the winnowed ones.
    """

    token_count: int
    shingle_count: int
    token_digest: bytes
    sketch: bytes
    token_sketch: bytes
    sample: bytes
    passages: bytes

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        # half the time that pickle takes for the state of a dataclass
        return type(self), tuple(getattr(self, name) for name in self.__slots__)


def data_of_tokens(tokens: Hashes) -> ComparisonData:
    """The data of a text that is known by the hashes of its comparison tokens, shape (n,)."""
    distinct = distinct_of(shingle_hashes(tokens))
    return ComparisonData(
        token_count=len(tokens),
        shingle_count=len(distinct),
        token_digest=_digest(tokens),
        sketch=sketch_of(distinct).tobytes(),
        token_sketch=sketch_of(occurrence_hashes(tokens)).tobytes(),
        sample=_low_halves(distinct[:SAMPLE_SIZE]).tobytes(),
        passages=distinct_of(_low_halves(winnowed_hashes(tokens))).tobytes(),
    )


def data_of_each(tokens: Hashes, bounds: Indexes) -> list[ComparisonData]:
    """The data of texts whose tokens are laid end to end."""
    lengths = np.diff(bounds)
    is_long = lengths >= DEFAULT_WINNOWING_LIMITS.guarantee_tokens
    if is_long.all():
        return _data_of_long(tokens, bounds) if len(lengths) else []
    kept = tokens[np.repeat(is_long, lengths)]
    of_long = iter(_data_of_long(kept, bounds_of(lengths[is_long])) if len(kept) else [])
    return [
        next(of_long) if is_long[row] else data_of_tokens(tokens[start:end])
        for row, (start, end) in enumerate(pairwise(bounds.tolist()))
    ]


def _data_of_long(tokens: Hashes, bounds: Indexes) -> list[ComparisonData]:
    """None of them is so short that anything becomes another."""
    shingles, shingle_bounds = shingle_hashes_of_each(tokens, bounds)
    distinct, distinct_bounds = _distinct_of_each(shingles, shingle_bounds)
    winnowed, winnowed_bounds = winnowed_hashes_of_each(tokens, bounds)
    passages = _pieces(*_distinct_of_each(_low_halves(winnowed), winnowed_bounds))
    sketches = sketches_of_each(distinct, distinct_bounds)
    token_sketches = sketches_of_each(occurrence_hashes_of_each(tokens, bounds), bounds)
    halves = _low_halves(distinct)
    return [
        ComparisonData(
            token_count=len(own),
            shingle_count=end - start,
            token_digest=_digest(own),
            sketch=sketches[row].tobytes(),
            token_sketch=token_sketches[row].tobytes(),
            sample=halves[start : min(end, start + SAMPLE_SIZE)].tobytes(),
            passages=passages[row].tobytes(),
        )
        for row, (own, (start, end)) in enumerate(
            zip(_pieces(tokens, bounds), pairwise(distinct_bounds.tolist()), strict=True)
        )
    ]


def _distinct_of_each(
    hashes: NDArray[_Integer], bounds: Indexes
) -> tuple[NDArray[_Integer], Indexes]:
    """Sorts what is given."""
    sort_each(hashes, bounds)
    return chosen_of_each(hashes, bounds, changes_in_each(hashes, bounds))


def _pieces(values: NDArray[_Integer], bounds: Indexes) -> list[NDArray[_Integer]]:
    return [values[start:end] for start, end in pairwise(bounds.tolist())]


def _digest(tokens: Hashes) -> bytes:
    return xxh3_64_digest(tokens.astype(_LITTLE_WORDS).tobytes())


def _low_halves(hashes: Hashes) -> NDArray[np.uint32]:
    return hashes.astype(_LITTLE_HALVES)  # keeps the low bits
