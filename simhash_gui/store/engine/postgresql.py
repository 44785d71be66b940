"""A library on a PostgreSQL server: its tables, its connections, and its SQL.

The repositories are written for SQLite. What differs is small and all here: the marks of
parameters, hints to SQLite's planner, some functions that PostgreSQL calls otherwise, and the
types of some columns. Everything of a library is in a schema of its own in the database.

Writers take turns, as they do with a file: each transaction holds one lock of the database, so that
ids grow in the order in which documents become visible, and no two writers wait for each other.
Readers see the library as it was when they began, and hold up nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import count, islice
from typing import Any

import psycopg
from psycopg.types.numeric import Int8Dumper
from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    Double,
    Engine,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    create_engine,
    event,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool
from sqlalchemy.types import TypeEngine

from simhash_gui.store.engine.errors import (
    DiskFullError,
    KnownStoreError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryMissingError,
    LibraryReadOnlyError,
    LibraryUnreachableError,
)
from simhash_gui.store.engine.place import Server
from simhash_gui.store.engine.schema import REVISIONS, metadata
from simhash_gui.store.engine.types import U64, AnyText, DamagedValueError, EnumText

SCHEMA = "simhash_gui"
SERVER_REVISIONS = REVISIONS[REVISIONS.index("0007") :]
"""Those that libraries on servers have had; they can be upgraded from there."""
WRITE_LOCK = 0x53494D48
"""The advisory lock that a writing transaction holds."""
WRITERS_LOCK = WRITE_LOCK + 1
"""Held, shared, by every program that has the library open for writing."""
FOLDER_LOCKS = WRITE_LOCK + 2
"""The first half of the locks of folders that are imported; the other is the folder's id."""
ACTING_LOCK = WRITE_LOCK + 3
"""The first half of the lock of acts on files; the other is 0."""

CHANNEL = "simhash_gui"
"""Where changes are announced, with the name of the program that made them."""

_CONNECT_TIMEOUT_S = 10
_READERS_KEPT = 4
_ROWS_AT_ONCE = 1000

_BY_STATE: dict[str, tuple[type[KnownStoreError], str]] = {
    "28": (LibraryUnreachableError, "the server does not let this user in"),
    "3D000": (LibraryMissingError, "the server has no such database"),
    "42501": (LibraryReadOnlyError, "this user may not write to it"),
    "25006": (LibraryReadOnlyError, "it may not be written to"),
    "53100": (DiskFullError, "the drive of the server is full"),
    "55P03": (LibraryBusyError, "another program is writing to it"),
    "40": (LibraryBusyError, "another program wrote to it at the same time"),
    "53": (LibraryBusyError, "the server has no room for another connection"),
    "54": (KnownStoreError, "it is more than the server takes"),
    "57": (LibraryUnreachableError, "the server ended the connection"),
    "08": (LibraryUnreachableError, "the connection broke"),
    "58": (LibraryUnreachableError, "the drive of the server does not answer"),
    "XX": (LibraryDamagedError, "it is damaged"),
}
"""By the beginning of the SQLSTATE (PostgreSQL, appendix A)."""

_FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION {SCHEMA}.json_each(items text) RETURNS TABLE (key bigint, value jsonb)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT place - 1, item FROM jsonb_array_elements(items::jsonb)
        WITH ORDINALITY AS listed (item, place)';
