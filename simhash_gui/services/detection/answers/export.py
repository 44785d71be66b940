"""Pairs and clusters as files for other programs: CSV and JSON.

Where a search was not complete, the last row says so: in CSV it begins with ``# incomplete``, in
JSON it is an object with ``complete`` and ``left_out`` in place of the columns. Of files that are
listed as a group (``file_pairs``) the first stands with each other one, without measures and with
``group:text`` or ``group:template`` for a class.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.detection.answers.left_out import INCOMPLETE, left_out, left_out_fields
from simhash_gui.services.detection.answers.named_results import NamedFiles, named_clusters
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.outputs import replacing_output

Row = tuple[str | int | float | None, ...]

_PAIR_COLUMNS = (
    "a",
    "b",
    "distance",
    "jaccard",
    "containment_a",
    "containment_b",
    "class",
)
_CLUSTER_COLUMNS = (
    "cluster",
    "path",
    "fingerprint",
    "min_distance",
    "max_distance",
    "min_overlap",
    "distance",
    "overlap",
    "class",
)


class FileFormat(StrEnum):
    """How rows are written; the value of the first two is the file extension."""

    CSV = "csv"
    """With a byte order mark."""
    JSON = "json"
    PLAIN_CSV = "csv without a mark"


def export_pairs(  # noqa: PLR0913, PLR0917 - what, where, in which form, and who may stop it
    library: Library,
    detection: Detection,
    distance: int | None,
    path: Path,
    file_format: FileFormat,
    control: JobControl,
) -> int:
    """Write one row for each near-duplicate pair; return how many.

    Raises as ``replacing_output``, and JobCancelledError.
    """
    rows = _pair_rows(NamedFiles(library, detection, distance), control)
    with replacing_output(library, path) as part:
        return _write(part, file_format, _PAIR_COLUMNS, rows, detection)


def _pair_rows(files: NamedFiles, control: JobControl) -> Iterator[Row]:
    for pair in files.pairs(control):
        yield (
            pair.a,
            pair.b,
            pair.distance,
            pair.jaccard,
            pair.containment_a,
            pair.containment_b,
            pair.pair_class.value,
        )
    for group in files.groups():
        first, *others = group.paths
        for path in others:
            yield (first, path, None, None, None, None, f"group:{group.kind.value}")


def export_clusters(
    library: Library,
    table: ClusterTable,
    path: Path,
    file_format: FileFormat,
    control: JobControl,
) -> int:
    """Write one row for each file in a cluster, medoid first; return how many.

    The last columns are measured with the medoid. Raises as ``replacing_output``, and
    JobCancelledError.
    """
    rows = _cluster_rows(library, table, control)
    with replacing_output(library, path) as part:
        return _write(part, file_format, _CLUSTER_COLUMNS, rows, table.detection)


def _cluster_rows(library: Library, table: ClusterTable, control: JobControl) -> Iterator[Row]:
    for number, cluster in enumerate(named_clusters(library, table, control), start=1):
        for member in cluster.members:
            yield (
                number,
                member.path,
                member.fingerprint.hex,
                cluster.min_distance,
                cluster.max_distance,
                cluster.min_overlap,
                member.distance,
                member.overlap,
                member.pair_class and member.pair_class.value,
            )


def _write(
    path: Path,
    file_format: FileFormat,
    columns: Row,
    rows: Iterable[Row],
    detection: Detection,
) -> int:
    # Undecodable bytes of a name are written as they are read back: as their escapes.
    with path.open("x", encoding="utf-8", errors="backslashreplace", newline="") as file:
        if file_format is FileFormat.JSON:
            return _write_json(file, columns, rows, detection)
        if file_format is FileFormat.CSV:  # or spreadsheets take Chinese for another encoding
            file.write("\ufeff")
        return _write_csv(file, columns, rows, detection)


def _write_csv(file: TextIO, columns: Row, rows: Iterable[Row], detection: Detection) -> int:
    writer = csv.writer(file)
    writer.writerow(columns)
    count = 0
    for row in rows:
        writer.writerow([_no_formula(value) for value in row])
        count += 1
    for each in left_out(detection):
        how_many = "" if each.how_many is None else each.how_many
        writer.writerow([INCOMPLETE, each.what, how_many, each.reason, each.way_out])
    return count


def _no_formula(value: str | float | None) -> str | float | None:
    """Keep spreadsheets from running a file name that looks like a formula."""
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula else value


def _write_json(file: TextIO, columns: Row, rows: Iterable[Row], detection: Detection) -> int:
    count, separator = 0, "["
    for row in rows:
        item = dict(zip(map(str, columns), row, strict=True))
        file.write(f"{separator}\n {json.dumps(item, ensure_ascii=False)}")
        count, separator = count + 1, ","
    if missed := left_out(detection):
        file.write(f"{separator}\n {json.dumps(left_out_fields(missed), ensure_ascii=False)}")
        separator = ","
    file.write("\n]\n" if separator == "," else "[]\n")
    return count
