"""SQLite without our library: a table of fingerprints with an index on each block.

``covering`` indexes hold the fingerprint too; ``single`` ones send every candidate to the table.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
from serving import latencies

_SHIFTS = (48, 32, 16, 0)


class Contender:
    def prepare(self, path: str, library: str, covering: bool) -> None:
        self._path, self._covering = Path(library), covering
        signed = np.load(path).view(np.int64)
        blocks = [((signed >> shift) & 0xFFFF).tolist() for shift in _SHIFTS]
        self._rows = list(zip(signed.tolist(), *blocks, strict=True))

    def remove(self) -> None:
        for part in self._path.parent.glob(f"{self._path.name}*"):
            part.unlink()

    def import_kept(self) -> None:
        """Insert with the indexes in place."""
        self._import(indexes_first=True)

    def import_then_index(self) -> None:
        self._import(indexes_first=False)

    def _import(self, *, indexes_first: bool) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA cache_size = -262144")
        connection.execute(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, f INTEGER, "
            "b0 INTEGER, b1 INTEGER, b2 INTEGER, b3 INTEGER)"
        )
        if indexes_first:
            self._create_indexes(connection)
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO t (f, b0, b1, b2, b3) VALUES (?,?,?,?,?)", self._rows)
        connection.execute("COMMIT")
        if not indexes_first:
            self._create_indexes(connection)
        connection.close()

    def _create_indexes(self, connection: sqlite3.Connection) -> None:
        more = ", f" if self._covering else ""
        for block in range(4):
            connection.execute(f"CREATE INDEX i{block} ON t (b{block}{more})")

    def open(self, library: str, questions: str, most: int, k: int) -> None:
        if k > 3:
            raise ValueError("equal blocks find all pairs only up to a distance of 3")
        self._connection, self._k = sqlite3.connect(library), k
        self._questions = np.load(questions)[:most].tolist()

    def close(self) -> None:
        self._connection.close()

    def ask(self) -> dict[str, float]:
        return latencies(self._find, self._questions)

    def _find(self, word: int) -> int:
        found = set()
        for block, shift in enumerate(_SHIFTS):
            rows = self._connection.execute(
                f"SELECT id, f FROM t INDEXED BY i{block} WHERE b{block} = ?",
                (word >> shift & 0xFFFF,),
            )
            for row_id, signed in rows:
                if (word ^ (signed & 0xFFFF_FFFF_FFFF_FFFF)).bit_count() <= self._k:
                    found.add(row_id)
        return len(found)
