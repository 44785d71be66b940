"""What stands in a DOCX and has a part of its own: diagrams, charts, and whole documents.

Such a document within the document (``w:altChunk``) is what programs write that make DOCX of web
pages; Word takes its text over when the document is saved the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from simhash_gui.documents.readers import rtf
from simhash_gui.documents.readers.html import html
from simhash_gui.documents.readers.mail import mhtml
from simhash_gui.documents.readers.office.drawing import read_shapes
from simhash_gui.documents.readers.office.office_package import OfficePackage, Relation
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import FailureReason, ReadFailure

DRAWN = frozenset({"diagramData", "chart"})
TAKEN_IN = frozenset({"aFChunk"})

_CHUNK_READERS = (mhtml.READER, rtf.READER, html.READER)


class Inlays:
    """The inlays of one part, by the ids of its relations; each is given once.

    ``read_document`` reads a DOCX that stands in this one.
    """

    def __init__(
        self,
        package: OfficePackage,
        relations: Iterable[Relation],
        source: Source,
        read_document: Callable[[Source], str],
    ) -> None:
        self._package = package
        self._left = {relation.id: relation for relation in relations}
        self._source = source
        self._read_document = read_document

    def text(self, relation_id: str, kinds: frozenset[str]) -> str:
        """The text of an inlay of these kinds; empty when there is none. Raises ``ReadFailure``."""
        relation = self._left.get(relation_id)
        if relation is None or relation.kind not in kinds:
            return ""
        del self._left[relation_id]
        if relation.target not in self._package.names:
            return ""
        return (
            self._drawn(relation.target) if relation.kind in DRAWN else self._chunk(relation.target)
        )

    def _drawn(self, part: str) -> str:
        """A damaged diagram costs itself alone."""
        try:
            return read_shapes(self._package, part).text()
        except ReadFailure as failure:
            if failure.reason is not FailureReason.DAMAGED:
                raise
            return ""

    def _chunk(self, part: str) -> str:
        chunk = replace(self._source, data=self._package.read(part), name=part)
        if is_zip(chunk.data):
            return self._read_document(chunk)
        return _reader_of(chunk).read(chunk).text


def _reader_of(chunk: Source) -> Reader:
    """By what it begins with, else by its extension: a piece of a web page begins as it likes."""
    for reader in _CHUNK_READERS:
        if reader.recognises(chunk.data):
            return reader
    extension = f".{chunk.name.rpartition('.')[2].lower()}"
    return html.READER if extension in html.READER.extensions else plain.READER
