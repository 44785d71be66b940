"""simhash (PyPI, by 1e0ng): fingerprints of jieba's tokens, its index, and all pairs through it."""

from __future__ import annotations

import logging

import jieba
import numpy as np
from serving import checksum
from simhash import Simhash, SimhashIndex
from texts import documents


class Contender:
    def load_texts(self, corpora: str, language: str, count: int) -> int:
        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
        self._texts = documents(corpora, language)[:count]
        return len(self._texts)

    def segment(self) -> None:
        for text in self._texts:
            jieba.lcut(text)

    def fingerprint(self) -> None:
        for text in self._texts:
            _ = Simhash([token for token in jieba.cut(text) if not token.isspace()]).value

    def load(self, path: str, k: int) -> None:
        logging.disable(logging.WARNING)
        self._words, self._k = np.load(path).tolist(), k

    def index(self) -> None:
        self._index = SimhashIndex(
            [(str(number), Simhash(word)) for number, word in enumerate(self._words)], k=self._k
        )

    def pairs(self) -> None:
        self.index()
        self._found = {
            (number, int(near))
            for number, word in enumerate(self._words)
            for near in self._index.get_near_dups(Simhash(word))
            if number < int(near)
        }

    def summary(self) -> dict[str, int]:
        words = np.array(self._words, np.uint64)
        left, right = np.array(sorted(self._found), np.int64).reshape(-1, 2).T
        return {"count": len(self._found), "checksum": checksum(words[left], words[right])}
