"""PDF: the text layer, as PDFium reads it.

PDFium decides what the characters are and in which order they stand. Here files that would do harm
are refused first; then words that the end of a line broke are put together, and running heads and
page numbers are kept once, after the text, by the rule for printed text (``running_lines``). What
is filled in or typed on a page counts as drawn last. Comments are not read, nor are pictures of
text. Links are not followed, scripts are not run.

Reordering columns and joining lines to paragraphs gained nothing on 500 real files; mending words
and running heads did (``tests/benchmarks/README.md``).
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from simhash_gui.documents.comparison.running_lines import without_running_lines
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.records import Extracted, FailureReason, Limits, Metadata, ReadFailure

NAME = "pdf"

_HEAD_BYTES = 1024
_BEGINNING = b"%PDF-"
_SIGNATURE = re.compile(rb"%PDF-\d\.\d")
_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\b")
_WHITE_SPACE = b"\xef\xbb\xbf\x00\t\n\x0c\r "

# What is checked before PDFium opens a file.
_TAIL_BYTES = 8192
_PADDING = b"\x00\t\n\x0c\r \x1a"
_STREAM = re.compile(rb"stream\r?\n")
_STREAM_END = b"endstream"
_DICTIONARY_BYTES = 2048
_PICTURE = re.compile(rb"/Subtype\s*/Image")
_FLATE = re.compile(rb"/Fl(?:ateDecode)?\b")
_MAX_DEFLATE_RATIO = 1032
_MAX_TEXT_RATIO = 100
_HARMLESS_BYTES = 8192
"""A smaller stream that is deflated once cannot inflate to much."""
_MAX_FILTERS = 4
_STEP_BYTES = 1 << 20

_MAX_PAGES = 100_000
_BYTES_A_CHARACTER = 16
"""What a character may cost in memory before it is text."""
_HYPHEN = "\ufffe"
"""PDFium's mark for a hyphen at the end of a line; it leaves the end of the line out."""
_BROKEN_WORD = re.compile(rf"(?<=[^\W\d_])(?:{_HYPHEN}|[-\u2010]\n)(?=[^\W\d_])")
_LINE_BREAK = re.compile(r"\r\n?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\uffff]")
_PAGE_BREAK = "\n\f"
_LINE = re.compile(r"[^\n\f]+")
_NUMBER = re.compile(r"\d+")
_OF_PAGE_NUMBERS = re.compile(r"page|seite|стр|of|von|[pivxlc第页頁共\W\d_]", re.IGNORECASE)
_NO_CHARACTER = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MAX_WITHOUT_CHARACTER = 0.5

_METADATA_KEYS = ("Title", "Author", "CreationDate", "ModDate")
_DATE = re.compile(
    r"D:(?P<year>\d{4})(?P<month>\d\d)?(?P<day>\d\d)?"
    r"(?P<time>\d{6})?(?:(?P<zone>[+-]\d\d)'?(?P<minutes>\d\d)?|(?P<utc>Z))?"
)
_PLACEHOLDERS = frozenset({"untitled", "anonymous", "(anonymous)", "unspecified", "(unspecified)"})


