"""All files that are there, as arrays: what clusters of a whole library are made of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from simhash_gui.store.engine.connections import driver_cursor
from simhash_gui.store.records import Ids

_LOAD = """
SELECT files.id, document_id, size_bytes, mtime_ns
FROM files JOIN folders ON folders.id = folder_id
WHERE state = 'present' AND document_id IS NOT NULL AND role != 'excluded'
ORDER BY path, relative_path
"""


@dataclass(frozen=True, slots=True, eq=False)
class PresentFiles:
    """Parallel arrays of shape (n,), by path, so that no import changes their order."""

    file_ids: Ids
    document_ids: Ids
    sizes_bytes: Ids
    modified_ns: Ids

    def __len__(self) -> int:
        return len(self.file_ids)

    def take(self, selection: NDArray[np.bool_]) -> PresentFiles:
        """The files that a mask of shape (n,) selects."""
        return PresentFiles(
            self.file_ids[selection],
            self.document_ids[selection],
            self.sizes_bytes[selection],
            self.modified_ns[selection],
        )


def load(connection: Connection) -> PresentFiles:
    """The present files of documents, without those of excluded folders."""
    rows = chain.from_iterable(driver_cursor(connection).execute(_LOAD))
    columns = np.fromiter(rows, np.int64).reshape(-1, 4).T
    return PresentFiles(*(np.ascontiguousarray(column) for column in columns))
