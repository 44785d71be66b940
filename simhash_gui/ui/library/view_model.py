"""What the Library page shows and does: folders, documents table, problems, imports.

Reads go through the session's pool, writes and imports through its jobs; the page follows the
signals. While an import runs, what is shown is read again now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.detection.passage_marks import set_template
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportReport
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    document_ids,
    document_rows,
)
from simhash_gui.services.library.libraries import (
    Folder,
    FolderRole,
    FolderRow,
    Library,
    Subfolder,
)
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.ui.common.paged_model import FIRST_ROWS
from simhash_gui.ui.common.recipe_texts import recipe_notice, recipe_stopped_notice
from simhash_gui.ui.library.folder_rows import ALL, Place, Subfolders, folded, refreshed
from simhash_gui.ui.library.import_jobs import (
    ABOUT_CUT_OFF,
    change_role,
    import_notice,
    import_options,
    import_samples,
    import_some,
    import_stopped_notice,
    removed_notice,
    role_text,
    take_out,
    template_notice,
)
from simhash_gui.ui.library.overview import Overview, read_inside, read_overview
from simhash_gui.ui.library.problems import ProblemActions
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session

_SLOW_AFTER_MS = 300
_MIN_PAUSE_S = 1.5
_PAUSE_RATIO = 8  # between two readings during an import: times the duration of the last one


@dataclass(frozen=True, slots=True)
class DocumentView:
    """Which documents are listed and in which order."""

    filter: DocumentFilter = field(default_factory=DocumentFilter)
    sort: DocumentSort = DocumentSort.NAME
    descending: bool = False

    @property
    def place(self) -> Place:
        """The folder that is chosen."""
        return Place(self.filter.folder_id, self.filter.subfolder)


class LibraryViewModel(QObject):
    """State of the Library page of one session."""

    overview_changed = Signal()
    subfolders_changed = Signal()
    ids_changed = Signal()
    view_changed = Signal()
    reading_changed = Signal()  # see ``is_slow``
    problems_wanted = Signal(object)  # ProblemKind to open or None, by the action of a notice
    summary_wanted = Signal(object)  # ImportReport, by the details of a notice

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.overview: Overview | None = None
        self.subfolders: Subfolders = {}
        self.last_report: ImportReport | None = None
        self.problems = ProblemActions(session, self)
        self.ids: NDArray[np.int64] = np.empty(0, np.int64)
        self.first_rows: Sequence[DocumentRow] = ()
        self.view = DocumentView()
        self._has_imported = False  # since the library was opened
        self._asked_at_s = 0.0
        self._took_s = 0.0
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(_SLOW_AFTER_MS)
        self._slow.timeout.connect(self._tell_slow)
        self.is_slow = False  # the list is being read for longer than a moment
        session.library_opened.connect(self._begin_library)
        session.documents_changed.connect(self.reload)
        session.folders_offered.connect(self.import_paths)
        session.rescan_requested.connect(self._rescan_all)
        session.jobs.progressed.connect(self._follow_import)
        session.jobs.state_changed.connect(self.overview_changed)
        self.problems.reading_wanted.connect(self._read_again)
        if session.library is not None:
            self._begin_library()

    @property
    def may_change_folders(self) -> bool:
        """Whether folders can be changed at once: one may write, and no job does."""
        return self._session.may_write and self._session.jobs.is_idle

    @Slot()
    def reload(self) -> None:
        """Read counts, folders, problems and the list of documents again."""
        library = self._session.library
        if library is None:
            return
        self._asked_at_s = time.monotonic()
        self._session.reads.submit(
            read_overview,
            library,
            tuple(self.subfolders),
            on_done=self._take_overview,
            key="library-overview",
        )
        self._reload_ids()

    def set_filter(self, **changes: Any) -> None:
        """Change some parts of the filter by name; the list follows."""
        self._set_view(replace(self.view, filter=replace(self.view.filter, **changes)))

    @Slot(object)
    def choose_place(self, place: Place) -> None:
        """List the documents of a folder and all that lies below it."""
        self.set_filter(folder_id=place.folder_id, subfolder=place.subfolder)

    @Slot(object, bool)
    def set_unfolded(self, place: Place, is_unfolded: bool) -> None:
        """Show what is inside a folder, once it is read; or hide it."""
        library = self._session.library
        if not is_unfolded:
            self._fold(place)
        elif library is not None:
            self._session.reads.submit(
                read_inside, library, place, on_done=partial(self._take_subfolders, place)
            )

    def _take_subfolders(self, place: Place, found: Sequence[Subfolder]) -> None:
        self.subfolders = {**self.subfolders, place: found}
        self.subfolders_changed.emit()

    def _fold(self, place: Place) -> None:
        """Forget what was inside; whoever looks at a folder in there looks at this one then."""
        self.subfolders = folded(self.subfolders, place)
        chosen = self.view.place
        self.subfolders_changed.emit()
        if chosen != place and chosen.is_at_or_below(place):
            self.choose_place(place)

    def set_sort(self, sort: DocumentSort, descending: bool) -> None:
        """List in another order."""
        self._set_view(replace(self.view, sort=sort, descending=descending))

    def clear_filter(self) -> None:
        """List every document."""
        self._set_view(replace(self.view, filter=DocumentFilter()))

    @Slot(object)
    def import_paths(self, paths: Sequence[Path]) -> None:
        """Add folders and single files to the library and import them."""
        library = self._session.library
        if library is not None and paths:
            run = partial(import_paths, library, tuple(paths), import_options(self._session))
            self._import(run, paths[0].name if len(paths) == 1 else "")

    def rescan(self, folder_ids: Sequence[int] | None = None) -> None:
        """Read what has changed in some folders, or in all."""
        library = self._session.library
        if library is not None:
            run = partial(import_some, library, folder_ids, import_options(self._session))
            self._import(run, "")

    @Slot()
    def _rescan_all(self) -> None:
        if self.overview is not None and self.overview.folders:
            self.rescan()

    def set_role(self, path: Path, role: FolderRole) -> None:
        """Give a folder, or a subfolder, another role; what that leaves out or brings in follows.

        A subfolder becomes a folder of the library by that.
        """
        library = self._session.library
        if library is not None:
            options = import_options(self._session)
            run = partial(change_role, library, path, role, options)
            self._import(run, path.name, purpose=partial(role_text, path, role))

    def remove(self, folder: FolderRow) -> None:
        """Take a folder out of the library; its files stay where they are."""
        library = self._session.library
        if library is None:
            return
        if self.view.filter.folder_id == folder.id:
            self.choose_place(ALL)
        run = partial(take_out, library, folder)
        handle = self._session.jobs.submit(Job(JobKind.FOLDERS, run, folder.path.name))
        handle.finished.connect(partial(self._tell_removed, folder))

    @Slot(object, bool)
    def set_template(self, document_id: int, is_template: bool) -> None:
        """Say whether a document is a template; searches use it from now on."""
        library = self._session.library
        if library is not None:
            run = partial(_set_template, library, document_id, is_template)
            handle = self._session.jobs.submit(Job(JobKind.MARK, run))
            undo = partial(self.set_template, document_id, not is_template)
            handle.finished.connect(partial(self._tell_template, is_template, undo))
            handle.failed.connect(self._session.documents_changed)

    def change_recipe(self, recipe: Recipe) -> None:
        """Recompute every fingerprint by another recipe, from the texts of the library."""
        library, overview = self._session.library, self.overview
        if library is None or overview is None or recipe == overview.recipe:
            return
        run = partial(change_recipe, library, recipe, self._session.settings.workers)
        handle = self._session.jobs.submit(Job(JobKind.REFINGERPRINT, run))
        handle.finished.connect(partial(self._tell_recipe, recipe))
        handle.cancelled.connect(partial(self._tell_recipe_kept, overview.recipe, recipe))

    def _set_view(self, view: DocumentView) -> None:
        if view != self.view:
            self.view = view
            self.view_changed.emit()
            self._reload_ids()

    def _reload_ids(self) -> None:
        library = self._session.library
        if library is None:
            return
        self._session.reads.submit(
            _read_ids,
            library,
            self.view,
            on_done=self._take_ids,
            on_error=self._lose_ids,
            key="library-ids",
        )
        if not self.is_slow and not self._slow.isActive():
            self._slow.start()

    @Slot(object, object)
    def _read_again(self, run: Any, then: Any) -> None:
        handle = self._import(run, "")
        if then is not None:
            handle.finished.connect(then)

    def _import(
        self,
        run: Any,
        subject: str,
        *,
        of_samples: bool = False,
        purpose: Callable[[], str] | None = None,
    ) -> JobHandle:
        self._has_imported = True
        handle = self._session.jobs.submit(Job(JobKind.IMPORT, run, subject))
        handle.finished.connect(partial(self._tell_imported, of_samples, purpose))
        handle.failed.connect(self._session.documents_changed)
        handle.cancelled.connect(self._tell_stopped)
        return handle

    @Slot()
    def _begin_library(self) -> None:
        self.overview = None
        self.last_report = None
        self._has_imported = False
        self.subfolders = {}
        self.ids, self.first_rows = np.empty(0, np.int64), ()
        self.view = replace(self.view, filter=DocumentFilter())
        self.overview_changed.emit()
        self.view_changed.emit()
        self.ids_changed.emit()
        self.reload()
        if self._session.wants_samples:
            self._session.wants_samples = False
            self._import_samples()

    def _import_samples(self) -> None:
        library, samples = self._session.library, self._session.paths.samples
        if library is not None:
            run = partial(import_samples, library, samples, import_options(self._session))
            self._import(run, samples.name, of_samples=True)

    def _take_overview(self, overview: Overview) -> None:
        self._took_s = time.monotonic() - self._asked_at_s
        is_first, self.overview = self.overview is None, overview
        self._tell_cut_off(overview, is_first=is_first)
        self.subfolders = refreshed(self.subfolders, overview.subfolders, overview.folders)
        chosen = self.view.filter.folder_id
        if chosen is not None and chosen not in {row.id for row in overview.folders}:
            self.choose_place(ALL)
        self.overview_changed.emit()

    def _take_ids(self, found: tuple[NDArray[np.int64], Sequence[DocumentRow]]) -> None:
        self.ids, self.first_rows = found
        self._end_reading()
        self.ids_changed.emit()

    def _lose_ids(self, error: Exception) -> None:
        self._end_reading()
        self._session.reads.failed.emit(error)

    def _end_reading(self) -> None:
        self._slow.stop()
        self.is_slow = False
        self.reading_changed.emit()

    @Slot()
    def _tell_slow(self) -> None:
        self.is_slow = True
        self.reading_changed.emit()

    @Slot(object)
    def _follow_import(self, handle: JobHandle) -> None:
        pause_s = max(_MIN_PAUSE_S, self._took_s * _PAUSE_RATIO)
        is_due = time.monotonic() - self._asked_at_s > pause_s
        if handle.job.kind is JobKind.IMPORT and is_due and self._session.reads.is_idle:
            self.reload()

    def _tell_imported(
        self, of_samples: bool, purpose: Callable[[], str] | None, report: ImportReport
    ) -> None:
        self._session.documents_changed.emit()
        self.last_report = report
        summary = partial(self.summary_wanted.emit, report)
        show = self.problems_wanted.emit
        notice = import_notice(report, show, summary, of_samples=of_samples, purpose=purpose)
        self._session.notify(notice)

    def _tell_stopped(self) -> None:
        self._session.documents_changed.emit()
        self._session.notify(import_stopped_notice(self._rescan_all))

    def _tell_cut_off(self, overview: Overview, *, is_first: bool) -> None:
        """When a library is opened; what was read by now is told no more."""
        session = self._session
        if not overview.is_cut_off:
            session.notices_withdrawn.emit(ABOUT_CUT_OFF)
        elif is_first and session.may_write and not self._has_imported:
            session.notify(import_stopped_notice(self._rescan_all, was_earlier=True))

    def _tell_template(self, is_template: bool, undo: Callable[[], None], _none: object) -> None:
        self._session.documents_changed.emit()
        self._session.notify(template_notice(undo, is_template=is_template))

    def _tell_recipe(self, recipe: Recipe, count: int) -> None:
        self._session.documents_changed.emit()
        self._session.recipe_changed.emit()
        self._session.notify(recipe_notice(recipe, count))

    def _tell_recipe_kept(self, kept: Recipe, wanted: Recipe) -> None:
        again = partial(self.change_recipe, wanted)
        self._session.notify(recipe_stopped_notice(kept, again))

    def _tell_removed(self, folder: FolderRow, reading: Folder | None) -> None:
        self._session.documents_changed.emit()
        undo = partial(self._add_again, folder)
        self._session.notify(removed_notice(folder.path, reading, undo))

    def _add_again(self, folder: FolderRow) -> None:
        library = self._session.library
        if library is not None:
            options = import_options(self._session)
            run = partial(import_paths, library, (folder.path,), options, role=folder.role)
            has_role = folder.role is not FolderRole.NORMAL
            purpose = partial(role_text, folder.path, folder.role) if has_role else None
            self._import(run, folder.path.name, purpose=purpose)


def _set_template(
    library: Library, document_id: int, is_template: bool, _control: JobControl
) -> None:
    set_template(library, document_id, is_template=is_template)


def _read_ids(
    library: Library, view: DocumentView
) -> tuple[NDArray[np.int64], Sequence[DocumentRow]]:
    """Also the first rows, so that painting need not wait for them."""
    ids = document_ids(library, view.filter, view.sort, descending=view.descending)
    return ids, document_rows(library, ids[:FIRST_ROWS].tolist(), view.filter)