def read(source: Source) -> Extracted:
    """The text, and title, author, date and language. What is not a PDF is read as plain text.

    Raises ``ReadFailure``: PASSWORD, NO_TEXT, DAMAGED, BOMB or UNSUPPORTED.
    """
    if not recognises(source.data):
        return plain.read(source)
    with opened(source) as document:
        pages = _pages(document, source.limits.expanded_bytes // _BYTES_A_CHARACTER)
        metadata = _metadata(document)
    return extracted_of(NAME, _text(pages), metadata)


def recognises(data: bytes) -> bool:
    """Whether it begins as a PDF; as PDF allows, up to a kilobyte may go before."""
    head = data[:_HEAD_BYTES]
    if _BEGINNING not in head:
        return False
    if _SIGNATURE.match(head.lstrip(_WHITE_SPACE)):
        return True
    found = _SIGNATURE.search(head)
    return found is not None and _OBJECT.search(data[found.end() :][:_HEAD_BYTES]) is not None


@contextmanager
def opened(source: Source) -> Iterator[Any]:
    """PDFium's document, unlocked if need be; the one place where a PDF is opened.

    Raises ``ReadFailure``: PASSWORD, DAMAGED, BOMB or UNSUPPORTED.
    """
    _refuse_cut_off(source.data)
    _refuse_bomb(source.data, source.limits)
    document = _unlocked(source.data, source.passwords)
    try:
        yield document
    finally:
        document.close()


def drawn_text(piece: Any, text_page: Any) -> str:
    """What one operator draws on a page: a text object of PDFium."""
    import ctypes  # noqa: PLC0415

    from pypdfium2 import raw  # noqa: PLC0415

    length = raw.FPDFTextObj_GetText(piece.raw, text_page.raw, None, 0)
    buffer = ctypes.create_string_buffer(length)
    place = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    raw.FPDFTextObj_GetText(piece.raw, text_page.raw, place, length)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")


def type_size(piece: Any) -> float | None:
    """How tall the letters of a text object stand on the page, in points, whichever way turned."""
    import ctypes  # noqa: PLC0415

    from pypdfium2 import raw  # noqa: PLC0415

    size = ctypes.c_float()
    if not raw.FPDFTextObj_GetFontSize(piece.raw, ctypes.byref(size)):
        return None
    matrix = piece.get_matrix()
    return abs(size.value) * math.hypot(matrix.c, matrix.d)


def _refuse_cut_off(data: bytes) -> None:
    """Raise ``ReadFailure`` (DAMAGED) when the end of the file is missing.

    PDFium would read what is left of it, but nobody could tell what is not.
    """
    tail = data[-_TAIL_BYTES * 2 :].rstrip(_PADDING)[-_TAIL_BYTES:]
    if b"%%EOF" not in tail and b"startxref" not in tail:
        raise ReadFailure(FailureReason.DAMAGED, "The file is cut off: its end is missing.")


def _refuse_bomb(data: bytes, limits: Limits) -> None:
    """Raise ``ReadFailure`` (BOMB) when its streams would inflate beyond the limit.

    PDFium inflates a stream whole, up to a gigabyte, and cannot be interrupted; so streams that
    shrink more than text can are inflated here first, into nothing, until the limit is reached.
    """
    streams = list(_suspicious_streams(data))
    worst_bytes = sum(len(packed) * _MAX_DEFLATE_RATIO**filters for packed, filters in streams)
    if worst_bytes <= limits.expanded_bytes:
        return
    left = limits.expanded_bytes
    for packed, filters in streams:
        left -= _bytes_beyond_text(packed, filters, left)
        if left < 0:
            detail = f"It inflates to more than the limit of {limits.expanded_bytes:,} bytes."
            raise ReadFailure(FailureReason.BOMB, detail)


def _suspicious_streams(data: bytes) -> Iterator[tuple[memoryview, int]]:
    """All but pictures, which are never unpacked, and how often each is deflated."""
    view = memoryview(data)
    position = 0
    while found := _STREAM.search(data, position):
        start = found.end()
        end = data.find(_STREAM_END, start)
        end = len(data) if end < 0 else end
        position = end + len(_STREAM_END)
        dictionary = data[max(0, found.start() - _DICTIONARY_BYTES) : found.start()]
        dictionary = dictionary[dictionary.rfind(b"obj") + 1 :]
        filters = min(len(_FLATE.findall(dictionary)), _MAX_FILTERS)
        is_harmless = filters == 1 and end - start < _HARMLESS_BYTES
        if filters and not is_harmless and not _PICTURE.search(dictionary):
            yield view[start:end], filters


def _bytes_beyond_text(packed: memoryview, filters: int, limit: int) -> int:
    """What comes out of a stream beyond what text would give; stops at the limit."""
    steps: Iterator[bytes] = iter([bytes(packed)])
    for _ in range(filters):
        steps = _inflated(steps)
    total = -_MAX_TEXT_RATIO * len(packed)
    for step in steps:
        total += len(step)
        if total > limit:
            break
    return max(total, 0)


def _inflated(packed: Iterator[bytes]) -> Iterator[bytes]:
    """What is inflated, in steps, up to the first error."""
    inflater = zlib.decompressobj()
    try:
        for step in packed:
            inflated = inflater.decompress(step, _STEP_BYTES)
            while inflated:
                yield inflated
                inflated = inflater.decompress(inflater.unconsumed_tail, _STEP_BYTES)
    except zlib.error:
        return


def _unlocked(data: bytes, passwords: Sequence[str]) -> Any:
    # Imported here: a worker that meets no PDF starts sooner without it.
    from pypdfium2 import PdfDocument, PdfiumError, raw  # noqa: PLC0415

    for password in (None, *passwords):
        try:
            return PdfDocument(data, password=password)
        except PdfiumError as error:
            if error.err_code == raw.FPDF_ERR_PASSWORD:
                continue
            if error.err_code == raw.FPDF_ERR_SECURITY:
                detail = "It is locked in a way that is not supported, such as by a certificate."
                raise ReadFailure(FailureReason.UNSUPPORTED, detail) from error
            detail = "It is damaged: its structure cannot be read."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
    detail = "None of the passwords opens it." if passwords else "It needs a password."
    raise ReadFailure(FailureReason.PASSWORD, detail)


def _pages(document: Any, max_characters: int) -> list[str]:
    """The text of each page."""
    from pypdfium2 import PdfiumError  # noqa: PLC0415

    count = len(document)
    if count > _MAX_PAGES:
        raise ReadFailure(FailureReason.BOMB, f"It says that it has {count:,} pages.")
    if count < 1:
        raise ReadFailure(FailureReason.DAMAGED, "It is damaged: it has no pages.")
    pages: list[str] = []
    for number in range(count):
        try:
            pages.append(_page_text(document, number))
        except PdfiumError as error:
            detail = f"It is damaged: page {number + 1:,} of {count:,} cannot be read."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
        max_characters -= len(pages[-1])
        if max_characters < 0:
            detail = f"Its text is longer than the limit allows, on page {number + 1:,} already."
            raise ReadFailure(FailureReason.BOMB, detail)
    return pages


def _page_text(document: Any, number: int) -> str:
    page = _with_what_is_filled_in(document, number)
    textpage = page.get_textpage()
    try:
        text: str = textpage.get_text_range() if textpage.count_chars() else ""
    finally:
        textpage.close()
        page.close()
    return text


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


def _text(pages: Sequence[str]) -> str:
    """All pages, without what stands on each of them, which follows once."""
    printed = _PAGE_BREAK.join(map(_plain_lines, pages))
    without_heads = without_running_lines(printed, are_pages_known=True)
    text = "\n".join(_lines(without_heads))
    if not text or _are_page_numbers(text, len(pages)):
        detail = f"None of its pages ({len(pages):,}) has a text layer; it may be scanned."
        raise ReadFailure(FailureReason.NO_TEXT, detail)
    if len(_NO_CHARACTER.findall(text)) > _MAX_WITHOUT_CHARACTER * len(text):
        detail = "Its text layer has shapes only: nothing tells which characters they are."
        raise ReadFailure(FailureReason.NO_TEXT, detail)
    text = _BROKEN_WORD.sub(_mended, "\n".join((text, *_left_out(printed, without_heads))))
    return text.replace(_HYPHEN, "-\n")


def _are_page_numbers(text: str, page_count: int) -> bool:
    lines = text.splitlines()
    return 1 < page_count >= len(lines) and not any(map(_beside_page_number, lines))


def _beside_page_number(line: str) -> str:
    """What a line has besides a number of a page; empty when it is one."""
    return _OF_PAGE_NUMBERS.sub("", line)


def _plain_lines(page: str) -> str:
    return _CONTROLS.sub("", _LINE_BREAK.sub("\n", page)).rstrip()


def _mended(match: re.Match[str]) -> str:
    """Nothing in place of a hyphen that the end of a line made; before a capital it stays."""
    return "" if match.string[match.end()].islower() else "-"


def _lines(text: str) -> Iterator[str]:
    """Lines that are not blank."""
    lines = (match[0].strip() for match in _LINE.finditer(text))
    return filter(None, lines)


def _left_out(before: str, after: str) -> Iterable[str]:
    """Running heads, each once, but no mere page numbers; both texts are of one length."""
    lines = (
        match[0].strip()
        for match in _LINE.finditer(before)
        if after[match.start() : match.end()].isspace()
    )
    heads = filter(_beside_page_number, lines)
    return {_NUMBER.sub("0", line): line for line in heads}.values()


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
