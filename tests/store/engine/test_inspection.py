"""What is at a path is told apart, and stays byte for byte as it was."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.store.engine import errors
from simhash_gui.store.engine.inspection import has_wal, inspect, interrupted_after, wal_path
from simhash_gui.store.engine.schema import APPLICATION_ID, REVISIONS
from simhash_gui.store.engine.types import DocumentState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories.browse import document_rows
from tests.helpers.examples import examples
from tests.store.builders import digest, document, faults, other_process, stored

OPEN_AND_CLOSE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT * FROM meta").fetchall()
connection.close()
print("ready", flush=True)
sys.stdin.read()
"""
PAGE_BYTES = 8192


@pytest.fixture
def closed(path: Path) -> Path:
    """The path of a library with a few hundred documents that nobody has open."""
    with Library.create(path) as library, library.write() as connection:
        stored(connection, *(document(number) for number in range(500)))
    return path


def overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


DAMAGE: dict[str, Callable[[Path], object]] = {
    "magic gone": lambda path: overwrite(path, 0, bytes(16)),
    "file format unknown": lambda path: overwrite(path, 47, b"c"),
    "header overwritten": lambda path: overwrite(path, 16, b"\xa5" * 84),
    "application id changed": lambda path: overwrite(path, 68, b"????"),
    "first page overwritten": lambda path: overwrite(path, 100, b"\xa5" * (PAGE_BYTES - 100)),
    "page in the middle overwritten": lambda path: overwrite(
        path, path.stat().st_size // 2 // PAGE_BYTES * PAGE_BYTES, b"\xa5" * PAGE_BYTES
    ),
    "cut in half": truncate,
    "table dropped": lambda path: execute(path, "DROP TABLE texts"),
    "version table dropped": lambda path: execute(path, "DROP TABLE alembic_version"),
    "version forgotten": lambda path: execute(path, "DELETE FROM alembic_version"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_damaged_library_is_reported_and_left_byte_for_byte_as_it_was(
    closed: Path, damage: Callable[[Path], object], read_only: bool
) -> None:
    damage(closed)
    before = closed.read_bytes()

    with pytest.raises(errors.LibraryDamagedError) as caught:
        Library.open(closed, read_only=read_only)

    assert caught.value.path == closed
    assert closed.read_bytes() == before
    assert list(closed.parent.iterdir()) == [closed]


OTHER_KINDS = {
    "text": b"Dear reader, " * 5000,
    "text in UTF-16": ("\n" + "Dear reader, " * 400).encode("utf-16-be") * 10,
    "a few words": b"SQLite",
    "PDF": b"%PDF-1.7\n" + random.Random(0).randbytes(50_000),
    "PNG": b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(50_000),
    "small numbers": bytes(range(4)) * 20_000,
    "zeros": bytes(50_000),
}


@pytest.mark.parametrize("content", OTHER_KINDS.values(), ids=OTHER_KINDS)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_another_kind_is_not_a_library_and_stays_as_it_was(
    closed: Path, content: bytes, read_only: bool
) -> None:
    closed.write_bytes(content)

    with pytest.raises(errors.NotALibraryError, match="another kind"):
        Library.open(closed, read_only=read_only)

    assert closed.read_bytes() == content
    assert list(closed.parent.iterdir()) == [closed]


@pytest.mark.parametrize("page_bytes", [4096, 8192])
def test_a_library_is_known_by_its_pages_when_its_first_one_is_lost(
    closed: Path, page_bytes: int
) -> None:
    execute(closed, "PRAGMA journal_mode = DELETE", f"PRAGMA page_size = {page_bytes}", "VACUUM")
    overwrite(closed, 0, random.Random(2).randbytes(page_bytes))

    with pytest.raises(errors.LibraryDamagedError):
        Library.open(closed)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_without_a_byte_is_told_as_empty_and_stays_so(closed: Path, read_only: bool) -> None:
    closed.write_bytes(b"")

    with pytest.raises(errors.LibraryEmptyError):
        Library.open(closed, read_only=read_only)

    assert closed.read_bytes() == b""
    assert list(closed.parent.iterdir()) == [closed]


def test_a_sound_library_has_the_newest_revision_and_stays_as_it_was(closed: Path) -> None:
    before = closed.read_bytes()

    assert inspect(closed, REVISIONS) == REVISIONS[-1]

    assert closed.read_bytes() == before
    assert list(closed.parent.iterdir()) == [closed]


def test_a_library_of_a_newer_version_is_refused_and_left_as_it_was(closed: Path) -> None:
    execute(closed, "UPDATE alembic_version SET version_num = '9999'", "DROP TABLE texts")
    before = closed.read_bytes()

    with pytest.raises(errors.LibraryNewerError, match="newer version"):
        Library.open(closed)

    assert closed.read_bytes() == before


def test_nothing_at_the_path_is_reported(path: Path) -> None:
    with pytest.raises(errors.LibraryMissingError):
        Library.open(path)


@pytest.fixture(scope="module")
def small(shared_library: Library) -> bytes:
    """The bytes of a library with a few documents."""
    with shared_library.write() as connection:
        stored(connection, *(document(number) for number in range(5)))
    with closing(sqlite3.connect(shared_library.path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return shared_library.path.read_bytes()


@examples(150)
@given(offset=st.integers(0, 100) | st.integers(0, 30 * PAGE_BYTES), byte=st.integers(0, 255))
def test_no_damaged_byte_leads_to_anything_but_a_named_error_or_a_check_that_tells(
    small: bytes, tmp_path_factory: pytest.TempPathFactory, offset: int, byte: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "library.simhash"
    damaged = bytearray(small)
    damaged[offset % len(small)] ^= byte
    path.write_bytes(damaged)

    with suppress(errors.KnownStoreError), Library.open(path, read_only=True) as library:
        faults(library)

    assert path.read_bytes() == damaged


def test_looking_at_a_library_does_not_cost_this_process_its_locks(
    closed: Path,
) -> None:
    with Library.open(closed) as library, library.read() as connection:
        connection.exec_driver_sql("SELECT * FROM meta").all()
        inspect(closed, REVISIONS)

        with other_process(OPEN_AND_CLOSE, closed):
            assert has_wal(closed)


def test_a_folder_is_not_a_library(tmp_path: Path) -> None:
    with pytest.raises(errors.NotALibraryError):
        Library.open(tmp_path)


def test_a_database_of_another_program_is_not_a_library(path: Path) -> None:
    execute(path, "CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('mine')")
    before = path.read_bytes()

    with pytest.raises(errors.NotALibraryError):
        Library.open(path)

    assert path.read_bytes() == before


def test_a_database_that_only_claims_to_be_a_library_is_damaged(path: Path) -> None:
    execute(path, f"PRAGMA application_id = {APPLICATION_ID}", "CREATE TABLE notes (text)")

    with pytest.raises(errors.LibraryDamagedError, match="version is missing"):
        Library.open(path)


def test_a_path_below_a_file_is_unreachable(closed: Path) -> None:
    with pytest.raises(errors.LibraryUnreachableError):
        Library.open(closed / "inside")


def test_a_library_that_may_not_be_read_is_unreachable(users_folder: Path) -> None:
    path = users_folder / "library.simhash"
    Library.create(path).close()
    path.chmod(0)

    with pytest.raises(errors.LibraryUnreachableError, match="cannot be opened"):
        Library.open(path)


def test_a_log_that_may_not_be_read_makes_the_library_unreachable(users_folder: Path) -> None:
    path = users_folder / "library.simhash"
    Library.create(path).close()
    wal_path(path).touch(mode=0)

    with pytest.raises(errors.LibraryUnreachableError):
        Library.open(path)


def test_without_time_for_all_pages_what_was_seen_decides(closed: Path) -> None:
    assert inspect(closed, REVISIONS, check_s=-1.0) == REVISIONS[-1]


def test_what_runs_on_a_connection_is_interrupted_in_time() -> None:
    endless = "WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x FROM c) SELECT count(*) FROM c"
    with closing(sqlite3.connect(":memory:")) as connection:
        with (
            pytest.raises(sqlite3.OperationalError, match="interrupted"),
            interrupted_after(connection, 0.01),
        ):
            connection.execute(endless)

        with interrupted_after(connection, 60.0):
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_damage_in_a_page_that_was_not_looked_at_is_named_when_it_is_read(closed: Path) -> None:
    with Library.open(closed) as library:
        middle = closed.stat().st_size // 2 // PAGE_BYTES * PAGE_BYTES
        overwrite(closed, middle, b"\xa5" * (closed.stat().st_size - middle))

        assert faults(library)


def test_a_row_that_its_index_does_not_know_is_refused(closed: Path) -> None:
    content = closed.read_bytes()
    overwrite(closed, content.index(digest(77)), digest(100_077))

    with pytest.raises(errors.LibraryDamagedError, match="ux_documents_digest"):
        Library.open(closed)


def test_a_schema_that_no_longer_makes_sense_fails_the_check(closed: Path) -> None:
    content = closed.read_bytes()
    reference = b"REFERENCES documents (id)"
    overwrite(closed, content.index(reference), b"REFERENCES documents (iq)")

    with Library.open(closed, read_only=True) as library:
        assert any("foreign key mismatch" in problem for problem in faults(library))


@pytest.mark.parametrize("state", ["fingerprinteG", b"fingerprinte\xff"])
def test_a_document_with_a_damaged_value_is_shown_as_damaged(
    closed: Path, state: str | bytes
) -> None:
    with closing(sqlite3.connect(closed)) as other, other:
        other.execute("PRAGMA ignore_check_constraints = ON")
        other.execute("UPDATE documents SET state = CAST(? AS TEXT) WHERE id = 7", (state,))

    with Library.open(closed) as library, library.read() as connection:
        rows = document_rows(connection, [6, 7])

    assert [row.state for row in rows] == [DocumentState.FINGERPRINTED, DocumentState.DAMAGED]


def test_a_schema_that_cannot_even_be_quoted_is_damaged(closed: Path) -> None:
    content = closed.read_bytes()
    overwrite(closed, content.index(b"CREATE TABLE folders"), b"CREATE TA\xffLE folders")

    with pytest.raises(errors.LibraryDamagedError):
        Library.open(closed)


def test_transactions_that_are_only_in_the_log_are_seen(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / closed.name
    copy.parent.mkdir()
    with Library.open(closed) as library:
        with library.write() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        for file in (closed, closed.with_name(closed.name + "-wal")):
            copy.with_name(file.name).write_bytes(file.read_bytes())
    before = copy.read_bytes()

    assert has_wal(copy)
    with pytest.raises(errors.LibraryNewerError):
        inspect(copy, REVISIONS)
    assert copy.read_bytes() == before


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("DROP INDEX ix_documents_block3", "the index ix_documents_block3 is missing"),
        (
            "DROP INDEX ux_folders_path; CREATE INDEX ux_folders_path ON folders (path)",
            "the index ux_folders_path is not as it should be",
        ),
        ("ALTER TABLE files DROP COLUMN detail", "the column files.detail is missing"),
        ("UPDATE alembic_version SET version_num = '0001'", "its version is 0001"),
        ("UPDATE alembic_version SET version_num = '🐌'", "its version is damaged"),
    ],
)
def test_a_schema_that_is_not_that_of_its_version_is_damaged(
    closed: Path, script: str, told: str
) -> None:
    with closing(sqlite3.connect(closed)) as connection:
        connection.executescript(script)

    with pytest.raises(errors.LibraryDamagedError, match=told):
        Library.open(closed)
