"""Pieces of text to lines, as a reader meets them: paragraphs by a new line, cells by a tab.

Empty paragraphs, rows and cells leave no trace, nor do the page numbers of Word.
"""

from __future__ import annotations

from collections.abc import Iterable

_OF_PAGES = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})
"""Codes of Word's fields, which DOCX and DOC share."""


class TextFlow:
    """Collects a text. Anything may be nested in anything."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._separator = ""
        self._row_starts: list[int] = []
        self._boxes: list[str] = []

    def add(self, text: str) -> None:
        """Text of the paragraph that is under way."""
        if not text:
            return
        if self._separator:
            self._pieces.append(self._separator)
            self._separator = ""
        self._pieces.append(text)

    def add_box(self, text: str) -> None:
        """What stands beside the paragraph that is under way, and will follow it."""
        self._boxes.append(text)

    def end_paragraph(self) -> None:
        """What follows begins a line of its own."""
        if self._pieces:
            self._separator = "\n"
        if self._boxes:
            self._add_boxes()

    def begin_row(self) -> None:
        """A row of a table."""
        self.end_paragraph()
        self._row_starts.append(len(self._pieces))

    def begin_cell(self) -> None:
        """A cell of the row; a tab goes before it if there is anything in the row so far."""
        if self._row_starts and len(self._pieces) > self._row_starts[-1]:
            self._separator = "\t"

    def end_row(self) -> None:
        """The row that was begun last."""
        self.end_paragraph()
        if self._row_starts:
            self._row_starts.pop()

    @property
    def piece_count(self) -> int:
        """Grows with each text that is added."""
        return len(self._pieces)

    def text(self) -> str:
        """All lines."""
        self.end_paragraph()
        return "".join(self._pieces)

    def _add_boxes(self) -> None:
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self.add(box)
            self.end_paragraph()


def joined(texts: Iterable[str]) -> str:
    """Texts on lines of their own, but for empty ones."""
    return "\n".join(filter(None, texts))


def joined_once(texts: Iterable[str]) -> str:
    """The same, but a text that occurs again is left out, as a header on every page is."""
    return joined(dict.fromkeys(text for text in texts if text.strip()))


def is_page_number(field_code: str) -> bool:
    """Whether the result depends on the page that it stands on, and so is not text."""
    return not _OF_PAGES.isdisjoint(field_code.upper().split(maxsplit=1)[:1])
