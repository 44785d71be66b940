"""Checksums of the files and fingerprints that have none yet. Frozen, as ``0001`` is.

What stands there is taken as right, as it was so far; from now on a change of it is told. A file
that is not as long as its document gets none: it may be that of another.
"""

from collections.abc import Callable, Iterable
from typing import Any

from alembic import op
from xxhash import xxh3_64_intdigest

from simhash_gui.store.engine.statements import driver_cursor

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_AT_ONCE = 10_000
_HALF, _WORD = 1 << 63, (1 << 64) - 1
_SCATTER = 0x9E3779B97F4A7C15
_FOLDERS = "SELECT id, CAST(path AS BLOB) FROM folders"
_RECIPES = "SELECT key, CAST(recipe_id AS BLOB) FROM recipes"
_FILES = f"""
SELECT files.id, CAST(digest AS BLOB), CAST(relative_path AS BLOB), folder_id
FROM files JOIN documents ON documents.id = document_id
WHERE files.id > ? AND files.checksum IS NULL AND files.size_bytes = documents.size_bytes
ORDER BY files.id LIMIT {_AT_ONCE}
"""
_DOCUMENTS = f"""
SELECT id, CAST(digest AS BLOB), fingerprint, fingerprint_rest, recipe_key FROM documents
WHERE id > ? AND checksum IS NULL AND fingerprint IS NOT NULL
ORDER BY id LIMIT {_AT_ONCE}
"""


def upgrade() -> None:
    """Sum up some thousand rows at a time: a library may have millions."""
    cursor = driver_cursor(op.get_bind())
    folders = _summed(cursor.execute(_FOLDERS))
    recipes = _summed(cursor.execute(_RECIPES))

    def of_file(digest: bytes, path: bytes | None, folder: int) -> int:
        start = int.from_bytes(digest[:8], "little")
        return (xxh3_64_intdigest(path or b"") ^ folders[folder] ^ start) or 1

    def of_fingerprint(digest: bytes, word: int, rest: int, recipe: int) -> int:
        seed = word & _WORD ^ (rest * _SCATTER & _WORD) ^ recipes[recipe]
        return xxh3_64_intdigest(digest, seed)

    _sum_up(cursor, _FILES, "UPDATE files SET checksum = ? WHERE id = ?", of_file)
    _sum_up(cursor, _DOCUMENTS, "UPDATE documents SET checksum = ? WHERE id = ?", of_fingerprint)


def _summed(rows: Iterable[tuple[int, bytes | None]]) -> dict[int, int]:
    return {number: xxh3_64_intdigest(value or b"") for number, value in rows}


def _sum_up(cursor: Any, select: str, update: str, checksum: Callable[..., int]) -> None:
    last = 0
    while rows := cursor.execute(select, (last,)).fetchall():
        last = rows[-1][0]
        sums: list[tuple[int, int]] = []
        for number, *values in rows:
            try:
                sums.append((_signed(checksum(*values)), number))
            except (TypeError, KeyError):  # damage, which a check tells
                continue
        cursor.executemany(update, sums)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= _HALF else value
