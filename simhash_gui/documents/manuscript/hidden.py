"""Text that a document holds but does not show: white or tiny letters in DOCX, HTML and PDF.

Readers leave out what the format itself calls hidden. What is only painted so that nobody sees it
is in the text that they give; here its places are found. Only what can be told for certain counts:
a letter in the colour white where nothing else paints the ground, of no more than two points, or
drawn with nothing at all.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser, LexborNode

from simhash_gui.documents.readers.pdf import drawn_text, opened, type_size
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import ReadFailure

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MOST_XML_BYTES = 1 << 26
_MOST_PAGES = 2000
_TINY_HALF_POINTS = 4
_TINY_PT = 2.0
_WHITE_COLOURS = (
    r"(?:#f{3}\b|#f{6}\b|white\b|transparent\b|rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5])"
)
_WHITE_STYLE = re.compile(rf"(?:^|;|\s)color\s*:\s*{_WHITE_COLOURS}", re.I)
_PAINTED = re.compile(r"background", re.I)
_NO_SIZE = re.compile(
    r"(?:^|;|\s)(?:font-size\s*:\s*[012](?:\.\d+)?(?:px|pt|em|%|\s*(?:;|$))"
    r"|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))",
    re.I,
)
_UNREADABLE = (
    zipfile.BadZipFile, KeyError, ElementTree.ParseError, NotImplementedError, RuntimeError
)  # fmt: skip
_STYLED = '[style*="color" i], [style*="font-size" i], [style*="opacity" i], font[color]'


def hidden_spans(data: bytes, text: str) -> tuple[tuple[int, int], ...]:
    """Where the text of a document holds what its readers do not see, in characters."""
    if data.startswith(b"PK\x03\x04"):
        pieces = _in_docx(data)
    elif data.startswith(b"%PDF-"):
        pieces = _in_pdf(data)
    elif b"<" in data[:4096] and re.search(rb"style\s*=|<font", data, re.I):
        pieces = _in_html(data)
    else:
        return ()
    return tuple(_places(text, pieces))


def _places(text: str, pieces: Iterable[tuple[str, bool]]) -> Iterator[tuple[int, int]]:
    """Hidden pieces among those of a document, which come in order; those not found are passed."""
    position = 0
    for piece, is_hidden in pieces:
        words = piece.split()
        if not words:
            continue
        pattern = r"\s*".join(map(re.escape, words)) if len(piece) < 2000 else re.escape(piece)
        found = re.compile(pattern).search(text, position)
        if found is None:
            continue
        if is_hidden:
            yield found.span()
        position = found.end()


def _in_docx(data: bytes) -> Iterator[tuple[str, bool]]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as package:
            info = package.getinfo("word/document.xml")
            if info.file_size > _MOST_XML_BYTES:
                return
            root = ElementTree.fromstring(package.read(info))
    except _UNREADABLE:
        return  # another format in a ZIP container, or damaged: the reader has told
    for run in root.iter(f"{_WORD}r"):
        piece = "".join(node.text or "" for node in run.iter(f"{_WORD}t"))
        yield piece, _is_unseen_run(run.find(f"{_WORD}rPr"))


def _is_unseen_run(properties: ElementTree.Element | None) -> bool:
    if properties is None:
        return False

    def value(name: str, attribute: str = "val") -> str:
        node = properties.find(f"{_WORD}{name}")
        return "" if node is None else node.get(f"{_WORD}{attribute}", "")

    ground = value("shd", "fill").lower()
    is_painted = bool(value("highlight")) or ground not in ("", "auto", "ffffff")
    size = value("sz")
    is_tiny = size.isdecimal() and int(size) <= _TINY_HALF_POINTS
    return is_tiny or (value("color").lower() == "ffffff" and not is_painted)


def _in_html(data: bytes) -> Iterator[tuple[str, bool]]:
    page = LexborHTMLParser(data)
    if page.body is None:
        return
    for node in page.css(_STYLED):
        if _is_unseen_node(node):
            yield node.text(deep=True), True


def _is_unseen_node(node: LexborNode) -> bool:
    attributes = node.attributes
    style = attributes.get("style") or ""
    if _NO_SIZE.search(style):
        return True
    colour = attributes.get("color") or ""
    is_white = bool(_WHITE_STYLE.search(style) or re.fullmatch(_WHITE_COLOURS, colour, re.I))
    return is_white and not any(
        _PAINTED.search(each.attributes.get("style") or "") or "bgcolor" in each.attributes
        for each in _with_parents(node)
    )


def _with_parents(node: LexborNode) -> Iterator[LexborNode]:
    each: LexborNode | None = node
    while each is not None:
        yield each
        each = each.parent


def _in_pdf(data: bytes) -> Iterator[tuple[str, bool]]:
    """Letters that are painted with nothing; white ones could stand on a picture."""
    try:
        with opened(Source(data, "")) as document:
            for number in range(min(len(document), _MOST_PAGES)):
                yield from _on_page(document[number])
    except ReadFailure:
        return  # it was read with a password, or as plain text


def _on_page(page: Any) -> Iterator[tuple[str, bool]]:
    from pypdfium2 import raw as pdfium  # noqa: PLC0415 - documents that are no PDF need none of it

    objects = list(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]))
    unpainted = [_is_unpainted(each, pdfium) for each in objects]
    if not any(unpainted) or all(unpainted):  # nothing, or the text layer of a scanned page
        return
    text_page = page.get_textpage()
    for each, is_hidden in zip(objects, unpainted, strict=True):
        yield drawn_text(each, text_page), is_hidden


def _is_unpainted(each: Any, pdfium: Any) -> bool:
    if pdfium.FPDFTextObj_GetTextRenderMode(each.raw) == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE:
        return True
    size = type_size(each)
    return size is not None and size < _TINY_PT / 2
