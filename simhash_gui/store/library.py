"""A library file: made, opened, read from, written to and closed.

``write()`` and ``read()`` give the connections that every repository function takes. There is one
writer in the world at a time: other processes are kept out by ``lease``, other threads of this
one wait their turn. Readers are never blocked, and each sees the library as it was when its
``read()`` began.
"""

from __future__ import annotations

import getpass
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from sqlalchemy import Connection, Engine

from simhash_gui.store.engine import inspection
from simhash_gui.store.engine.backup import back_up, free_name
from simhash_gui.store.engine.connections import (
    BUSY_TIMEOUT_S,
    LOOK_EVERY_S,
    Access,
    fold_log,
    make_engine,
    may_write,
    never_sync,
    synced,
)
from simhash_gui.store.engine.errors import (
    LibraryBusyError,
    LibraryExistsError,
    LibraryOlderError,
    LibraryReadOnlyError,
    LibraryUnreachableError,
    known_errors,
    known_file_error,
)
from simhash_gui.store.engine.lease import Lease, acquire
from simhash_gui.store.engine.patience import Look, Patience
from simhash_gui.store.engine.place import Place, Presence
from simhash_gui.store.engine.schema import REVISIONS, make_tables
from simhash_gui.store.engine.standing import OwnFile, Standing
from simhash_gui.store.recent_tokens import RecentTokens
from simhash_gui.store.repositories import import_runs

if TYPE_CHECKING:
    from simhash_gui.store.engine.upgrade import Migrations

_log = logging.getLogger(__name__)
_JOURNAL = "-journal"
"""What a program that writes without a log leaves where it was killed."""


class LibraryClosedError(RuntimeError):
    """A bug: the library was used after ``close``, or written to though opened for reading."""


@dataclass(frozen=True, slots=True)
class KeptLog:
    """Where the log is now of a library that was moved away without it.

    It may have the last writes of that library, or what it needs to undo half a write: as the
    library's name with ``ending`` it gives them back.
    """

    path: Path
    ending: str


