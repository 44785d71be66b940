"""Spark as the engine of a batch: an extra of the installation, imported when it is asked for.

Executors write the key files of the shards and read them again; Spark brings together what has
equal keys. What is done with them there is done by the functions of ``core``, inside
``mapInArrow``. Texts are read by the executors from their shards, so all machines must see shards
and output folder under the same paths. What depends on all documents (budgets, limits, clusters) is
decided here, by the code that decides it without Spark, so that the answer is the same.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial, reduce
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
from typing_extensions import override

from simhash_gui import __version__
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import (
    Budget,
    Postings,
    Reader,
    SharedHashes,
    find_shared_hashes,
)
from simhash_gui.core.text.commonness import CommonLimits, Commonness
from simhash_gui.core.types import NearDuplicatePairs
from simhash_gui.services.batch import spark_tasks as tasks
from simhash_gui.services.batch.batch import BatchEngine
from simhash_gui.services.batch.components import MOST_IN_MEMORY
from simhash_gui.services.batch.keys import BLOCK_KEYS, KeyFiles, KeyOrder, write_shard_keys
from simhash_gui.services.detection.comparison_arrays import KeyReader
from simhash_gui.services.detection.measuring import PairsToMeasure
from simhash_gui.services.detection.pair_measurer import Measures, MeasuringOptions
from simhash_gui.services.detection.pair_search import PairSearchPlan, TooManyPairsError
from simhash_gui.services.detection.shuffle import Shuffle
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

DEFAULT_MASTER = "local[*,4]"
"""This machine: all its cores, and four attempts at what a dead worker was doing."""
NEEDED = ("pyspark", "pyarrow", "pandas")
"""Spark itself asks for pandas before it maps Arrow; nothing here uses it."""

_FARTHEST = 3
"""Up to this distance one of four blocks is equal; farther, our own search is the quicker one."""
_BLOCK_KEYS = "key long, number long, word long"
_TOKENS_A_TASK = 8_000_000

_log = logging.getLogger(__name__)


class SparkMissingError(RuntimeError):
    """PySpark or Java is not installed, or Spark did not start."""


class SparkUnusableError(RuntimeError):
    """The cluster does not answer, or one of its machines cannot run this program."""


@contextmanager
def spark_engine(master: str) -> Iterator[BatchEngine]:
    """An engine on a Spark cluster, or on this machine.

    Raises SparkMissingError and SparkUnusableError.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise SparkMissingError(f"--engine spark needs {', '.join(missing)}")
    if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
        raise SparkMissingError("--engine spark needs Java")
    session = _session(master)
    try:
        _require_program(session, master)
        yield BatchEngine(
            partial(write_keys_in, session),
            partial(SparkShuffle, session),
            SparkMeasuring(session),
        )
    finally:
        session.stop()


def _session(master: str) -> SparkSession:
    from py4j.protocol import Py4JError  # noqa: PLC0415 - an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415
    from pyspark.sql import SparkSession  # noqa: PLC0415

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("simhash-gui batch").master(master)
    settings = {
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.maxResultSize": "0",
    }
    if master.startswith("local"):
        settings |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    for name, value in settings.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except (PySparkException, OSError) as error:
        raise SparkMissingError(f"Spark did not start: {str(error).splitlines()[0]}") from error
    except Py4JError as error:  # Spark is here, and gave up
        raise SparkUnusableError(f"{master}: it does not answer, or Spark stopped") from error


def _require_program(session: SparkSession, master: str) -> None:
    """Run this program once in each core of the cluster."""
    from py4j.protocol import Py4JError  # noqa: PLC0415 - an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415

    cores = session.range(0, session.sparkContext.defaultParallelism)
    python = os.environ["PYSPARK_PYTHON"]
    try:
        found = set(_columns(cores.mapInArrow(tasks.versions, "version string"))["version"])
    except (PySparkException, Py4JError) as error:
        words = f"a machine cannot run this program by {python}"
        raise SparkUnusableError(f"{master}: {words}: {_cause(error)}") from error
    if others := found - {__version__}:
        words = f"a machine has simhash-gui {others.pop()}, this one {__version__}"
        raise SparkUnusableError(f"{master}: {words}")


def _cause(error: Exception) -> str:
    """The last line that is no place in code, of Python's trace or of Java's."""
    trace = str(error).partition("Driver stacktrace")[0].splitlines()
    told = [line for line in map(str.strip, trace) if line and not line.startswith(("at ", "..."))]
    return told[-1].removeprefix("Caused by: ")


