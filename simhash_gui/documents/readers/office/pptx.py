"""PPTX (Office Open XML, PresentationML): the slides in order, each with its notes after it.

Title first, then shapes in the order in which they are drawn, tables with a tab between cells, the
text of diagrams and the titles of charts. Footers stand once, at the end; slide numbers, dates,
masters and comments are left out.

The parts are read here, not by python-pptx, which passes over diagrams and charts, brings lxml,
Pillow and XlsxWriter along, and takes several times as long.
"""

from __future__ import annotations

from simhash_gui.documents.readers.flow import joined, joined_once
from simhash_gui.documents.readers.office.drawing import read_shapes
from simhash_gui.documents.readers.office.office_package import (
    OfficePackage,
    Relation,
    is_office_package,
    names_in,
)
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

NAME = "pptx"

_RELATIONSHIPS = "officeDocument/relationships"
_DRAWN_BESIDE = frozenset({"diagramData", "chart"})
_NOTES = "notesSlide"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, BOMB, PASSWORD or UNSUPPORTED."""
    if not is_zip(source.data):
        return plain.read(source)
    package = OfficePackage(source)
    slides: list[str] = []
    footers: list[str] = []
    for part in _slides_in_order(package):
        slides += _slide_texts(package, part, footers)
    text = joined((*slides, joined_once(footers)))
    return extracted_of(NAME, text, package.metadata())


def recognises(data: bytes) -> bool:
    """Also shows, templates and presentations with macros."""
    return is_office_package(data, b"ppt/")


def _slides_in_order(package: OfficePackage) -> list[str]:
    """The parts that the presentation lists."""
    targets = {relation.id: relation.target for relation in package.relations(package.main_part)}
    ids: list[str] = []
    id_names = frozenset(names_in(_RELATIONSHIPS, "id"))

    def slide(attributes: Attributes) -> None:
        ids.extend(value for name, value in attributes.items() if name in id_names)

    events = XmlEvents()
    events.openings.update(dict.fromkeys(names_in("presentationml", "sldId"), slide))
    events.feed(package.read(package.main_part))
    if not all(slide_id in targets for slide_id in ids):
        detail = "The presentation is damaged: it lacks a slide that it lists."
        raise ReadFailure(FailureReason.DAMAGED, detail)
    return [targets[slide_id] for slide_id in ids]


def _slide_texts(package: OfficePackage, part: str, footers: list[str]) -> list[str]:
    """The slide, what is drawn beside it in parts of their own, and its notes."""
    relations = package.relations(part)
    beside = [relation for relation in relations if relation.kind in _DRAWN_BESIDE]
    notes = [relation for relation in relations if relation.kind == _NOTES]
    slide = read_shapes(package, part)
    footers.append(slide.running.text())
    return [slide.text(), *_texts(package, beside), *_texts(package, notes)]


def _texts(package: OfficePackage, relations: list[Relation]) -> list[str]:
    return [read_shapes(package, relation.target).text() for relation in relations]


READER = Reader(
    name=NAME,
    extensions=frozenset({".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"}),
    recognises=recognises,
    read=read,
)
