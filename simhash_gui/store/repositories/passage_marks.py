"""What people say of texts that several documents share; kept by content, so rescans keep it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, select

from simhash_gui.store.engine.schema import passage_marks
from simhash_gui.store.engine.statements import driver_cursor, insert_into
from simhash_gui.store.engine.types import DamagedValueError, PassageMark
from simhash_gui.store.repositories.checksums import fits, of_row

_HASH_BYTES = 4
_COLUMNS = ", ".join(f'"{column.name}"' for column in passage_marks.c)
_COPY = f"""
INSERT INTO passage_marks ({_COLUMNS}) VALUES ({", ".join("?" * len(passage_marks.c))})
ON CONFLICT ("key") DO UPDATE SET
    {", ".join(f"{column.name} = excluded.{column.name}" for column in passage_marks.c)}
"""


@dataclass(frozen=True, slots=True, eq=False)
class MarkedPassage:
    """A marked text. ``key`` follows from its tokens, ``anchors`` are its winnowed hashes."""

    key: str
    mark: PassageMark
    text: str
    anchors: NDArray[np.uint32]


def put(connection: Connection, passage: MarkedPassage, marked_at_ms: int) -> None:
    """Mark a text, in place of the mark that it has."""
    anchors = passage.anchors.astype("<u4").tobytes()
    values = {
        "mark": passage.mark,
        "text": passage.text,
        "anchors": anchors,
        "marked_at_ms": marked_at_ms,
        "checksum": of_row(passage.key, passage.mark, passage.text, anchors, marked_at_ms),
    }
    statement = insert_into(connection, passage_marks).values({"key": passage.key} | values)
    connection.execute(statement.on_conflict_do_update(index_elements=["key"], set_=values))


def remove(connection: Connection, key: str) -> bool:
    """Take a mark back; whether there was one."""
    return connection.execute(delete(passage_marks).where(passage_marks.c.key == key)).rowcount > 0


def load_all(connection: Connection) -> tuple[list[MarkedPassage], int]:
    """All marked texts, the latest last, but for those that are not what was marked; how many."""
    columns = passage_marks.c
    statement = select(passage_marks).order_by(columns.marked_at_ms, columns.key)
    found, damaged = list[MarkedPassage](), 0
    for *values, checksum in connection.execute(statement):
        key, mark, text, anchors, _ = values
        if fits(checksum, of_row, *values):
            found.append(MarkedPassage(key, mark, text, _hashes(anchors)))
        else:
            damaged += 1
    return found, damaged


def copy_all(source: Connection, target: Connection) -> None:
    """Put all marks of a library into another one, damaged ones as they are."""
    rows = driver_cursor(source).execute(f"SELECT {_COLUMNS} FROM passage_marks").fetchall()
    driver_cursor(target).executemany(_COPY, rows)


def _hashes(data: bytes) -> NDArray[np.uint32]:
    if len(data) % _HASH_BYTES:
        raise DamagedValueError("a list of hashes is cut off")
    return np.frombuffer(data, "<u4").astype(np.uint32)
