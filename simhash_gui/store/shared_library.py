"""A library on a PostgreSQL server, which several people use at once.

A file has one writer in the world at a time. Here each writing transaction waits its turn, and a
program that imports a folder holds that folder (``claimed``). Readers see one moment of it all.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection
from typing_extensions import override

from simhash_gui.store.engine import postgresql
from simhash_gui.store.engine.connections import BUSY_TIMEOUT_S
from simhash_gui.store.engine.errors import (
    KnownStoreError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOlderError,
    LibraryReadOnlyError,
)
from simhash_gui.store.engine.place import Presence, Server
from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.library import KeptLog, Library
from simhash_gui.store.repositories import import_runs

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger(__name__)

_MAY_WRITE = f"SELECT has_table_privilege('{postgresql.SCHEMA}.documents', 'INSERT')"
_JOIN_WRITERS = "SELECT pg_advisory_lock_shared(?)::text"


class SharedLibrary(Library):
    """An open library on a server. Made by ``open_shared``; ends with ``close`` or a ``with``."""

    def __init__(self, server: Server, *, writes: bool, busy_timeout_s: float) -> None:
        program = (
            f"simhash-gui {secrets.token_hex(8)}"  # tells our own changes from those of others
        )
        make = partial(postgresql.make_engine, server, program, busy_timeout_s=busy_timeout_s)
        super().__init__(server, make(writes=False), make(writes=True) if writes else None, None)
        self._server = server
        self._session: psycopg.Connection[Any] | None = None
        self._session_lock = threading.Lock()
        self._program = program
        self._is_writing = False
        self._is_new_session = False

    @property
    @override
    def person(self) -> str:
        """The user of the server."""
        with postgresql.server_errors(self._server):
            return str(self._ask("SELECT current_user::text"))

    @override
    def presence(self) -> Presence:
        try:
            with postgresql.server_errors(self._server):
                return Presence.CHANGED if self._is_changed() else Presence.IN_PLACE
        except KnownStoreError:
            return Presence.GONE

    @contextmanager
    @override
    def read(self) -> Iterator[Connection]:
        self._require_open()
        with postgresql.server_errors(self._server), self._readers.begin() as connection:
            yield connection

    @contextmanager
    @override
    def write(self, *, is_synced: bool = False) -> Iterator[Connection]:
        """One transaction; a server has it on its disk when the block has ended."""
        self._require_open()
        with (
            self._turn() as writer,
            postgresql.server_errors(self._server),
            writer.begin() as connection,
        ):
            yield connection

    @contextmanager
    @override
    def claimed(self, folder_id: int) -> Iterator[None]:
        """Keep others from importing a folder meanwhile. Raises LibraryBusyError."""
        words = "another program imports this folder at the moment"
        busy = LibraryBusyError(self._server, f"{self._server}: {words}")
        with self._locked(postgresql.FOLDER_LOCKS, folder_id, busy):
            yield

    @contextmanager
    @override
    def acting(self, *, waits: bool = True) -> Iterator[None]:
        """Two programs could each take away the copy that the other one keeps."""
        with (
            super().acting(waits=waits),
            self._locked(postgresql.ACTING_LOCK, 0, self._busy_acting()),
        ):
            yield

    @contextmanager
    def _locked(self, kind: int, number: int, busy: LibraryBusyError) -> Iterator[None]:
        """Hold a lock of the server. Raises ``busy`` where another program has it."""
        key = (kind, number)
        with postgresql.server_errors(self._server):
            is_ours = self._ask("SELECT pg_try_advisory_lock(?::int, ?::int)", *key)
        if not is_ours:
            raise busy
        try:
            yield
        finally:
            with postgresql.server_errors(self._server):
                self._ask("SELECT pg_advisory_unlock(?::int, ?::int)", *key)

    @override
    def save_copy(self, path: Path) -> tuple[KeptLog, ...]:
        """A server has its own means for that; raises LibraryReadOnlyError."""
        words = "copies of a library on a server are made with pg_dump"
        raise LibraryReadOnlyError(self._server, f"{self._server}: {words}")

    @override
    def close(self) -> None:
        super().close()
        with self._session_lock:
            if self._session is not None:
                self._session.close()
                self._session = None

    def require_permission(self) -> None:
        """Raise LibraryReadOnlyError where this user of the server may only read."""
        with postgresql.server_errors(self._server):
            may_write = self._ask(_MAY_WRITE)
        if not may_write:
            words = "this user may not write to it"
            raise LibraryReadOnlyError(self._server, f"{self._server}: {words}")

    def begin_writing(self) -> None:
        """Join those who write; the first one notes which imports were cut off."""
        with postgresql.server_errors(self._server):
            key = postgresql.WRITERS_LOCK
            is_alone = self._ask("SELECT pg_try_advisory_lock(?)", key)
            if is_alone:
                with self.write() as connection:
                    import_runs.close_interrupted(connection)
            self._ask(_JOIN_WRITERS, key)
            self._is_writing = True
            if is_alone:
                self._ask("SELECT pg_advisory_unlock(?)", key)

    def upgrade(self) -> None:
        """Bring an older library up to date, in one transaction, while nobody else writes to it."""
        from simhash_gui.store.engine import upgrade  # noqa: PLC0415 - Alembic takes 0.25 s

        with postgresql.server_errors(self._server):
            if not self._ask("SELECT pg_try_advisory_lock(?)", postgresql.WRITERS_LOCK):
                words = "others have it open; it can be upgraded when they have closed it"
                raise LibraryBusyError(self._server, f"{self._server}: {words}")
            with self.write() as connection:
                upgrade.migrate(connection, upgrade.Migrations())
                postgresql.make_functions(connection)
            self._ask("SELECT pg_advisory_unlock(?)", postgresql.WRITERS_LOCK)
        _log.info("library on a server upgraded to schema %s", REVISIONS[-1])

    def _is_changed(self) -> bool:
        """Whether others have written, or may have while the server was away."""
        self._ask("SELECT 1")  # a broken session is found only by asking
        with self._session_lock:
            session, is_new = self._session, self._is_new_session
            self._is_new_session = False
            told = list(session.notifies(timeout=0)) if session is not None else []
        return is_new or any(each.payload != self._program for each in told)

    def _ask(self, question: str, *values: int) -> Any:
        """One value, in the session that holds locks as long as the library is open."""
        with self._session_lock:
            if self._session is None or self._session.closed:
                is_again = self._session is not None
                self._session = self._connected()
                if is_again:
                    self._is_new_session = True
                    self._forget_connections()
            cursor = postgresql.ServerCursor(self._session).execute(question, values)
            row = cursor.fetchone()
        return row[0]

    def _forget_connections(self) -> None:
        """The server was away: those that are kept lead nowhere."""
        for engine in (self._readers, self._writer):
            if engine is not None:
                engine.dispose()

    def _connected(self) -> psycopg.Connection[Any]:
        session = postgresql.connect(self._server, self._program)
        session.autocommit = True
        cursor = postgresql.ServerCursor(session)
        cursor.execute(f"LISTEN {postgresql.CHANNEL}")
        if self._is_writing:
            cursor.execute(_JOIN_WRITERS, [postgresql.WRITERS_LOCK])
        return session


def open_shared(
    server: Server,
    *,
    read_only: bool = False,
    makes: bool = False,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
) -> SharedLibrary:
    """Open the library in a database; ``makes`` one where there is none.

    Raises LibraryMissingError, LibraryNewerError, LibraryOlderError, LibraryDamagedError,
    LibraryUnreachableError, LibraryReadOnlyError, LibraryBusyError.
    """
    library = SharedLibrary(server, writes=not read_only, busy_timeout_s=busy_timeout_s)
    try:
        with library.read() as connection:
            revision = postgresql.revision(connection)
        if revision is None and makes:
            with library.write() as connection:
                if postgresql.revision(connection) is None:  # another may have been quicker
                    postgresql.make_tables(connection)
            _log.info("library made on a server")
        elif revision in postgresql.SERVER_REVISIONS[:-1] and not read_only:
            library.upgrade()
        else:
            _require_current(server, revision)
        if not read_only:
            library.require_permission()
            library.begin_writing()
    except BaseException:
        library.close()
        raise
    return library


def _require_current(server: Server, revision: str | None) -> None:
    if revision is None:
        raise LibraryMissingError(server, f"{server}: there is no library in this database")
    if revision == REVISIONS[-1]:
        return
    if revision in postgresql.SERVER_REVISIONS:
        words = "made by an earlier version; open it for writing once to upgrade it"
        raise LibraryOlderError(server, f"{server}: {words}")
    if not revision.isdigit() or revision in REVISIONS:
        raise LibraryDamagedError(server, f"{server}: its version cannot be read")
    raise LibraryNewerError(server, f"{server}: made by a newer version of this program")
