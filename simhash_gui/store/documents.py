"""Documents: one row for each distinct content, found by the digest of its bytes.

A content whose digest is known already is not stored again. Fingerprints for a whole search are
loaded here as arrays; a single question is answered by ``search``. Another recipe comes in through
``refingerprint``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
from sqlalchemy import Connection, delete, exists, func, select

from simhash_gui.core.types import Words
from simhash_gui.store.connections import driver_cursor
from simhash_gui.store.recipes import recipe_key
from simhash_gui.store.records import (
    DocumentState,
    FileState,
    FolderRole,
    Ids,
    NewDocument,
    StoredFingerprints,
)
from simhash_gui.store.schema import documents, files, folders, staged_fingerprints
from simhash_gui.store.statements import chunks, fetch_ids, json_list, listed
from simhash_gui.store.types import escape, to_signed

_DIGESTS_A_STATEMENT = 500

# Raw, for a million rows: the fingerprint is bound once and SQLite cuts it into its blocks.
_INSERT = """
INSERT INTO documents (
    digest, recipe_key, fingerprint, fingerprint_rest, block0, block1, block2, block3, state,
    reason, detail, reader, encoding, language, size_bytes, character_count, feature_count,
    imported_at_ms)
VALUES (
    ?1, ?2, ?3, ?4, (?3 >> 48) & 65535, (?3 >> 32) & 65535, (?3 >> 16) & 65535, ?3 & 65535, ?5,
    ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
ON CONFLICT (digest) DO NOTHING
"""
_UPDATE = """
UPDATE documents SET
    recipe_key = ?2, fingerprint = ?3, fingerprint_rest = ?4, block0 = (?3 >> 48) & 65535,
    block1 = (?3 >> 32) & 65535, block2 = (?3 >> 16) & 65535, block3 = ?3 & 65535, state = ?5,
    reason = ?6, detail = ?7, reader = ?8, encoding = ?9, language = ?10, size_bytes = ?11,
    character_count = ?12, feature_count = ?13, imported_at_ms = ?14
WHERE digest = ?1
"""
_INSERT_FINGERPRINT = """
INSERT INTO documents (
    digest, recipe_key, fingerprint, fingerprint_rest, block0, block1, block2, block3, state,
    size_bytes, imported_at_ms)
VALUES (
    ?1, ?4, ?2, ?3, (?2 >> 48) & 65535, (?2 >> 32) & 65535, (?2 >> 16) & 65535, ?2 & 65535,
    'fingerprinted', 0, ?5)
ON CONFLICT (digest) DO NOTHING
"""
_LOAD = """
SELECT id, fingerprint, fingerprint_rest FROM documents NOT INDEXED
WHERE id > ? AND recipe_key = (SELECT key FROM recipes WHERE recipe_id = ?)
  AND fingerprint IS NOT NULL
ORDER BY id
"""

_Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ReadyFingerprints:
    """Parallel digests, words and rests of documents that nothing else is known of."""

    digests: Sequence[bytes]
    words: Words
    rests: Words | None = None


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """What the library has under a digest."""

    id: int
    state: DocumentState
    reason: str | None


def insert(connection: Connection, new: Iterable[NewDocument]) -> int:
    """Store the contents that are not there yet, and return how many that were."""
    return _execute_many(connection, _INSERT, _rows(connection, new))


def update(connection: Connection, changed: Iterable[NewDocument]) -> int:
    """Overwrite documents that were read anew, found by digest; return how many there were.

    What was staged of them for another recipe is dropped, for their text may be another.
    """
    changed = list(changed)
    for chunk in chunks((document.digest for document in changed), _DIGESTS_A_STATEMENT):
        ids = select(documents.c.id).where(documents.c.digest.in_(chunk))
        staged = staged_fingerprints.c.document_id.in_(ids)
        connection.execute(delete(staged_fingerprints).where(staged))
    return _execute_many(connection, _UPDATE, _rows(connection, changed))


def insert_fingerprints(
    connection: Connection,
    ready: ReadyFingerprints,
    *,
    recipe_id: str,
    imported_at_ms: int,
) -> int:
    """Store ready fingerprints, and return how many digests were new."""
    length = len(ready.words)
    rows = zip(
        ready.digests,
        ready.words.view(np.int64).tolist(),
        repeat(0, length) if ready.rests is None else ready.rests.view(np.int64).tolist(),
        repeat(recipe_key(connection, recipe_id), length),
        repeat(imported_at_ms, length),
        strict=True,
    )
    return _execute_many(connection, _INSERT_FINGERPRINT, rows)


def by_digest(connection: Connection, digests: Iterable[bytes]) -> dict[bytes, KnownDocument]:
    """Those of the digests that the library knows."""
    columns = select(documents.c.digest, documents.c.id, documents.c.state, documents.c.reason)
    return {
        digest: KnownDocument(*row)
        for chunk in chunks(digests, _DIGESTS_A_STATEMENT)
        for digest, *row in connection.execute(columns.where(documents.c.digest.in_(chunk)))
    }


def load_fingerprints(
    connection: Connection, recipe_id: str, *, after_id: int = 0
) -> StoredFingerprints:
    """All fingerprints of a recipe, or those of documents stored after ``after_id``."""
    cursor = driver_cursor(connection).execute(_LOAD, (after_id, recipe_id))
    table = np.fromiter(chain.from_iterable(cursor), np.int64).reshape(-1, 3)
    ids, words, rests = (np.ascontiguousarray(column) for column in table.T)
    return StoredFingerprints(ids, words.view(np.uint64), rests.view(np.uint64))


def present_ids(
    connection: Connection,
    roles: Collection[FolderRole] = (FolderRole.NORMAL, FolderRole.REFERENCE),
) -> Ids:
    """Documents, ascending, of which a file is present in a folder with one of these roles."""
    of_roles = select(folders.c.id).where(folders.c.role.in_(roles))
    statement = (
        select(files.c.document_id)
        .where(files.c.document_id.is_not(None), files.c.state == FileState.PRESENT)
        .where(files.c.folder_id.in_(of_roles))
        .distinct()
        .order_by(files.c.document_id)
    )
    return fetch_ids(connection, statement)


def remove_unplaced(connection: Connection, ids: Ids) -> int:
    """Drop those of the documents, with their texts, that no file refers to any more."""
    is_placed = exists().where(files.c.document_id == documents.c.id)
    unplaced = delete(documents).where(listed(documents.c.id), ~is_placed)
    return connection.execute(unplaced, {"ids": json_list(ids)}).rowcount


def newest_id(connection: Connection) -> int:
    """The id of the document stored last, 0 in an empty library."""
    newest: int | None = connection.execute(select(func.max(documents.c.id))).scalar_one()
    return newest or 0


def _execute_many(connection: Connection, statement: str, rows: Iterable[_Row]) -> int:
    return driver_cursor(connection).executemany(statement, rows).rowcount


def _rows(connection: Connection, new: Iterable[NewDocument]) -> Iterator[_Row]:
    """The values that ``_INSERT`` and ``_UPDATE`` take."""
    keys: dict[str | None, int | None] = {None: None}
    for document in new:
        if document.recipe_id is not None and document.recipe_id not in keys:
            keys[document.recipe_id] = recipe_key(connection, document.recipe_id)
        yield _row(document, keys[document.recipe_id])


def _row(document: NewDocument, key: int | None) -> _Row:
    return (
        document.digest,
        key,
        None if document.word is None else to_signed(int(document.word)),
        None if document.word is None else to_signed(int(document.rest or 0)),
        document.state.value,
        document.reason,
        None if document.detail is None else escape(document.detail),
        document.reader,
        document.encoding,
        document.language,
        document.size_bytes,
        document.character_count,
        document.feature_count,
        document.imported_at_ms,
    )
