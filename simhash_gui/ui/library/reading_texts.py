"""Words for how a document was read: its type, its encoding, and how sure that is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.library.browsing import DocumentRow, EncodingSource
from simhash_gui.ui.common import format as fmt


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
    """What told the encoding of a document; nothing where that was not recorded."""
    sentences = {
        EncodingSource.OVERRIDE: QCoreApplication.translate("EncodingSource", "chosen by you"),
        EncodingSource.MARK: QCoreApplication.translate(
            "EncodingSource", "certain: the file begins with its mark"
        ),
        EncodingSource.VALID: QCoreApplication.translate(
            "EncodingSource", "certain: every byte fits"
        ),
        EncodingSource.DECLARED: QCoreApplication.translate(
            "EncodingSource", "as the document declares"
        ),
        EncodingSource.PATTERN: QCoreApplication.translate(
            "EncodingSource", "guessed by the pattern of its bytes"
        ),
        EncodingSource.STATISTICS: QCoreApplication.translate(
            "EncodingSource", "guessed by its characters"
        ),
    }
    source = row.encoding_source
    if source is None:
        return ""
    if source not in {EncodingSource.PATTERN, EncodingSource.STATISTICS}:
        return sentences[source]
    text = QCoreApplication.translate("EncodingSource", "{reason}, {share} sure")
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
