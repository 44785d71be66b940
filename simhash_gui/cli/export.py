"""``simhash-gui export``: near-duplicate pairs or clusters of a library, as CSV, JSON or HTML."""

from __future__ import annotations

import argparse
from pathlib import Path

from simhash_gui.cli.arguments.options import What
from simhash_gui.cli.detecting import detection_options, not_looked_at, tell_damage
from simhash_gui.cli.files import require_writable, write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.detection.answers.cluster_report import export_cluster_report
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.export import FileFormat, export_clusters, export_pairs
from simhash_gui.services.detection.answers.left_out import left_out, left_out_fields
from simhash_gui.services.detection.answers.named_results import measured
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.search import detect, require_unchanged
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, existing_library
from simhash_gui.services.library.outputs import require_no_document
from simhash_gui.services.library.settings import Language

_HTML = "html"


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Search the library and write OUTPUT."""
    ending = options.output.suffix.lower().removeprefix(".")
    known = [
        FileFormat.CSV.value,
        FileFormat.JSON.value,
        *([_HTML] if options.what is What.CLUSTERS else []),
    ]
    if ending not in known:
        endings = " or ".join(f".{each}" for each in known)
        raise UsageError(f"{options.output}: the name must end in {endings}", "choose another name")
    require_writable(options.output)
    with existing_library(options.library) as library, watched_job(output, library) as control:
        require_no_document(library, options.output)
        detection = measured(detect(library, detection_options(options), control), control)
        require_unchanged(library, detection)
        with write_errors(options.output):
            rows = _write(library, detection, options, ending, control)
        not_compared = left_out(detection)
    result = {"output": str(options.output), "rows": rows, **left_out_fields(not_compared)}
    lines = [f"{counted(rows, 'row')} written to {options.output}", *not_looked_at(not_compared)]
    output.result(result, iter(lines))
    return tell_damage(not_compared, output)


def _write(
    library: Library,
    detection: Detection,
    options: argparse.Namespace,
    ending: str,
    control: JobControl,
) -> int:
    path: Path = options.output
    table = cluster_table(detection, None, options.linkage)
    if ending == _HTML:
        return export_cluster_report(library, table, path, Language(options.language), control)
    file_format = FileFormat(ending)
    if file_format is FileFormat.CSV and not options.bom:
        file_format = FileFormat.PLAIN_CSV
    if options.what is What.PAIRS:
        return export_pairs(library, detection, None, path, file_format, control)
    return export_clusters(library, table, path, file_format, control)
