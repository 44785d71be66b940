"""How the ways out of problems are told: files that stay locked, are skipped, are dropped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from simhash_gui.ui.common.notices import Notice, NoticeKind


def skipped_notice(count: int, undo: Callable[[], None]) -> Notice:
    """Files that are skipped from now on."""
    return Notice(
        NoticeKind.DONE,
        lambda: QCoreApplication.translate(
            "ProblemNotice", "%Ln files are skipped from now on.", "", count
        ),
        action_text=lambda: QCoreApplication.translate("ProblemNotice", "Undo"),
        action=undo,
    )


def still_locked_notice(count: int) -> Notice:
    """Files that the password does not fit."""
    return Notice(
        NoticeKind.WARNING,
        lambda: QCoreApplication.translate(
            "ProblemNotice",
            "The password does not fit %Ln files: they are still locked.",
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
            "%Ln folders are no longer in the library. Their files were not touched.",
            "",
            count,
        ),
    )


def dropped_notice(count: int) -> Notice:
    """Files that are forgotten."""
    return Notice(
        NoticeKind.DONE,
        lambda: QCoreApplication.translate(
            "ProblemNotice", "%Ln files that were gone are forgotten.", "", count
        ),
    )
