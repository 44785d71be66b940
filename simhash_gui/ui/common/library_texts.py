"""Words for what is in a library: states, roles, languages, encodings, types, and failures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.library.browsing import DocumentRow, DocumentState, EncodingSource
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.format import MISSING

if TYPE_CHECKING:
    from simhash_gui.services.detection.answers.left_out import LeftOut, LeftOutReason


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
            "FolderRole", "Read and compared, but never changed: its copies are always kept"
        ),
        FolderRole.EXCLUDED: QCoreApplication.translate(
            "FolderRole", "Not imported, even inside another folder"
        ),
    }
    return hints[role]


def state_label(state: DocumentState) -> str:
    """The state of a document."""
    labels = {
        DocumentState.FINGERPRINTED: QCoreApplication.translate("DocumentState", "Fingerprinted"),
        DocumentState.TOO_SHORT: QCoreApplication.translate("DocumentState", "Too short"),
        DocumentState.FAILED: QCoreApplication.translate("DocumentState", "Failed"),
        DocumentState.DAMAGED: QCoreApplication.translate("DocumentState", "Damaged entry"),
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
        FailureReason.NOT_TEXT: QCoreApplication.translate("FailureReason", "Not text"),
        FailureReason.TOO_LARGE: QCoreApplication.translate("FailureReason", "Too large"),
        FailureReason.UNSUPPORTED: QCoreApplication.translate(
            "FailureReason", "Format not supported"
        ),
        FailureReason.DECODING: QCoreApplication.translate("FailureReason", "Unknown encoding"),
        FailureReason.TIMEOUT: QCoreApplication.translate("FailureReason", "Took too long"),
        FailureReason.MEMORY: QCoreApplication.translate("FailureReason", "Needed too much memory"),
        FailureReason.CRASHED: QCoreApplication.translate("FailureReason", "The reader crashed"),
        FailureReason.CHANGED: QCoreApplication.translate(
            "FailureReason", "Changed while being read"
        ),
        FailureReason.PASSWORD: QCoreApplication.translate("FailureReason", "Needs a password"),
        FailureReason.NO_TEXT: QCoreApplication.translate("FailureReason", "No text layer"),
        FailureReason.DAMAGED: QCoreApplication.translate("FailureReason", "Damaged"),
        FailureReason.BOMB: QCoreApplication.translate(
            "FailureReason", "Unpacks to more than the limit"
        ),
        FailureReason.NESTED: QCoreApplication.translate(
            "FailureReason", "Archives nested too deeply"
        ),
        FailureReason.MISSING_PROGRAM: QCoreApplication.translate(
            "FailureReason", "A program is missing"
        ),
    }
    return labels[reason]


def reason_advice(reason: FailureReason) -> str:
    """What the user can do about it."""
    return (_advice_on_files() | _advice_on_reading())[reason]


def _advice_on_files() -> dict[FailureReason, str]:
    """Where the files themselves are the trouble."""
    return {
        FailureReason.EMPTY: QCoreApplication.translate(
            "FailureReason", "These files contain no text. There is nothing to do."
        ),
        FailureReason.UNREADABLE: QCoreApplication.translate(
            "FailureReason", "Give yourself permission to read these files, then try again."
        ),
        FailureReason.GONE: QCoreApplication.translate(
            "FailureReason",
            "These files or folders were moved or deleted, or their drive is not "
            "connected. Restore them and try again, or remove the folder from the "
            "library.",
        ),
        FailureReason.NOT_TEXT: QCoreApplication.translate(
            "FailureReason",
            "These files look like images or programs. If they are text, choose their encoding.",
        ),
        FailureReason.UNSUPPORTED: QCoreApplication.translate(
            "FailureReason",
            "Save documents in another format; always skip pipes and devices.",
        ),
        FailureReason.DECODING: QCoreApplication.translate(
            "FailureReason",
            "Choose the encoding of these files; only they are read again.",
        ),
        FailureReason.PASSWORD: QCoreApplication.translate(
            "FailureReason",
            "Enter the password. It is remembered until the program is closed, and never stored.",
        ),
        FailureReason.NO_TEXT: QCoreApplication.translate(
            "FailureReason",
            "These are images of pages. Run text recognition (OCR) on them, then rescan.",
        ),
        FailureReason.DAMAGED: QCoreApplication.translate(
            "FailureReason",
            "These files are incomplete or damaged. Get them again from their source.",
        ),
    }


def _advice_on_reading() -> dict[FailureReason, str]:
    """Where reading was stopped."""
    return {
        FailureReason.TOO_LARGE: QCoreApplication.translate(
            "FailureReason",
            "These files exceed the size limit. Raise it, or always skip these files.",
        ),
        FailureReason.TIMEOUT: QCoreApplication.translate(
            "FailureReason",
            "Reading was stopped. Raise the time limit, or try again when the computer is idle.",
        ),
        FailureReason.MEMORY: QCoreApplication.translate(
            "FailureReason", "Reading was stopped. Raise the memory limit, then try again."
        ),
        FailureReason.CRASHED: QCoreApplication.translate(
            "FailureReason",
            "These files are probably damaged. Open and save them again, then try again.",
        ),
        FailureReason.CHANGED: QCoreApplication.translate(
            "FailureReason",
            "Another program was writing to these files. Try again when it is done.",
        ),
        FailureReason.BOMB: QCoreApplication.translate(
            "FailureReason",
            "A small file that unpacks to a huge one is usually malicious. Delete "
            "it, or raise the limit in the settings.",
        ),
        FailureReason.NESTED: QCoreApplication.translate(
            "FailureReason",
            "Unpack these archives, or raise the limit in the settings, then rescan.",
        ),
        FailureReason.MISSING_PROGRAM: QCoreApplication.translate(
            "FailureReason",
            "Install the missing program, or save these files in another format.",
        ),
    }


def reader_name(reader: str) -> str:
    """The type of a document by the reader that read it; the reader's own name where it has none.

    Names of formats are the same in every language.
    """
    names = {
        "csv": "CSV",
        "doc": "Word (DOC)",
        "docx": "Word (DOCX)",
        "epub": "EPUB",
        "html": "HTML",
        "json": "JSON",
        "markdown": "Markdown",
        "mhtml": "MHTML",
        "opendocument": "OpenDocument",
        "org": "Org",
        "pdf": "PDF",
        "pptx": "PowerPoint (PPTX)",
        "rtf": "RTF",
        "tex": "TeX",
        "xls": "Excel (XLS)",
        "xlsx": "Excel (XLSX)",
        "xml": "XML",
        "text": QCoreApplication.translate("ReaderName", "Plain text"),
        "mail": QCoreApplication.translate("ReaderName", "E-mail"),
        "subtitles": QCoreApplication.translate("ReaderName", "Subtitles"),
    }
    return names.get(reader, reader) or fmt.MISSING


def encoding_name(encoding: str) -> str:
    """An encoding by what it is used for and what it is called."""
    script = _script_of(encoding)
    name = _CUSTOMARY.get(encoding, encoding.replace("_", "-").upper())
    if not script:
        return name or fmt.MISSING
    text = QCoreApplication.translate("EncodingName", "{script} ({name})")
    return text.format(script=script, name=name)


def certainty_text(row: DocumentRow) -> str:
    """How the encoding of a document was found; empty where that was not recorded."""
    sentences = {
        EncodingSource.OVERRIDE: QCoreApplication.translate("EncodingSource", "chosen by you"),
        EncodingSource.MARK: QCoreApplication.translate(
            "EncodingSource", "certain: the file begins with a byte order mark"
        ),
        EncodingSource.VALID: QCoreApplication.translate(
            "EncodingSource", "certain: every byte is valid"
        ),
        EncodingSource.DECLARED: QCoreApplication.translate(
            "EncodingSource", "as the document declares"
        ),
        EncodingSource.PATTERN: QCoreApplication.translate(
            "EncodingSource", "guessed from the pattern of its bytes"
        ),
        EncodingSource.STATISTICS: QCoreApplication.translate(
            "EncodingSource", "guessed from its characters"
        ),
    }
    if row.encoding_source is None or row.encoding_source not in [*EncodingSource]:
        return ""
    source = EncodingSource(row.encoding_source)
    if source not in {EncodingSource.PATTERN, EncodingSource.STATISTICS}:
        return sentences[source]
    text = QCoreApplication.translate("EncodingSource", "{reason}, {share} certain")
    return text.format(reason=sentences[source], share=fmt.share(row.encoding_confidence or 0.0))


_CUSTOMARY = {
    "big5hkscs": "Big5-HKSCS",
    "gb18030": "GB18030, GBK",
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP",
    "cp949": "EUC-KR, CP949",
    **{f"cp{number}": f"Windows-{number}" for number in range(1250, 1259)},
    "cp866": "CP866",
    "cp874": "Windows-874",
    "iso8859-2": "ISO 8859-2",
    "iso8859-15": "ISO 8859-15",
}


def _script_of(encoding: str) -> str:
    scripts = {
        ("gb",): QCoreApplication.translate("EncodingName", "Chinese, simplified"),
        ("big5",): QCoreApplication.translate("EncodingName", "Chinese, traditional"),
        ("cp932", "euc_jp", "iso2022_jp"): QCoreApplication.translate("EncodingName", "Japanese"),
        ("cp949",): QCoreApplication.translate("EncodingName", "Korean"),
        ("koi8-", "cp866", "cp1251"): QCoreApplication.translate("EncodingName", "Cyrillic"),
        ("cp1250", "iso8859-2"): QCoreApplication.translate("EncodingName", "Central European"),
        ("cp1252", "iso8859-15"): QCoreApplication.translate("EncodingName", "Western European"),
        ("cp1253",): QCoreApplication.translate("EncodingName", "Greek"),
        ("cp1254",): QCoreApplication.translate("EncodingName", "Turkish"),
        ("cp1255",): QCoreApplication.translate("EncodingName", "Hebrew"),
        ("cp1256",): QCoreApplication.translate("EncodingName", "Arabic"),
        ("cp1257",): QCoreApplication.translate("EncodingName", "Baltic"),
        ("cp1258",): QCoreApplication.translate("EncodingName", "Vietnamese"),
        ("cp874",): QCoreApplication.translate("EncodingName", "Thai"),
        ("utf-",): QCoreApplication.translate("EncodingName", "Unicode"),
    }
    found = (script for starts, script in scripts.items() if encoding.startswith(starts))
    return next(found, "")


def not_compared_text(left_out: Sequence[LeftOut]) -> str:
    """What damage kept a search from comparing, and what to do; empty where nothing was."""
    from simhash_gui.services.detection.answers.left_out import (  # noqa: PLC0415 - see below
        LeftOutReason,
    )

    told = [each for each in left_out if each.why in _not_compared(0)]
    sentences = [_not_compared(each.how_many or 0)[each.why] for each in told]
    if any(each.is_damage and each.why is not LeftOutReason.NOT_MEASURED for each in told):
        sentences.append(QCoreApplication.translate("LeftOut", "Check and repair the library."))
    elif told:
        sentences.append(QCoreApplication.translate("LeftOut", "Search again."))
    return fmt.sentences(*sentences)


def _not_compared(count: int) -> dict[LeftOutReason, str]:
    # The Library page needs none of the search, which takes 0.1 s to import.
    from simhash_gui.services.detection.answers.left_out import (  # noqa: PLC0415
        LeftOutReason,
    )

    return {
        LeftOutReason.TEXT_MISSING: QCoreApplication.translate(
            "LeftOut", "%Ln documents were not compared: their texts are missing.", "", count
        ),
        LeftOutReason.TEXT_UNREADABLE: QCoreApplication.translate(
            "LeftOut", "%Ln documents were not compared: their texts are damaged.", "", count
        ),
        LeftOutReason.DATA_DAMAGED: QCoreApplication.translate(
            "LeftOut",
            "%Ln documents were not compared: their comparison data are damaged.",
            "",
            count,
        ),
        LeftOutReason.SHARD_UNREADABLE: QCoreApplication.translate(
            "LeftOut",
            "%Ln documents were not compared: the library with their texts cannot be read.",
            "",
            count,
        ),
        LeftOutReason.NOT_MEASURED: QCoreApplication.translate(
            "LeftOut", "%Ln pairs were not compared: the process for this ended.", "", count
        ),
        LeftOutReason.OTHER_RECIPE: QCoreApplication.translate(
            "LeftOut", "%Ln documents were not compared: they have another recipe.", "", count
        ),
        LeftOutReason.STATE_UNKNOWN: QCoreApplication.translate(
            "LeftOut", "%Ln entries were not compared: their state is damaged.", "", count
        ),
        LeftOutReason.DOCUMENT_MISSING: QCoreApplication.translate(
            "LeftOut", "%Ln files were not compared: their documents are missing.", "", count
        ),
        LeftOutReason.FOLDER_UNKNOWN: QCoreApplication.translate(
            "LeftOut", "%Ln files were not compared: their folder is damaged.", "", count
        ),
        LeftOutReason.VERDICT_DAMAGED: QCoreApplication.translate(
            "LeftOut", "%Ln verdicts are damaged and were not followed.", "", count
        ),
        LeftOutReason.MARK_DAMAGED: QCoreApplication.translate(
            "LeftOut", "%Ln marks are damaged and were not followed.", "", count
        ),
        LeftOutReason.FOLDER_DAMAGED: QCoreApplication.translate(
            "LeftOut", "%Ln folders are damaged: their roles may be wrong.", "", count
        ),
        LeftOutReason.REMOVED_MEANWHILE: QCoreApplication.translate(
            "LeftOut", "%Ln documents were removed by others meanwhile.", "", count
        ),
    }
