"""Documents: one row for each distinct content, found by the digest of its bytes.

A document, its text and what it is compared by come and go together (``put``), so that nothing is
left that was made from another text. Fingerprints for a whole search are loaded here as arrays; a
single question is answered by ``search``. Another recipe comes in through ``refingerprint``. A
recipe id is stored once and referred to by a small key, which only the store knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields
from functools import reduce
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, ScalarSelect, bindparam, delete, exists, func, select

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.core.types import BLOCK_BITS, BLOCKS, Words
from simhash_gui.store.engine.schema import block_keys_of, documents, files, recipes
from simhash_gui.store.engine.statements import (
    chunks,
    driver_cursor,
    insert_into,
    int_table,
    is_on_server,
    json_list,
    listed,
)
from simhash_gui.store.engine.types import DocumentState, Ids, escape, to_signed
from simhash_gui.store.repositories import checksums, comparison_data, texts

_DIGESTS_A_STATEMENT = 500
_ROWS_AT_ONCE = 1 << 10

# Raw, for a million rows: the fingerprint is bound once and SQLite cuts it into its blocks.
_INSERT = f"""
INSERT INTO documents (
    digest, recipe_key, fingerprint, fingerprint_rest, block0, block1, block2, block3, state,
    reader, encoding, language, size_bytes, character_count, feature_count, imported_at_ms,
    encoding_confidence, encoding_source, title, author, written, declared_language,
    checksum, details_checksum)
VALUES (
    ?1, ?2, ?3, ?4, {", ".join(block_keys_of("CAST(?3 AS BIGINT)"))}, ?5,
    ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
ON CONFLICT (digest) DO NOTHING
"""
_KNOWN = """
SELECT digest, id, state, encoding, encoding_source, reader,
    EXISTS (SELECT 1 FROM texts WHERE document_id = documents.id)
FROM documents WHERE digest IN ({})
"""
_DEFER = "PRAGMA defer_foreign_keys = ON"
_MOVE_FILES = "UPDATE files SET document_id = ? WHERE document_id = ?"
_OF_BLOCKS = reduce(
    lambda higher, block: f"(({higher} << {BLOCK_BITS}) + block{block})",
    range(1, BLOCKS),
    "CAST(block0 AS BIGINT)",
)
_LOAD = f"""
SELECT id, fingerprint, fingerprint_rest, digest,
    CASE WHEN fingerprint = {_OF_BLOCKS} THEN checksum ELSE 0 END
FROM documents NOT INDEXED
WHERE id > ? AND recipe_key = (SELECT key FROM recipes WHERE recipe_id = ?)
  AND fingerprint IS NOT NULL
ORDER BY id
"""

_Row = tuple[object, ...]
_details_of = attrgetter(*checksums.DETAILS)


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A content that was read, under the 128-bit digest of its bytes.

    ``word`` and ``rest`` are those of ``core.types.Fingerprint``: given exactly when the state is
    ``FINGERPRINTED`` (ValueError otherwise), together with ``recipe_id``. The last four are what
    the document says of itself, ``written`` being its date in its own words.
    """

    digest: bytes
    state: DocumentState
    imported_at_ms: int
    size_bytes: int
    recipe_id: str | None = None
    word: int | None = None
    rest: int | None = None
    character_count: int | None = None
    feature_count: int | None = None
    language: str | None = None
    encoding: str | None = None
    reader: str | None = None
    encoding_confidence: float | None = None
    encoding_source: str | None = None
    title: str | None = None
    author: str | None = None
    written: str | None = None
    declared_language: str | None = None

    def __post_init__(self) -> None:
        has_fingerprint = self.word is not None and self.recipe_id is not None
        if has_fingerprint is not (self.state is DocumentState.FINGERPRINTED):
            raise ValueError(f"a {self.state} document and word {self.word} do not go together")


@dataclass(frozen=True, slots=True, eq=False)
class StoredFingerprints:
    """Fingerprints of one recipe as parallel arrays of shape (n,), by ascending document id.

    ``contents`` is what files say of digests, see ``checksums.content_of``. ``damaged`` are
    documents whose fingerprint does not fit its checksum or its block keys, by which it is looked
    up; they are left out.
    """

    ids: Ids
    words: Words
    rests: Words
    contents: Words
    damaged: Ids = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, selection: NDArray[np.bool_]) -> StoredFingerprints:
        """Those that a mask selects."""
        return replace_fields(
            self,
            ids=self.ids[selection],
            words=self.words[selection],
            rests=self.rests[selection],
            contents=self.contents[selection],
        )


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """What the library has under a digest.

    ``has_text`` is false where the stored text was lost: reading the content again brings it back.
    """

    id: int
    state: DocumentState
    encoding: str | None
    encoding_source: str | None
    reader: str | None
    has_text: bool

    @property
    def is_whole(self) -> bool:
        """Whether the text is there, and how it was read."""
        return self.has_text and self.reader is not None


@dataclass(frozen=True, slots=True)
class NewContent:
    """A document to be stored, the stored form of its text, and the rest if known."""

    document: NewDocument
    compressed_text: bytes
    comparison: ComparisonData | None = None


def put(
    connection: Connection, new: Iterable[NewContent], comparison_version: int
) -> dict[bytes, int]:
    """Store contents, replacing those with the same digests; return their ids by digest.

    See ``replace`` for what becomes of documents that were there before.
    """
    by_digest = {content.document.digest: content for content in new}
    rows = [content.document for content in by_digest.values()]
    replace(connection, rows)
    insert(connection, rows)
    ids = ids_by_digest(connection, by_digest)
    placed = [(ids[digest], content) for digest, content in by_digest.items()]
    texts.put(connection, ((number, content.compressed_text) for number, content in placed))
    compared = (
        (number, content.comparison) for number, content in placed if content.comparison is not None
    )
    comparison_data.put(connection, comparison_version, compared)
    return ids


