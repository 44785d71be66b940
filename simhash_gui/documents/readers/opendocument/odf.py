"""ODT, ODP and ODS (OpenDocument) and their flat forms: the text as it stands, changes accepted.

Headers once, the body, the notes in the order of their references, footers once. What the elements
mean is in ``odf_content``.

The parts are read here: odfpy finds no text in what pandoc writes, and builds a tree of objects
that a crafted document can blow up.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from simhash_gui.documents.readers.flow import joined, joined_once
from simhash_gui.documents.readers.office.office_package import dublin_core
from simhash_gui.documents.readers.opendocument.odf_content import (
    META,
    META_NAMES,
    OdfContent,
    handle_formulas,
)
from simhash_gui.documents.readers.opendocument.odf_lock import OdfParts
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.xml_events import XmlEvents
from simhash_gui.documents.readers.zip_package import has_member, is_zip, open_package
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

NAME = "opendocument"

_HEAD_BYTES = 1024
_MIMETYPE_IN_FRONT = re.compile(
    rb"PK\x03\x04.{26}mimetype.{0,64}?application/vnd\.oasis\.opendocument\.", re.DOTALL
)
# Only sets of characters are possessive in this package: Python before 3.11.5 matches possessive
# groups wrongly (its issue 106052).
_FLAT = re.compile(
    rb"(?:\xef\xbb\xbf|\s++|<\?(?:[^?]++|\?(?!>))*\?>|<!--(?:[^-]++|-(?!->))*-->)*"
    rb"<office:document\s",
    re.DOTALL,
)
_CONTENT = "content.xml"
_STYLES = "styles.xml"
_META = "meta.xml"
_MANIFEST = "META-INF/manifest.xml"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, BOMB, PASSWORD or UNSUPPORTED."""
    if is_zip(source.data):
        return _read_package(OdfParts(open_package(source.data, source.limits), source))
    if _is_flat(source.data):
        content = OdfContent()
        content.feed(source.data)
        return extracted_of(NAME, _text(content, content), _metadata(source.data))
    return plain.read(source)


def recognises(data: bytes) -> bool:
    """By the mimetype in front, else by the names of the parts; flat ones by the root element."""
    if is_zip(data):
        in_front = _MIMETYPE_IN_FRONT.match(data[:_HEAD_BYTES]) is not None
        return in_front or all(has_member(data, name.encode()) for name in (_MANIFEST, _CONTENT))
    return _is_flat(data)


def _is_flat(data: bytes) -> bool:
    return _FLAT.match(data[:_HEAD_BYTES]) is not None


def _read_package(package: OdfParts) -> Extracted:
    styles = OdfContent()
    if _STYLES in package:
        styles.feed(package.read(_STYLES))
    content = OdfContent(styles.hidden_styles, _formulas_of(package))
    content.feed(package.read(_CONTENT))
    metadata = _metadata(package.read(_META)) if _META in package else Metadata()
    return extracted_of(NAME, _text(content, styles), metadata)


def _formulas_of(package: OdfParts) -> Callable[[str], str]:
    """The text of each formula that has a part of its own, once; of other objects nothing.

    A damaged one costs itself alone.
    """
    met: set[str] = set()

    def formula_at(part: str) -> str:
        if part in met or part not in package:
            return ""
        met.add(part)
        signs: list[str] = []
        events = XmlEvents()
        handle_formulas(events, signs.append)
        try:
            events.feed(package.read(part))
        except ReadFailure as failure:
            if failure.reason is not FailureReason.DAMAGED:
                raise
        return "".join(signs)

    return formula_at


def _text(content: OdfContent, styles: OdfContent) -> str:
    """The running heads of a spreadsheet or a presentation are of its pages, not of its text."""
    headers, footers = (styles.headers, styles.footers) if content.is_prose else ([], [])
    notes = (*content.footnotes, *content.endnotes)
    return joined((joined_once(headers), content.text(), *notes, joined_once(footers)))


def _metadata(data: bytes) -> Metadata:
    return dublin_core(data, META_NAMES, within=META)


READER = Reader(
    name=NAME,
    extensions=frozenset({
        ".odt", ".ott", ".fodt", ".odp", ".otp", ".fodp", ".ods", ".ots", ".fods", ".odg", ".fodg",
    }),
    recognises=recognises,
    read=read,
)  # fmt: skip
