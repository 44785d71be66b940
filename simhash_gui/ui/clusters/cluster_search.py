"""The search behind the Clusters page: when it runs, how far it reaches, what it found.

Searches by itself after an import, and when the page comes to the front with documents that were
not searched yet. A cancelled search does not start again by itself, and a cancelled import starts
none. What was found is kept: a narrower kind is filtered from it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from simhash_gui.services.jobs import JobState
from simhash_gui.services.library.libraries import Library, LibraryInfo, library_info
from simhash_gui.ui.clusters.findings import (
    SearchKind,
    SearchResult,
    Wanted,
    find,
    judged,
    kept,
    narrowed,
)
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session

_CHANGING_JOBS = (JobKind.IMPORT, JobKind.REFINGERPRINT)
_INFO_KEY = "clusters-info"
_KEPT_KEY = "clusters-kept"
_VERDICTS_KEY = "clusters-with-verdicts"
_WIDENED_UNASKED = 20_000
_REACHES = ((50_000, 12), (200_000, 6))  # up to so many documents: searched so far at once


class ClusterSearch(QObject):
    """The newest findings in the open library."""

    changed = Signal()  # ``info``, ``kind``, or a search begins or ends
    found = Signal()  # ``findings`` are others, or None
    judged = Signal()  # verdicts are others, and ``findings`` the same
    opened = Signal()  # another library; ``kind`` may be set now

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_active = False
        self.kind = SearchKind()
        self.max_documents_to_widen = _WIDENED_UNASKED
        self._reset()
        session.library_opened.connect(self._leave_library)
        session.documents_changed.connect(self._on_documents_changed)
        session.jobs.ended.connect(self._on_job_ended)

    def _reset(self) -> None:
        self.info: LibraryInfo | None = None
        self.findings: SearchResult | None = None
        self._fresh: dict[SearchKind, SearchResult] = {}
        self._handle: JobHandle | None = None
        self._next: tuple[SearchKind, int | None] | None = None  # when the present one has ended
        self._is_stale = True
        self._has_imported = self._is_put_off = False

    @property
    def is_running(self) -> bool:
        """Whether a search is under way or waits for its turn."""
        return self._handle is not None

    @property
    def is_of_now(self) -> bool:
        """Whether the findings are those of this time, with which everything can be done."""
        return self.findings is not None and self.findings.found_at is None

    @property
    def reach(self) -> int:
        """The largest distance that was searched; -1 before any search."""
        return self.findings.reach if self.findings is not None else -1

    @property
    def document_count(self) -> int:
        """How many documents have a fingerprint."""
        return self.info.fingerprinted if self.info is not None else 0

    def set_active(self, is_active: bool) -> None:
        """The page comes to the front, or leaves it."""
        self._is_active = is_active
        if is_active:
            self._is_put_off = False
            self._ask_info()

    def choose(self, kind: SearchKind, distance: int | None) -> None:
        """Find another kind of pairs; what was found already comes at once.

        A search that is under way gives way to the one for this kind.
        """
        if kind == self.kind:
            return
        self.kind = kind
        known = self._known(kind)
        if self._handle is not None:
            self._next = (kind, distance) if known is None else None
            self._handle.control.cancel()
        if known is not None:
            self._show(known)
        elif self._handle is None and self.findings is not None:
            self.start(distance)
        self.changed.emit()

    def _known(self, kind: SearchKind) -> SearchResult | None:
        """What was found of a kind, or what of a wider kind belongs to it."""
        thresholds = self._session.settings.thresholds
        fresh = [found for found in self._fresh.values() if found.thresholds == thresholds]
        if self._is_stale or not fresh:
            return None
        covering = [found for found in fresh if found.kind.covers(kind)]
        found = next((found for found in covering if found.kind == kind), None)
        if found is None and covering:
            found = self._fresh[kind] = narrowed(covering[0], kind)
        return found

    def start_over(self, distance: int | None) -> None:
        """Find the pairs that are wanted, and take nothing from what was found."""
        if not self.is_running:
            self._fresh.clear()
            self.start(distance)

    def start(self, distance: int | None) -> None:
        """Find the pairs that are wanted.

        Where the texts decide, at every distance; else at least up to ``distance``.
        """
        library = self._session.library
        if library is None or self.is_running or not self.document_count:
            return
        self._is_put_off = False
        wanted = Wanted(self.kind, self._reaching(distance), self._session.settings)
        is_wider = self.kind.with_unconfirmed
        base = self._known(replace(self.kind, with_unconfirmed=False)) if is_wider else None
        run = partial(find, library, wanted, base, self.findings)
        handle = self._handle = self._session.jobs.submit(Job(JobKind.DETECT, run))
        handle.finished.connect(partial(self._keep, library))
        handle.failed.connect(partial(self._end, handle))
        handle.cancelled.connect(partial(self._end, handle))
        if self._is_stale:
            self._fresh.clear()
        self._is_stale = self._has_imported = False
        self.changed.emit()

    def _reaching(self, distance: int | None) -> int:
        by_size = next((reach for most, reach in _REACHES if self.document_count <= most), 0)
        return max(distance or 0, by_size)

    def _keep(self, library: Library, findings: SearchResult) -> None:
        if library is self._session.library:
            self._handle = None
            self._fresh[findings.kind] = findings
            if findings.kind == self.kind:
                self._show(findings)
            self._ask_info()
        self._start_next()

    def _show(self, findings: SearchResult) -> None:
        self.findings = findings
        self.found.emit()
        self.changed.emit()

    def _show_kept(self, last: SearchResult | None) -> None:
        """What an earlier search has found, until this one ends."""
        if self.findings is None and last is not None and self.kind.covers(last.kind):
            self._show(last)

    def follow_verdicts(self) -> None:
        """Leave out what people hold apart by now, without another search."""
        library, fresh = self._session.library, dict(self._fresh)
        if not fresh:
            self.judged.emit()
        elif library is not None:
            self._session.reads.submit(
                judged,
                library,
                fresh,
                on_done=partial(self._keep_verdicts, fresh),
                key=_VERDICTS_KEY,
            )

    def _keep_verdicts(
        self, before: dict[SearchKind, SearchResult], after: dict[SearchKind, SearchResult]
    ) -> None:
        if before == self._fresh and after is before:
            self.judged.emit()
        elif before == self._fresh:
            self._fresh = after
            if self.kind in after:
                self._show(after[self.kind])

    def _forget(self) -> None:
        """Nothing is left to be found: no search would take the old clusters off the page."""
        self.findings = None
        self._fresh.clear()
        self.found.emit()

    def _end(self, handle: JobHandle, _error: object = None) -> None:
        """Without an answer: what is shown is still what it was."""
        if handle is self._handle:
            self._handle = None
            if self.findings is not None and self._next is None:
                self.kind = self.findings.kind
            self.changed.emit()
        self._start_next()

    def _start_next(self) -> None:
        """The search that another one had to make way for."""
        wanted, self._next = self._next, None
        if wanted is not None and wanted[0] == self.kind:
            self.start(wanted[1])

    def _leave_library(self) -> None:
        for key in (_INFO_KEY, _KEPT_KEY):
            self._session.reads.forget(key)
        self._reset()
        self.kind = SearchKind()
        self.opened.emit()
        self.found.emit()
        self.changed.emit()
        self.show_last()
        self._ask_info()

    def show_last(self) -> None:
        """Show what an earlier search has found, in a library that may have been open before."""
        library = self._session.library
        if library is not None:
            thresholds, kind = self._session.settings.thresholds, self.kind
            self._session.reads.submit(
                kept, library, thresholds, kind, on_done=self._show_kept, key=_KEPT_KEY
            )

    def _on_documents_changed(self) -> None:
        self._is_stale = True
        self._ask_info()

    def _on_job_ended(self, handle: JobHandle) -> None:
        if handle.job.kind in _CHANGING_JOBS:
            self._has_imported = handle.state is JobState.SUCCEEDED
            self._is_put_off = handle.state is JobState.CANCELLED
            self._ask_info()

    def _ask_info(self) -> None:
        library = self._session.library
        if library is not None:
            self._session.reads.submit(
                library_info, library, on_done=self._keep_info, key=_INFO_KEY
            )

    def _keep_info(self, info: LibraryInfo) -> None:
        self.info = info
        if self._is_stale and not info.fingerprinted and self.findings is not None:
            self._forget()
        if self._is_wanted():
            self.start(None)
        self.changed.emit()

    def _is_wanted(self) -> bool:
        if not self._is_stale or self.is_running or not self.document_count or self._is_put_off:
            return False
        if any(map(self._session.jobs.is_busy_with, _CHANGING_JOBS)):
            return False
        return self._is_active or self._has_imported
