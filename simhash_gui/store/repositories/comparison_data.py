"""What documents are compared by in bulk: sketches, samples, passages and shingles, as arrays.

``core.text.comparison_data`` says what the rows mean and which version of that holds; rows of
another version count as missing here, and are derived again from the texts. Every load covers all
rows of a version: which documents are present is for the caller to select.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, exists, select
from xxhash import xxh3_64_digest, xxh3_64_intdigest

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.core.text.shingles import is_among
from simhash_gui.core.text.sketches import SKETCH_BYTES
from simhash_gui.core.text.spans import hides_tokens
from simhash_gui.core.types import Words
from simhash_gui.store.engine.schema import comparison_data, documents, texts
from simhash_gui.store.engine.statements import (
    driver_cursor,
    fetch_ids,
    int_table,
    json_list,
    listed,
)
from simhash_gui.store.engine.types import DamagedValueError, Ids
from simhash_gui.store.repositories import checksums, present_files

HASHES_AT_ONCE = 1 << 20
"""4 MiB of hashes in one piece. Arrays of more than 32 MB are given back to the system and asked of
it for each step: with four times as many hashes, counting them takes half as long again."""

_FEWEST_BITS = 16
_MOST_BITS = 24
_ROOM = 64
"""Slots for each hash that is asked for, so that about one stored hash in 64 passes by chance."""

_DIGEST_BYTES = 8
_HASH_BYTES = 4
_ROWS_AT_ONCE = 4096
_ROWS_TOGETHER = 64
_PUT = """
INSERT INTO comparison_data (
    document_id, version, token_count, shingle_count, token_digest, sketch, token_sketch, sample,
    passages, quoted_passages, shingles, shingles_rest, marks, checksums)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)
ON CONFLICT (document_id) DO UPDATE SET
    version = excluded.version, token_count = excluded.token_count,
    shingle_count = excluded.shingle_count, token_digest = excluded.token_digest,
    sketch = excluded.sketch, token_sketch = excluded.token_sketch, sample = excluded.sample,
    passages = excluded.passages, quoted_passages = excluded.quoted_passages,
    shingles = excluded.shingles, shingles_rest = excluded.shingles_rest, marks = excluded.marks,
    checksums = excluded.checksums
