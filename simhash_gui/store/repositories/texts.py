"""The texts of documents, compressed: what fingerprints, comparisons and other recipes need.

A text is kept as read, so that positions in it are positions in what the user sees. Its stored form
is zlib over UTF-8, lone surrogates included; the workers that read documents compress it there. A
review library may have a reference to the shard that has the text instead: see ``shards``.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from contextlib import suppress

import numpy as np
from sqlalchemy import Connection, select

from simhash_gui.store.engine.schema import texts
from simhash_gui.store.engine.statements import driver_cursor, json_list, listed
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import shards

_PUT = """
INSERT INTO texts (document_id, compressed) VALUES (?, ?)
ON CONFLICT (document_id) DO UPDATE SET compressed = excluded.compressed
"""
_GET = """
SELECT document_id, CAST(compressed AS BLOB) FROM texts
WHERE document_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY document_id
"""


class TextDamagedError(ValueError):
    """A stored text does not decompress; reading the document again repairs it."""


def decompress(compressed: bytes) -> str:
    """The text of a stored form. Raises TextDamagedError."""
    if not isinstance(compressed, bytes):
        raise TextDamagedError("a stored text is none")
    try:
        return zlib.decompress(compressed).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as error:
        raise TextDamagedError(f"a stored text cannot be read: {error}") from error


def put(connection: Connection, rows: Iterable[tuple[int, bytes]]) -> None:
    """Store or replace texts, given as document ids and stored forms."""
    driver_cursor(connection).executemany(_PUT, rows)


def get(connection: Connection, document_id: int) -> str | None:
    """The text of a document, None when there is none. Raises TextDamagedError."""
    return get_many(connection, [document_id]).get(document_id)


def get_many(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, str]:
    """The texts of several documents, where there are any. Raises TextDamagedError."""
    found = shards.resolved(_stored(connection, ids))
    return {document_id: decompress(compressed) for document_id, compressed in found.items()}


def get_readable(connection: Connection, ids: list[int]) -> dict[int, str]:
    """The texts of several documents, without those that are damaged."""
    try:
        return get_many(connection, ids)
    except TextDamagedError:
        found: dict[int, str] = {}
        for one in ids:
            with suppress(TextDamagedError):
                found |= get_many(connection, [one])
        return found


def missing_ids(connection: Connection, ids: Ids) -> Ids:
    """Those of the documents that have no text in the library, ascending."""
    return np.setdiff1d(ids, np.fromiter(_stored(connection, ids), np.int64))


def out_of_reach_ids(connection: Connection, ids: Ids) -> Ids:
    """Those of the documents whose text is in a shard that cannot be read, ascending."""
    stored = _stored(connection, ids)
    return np.array(sorted(stored.keys() - shards.resolved(stored).keys()), np.int64)


def _stored(connection: Connection, ids: Ids | Iterable[int]) -> dict[int, bytes]:
    """The stored forms of some documents, by ascending id."""
    return dict(driver_cursor(connection).execute(_GET, (json_list(ids),)).fetchall())


def unreadable_ids(connection: Connection, ids: Ids) -> Ids:
    """Those of the documents whose text is damaged, in the order of the ids; reads all of them."""

    def is_readable(document_id: int) -> bool:
        try:
            get(connection, document_id)
        except TextDamagedError:
            return False
        return True

    return np.array([each for each in ids.tolist() if not is_readable(each)], np.int64)


def get_first(
    connection: Connection,
    ids: Ids | Iterable[int],
    most_characters: int,
    *,
    skip_damaged: bool = False,
) -> list[tuple[int, str]]:
    """The texts of the first documents that have one, by ascending id, up to ``most_characters``.

    The last one may go beyond that, so that there is at least one. Raises TextDamagedError unless
    ``skip_damaged``.
    """
    statement = select(texts.c.document_id, texts.c.compressed).where(listed(texts.c.document_id))
    in_order = statement.order_by(texts.c.document_id)
    found: list[tuple[int, str]] = []
    characters = 0
    for row in connection.execute(in_order, {"ids": json_list(ids)}):
        try:
            read = [
                (key, decompress(each)) for key, each in shards.resolved({row[0]: row[1]}).items()
            ]
        except TextDamagedError:
            if not skip_damaged:
                raise
            continue
        found += read
        characters += sum(len(text) for _, text in read)
        if characters >= most_characters:
            break
    return found
