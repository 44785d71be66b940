"""What is at a path, found out without changing a byte of it.

Runs before a library is opened. Damage that shows only later, while reading, is named by
``errors`` then.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from simhash_gui.store.engine.connections import (
    BUSY_TIMEOUT_S,
    LOOK_EVERY_S,
    Access,
    may_write,
    uri,
    wait_until_readable,
)
from simhash_gui.store.engine.errors import (
    KnownStoreError,
    LibraryDamagedError,
    LibraryEmptyError,
    LibraryMissingError,
    LibraryNewerError,
    NotALibraryError,
    is_no_database,
    known_errors,
    known_file_error,
)
from simhash_gui.store.engine.header import is_like_a_library
from simhash_gui.store.engine.schema import APPLICATION_ID, REVISIONS, TABLES_SINCE, metadata

CHECK_S = 0.2
"""How long opening may check pages: all of a library up to some 10,000 documents, part of a
larger one."""

_VERSION_TABLE = "alembic_version"
_REVISION = re.compile(r"\d{4}")
_AGAIN_S = 0.05
_COLUMNS = """
SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS
columns WHERE tables.type = 'table'
"""
_INDEXES = """
SELECT tables.name, indexes.name, indexes."unique", indexes.partial, group_concat(columns.name)
FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indexes,
    pragma_index_info(indexes.name) AS columns
WHERE tables.type = 'table' AND indexes.origin = 'c'
GROUP BY tables.name, indexes.name
"""


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """Something of the current schema that a library lacks, or that it has otherwise."""

    table: str
    words: str
    is_of_index: bool


def schema_faults(connection: sqlite3.Connection) -> Iterator[SchemaFault]:
    """What of the current schema is missing or changed; about a millisecond."""
    columns: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS):
        columns.setdefault(table, set()).add(column)
    indexes = {(row[0], row[1]): row[2:] for row in connection.execute(_INDEXES)}
    for table in metadata.sorted_tables:
        if table.name not in columns:
            yield SchemaFault(table.name, f"the table {table.name} is missing", is_of_index=False)
            continue
        for name in [each.name for each in table.columns if each.name not in columns[table.name]]:
            words = f"the column {table.name}.{name} is missing"
            yield SchemaFault(table.name, words, is_of_index=False)
        for index in table.indexes:
            is_partial = index.dialect_options["sqlite"]["where"] is not None
            wanted = int(index.unique), int(is_partial), ",".join(index.columns.keys())
            found = indexes.get((table.name, str(index.name)))
            if found != wanted:
                how = "missing" if found is None else "not as it should be"
                words = f"the index {index.name} is {how}"
                yield SchemaFault(table.name, words, is_of_index=True)


def inspect(path: Path, revisions: tuple[str, ...], check_s: float = CHECK_S) -> str:
    """Return the schema revision of the library at ``path``.

    Raises LibraryMissingError, NotALibraryError, LibraryEmptyError, LibraryDamagedError,
    LibraryNewerError (its revision is not in ``revisions``) or LibraryUnreachableError. Writes
    nothing but, after a crash, the shared-memory file that SQLite needs to see the rest of the last
    transactions, and what a journal restores.
    """
    require_file(path)
    try:
        with known_errors(path), _told_apart(path), closing(_look(path)) as connection:
            _require_sound_pages(connection, path, check_s)
            return _require_known_schema(connection, path, revisions)
    except UnicodeDecodeError as error:  # the driver, quoting a broken schema
        raise LibraryDamagedError(path, f"{path}: its schema is damaged") from error


def wal_path(path: Path) -> Path:
    """Where SQLite keeps transactions that are not in the file yet."""
    return beside(path, "-wal")


def journal_path(path: Path) -> Path:
    """Where SQLite keeps what a transaction replaces, in a library that has no log yet."""
    return beside(path, "-journal")


def beside(path: Path, suffix: str) -> Path:
    """A file that SQLite keeps beside a library, or beside what that is a link to."""
    file = Path(os.path.realpath(path))
    return file.with_name(file.name + suffix)


def has_wal(path: Path) -> bool:
    """Whether there are such transactions, or a connection that may be writing some."""
    return wal_path(path).exists()


def lone_access(path: Path) -> Access:
    """How to read a library that this process does not write."""
    can_write = may_write(path) and may_write(path.parent)
    return Access.FROZEN if not can_write and not has_wal(path) else Access.QUERY


def require_file(path: Path) -> None:
    """Raise the error of ``inspect`` that says why a path cannot lead to a library."""
    # Never opened here: on POSIX, closing a file drops the locks that any SQLite connection of
    # this process has on it ("How To Corrupt An SQLite Database File", section 2.2).
    try:
        found = path.stat()
    except FileNotFoundError as error:
        raise LibraryMissingError(path, f"{path}: there is no such file") from error
    except OSError as error:
        raise known_file_error(error, path) from error
    if not stat.S_ISREG(found.st_mode):
        raise NotALibraryError(path, f"{path}: it is not a file")
    if found.st_size == 0:
        raise LibraryEmptyError(path, f"{path}: it is empty")


def _look(path: Path) -> sqlite3.Connection:
    if journal_path(path).exists():
        access = Access.QUERY  # a crash left half a transaction in the file; SQLite undoes it
    else:  # without a log nothing has to be recovered and no process is writing
        access = Access.READ if has_wal(path) else Access.FROZEN
    connection = sqlite3.connect(uri(path, access), uri=True, timeout=LOOK_EVERY_S)
    try:
        wait_until_readable(connection, BUSY_TIMEOUT_S)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _told_apart(path: Path) -> Iterator[None]:
    """Tell what never was a library from one with a damaged header."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_no_database(error) or _is_like_a_library(path):
            raise
        raise NotALibraryError(path, f"{path}: it is a file of another kind") from error