def write_keys_in(
    session: SparkSession, orders: Sequence[KeyOrder], folder: Path, control: JobControl
) -> list[bool]:
    """Each shard by an executor: a ``WriteKeys``. What one cannot write is written here."""
    control.report(Stage.READING, 0, len(orders))
    control.checkpoint()
    work = partial(tasks.written_keys, orders=orders, folder=folder)
    numbers = session.range(0, len(orders), 1, len(orders))
    found = _columns(numbers.mapInArrow(work, "number long, is_new boolean, problem string"))
    control.checkpoint()
    is_new = [False] * len(orders)
    for number, is_written, problem in zip(*found.values(), strict=True):
        is_new[number] = bool(is_written)
        if problem:
            _log.info("the keys of %s are written here: %s", orders[number].shard, problem)
            is_new[number] = write_shard_keys(orders[number], folder, control)
    return is_new


class SparkShuffle(Shuffle):
    """The searches as Spark jobs; ``left_out`` counts pairs of buckets beyond the largest."""

    def __init__(self, session: SparkSession, keys: KeyFiles) -> None:
        self._session = session
        self._scratch = keys.scratch
        self._keys = keys
        self.most_in_memory = MOST_IN_MEMORY
        self.largest_bucket = tasks.LARGEST_BUCKET
        self._files = 0
        self.left_out = 0

    @property
    @override
    def is_cut(self) -> bool:
        return self.left_out > 0

    @override
    def near(self, plan: PairSearchPlan, control: JobControl) -> FoldedPairs:
        folding, k = plan.search.folding, plan.search.k
        if not 0 < k <= _FARTHEST or len(folding.lanes) > 1 or len(folding) < 2:
            return plan.run(control)
        words = folding.lanes[0]
        numbers = np.argsort(words)
        stored = self._session.read.parquet(*map(str, self._keys.paths(BLOCK_KEYS)))
        keys = stored.select("key", "fingerprint").mapInArrow(
            partial(tasks.numbered, words=words[numbers], numbers=numbers), _BLOCK_KEYS
        )
        fat = self._fat_keys(keys)
        control.checkpoint()
        spread = keys.mapInArrow(partial(tasks.split_keys, fat=fat), _BLOCK_KEYS)
        buckets = spread.repartition("key")
        compare = partial(tasks.near_pairs, k=k, largest=self.largest_bucket)
        met = buckets.mapInArrow(compare, "pair long, distance int")
        found = _columns(met)
        pairs, distance = found["pair"], found["distance"]
        self.left_out += int(-pairs[pairs < 0].sum())
        pairs, first = np.unique(pairs[pairs >= 0], return_index=True)
        distance = distance[found["pair"] >= 0][first].astype(np.uint8)
        if len(pairs) > plan.pair_limit:
            raise TooManyPairsError(k, plan.pair_limit)
        return FoldedPairs(folding, NearDuplicatePairs(pairs >> 32, pairs & 0xFFFF_FFFF, distance))

    def _fat_keys(self, keys: DataFrame) -> Indexes:
        """The blocks that so many fingerprints share that a second block has to part them."""
        counted = keys.mapInArrow(tasks.block_sizes, "key long, size long")
        sizes = counted.groupBy("key").sum("size").toDF("key", "size")
        return np.sort(_columns(sizes.filter(f"size > {tasks.FAT_BUCKET}"))["key"])

    @override
    def shared(
        self, read: Reader, count: int, most_owners: int, budget: Budget
    ) -> Iterator[SharedHashes]:
        postings = self._postings(read)
        kept = postings.repartition("key").mapInArrow(
            partial(tasks.shared_postings, most_owners=most_owners), "key long, owner long"
        )
        found = _columns(kept)
        left = Postings(found["key"].astype(np.uint32), found["owner"])
        yield from find_shared_hashes(lambda: [left], len(left.hashes), most_owners, budget)

    @override
    def count(
        self, read: Reader, groups: Indexes, count: int, limits: CommonLimits
    ) -> Iterator[Commonness]:
        postings = self._postings(read, groups)
        common = postings.repartition("key").mapInArrow(
            partial(tasks.common_hashes, limits=limits), "key long, is_template boolean"
        )
        found = _columns(common)
        order = np.argsort(found["key"])
        hashes, is_template = found["key"][order].astype(np.uint32), found["is_template"][order]
        yield Commonness(hashes, hashes[is_template.astype(np.bool_)])

    @override
    def connected(self, count: int, left: Indexes, right: Indexes) -> Indexes:
        if count + len(left) <= self.most_in_memory:
            return super().connected(count, left, right)
        pairs = self._parquet([{"key": left, "owner": right}]).toDF("own", "other")
        with TemporaryDirectory(dir=self._scratch) as folder:
            found = _columns(connected_in_spark(pairs, Path(folder)))
        labels = np.arange(count)
        labels[found["own"]] = found["label"]
        return labels

    def _postings(self, read: Reader, groups: Indexes | None = None) -> DataFrame:
        """What is read, key and owner; ``groups`` are the numbers to give to owners instead."""
        if isinstance(read, KeyReader):
            return self._stored(read, groups)
        return self._parquet(
            {
                "key": piece.hashes.astype(np.int64),
                "owner": piece.owners if groups is None else groups[piece.owners],
            }
            for piece in read()
        )

    def _stored(self, read: KeyReader, groups: Indexes | None) -> DataFrame:
        """The same of key files, of which executors are told where their documents stand."""
        owner_of = read.owner_of
        if groups is not None:
            owner_of = np.where(owner_of >= 0, groups[owner_of], -1)
        placed = self._keys.placed(read.arrays)
        kinds = [self._keys.paths(kind.value) for kind in read.kinds]
        shards = zip(placed.digests, placed.places, *kinds, strict=True)
        frames = []
        for digests, places, *paths in shards:
            owners = np.where(places >= 0, owner_of[places], -1)
            kept = np.flatnonzero(owners >= 0)
            kept = kept[np.argsort(digests[kept])]
            own = partial(
                tasks.owned, digests=digests[kept], owners=owners[kept], without=read.without
            )
            stored = self._session.read.parquet(*map(str, paths)).select("digest", "key")
            frames.append(stored.mapInArrow(own, "key long, owner long"))
        if placed.is_left.any():
            left = replace(read, owner_of=np.where(placed.is_left, owner_of, -1))
            frames.append(self._postings(left.__call__))
        return reduce(lambda one, other: one.union(other), frames)

    def _parquet(self, pieces: Iterable[dict[str, Indexes]]) -> DataFrame:
        """Pieces of postings as one Parquet file that Spark reads."""
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415

        self._files += 1
        self._scratch.mkdir(parents=True, exist_ok=True)
        path = self._scratch / f"keys-{self._files}.parquet"
        schema = pa.schema([(name, pa.int64()) for name in ("key", "owner")])
        with pq.ParquetWriter(path, schema) as writer:
            for piece in pieces:
                writer.write_table(pa.table(piece, schema=schema))
        return self._session.read.parquet(str(path))


