"""PDF: the text layer, in reading order, as paragraphs.

PDFium gets the characters out; what stands where is made into text by ``pdf_page`` (lines),
``page_furniture`` (running headers and footers: once, after the text), ``page_columns`` (reading
order) and ``page_paragraphs`` (broken lines and words). What is filled in or typed on a page counts
as drawn last; remarks are no text. Pictures of text are not read, links are not followed, scripts
not run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from simhash_gui.documents.readers.pdf.page_columns import rows_in_reading_order
from simhash_gui.documents.readers.pdf.page_furniture import without_furniture
from simhash_gui.documents.readers.pdf.page_line import Line
from simhash_gui.documents.readers.pdf.page_paragraphs import paragraphs
from simhash_gui.documents.readers.pdf.pdf_guard import refuse_bomb, refuse_torso
from simhash_gui.documents.readers.pdf.pdf_page import PageReader
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "pdf"

_HEAD_BYTES = 1024
_SIGNATURE = re.compile(rb"%PDF-\d\.\d")
_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_WHITE_SPACE = b"\xef\xbb\xbf\x00\t\n\x0c\r "
_MOST_PAGES = 100_000
_BYTES_A_CHARACTER = 16
"""What a character costs here, in lines and places, before it is text."""
_METADATA_KEYS = ("Title", "Author", "CreationDate", "ModDate")
_DATE = re.compile(
    r"D:(?P<year>\d{4})(?P<month>\d\d)?(?P<day>\d\d)?"
    r"(?P<time>\d{6})?(?:(?P<zone>[+-]\d\d)'?(?P<minutes>\d\d)?|(?P<utc>Z))?"
)
_PLACEHOLDERS = frozenset({"untitled", "anonymous", "(anonymous)", "unspecified", "(unspecified)"})
_NO_CHARACTER = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MOST_WITHOUT_CHARACTER = 0.5


def read(source: Source) -> Extracted:
    """The text, and title, author, date and language. What is no PDF is read as plain text.

    Raises ``ReadFailure``: PASSWORD, NO_TEXT, DAMAGED, BOMB or UNSUPPORTED.
    """
    if not recognises(source.data):
        return plain.read(source)
    refuse_torso(source.data)
    refuse_bomb(source.data, source.limits)
    document = _opened(source)
    try:
        pages = _lines_of_pages(document, source.limits.expanded_bytes // _BYTES_A_CHARACTER)
        metadata = _metadata(document)
    finally:
        document.close()
    return extracted_of(NAME, _text(pages), metadata)


def recognises(data: bytes) -> bool:
    """Whether it begins as a PDF; as PDF allows, up to a kilobyte may go before."""
    head = data[:_HEAD_BYTES]
    if _SIGNATURE.match(head.lstrip(_WHITE_SPACE)):
        return True
    found = _SIGNATURE.search(head)
    return found is not None and _OBJECT.search(data[found.end() :][:_HEAD_BYTES]) is not None


def _opened(source: Source) -> Any:
    """The document, unlocked if need be. Raises ``ReadFailure``."""
    # Imported here: a worker that meets no PDF starts sooner without it.
    from pypdfium2 import PdfDocument, PdfiumError, raw  # noqa: PLC0415

    for password in (None, *source.passwords):
        try:
            return PdfDocument(source.data, password=password)
        except PdfiumError as error:
            if error.err_code == raw.FPDF_ERR_PASSWORD:
                continue
            if error.err_code == raw.FPDF_ERR_SECURITY:
                detail = "It is locked in a way that is not supported, such as by a certificate."
                raise ReadFailure(FailureReason.UNSUPPORTED, detail) from error
            detail = "It is damaged: its structure cannot be read."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
    detail = "None of the passwords opens it." if source.passwords else "It needs a password."
    raise ReadFailure(FailureReason.PASSWORD, detail)


def _lines_of_pages(document: Any, most_characters: int) -> list[list[Line]]:
    from pypdfium2 import PdfiumError  # noqa: PLC0415

    count = len(document)
    if count > _MOST_PAGES:
        raise ReadFailure(FailureReason.BOMB, f"It says that it has {count:,} pages.")
    if count < 1:
        raise ReadFailure(FailureReason.DAMAGED, "It is damaged: it has no pages.")
    pages: list[list[Line]] = []
    for number in range(count):
        try:
            pages.append(_lines(document, number))
        except PdfiumError as error:
            detail = f"It is damaged: page {number + 1:,} of {count:,} cannot be read."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
        most_characters -= sum(len(line.text) for line in pages[-1])
        if most_characters < 0:
            detail = f"Its text is longer than the limit allows, on page {number + 1:,} already."
            raise ReadFailure(FailureReason.BOMB, detail)
    return pages


def _lines(document: Any, number: int) -> list[Line]:
    page = _with_what_is_filled_in(document, number)
    textpage = page.get_textpage()
    try:
        return PageReader(textpage, number).lines()
    finally:
        textpage.close()
        page.close()


def _with_what_is_filled_in(document: Any, number: int) -> Any:
    """A page, with the fields of a form and what was typed over it made a part of it."""
    from pypdfium2 import raw  # noqa: PLC0415

    page = document[number]
    filled = (raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT)
    if any(kind in filled for kind in _annotation_kinds(page)):
        raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY)
        page.close()
        page = document[number]
    return page


def _annotation_kinds(page: Any) -> Iterator[int]:
    from pypdfium2 import raw  # noqa: PLC0415

    for place in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, place)
        if annotation:
            yield raw.FPDFAnnot_GetSubtype(annotation)
            raw.FPDFPage_CloseAnnot(annotation)


def _text(pages: Sequence[Sequence[Line]]) -> str:
    bodies, furniture = without_furniture(pages)
    text = "\n".join(paragraphs([rows_in_reading_order(body) for body in bodies]))
    if not text:
        detail = f"None of its pages ({len(pages):,}) has a text layer; it may be scanned."
        raise ReadFailure(FailureReason.NO_TEXT, detail)
    if len(_NO_CHARACTER.findall(text)) > _MOST_WITHOUT_CHARACTER * len(text):
        detail = "Its text layer has shapes only: nothing tells which characters they are."
        raise ReadFailure(FailureReason.NO_TEXT, detail)
    return "\n".join((text, *furniture))


def _metadata(document: Any) -> Metadata:
    values = {key: _metadata_value(document, key) for key in _METADATA_KEYS}
    values = {key: value for key, value in values.items() if value.lower() not in _PLACEHOLDERS}
    return Metadata(
        title=values.get("Title") or None,
        author=values.get("Author") or None,
        date=_date(values.get("CreationDate") or values.get("ModDate") or ""),
        language=_language(document),
    )


def _metadata_value(document: Any, key: str) -> str:
    try:
        value: str = document.get_metadata_value(key)
    except UnicodeDecodeError:  # half a character; nobody can tell which one
        return ""
    return " ".join(value.replace("\x00", "").split())


def _language(document: Any) -> str | None:
    import ctypes  # noqa: PLC0415

    from pypdfium2 import raw  # noqa: PLC0415

    size_bytes = raw.FPDFCatalog_GetLanguage(document, None, 0)
    if size_bytes <= 2:
        return None
    buffer = ctypes.create_string_buffer(size_bytes)
    raw.FPDFCatalog_GetLanguage(
        document, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size_bytes
    )
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\x00").strip() or None


def _date(text: str) -> str | None:
    """``D:20240501093000+08'00'`` as ``2024-05-01T09:30:00+08:00``, and other text as it is."""
    found = _DATE.match(text)
    if not found:
        return text or None
    day = "-".join(part for part in (found["year"], found["month"], found["day"]) if part)
    if not (found["day"] and found["time"]):
        return day
    time = found["time"]
    zone = "Z" if found["utc"] else ""
    if found["zone"]:
        zone = f"{found['zone']}:{found['minutes'] or '00'}"
    return f"{day}T{time[:2]}:{time[2:4]}:{time[4:]}{zone}"


READER = Reader(
    name=NAME,
    extensions=frozenset({".pdf"}),
    recognises=recognises,
    read=read,
)
