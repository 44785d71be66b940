"""``simhash-gui batch``: search many libraries as if they were one, into a review library."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from simhash_gui.cli.detecting import detection_options, tell_damage
from simhash_gui.cli.found import (
    Found,
    GivenNames,
    cluster_lines,
    found_fields,
    found_in,
    summary_lines,
)
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, opened, watched_job
from simhash_gui.services.batch.batch import (
    LOCAL,
    Batch,
    BatchEngine,
    StageReport,
    require_shards,
    review_library,
    run_batch,
)
from simhash_gui.services.batch.spark import DEFAULT_MASTER, spark_engine


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Search all SHARDS as one, and report as ``scan`` does."""
    if options.master is not None and options.engine != "spark":
        raise UsageError("--master is for --engine spark", "add --engine spark")
    if options.out.exists() and not options.out.is_dir():
        raise UsageError(
            f"{options.out}: this is no folder", "choose another one", "output-unwritable"
        )
    require_shards(options.shards)
    with _engine(options) as engine:
        return _run(options, engine, output)


@contextmanager
def _engine(options: argparse.Namespace) -> Iterator[BatchEngine]:
    if options.engine != "spark":
        yield LOCAL
        return
    with spark_engine(options.master or DEFAULT_MASTER) as engine:
        yield engine


def _run(options: argparse.Namespace, engine: BatchEngine, output: Output) -> ExitCode:
    started_s = time.monotonic()
    with review_library(options.out) as library:
        opened(library, output)
        with watched_job(output) as control:
            batch = run_batch(
                library,
                options.shards,
                detection_options(options),
                control,
                workers=options.jobs,
                engine=engine,
            )
            clustering_s = time.monotonic()
            found = found_in(library, batch.detection, options.linkage, GivenNames([]), control)
        clusters = _clusters_report(found, time.monotonic() - clustering_s)
        stages = [*batch.stages, clusters]
        elapsed_s = time.monotonic() - started_s
        output.result(_document(found, batch, stages, elapsed_s), _lines(found, stages, elapsed_s))
        return tell_damage(found.left_out, output)


def _clusters_report(found: Found, elapsed_s: float) -> StageReport:
    return StageReport("clusters", "clusters", found.table.cluster_count, 0, elapsed_s)


def _document(
    found: Found, batch: Batch, stages: list[StageReport], elapsed_s: float
) -> dict[str, Any]:
    return {
        "review_library": str(found.library.path),
        "documents": batch.detection.document_count,
        "files": batch.detection.file_count,
        "stages": [asdict(each) | {"elapsed_s": round(each.elapsed_s, 3)} for each in stages],
        **found_fields(found),
        "elapsed_s": round(elapsed_s, 3),
    }


def _lines(found: Found, stages: list[StageReport], elapsed_s: float) -> Iterator[str]:
    yield from cluster_lines(found)
    for stage in stages:
        reused = f", {stage.reused:,} of an earlier run" if stage.reused else ""
        done = counted(stage.done, stage.unit.removesuffix("s"))
        size = f", {stage.bytes_written / 1e6:.1f} MB" if stage.bytes_written else ""
        yield f"{stage.name}: {done}{reused}{size}, {stage.elapsed_s:.1f} s"
    yield from summary_lines(found, elapsed_s)
    yield f"review library: {found.library.path}"
