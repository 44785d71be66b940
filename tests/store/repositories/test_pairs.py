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


def put(
    connection: Connection, context: bytes, *rows: tuple[int, NDArray[np.void]], kind: int = 0
) -> None:
    owners = np.repeat([owner for owner, _ in rows], [len(row) for _, row in rows])
    pairs.put(connection, kind, context, owners, np.concatenate([row for _, row in rows]))


def loaded(
    connection: Connection, ids: list[int], context: bytes = NOW, kind: int = 0
) -> list[tuple[int, int, float]]:
    """Of some documents: each with the other one, and their Jaccard."""
    return sorted(
        (owner, int(record["other_id"]), float(record["jaccard"]))
        for owners, records in pairs.load(connection, kind, context, np.array(ids))
        for owner, record in zip(owners.tolist(), records, strict=True)
    )


def test_records_come_back_by_document(connection: Connection, ids: list[int]) -> None:
    first, second, third = ids

    put(connection, NOW, (third, records(second, first)), (second, records(first)))

    every = [(second, first, 0.5), (third, first, 0.5), (third, second, 0.5)]
    assert loaded(connection, ids) == every
    assert loaded(connection, [second]) == every[:1]


def test_records_are_added_to_those_of_a_document_in_place_of_those_of_the_same_pairs(
    connection: Connection, ids: list[int]
) -> None:
    first, second, third = ids
    put(connection, NOW, (third, records(first, second)), (second, records(first)))
    other = records(second)
    other["jaccard"] = 0.25

    put(connection, NOW, (third, other))

    assert loaded(connection, ids) == [
        (second, first, 0.5),
        (third, first, 0.5),
        (third, second, 0.25),
    ]


def test_another_context_is_forgotten_and_another_kind_is_not(
    connection: Connection, ids: list[int]
) -> None:
    first, second, third = ids
    put(connection, BEFORE, (second, records(first)))
    put(connection, BEFORE, (second, records(first)), kind=1)

    put(connection, NOW, (third, records(first)))

    assert loaded(connection, ids, BEFORE) == []
    assert [owner for owner, *_ in loaded(connection, ids)] == [third]
    assert [owner for owner, *_ in loaded(connection, ids, BEFORE, kind=1)] == [second]


def test_what_a_document_had_goes_with_it(connection: Connection, ids: list[int]) -> None:
    put(connection, NOW, (ids[1], records(ids[0])), (99, records(ids[0])))

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
    put(connection, NOW, (ids[1], records(ids[0])), (ids[2], records(ids[0])))

    connection.exec_driver_sql(
        f"UPDATE pairs SET measured = {damage} WHERE document_id = ?", (ids[1],)
    )

    assert [owner for owner, *_ in loaded(connection, ids)] == [ids[2]]
