"""faiss-cpu: IndexBinaryMultiHash over the four blocks, one thread.

Exact: of k differing bits one of four blocks has at most k // 4, so that many are flipped.
"""

from __future__ import annotations

import faiss
import numpy as np
from serving import checksum

_AT_ONCE = 50_000


class Contender:
    def load(self, path: str, k: int) -> None:
        faiss.omp_set_num_threads(1)
        self._words, self._k = np.load(path), k

    def index(self) -> None:
        self._index = faiss.IndexBinaryMultiHash(64, 4, 16)
        self._index.nflip = self._k // 4
        self._index.add(_rows(self._words))

    def pairs(self) -> None:
        self.index()
        self._found = [self._search(start) for start in range(0, len(self._words), _AT_ONCE)]

    def _search(self, start: int) -> tuple[np.ndarray, np.ndarray]:
        queries = _rows(self._words[start : start + _AT_ONCE])
        limits, _, right = self._index.range_search(queries, self._k + 1)
        left = np.repeat(np.arange(len(queries)) + start, np.diff(limits).astype(np.int64))
        return left[left < right], right[left < right]

    def summary(self) -> dict[str, int]:
        left, right = (np.concatenate(side) for side in zip(*self._found, strict=True))
        return {
            "count": len(left),
            "checksum": checksum(self._words[left], self._words[right]),
        }


def _rows(words: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(words.astype("<u8").view(np.uint8).reshape(-1, 8))
