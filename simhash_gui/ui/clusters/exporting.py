"""Writing clusters or pairs to a file: a button with a menu of forms."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from simhash_gui.services.detection.clusters import ClusterTable
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.export import FileFormat, export_clusters, export_pairs
from simhash_gui.services.detection.search import require_unchanged
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common.file_manager import show_in_file_manager
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session

TargetChooser: TypeAlias = Callable[[QWidget, str, str], Path | None]


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


def _export_job(
    kind: ExportKind, library: Library, detection: Detection, table: ClusterTable, path: Path
) -> Job:
    """A job that writes what is shown and returns the number of rows.

    An existing file is replaced in one step. The job fails with OSError and LibraryChangedError.
    """

    def run(control: JobControl) -> int:
        control.report(Stage.WRITING, 0)
        require_unchanged(library, detection)
        if kind.is_of_pairs:
            return export_pairs(library, detection, table.distance, path, kind.file_format)
        return export_clusters(library, table, path, kind.file_format)

    return Job(JobKind.EXPORT, run, path.name)


class Exporting(QObject):
    """Asks where to, writes as a job, and tells where the file is."""

    def __init__(
        self, session: Session, model: ClustersViewModel, page: QWidget, ask_target: TargetChooser
    ) -> None:
        super().__init__(page)
        self._session, self._model, self._page = session, model, page
        self._ask_target = ask_target
        self.actions = {kind: QAction(self) for kind in ExportKind}
        self.button = QPushButton()
        menu = QMenu(self.button)
        menu.addActions(list(self.actions.values()))
        self.button.setMenu(menu)
        for kind, action in self.actions.items():
            action.triggered.connect(partial(self.export, kind))

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.button.setText(QCoreApplication.translate("ClustersPage", "Export"))
        self.button.setAccessibleName(
            QCoreApplication.translate("ClustersPage", "Export pairs or clusters")
        )
        for kind, action in self.actions.items():
            action.setText(export_label(kind))

    def export(self, kind: ExportKind) -> None:
        """Ask where to, then write it as a job."""
        findings, table = self._model.search.findings, self._model.table
        library = self._session.library
        if findings is None or table is None or library is None:
            return
        path = self._ask_target(self._page, export_label(kind), kind.value)
        if path is not None:
            job = _export_job(kind, library, findings.detection, table, path)
            self._session.jobs.submit(job).finished.connect(partial(self._tell, path))

    def _tell(self, path: Path, row_count: int) -> None:
        def text() -> str:
            done = QCoreApplication.translate(
                "ClustersPage", "%Ln rows written to {name}", "", row_count
            )
            return done.format(name=path.name)

        self._session.notify(
            Notice(
                NoticeKind.DONE,
                text,
                action_text=lambda: QCoreApplication.translate("ClustersPage", "Open folder"),
                action=partial(show_in_file_manager, path.parent),
            )
        )


def export_label(kind: ExportKind) -> str:
    """What is written."""
    labels = {
        ExportKind.CLUSTERS_CSV: QCoreApplication.translate("ExportKind", "Clusters as CSV…"),
        ExportKind.CLUSTERS_JSON: QCoreApplication.translate("ExportKind", "Clusters as JSON…"),
        ExportKind.PAIRS_CSV: QCoreApplication.translate("ExportKind", "Pairs as CSV…"),
        ExportKind.PAIRS_JSON: QCoreApplication.translate("ExportKind", "Pairs as JSON…"),
    }
    return labels[kind]
