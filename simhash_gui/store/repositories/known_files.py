"""All that is known of the files of one folder, in 42 bytes a file.

An import of a large folder holds this from beginning to end, to tell new and changed files from
those it need not read; a dictionary of paths would take ten times the room.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.engine.types import unescape
from simhash_gui.store.records import FileState, Ids, KnownFile

_STATES = tuple(FileState)
_NO_DOCUMENT = 0
_INDEX_OF_STATE = " ".join(f"WHEN '{state}' THEN {index}" for index, state in enumerate(_STATES))
_COMES_BACK_AS = """CASE
    WHEN state NOT IN ('gone', 'skipped', 'left-out') THEN state
    WHEN reason IS NOT NULL THEN 'failed'
    WHEN document_id IS NULL THEN 'container'
    ELSE 'present' END"""
_LOAD = f"""
SELECT relative_path, id, size_bytes, mtime_ns, coalesce(document_id, 0),
    CASE state {_INDEX_OF_STATE} ELSE {_STATES.index(FileState.FAILED)} END,
    CASE {_COMES_BACK_AS} {_INDEX_OF_STATE} ELSE {_STATES.index(FileState.FAILED)} END
FROM files WHERE folder_id = ?
"""


class KnownFiles:
    """The files of a folder by relative path. Made by ``load``.

    Paths are told apart by Python's keyed 64-bit hash. Among a million files the chance that any
    two share one is 3 in 100 million, and as the key changes with each start of the program, a
    file mistaken for another is seen right at the next import.
    """

    def __init__(self, table: NDArray[np.int64]) -> None:
        """Shape (n, 7): hash, id, size, mtime, document id or 0, indexes of both states."""
        columns = table[np.argsort(table[:, 0], kind="stable")].T
        self._hashes, self._ids, self._sizes, self._mtimes, self._documents = (
            np.ascontiguousarray(column) for column in columns[:5]
        )
        self._states, self._comes_back_as = (column.astype(np.uint8) for column in columns[5:])

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Ids:
        """The file ids by position, shape (n,)."""
        return self._ids

    def position(self, relative_path: str) -> int | None:
        """Where in ``ids`` a file stands, or None for a file that is not known.

        A scan ticks off positions as it meets files; what is left is gone.
        """
        wanted = hash(relative_path)
        position = int(np.searchsorted(self._hashes, wanted))
        is_known = position < len(self) and self._hashes[position] == wanted
        return position if is_known else None

    def get(self, relative_path: str) -> KnownFile | None:
        """What is known of a file, or None."""
        position = self.position(relative_path)
        return None if position is None else self.at(position)

    def at(self, position: int) -> KnownFile:
        """What is known of the file at a position."""
        document_id = int(self._documents[position])
        return KnownFile(
            id=int(self._ids[position]),
            size_bytes=int(self._sizes[position]),
            mtime_ns=int(self._mtimes[position]),
            document_id=None if document_id == _NO_DOCUMENT else document_id,
            state=_STATES[self._states[position]],
            comes_back_as=_STATES[self._comes_back_as[position]],
        )

    def in_state(self, state: FileState) -> NDArray[np.bool_]:
        """Which positions are in a state, shape (n,)."""
        matches: NDArray[np.bool_] = self._states == _STATES.index(state)
        return matches

    def unseen(self) -> NDArray[np.bool_]:
        """Which positions failed before anything could be seen of them, shape (n,)."""
        is_blank: NDArray[np.bool_] = (self._sizes == 0) & (self._mtimes == 0)
        return is_blank & self.in_state(FileState.FAILED)

    def held(self, ids: Ids, document_ids: Ids) -> NDArray[np.bool_]:
        """Of parallel ids, shape (n,), which files were present with these very documents."""
        is_present = self.in_state(FileState.PRESENT)
        by_id = np.argsort(self._ids, kind="stable")
        places = np.searchsorted(self._ids, ids, sorter=by_id)
        is_inside = places < len(self)
        rows = by_id[places[is_inside]]
        matches = np.zeros(len(ids), np.bool_)
        matches[is_inside] = (
            (self._ids[rows] == ids[is_inside])
            & (self._documents[rows] == document_ids[is_inside])
            & is_present[rows]
        )
        return matches


def load(connection: Connection, folder_id: int) -> KnownFiles:
    """Everything the library knows of the files of a folder."""
    numbers = chain.from_iterable(_rows(connection, folder_id))
    return KnownFiles(np.fromiter(numbers, np.int64).reshape(-1, 7))


def _rows(connection: Connection, folder_id: int) -> Iterator[tuple[int, ...]]:
    for path, *numbers in driver_cursor(connection).execute(_LOAD, (folder_id,)):
        yield hash(unescape(path)), *numbers
