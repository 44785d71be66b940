"""Fingerprints and pairs as plain numpy files, for people who bring their own.

``load_fingerprints`` reads a ``.npy`` file, ``write_pairs`` a ``.npz`` one. The search between them
is ``pair_search``'s. Ten thousand equal fingerprints are one to a search and fifty million pairs to
those who want them written, so they are written out in pieces, ordered by left and then by right;
memory goes by the distinct pairs.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tokenize import TokenError
from types import MappingProxyType
from typing import IO, Any, BinaryIO

import numpy as np
import psutil
from numpy.lib import format as npy
from numpy.typing import NDArray

from simhash_gui.core.clustering.clusters import cluster_labels
from simhash_gui.core.hamming.folding import Folding
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection.groups import LEAST_FILES, PAIRS_A_FILE
from simhash_gui.services.library.whole_files import replacing

Positions = NDArray[np.int64]

_ROWS_AT_ONCE = 1 << 20
_SPOOL_BYTES = 1 << 24
_NPZ_OVERHEAD_BYTES = 1024
"""At most: three headers of arrays, and those of the archive."""
_HALF = np.uint64(32)
_HEADERS = MappingProxyType({(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0})


class NotFingerprintsError(ValueError):
    """A file that is no array of fingerprints; the message says what is wrong with it."""


def load_fingerprints(path: Path) -> Words:
    """Read a ``.npy`` file of unsigned 64-bit integers, shape (n,).

    Other types are refused rather than converted, for that would change fingerprints silently.
    Raises NotFingerprintsError.
    """
    try:
        with path.open("rb") as file:
            shape, dtype = _header(path, file)
            _require_fingerprints(path, shape, dtype)
            _require_whole(path, file, shape[0] * dtype.itemsize)
            array = np.fromfile(file, dtype, shape[0])
    except OSError as error:
        raise NotFingerprintsError(f"{path}: {error.strerror or error}") from error
    except MemoryError as error:
        raise NotFingerprintsError(f"{path}: the array does not fit into memory") from error
    return np.ascontiguousarray(array, np.uint64)


def _header(path: Path, file: BinaryIO) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and type of values. The header is a Python expression that anybody may have written."""
    try:
        read = _HEADERS[npy.read_magic(file)]
        shape, _, dtype = read(file)
    except (
        EOFError,
        LookupError,
        MemoryError,
        RecursionError,
        SyntaxError,
        TokenError,
        TypeError,
        ValueError,
    ) as error:
        raise NotFingerprintsError(f"{path}: no array as numpy.save writes it") from error
    return shape, dtype


def _require_fingerprints(path: Path, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if dtype.kind != "u" or dtype.itemsize != np.uint64().itemsize:
        raise NotFingerprintsError(f"{path}: holds {dtype}, fingerprints are uint64")
    if len(shape) != 1 or isinstance(shape[0], bool) or shape[0] < 0:
        raise NotFingerprintsError(f"{path}: has shape {shape}, not one dimension")


def _require_whole(path: Path, file: BinaryIO, size_bytes: int) -> None:
    """Before memory is taken for what a header only promises."""
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode):
        raise NotFingerprintsError(f"{path}: this is no plain file")
    if found.st_size - file.tell() < size_bytes:
        raise NotFingerprintsError(f"{path}: no array as numpy.save writes it: it is cut off")


def count_clusters(folded: FoldedPairs) -> int:
    """How many clusters of two and more fingerprints the pairs join (single linkage)."""
    sizes = np.bincount(cluster_labels(folded))
    return int(np.count_nonzero(sizes >= 2))


@dataclass(frozen=True, slots=True)
class WrittenSize:
    """What writing pairs takes on the drive: the file, and what is beside it for a while."""

    file_bytes: int
    beside_bytes: int

    @property
    def total_bytes(self) -> int:
        """All that has to be free."""
        return self.file_bytes + self.beside_bytes


def written_size(pair_count: int) -> WrittenSize:
    """What ``write_pairs`` will take."""
    position, distance = np.dtype(np.int64).itemsize, np.dtype(np.uint8).itemsize
    file_bytes = _NPZ_OVERHEAD_BYTES + pair_count * (2 * position + distance)
    spooled = [pair_count * size for size in (position, distance)]
    return WrittenSize(file_bytes, sum(size for size in spooled if size > _SPOOL_BYTES))


