"""The package of Office Open XML (ISO/IEC 29500-2): the main part, its relations, its properties.

What DOCX, PPTX and XLSX have in common. Transitional and strict documents use other namespaces for
the same names; ``names_in`` gives both.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents
from simhash_gui.documents.readers.zip_package import Package, has_member, open_package
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

_TRANSITIONAL = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_RELATIONSHIP = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_DUBLIN_CORE_TERMS = "http://purl.org/dc/terms/"
_CONTENT_TYPES = b"[Content_Types].xml"


@dataclass(frozen=True, slots=True)
class Relation:
    """From one part to another one: ``kind`` is the last word of its type, e.g. ``footnotes``."""

    id: str
    kind: str
    target: str
    """The name of the part in the package."""


class OfficePackage:
    """An opened package and the way from part to part."""

    def __init__(self, source: Source) -> None:
        self._package: Package = open_package(source.data, source.limits)
        self._root_relations = self.relations("")
        self.main_part = self._main_part()

    @property
    def names(self) -> tuple[str, ...]:
        """Every part, in the order of the directory."""
        return self._package.names

    def read(self, part: str) -> bytes:
        """The content of a part. Raises ``ReadFailure``."""
        return self._package.read(part)

    def relations(self, part: str) -> tuple[Relation, ...]:
        """Those that lead to other parts of the package, in the order in which they are written."""
        folder, name = posixpath.split(part)
        listing = posixpath.join(folder, "_rels", f"{name}.rels")
        if listing not in self._package:
            return ()
        found: list[Relation] = []

        def relation(attributes: Attributes) -> None:
            if attributes.get("TargetMode") == "External":
                return
            target = posixpath.normpath(posixpath.join(folder, attributes.get("Target", "")))
            kind = attributes.get("Type", "").rpartition("/")[2]
            found.append(Relation(attributes.get("Id", ""), kind, target.lstrip("/")))

        events = XmlEvents()
        events.openings[_RELATIONSHIP] = relation
        events.feed(self.read(listing))
        return tuple(found)

    def metadata(self) -> Metadata:
        """Title, author, date and language of the core properties."""
        for relation in self._root_relations:
            if relation.kind == "core-properties" and relation.target in self._package:
                return dublin_core(self.read(relation.target))
        return Metadata()

    def _main_part(self) -> str:
        for relation in self._root_relations:
            if relation.kind == "officeDocument":
                return relation.target
        detail = "The document is damaged: nothing says which of its parts is the main one."
        raise ReadFailure(FailureReason.DAMAGED, detail)


def is_office_package(data: bytes, folder: bytes) -> bool:
    """Whether this is a package whose main part lies in ``folder``, e.g. ``word/``."""
    return has_member(data, _CONTENT_TYPES) and has_member(data, folder)


def names_in(namespace: str, *local_names: str) -> Iterator[str]:
    """Full names of elements, transitional and strict: ``names_in("wordprocessingml", "p")``."""
    leaf = "" if "/" in namespace else "/main"
    path = namespace.replace("/", "/2006/") if "/" in namespace else f"{namespace}/2006"
    for local_name in local_names:
        yield f"{_TRANSITIONAL}{path}{leaf} {local_name}"
        yield f"{_STRICT}{namespace}{leaf} {local_name}"


def attribute(attributes: Attributes, local_name: str) -> str | None:
    """An attribute by its local name, in whatever namespace or in none."""
    ending = f" {local_name}"
    for name, value in attributes.items():
        if name == local_name or name.endswith(ending):
            return value
    return None


def keep_one_alternative(events: XmlEvents) -> None:
    """Of content written twice, for newer and for older programs, leave out all but the first."""
    taken: list[bool] = []

    def begin(_attributes: Attributes) -> None:
        taken.append(False)

    def end() -> None:
        taken.pop()

    def open_alternative(_attributes: Attributes) -> None:
        if taken and taken[-1]:
            events.skip()
        elif taken:
            taken[-1] = True

    events.openings[f"{_COMPATIBILITY} AlternateContent"] = begin
    events.closings[f"{_COMPATIBILITY} AlternateContent"] = end
    events.openings[f"{_COMPATIBILITY} Choice"] = open_alternative
    events.openings[f"{_COMPATIBILITY} Fallback"] = open_alternative


def dublin_core(
    data: bytes, extra_names: Iterable[tuple[str, str]] = (), within: str | None = None
) -> Metadata:
    """Metadata in the words of Dublin Core.

    ``extra_names`` are further elements, each with the word it is to be taken for: one of Dublin
    Core's, or ``author``, which goes before ``creator``. ``within`` is the element around them,
    None when the whole part is about the document.
    """
    words = {
        f"{_DUBLIN_CORE} title": "title",
        f"{_DUBLIN_CORE} creator": "creator",
        f"{_DUBLIN_CORE} date": "date",
        f"{_DUBLIN_CORE} language": "language",
        f"{_DUBLIN_CORE_TERMS} created": "created",
        f"{_DUBLIN_CORE_TERMS} modified": "modified",
        **dict(extra_names),
    }
    fields = _fields(data, words, within)
    return Metadata(
        title=fields.get("title"),
        author=fields.get("author") or fields.get("creator"),
        date=fields.get("created") or fields.get("date") or fields.get("modified"),
        language=fields.get("language"),
    )


def _fields(data: bytes, words: dict[str, str], within: str | None) -> dict[str, str]:
    """The first text that is not empty for each word."""
    found: dict[str, str] = {}
    pieces: list[str] = []
    around: set[str | None] = {None}
    events = XmlEvents()
    if within is not None:
        events.openings[within] = lambda _: around.add(within)
        events.closings[within] = lambda: around.discard(within)

    def open_field(_attributes: Attributes) -> None:
        pieces.clear()
        events.on_text = pieces.append if within in around else None

    def closing(word: str) -> Callable[[], None]:
        def close_field() -> None:
            events.on_text = None
            value = " ".join("".join(pieces).split())
            if value:
                found.setdefault(word, value)

        return close_field

    for name, word in words.items():
        events.openings[name] = open_field
        events.closings[name] = closing(word)
    events.feed(data)
    return found
