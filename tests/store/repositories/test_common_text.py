"""What was counted last is kept under its key, and damage of it is no answer."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import Connection

from simhash_gui.store.repositories import common_text

TYPES = (np.dtype(np.uint32), np.dtype(np.bool_), np.dtype(np.int64))
ARRAYS = (np.array([7, 2**32 - 1], np.uint32), np.array([True]), np.array([], np.int64))


def loaded(connection: Connection, key: bytes) -> list[list[object]] | None:
    found = common_text.load(connection, key, TYPES)
    return None if found is None else [array.tolist() for array in found]


def test_arrays_of_any_length_come_back(connection: Connection) -> None:
    common_text.put(connection, b"key", ARRAYS)

    assert loaded(connection, b"key") == [[7, 2**32 - 1], [True], []]


def test_a_library_keeps_one_count_at_a_time(connection: Connection) -> None:
    common_text.put(connection, b"old", ARRAYS)
    common_text.put(connection, b"new", ARRAYS)

    assert loaded(connection, b"old") is None
    assert loaded(connection, b"new") is not None


@pytest.mark.file_only
@pytest.mark.parametrize("damage", ["substr(counted, 2)", "counted || x'00'", "'text'", "x''"])
def test_what_is_damaged_is_counted_again(connection: Connection, damage: str) -> None:
    common_text.put(connection, b"key", ARRAYS)
    connection.exec_driver_sql(f"UPDATE common_text SET counted = {damage}")

    assert loaded(connection, b"key") is None


@pytest.mark.file_only
def test_what_belongs_to_another_kind_is_counted_again(connection: Connection) -> None:
    common_text.put(connection, b"key", ARRAYS)
    common_text.put(connection, b"longer", [np.arange(9)])
    connection.exec_driver_sql(
        "UPDATE common_text SET counted = (SELECT counted FROM common_text WHERE length(key) = 6)"
    )

    assert loaded(connection, b"key") is None
