"""The schema holds what the rest relies on, and both ways to it end in the same one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from simhash_gui.store.engine.connections import Access, make_engine
from simhash_gui.store.engine.schema import REVISIONS, metadata
from simhash_gui.store.engine.upgrade import Migrations, upgrade
from simhash_gui.store.library import Library
from tests.store.builders import digest


def schema_of(connection: Connection) -> set[tuple[str, str, str]]:
    """Type, name and SQL, without white space, of everything in a database."""
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_schema WHERE sql <> ''")
    return {(kind, name, re.sub(r"\s+", "", sql)) for kind, name, sql in rows}


@pytest.fixture
def migrated(tmp_path: Path) -> Path:
    """An empty database that all migrations have run on."""
    path = tmp_path / "migrated.simhash"
    path.write_bytes(b"")
    upgrade(path, Migrations(), busy_timeout_s=1)
    return path


def test_migrations_end_where_a_new_library_begins(library: Library, migrated: Path) -> None:
    engine = make_engine(migrated, Access.READ, 1)
    with library.read() as new, engine.begin() as upgraded:
        assert schema_of(upgraded) == schema_of(new)
    engine.dispose()


def test_the_database_is_what_the_metadata_says(connection: Connection) -> None:
    context = MigrationContext.configure(connection, opts={"compare_type": True})

    assert compare_metadata(context, metadata) == []


def test_the_known_revisions_are_those_that_have_scripts() -> None:
    config = Config()
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(Migrations().scripts))
    newest_first = ScriptDirectory.from_config(config).walk_revisions()

    assert [script.revision for script in newest_first] == list(reversed(REVISIONS))


def test_a_new_library_carries_the_newest_revision(connection: Connection) -> None:
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()

    assert found == [REVISIONS[-1]]


def test_each_block_column_leads_an_index_of_its_own(connection: Connection) -> None:
    leading = {
        index: connection.exec_driver_sql(f"PRAGMA index_info({index})").first()
        for index in (f"ix_documents_block{block}" for block in range(4))
    }

    assert [row and row[2] for row in leading.values()] == ["block0", "block1", "block2", "block3"]


INSERT = (
    "INSERT INTO documents (digest, state, size_bytes, imported_at_ms, fingerprint, "
    "block0, block1, block2, block3) VALUES (?, ?, 0, 0, ?, ?, ?, ?, ?)"
)


def test_blocks_that_are_those_of_the_fingerprint_are_taken(connection: Connection) -> None:
    word = 0x0001_0002_0003_FFFF
    connection.exec_driver_sql(INSERT, (digest(1), "fingerprinted", word, 1, 2, 3, 0xFFFF))


@pytest.mark.parametrize("wrong", range(4))
def test_a_block_that_is_not_that_of_the_fingerprint_is_refused(
    connection: Connection, wrong: int
) -> None:
    blocks = [0, 0, 0, 7]
    blocks[wrong] += 1

    with pytest.raises(IntegrityError, match=f"ck_documents_block{wrong}"):
        connection.exec_driver_sql(INSERT, (digest(1), "fingerprinted", 7, *blocks))


@pytest.mark.parametrize(
    ("state", "values"), [("failed", (0, 0, 0, 0, 0)), ("fingerprinted", (None,) * 5)]
)
def test_a_fingerprint_belongs_to_fingerprinted_documents_and_no_others(
    connection: Connection, state: str, values: tuple[int | None, ...]
) -> None:
    with pytest.raises(IntegrityError, match="ck_documents_state"):
        connection.exec_driver_sql(INSERT, (digest(1), state, *values))
