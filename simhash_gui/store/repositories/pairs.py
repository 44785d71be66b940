"""What was measured of pairs of documents, kept so that no search measures it again.

A row holds what was measured of one document with earlier ones, as records of fixed size with a
checksum behind them: a million pairs are read as arrays, and a new document adds one row. ``kind``
tells kinds of measuring apart, of which each keeps its own; ``context`` says what measures of that
kind depend on beside the two documents, and what was kept in another context is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection
from xxhash import xxh3_64_digest

from simhash_gui.store.engine.statements import driver_cursor
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
_LOAD = """
SELECT document_id, CAST(measured AS BLOB) FROM pairs
WHERE kind = ? AND context = ? ORDER BY document_id
"""
_PUT = """
INSERT INTO pairs (document_id, kind, context, measured)
SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)
ON CONFLICT (document_id, kind) DO UPDATE SET
    context = excluded.context, measured = excluded.measured
"""
_DROP = "DELETE FROM pairs WHERE kind = ? AND context <> ?"


def load(connection: Connection, kind: int, context: bytes) -> tuple[Ids, NDArray[np.void]]:
    """Later documents, ascending, and a ``RECORD`` for each; rows that are damaged are left out."""
    ids, pieces = [], []
    for document_id, measured in driver_cursor(connection).execute(_LOAD, (kind, context)):
        records = _sound(measured)
        if isinstance(document_id, int) and records is not None:
            ids.append(document_id)
            pieces.append(records)
    counts = np.fromiter(map(len, pieces), np.int64, len(pieces)) // RECORD.itemsize
    owners = np.repeat(np.array(ids, np.int64), counts)
    return owners, np.frombuffer(b"".join(pieces), RECORD)


def put(
    connection: Connection,
    kind: int,
    context: bytes,
    rows: Iterable[tuple[int, NDArray[np.void]]],
) -> None:
    """Store or replace the rows of some later documents, and drop those of other contexts."""
    cursor = driver_cursor(connection)
    cursor.execute(_DROP, (kind, context))
    values = ((owner, kind, context, _with_checksum(records)) for owner, records in rows)
    cursor.executemany(_PUT, values)


def _sound(measured: object) -> bytes | None:
    """The records of a row; None where they are damaged."""
    if not isinstance(measured, bytes) or len(measured) % RECORD.itemsize != _CHECKSUM_BYTES:
        return None
    records = measured[:-_CHECKSUM_BYTES]
    return records if measured.endswith(xxh3_64_digest(records)) else None


def _with_checksum(records: NDArray[np.void]) -> bytes:
    data = records.tobytes()
    return data + xxh3_64_digest(data)
