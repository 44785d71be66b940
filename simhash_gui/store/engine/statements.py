"""What many repositories need for a statement: lists of ids, arrays of ids, the driver's cursor."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    func,
    select,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects import sqlite

from simhash_gui.store.engine.types import DamagedValueError, Ids

if TYPE_CHECKING:
    from simhash_gui.store.engine.postgresql import ServerCursor

_Item = TypeVar("_Item")


def json_list(ids: Ids | Iterable[int]) -> str:
    """Any number of ids as one bound value; SQLite takes only some ten thousand of them singly."""
    return json.dumps(ids.tolist() if isinstance(ids, np.ndarray) else list(ids))


def listed(column: Column[Any], parameter: str = "ids") -> ColumnElement[bool]:
    """Whether ``column`` is in the ``json_list`` bound to ``parameter``."""
    values = func.json_each(bindparam(parameter, type_=Text)).table_valued("value")
    return column.in_(select(sql_cast(values.c.value, BigInteger)))


def is_on_server(connection: Connection) -> bool:
    """Whether the library is on a PostgreSQL server, and in no file."""
    return connection.dialect.name == "postgresql"


def insert_into(connection: Connection, table: Table) -> sqlite.Insert:
    """An insert that may say ``on_conflict_do_nothing`` or ``on_conflict_do_update``."""
    if is_on_server(connection):  # the same methods, with the same arguments
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - it loads asyncio

        return cast("sqlite.Insert", postgresql.insert(table))
    return sqlite.insert(table)


def fetch_ids(
    connection: Connection, statement: Select[Any], parameters: dict[str, Any] | None = None
) -> Ids:
    """The one integer column of a statement as an array, in the order of its rows.

    Read from the driver's cursor: a million SQLAlchemy rows take as long as the query itself.
    """
    rows = cast("Iterable[tuple[int]]", connection.execute(statement, parameters).cursor)
    return int_table(rows, 1)[:, 0]


def int_table(rows: Iterable[Iterable[Any]], columns: int) -> Ids:
    """Rows of integers as an array of shape (n, columns).

    Raises DamagedValueError, which is LibraryDamagedError outside ``read()``, where one is none.
    """
    try:
        return np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, columns)
    except (TypeError, ValueError, OverflowError) as error:
        raise DamagedValueError(f"a number is none: {error}") from error


def chunks(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """The items in lists of at most ``size``."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def driver_cursor(connection: Connection) -> sqlite3.Cursor | ServerCursor:
    """The driver's cursor in the transaction of ``connection``; takes SQL as SQLite has it.

    For the few statements that move a million rows or must answer in microseconds, where
    SQLAlchemy's own work per row or per call would cost more than the database's.
    """
    driver: Any = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        return driver.cursor()
    from simhash_gui.store.engine.postgresql import ServerCursor  # noqa: PLC0415 - an extra

    return ServerCursor(driver)
