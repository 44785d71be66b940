"""Our index in memory, asked one fingerprint at a time."""

from __future__ import annotations

import numpy as np
from serving import latencies, serve

from simhash_gui.core.hamming.search import FingerprintIndex


class Contender:
    def load(self, path: str, questions: str, most: int, k: int) -> None:
        self._words, self._k = np.load(path), k
        self._questions = np.load(questions)[:most].tolist()

    def index(self) -> None:
        self._index = FingerprintIndex(self._words)

    def ask(self) -> dict[str, float]:
        index, k = self._index, self._k
        return latencies(lambda word: len(index.query(word, k)), self._questions)


if __name__ == "__main__":
    serve(Contender())