def insert(connection: Connection, new: Iterable[NewDocument]) -> int:
    """Store the contents that are not there yet, and return how many that were."""
    return _execute_many(connection, _INSERT, _rows(connection, new))


def replace(connection: Connection, changed: Iterable[NewDocument]) -> int:
    """Replace the documents with these digests by what was read again; return how many.

    Their files move to the new rows, and nothing that was made from the old text is left. The rows
    get new ids, so that what was remembered by an old id is never taken for the new text. Unknown
    digests are not stored.
    """
    by_known = {document.digest: document for document in changed}
    old_ids = ids_by_digest(connection, by_known)
    if not old_ids:
        return 0
    # Until the end of the transaction files may point to a document that was deleted.
    defer = "SET CONSTRAINTS ALL DEFERRED" if is_on_server(connection) else _DEFER
    connection.exec_driver_sql(defer)
    outdated = delete(documents).where(listed(documents.c.id))
    connection.execute(outdated, {"ids": json_list(old_ids.values())})
    insert(connection, [by_known[digest] for digest in old_ids])
    new_ids = ids_by_digest(connection, old_ids)
    moves = [(number, old_ids[digest]) for digest, number in new_ids.items()]
    _execute_many(connection, _MOVE_FILES, moves)
    return len(moves)


def by_digest(connection: Connection, digests: Iterable[bytes]) -> dict[bytes, KnownDocument]:
    """What the library has under those of the digests that it knows."""
    cursor, known = driver_cursor(connection), {}
    for chunk in chunks(digests, _DIGESTS_A_STATEMENT):
        statement = _KNOWN.format(", ".join("?" * len(chunk)))
        for digest, number, state, encoding, source, reader, has_text in cursor.execute(
            statement, chunk
        ):
            shown = DocumentState(state) if state in [*DocumentState] else DocumentState.DAMAGED
            known[digest] = KnownDocument(number, shown, encoding, source, reader, bool(has_text))
    return known


def ids_by_digest(connection: Connection, digests: Iterable[bytes]) -> dict[bytes, int]:
    """The ids of those of the digests that the library knows; quicker than ``by_digest``."""
    cursor = driver_cursor(connection)
    found: dict[bytes, int] = {}
    for chunk in chunks(digests, _DIGESTS_A_STATEMENT):
        places = ", ".join("?" * len(chunk))
        statement = f"SELECT digest, id FROM documents WHERE digest IN ({places})"
        found.update(cursor.execute(statement, chunk))
    return found


def digests_of(connection: Connection, ids: Iterable[int]) -> dict[int, bytes]:
    """The digests of some documents, by id; those that are gone are missing."""
    rows = select(documents.c.id, documents.c.digest).where(listed(documents.c.id))
    return {each.id: each.digest for each in connection.execute(rows, {"ids": json_list(ids)})}


def has_size(connection: Connection, size_bytes: int) -> bool:
    """Whether there is a content of so many bytes. Looks through all documents."""
    found = select(exists().where(documents.c.size_bytes == size_bytes))
    return bool(connection.execute(found).scalar_one())


def load_fingerprints(
    connection: Connection, recipe_id: str, *, after_id: int = 0
) -> StoredFingerprints:
    """All fingerprints of a recipe, or those of documents stored after ``after_id``."""
    cursor = driver_cursor(connection).execute(_LOAD, (after_id, recipe_id))
    tables, damaged = [np.empty((3, 0), np.int64)], [np.empty(0, np.bool_)]
    contents = [np.empty(0, np.uint64)]
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        *counted, digests, stored = zip(*rows, strict=True)
        tables.append(table := int_table(counted, len(rows)))
        words, rests = (column.view(np.uint64) for column in table[1:])
        damaged.append(checksums.are_damaged(digests, words, rests, recipe_id, stored))
        contents.append(checksums.contents_of(digests))
    ids, *signed = np.concatenate(tables, axis=1)
    is_damaged = np.concatenate(damaged)
    words, rests = (each.view(np.uint64) for each in signed)
    found = StoredFingerprints(ids, words, rests, np.concatenate(contents), ids[is_damaged])
    return found.take(~is_damaged) if is_damaged.any() else found


def remove_unplaced(connection: Connection, ids: Ids | None = None) -> int:
    """Delete those of the documents, or of all, that no file refers to; return how many.

    Their texts and what they are compared by go with them.
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


def recipe_key(connection: Connection, recipe_id: str) -> int:
    """The key of a recipe; a new recipe gets one."""
    statement = insert_into(connection, recipes).on_conflict_do_nothing(
        index_elements=["recipe_id"]
    )
    connection.execute(statement, {"recipe_id": recipe_id})
    found = select(recipes.c.key).where(recipes.c.recipe_id == recipe_id)
    key: int = connection.execute(found).scalar_one()
    return key


def key_of(parameter: str) -> ScalarSelect[int]:
    """The key of the recipe id bound to ``parameter``, inside a statement; NULL when unknown."""
    matches = recipes.c.recipe_id == bindparam(parameter)
    return select(recipes.c.key).where(matches).scalar_subquery()


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
        _checksum(document),
        checksums.of_row(*_details_of(document)),
    )


def _checksum(document: NewDocument) -> int | None:
    if document.word is None or document.recipe_id is None:
        return None
    found = int(document.word), int(document.rest or 0), document.recipe_id
    return checksums.of_fingerprint(document.digest, *found)


def _escaped(value: str | None) -> str | None:
    return None if value is None else escape(value)
