"""DOCX (Office Open XML, WordprocessingML): the text as it stands when all changes are accepted.

Headers once, the body, the notes in the order of their references, footers once. Table rows are
lines with a tab between cells; text boxes, the text of diagrams and the titles of charts follow
their paragraph. Deleted and hidden text, field codes, comments and the readings of ruby are left
out.

The parts are read here: python-docx and docx2txt find less of the text of real files and take twice
the time (``tests/benchmarks/README.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from simhash_gui.documents.readers import rtf
from simhash_gui.documents.readers.flow import TextFlow, is_page_number, joined, joined_once
from simhash_gui.documents.readers.html import html
from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.mail import mhtml
from simhash_gui.documents.readers.office.drawing import read_shapes
from simhash_gui.documents.readers.office.office_package import (
    OfficePackage,
    Relation,
    attribute,
    is_office_package,
    keep_one_alternative,
    names_in,
)
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents
from simhash_gui.documents.readers.zip_package import is_zip
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

# --- what has a part of its own: diagrams, charts, whole documents -------------------------------
# A document within the document (``w:altChunk``) is what programs write that make DOCX of web
# pages; Word takes its text over when the document is saved the next time.

_DRAWN = frozenset({"diagramData", "chart"})
_TAKEN_IN = frozenset({"aFChunk"})

_CHUNK_READERS = (mhtml.READER, rtf.READER, html.READER)


class _Inlays:
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
            self._drawn(relation.target)
            if relation.kind in _DRAWN
            else self._chunk(relation.target)
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


NAME = "docx"

_LEFT_OUT = (
    "tabs", "rt", "pPrChange", "rPrChange", "sectPrChange", "tblPrChange", "tblPrExChange",
    "trPrChange", "tcPrChange", "tblGridChange", "numberingChange",
)  # fmt: skip
_LINE_BREAKS = ("br", "cr")
_TABS = ("tab", "ptab")
_OFF = ("0", "false", "off")
_PRIVATE_USE = range(0xE000, 0xF900)


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, BOMB, PASSWORD or UNSUPPORTED."""
    if not is_zip(source.data):
        return read_fragment_or(source, plain.read)
    package = OfficePackage(source)
    return extracted_of(NAME, _text(package, source), package.metadata())


def _text(package: OfficePackage, source: Source, *, is_whole: bool = True) -> str:
    """``is_whole``: it is not itself a document within another, where others are left out."""
    relations = package.relations(package.main_part)
    inlays = _Inlays(package, relations, source, _text_within) if is_whole else None
    body = _read_story(package.read(package.main_part), inlays)
    texts = [
        *_running_texts(package, relations, body.headers),
        body.text(),
        *_notes(package, relations, "footnotes", body.footnotes),
        *_notes(package, relations, "endnotes", body.endnotes),
        *_running_texts(package, relations, body.footers),
    ]
    return joined(texts)


def _text_within(source: Source) -> str:
    return _text(OfficePackage(source), source, is_whole=False)


def recognises(data: bytes) -> bool:
    """Also templates and documents with macros."""
    return is_office_package(data, b"word/")


def _read_story(data: bytes, inlays: _Inlays | None = None) -> _Story:
    story = _Story(inlays)
    story.feed(data)
    return story


def _running_texts(
    package: OfficePackage, relations: Iterable[Relation], wanted_ids: Iterable[str]
) -> list[str]:
    """Distinct headers or footers; sections repeat them or have a variant of their own."""
    parts = {relation.id: relation.target for relation in relations}
    targets = dict.fromkeys(parts[wanted] for wanted in wanted_ids if wanted in parts)
    return [joined_once(_read_story(package.read(target)).text() for target in targets)]


def _notes(
    package: OfficePackage, relations: Iterable[Relation], kind: str, wanted_ids: Iterable[str]
) -> list[str]:
    """The notes that the text refers to, in that order."""
    notes: dict[str, str] = {}
    ids = list(dict.fromkeys(wanted_ids))
    for relation in relations:
        if ids and relation.kind == kind:
            notes |= _read_story(package.read(relation.target)).notes
    return [notes[wanted] for wanted in ids if wanted in notes]


