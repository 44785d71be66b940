"""A folder that is checked as a job of the window: against the library, or among itself.

What is measured is measured by a ``CheckDesk`` in its process. Everything that comes of it is
written to a folder, from where a job that was cancelled goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Event

from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.services.checking.batch import (
    Matrix,
    Row,
    UnreadDocument,
    documents_in,
    library_of,
    matrix_of,
)
from simhash_gui.services.checking.batch_results import BatchFolder, Results
from simhash_gui.services.checking.findings import CheckSettings, Filter
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.checking.tenders import Likeness
from simhash_gui.services.comparison.loading import Limits, ReadFailure, load
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import existing_library
from simhash_gui.services.library.paths import Place
from simhash_gui.ui.check.check_desk import OneOfMany, RemoteCheckDesk
from simhash_gui.workers.resident import StoppedError


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """Which documents to check, and where to write.

    ``library`` is the place of the one to check against, None: among themselves. ``call`` is the
    call for tenders, which is left out; with it the documents are compared as bids.
    """

    folder: Path
    target: Path
    library: Place | None
    call: Path | None
    options: DetectionOptions
    settings: CheckSettings
    report_options: ReportOptions


@dataclass(frozen=True, slots=True, eq=False)
class BatchAnswer:
    """What came of it; ``matrix`` among themselves, ``pairs`` of bids."""

    request: BatchRequest
    rows: Sequence[Row]
    failed: Sequence[UnreadDocument]
    matrix: Matrix | None
    pairs: Sequence[Likeness] | None


def run_batch(request: BatchRequest, control: JobControl) -> BatchAnswer:
    """Check all. Raises ReadFailure of the call, OSError, LibraryError and JobCancelledError."""
    request.target.mkdir(parents=True, exist_ok=True)
    if request.call is not None:
        request = replace(request, settings=_without(request.settings, request.call))
    paths = documents_in(request.folder)
    results = Results(paths)
    with ExitStack() as stack:
        if request.library is None:
            library = stack.enter_context(library_of(request.folder, control))
        else:
            library = stack.enter_context(existing_library(request.library))
        compared = None if request.library is None else library
        # the fields of a server are not for a file: a password may be among them
        asked = asdict(replace(request, library=None)) | {"library": str(request.library)}
        folder = BatchFolder.of(request.target, paths, compared, asked, request.report_options)
        folder.require_own_place(library)
        desk = stack.enter_context(closing(_Desk(library.place, request, folder, control)))
        progress = folder.progress()
        for row in desk.rows(results.known(progress)):
            results.take(row, progress)
        results.sort()
        is_tender = request.call is not None
        pairs = desk.pairs(results.rows) if is_tender else None
        matrix = matrix_of(results.rows) if request.library is None else None
    folder.write(results, matrix, pairs, request.settings)
    progress.end()
    return BatchAnswer(request, results.rows, results.failed, matrix, pairs)


class _Desk:
    """The desk of one job."""

    def __init__(
        self, library: Place, request: BatchRequest, folder: BatchFolder, control: JobControl
    ) -> None:
        self._desk = RemoteCheckDesk(library)
        self._request, self._folder, self._control = request, folder, control
        self._stop = _Cancelled(control)

    def rows(self, paths: Sequence[Path]) -> Iterator[Row | UnreadDocument]:
        """Check documents one after another."""
        for done, path in enumerate(paths):
            self._control.report(Stage.CHECKING, done, len(paths), current=str(path))
            self._control.checkpoint()
            try:
                yield self._desk.check(path, self._asked(self._folder.report(path)), self._stop)
            except ReadFailure as failure:
                yield UnreadDocument(str(path), failure)
            except StoppedError:
                self._control.checkpoint()
                raise

    def pairs(self, rows: Sequence[Row]) -> list[Likeness]:
        """What bids share."""
        try:
            return self._desk.likenesses(rows, self._request.settings.templates, self._stop)
        except StoppedError:
            self._control.checkpoint()
            raise

    def close(self) -> None:
        """End the process."""
        self._desk.end()

    def _asked(self, report: Path) -> OneOfMany:
        request = self._request
        is_bid = request.call is not None
        return OneOfMany(request.options, request.settings, report, request.report_options, is_bid)


class _Cancelled(Event):
    """Set as soon as a job is cancelled."""

    def __init__(self, control: JobControl) -> None:
        super().__init__()
        self._control = control

    @override
    def is_set(self) -> bool:
        return self._control.is_cancelled


def _without(settings: CheckSettings, call: Path) -> CheckSettings:
    """With the text of the call left out. Raises ReadFailure."""
    (side,) = load([call], recipe_named(DEFAULT_RECIPE), Limits())
    if isinstance(side, ReadFailure):
        raise side
    filters = settings.filters | {Filter.TEMPLATE}
    return replace(settings, filters=filters, templates=(*settings.templates, side.text))
