"""A library copied row by row into a new file, as far as it can be read, with wrong values mended.

The damaged file is not changed. Copying makes pages, schema, indexes and version sound; a value
that this program cannot have written becomes NULL or what follows from the others, and a row that
means nothing without it is left out. What only a file on the disk can tell is marked to be read by
the next import, see ``mark_unread``.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Table

from simhash_gui.store.engine import inspection
from simhash_gui.store.engine.backup import free_name
from simhash_gui.store.engine.connections import BUSY_TIMEOUT_S, Access, connect, make_engine
from simhash_gui.store.engine.errors import (
    KnownStoreError,
    LibraryDamagedError,
    known_errors,
    known_file_error,
)
from simhash_gui.store.engine.header import WrongField
from simhash_gui.store.engine.schema import block_keys_of, make_tables, metadata
from simhash_gui.store.engine.statements import json_list
from simhash_gui.store.integrity.damage import (
    BLOCKS_ARE_WRONG,
    LAST_PART,
    STATE_IS_WRONG,
    SUM_IS_LOST,
    Checkpoint,
    Finding,
    Known,
    header_findings,
    open_damaged,
    prepare,
    wrong,
    wrong_header,
)
from simhash_gui.store.repositories.meta import VERDICT_COUNT

_LAST_ID = 1 << 40
_ROWS_AT_ONCE = 256
_COPIED_BYTES = 1 << 20
_WRONG = {True: "''", False: "x''"}
_MOST_FAILURES = 100_000
"""Of attempts to read a range of rows, so that a table that is lost as a whole ends as well."""
NEVER_NS = -1
"""A time of change that no file has, so that each one that has it is read."""

_FILE_STATE = (
    "CASE WHEN reason IS NOT NULL THEN 'failed' WHEN document_id IS NULL THEN 'container'"
    " ELSE 'present' END"
)
_DOCUMENT_STATE = "CASE WHEN fingerprint IS NULL THEN 'too-short' ELSE 'fingerprinted' END"
_INSTEAD = {
    "documents.digest": "randomblob(16)",
    "documents.state": _DOCUMENT_STATE,
    "documents.size_bytes": "0",
    "documents.imported_at_ms": "0",
    "files.size_bytes": "0",
    "files.mtime_ns": str(NEVER_NS),
    "files.name": LAST_PART,
    "files.state": _FILE_STATE,
    "files.reason": "CASE state WHEN 'failed' THEN 'unreadable' END",
    "folders.role": "'reference'",
    "folders.added_at_ms": "0",
    "runs.kind": "'import'",
    "runs.state": "'interrupted'",
    "runs.started_at_ms": "0",
    "runs.request": "'{}'",
    "runs.counts": "'{}'",
    "verdicts.note": "''",
    "verdicts.given_at_ms": "0",
    "verdict_members.path": "''",
    "review_runs.state": "'interrupted'",
    "review_runs.started_at_ms": "0",
    "journal.keeps": "''",
    "journal.reason": "''",
    "journal.size_bytes": "0",
    "journal.state": "'begun'",
}
"""What takes the place of a wrong value. Others become NULL, or else the row is left out.

