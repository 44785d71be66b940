"""Words for the groups of the problems panel and their ways out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.importing import FailureReason, SkipReason
from simhash_gui.ui.common.library_texts import reason_advice, reason_label
from simhash_gui.ui.library.problem_kinds import Aside, ProblemKind, WayOut


def kind_label(kind: ProblemKind) -> str:
    """A group by name."""
    if isinstance(kind, FailureReason):
        return reason_label(kind)
    labels = {
        Aside.GONE: QCoreApplication.translate("ProblemKind", "Gone"),
        Aside.SKIPPED: QCoreApplication.translate("ProblemKind", "Skipped for ever"),
    }
    return labels[kind]


def kind_advice(kind: ProblemKind) -> str:
    """What the user can do about a group."""
    if isinstance(kind, FailureReason):
        return reason_advice(kind)
    advice = {
        Aside.GONE: QCoreApplication.translate(
            "ProblemKind",
            "These files are no longer in their folders. Their texts stay in the library until you"
            " drop them.",
        ),
        Aside.SKIPPED: QCoreApplication.translate(
            "ProblemKind", "You wanted these files left alone. Take them in again if you need them."
        ),
    }
    return advice[kind]


def way_out_label(way: WayOut) -> str:
    """A button."""
    labels = {
        WayOut.ENCODING: QCoreApplication.translate("WayOut", "Choose encoding…"),
        WayOut.PASSWORD: QCoreApplication.translate("WayOut", "Enter password…"),
        WayOut.LIMITS: QCoreApplication.translate("WayOut", "Change limits…"),
        WayOut.RETRY: QCoreApplication.translate("WayOut", "Try again"),
        WayOut.SKIP: QCoreApplication.translate("WayOut", "Skip for ever"),
        WayOut.TAKE_IN: QCoreApplication.translate("WayOut", "Take in again"),
        WayOut.DROP: QCoreApplication.translate("WayOut", "Drop all for good…"),
        WayOut.FOLDER: QCoreApplication.translate("WayOut", "Open folder"),
        WayOut.REMOVE: QCoreApplication.translate("WayOut", "Remove folder…"),
    }
    return labels[way]


def way_out_hint(way: WayOut) -> str:
    """What a button does, in a sentence."""
    hints = {
        WayOut.ENCODING: QCoreApplication.translate(
            "WayOut", "Say how the characters of these files are written, and see the result"
        ),
        WayOut.PASSWORD: QCoreApplication.translate(
            "WayOut", "Remembered until the program is closed, never stored"
        ),
        WayOut.LIMITS: QCoreApplication.translate(
            "WayOut", "Allow more time, memory or size for one document"
        ),
        WayOut.RETRY: QCoreApplication.translate("WayOut", "Read these files again now"),
        WayOut.SKIP: QCoreApplication.translate(
            "WayOut", "Leave these files alone from now on; can be undone"
        ),
        WayOut.TAKE_IN: QCoreApplication.translate("WayOut", "Read these files after all"),
        WayOut.DROP: QCoreApplication.translate(
            "WayOut", "Forget these files and the texts that are nowhere else; cannot be undone"
        ),
        WayOut.FOLDER: QCoreApplication.translate(
            "WayOut", "Show the folder, of a file in an archive that of the archive"
        ),
        WayOut.REMOVE: QCoreApplication.translate(
            "WayOut", "Take a folder that is out of reach out of the library; asks first"
        ),
    }
    return hints[way]


def skip_label(reason: SkipReason) -> str:
    """Why files were left out of an import."""
    labels = {
        SkipReason.HIDDEN: QCoreApplication.translate("SkipReason", "Hidden"),
        SkipReason.NO_DOCUMENT: QCoreApplication.translate(
            "SkipReason", "Pictures, sounds, programs"
        ),
        SkipReason.TYPE: QCoreApplication.translate("SkipReason", "Not of the chosen types"),
        SkipReason.NOT_INCLUDED: QCoreApplication.translate(
            "SkipReason", "Not among the included patterns"
        ),
        SkipReason.EXCLUDED: QCoreApplication.translate(
            "SkipReason", "Among the excluded patterns"
        ),
        SkipReason.IGNORED: QCoreApplication.translate("SkipReason", "Listed in .simhashignore"),
        SkipReason.TOO_SMALL: QCoreApplication.translate("SkipReason", "Too small"),
        SkipReason.TOO_LARGE: QCoreApplication.translate("SkipReason", "Too large"),
        SkipReason.LINK: QCoreApplication.translate("SkipReason", "Links"),
        SkipReason.MET: QCoreApplication.translate(
            "SkipReason", "Links to what is imported anyway"
        ),
        SkipReason.BY_USER: QCoreApplication.translate("SkipReason", "Skipped for ever by you"),
    }
    return labels[reason]
