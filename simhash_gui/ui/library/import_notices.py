"""How the end of an import, and the removal of a folder, are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.importing import ImportReport
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.notices import Notice, NoticeKind


def import_notice(
    report: ImportReport, show_problems: Callable[[], None], show_summary: Callable[[], None]
) -> Notice:
    """What an import has done; failed files lead to the problems panel, details to all counts.

    Nothing is said of files that failed earlier and were not tried again.
    """
    if not report.failed_now:
        return Notice(NoticeKind.DONE, lambda: _done_text(report), show_details=show_summary)

    def text() -> str:
        return f"{_done_text(report)} {_failed_text(report.failed_now)}".strip()

    def action_text() -> str:
        return QCoreApplication.translate("ImportNotice", "Show")

    return Notice(
        NoticeKind.WARNING,
        text,
        action_text=action_text,
        action=show_problems,
        show_details=show_summary,
    )


def import_stopped_notice() -> Notice:
    """A cancelled import."""
    return Notice(
        NoticeKind.INFORMATION,
        lambda: QCoreApplication.translate(
            "ImportNotice",
            "Import stopped. What was read is in the library; rescan to read the rest.",
        ),
    )


def removed_notice(path: Path, undo: Callable[[], None]) -> Notice:
    """A folder taken out of the library."""

    def text() -> str:
        words = QCoreApplication.translate(
            "ImportNotice", "“{name}” is no longer in the library. Its files were not touched."
        )
        return words.format(name=fmt.path(path.name or str(path)))

    def action_text() -> str:
        return QCoreApplication.translate("ImportNotice", "Add it again")

    return Notice(NoticeKind.INFORMATION, text, action_text=action_text, action=undo)


def _done_text(report: ImportReport) -> str:
    if not report.read and not report.gone and not report.failed_now:
        return _idle_text(report)
    parts = []
    if report.read:
        read = QCoreApplication.translate("ImportNotice", "%Ln files read.", "", report.read)
        parts.append(read)
    if report.gone:
        gone = QCoreApplication.translate("ImportNotice", "%Ln files are gone.", "", report.gone)
        parts.append(gone)
    return " ".join(parts)


def _idle_text(report: ImportReport) -> str:
    """Why nothing was read."""
    if not report.met:
        return QCoreApplication.translate("ImportNotice", "No files were found.")
    if report.met == report.skipped:
        return QCoreApplication.translate(
            "ImportNotice", "%Ln files were skipped, none was read.", "", report.skipped
        )
    return QCoreApplication.translate("ImportNotice", "Nothing has changed in the folders.")


def _failed_text(count: int) -> str:
    return QCoreApplication.translate("ImportNotice", "%Ln files could not be read.", "", count)
