"""The elements of OpenDocument 1.3, part 3, as far as there is text in them.

Table rows are lines with a tab between cells; a text box follows its paragraph. Of formulas the
signs stay, in their order. Hidden text, deleted text, comments, page numbers and the readings of
ruby are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from simhash_gui.documents.readers.flow import TextFlow
from simhash_gui.documents.readers.xml_events import Attributes, Opening, XmlEvents

_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT = f"{_NAMESPACE}text:1.0 "
_TABLE = f"{_NAMESPACE}table:1.0 "
_DRAW = f"{_NAMESPACE}drawing:1.0 "
_OFFICE = f"{_NAMESPACE}office:1.0 "
_STYLE = f"{_NAMESPACE}style:1.0 "
_SVG = f"{_NAMESPACE}svg-compatible:1.0 "
_META = f"{_NAMESPACE}meta:1.0 "
_MATHEMATICS = "http://www.w3.org/1998/Math/MathML "
_REFERENCE = "http://www.w3.org/1999/xlink href"

META = f"{_OFFICE}meta"
"""The element around what a document says of itself."""
META_NAMES = (
    (f"{_META}initial-creator", "author"),
    (f"{_META}creation-date", "created"),
)
"""What OpenDocument adds to the words of Dublin Core."""

_LEFT_OUT = (
    f"{_OFFICE}annotation", f"{_OFFICE}binary-data", f"{_OFFICE}forms", f"{_OFFICE}scripts",
    f"{_TEXT}note-citation", f"{_TEXT}ruby-text", f"{_TEXT}script",
    f"{_TEXT}hidden-text", f"{_TEXT}page-number", f"{_TEXT}page-count",
    f"{_TABLE}covered-table-cell",
    f"{_TABLE}tracked-changes", f"{_TABLE}content-validations", f"{_TABLE}dde-links",
    f"{_SVG}title", f"{_SVG}desc",
)  # fmt: skip
_BOXES = (
    "text-box", "custom-shape", "rect", "ellipse", "circle", "line", "polyline", "polygon",
    "regular-polygon", "path", "connector", "caption", "measure",
)  # fmt: skip
_SIGNS = ("mi", "mn", "mo", "ms", "mtext")
_ANNOTATIONS = ("annotation", "annotation-xml")
_HEADERS = ("header", "header-left", "header-first")
_FOOTERS = ("footer", "footer-left", "footer-first")
_VALUES = tuple(
    _OFFICE + name
    for name in ("string-value", "value", "date-value", "time-value", "boolean-value")
)
_ROWS_REPEATED = f"{_TABLE}number-rows-repeated"
_COLUMNS_REPEATED = f"{_TABLE}number-columns-repeated"
_STYLE_NAME = f"{_TEXT}style-name"
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")
_MAX_SPACES = 1000
# What repeated cells and rows may add; a crafted sheet repeats a text a billion times.
_MAX_REPEATED_CHARACTERS = 1_000_000


@dataclass(slots=True)
class _Level:
    """The body, a note, a header, a box or repeated cells: what has a flow of its own."""

    flow: TextFlow = field(default_factory=TextFlow)
    in_paragraph: bool = False
    ends_with_space: bool = True


@dataclass(slots=True)
class _Cell:
    attributes: Attributes
    pieces_before: int
    repeats: int

    @property
    def value(self) -> str:
        """What programs say of a cell beside its text."""
        values = (self.attributes.get(name, "") for name in _VALUES)
        return next(filter(None, values), "")


class OdfContent(XmlEvents):
    """One part, or a flat document. ``hidden_styles`` are names of styles that show nothing.

    ``formula_at`` gives the text of a formula that stands in the part of this name.
    """

    def __init__(
        self,
        hidden_styles: Iterable[str] = (),
        formula_at: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__()
        self._formula_at = formula_at
        self.headers: list[str] = []
        self.footers: list[str] = []
        self.footnotes: list[str] = []
        self.endnotes: list[str] = []
        self.hidden_styles = set(hidden_styles)
        self.is_prose = False
        self._style_name = ""
        self._notes = self.footnotes
        self._level = _Level()
        self._outer_levels: list[_Level] = []
        self._rows: list[int] = []
        self._cells: list[_Cell] = []
        self._region_id = ""
        self._deletions: set[str] = set()
        self._open_deletions: set[str] = set()
        self._repeatable_characters = _MAX_REPEATED_CHARACTERS
        self._handle_paragraphs()
        self._handle_tables()
        self._handle_levels()
        self._handle_formulas()
        self._handle_styles()
        self._handle_revisions()
        self.openings.update(dict.fromkeys(_LEFT_OUT, lambda _: self.skip()))

    def text(self) -> str:
        """The body, without headers and notes."""
        return self._level.flow.text()

    def _handle_paragraphs(self) -> None:
        for name in ("p", "h"):
            self.openings[_TEXT + name] = self._open_paragraph
            self.closings[_TEXT + name] = self._close_paragraph
        self.openings[f"{_TEXT}span"] = self._open_styled
        self.openings[f"{_TEXT}section"] = self._open_section
        self.openings[f"{_TEXT}s"] = self._add_spaces
        self.openings[f"{_TEXT}tab"] = lambda _: self._add("\t")
        self.openings[f"{_TEXT}line-break"] = lambda _: self._add("\n")

    def _handle_tables(self) -> None:
        self.openings[f"{_TABLE}table-row"] = self._open_row
        self.closings[f"{_TABLE}table-row"] = self._close_row
        self.openings[f"{_TABLE}table-cell"] = self._open_cell
        self.closings[f"{_TABLE}table-cell"] = self._close_cell

    def _handle_levels(self) -> None:
        for name in _BOXES:
            self.openings[_DRAW + name] = self._open_level
            self.closings[_DRAW + name] = self._close_box
        for names, texts in ((_HEADERS, self.headers), (_FOOTERS, self.footers)):
            for name in names:
                self.openings[_STYLE + name] = self._open_level
                self.closings[_STYLE + name] = self._closing_into(texts)
        self.openings[f"{_TEXT}note"] = self._open_note
        self.openings[f"{_TEXT}note-body"] = self._open_level
        self.closings[f"{_TEXT}note-body"] = lambda: self._notes.append(self._close_level())
        self.openings[f"{_OFFICE}body"] = self._open_body
        self.openings[f"{_OFFICE}text"] = self._open_prose

    def _handle_formulas(self) -> None:
        handle_formulas(self, self._add)
        self.openings[f"{_DRAW}object"] = self._open_object

    def _open_object(self, attributes: Attributes) -> None:
        folder = attributes.get(_REFERENCE, "").removeprefix("./").rstrip("/")
        formula = self._formula_at(f"{folder}/content.xml") if folder else ""
        if formula:
            self._add(formula)

    def _handle_styles(self) -> None:
        self.openings[f"{_STYLE}style"] = self._open_style
        self.openings[f"{_STYLE}text-properties"] = self._note_hidden_style

    def _handle_revisions(self) -> None:
        """What is deleted stands in front of the body, or between marks where it was."""
        self.openings[f"{_TEXT}changed-region"] = self._open_region
        self.openings[f"{_TEXT}deletion"] = self._note_deletion
        self.openings[f"{_TEXT}change-start"] = self._begin_change
        self.openings[f"{_TEXT}change-end"] = self._end_change

    def _open_region(self, attributes: Attributes) -> None:
        self._region_id = attributes.get(f"{_TEXT}id", "")

    def _note_deletion(self, _attributes: Attributes) -> None:
        self._deletions.add(self._region_id)
        self.skip()

    def _begin_change(self, attributes: Attributes) -> None:
        change_id = attributes.get(f"{_TEXT}change-id", "")
        if change_id in self._deletions:
            self._open_deletions.add(change_id)

    def _end_change(self, attributes: Attributes) -> None:
        self._open_deletions.discard(attributes.get(f"{_TEXT}change-id", ""))

    def _open_body(self, _attributes: Attributes) -> None:
        self._level = _Level()  # in a flat document the shapes of its master pages came before

    def _open_prose(self, _attributes: Attributes) -> None:
        self.is_prose = True

    def _open_style(self, attributes: Attributes) -> None:
        self._style_name = attributes.get(f"{_STYLE}name", "")

    def _note_hidden_style(self, attributes: Attributes) -> None:
        if attributes.get(f"{_TEXT}display") == "none":
            self.hidden_styles.add(self._style_name)

    def _is_hidden(self, attributes: Attributes) -> bool:
        return attributes.get(_STYLE_NAME) in self.hidden_styles

    def _open_styled(self, attributes: Attributes) -> None:
        if self._is_hidden(attributes):
            self.skip()

    def _open_section(self, attributes: Attributes) -> None:
        if attributes.get(f"{_TEXT}display") == "none":
            self.skip()

    def _open_paragraph(self, attributes: Attributes) -> None:
        if self._is_hidden(attributes):
            self.skip()
            return
        self._level.in_paragraph = True
        self._level.ends_with_space = True
        self.on_text = self._add_characters

    def _close_paragraph(self) -> None:
        self._level.in_paragraph = False
        self.on_text = None
        if not self._open_deletions:
            self._level.flow.end_paragraph()

    def _add_characters(self, text: str) -> None:
        """White space counts once, and not at all where a paragraph begins."""
        text = _WHITE_SPACE.sub(" ", text)
        if self._level.ends_with_space:
            text = text.removeprefix(" ")
        if text and not self._open_deletions:
            self._level.flow.add(text)
            self._level.ends_with_space = text.endswith(" ")

    def _add(self, text: str) -> None:
        if not self._open_deletions:
            self._level.flow.add(text)
            self._level.ends_with_space = False

    def _add_spaces(self, attributes: Attributes) -> None:
        self._add(" " * _count(attributes, f"{_TEXT}c", _MAX_SPACES))

    def _open_row(self, attributes: Attributes) -> None:
        self._level.flow.end_paragraph()
        self._rows.append(_count(attributes, _ROWS_REPEATED))
        if self._rows[-1] > 1:
            self._open_level(attributes)
        self._level.flow.begin_row()

    def _close_row(self) -> None:
        self._level.flow.end_row()
        repeats = self._rows.pop()
        if repeats > 1:
            text = self._close_level()
            for _ in range(self._affordable(text, repeats)):
                self._level.flow.add(text)
                self._level.flow.end_paragraph()

    def _open_cell(self, attributes: Attributes) -> None:
        self._level.flow.begin_cell()
        repeats = _count(attributes, _COLUMNS_REPEATED)
        if repeats > 1:
            self._open_level(attributes)
        self._cells.append(_Cell(attributes, self._level.flow.piece_count, repeats))

    def _close_cell(self) -> None:
        cell = self._cells.pop()
        if self._level.flow.piece_count == cell.pieces_before:
            self._level.flow.add(cell.value)
        if cell.repeats > 1:
            text = self._close_level()
            for _ in range(self._affordable(text, cell.repeats)):
                self._level.flow.begin_cell()
                self._level.flow.add(text)

    def _affordable(self, text: str, repeats: int) -> int:
        """How often to write a text: as often as it stands there, or once when that is too much."""
        cost = (repeats - 1) * len(text)
        if not text or cost > self._repeatable_characters:
            return 1
        self._repeatable_characters -= cost
        return repeats

    def _open_level(self, _attributes: Attributes) -> None:
        self._outer_levels.append(self._level)
        self._level = _Level()
        self.on_text = None

    def _close_level(self) -> str:
        text = self._level.flow.text()
        self._level = self._outer_levels.pop()
        self.on_text = self._add_characters if self._level.in_paragraph else None
        return text

    def _close_box(self) -> None:
        text = self._close_level()
        self._level.flow.add_box(text)
        if not self._level.in_paragraph:
            self._level.flow.end_paragraph()

    def _open_note(self, attributes: Attributes) -> None:
        is_endnote = attributes.get(f"{_TEXT}note-class") == "endnote"
        self._notes = self.endnotes if is_endnote else self.footnotes

    def _closing_into(self, texts: list[str]) -> Callable[[], None]:
        return lambda: texts.append(self._close_level())


def handle_formulas(events: XmlEvents, add: Callable[[str], None]) -> None:
    """Have the signs of MathML added, in their order; what is written twice only once."""
    around: list[Callable[[str], None] | None] = []

    def setting(action: Callable[[str], None] | None) -> Opening:
        def set_action(_attributes: Attributes) -> None:
            around.append(events.on_text)
            events.on_text = action

        return set_action

    def restore() -> None:
        events.on_text = around.pop()

    for name in ("math", *_SIGNS):
        within = (lambda text: add(text.strip())) if name in _SIGNS else None
        events.openings[_MATHEMATICS + name] = setting(within)
        events.closings[_MATHEMATICS + name] = restore
    for name in _ANNOTATIONS:
        events.openings[_MATHEMATICS + name] = lambda _: events.skip()


def _count(attributes: Attributes, name: str, most: int | None = None) -> int:
    """A positive number, 1 when it is missing or none."""
    written = attributes.get(name)
    if written is None:
        return 1
    try:
        count = max(int(written), 1)
    except ValueError:
        return 1
    return count if most is None else min(count, most)
