"""What a library keeps of each document that follows from its text, to be checked and put right.

Read as SQLite keeps it, row by row where one cannot be read, so that one damaged row is told as
one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, ComparisonData
from simhash_gui.store.engine.connections import BUSY_TIMEOUT_S, Access, connect
from simhash_gui.store.engine.errors import known_errors
from simhash_gui.store.engine.schema import block_keys_of
from simhash_gui.store.engine.statements import json_list
from simhash_gui.store.engine.types import to_signed, to_unsigned
from simhash_gui.store.integrity.damage import (
    altered_rows,
    open_damaged,
    strange_acts,
    strangers,
)
from simhash_gui.store.integrity.rebuild import NEVER_NS, mark_unread
from simhash_gui.store.repositories import checksums, shards

_COMPARED = tuple(field.name for field in fields(ComparisonData))
_IDS = "SELECT id FROM documents NOT INDEXED WHERE state IS NOT 'failed' ORDER BY id"
_ROWS = f"""
SELECT documents.id, recipe_id, fingerprint, fingerprint_rest, feature_count, compressed,
    documents.digest, documents.checksum, comparison_data.checksums,
    {", ".join(f"comparison_data.{name}" for name in _COMPARED)}
FROM documents NOT INDEXED
LEFT JOIN recipes NOT INDEXED ON key = recipe_key
LEFT JOIN texts ON texts.document_id = documents.id
LEFT JOIN comparison_data
    ON comparison_data.document_id = documents.id AND version = {COMPARISON_VERSION}
WHERE documents.id IN (SELECT value FROM json_each(?))
"""
_SET_BLOCKS = ", ".join(f"block{block} = {key}" for block, key in enumerate(block_keys_of("?2")))
_SET_FINGERPRINT = f"""
UPDATE documents SET fingerprint = ?2, fingerprint_rest = ?3, feature_count = ?4, {_SET_BLOCKS},
    state = CASE WHEN ?2 IS NULL THEN 'too-short' ELSE 'fingerprinted' END,
    checksum = CASE WHEN ?2 IS NULL THEN NULL ELSE checksum END
WHERE id = ?1
"""
_WITHOUT_CHECKSUM = """
SELECT id, digest, fingerprint, fingerprint_rest, recipe_id FROM documents
JOIN recipes ON recipes.key = recipe_key WHERE fingerprint IS NOT NULL AND checksum IS NULL
    AND typeof(digest) = 'blob' AND typeof(fingerprint_rest) = 'integer'
