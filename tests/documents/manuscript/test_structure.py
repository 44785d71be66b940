"""Headings, pages and properties of manuscripts, in files made by hand."""

from __future__ import annotations

import io
import zipfile

from simhash_gui.documents.manuscript.structure import structure_of
from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.records import Structure
from tests.documents.document_parts import docx, word_body

CORE = (
    '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Li Wei</dc:creator>'
    "<cp:lastModifiedBy>Office PC</cp:lastModifiedBy></cp:coreProperties>"
)


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def with_parts(data: bytes, **parts: str) -> bytes:
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as package:
        for name, content in parts.items():
            package.writestr(name.replace("__", "/") + ".xml", content)
    return stream.getvalue()


def headings(data: bytes, name: str) -> list[str]:
    text = read_bytes(data, name).text
    return [text[start:].split("\n")[0] for start in structure_of(data, text).headings]


def test_headings_of_a_word_document_by_style_name_and_outline_level() -> None:
    styles = (
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        '<w:style w:styleId="a1"><w:name w:val="heading 1"/></w:style></w:styles>'
    )
    body = (
        paragraph("Plain beginning, which names Second part too.")
        + paragraph("First part", '<w:pStyle w:val="a1"/>')
        + paragraph("Text of it.")
        + paragraph("A detail", '<w:outlineLvl w:val="1"/>')
        + paragraph("Second part", '<w:outlineLvl w:val="0"/>')
    )
    data = with_parts(docx(word_body(body)), word__styles=styles, docProps__core=CORE)

    assert headings(data, "a.docx") == ["First part", "Second part"]
    text = read_bytes(data, "a.docx").text
    assert structure_of(data, text).properties == (
        ("creator", "Li Wei"),
        ("lastModifiedBy", "Office PC"),
    )


RENDERED = "<w:r><w:lastRenderedPageBreak/></w:r>"
MADE = '<w:r><w:br w:type="page"/></w:r>'


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def test_pages_of_a_word_document_begin_where_word_saw_them_last() -> None:
    body = (
        f"<w:p>{run('On the first page stands this.')}{RENDERED}{run('The second begins inside.')}"
        f"</w:p><w:p>{run('And goes on with this.')}{MADE}</w:p>"
        f"<w:p>{RENDERED}{run('The author has begun a third.')}</w:p>"
        f"<w:p>{MADE}{MADE}{run('Page four was left empty.')}</w:p>"
    )
    data = docx(word_body(body))
    text = read_bytes(data, "a.docx").text

    pages = structure_of(data, text).pages

    assert [text[start:].split(".")[0] for start in pages] == [
        "On the first page stands this",
        "The second begins inside",
        "The author has begun a third",
        "Page four was left empty",
        "Page four was left empty",
    ]
    assert structure_of(docx(word_body(body.replace(RENDERED, ""))), text).pages == ()


def test_headings_of_a_web_page() -> None:
    data = b"<html><body><h1>All</h1><h2>One</h2><p>x y</p><h2>Two</h2><h3>Sub</h3></body></html>"

    found = headings(data, "a.html")

    assert [each.lstrip("# ") for each in found] == ["All", "One", "Two"]


def pdf(pages: list[str], titles: dict[str, int]) -> bytes:
    """A PDF of pages of one line each, with an outline: title to page."""
    count = len(pages)
    first_page, first_mark = 4, 4 + 2 * count
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Outlines {first_mark} 0 R >>",
        f"<< /Type /Pages /Count {count} /Kids ["
        + " ".join(f"{first_page + 2 * n} 0 R" for n in range(count))
        + "] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, page in enumerate(pages):
        lines = "".join(f"({line}) Tj 0 -20 Td " for line in page.split("\n"))
        content = f"BT /F1 12 Tf 72 700 Td {lines}ET"
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]"
            f" /Contents {first_page + 2 * number + 1} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    last = first_mark + len(titles)
    objects.append(
        f"<< /Type /Outlines /First {first_mark + 1} 0 R /Last {last} 0 R /Count {len(titles)} >>"
    )
    for place, (title, page_number) in enumerate(titles.items(), first_mark + 1):
        following = f"/Next {place + 1} 0 R" if place < last else ""
        objects.append(
            f"<< /Title ({title}) /Parent {first_mark} 0 R {following}"
            f" /Dest [{first_page + 2 * page_number} 0 R /Fit] >>"
        )
    objects.append("<< /Author (Bidder A) /Producer (Maker 1.0) >>")
    body, offsets = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    start = len(body)
    body += f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    body += (
        f"trailer << /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
    return body.encode("latin-1")


def test_outline_pages_and_properties_of_a_pdf() -> None:
    pages = [
        "Contents of the work\nOne more line here",
        "Opening chapter\nwords of the first page",
        "Closing chapter\nwords of the last page",
    ]
    data = pdf(pages, {"Opening chapter": 1, "Closing chapter": 2})
    text = read_bytes(data, "a.pdf").text

    found = structure_of(data, text)

    assert headings(data, "a.pdf") == ["Opening chapter", "Closing chapter"]
    assert [found.page_at(text.index(each)) for each in ("One", "first", "last")] == [
        1,
        2,
        3,
    ]
    assert found.properties == (("Author", "Bidder A"), ("Producer", "Maker 1.0"))


def test_damaged_and_plain_documents_say_nothing() -> None:
    whole = docx(word_body(paragraph("x")))

    assert structure_of(whole[:-30], "x").properties == ()
    assert structure_of(b"%PDF-1.4 nothing", "x").pages == ()
    assert structure_of(b"plain text", "plain text").headings == ()
    assert Structure().page_at(3) is None
