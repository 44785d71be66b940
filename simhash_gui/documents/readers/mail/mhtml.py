"""MHTML: a web page saved in one file, built like an email. The page itself, no pictures."""

from __future__ import annotations

import re
from email.errors import CloseBoundaryNotFoundDefect

from simhash_gui.documents.readers.html.html import page_content
from simhash_gui.documents.readers.mail.mail_parts import Email, Part, decoded_text, header, parse
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

NAME = "mhtml"

_HEAD_BYTES = 8192
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FIRST_HEADER = re.compile(rb"\s*[!-9;-~]+:")
_RELATED = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_PLACE = re.compile(rb"^(?:snapshot-)?content-location:", re.IGNORECASE | re.MULTILINE)
_OF_LETTERS = re.compile(rb"^(?:to|received|delivered-to|return-path):", re.I | re.M)


def read(source: Source) -> Extracted:
    """The text of the page as of any HTML, and what its head says.

    Raises ``ReadFailure``: DAMAGED when no page is in it, NESTED, DECODING.
    """
    if not _FIRST_HEADER.match(source.data):
        return plain.read(source)
    email = parse(source.data.lstrip())
    pages = [part for part in email.texts if part.get_content_type() == "text/html"]
    if not pages or _is_cut_off(email, pages[0]):
        raise ReadFailure(FailureReason.DAMAGED, "The page is cut off, or missing.")
    decoded = decoded_text(pages[0], source.override_encoding)
    text, metadata = page_content(decoded.text)
    metadata = Metadata(
        title=metadata.title or header(email.message, "Subject"),
        author=metadata.author,
        date=metadata.date or header(email.message, "Date"),
        language=metadata.language,
    )
    return extracted_from(decoded, NAME, text, metadata)


def _is_cut_off(email: Email, page: Part) -> bool:
    """Whether the file ends within the page."""
    is_open = any(
        isinstance(defect, CloseBoundaryNotFoundDefect) for defect in email.message.defects
    )
    return is_open and page is email.texts[-1] and not email.attachments


def recognises(data: bytes) -> bool:
    """Whether it is a message that holds one page and was never sent."""
    head = data[:_HEAD_BYTES]
    if not _FIRST_HEADER.match(head):
        return False
    end = _HEAD_END.search(head.lstrip())
    headers = head.lstrip()[: end.start()] if end else head
    if not _RELATED.search(headers) or _OF_LETTERS.search(headers):
        return False
    return _PLACE.search(head) is not None


READER = Reader(
    name=NAME,
    extensions=frozenset({".mht", ".mhtml"}),
    recognises=recognises,
    read=read,
)
