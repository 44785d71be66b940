"""Spark finds what our own search finds. Skipped where the extra or Java is not installed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.core.text.candidates import Budget, Postings, SharedHashes
from simhash_gui.core.text.commonness import CommonLimits, Commonness
from simhash_gui.services.batch.batch import LOCAL, BatchEngine
from simhash_gui.services.batch.keys import KeyOrder
from simhash_gui.services.batch.spark import NEEDED, SparkShuffle, spark_engine
from simhash_gui.services.detection.pair_search import plan_pair_search
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.shuffle import HERE
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import open_library
from simhash_gui.store.engine.errors import LibraryUnreachableError
from tests.services.batch.collections import (
    collection,
    first_difference,
    graph,
    in_shards,
    made_block_keys,
)
from tests.services.batch.test_batch import of_one, of_shards

missing = [name for name in NEEDED if find_spec(name) is None]
missing += [] if shutil.which("java") else ["java"]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


@pytest.fixture(scope="module")
def engine() -> Iterator[BatchEngine]:
    with spark_engine("local[2]") as engine:
        yield engine


@pytest.fixture
def shuffle(engine: BatchEngine, tmp_path: Path) -> SparkShuffle:
    """Of 12,000 documents with ``skewed_words``."""
    return of_words(engine, tmp_path, skewed_words(12_000))


def of_words(engine: BatchEngine, folder: Path, words: np.ndarray) -> SparkShuffle:
    found = engine.shuffle(made_block_keys(folder, words))
    assert isinstance(found, SparkShuffle)
    return found


def skewed_words(count: int) -> np.ndarray:
    """Fingerprints of which most have one block in common, and many a second one; some are near."""
    rng = np.random.default_rng(5)
    words = rng.integers(0, 1 << 63, count, np.uint64)
    some = slice(0, count // 2)
    words[some] = words[some] & np.uint64(0xFFFF_FFFF_FFFF) | np.uint64(0x1234 << 48)
    near = words[: count // 10] ^ np.uint64(1) << rng.integers(0, 60, count // 10, np.uint64)
    return np.concatenate((words, near, near ^ np.uint64(6), words[:50]))


@pytest.mark.parametrize("k", [1, 3])
def test_near_pairs_are_those_of_our_own_search(k: int, shuffle: SparkShuffle) -> None:
    words = skewed_words(12_000)
    plan = plan_pair_search(words, k)

    found, own = (each.near(plan, JobControl()).pairs for each in (shuffle, HERE))

    assert len(found) == len(own) > 1000
    assert shuffle.left_out == 0
    pairs = [
        sorted(zip(*map(np.ndarray.tolist, (p.left, p.right, p.distance)), strict=True))
        for p in (found, own)
    ]
    assert pairs[0] == pairs[1]


def test_what_a_bucket_beyond_the_largest_leaves_out_is_counted(
    engine: BatchEngine, tmp_path: Path
) -> None:
    words = np.arange(200, dtype=np.uint64)  # all within the last block, so in three buckets whole
    small = of_words(engine, tmp_path, words)
    small.largest_bucket = 50
    plan = plan_pair_search(words, 3)

    found, own = (each.near(plan, JobControl()).pairs for each in (small, HERE))

    assert small.is_cut
    assert small.left_out >= len(own) - len(found) > 0
    pairs = [set(zip(p.left.tolist(), p.right.tolist(), strict=True)) for p in (found, own)]
    assert pairs[0] < pairs[1]


def test_a_fingerprint_of_several_documents_or_one_that_is_not_asked_for_makes_no_pair(
    engine: BatchEngine, tmp_path: Path
) -> None:
    words = skewed_words(300)
    both = of_words(engine, tmp_path, np.concatenate((words, words)))
    plan = plan_pair_search(words[::2].copy(), 3)

    found = both.near(plan, JobControl()).pairs

    assert len(found) == len(HERE.near(plan, JobControl()).pairs) > 0


def last(counts: Iterator[SharedHashes] | Iterator[Commonness]) -> list[list[int]]:
    *_, found = counts
    if isinstance(found, Commonness):
        return [found.frequent.tolist(), found.template.tolist()]
    return [found.hashes.tolist(), found.owners.tolist(), [found.thinned, found.owners_limit]]


def postings() -> list[Postings]:
    """Hashes of very different numbers of documents, in two pieces; some stand twice."""
    rng = np.random.default_rng(3)
    hashes = (rng.zipf(1.3, 40_000) % 100_000 * 2_654_435_761 % (1 << 32)).astype(np.uint32)
    owners = np.sort(rng.integers(0, 900, 40_000))
    return [Postings(hashes[:9000], owners[:9000]), Postings(hashes[9000:], owners[9000:])]


@pytest.mark.parametrize("budget", [Budget(), Budget(3000, 2), Budget(100, 0)])
def test_shared_hashes_are_those_of_our_own_search(budget: Budget, shuffle: SparkShuffle) -> None:
    found, own = (each.shared(postings, 40_000, 60, budget) for each in (shuffle, HERE))

    assert last(found) == last(own)


def test_documents_are_counted_as_here(shuffle: SparkShuffle) -> None:
    groups = np.arange(900) // 2
    limits = CommonLimits(6, 15)

    found, own = (each.count(postings, groups, 40_000, limits) for each in (shuffle, HERE))

    assert last(found) == last(own)


@pytest.mark.parametrize(
    ("seed", "shards", "options"),
    [
        (21, 2, DetectionOptions(partial=True)),
        (22, 5, DetectionOptions(distance=3, partial=True)),
        (23, 1, DetectionOptions()),
    ],
)
def test_spark_answers_as_one_library_does(
    seed: int, shards: int, options: DetectionOptions, engine: BatchEngine, tmp_path: Path
) -> None:
    one, parts = in_shards(tmp_path, collection(seed, 80), shards)

    found = of_shards(tmp_path / "out", parts, options, engine)

    assert found.pairs
    assert first_difference(of_one(one, options), found) is None


def test_documents_without_keys_of_their_shard_are_found_as_well(
    engine: BatchEngine, tmp_path: Path
) -> None:
    one, parts = in_shards(tmp_path, collection(25, 60), 2)
    with open_library(parts[0]) as library, library.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data WHERE document_id % 2 = 0")

    found = of_shards(tmp_path / "out", parts, DetectionOptions(partial=True), engine)

    assert first_difference(of_one(one, DetectionOptions(partial=True)), found) is None


def test_executors_write_only_the_keys_that_are_missing(
    engine: BatchEngine, tmp_path: Path
) -> None:
    _, parts = in_shards(tmp_path, collection(26, 6), 3)
    orders, control = [KeyOrder(part, "as it is") for part in parts], JobControl()

    first = engine.write_keys(orders[:2], tmp_path / "keys", control)
    again = engine.write_keys(orders, tmp_path / "keys", control)

    assert (first, again) == ([True, True], [False, False, True])
    assert LOCAL.write_keys(orders, tmp_path / "keys", control) == [False] * 3


def test_keys_that_no_executor_can_write_are_told(engine: BatchEngine, tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(26, 2), 1)
    (tmp_path / "keys").touch()

    with pytest.raises(LibraryUnreachableError, match="keys"):
        engine.write_keys([KeyOrder(parts[0], "")], tmp_path / "keys", JobControl())


OLD = "import simhash_gui; simhash_gui.__version__ = '0.0'"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("runs", "told"),
    [
        (None, "No such file"),
        (f'{sys.executable} -S "$@"', "No module named"),
        (f'PYTHONPATH=$(dirname "$0"):$PYTHONPATH {sys.executable} "$@"', "has simhash-gui 0.0"),
    ],
)
def test_a_machine_that_cannot_run_the_program_is_told(
    runs: str | None, told: str, batch: list[str], tmp_path: Path
) -> None:
    python = tmp_path / "python"
    if runs is not None:
        python.write_text(f"#!/bin/sh\n{runs}\n")
        python.chmod(0o700)
        (tmp_path / "sitecustomize.py").write_text(OLD)
    arguments = [*batch, "--out", str(tmp_path / "out"), "--engine", "spark"]

    answer, _ = started(arguments, PYSPARK_PYTHON=str(python)).communicate()

    refused = json.loads(answer)["error"]
    assert refused["kind"] == "spark-unusable"
    assert told in refused["message"]


@pytest.mark.parametrize("shape", ["chain", "skewed"])
def test_labels_that_are_propagated_are_those_of_union_find(
    shape: str, engine: BatchEngine, tmp_path: Path
) -> None:
    count, left, right = graph(shape, 300)
    shuffle = of_words(engine, tmp_path / "keys", skewed_words(10))
    shuffle.most_in_memory = 0

    labels = shuffle.connected(count, left, right)

    assert labels.tolist() == connected_labels(count, left, right).tolist()


def started(arguments: list[str], **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "simhash_gui", *arguments, "--format", "json"],
        stdout=subprocess.PIPE,
        env=os.environ | environment,
        encoding="utf-8",
    )


def is_running(process: subprocess.Popen[str]) -> bool:
    """Leaves the processor to it for a moment."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(0.05)
    return process.poll() is None


