"""The text of DrawingML: of slides and their notes, and of what is drawn on a sheet.

Title first, then shapes in the order in which they are drawn, tables with a tab between cells.
Footers are kept apart because they are on every slide; slide numbers and dates are left out.
"""

from __future__ import annotations

from simhash_gui.documents.readers.flow import TextFlow, joined
from simhash_gui.documents.readers.office.office_package import (
    OfficePackage,
    attribute,
    keep_one_alternative,
    names_in,
)
from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents

_TITLES = frozenset({"title", "ctrTitle"})
_RUNNING = frozenset({"ftr", "hdr"})
_LEFT_OUT = frozenset({"sldNum", "sldImg", "dt"})


def read_shapes(package: OfficePackage, part: str) -> Shapes:
    """The shapes of a part. Raises ``ReadFailure``."""
    shapes = Shapes()
    shapes.feed(package.read(part))
    return shapes


class Shapes(XmlEvents):
    """The text of a slide, of notes or of a drawing, by what it is there for."""

    def __init__(self) -> None:
        super().__init__()
        self.running = TextFlow()
        self._title = TextFlow()
        self._body = TextFlow()
        self._flow = self._body
        for name in names_in("presentationml", "sp", "graphicFrame"):
            self.openings[name] = self._open_shape
        for name in names_in("presentationml", "ph"):
            self.openings[name] = self._choose_flow
        self._handle_text()
        keep_one_alternative(self)

    def text(self) -> str:
        """All but footers."""
        return joined((self._title.text(), self._body.text()))

    def _handle_text(self) -> None:
        for name in names_in("drawingml", "t"):
            self.openings[name] = self._open_text
            self.closings[name] = self._close_text
        for name in names_in("drawingml", "p"):
            self.closings[name] = self._end_paragraph
        for name in names_in("drawingml", "br"):
            self.openings[name] = lambda _: self._flow.add("\n")
        for name in names_in("drawingml", "fld"):
            self.openings[name] = self._open_field
        for name in names_in("drawingml", "tr"):
            self.openings[name] = lambda _: self._flow.begin_row()
            self.closings[name] = self._end_row
        for name in names_in("drawingml", "tc"):
            self.openings[name] = lambda _: self._flow.begin_cell()

    def _open_shape(self, _attributes: Attributes) -> None:
        self._flow = self._body
        self._flow.end_paragraph()

    def _choose_flow(self, attributes: Attributes) -> None:
        kind = attribute(attributes, "type") or ""
        if kind in _TITLES:
            self._flow = self._title
        elif kind in _RUNNING:
            self._flow = self.running
        elif kind in _LEFT_OUT:
            self._flow = TextFlow()

    def _end_paragraph(self) -> None:
        self._flow.end_paragraph()

    def _end_row(self) -> None:
        self._flow.end_row()

    def _open_text(self, _attributes: Attributes) -> None:
        self.on_text = self._flow.add

    def _close_text(self) -> None:
        self.on_text = None

    def _open_field(self, attributes: Attributes) -> None:
        if (attribute(attributes, "type") or "").startswith("slidenum"):
            self.skip()
