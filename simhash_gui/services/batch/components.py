"""Connected documents where their pairs need more memory than this process should take.

Labels are propagated along edges that are kept in files, by ranges of documents: in turns every
document joins its larger neighbours, and then its smaller ones, to the least of all its neighbours
("large-star" and "small-star": Kiveris and others, Connected Components in MapReduce and Beyond,
2014). What is left are stars around the least document of each component. A chain of n takes about
log² n rounds at most, and a document with many neighbours no more than any other: only the least
one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from typing_extensions import override

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import distinct_of
from simhash_gui.services.detection.shuffle import Shuffle
from simhash_gui.store.engine.errors import known_file_error

MOST_IN_MEMORY = 1 << 27
"""Documents and pairs together, of which union-find takes some 6 GB."""

_AT_ONCE = 1 << 24
"""Documents in one range, and edges that are read at once: some 1 GB."""
_HALF = 32
_LOW = (1 << _HALF) - 1
_ITEM_BYTES = 8

Edges = tuple[Indexes, Indexes]


class FileShuffle(Shuffle):
    """The searches in this process; what is connected, in files where it is too much."""

    def __init__(self, scratch: Path, most_in_memory: int = MOST_IN_MEMORY) -> None:
        self._scratch = scratch
        self._most_in_memory = most_in_memory

    @override
    def connected(self, count: int, left: Indexes, right: Indexes) -> Indexes:
        if count + len(left) <= self._most_in_memory:
            return super().connected(count, left, right)
        pieces = (
            (left[start : start + _AT_ONCE], right[start : start + _AT_ONCE])
            for start in range(0, len(left), _AT_ONCE)
        )
        try:
            self._scratch.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=self._scratch) as folder:
                return connected_in_files(count, pieces, Path(folder))
        except OSError as error:
            raise known_file_error(error, self._scratch) from error


def connected_in_files(
    count: int, pieces: Iterable[Edges], folder: Path, at_once: int = _AT_ONCE
) -> Indexes:
    """As ``connected_labels``, of pairs in pieces. Raises OSError: no room, say."""
    edges = _EdgeFiles(folder / "0", at_once)
    for left, right in pieces:
        edges.add_both(left, right)
    is_done = False
    while not is_done:
        hung, is_done_above = _large_star(edges)
        edges.remove()
        edges, is_done_below = _small_star(hung)
        hung.remove()
        is_done = is_done_above and is_done_below
    labels = np.arange(count)
    for low, high in edges.ranges(count):
        labels[low:high] = edges.least(low, high)
    edges.remove()
    return labels


def _large_star(edges: _EdgeFiles) -> tuple[_EdgeFiles, bool]:
    """Hang the larger neighbours of each document on the least one of all, and on itself.

    The edges that come of it, from the larger document, and whether they are those from before.
    """
    found, is_same = _EdgeFiles(edges.next, edges.at_once), True
    for low, high in edges.ranges():
        least = edges.least(low, high)
        for own, other in edges.read(low):
            upward = other > own
            target = least[own[upward] - low]
            is_same &= bool((target == own[upward]).all())
            found.add(other[upward], target)
    return found, is_same


def _small_star(edges: _EdgeFiles) -> tuple[_EdgeFiles, bool]:
    """Hang the smaller neighbours of each document, and itself, on the least of them."""
    found, is_same = _EdgeFiles(edges.next, edges.at_once), True
    for low, high in edges.ranges():
        least = edges.least(low, high)
        for own, other in edges.read(low):
            target = least[own - low]
            is_least = other == target
            is_same &= bool(is_least.all())
            found.add_both(np.where(is_least, own, other), target)
    return found, is_same


class _EdgeFiles:
    """Edges in files, by ranges of ``at_once`` documents that they begin at."""

    def __init__(self, prefix: Path, at_once: int) -> None:
        self._prefix = prefix
        self.at_once = at_once
        self._parts: set[int] = set()

    @property
    def next(self) -> Path:
        """The prefix of those that are made of these."""
        return self._prefix.with_name(str(int(self._prefix.name) + 1))

    def add(self, own: Indexes, other: Indexes) -> None:
        """Edges of a document with another one, each once if they come at once."""
        keys = distinct_of(own << _HALF | other)
        parts = (keys >> _HALF) // self.at_once
        starts = np.flatnonzero(np.diff(parts, prepend=-1))
        for part, some in zip(
            parts[starts].tolist(), np.split(keys, starts[1:]) if len(starts) else [], strict=True
        ):
            self._parts.add(part)
            with self._path(part).open("ab") as stream:
                stream.write(some.tobytes())

    def add_both(self, own: Indexes, other: Indexes) -> None:
        """The same, both ways; nobody is a neighbour of itself."""
        apart = own != other
        self.add(own[apart], other[apart])
        self.add(other[apart], own[apart])

    def ranges(self, count: int | None = None) -> Iterator[tuple[int, int]]:
        """The first document of each range that has edges, and the one after the last."""
        for part in sorted(self._parts):
            end = (part + 1) * self.at_once
            yield part * self.at_once, end if count is None else min(end, count)

    def read(self, low: int) -> Iterator[Edges]:
        """The edges of the documents of one range, some at a time."""
        with self._path(low // self.at_once).open("rb") as stream:
            while content := stream.read(self.at_once * _ITEM_BYTES):
                keys = np.frombuffer(content, np.int64)
                yield keys >> _HALF, keys & _LOW

    def least(self, low: int, high: int) -> Indexes:
        """Of each document of a range the least one of its neighbours and itself."""
        least = np.arange(low, high)
        for own, other in self.read(low):
            np.minimum.at(least, own - low, other)
        return least

    def remove(self) -> None:
        """Remove the files."""
        for part in self._parts:
            self._path(part).unlink()

    def _path(self, part: int) -> Path:
        return self._prefix.with_name(f"{self._prefix.name}-{part}")
