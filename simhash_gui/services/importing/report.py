"""What an import met, counted and named, for people and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from simhash_gui.documents.records import MEMBER_MARK, FailureReason, system_reason
from simhash_gui.services.importing.folder_import import FolderImport
from simhash_gui.services.importing.intake import Arrival
from simhash_gui.services.library.import_rules import SkipReason
from simhash_gui.services.library.libraries import Library, failure_reason
from simhash_gui.store.engine.types import FileState
from simhash_gui.store.repositories import counts, files, present_files
from simhash_gui.store.repositories.files import FileRow

_MOST_FAILURES_NAMED = 1000
_Reason = TypeVar("_Reason", FailureReason, SkipReason)


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file or folder that could not be read; ``detail`` adds what is known.

    ``is_unchanged``: it failed at an earlier import and was not tried again.
    """

    path: str
    reason: FailureReason
    detail: str
    is_unchanged: bool = False


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import met and what the library holds now.

    Of this import: each file that it met is in exactly one of ``read``, ``unchanged``, ``skipped``
    and ``failed_now``. Of those read, ``duplicates_read`` have the content of another file; of
    those unchanged, ``still_failed`` could not be read earlier and were not tried again. ``gone``
    are no longer there, ``moved`` were met at another place (and counted there).

    Of the library, as far as they are there: ``files``, ``documents`` (contents), ``duplicates``
    (files with the content of another), ``failed`` files, by reason in ``failed_by_reason``, the
    first thousand named in ``failures``. ``members`` says how many of those read, unchanged or
    failed are in ``archives``, which do not count as files themselves.
    """

    files: int
    documents: int
    read: int
    unchanged: int
    skipped: int
    gone: int
    failed: int
    failures: tuple[FailedFile, ...]
    elapsed_s: float
    duplicates: int = 0
    members: int = 0
    archives: int = 0
    skipped_by_reason: Mapping[SkipReason, int] = field(default_factory=dict)
    failed_by_reason: Mapping[FailureReason, int] = field(default_factory=dict)
    failed_now: int = 0
    failed_now_by_reason: Mapping[FailureReason, int] = field(default_factory=dict)
    still_failed: int = 0
    duplicates_read: int = 0
    moved: int = 0

    @property
    def met(self) -> int:
        """How many files this import met."""
        return self.read + self.unchanged + self.skipped + self.failed_now


@dataclass(frozen=True, slots=True)
class Absence:
    """How many files are no longer where they were: ``moved`` ones have been met elsewhere."""

    gone: int = 0
    moved: int = 0


@dataclass(slots=True)
class Tally:
    """Counts of what has come back so far in a run; what failed was not read.

    ``unchanged`` could not be read, but held the same as before; those ``out_of_reach`` with a
    folder that vanished meanwhile are counted as that one place.
    """

    run_id: int
    read: int = 0
    unchanged: int = 0
    out_of_reach: int = 0
    failed: Counter[FailureReason] = field(default_factory=Counter)
    members: int = 0
    archives: int = 0

    @property
    def done(self) -> int:
        """How many tasks are done."""
        failed = self.failed.total() + self.out_of_reach
        return self.read + self.unchanged + failed + self.archives

    def add(self, arrival: Arrival) -> None:
        """Count what an arrival is: an archive, or a file that was read or failed."""
        outcome = arrival.outcome
        if arrival.is_unchanged:
            self.unchanged += 1
        elif outcome.failure is not None and not arrival.is_kept:
            self.failed[outcome.failure] += 1
        elif arrival.has_text:
            self.read += 1
        else:
            self.archives += 1
            return
        self.members += MEMBER_MARK in arrival.listed.relative_path


def skipped(folders: Sequence[FolderImport]) -> Counter[SkipReason]:
    """How many files were left out, by reason."""
    return sum((folder.skipped for folder in folders), Counter[SkipReason]())


def failed(folders: Sequence[FolderImport], tally: Tally) -> Counter[FailureReason]:
    """How many files and places failed in this import, by reason."""
    places = (place for folder in folders for place in folder.failed_places())
    return tally.failed + Counter(failure_of(place.error)[0] for place in places)


def run_counts(folders: Sequence[FolderImport], tally: Tally) -> dict[str, int]:
    """What is kept with the run; each file is in one of these."""
    return {
        "read": tally.read,
        "unchanged": tally.unchanged + sum(folder.unchanged for folder in folders),
        "skipped": skipped(folders).total(),
        "failed": failed(folders, tally).total(),
    }


def make_report(
    library: Library,
    folders: Sequence[FolderImport],
    tally: Tally,
    absence: Absence,
    elapsed_s: float,
) -> ImportReport:
    """Combine what was counted on the way with what the library says."""
    now = failed(folders, tally)
    counted = run_counts(folders, tally)
    with library.read() as connection:
        held = counts.files_by_state(connection)
        present = len(present_files.document_ids(connection))
        failed_by = counts.failures_by_reason(connection)
        problems = files.rows(connection, files.problem_ids(connection)[:_MOST_FAILURES_NAMED])
        duplicates, duplicates_read = counts.duplicates(connection, tally.run_id)
    failures = [_failed_file(library, row, tally.run_id) for row in problems]
    by_reason = Counter({failure_reason(library, name): each for name, each in failed_by.items()})
    members = sum(folder.unchanged_members for folder in folders)
    return ImportReport(
        files=held[FileState.PRESENT] + held[FileState.FAILED],
        documents=present,
        read=counted["read"],
        unchanged=counted["unchanged"],
        skipped=counted["skipped"],
        gone=absence.gone,
        failed=by_reason.total(),
        failures=tuple(failures),
        elapsed_s=elapsed_s,
        duplicates=duplicates,
        members=tally.members + members,
        archives=held[FileState.CONTAINER],
        skipped_by_reason=dict(skipped(folders).most_common()),
        failed_by_reason=dict(by_reason.most_common()),
        failed_now=now.total(),
        failed_now_by_reason=dict(now.most_common()),
        still_failed=sum(folder.still_failed for folder in folders),
        duplicates_read=duplicates_read,
        moved=absence.moved,
    )


def with_missing(report: ImportReport, missing: Sequence[Path]) -> ImportReport:
    """A report that names the given paths that lead nowhere too, each as a failure.

    A folder of the library that is gone is in there already.
    """
    named = {failure.path for failure in report.failures}
    absent = sorted({str(path) for path in missing} - named)
    if not absent:
        return report
    reason, count = FailureReason.GONE, len(absent)
    failures = [FailedFile(path, reason, "No such file or folder.") for path in absent]
    return replace(
        report,
        failed=report.failed + count,
        failed_by_reason=_more(report.failed_by_reason, reason, count),
        failed_now=report.failed_now + count,
        failed_now_by_reason=_more(report.failed_now_by_reason, reason, count),
        failures=(*failures, *report.failures)[:_MOST_FAILURES_NAMED],
    )


def with_left_out(report: ImportReport, reason: SkipReason, count: int) -> ImportReport:
    """A report that also counts given files that are not documents."""
    if not count:
        return report
    skipped_by_reason = _more(report.skipped_by_reason, reason, count)
    return replace(report, skipped=report.skipped + count, skipped_by_reason=skipped_by_reason)


def _more(counted: Mapping[_Reason, int], reason: _Reason, more: int) -> dict[_Reason, int]:
    return dict((Counter(counted) + Counter({reason: more})).most_common())


def _failed_file(library: Library, row: FileRow, run_id: int) -> FailedFile:
    reason = failure_reason(library, row.reason)
    return FailedFile(row.path, reason, row.detail or "", row.run_id != run_id)


def failure_of(error: OSError) -> tuple[FailureReason, str]:
    """Why something could not be looked at."""
    is_gone = isinstance(error, FileNotFoundError | NotADirectoryError)
    reason = FailureReason.GONE if is_gone else FailureReason.UNREADABLE
    return reason, system_reason(error)
