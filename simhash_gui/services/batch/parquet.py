"""Key files as Apache Parquet, written and read with numpy alone, so that no engine needs more.

A row is a key of a document: the digest of its content (16 bytes), the key (unsigned, 32 bits) and
the fingerprint (64 bits, signed). Rows of a document are next to each other, so digests and
fingerprints are dictionary pages with one run for each document, and keys are plain values. Any
reader of Parquet takes these files; ``read_piece`` takes those written here, of which it is told
where their pages are (https://parquet.apache.org/docs/file-format/).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes

DIGEST_BYTES = 16
MOST_DOCUMENTS = 1 << 16
"""Documents in one piece: their numbers have two bytes."""

_MAGIC = b"PAR1"
_INT32, _INT64, _FIXED = 1, 2, 7  # physical types
_UINT_32 = 13  # a converted type
_PLAIN, _RLE, _DICTIONARY = 0, 3, 8  # encodings
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_RUN = np.dtype([("header", "u1", 4), ("document", "<u2")])
_RUN_BITS = 16
_LONGEST_RUN = (1 << 27) - 1

# Types of Thrift's compact protocol
_I32, _I64, _BINARY, _LIST, _STRUCT = 5, 6, 8, 9, 12


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Documents with their keys laid end to end: one row group.

    ``digests`` has n times 16 bytes, ``words``, shape (n,), the fingerprints, ``counts``, shape
    (n,), how many keys each document has, and ``keys`` all of them.
    """

    digests: bytes
    words: NDArray[np.int64]
    counts: Indexes
    keys: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, slots=True)
class Place:
    """Where ``read_piece`` finds the pages of a piece: its documents, their runs and its keys."""

    documents: int
    digests: int
    words: int
    runs: int
    run_count: int
    keys: int
    key_count: int


