"""What is kept of a text for comparing it in bulk, without the text itself.

All of it comes from the hashes of the comparison tokens, by shingles, sketches and winnowing. Which
tokens a text has is left to ``documents.comparison``, how the data is stored to the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from simhash_gui.core.text.candidates import HalfHashes
from simhash_gui.core.text.commonness import SAMPLED
from simhash_gui.core.text.shingles import (
    SHINGLE_SIZE,
    Hashes,
    distinct_of,
    occurrence_hashes,
    occurrence_hashes_of_each,
    shingle_hashes,
    shingle_hashes_of_each,
)
from simhash_gui.core.text.sketches import sketch_of, sketches_of_each
from simhash_gui.core.text.spans import TokenMarks, inside
from simhash_gui.core.text.winnowing import (
    DEFAULT_WINNOWING_LIMITS,
    winnow,
    winnowed_hashes_of_each,
)

COMPARISON_VERSION = 5
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
    the tokens.

    Little-endian arrays of uint32 are the low halves of hashes, each once: ``sample`` of the 64
    least shingles; ``passages`` of the winnowed ones, in the order of the text, and
    ``quoted_passages`` of those that begin in quoted text instead; ``shingles`` of the sampled
    shingles that hold nothing quoted from another message (``commonness.SAMPLED``), and
    ``shingles_rest`` of all others. What only looks quoted, in a text that is no message, counts.
    ``marks`` are ``spans.TokenMarks``.
    """

    token_count: int
    shingle_count: int
    token_digest: bytes
    sketch: bytes
    token_sketch: bytes
    sample: bytes
    passages: bytes
    quoted_passages: bytes
    shingles: bytes
    shingles_rest: bytes
    marks: bytes

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        # half the time that pickle takes for the state of a dataclass
        return type(self), tuple(getattr(self, name) for name in self.__slots__)


def token_digest(tokens: Hashes) -> bytes:
    """The ``ComparisonData.token_digest`` of a text that has these tokens."""
    return xxh3_64_digest(tokens.astype(_LITTLE_WORDS, copy=False).data)


def is_foreign(tokens: Hashes, digest: bytes | None) -> bool:
    """Whether a text with these tokens is not the one that a stored token digest is of."""
    return digest is not None and digest != token_digest(tokens)


def data_of_tokens(tokens: Hashes, marks: TokenMarks | None = None) -> ComparisonData:
    """The data of a text that is known by the hashes of its comparison tokens, shape (n,)."""
    hashes = shingle_hashes(tokens)
    distinct = distinct_of(hashes)
    return ComparisonData(
        len(tokens),
        len(distinct),
        token_digest(tokens),
        sketch_of(distinct).tobytes(),
        sketch_of(occurrence_hashes(tokens)).tobytes(),
        _low_halves(distinct[:SAMPLE_SIZE]).tobytes(),
        *_of_marked(tokens, hashes, marks or TokenMarks.none(len(tokens))),
    )


def _of_marked(
    tokens: Hashes, shingles: Hashes, marks: TokenMarks
) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """The last five fields, those that marks have a say in."""
    selected = winnow(tokens)
    is_quoted = marks.quoted[selected.positions]
    unquoted = shingles[inside(marks.body | ~marks.quoted, min(SHINGLE_SIZE, len(tokens)))]
    sampled, rest = _divided(_low_halves(distinct_of(unquoted)))
    return (
        _in_order(_low_halves(selected.hashes[~is_quoted])).tobytes(),
        _in_order(_low_halves(selected.hashes[is_quoted])).tobytes(),
        sampled.tobytes(),
        rest.tobytes(),
        marks.to_bytes(),
    )


def data_of_each(
    tokens: Hashes, bounds: Indexes, marks: Sequence[TokenMarks | None] | None = None
) -> list[ComparisonData]:
    """The data of texts whose tokens are laid end to end, and which may have marks."""
    lengths = np.diff(bounds)
    marks = marks or [None] * len(lengths)
    is_long = lengths >= DEFAULT_WINNOWING_LIMITS.guarantee_tokens
    kept = tokens if is_long.all() else tokens[np.repeat(is_long, lengths)]
    of_long = iter(_data_of_long(kept, bounds_of(lengths[is_long])) if len(kept) else [])
    return [
        _marked(next(of_long), tokens[start:end], of_row)
        if is_long[row]
        else data_of_tokens(tokens[start:end], of_row)
        for row, ((start, end), of_row) in enumerate(
            zip(pairwise(bounds.tolist()), marks, strict=True)
        )
    ]


def _marked(data: ComparisonData, tokens: Hashes, marks: TokenMarks | None) -> ComparisonData:
    """The data of a text that has marks, from what it would be without."""
    if marks is None:
        return data
    if not marks.quoted.any():
        return replace(data, marks=marks.to_bytes())
    return ComparisonData(
        data.token_count,
        data.shingle_count,
        data.token_digest,
        data.sketch,
        data.token_sketch,
        data.sample,
        *_of_marked(tokens, shingle_hashes(tokens), marks),
    )


def _data_of_long(tokens: Hashes, bounds: Indexes) -> list[ComparisonData]:
    """None of them is so short that anything becomes another, and nothing is marked."""
    shingles, shingle_bounds = shingle_hashes_of_each(tokens, bounds)
    distinct, distinct_bounds = _distinct_of_each(shingles, shingle_bounds)
    winnowed, winnowed_bounds = winnowed_hashes_of_each(tokens, bounds)
    passages = _pieces(*_in_order_of_each(_low_halves(winnowed), winnowed_bounds))
    sketches = sketches_of_each(distinct, distinct_bounds)
    token_sketches = sketches_of_each(occurrence_hashes_of_each(tokens, bounds), bounds)
    halves = _low_halves(distinct)
    is_sampled = halves % SAMPLED == 0
    sampled = _pieces(*chosen_of_each(halves, distinct_bounds, is_sampled))
    rest = _pieces(*chosen_of_each(halves, distinct_bounds, ~is_sampled))
    return [
        ComparisonData(
            token_count=len(own),
            shingle_count=end - start,
            token_digest=token_digest(own),
            sketch=sketches[row].tobytes(),
            token_sketch=token_sketches[row].tobytes(),
            sample=halves[start : min(end, start + SAMPLE_SIZE)].tobytes(),
            passages=passages[row].tobytes(),
            quoted_passages=b"",
            shingles=sampled[row].tobytes(),
            shingles_rest=rest[row].tobytes(),
            marks=b"",
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


def _in_order_of_each(halves: HalfHashes, bounds: Indexes) -> tuple[HalfHashes, Indexes]:
    """Each value of each list once, where it comes first."""
    owners = np.repeat(np.arange(len(bounds) - 1, dtype=np.uint64), np.diff(bounds))
    _, firsts = np.unique(owners << np.uint64(32) | halves, return_index=True)
    firsts.sort()
    return halves[firsts], np.searchsorted(firsts, bounds)


def _in_order(halves: HalfHashes) -> HalfHashes:
    return _in_order_of_each(halves, np.array([0, len(halves)]))[0]


def _divided(halves: HalfHashes) -> tuple[HalfHashes, HalfHashes]:
    is_sampled = halves % SAMPLED == 0
    return halves[is_sampled], halves[~is_sampled]


def _pieces(values: NDArray[_Integer], bounds: Indexes) -> list[NDArray[_Integer]]:
    return [values[start:end] for start, end in pairwise(bounds.tolist())]


def _low_halves(hashes: Hashes) -> NDArray[np.uint32]:
    return hashes.astype(_LITTLE_HALVES)  # keeps the low bits
