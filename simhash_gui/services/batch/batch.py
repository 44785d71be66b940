"""Shards, which are libraries of their own, searched as if they were one library.

``run_batch`` goes through stages, and a rerun does what is missing. *Keys*: what candidates are
found by goes from each shard into Parquet files of its own (see ``keys``), and everything else that
a search needs of the documents, but no text, into a review library; the state of each shard is the
marker of both. *Candidates* are kept as a stage file. *Proof* measures pairs from texts
that are read where they are; what was measured is kept in the review library. *Clusters* follow
from the pairs. The search is ``detect`` on the review library, so that its answer is that of one
library with all documents.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.services.batch.candidates import STAGE, KeptCandidates
from simhash_gui.services.batch.components import FileShuffle
from simhash_gui.services.batch.keys import KeyFiles, KeyOrder, WriteKeys, write_keys
from simhash_gui.services.batch.stages import StageFiles
from simhash_gui.services.detection.candidate_search import find_candidates
from simhash_gui.services.detection.classes import Engine
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.measuring import MeasurePairs, PairsToMeasure, measure_pairs
from simhash_gui.services.detection.pair_measurer import Measures, MeasuringOptions
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shuffle import Shuffle
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import (
    Library,
    existing_library,
    library_recipe,
    open_library,
)
from simhash_gui.services.library.paths import REVIEW_NAME, real_path
from simhash_gui.store.engine.errors import known_file_error
from simhash_gui.store.repositories import meta, passage_marks, shard_rows
from simhash_gui.store.repositories.refingerprint import bulk_load
from simhash_gui.store.repositories.shard_rows import KnownShards

_STAGES = "stages"
KEYS = "keys"
"""Below the output folder: see ``keys``."""


@dataclass(frozen=True, slots=True)
class BatchEngine:
    """Who writes keys, brings together what has equal keys, and measures pairs."""

    write_keys: WriteKeys
    shuffle: Callable[[KeyFiles], Shuffle]
    measure_pairs: MeasurePairs


LOCAL = BatchEngine(write_keys, lambda keys: FileShuffle(keys.scratch), measure_pairs)
"""This process, and worker processes of its own."""


class NotAShardError(ValueError):
    """A library that cannot be searched with the others: the message says why."""


@dataclass(frozen=True, slots=True)
class StageReport:
    """How much a stage did, in its own unit, and how much of it was there from an earlier run."""

    name: str
    unit: str
    done: int
    reused: int
    elapsed_s: float
    bytes_written: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The detection in the review library, and what each stage did."""

    detection: Detection
    stages: Sequence[StageReport]


@contextmanager
def review_library(out: Path) -> Iterator[Library]:
    """The review library in a folder, made where there is none. Raises LibraryError."""
    with open_library(out / REVIEW_NAME) as library:
        yield library


def require_shards(shards: Sequence[Path]) -> None:
    """Look at every shard, before anything is made. Raises LibraryError."""
    for path in shards:
        existing_library(path).close()


def run_batch(  # noqa: PLR0913 - as detect, for many libraries
    review: Library,
    shards: Sequence[Path],
    options: DetectionOptions,
    control: JobControl,
    *,
    workers: int = 0,
    engine: BatchEngine = LOCAL,
) -> Batch:
    """Search all shards as one. Raises what ``detect`` raises, LibraryError and NotAShardError."""
    with ExitStack() as stack:
        opened = _opened(shards, review, stack)
        files, keys = _keys(review, opened, control, engine)
    shuffle = engine.shuffle(files)
    stages = StageFiles(review.path.parent / _STAGES)
    finding = KeptCandidates(stages, partial(find_candidates, shuffle=shuffle))
    proving = _Counted(engine.measure_pairs)
    started_s = time.monotonic()
    kept = Engine(
        finding, proving, read_keys=files.read, connect=shuffle.connected, asks_again=False
    )
    detection = detect(review, options, control, workers=workers, engine=kept)
    searched_s = time.monotonic() - started_s - proving.elapsed_s
    shutil.rmtree(files.scratch, ignore_errors=True)
    found = detection.candidate_count
    candidates = StageReport(
        STAGE, "pairs", found, found * finding.is_reused, searched_s, finding.size_bytes
    )
    reused = detection.classifier.kept.hits
    proof = StageReport("proof", "pairs", proving.pairs + reused, reused, proving.elapsed_s)
    return Batch(detection, (keys, candidates, proof))


