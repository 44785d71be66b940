"""What an import met, counted and named, for people and scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simhash_gui.documents.records import MEMBER_MARK, FailureReason
from simhash_gui.services.import_rules import SkipReason
from simhash_gui.services.intake import Arrival
from simhash_gui.services.libraries import Library
from simhash_gui.services.listing import Unlisted
from simhash_gui.services.places import path_of
from simhash_gui.services.reading_queue import FolderImport
from simhash_gui.store import documents, file_counts, files
from simhash_gui.store import folders as folder_store
from simhash_gui.store.records import FileState, FolderRole

_MOST_FAILURES_NAMED = 1000


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file or folder that could not be read; ``detail`` adds what is known."""

    path: str
    reason: FailureReason
    detail: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import met and what the library holds now.

    Of the library, as far as they are there: ``files``, ``documents`` (contents), ``duplicates``
    (files with the content of another), ``failed`` files, by reason in ``failed_by_reason``, the
    first thousand named in ``failures``. Of this import: ``read``, ``unchanged``, ``skipped``, by
    reason in ``skipped_by_reason``, and ``gone``; ``members`` says how many of those read or
    unchanged stand in ``archives``, which are not counted as files themselves.
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


@dataclass(slots=True)
class Tally:
    """Counts of what has been read so far."""

    read: int = 0
    failed: int = 0
    members: int = 0
    archives: int = 0

    def add(self, arrival: Arrival) -> None:
        """Count what an arrival is: an archive, or a file that was read or failed."""
        outcome = arrival.outcome
        has_failed = outcome.failure is not None
        if outcome.members is not None and not arrival.has_text and not has_failed:
            self.archives += 1
            return
        self.read += 1
        self.failed += has_failed
        self.members += MEMBER_MARK in arrival.listed.relative_path


def skipped(folders: Sequence[FolderImport]) -> Counter[SkipReason]:
    """How many files were left out, by reason."""
    return sum((folder.changes.skipped for folder in folders), Counter[SkipReason]())


def counts(folders: Sequence[FolderImport], tally: Tally) -> dict[str, int]:
    """What is kept with the run."""
    return {
        "read": tally.read,
        "unchanged": sum(folder.changes.unchanged for folder in folders),
        "skipped": skipped(folders).total(),
    }


def make_report(
    library: Library, folders: Sequence[FolderImport], tally: Tally, gone: int, elapsed_s: float
) -> ImportReport:
    """Put together what was counted on the way and what the library says."""
    unlisted = [
        _unlisted(Path(folder.row.path), place)
        for folder in folders
        for place in folder.changes.unlisted
        if not place.relative_path  # others have rows of their own
    ]
    with library.read() as connection:
        held = file_counts.by_state(connection)
        present = len(documents.present_ids(connection))
        groups = files.problem_groups(connection)
        failed = files.rows(connection, files.problem_ids(connection)[:_MOST_FAILURES_NAMED])
    failures = [
        FailedFile(path_of(row), FailureReason(row.reason or ""), row.detail or "")
        for row in failed
    ]
    by_reason = Counter({FailureReason(group.reason): group.files for group in groups})
    by_reason.update(place.reason for place in unlisted)
    members = sum(folder.changes.unchanged_members for folder in folders)
    return ImportReport(
        files=held[FileState.PRESENT] + held[FileState.FAILED],
        documents=present,
        gone=gone,
        failed=by_reason.total(),
        failures=tuple(unlisted + failures)[:_MOST_FAILURES_NAMED],
        elapsed_s=elapsed_s,
        duplicates=_present_files(library) - present,
        members=tally.members + members,
        archives=held[FileState.CONTAINER],
        skipped_by_reason=dict(skipped(folders).most_common()),
        failed_by_reason=dict(by_reason.most_common()),
        **counts(folders, tally),
    )


def _present_files(library: Library) -> int:
    """How many files of documents there are, but for excluded folders."""
    with library.read() as connection:
        by_folder = file_counts.by_folder(connection)
        rows = folder_store.list_all(connection)
    searched = [row.id for row in rows if row.role is not FolderRole.EXCLUDED]
    return sum(by_folder.get(number, {}).get(FileState.PRESENT, 0) for number in searched)


def failure_of(error: OSError) -> tuple[FailureReason, str]:
    """Why something could not be looked at."""
    is_gone = isinstance(error, FileNotFoundError | NotADirectoryError)
    reason = FailureReason.GONE if is_gone else FailureReason.UNREADABLE
    return reason, error.strerror or ""


def _unlisted(root: Path, place: Unlisted) -> FailedFile:
    return FailedFile(str(root / place.relative_path), *failure_of(place.error))
