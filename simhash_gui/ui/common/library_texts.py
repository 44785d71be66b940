"""Words for what is in a library: states, roles, languages, and what went wrong with a file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.library.browsing import DocumentState
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.common.format import MISSING


def role_label(role: FolderRole) -> str:
    """What a folder is in the library."""
    labels = {
        FolderRole.NORMAL: QCoreApplication.translate("FolderRole", "Normal"),
        FolderRole.REFERENCE: QCoreApplication.translate("FolderRole", "Reference"),
        FolderRole.EXCLUDED: QCoreApplication.translate("FolderRole", "Excluded"),
    }
    return labels[role]


def role_hint(role: FolderRole) -> str:
    """What the role means for its files."""
    hints = {
        FolderRole.NORMAL: QCoreApplication.translate("FolderRole", "Read and compared"),
        FolderRole.REFERENCE: QCoreApplication.translate(
            "FolderRole", "Read and compared, but never touched: its copies are always kept"
        ),
        FolderRole.EXCLUDED: QCoreApplication.translate(
            "FolderRole", "Left out, also where it lies inside another folder"
        ),
    }
    return hints[role]


def state_label(state: DocumentState) -> str:
    """How far a document came."""
    labels = {
        DocumentState.FINGERPRINTED: QCoreApplication.translate("DocumentState", "Fingerprinted"),
        DocumentState.TOO_SHORT: QCoreApplication.translate("DocumentState", "Too short"),
        DocumentState.FAILED: QCoreApplication.translate("DocumentState", "Failed"),
    }
    return labels[state]


def language_name(code: str) -> str:
    """Name of a guessed language; the code itself for one without a name here."""
    names = {
        "zh": QCoreApplication.translate("DocumentLanguage", "Chinese"),
        "zh-Hans": QCoreApplication.translate("DocumentLanguage", "Chinese (simplified)"),
        "zh-Hant": QCoreApplication.translate("DocumentLanguage", "Chinese (traditional)"),
        "en": QCoreApplication.translate("DocumentLanguage", "English"),
        "ja": QCoreApplication.translate("DocumentLanguage", "Japanese"),
        "ko": QCoreApplication.translate("DocumentLanguage", "Korean"),
        "el": QCoreApplication.translate("DocumentLanguage", "Greek"),
        "th": QCoreApplication.translate("DocumentLanguage", "Thai"),
        "und-Latn": QCoreApplication.translate("DocumentLanguage", "Latin script"),
        "und-Cyrl": QCoreApplication.translate("DocumentLanguage", "Cyrillic script"),
        "und-Arab": QCoreApplication.translate("DocumentLanguage", "Arabic script"),
        "und-Hebr": QCoreApplication.translate("DocumentLanguage", "Hebrew script"),
        "und-Deva": QCoreApplication.translate("DocumentLanguage", "Devanagari script"),
        "und": MISSING,
        "": MISSING,
    }
    return names.get(code, code)


def language_short_name(code: str) -> str:
    """The same for a narrow column."""
    names = {
        "zh-Hans": QCoreApplication.translate("DocumentLanguage", "Chinese"),
        "zh-Hant": QCoreApplication.translate("DocumentLanguage", "Chinese (t)", "narrow column"),
    }
    return names.get(code) or language_name(code)


def reason_label(reason: FailureReason) -> str:
    """Why a file has no text, as a heading."""
    labels = {
        FailureReason.EMPTY: QCoreApplication.translate("FailureReason", "Empty"),
        FailureReason.UNREADABLE: QCoreApplication.translate("FailureReason", "Cannot be opened"),
        FailureReason.GONE: QCoreApplication.translate("FailureReason", "No longer there"),
        FailureReason.NOT_TEXT: QCoreApplication.translate("FailureReason", "Not a text"),
        FailureReason.TOO_LARGE: QCoreApplication.translate("FailureReason", "Too large"),
        FailureReason.UNSUPPORTED: QCoreApplication.translate(
            "FailureReason", "Format not supported"
        ),
        FailureReason.DECODING: QCoreApplication.translate("FailureReason", "Unknown encoding"),
        FailureReason.TIMEOUT: QCoreApplication.translate("FailureReason", "Took too long"),
        FailureReason.MEMORY: QCoreApplication.translate("FailureReason", "Needed too much memory"),
        FailureReason.CRASHED: QCoreApplication.translate("FailureReason", "The reader crashed"),
        FailureReason.CHANGED: QCoreApplication.translate(
            "FailureReason", "Changed while it was read"
        ),
        FailureReason.PASSWORD: QCoreApplication.translate("FailureReason", "Needs a password"),
        FailureReason.NO_TEXT: QCoreApplication.translate("FailureReason", "No text layer"),
        FailureReason.DAMAGED: QCoreApplication.translate("FailureReason", "Damaged"),
        FailureReason.BOMB: QCoreApplication.translate("FailureReason", "Inflates without measure"),
        FailureReason.NESTED: QCoreApplication.translate(
            "FailureReason", "Archives nested too deep"
        ),
        FailureReason.MISSING_PROGRAM: QCoreApplication.translate(
            "FailureReason", "A program is missing"
        ),
    }
    return labels[reason]


def reason_advice(reason: FailureReason) -> str:
    """What the user can do about it."""
    advice = {
        FailureReason.EMPTY: QCoreApplication.translate(
            "FailureReason", "These files hold no text. Nothing needs to be done."
        ),
        FailureReason.UNREADABLE: QCoreApplication.translate(
            "FailureReason", "Give yourself permission to read these files, then try again."
        ),
        FailureReason.GONE: QCoreApplication.translate(
            "FailureReason",
            "These files or folders were moved or deleted, or their drive is not connected. Bring "
            "them back and try again, or remove the folder from the library.",
        ),
        FailureReason.NOT_TEXT: QCoreApplication.translate(
            "FailureReason",
            "These files look like pictures or programs. If they are texts, choose their encoding.",
        ),
        FailureReason.TOO_LARGE: QCoreApplication.translate(
            "FailureReason",
            "These files are above the size limit. Raise it, or skip the files for ever.",
        ),
        FailureReason.UNSUPPORTED: QCoreApplication.translate(
            "FailureReason",
            "Save documents in another format; skip pipes and devices for ever.",
        ),
        FailureReason.DECODING: QCoreApplication.translate(
            "FailureReason",
            "Choose the encoding that these files are in; only they are read again.",
        ),
        FailureReason.TIMEOUT: QCoreApplication.translate(
            "FailureReason",
            "Reading was given up. Raise the time limit, or try again when the computer is idle.",
        ),
        FailureReason.MEMORY: QCoreApplication.translate(
            "FailureReason", "Reading was given up. Raise the memory limit, then try again."
        ),
        FailureReason.CRASHED: QCoreApplication.translate(
            "FailureReason",
            "These files are probably damaged. Open and save them again, then try again.",
        ),
        FailureReason.CHANGED: QCoreApplication.translate(
            "FailureReason",
            "Another program was writing to these files. Try again when it is done.",
        ),
        FailureReason.PASSWORD: QCoreApplication.translate(
            "FailureReason",
            "Give the password: it is remembered until the program is closed and never stored.",
        ),
        FailureReason.NO_TEXT: QCoreApplication.translate(
            "FailureReason",
            "These are pictures of pages. Have their characters recognised (OCR), then rescan.",
        ),
        FailureReason.DAMAGED: QCoreApplication.translate(
            "FailureReason",
            "These files are cut off or broken. Fetch them again from where they came.",
        ),
        FailureReason.BOMB: QCoreApplication.translate(
            "FailureReason",
            "A small file that unpacks to a huge one is usually an attack. Delete it, or raise the"
            " limit in the settings.",
        ),
        FailureReason.NESTED: QCoreApplication.translate(
            "FailureReason",
            "Unpack these archives, or raise the limit in the settings, then rescan.",
        ),
        FailureReason.MISSING_PROGRAM: QCoreApplication.translate(
            "FailureReason",
            "Install the program that is named, or save these files in another format.",
        ),
    }
    return advice[reason]
