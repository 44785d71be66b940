"""Writing clusters or pairs to a file: a button with a menu of forms."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from simhash_gui.services.detection.answers.cluster_report import export_cluster_report
from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.detection.answers.export import FileFormat, export_clusters, export_pairs
from simhash_gui.services.detection.search import require_unchanged
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.settings import Language
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.file_manager import show_in_folder
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.choosers import TargetChooser
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session

_BOM_STATE = "clusters/bom"


class ExportKind(StrEnum):
    """What is written; the value is the file name that the dialog suggests."""

    CLUSTERS_CSV = "clusters.csv"
    CLUSTERS_JSON = "clusters.json"
    CLUSTERS_HTML = "clusters.html"
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


class Exporting(QObject):
    """Asks where to, writes as a job, and tells where the file is."""

    def __init__(
        self, session: Session, model: ClustersViewModel, page: QWidget, ask_target: TargetChooser
    ) -> None:
        super().__init__(page)
        self._session, self._model, self._page = session, model, page
        self.ask_target = ask_target
        self.actions = {kind: QAction(self) for kind in ExportKind}
        self.bom_action = QAction(self)
        self.bom_action.setCheckable(True)
        self.bom_action.setChecked(session.window_state.value(_BOM_STATE, True, bool) is True)
        self.bom_action.toggled.connect(partial(session.window_state.setValue, _BOM_STATE))
        self.button = QPushButton()
        menu = QMenu(self.button)
        menu.addActions(list(self.actions.values()))
        menu.addSeparator()
        menu.addAction(self.bom_action)
        self.button.setMenu(menu)
        set_role(self.button, Role.MENU)
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
        self.bom_action.setText(
            QCoreApplication.translate("ClustersPage", "CSV with a mark for spreadsheets (BOM)")
        )

    def export(self, kind: ExportKind) -> None:
        """Ask where to, then write it as a job."""
        findings, table = self._model.search.findings, self._model.table
        library = self._session.library
        if findings is None or table is None or library is None:
            return
        path = self.ask_target(self._page, export_label(kind).rstrip("…"), kind.value)
        if path is not None:
            run = partial(_written, library, table, self._writer(kind, library, table, path))
            job = Job(JobKind.EXPORT, run, path.name)
            self._session.jobs.submit(job).finished.connect(partial(self._tell, path))

    def _writer(
        self, kind: ExportKind, library: Library, table: ClusterTable, path: Path
    ) -> Callable[[JobControl], int]:
        if kind is ExportKind.CLUSTERS_HTML:
            language = Language.CHINESE if fmt.is_chinese() else Language.ENGLISH
            return partial(export_cluster_report, library, table, path, language)
        file_format = kind.file_format
        if file_format is FileFormat.CSV and not self.bom_action.isChecked():
            file_format = FileFormat.PLAIN_CSV
        if kind.is_of_pairs:
            return partial(
                export_pairs, library, table.detection, table.distance, path, file_format
            )
        return partial(export_clusters, library, table, path, file_format)

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
                action=partial(show_in_folder, path),
            )
        )


def _written(
    library: Library, table: ClusterTable, write: Callable[[JobControl], int], control: JobControl
) -> int:
    """Write what is shown; the number of rows. Raises OSError and LibraryChangedError."""
    control.report(Stage.WRITING, 0)
    require_unchanged(library, table.detection)
    return write(control)


def export_label(kind: ExportKind) -> str:
    """What is written."""
    labels = {
        ExportKind.CLUSTERS_CSV: QCoreApplication.translate("ExportKind", "Clusters as CSV…"),
        ExportKind.CLUSTERS_JSON: QCoreApplication.translate("ExportKind", "Clusters as JSON…"),
        ExportKind.CLUSTERS_HTML: QCoreApplication.translate("ExportKind", "Clusters as HTML…"),
        ExportKind.PAIRS_CSV: QCoreApplication.translate("ExportKind", "Pairs as CSV…"),
        ExportKind.PAIRS_JSON: QCoreApplication.translate("ExportKind", "Pairs as JSON…"),
    }
    return labels[kind]