def write_pairs(path: Path, words: Words, folded: FoldedPairs) -> int:
    """Write arrays ``left``, ``right`` (int64) and ``distance`` (uint8) of all pairs of positions.

    ``left < right``, ordered by left and then by right. Where equal fingerprints are listed as
    groups (``equal_groups``), the first position stands in pairs for all of its group, and
    ``group_members`` and ``group_offsets`` (int64) say who they are: group i is
    ``group_members[group_offsets[i]:group_offsets[i + 1]]``. The file appears complete or not at
    all. Returns how many pairs are written. Raises OSError.
    """
    groups = equal_groups(folded)
    positions = np.arange(len(words))
    if len(groups):
        positions, folded = _without_copies(folded, groups)
    count = folded.count()
    with (
        replacing(path) as part,
        zipfile.ZipFile(part, "x") as archive,
        _spool(path) as lefts,
        _spool(path) as distances,
    ):
        with _member(archive, "right", np.int64, count) as rights:
            for pairs in ordered_pairs(words[positions], folded):
                lefts.write(positions[pairs.left].data)
                rights.write(positions[pairs.right].data)
                distances.write(pairs.distance.data)
        with _member(archive, "left", np.int64, count) as member:
            _copy(lefts, member)
        with _member(archive, "distance", np.uint8, count) as member:
            _copy(distances, member)
        if len(groups):
            _write_array(archive, "group_members", groups.members)
            _write_array(archive, "group_offsets", groups.offsets)
    return count


@dataclass(frozen=True, slots=True, eq=False)
class EqualGroups:
    """Groups of positions of equal fingerprints: group i is ``members[offsets[i]:offsets[i + 1]]``.

    ``numbers`` are those of the fingerprints, ``implied_count`` counts the pairs that are not
    written for the groups: all inside, and those with others but for that of the first positions.
    """

    numbers: Positions
    members: Positions
    offsets: Positions
    implied_count: int

    def __len__(self) -> int:
        return len(self.numbers)


def equal_groups(folded: FoldedPairs) -> EqualGroups:
    """Groups of so many equal fingerprints that the pairs among them outnumber them by far.

    Only where all pairs would outnumber the fingerprints by more than ``PAIRS_A_FILE`` to 1.
    """
    folding = folded.folding
    numbers = np.flatnonzero(folding.sizes >= LEAST_FILES)
    if folded.count() <= PAIRS_A_FILE * len(folding.inverse):
        numbers = numbers[:0]
    sizes = folding.sizes[numbers]
    members = folding.members[_runs(folding.offsets[numbers], sizes)]
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    groups = EqualGroups(numbers, members, offsets, 0)
    if not len(groups):
        return groups
    written = _without_copies(folded, groups)[1].count()
    return replace(groups, implied_count=folded.count() - written)


def _without_copies(folded: FoldedPairs, groups: EqualGroups) -> tuple[Positions, FoldedPairs]:
    """Positions without those of groups but the first of each, and their pairs."""
    folding = folded.folding
    is_left = np.ones(len(folding.inverse), np.bool_)
    is_left[groups.members] = False
    is_left[groups.members[groups.offsets[:-1]]] = True
    numbers = np.cumsum(is_left) - 1
    members = folding.members[is_left[folding.members]]
    sizes = np.bincount(folding.inverse[is_left], minlength=len(folding))
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    left = Folding(folding.lanes, folding.inverse[is_left], numbers[members], offsets)
    return np.flatnonzero(is_left), FoldedPairs(left, folded.pairs)


def ordered_pairs(words: Words, folded: FoldedPairs) -> Iterator[NearDuplicatePairs]:
    """Yield all pairs of positions, ordered by left and then by right, in bounded batches."""
    folding = folded.folding
    adjacency = _adjacency(folding, folded.pairs)
    places = np.empty(len(folding.members), np.int64)
    places[folding.members] = np.arange(len(folding.members))
    for span in _spans(folding, adjacency, places):
        own, across = _among_equals(folding, places, span), _across(folding, adjacency, span)
        left, right = (np.concatenate(parts) for parts in zip(own, across, strict=True))
        keys = left.astype(np.uint64) << _HALF | right.astype(np.uint64)
        keys.sort()
        left, right = (keys >> _HALF).astype(np.int64), keys.astype(np.uint32).astype(np.int64)
        yield NearDuplicatePairs(left, right, np.bitwise_count(words[left] ^ words[right]))


