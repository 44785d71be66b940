"""The ways out of problems as jobs: read again, decode in another encoding, unlock, skip, forget.

Each ends with a notice, and with a way back where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from simhash_gui.services.importing.encodings import (
    choose_encoding,
    choose_encoding_of_files,
)
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    read_again,
)
from simhash_gui.services.importing.problems import (
    failed_ids,
    forget_gone,
    skip_files,
    skipped_ids,
    unskip_files,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, remove_folder
from simhash_gui.ui.library.import_jobs import (
    folders_removed_notice,
    forgotten_notice,
    import_options,
    skipped_notice,
    still_locked_notice,
)
from simhash_gui.ui.library.problem_kinds import Aside, ProblemKind, Scope
from simhash_gui.ui.session.job_runner import Job, JobKind
from simhash_gui.ui.session.session import Session


@dataclass(frozen=True, slots=True)
class EncodingWish:
    """Read ``file_ids``, or what fits ``pattern`` when there is one, in an encoding.

    ``encoding`` None takes earlier choices back.
    """

    encoding: str | None
    file_ids: tuple[int, ...] | None
    kind: ProblemKind | None = None
    pattern: str | None = None


class ProblemActions(QObject):
    """Acts on files of the session's library."""

    reading_wanted = Signal(object, object)  # a job's run; what else takes its report

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    def retry(self, scope: Scope) -> None:
        """Read the files again, whatever has or has not changed."""
        self._read(partial(_read_again, scope))

    def unlock(self, scope: Scope, password: str) -> None:
        """Remember a password for this session and try it on the files."""
        self._session.remember_password(password)
        self._read(partial(_read_again, scope), self._tell_still_locked)

    def choose_encoding(self, wish: EncodingWish) -> None:
        """Decode certain files in another encoding; only files that this affects are read."""
        self._read(partial(_decode_otherwise, wish))

    def include_again(self, scope: Scope) -> None:
        """Read files that were always skipped."""
        self._read(partial(_include_again, scope))

    def skip(self, scope: Scope) -> None:
        """Always skip the files, with a way back."""
        self._write(partial(_skip, scope), self._tell_skipped)

    def forget_gone(self, *, set_aside: bool) -> None:
        """Permanently forget all files that are gone, or all that were set aside."""
        self._write(partial(_forget_gone, set_aside), self._tell_forgotten)

    def remove_folders(self, folder_ids: Sequence[int]) -> None:
        """Take folders out of the library; their files stay where they are."""
        self._write(partial(_remove_folders, tuple(folder_ids)), self._tell_removed)

    def _read(
        self,
        run: Callable[[Library, ImportOptions, JobControl], ImportReport],
        then: Callable[[ImportReport], None] | None = None,
    ) -> None:
        library = self._session.library
        if library is not None:
            job = partial(run, library, import_options(self._session))
            self.reading_wanted.emit(job, then)

    def _write(self, run: Callable[..., Any], then: Callable[[Any], None]) -> None:
        library = self._session.library
        if library is not None:
            handle = self._session.jobs.submit(Job(JobKind.FOLDERS, partial(run, library)))
            handle.finished.connect(then)

    def _tell_still_locked(self, report: ImportReport) -> None:
        locked = report.failed_by_reason.get(FailureReason.PASSWORD, 0)
        if locked:
            self._session.notify(still_locked_notice(locked))

    def _tell_skipped(self, ids: Sequence[int]) -> None:
        self._session.documents_changed.emit()
        self._session.notify(skipped_notice(len(ids), partial(self._unskip, ids)))

    def _unskip(self, ids: Sequence[int]) -> None:
        self._write(partial(_unskip, ids), self._tell_back)

    def _tell_back(self, _result: object) -> None:
        self._session.documents_changed.emit()

    def _tell_removed(self, count: int) -> None:
        self._session.documents_changed.emit()
        self._session.notify(folders_removed_notice(count))

    def _tell_forgotten(self, count: int) -> None:
        self._session.documents_changed.emit()
        self._session.notify(forgotten_notice(count))


def _ids(scope: Scope, library: Library) -> Sequence[int]:
    """The files of a scope."""
    if scope.file_ids is not None:
        return scope.file_ids
    if isinstance(scope.kind, FailureReason):
        return failed_ids(library, scope.kind)
    return skipped_ids(library) if scope.kind is Aside.SKIPPED else []


def _read_again(
    scope: Scope, library: Library, options: ImportOptions, control: JobControl
) -> ImportReport:
    return read_again(library, _ids(scope, library), options, control)


def _decode_otherwise(
    wish: EncodingWish, library: Library, options: ImportOptions, control: JobControl
) -> ImportReport:
    if wish.pattern is not None:
        return choose_encoding(library, wish.pattern, wish.encoding, options, control)
    ids: Sequence[int] = wish.file_ids or ()
    if wish.file_ids is None and isinstance(wish.kind, FailureReason):
        ids = failed_ids(library, wish.kind)
    return choose_encoding_of_files(library, ids, wish.encoding, options, control)


def _include_again(
    scope: Scope, library: Library, options: ImportOptions, control: JobControl
) -> ImportReport:
    ids = _ids(scope, library)
    unskip_files(library, ids)
    return read_again(library, ids, options, control)


def _skip(scope: Scope, library: Library, _control: JobControl) -> Sequence[int]:
    ids = _ids(scope, library)
    skip_files(library, ids)
    return ids


def _unskip(ids: Sequence[int], library: Library, _control: JobControl) -> None:
    unskip_files(library, ids)


def _forget_gone(set_aside: bool, library: Library, _control: JobControl) -> int:
    return forget_gone(library, set_aside=set_aside)


def _remove_folders(folder_ids: Sequence[int], library: Library, _control: JobControl) -> int:
    for folder_id in folder_ids:
        remove_folder(library, folder_id)
    return len(folder_ids)
