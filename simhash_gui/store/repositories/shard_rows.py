"""What a review library takes over from its shards: every row but the texts.

Rows are taken as they are stored, a document by its digest: whichever shard has it, it is one. What
the review library knows of its shards is kept under one name of ``meta``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection
from xxhash import xxh3_128

from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.store.engine.schema import documents
from simhash_gui.store.engine.statements import driver_cursor
from simhash_gui.store.engine.types import (
    DamagedValueError,
    Ids,
    escape,
    to_signed,
    to_unsigned,
)
from simhash_gui.store.repositories import checksums, meta
from simhash_gui.store.repositories.comparison_data import HashKind, HashLists, hash_lists
from simhash_gui.store.repositories.documents import ids_by_digest, recipe_key, remove_unplaced
from simhash_gui.store.repositories.shards import DIGEST_BYTES, REFERENCE, reference

_SHARDS = "shards"
_ROWS_AT_ONCE = 2048
_KEY_BYTES_AT_ONCE = 1 << 25
KEY_KINDS = (HashKind.SAMPLE, HashKind.PASSAGES, HashKind.SHINGLES, HashKind.SHINGLES_REST)
"""The hashes that candidates are found by."""

_OWN = [column.name for column in documents.c if column.name not in {"id", "recipe_key"}]
_COMPARED = [field.name for field in fields(ComparisonData)]
_DIGEST = _OWN.index("digest")
_SELECT = f"""
SELECT recipe_id, {", ".join(_OWN)}, EXISTS (SELECT 1 FROM texts WHERE document_id = documents.id),
    version, {", ".join(f"comparison_data.{name}" for name in _COMPARED)}, checksums, documents.id
FROM documents LEFT JOIN recipes ON recipes.key = recipe_key
LEFT JOIN comparison_data ON comparison_data.document_id = documents.id
ORDER BY documents.id
"""
_KEYS = """
SELECT digest, fingerprint, sample, passages, shingles, shingles_rest
FROM documents JOIN comparison_data ON document_id = documents.id AND version = ?
WHERE state = 'fingerprinted' ORDER BY documents.id
"""
_NOT_COMPARED = """
SELECT digest, fingerprint FROM documents WHERE state = 'fingerprinted'
AND NOT EXISTS (SELECT 1 FROM comparison_data WHERE document_id = documents.id AND version = ?)
ORDER BY documents.id
"""
_PUT_DOCUMENT = f"""
INSERT INTO documents (recipe_key, {", ".join(_OWN)}) VALUES (?{", ?" * len(_OWN)})
ON CONFLICT (digest) DO UPDATE SET recipe_key = excluded.recipe_key,
    {", ".join(f"{name} = excluded.{name}" for name in _OWN)}
WHERE excluded.state = 'fingerprinted'
    AND (documents.state != 'fingerprinted' OR documents.recipe_key IS NOT excluded.recipe_key)
