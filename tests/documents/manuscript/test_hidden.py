"""Text that is in a document and not to be seen, in files made by hand."""

from __future__ import annotations

import pytest

from simhash_gui.documents.manuscript.hidden import hidden_spans
from simhash_gui.documents.readers import read_bytes
from tests.documents.document_parts import docx, word_body


def word_document(*runs: tuple[str, str]) -> bytes:
    """A document of one paragraph, its runs each with what stands in their properties."""
    body = "".join(
        f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
        for text, properties in runs
    )
    return docx(word_body(f"<w:p>{body}</w:p>"))


def pdf(*pieces: tuple[str, int]) -> bytes:
    """One page, a line a piece, each with its text rendering mode (3 paints nothing)."""
    lines = [f"{mode} Tr ({text}) Tj 0 -20 Td" for text, mode in pieces]
    return pdf_page(f"BT /F1 12 Tf 72 700 Td {' '.join(lines)} ET")


def pdf_page(content: str) -> bytes:
    """One page that a content stream draws, F1 its only font."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, offsets = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    start = len(body)
    body += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    body += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return body.encode("latin-1")


def hidden_texts(data: bytes, name: str) -> list[str]:
    text = read_bytes(data, name).text
    return [text[start:end] for start, end in hidden_spans(data, text)]


WHITE = '<w:color w:val="FFFFFF"/>'


@pytest.mark.parametrize(
    ("properties", "is_hidden"),
    [
        (WHITE, True),
        ('<w:sz w:val="2"/>', True),
        (WHITE + '<w:shd w:val="clear" w:fill="000000"/>', False),
        (WHITE + '<w:highlight w:val="black"/>', False),
        ('<w:color w:val="FF0000"/>', False),
        ('<w:sz w:val="24"/>', False),
        ("", False),
    ],
)
def test_white_and_tiny_letters_of_a_word_document(properties: str, is_hidden: bool) -> None:
    data = word_document(
        ("Seen before. ", ""), ("Nobody sees this.", properties), (" Seen after.", "")
    )

    assert hidden_texts(data, "a.docx") == (["Nobody sees this."] if is_hidden else [])


@pytest.mark.parametrize(
    ("style", "is_hidden"),
    [
        ("color: #fff", True),
        ("COLOR:white", True),
        ("font-size: 0", True),
        ("font-size:1px", True),
        ("opacity: 0", True),
        ("color:#fff; background:#000", False),
        ("color: #ffeedd", False),
        ("font-size: 10px", False),
        ("opacity: 0.5", False),
    ],
)
def test_white_tiny_and_transparent_letters_of_a_web_page(style: str, is_hidden: bool) -> None:
    page = f"<html><body><p>Seen.</p><p style='{style}'>Not seen.</p></body></html>"

    assert hidden_texts(page.encode(), "a.html") == (["Not seen."] if is_hidden else [])


def test_letters_of_a_pdf_that_are_painted_with_nothing() -> None:
    data = pdf(("Seen at the start", 0), ("Not seen at all", 3), ("Seen at the end", 0))

    assert hidden_texts(data, "a.pdf") == ["Not seen at all"]


def test_the_text_layer_of_a_scan_is_not_hidden() -> None:
    assert hidden_texts(pdf(("A scan", 3), ("has a text layer", 3)), "a.pdf") == []


@pytest.mark.parametrize(
    ("matrix", "is_hidden"),
    [
        ("1 0 0 1", False),
        ("0 1 -1 0", False),
        ("0 -1 1 0", False),
        ("0.7 0.7 -0.7 0.7", False),
        ("0.05 0 0 0.05", True),
        ("0 0.05 -0.05 0", True),
    ],
)
def test_text_of_a_pdf_that_is_turned_is_hidden_only_where_it_is_tiny(
    matrix: str, is_hidden: bool
) -> None:
    turned = f"/F1 12 Tf {matrix} 30 300 Tm (On the margin) Tj"
    data = pdf_page(f"BT /F1 12 Tf 72 700 Td (In the page) Tj {turned} ET")

    assert hidden_texts(data, "a.pdf") == (["On the margin"] if is_hidden else [])


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"%PDF-1.4", b"<p style=", b"<font color"])
def test_what_cannot_be_read_holds_nothing_hidden(data: bytes) -> None:
    assert hidden_spans(data, "some text") == ()
