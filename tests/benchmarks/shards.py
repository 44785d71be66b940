"""What a batch over shards costs, stage by stage, beside one library with the same documents.

``python -m tests.benchmarks.shards COUNT FOLDER [--shards N] [--spark MASTER]`` writes a collection
(random, a fifth made from others, see ``tests.services.batch.collections``; with ``--set SETDIR``
it is the documents of a labelled set instead), imports it into shards and into one library, runs
``batch`` over the shards and ``detect`` on the library, and says whether pairs, groups and clusters
are equal; with ``--alone`` it runs ``batch`` alone, with ``--keys`` its first stage. Shards that
are there are taken as they are. With ``--fingerprints`` it searches COUNT made fingerprints within
3 bits by itself and by Spark, without documents. With ``--connected`` it labels what is connected
in made graphs, in files and in memory. With ``--peer`` the documents are spliced ones with labels
(see ``spliced``), and datatrove's stages of MinHash read them after ours: seconds, memory, and
which of the labelled pairs each has found. Seconds are elapsed; those of the processor are of this
process and of those that came of it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.services.batch.batch import LOCAL, review_library, run_batch
from simhash_gui.services.batch.components import connected_in_files
from simhash_gui.services.batch.keys import KeyFiles
from simhash_gui.services.batch.spark import spark_engine
from simhash_gui.services.detection.pair_search import plan_pair_search
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shuffle import HERE
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, open_library
from tests.benchmarks.contenders.serving import cpu_s
from tests.benchmarks.environments import PEERS, interpreter_of
from tests.benchmarks.spliced import spliced_set
from tests.services.batch.collections import (
    Answer,
    answer,
    collection,
    first_difference,
    graph,
    made_block_keys,
    write,
)

_DATA, _VENVS = Path(".benchmarks/data"), Path(".benchmarks/venvs")
_CORPORA = Path("../shared/corpora")


def main() -> None:
    """Run all of it and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--spark", metavar="MASTER")
    parser.add_argument("--distance", type=int)
    parser.add_argument("--partial", action="store_true")
    parser.add_argument("--set", type=Path, metavar="SETDIR")
    parser.add_argument("--fingerprints", action="store_true")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--connected", action="store_true")
    options = parser.parse_args()
    if options.fingerprints:
        _search_fingerprints(options.count, options.folder, options.spark or "local[2]")
        return
    if options.connected:
        _connect(options.count, options.folder)
        return
    if options.peer:
        _beside_peer(options.count, options.folder, options.shards)
        return
    wanted = DetectionOptions(distance=options.distance, partial=options.partial)
    _tell(f"{options.count:,} documents in {options.shards} shards")
    shards = _shards(options)
    if options.keys:
        _write_keys(options, shards)
        return
    of_shards = _batch(options, shards, wanted)
    if of_shards is not None:
        _compare(options, [each.with_suffix("") for each in shards], wanted, of_shards)


def _shards(options: argparse.Namespace) -> list[Path]:
    """Those of an earlier run, or new ones."""
    made = sorted(options.folder.glob("share?.simhash"))
    if made:
        return made
    if options.set:
        folders = _dealt_out(options.set, options.folder, options.shards)
    else:
        texts = collection(1, options.count, alike=0.2, is_skewed=False)
        folders = write(options.folder, texts, options.shards)
    with _timed("import into shards", options.count):
        return [_fill(options.folder / f"{each.name}.simhash", [each]) for each in folders]


class _KeysWrittenError(Exception):
    """The first stage has ended."""


def _write_keys(options: argparse.Namespace, shards: list[Path]) -> None:
    """Key files and review library, and no search."""

    def end(_: KeyFiles) -> NoReturn:
        raise _KeysWrittenError

    engine = replace(LOCAL, shuffle=end)
    with review_library(options.folder / "out") as review:
        with _timed("keys", options.count), suppress(_KeysWrittenError):
            run_batch(review, shards, DetectionOptions(), JobControl(), engine=engine)
        _tell(f"  {_largest_mib()} MiB; review library {review.path.stat().st_size:,} bytes")


