"""The full Library page: folders and problems at the left, documents and problem files beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QByteArray, QEvent, QSettings, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    document_rows,
)
from simhash_gui.services.library.libraries import Library, LibraryError, document_paths
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.common.dialogs import DetailsDialog
from simhash_gui.ui.common.document_columns import document_columns
from simhash_gui.ui.common.file_manager import open_folder
from simhash_gui.ui.common.flow_row import TurningSplitter
from simhash_gui.ui.common.paged_model import PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.table_parts import MAX_ROWS_COPIED, tell_copied
from simhash_gui.ui.library.document import DocumentDialog
from simhash_gui.ui.library.documents_panel import DocumentsPanel
from simhash_gui.ui.library.folders_panel import FoldersPanel
from simhash_gui.ui.library.overview import Overview
from simhash_gui.ui.library.problem_files import ProblemFilesPanel
from simhash_gui.ui.library.problem_kinds import ProblemKind, troubled_files
from simhash_gui.ui.library.problems_panel import ImportSummaryDialog, ProblemsPanel
from simhash_gui.ui.library.view_model import LibraryViewModel
from simhash_gui.ui.library.ways_out import WaysOut
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme

_LEFT_SHARE = (256, 900)
_FOLDERS_SHARE = (420, 220)
_DOCUMENTS_SHARE = (420, 240)
_PROBLEM_FILES_AT_ONCE = 500
_MIN_LEFT_PX = 200
_HANDLE_PX = 12


class LibraryContent(QWidget):
    """Panels and what they ask for; state is in the view model."""

    def __init__(self, session: Session, model: LibraryViewModel) -> None:
        super().__init__()
        self._session = session
        self._model = model
        self.folders = FoldersPanel()
        self.problems = ProblemsPanel()
        self.problem_files = ProblemFilesPanel()
        self._ways_out = WaysOut(session, model.problems, self)
        self._overview_on_show: Overview | None = None
        columns = document_columns()
        rows = PagedTableModel(columns, self._fetch, lambda row: row.id, self)
        rows.failed.connect(session.reads.failed, Qt.ConnectionType.QueuedConnection)
        self.table = PagedTable(rows)
        self.documents = DocumentsPanel(self.table)
        self._lay_out()
        self._connect_model()
        self._connect_folders()
        self._connect_documents()
        self._connect_problems()
        self._show_view()
        self._show_overview()
        self._show_ids()

    def clear(self) -> None:
        """Close the problem files, or else forget the filter."""
        if self.problem_files.isVisible():
            self._close_problem()
        else:
            self._model.clear_filter()
            self.table.setFocus()

    @Slot()
    @Slot(object)
    def show_problems(self, kind: ProblemKind | None = None) -> None:
        """Open a group of problems, or the largest; on the page in front."""
        wanted = kind or self.problems.largest()
        if wanted is not None:
            self._session.page_requested.emit(PageId.LIBRARY)
            self._open_problem(wanted)

    @Slot()
    def show_summary(self) -> None:
        """Show all counts of the last import."""
        report = self._model.last_report
        if report is not None:
            dialog = ImportSummaryDialog(report, self.window())
            dialog.problems_wanted.connect(self.show_problems)
            dialog.open()

    @Slot(object)
    def open_document(self, number: int) -> None:
        """Show one document with its copies and its text."""
        library = self._session.library
        try:
            rows = self._fetch([number])
        except LibraryError as error:
            self._session.reads.failed.emit(error)
            return
        is_open = any(known.isVisible() for known in self.window().findChildren(DocumentDialog))
        if library is not None and rows and not is_open:  # or this is the echo of a click
            dialog = DocumentDialog(rows[0], library, self._session.reads, self.window())
            dialog.encoding_wanted.connect(self._ways_out.ask_for_encoding)
            self._session.documents_changed.connect(dialog.reload)
            dialog.open()

    def save_state(self, state: QSettings) -> None:
        """Keep what the user has arranged."""
        state.setValue("library/columns", QByteArray(self.table.save_columns()))
        state.setValue("library/sort", self._model.view.sort.value)
        state.setValue("library/descending", int(self._model.view.descending))
        for name, splitter in self._splitters.items():
            state.setValue(f"library/{name}", splitter.saveState())
        state.setValue("library/folders-px", self._folders_px)

    def restore_state(self, state: QSettings) -> None:
        """Arrange things as they were left; damaged values count as absent."""
        columns = state.value("library/columns")
        if isinstance(columns, QByteArray):
            self.table.restore_columns(bytes(columns.data()))
        sort = state.value("library/sort")
        if sort in [*DocumentSort]:
            is_descending = state.value("library/descending") in {1, "1"}
            self._model.set_sort(DocumentSort(sort), is_descending)
        for name, splitter in self._splitters.items():
            kept = state.value(f"library/{name}")
            if isinstance(kept, QByteArray):
                splitter.restoreState(kept)
        px = state.value("library/folders-px", _LEFT_SHARE[0], int)
        self._folders_px = px if isinstance(px, int) and px > 0 else _LEFT_SHARE[0]
        self._give_folders_their_width()

    @override
    def minimumSizeHint(self) -> QSize:
        """Where there is no room beside the folders, the documents are below them."""
        widest = max(self._splitters[side].minimumSizeHint().width() for side in ("left", "right"))
        return QSize(max(widest, self._left_px()), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _left_px(self) -> int:
        least = self._splitters["left"].minimumSizeHint().width()
        return max(least, Theme.current().scaled(_MIN_LEFT_PX))

    def _arrange(self) -> None:
        left, right = (self._splitters[name] for name in ("left", "right"))
        was = left.minimumWidth(), self._whole.is_beside
        left.setMinimumWidth(self._left_px())
        needed = left.minimumWidth() + self._whole.handleWidth() + right.minimumSizeHint().width()
        self._whole.stand(is_beside=self.width() >= needed)
        if was != (left.minimumWidth(), self._whole.is_beside):
            self._give_folders_their_width()

    @Slot()
    def _give_folders_their_width(self) -> None:
        """As many characters as before, but a third of the page where nobody chose more."""
        if self._whole.is_beside and (room := sum(self._whole.sizes())):
            wanted_px = Theme.current().scaled(self._folders_px)
            if self._folders_px == _LEFT_SHARE[0]:
                wanted_px = min(wanted_px, room // 3)
            px = max(wanted_px, self._folders_px, self._splitters["left"].minimumWidth())
            self._whole.setSizes([px, room - px])

    @Slot()
    def _keep_folders_width(self) -> None:
        if self._whole.is_beside:
            px_with_type = self._whole.sizes()[0]
            self._folders_px = round(px_with_type / max(Theme.current().font_percent / 100, 1))

    def _lay_out(self) -> None:
        left = _splitter((self.folders, self.problems), _FOLDERS_SHARE)
        right = _splitter((self.documents, self.problem_files), _DOCUMENTS_SHARE)
        self._whole = TurningSplitter(left, right, _LEFT_SHARE)
        self._whole.setHandleWidth(_HANDLE_PX)
        self._whole.setStretchFactor(0, 0)
        self._whole.setStretchFactor(1, 1)
        self._folders_px = _LEFT_SHARE[0]  # at the normal text size
        self._whole.splitterMoved.connect(self._keep_folders_width)
        self._whole.resized.connect(self._give_folders_their_width)
        self._splitters: dict[str, QSplitter] = {"left": left, "right": right, "whole": self._whole}
        self.problem_files.hide()
        Theme.current().changed.connect(self._arrange)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._whole)

    def _connect_model(self) -> None:
        model = self._model
        model.overview_changed.connect(self._show_overview)
        model.subfolders_changed.connect(self._show_folders)
        model.ids_changed.connect(self._show_ids)
        model.view_changed.connect(self._show_view)
        model.reading_changed.connect(self._show_reading)
        model.problems_wanted.connect(self.show_problems)
        model.summary_wanted.connect(self.show_summary)

    def _connect_folders(self) -> None:
        folders, model = self.folders, self._model
        folders.place_chosen.connect(model.choose_place)
        folders.unfold_wanted.connect(model.set_unfolded)
        folders.role_wanted.connect(model.set_role)
        folders.rescan_wanted.connect(lambda folder: model.rescan([folder.id]))
        folders.remove_wanted.connect(model.remove)
        folders.show_wanted.connect(open_folder)

    def _connect_documents(self) -> None:
        documents, model = self.documents, self._model
        documents.text_filtered.connect(lambda text: model.set_filter(text=text))
        documents.state_filtered.connect(lambda state: model.set_filter(state=state))
        documents.type_filtered.connect(lambda reader: model.set_filter(reader=reader))
        documents.open_wanted.connect(self.open_document)
        documents.compare_wanted.connect(self._session.compare_requested)
        documents.show_wanted.connect(self._show_document)
        documents.template_wanted.connect(model.set_template)
        documents.copy_paths_wanted.connect(self._copy_paths)
        documents.copy_fingerprints_wanted.connect(self._copy_fingerprints)
        self.table.sort_requested.connect(model.set_sort)

    def _connect_problems(self) -> None:
        self.problems.opened.connect(self._open_problem)
        self.problem_files.closed.connect(self._close_problem)
        self.problem_files.more_wanted.connect(self._read_problem_files)
        self.problem_files.details_wanted.connect(self._show_details)
        self.problem_files.way_out_wanted.connect(self._ways_out.take)
        self.problem_files.document_wanted.connect(self.open_document)
        self.problem_files.show_wanted.connect(self._ways_out.show_folder)
        self.problems.summary_wanted.connect(self.show_summary)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._show_empty_text()
        super().changeEvent(event)

    @Slot()
    def _show_overview(self) -> None:
        overview = self._model.overview
        self.folders.set_may_change(self._model.may_change_folders)
        self.documents.set_may_write(self._session.may_write)
        if overview is None:
            return
        self._show_folders()
        self._show_empty_text()
        is_importing = self._session.jobs.is_busy_with(JobKind.IMPORT)
        self.problems.set_importing(is_importing, is_cut_off=overview.is_cut_off)
        self.problems.set_groups(overview.problems)
        self.problems.set_has_summary(self._model.last_report is not None)
        self.problem_files.set_may_act(self._model.may_change_folders)
        self.documents.set_types(overview.types)
        if overview is not self._overview_on_show:
            self._overview_on_show = overview
            self._follow_problems(overview)

    def _follow_problems(self, overview: Overview) -> None:
        """The files of the group on show may have changed, or be gone."""
        kind = self.problem_files.kind
        if not self.problem_files.isVisible() or kind is None:
            return
        counts = {group.kind: group.count for group in overview.problems}
        if kind in counts:
            self.problem_files.refresh(counts[kind])
        else:
            self._close_problem()

    def _show_empty_text(self) -> None:
        if self._model.view.filter != DocumentFilter():
            text = self.tr("No document matches. Press Esc to show all of them.")
            if self._model.view.filter.text:
                text += "\n" + self.tr(
                    "Only names and folders are searched here. To find a text by its words, paste "
                    "them on the Check page."
                )
        elif self._session.jobs.is_busy_with(JobKind.IMPORT):
            text = self.tr("Documents appear here as they are read.")
        else:
            text = self.tr("There are no documents in these folders.")
        self.table.set_empty_text(text)

    @Slot()
    def _show_ids(self) -> None:
        self._show_empty_text()
        self.table.set_ids(self._model.ids, self._model.first_rows)
        self.documents.set_count(len(self._model.ids))

    @Slot()
    def _show_reading(self) -> None:
        self.documents.set_reading(self._model.is_slow)

    @Slot()
    def _show_view(self) -> None:
        view = self._model.view
        self.table.set_sort(view.sort, view.descending)
        self.documents.show_filter(view.filter.text, view.filter.state, view.filter.reader)
        self._show_folders()

    @Slot()
    def _show_folders(self) -> None:
        model = self._model
        if model.overview is not None:
            place = model.view.place
            shown = self.folders.set_folders(model.overview.folders, model.subfolders, place)
            if place.subfolder and shown != place:  # it is gone, or a folder of its own by now
                model.choose_place(shown)

    def _fetch(self, ids: Sequence[int]) -> Sequence[DocumentRow]:
        library = self._session.library
        return [] if library is None else document_rows(library, ids, self._model.view.filter)

    @Slot(object)
    def _show_document(self, number: int) -> None:
        self._read(_paths_of, [number], self._show_first)

    def _show_first(self, paths: Sequence[str]) -> None:
        for path in paths[:1]:
            self._ways_out.show_folder(path)

    @Slot(object)
    def _copy_paths(self, numbers: Sequence[int]) -> None:
        self._read(_paths_of, numbers, lambda paths: _copy("\n".join(map(fmt.written_path, paths))))

    @Slot(object)
    def _copy_fingerprints(self, numbers: Sequence[int]) -> None:
        self._read(_fingerprints_of, numbers, lambda lines: _copy("\n".join(lines)))

    def _read(
        self,
        read: Callable[[Library, Sequence[int]], list[str]],
        numbers: Sequence[int],
        use: Callable[[list[str]], None],
    ) -> None:
        library = self._session.library
        if library is not None:
            first = tuple(numbers[:MAX_ROWS_COPIED])
            self._session.reads.submit(read, library, first, on_done=use, key="library-copied")
            tell_copied(self.table, len(numbers))

    @Slot(object)
    def _open_problem(self, kind: ProblemKind) -> None:
        overview = self._model.overview
        counts = {group.kind: group.count for group in overview.problems} if overview else {}
        self.problem_files.show()
        self.problem_files.open_group(kind, counts.get(kind, 0))
        self.problems.mark(kind)

    @Slot(str, str)
    def _show_details(self, sentence: str, details: str) -> None:
        DetailsDialog(sentence, details, self.window()).open()

    @Slot()
    def _close_problem(self) -> None:
        self.problem_files.hide()
        self.problems.mark(None)

    @Slot(object, int)
    def _read_problem_files(self, kind: ProblemKind, offset: int) -> None:
        library = self._session.library
        if library is None:
            return
        take = partial(self.problem_files.add_files, kind, offset)
        self._session.reads.submit(
            troubled_files,
            library,
            kind,
            offset,
            _PROBLEM_FILES_AT_ONCE,
            on_done=take,
            key="problem-files",
        )


def _splitter(widgets: Sequence[QWidget], sizes: Sequence[int]) -> QSplitter:
    splitter = QSplitter(Qt.Orientation.Vertical)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(_HANDLE_PX)
    for widget in widgets:
        splitter.addWidget(widget)
    splitter.setSizes([*sizes])
    return splitter


def _paths_of(library: Library, numbers: Sequence[int]) -> list[str]:
    return [path for number in numbers for path in document_paths(library, number)]


def _fingerprints_of(library: Library, numbers: Sequence[int]) -> list[str]:
    rows = document_rows(library, numbers)
    return [row.fingerprint.hex for row in rows if row.fingerprint is not None]


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
