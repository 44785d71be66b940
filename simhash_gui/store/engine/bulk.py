"""Fast loading of very many documents: without the block indexes, which are made again at the end.

All of it belongs to the caller's one transaction. Until that is committed the file holds the
library as it was, indexes included, so that a crash or a full drive at any moment costs the load
and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, select

from simhash_gui.store.engine.connections import WRITER_CACHE_KIB, driver_cursor
from simhash_gui.store.engine.schema import block_indexes, documents

FEWEST_ROWS = 20_000
GREATEST_GROWTH = 3
"""An index made anew costs a row about a third of what keeping it up to date does (measured), so
it pays while the library has at most three times as many documents as are to come."""

_CACHE_KIB = 256 * 1024
"""Room for the digest index of several million documents, whose rows arrive in no order."""
_SORTING_CACHE_KIB = 2 * 1024
"""SQLite sorts an index in runs as large as the cache: runs that the processor's own cache holds
make a million rows take half as long (measured)."""


@contextmanager
def bulk_load(connection: Connection, expected_rows: int) -> Iterator[None]:
    """Insert or update about ``expected_rows`` documents in this block, in this transaction.

    Few rows, or few beside those that are there, are written with the indexes in place. When the
    block raises, the whole transaction of ``connection`` is rolled back.
    """
    if not _pays(connection, expected_rows):
        yield
        return
    try:
        _set_cache(connection, _CACHE_KIB)
        for index in block_indexes:
            index.drop(connection)
        yield
        _set_cache(connection, _SORTING_CACHE_KIB)
        for index in block_indexes:
            index.create(connection)
    except BaseException:
        connection.rollback()
        raise
    finally:
        _set_cache(connection, WRITER_CACHE_KIB)


def _pays(connection: Connection, expected_rows: int) -> bool:
    if expected_rows < FEWEST_ROWS:
        return False
    present = connection.execute(select(func.count()).select_from(documents)).scalar_one()
    return present <= GREATEST_GROWTH * expected_rows


def _set_cache(connection: Connection, kib: int) -> None:
    # Past SQLAlchemy, which after a rollback would take no statement but the end of the block.
    driver_cursor(connection).execute(f"PRAGMA cache_size = -{kib}")
