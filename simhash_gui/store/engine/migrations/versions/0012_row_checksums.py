"""Checksums of what is noted of documents, and of what people decide. Frozen, as ``0001`` is.

What stands there is taken as right, as it was so far; from now on a change of it is told.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

import sqlalchemy as sa
from alembic import op
from xxhash import xxh3_64_intdigest

from simhash_gui.store.engine.statements import driver_cursor

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_AT_ONCE = 10_000
_HALF = 1 << 63
_COLUMNS = (
    ("documents", "details_checksum"),
    ("encoding_overrides", "checksum"),
    ("folders", "checksum"),
    ("passage_marks", "checksum"),
    ("verdicts", "checksum"),
)
_SUMMED_UP = {
    "documents": (
        "digest, reader, encoding, language, size_bytes, character_count, imported_at_ms,"
        " encoding_confidence, encoding_source, title, author, written, declared_language"
    ),
    "encoding_overrides": "pattern, encoding, added_at_ms",
    "folders": "path, role, added_at_ms",
    "passage_marks": '"key", mark, text, anchors, marked_at_ms',
    "verdicts": "verdict, note, given_at_ms, person",
}
_MEMBERS = "SELECT verdict_id, digest, path FROM verdict_members"


def upgrade() -> None:
    """Add the columns, and sum up some thousand rows at a time: a library may have millions."""
    for table, name in _COLUMNS:
        op.add_column(table, sa.Column(name, sa.BigInteger))
    bind = op.get_bind()
    is_file = bind.dialect.name == "sqlite"
    with _texts_as_bytes(bind.connection.driver_connection if is_file else None):
        _sum_up(bind, is_file)


def _sum_up(bind: sa.Connection, is_file: bool) -> None:
    cursor = driver_cursor(bind)
    members: dict[int, list[tuple[Any, ...]]] = {}
    for verdict, *member in cursor.execute(_MEMBERS).fetchall():
        members.setdefault(verdict, []).append(tuple(member))

    def of_verdict(number: int, *values: Any) -> int:
        return _of_row(*values, *chain.from_iterable(sorted(members.get(number, ()))))

    for table, name in _COLUMNS:
        server_key = '"key"' if table == "passage_marks" else "id"
        key = "rowid" if is_file else server_key
        checksum = of_verdict if table == "verdicts" else _of_numbered
        _sum_up_table(cursor, table, name, key, checksum)


def _sum_up_table(
    cursor: Any, table: str, name: str, key: str, checksum: Callable[..., int]
) -> None:
    first = f"SELECT {key}, {_SUMMED_UP[table]} FROM {table}"
    last = f"ORDER BY {key} LIMIT {_AT_ONCE}"
    update = f"UPDATE {table} SET {name} = ? WHERE {key} = ?"
    rows = cursor.execute(f"{first} {last}").fetchall()
    while rows:
        sums: list[tuple[int, Any]] = []
        for row in rows:
            try:
                sums.append((checksum(*row), row[0]))
            except (TypeError, ValueError):  # damage, which a check tells
                continue
        cursor.executemany(update, sums)
        rows = cursor.execute(f"{first} WHERE {key} > ? {last}", (rows[-1][0],)).fetchall()


@contextmanager
def _texts_as_bytes(connection: Any | None) -> Iterator[None]:
    """In a file a text may be none, and is no reason to refuse the upgrade."""
    if connection is not None:
        connection.text_factory = bytes
    try:
        yield
    finally:
        if connection is not None:
            connection.text_factory = str


def _of_numbered(_: Any, *values: Any) -> int:
    return _of_row(*values)


def _of_row(*values: Any) -> int:
    summed = xxh3_64_intdigest(b"".join(map(_part, values)))
    return summed - (1 << 64) if summed >= _HALF else summed


def _part(value: Any) -> bytes:
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return b"%d:%b" % (len(value), value)
    return b"-" if value is None else b"%a;" % float(value)
