"""The search behind the Clusters page: when it runs, how far it reaches, what it found.

Searches by itself after an import, and when the page comes to the front with documents that were
not searched yet. A cancelled search does not start again by itself, and a cancelled import starts
none. What was found is kept: a narrower kind is filtered from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.detection.detection import (
    Detection,
    confirmed_of,
    whole_pairs_of,
    with_confirmed,
    with_verdicts,
)
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect, require_unchanged
from simhash_gui.services.detection.search_process import detect_apart
from simhash_gui.services.detection.shared_passages import SharedPassage, shared_passages
from simhash_gui.services.jobs import JobControl, JobState
from simhash_gui.services.library.libraries import Library, LibraryInfo, library_info
from simhash_gui.services.library.settings import Settings
from simhash_gui.services.review.verdicts import Verdict, load_verdicts
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session

_CHANGING_JOBS = (JobKind.IMPORT, JobKind.REFINGERPRINT)
_INFO_KEY = "clusters-info"
_VERDICTS_KEY = "clusters-with-verdicts"
_WIDENED_UNASKED = 20_000
_WORTH_A_PROCESS = 10_000  # documents: fewer are searched without a pause that is felt
_REACHES = ((50_000, 12), (200_000, 6))  # up to so many documents: searched so far at once


@dataclass(frozen=True, slots=True)
class SearchKind:
    """What is to be found beside pairs of whole documents that their texts confirm.

    ``with_unconfirmed``: every candidate pair. ``with_partial``: copies of a part.
    """

    with_unconfirmed: bool = False
    with_partial: bool = False

    def covers(self, other: SearchKind) -> bool:
        """Whether all that the other kind finds is among what this one finds."""
        return (
            self.with_unconfirmed >= other.with_unconfirmed
            and self.with_partial >= other.with_partial
        )


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """A detection with what the page shows of it all the time.

    ``confirmed`` and ``unconfirmed`` count pairs of distinct documents at distance 0, 1, …, as far
    as fingerprints go, ``overlaps`` all of them by overlap (``overlap_histogram``);
    ``implied_count`` are pairs that groups imply. ``passages`` are there where copies of a part
    were looked for.
    """

    kind: SearchKind
    detection: Detection
    confirmed: NDArray[np.int64]
    unconfirmed: NDArray[np.int64]
    overlaps: NDArray[np.int64]
    implied_count: int
    passages: Sequence[SharedPassage] = ()

    @property
    def thresholds(self) -> Thresholds:
        """Where classes of pairs ended in this search."""
        return self.detection.options.thresholds

    @property
    def reach(self) -> int:
        """The largest distance up to which fingerprints were compared."""
        return self.detection.searched_distance

    @property
    def pair_count(self) -> int:
        """Pairs that are confirmed, and those that groups imply."""
        return int(self.confirmed.sum()) + self.implied_count


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
        run = partial(_find, library, wanted, base)
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

    def follow_verdicts(self) -> None:
        """Leave out what people hold apart by now, without another search."""
        library, fresh = self._session.library, dict(self._fresh)
        if library is not None and fresh:
            self._session.reads.submit(
                _with_verdicts,
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
        self._session.reads.forget(_INFO_KEY)
        self._reset()
        self.kind = SearchKind()
        self.opened.emit()
        self.found.emit()
        self.changed.emit()
        self._ask_info()

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


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search: its kind, how far unconfirmed pairs are looked for, and the settings."""

    kind: SearchKind
    distance: int
    settings: Settings

    @property
    def confirmed(self) -> DetectionOptions:
        """The pairs that their texts confirm, at any distance."""
        return DetectionOptions(partial=self.kind.with_partial, thresholds=self.settings.thresholds)

    @property
    def candidates(self) -> DetectionOptions:
        """Every candidate pair up to the distance."""
        return replace(self.confirmed, distance=self.distance, all_candidates=True)


def _find(
    library: Library, wanted: Wanted, base: SearchResult | None, control: JobControl
) -> SearchResult:
    """``base`` is what is known of the confirmed pairs, if anything is.

    Confirmed pairs are the same whether unconfirmed ones are listed beside them or not.
    """
    workers = wanted.settings.workers
    is_large = library_info(library).fingerprinted >= _WORTH_A_PROCESS
    find = detect_apart if is_large else detect
    detection = base.detection if base is not None else None
    passages = base.passages if base is not None else ()
    if detection is None:
        detection = find(library, wanted.confirmed, control, workers=workers)
        if wanted.kind.with_partial:
            passages = shared_passages(library, detection, control)
    if wanted.kind.with_unconfirmed:
        every = find(library, wanted.candidates, control, workers=workers)
        require_unchanged(library, detection)
        detection = with_confirmed(every, detection)
    return findings_of(wanted.kind, detection, passages)


def findings_of(
    kind: SearchKind, detection: Detection, passages: Sequence[SharedPassage]
) -> SearchResult:
    """A detection, counted."""
    every = detection.histogram
    unconfirmed = _unconfirmed_counts(detection, len(every))
    return SearchResult(
        kind,
        detection,
        every - unconfirmed,
        unconfirmed,
        detection.overlap_histogram,
        detection.implied_count,
        passages,
    )


def narrowed(found: SearchResult, kind: SearchKind) -> SearchResult:
    """What of a wider search belongs to a kind, without another search."""
    detection = found.detection
    if found.kind.with_partial and not kind.with_partial:
        detection = whole_pairs_of(detection)
    if found.kind.with_unconfirmed and not kind.with_unconfirmed:
        detection = confirmed_of(detection)
    return findings_of(kind, detection, found.passages if kind.with_partial else ())


def _with_verdicts(
    library: Library, fresh: dict[SearchKind, SearchResult]
) -> dict[SearchKind, SearchResult]:
    """What was found without what people hold apart; the very same where nothing is apart."""
    given = load_verdicts(library).given
    was_apart = any(not found.detection.apart.is_empty for found in fresh.values())
    if not was_apart and all(each.verdict is not Verdict.UNRELATED for each in given):
        return fresh
    return {
        kind: findings_of(kind, with_verdicts(library, found.detection), found.passages)
        for kind, found in fresh.items()
    }


def _unconfirmed_counts(detection: Detection, length: int) -> NDArray[np.int64]:
    """Pairs of documents that no text confirms, by distance; copies are pairs of their own."""
    folding, pairs = detection.folding, detection.pairs.take(~detection.pairs.is_confirmed)
    sizes = folding.sizes[folding.inverse]
    products = (sizes[pairs.left] * sizes[pairs.right]).astype(np.float64)
    counts = np.bincount(pairs.distance, products, length)
    return counts.astype(np.int64)
