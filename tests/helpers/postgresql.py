"""A PostgreSQL server for tests: Debian's programs, a folder of its own, no network."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simhash_gui.store.engine.place import Server

_DEBIANS = Path("/usr/lib/postgresql")


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, the newest if there are several; None without them."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).parent
    versions = [each.parent for each in _DEBIANS.glob("*/bin/pg_ctl")]
    return max(versions, key=lambda folder: int(folder.parent.name), default=None)


class TestServer:
    """A running server. ``database`` makes an empty database."""

    __test__ = False

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs

    def database(self, name: str, drive: Path | None = None) -> Server:
        """Make an empty database, on its own drive if there is one, and return its address."""
        import psycopg  # noqa: PLC0415 - an extra

        if drive is not None and (ids := _user()):
            os.chown(drive, *ids)
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            if drive is not None:
                connection.execute(f"CREATE TABLESPACE \"{name}\" LOCATION '{drive}'".encode())
            where = "" if drive is None else f' TABLESPACE "{name}"'
            connection.execute(f'CREATE DATABASE "{name}"{where}'.encode())
            if drive is not None:
                connection.execute(b"CHECKPOINT")  # what is its own takes its place on the drive
        return Server(self._address(name))

    def stop(self, mode: str = "immediate") -> None:
        """End the server; ``immediate`` as if it had crashed."""
        self._run("pg_ctl", "-D", str(self._data), "-m", mode, "-w", "stop")

    def start(self) -> None:
        """Start the server, and wait for it."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-l", log, "-w", "start")

    def ask_for_password(self, account: str) -> None:
        """Let this account in by its password only. Starts the server again."""
        rules = f"local all {account} scram-sha-256\nlocal all all trust\n"
        (self._data / "pg_hba.conf").write_text(rules, encoding="utf-8")
        self.stop("fast")
        self.start()

    def make(self) -> None:
        """Make its files."""
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-E", "UTF8", "--no-sync",
                  "--locale=C.UTF-8", "-U", "tests")  # fmt: skip

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _address(self, name: str) -> str:
        return f"postgresql://tests@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        user, group = _user() or (None, None)
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            user=user,
            group=group,
        )
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")


@contextmanager
def running_server() -> Iterator[TestServer]:
    """A server that ends, and leaves nothing, with the block. Raises LookupError without one."""
    found = programs()
    if found is None:
        raise LookupError("needs PostgreSQL's server: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="sg-pg-"))  # a short name: it holds a socket
    try:
        if ids := _user():
            os.chown(folder, *ids)
        server = TestServer(folder, found)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> tuple[int, int] | None:
    """Whom to run it as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam("postgres")
    except KeyError:
        entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid
