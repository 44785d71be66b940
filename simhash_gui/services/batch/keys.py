"""The keys stage: what candidates are found by, of each shard as Parquet files of its own.

``keys/KIND/SHARD.parquet`` has content digest, key and fingerprint of every document: under
``blocks`` each of its four block keys, under the others its rare shingles, winnowed hashes and all
its shingles. ``keys/SHARD.done`` says of which state of the shard they were made, and with what
digests. Each shard is written by itself, by whoever does it, and only where its marker does not
fit. Documents are known by the digests of their contents alone.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_hexdigest, xxh3_128

from simhash_gui.core.text.candidates import Postings
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.types import BLOCKS, Words, block_shift
from simhash_gui.services.batch.parquet import DIGEST_BYTES, ParquetWriter, Piece, Place, read_piece
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import existing_library
from simhash_gui.services.library.whole_files import replacing
from simhash_gui.store.engine.errors import known_file_error
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import shard_rows
from simhash_gui.store.repositories.comparison_data import HashKind

BLOCK_KEYS = "blocks"
DIGEST: np.dtype[np.bytes_] = np.dtype(f"S{DIGEST_BYTES}")
Digests: TypeAlias = "NDArray[np.bytes_]"

FOLDERS = (BLOCK_KEYS, *(kind.value for kind in shard_rows.KEY_KINDS))

_VERSION = 1
"""Raised whenever the same shard would get other key files."""
_READ_BYTES = 1 << 22

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeyOrder:
    """A shard whose keys are wanted, and a digest of its state."""

    shard: Path
    state: str

    @property
    def name(self) -> str:
        """Names the files of this shard and of no other."""
        return f"{self.shard.stem}-{xxh3_64_hexdigest(os.fsencode(self.shard))}"


@dataclass(frozen=True, slots=True)
class ShardKeys:
    """What the marker of a shard says.

    ``pieces`` are the pieces of each file; those from ``compared`` on are documents that have block
    keys alone. ``digests`` and ``sizes`` are of the files.
    """

    inputs: str
    compared: int
    pieces: Mapping[str, Sequence[Any]]
    digests: Mapping[str, str]
    sizes: Mapping[str, int]


WriteKeys = Callable[[Sequence[KeyOrder], Path, JobControl], list[bool]]
"""Makes sure that the keys of some shards are in a folder; which of them had to be written.

