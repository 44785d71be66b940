"""XML to events: a start, an end or a piece of text at a time, whatever the depth and the size.

expat of the standard library, because it streams, knows no network and keeps no tree that a crafted
document could blow up. Entities of a document's own are refused before one is used, and a document
type is never fetched. What the events mean is the reader's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias
from xml.parsers import expat

from simhash_gui.documents.records import FailureReason, ReadFailure

Attributes: TypeAlias = Mapping[str, str]
Opening: TypeAlias = Callable[[Attributes], None]
Closing: TypeAlias = Callable[[], None]


class XmlEvents:
    """Calls ``openings`` and ``closings`` by element name; ``on_text`` gets the text, or is None.

    Names are a namespace and a local name with a space between, or the local name alone. The
    actions may call ``skip`` to leave out the element that has just begun (its closing is not
    called then), and set ``on_text`` where text begins and ends to matter.
    """

    def __init__(self) -> None:
        self.openings: dict[str, Opening] = {}
        self.closings: dict[str, Closing] = {}
        self.on_text: Callable[[str], None] | None = None
        self._skipped_depth = 0

    def skip(self) -> None:
        """Leave out the element that has just begun, with all that is in it."""
        self._skipped_depth = 1

    def feed(self, data: bytes) -> None:
        """Parse a whole document.

        Raises ``ReadFailure``: DAMAGED when it is not well-formed, or declares entities.
        """
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = _refuse_entities
        self._skipped_depth = 0
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            detail = f"The document is damaged: {error}."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error
        except (LookupError, ValueError) as error:  # an unknown encoding
            detail = "The document is damaged: its encoding is unknown."
            raise ReadFailure(FailureReason.DAMAGED, detail) from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped_depth:
            self._skipped_depth += 1
            return
        action = self.openings.get(name)
        if action is not None:
            action(attributes)

    def _end(self, name: str) -> None:
        if self._skipped_depth:
            self._skipped_depth -= 1
            return
        action = self.closings.get(name)
        if action is not None:
            action()

    def _text(self, text: str) -> None:
        if self.on_text is not None and not self._skipped_depth:
            self.on_text(text)


def _refuse_entities(*_declaration: object) -> NoReturn:
    detail = (
        "The document is damaged, or made to do harm: it declares entities, which no program writes"
        " in such documents."
    )
    raise ReadFailure(FailureReason.DAMAGED, detail)