def _batch(
    options: argparse.Namespace, shards: list[Path], wanted: DetectionOptions
) -> Answer | None:
    """What ``batch`` answers; None where nobody asks."""
    out = options.folder / "out"
    chosen = spark_engine(options.spark) if options.spark else nullcontext(LOCAL)
    told = _moved_by_spark(options.folder / "events") if options.spark else nullcontext()
    with told, chosen as engine, review_library(out) as review:
        with _timed("batch", options.count):
            batch = run_batch(review, shards, wanted, JobControl(), engine=engine)
        for stage in batch.stages:
            size = f", {stage.bytes_written:,} bytes" if stage.bytes_written else ""
            _tell(f"  {stage.name}: {stage.done:,} {stage.unit}, {stage.elapsed_s:.1f} s{size}")
        with _timed("batch again", options.count):
            run_batch(review, shards, wanted, JobControl(), engine=engine)
        _tell(f"  {_largest_mib()} MiB; review library {review.path.stat().st_size:,} bytes")
        _tell(f"  shards {sum(each.stat().st_size for each in shards):,} bytes")
        return None if options.alone else answer(review, batch.detection)


def _compare(
    options: argparse.Namespace, folders: list[Path], wanted: DetectionOptions, of_shards: Answer
) -> None:
    with _timed("import into one library", options.count):
        one = _fill(options.folder / "one.simhash", folders)
    with open_library(one) as library:
        with _timed("search of one library", options.count):
            detection = detect(library, wanted, JobControl())
        difference = first_difference(answer(library, detection), of_shards)
    found = f"{len(of_shards.pairs):,} pairs, {len(of_shards.clusters):,} clusters"
    _tell(f"{found}: {'equal' if difference is None else f'different: {difference}'}")


def _search_fingerprints(count: int, folder: Path, master: str) -> None:
    """All pairs within 3 bits, of which there is one for every ten fingerprints."""
    rng = np.random.default_rng(1)
    words = rng.integers(0, 1 << 64, count, np.uint64)
    tenth = count // 10
    words[:tenth] = words[tenth : 2 * tenth] ^ np.uint64(1) << rng.integers(0, 64, tenth, np.uint64)
    plan = plan_pair_search(words, 3)
    with _timed("our own search", count):
        own = HERE.near(plan, JobControl()).pairs
    stored = made_block_keys(folder, words)
    with _moved_by_spark(folder / "events"), spark_engine(master) as engine:  # noqa: SIM117
        with _timed("Spark, without its start", count):
            found = engine.shuffle(stored).near(plan, JobControl()).pairs
    keys = [np.sort(pairs.left << 32 | pairs.right) for pairs in (own, found)]
    equal = "equal" if np.array_equal(*keys) else "different"
    moved = sum(each.stat().st_size for each in folder.rglob("*.parquet"))
    _tell(f"{len(own):,} pairs: {equal}; {moved:,} bytes of Parquet")


@contextmanager
def _moved_by_spark(folder: Path) -> Iterator[None]:
    """Say at the end what Spark's tasks have shuffled, spilled and sent, by its own event log."""
    folder.mkdir(parents=True)
    log = {"enabled": "true", "dir": folder.absolute().as_uri()}
    log |= {"rolling.enabled": "false", "compress": "false"}
    settings = [f"--conf spark.eventLog.{name}={value}" for name, value in log.items()]
    os.environ["PYSPARK_SUBMIT_ARGS"] = " ".join([*settings, "pyspark-shell"])
    yield
    moved = Counter[str]()
    for path in folder.glob("[!.]*"):
        for line in path.read_text(encoding="utf-8").splitlines():
            moved.update(_bytes_of_task(json.loads(line)))
    _tell("  Spark: " + ", ".join(f"{name} {count:,} bytes" for name, count in moved.items()))


def _bytes_of_task(event: dict[str, Any]) -> dict[str, int]:
    metrics = event.get("Task Metrics") if event["Event"] == "SparkListenerTaskEnd" else None
    if not metrics:
        return {}
    read = metrics["Shuffle Read Metrics"]
    return {
        "shuffle written": metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
        "shuffle read": read["Local Bytes Read"] + read["Remote Bytes Read"],
        "spilled": metrics["Disk Bytes Spilled"],
        "results": metrics["Result Size"],
    }


