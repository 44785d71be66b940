"""``simhash-gui scan``: import folders, then list near-duplicate pairs and clusters."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simhash_gui.cli.names import GivenNames
from simhash_gui.cli.output import ExitCode, Output, UsageError, watched_job
from simhash_gui.core.recipe import Recipe, recipe_named
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection import ClusterTable, Detection, cluster_table, detect
from simhash_gui.services.importing import ImportOptions, ImportReport, import_folders
from simhash_gui.services.libraries import (
    FolderRole,
    FolderRow,
    Library,
    add_folders,
    library_recipe,
    open_library,
    temporary_library,
)
from simhash_gui.services.refingerprinting import change_recipe
from simhash_gui.services.results import NamedCluster, NamedPair, named_clusters, named_pairs


@dataclass(frozen=True, slots=True, eq=False)
class _Scan:
    """What one scan found."""

    library: Library
    names: GivenNames
    report: ImportReport
    detection: Detection
    table: ClusterTable
    elapsed_s: float


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Import every FOLDER and report what is near to what."""
    for folder in options.folders:
        if not Path(folder).is_dir():
            raise UsageError(f"{folder}: not a folder that can be read")
    recipe = recipe_named(options.recipe) if options.recipe else None
    with _library(options) as library:
        scan = _scan(library, recipe, options, output)
        output.result(_document(scan), _lines(scan))
    return ExitCode.DONE_WITH_FAILURES if scan.report.failed else ExitCode.DONE


def _library(options: argparse.Namespace) -> AbstractContextManager[Library]:
    return temporary_library() if options.library is None else open_library(options.library)


def _scan(
    library: Library, recipe: Recipe | None, options: argparse.Namespace, output: Output
) -> _Scan:
    started_s = time.monotonic()
    given = [Path(folder) for folder in options.folders]
    chosen = _holding(add_folders(library, given, FolderRole.NORMAL), given)
    with watched_job(output) as control:
        if recipe is not None:
            change_recipe(library, recipe, options.jobs, control)
        report = import_folders(library, chosen, ImportOptions(workers=options.jobs), control)
        detection = detect(library, options.distance, control)
    table = cluster_table(detection, options.distance, Linkage.SINGLE)
    elapsed_s = time.monotonic() - started_s
    return _Scan(library, GivenNames(options.folders), report, detection, table, elapsed_s)


def _holding(rows: Sequence[FolderRow], given: Sequence[Path]) -> list[int]:
    """The folders of the library that the given ones are, hold, or are inside of."""
    resolved = [path.resolve() for path in given]
    return [
        row.folder_id
        for row in rows
        if any(
            row.path == path or row.path in path.parents or path in row.path.parents
            for path in resolved
        )
    ]


def _document(scan: _Scan) -> dict[str, Any]:
    report = scan.report
    return {
        "documents": report.documents,
        "files": report.files,
        "read": report.read,
        "unchanged": report.unchanged,
        "skipped": report.skipped,
        "gone": report.gone,
        "failed": [
            {
                "path": scan.names.name(failure.path),
                "reason": failure.reason.value,
                "detail": failure.detail,
            }
            for failure in report.failures
        ],
        "distance": scan.detection.searched_distance,
        "recipe": library_recipe(scan.library).recipe_id,
        "pairs": (_pair_fields(pair, scan.names) for pair in _pairs(scan)),
        "clusters": (_cluster_fields(cluster, scan.names) for cluster in _clusters(scan)),
        "elapsed_s": round(scan.elapsed_s, 3),
    }


def _pairs(scan: _Scan) -> Iterator[NamedPair]:
    return named_pairs(scan.library, scan.detection, scan.detection.searched_distance)


def _clusters(scan: _Scan) -> Iterator[NamedCluster]:
    return named_clusters(scan.library, scan.table)


def _pair_fields(pair: NamedPair, names: GivenNames) -> dict[str, Any]:
    return {"a": names.name(pair.a), "b": names.name(pair.b), "distance": pair.distance}


def _cluster_fields(cluster: NamedCluster, names: GivenNames) -> dict[str, Any]:
    return {
        "members": [
            {"path": names.name(member.path), "fingerprint": member.fingerprint.hex}
            for member in cluster.members
        ],
        "min_distance": cluster.min_distance,
        "max_distance": cluster.max_distance,
    }


def _lines(scan: _Scan) -> Iterator[str]:
    report, table = scan.report, scan.table
    for number, cluster in enumerate(_clusters(scan), start=1):
        spread = f"{cluster.min_distance}–{cluster.max_distance}"
        yield f"cluster {number}: {len(cluster.members)} files, Hamming distance {spread}"
        for member in cluster.members:
            yield f"  {member.fingerprint.hex}  {scan.names.name(member.path)}"
        yield ""
    for failure in report.failures:
        yield f"failed: {scan.names.name(failure.path)}: {failure.reason.value} {failure.detail}"
    yield (
        f"{report.files:,} files, {report.documents:,} documents: {report.read:,} read,"
        f" {report.unchanged:,} unchanged, {report.skipped:,} skipped, {report.failed:,} failed"
    )
    yield (
        f"{table.cluster_count:,} clusters of {table.file_count:,} files,"
        f" {scan.detection.pair_count:,} near-duplicate pairs"
        f" within distance {table.distance}, {scan.elapsed_s:.1f} s"
    )
