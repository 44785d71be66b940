"""datasketch: MinHash LSH over the shingles of whole documents, asked where a text comes from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from datasketch import MinHash, MinHashLSHEnsemble

_PERMUTATIONS = 128
_SHINGLE = 5
_LEAST_SHARE = 0.1
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_]+")


class Contender:
    """Containment by LSH Ensemble, its way to find documents of which a part is in the question."""

    def build(self, folder: str) -> int:
        self._index = MinHashLSHEnsemble(threshold=_LEAST_SHARE, num_perm=_PERMUTATIONS)
        entries = []
        for path in sorted(Path(folder).rglob("*.txt")):
            sketch, size = _sketch(path.read_text("utf-8"))
            if size:
                entries.append((path.name, sketch, size))
        self._index.index(entries)
        return len(entries)

    def ask(self, text: str) -> list[str]:
        sketch, size = _sketch(text)
        return list(self._index.query(sketch, size))


def _sketch(text: str) -> tuple[Any, int]:
    tokens = [match[0].lower() for match in _TOKEN.finditer(text)]
    shingles = {" ".join(tokens[n : n + _SHINGLE]).encode() for n in range(len(tokens) - 4)}
    sketch = MinHash(num_perm=_PERMUTATIONS)
    sketch.update_batch(sorted(shingles))
    return sketch, len(shingles)
