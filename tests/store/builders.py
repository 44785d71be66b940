"""Rows as the tests need them: all the same but for what a test names."""

from __future__ import annotations

import os
import sqlite3
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.text.comparison_data import ComparisonData
from simhash_gui.store.engine.errors import LibraryDamagedError
from simhash_gui.store.engine.statements import driver_cursor
from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import comparison_data, documents, files, folders, import_runs
from simhash_gui.store.repositories.comparison_data import HashKind, HashLists, StoredSketches
from simhash_gui.store.repositories.documents import NewDocument
from simhash_gui.store.repositories.files import NewFile
from simhash_gui.store.repositories.import_runs import ImportRun

RECIPE = recipe_named("words").recipe_id
OTHER_RECIPE = recipe_named("default").recipe_id
ANY_TIME_MS = 1_700_000_000_000


def compressed(text: str) -> bytes:
    """The stored form of a text."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def all_runs(connection: Connection) -> list[ImportRun]:
    """Every import run, the first one first."""
    return list(import_runs.by_id(connection, range(1, 1000)).values())


def faults(library: Library) -> list[str]:
    """Everything that is wrong in a library, in SQLite's words; empty when all is well."""
    if not isinstance(library.place, Path):
        return []  # a server keeps its own files sound, and every reference
    try:
        with library.read() as connection:
            cursor = driver_cursor(connection)
            found = [str(row[0]) for row in cursor.execute("PRAGMA integrity_check")]
            loose = cursor.execute("PRAGMA foreign_key_check").fetchall()
    except (LibraryDamagedError, sqlite3.OperationalError, UnicodeDecodeError) as error:
        return [str(error)]  # the latter two where the schema itself is damaged
    pointless = [f"row {row} of {table} points nowhere" for table, row, *_ in loose]
    return pointless if found == ["ok"] else found


def digest(number: int) -> bytes:
    """A digest that is this number's alone."""
    return number.to_bytes(16, "big")


def document(number: int, **changes: Any) -> NewDocument:
    """A fingerprinted document whose word is its number, unless told otherwise."""
    values: dict[str, Any] = {
        "digest": digest(number),
        "state": DocumentState.FINGERPRINTED,
        "imported_at_ms": ANY_TIME_MS,
        "size_bytes": 1000,
        "recipe_id": RECIPE,
        "word": number,
        "rest": 0,
    }
    return NewDocument(**(values | changes))


def unfingerprinted(number: int, state: DocumentState, **changes: Any) -> NewDocument:
    """A document that failed or is too short."""
    return document(number, state=state, recipe_id=None, word=None, rest=None, **changes)


def packed(*hashes: int) -> bytes:
    """A stored list of 32-bit hashes."""
    return struct.pack(f"<{len(hashes)}I", *hashes)


def comparison_of(document_id: int, **changes: Any) -> tuple[int, ComparisonData]:
    """A document and what it, an empty text unless told otherwise, is compared by."""
    values: dict[str, Any] = {
        "token_count": 0,
        "shingle_count": 0,
        "token_digest": bytes(8),
        "sketch": bytes(128),
        "token_sketch": bytes(128),
        "sample": b"",
        "passages": b"",
        "quoted_passages": b"",
        "shingles": b"",
        "shingles_rest": b"",
        "marks": b"",
    }
    return document_id, ComparisonData(**(values | changes))


def stored(connection: Connection, *new: NewDocument) -> list[int]:
    """Store documents and return their ids in the same order."""
    documents.insert(connection, new)
    known = documents.by_digest(connection, [one.digest for one in new])
    return [known[one.digest].id for one in new]


def folder(
    connection: Connection, path: str = "/texts", role: FolderRole = FolderRole.NORMAL
) -> int:
    """Add a folder and return its id."""
    return folders.add(connection, Path(path), role, ANY_TIME_MS).id


def file(folder_id: int, relative_path: str, **changes: Any) -> NewFile:
    """A file that is present and has no document, unless told otherwise."""
    values: dict[str, Any] = {"size_bytes": 1000, "mtime_ns": 5, "state": FileState.PRESENT}
    return NewFile(folder_id, relative_path, **(values | changes))


def placed(connection: Connection, *new: NewFile) -> list[int]:
    """Store files and return their ids in the same order."""
    files.upsert(connection, new)
    found = {(row.folder_id, row.relative_path): row.id for row in _all_files(connection)}
    return [found[one.folder_id, one.relative_path] for one in new]


def _all_files(connection: Connection) -> list[Any]:
    ids = [file_id for state in FileState for file_id in files.ids_in_state(connection, state)]
    return files.rows(connection, ids)


@contextmanager
def other_process(script: str, *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Run a script until it has printed ``ready``; it ends, at the latest, with the block."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        yield process
    finally:
        process.kill()
        process.communicate()


def load_sketches(connection: Connection, version: int) -> StoredSketches:
    """All sketches at once."""
    ids, words = np.empty(0, np.int64), np.empty(0, np.uint64)
    values = np.empty((0, 128), np.uint8)
    is_hidden = np.empty(0, np.bool_)
    nothing = StoredSketches(ids, ids, ids, words, is_hidden, words, values, values)
    pieces = [nothing, *comparison_data.sketch_pieces(connection, version)]
    columns = zip(*(astuple(piece) for piece in pieces), strict=True)
    return StoredSketches(*map(np.concatenate, columns))


def load_samples(connection: Connection, version: int) -> HashLists:
    """The sampled hashes of all documents, which are few."""
    (lists,) = comparison_data.hash_pieces(connection, version, HashKind.SAMPLE)
    return lists