"""
_SUMMED_UP = """
SELECT id, checksum, digest, fingerprint, fingerprint_rest, CAST(recipe_id AS TEXT) FROM documents
JOIN recipes ON recipes.key = recipe_key
WHERE fingerprint IS NOT NULL AND checksum IS NOT NULL AND id IN (SELECT value FROM json_each(?))
"""
_MOST_EXCHANGED = 1000
"""Of documents that do not fit their digests, where no file tells the right one; of more, it is
not looked for among all."""
_SET_COMPARISON = f"""
INSERT OR REPLACE INTO comparison_data (document_id, version, {", ".join(_COMPARED)}, checksums)
VALUES (?, {COMPARISON_VERSION}, {", ".join("?" * len(_COMPARED))}, ?)
"""


@dataclass(frozen=True, slots=True)
class DerivedFingerprint:
    """What a recipe makes of a text; ``word`` and ``rest`` are None when it is too short."""

    word: int | None
    rest: int | None
    feature_count: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as it is kept. ``comparison`` is None where there is none of this version.

    ``compressed`` is a reference only where its shard cannot be read.
    """

    id: int
    recipe_id: str | None
    compressed: bytes | None
    comparison: ComparisonData | None
    _fingerprint: tuple[Any, ...]
    _has_right_checksum: bool = True
    has_right_data_checksums: bool = True

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the text is in a shard that cannot be read."""
        return shards.is_reference(self.compressed)

    def has(self, derived: DerivedFingerprint) -> bool:
        """Whether this is the fingerprint that is stored, with its checksum if there is one."""
        return self._has_right_checksum and self._fingerprint == _stored_form(derived)


class StoredDocuments:
    """The documents of a library file, for reading. Use as a context, or call ``close``."""

    def __init__(self, path: Path) -> None:
        with known_errors(path):
            self._connection = open_damaged(path)
        self._connection.text_factory = bytes

    def ids(self) -> list[int]:
        """The ids of all documents that should have a text, as far as they can be read."""
        ids: list[int] = []
        with suppress(sqlite3.DatabaseError):
            for (number,) in self._connection.execute(_IDS):
                ids.append(number)
        return ids

    def rows(self, ids: Sequence[int]) -> list[StoredDocument]:
        """The documents in the order of the ids; nothing is known of one that cannot be read."""
        try:
            found = self._connection.execute(_ROWS, (json_list(ids),)).fetchall()
        except sqlite3.DatabaseError:
            if len(ids) > 1:
                return [row for one in ids for row in self.rows([one])]
            found = []
        stored = {row[0]: row[5] for row in found if shards.is_reference(row[5])}
        texts = shards.resolved(stored)
        by_id = {row[0]: _document(row, texts.get(row[0], row[5])) for row in found}
        nothing = (None, None, None)
        return [by_id.get(one, StoredDocument(one, None, None, None, nothing)) for one in ids]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def put_derived(
    path: Path,
    fingerprints: Iterable[tuple[int, DerivedFingerprint]],
    comparisons: Iterable[tuple[int, ComparisonData]],
    without_text: Collection[int],
) -> None:
    """Write what was derived again, by document id, and settle what does not fit its checksum.

    The documents ``without_text`` lose what is left of it, and their files are marked to be read by
    the next import; so are those of documents whose digest is not the one that was summed up with
    the fingerprint, those of which something else is noted than was read, and files of which
    nothing tells the right document. What is not what a person decided is taken back; a folder
    becomes a reference, of which nothing is ever touched. Raises LibraryError.
    """
    with known_errors(path), closing(connect(path, Access.WRITE, BUSY_TIMEOUT_S)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        rows = [(number, *_stored_form(derived)) for number, derived in fingerprints]
        connection.executemany(_SET_FINGERPRINT, rows)
        mark_unread(connection, _settle_digests(connection, [number for number, *_ in rows]))
        _sum_up(connection)
        _settle_files(connection)
        _settle_acts(connection)
        values = (
            (number, *(getattr(data, name) for name in _COMPARED), checksums.of_data(number, data))
            for number, data in comparisons
        )
        connection.executemany(_SET_COMPARISON, values)
        gone = ((number,) for number in without_text)
        connection.executemany("DELETE FROM texts WHERE document_id = ?", gone)
        mark_unread(connection, without_text)
        _settle_rows(connection)
        connection.execute("COMMIT")


def _settle_digests(connection: sqlite3.Connection, ids: Sequence[int]) -> list[int]:
    """Give exchanged digests back to the documents that were summed up with them.

    Returns the documents whose digest, or its checksum, is still wrong. Their files tell the right
    one when they are read; none of them keeps that of another document, whose text it would get.
    A file tells the digest that was found there; where none does, all that are doubted are tried.
    """
    found = connection.execute(_SUMMED_UP, (json_list(ids),)).fetchall()
    doubted = [row for row in found if not _has_checksum(*row[1:])]
    digests = {row[2] for row in doubted if isinstance(row[2], bytes)}
    by_content = {checksums.content_of(digest): digest for digest in digests}
    told = {number: by_content.get(content) for _, number, content in strangers(connection)}
    all_digests = digests if len(doubted) <= _MOST_EXCHANGED else set()
    right = {
        number: digest
        for number, checksum, _, *fingerprint in doubted
        for digest in ({told[number]} if told.get(number) else all_digests)
        if _has_checksum(checksum, digest, *fingerprint)
    }
    others = {number: digest for number, _, digest, *_ in doubted if number not in right}
    renamed = (*right, *(number for number, each in others.items() if each in right.values()))
    unknown = "UPDATE documents SET digest = randomblob(16) WHERE id = ?"
    connection.executemany(unknown, ((number,) for number in renamed))
    known = "UPDATE documents SET digest = ? WHERE id = ?"
    connection.executemany(known, ((digest, number) for number, digest in right.items()))
    forget = "UPDATE documents SET checksum = NULL WHERE id = ?"
    connection.executemany(forget, ((number,) for number in others))
    return [*others]


def _settle_files(connection: sqlite3.Connection) -> None:
    """Give files the documents that were found there, or have them read again."""
    found = strangers(connection)
    if not found:
        return
    known = connection.execute("SELECT digest, id FROM documents").fetchall()
    documents = {checksums.content_of(digest): number for digest, number in known}
    right = [(documents.get(content), number) for number, _, content in found]
    connection.executemany("UPDATE files SET document_id = ?1 WHERE id = ?2 AND ?1 > 0", right)
    unknown = [
        (number, document) for number, document, content in found if content not in documents
    ]
    mark_unread(connection, [document for _, document in unknown])
    forget = "UPDATE files SET checksum = NULL WHERE id = ?"
    connection.executemany(forget, ((number,) for number, _ in unknown))


def _settle_acts(connection: sqlite3.Connection) -> None:
    """Give acts in the journal their exchanged facts or files back; of others, nobody can tell."""
    found = strange_acts(connection)
    some = found if len(found) <= _MOST_EXCHANGED else []
    paths, kept = {row[1] for row in some}, {row[2] for row in some}
    owners = {checksums.of_act(path, keeps): number for number, path, keeps, _ in found}
    of_one = "SELECT facts FROM journal WHERE id = ?"
    facts = {
        owners[told]: connection.execute(of_one, (number,)).fetchone()[0]
        for number, *_, told in found
        if told in owners
    }
    right: dict[int, tuple[bytes, bytes]] = {}
    for number, path, keeps, told in found:
        tried = (*((other, keeps) for other in paths), *((path, other) for other in kept))
        for each in tried:
            if checksums.of_act(*each) == told:
                right[number] = each
    unknown = ((number,) for number, *_ in found if number not in right)
    connection.executemany("UPDATE journal SET facts = NULL WHERE id = ?", unknown)
    values = ((each, number) for number, each in facts.items())
    connection.executemany("UPDATE journal SET facts = ? WHERE id = ?", values)
    files = ((path.decode(), keeps.decode(), number) for number, (path, keeps) in right.items())
    connection.executemany("UPDATE journal SET path = ?, keeps = ? WHERE id = ?", files)


def _settle_rows(connection: sqlite3.Connection) -> None:
    """Have what is noted of documents read again, and take back what nobody has decided."""
    unread, folders = (altered_rows(connection, each) for each in ("documents", "folders"))
    mark_unread(connection, unread)
    forget = "UPDATE documents SET reader = NULL, details_checksum = NULL WHERE id = ?"
    connection.executemany(forget, ((number,) for number in unread))
    protect = "UPDATE folders SET role = 'reference', checksum = NULL WHERE id = ?"
    connection.executemany(protect, ((number,) for number in folders))
    for table in ("encoding_overrides", "passage_marks", "verdicts"):
        found = ((number,) for number in altered_rows(connection, table))
        connection.executemany(f"DELETE FROM {table} WHERE rowid = ?", found)


def _sum_up(connection: sqlite3.Connection) -> None:
    """Write checksums of the fingerprints that have none."""
    values = [
        (checksums.of_fingerprint(digest, to_unsigned(word), to_unsigned(rest), recipe), number)
        for number, digest, word, rest, recipe in connection.execute(_WITHOUT_CHECKSUM).fetchall()
    ]
    connection.executemany("UPDATE documents SET checksum = ? WHERE id = ?", values)


def unread_files(path: Path) -> int:
    """How many files the next import reads, whatever they look like. Raises LibraryError."""
    with known_errors(path), closing(open_damaged(path)) as connection:
        statement = "SELECT count(*) FROM files WHERE mtime_ns = ? AND state IN ({})"
        there = "'present', 'failed', 'container'"
        return int(connection.execute(statement.format(there), (NEVER_NS,)).fetchone()[0])


def _document(row: tuple[Any, ...], text: object) -> StoredDocument:
    number, recipe, word, rest, count, _, digest, checksum, sums, *compared = row
    recipe_id = recipe.decode("utf-8", "replace") if isinstance(recipe, bytes) else None
    data = None if compared[0] is None else ComparisonData(*compared)
    return StoredDocument(
        number,
        recipe_id,
        text if isinstance(text, bytes) else None,
        data,
        (word, rest, count),
        _has_checksum(checksum, digest, word, rest, recipe_id),
        data is None or _has_checksums(sums, number, data),
    )


def _has_checksum(stored: object, digest: Any, word: Any, rest: Any, recipe_id: str | None) -> bool:
    """Whether a fingerprint fits its checksum; values of a wrong class are damage of their own."""
    if stored is None or recipe_id is None:
        return True
    try:
        unsigned = to_unsigned(word), to_unsigned(rest)
        return checksums.of_fingerprint(digest, *unsigned, recipe_id) == stored
    except TypeError:
        return True


def _has_checksums(stored: object, number: int, data: ComparisonData) -> bool:
    try:
        return stored is None or checksums.of_data(number, data) == stored
    except TypeError:
        return True


def _stored_form(derived: DerivedFingerprint) -> tuple[int | None, int | None, int]:
    if derived.word is None:
        return None, None, derived.feature_count
    return to_signed(derived.word), to_signed(derived.rest or 0), derived.feature_count
