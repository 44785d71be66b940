"""Documents of a few formats from their contents, with nothing in them but what is asked for."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"


def package(parts: Iterable[tuple[str, str | bytes]]) -> bytes:
    """A zip file of these parts, compressed."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return written.getvalue()


def docx(document: str, *, relations: str = "") -> bytes:
    """A DOCX whose main part is this XML."""
    return package(
        [
            ("[Content_Types].xml", "<Types/>"),
            ("_rels/.rels", _relations("word/document.xml")),
            ("word/document.xml", document),
            ("word/_rels/document.xml.rels", relations or _relations_of("")),
        ]
    )


def word_body(content: str) -> str:
    """The main part of a DOCX with this in its body."""
    names = f'xmlns:w="{_WORD}" xmlns:r="{OFFICE}"'
    return f"<w:document {names}><w:body>{content}</w:body></w:document>"


def xlsx(*sheets: str, shared: str = "") -> bytes:
    """An XLSX of sheets, each the inside of its ``sheetData``."""
    numbers = range(1, len(sheets) + 1)
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in numbers)
    led_to = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    strings = f'<Relationship Id="s" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    return package(
        [
            ("[Content_Types].xml", "<Types/>"),
            ("_rels/.rels", _relations("xl/workbook.xml")),
            (
                "xl/workbook.xml",
                f'<workbook xmlns="{_SHEET}" xmlns:r="{OFFICE}">'
                f"<sheets>{listed}</sheets></workbook>",
            ),
            ("xl/_rels/workbook.xml.rels", _relations_of(led_to + strings)),
            ("xl/sharedStrings.xml", f'<sst xmlns="{_SHEET}">{shared}</sst>'),
            *(
                (
                    f"xl/worksheets/sheet{n}.xml",
                    f'<worksheet xmlns="{_SHEET}">'
                    f"<sheetData>{sheets[n - 1]}</sheetData></worksheet>",
                )
                for n in numbers
            ),
        ]
    )


def open_document(kind: str, body: str) -> bytes:
    """An ODT (``text``) or ODS (``spreadsheet``) with this in its body."""
    names = " ".join(f'xmlns:{n}="{_OPEN_DOCUMENT}:{n}:1.0"' for n in ("office", "text", "table"))
    content = (
        f'<office:document-content {names} xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
        "</office:document-content>"
    )
    return package(
        [
            ("mimetype", f"application/vnd.oasis.opendocument.{kind}"),
            ("content.xml", content),
            ("META-INF/manifest.xml", "<manifest/>"),
        ]
    )


def epub(spine: Iterable[str], chapters: Iterable[tuple[str, str]]) -> bytes:
    """An EPUB with these chapters; the spine names them in their order, each as an item."""
    shown = list(enumerate(spine))
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in shown
    )
    order = "".join(f'<itemref idref="i{n}"/>' for n, _ in shown)
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>'
        f"<manifest>{items}</manifest><spine>{order}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
        '<rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/>'
        "</rootfiles></container>"
    )
    return package(
        [
            ("mimetype", "application/epub+zip"),
            ("META-INF/container.xml", container),
            ("a.opf", opf),
            *chapters,
        ]
    )


def pdf(objects: Iterable[bytes]) -> bytes:
    """A PDF of these objects, from 1 on; the first is the catalogue."""
    data = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(offsets) + 1
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return bytes(data)


def pdf_page(content: bytes, *, resources: bytes = b"", more: Iterable[bytes] = ()) -> bytes:
    """A PDF of one page; ``content`` is its stream with dictionary, ``more`` objects from 6 on."""
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
            b" /Resources << /Font << /F 5 0 R >> %b >> >>" % resources,
            content,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            *more,
        ]
    )


def pdf_stream(content: bytes, entries: bytes = b"") -> bytes:
    """A stream object as it is."""
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(content), entries, content)


def _relations(main_part: str) -> str:
    kind = f"{OFFICE}/officeDocument"
    return _relations_of(f'<Relationship Id="r1" Type="{kind}" Target="{main_part}"/>')


def _relations_of(content: str) -> str:
    return f'<Relationships xmlns="{PACKAGE}">{content}</Relationships>'
