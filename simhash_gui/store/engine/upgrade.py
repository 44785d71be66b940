"""Bring an older library to the current revision, after a copy of it was made beside it.

Alembic takes a quarter of a second to import, so ``library`` imports this module only for a
library that is in fact older.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, RootTransaction
from sqlalchemy.exc import DBAPIError

from simhash_gui.store.engine.connections import LOOK_EVERY_S, Access, make_engine
from simhash_gui.store.engine.errors import LibraryDamagedError, is_busy, known_errors
from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.engine.statements import driver_cursor

_SCRIPTS = Path(__file__).resolve().parent / "migrations"
_KEEP_RECIPE = """
INSERT INTO meta SELECT 'recipe_id', recipe_id FROM documents JOIN recipes ON "key" = recipe_key
WHERE NOT EXISTS (SELECT 1 FROM meta WHERE "key" = 'recipe_id')
GROUP BY recipe_id ORDER BY count(*) DESC LIMIT 1
"""
"""One that never chose a recipe was made by the default of then, which may not be that of now."""


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
    engine = make_engine(path, Access.WRITE, LOOK_EVERY_S)
    try:
        with known_errors(path), engine.connect() as connection:
            # Rebuilding a table must not cascade; SQLite takes this only outside a transaction.
            driver_cursor(connection).execute("PRAGMA foreign_keys = OFF")
            with _begun(connection, busy_timeout_s):
                migrate(connection, migrations)
                connection.exec_driver_sql(_KEEP_RECIPE)
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                if broken is not None:
                    raise LibraryDamagedError(path, f"{path}: rows of {broken[0]} point nowhere")
    finally:
        engine.dispose()


def _begun(connection: Connection, busy_timeout_s: float) -> RootTransaction:
    """A transaction, as soon as no other program writes; a Ctrl-C is heard meanwhile."""
    end_s = time.monotonic() + busy_timeout_s
    while True:
        try:
            return connection.begin()
        except DBAPIError as error:
            if not is_busy(error) or time.monotonic() >= end_s:
                raise


def migrate(connection: Connection, migrations: Migrations) -> None:
    """Run all missing migrations in the transaction of a connection."""
    command.upgrade(_config(migrations, connection=connection), migrations.newest)


def _config(migrations: Migrations, **attributes: object) -> Config:
    config = Config(attributes=attributes)
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(migrations.scripts).replace("%", "%%"))
    return config