def answered(arguments: list[str]) -> dict[str, Any]:
    """The answer of a command that is left alone, but for times."""
    process = started(arguments)
    told, _ = process.communicate()
    assert process.returncode == 0
    names = ("pairs", "clusters", "groups", "left_out", "complete", "shared_passages")
    found = json.loads(told)
    return {name: found[name] for name in names}


PYTHON_WORKERS, EXECUTORS = b"pyspark.daemon", b"CoarseGrainedExecutorBackend"


def processes_below(driver: int, command: bytes) -> list[int]:
    """The processes below a driver that run a command: what does Python, or Java, for its tasks."""
    parents: dict[int, int] = {}
    workers = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            number, stat = int(entry.name), (entry / "stat").read_text()
            parents[number] = int(stat.rpartition(")")[2].split()[1])
            if command in (entry / "cmdline").read_bytes():
                workers.append(number)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
    return [each for each in workers if _is_below(each, driver, parents)]


def _is_below(process: int, driver: int, parents: dict[int, int]) -> bool:
    while process in parents:
        if process == driver:
            return True
        process = parents[process]
    return False


@pytest.fixture
def batch(tmp_path: Path) -> list[str]:
    """A command without its output folder and engine."""
    _, parts = in_shards(tmp_path, collection(24, 60), 3)
    return ["batch", *map(str, parts), "--partial"]


