from __future__ import annotations

import io
import zipfile

import pytest

from simhash_gui.documents.readers import read_bytes, read_source, reader_for
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, Metadata, ReadFailure

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)
ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
    'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
    '<enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData>'
    '<enc:CipherReference URI="{part}"/></enc:CipherData></enc:EncryptedData></encryption>'
)


def page(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title/></head><body>{body}</body></html>"
    )


def opf(items: str, spine: str, guide: str = "") -> str:
    return (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>书名</dc:title>'
        "<dc:creator>Author</dc:creator><dc:date>2024</dc:date><dc:language>zh</dc:language>"
        f"</metadata><manifest>{items}</manifest><spine>{spine}</spine>{guide}</package>"
    )


def item(name: str, href: str, properties: str = "") -> str:
    return (
        f'<item id="{name}" href="{href}" media-type="application/xhtml+xml" '
        f'properties="{properties}"/>'
    )


def refs(*names: str) -> str:
    return "".join(f'<itemref idref="{name}"/>' for name in names)


def epub(parts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


CHAPTERS = {"OPS/b.xhtml": page("<p>第二</p>"), "OPS/text/a 1.xhtml": page("<h1>第一</h1><p>a</p>")}
ITEMS = item("b", "b.xhtml") + item("a", "text/a%201.xhtml")


def book(items: str = ITEMS, spine: str = refs("a", "b"), guide: str = "", **parts: str) -> bytes:
    return epub({"OPS/book.opf": opf(items, spine, guide), **CHAPTERS, **parts})


def reason_of(data: bytes, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.epub", limits=limits or Limits()))
    return caught.value.reason


def test_chapters_come_in_the_order_of_the_spine() -> None:
    extracted = read_bytes(book(), "a.epub")
    assert extracted.text == "第一\na\n第二"
    assert extracted.metadata == Metadata("书名", "Author", "2024", "zh")
    assert extracted.reader == "epub"


def test_a_chapter_with_the_table_of_contents_in_it_stays() -> None:
    guide = '<guide><reference type="toc" href="b.xhtml#contents"/></guide>'
    text = "<p><a href='#one'>One</a> <a>Two</a></p><p>The ferry leaves at seven.</p>"
    data = epub({"OPS/book.opf": opf(ITEMS, refs("b"), guide), "OPS/b.xhtml": page(text)})
    assert read_bytes(data, "a.epub").text == "One Two\nThe ferry leaves at seven."


def test_tables_of_contents_are_left_out() -> None:
    items = ITEMS + item("n", "nav.xhtml", "nav") + item("t", "toc.xhtml")
    guide = '<guide><reference type="toc" href="toc.xhtml#x"/></guide>'
    links = "<h1>Contents</h1><p><a href='b.xhtml'>The first chapter</a> 1</p>"
    contents = {"OPS/nav.xhtml": page("nav"), "OPS/toc.xhtml": page(links)}
    data = epub({"OPS/book.opf": opf(items, refs("n", "t", "b"), guide), **CHAPTERS, **contents})
    assert read_bytes(data, "a.epub").text == "第二"


def test_a_chapter_that_is_listed_twice_is_read_once() -> None:
    assert read_bytes(book(spine=refs("b", "b")), "a.epub").text == "第二"


def test_a_protected_book_says_so() -> None:
    lock = ENCRYPTION.format(
        algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc", part="OPS/b.xhtml"
    )
    data = epub(
        {"OPS/book.opf": opf(ITEMS, refs("a", "b")), **CHAPTERS, "META-INF/encryption.xml": lock}
    )
    assert reason_of(data) is FailureReason.PASSWORD


def test_fonts_made_unfit_for_other_uses_lock_nothing() -> None:
    lock = ENCRYPTION.format(algorithm="http://www.idpf.org/2008/embedding", part="OPS/b.xhtml")
    data = epub(
        {"OPS/book.opf": opf(ITEMS, refs("b")), **CHAPTERS, "META-INF/encryption.xml": lock}
    )
    assert read_bytes(data, "a.epub").text == "第二"


@pytest.mark.parametrize(
    "data",
    [
        epub({}),
        epub({"OPS/book.opf": "<package"}),
        epub({"OPS/book.opf": opf("", refs("a"))}),
        epub({"OPS/book.opf": opf(ITEMS, refs("a", "b"))}),
    ],
)
def test_a_book_that_lacks_parts_is_damaged(data: bytes) -> None:
    assert reason_of(data) is FailureReason.DAMAGED


@pytest.mark.parametrize("tenth", range(1, 10))
def test_a_book_that_is_cut_off_is_damaged(tenth: int) -> None:
    data = book()
    assert reason_of(data[: len(data) * tenth // 10]) is FailureReason.DAMAGED


def test_a_book_that_inflates_beyond_the_limit_is_stopped() -> None:
    data = epub({"OPS/book.opf": opf(ITEMS, refs("b")), "OPS/b.xhtml": " " * 1_000_000})
    assert reason_of(data, Limits(expanded_bytes=100_000)) is FailureReason.BOMB


def test_entities_are_not_expanded() -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><package>&b;</package>'
    assert reason_of(epub({"OPS/book.opf": laughs})) is FailureReason.DAMAGED


@pytest.mark.parametrize("name", ["a.zip", "a.txt", "a"])
def test_the_content_tells_the_format(name: str) -> None:
    assert reader_for(book(), name).name == "epub"