Raises JobCancelledError and LibraryError.
"""


def write_keys(orders: Sequence[KeyOrder], folder: Path, control: JobControl) -> list[bool]:
    """One shard after another, in this process: a ``WriteKeys``."""
    return [write_shard_keys(order, folder, control) for order in orders]


def write_shard_keys(order: KeyOrder, folder: Path, control: JobControl) -> bool:
    """Write the keys of a shard unless they are there, as they should be."""
    if _is_whole(order, folder):
        return False
    _write(order, folder, control)
    return True


class KeyFiles:
    """The key files of all shards, and where their documents stand in a search."""

    def __init__(self, folder: Path, orders: Sequence[KeyOrder]) -> None:
        self.folder = folder
        self.orders = orders
        self._placed: _Placed | None = None

    @cached_property
    def shards(self) -> list[ShardKeys]:
        """What the markers say. Raises LibraryError where one is gone."""
        return [_load(_marker(self.folder, order)) for order in self.orders]

    def paths(self, name: str) -> list[Path]:
        """The files of one kind, by shard."""
        return [key_path(self.folder, name, order) for order in self.orders]

    @property
    def scratch(self) -> Path:
        """A folder beside, for what is not kept."""
        return self.folder.with_name("scratch")

    def size_bytes(self, number: int) -> int:
        """Of all files of one shard."""
        return sum(self.shards[number].sizes.values())

    def read(self, arrays: ComparisonArrays, kind: HashKind) -> Iterator[Postings]:
        """The keys of one kind, from the files as far as they have them: see ``ReadKeys``."""
        placed = self.placed(arrays)
        for shard, path, places in zip(
            self.shards, self.paths(kind.value), placed.places, strict=True
        ):
            content = _mapped(path)
            first = 0
            for place in shard.pieces[kind.value]:
                some = places[first : first + place.documents]
                first += place.documents
                piece = read_piece(content, place)
                owners = np.repeat(some, piece.counts)
                yield Postings(piece.keys[owners >= 0], owners[owners >= 0])
        yield from self.rest(arrays, kind)

    def rest(self, arrays: ComparisonArrays, kind: HashKind) -> Iterator[Postings]:
        """The keys of documents of which the files have none, from the review library."""
        is_left = self.placed(arrays).is_left
        if is_left.any():
            for piece in arrays.hashes(kind):
                chosen = is_left[piece.owners]
                yield Postings(piece.hashes[chosen], piece.owners[chosen])

    def placed(self, arrays: ComparisonArrays) -> _Placed:
        """Where the documents of each shard stand; asked again and again for the same search."""
        if self._placed is None or not np.array_equal(self._placed.ids, arrays.ids):
            self._placed = self._place(arrays)
        return self._placed

    def _place(self, arrays: ComparisonArrays) -> _Placed:
        with arrays.library.read() as connection:
            wanted = np.array(shard_rows.digests_of(connection, arrays.ids), DIGEST)
        order = np.argsort(wanted)
        ascending, is_left = wanted[order], np.ones(len(wanted), np.bool_)
        digests = [self._digests(number) for number in range(len(self.orders))]
        every: list[Ids] = []
        for own in reversed(digests):
            found = positions(own, ascending)
            is_own = found >= 0
            is_own[is_own] = is_left[order[found[is_own]]]
            places = np.full(len(own), -1)
            places[is_own] = order[found[is_own]]
            is_left[places[is_own]] = False
            every.insert(0, places)
        return _Placed(arrays.ids, every, digests, is_left)

    def _digests(self, number: int) -> Digests:
        """The digests of the documents of a shard that have more than block keys."""
        content, shard = _mapped(self.paths(BLOCK_KEYS)[number]), self.shards[number]
        pieces = (read_piece(content, each) for each in shard.pieces[BLOCK_KEYS])
        return np.frombuffer(b"".join(each.digests for each in pieces), DIGEST)[: shard.compared]


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """``places``, by shard: the positions of its documents, -1 for those that a later shard has.

    ``digests``, by shard, are those of these documents. ``is_left``, shape (n,): no shard has keys.
    """

    ids: Ids
    places: list[Ids]
    digests: list[Digests]
    is_left: NDArray[np.bool_]


def key_path(folder: Path, name: str, order: KeyOrder) -> Path:
    """Where the keys of one kind of a shard are."""
    return folder / name / f"{order.name}.parquet"


def block_keys(words: Words) -> NDArray[np.uint32]:
    """The four block keys of each fingerprint, shape (4 n,): the block above its value."""
    blocks = np.arange(BLOCKS, dtype=np.uint64)
    shifts = np.array([block_shift(block) for block in range(BLOCKS)], np.uint64)
    keys = words[:, None] >> shifts & np.uint64(0xFFFF) | blocks << np.uint64(16)
    return keys.astype(np.uint32).ravel()


def _write(order: KeyOrder, folder: Path, control: JobControl) -> None:
    paths = {name: key_path(folder, name, order) for name in FOLDERS}
    with ExitStack() as stack:
        streams = {name: stack.enter_context(_file(path)) for name, path in paths.items()}
        files = {name: ParquetWriter(stream) for name, stream in streams.items()}
        compared, pieces = _copy_keys(order.shard, files, control)
        for name, stream in streams.items():
            files[name].finish()
            stream.flush()
            os.fsync(stream.fileno())
    digests, sizes = {}, {}
    for name, path in paths.items():
        digests[name], sizes[name] = _digest(path), path.stat().st_size
    keys = ShardKeys(_inputs(order), compared, pieces, digests, sizes)
    with _file(_marker(folder, order)) as stream:
        stream.write(json.dumps(asdict(keys)).encode())


def _copy_keys(
    shard: Path, files: Mapping[str, ParquetWriter], control: JobControl
) -> tuple[int, dict[str, list[tuple[int, ...]]]]:
    """Write the keys of all documents; how many of these have more than block keys, and where."""
    pieces: dict[str, list[tuple[int, ...]]] = {name: [] for name in FOLDERS}
    compared = done = 0
    with existing_library(shard) as library, library.read() as connection:
        total = shard_rows.document_count(connection)
        for rows in shard_rows.key_rows(connection, COMPARISON_VERSION):
            control.report(Stage.READING, done, total)
            control.checkpoint()
            count = len(rows.words)
            keys = block_keys(rows.words.view(np.uint64))
            written = {BLOCK_KEYS: (np.full(count, BLOCKS), keys)}
            for kind, lists in rows.hashes.items():
                written[kind.value] = (np.diff(lists.offsets), lists.hashes)
            for name, (counts, hashes) in written.items():
                place = files[name].add(Piece(rows.digests, rows.words, counts, hashes))
                pieces[name].append(astuple(place))
            done += count
            compared = done if rows.hashes else compared
    return compared, pieces


def _is_whole(order: KeyOrder, folder: Path) -> bool:
    """Whether the marker fits the shard, and the files fit the marker."""
    try:
        keys = _load(_marker(folder, order))
        if keys.inputs == _inputs(order):
            paths = {name: key_path(folder, name, order) for name in FOLDERS}
            return all(_digest(path) == keys.digests[name] for name, path in paths.items())
    except (OSError, ValueError, TypeError, KeyError) as error:
        _log.info("the keys of %s are to be written: %s", order.shard, error)
    return False


def _load(marker: Path) -> ShardKeys:
    keys = ShardKeys(**json.loads(marker.read_text()))
    pieces = {name: [Place(*each) for each in some] for name, some in keys.pieces.items()}
    return replace(keys, pieces=pieces)


def _inputs(order: KeyOrder) -> str:
    return f"{_VERSION} {COMPARISON_VERSION} {order.state}"


def _marker(folder: Path, order: KeyOrder) -> Path:
    return folder / f"{order.name}.done"


@contextmanager
def _file(path: Path) -> Iterator[BinaryIO]:
    """A file that appears when it is complete. Raises LibraryError: no room, say."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part, part.open("wb") as stream:
            yield stream
    except OSError as error:
        raise known_file_error(error, path) from error


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        key = xxh3_128()
        while some := stream.read(_READ_BYTES):
            key.update(some)
    return key.hexdigest()


def _mapped(path: Path) -> memoryview:
    return np.memmap(path, np.uint8, "r").data


def positions(own: NDArray[Any], ascending: NDArray[Any]) -> Ids:
    """Where each value is in an ascending array, -1 where it is not."""
    if not len(ascending):
        return np.full(len(own), -1)
    places = np.minimum(np.searchsorted(ascending, own), len(ascending) - 1)
    return np.where(ascending[places] == own, places, -1)
