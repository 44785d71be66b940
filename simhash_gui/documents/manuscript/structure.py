"""What the format of a manuscript says beside its text: headings, quotations, pages, who made it.

The text itself comes from the readers; headings and pages are looked up in it, in order. What
cannot be found, or stands in a damaged part, is left out: the check goes on without it.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser

from simhash_gui.documents.manuscript import pdf_notes, set_off
from simhash_gui.documents.readers import rtf
from simhash_gui.documents.readers.html import markdown
from simhash_gui.documents.readers.office import epub
from simhash_gui.documents.readers.pdf import opened
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import Block, ReadFailure, SetOff, Structure

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MOST_XML_BYTES = 1 << 26
_MOST_PAGES = 2000
_LEAST_LINE = 8
_EXCERPT = 40
_LINES_TRIED = 12
_NO_ENTITIES = re.compile(rb"<!ENTITY", re.I)
_ODT = b"application/vnd.oasis.opendocument.text"
_STYLES, _NOTES = "word/styles.xml", ("word/footnotes.xml", "word/endnotes.xml")
_PARTS = ("docProps/core.xml", "docProps/app.xml", "meta.xml")
_KEPT = (
    "creator", "lastModifiedBy", "Application", "AppVersion", "Company", "Manager", "Template",
    "created", "modified", "initial-creator", "generator",
)  # fmt: skip
_PDF_KEPT = ("Author", "Creator", "Producer", "CreationDate", "ModDate", "Company")
_UNREADABLE = (
    zipfile.BadZipFile, KeyError, ElementTree.ParseError, NotImplementedError, RuntimeError,
    UnicodeDecodeError, ValueError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Heading:
    rank: int
    text: str
    page: int = 0


def structure_of(data: bytes, text: str, reader: str = "") -> Structure:
    """What a document says beside its text; nothing for formats that say nothing.

    ``reader`` is the name of what has read it: nothing else tells that a text is Markdown.
    """
    by_reader = {markdown.NAME: _of_markdown, epub.NAME: _of_book, rtf.NAME: _of_rtf}
    if reader in by_reader:
        return by_reader[reader](data, text)
    if data.startswith(b"PK\x03\x04"):
        return _of_package(data, text)
    if data.startswith(b"%PDF-"):
        return _of_pdf(data, text)
    if re.search(rb"<(?:h[1-6]|blockquote|sup)[\s>]|noteref", data, re.I):
        headings = tuple(_places(text, _ranked(_in_html(data)), ()))
        return Structure(headings, set_off=set_off.places(text, set_off.in_html(data)))
    return Structure()


def _of_package(data: bytes, text: str) -> Structure:
    try:
        with zipfile.ZipFile(BytesIO(data)) as package:
            names = set(package.namelist())
            properties = tuple(
                pair for part in _PARTS if part in names for pair in _properties(package, part)
            )
            if "word/document.xml" not in names:
                is_prose = package.read("mimetype") == _ODT if "mimetype" in names else False
                found = _set_off_in_odt(package, names, text) if is_prose else SetOff()
                return Structure(properties=properties, set_off=found)
            body = _xml(package, "word/document.xml")
            headings = _ranked(_in_docx(package, names, body))
            found = set_off.places(text, _set_off_in_docx(package, names, body))
    except _UNREADABLE:
        return Structure()  # the reader has told what is damaged
    pages = tuple(_docx_page_starts(body, text))
    return Structure(tuple(_places(text, headings, ())), pages, properties, found)


def _set_off_in_docx(
    package: zipfile.ZipFile, names: set[str], body: ElementTree.Element
) -> Iterator[Block]:
    styles = _xml(package, _STYLES) if _STYLES in names else None
    notes = (_xml(package, part) for part in _NOTES if part in names)
    return set_off.in_docx(body, styles, notes)


def _set_off_in_odt(package: zipfile.ZipFile, names: set[str], text: str) -> SetOff:
    styles = _xml(package, "styles.xml") if "styles.xml" in names else None
    return set_off.places(text, set_off.in_odt(_xml(package, "content.xml"), styles))


def _of_book(data: bytes, text: str) -> Structure:
    try:
        pages = list(epub.pages_of(Source(data, "")))
    except ReadFailure:
        return Structure()  # the reader has told what is damaged
    headings = _ranked(heading for page in pages for heading in _in_html(page))
    blocks = [block for page in pages for block in set_off.in_html(page)]
    found = set_off.places(text, blocks)
    return Structure(tuple(_places(text, headings, ())), set_off=found)


def _of_rtf(data: bytes, text: str) -> Structure:
    try:
        return Structure(set_off=set_off.places(text, rtf.blocks_of(Source(data, ""))))
    except ReadFailure:
        return Structure()  # the reader has told what is damaged


def _of_markdown(data: bytes, text: str) -> Structure:
    blocks = list(markdown.blocks_of(Source(data, "")))
    headings = _ranked(_Heading(each.rank, each.text) for each in blocks if each.rank)
    return Structure(tuple(_places(text, headings, ())), set_off=set_off.places(text, blocks))


def _properties(package: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str]]:
    for node in _xml(package, part).iter():
        name = str(node.tag).rpartition("}")[2]
        value = " ".join((node.text or "").split())
        if name in _KEPT and value:
            yield name, value


def _xml(package: zipfile.ZipFile, part: str) -> ElementTree.Element:
    info = package.getinfo(part)
    if info.file_size > _MOST_XML_BYTES:
        raise ValueError(f"{part} is too long")
    data = package.read(info)
    if _NO_ENTITIES.search(data):
        raise ValueError(f"{part} defines entities")
    return ElementTree.fromstring(data)


def _docx_page_starts(body: ElementTree.Element, text: str) -> Iterator[int]:
    """Where pages began when Word has saved the document last; nothing where it has not said so.

    Word notes each page with ``lastRenderedPageBreak`` (ECMA-376, part 1, 17.3.3.13), also after a
    break that the author made.
    """
    if body.find(f".//{_WORD}lastRenderedPageBreak") is None:
        return
    yield 0
    waiting, is_made, position = 0, False, 0
    for node in body.iter():
        if node.tag == f"{_WORD}br" and node.get(f"{_WORD}type") == "page":
            waiting, is_made = waiting + 1, True
        elif node.tag == f"{_WORD}lastRenderedPageBreak":
            waiting, is_made = waiting + (not is_made), False
        elif node.tag == f"{_WORD}t" and len(words := (node.text or "").strip()) >= _LEAST_LINE:
            found = text.find(words[:_EXCERPT], position)
            if found >= 0:
                position = found
                yield from [position] * waiting
                waiting, is_made = 0, False


def _in_docx(
    package: zipfile.ZipFile, names: set[str], body: ElementTree.Element
) -> Iterator[_Heading]:
    ranks: dict[str, int] = {}
    if _STYLES in names:
        ranks = dict(_heading_styles(_xml(package, _STYLES)))
    for paragraph in body.iter(f"{_WORD}p"):
        properties = paragraph.find(f"{_WORD}pPr")
        if properties is None:
            continue
        style = _value(properties, "pStyle")
        outline = _value(properties, "outlineLvl")
        rank = int(outline) + 1 if outline.isdecimal() else ranks.get(style, _named_rank(style))
        if 1 <= rank <= 9:
            yield _Heading(rank, "".join(node.text or "" for node in paragraph.iter(f"{_WORD}t")))


def _heading_styles(styles: ElementTree.Element) -> Iterator[tuple[str, int]]:
    for style in styles.iter(f"{_WORD}style"):
        outline = style.find(f"{_WORD}pPr/{_WORD}outlineLvl")
        level = "" if outline is None else outline.get(f"{_WORD}val", "")
        rank = int(level) + 1 if level.isdecimal() else _named_rank(_value(style, "name"))
        if rank:
            yield style.get(f"{_WORD}styleId", ""), rank


def _value(parent: ElementTree.Element, name: str) -> str:
    node = parent.find(f"{_WORD}{name}")
    return "" if node is None else node.get(f"{_WORD}val", "")


def _named_rank(style: str) -> int:
    found = re.fullmatch(
        r"(?:heading|标题|標題|überschrift|titre|заголовок)\s*([1-9])", style, re.I
    )
    return int(found[1]) if found else 0


def _in_html(data: bytes) -> Iterator[_Heading]:
    for node in LexborHTMLParser(data).css("h1, h2, h3, h4, h5, h6"):
        yield _Heading(int((node.tag or "h6")[1]), node.text(deep=True))


def _of_pdf(data: bytes, text: str) -> Structure:
    try:
        with opened(Source(data, "")) as document:
            properties = tuple(_pdf_properties(document))
            pages = tuple(_page_starts(document, text))
            headings = _ranked(_in_outline(document))
            found = set_off.places(text, pdf_notes.in_pdf(document))
    except (ReadFailure, *_UNREADABLE):
        return Structure()  # read with a password or as plain text, or damaged
    return Structure(tuple(_places(text, headings, pages)), pages, properties, found)


def _pdf_properties(document: Any) -> Iterator[tuple[str, str]]:
    values = document.get_metadata_dict()
    for name in _PDF_KEPT:
        value = " ".join(values.get(name, "").split())
        if value:
            yield name, value


def _in_outline(document: Any) -> Iterator[_Heading]:
    for mark in document.get_toc():
        target = mark.get_dest()
        page = target.get_index() if target is not None else 0
        yield _Heading(mark.level + 1, mark.get_title(), page or 0)


def _page_starts(document: Any, text: str) -> Iterator[int]:
    """By the first line of each page that the text has too: it lacks running heads."""
    position = 0
    for number in range(min(len(document), _MOST_PAGES)):
        page = document[number].get_textpage()
        for line in page.get_text_range().splitlines()[:_LINES_TRIED]:
            found = text.find(line.strip(), position) if len(line.strip()) >= _LEAST_LINE else -1
            if found >= 0:
                position = found
                break
        page.close()
        yield position if number else 0


def _ranked(headings: Iterable[_Heading]) -> list[_Heading]:
    """Those of the highest rank that there are two of, and above it."""
    found = [each for each in headings if each.text.strip()]
    for rank in range(1, 10):
        if sum(each.rank == rank for each in found) > 1:
            return [each for each in found if each.rank <= rank]
    return []


def _places(text: str, headings: Iterable[_Heading], pages: tuple[int, ...]) -> Iterator[int]:
    """The lines that are the headings, in order, also with a number before them."""
    position = 0
    for heading in headings:
        words = r"\s+".join(map(re.escape, heading.text.split()))
        if heading.page < len(pages):
            position = max(position, pages[heading.page])
        line = re.compile(
            rf"^[^\S\n]*(?:#{{1,6}}\s+|[\d.]{{1,12}}[^\S\n]+)?(?={words}[^\S\n]*$)", re.M
        )
        found = line.search(text, position)
        if found is not None:
            yield found.start() + len(found[0]) - len(found[0].lstrip())
            position = found.end()
