"""Documents that want to do harm: small files that inflate, repeat, nest or refer without end.

Each is a name, which tells the format, and its bytes. What must become of them stands in the tests.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from itertools import pairwise

from tests.documents.document_parts import (
    docx,
    epub,
    open_document,
    package,
    pdf,
    pdf_page,
    pdf_stream,
    word_body,
    xlsx,
)

_MEGABYTE = 1 << 20
_LAUGHS = (
    '<!DOCTYPE a [<!ENTITY b "ha">'
    + "".join(f'<!ENTITY b{n} "' + f"&b{n - 1 if n else ''};" * 10 + '">' for n in range(10))
    + "]>"
)
"""A billion of them, and ten times as many."""


# What inflates


def _much_of_nothing(megabytes: int, letter: bytes = b" ") -> bytes:
    return zlib.compress(letter * (megabytes * _MEGABYTE), 1)


def pdf_that_inflates() -> bytes:
    """One page whose content is 200 MB of white space, packed twice."""
    packed = zlib.compress(_much_of_nothing(200))
    return pdf_page(pdf_stream(packed, b"/Filter [/FlateDecode /FlateDecode]"))


def pdf_that_inflates_quietly() -> bytes:
    """40 kB whose 16 MB of drawing are below the limit, and take a hundred times that in PDFium."""
    drawing = b"BT /F 12 Tf " + b"(aaaa bbbb cccc) Tj " * (16 * _MEGABYTE // 20) + b"ET"
    return pdf_page(pdf_stream(zlib.compress(drawing), b"/Filter /FlateDecode"))


def docx_that_inflates() -> bytes:
    """A paragraph of 70 MB of one letter."""
    return docx(word_body(f"<w:p><w:r><w:t>{'a' * (70 * _MEGABYTE)}</w:t></w:r></w:p>"))


def zip_that_inflates() -> bytes:
    """100 MB of one letter, honestly declared."""
    return package([("a.txt", b"a" * (100 * _MEGABYTE))])


def zip_of_overlapping_members() -> bytes:
    """A directory of 20,000 members that are all the same bytes in the file."""
    body = package([("a.txt", b"words " * 4000)])
    end = body.rfind(b"PK\x05\x06")
    start = body.rfind(b"PK\x01\x02", 0, end)
    entry = body[start:end]
    count = 20_000
    listed = b"".join(entry[:46] + b"%05d" % n + entry[51:] for n in range(count))
    tail = bytearray(body[end:])
    tail[8:12] = count.to_bytes(2, "little") * 2
    tail[12:16] = len(listed).to_bytes(4, "little")
    return body[:start] + listed + bytes(tail)


def zip_in_zips(depth: int) -> bytes:
    """An archive in an archive in an archive, as in one that contains itself."""
    data = package([("a.txt", "words")])
    for _ in range(depth):
        data = package([("a.zip", data)])
    return data


# What repeats


def odt_of_spaces() -> bytes:
    """One element that stands for two thousand million spaces, a thousand times."""
    return open_document("text", "<text:p>" + '<text:s text:c="2000000000"/>' * 1000 + "</text:p>")


def ods_of_repeated_cells() -> bytes:
    """One word in every cell of a sheet of 2³⁴ cells."""
    cell = (
        '<table:table-cell table:number-columns-repeated="16384">'
        "<text:p>word</text:p></table:table-cell>"
    )
    row = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>'
    return open_document("spreadsheet", f'<table:table table:name="a">{row}</table:table>')


def epub_of_one_chapter() -> bytes:
    """A chapter of 100 kB that is shown ten thousand times."""
    chapter = f"<html><body><p>{'word ' * 20_000}</p></body></html>"
    return epub(["a.xhtml"] * 10_000, [("a.xhtml", chapter)])


def xlsx_of_one_string() -> bytes:
    """A text of 1 MB in ten thousand cells."""
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 10_001))
    return xlsx(cells, shared=f"<si><t>{'a' * _MEGABYTE}</t></si>")


def xlsx_with_a_far_corner() -> bytes:
    """Two cells with a word each: the first of the sheet and the last."""
    first = '<row r="1"><c r="A1" t="inlineStr"><is><t>first</t></is></c></row>'
    last = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>corner</t></is></c></row>'
    return xlsx(first + last)


def xlsx_of_many_cells() -> bytes:
    """A million honest numbers, which take their time."""
    row = "<row>" + "".join(f"<c><v>{n}.5</v></c>" for n in range(100)) + "</row>"
    return xlsx(row * 10_000)


def pdf_of_repeated_forms() -> bytes:
    """A form that shows another ten times, which shows another ten times, and so on, ten deep."""
    font = b"/Font << /F 5 0 R >>"
    forms = [
        pdf_stream(
            b"/X Do " * 10,
            b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
            b" /Resources << %b /XObject << /X %d 0 R >> >>" % (font, 7 + n),
        )
        for n in range(10)
    ]
    last = pdf_stream(b"BT /F 9 Tf (word) Tj ET", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]")
    return pdf_page(pdf_stream(b"/X Do"), resources=b"/XObject << /X 6 0 R >>", more=[*forms, last])


def pdf_of_repeated_pages() -> bytes:
    """A tree of pages where each branch leads to the next one ten times, nine deep."""
    branches = [
        b"<< /Type /Pages /Count 1000000000 /Kids [%b] >>" % (b"%d 0 R " % (3 + n) * 10)
        for n in range(9)
    ]
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>"
    return pdf([b"<< /Type /Catalog /Pages 2 0 R >>", *branches, page])


def tex_that_defines_itself() -> bytes:
    """Commands each of which stands for the one before it ten times."""
    names = "abcdefghijkl"
    definitions = "".join(
        rf"\newcommand{{\x{this}}}{{" + rf"\x{before}" * 10 + "}"
        for before, this in pairwise(names)
    )
    text = rf"\documentclass{{article}}\newcommand{{\xa}}{{ha}}{definitions}"
    return (text + r"\begin{document}Words. \xl \def\y{\y\y}\y\end{document}").encode()


# What leads back to itself


def pdf_whose_pages_are_their_own_parents() -> bytes:
    """A tree of pages that has itself among its branches."""
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 /Parent 2 0 R >>",
        ]
    )


def pdf_whose_form_shows_itself() -> bytes:
    """A form XObject that shows itself."""
    form = pdf_stream(
        b"BT /F 9 Tf (word) Tj ET /X Do",
        b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
        b" /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >>",
    )
    return pdf_page(pdf_stream(b"/X Do"), resources=b"/XObject << /X 6 0 R >>", more=[form])


# What nests


def html_of_nested_tags() -> bytes:
    """A million elements in each other, with a word in the innermost."""
    return b"<html><body>" + b"<div>" * 1_000_000 + b"word"


def html_of_open_formatting() -> bytes:
    """Elements that HTML repairs by opening all of them again in each paragraph."""
    return b"<html><body>" + b"".join(b"<b id=%d>" % n for n in range(20_000)) + b"<p>word" * 20_000


def xml_of_nested_tags() -> bytes:
    """A million elements in each other."""
    return b"<?xml version='1.0'?>" + b"<a>" * 1_000_000 + b"word" + b"</a>" * 1_000_000


def docx_of_nested_tags() -> bytes:
    """The same in a paragraph, with nested tables around it."""
    table, end = "<w:tbl><w:tr><w:tc>" * 200_000, "</w:tc></w:tr></w:tbl>" * 200_000
    boxes, ends = "<w:x>" * 500_000, "</w:x>" * 500_000
    text = f"<w:p>{boxes}<w:r><w:t>word</w:t></w:r>{ends}</w:p>"
    return docx(word_body(table + text + end))


def json_of_brackets() -> bytes:
    """A hundred thousand lists in each other, with a word in the innermost."""
    return b"[" * 100_000 + b'"word"' + b"]" * 100_000


def rtf_of_nested_groups() -> bytes:
    """A million groups in each other."""
    return rb"{\rtf1 first " + b"{" * 1_000_000 + b"word" + b"}" * 1_000_001


def rtf_of_many_groups() -> bytes:
    """A hundred thousand groups after each other."""
    return rb"{\rtf1 " + rb"{\b x}" * 100_000 + b"}"


def mail_of_nested_parts() -> bytes:
    """A letter whose parts have parts, a thousand deep, with a text in the innermost."""
    starts = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(1000)
    )
    return f"From: a@b\nSubject: word\n{starts}Content-Type: text/plain\n\nword\n".encode()


def mail_of_nested_letters() -> bytes:
    """A letter in a letter in a letter, a thousand deep."""
    starts = "Subject: a\nContent-Type: message/rfc822\n\n" * 1000
    return f"From: a@b\n{starts}Subject: word\nContent-Type: text/plain\n\nword\n".encode()


def mail_of_many_parts() -> bytes:
    """A letter of twenty thousand parts."""
    part = "--b\nContent-Type: text/plain\n\nw\n"
    return ('From: a@b\nContent-Type: multipart/mixed; boundary="b"\n\n' + part * 20_000).encode()


def markdown_of_brackets() -> bytes:
    """Brackets, quotes and lists in each other: what is known to be slow to parse."""
    return b"\n\n".join(
        [
            b"[" * 20_000,
            b">" * 20_000 + b"word",
            b"* " * 5_000 + b"word",
            b"*a _" * 5_000,
            b"`" * 9_000,
        ]
    )


def tex_of_nested_braces() -> bytes:
    """A hundred thousand groups, and as many environments, in each other."""
    text = b"\\documentclass{article}\\begin{document}" + b"{" * 100_000 + b"word" + b"}" * 100_000
    return text + b"\\begin{a}" * 100_000 + b"word"


def tex_of_open_ends() -> bytes:
    """Arguments and formulas that begin and never end."""
    return b"\\documentclass{article}\\begin{document}word" + b"\\section[{$\\verb|" * 50_000


def mail_of_long_headers() -> bytes:
    """A header of 1 MB of folded lines and encoded words that lead to nothing."""
    return b"From: a@b\nSubject: " + b"=?utf-8?q?=?=\n =?\t" * 50_000 + b"\n\nword\n"


def csv_of_open_quotes() -> bytes:
    """A field that begins and never ends."""
    return b'a,b\n1,"' + b'x""\n,' * 500_000


def subtitles_of_arrows() -> bytes:
    """Lines that look like the beginning of a cue, and tags that never end."""
    return b"WEBVTT\n\n" + b"00:00:01.000 --> 00:00:02.000\n<v " * 100_000 + b"<" * 200_000


def org_of_open_marks() -> bytes:
    """Emphasis, links, cells, blocks and drawers that are begun again and again."""
    marks = ("*a ", "=a ", "[[a][", "[fn:a:", "{{{a(", "<<a", "| ", "#+begin_src\n", ":a:\n", "* ")
    return "\n".join(("word", *(mark * 50_000 for mark in marks))).encode()


# What laughs


def xml_of_laughs() -> bytes:
    """A billion laughs (CVE-2003-1564) in plain XML."""
    return f'<?xml version="1.0"?>{_LAUGHS}<a>&b9;</a>'.encode()


def picture_of_laughs() -> bytes:
    """The same as an SVG drawing under the name of an XML file."""
    return f'<?xml version="1.0"?>{_LAUGHS}<svg xmlns="http://www.w3.org/2000/svg"><text>&b9;</text></svg>'.encode()


def docx_of_laughs() -> bytes:
    """The same in the main part of a DOCX."""
    return docx(_LAUGHS + word_body("<w:p><w:r><w:t>&b9;</w:t></w:r></w:p>"))


def odt_of_laughs() -> bytes:
    """The same in an ODT."""
    plain = open_document("text", "<text:p>&b9;</text:p>")
    with zipfile.ZipFile(io.BytesIO(plain)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    laughs = _LAUGHS.encode()
    return package((name, laughs + data if name == "content.xml" else data) for name, data in parts)


def page_of_laughs() -> bytes:
    """The same in XHTML."""
    return f'<?xml version="1.0"?>{_LAUGHS}<html><body><p>word &b9;</p></body></html>'.encode()


def xml_with_one_long_entity() -> bytes:
    """Quadratic: one entity of 100 kB that is named a hundred thousand times."""
    head = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "{"x" * 100_000}">]>'
    return (head + "<a>" + "&b;" * 100_000 + "</a>").encode()


BAD_DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "inflating.pdf": pdf_that_inflates,
    "inflating.docx": docx_that_inflates,
    "inflating.zip": zip_that_inflates,
    "overlapping.zip": zip_of_overlapping_members,
    "nested.zip": lambda: zip_in_zips(10),
    "spaces.odt": odt_of_spaces,
    "cells.ods": ods_of_repeated_cells,
    "chapters.epub": epub_of_one_chapter,
    "strings.xlsx": xlsx_of_one_string,
    "corner.xlsx": xlsx_with_a_far_corner,
    "forms.pdf": pdf_of_repeated_forms,
    "pages.pdf": pdf_of_repeated_pages,
    "commands.tex": tex_that_defines_itself,
    "parents.pdf": pdf_whose_pages_are_their_own_parents,
    "mirror.pdf": pdf_whose_form_shows_itself,
    "tags.html": html_of_nested_tags,
    "formatting.html": html_of_open_formatting,
    "tags.xml": xml_of_nested_tags,
    "tags.docx": docx_of_nested_tags,
    "brackets.json": json_of_brackets,
    "groups.rtf": rtf_of_nested_groups,
    "many groups.rtf": rtf_of_many_groups,
    "parts.eml": mail_of_nested_parts,
    "letters.eml": mail_of_nested_letters,
    "many parts.eml": mail_of_many_parts,
    "headers.eml": mail_of_long_headers,
    "brackets.md": markdown_of_brackets,
    "braces.tex": tex_of_nested_braces,
    "open.tex": tex_of_open_ends,
    "quotes.csv": csv_of_open_quotes,
    "arrows.vtt": subtitles_of_arrows,
    "marks.org": org_of_open_marks,
    "laughs.xml": xml_of_laughs,
    "drawing.xml": picture_of_laughs,
    "laughs.docx": docx_of_laughs,
    "laughs.odt": odt_of_laughs,
    "laughs.xhtml": page_of_laughs,
    "entity.xml": xml_with_one_long_entity,
}
