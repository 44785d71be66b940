"""``simhash-gui pairs``: near-duplicate pairs among fingerprints from a numpy file."""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from simhash_gui.cli.files import require_writable, write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.detection.pair_files import (
    count_clusters,
    equal_groups,
    load_fingerprints,
    peak_resident_bytes,
    write_pairs,
    written_size,
)
from simhash_gui.services.detection.pair_search import plan_pair_search

_WORTH_TELLING_S = 1.0
_WORTH_TELLING_BYTES = 20_000_000


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Search FILE, and write OUTPUT where one is asked for."""
    if options.output is not None:
        require_writable(options.output)
        _require_other_file(options.output, options.file)
    document = _search(options, output)
    output.result(document, _lines(document, options.output))
    return ExitCode.DONE


def _require_other_file(output: Path, source: Path) -> None:
    if output.exists() and source.exists() and output.samefile(source):
        raise UsageError(
            f"{output}: this is the file of fingerprints itself", "choose another name"
        )


def _search(options: argparse.Namespace, output: Output) -> dict[str, Any]:
    words = load_fingerprints(options.file)
    started_s = time.perf_counter()
    plan = plan_pair_search(words, options.distance, jobs=options.jobs)
    if plan.expected_s >= _WORTH_TELLING_S:
        output.message(f"{plan.estimate.method}, {rough_duration(plan.expected_s)}")
    with watched_job(output) as control:
        folded = plan.run(control)
    search_s = time.perf_counter() - started_s
    clusters, groups = count_clusters(folded), equal_groups(folded)
    if options.output is not None:
        _tell_cost(options.output, folded.count() - groups.implied_count, output)
        with write_errors(options.output):
            write_pairs(options.output, words, folded)
    return {
        "n": len(words),
        "distance": options.distance,
        "pairs": folded.count(),
        "implied_pairs": groups.implied_count,
        "groups": [
            {"pairs": len(members) * (len(members) - 1) // 2, "members": members.tolist()}
            for members in np.split(groups.members, groups.offsets[1:-1])[: len(groups)]
        ],
        "clusters": clusters,
        "search_s": round(search_s, 6),
        "peak_bytes": peak_resident_bytes(),
        "method": str(plan.estimate.method),
    }


def _tell_cost(path: Path, pairs: int, output: Output) -> None:
    """Say what a large file will take, and refuse one that its drive has no room for."""
    size = written_size(pairs)
    free_bytes = shutil.disk_usage(path.absolute().parent).free
    needs = (
        f"{path}: {counted(pairs, 'pair')} take {_rough_size(size.file_bytes)}, "
        f"and {_rough_size(size.beside_bytes)} beside it while it is written"
    )
    if size.total_bytes > free_bytes:
        raise UsageError(
            f"{needs}; {_rough_size(free_bytes)} are free",
            "choose another drive, or a smaller --distance",
            "disk-full",
        )
    if size.file_bytes >= _WORTH_TELLING_BYTES:
        output.message(needs)


def _rough_size(size_bytes: int) -> str:
    for unit, length in (("GB", 10**9), ("MB", 10**6)):
        if size_bytes >= length:
            return f"{size_bytes / length:,.1f} {unit}"
    return f"{size_bytes / 1000:,.0f} kB"


def _lines(document: dict[str, Any], written: Path | None) -> Iterator[str]:
    yield (
        f"{counted(document['pairs'], 'pair')} within Hamming distance {document['distance']} "
        f"among {counted(document['n'], 'fingerprint')}, "
        f"{counted(document['clusters'], 'cluster')}"
    )
    yield (
        f"searched in {document['search_s']:.2f} s by {document['method']}, "
        f"{document['peak_bytes'] / 1e6:,.0f} MB of memory at most"
    )
    if document["groups"]:
        yield (
            f"{counted(len(document['groups']), 'group')} of equal fingerprints, listed once for"
            f" {counted(document['implied_pairs'], 'pair')}"
        )
    if written is not None:
        yield f"pairs written to {written}"


def rough_duration(seconds: float) -> str:
    """How long in one figure: ``less than 1 s``, ``about 12 s``, ``about 4 min``, ``about 2 h``."""
    if seconds < 1:
        return "less than 1 s"
    for unit, length_s in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length_s:
            return f"about {seconds / length_s:,.0f} {unit}"
    return f"about {seconds:.0f} s"
