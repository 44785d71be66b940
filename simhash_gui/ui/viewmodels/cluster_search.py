"""The search behind the Clusters page: when it runs, how far it reaches, what it found.

Searches by itself after an import, and when the page comes to the front with documents that were
not searched yet. A cancelled search is not begun again unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simhash_gui.services.detection import Detection, detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.libraries import Library, LibraryInfo, library_info
from simhash_gui.ui.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session import Session

_INFO_KEY = "clusters-info"
_WIDENED_UNASKED = 20_000
_REACHES = ((50_000, 10), (200_000, 6))  # up to so many documents: searched so far at once


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """A detection with what the page shows of it all the time.

    ``histogram`` counts pairs of distinct documents at distance 0, 1, …
    """

    detection: Detection
    histogram: NDArray[np.int64]

    @property
    def reach(self) -> int:
        """The greatest distance that was searched."""
        return self.detection.searched_distance


class ClusterSearch(QObject):
    """The newest findings in the open library."""

    changed = Signal()  # ``info``, or a search begins or ends
    found = Signal()  # ``findings`` are others, or None

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_active = False
        self.most_documents_to_widen = _WIDENED_UNASKED
        self._reset()
        session.library_opened.connect(self._start_over)
        session.documents_changed.connect(self._on_documents_changed)
        session.jobs.ended.connect(self._on_job_ended)

    def _reset(self) -> None:
        self.info: LibraryInfo | None = None
        self.findings: Findings | None = None
        self._handle: JobHandle | None = None
        self._is_stale = True
        self._has_imported = False

    @property
    def is_running(self) -> bool:
        """Whether a search is under way or waits for its turn."""
        return self._handle is not None

    @property
    def reach(self) -> int:
        """The greatest distance that was searched; -1 before any search."""
        return self.findings.reach if self.findings is not None else -1

    @property
    def document_count(self) -> int:
        """How many documents have a fingerprint."""
        return self.info.fingerprinted if self.info is not None else 0

    def set_active(self, is_active: bool) -> None:
        """The page comes to the front, or leaves it."""
        self._is_active = is_active
        if is_active:
            self._ask_info()

    def start(self, distance: int) -> None:
        """Find every pair up to ``distance``, or farther where the library is small."""
        library = self._session.library
        if library is None or self.is_running or not self.document_count:
            return
        run = partial(_find, library, self._reaching(distance))
        handle = self._handle = self._session.jobs.submit(Job(JobKind.DETECT, run))
        handle.finished.connect(partial(self._keep, library))
        handle.failed.connect(partial(self._end, handle))
        handle.cancelled.connect(partial(self._end, handle))
        self._is_stale = self._has_imported = False
        self.changed.emit()

    def _reaching(self, distance: int) -> int:
        by_size = next((reach for most, reach in _REACHES if self.document_count <= most), 0)
        return max(distance, self.reach, by_size)

    def _keep(self, library: Library, findings: Findings) -> None:
        if library is self._session.library:
            self._handle = None
            self.findings = findings
            self.found.emit()
            self.changed.emit()
            self._ask_info()

    def _end(self, handle: JobHandle, _error: object = None) -> None:
        if handle is self._handle:
            self._handle = None
            self.changed.emit()

    def _start_over(self) -> None:
        self._session.reads.forget(_INFO_KEY)
        self._reset()
        self.found.emit()
        self.changed.emit()
        self._ask_info()

    def _on_documents_changed(self) -> None:
        self._is_stale = True
        self._ask_info()

    def _on_job_ended(self, handle: JobHandle) -> None:
        if handle.job.kind is JobKind.IMPORT:
            self._has_imported = True
            self._ask_info()

    def _ask_info(self) -> None:
        library = self._session.library
        if library is not None:
            self._session.reads.submit(
                library_info, library, on_done=self._keep_info, key=_INFO_KEY
            )

    def _keep_info(self, info: LibraryInfo) -> None:
        self.info = info
        if self._is_wanted():
            self.start(self._session.settings.distance)
        self.changed.emit()

    def _is_wanted(self) -> bool:
        if not self._is_stale or self.is_running or not self.document_count:
            return False
        if self._session.jobs.is_busy_with(JobKind.IMPORT):
            return False
        return self._is_active or self._has_imported


def _find(library: Library, distance: int, control: JobControl) -> Findings:
    detection = detect(library, distance, control)
    return Findings(detection, detection.histogram)