"""
_PUT_COMPARISON = f"""
INSERT OR REPLACE INTO comparison_data (document_id, version, {", ".join(_COMPARED)}, checksums)
VALUES (?, ?{", ?" * len(_COMPARED)}, ?)
"""
_PUT_REFERENCE = """
INSERT INTO texts (document_id, compressed) SELECT id, ?2 FROM documents WHERE digest = ?1
ON CONFLICT (document_id) DO UPDATE SET compressed = excluded.compressed
WHERE substr(texts.compressed, 1, ?3) = ?4
"""
_STATES = (
    "SELECT recipe_id, digest, state, fingerprint, fingerprint_rest FROM documents"
    " LEFT JOIN recipes ON recipes.key = recipe_key ORDER BY documents.id",
    "SELECT folder_id, relative_path, size_bytes, mtime_ns, document_id, state, reason FROM files"
    " ORDER BY id",
    "SELECT id, path, role FROM folders ORDER BY id",
    "SELECT version, count(*) FROM comparison_data GROUP BY version ORDER BY version",
)
_FILE = ("relative_path", "name", "size_bytes", "mtime_ns", "state", "reason", "detail", "checksum")
_FILES = f"""
SELECT documents.digest, {", ".join(f"files.{name}" for name in _FILE)}
FROM files LEFT JOIN documents ON documents.id = document_id WHERE folder_id = ? ORDER BY files.id
"""
_PLACED = """
SELECT digest FROM files LEFT JOIN documents ON documents.id = document_id
WHERE folder_id = ? AND relative_path = ?
"""
_PLACE = f"""
INSERT INTO files (folder_id, document_id, {", ".join(_FILE)})
VALUES (?, (SELECT id FROM documents WHERE digest = ?){", ?" * len(_FILE)})
"""
_ADD_FOLDER = (
    "INSERT OR IGNORE INTO folders (path, role, added_at_ms, checksum) VALUES (?, ?, ?, ?)"
)
_FOLDER = "SELECT id FROM folders WHERE path = ?"


@dataclass(frozen=True, slots=True)
class KnownShards:
    """The shards that were taken over, by path with the state that each had then.

    ``folders`` are the stored paths of their folders, ``placed`` says whether their files are there
    as these states have them.
    """

    states: Mapping[str, str] = field(default_factory=dict)
    folders: Sequence[str] = ()
    placed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ShardRows:
    """Documents of a shard as they are stored, some at a time; see ``put_documents``."""

    rows: Sequence[tuple[Any, ...]]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class KeyRows:
    """What candidates among some documents are found by.

    ``digests`` are of their contents, end to end; ``words``, shape (n,), are fingerprints, as
    signed numbers. ``hashes`` are numbered from 0; nothing where there is no comparison data.
    """

    digests: bytes
    words: NDArray[np.int64]
    hashes: Mapping[HashKind, HashLists]


def known(connection: Connection) -> KnownShards | None:
    """What the library knows of its shards, None where it is no review library."""
    text = meta.read(connection, _SHARDS)
    if text is None:
        return None
    try:
        return KnownShards(**json.loads(text))
    except (TypeError, ValueError) as error:
        raise DamagedValueError(f"the list of shards cannot be read: {error}") from error


def set_known(connection: Connection, shards: KnownShards) -> None:
    """Keep what is known of the shards."""
    meta.write(connection, _SHARDS, json.dumps(asdict(shards)))


def state_of(shard: Connection) -> str:
    """A digest of all that a review library takes over: equal as long as nothing changed."""
    key = xxh3_128()
    for statement in _STATES:
        cursor = driver_cursor(shard).execute(statement)
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            key.update(repr(rows).encode("utf-8", "surrogatepass"))
    return key.hexdigest()


def document_count(shard: Connection) -> int:
    """How many documents a shard has."""
    return int(driver_cursor(shard).execute("SELECT count(*) FROM documents").fetchone()[0])


def document_rows(shard: Connection) -> Iterator[ShardRows]:
    """All documents with what they are compared by, some thousand at a time."""
    cursor = driver_cursor(shard).execute(_SELECT)
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        yield ShardRows(rows)


def key_rows(shard: Connection, version: int) -> Iterator[KeyRows]:
    """The keys of all fingerprinted documents, some thousand at a time.

    First those that have comparison data of this version, then those without.
    """
    for statement in (_KEYS, _NOT_COMPARED):
        waiting: list[tuple[Any, ...]] = []
        size = 0
        for row in driver_cursor(shard).execute(statement, (version,)):
            waiting.append(row)
            size += sum(len(each) for each in row[2:] if isinstance(each, bytes))
            if len(waiting) == _ROWS_AT_ONCE or size >= _KEY_BYTES_AT_ONCE:
                yield _key_rows(waiting)
                waiting, size = [], 0
        if waiting:
            yield _key_rows(waiting)


def _key_rows(rows: Sequence[tuple[Any, ...]]) -> KeyRows:
    digests, words, *columns = zip(*rows, strict=True)
    if not all(isinstance(each, bytes) and len(each) == DIGEST_BYTES for each in digests):
        raise DamagedValueError("a digest is none")
    numbered = (list(enumerate(column)) for column in columns)
    hashes = {kind: hash_lists(lists) for kind, lists in zip(KEY_KINDS, numbered, strict=False)}
    return KeyRows(b"".join(digests), np.array(words, np.int64), hashes)


def digests_of(connection: Connection, ids: Ids) -> list[bytes]:
    """The digests of the contents of some documents, which ascend, in their order."""
    wanted = set(ids.tolist())
    rows = driver_cursor(connection).execute("SELECT id, digest FROM documents ORDER BY id")
    return [digest for number, digest in rows if number in wanted]


def put_documents(connection: Connection, shard: Path, some: ShardRows) -> None:
    """Take documents over; their texts stay where they are."""
    cursor = driver_cursor(connection)
    own, recipes = slice(1, len(_OWN) + 1), {row[0] for row in some.rows if row[0] is not None}
    keys = {each: recipe_key(connection, each) for each in recipes} | {None: None}
    cursor.executemany(_PUT_DOCUMENT, ((keys[row[0]], *row[own]) for row in some.rows))
    placed = [(row[own][_DIGEST], row[own.stop], row[own.stop + 1 :]) for row in some.rows]
    ids = ids_by_digest(connection, (digest for digest, *_ in placed))
    compared = [_as_of(ids[digest], *data) for digest, _, data in placed if data[0] is not None]
    cursor.executemany(_PUT_COMPARISON, compared)
    size = len(REFERENCE)
    cursor.executemany(
        _PUT_REFERENCE,
        ((digest, reference(digest, shard), size, REFERENCE) for digest, has, _ in placed if has),
    )


def _as_of(number: int, version: int, *row: Any) -> tuple[Any, ...]:
    """A row of comparison data under another id; what does not fit its checksums still does not."""
    *data, stored, former = row
    with suppress(TypeError):  # a value of a wrong class
        if stored is not None and checksums.of_data(former, ComparisonData(*data)) == stored:
            stored = checksums.of_data(number, ComparisonData(*data))
    return number, version, *data, stored


def place_files(connection: Connection, shards: Mapping[Path, Connection]) -> list[str]:
    """Put the files of all shards in the place of those that are there; their folders.

    A file that two shards have alike is one. Where they have different contents at one path, say
    because they were made on different machines, the later one is named after its shard.
    """
    before = known(connection) or KnownShards()
    cursor = driver_cursor(connection)
    cursor.executemany("DELETE FROM folders WHERE path = ?", ((path,) for path in before.folders))
    placing = _Placing(connection)
    for path, shard in shards.items():
        placing.add(path, shard)
    remove_unplaced(connection)
    return list(placing.folders)


class _Placing:
    """Puts folders and files of shards into a review library; ``folders`` are ids by path."""

    def __init__(self, connection: Connection) -> None:
        self._cursor = driver_cursor(connection)
        self.folders: dict[str, int] = {}

    def add(self, path: Path, shard: Connection) -> None:
        """All folders and files of one shard."""
        rows = driver_cursor(shard).execute(
            "SELECT id, path, role, added_at_ms, checksum FROM folders"
        )
        for number, stored_path, *others in rows.fetchall():
            is_shared = stored_path in self.folders
            own = self._folder(stored_path, others)
            files = driver_cursor(shard).execute(_FILES, (number,))
            if not is_shared:
                self._cursor.executemany(_PLACE, ((own, *file) for file in files))
                continue
            for digest, *file in files:
                target = own
                there = self._cursor.execute(_PLACED, (own, file[0])).fetchone()
                if there == (digest,):
                    continue
                if there is not None:
                    named = f"{escape(os.fspath(path))}!{stored_path}"
                    target = self._folder(named, _renamed(stored_path, others, named))
                    file[-1] = _elsewhere(file[-1], stored_path, named)
                self._cursor.execute(_PLACE, (target, digest, *file))

    def _folder(self, stored_path: str, others: Sequence[Any]) -> int:
        if stored_path not in self.folders:
            self._cursor.execute(_ADD_FOLDER, (stored_path, *others))
            found = self._cursor.execute(_FOLDER, (stored_path,)).fetchone()
            self.folders[stored_path] = int(found[0])
        return self.folders[stored_path]


def _renamed(path: str, others: Sequence[Any], other: str) -> Sequence[Any]:
    """A folder under another name; what is not what was summed up still is not."""
    *values, checksum = others
    is_noted = checksums.fits(checksum, checksums.of_row, path, *values)
    return *values, checksums.of_row(other, *values) if is_noted else checksum


def _elsewhere(checksum: object, folder: str, other: str) -> object:
    """The checksum of a file whose folder has another name here; what is none stays as it is."""
    if not isinstance(checksum, int):
        return checksum
    names = checksums.of_folder(folder.encode()) ^ checksums.of_folder(other.encode())
    return to_signed(to_unsigned(checksum) ^ names)
