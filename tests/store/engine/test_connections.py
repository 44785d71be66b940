"""How a library file is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from simhash_gui.store.engine.connections import Access, connect, uri
from simhash_gui.store.library import Library


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (Path("/data/a b?.simhash"), "file:///data/a%20b%3F.simhash?mode=ro"),
        (PureWindowsPath("C:\\data\\a.simhash"), "file:///C%3A/data/a.simhash?mode=ro"),
        (PureWindowsPath("\\\\host\\share\\a"), "file:////host/share/a?mode=ro"),
    ],
)
def test_a_path_becomes_a_uri_on_every_system(path: Any, expected: str) -> None:
    assert uri(path, Access.READ) == expected


@pytest.mark.parametrize(("value", "bits"), [(0, 0), (5, 2), (2**63 - 1, 63), (-1, 1)])
def test_popcount_counts_the_bits_of_the_absolute_value(
    library: Library, value: int, bits: int
) -> None:
    with library.read() as connection:
        assert connection.exec_driver_sql("SELECT popcount(?)", (value,)).scalar_one() == bits


@pytest.mark.parametrize("access", [Access.WRITE, Access.READ])
def test_a_file_that_is_not_a_database_is_closed_again(tmp_path: Path, access: Access) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 500)

    with pytest.raises(sqlite3.DatabaseError):
        connect(path, access, 0).execute("SELECT * FROM sqlite_schema")
