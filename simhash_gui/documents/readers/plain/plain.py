"""Plain text, and whatever else turns out to be text: the reader of last resort."""

from __future__ import annotations

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import PLAIN_TEXT, Extracted


def read(source: Source) -> Extracted:
    """The decoded text, unchanged."""
    decoded = decode(source.data, source.override_encoding)
    return extracted_from(decoded, PLAIN_TEXT, decoded.text)


READER = Reader(
    name=PLAIN_TEXT,
    extensions=frozenset({".txt", ".text", ".log"}),
    recognises=lambda _data: False,
    read=read,
)
