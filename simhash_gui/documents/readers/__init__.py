"""The formats that can be read. A new one is a module here with a ``READER``, and a line below.

The content decides first, the extension second; what no reader claims is read as plain text, which
refuses anything else.
"""

from __future__ import annotations

import os
import re

from simhash_gui.documents.readers import pdf, rtf
from simhash_gui.documents.readers.html import html, markdown, xml_text
from simhash_gui.documents.readers.mail import mail, mhtml
from simhash_gui.documents.readers.office import docx, epub, pptx, workbook
from simhash_gui.documents.readers.ole import doc, locked, xls
from simhash_gui.documents.readers.ole.ole_container import is_ole
from simhash_gui.documents.readers.opendocument import odf
from simhash_gui.documents.readers.plain import (
    csv_table,
    json_text,
    org,
    plain,
    subtitles,
)
from simhash_gui.documents.readers.reader import Reader, Source
from simhash_gui.documents.readers.tex import tex
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

# To Python, marks and spaces without width are not white space.
_VISIBLE = re.compile(r"[^\s\ufeff\u200b\u2060]")

READERS: tuple[Reader, ...] = (
    pdf.READER,
    epub.READER,
    mhtml.READER,
    mail.READER,
    html.READER,
    markdown.READER,
    docx.READER,
    pptx.READER,
    workbook.READER,
    odf.READER,
    rtf.READER,
    doc.READER,
    xls.READER,
    locked.READER,
    xml_text.READER,
    json_text.READER,
    tex.READER,
    org.READER,
    subtitles.READER,
    csv_table.READER,
    plain.READER,
)


_IN_CONTAINERS = {epub.READER, docx.READER, pptx.READER, workbook.READER} | {
    doc.READER,
    xls.READER,
    locked.READER,
}
_OUTSIDE = tuple(reader for reader in READERS if reader not in _IN_CONTAINERS)
"""Those that may recognise what is neither a ZIP file nor an OLE container, as most texts are."""


def read_bytes(data: bytes, name: str, override_encoding: str | None = None) -> Extracted:
    """The text of a document. Raises ``ReadFailure``."""
    return read_source(Source(data, name, override_encoding))


def read_source(source: Source) -> Extracted:
    """The same, with passwords and limits. Raises ``ReadFailure``."""
    return reader_for(source.data, source.name).read(source)


def refuse_blank(text: str) -> None:
    """Raise ``ReadFailure`` (EMPTY) when there is nothing to see in a text."""
    if _VISIBLE.search(text) is None:
        raise ReadFailure(FailureReason.EMPTY, "There is no text in it, at most white space.")


def reader_for(data: bytes, name: str) -> Reader:
    """The reader that recognises the content, else the one of the extension, else plain text."""
    extension = os.path.splitext(name)[1].lower()  # noqa: PTH122 - called for each document
    candidates = READERS if is_zip(data) or is_ole(data) else _OUTSIDE
    by_content = (reader for reader in candidates if reader.recognises(data))
    by_extension = (reader for reader in READERS if extension in reader.extensions)
    return next(by_content, None) or next(by_extension, plain.READER)
