"""Bulk loading drops the block indexes for a while, and nothing can leave the library so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import Connection

from simhash_gui.store.engine import meta
from simhash_gui.store.engine.bulk import FEWEST_ROWS, bulk_load
from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import documents
from simhash_gui.store.repositories.documents import ReadyFingerprints
from tests.store.builders import RECIPE, digest, other_process

ALL_INDEXES = {f"ix_documents_block{block}" for block in range(4)}

LOAD = """
import sys
from pathlib import Path
from simhash_gui.store.repositories import documents
from simhash_gui.store.engine.bulk import bulk_load
from simhash_gui.store.library import Library
from tests.store.builders import document

def wait():
    print("ready", flush=True)
    sys.stdin.read()

def rows(moment):
    for number in range(30_000):
        if moment == "inserting" and number == 20_000:
            wait()
        yield document(number)

path, moment = Path(sys.argv[1]), sys.argv[2]
library = Library.open(path)
with library.write() as connection:
    with bulk_load(connection, 30_000):
        documents.insert(connection, rows(moment))
        if moment == "inserted":
            wait()
    if moment == "indexed":
        wait()
if moment == "committed":
    wait()
"""


def indexes(connection: Connection) -> set[str]:
    names = connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'index'")
    return {name for name in names.scalars() if name.startswith("ix_documents_block")}


def ready(count: int, start: int = 0) -> ReadyFingerprints:
    numbers = np.arange(start, start + count, dtype=np.uint64)
    return ReadyFingerprints([digest(number) for number in numbers.tolist()], numbers)


def insert(connection: Connection, count: int, start: int = 0) -> int:
    return documents.insert_fingerprints(
        connection, ready(count, start), recipe_id=RECIPE, imported_at_ms=1
    )


def test_a_large_load_runs_without_the_indexes_and_ends_with_them(library: Library) -> None:
    with library.write() as connection:
        with bulk_load(connection, FEWEST_ROWS):
            assert indexes(connection) == set()
            insert(connection, FEWEST_ROWS)
        assert indexes(connection) == ALL_INDEXES

    assert library.check() == []


def test_a_small_load_keeps_the_indexes(connection: Connection) -> None:
    with bulk_load(connection, FEWEST_ROWS - 1):
        assert indexes(connection) == ALL_INDEXES


def test_a_load_that_is_small_beside_the_library_keeps_the_indexes(connection: Connection) -> None:
    with bulk_load(connection, 70_000):
        insert(connection, 70_000)

    with bulk_load(connection, FEWEST_ROWS):
        assert indexes(connection) == ALL_INDEXES


def test_a_load_that_raises_is_undone_even_when_its_caller_goes_on(library: Library) -> None:
    def load_half(connection: Connection) -> None:
        with bulk_load(connection, FEWEST_ROWS):
            insert(connection, 100)
            raise ZeroDivisionError

    with library.write() as connection:
        meta.write(connection, "note", "in the same transaction")
        with pytest.raises(ZeroDivisionError):
            load_half(connection)

    with library.read() as connection:
        assert indexes(connection) == ALL_INDEXES
        assert documents.newest_id(connection) == 0
        assert meta.read(connection, "note") is None


def test_the_cache_is_as_small_after_a_load_as_before(library: Library) -> None:
    def cache(connection: Connection) -> int:
        size: int = driver_cursor(connection).execute("PRAGMA cache_size").fetchone()[0]
        return size

    with library.write() as connection:
        before = cache(connection)
        with bulk_load(connection, FEWEST_ROWS):
            assert abs(cache(connection)) > abs(before)
        assert cache(connection) == before


@pytest.mark.parametrize(
    ("moment", "documents_kept"),
    [("inserting", 0), ("inserted", 0), ("indexed", 0), ("committed", 30_000)],
)
def test_a_process_killed_during_a_load_leaves_a_good_library_with_its_indexes(
    path: Path, moment: str, documents_kept: int
) -> None:
    Library.create(path).close()
    with other_process(LOAD, path, moment) as process:
        process.kill()
        process.wait()

    with Library.open(path) as library, library.read() as connection:
        assert len(documents.load_fingerprints(connection, RECIPE)) == documents_kept
        assert indexes(connection) == ALL_INDEXES
        assert library.check() == []
