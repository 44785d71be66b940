"""Pairs and clusters written to a file, as a job."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from simhash_gui.services.detection.detection import ClusterTable, Detection
from simhash_gui.services.detection.exporting import FileFormat, export_clusters, export_pairs
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library
from simhash_gui.ui.session.job_runner import Job, JobKind


class ExportKind(StrEnum):
    """What is written; the value is the file name that the dialog suggests."""

    CLUSTERS_CSV = "clusters.csv"
    CLUSTERS_JSON = "clusters.json"
    PAIRS_CSV = "pairs.csv"
    PAIRS_JSON = "pairs.json"

    @property
    def file_format(self) -> FileFormat:
        """How rows are written."""
        return FileFormat(self.value.rpartition(".")[2])

    @property
    def is_of_pairs(self) -> bool:
        """Whether pairs are written, not clusters."""
        return self in {ExportKind.PAIRS_CSV, ExportKind.PAIRS_JSON}


def export_job(
    kind: ExportKind, library: Library, detection: Detection, table: ClusterTable, path: Path
) -> Job:
    """A job that writes what is shown and returns the number of rows.

    An existing file is replaced in one step. The job fails with OSError.
    """

    def run(control: JobControl) -> int:
        control.report(Stage.WRITING, 0)
        if kind.is_of_pairs:
            return export_pairs(library, detection, table.distance, path, kind.file_format)
        return export_clusters(library, table, path, kind.file_format)

    return Job(JobKind.EXPORT, run, path.name)
