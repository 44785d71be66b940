"""Bring an older library to the current revision, after a copy of it was made beside it.

Alembic takes a quarter of a second to import, so ``library`` imports this module only for a
library that is in fact older.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from alembic import command
from alembic.config import Config

from simhash_gui.store.engine.connections import Access, make_engine, uri
from simhash_gui.store.engine.errors import LibraryDamagedError, known_errors, known_file_error
from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.engine.statements import driver_cursor

_SCRIPTS = Path(__file__).resolve().parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migrations:
    """Where the migration scripts are, and their revisions, oldest first."""

    scripts: Path = _SCRIPTS
    revisions: tuple[str, ...] = REVISIONS

    @property
    def newest(self) -> str:
        """The revision that this version of the program works with."""
        return self.revisions[-1]


def upgrade(path: Path, migrations: Migrations, busy_timeout_s: float) -> None:
    """Run all missing migrations in one transaction: all of them happen, or none.

    Raises KnownStoreError, also when a migration leaves a row that points nowhere.
    """
    engine = make_engine(path, Access.WRITE, busy_timeout_s)
    try:
        with known_errors(path), engine.connect() as connection:
            # Rebuilding a table must not cascade; SQLite takes this only outside a transaction.
            driver_cursor(connection).execute("PRAGMA foreign_keys = OFF")
            with connection.begin():
                command.upgrade(_config(migrations, connection=connection), migrations.newest)
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                if broken is not None:
                    raise LibraryDamagedError(path, f"{path}: rows of {broken[0]} point nowhere")
    finally:
        engine.dispose()


def _config(migrations: Migrations, **attributes: object) -> Config:
    config = Config(attributes=attributes)
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(migrations.scripts).replace("%", "%%"))
    return config


def back_up(path: Path, revision: str) -> Path:
    """Copy the library beside itself and return where. Raises KnownStoreError, leaving no part."""
    copy = _free_name(path, revision)
    try:
        with (
            known_errors(path),
            closing(sqlite3.connect(uri(path, Access.READ), uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy


def _free_name(path: Path, revision: str) -> Path:
    """``library.0001.backup``, or the first of ``library.0001-2.backup`` … that is free."""
    numbers = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.stem}.{revision}{number}.backup") for number in numbers)
    copy = next(name for name in names if not name.exists())
    try:
        copy.touch(exist_ok=False)
    except OSError as error:
        raise known_file_error(error, path) from error
    return copy
