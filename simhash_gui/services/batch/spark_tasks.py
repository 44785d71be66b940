"""What Spark's executors do: functions over batches of Arrow, for ``mapInArrow``.

Each gets the batches of one partition, in which all rows with one key are together, and gives
batches back. The work is that of ``core``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui import __version__
from simhash_gui.core.hamming.buckets import Buckets, Wanted, compare_buckets, shared_buckets
from simhash_gui.core.hamming.tables import index_bits
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import HalfHashes
from simhash_gui.core.text.commonness import CommonLimits
from simhash_gui.core.text.shingles import Lookup
from simhash_gui.core.types import BLOCKS, Words, block_shift
from simhash_gui.services.batch.keys import DIGEST, Digests, KeyOrder, positions, write_shard_keys
from simhash_gui.services.detection.measuring import PairsToMeasure, groups_of
from simhash_gui.services.detection.pair_measurer import Measures, MeasuringOptions, PairMeasurer
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import existing_library
from simhash_gui.store.engine.errors import KnownStoreError

FAT_BUCKET = 1 << 12
"""Fingerprints with one block in common that a second block parts."""
LARGEST_BUCKET = 1 << 17
"""Of a larger one, even after that, only the first fingerprints are compared."""

_BLOCK_BITS, _SUB_BITS = 16, 12
_HASHES_AT_ONCE = 128

Batch = Any
"""A ``pyarrow.RecordBatch``: its package has no types."""


def versions(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The version of this program that runs here; a machine without it fails to find this."""
    for _ in batches:
        yield _batch(version=np.array([__version__]))


def written_keys(
    batches: Iterable[Batch], orders: Sequence[KeyOrder], folder: Path
) -> Iterator[Batch]:
    """Write the keys of the shards with these numbers: which were not there, and what failed."""
    for batch in batches:
        for number in _column(batch, "id").tolist():
            problem, is_new = "", False
            try:
                is_new = write_shard_keys(orders[number], folder, JobControl())
            except KnownStoreError as error:
                problem = str(error)
            yield _batch(
                number=np.array([number]), is_new=np.array([is_new]), problem=np.array([problem])
            )


def numbered(batches: Iterable[Batch], words: Words, numbers: Indexes) -> Iterator[Batch]:
    """Block keys of the fingerprints ``words``, which ascend, with their ``numbers``."""
    for batch in batches:
        signed = _column(batch, "fingerprint")
        places = positions(signed.view(np.uint64), words)
        chosen = places >= 0
        keys, own = _column(batch, "key")[chosen], numbers[places[chosen]]
        yield _batch(key=keys, number=own, word=signed[chosen])


def owned(
    batches: Iterable[Batch], digests: Digests, owners: Indexes, without: HalfHashes
) -> Iterator[Batch]:
    """Keys of the documents with these digests, which ascend, under their owners."""
    lookup = Lookup(without)
    for batch in batches:
        encoded = batch.column("digest").dictionary_encode()
        own = np.array(encoded.dictionary.to_pylist(), DIGEST)
        places = positions(own, digests)
        owner_of = np.full(len(own), -1)
        owner_of[places >= 0] = owners[places[places >= 0]]
        owner, keys = owner_of[encoded.indices.to_numpy()], _column(batch, "key")
        chosen = (owner >= 0) & ~lookup.has(keys.astype(np.uint32))
        yield _batch(key=keys[chosen], owner=owner[chosen])


def block_sizes(batches: Iterable[Batch]) -> Iterator[Batch]:
    """How many fingerprints have each block key: key, size; some may be counted twice."""
    for batch in batches:
        distinct = np.unique(_column(batch, "key") << 32 | _column(batch, "number"))
        keys, sizes = np.unique_counts(distinct >> 32)
        yield _batch(key=keys, size=sizes)


def split_keys(batches: Iterable[Batch], fat: Indexes) -> Iterator[Batch]:
    """The same block keys, but in a fat bucket four in the place of one.

    Each of them has 12 of the other 48 bits: where at most three bits differ, one of four such
    parts is equal again.
    """
    for batch in batches:
        keys, numbers, signed = (_column(batch, name) for name in ("key", "number", "word"))
        is_fat = np.isin(keys, fat)
        yield _batch(key=keys[~is_fat], number=numbers[~is_fat], word=signed[~is_fat])
        words = signed.view(np.uint64)
        for block in range(BLOCKS):
            chosen = is_fat & (keys >> _BLOCK_BITS == block)
            if not chosen.any():
                continue
            own, rest = keys[chosen], _without_block(words[chosen], block)
            for part in range(BLOCKS):
                sub = rest >> np.uint64(part * _SUB_BITS) & np.uint64((1 << _SUB_BITS) - 1)
                key = (own << 16 | (part + 1) << _SUB_BITS) + sub.astype(np.int64)
                yield _batch(key=key | 1 << 48, number=numbers[chosen], word=signed[chosen])


def near_pairs(batches: Iterable[Batch], k: int, largest: int) -> Iterator[Batch]:
    """The pairs within ``k`` in buckets of one key: the smaller number above the other, distance.

    A pair may come several times. Of a bucket beyond ``largest`` only the first members are
    compared; the pairs left out are counted, as a negative number.
    """
    rows = _rows(batches, ("key", "number", "word"))
    _, inverse = np.unique(rows["key"], return_inverse=True)
    if not len(inverse):
        return
    _, once = np.unique(inverse << 32 | rows["number"], return_index=True)  # several shards have it
    inverse, rows = inverse[once], {name: rows[name][once] for name in rows}
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
            columns["depends"] = measures.depends.astype(np.int32)
            yield _batch(place=place[slice(*group)], **columns)


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
