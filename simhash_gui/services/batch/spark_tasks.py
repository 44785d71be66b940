"""What Spark's executors do: functions over batches of Arrow, for ``mapInArrow``.

Each gets the batches of one partition, in which all rows with one key are together, and gives
batches back. The work is that of ``core``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming.buckets import Buckets, Wanted, compare_buckets, shared_buckets
from simhash_gui.core.hamming.tables import index_bits
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.commonness import CommonLimits
from simhash_gui.core.types import BLOCKS, block_shift
from simhash_gui.services.detection.measuring import (
    Measures,
    MeasuringOptions,
    PairMeasurer,
    PairsToMeasure,
    groups_of,
)
from simhash_gui.services.library.libraries import existing_library

FAT_BUCKET = 1 << 12
"""Fingerprints with one block in common that a second block parts."""
LARGEST_BUCKET = 1 << 17
"""Of a larger one, even after that, only the first fingerprints are compared."""

_BLOCK_BITS, _SUB_BITS = 16, 12
_HASHES_AT_ONCE = 128

Batch = Any
"""A ``pyarrow.RecordBatch``: its package has no types."""


def block_sizes(batches: Iterable[Batch]) -> Iterator[Batch]:
    """How many fingerprints have each block: key, size."""
    for batch in batches:
        words = _column(batch, "word").view(np.uint64)
        for block in range(BLOCKS):
            keys, sizes = np.unique_counts(_block_key(words, block))
            yield _batch(key=keys, size=sizes)


def block_keys(batches: Iterable[Batch], fat: Indexes) -> Iterator[Batch]:
    """Every fingerprint under its four blocks: key, number, word.

    In a fat bucket it stands under four keys instead, each with 12 of the other 48 bits: where at
    most three bits differ, one of four such parts is equal again.
    """
    for batch in batches:
        numbers, signed = _column(batch, "number"), _column(batch, "word")
        words = signed.view(np.uint64)
        for block in range(BLOCKS):
            keys = _block_key(words, block)
            is_fat = np.isin(keys, fat)
            yield _batch(key=keys[~is_fat], number=numbers[~is_fat], word=signed[~is_fat])
            if not is_fat.any():
                continue
            own, rest = keys[is_fat], _without_block(words[is_fat], block)
            for part in range(BLOCKS):
                sub = rest >> np.uint64(part * _SUB_BITS) & np.uint64((1 << _SUB_BITS) - 1)
                key = (own << 16 | (part + 1) << _SUB_BITS) + sub.astype(np.int64)
                yield _batch(key=key | 1 << 48, number=numbers[is_fat], word=signed[is_fat])


def near_pairs(batches: Iterable[Batch], k: int, largest: int) -> Iterator[Batch]:
    """The pairs within ``k`` in buckets of one key: the smaller number above the other, distance.

    A pair may come several times. Of a bucket beyond ``largest`` only the first members are
    compared; the pairs left out are counted, as a negative number.
    """
    rows = _rows(batches, ("key", "number", "word"))
    _, inverse = np.unique(rows["key"], return_inverse=True)
    if not len(inverse):
        return
    bits = index_bits(len(inverse))
    keys = inverse.astype(np.uint64) << np.uint64(bits) | np.arange(len(inverse), dtype=np.uint64)
    keys.sort()
    buckets = shared_buckets(keys, bits)
    lengths = np.minimum(buckets.lengths, largest)
    left_out = int((_pairs_of(buckets.lengths) - _pairs_of(lengths)).sum())
    if left_out:
        yield _batch(pair=np.array([-left_out]), distance=np.zeros(1, np.int32))
    lanes = (rows["word"].view(np.uint64),)
    wanted = Wanted(k, lambda differences: np.ones(len(differences[0]), np.bool_))
    for step in compare_buckets(Buckets(buckets.members, buckets.starts, lengths), lanes, wanted):
        if len(step.pairs):
            own, other = rows["number"][step.pairs.left], rows["number"][step.pairs.right]
            pair = np.minimum(own, other) << 32 | np.maximum(own, other)
            yield _batch(pair=pair, distance=step.pairs.distance.astype(np.int32))


def shared_postings(batches: Iterable[Batch], most_owners: int) -> Iterator[Batch]:
    """The postings, each once, of hashes that 2 to ``most_owners`` documents have: key, owner."""
    keys = _distinct_postings(batches)
    hashes = keys >> np.uint64(32)
    _, inverse, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    sizes = counts[inverse]
    kept = (sizes > 1) & (sizes <= most_owners)
    owners = (keys & np.uint64(0xFFFF_FFFF)).astype(np.int64)
    yield _batch(key=hashes[kept].astype(np.int64), owner=owners[kept])


def common_hashes(batches: Iterable[Batch], limits: CommonLimits) -> Iterator[Batch]:
    """The hashes of more groups than are rare: key, and whether they are of a template."""
    keys = _distinct_postings(batches)
    hashes, counts = np.unique_counts((keys >> np.uint64(32)).astype(np.int64))
    is_frequent = counts > limits.rare_documents
    is_template = counts > limits.template_documents
    yield _batch(key=hashes[is_frequent], is_template=is_template[is_frequent])


def measured(batches: Iterable[Batch], library: str, options: MeasuringOptions) -> Iterator[Batch]:
    """Measures of pairs by place, from texts that are read here."""
    rows = _rows(batches, ("place", "left", "right", "tokens"))
    order = np.argsort(rows["place"])
    place, left, right, tokens = (rows[name][order] for name in rows)
    if not len(place):
        return
    with existing_library(Path(library)) as review:
        measurer = PairMeasurer(review, options)
        pairs = PairsToMeasure(left, right, tokens)
        for group in groups_of(tokens, _HASHES_AT_ONCE):
            measures = pairs.measured(measurer, group)
            columns = {each.name: getattr(measures, each.name) for each in fields(Measures)}
            columns["classes"] = measures.classes.astype(np.int32)
            yield _batch(place=place[slice(*group)], **columns)


def _block_key(words: NDArray[np.uint64], block: int) -> Indexes:
    value = words >> np.uint64(block_shift(block)) & np.uint64(0xFFFF)
    return (value | np.uint64(block << _BLOCK_BITS)).astype(np.int64)


def _without_block(words: NDArray[np.uint64], block: int) -> NDArray[np.uint64]:
    """The other 48 bits."""
    shift = np.uint64(block_shift(block))
    low = words & ((np.uint64(1) << shift) - np.uint64(1))
    above = words >> shift >> np.uint64(_BLOCK_BITS)
    return above << shift | low


def _distinct_postings(batches: Iterable[Batch]) -> NDArray[np.uint64]:
    rows = _rows(batches, ("key", "owner"))
    keys = rows["key"].astype(np.uint64) << np.uint64(32) | rows["owner"].astype(np.uint64)
    return np.unique(keys)


def _rows(batches: Iterable[Batch], names: tuple[str, ...]) -> dict[str, Indexes]:
    every = list(batches)
    empty = np.empty(0, np.int64)
    return {
        name: np.concatenate([empty, *(_column(each, name) for each in every)]) for name in names
    }


def _column(batch: Batch, name: str) -> Indexes:
    values: Indexes = batch.column(name).to_numpy(zero_copy_only=False)
    return values


def _batch(**columns: NDArray[Any]) -> Batch:
    import pyarrow as pa  # noqa: PLC0415 - an extra

    return pa.RecordBatch.from_pydict({name: pa.array(each) for name, each in columns.items()})


def _pairs_of(sizes: Indexes) -> Indexes:
    return sizes * (sizes - 1) // 2
