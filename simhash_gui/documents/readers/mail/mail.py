"""EML: an email. Its subject and its text; plain text is preferred to HTML, unless it says next to
nothing.

Headers are metadata, the subject is text as well. Attachments are not part of the text:
``attachments`` and, for whole mailboxes, ``messages`` hand it to ``documents.containers``.
"""

from __future__ import annotations

import re
from email.policy import Compat32

from typing_extensions import override

from simhash_gui.documents.encoding.encodings import Decoded, decode
from simhash_gui.documents.readers.html.html import html_text
from simhash_gui.documents.readers.mail.mail_parts import (
    Email,
    Part,
    content,
    decoded_text,
    file_name,
    header,
    parse,
)
from simhash_gui.documents.readers.mail.mbox import message, message_spans, messages
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.reading import check_size
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

__all__ = ["NAME", "READER", "attachments", "message", "message_spans", "messages", "read"]

NAME = "mail"

_HEAD_BYTES = 8192
_POSTMARK = re.compile(rb"From [^\r\n]*\r?\n")
_HEADER = re.compile(rb"^([!-9;-~]+)[ \t]*:", re.MULTILINE)
_HEADERS_ONLY = re.compile(rb"(?:[!-9;-~]++[ \t]*+:[^\n]*+\n|[ \t][^\n]*+\n)+(?:\r?\n)?")
_OF_MACHINES = frozenset(
    {b"received", b"return-path", b"message-id", b"mime-version", b"delivered-to"}
)
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime"})
_EXTENSIONS = {"message/rfc822": ".eml", "text/html": ".html", "text/calendar": ".ics"}


class _AsWritten(Compat32):
    """Headers stay as they came, also those that no program should have written."""

    @override
    def fold_binary(self, name: str, value: str) -> bytes:
        return f"{name}: {value}{self.linesep}".encode("utf-8", "surrogateescape")


_AS_WRITTEN = _AsWritten(mangle_from_=False)


def read(source: Source) -> Extracted:
    """Subject and text; title, author, date and language of the headers.

    Raises ``ReadFailure``: UNSUPPORTED when it is encrypted, NESTED when its parts are too deep,
    TOO_LARGE when its text is, DECODING.
    """
    email = parse(_without_postmark(source.data))
    if email.message.get_content_type() in _ENCRYPTED:
        detail = "This message is encrypted. Save it decrypted from a mail program."
        raise ReadFailure(FailureReason.UNSUPPORTED, detail)
    check_size(sum(len(content(part)) for part in email.texts), source.limits)
    decoded = [decoded_text(part, source.override_encoding) for part in email.texts]
    subject = header(email.message, "Subject")
    bodies = [_plain(part, text) for part, text in zip(email.texts, decoded, strict=True)]
    text = "\n\n".join(piece for piece in (subject, *bodies) if piece)
    longest = max(decoded, key=lambda one: len(one.text), default=None)
    return extracted_from(longest or decode(b""), NAME, text, _metadata(email.message, subject))


def recognises(data: bytes) -> bool:
    """Whether it begins with headers as programs write them."""
    head = _without_postmark(data[:_HEAD_BYTES])
    found = _HEADERS_ONLY.match(head)
    if found is None:
        return False
    is_whole = found[0].endswith((b"\n\n", b"\r\n\r\n"))
    if not is_whole and b"\n" in head[found.end() :]:
        return False
    names = {name.lower() for name in _HEADER.findall(found[0])}
    return b"from" in names and (bool(names & _OF_MACHINES) or {b"date", b"subject"} <= names)


def attachments(data: bytes) -> list[tuple[str, bytes]]:
    """Name and content of every file that comes with a message, messages within it included.

    Pictures that the text shows, signatures and anything encrypted do not count. Names
    are as the sender wrote them, which may be twice the same, or a path. Raises ``ReadFailure``:
    NESTED.
    """
    email: Email = parse(_without_postmark(data))
    if email.message.get_content_type() in _ENCRYPTED:
        return []
    return [
        (file_name(part) or _made_name(number, part), _bytes_of(part))
        for number, part in enumerate(email.attachments, start=1)
    ]


def _metadata(email: Part, subject: str | None) -> Metadata:
    return Metadata(
        title=subject,
        author=header(email, "From"),
        date=header(email, "Date"),
        language=header(email, "Content-Language"),
    )


def _plain(part: Part, decoded: Decoded) -> str:
    if part.get_content_type() == "text/html":
        return html_text(decoded.text)
    return decoded.text.strip()


def _without_postmark(data: bytes) -> bytes:
    postmark = _POSTMARK.match(data[:_HEAD_BYTES])
    return data[postmark.end() :] if postmark else data


def _made_name(number: int, part: Part) -> str:
    kind = part.get_content_type()
    extension = _EXTENSIONS.get(kind, ".txt" if kind.startswith("text/") else "")
    return f"attachment {number}{extension}"


def _bytes_of(part: Part) -> bytes:
    """The content; of a message within the message, that message."""
    payload = part.get_payload()
    if isinstance(payload, list):
        children = (child for child in payload if not isinstance(child, str))
        return b"".join(child.as_bytes(policy=_AS_WRITTEN) for child in children)
    return content(part)


READER = Reader(
    name=NAME,
    extensions=frozenset({".eml"}),
    recognises=recognises,
    read=read,
)
