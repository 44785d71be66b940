"""Which document each of some files holds, as arrays: what moved files are told by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.records import Ids
from simhash_gui.store.statements import json_list

_PLACED = "SELECT id, document_id, coalesce(run_id, 0) FROM files WHERE document_id IS NOT NULL"
_LISTED = "id IN (SELECT value FROM json_each(?))"
_AMONG = f"{_PLACED} AND state = 'present' AND {_LISTED} ORDER BY id"
_SINCE = f"{_PLACED} AND (state = 'present' AND run_id > ? OR {_LISTED}) ORDER BY id"


@dataclass(frozen=True, slots=True, eq=False)
class PlacedFiles:
    """Parallel arrays of shape (n,), by ascending file id; ``run_ids`` is 0 where none is known."""

    file_ids: Ids
    document_ids: Ids
    run_ids: Ids

    def __len__(self) -> int:
        return len(self.file_ids)

    def take(self, selection: NDArray[np.bool_]) -> PlacedFiles:
        """The files that a mask of shape (n,) selects."""
        return PlacedFiles(
            self.file_ids[selection], self.document_ids[selection], self.run_ids[selection]
        )


def among(connection: Connection, ids: Ids | Iterable[int]) -> PlacedFiles:
    """Those of the files that are present and hold a document."""
    return _fetch(connection, _AMONG, (json_list(ids),))


def met_since(connection: Connection, run_id: int, others: Ids | Iterable[int]) -> PlacedFiles:
    """Present files of documents that were read after a run, and ``others``, that are back."""
    return _fetch(connection, _SINCE, (run_id, json_list(others)))


def _fetch(connection: Connection, statement: str, values: tuple[object, ...]) -> PlacedFiles:
    rows = chain.from_iterable(driver_cursor(connection).execute(statement, values))
    columns = np.fromiter(rows, np.int64).reshape(-1, 3).T
    return PlacedFiles(*(np.ascontiguousarray(column) for column in columns))
