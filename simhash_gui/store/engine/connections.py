"""Connections to a library file: how each is opened, tuned and begun.

Measured for these settings (1,000,000 documents): memory mapping gains nothing on the covering
indexes, and an unplugged drive would then end the program with SIGBUS, so it stays off; pages of
8 KiB load and index a first import 5 to 10 % faster than 4 KiB ones.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum, auto
from functools import partial
from pathlib import Path
from urllib.parse import quote_from_bytes

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event

from simhash_gui.store.engine.errors import is_busy

PAGE_BYTES = 8192
WRITER_CACHE_KIB = 8 * 1024
READER_CACHE_KIB = 2 * 1024
"""Larger caches make neither imports nor look-ups quicker (measured up to 1,000,000 documents: the
system caches the file), but the window's memory would grow until all of them are full."""
READERS_KEPT = 4
BUSY_TIMEOUT_S = 5.0
"""How long another program may keep a library from being read or written."""
LOOK_EVERY_S = 0.1
"""How long SQLite waits by itself where this program looks on."""
CHECKPOINT_PAGES = 4000
"""The write-ahead log is folded into the file about every 32 MiB."""


class Access(Enum):
    """What a connection may do."""

    WRITE = auto()
    READ = auto()
    """Beside a writer, which tidies up the -wal and -shm files when it closes."""
    QUERY = auto()
    """Without a writer: changes nothing either, but tidies up itself."""
    FROZEN = auto()
    """For a file that nobody can write: no lock, no other file touched."""


_PARAMETERS = {
    Access.WRITE: "mode=rw",
    Access.READ: "mode=ro",
    Access.QUERY: "mode=rw",
    Access.FROZEN: "mode=ro&immutable=1",
}


def may_write(path: Path) -> bool:
    """Whether this user may write to a file or into a folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def uri(path: Path, access: Access) -> str:
    """The SQLite URI of an absolute path, whatever its characters."""
    quoted = quote_from_bytes(os.fsencode(path.as_posix()))
    root = "file://" if quoted.startswith("/") else "file:///"
    return f"{root}{quoted}?{_PARAMETERS[access]}"


def connect(path: Path, access: Access, busy_timeout_s: float) -> sqlite3.Connection:
    """A driver connection that leaves BEGIN to its engine. Raises sqlite3.Error."""
    connection = sqlite3.connect(
        uri(path, access),
        uri=True,
        timeout=min(busy_timeout_s, LOOK_EVERY_S),
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        wait_until_readable(connection, busy_timeout_s)
        _tune(connection, access)
        connection.execute(f"PRAGMA busy_timeout = {int(busy_timeout_s * 1000)}")
    except sqlite3.Error:
        connection.close()
        raise
    except UnicodeDecodeError as error:  # the driver, quoting a broken schema
        connection.close()
        raise sqlite3.DatabaseError("Could not decode to UTF-8: its schema") from error
    return connection


def wait_until_readable(connection: sqlite3.Connection, busy_timeout_s: float) -> None:
    """Read something, as soon as no other program keeps that from being done.

    While SQLite waits by itself, which is to be short in a new connection, no Ctrl-C is heard.
    Raises sqlite3.Error, also where another program holds the file for too long.
    """
    end_s = time.monotonic() + busy_timeout_s
    while True:
        try:
            connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() >= end_s:
                raise
        else:
            return


def _tune(connection: sqlite3.Connection, access: Access) -> None:
    # SQLite itself has neither function; popcount is the builtin, called without a Python frame.
    connection.create_function("popcount", 1, int.bit_count, deterministic=True)
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    connection.execute("PRAGMA foreign_keys = ON")
    if access is Access.WRITE:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {2 * CHECKPOINT_PAGES * PAGE_BYTES}")
        connection.execute(f"PRAGMA cache_size = -{WRITER_CACHE_KIB}")
    else:
        connection.execute("PRAGMA query_only = ON")
        connection.execute(f"PRAGMA cache_size = -{READER_CACHE_KIB}")


def make_engine(path: Path, access: Access, busy_timeout_s: float) -> Engine:
    """An engine with one connection to write, or with as many as there are readers.

    Every transaction begins for good: a writer holds the write lock from its first statement,
    and DDL is rolled back with the rest (the driver alone does neither; see SQLAlchemy's notes on
    transactions with sqlite3).
    """
    writes = access is Access.WRITE
    engine = create_engine(
        "sqlite://",
        creator=partial(connect, path, access, busy_timeout_s),
        poolclass=QueuePool,
        pool_size=1 if writes else READERS_KEPT,
        max_overflow=0 if writes else -1,
    )
    begin_with = "BEGIN IMMEDIATE" if writes else "BEGIN"

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin_with)

    return engine


@contextmanager
def synced(writer: Engine, is_synced: bool) -> Iterator[None]:
    """Have commits wait for the disk; SQLite takes the pragma only between transactions."""
    if not is_synced:
        yield
        return
    _set_synchronous(writer, "FULL")
    try:
        yield
    finally:
        _set_synchronous(writer, "NORMAL")


def never_sync(writer: Engine) -> None:
    """Have no commit wait for the disk, nor the file when the log is put into it."""
    _set_synchronous(writer, "OFF")


def _set_synchronous(writer: Engine, level: str) -> None:
    pooled = writer.raw_connection()
    try:
        pooled.cursor().execute(f"PRAGMA synchronous = {level}")
    finally:
        pooled.close()  # back to the pool, which keeps this one connection


def fold_log(engine: Engine) -> None:
    """Put what is only in the log into the file. Closing does so too, but tells no failure."""
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.close()
