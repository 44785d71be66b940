"""Libraries that read documents, each called in the shortest way to all the text.

What they need is imported when one of them is chosen, so that none weighs on another.
"""

# ruff: noqa: PLC0415

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from reading import Read, Reading, read_file


def chardet() -> Read:
    import chardet as library

    return lambda data: data.decode(library.detect(data)["encoding"] or "utf-8")


def selectolax() -> Read:
    from selectolax.lexbor import LexborHTMLParser

    def read(data: bytes) -> str:
        body = LexborHTMLParser(data.decode()).body
        return body.text(separator="\n") if body else ""

    return read


def markdown_it() -> Read:
    from markdown_it import MarkdownIt

    parser, page = MarkdownIt(), selectolax()
    return lambda data: page(parser.render(data.decode()).encode())


def stdlib_email() -> Read:
    def read(data: bytes) -> str:
        message = email.message_from_bytes(data, policy=email.policy.default)
        body = message.get_body(("plain", "html"))
        return str(body.get_content()) if body else ""

    return read


def email_and_selectolax() -> Read:
    page = selectolax()

    def read(data: bytes) -> str:
        message = email.message_from_bytes(data, policy=email.policy.default)
        pages = (part for part in message.walk() if part.get_content_type() == "text/html")
        return "\n".join(page(part.get_content().encode()) for part in pages)

    return read


def docx2txt() -> Read:
    import docx2txt as library

    return lambda data: str(library.process(io.BytesIO(data)))


def python_docx() -> Read:
    from docx import Document
    from docx.table import Table

    def read(data: bytes) -> str:
        lines: list[str] = []
        for block in Document(io.BytesIO(data)).iter_inner_content():
            rows = block.rows if isinstance(block, Table) else ()
            lines += ["\t".join(cell.text for cell in row.cells) for row in rows]
            lines += [] if isinstance(block, Table) else [block.text]
        return "\n".join(lines)

    return read


def antiword() -> Read:
    def read(data: bytes) -> str:
        with tempfile.NamedTemporaryFile(suffix=".doc") as file:
            file.write(data)
            file.flush()
            command = ["antiword", "-m", "UTF-8.txt", "-w", "0", file.name]
            return subprocess.run(command, capture_output=True, check=True).stdout.decode()

    return read


def odfpy() -> Read:
    from odf import opendocument, teletype, text

    def read(data: bytes) -> str:
        document = opendocument.load(io.BytesIO(data))
        return "\n".join(map(teletype.extractText, document.getElementsByType(text.P)))

    return read


def odfdo() -> Read:
    import odfdo as library

    return lambda data: str(library.Document(io.BytesIO(data)).get_formatted_text())


def zip_and_elementtree() -> Read:
    def read(data: bytes) -> str:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(ElementTree.fromstring(archive.read("content.xml")).itertext())

    return read


def striprtf() -> Read:
    from striprtf.striprtf import rtf_to_text

    return lambda data: str(rtf_to_text(data.decode("cp1252", "replace"), errors="replace"))


def zip_and_selectolax() -> Read:
    page = selectolax()

    def read(data: bytes) -> str:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith("html")]
            return "\n".join(page(archive.read(name)) for name in names)

    return read


def ebooklib() -> Read:
    from ebooklib import epub

    page = selectolax()

    def read(data: bytes) -> str:
        book = epub.read_epub(io.BytesIO(data))
        items = (book.get_item_with_id(name) for name, _ in book.spine)
        return "\n".join(page(item.get_content()) for item in items if item)

    return read


def pypdfium2() -> Read:
    import pypdfium2 as library

    def read(data: bytes) -> str:
        with library.PdfDocument(data) as document:
            return "\n".join(page.get_textpage().get_text_range() for page in document)

    return read


def pypdf() -> Read:
    import pypdf as library

    return lambda data: "\n".join(
        page.extract_text() for page in library.PdfReader(io.BytesIO(data)).pages
    )


def python_pptx() -> Read:
    from pptx import Presentation

    def read(data: bytes) -> str:
        slides = Presentation(io.BytesIO(data)).slides
        shapes = (shape for slide in slides for shape in slide.shapes if shape.has_text_frame)
        return "\n".join(shape.text_frame.text for shape in shapes)

    return read


def calamine() -> Read:
    from python_calamine import CalamineWorkbook

    def read(data: bytes) -> str:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
        return "\n".join("\t".join(map(str, row)) for sheet in sheets for row in sheet)

    return read


def openpyxl() -> Read:
    from openpyxl import load_workbook

    def read(data: bytes) -> str:
        book = load_workbook(io.BytesIO(data), read_only=True)
        rows = (row for sheet in book for row in sheet.iter_rows(values_only=True))
        return "\n".join("\t".join(str(cell) for cell in row if cell is not None) for row in rows)

    return read


def xlrd() -> Read:
    import xlrd as library

    def read(data: bytes) -> str:
        book = library.open_workbook(file_contents=data)
        rows = (row for sheet in book.sheets() for row in sheet.get_rows())
        return "\n".join("\t".join(str(cell.value) for cell in row) for row in rows)

    return read


def stdlib_csv() -> Read:
    return lambda data: "\n".join(map("\t".join, csv.reader(io.StringIO(data.decode()))))


def pylatexenc() -> Read:
    from pylatexenc.latex2text import LatexNodes2Text

    return lambda data: str(LatexNodes2Text().latex_to_text(data.decode()))


def orgparse() -> Read:
    import orgparse as library

    return lambda data: "\n".join(
        f"{node.heading}\n{node.body}" for node in library.loads(data.decode())
    )


def srt() -> Read:
    import srt as library

    return lambda data: "\n".join(cue.content for cue in library.parse(data.decode()))


def stdlib_json() -> Read:
    return lambda data: "\n".join(_strings(json.loads(data)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def stdlib_elementtree() -> Read:
    return lambda data: "\n".join(ElementTree.fromstring(data).itertext())


READERS: dict[str, Callable[[], Read]] = {
    "chardet": chardet,
    "markdown-it-py and selectolax": markdown_it,
    "selectolax": selectolax,
    "email and selectolax": email_and_selectolax,
    "email": stdlib_email,
    "docx2txt": docx2txt,
    "python-docx": python_docx,
    "odfdo": odfdo,
    "ebooklib": ebooklib,
    "antiword": antiword,
    "odfpy": odfpy,
    "zipfile and ElementTree": zip_and_elementtree,
    "striprtf": striprtf,
    "zipfile and selectolax": zip_and_selectolax,
    "pypdfium2": pypdfium2,
    "pypdf": pypdf,
    "python-pptx": python_pptx,
    "python-calamine": calamine,
    "openpyxl": openpyxl,
    "xlrd": xlrd,
    "csv": stdlib_csv,
    "pylatexenc": pylatexenc,
    "orgparse": orgparse,
    "srt": srt,
    "json": stdlib_json,
    "ElementTree": stdlib_elementtree,
}


class Contender:
    def load(self, reader: str, folder: str, truth: list[str]) -> None:
        self._reading = Reading(READERS[reader](), folder, truth)

    def choose(self, reader: str) -> None:
        self._read = READERS[reader]()

    def read(self, path: str) -> dict[str, str]:
        return read_file(self._read, path)

    def turn(self) -> dict[str, float]:
        return self._reading.turn()

    def score(self) -> float:
        return self._reading.score()
