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
from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.engine.schema import documents, files, folders
from simhash_gui.store.engine.types import escape, to_signed
from simhash_gui.store.records import (
    DocumentState,
    FileState,
    FolderRole,
    Ids,
    NewDocument,
    StoredFingerprints,
)
from simhash_gui.store.repositories.recipes import recipe_key
from simhash_gui.store.statements import chunks, fetch_ids, json_list, listed

_DIGESTS_A_STATEMENT = 500

# Raw, for a million rows: the fingerprint is bound once and SQLite cuts it into its blocks.
_INSERT = """
INSERT INTO documents (
    digest, recipe_key, fingerprint, fingerprint_rest, block0, block1, block2, block3, state,
    reason, detail, reader, encoding, language, size_bytes, character_count, feature_count,
    imported_at_ms, encoding_confidence, encoding_source, title, author, written,
    declared_language)
VALUES (
    ?1, ?2, ?3, ?4, (?3 >> 48) & 65535, (?3 >> 32) & 65535, (?3 >> 16) & 65535, ?3 & 65535, ?5,
    ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
ON CONFLICT (digest) DO NOTHING
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
_MOVE_FILES = "UPDATE files SET document_id = ? WHERE document_id = ?"
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
    encoding: str | None
    encoding_source: str | None
    reader: str | None


def insert(connection: Connection, new: Iterable[NewDocument]) -> int:
    """Store the contents that are not there yet, and return how many that were."""
    return _execute_many(connection, _INSERT, _rows(connection, new))


def replace(connection: Connection, changed: Iterable[NewDocument]) -> int:
    """Put documents that were read anew in place of those with their digests; return how many.

    Their files come along, and nothing that was made from the old text is left. They get new ids,
    so that whoever remembers something of a document by its id, or asks what came since, is not
    left with the old one. Digests that are not known are not stored.
    """
    by_known = {document.digest: document for document in changed}
    old_ids = ids_by_digest(connection, by_known)
    if not old_ids:
        return 0
    # Until the end of the transaction files may point to a document that is no more.
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    outdated = delete(documents).where(listed(documents.c.id))
    connection.execute(outdated, {"ids": json_list(old_ids.values())})
    insert(connection, [by_known[digest] for digest in old_ids])
    new_ids = ids_by_digest(connection, old_ids)
    moves = [(number, old_ids[digest]) for digest, number in new_ids.items()]
    _execute_many(connection, _MOVE_FILES, moves)
    return len(moves)


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
    columns = select(
        documents.c.digest,
        documents.c.id,
        documents.c.state,
        documents.c.reason,
        documents.c.encoding,
        documents.c.encoding_source,
        documents.c.reader,
    )
    return {
        digest: KnownDocument(*row)
        for chunk in chunks(digests, _DIGESTS_A_STATEMENT)
        for digest, *row in connection.execute(columns.where(documents.c.digest.in_(chunk)))
    }


def ids_by_digest(connection: Connection, digests: Iterable[bytes]) -> dict[bytes, int]:
    """The ids of those of the digests that the library knows, sooner than all about them."""
    cursor = driver_cursor(connection)
    found: dict[bytes, int] = {}
    for chunk in chunks(digests, _DIGESTS_A_STATEMENT):
        places = ", ".join("?" * len(chunk))
        statement = f"SELECT digest, id FROM documents WHERE digest IN ({places})"
        found.update(cursor.execute(statement, chunk))
    return found


def has_size(connection: Connection, size_bytes: int) -> bool:
    """Whether there is a content of so many bytes. Looks through all documents."""
    found = select(exists().where(documents.c.size_bytes == size_bytes))
    return bool(connection.execute(found).scalar_one())


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


def remove_unplaced(connection: Connection, ids: Ids | None = None) -> int:
    """Drop those of the documents, or of all, that no file refers to any more; return how many.

    What belongs to them goes with them.
    """
    unplaced = delete(documents).where(~exists().where(files.c.document_id == documents.c.id))
    if ids is None:
        return connection.execute(unplaced).rowcount
    chosen = unplaced.where(listed(documents.c.id))
    return connection.execute(chosen, {"ids": json_list(ids)}).rowcount


def newest_id(connection: Connection) -> int:
    """The id of the document stored last, 0 in an empty library."""
    newest: int | None = connection.execute(select(func.max(documents.c.id))).scalar_one()
    return newest or 0


def _execute_many(connection: Connection, statement: str, rows: Iterable[_Row]) -> int:
    return driver_cursor(connection).executemany(statement, rows).rowcount


def _rows(connection: Connection, new: Iterable[NewDocument]) -> Iterator[_Row]:
    """The values that ``_INSERT`` takes."""
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
        _escaped(document.detail),
        document.reader,
        document.encoding,
        document.language,
        document.size_bytes,
        document.character_count,
        document.feature_count,
        document.imported_at_ms,
        document.encoding_confidence,
        document.encoding_source,
        *map(_escaped, (document.title, document.author, document.written)),
        _escaped(document.declared_language),
    )


def _escaped(value: str | None) -> str | None:
    return None if value is None else escape(value)
