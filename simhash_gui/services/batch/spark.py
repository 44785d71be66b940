"""Spark as the engine of a batch: an extra of the installation, imported when it is asked for.

Keys go to Spark as Parquet, which brings together what has equal keys; what is done with them there
is done by the functions of ``core``, inside ``mapInArrow``. Texts are read by the executors from
their shards, so all machines must see shards and review library under the same paths. What depends
on all documents (budgets, limits, clusters) is decided here, by the code that decides it without
Spark, so that the answer is the same.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import override

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
from simhash_gui.services.detection.candidates import find_candidates
from simhash_gui.services.detection.classes import Engine
from simhash_gui.services.detection.measuring import Measures, MeasuringOptions, PairsToMeasure
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
_TOKENS_A_TASK = 8_000_000

_log = logging.getLogger(__name__)


class SparkMissingError(RuntimeError):
    """PySpark or Java is not installed, or Spark did not start."""


@contextmanager
def spark_engine(master: str, folder: Path) -> Iterator[Engine]:
    """An engine on a Spark cluster, or on this machine, with its keys in a folder that all see.

    Raises SparkMissingError.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise SparkMissingError(f"--engine spark needs {', '.join(missing)}")
    if "JAVA_HOME" not in os.environ and shutil.which("java") is None:
        raise SparkMissingError("--engine spark needs Java")
    session = _session(master)
    try:
        shuffle = SparkShuffle(session, folder)
        finding = partial(find_candidates, shuffle=shuffle)
        yield Engine(finding, SparkMeasuring(session), asks_again=False)
    finally:
        session.stop()


def _session(master: str) -> SparkSession:
    from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra
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


class SparkShuffle(Shuffle):
    """The searches as Spark jobs; ``left_out`` counts pairs of buckets beyond the largest."""

    def __init__(
        self, session: SparkSession, folder: Path, largest_bucket: int = tasks.LARGEST_BUCKET
    ) -> None:
        self._session = session
        self._folder = folder
        self._largest_bucket = largest_bucket
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
        words = folding.lanes[0].view(np.int64)
        keys = self._parquet([{"number": np.arange(len(words)), "word": words}])
        fat = self._fat_keys(keys)
        control.checkpoint()
        spread = keys.mapInArrow(
            partial(tasks.block_keys, fat=fat), "key long, number long, word long"
        )
        buckets = spread.repartition("key")
        compare = partial(tasks.near_pairs, k=k, largest=self._largest_bucket)
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
        def grouped() -> Iterator[Postings]:
            for piece in read():
                yield Postings(piece.hashes, groups[piece.owners])

        postings = self._postings(grouped)
        common = postings.repartition("key").mapInArrow(
            partial(tasks.common_hashes, limits=limits), "key long, is_template boolean"
        )
        found = _columns(common)
        order = np.argsort(found["key"])
        hashes, is_template = found["key"][order].astype(np.uint32), found["is_template"][order]
        yield Commonness(hashes, hashes[is_template.astype(np.bool_)])

    def _postings(self, read: Reader) -> DataFrame:
        pieces = ({"key": piece.hashes.astype(np.int64), "owner": piece.owners} for piece in read())
        return self._parquet(pieces, ("key", "owner"))

    def _parquet(self, pieces: Any, names: tuple[str, ...] = ("number", "word")) -> DataFrame:
        """Pieces of columns as one Parquet file that Spark reads."""
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415

        self._files += 1
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"keys-{self._files}.parquet"
        schema = pa.schema([(name, pa.int64()) for name in names])
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
        schema = ", ".join(
            ["place long", *(f"{name.name} float" for name in fields(Measures)[:-1]), "classes int"]
        )
        work = partial(tasks.measured, library=str(library.path), options=options)
        found = _columns(frame.mapInArrow(work, schema))
        control.checkpoint()
        measures = Measures.unreadable(len(pairs))
        for each in fields(Measures):
            getattr(measures, each.name)[found["place"]] = found[each.name]
        return measures


def _columns(frame: DataFrame) -> dict[str, np.ndarray[Any, Any]]:
    """All rows of a frame, as arrays by column."""
    table = frame.toArrow()
    return {name: table[name].to_numpy() for name in table.column_names}