@dataclass(slots=True)
class _Counted:
    """Measures pairs, and counts them."""

    measure: MeasurePairs
    pairs: int = 0
    elapsed_s: float = 0.0

    def __call__(
        self,
        library: Library,
        pairs: PairsToMeasure,
        options: MeasuringOptions,
        control: JobControl,
        *,
        workers: int = 0,
    ) -> Measures:
        """As ``measure_pairs``."""
        started_s = time.monotonic()
        measures = self.measure(library, pairs, options, control, workers=workers)
        self.pairs += len(pairs)
        self.elapsed_s += time.monotonic() - started_s
        return measures


def _opened(shards: Sequence[Path], review: Library, stack: ExitStack) -> dict[Path, Library]:
    """All shards, for reading; one that is named twice is one."""
    opened: dict[Path, Library] = {}
    for path in map(_absolute, shards):
        if path == review.path:
            raise NotAShardError(f"{path}: this is the review library itself")
        if path in opened:
            continue
        opened[path] = library = stack.enter_context(existing_library(path))
        with library.read() as connection:
            if shard_rows.known(connection) is not None:
                raise NotAShardError(f"{path}: this is a review library; name its shards")
    recipes = {path: library_recipe(library).recipe_id for path, library in opened.items()}
    first = next(iter(recipes))
    for path, recipe in recipes.items():
        if recipe != recipes[first]:
            raise NotAShardError(
                f"{path}: its recipe is {recipe}, that of {first} {recipes[first]}"
            )
    return opened


def _absolute(path: Path) -> Path:
    try:
        return real_path(path)
    except OSError as error:
        raise known_file_error(error, path) from error


def _keys(
    review: Library, shards: Mapping[Path, Library], control: JobControl, engine: BatchEngine
) -> tuple[KeyFiles, StageReport]:
    """The keys stage. Raises JobCancelledError; what is done stays done."""
    started_s, size = time.monotonic(), _size(review)
    states = {path: _state(library) for path, library in shards.items()}
    orders = [KeyOrder(path, state) for path, state in states.items()]
    files = KeyFiles(review.path.parent / KEYS, orders)
    written = engine.write_keys(orders, files.folder, control)
    moved = sum(files.size_bytes(number) for number, is_new in enumerate(written) if is_new)
    taken = _take_over(review, shards, states, control)
    counts = [_document_count(library) for library in shards.values()]
    changed = (a or b for a, b in zip(written, taken, strict=True))
    reused = sum(count for count, is_new in zip(counts, changed, strict=True) if not is_new)
    moved += max(0, _size(review) - size)
    elapsed_s = time.monotonic() - started_s
    return files, StageReport(KEYS, "documents", sum(counts), reused, elapsed_s, moved)


def _take_over(
    review: Library,
    shards: Mapping[Path, Library],
    states: Mapping[Path, str],
    control: JobControl,
) -> list[bool]:
    """Bring the review library up to date; of which shards that took anything."""
    with review.read() as connection:
        known = shard_rows.known(connection) or KnownShards()
    if known.states.keys() - set(map(str, shards)):
        known = replace(known, states={}, placed=False)  # their documents may be in others
    taken = []
    for path, library in shards.items():
        taken.append(known.states.get(str(path)) != states[path])
        if taken[-1]:
            known = replace(known, states={**known.states, str(path): states[path]}, placed=False)
            _copy(review, path, library, control)
            with review.write() as connection:
                shard_rows.set_known(connection, known)
    if not known.placed:
        _place(review, shards, known)
    return taken


def _state(library: Library) -> str:
    with library.read() as connection:
        return f"{COMPARISON_VERSION} {shard_rows.state_of(connection)}"


def _document_count(library: Library) -> int:
    with library.read() as connection:
        return shard_rows.document_count(connection)


def _copy(review: Library, path: Path, shard: Library, control: JobControl) -> None:
    """Take the documents of a shard over; nobody sees them before their files are placed."""
    total, done = _document_count(shard), 0
    with shard.read() as source, review.write() as connection:
        with bulk_load(connection, total):
            for some in shard_rows.document_rows(source):
                control.report(Stage.READING, done, total)
                control.checkpoint()
                shard_rows.put_documents(connection, path, some)
                done += len(some)
        passage_marks.copy_all(source, connection)


def _place(review: Library, shards: Mapping[Path, Library], known: KnownShards) -> None:
    recipe = library_recipe(next(iter(shards.values()))).recipe_id
    with ExitStack() as stack:
        sources = {path: stack.enter_context(each.read()) for path, each in shards.items()}
        connection = stack.enter_context(review.write())
        meta.set_current_recipe(connection, recipe)
        folders = shard_rows.place_files(connection, sources)
        shard_rows.set_known(connection, replace(known, folders=folders, placed=True))


def _size(library: Library) -> int:
    """Bytes of a library and its log."""
    log = library.path.with_name(f"{library.path.name}-wal")
    return sum(os.path.getsize(each) for each in (library.path, log) if each.exists())  # noqa: PTH202
