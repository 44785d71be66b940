"""Files read again and again, by whatever reads them; what the contenders of ``formats`` share.

Needs the standard library only, for it also runs beside peers.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

Read = Callable[[bytes], str]
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_SHINGLE = 4
_LEAST_S = 0.3


class Reading:
    """Some files and one way to read them."""

    def __init__(self, read: Read, folder: str, truth: list[str]) -> None:
        self._read = read
        self._contents = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
        self._truth = [tokens(text) for text in truth]
        for content in self._contents:  # fails here if at all, and has loaded what is loaded once
            read(content)

    def turn(self) -> dict[str, float]:
        """Read all, as often as it takes to be measured: seconds for one time, by both clocks."""
        times, wall_s, cpu_s = 0, time.perf_counter(), _cpu_s()
        while time.perf_counter() - wall_s < _LEAST_S:
            for content in self._contents:
                self._read(content)
            times += 1
        return {
            "wall_s": (time.perf_counter() - wall_s) / times,
            "cpu_s": (_cpu_s() - cpu_s) / times,
        }

    def score(self) -> float:
        """The mean F1 of tokens, whatever their order, against what the files were made from."""
        found = [tokens(self._read(content)) for content in self._contents]
        return sum(map(f1, self._truth, found)) / len(found)


def read_file(read: Read, path: str) -> dict[str, str]:
    """The text of one file, and whether it was ``read`` or ``refused`` by an exception."""
    try:
        return {"end": "read", "text": read(Path(path).read_bytes())}
    except Exception:  # noqa: BLE001 - libraries raise what they like
        return {"end": "refused", "text": ""}


def tokens(text: str) -> list[str]:
    """Words and single Han characters, in lower case."""
    return _TOKEN.findall(text.lower())


def f1(one: Sequence[str], other: Sequence[str]) -> float:
    """Of tokens, whatever their order."""
    shared = (Counter(one) & Counter(other)).total()
    return 2 * shared / max(1, len(one) + len(other))


def jaccard(one: Sequence[str], other: Sequence[str]) -> float:
    """Of the different shingles of four tokens."""
    first, second = _shingles(one), _shingles(other)
    return len(first & second) / max(1, len(first | second))


def _shingles(found: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(found[i : i + _SHINGLE]) for i in range(max(1, len(found) - _SHINGLE + 1))}


def _cpu_s() -> float:
    """Of this process, and of programs that it called."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system
