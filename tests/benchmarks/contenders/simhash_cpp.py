"""simhash-pybind (PyPI; Seomoz's simhash-cpp): all pairs by sorted permutations."""

from __future__ import annotations

import logging

import jieba
import numpy as np
import simhash
from serving import checksum
from texts import documents


class Contender:
    def load(self, path: str, k: int, blocks: int) -> None:
        # A set beforehand, as its function wants it, so that no conversion of ours is timed.
        self._words, self._k, self._blocks = set(np.load(path).tolist()), k, blocks

    def pairs(self) -> None:
        self._found = simhash.find_all(self._words, self._blocks, self._k)

    def summary(self) -> dict[str, int]:
        left, right = np.array(list(self._found), np.uint64).reshape(-1, 2).T
        return {"count": len(self._found), "checksum": checksum(left, right)}

    def load_texts(self, corpora: str, language: str, count: int) -> int:
        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
        self._texts = documents(corpora, language)[:count]
        return len(self._texts)

    def fingerprint(self) -> None:
        for text in self._texts:
            tokens = (token for token in jieba.cut(text) if not token.isspace())
            simhash.compute([simhash.unsigned_hash(token.encode()) for token in tokens])