A folder whose role is lost counts as a reference, the role in which nothing of it is ever touched;
an act whose state is lost counts as begun, so that the disk is asked what became of it.
"""
_DERIVED = ("id", "recipe_key", "fingerprint", "fingerprint_rest", "state", "feature_count")
"""Columns of documents that follow from the text; with another one the file must be read again."""

_NOT_IN = "NOT IN (SELECT {} FROM {})"
_REFERENCES = (
    f"DELETE FROM files WHERE folder_id {_NOT_IN.format('id', 'folders')}",
    "UPDATE files SET document_id = NULL, mtime_ns = -1,"
    " state = CASE state WHEN 'present' THEN 'container' ELSE state END"
    f" WHERE document_id {_NOT_IN.format('id', 'documents')}",
    f"UPDATE documents SET recipe_key = NULL WHERE recipe_key {_NOT_IN.format('key', 'recipes')}",
    f"DELETE FROM texts WHERE document_id {_NOT_IN.format('id', 'documents')}",
    f"DELETE FROM comparison_data WHERE document_id {_NOT_IN.format('id', 'documents')}",
    "DELETE FROM pairs",  # measured again by the next search, as what is common is counted
    "DELETE FROM common_text",
    f"DELETE FROM staged_fingerprints WHERE document_id {_NOT_IN.format('id', 'documents')}"
    f" OR recipe_key {_NOT_IN.format('key', 'recipes')}",
    f"DELETE FROM meta WHERE {SUM_IS_LOST}",
    f"DELETE FROM meta WHERE key = '{VERDICT_COUNT}'",  # counted again with the next verdict
    f"DELETE FROM verdict_members WHERE verdict_id {_NOT_IN.format('id', 'verdicts')}",
    f"DELETE FROM journal WHERE run_id {_NOT_IN.format('id', 'review_runs')}",
)
_RECIPE_IN_USE = """
SELECT recipe_id FROM documents JOIN recipes ON key = recipe_key
GROUP BY key ORDER BY count(*) DESC LIMIT 1
"""


class _UnreadableError(Exception):
    """A row of the damaged file cannot be read."""


@contextmanager
def with_right_header(path: Path, checkpoint: Checkpoint) -> Iterator[tuple[Path, list[Finding]]]:
    """A library that nobody has open, as SQLite can read it, and what was wrong in its header.

    Where that is nothing, it is the file itself; otherwise a copy, which is removed at the end.
    Errors name the file all the same. Raises LibraryError and what ``checkpoint`` raises.
    """
    wrong = wrong_header(path)
    if not wrong:
        yield path, []
        return
    copy = path.with_name(f"{path.name}-readable")
    try:
        _copy_with_header(path, copy, wrong, checkpoint)
        yield copy, header_findings(wrong)
    except KnownStoreError as error:
        if error.path != copy:
            raise
        raise type(error)(path, str(error).replace(str(copy), str(path))) from error
    finally:
        remove_library(copy)


def _copy_with_header(
    path: Path, copy: Path, wrong: Sequence[WrongField], checkpoint: Checkpoint
) -> None:
    log = inspection.wal_path(path)
    try:
        _copy(path, copy, checkpoint)
        if log.exists():
            _copy(log, inspection.wal_path(copy), checkpoint)
        with copy.open("r+b") as file:
            for field in wrong:
                file.seek(field.place.start)
                file.write(field.right)
    except OSError as error:
        raise known_file_error(error, path) from error


def _copy(path: Path, copy: Path, checkpoint: Checkpoint) -> None:
    with path.open("rb") as source, copy.open("wb") as target:
        while piece := source.read(_COPIED_BYTES):
            target.write(piece)
            checkpoint()


def rebuild(damaged: Path, target: Path, known: Known, checkpoint: Checkpoint) -> None:
    """Write what can be read of ``damaged`` to a new library at ``target``, with values mended.

    Raises LibraryDamagedError where nothing can be read, other LibraryErrors of ``target``, and
    what ``checkpoint`` raises.
    """
    try:
        target.write_bytes(b"")
    except OSError as error:
        raise known_file_error(error, target) from error
    with known_errors(target):
        _make_empty(target)
    try:
        with known_errors(target):
            _fill(damaged, target, known, checkpoint)
    except UnicodeDecodeError as error:  # the driver, quoting a broken schema
        raise LibraryDamagedError(damaged, f"{damaged}: its schema is damaged") from error


def remove_library(path: Path) -> None:
    """Remove what is left of a library that nobody wants, if there is anything."""
    for each in (path, inspection.wal_path(path), inspection.beside(path, "-shm")):
        each.unlink(missing_ok=True)


def replace_by(path: Path, rebuilt: Path) -> Path:
    """Put the rebuilt library in the place of the damaged one; return where that is now.

    Nobody has either open. The damaged file is never without a name. Raises LibraryError.
    """
    _fold_log(rebuilt)
    backup = free_name(path, "damaged")
    try:
        _give_second_name(path, backup)
        log = inspection.wal_path(path)
        if log.exists():
            log.rename(inspection.wal_path(backup))
        rebuilt.replace(path)
    except OSError as error:
        raise known_file_error(error, path) from error
    return backup


def _fold_log(path: Path) -> None:
    """Put what is only in the log into the file. Closing does so too, but tells no failure."""
    with known_errors(path), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _give_second_name(path: Path, backup: Path) -> None:
    backup.unlink()
    try:
        backup.hardlink_to(path)
    except OSError:  # the drive knows no hard links
        shutil.copy2(path, backup)


def mark_unread(connection: sqlite3.Connection, document_ids: Iterable[int]) -> None:
    """Let the next import read the files of documents, and the archives that they are in.

    What the user skips stays so.
    """
    places = connection.execute(
        "SELECT folder_id, relative_path FROM files WHERE state <> 'skipped' AND document_id IN"
        " (SELECT value FROM json_each(?))",
        (json_list(document_ids),),
    ).fetchall()
    parts = ((folder, path.split("!/")) for folder, path in places)
    wanted = {
        (folder, "!/".join(names[:length]))
        for folder, names in parts
        for length in range(1, len(names) + 1)
    }
    statement = "UPDATE files SET mtime_ns = ? WHERE folder_id = ? AND relative_path = ?"
    connection.executemany(statement, ((NEVER_NS, *place) for place in wanted))


def _make_empty(target: Path) -> None:
    engine = make_engine(target, Access.WRITE, BUSY_TIMEOUT_S)
    try:
        with engine.begin() as begun:
            make_tables(begun)
    finally:
        engine.dispose()


def _fill(damaged: Path, target: Path, known: Known, checkpoint: Checkpoint) -> None:
    with closing(connect(target, Access.WRITE, BUSY_TIMEOUT_S)) as connection:
        prepare(connection)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("BEGIN")
        with closing(open_damaged(damaged)) as source:
            source.text_factory = _text_or_bytes
            for table in metadata.sorted_tables:
                _Copying(source, connection, table, checkpoint).run()
            _copy_last_id(source, connection)
        if not _has_anything(connection):
            raise LibraryDamagedError(damaged, f"{damaged}: nothing in it can be read")
        _mend(connection, known, checkpoint)
        connection.execute("COMMIT")


def _text_or_bytes(value: bytes) -> str | bytes:
    """A text; what is none becomes a value of the wrong class."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _copy_last_id(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Ids only grow: that of a document deleted long ago must not come again."""
    last = "SELECT seq FROM sqlite_sequence WHERE name = 'documents'"
    with suppress(sqlite3.DatabaseError):
        for (number,) in source.execute(last).fetchall():
            values = {"seq": number}
            target.execute(
                "UPDATE sqlite_sequence SET seq = :seq WHERE name = 'documents' AND seq < :seq",
                values,
            )