class ParquetWriter:
    """Writes pieces to a stream; ``finish`` makes a Parquet file of them."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._groups: list[bytes] = []
        self._rows = 0
        self._end = stream.write(_MAGIC)

    def add(self, piece: Piece) -> Place:
        """Write a piece; one without a key has no row group."""
        if not len(piece.keys):
            return Place(len(piece), 0, 0, 0, 0, 0, 0)
        if len(piece) > MOST_DOCUMENTS or piece.counts.max() > _LONGEST_RUN:
            raise ValueError("too many documents in one piece, or too many keys of one")
        runs, run_count = _runs(piece.counts)
        rows = len(piece.keys)
        first = self._end
        digests, runs_at, of_digest = self._by_dictionary(
            "digest", _FIXED, piece.digests, (len(piece), rows), runs
        )
        keys, of_key = self._plain("key", _INT32, piece.keys.astype("<u4").tobytes(), rows)
        words, _, of_word = self._by_dictionary(
            "fingerprint", _INT64, piece.words.astype("<i8").tobytes(), (len(piece), rows), runs
        )
        columns = _list(_STRUCT, [of_digest, of_key, of_word])
        size = self._end - first
        self._groups.append(_struct((1, _LIST, columns), (2, _I64, size), (3, _I64, rows)))
        self._rows += rows
        return Place(len(piece), digests, words, runs_at, run_count, keys, rows)

    def finish(self) -> None:
        """Write what Parquet has at the end."""
        schema = [
            _struct((4, _BINARY, b"schema"), (5, _I32, 3)),
            _struct(
                (1, _I32, _FIXED), (2, _I32, DIGEST_BYTES), (3, _I32, 0), (4, _BINARY, b"digest")
            ),
            _struct((1, _I32, _INT32), (3, _I32, 0), (4, _BINARY, b"key"), (6, _I32, _UINT_32)),
            _struct((1, _I32, _INT64), (3, _I32, 0), (4, _BINARY, b"fingerprint")),
        ]
        footer = _struct(
            (1, _I32, 1),
            (2, _LIST, _list(_STRUCT, schema)),
            (3, _I64, self._rows),
            (4, _LIST, _list(_STRUCT, self._groups)),
            (6, _BINARY, b"simhash-gui"),
        )
        self._write(footer + struct.pack("<I", len(footer)) + _MAGIC)

    def _by_dictionary(
        self, name: str, of_type: int, values: bytes, counts: tuple[int, int], runs: bytes
    ) -> tuple[int, int, bytes]:
        """A column of one value for each document: where values and runs are, and its metadata."""
        documents, rows = counts
        first = self._end
        head = _struct((1, _I32, documents), (2, _I32, _PLAIN))
        values_at = self._page(_DICTIONARY_PAGE, 7, head, values)
        second = self._end
        runs_at = self._page(
            _DATA_PAGE, 5, _data_head(rows, _DICTIONARY), bytes([_RUN_BITS]) + runs
        )
        pages = (9, _I64, second), (11, _I64, first)
        encodings = [_PLAIN, _RLE, _DICTIONARY]
        return values_at, runs_at + 1, self._column(name, of_type, rows, first, encodings, pages)

    def _plain(self, name: str, of_type: int, values: bytes, rows: int) -> tuple[int, bytes]:
        first = self._end
        values_at = self._page(_DATA_PAGE, 5, _data_head(rows, _PLAIN), values)
        page = ((9, _I64, first),)
        return values_at, self._column(name, of_type, rows, first, [_PLAIN, _RLE], page)

    def _page(self, kind: int, field: int, head: bytes, content: bytes) -> int:
        """Write a page; where its content begins."""
        size = len(content)
        self._write(
            _struct((1, _I32, kind), (2, _I32, size), (3, _I32, size), (field, _STRUCT, head))
        )
        begins = self._end
        self._write(content)
        return begins

    def _column(  # noqa: PLR0913, PLR0917 - what Parquet says of a column
        self,
        name: str,
        of_type: int,
        rows: int,
        first: int,
        encodings: Sequence[int],
        pages: Sequence[tuple[int, int, int]],
    ) -> bytes:
        size = self._end - first
        described = _struct(
            (1, _I32, of_type),
            (2, _LIST, _list(_I32, [_zigzag(each) for each in encodings])),
            (3, _LIST, _list(_BINARY, [_bytes(name.encode())])),
            (4, _I32, 0),
            (5, _I64, rows),
            (6, _I64, size),
            (7, _I64, size),
            *pages,
        )
        return _struct((2, _I64, first), (3, _STRUCT, described))

    def _write(self, content: bytes) -> None:
        self._stream.write(content)
        self._end += len(content)


def read_piece(content: bytes | memoryview, place: Place) -> Piece:
    """A piece of a file that ``ParquetWriter`` wrote; without a key it has no digests either."""
    if not place.key_count:
        nothing = np.zeros(place.documents, np.int64)
        return Piece(bytes(len(nothing) * DIGEST_BYTES), nothing, nothing, np.empty(0, np.uint32))
    digests = bytes(content[place.digests : place.digests + place.documents * DIGEST_BYTES])
    runs = np.frombuffer(content, _RUN, place.run_count, place.runs)
    counts = np.zeros(place.documents, np.int64)
    header = runs["header"].astype(np.int64) & 0x7F
    counts[runs["document"]] = header @ (1 << np.arange(0, 28, 7)) >> 1
    words = np.frombuffer(content, "<i8", place.documents, place.words).astype(np.int64)
    keys = np.frombuffer(content, "<u4", place.key_count, place.keys).astype(np.uint32)
    return Piece(digests, words, counts, keys)


def _runs(counts: Indexes) -> tuple[bytes, int]:
    """The number of each document as often as it has keys, by run lengths."""
    documents = np.flatnonzero(counts)
    runs = np.zeros(len(documents), _RUN)
    shifts = np.arange(0, 28, 7)
    header = (counts[documents, None] << 1 >> shifts) & 0x7F
    header[:, :-1] |= 0x80
    runs["header"], runs["document"] = header, documents
    return runs.tobytes(), len(runs)


def _data_head(rows: int, encoding: int) -> bytes:
    return _struct((1, _I32, rows), (2, _I32, encoding), (3, _I32, _RLE), (4, _I32, _RLE))


def _struct(*fields: tuple[int, int, int | bytes]) -> bytes:
    """A struct of Thrift's compact protocol: number, type and value of each field, ascending."""
    parts, last = [], 0
    for number, of_type, value in fields:
        parts.append(bytes([number - last << 4 | of_type]))
        last = number
        if isinstance(value, int):
            parts.append(_zigzag(value))
        else:
            parts.append(_bytes(value) if of_type == _BINARY else value)
    return b"".join([*parts, b"\0"])


def _list(of_type: int, items: Sequence[bytes]) -> bytes:
    few = 15
    size = len(items)
    head = bytes([size << 4 | of_type]) if size < few else bytes([0xF0 | of_type]) + _varint(size)
    return head + b"".join(items)


def _bytes(value: bytes) -> bytes:
    return _varint(len(value)) + value


def _zigzag(value: int) -> bytes:
    return _varint(value << 1 if value >= 0 else (-value << 1) - 1)


def _varint(value: int) -> bytes:
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])
