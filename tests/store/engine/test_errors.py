"""What comes from outside gets a name; what is a bug stays one."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from simhash_gui.store.engine import errors
from simhash_gui.store.engine.errors import known_errors, known_file_error
from simhash_gui.store.library import Library
from tests.store.builders import ANY_TIME_MS

PATH = Path("/somewhere/library.simhash")


@pytest.fixture
def limited_files() -> Iterator[Callable[[int], None]]:
    """Sets how large a file of this process may become, until the test ends."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_full_drive_is_reported_as_such_and_nothing_of_the_transaction_is_kept(
    library: Library,
) -> None:
    with library.write() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")

    with pytest.raises(errors.DiskFullError) as caught, library.write() as connection:
        connection.exec_driver_sql("INSERT INTO meta VALUES ('note', zeroblob(1000000))")

    assert caught.value.path == library.path
    with library.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM meta").scalar_one() == 0


def test_a_file_that_may_not_grow_is_no_drive_that_does_not_answer(
    library: Library, limited_files: Callable[[int], None]
) -> None:
    limited_files(library.path.stat().st_size + (1 << 20))

    with pytest.raises(errors.LibraryTooLargeError) as caught, library.write() as connection:
        connection.exec_driver_sql("INSERT INTO meta VALUES ('note', zeroblob(9000000))")

    assert "allows no larger file" in str(caught.value)
    with library.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM meta").scalar_one() == 0


def test_a_library_that_may_not_become_as_large_as_a_new_one_is_told_so(
    tmp_path: Path, limited_files: Callable[[int], None]
) -> None:
    limited_files(100 << 10)

    with pytest.raises(errors.LibraryTooLargeError):
        Library.create(tmp_path / "new.simhash")

    assert list(tmp_path.glob("new.simhash*")) in ([], [tmp_path / "new.simhash-lock"])


def test_a_write_through_a_reader_is_reported_as_read_only(library: Library) -> None:
    with pytest.raises(errors.LibraryReadOnlyError), library.read() as connection:
        connection.exec_driver_sql("DELETE FROM meta")


def test_an_error_of_the_bare_driver_gets_its_name_too() -> None:
    with pytest.raises(errors.LibraryUnreachableError) as caught, known_errors(PATH):
        sqlite3.connect("file:/no/such/folder/library?mode=ro", uri=True)

    assert str(PATH) in str(caught.value)
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


def test_broken_sql_is_a_bug_and_keeps_its_own_error(library: Library) -> None:
    with (
        library.read() as connection,
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        known_errors(PATH),
    ):
        connection.connection.cursor().execute("SELECT * FROM missing")


def test_a_violated_constraint_is_a_bug_and_keeps_its_own_error(library: Library) -> None:
    add = f"INSERT INTO folders (path, role, added_at_ms) VALUES ('/a', 'normal', {ANY_TIME_MS})"

    with library.write() as connection:
        connection.exec_driver_sql(add)

    with pytest.raises(IntegrityError), library.write() as connection:
        connection.exec_driver_sql(add)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, errors.DiskFullError),
        (errno.EDQUOT, errors.DiskFullError),
        (errno.EFBIG, errors.LibraryTooLargeError),
        (errno.EROFS, errors.LibraryReadOnlyError),
        (errno.EACCES, errors.LibraryReadOnlyError),
        (errno.EPERM, errors.LibraryReadOnlyError),
        (errno.EIO, errors.LibraryUnreachableError),
        (None, errors.LibraryUnreachableError),
    ],
)
def test_an_error_of_the_file_system_gets_a_name(
    number: int | None, kind: type[errors.KnownStoreError]
) -> None:
    error = OSError() if number is None else OSError(number, "as the system says it")

    known = known_file_error(error, PATH)

    assert type(known) is kind
    assert str(PATH) in str(known)
