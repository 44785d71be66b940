"""duckdb: all pairs as a join on equal blocks, one thread; exact up to a distance of 3."""

from __future__ import annotations

import duckdb
import numpy as np
from serving import checksum

_JOIN = " UNION ".join(
    f"SELECT a.f AS l, b.f AS r FROM t a JOIN t b ON a.b{block} = b.b{block} "
    "WHERE a.f < b.f AND bit_count(xor(a.f, b.f)) <= {k}"
    for block in range(4)
)


class Contender:
    def load(self, path: str, k: int) -> None:
        if k > 3:
            raise ValueError("equal blocks find all pairs only up to a distance of 3")
        self._k, self._connection = k, duckdb.connect()
        self._connection.register("words", {"f": np.load(path)})
        self._connection.execute("SET threads = 1")
        self._connection.execute(
            "CREATE TABLE t AS SELECT f, (f >> 48)::USMALLINT b0, ((f >> 32) & 65535)::USMALLINT "
            "b1, ((f >> 16) & 65535)::USMALLINT b2, (f & 65535)::USMALLINT b3 "
            "FROM words"
        )

    def pairs(self) -> None:
        self._found = self._connection.execute(_JOIN.format(k=self._k)).fetchnumpy()

    def summary(self) -> dict[str, int]:
        left, right = (np.asarray(self._found[side], np.uint64) for side in ("l", "r"))
        return {"count": len(left), "checksum": checksum(left, right)}