def _connect(count: int, folder: Path) -> None:
    """Label propagation in files beside union-find, on graphs of several shapes."""
    folder.mkdir(parents=True, exist_ok=True)
    for shape in ("random", "skewed", "chain"):
        graph_of = graph(shape, count)
        with _timed(f"union-find, {shape}", count):
            own = connected_labels(*graph_of)
        with _timed("propagated in files", count):
            found = connected_in_files(count, [graph_of[1:]], folder, count // 4)
        _tell("  equal" if np.array_equal(own, found) else "  different")


def _beside_peer(count: int, folder: Path, shards: int) -> None:
    labelled = spliced_set(_DATA, _CORPORA, count)
    with (labelled / "truth.csv").open(encoding="utf-8", newline="") as file:
        truth = {(row["a"], row["b"]) for row in csv.DictReader(file) if row["label"] == "1"}
    folders = _dealt_out(labelled, folder / "ours", shards)
    before_s = cpu_s()
    with _timed("import into shards", count):
        paths = [_fill(folder / f"{each.name}.simhash", [each]) for each in folders]
    with review_library(folder / "out") as review, _timed("batch", count):
        batch = run_batch(review, paths, DetectionOptions(), JobControl())
        ours = answer(review, batch.detection)
    _tell(f"  {cpu_s() - before_s:.1f} s of the processor in all, {_largest_mib()} MiB")
    found = {(Path(pair.a).stem, Path(pair.b).stem) for pair in ours.pairs}
    _tell(f"  {_score(truth, found)}")
    python = interpreter_of(PEERS["datatrove"], _VENVS)
    before_s = cpu_s()
    script = Path(__file__).parent / "contenders" / "datatrove_minhash.py"
    command = [python, script, labelled / "docs", folder / "peer", str(shards), "2"]
    with _timed("datatrove", count):
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    answered = json.loads(done.stdout.splitlines()[-1])
    stages = ", ".join(f"{name} {took_s:.1f} s" for name, took_s in answered["seconds"].items())
    _tell(
        f"  {stages}; {cpu_s() - before_s:.1f} s of the processor in all;"
        f" the larger of both sides {_largest_mib()} MiB"
    )
    pairs = {
        (Path(a).stem, Path(b).stem)
        for cluster in answered["clusters"]
        for a, b in combinations(sorted(cluster), 2)
    }
    _tell(f"  {_score(truth, pairs)}")


def _score(truth: set[tuple[str, str]], found: set[tuple[str, str]]) -> str:
    """Of pairs in any order, against the labelled ones."""
    wanted, given = ({tuple(sorted(pair)) for pair in pairs} for pairs in (truth, found))
    right = len(wanted & given)
    precision, recall = right / max(1, len(given)), right / max(1, len(wanted))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return f"{len(given):,} pairs: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}"


def _dealt_out(labelled_set: Path, folder: Path, shards: int) -> list[Path]:
    """The documents of a set in as many folders as there are shards."""
    folders = [folder / f"share{number}" for number in range(shards)]
    for each in folders:
        each.mkdir(parents=True)
    for number, document in enumerate(sorted((labelled_set / "docs").rglob("*"))):
        if document.is_file():
            name = "-".join(document.relative_to(labelled_set / "docs").parts)
            (folders[number % shards] / name).write_bytes(document.read_bytes())
    return folders


def _fill(path: Path, folders: list[Path]) -> Path:
    with open_library(path) as library:
        add_paths(library, folders, FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(), JobControl())
    return path


@contextmanager
def _timed(what: str, count: int) -> Iterator[None]:
    elapsed, used = time.monotonic(), cpu_s()
    yield
    elapsed, used = time.monotonic() - elapsed, cpu_s() - used
    rate = count / max(elapsed, 0.001)
    _tell(f"{what}: {elapsed:.1f} s, {rate:,.0f} documents/s, {used:.1f} s of the processor")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _largest_mib() -> int:
    """The most memory that any one of this process and its children has had."""
    every = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in every) // 1024


if __name__ == "__main__":
    main()
