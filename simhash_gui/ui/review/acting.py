"""Plans, runs and undo as jobs of the window, and what is said when they have ended."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, LibraryBusyError, LibraryError
from simhash_gui.services.review.acts import RunReport, apply_plan, finish_run
from simhash_gui.services.review.plan import Plan, PlanOptions, make_plan
from simhash_gui.services.review.refusals import SkippedFile
from simhash_gui.services.review.undo import (
    ReviewRun,
    ReviewRunState,
    UndoReport,
    review_runs,
    settle,
    undo_run,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.common.trash import QtTrash
from simhash_gui.ui.review.review_texts import done_text, refusal_text
from simhash_gui.ui.session.job_runner import Job, JobHandle, JobKind
from simhash_gui.ui.session.session import Session


class Acting(QObject):
    """The one way for the window to plan, act and undo."""

    ended = Signal()  # files and journal are others now
    journal_wanted = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.last_run: int | None = None
        """What was done last to files, until it is undone or something else is done."""
        session.library_opened.connect(self.forget_run)
        session.library_opened.connect(self._look_for_cut_off)
        self._look_for_cut_off()  # at the start the library may be open before the page is made

    def plan(self, options: PlanOptions, on_done: Callable[[Plan], None]) -> JobHandle | None:
        """Plan as a job; ``on_done`` gets the plan."""
        handle = self._submit(JobKind.PLAN, partial(_plan, options))
        if handle is not None:
            handle.finished.connect(on_done)
        return handle

    def check(self, plan: Plan, on_done: Callable[[RunReport], None]) -> None:
        """Do all of a plan but the acts; ``on_done`` gets what would be done."""
        handle = self._submit(JobKind.PLAN, partial(_check, plan))
        if handle is not None:
            handle.finished.connect(on_done)

    def apply(self, plan: Plan) -> None:
        """Do what a plan says."""
        self._act(partial(_apply, plan))

    def finish(self, run_id: int) -> None:
        """Do what is left of a run."""
        self._act(partial(_finish, run_id))

    def undo(self, run_id: int, paths: Collection[str] | None = None) -> None:
        """Take back a run, or what it did to some paths."""
        self.forget_run()
        handle = self._submit(JobKind.UNDO, partial(_undo, run_id, paths))
        if handle is not None:
            handle.finished.connect(partial(self._tell_undone, run_id))
            self._follow_end(handle)

    def _act(self, run: Callable[[Library, JobControl], RunReport]) -> None:
        handle = self._submit(JobKind.ACT, run)
        if handle is not None:
            handle.finished.connect(self._tell_done)
            handle.cancelled.connect(self._tell_cancelled)
            handle.failed.connect(self._look_for_unfinished)
            self._follow_end(handle)

    def _submit(
        self, kind: JobKind, run: Callable[[Library, JobControl], object]
    ) -> JobHandle | None:
        library = self._session.library
        if library is None:
            return None
        return self._session.jobs.submit(Job(kind, partial(run, library)))

    def _follow_end(self, handle: JobHandle) -> None:
        for signal in (handle.finished, handle.failed):
            signal.connect(lambda _answer: self._has_ended())
        handle.cancelled.connect(self._has_ended)

    def _has_ended(self) -> None:
        self.ended.emit()
        self._session.documents_changed.emit()

    def forget_run(self) -> None:
        """Something else has been done since."""
        self.last_run = None

    def _tell_done(self, report: RunReport) -> None:
        run_id = report.run_id
        self.last_run = run_id if report.done else None
        self._session.notify(
            Notice(
                NoticeKind.WARNING if report.skipped else NoticeKind.DONE,
                partial(_done_text, report),
                action_text=_undo_text if report.done else None,
                action=partial(self.undo, run_id) if report.done and run_id else None,
                details=_skipped_text(report.skipped),
                about=_about(run_id),
            )
        )

    def _tell_cancelled(self) -> None:
        library = self._session.library
        if library is not None:
            self._session.reads.submit(_cut_off, library, on_done=self._tell_stopped)

    def _tell_stopped(self, runs: list[ReviewRun]) -> None:
        self._session.notify(
            Notice(
                NoticeKind.INFORMATION,
                _cancelled_text,
                action_text=_show_text,
                action=self.journal_wanted.emit,
                about=_about(runs[0].id) if runs else "",  # the latest, which was stopped
            )
        )

    def _tell_undone(self, run_id: int, report: UndoReport) -> None:
        self._session.notify(
            Notice(
                NoticeKind.WARNING if report.failed else NoticeKind.DONE,
                partial(_undone_text, report),
                details=_skipped_text(report.failed),
                about=_about(run_id),
            )
        )

    def _look_for_cut_off(self) -> None:
        """Say at the start what a run that was cut off has done and has not."""
        library = self._session.library
        if library is not None and not library.is_read_only:
            self._session.reads.submit(_cut_off, library, on_done=self._tell_cut_off)

    def _look_for_unfinished(self, error: Exception) -> None:
        """Say below the error of a run, as that of a full drive, that it can be finished."""
        library = self._session.library
        if library is not None and not isinstance(error, LibraryBusyError):  # it has done nothing
            self._session.reads.submit(_unfinished, library, on_done=self._tell_cut_off)

    def _tell_cut_off(self, runs: list[ReviewRun]) -> None:
        if runs:
            self._session.notify(
                Notice(
                    NoticeKind.WARNING,
                    _cut_off_text,
                    action_text=_show_text,
                    action=self.journal_wanted.emit,
                    about=_about(runs[0].id) if len(runs) == 1 else "",  # leaves when it is ended
                    waits=True,
                )
            )


def _plan(options: PlanOptions, library: Library, control: JobControl) -> Plan:
    return make_plan(library, options, control)


def _apply(plan: Plan, library: Library, control: JobControl) -> RunReport:
    settle(library)
    return apply_plan(library, plan, QtTrash(), control)


def _check(plan: Plan, library: Library, control: JobControl) -> RunReport:
    return apply_plan(library, plan, QtTrash(), control, dry_run=True)


def _finish(run_id: int, library: Library, control: JobControl) -> RunReport:
    settle(library)
    return finish_run(library, run_id, QtTrash(), control)


def _undo(
    run_id: int, paths: Collection[str] | None, library: Library, control: JobControl
) -> UndoReport:
    return undo_run(library, run_id, control, paths)


def _cut_off(library: Library) -> list[ReviewRun]:
    """Runs with something left to do; those whose process has ended are settled first."""
    settle(library)
    return [run for run in review_runs(library) if run.state is ReviewRunState.INTERRUPTED]


def _unfinished(library: Library) -> list[ReviewRun]:
    """The same, also where the library has no room to write down what became of them."""
    with suppress(LibraryError):
        settle(library)
    return [run for run in review_runs(library) if run.state is not ReviewRunState.FINISHED]


def _about(run_id: int | None) -> str:
    return "" if run_id is None else f"review-run-{run_id}"


def _done_text(report: RunReport) -> str:
    act = next(iter(report.acts)) if len(report.acts) == 1 else None
    parts = [done_text(act, report.done), fmt.size(report.size_bytes)]
    if report.skipped:
        count = len(report.skipped)
        parts.append(QCoreApplication.translate("Acting", "%Ln skipped", "", count))
    now_in = QCoreApplication.translate("Acting", "now in {folder}")
    parts += [now_in.format(folder=fmt.path(folder)) for folder in report.asides]
    return " · ".join(parts)


def _undone_text(report: UndoReport) -> str:
    parts = [QCoreApplication.translate("Acting", "%Ln files are back", "", report.undone)]
    if report.failed:
        count = len(report.failed)
        parts.append(QCoreApplication.translate("Acting", "%Ln could not be undone", "", count))
    return " · ".join(parts)


def _skipped_text(files: Collection[SkippedFile]) -> str:
    return "\n".join(f"{fmt.path(each.path)}: {refusal_text(each.reason)}" for each in files)


def _undo_text() -> str:
    return QCoreApplication.translate("Acting", "Undo")


def _show_text() -> str:
    return QCoreApplication.translate("Acting", "Show journal")


def _cancelled_text() -> str:
    return QCoreApplication.translate(
        "Acting", "Stopped. What was done is in the journal: finish the rest there, or undo it."
    )


def _cut_off_text() -> str:
    return QCoreApplication.translate(
        "Acting", "Work on files was interrupted. It can be finished or undone."
    )
