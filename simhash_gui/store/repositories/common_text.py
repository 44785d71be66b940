"""What is common among the documents of a library, as a search has counted it last.

Arrays behind each other with a checksum, under a key that says what was counted among which
documents. A library has one at a time; keys of different length are of different kinds. The
checksum covers the key as well, so that arrays of one kind are never taken for those of another.
"""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection
from xxhash import xxh3_64

from simhash_gui.store.engine.statements import driver_cursor

_ROW = "SELECT rowid FROM common_text WHERE key = ? AND typeof(counted) = 'blob'"
_CHECKSUM_BYTES = 8
_LENGTH = np.dtype("<u8")
_STEP_BYTES = 1 << 20


def load(
    connection: Connection, key: bytes, types: Sequence[np.dtype[Any]]
) -> list[NDArray[Any]] | None:
    """Arrays of these types that were put under the key; None where there are none, or damaged."""
    cursor = driver_cursor(connection)
    if not isinstance(cursor, sqlite3.Cursor):
        row = cursor.execute("SELECT counted FROM common_text WHERE key = ?", (key,)).fetchone()
        counted = b"" if row is None else bytes(row[0])
        return _arrays(io.BytesIO(counted), len(counted), key, types)
    row = cursor.execute(_ROW, (key,)).fetchone()  # damage changes types, too
    if row is None:
        return None
    with cursor.connection.blobopen("common_text", "counted", row[0], readonly=True) as blob:
        return _arrays(blob, len(blob), key, types)


def _arrays(
    stored: sqlite3.Blob | io.BytesIO, size_bytes: int, key: bytes, types: Sequence[np.dtype[Any]]
) -> list[NDArray[Any]] | None:
    """Each array in a place of its own, so that one that stays keeps no other."""
    head = stored.read(len(types) * _LENGTH.itemsize)
    if len(head) < len(types) * _LENGTH.itemsize:
        return None
    lengths: list[int] = np.frombuffer(head, _LENGTH).tolist()
    sizes = [length * each.itemsize for length, each in zip(lengths, types, strict=True)]
    if len(head) + sum(sizes) + _CHECKSUM_BYTES != size_bytes:
        return None
    pieces = [bytearray(size) for size in sizes]
    for piece in pieces:
        for start in range(0, len(piece), _STEP_BYTES):
            piece[start : start + _STEP_BYTES] = stored.read(min(_STEP_BYTES, len(piece) - start))
    views = [memoryview(head), *(memoryview(piece) for piece in pieces)]
    if stored.read(_CHECKSUM_BYTES) != _checksum(key, views):
        return None
    return [np.frombuffer(piece, each) for piece, each in zip(pieces, types, strict=True)]


def put(connection: Connection, key: bytes, arrays: Sequence[NDArray[Any]]) -> None:
    """Keep arrays in place of what was kept under a key of this length.

    They may take a good part of the memory that there is, so a file gets them one by one.
    """
    lengths = np.array([len(array) for array in arrays], _LENGTH)
    pieces = [np.ascontiguousarray(each).data.cast("B") for each in (lengths, *arrays)]
    pieces.append(memoryview(_checksum(key, pieces)))
    cursor = driver_cursor(connection)
    cursor.execute("DELETE FROM common_text WHERE length(key) = ?", (len(key),))
    if not isinstance(cursor, sqlite3.Cursor):
        cursor.execute("INSERT INTO common_text VALUES (?, ?)", (key, b"".join(pieces)))
        return
    size_bytes = sum(map(len, pieces))
    cursor.execute("INSERT INTO common_text VALUES (?, zeroblob(?))", (key, size_bytes))
    row = cursor.lastrowid or 0
    with cursor.connection.blobopen("common_text", "counted", row) as blob:
        for piece in pieces:
            for start in range(0, len(piece), _STEP_BYTES):
                blob.write(piece[start : start + _STEP_BYTES])


def _checksum(key: bytes, pieces: Iterable[memoryview]) -> bytes:
    found = xxh3_64(key)
    for piece in pieces:
        found.update(piece)
    return found.digest()
