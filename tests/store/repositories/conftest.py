"""Every test of a repository runs on a file, and on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine.place import Server
from simhash_gui.store.library import Library
from tests.helpers.postgresql import TestServer

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def database(server: TestServer) -> Server:
    """A database on it, which ``emptied`` makes as good as new."""
    return server.database("library")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests of what only SQLite has: its plans, and values of any type in any column."""
    items[:] = [
        item
        for item in items
        if not (item.get_closest_marker("file_only") and "postgresql" in item.nodeid)
    ]


@contextmanager
def emptied(database: Server) -> Iterator[Library]:
    """The library in the database, with nothing in it."""
    from simhash_gui.store.shared_library import open_shared  # noqa: PLC0415 - an extra

    with open_shared(database, makes=True) as library:
        with library.write() as connection:
            tables = connection.exec_driver_sql(
                "SELECT string_agg(tablename, ', ') FROM pg_tables"
                " WHERE schemaname = current_schema() AND tablename <> 'alembic_version'"
            ).scalar_one()
            connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
        yield library


@pytest.fixture(params=ENGINES)
def library(request: pytest.FixtureRequest, path: Path) -> Iterator[Library]:
    """An open, empty library, on both engines."""
    if request.param == "postgresql":
        with emptied(request.getfixturevalue("database")) as library:
            yield library
        return
    with Library.create(path) as library:
        yield library


@pytest.fixture(scope="module", params=ENGINES)
def shared_library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    """An open library for the many examples of a property test, on both engines."""
    if request.param == "postgresql":
        with emptied(request.getfixturevalue("database")) as library:
            yield library
        return
    with Library.create(tmp_path_factory.mktemp("shared") / "library.simhash") as library:
        yield library


@pytest.fixture
def connection(library: Library) -> Iterator[Connection]:
    """One transaction on an empty library, for tests that need no more."""
    with library.write() as connection:
        yield connection
