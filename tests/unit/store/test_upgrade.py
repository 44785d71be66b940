"""An older library is upgraded after a copy of it was made, wholly or not at all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simhash_gui.store import errors, meta
from simhash_gui.store.library import Library
from simhash_gui.store.schema import REVISIONS
from simhash_gui.store.upgrade import Migrations, back_up
from tests.unit.store.builders import file, folder, placed

NEXT = f'''
"""A migration of the version after this one."""
import sqlalchemy as sa
from alembic import op

revision = "next"
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
    return Migrations(scripts, (*REVISIONS, "next"))


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


def test_a_folder_that_takes_no_copy_is_told(older: Path) -> None:
    with pytest.raises(errors.LibraryUnreachableError):
        back_up(older / "inside", "0001")
