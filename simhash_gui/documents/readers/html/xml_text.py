"""XML of any kind: the text between the tags, in document order.

Where one element ends and another begins, a new line does; tags within a sentence leave no trace.
Attributes, comments and instructions are left out. A document type is not fetched, nor is anything
else; entities that the document declares itself are replaced once, and refused when they are made
of each other.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from html import unescape
from xml.parsers import expat

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.html.html import declared_charset
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, FailureReason, Limits, Metadata, ReadFailure

NAME = "xml"

_HEAD_BYTES = 4096
_BEFORE_MARKUP = b" \t\r\n\f\x00\xef\xbb\xbf\xff\xfe"
_DECLARATION = re.compile(rb"<\?xml[\s?]")
_WHITE_SPACE = re.compile(r"\s+")
_SPACES = re.compile(r" {2,}")
_TAG = re.compile(r"<[^<>]*>")
_REFERENCE = re.compile(r"&[^#\s;&][^\s;&]*;")
_PREDEFINED = frozenset({"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"})
_LEFT_OUT = frozenset({"script", "style", "binary", "binData", "binaryData"})
_TITLES = {"title": "title", "book-title": "title", "author": "author", "creator": "author"}
_XML_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_LANGUAGES = ("xml:lang", "lang")


def read(source: Source) -> Extracted:
    """The text, the first title and author that are elements of these names, and the language.

    Raises ``ReadFailure``: DAMAGED when it is not well-formed, BOMB when its entities would inflate
    it, DECODING.
    """
    decoded = decode(source.data, source.override_encoding, declared=declared_charset(source.data))
    if not decoded.text.lstrip().startswith("<"):
        return extracted_from(decoded, NAME, decoded.text)
    lines = _XmlLines(source.limits)
    lines.feed(decoded.text)
    return extracted_from(decoded, NAME, lines.text(), lines.metadata())


def recognises(data: bytes) -> bool:
    """Whether it begins with an XML declaration; in UTF-16 too."""
    head = data[:_HEAD_BYTES].lstrip(_BEFORE_MARKUP)
    return head.startswith(b"<") and _DECLARATION.match(head.replace(b"\x00", b"")) is not None


class _XmlLines:
    """Collects the text of a document, while expat goes through it."""

    def __init__(self, limits: Limits) -> None:
        self._left_characters = limits.expanded_bytes
        self._entities: dict[str, str] = {}
        self._pieces: list[str] = []
        self._gap: set[str] = set()
        """What stands between the last text and the next one: space, new line, ``<``, ``>``."""
        self._left_out_depth = 0
        self._fields: dict[str, str] = {}
        self._field: tuple[str, int] | None = None
        self._language: str | None = None

    def feed(self, text: str) -> None:
        """Go through a whole document. Raises ``ReadFailure``."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add
        parser.EntityDeclHandler = self._declare
        # Not DefaultHandlerExpand: with this one, references to entities come here as they are.
        parser.DefaultHandler = self._refer
        try:
            declaration = _XML_DECLARATION.match(text)
            content = text[declaration.end() :] if declaration else text
            parser.Parse(content.lstrip().encode(), True)
        except expat.ExpatError as error:
            detail = f"The document is damaged: {error}."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error

    def text(self) -> str:
        """All lines."""
        return _SPACES.sub(" ", "".join(self._pieces)).strip()

    def metadata(self) -> Metadata:
        """What the document seems to say of itself."""
        return Metadata(
            title=self._fields.get("title"),
            author=self._fields.get("author"),
            language=self._language,
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._gap.add("<")
        local_name = name.rpartition(":")[2]
        if self._left_out_depth or local_name in _LEFT_OUT:
            self._left_out_depth += 1
        if self._language is None:
            found = (attributes[key] for key in _LANGUAGES if key in attributes)
            self._language = next(found, None)
        field = _TITLES.get(local_name)
        if field is not None and field not in self._fields and self._field is None:
            self._field = (field, len(self._pieces))

    def _end(self, name: str) -> None:
        self._gap.add(">")
        if self._left_out_depth:
            self._left_out_depth -= 1
        if self._field is not None and _TITLES.get(name.rpartition(":")[2]) == self._field[0]:
            field, start = self._field
            value = " ".join("".join(self._pieces[start:]).split())
            self._field = None
            if value:
                self._fields[field] = value

    def _add(self, text: str) -> None:
        if self._left_out_depth:
            return
        if text.isspace():
            self._gap.add("\n" if "\n" in text else " ")
            return
        self._pieces.append(_separator(self._gap))
        self._gap.clear()
        self._pieces.append(_WHITE_SPACE.sub(" ", text))

    def _declare(
        self, name: str, is_parameter: bool, value: str | None, *_external: object
    ) -> None:
        if is_parameter or value is None:
            return
        if any(reference not in _PREDEFINED for reference in _REFERENCE.findall(value)):
            detail = "Its entities are made of each other, as in a file that is to inflate."
            raise ReadFailure(FailureReason.BOMB, detail)
        self._entities.setdefault(name, unescape(_TAG.sub(" ", value)))

    def _refer(self, text: str) -> None:
        """A reference to an entity, or what is of no interest: comments, the document type."""
        if not (text.startswith("&") and text.endswith(";")):
            return
        value = self._entities.get(text[1:-1])
        value = unescape(text) if value is None else value
        self._left_characters -= len(value)
        if self._left_characters < 0:
            raise ReadFailure(FailureReason.BOMB, "Its entities inflate it beyond the limit.")
        if value != text:
            self._add(value)


def _separator(gap: AbstractSet[str]) -> str:
    """A new line between two elements, white space where there is some, nothing within a word."""
    if "<" in gap and ">" in gap:
        return "\n" if "\n" in gap or " " not in gap else " "
    if "\n" in gap:
        return "\n"
    return " " if " " in gap else ""


READER = Reader(
    name=NAME,
    extensions=frozenset({".xml"}),
    recognises=recognises,
    read=read,
)