@dataclass(slots=True)
class _Level:
    """The body, a note or a text box: what has a flow of text of its own."""

    flow: TextFlow = field(default_factory=TextFlow)
    is_run_hidden: bool = False
    field_codes: list[str] = field(default_factory=list)
    """Of the fields that are under way, the innermost last."""
    page_numbers: int = 0
    """How many of them are page numbers whose result is under way."""
    is_mark_deleted: bool = False
    """The paragraph runs on into the next one, for its mark is deleted."""
    in_properties: bool = False
    """Of the paragraph, not of a run."""
    note_id: str = ""


class _Story(XmlEvents):
    """One part, and what it refers to."""

    def __init__(self, inlays: _Inlays | None = None) -> None:
        super().__init__()
        self._inlays = inlays
        self.notes: dict[str, str] = {}
        self.headers: list[str] = []
        self.footers: list[str] = []
        self.footnotes: list[str] = []
        self.endnotes: list[str] = []
        self._level = _Level()
        self._outer_levels: list[_Level] = []
        self._handle_text()
        self._handle_structure()
        self._handle_references()
        self._handle_inlays()
        self._handle_revisions()
        keep_one_alternative(self)

    def text(self) -> str:
        """What stands in the part, without its notes."""
        return self._level.flow.text()

    def _on(
        self,
        names: Iterable[str],
        opening: Callable[[Attributes], None] | None = None,
        closing: Callable[[], None] | None = None,
    ) -> None:
        for name in names_in("wordprocessingml", *names):
            if opening:
                self.openings[name] = opening
            if closing:
                self.closings[name] = closing

    def _handle_text(self) -> None:
        self._on(("r",), self._open_run)
        self._on(("vanish",), self._hide)
        self._on(("t",), self._open_text, self._close_text)
        self._on(_TABS, lambda _: self._add("\t"))
        self._on(_LINE_BREAKS, lambda _: self._add("\n"))
        self._on(("fldSimple",), self._open_simple_field)
        self._on(("fldChar",), self._go_on_with_field)
        self._on(("instrText",), self._open_code, self._close_text)
        self._on(("noBreakHyphen",), lambda _: self._add("\u2011"))
        self._on(("sym",), self._add_symbol)
        for name in names_in("officeDocument/math", "r"):
            self.openings[name] = self._open_run
        for name in names_in("officeDocument/math", "t"):
            self.openings[name] = self._open_text
            self.closings[name] = self._close_text

    def _handle_structure(self) -> None:
        self._on(("p",), self._open_paragraph, self._close_paragraph)
        self._on(("pPr",), self._open_properties, self._close_properties)
        self._on(("tr",), lambda _: self._level.flow.begin_row(), self._close_row)
        self._on(("tc",), lambda _: self._level.flow.begin_cell())
        self._on(("txbxContent",), self._open_box, self._close_box)

    def _handle_references(self) -> None:
        self._on(("headerReference",), self._refer_to(self.headers))
        self._on(("footerReference",), self._refer_to(self.footers))
        self._on(("footnoteReference",), self._refer_to(self.footnotes))
        self._on(("endnoteReference",), self._refer_to(self.endnotes))
        self._on(("footnote", "endnote"), self._open_note, self._close_note)

    def _handle_inlays(self) -> None:
        self._on(("altChunk",), self._take_in)
        for name in names_in("drawingml/diagram", "relIds"):
            self.openings[name] = lambda attributes: self._draw(attribute(attributes, "dm"))
        for name in names_in("drawingml/chart", "chart"):
            self.openings[name] = lambda attributes: self._draw(attribute(attributes, "id"))

    def _handle_revisions(self) -> None:
        self._on(("del", "moveFrom"), self._delete)
        self._on(_LEFT_OUT, lambda _: self.skip())

    def _add(self, text: str) -> None:
        if not self._is_silent():
            self._level.flow.add(text)

    def _is_silent(self) -> bool:
        return self._level.is_run_hidden or self._level.page_numbers > 0

    def _open_run(self, _attributes: Attributes) -> None:
        self._level.is_run_hidden = False

    def _hide(self, attributes: Attributes) -> None:
        if not self._level.in_properties:  # there it hides the mark at the end only
            self._level.is_run_hidden = attribute(attributes, "val") not in _OFF

    def _open_text(self, _attributes: Attributes) -> None:
        if not self._is_silent():
            self.on_text = self._level.flow.add

    def _close_text(self) -> None:
        self.on_text = None

    def _open_simple_field(self, attributes: Attributes) -> None:
        if is_page_number(attribute(attributes, "instr") or ""):
            self.skip()

    def _go_on_with_field(self, attributes: Attributes) -> None:
        """A field is a mark, its code, a mark, its result and a mark; fields may be nested."""
        level = self._level
        match attribute(attributes, "fldCharType"):
            case "begin":
                level.field_codes.append("")
            case "separate" if level.field_codes:
                level.page_numbers += is_page_number(level.field_codes[-1])
            case "end" if level.field_codes:
                is_number = is_page_number(level.field_codes.pop())
                level.page_numbers = max(level.page_numbers - is_number, 0)

    def _open_code(self, _attributes: Attributes) -> None:
        if self._level.field_codes:
            self.on_text = self._add_code

    def _add_code(self, text: str) -> None:
        self._level.field_codes[-1] += text

    def _add_symbol(self, attributes: Attributes) -> None:
        """A character of a symbol font says nothing without the font."""
        try:
            code = int(attribute(attributes, "char") or "", 16)
            character = chr(code)
        except (ValueError, OverflowError):
            return
        if code not in _PRIVATE_USE and character.isprintable():
            self._add(character)

    def _open_paragraph(self, _attributes: Attributes) -> None:
        self._level.is_mark_deleted = False

    def _close_paragraph(self) -> None:
        if not self._level.is_mark_deleted:
            self._level.flow.end_paragraph()

    def _open_properties(self, _attributes: Attributes) -> None:
        self._level.in_properties = True

    def _close_properties(self) -> None:
        self._level.in_properties = False

    def _close_row(self) -> None:
        self._level.flow.end_row()

    def _open_level(self, note_id: str = "") -> None:
        self._outer_levels.append(self._level)
        self._level = _Level(note_id=note_id)

    def _close_level(self) -> _Level:
        closed = self._level
        self._level = self._outer_levels.pop()
        return closed

    def _open_box(self, _attributes: Attributes) -> None:
        self._open_level()

    def _close_box(self) -> None:
        text = self._close_level().flow.text()
        if not self._level.is_run_hidden:
            self._level.flow.add_box(text)

    def _open_note(self, attributes: Attributes) -> None:
        self._open_level(attribute(attributes, "id") or "")

    def _close_note(self) -> None:
        note = self._close_level()
        self.notes[note.note_id] = note.flow.text()

    def _take_in(self, attributes: Attributes) -> None:
        if self._inlays:
            text = self._inlays.text(attribute(attributes, "id") or "", _TAKEN_IN)
            self._level.flow.end_paragraph()
            self._level.flow.add(text)
            self._level.flow.end_paragraph()

    def _draw(self, relation_id: str | None) -> None:
        if self._inlays and not self._level.is_run_hidden:
            self._level.flow.add_box(self._inlays.text(relation_id or "", _DRAWN))

    def _refer_to(self, ids: list[str]) -> Callable[[Attributes], None]:
        def refer(attributes: Attributes) -> None:
            if not self._level.is_run_hidden or self._level.in_properties:
                ids.append(attribute(attributes, "id") or "")

        return refer

    def _delete(self, _attributes: Attributes) -> None:
        if self._level.in_properties:
            self._level.is_mark_deleted = True
        self.skip()


READER = Reader(
    name=NAME,
    extensions=frozenset({".docx", ".docm", ".dotx", ".dotm"}),
    recognises=recognises,
    read=read,
)