class Library:
    """An open library. Made by ``create`` and ``open``; ends with ``close`` or a ``with``."""

    def __init__(
        self,
        place: Place,
        readers: Engine,
        writer: Engine | None,
        lease: Lease | None,
        patience: Patience | None = None,
    ) -> None:
        self.recent_tokens = RecentTokens()
        """Those of texts that were read since the last search."""
        self._place = place
        self._readers = readers
        self._writer = writer
        self._lease = lease
        self._patience = patience or Patience(BUSY_TIMEOUT_S)
        self._write_lock = threading.Lock()
        self._acting = threading.Lock()
        self._writing_thread: int | None = None
        self._backup: Path | None = None
        self._kept_logs: tuple[KeptLog, ...] = ()
        self._is_closed = False
        is_written = writer is not None
        self._file = OwnFile(place, is_written=is_written) if isinstance(place, Path) else None

    @classmethod
    def create(cls, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> Self:
        """Make an empty library at ``path`` and open it; it appears there complete or not at all.

        Raises LibraryExistsError, LibraryBusyError, LibraryReadOnlyError, DiskFullError.
        """
        path = _absolute(path)
        lease = acquire(path)
        try:
            kept = _make_whole(path, lambda new: _make_tables(new, path, busy_timeout_s))
            library = cls._open_writable(path, lease, busy_timeout_s)
        except BaseException:
            lease.release()
            raise
        library._kept_logs = kept
        return library

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        migrations: Migrations | None = None,
        check_s: float = inspection.CHECK_S,
    ) -> Self:
        """Open the library at ``path``, upgrading an older one after a backup.

        Raises LibraryMissingError, NotALibraryError, LibraryEmptyError, LibraryDamagedError,
        LibraryNewerError, LibraryUnreachableError, and to write also LibraryBusyError,
        LibraryLinkedError, LibraryReadOnlyError, DiskFullError; to read only, LibraryOlderError. A
        file that is refused stays as it was.
        ``migrations`` are those of the program, unless a test brings its own. Pages are checked for
        ``check_s`` at most.
        """
        path = _absolute(path)
        revisions = REVISIONS if migrations is None else migrations.revisions
        revision = inspection.inspect(path, revisions, check_s)
        if read_only:
            if revision != revisions[-1]:
                raise LibraryOlderError(
                    path,
                    f"{path}: made by an earlier version; open it for writing once to upgrade it",
                )
            _log.debug("reading %s", path)
            return cls(
                path, make_engine(path, inspection.lone_access(path), busy_timeout_s), None, None
            )
        _require_writable(path)
        lease = acquire(path)
        try:
            backup = _upgraded(path, migrations, busy_timeout_s)
            library = cls._open_writable(path, lease, busy_timeout_s)
        except BaseException:
            lease.release()
            raise
        library._backup = backup
        return library

    @classmethod
    def _open_writable(cls, path: Path, lease: Lease, busy_timeout_s: float) -> Self:
        writer, patience = make_engine(path, Access.WRITE, LOOK_EVERY_S), Patience(busy_timeout_s)
        try:
            # Tells at once when another program is writing.
            with known_errors(path), ExitStack() as transaction:
                import_runs.close_interrupted(patience.begin(writer, transaction))
        except BaseException:
            writer.dispose()
            raise
        _log.info("library opened for writing")
        _log.debug("writing %s", path)
        readers = make_engine(path, Access.READ, busy_timeout_s)
        return cls(path, readers, writer, lease, patience)

    @property
    def place(self) -> Place:
        """Where the library is: an absolute path, or a server."""
        return self._place

    @property
    def path(self) -> Path:
        """The file that the library is, as an absolute path. Raises TypeError for one elsewhere."""
        if not isinstance(self._place, Path):
            raise TypeError(f"{self._place} is no file")
        return self._place

    @property
    def person(self) -> str:
        """Who uses it, for verdicts and the journal; empty where the system has no name."""
        try:
            return getpass.getuser()
        except (KeyError, ImportError, OSError):
            return ""

    @property
    def is_read_only(self) -> bool:
        """Whether it was opened without ``write()``."""
        return self._writer is None

    def presence(self) -> Presence:
        """Whether it can still be used, and is what this program left.

        Raises the errors of ``open`` where it was overwritten by what is no library.
        """
        standing = self._standing()
        if standing is Standing.OVERWRITTEN:
            inspection.inspect(self.path, REVISIONS)
            return Presence.OVERWRITTEN
        return Presence.IN_PLACE if standing is Standing.SAME else Presence.GONE

    def _standing(self) -> Standing:
        if self._file is None:
            return Standing.NOTHING
        return self._file.standing(is_being_written=self._writing_thread is not None)

    @property
    def backup(self) -> Path | None:
        """The copy of the older library that was made before it was upgraded just now."""
        return self._backup

    @property
    def kept_logs(self) -> tuple[KeptLog, ...]:
        """The logs that had stayed in this place, where the library was made just now."""
        return self._kept_logs

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading, from any thread; it sees one moment of the library.

        Raises LibraryUnreachableError when another file took its place: readers that are opened now
        would see that one; LibraryOverwrittenError when another content did. Of a file that is
        gone, those that are open still see everything.
        """
        self._require_open()
        assert self._file is not None
        is_being_written = self._writing_thread is not None
        self._file.require(Standing.SAME, Standing.NOTHING, is_being_written=is_being_written)
        with known_errors(self.path), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def write(self, *, is_synced: bool = False) -> Iterator[Connection]:
        """One transaction: committed when the block ends, rolled back when it raises.

        ``is_synced``: it is on the disk when the block has ended, whatever happens to the power.
        Other threads wait until it is over. Raises LibraryBusyError when another program holds
        the file, LibraryUnreachableError when it is no longer in its place,
        LibraryOverwrittenError, DiskFullError and others of ``errors`` as they come.
        """
        self._require_open()
        with (
            self._turn() as writer,
            self._still_there(),
            known_errors(self.path),
            synced(writer, is_synced),
            ExitStack() as transaction,
        ):
            yield self._patience.begin(writer, transaction)

    def never_sync(self) -> None:
        """Leave it to the system when writes reach the disk: nobody needs this after a power cut.

        Raises LibraryReadOnlyError.
        """
        with self._turn() as writer:
            never_sync(writer)

    @contextmanager
    def watched_by(self, look: Look) -> Iterator[None]:
        """Have it looked at how this thread waits for other programs that hold the file."""
        with self._patience.watched_by(look):
            yield

    @contextmanager
    def _turn(self) -> Iterator[Engine]:
        """The writer, to this thread alone."""
        writer = self._require_writer()
        if self._writing_thread == threading.get_ident():
            raise RuntimeError("write() inside write(): pass the connection on instead")
        with self._write_lock:
            self._writing_thread = threading.get_ident()
            try:
                yield writer
            finally:
                self._writing_thread = None

    @contextmanager
    def _still_there(self) -> Iterator[None]:
        """Around a transaction: what it changes in the file is from here."""
        assert self._file is not None
        self._file.require(Standing.SAME, is_being_written=False)
        try:
            yield
        finally:
            self._file.note_write()

    @contextmanager
    def claimed(self, folder_id: int) -> Iterator[None]:  # noqa: ARG002 - a file has one writer
        """Keep others from importing a folder meanwhile, where several may write."""
        yield

    @contextmanager
    def acting(self, *, waits: bool = True) -> Iterator[None]:
        """Keep others from acts on the files of the library, and from settling them, meanwhile.

        Another thread of this program is waited for, if ``waits``; raises LibraryBusyError where
        it is not, or where another program acts.
        """
        if not self._acting.acquire(blocking=waits):
            raise self._busy_acting()
        try:
            yield
        finally:
            self._acting.release()

    def _busy_acting(self) -> LibraryBusyError:
        words = "another program works on its files at the moment"
        return LibraryBusyError(self._place, f"{self._place}: {words}")

    def save_copy(self, path: Path) -> tuple[KeptLog, ...]:
        """Write everything to a new file, also when the open one is no longer in its place.

        It appears there complete or not at all. Returns the logs that had stayed in its place,
        see ``KeptLog``. Raises LibraryExistsError, LibraryReadOnlyError, LibraryUnreachableError,
        DiskFullError.
        """
        self._require_open()
        engine = self._writer or self._readers

        def copy(unfinished: Path) -> None:
            with (
                self._write_lock,
                known_errors(path),
                closing(engine.raw_connection()) as source,
                closing(sqlite3.connect(unfinished)) as target,
            ):
                cast("sqlite3.Connection", source.driver_connection).backup(target)

        return _make_whole(path, copy)

    def close(self) -> None:
        """Fold the log into the file and leave nothing beside it; closing twice is fine."""
        if self._is_closed:
            return
        self._is_closed = True
        self.recent_tokens.forget()
        is_of_others = self._standing() is Standing.OVERWRITTEN
        if is_of_others:
            _empty_log(self.path)
        self._readers.dispose()
        with self._write_lock:
            if self._writer is not None:
                self._writer.dispose()  # SQLite checkpoints when the last connection goes
            if is_of_others:
                _remove_stray_log(self.path)
            if self._lease is not None:
                self._lease.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise LibraryClosedError(f"{self._place} was closed")

    def _require_writer(self) -> Engine:
        if self._writer is None:
            words = "it was opened for reading only"
            raise LibraryReadOnlyError(self._place, f"{self._place}: {words}")
        return self._writer


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def _require_writable(path: Path) -> None:
    """SQLite itself would open the file for reading, and say so only at the first change."""
    if not may_write(path):
        raise LibraryReadOnlyError(path, f"{path}: it may not be written to")


def _make_whole(path: Path, fill: Callable[[Path], None]) -> tuple[KeptLog, ...]:
    """Have a file of another name filled, and give it its own when it is whole.

    Returns the logs that were in this place.
    """
    if path.exists():
        raise LibraryExistsError(path, f"{path}: there is something already")
    if path.is_symlink():  # its drive may come back
        raise LibraryUnreachableError(path, f"{path}: it is a link to what is not there")
    unfinished = path.with_name(f"{path.name}-new")
    try:
        _remove_stray_log(unfinished)
        inspection.beside(unfinished, _JOURNAL).unlink(missing_ok=True)
        unfinished.write_bytes(b"")
        fill(unfinished)
        kept = tuple(_keep_stray_logs(path))
        unfinished.rename(path)
    except OSError as error:
        raise known_file_error(error, path) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return kept


def _remove_stray_log(path: Path) -> None:
    """Remove the log of a library that was deleted: SQLite would play it into the new one."""
    for suffix in ("-wal", "-shm"):
        inspection.beside(path, suffix).unlink(missing_ok=True)


def _keep_stray_logs(path: Path) -> Iterator[KeptLog]:
    """Give other names to the logs of a library that was moved away.

    SQLite would play them into a new library of that name.
    """
    for ending in ("-wal", _JOURNAL):
        log = inspection.beside(path, ending)
        if log.exists() and log.stat().st_size:
            kept = log.replace(free_name(path, ending[1:]))
            _log.warning("a log was beside the new library, of one that was moved or deleted: kept")
            _log.debug("kept as %s", kept)
            yield KeptLog(kept, ending)
    _remove_stray_log(path)


def _empty_log(path: Path) -> None:
    """Keep SQLite from folding the log of what was in the file into what is there now."""
    with suppress(OSError):
        os.truncate(inspection.wal_path(path), 0)


def _make_tables(unfinished: Path, path: Path, busy_timeout_s: float) -> None:
    engine = make_engine(unfinished, Access.WRITE, busy_timeout_s)
    try:
        with known_errors(path):
            with engine.begin() as connection:
                make_tables(connection)
            fold_log(engine)
    finally:
        engine.dispose()


def _upgraded(path: Path, migrations: Migrations | None, busy_timeout_s: float) -> Path | None:
    """Upgrade the library if it is older, and return the backup that was made first."""
    revisions = REVISIONS if migrations is None else migrations.revisions
    # Looked at again, now that no other process can be upgrading it.
    revision = inspection.inspect(path, revisions, check_s=0.0)
    if revision == revisions[-1]:
        return None
    from simhash_gui.store.engine import upgrade  # noqa: PLC0415 - Alembic takes 0.25 s to import

    backup = back_up(path, revision)
    upgrade.upgrade(path, migrations or upgrade.Migrations(), busy_timeout_s)
    _log.info("library upgraded from schema %s to %s", revision, revisions[-1])
    return backup
