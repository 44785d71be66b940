"""A library's life: made, opened, read, written to by one, closed without a trace."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine import errors
from simhash_gui.store.engine.place import Presence
from simhash_gui.store.engine.statements import driver_cursor
from simhash_gui.store.engine.types import ImportRunState
from simhash_gui.store.library import KeptLog, Library, LibraryClosedError
from simhash_gui.store.repositories import import_runs, meta
from tests.helpers.logfail import ExpectLog
from tests.store.builders import all_runs, document, faults, other_process, stored

CRASH = """
import os, sys
from pathlib import Path
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import meta
library = Library.open(Path(sys.argv[1]))
with library.write() as connection:
    meta.write(connection, "kept", "yes")
with library.write() as connection:
    meta.write(connection, "half", "done")
    print("ready", flush=True)
    sys.stdin.read()
"""


def count(connection: Connection) -> int:
    query = "SELECT count(*) FROM meta WHERE key NOT LIKE '%.checksum'"
    number: int = connection.exec_driver_sql(query).scalar_one()
    return number


def files_beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir() if file != path)


def test_what_was_written_is_there_when_the_library_is_opened_again(path: Path) -> None:
    with Library.create(path) as library, library.write() as connection:
        meta.write(connection, "note", "kept")

    with Library.open(path) as library, library.read() as connection:
        assert meta.read(connection, "note") == "kept"


def test_closing_leaves_one_file(path: Path) -> None:
    with Library.create(path) as library:
        with library.write() as connection:
            meta.write(connection, "note", "kept")
        with library.read() as connection:
            count(connection)
        assert files_beside(path) != []

    assert files_beside(path) == []


def test_reading_alone_leaves_one_file_and_changes_nothing(path: Path) -> None:
    Library.create(path).close()
    before = path.read_bytes()

    with Library.open(path, read_only=True) as library, library.read() as connection:
        assert count(connection) == 0

    assert files_beside(path) == []
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["a b%41#?&.simhash", "会议.simhash", "line\nbreak.simhash"])
def test_any_name_is_a_good_name_for_a_library(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    Library.create(path).close()

    with Library.open(path) as library:
        assert library.path == path
    assert files_beside(path) == []


def test_a_name_that_is_not_valid_unicode_is_a_good_name(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.simhash")
    Library.create(path).close()

    Library.open(path).close()
    assert list(tmp_path.iterdir()) == [path]


def test_a_library_is_not_made_over_something_else(path: Path) -> None:
    path.write_text("mine")

    with pytest.raises(errors.LibraryExistsError):
        Library.create(path)

    assert path.read_text() == "mine"
    assert files_beside(path) == []


def test_a_library_in_a_folder_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(errors.LibraryUnreachableError):
        Library.create(tmp_path / "missing" / "library.simhash")


def test_the_log_of_a_library_that_was_deleted_does_not_get_into_a_new_one(
    path: Path, expect_log: ExpectLog
) -> None:
    Library.create(path).close()
    with other_process(CRASH, path) as process:
        process.kill()
        process.wait()
    path.unlink()
    assert f"{path.name}-wal" in files_beside(path)

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        library = Library.create(path)

    with library, library.read() as connection:
        assert count(connection) == 0
        assert faults(library) == []


def test_the_log_of_a_library_that_was_moved_away_is_kept(
    path: Path, expect_log: ExpectLog
) -> None:
    Library.create(path).close()
    with other_process(CRASH, path) as process:
        process.kill()
        process.wait()
    moved = path.rename(path.with_name("moved.simhash"))
    log = path.with_name(f"{path.name}-wal").read_bytes()

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        Library.create(path).close()

    kept = path.with_name(f"{path.stem}.wal.backup")
    assert kept.read_bytes() == log
    kept.rename(moved.with_name(f"{moved.name}-wal"))
    with Library.open(moved) as library, library.read() as connection:
        assert meta.read(connection, "kept") == "yes"


CRASH_WITHOUT_LOG = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE meta SET value = 'half'")
connection.execute("CREATE TABLE large (x)")
connection.executemany("INSERT INTO large VALUES (?)", ((bytes(9000),) for _ in range(200)))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("is_copied", [False, True])
def test_the_journal_of_a_library_that_was_moved_away_is_kept(
    path: Path, tmp_path: Path, expect_log: ExpectLog, is_copied: bool
) -> None:
    with Library.create(path) as library, library.write() as connection:
        meta.write(connection, "kept", "yes")
    with other_process(CRASH_WITHOUT_LOG, path) as process:
        process.kill()
        process.wait()
    moved = path.rename(path.with_name("moved.simhash"))
    journal = path.with_name(f"{path.name}-journal").read_bytes()

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        if is_copied:
            with Library.create(tmp_path / "open.simhash") as library:
                (kept,) = library.save_copy(path)
        else:
            with Library.create(path) as library:
                (kept,) = library.kept_logs

    assert kept == KeptLog(path.with_name(f"{path.stem}.journal.backup"), "-journal")
    assert kept.path.read_bytes() == journal
    with Library.open(path) as library, library.read() as connection:
        assert (meta.read(connection, "kept"), faults(library)) == (None, [])
    kept.path.rename(moved.with_name(f"{moved.name}{kept.ending}"))
    with Library.open(moved) as library, library.read() as connection:
        assert meta.read(connection, "kept") == "yes"


def test_a_log_and_a_journal_that_have_stayed_are_both_told(
    path: Path, expect_log: ExpectLog
) -> None:
    stayed = [path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-journal")]
    for each in stayed:
        each.write_bytes(each.name.encode())

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        library = Library.create(path)

    library.close()
    names = [(kept.path.name, kept.ending) for kept in library.kept_logs]
    assert names == [("library.wal.backup", "-wal"), ("library.journal.backup", "-journal")]
    assert [kept.path.read_bytes() for kept in library.kept_logs] == [
        each.name.encode() for each in stayed
    ]


def test_a_library_that_cannot_be_finished_is_reported_and_leaves_nothing(path: Path) -> None:
    in_the_way = path.with_name(f"{path.name}-new")
    in_the_way.mkdir()

    with pytest.raises(errors.LibraryUnreachableError):
        Library.create(path)

    assert list(path.parent.iterdir()) == [in_the_way]


def test_a_library_in_a_folder_that_may_not_be_written_to_is_reported(users_folder: Path) -> None:
    users_folder.chmod(0o500)

    with pytest.raises(errors.LibraryReadOnlyError):
        Library.create(users_folder / "library.simhash")


def test_a_file_that_may_not_be_written_to_is_reported_at_once(users_folder: Path) -> None:
    path = users_folder / "library.simhash"
    Library.create(path).close()
    path.chmod(0o400)

    with pytest.raises(errors.LibraryReadOnlyError):
        Library.open(path)

    assert files_beside(path) == []


def test_a_library_on_a_read_only_drive_can_be_read(users_folder: Path) -> None:
    path = users_folder / "library.simhash"
    with Library.create(path) as library, library.write() as connection:
        meta.write(connection, "note", "kept")
    path.chmod(0o400)
    users_folder.chmod(0o500)

    with Library.open(path, read_only=True) as library, library.read() as connection:
        assert meta.read(connection, "note") == "kept"


def test_a_write_that_raises_leaves_nothing_not_even_a_table(library: Library) -> None:
    def write_half() -> None:
        with library.write() as connection:
            meta.write(connection, "note", "lost")
            connection.exec_driver_sql("CREATE TABLE half (done)")
            connection.exec_driver_sql("DROP TABLE texts")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()

    with library.read() as connection:
        names = connection.exec_driver_sql("SELECT name FROM sqlite_schema").scalars().all()
        assert count(connection) == 0
    assert "texts" in names
    assert "half" not in names


def test_foreign_keys_are_enforced(library: Library) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"), library.write() as connection:
        connection.exec_driver_sql("INSERT INTO texts VALUES (99, x'00')")


def test_a_reader_sees_one_moment_while_others_write(library: Library) -> None:
    with library.read() as reader:
        assert count(reader) == 0
        with library.write() as writer:
            meta.write(writer, "note", "new")
        assert count(reader) == 0

    with library.read() as reader:
        assert count(reader) == 1


def test_readers_in_several_threads_work_beside_the_writer(library: Library) -> None:
    def read_often() -> list[int]:
        counts = []
        for _ in range(50):
            with library.read() as connection:
                counts.append(count(connection))
        return counts

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read_often) for _ in range(6)]
        for number in range(50):
            with library.write() as connection:
                meta.write(connection, str(number), "")
        seen = [reader.result() for reader in readers]

    assert all(counts == sorted(counts) for counts in seen)


def test_writers_in_several_threads_take_turns(library: Library) -> None:
    def add_one() -> None:
        with library.write() as connection:
            value = int(meta.read(connection, "count") or 0)
            meta.write(connection, "count", str(value + 1))

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(add_one) for _ in range(100)]:
            done.result()

    with library.read() as connection:
        assert meta.read(connection, "count") == "100"


def test_a_write_inside_a_write_is_a_bug_and_raises_instead_of_waiting(library: Library) -> None:
    with library.write(), pytest.raises(RuntimeError, match="inside"), library.write():
        pass


def test_another_program_that_writes_makes_the_library_busy(path: Path) -> None:
    Library.create(path).close()
    with (
        Library.open(path, busy_timeout_s=0.01) as library,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(errors.LibraryBusyError), library.write():
            pass

        other.execute("ROLLBACK")
        with library.write() as connection:
            meta.write(connection, "note", "written after all")


def test_another_program_that_writes_makes_opening_busy_too(path: Path) -> None:
    Library.create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(errors.LibraryBusyError):
            Library.open(path, busy_timeout_s=0.01)


def test_a_killed_process_costs_only_the_transaction_it_was_in(path: Path) -> None:
    Library.create(path).close()
    with other_process(CRASH, path) as process:
        process.kill()
        process.wait()

    with Library.open(path) as library, library.read() as connection:
        assert meta.read(connection, "kept") == "yes"
        assert meta.read(connection, "half") is None
    assert files_beside(path) == []


def test_reading_after_a_crash_sees_what_was_committed(path: Path) -> None:
    Library.create(path).close()
    with other_process(CRASH, path) as process:
        process.kill()
        process.wait()

    with Library.open(path, read_only=True) as library, library.read() as connection:
        assert meta.read(connection, "kept") == "yes"
    assert files_beside(path) == [f"{path.name}-lock"]


def test_a_library_that_was_opened_for_reading_cannot_be_written_to(path: Path) -> None:
    Library.create(path).close()
    with Library.open(path, read_only=True) as library:
        assert library.is_read_only
        with pytest.raises(errors.LibraryReadOnlyError, match="reading"), library.write():
            pass
        with pytest.raises(errors.LibraryReadOnlyError), library.read() as connection:
            meta.write(connection, "note", "no")


def test_a_closed_library_is_closed(library: Library) -> None:
    library.close()
    library.close()

    with pytest.raises(LibraryClosedError), library.read():
        pass
    with pytest.raises(LibraryClosedError), library.write():
        pass


def test_closing_waits_for_the_write_under_way(path: Path) -> None:
    library = Library.create(path)
    has_begun, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with library.write() as connection:
            has_begun.set()
            may_end.wait()
            meta.write(connection, "note", "in time")

    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(write)
        has_begun.wait()
        closing_ = pool.submit(library.close)
        may_end.set()
        writing.result()
        closing_.result()

    with Library.open(path) as library, library.read() as connection:
        assert meta.read(connection, "note") == "in time"


def test_a_sound_library_passes_its_check(library: Library) -> None:
    with library.write() as connection:
        stored(connection, *(document(number) for number in range(100)))

    assert faults(library) == []


def test_rows_that_point_nowhere_fail_the_check(path: Path) -> None:
    Library.create(path).close()
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("INSERT INTO texts VALUES (99, x'00')")

    with Library.open(path) as library:
        assert faults(library) == ["row 99 of texts points nowhere"]


def test_the_writer_is_tuned_as_the_plan_says(library: Library) -> None:
    with library.write() as connection:
        cursor = driver_cursor(connection)
        settings = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "mmap_size")
        }

    assert settings == {
        "journal_mode": "wal",
        "synchronous": 1,
        "foreign_keys": 1,
        "busy_timeout": 100,
        "mmap_size": 0,
    }


def test_a_run_that_was_cut_off_is_closed_by_the_next_writer_and_by_no_reader(path: Path) -> None:
    with Library.create(path) as library, library.write() as connection:
        import_runs.start(connection, "import", {}, 1)
    with Library.open(path, read_only=True) as library, library.read() as connection:
        assert [run.state for run in all_runs(connection)] == [ImportRunState.RUNNING]

    with Library.open(path) as library, library.read() as connection:
        assert [run.state for run in all_runs(connection)] == [ImportRunState.INTERRUPTED]


needs_posix = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files in their place")


@needs_posix
@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_is_written_when_the_file_is_no_longer_in_its_place(
    path: Path, is_replaced: bool
) -> None:
    with Library.create(path) as library:
        path.rename(path.with_name("moved"))
        if is_replaced:
            path.write_bytes(b"another file")

        assert library.presence() is Presence.GONE
        with pytest.raises(errors.LibraryUnreachableError), library.write() as connection:
            meta.write(connection, "note", "lost")


@needs_posix
def test_another_library_that_takes_the_place_is_not_read(path: Path, tmp_path: Path) -> None:
    Library.create(tmp_path / "other").close()
    with Library.create(path) as library:
        (tmp_path / "other").rename(path)

        with pytest.raises(errors.LibraryUnreachableError, match="replaced"), library.read():
            pass


@needs_posix
def test_what_is_open_can_be_saved_when_the_file_is_gone(path: Path, tmp_path: Path) -> None:
    with Library.create(path) as library:
        with library.write() as connection:
            meta.write(connection, "note", "kept")
        path.unlink()
        library.save_copy(tmp_path / "copy")

    with Library.open(tmp_path / "copy") as library, library.read() as connection:
        assert meta.read(connection, "note") == "kept"


def test_a_copy_takes_the_place_of_nothing(path: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").write_bytes(b"mine")

    with Library.create(path) as library, pytest.raises(errors.LibraryExistsError):
        library.save_copy(tmp_path / "copy")

    assert (tmp_path / "copy").read_bytes() == b"mine"


# Links


@pytest.fixture
def link(tmp_path: Path) -> Path:
    """A link in one folder to a library in another."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    Library.create(tmp_path / "there" / "library.simhash").close()
    link = tmp_path / "here" / "link.simhash"
    try:
        link.symlink_to(tmp_path / "there" / "library.simhash")
    except OSError:
        pytest.skip("links need a permission here")
    return link


def test_nobody_else_writes_to_a_library_by_a_link(link: Path) -> None:
    with Library.open(link.resolve()), pytest.raises(errors.LibraryBusyError):
        Library.open(link)
    with Library.open(link), pytest.raises(errors.LibraryBusyError):
        Library.open(link.resolve())


def test_what_is_only_in_the_log_is_seen_by_a_link(link: Path) -> None:
    with Library.open(link.resolve()) as library:
        with library.write() as connection:
            meta.write(connection, "note", "written")

        with Library.open(link, read_only=True) as other, other.read() as connection:
            assert meta.read(connection, "note") == "written"


def test_a_link_to_what_is_not_there_does_not_give_way_to_a_new_library(link: Path) -> None:
    goal = link.resolve()
    goal.rename(goal.with_name("elsewhere.simhash"))

    with pytest.raises(errors.LibraryUnreachableError, match="a link to what is not there"):
        Library.create(link)

    assert link.is_symlink()
    assert [path.name for path in link.parent.iterdir()] == [link.name]
