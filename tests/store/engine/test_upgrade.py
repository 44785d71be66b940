"""An older library is upgraded after a copy of it was made, wholly or not at all."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.store.engine import errors
from simhash_gui.store.engine.backup import back_up
from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.engine.upgrade import Migrations
from simhash_gui.store.integrity.damage import altered_rows
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import counts, meta, texts
from simhash_gui.store.repositories.browse import document_rows
from tests.store.builders import faults, file, folder, placed
from tests.store.engine.test_schema import schema_of
from tests.store.older import (
    eleventh_library,
    first_library,
    ninth_library,
    second_library,
    tenth_library,
)

DUMPS = Path(__file__).parents[1] / "data"
SUMMED_UP = "documents", "files"
ALL_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
NEXT = f'''
"""A migration of the version after this one."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{REVISIONS[-1]}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("colour", sa.Text))
'''
REBUILD = (
    NEXT
    + """    with op.batch_alter_table("folders") as folders:
        folders.alter_column("role", new_column_name="purpose")
"""
)
STRAY = NEXT + "    op.execute(\"INSERT INTO texts VALUES (99, x'00')\")\n"
FAIL = NEXT + "    raise RuntimeError('half-way')\n"


@pytest.fixture
def older(path: Path) -> Path:
    """A library as this version makes it, which is an older one for the next version."""
    with Library.create(path) as library, library.write() as connection:
        meta.write(connection, "note", "kept")
    return path


def next_version(tmp_path: Path, script: str) -> Migrations:
    """The migrations of the next version, in a folder whose name Alembic could trip over."""
    scripts = tmp_path / "100 % next"
    shutil.copytree(Migrations().scripts, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "next.py").write_text(script)
    return Migrations(scripts, (*REVISIONS, "9999"))


def note_and_columns(path: Path, migrations: Migrations | None = None) -> tuple[str, list[str]]:
    with Library.open(path, migrations=migrations) as library, library.read() as connection:
        columns = connection.exec_driver_sql("SELECT name FROM pragma_table_info('documents')")
        return meta.read(connection, "note") or "", list(columns.scalars())


def test_an_older_library_is_upgraded_and_keeps_its_content(older: Path, tmp_path: Path) -> None:
    note, columns = note_and_columns(older, next_version(tmp_path, NEXT))

    assert note == "kept"
    assert columns[-1] == "colour"


def test_a_copy_of_the_older_library_is_kept_beside_it(older: Path, tmp_path: Path) -> None:
    before = note_and_columns(older)

    with Library.open(older, migrations=next_version(tmp_path, NEXT)) as library:
        backup = library.backup

    assert backup == older.with_name(f"library.{REVISIONS[-1]}.backup")
    assert {file.suffix for file in older.parent.iterdir() if file.is_file()} == {
        ".backup",
        ".simhash",
    }
    assert note_and_columns(backup) == before


def test_a_library_that_is_up_to_date_is_not_copied(older: Path) -> None:
    with Library.open(older) as library:
        assert library.backup is None
    assert list(older.parent.iterdir()) == [older]


def test_a_backup_is_never_written_over(older: Path) -> None:
    first, second = back_up(older, "0001"), back_up(older, "0001")

    assert [first.name, second.name] == ["library.0001.backup", "library.0001-2.backup"]


def test_an_upgraded_library_is_newer_for_this_version(older: Path, tmp_path: Path) -> None:
    Library.open(older, migrations=next_version(tmp_path, NEXT)).close()

    with pytest.raises(errors.LibraryNewerError):
        Library.open(older)


def test_an_older_library_is_not_opened_for_reading_only(older: Path, tmp_path: Path) -> None:
    before = older.read_bytes()

    with pytest.raises(errors.LibraryOlderError, match="open it for writing"):
        Library.open(older, read_only=True, migrations=next_version(tmp_path, NEXT))

    assert older.read_bytes() == before


def test_a_table_can_be_rebuilt_without_losing_rows_that_refer_to_it(
    older: Path, tmp_path: Path
) -> None:
    with Library.open(older) as library, library.write() as connection:
        placed(connection, file(folder(connection), "a.txt"))

    with (
        Library.open(older, migrations=next_version(tmp_path, REBUILD)) as library,
        library.read() as connection,
    ):
        assert connection.exec_driver_sql("SELECT purpose FROM folders").scalar_one() == "normal"
        assert connection.exec_driver_sql("SELECT count(*) FROM files").scalar_one() == 1


def test_a_migration_that_fails_leaves_the_library_as_it_was(older: Path, tmp_path: Path) -> None:
    before = note_and_columns(older)

    with pytest.raises(RuntimeError, match="half-way"):
        Library.open(older, migrations=next_version(tmp_path, FAIL))

    assert note_and_columns(older) == before


def test_a_migration_that_leaves_loose_rows_is_undone(older: Path, tmp_path: Path) -> None:
    before = note_and_columns(older)

    with pytest.raises(errors.LibraryDamagedError, match="rows of texts"):
        Library.open(older, migrations=next_version(tmp_path, STRAY))

    assert note_and_columns(older) == before


def test_a_copy_that_cannot_be_finished_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(errors.LibraryUnreachableError):
        back_up(tmp_path / "missing.simhash", "0001")

    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_hold_a_copy_is_reported(older: Path) -> None:
    with pytest.raises(errors.LibraryUnreachableError):
        back_up(older / "inside", "0001")


def tables_of_the_first_version(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is in the tables that the first version had, in the columns that it had."""
    return tables_of("library-0001.sql", path)


def tables_of(dump: str, path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is in the tables that a version had, in the columns that it had."""
    with closing(sqlite3.connect(":memory:")) as model, closing(sqlite3.connect(path)) as found:
        model.executescript((DUMPS / dump).read_text(encoding="utf-8"))
        names = [row[0] for row in model.execute(ALL_TABLES)]
        columns = {name: _columns(model, name) for name in names}
        return {
            name: found.execute(f"SELECT {columns[name]} FROM {name} ORDER BY 1").fetchall()
            for name in names
        }


def _columns(model: sqlite3.Connection, table: str) -> str:
    return ", ".join(f'"{row[1]}"' for row in model.execute(f"PRAGMA table_info({table})"))


@pytest.fixture
def first(path: Path) -> Path:
    """A library that the first version of the program made."""
    return first_library(path)


def test_a_library_of_the_first_version_keeps_all_it_had(first: Path) -> None:
    before = tables_of_the_first_version(first)
    before.pop("alembic_version")

    Library.open(first).close()

    after = tables_of_the_first_version(first)
    ((_, recipe_id),) = before["recipes"]
    assert after.pop("alembic_version") == [(REVISIONS[-1],)]
    assert after.pop("meta") == [("recipe_id", recipe_id)]
    assert before.pop("meta") == []
    assert after == before


def test_the_backup_of_a_library_of_the_first_version_is_that_library(first: Path) -> None:
    before = tables_of_the_first_version(first)

    with Library.open(first) as library:
        assert library.backup == first.with_name("library.0001.backup")

    assert tables_of_the_first_version(first.with_name("library.0001.backup")) == before


def test_a_library_of_the_first_version_ends_with_the_schema_of_a_new_one(
    first: Path, tmp_path: Path
) -> None:
    with (
        Library.open(first) as upgraded,
        Library.create(tmp_path / "new.simhash") as new,
        upgraded.read() as old_connection,
        new.read() as new_connection,
    ):
        assert schema_of(old_connection) == schema_of(new_connection)
        assert faults(upgraded) == []


def test_documents_of_the_first_version_are_read_as_before(first: Path) -> None:
    with Library.open(first) as library, library.read() as connection:
        rows = document_rows(connection, [1, 2, 3])
        story = texts.get(connection, 2)
        failed = counts.failures_by_reason(connection)

    assert [row.name for row in rows] == ["dots.txt", "story.txt", "会议.md"]
    assert story is not None
    assert story.startswith("The hare and the tortoise set out at dawn.")
    assert failed == {"empty": 1}


def test_a_library_of_the_second_version_loses_only_what_is_derived_again(
    path: Path, tmp_path: Path
) -> None:
    before = tables_of_the_first_version(second_library(path))
    for changed in ("alembic_version", "meta"):
        before.pop(changed)

    with (
        Library.open(path) as upgraded,
        Library.create(tmp_path / "new.simhash") as new,
        upgraded.read() as connection,
        new.read() as new_connection,
    ):
        compared = connection.exec_driver_sql("SELECT count(*) FROM comparison_data").scalar_one()
        assert schema_of(connection) == schema_of(new_connection)
        assert faults(upgraded) == []

    after = tables_of_the_first_version(path)
    for changed in ("alembic_version", "meta"):
        after.pop(changed)
    assert (compared, after) == (0, before)


@pytest.mark.parametrize(
    ("older", "dump"),
    [
        (ninth_library, "library-0009.sql"),
        (tenth_library, "library-0010.sql"),
        (eleventh_library, "library-0011.sql"),
    ],
)
def test_a_library_of_a_later_version_keeps_all_it_had(
    older: Callable[[Path], Path], dump: str, path: Path
) -> None:
    before = tables_of(dump, older(path))

    with Library.open(path) as upgraded:
        assert faults(upgraded) == []

    after = tables_of(dump, path)
    assert after.pop("alembic_version") == [(REVISIONS[-1],)]
    assert before.pop("alembic_version") != [(REVISIONS[-1],)]
    for table in ("documents", "files"):
        rows = zip(before.pop(table), after.pop(table), strict=True)
        assert all(_agrees(old, new) for old, new in rows)
    assert after == before


def _agrees(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    """Whether a row is as it was, but for a checksum, the last of its columns."""
    return old == new or (old[:-1], old[-1]) == (new[:-1], None)


def test_an_upgrade_sums_up_what_the_program_has_not(path: Path) -> None:
    """Checksums that the program of then made are taken away, and come back."""
    sums = "SELECT id, checksum FROM {} WHERE checksum IS NOT NULL ORDER BY id"
    with closing(sqlite3.connect(tenth_library(path))) as connection, connection:
        made = {name: connection.execute(sums.format(name)).fetchall() for name in SUMMED_UP}
        for name in SUMMED_UP:
            connection.execute(f"UPDATE {name} SET checksum = NULL")

    Library.open(path).close()

    with closing(sqlite3.connect(path)) as connection:
        found = {name: connection.execute(sums.format(name)).fetchall() for name in SUMMED_UP}
    assert [number for number, _ in found["files"]] == [1, 3, 4, 5, 6, 7]
    assert [number for number, _ in found["documents"]] == [2, 3, 4, 5]
    assert all(set(made[name]) <= set(found[name]) for name in SUMMED_UP)
    assert all(made.values())


def test_an_upgrade_does_not_vouch_for_a_file_of_another_length(path: Path) -> None:
    with closing(sqlite3.connect(tenth_library(path))) as connection, connection:
        connection.execute("UPDATE files SET document_id = 4 WHERE id = 3")

    Library.open(path).close()

    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT id FROM files WHERE checksum IS NULL").fetchall()
    assert found == [(2,), (3,)]


def test_an_upgrade_sums_up_rows_as_the_program_does(path: Path) -> None:
    Library.open(eleventh_library(path)).close()

    tables = ("documents", "encoding_overrides", "folders", "passage_marks", "verdicts")
    with closing(sqlite3.connect(path)) as connection:
        for table in tables:
            name = "details_checksum" if table == "documents" else "checksum"
            rows = f"SELECT count(*), count({name}) FROM {table}"
            ((every, summed),) = connection.execute(rows).fetchall()
            assert (every == summed > 0, altered_rows(connection, table)) == (True, [])


def test_an_upgrade_goes_through_rows_that_make_no_sense(path: Path) -> None:
    with closing(sqlite3.connect(eleventh_library(path))) as connection, connection:
        connection.execute("UPDATE documents SET title = CAST(x'ff' AS TEXT), language = x'ff'")
        connection.execute("UPDATE verdict_members SET digest = 7 WHERE id = 1")

    Library.open(path).close()

    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT id FROM verdicts WHERE checksum IS NULL")
        assert found.fetchall() == [(1,)]


CRASH_IN_MIGRATION = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE documents SET language = 'half done'")
connection.execute("CREATE TABLE large (x)")
connection.executemany("INSERT INTO large VALUES (?)", ((bytes(9000),) for _ in range(200)))
os._exit(9)
"""


def test_a_library_without_a_log_that_was_killed_while_it_was_written_is_recovered(
    first: Path,
) -> None:
    """What an older version wrote may have no log; then a journal is left."""
    with closing(sqlite3.connect(first)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    subprocess.run([sys.executable, "-c", CRASH_IN_MIGRATION, first], check=False)
    assert first.with_name(f"{first.name}-journal").exists()

    with Library.open(first) as library, library.read() as connection:
        languages = connection.exec_driver_sql("SELECT language FROM documents").scalars().all()

    assert "half done" not in languages
