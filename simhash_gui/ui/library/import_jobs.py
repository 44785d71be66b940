"""What the Library page has done on the writer thread, and the notices at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.adding import folder_reading, give_role, import_paths
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    import_folders,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Folder,
    FolderRole,
    FolderRow,
    Library,
    folders,
    remove_folder,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.library.problem_kinds import Aside, ProblemKind
from simhash_gui.ui.session.session import Session

ABOUT_CUT_OFF = "import-cut-off"


def import_options(session: Session) -> ImportOptions:
    """What the user's settings, and the passwords given so far, mean for an import."""
    settings = session.settings
    return ImportOptions(settings.workers, settings.limits, session.passwords)


def import_some(
    library: Library, folder_ids: Sequence[int] | None, options: ImportOptions, control: JobControl
) -> ImportReport:
    """Read what has changed in some folders, or in all."""
    return import_folders(library, folder_ids, options, control)


def change_role(
    library: Library,
    path: Path,
    role: FolderRole,
    options: ImportOptions,
    control: JobControl,
) -> ImportReport:
    """Give a folder another role; what that leaves out or brings in follows."""
    give_role(library, path, role)
    return import_folders(library, None, options, control)


def take_out(library: Library, folder: FolderRow, _control: JobControl) -> Folder | None:
    """Forget a folder; the one that the next rescan reads its files with, if any."""
    remove_folder(library, folder.id)
    return folder_reading(library, folder.path)


def import_samples(
    library: Library, samples: Path, options: ImportOptions, control: JobControl
) -> ImportReport:
    """An installation that has moved takes its old samples folder out of the library."""
    for row in folders(library):
        if row.path != samples.resolve():
            remove_folder(library, row.id)
    return import_paths(library, (samples,), options, control)


def import_notice(
    report: ImportReport,
    show_problems: Callable[[ProblemKind | None], None],
    show_summary: Callable[[], None],
    *,
    of_samples: bool = False,
    purpose: Callable[[], str] | None = None,
) -> Notice:
    """What an import has done; failed and gone files lead to the problems panel.

    ``purpose`` is said before that: what the import was for.

    Details show all counts. Nothing is said of files that failed earlier and were not tried again,
    nor of empty ones: there is nothing to be done about them. Two of the samples fail on purpose.
    """
    failed = failures_to_tell(report)

    def text() -> str:
        first = purpose() if purpose is not None else ""
        done = "" if first and _is_idle(report) else _done_text(report)
        if not failed:
            return fmt.sentences(first, done)
        return fmt.sentences(
            first, done, _sample_problems_text() if of_samples else _failed_text(failed)
        )

    if not failed and not report.gone:
        return Notice(NoticeKind.DONE, text, show_details=show_summary)

    is_warning = failed and not of_samples
    return Notice(
        NoticeKind.WARNING if is_warning else NoticeKind.INFORMATION,
        text,
        action_text=_show_text,
        action=partial(show_problems, None if failed else Aside.GONE),
        show_details=show_summary,
    )


def failures_to_tell(report: ImportReport) -> int:
    """How many files failed that something can be done about."""
    return report.failed_now - report.failed_now_by_reason.get(FailureReason.EMPTY, 0)


def import_stopped_notice(rescan: Callable[[], None], *, was_earlier: bool = False) -> Notice:
    """A cancelled import, or one that was cut off when the program ended."""

    def text() -> str:
        if was_earlier:
            return QCoreApplication.translate(
                "ImportNotice", "The last import was cut off: not all files have been read."
            )
        return QCoreApplication.translate(
            "ImportNotice", "Import stopped. What was read is in the library."
        )

    return Notice(
        NoticeKind.WARNING if was_earlier else NoticeKind.INFORMATION,
        text,
        action_text=lambda: QCoreApplication.translate("ImportNotice", "Read the rest"),
        action=rescan,
        about=ABOUT_CUT_OFF,
    )


def removed_notice(path: Path, reading: Folder | None, undo: Callable[[], None]) -> Notice:
    """A folder taken out of the library, and the one that its files are read with from now on."""

    def text() -> str:
        name = fmt.path(path.name or str(path))
        if reading is None:
            return QCoreApplication.translate(
                "ImportNotice",
                "“{name}” was removed from the library. Its files were not changed; no rescan "
                "reads them.",
            ).format(name=name)
        words = QCoreApplication.translate(
            "ImportNotice",
            "“{name}” was removed from the library. Its files were not changed; the next rescan "
            "reads them again, as normal files of “{folder}”.",
        )
        if reading.role is FolderRole.REFERENCE:
            words = QCoreApplication.translate(
                "ImportNotice",
                "“{name}” was removed from the library. Its files were not changed; the next "
                "rescan reads them again, as files of the reference folder “{folder}”.",
            )
        return words.format(name=name, folder=fmt.path(reading.path.name or str(reading.path)))

    def action_text() -> str:
        return QCoreApplication.translate("ImportNotice", "Add it again")

    return Notice(NoticeKind.INFORMATION, text, action_text=action_text, action=undo)


