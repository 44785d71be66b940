"""Texts that stay in other libraries: a review library keeps a reference in their place.

A reference is a stored form of ``texts`` that begins as no compressed text does: the digest of the
content, and the path of the library that has it, its shard. It is looked up by digest, so the shard
may be read again or repaired meanwhile. One that cannot be opened has none of its texts.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from simhash_gui.store.engine.connections import BUSY_TIMEOUT_S, connect
from simhash_gui.store.engine.inspection import lone_access

REFERENCE = b"shard\0"
DIGEST_BYTES = 16

_log = logging.getLogger(__name__)

_AT_ONCE = 500
_TEXTS = """
SELECT digest, compressed FROM documents JOIN texts ON texts.document_id = documents.id
WHERE digest IN ({places})
"""


def reference(digest: bytes, shard: Path) -> bytes:
    """What stands for a text in a review library."""
    return REFERENCE + digest + os.fsencode(shard)


def is_reference(stored: object) -> bool:
    """Whether a stored form only says where the text is."""
    return isinstance(stored, bytes) and stored.startswith(REFERENCE)


def resolved(stored: Mapping[int, bytes]) -> dict[int, bytes]:
    """Stored forms by document id, references replaced by what their shards have.

    Those whose shard cannot be read, or no longer has the text, are left out.
    """
    found = {number: each for number, each in stored.items() if not is_reference(each)}
    wanted: dict[str, dict[bytes, int]] = {}
    for number, each in stored.items():
        if is_reference(each):
            digest, path = each[len(REFERENCE) :][:DIGEST_BYTES], each[len(REFERENCE) :]
            shard = os.fsdecode(path[DIGEST_BYTES:])
            wanted.setdefault(shard, {})[digest] = number
    for shard, ids in wanted.items():
        found |= {ids[digest]: text for digest, text in _texts_of(Path(shard), ids).items()}
    return found


def _texts_of(shard: Path, digests: Iterable[bytes]) -> dict[bytes, bytes]:
    """The stored texts of some contents in a shard, as far as it can be read."""
    every = list(digests)
    found: dict[bytes, bytes] = {}
    try:
        with closing(connect(shard, lone_access(shard), BUSY_TIMEOUT_S)) as connection:
            for first in range(0, len(every), _AT_ONCE):
                some = every[first : first + _AT_ONCE]
                query = _TEXTS.format(places=", ".join("?" * len(some)))
                found.update(connection.execute(query, some))
    except sqlite3.Error as error:
        _log.info("texts of a shard cannot be read: %s: %s", shard, error)
    return found