def _has_anything(connection: sqlite3.Connection) -> bool:
    some = "SELECT 1 FROM files UNION ALL SELECT 1 FROM folders UNION ALL SELECT 1 FROM documents"
    return connection.execute(f"{some} LIMIT 1").fetchone() is not None


class _Copying:
    """Copies one table, in ranges of rows that are halved where they cannot be read."""

    def __init__(
        self,
        source: sqlite3.Connection,
        target: sqlite3.Connection,
        table: Table,
        checkpoint: Checkpoint,
    ) -> None:
        self._source = source
        self._target = target
        self._checkpoint = checkpoint
        self._table = table.name
        there: set[str] = set()
        with suppress(sqlite3.DatabaseError):
            there = {row[1] for row in source.execute(f"PRAGMA table_info({table.name})")}
        self._is_there = bool(there)
        copied = [each for each in table.columns if each.name in there or not each.nullable]
        values = ", ".join(_copied_value(each, is_there=each.name in there) for each in copied)
        self._select = (
            f"SELECT rowid, {values} FROM {table.name} NOT INDEXED"
            " WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        )
        names = ", ".join(column.name for column in copied)
        places = ", ".join("?" * len(copied))
        self._insert = f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES ({places})"

    def run(self) -> None:
        """Copy what can be read."""
        if not self._is_there:
            return
        ranges = [(self._end("min", 0), self._end("max", _LAST_ID))]
        failures = 0
        while ranges and failures < _MOST_FAILURES:
            self._checkpoint()
            first, last = ranges.pop()
            try:
                for batch in self._rows(first, last):
                    self._target.executemany(self._insert, (row[1:] for row in batch))
                    first = batch[-1][0] + 1
                    self._checkpoint()
            except _UnreadableError:
                failures += 1
                if first < last:
                    middle = (first + last) // 2
                    ranges += [(middle + 1, last), (first, middle)]

    def _rows(self, first: int, last: int) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a range, in batches. Raises _UnreadableError after those before damage."""
        batch: list[tuple[Any, ...]] = []
        try:
            for row in self._source.execute(self._select, (first, last)):
                batch.append(row)
                if len(batch) == _ROWS_AT_ONCE:
                    yield batch
                    batch = []
        except sqlite3.DatabaseError as error:
            if batch:
                yield batch
            raise _UnreadableError from error
        if batch:
            yield batch

    def _end(self, which: str, otherwise: int) -> int:
        try:
            found = self._source.execute(
                f"SELECT {which}(rowid) FROM {self._table} NOT INDEXED"
            ).fetchone()[0]
        except sqlite3.DatabaseError:
            return otherwise
        return otherwise if found is None else int(found)


def _copied_value(column: Column[Any], *, is_there: bool) -> str:
    """A value that is missing where there must be one becomes one of a class that is wrong."""
    kind = column.type.python_type
    if column.primary_key and kind is int:
        return f"rowid AS {column.name}"
    if not is_there:
        return _WRONG[kind is bytes]
    return column.name if column.nullable else f"coalesce({column.name}, {_WRONG[kind is bytes]})"


def _mend(
    connection: sqlite3.Connection,
    known: Known,
    checkpoint: Checkpoint,
) -> None:
    connection.execute("CREATE TEMP TABLE unread (document_id INTEGER PRIMARY KEY)")
    for table in metadata.sorted_tables:
        for column in table.columns:
            checkpoint()
            _mend_values(connection, table, column, known)
    for statement in _REFERENCES:
        checkpoint()
        connection.execute(statement)
    _mend_recipes(connection, known.default_recipe)
    keys = ", ".join(f"block{block} = {key}" for block, key in enumerate(_KEYS))
    connection.execute(f"UPDATE documents SET {keys} WHERE {BLOCKS_ARE_WRONG}")
    connection.execute(f"UPDATE documents SET state = {_DOCUMENT_STATE} WHERE {STATE_IS_WRONG}")
    # Without a reader, the next import takes what it reads for what was known.
    unread = [row[0] for row in connection.execute("SELECT document_id FROM unread")]
    connection.execute("UPDATE documents SET reader = NULL WHERE id IN unread")
    mark_unread(connection, unread)
    connection.execute("DROP TABLE unread")


_KEYS = block_keys_of("fingerprint")


def _mend_values(
    connection: sqlite3.Connection, table: Table, column: Column[Any], known: Known
) -> None:
    name, condition = column.name, wrong(table, column, known)
    if name.startswith("block"):
        return  # made from the fingerprint
    if table.name == "documents" and name not in _DERIVED:
        connection.execute(
            f"INSERT OR IGNORE INTO unread SELECT id FROM documents WHERE {condition}"
        )
    if table.name == "files" and name in {"state", "document_id", "reason"}:
        connection.execute(f"UPDATE files SET mtime_ns = {NEVER_NS} WHERE {condition}")
    instead = _INSTEAD.get(f"{table.name}.{name}", "NULL" if column.nullable else None)
    if instead is None:
        connection.execute(f"DELETE FROM {table.name} WHERE {condition}")
    else:
        connection.execute(f"UPDATE {table.name} SET {name} = {instead} WHERE {condition}")


def _mend_recipes(connection: sqlite3.Connection, default_recipe: str) -> None:
    """Documents of another recipe, or a lost one, get that of the library.

    They are then fingerprinted by it. Where the library's own is lost, it is the one most used.
    """
    chosen = connection.execute("SELECT value FROM meta WHERE key = 'recipe_id'").fetchone()
    in_use = connection.execute(_RECIPE_IN_USE).fetchone()
    (recipe_id,) = chosen or in_use or (default_recipe,)
    if chosen is None and recipe_id != default_recipe:
        connection.execute("INSERT INTO meta VALUES ('recipe_id', ?)", (recipe_id,))
    if connection.execute("SELECT 1 FROM documents").fetchone() is None:
        return
    connection.execute("INSERT OR IGNORE INTO recipes (recipe_id) VALUES (?)", (recipe_id,))
    connection.execute(
        "UPDATE documents SET recipe_key = ?1 WHERE recipe_key IS NOT ?1 AND state <> 'failed'",
        connection.execute("SELECT key FROM recipes WHERE recipe_id = ?", (recipe_id,)).fetchone(),
    )
