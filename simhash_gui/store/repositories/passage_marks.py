"""What people say of texts that several documents share; kept by content, so rescans keep it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, select

from simhash_gui.store.engine.schema import passage_marks
from simhash_gui.store.engine.statements import insert_into
from simhash_gui.store.engine.types import DamagedValueError, PassageMark

_HASH_BYTES = 4


@dataclass(frozen=True, slots=True, eq=False)
class MarkedPassage:
    """A marked text. ``key`` follows from its tokens, ``anchors`` are its winnowed hashes."""

    key: str
    mark: PassageMark
    text: str
    anchors: NDArray[np.uint32]


def put(connection: Connection, passage: MarkedPassage, marked_at_ms: int) -> None:
    """Mark a text, in place of the mark that it has."""
    values = {
        "mark": passage.mark,
        "text": passage.text,
        "anchors": passage.anchors.astype("<u4").tobytes(),
        "marked_at_ms": marked_at_ms,
    }
    statement = insert_into(connection, passage_marks).values({"key": passage.key} | values)
    connection.execute(statement.on_conflict_do_update(index_elements=["key"], set_=values))


def remove(connection: Connection, key: str) -> bool:
    """Take a mark back; whether there was one."""
    return connection.execute(delete(passage_marks).where(passage_marks.c.key == key)).rowcount > 0


def load_all(connection: Connection) -> list[MarkedPassage]:
    """All marked texts, the latest last."""
    columns = passage_marks.c
    statement = select(columns.key, columns.mark, columns.text, columns.anchors)
    rows = connection.execute(statement.order_by(columns.marked_at_ms, columns.key))
    return [MarkedPassage(key, mark, text, _hashes(data)) for key, mark, text, data in rows]


def load_marked(connection: Connection) -> list[tuple[MarkedPassage, int]]:
    """All marked texts, each with the time of its mark in milliseconds since 1970."""
    times = select(passage_marks.c.key, passage_marks.c.marked_at_ms)
    marked_at_ms = {row.key: row.marked_at_ms for row in connection.execute(times)}
    return [(each, marked_at_ms[each.key]) for each in load_all(connection)]


def _hashes(data: bytes) -> NDArray[np.uint32]:
    if len(data) % _HASH_BYTES:
        raise DamagedValueError("a list of hashes is cut off")
    return np.frombuffer(data, "<u4").astype(np.uint32)