class SparkMeasuring:
    """Measures pairs in executors, which read the texts."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session

    def __call__(
        self,
        library: Library,
        pairs: PairsToMeasure,
        options: MeasuringOptions,
        control: JobControl,
        *,
        workers: int = 0,
    ) -> Measures:
        """As ``measure_pairs``; how many work is for Spark to say, not for ``workers``."""
        import pyarrow as pa  # noqa: PLC0415 - an extra

        control.report(Stage.MEASURING, 0, len(pairs))
        _log.info("measuring in Spark; workers asked for here: %d", workers)
        task = np.cumsum(pairs.tokens) // _TOKENS_A_TASK
        every = pa.table(
            {
                "task": task,
                "place": np.arange(len(pairs)),
                "left": pairs.left_ids,
                "right": pairs.right_ids,
                "tokens": pairs.tokens,
            }
        )
        frame = self._session.createDataFrame(every).repartition(int(task[-1]) + 1, "task")
        shares = [f"{each.name} float" for each in fields(Measures)[:-2]]
        schema = ", ".join(["place long", *shares, "classes int", "depends int"])
        work = partial(tasks.measured, library=str(library.path), options=options)
        found = _columns(frame.mapInArrow(work, schema))
        control.checkpoint()
        measures = Measures.unreadable(len(pairs))
        for each in fields(Measures):
            getattr(measures, each.name)[found["place"]] = found[each.name]
        return measures


def connected_in_spark(pairs: DataFrame, scratch: Path) -> DataFrame:
    """Label propagation, see ``components``: every document of a pair, and the least it reaches.

    ``pairs`` have the columns own and other. Each half round is kept as Parquet, so that plans
    do not grow; a document with very many neighbours is reduced where they are.
    """
    from pyspark.sql import functions as sql  # noqa: PLC0415 - an extra

    session = pairs.sparkSession

    def kept(frame: DataFrame) -> DataFrame:
        path = str(scratch / f"edges-{uuid4().hex}.parquet")
        frame.groupBy("own", "other").agg(sql.max("is_new").alias("is_new")).write.parquet(path)
        return session.read.parquet(path)

    def with_least(edges: DataFrame) -> DataFrame:
        least = edges.groupBy("own").agg(sql.min("other").alias("least"))
        least = least.select("own", sql.least("own", "least").alias("least"))
        return edges.select("own", "other").join(least, "own")

    edges = pairs.filter("own != other").select("own", "other")
    is_done = False
    while not is_done:
        both = edges.select("own", "other").union(edges.select("other", "own"))
        above = with_least(both).filter("other > own")
        hung = kept(above.selectExpr("other AS own", "least AS other", "least != own AS is_new"))
        below = with_least(hung)
        edges = kept(
            below.selectExpr(
                "IF(other = least, own, other) AS own", "least AS other", "other != least AS is_new"
            )
        )
        is_done = not any(each.filter("is_new").head(1) for each in (hung, edges))
    return edges.selectExpr("own", "other AS label")


def _columns(frame: DataFrame) -> dict[str, np.ndarray[Any, Any]]:
    """All rows of a frame, as arrays by column."""
    table = frame.toArrow()
    return {name: table[name].to_numpy() for name in table.column_names}
