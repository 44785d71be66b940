"""Which files of a folder stand in an archive, found by the path of that archive.

Of a million members nothing is kept but two numbers for each archive that one is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.engine.types import unescape
from simhash_gui.store.records import Ids

_MARK = "!/"
_MEMBERS = """
SELECT relative_path, id FROM files WHERE folder_id = ? AND instr(relative_path, '!/') > 0
"""
_DETAILS = """
SELECT relative_path, id, detail FROM files
WHERE folder_id = ? AND state IN ('container', 'present', 'gone', 'left-out') AND reason IS NULL
    AND detail IS NOT NULL
"""


class Members:
    """The members of every archive of a folder, at any depth. Made by ``load``.

    Paths are told apart by Python's keyed hash, as in ``known_files``.
    """

    def __init__(self, table: NDArray[np.int64], details: Mapping[int, tuple[int, str]]) -> None:
        """``table``, shape (n, 2): hash of the archive's path, id of a member.

        ``details``: of an archive by the hash of its path, its id and what was noted with it.
        """
        ordered = table[np.argsort(table[:, 0], kind="stable")]
        self._hashes = np.ascontiguousarray(ordered[:, 0])
        self._ids = np.ascontiguousarray(ordered[:, 1])
        self._details = {key: detail for key, (_, detail) in details.items()}
        self._details_by_id = dict(details.values())

    def below(self, relative_path: str) -> Ids:
        """Ids of all files inside the archive at this path; none when there is no such archive."""
        if not len(self._ids):
            return self._ids
        wanted = hash(relative_path)
        first = int(np.searchsorted(self._hashes, wanted, "left"))
        last = int(np.searchsorted(self._hashes, wanted, "right"))
        return self._ids[first:last]

    def detail(self, relative_path: str) -> str | None:
        """What was noted with the archive when its members were chosen."""
        return self._details.get(hash(relative_path))

    def detail_of(self, file_id: int) -> str | None:
        """The same by the id of the archive."""
        return self._details_by_id.get(file_id)


def load(connection: Connection, folder_id: int) -> Members:
    """The members of the archives of a folder."""
    cursor = driver_cursor(connection)
    details = {
        hash(unescape(path)): (int(number), str(detail))
        for path, number, detail in cursor.execute(_DETAILS, (folder_id,)).fetchall()
    }
    rows = ((unescape(path), number) for path, number in cursor.execute(_MEMBERS, (folder_id,)))
    numbers = chain.from_iterable(chain.from_iterable(_pairs(path, key) for path, key in rows))
    return Members(np.fromiter(numbers, np.int64).reshape(-1, 2), details)


def _pairs(path: str, file_id: int) -> Iterator[tuple[int, int]]:
    """One for each archive that the file may be in: what looks like one may be a folder."""
    at = path.find(_MARK)
    while at >= 0:
        yield hash(path[:at]), file_id
        at = path.find(_MARK, at + len(_MARK))
