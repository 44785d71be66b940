"""datasketch: MinHash (128 permutations) of shingles of four tokens, pairs from MinHashLSH.

Tokens are words, and every Chinese character one: shingles of four of them are what the peer does
best with here, and need no segmenter.
"""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from datasketch import MinHash, MinHashLSH
from serving import cpu_s, forget_peak, peak_bytes

_PERMUTATIONS = 128
_SHINGLE = 4
_TOKENS = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")


class Contender:
    def load(self, folders: list[str], threshold: float) -> None:
        self._folders, self._threshold = folders, threshold
        gc.freeze()  # as for ours

    def scan(self, answer: str) -> dict[str, Any]:
        """What each step took; pairs from the threshold on go into the file ``answer``."""
        read = _Step()
        sketches = {str(path): _sketch(path.read_text("utf-8")) for path in self._paths()}
        steps = {"read": read.took()}
        pairs = _Step()
        found = list(self._pairs(sketches))
        steps["pairs"] = pairs.took()
        with Path(answer).open("w", encoding="utf-8") as file:
            file.writelines(f"{a}\t{b}\n" for a, b in found)
        return {"steps": steps}

    def _paths(self) -> list[Path]:
        return [path for folder in self._folders for path in sorted(Path(folder).glob("*.txt"))]

    def _pairs(self, sketches: dict[str, MinHash]) -> Iterator[tuple[str, str]]:
        index = MinHashLSH(threshold=self._threshold, num_perm=_PERMUTATIONS)
        for name, sketch in sketches.items():
            for other in index.query(sketch):
                if sketch.jaccard(sketches[other]) >= self._threshold:
                    yield other, name
            index.insert(name, sketch)


class _Step:
    """A stretch of work and what it takes."""

    def __init__(self) -> None:
        forget_peak()
        self._wall, self._cpu = time.perf_counter(), cpu_s()

    def took(self) -> dict[str, float]:
        wall_s, spent_s = time.perf_counter() - self._wall, cpu_s() - self._cpu
        return {"wall_s": wall_s, "cpu_s": spent_s, "peak_bytes": peak_bytes()}


def _sketch(text: str) -> MinHash:
    tokens = _TOKENS.findall(text.lower())
    ends = range(_SHINGLE, max(len(tokens), _SHINGLE) + 1)
    shingles = {" ".join(tokens[end - _SHINGLE : end]) for end in ends}
    sketch = MinHash(num_perm=_PERMUTATIONS)
    sketch.update_batch([shingle.encode() for shingle in shingles])
    return sketch