def role_text(path: Path, role: FolderRole) -> str:
    """A folder is for something else now."""
    texts = {
        FolderRole.NORMAL: QCoreApplication.translate(
            "ImportNotice", "“{name}” is a normal folder now."
        ),
        FolderRole.REFERENCE: QCoreApplication.translate(
            "ImportNotice", "“{name}” is a reference folder now: its copies are always kept."
        ),
        FolderRole.EXCLUDED: QCoreApplication.translate(
            "ImportNotice", "“{name}” is left out from now on."
        ),
    }
    return texts[role].format(name=fmt.path(path.name or str(path)))


def template_notice(undo: Callable[[], None], *, is_template: bool) -> Notice:
    """A document is a template now, or none."""

    def text() -> str:
        if is_template:
            return QCoreApplication.translate(
                "ImportNotice",
                "Marked as a template. From the next search on, its text is no evidence.",
            )
        return QCoreApplication.translate(
            "ImportNotice", "No longer a template. The next search counts its text again."
        )

    def action_text() -> str:
        return QCoreApplication.translate("ImportNotice", "Undo")

    return Notice(NoticeKind.DONE, text, action_text=action_text, action=undo)


def _show_text() -> str:
    return QCoreApplication.translate("ImportNotice", "Show")


def _sample_problems_text() -> str:
    return QCoreApplication.translate(
        "ImportNotice", "Some cannot be read: they show how problems are listed."
    )


def _done_text(report: ImportReport) -> str:
    if _is_idle(report):
        return _idle_text(report)
    parts = []
    if report.read:
        read = QCoreApplication.translate("ImportNotice", "%Ln files read.", "", report.read)
        parts.append(read)
    if report.gone:
        gone = QCoreApplication.translate("ImportNotice", "%Ln files are gone.", "", report.gone)
        parts.append(gone)
    if empty := report.failed_now - failures_to_tell(report):
        parts.append(QCoreApplication.translate("ImportNotice", "%Ln files are empty.", "", empty))
    return fmt.sentences(*parts)


def _is_idle(report: ImportReport) -> bool:
    return not report.read and not report.gone and not report.failed_now


def _idle_text(report: ImportReport) -> str:
    """Why nothing was read."""
    if not report.met:
        return QCoreApplication.translate("ImportNotice", "No files were found.")
    if report.met == report.skipped:
        return QCoreApplication.translate(
            "ImportNotice", "%Ln files were skipped; none were read.", "", report.skipped
        )
    return QCoreApplication.translate("ImportNotice", "Nothing has changed in the folders.")


def _failed_text(count: int) -> str:
    return QCoreApplication.translate("ImportNotice", "%Ln files could not be read.", "", count)


def skipped_notice(count: int, undo: Callable[[], None]) -> Notice:
    """Files that are skipped from now on."""
    return Notice(
        NoticeKind.DONE,
        lambda: QCoreApplication.translate(
            "ProblemNotice", "%Ln files will always be skipped.", "", count
        ),
        action_text=lambda: QCoreApplication.translate("ProblemNotice", "Undo"),
        action=undo,
    )


def still_locked_notice(count: int) -> Notice:
    """Files that the password does not open."""
    return Notice(
        NoticeKind.WARNING,
        lambda: QCoreApplication.translate(
            "ProblemNotice",
            "The password does not open %Ln files: they are still locked.",
            "",
            count,
        ),
    )


def folders_removed_notice(count: int) -> Notice:
    """Folders that were out of reach and are forgotten."""
    return Notice(
        NoticeKind.DONE,
        lambda: QCoreApplication.translate(
            "ProblemNotice",
            "%Ln folders were removed from the library. Their files were not changed.",
            "",
            count,
        ),
    )


def forgotten_notice(count: int) -> Notice:
    """Files that are forgotten."""
    return Notice(
        NoticeKind.DONE,
        lambda: QCoreApplication.translate(
            "ProblemNotice", "Forgot %Ln files; nothing on the disk was changed.", "", count
        ),
    )