@pytest.mark.thorough
@pytest.mark.parametrize("moment", ["keys/blocks", "stages/candidates.done"])
def test_a_driver_that_is_killed_goes_on_with_the_same_answer(
    moment: str, batch: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    arguments = [*batch, "--out", str(out), "--engine", "spark", "--master", "local[2]"]

    driver = started(arguments)
    while is_running(driver) and not (out / moment).exists():
        pass
    driver.kill()
    driver.communicate()

    assert (out / moment).exists()
    assert answered(arguments) == answered([*batch, "--out", str(tmp_path / "whole")])


@pytest.mark.thorough
def test_python_workers_that_are_killed_change_nothing(batch: list[str], tmp_path: Path) -> None:
    arguments = [*batch, "--out", str(tmp_path / "out"), "--engine", "spark"]

    driver = started([*arguments, "--master", "local[2,4]"])
    while is_running(driver) and not (workers := processes_below(driver.pid, PYTHON_WORKERS)):
        pass
    for each in workers:
        os.kill(each, signal.SIGKILL)
    driver.communicate()

    assert workers
    assert driver.returncode == 0
    assert answered([*arguments, "--master", "local[2]"]) == answered(
        [*batch, "--out", str(tmp_path / "whole")]
    )


@pytest.mark.thorough
def test_an_executor_that_is_killed_changes_nothing(batch: list[str], tmp_path: Path) -> None:
    """On a cluster of this machine, where executors are processes of their own."""
    arguments = [*batch, "--out", str(tmp_path / "out"), "--engine", "spark"]
    master = "local-cluster[2,1,1024]"

    driver = started([*arguments, "--master", master])
    while is_running(driver) and not (
        len(executors := processes_below(driver.pid, EXECUTORS)) == 2
        and (tmp_path / "out" / "keys" / "blocks").exists()
    ):
        pass
    os.kill(executors[0], signal.SIGKILL)
    driver.communicate()

    assert driver.returncode == 0
    assert answered([*arguments, "--master", "local[2]"]) == answered(
        [*batch, "--out", str(tmp_path / "whole")]
    )