"""
_SKETCHES = """
SELECT checksums, document_id, token_count, shingle_count, marks, token_digest, sketch, token_sketch
FROM comparison_data NOT INDEXED WHERE version = ? ORDER BY document_id
"""
_SOME_SKETCHES = """
SELECT document_id, sketch FROM comparison_data
WHERE version = ? AND document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_HASHES = """
SELECT checksums, document_id, {columns} FROM comparison_data NOT INDEXED
WHERE version = ? ORDER BY document_id
"""
_SOME_HASHES = """
SELECT checksums, document_id, {columns} FROM comparison_data
WHERE version = ? AND document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
ORDER BY document_id
"""
_ONE = f"""
SELECT {", ".join(field.name for field in fields(ComparisonData))} FROM comparison_data
WHERE version = ? AND document_id = ?
"""
_MARKS = """
SELECT document_id, marks, token_digest FROM comparison_data
WHERE version = ? AND document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""

_Scalar = TypeVar("_Scalar", bound=np.generic)


class HashKind(StrEnum):
    """The columns of hashes that are read in pieces."""

    SAMPLE = "sample"
    """The least shingle hashes: at most 64 of each document."""
    PASSAGES = "passages"
    QUOTED_PASSAGES = "quoted_passages"
    SHINGLES = "shingles"
    SHINGLES_REST = "shingles_rest"


@dataclass(frozen=True, slots=True, eq=False)
class StoredSketches:
    """Sketches as parallel arrays, by ascending document id.

    ``ids``, ``token_counts`` and ``shingle_counts`` have the shape (n,), ``token_digests`` too, and
    ``mark_digests``, 0 where nothing is marked, and ``has_hidden``, true where shingles are not
    stored because they hold something quoted; ``values`` has (n, 128), of shingles, and
    ``token_values`` as many, of tokens.
    """

    ids: Ids
    token_counts: Ids
    shingle_counts: Ids
    mark_digests: Words
    has_hidden: NDArray[np.bool_]
    token_digests: Words
    values: NDArray[np.uint8]
    token_values: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False)
class HashLists:
    """Lists of hashes laid end to end: document ``ids[i]`` has ``hashes[offsets[i]:offsets[i+1]]``.

    Shapes: (n,), (n + 1,) and (``offsets[-1]``,); by ascending document id.
    """

    ids: Ids
    offsets: Ids
    hashes: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.ids)


def put(connection: Connection, version: int, rows: Iterable[tuple[int, ComparisonData]]) -> None:
    """Store or replace what documents are compared by, given with their ids.

    Ids of deleted documents are left out: one may be deleted while its data is derived.
    """
    values = (
        (
            document_id,
            version,
            row.token_count,
            row.shingle_count,
            row.token_digest,
            row.sketch,
            row.token_sketch,
            row.sample,
            row.passages,
            row.quoted_passages,
            row.shingles,
            row.shingles_rest,
            row.marks,
            checksums.of_data(document_id, row),
        )
        for document_id, row in rows
    )
    driver_cursor(connection).executemany(_PUT, values)


def sketch_pieces(
    connection: Connection, version: int, damaged: set[int] | None = None
) -> Iterator[StoredSketches]:
    """All sketches with what goes with them, some thousand documents at a time.

    Those that do not fit their checksum are left out; their ids go to ``damaged``. Raises
    LibraryDamagedError inside ``read()``.
    """
    cursor = driver_cursor(connection).execute(_SKETCHES, (version,))
    while stored := cursor.fetchmany(_ROWS_AT_ONCE):
        rows = [row[1:] for row in stored if _fits(row)]
        if damaged is not None and len(rows) < len(stored):
            damaged |= {row[1] for row in stored} - {row[0] for row in rows}
        if not rows:
            continue
        *counted, marks, digests, of_shingles, of_tokens = zip(*rows, strict=True)
        ids, token_counts, shingle_counts = int_table(counted, len(rows))
        yield StoredSketches(
            ids,
            token_counts,
            shingle_counts,
            *_of_marks(marks),
            _joined(digests, np.dtype("<u8"), _DIGEST_BYTES),
            *(
                _joined(values, np.dtype(np.uint8), SKETCH_BYTES).reshape(-1, SKETCH_BYTES)
                for values in (of_shingles, of_tokens)
            ),
        )


def _fits(row: Sequence[Any]) -> bool:
    """Whether a row of sketches fits its checksum, which nothing of another type does."""
    told = row[0]
    if told is None:
        return True
    try:
        return bool(checksums.of_sketches(*row[1:]) == told[: checksums.PART_BYTES])
    except TypeError:
        return False


def _of_marks(marks: Sequence[bytes]) -> tuple[Words, NDArray[np.bool_]]:
    """``mark_digest`` and ``has_hidden`` of many, most of which are empty."""
    digests, hidden = np.zeros(len(marks), np.uint64), np.zeros(len(marks), np.bool_)
    for row, each in enumerate(marks):
        if each != b"":
            digests[row], hidden[row] = mark_digest(each), has_hidden(each)
    return digests, hidden


def mark_digest(marks: bytes) -> int:
    """A hash of ``ComparisonData.marks``; 0 where nothing is marked."""
    if not isinstance(marks, bytes):
        raise DamagedValueError("marks are no bytes")
    return xxh3_64_intdigest(marks) if marks else 0


def has_hidden(marks: bytes) -> bool:
    """Whether a text with these marks has shingles that are not stored, see ``ComparisonData``."""
    if len(marks) % _HASH_BYTES:
        raise DamagedValueError("marks are cut off")
    return bool(marks) and hides_tokens(marks)


def sketches_of(connection: Connection, version: int, ids: Ids) -> dict[int, bytes]:
    """The sketches of the shingles of those of some documents that have a row of this version."""
    found = driver_cursor(connection).execute(_SOME_SKETCHES, (version, json_list(ids)))
    return dict(found.fetchall())


def hash_pieces(
    connection: Connection,
    version: int,
    hashes: HashKind,
    hashes_at_once: int = HASHES_AT_ONCE,
    damaged: set[int] | None = None,
) -> Iterator[HashLists]:
    """Hashes of one kind of all documents, in pieces of at most about ``hashes_at_once``.

    A document is never divided; one with more hashes than that is a piece of its own. A list that
    does not fit its checksum counts as empty; the ids of such documents go to ``damaged``.
    """
    kinds = (hashes,)
    for (piece,) in hash_pieces_of_each(connection, version, kinds, hashes_at_once, damaged):
        yield piece


def hash_pieces_of_each(  # noqa: PLR0913 - what is read, how, and what is known of it
    connection: Connection,
    version: int,
    kinds: Sequence[HashKind],
    hashes_at_once: int = HASHES_AT_ONCE,
    damaged: set[int] | None = None,
    *,
    are_sound: bool = False,
) -> Iterator[list[HashLists]]:
    """As ``hash_pieces``, of several kinds of the same documents at a time, in one pass.

    ``are_sound``: all of them have fitted their checksums just now.
    """
    query = _HASHES.format(columns=", ".join(kind.value for kind in kinds))
    cursor = driver_cursor(connection).execute(query, (version,))
    waiting: list[Sequence[Any]] = []
    size_bytes, most_bytes = 0, hashes_at_once * _HASH_BYTES
    while stored := cursor.fetchmany(_ROWS_TOGETHER):
        rows = [row[1:] for row in stored] if are_sound else _whole(stored, kinds, damaged)
        sizes = _sizes(rows)
        if size_bytes + sum(sizes) > most_bytes:
            for row, size in zip(rows, sizes, strict=True):
                if waiting and size_bytes + size > most_bytes:
                    yield _lists_of_each(waiting)
                    waiting, size_bytes = [], 0
                waiting.append(row)
                size_bytes += size
            continue
        waiting += rows
        size_bytes += sum(sizes)
    if waiting:
        yield _lists_of_each(waiting)


def _whole(
    stored: Sequence[Sequence[Any]], kinds: Sequence[HashKind], damaged: set[int] | None
) -> list[Sequence[Any]]:
    """Rows without their checksums; lists that do not fit these are empty."""
    rows: list[Sequence[Any]] = []
    parts = [(place, checksums.part_of(kind.value)) for place, kind in enumerate(kinds, start=1)]
    for told, *row in stored:
        if told is not None:
            number = row[0]
            for place, part in parts:
                hashes = row[place]
                if isinstance(hashes, bytes) and xxh3_64_digest(hashes, number) != told[part]:
                    row[place] = b""
                    if damaged is not None:
                        damaged.add(number)
        rows.append(row)
    return rows


def _sizes(rows: Sequence[Sequence[Any]]) -> list[int]:
    """The bytes of the lists of each row. Raises DamagedValueError."""
    columns = list(zip(*rows, strict=True))[1:]
    if any(set(map(type, column)) != {bytes} for column in columns):
        raise DamagedValueError("a list of hashes is none")
    lengths = [list(map(len, column)) for column in columns]
    return lengths[0] if len(lengths) == 1 else list(map(sum, zip(*lengths, strict=True)))


def _lists_of_each(rows: Sequence[Sequence[Any]]) -> list[HashLists]:
    ids, *columns = zip(*rows, strict=True)
    numbers = np.array(ids, np.int64)
    return [_hash_lists(numbers, column) for column in columns]


def hashes_of(
    connection: Connection,
    version: int,
    hashes: HashKind,
    ids: Ids,
    damaged: set[int] | None = None,
) -> HashLists:
    """As ``hash_pieces``, of those of some documents that have a row of this version."""
    query = _SOME_HASHES.format(columns=hashes.value)
    found = driver_cursor(connection).execute(query, (version, json_list(ids))).fetchall()
    return hash_lists(_whole(found, (hashes,), damaged))


def load(connection: Connection, version: int, document_id: int) -> ComparisonData | None:
    """All that one document is compared by, None where there is no row of this version."""
    row = driver_cursor(connection).execute(_ONE, (version, document_id)).fetchone()
    return None if row is None else ComparisonData(*row)


def load_marks(
    connection: Connection, version: int, ids: Ids | Iterable[int]
) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """The marks, and the token digests, of those documents that have a row of this version."""
    found = driver_cursor(connection).execute(_MARKS, (version, json_list(ids))).fetchall()
    return {row[0]: row[1] for row in found}, {row[0]: row[2] for row in found}


def shared_passages(
    connection: Connection,
    version: int,
    asked: NDArray[np.uint32],
    hashes_at_once: int = HASHES_AT_ONCE,
    damaged: set[int] | None = None,
) -> tuple[Ids, NDArray[np.uint32]]:
    """Which documents have which of the asked passages: ids and hashes, shape (n,), by id.

    Only what is shared is given, of documents that are present or not. One pass over all passages,
    without an index, for one question to a library that was just opened; who asks many builds an
    index of ``hash_pieces``. A table of one byte for each value of the lowest bits, which fits
    the processor's cache, turns nearly every stored hash away; only the rest is looked up among
    the asked ones. Memory is that of one piece, and of what is shared.
    """
    wanted = np.unique(asked)
    table = _table(wanted)
    ids, hashes = [np.empty(0, np.int64)], [np.empty(0, np.uint32)]
    for piece in hash_pieces(connection, version, HashKind.PASSAGES, hashes_at_once, damaged):
        places = _hits(piece, wanted, table)
        owners = np.searchsorted(piece.offsets, places, side="right") - 1
        ids.append(piece.ids[owners])
        hashes.append(piece.hashes[places])
    return np.concatenate(ids), np.concatenate(hashes)


def missing_ids(connection: Connection, version: int) -> Ids:
    """Documents, ascending, that are present and have a text, but no row of this version."""
    of_version = select(comparison_data.c.document_id).where(comparison_data.c.version == version)
    done = fetch_ids(connection, of_version.order_by(comparison_data.c.document_id))
    present = present_files.document_ids(connection)
    rest = present[~is_among(present, done)]
    has_text = exists().where(texts.c.document_id == documents.c.id)
    with_text = select(documents.c.id).where(listed(documents.c.id), has_text)
    return fetch_ids(connection, with_text.order_by(documents.c.id), {"ids": json_list(rest)})


def hash_lists(rows: Sequence[Sequence[Any]]) -> HashLists:
    """Stored lists of hashes, by document. Raises DamagedValueError."""
    ids = np.fromiter(map(itemgetter(0), rows), np.int64, len(rows))
    return _hash_lists(ids, list(map(itemgetter(1), rows)))


def _hash_lists(ids: Ids, lists: Sequence[Any]) -> HashLists:
    if set(map(type, lists)) - {bytes}:
        raise DamagedValueError("a list of hashes is none")
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    if (lengths % _HASH_BYTES).any():
        raise DamagedValueError("a list of hashes is cut off")
    offsets = np.concatenate(([0], np.cumsum(lengths // _HASH_BYTES)))
    hashes = np.frombuffer(b"".join(lists), "<u4").astype(np.uint32, copy=False)
    return HashLists(ids, offsets, hashes)


def _joined(pieces: Sequence[Any], dtype: np.dtype[_Scalar], piece_bytes: int) -> NDArray[_Scalar]:
    """Byte strings that are all of one length as one array."""
    if set(map(type, pieces)) - {bytes} or set(map(len, pieces)) - {piece_bytes}:
        raise DamagedValueError(f"a value has not the {piece_bytes} bytes that it should have")
    return np.frombuffer(b"".join(pieces), dtype)


def _table(wanted: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which values of the lowest bits occur among the wanted hashes."""
    bits = min(max((len(wanted) * _ROOM).bit_length(), _FEWEST_BITS), _MOST_BITS)
    table = np.zeros(1 << bits, np.bool_)
    table[wanted & np.uint32(len(table) - 1)] = True
    return table


def _hits(piece: HashLists, wanted: NDArray[np.uint32], table: NDArray[np.bool_]) -> Ids:
    """Where a piece has one of the wanted hashes, ascending."""
    maybe = np.flatnonzero(table[piece.hashes & np.uint32(len(table) - 1)])
    return maybe[np.isin(piece.hashes[maybe], wanted)]
