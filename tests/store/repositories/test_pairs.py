"""Measures of pairs go in by the later document and come out as arrays; damage is left out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import Connection, delete

from simhash_gui.store.engine.schema import documents
from simhash_gui.store.repositories import pairs
from simhash_gui.store.repositories.pairs import RECORD
from tests.store.builders import document, stored

NOW, BEFORE = b"now", b"before"


def records(*others: int) -> NDArray[np.void]:
    found = np.zeros(len(others), RECORD)
    found["other_id"] = others
    found["jaccard"] = 0.5
    return found


@pytest.fixture
def ids(connection: Connection) -> list[int]:
    """Three documents."""
    return stored(connection, document(1), document(2), document(3))


def test_records_come_back_by_ascending_document(connection: Connection, ids: list[int]) -> None:
    first, second, third = ids
    rows = [(third, records(first, second)), (second, records(first))]

    pairs.put(connection, 0, NOW, rows)

    owners, found = pairs.load(connection, 0, NOW)
    assert owners.tolist() == [second, third, third]
    assert np.array_equal(found, records(first, first, second))


def test_another_context_is_forgotten_and_another_kind_is_not(
    connection: Connection, ids: list[int]
) -> None:
    first, second, third = ids
    pairs.put(connection, 0, BEFORE, [(second, records(first))])
    pairs.put(connection, 1, BEFORE, [(second, records(first))])

    pairs.put(connection, 0, NOW, [(third, records(first))])

    assert pairs.load(connection, 0, BEFORE)[0].tolist() == []
    assert pairs.load(connection, 0, NOW)[0].tolist() == [third]
    assert pairs.load(connection, 1, BEFORE)[0].tolist() == [second]


def test_what_a_document_had_goes_with_it(connection: Connection, ids: list[int]) -> None:
    pairs.put(connection, 0, NOW, [(ids[1], records(ids[0])), (99, records(ids[0]))])

    connection.execute(delete(documents).where(documents.c.id == ids[1]))

    assert not connection.exec_driver_sql("SELECT * FROM pairs").fetchall()


@pytest.mark.file_only
@pytest.mark.parametrize(
    "damage",
    ["x'00'", "7", "'text'", "substr(measured, 2)", "x'00' || measured"],
)
def test_a_damaged_row_counts_as_missing(
    connection: Connection, ids: list[int], damage: str
) -> None:
    pairs.put(connection, 0, NOW, [(ids[1], records(ids[0])), (ids[2], records(ids[0]))])

    connection.exec_driver_sql(
        f"UPDATE pairs SET measured = {damage} WHERE document_id = ?", (ids[1],)
    )

    assert pairs.load(connection, 0, NOW)[0].tolist() == [ids[2]]
