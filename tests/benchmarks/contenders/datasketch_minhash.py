"""datasketch: MinHash signatures (128 permutations) of jieba's tokens, the other known sketch."""

from __future__ import annotations

import logging

import jieba
from datasketch import MinHash
from texts import documents

_PERMUTATIONS = 128


class Contender:
    def load_texts(self, corpora: str, language: str, count: int) -> int:
        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
        self._texts = documents(corpora, language)[:count]
        return len(self._texts)

    def fingerprint(self) -> None:
        for text in self._texts:
            tokens = {token for token in jieba.cut(text) if not token.isspace()}
            sketch = MinHash(num_perm=_PERMUTATIONS)
            sketch.update_batch([token.encode() for token in tokens])