def _is_like_a_library(path: Path) -> bool:
    try:
        return is_like_a_library(path)
    except OSError as error:
        raise known_file_error(error, path) from error


def _require_sound_pages(connection: sqlite3.Connection, path: Path, check_s: float) -> None:
    """Check as many pages as there is time for."""
    if not check_s:
        return
    try:
        with interrupted_after(connection, check_s):
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        verdict = _verdict(error)
    if verdict != "ok":
        raise LibraryDamagedError(path, f"{path}: it is damaged ({verdict})")


@contextmanager
def interrupted_after(connection: sqlite3.Connection, time_s: float) -> Iterator[None]:
    """Interrupts what runs on a connection by then.

    A progress handler does not: SQLite before 3.41 reads all pages of a file in one step, and a
    Ctrl-C that is heard in a handler is lost.
    """
    is_over = Event()

    def watch() -> None:
        wait_s = time_s
        with suppress(sqlite3.ProgrammingError):  # a Ctrl-C has had it closed while this started
            while not is_over.wait(wait_s):
                connection.interrupt()
                wait_s = _AGAIN_S

    watcher = Thread(target=watch, name="opening-check", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_over.set()
        watcher.join()


def _verdict(error: sqlite3.OperationalError) -> str:
    """What an error during the check says of the file; raises it when it is about the drive."""
    if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
        return "ok"
    if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
        return str(error)  # such as a file format that SQLite does not know
    raise error


def _require_known_schema(
    connection: sqlite3.Connection, path: Path, revisions: tuple[str, ...]
) -> str:
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    missing = {_VERSION_TABLE, *metadata.tables} - found
    if application_id != APPLICATION_ID:
        raise _not_ours(path, is_complete=not missing)
    revision = _revision(connection) if _VERSION_TABLE in found else None
    if revision is None:
        raise LibraryDamagedError(path, f"{path}: its version is missing")
    if revision not in revisions:
        if not _REVISION.fullmatch(revision) or revision < revisions[0]:
            raise LibraryDamagedError(path, f"{path}: its version is damaged ({revision!r})")
        raise LibraryNewerError(
            path, f"{path}: a newer version of this program made it (revision {revision})"
        )
    if missing and revision == revisions[-1]:
        raise LibraryDamagedError(path, f"{path}: tables are missing: {', '.join(sorted(missing))}")
    if revisions == REVISIONS:
        _require_schema_of(revision, connection, path)
    return revision


def _require_schema_of(revision: str, connection: sqlite3.Connection, path: Path) -> None:
    """Tell a schema that is incomplete, and a version that is not that of the tables."""
    fault = next(schema_faults(connection), None)
    is_newest = revision == REVISIONS[-1]
    if is_newest and fault is not None:
        raise LibraryDamagedError(path, f"{path}: {fault.words}")
    if revision < TABLES_SINCE and fault is None:
        raise LibraryDamagedError(path, f"{path}: its version is {revision}, its tables are newer")


def _not_ours(path: Path, *, is_complete: bool) -> KnownStoreError:
    if is_complete:
        return LibraryDamagedError(path, f"{path}: its header is damaged")
    return NotALibraryError(path, f"{path}: it is a database of another program")


def _revision(connection: sqlite3.Connection) -> str | None:
    row = connection.execute(f"SELECT version_num FROM {_VERSION_TABLE}").fetchone()
    return None if row is None else str(row[0])