def peak_resident_bytes() -> int:
    """The most memory this process has held so far."""
    status = Path("/proc/self/status")
    if status.exists():
        # Not ru_maxrss, which on Linux also remembers the program that started this one.
        fields = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
        return int(fields["VmHWM"].split()[0]) * 1024
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource  # noqa: PLC0415  # there is none on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@dataclass(frozen=True, slots=True, eq=False)
class _Adjacency:
    """Distinct fingerprint i is within the distance of ``targets[starts[i]:starts[i + 1]]``.

    ``reach[i]`` is how many positions hold one of these.
    """

    starts: Positions
    targets: NDArray[np.uint32]
    reach: Positions


def _adjacency(folding: Folding, pairs: NearDuplicatePairs) -> _Adjacency:
    count, sizes = len(folding), folding.sizes
    keys = np.empty(2 * len(pairs), np.uint64)
    reach = np.zeros(count, np.int64)
    there, back = (pairs.left, pairs.right), (pairs.right, pairs.left)
    for part, (source, target) in zip(np.split(keys, 2), (there, back), strict=True):
        np.bitwise_or(source.view(np.uint64) << _HALF, target.view(np.uint64), out=part)
        reach += np.bincount(source, sizes[target], count).astype(np.int64)
    keys.sort()
    starts = np.searchsorted(keys, np.arange(count + 1, dtype=np.uint64) << _HALF)
    return _Adjacency(starts, keys.astype(np.uint32), reach)


def _spans(folding: Folding, adjacency: _Adjacency, places: Positions) -> Iterator[Positions]:
    """Cut the positions that may be a left one into runs with about as many pairs each."""
    most = _equals_after(folding, places) + adjacency.reach[folding.inverse]
    lefts = np.flatnonzero(most)
    ends = np.cumsum(most[lefts])
    start = 0
    while start < len(lefts):
        before = ends[start - 1] if start else 0
        end = int(np.searchsorted(ends, before + _ROWS_AT_ONCE, side="right"))
        yield lefts[start : max(end, start + 1)]
        start = max(end, start + 1)


def _equals_after(folding: Folding, places: Positions) -> Positions:
    """How many later positions hold the same fingerprint, for each position."""
    after: Positions = folding.offsets[1:][folding.inverse] - places - 1
    return after


def _among_equals(
    folding: Folding, places: Positions, span: Positions
) -> tuple[Positions, Positions]:
    """Pair each position with the later ones that hold the same fingerprint."""
    begins = places[span] + 1
    counts = folding.offsets[1:][folding.inverse[span]] - begins
    return np.repeat(span, counts), folding.members[_runs(begins, counts)]


def _across(
    folding: Folding, adjacency: _Adjacency, span: Positions
) -> tuple[Positions, Positions]:
    """Pair each position with the later ones that hold a fingerprint near to its own."""
    distinct = folding.inverse[span]
    begins = adjacency.starts[distinct]
    counts = adjacency.starts[distinct + 1] - begins
    targets = adjacency.targets[_runs(begins, counts)]
    sizes = folding.sizes[targets]
    left = np.repeat(np.repeat(span, counts), sizes)
    right = folding.members[_runs(folding.offsets[targets], sizes)]
    later = right > left
    return left[later], right[later]


def _runs(begins: Positions, counts: Positions) -> Positions:
    """Lay the ranges ``begins[i]`` to ``begins[i] + counts[i]`` end to end."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(begins - (ends - counts), counts) + np.arange(total)


@contextmanager
def _member(
    archive: zipfile.ZipFile, name: str, dtype: type[np.generic], count: int
) -> Iterator[IO[bytes]]:
    """One array of an ``.npz`` file, its header written and its values to come."""
    with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
        descr = npy.dtype_to_descr(np.dtype(dtype))
        header = {"descr": descr, "fortran_order": False, "shape": (count,)}
        npy.write_array_header_1_0(member, header)
        yield member


def _write_array(archive: zipfile.ZipFile, name: str, values: Positions) -> None:
    with _member(archive, name, np.int64, len(values)) as member:
        member.write(values.astype(np.int64).data)


def _spool(path: Path) -> tempfile.SpooledTemporaryFile[bytes]:
    """Room beside the output for what is written later."""
    return tempfile.SpooledTemporaryFile(_SPOOL_BYTES, dir=str(path.parent))


def _copy(spool: tempfile.SpooledTemporaryFile[bytes], target: IO[bytes]) -> None:
    spool.seek(0)
    shutil.copyfileobj(spool, target, _SPOOL_BYTES)
