"""What was measured of pairs of documents, kept so that no search measures it again.

A row holds what was measured of one document with earlier ones, as records of fixed size with a
checksum behind them: a million pairs are read as arrays, and a new document adds one row. ``kind``
tells kinds of measuring apart, of which each keeps its own; ``context`` says what measures of that
kind depend on beside the two documents, and what was kept in another context is dropped. There may
be millions of pairs, so that they are read some rows at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection
from xxhash import xxh3_64_digest

from simhash_gui.store.engine.statements import driver_cursor, json_list
from simhash_gui.store.engine.types import Ids

RECORD = np.dtype(
    [
        ("other_id", "<i8"),
        ("own_state", "<u8"),
        ("other_state", "<u8"),
        ("texts", "<u8"),
        ("jaccard", "<f4"),
        ("containment_a", "<f4"),
        ("containment_b", "<f4"),
        ("edit_share", "<f4"),
        ("likeness", "<f4"),
        ("classes", "u1"),
        ("depends", "u1"),
        ("off_template", "u1"),
        ("share_enough", "?"),
    ]
)
"""One pair; a is the other, earlier document. ``depends`` says what its measures depend on beside
the texts, and a state changes with that; ``texts`` changes with texts and marks alone.
``off_template`` says which of the two certainly are on no template, see ``Measures``, and
``share_enough`` whether stored shingles have left the pair to be measured."""

_CHECKSUM_BYTES = 8
_ROWS_AT_ONCE = 1 << 12
_CHANGED_AT_ONCE = 1 << 8
_BYTES_AT_ONCE = 1 << 23
_LOAD = """
SELECT document_id, CAST(measured AS BLOB) FROM pairs
WHERE kind = ? AND context = ?
    AND document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
"""
_PUT = """
INSERT INTO pairs (document_id, kind, context, measured)
SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)
ON CONFLICT (document_id, kind) DO UPDATE SET
    context = excluded.context, measured = excluded.measured
"""
_DROP = "DELETE FROM pairs WHERE kind = ? AND context <> ?"


def load(
    connection: Connection, kind: int, context: bytes, document_ids: Ids
) -> Iterator[tuple[Ids, NDArray[np.void]]]:
    """What was measured of some later documents: of each record its document, and the records.

    In no order; rows that are damaged are left out.
    """
    cursor = driver_cursor(connection)
    for first in range(0, len(document_ids), _ROWS_AT_ONCE):
        some = json_list(document_ids[first : first + _ROWS_AT_ONCE])
        ids, pieces, size = list[int](), list[bytes](), 0
        for document_id, measured in cursor.execute(_LOAD, (kind, context, some)):
            records = _sound(measured)
            if isinstance(document_id, int) and records is not None:
                ids.append(document_id)
                pieces.append(records)
                size += len(records)
            if size >= _BYTES_AT_ONCE:
                yield _joined(ids, pieces)
                ids, pieces, size = [], [], 0
        yield _joined(ids, pieces)


def _joined(ids: list[int], pieces: list[bytes]) -> tuple[Ids, NDArray[np.void]]:
    counts = np.fromiter(map(len, pieces), np.int64, len(pieces)) // RECORD.itemsize
    return np.repeat(np.array(ids, np.int64), counts), np.frombuffer(b"".join(pieces), RECORD)


def put(
    connection: Connection, kind: int, context: bytes, owners: Ids, records: NDArray[np.void]
) -> None:
    """Add records of later documents, ``owners`` of the same shape, in place of earlier ones.

    Those of other contexts are dropped.
    """
    cursor = driver_cursor(connection)
    cursor.execute(_DROP, (kind, context))
    order = np.argsort(owners, kind="stable")
    owners, records = owners[order], records[order]
    document_ids = np.unique(owners)
    for first in range(0, len(document_ids), _CHANGED_AT_ONCE):
        some = document_ids[first : first + _CHANGED_AT_ONCE]
        new = slice(*np.searchsorted(owners, (some[0], some[-1] + 1)).tolist())
        before = load(connection, kind, context, some)
        rows = _rows([(owners[new], records[new]), *before])
        values = ((owner, kind, context, _with_checksum(row)) for owner, row in rows)
        cursor.executemany(_PUT, values)


def _rows(pieces: Sequence[tuple[Ids, NDArray[np.void]]]) -> Iterator[tuple[int, NDArray[np.void]]]:
    """The records of each document by the other one; of a pair those that come first."""
    owners, records = map(np.concatenate, zip(*pieces, strict=True))
    _, firsts = np.unique(keys_of(owners, records["other_id"]), return_index=True)
    owners, records = owners[firsts], records[firsts]
    document_ids, begins = np.unique(owners, return_index=True)
    yield from zip(document_ids.tolist(), np.split(records, begins[1:]), strict=True)


def keys_of(later: Ids, earlier: Ids) -> Ids:
    """One number for each pair of documents, by which pairs are sorted."""
    return later << 32 | earlier


def _sound(measured: object) -> bytes | None:
    """The records of a row; None where they are damaged."""
    if not isinstance(measured, bytes) or len(measured) % RECORD.itemsize != _CHECKSUM_BYTES:
        return None
    records = measured[:-_CHECKSUM_BYTES]
    return records if measured.endswith(xxh3_64_digest(records)) else None


def _with_checksum(records: NDArray[np.void]) -> bytes:
    data = records.tobytes()
    return data + xxh3_64_digest(data)