CREATE OR REPLACE FUNCTION {SCHEMA}.numbers(items text) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT array(SELECT item::bigint FROM jsonb_array_elements_text(items::jsonb) AS item)';
CREATE OR REPLACE FUNCTION {SCHEMA}.instr(whole text, part text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos(whole, part)';
CREATE OR REPLACE FUNCTION {SCHEMA}.hex(bytes bytea) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT upper(encode(bytes, ''hex''))';
CREATE OR REPLACE FUNCTION {SCHEMA}.casefold(folded text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT lower(folded COLLATE "und-x-icu")';
CREATE OR REPLACE FUNCTION {SCHEMA}.announce() RETURNS trigger
    LANGUAGE plpgsql AS
    'BEGIN
        PERFORM pg_notify(''{CHANNEL}'', current_setting(''application_name''));
        RETURN NULL;
    END';
"""
_ANNOUNCED = ("documents", "files", "folders", "verdicts", "passage_marks")
"""Tables whose changes others see. What a search keeps for the next one is no change."""
_PARAMETER = re.compile(r"\?(\d*)")
_LISTED = re.compile(r"IN \(SELECT CAST\(value AS BIGINT\) FROM json_each\((\?\d*)\)\)")
_OTHERWISE = (
    (" AS BLOB)", " AS bytea)"),
    ("ON CONFLICT (folder_id, relative_path)", "ON CONFLICT (folder_id, md5(relative_path))"),
)
_TEXT = re.compile(r"CAST\(((?:\w+\.)?(?:path|relative_path|name|state|recipe_id)) AS BLOB\)")
"""The bytes of a text; a cast would take its backslashes for marks."""
_HINT = re.compile(r" (?:NOT INDEXED|INDEXED BY \w+)\b")


class ServerCursor:
    """A cursor of the driver that takes the statements written for SQLite."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._cursor = psycopg.RawCursor(connection)
        self.rowcount = 0
        """How many rows the last statement changed."""

    def execute(self, statement: str, parameters: Iterable[Any] = ()) -> ServerCursor:
        """Run a statement; the cursor has its rows then."""
        self._cursor.execute(translated(statement).encode(), tuple(parameters))
        self.rowcount = self._cursor.rowcount
        return self

    def executemany(self, statement: str, rows: Iterable[Iterable[Any]]) -> ServerCursor:
        """Run a statement for each of the rows of parameters."""
        query, values = translated(statement).encode(), map(tuple, rows)
        self.rowcount = 0
        # In lists: making a row may ask the library itself, which waits while rows are sent.
        while some := list(islice(values, _ROWS_AT_ONCE)):
            self._cursor.executemany(query, some)
            self.rowcount += self._cursor.rowcount
        return self

    def fetchone(self) -> Any:
        """The next row, or None."""
        return self._cursor.fetchone()

    def fetchmany(self, size: int) -> list[Any]:
        """The next rows, at most ``size``."""
        return self._cursor.fetchmany(size)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)


@lru_cache(maxsize=512)
def translated(statement: str) -> str:
    """A statement for SQLite as PostgreSQL takes it."""
    numbers = count(1)

    def place(match: re.Match[str]) -> str:
        return f"${match[1] or next(numbers)}"

    # An array is looked up in an index; of the rows of a function the planner knows nothing.
    listed = _LISTED.sub(r"= ANY(numbers(\1))", _HINT.sub("", statement))
    listed = _TEXT.sub(r"convert_to(\1, 'UTF8')", listed)
    for ours, theirs in _OTHERWISE:
        listed = listed.replace(ours, theirs)
    return _PARAMETER.sub(place, listed)


def make_engine(server: Server, program: str, *, writes: bool, busy_timeout_s: float) -> Engine:
    """An engine with one connection to write, or with as many as there are readers."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=partial(connect, server, program),
        poolclass=QueuePool,
        pool_size=1 if writes else _READERS_KEPT,
        max_overflow=0 if writes else -1,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if writes:
            # Whatever the server's default is: a writer that had the lock sees what the one before
            # has written, so that no transaction fails to be serialised.
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
            patience = int(1000 * busy_timeout_s)
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {patience}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    return engine


def connect(server: Server, program: str) -> psycopg.Connection[Any]:
    """A connection of the driver. Passwords come from PGPASSWORD or a password file.

    The server lists it under the name of the program.
    """
    connection = psycopg.connect(
        server.url,
        connect_timeout=_CONNECT_TIMEOUT_S,
        application_name=program,
        options=f"-c search_path={SCHEMA},pg_catalog -c client_encoding=UTF8",
    )
    # An integer of Python is a bigint, whatever its value: a shift of a smallint loses bits.
    connection.adapters.register_dumper(int, Int8Dumper)
    return connection


@contextmanager
def server_errors(server: Server) -> Iterator[None]:
    """Raise what PostgreSQL reports about a library under its known name.

    Errors without one, such as broken SQL or a violated constraint, pass unchanged.
    """
    try:
        yield
    except DBAPIError as error:
        known = _known(error.orig, server)
        if known is None:
            raise
        raise known from error
    except psycopg.Error as error:
        known = _known(error, server)
        if known is None:
            raise
        raise known from error
    except DamagedValueError as error:
        raise LibraryDamagedError(server, f"{server}: it is damaged ({error})") from error


def _known(error: BaseException | None, server: Server) -> KnownStoreError | None:
    if not isinstance(error, psycopg.Error):
        return None
    state = error.sqlstate or ""
    for beginning, (kind, reason) in _BY_STATE.items():
        if state.startswith(beginning):
            return kind(server, f"{server}: {reason} ({_one_line(error)})")
    if isinstance(error, psycopg.ProgrammingError) and not state:  # before any server was asked
        words = "the address cannot be used"
        return LibraryUnreachableError(server, f"{server}: {words} ({_one_line(error)})")
    if isinstance(error, psycopg.OperationalError):  # none there, or gone, or it let nobody in
        return LibraryUnreachableError(server, f"{server}: {_refused(error)} ({_one_line(error)})")
    return None


def _refused(error: psycopg.OperationalError) -> str:
    """Why there is no connection; a failed attempt has no SQLSTATE."""
    attempt = error.pgconn
    if attempt and attempt.needs_password:
        return "it asks for a password: keep it in a password file (~/.pgpass) or in PGPASSWORD"
    if (attempt and attempt.used_password) or "FATAL" in str(error):
        return "the server refuses the connection"
    return "the server does not answer"


def _one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())


def make_tables(connection: Connection) -> None:
    """Make the tables of a new library in its schema."""
    connection.exec_driver_sql(f"CREATE SCHEMA {SCHEMA}")
    tables().create_all(connection)
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num text PRIMARY KEY)")
    connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{REVISIONS[-1]}')")
    make_functions(connection)


def make_functions(connection: Connection) -> None:
    """Make the functions that statements call, and those that announce changes; or make them again.

    Their owner is who made the library.
    """
    for function in _FUNCTIONS.strip().split(";\nCREATE OR REPLACE "):
        statement = function.removeprefix("CREATE OR REPLACE ").removesuffix(";")
        connection.exec_driver_sql(f"CREATE OR REPLACE {statement}")
    for table in _ANNOUNCED:
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS announce ON {table}")
        connection.exec_driver_sql(
            f"CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION {SCHEMA}.announce()"
        )


def revision(connection: Connection) -> str | None:
    """The revision of the library in this database; None where there is none."""
    there = "SELECT to_regclass(%s)"
    name = f"{SCHEMA}.alembic_version"
    if connection.exec_driver_sql(there, (name,)).scalar() is None:
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT version_num FROM alembic_version"
    ).scalar()
    return found or ""


def tables() -> MetaData:
    """The tables of ``schema`` with the types, constraints and orders that PostgreSQL needs."""
    copied = MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.sorted_tables:
        _adapt(table.to_metadata(copied))
    return copied


def _adapt(table: Table) -> None:
    checks = [one for one in table.constraints if isinstance(one, CheckConstraint)]
    for column in table.columns:
        column.type = _type(column)
        checks.extend(one for one in column.constraints if isinstance(one, CheckConstraint))
        # Within a transaction a file may point to a document that was replaced.
        for key in column.foreign_keys:
            if key.constraint is not None:
                key.constraint.deferrable = True
    for check in checks:
        check.sqltext = text(str(check.sqltext).replace(" IS (", " IS NOT DISTINCT FROM ("))
    if table.name == "files":  # an index on text takes 2,704 bytes, a path may have more
        _replace_index(table, "ux_files_place", ["folder_id", text("md5(relative_path)")])
        Index("ix_files_path", table.c.relative_path, postgresql_using="hash")
    if table.name == "journal":
        _replace_index(table, "ix_journal_path", [table.c.path], postgresql_using="hash")
    for index in table.indexes:
        where = index.dialect_options["sqlite"]["where"]
        index.dialect_options["postgresql"]["where"] = where


def _replace_index(table: Table, name: str, parts: list[Any], **options: Any) -> None:
    (old,) = [index for index in table.indexes if index.name == name]
    table.indexes.remove(old)
    Index(name, *parts, unique=old.unique, _table=table, **options)


def _type(column: Column[Any]) -> TypeEngine[Any]:
    if isinstance(column.type, (Text, AnyText, EnumText)):
        return Text(collation="C")  # in the order of code points, which SQLite has too
    if isinstance(column.type, SmallInteger):
        return Integer()  # block keys are unsigned
    if isinstance(column.type, (Integer, U64)):
        return BigInteger()
    return Double() if isinstance(column.type, REAL) else column.type
