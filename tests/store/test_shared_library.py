"""A library on a server: who may do what at once, and what is said when the server does not."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sqlalchemy import Connection, text

from simhash_gui.store.engine.errors import (
    LibraryBusyError,
    LibraryDamagedError,
    LibraryMissingError,
    LibraryNewerError,
    LibraryOlderError,
    LibraryReadOnlyError,
    LibraryUnreachableError,
)
from simhash_gui.store.engine.place import Presence, Server, ServerAddressError, server_address
from simhash_gui.store.engine.schema import REVISIONS
from simhash_gui.store.engine.types import PassageMark, Verdict
from simhash_gui.store.library import LibraryClosedError
from simhash_gui.store.repositories import (
    documents,
    encoding_overrides,
    folders,
    import_runs,
    meta,
    passage_marks,
    present_files,
    verdicts,
)
from simhash_gui.store.repositories.passage_marks import MarkedPassage
from simhash_gui.store.repositories.verdicts import GivenVerdict
from tests.helpers.postgresql import TestServer
from tests.store.builders import RECIPE, all_runs, digest, document, file, folder, placed

pytest.importorskip("psycopg", reason="needs psycopg: pip install 'simhash-gui[postgresql]'")

from simhash_gui.store.engine.postgresql import translated
from simhash_gui.store.shared_library import SharedLibrary, open_shared


@pytest.fixture
def database(server: TestServer) -> Server:
    """An empty database."""
    return server.database("shared")


@pytest.fixture
def library(database: Server) -> Iterator[SharedLibrary]:
    """A new library in it."""
    with open_shared(database, makes=True) as library:
        yield library


def administer(database: Server, statement: str) -> None:
    """Do something that the program never does."""
    import psycopg  # noqa: PLC0415 - an extra

    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute(statement.encode())


@pytest.mark.parametrize(
    ("written", "server"),
    [
        ("postgresql://db.example/news", Server("postgresql://db.example/news")),
        (
            "postgres://anna@db/news?sslmode=require",
            Server("postgres://anna@db/news?sslmode=require"),
        ),
        ("PostgreSQL://db/news", Server("PostgreSQL://db/news")),
        ("library.simhash", None),
        ("/srv/postgresql/library.simhash", None),
        ("http://db/news", None),
        ("", None),
    ],
)
def test_an_address_of_a_server_is_told_from_a_path(written: str, server: Server | None) -> None:
    assert server_address(written) == server


@pytest.mark.parametrize(
    "written",
    [
        "postgresql://anna:secret@db/news",
        "postgresql://db/news?password=secret",
        "postgresql://db/news?sslmode=require&PASSWORD=secret",
        "postgresql://db",
        "postgresql://db/",
        "postgresql://[db/news",
    ],
)
def test_an_address_with_a_password_or_without_a_database_is_refused(written: str) -> None:
    with pytest.raises(ServerAddressError) as refused:
        server_address(written)

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("for_sqlite", "for_postgresql"),
    [
        ("SELECT 1 WHERE a = ? AND b = ?", "SELECT 1 WHERE a = $1 AND b = $2"),
        ("VALUES (?2, ?1, ?1)", "VALUES ($2, $1, $1)"),
        ("SELECT id FROM t NOT INDEXED WHERE a = ?", "SELECT id FROM t WHERE a = $1"),
        ("FROM t INDEXED BY ix_t_a WHERE a = ?1", "FROM t WHERE a = $1"),
        (
            "a IN (SELECT CAST(value AS BIGINT) FROM json_each(?4)) OR b = ?",
            "a = ANY(numbers($4)) OR b = $1",
        ),
        ("SELECT CAST(a AS BLOB) FROM t", "SELECT CAST(a AS bytea) FROM t"),
        ("SELECT CAST(files.name AS BLOB)", "SELECT convert_to(files.name, 'UTF8')"),
    ],
)
def test_statements_are_put_as_the_server_takes_them(for_sqlite: str, for_postgresql: str) -> None:
    assert translated(for_sqlite) == for_postgresql


def test_a_database_without_a_library_is_missing_one_until_one_is_made(database: Server) -> None:
    with pytest.raises(LibraryMissingError):
        open_shared(database)
    with open_shared(database, makes=True), open_shared(database, read_only=True) as library:
        assert library.is_read_only
        assert library.place == database
        with library.read() as connection:
            assert documents.newest_id(connection) == 0


def test_a_database_that_is_not_there_is_told(database: Server) -> None:
    with pytest.raises(LibraryUnreachableError, match='"nowhere" does not exist'):
        open_shared(Server(database.url.replace("/shared?", "/nowhere?")), makes=True)


@pytest.mark.parametrize(
    ("version", "error"),
    [("9999", LibraryNewerError), (REVISIONS[0], LibraryDamagedError), ("x", LibraryDamagedError)],
)
def test_a_library_of_another_version_is_refused(
    database: Server, version: str, error: type[Exception]
) -> None:
    open_shared(database, makes=True).close()
    administer(database, f"UPDATE simhash_gui.alembic_version SET version_num = '{version}'")

    with pytest.raises(error):
        open_shared(database)


SUMMED_UP = ("encoding_overrides", "folders", "passage_marks", "verdicts")
OLDER = (
    "".join(f"ALTER TABLE simhash_gui.{each} DROP COLUMN checksum;" for each in SUMMED_UP)
    + " ALTER TABLE simhash_gui.documents DROP COLUMN details_checksum;"
    "ALTER TABLE simhash_gui.files DROP COLUMN checksum;"
    " ALTER TABLE simhash_gui.documents DROP COLUMN checksum;"
    " ALTER TABLE simhash_gui.comparison_data DROP COLUMN checksums;"
    " ALTER TABLE simhash_gui.verdicts DROP COLUMN person;"
    " ALTER TABLE simhash_gui.review_runs DROP COLUMN person;"
    " DROP INDEX simhash_gui.ux_files_place, simhash_gui.ix_files_path,"
    " simhash_gui.ix_journal_path;"
    " CREATE UNIQUE INDEX ux_files_place ON simhash_gui.files (folder_id, relative_path);"
    " CREATE INDEX ix_journal_path ON simhash_gui.journal (path);"
    " DROP FUNCTION simhash_gui.announce() CASCADE;"
    " UPDATE simhash_gui.alembic_version SET version_num = '0007'"
)
COLUMNS = text(
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    " WHERE table_schema = 'simhash_gui'"
    " UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes"
    " WHERE schemaname = 'simhash_gui' ORDER BY 1, 2"
)


def columns(library: SharedLibrary) -> list[tuple[str, ...]]:
    with library.read() as connection:
        return [tuple(row) for row in connection.execute(COLUMNS)]


def test_an_older_library_is_upgraded_and_keeps_its_content(database: Server) -> None:
    with open_shared(database, makes=True) as library, library.write() as connection:
        meta.write(connection, "note", "kept")
        documents.insert(connection, [document(2)])
        placed(connection, file(folder(connection), "a\\b.txt", document_id=1))
        members = {digest(1): "/a\\b.txt", digest(2): "/b.txt"}
        verdicts.add(connection, GivenVerdict(0, Verdict.LATER, "a note", 5, members))
        anchors = np.array([7, 9], np.uint32)
        mark = MarkedPassage("a", PassageMark.COPIED, "a \\ text", anchors)
        passage_marks.put(connection, mark, 5)
        encoding_overrides.put(connection, "/a\\b.txt", "utf-8", 5)
        expected = columns(library)
    administer(database, OLDER)

    with pytest.raises(LibraryOlderError, match="open it for writing"):
        open_shared(database, read_only=True)
    with open_shared(database) as upgraded, open_shared(database) as other:
        with upgraded.read() as connection:
            assert meta.read(connection, "note") == "kept"
            assert_summed_up(connection)
            assert_decisions_summed_up(connection)
        assert columns(upgraded) == expected
        with other.write() as connection:
            documents.insert(connection, [document(1)])
        assert upgraded.presence() is Presence.CHANGED


def test_nobody_is_surprised_by_an_upgrade(database: Server) -> None:
    with open_shared(database, makes=True):
        administer(database, OLDER)
        with pytest.raises(LibraryBusyError, match="others have it open"):
            open_shared(database)


def test_what_others_change_is_noticed_and_what_one_does_oneself_is_not(database: Server) -> None:
    with open_shared(database, makes=True) as library, open_shared(database) as other:
        assert library.presence() is Presence.IN_PLACE
        with library.write() as connection:
            documents.insert(connection, [document(1)])
        assert library.presence() is Presence.IN_PLACE
        assert other.presence() is Presence.CHANGED
        assert other.presence() is Presence.IN_PLACE
        with other.write() as connection:
            meta.write(connection, "note", "what a search keeps is no change")
        assert library.presence() is Presence.IN_PLACE


def test_a_path_may_be_as_long_as_a_file_system_lets_it(library: SharedLibrary) -> None:
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    paths = [
        "/".join("".join(random.Random(n).choices(letters, k=240)) for n in range(end))
        for end in (15, 16)
    ]
    with library.write() as connection:
        folder_id = folder(connection)
        for _ in range(2):
            placed(connection, *(file(folder_id, path) for path in paths))
    with library.read() as connection:
        found = connection.exec_driver_sql("SELECT relative_path FROM files").scalars().all()

    assert sorted(found) == sorted(paths)


def test_a_person_is_the_user_of_the_server(library: SharedLibrary) -> None:
    assert library.person == "tests"


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(LibraryUnreachableError, match="does not answer"):
        open_shared(Server("postgresql:///news?host=/nowhere"))


def test_a_server_that_lets_nobody_in_is_told(
    own_server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = own_server.database("news")
    administer(database, "CREATE ROLE anna LOGIN PASSWORD 'right'")
    own_server.ask_for_password("anna")
    hers = Server(database.url.replace("tests@", "anna@"))

    monkeypatch.delenv("PGPASSWORD", raising=False)
    with pytest.raises(LibraryUnreachableError, match="it asks for a password: keep it in"):
        open_shared(hers)
    monkeypatch.setenv("PGPASSWORD", "wrong")
    with pytest.raises(LibraryUnreachableError, match=r"refuses the connection .*anna"):
        open_shared(hers)
    monkeypatch.setenv("PGPASSWORD", "right")
    with pytest.raises(LibraryMissingError):
        open_shared(hers)


def test_an_address_that_the_driver_does_not_take_is_told() -> None:
    with pytest.raises(LibraryUnreachableError, match="address"):
        open_shared(Server("postgresql:///news?colour=blue"))


def test_a_reader_sees_the_library_as_it_was(library: SharedLibrary) -> None:
    with library.read() as connection:
        assert meta.read(connection, "note") is None
        with library.write() as writing:
            meta.write(writing, "note", "new")
        assert meta.read(connection, "note") is None
    with library.read() as connection:
        assert meta.read(connection, "note") == "new"


def test_what_fails_leaves_nothing(library: SharedLibrary) -> None:
    def write() -> None:
        with library.write() as connection:
            meta.write(connection, "note", "lost")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    with library.read() as connection:
        assert meta.read(connection, "note") is None


def test_a_write_within_a_write_is_a_bug(library: SharedLibrary) -> None:
    with library.write(), pytest.raises(RuntimeError, match="inside"), library.write():
        pass


def test_a_closed_library_is_not_used(library: SharedLibrary) -> None:
    library.close()
    library.close()

    with pytest.raises(LibraryClosedError), library.read():
        pass


def test_several_programs_write_at_once_and_nothing_is_lost_or_doubled(database: Server) -> None:
    open_shared(database, makes=True).close()

    def write(first: int) -> None:
        with open_shared(database) as library:
            for number in range(first, first + 100, 10):
                new = [
                    document(each) for each in (*range(number, number + 10), 1000 + number % 100)
                ]
                with library.write() as connection:
                    documents.insert(connection, new)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(0, 400, 100)))

    with open_shared(database) as library, library.read() as connection:
        found = connection.execute(text("SELECT digest FROM documents")).scalars().all()
    numbers = sorted(int.from_bytes(each, "big") for each in found)
    assert numbers == [*range(400), *range(1000, 1100, 10)]


def test_no_writer_fails_where_the_server_serialises_by_default(database: Server) -> None:
    open_shared(database, makes=True).close()
    administer(database, "ALTER DATABASE shared SET default_transaction_isolation = serializable")
    with open_shared(database) as library, library.write() as connection:
        connection.execute(text("INSERT INTO meta (key, value) VALUES ('count', '0')"))

    def count(_number: int) -> None:
        with open_shared(database) as library:
            for _ in range(20):
                with library.write() as connection:
                    counted = connection.execute(
                        text("SELECT value FROM meta WHERE key = 'count'")
                    ).scalar_one()
                    connection.execute(
                        text("UPDATE meta SET value = :value WHERE key = 'count'"),
                        {"value": str(int(counted) + 1)},
                    )

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count, range(4)))

    with open_shared(database) as library, library.read() as connection:
        found = connection.execute(text("SELECT value FROM meta WHERE key = 'count'"))
        assert found.scalar_one() == "80"


def test_ids_come_in_the_order_in_which_documents_become_visible(database: Server) -> None:
    with open_shared(database, makes=True) as first, open_shared(database) as second:
        begun, seen = threading.Event(), []

        def write() -> None:
            begun.wait()
            with second.write() as connection:
                documents.insert(connection, [document(2)])

        with ThreadPoolExecutor(1) as threads:
            other = threads.submit(write)
            with first.write() as connection:
                begun.set()
                documents.insert(connection, [document(1)])
                with first.read() as reading:
                    seen.append(documents.newest_id(reading))
            other.result()
        with first.read() as connection:
            ids = documents.ids_by_digest(connection, [document(1).digest, document(2).digest])

    assert seen == [0]
    assert ids[document(1).digest] < ids[document(2).digest]


def test_a_writer_waits_its_turn_and_says_when_it_was_too_long(database: Server) -> None:
    with (
        open_shared(database, makes=True) as first,
        open_shared(database, busy_timeout_s=0.1) as second,
        first.write(),
        pytest.raises(LibraryBusyError),
        second.write(),
    ):
        pass


def test_a_folder_is_imported_by_one_program_at_a_time(database: Server) -> None:
    with open_shared(database, makes=True) as first, open_shared(database) as second:
        with first.claimed(1):
            with second.claimed(2):
                pass
            with pytest.raises(LibraryBusyError, match="imports this folder"), second.claimed(1):
                pass
        with second.claimed(1):
            pass


def test_a_run_that_was_cut_off_is_noted_by_the_next_alone(database: Server) -> None:
    first = open_shared(database, makes=True)
    with first.write() as connection:
        import_runs.start(connection, "import", {}, 1)
    with open_shared(database) as beside, beside.read() as connection:
        assert [run.state for run in all_runs(connection)] == ["running"]
    first.close()
    with open_shared(database) as later, later.read() as connection:
        assert [run.state for run in all_runs(connection)] == ["interrupted"]


def test_who_may_only_read_checks_and_changes_nothing(database: Server) -> None:
    with open_shared(database, makes=True) as library, library.write() as connection:
        meta.write(connection, "note", "kept")
    administer(database, "DROP ROLE IF EXISTS checker")
    administer(
        database,
        "CREATE ROLE checker LOGIN; GRANT USAGE ON SCHEMA simhash_gui TO checker;"
        " GRANT SELECT ON ALL TABLES IN SCHEMA simhash_gui TO checker",
    )
    checkers = Server(database.url.replace("tests@", "checker@"))

    with open_shared(checkers, read_only=True) as library, library.read() as connection:
        assert meta.read(connection, "note") == "kept"
    with pytest.raises(LibraryReadOnlyError):
        open_shared(checkers)
    with (
        open_shared(database),
        pytest.raises(LibraryReadOnlyError, match="may not write"),
    ):
        open_shared(checkers)  # also where it need not note what was cut off


def test_the_end_of_the_server_is_told_and_goes_over(own_server: TestServer) -> None:
    def write(value: str, *, meanwhile: Callable[[], None]) -> None:
        with library.write() as connection:
            meta.write(connection, "note", value)
            meanwhile()

    def read() -> str | None:
        with library.read() as connection:
            return meta.read(connection, "note")

    with open_shared(own_server.database("restarted"), makes=True) as library:
        assert library.presence() is Presence.IN_PLACE
        write("kept", meanwhile=lambda: None)
        assert read() == "kept"
        with pytest.raises(LibraryUnreachableError):
            write("lost", meanwhile=own_server.stop)
        with pytest.raises(LibraryUnreachableError):
            read()
        assert library.presence() is Presence.GONE
        own_server.start()
        assert library.presence() is Presence.CHANGED
        assert library.presence() is Presence.IN_PLACE
        assert read() == "kept"
        write("new", meanwhile=lambda: None)
        assert read() == "new"


def test_a_password_is_taken_from_the_environment_and_stands_nowhere(
    database: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PGPASSWORD", "a secret")
    with open_shared(database, makes=True) as library:
        assert "a secret" not in str(library.place)
    assert "a secret" not in caplog.text
    assert os.environ["PGPASSWORD"] == "a secret"


@pytest.mark.parametrize("name", ["back\\slash.txt", "\\x41.txt", "two\\\\.txt"])
def test_a_name_with_backslashes_is_read_as_it_is(library: SharedLibrary, name: str) -> None:
    with library.write() as connection:
        documents.insert(connection, [document(1)])
        placed(connection, file(folder(connection), name, document_id=1))

    with library.read() as connection:
        assert_summed_up(connection)


def assert_summed_up(connection: Connection) -> None:
    """That files say which contents they have, fingerprints whose they are, and what is noted."""
    found = present_files.load(connection)
    kept = documents.load_fingerprints(connection, RECIPE)
    assert found.contents.tolist() == kept.contents.tolist() != []
    without = text(
        "SELECT count(*) FROM documents WHERE checksum IS NULL OR details_checksum IS NULL"
    )
    assert connection.execute(without).scalar_one() == 0


def assert_decisions_summed_up(connection: Connection) -> None:
    """That what people have decided is as it was, and summed up."""
    (given,), damaged = verdicts.load_all(connection)
    assert (given.note, damaged) == ("a note", 0)
    assert folders.damaged_ids(connection) == []
    summed = "verdicts", "folders", "passage_marks", "encoding_overrides"
    for table in summed:
        rows = text(f"SELECT count(*), count(checksum) FROM simhash_gui.{table}")
        assert tuple(connection.execute(rows).one()) == (1, 1)
    assert encoding_overrides.list_all(connection)
    assert passage_marks.load_all(connection)[1] == 0
