"""A page of a PDF to lines, in the order in which the file draws them.

PDFium knows the characters, where they stand, and where a line ends. Here its lines are parted at
wide gaps, so that columns and cells can be told, and freed of spaces that stand for thin gaps only.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from simhash_gui.documents.readers.pdf.page_line import Line, is_cjk

_HYPHEN = "\ufffe"
"""PDFium's mark for a hyphen at the end of a line; the end of the line is left out there."""
_LINE = re.compile(rf"[^\r\n{_HYPHEN}]+{_HYPHEN}?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\ufffe\uffff]")
_WIDE_GAP = 0.7
"""In heights of a line. The gap between columns is wider, that between words seldom."""
_THIN_GAP = 0.4
_THINNEST_GAP = 0.2
"""Typesetters put a thin one between scripts, and a thinner one to fill a line."""
_USUAL_HEIGHT = 12.0
_ANGLE_SAMPLES = 7
_SPACE, _DIVIDER, _NOTHING = "space", "divider", "nothing"


_Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top. No class of its own: there are hundreds on a page."""


class PageReader:
    """One page, through the raw functions of ``pypdfium2``, which cost least for a character."""

    def __init__(self, textpage: Any, page: int) -> None:
        # Imported here: a worker that meets no PDF starts sooner without it.
        import pypdfium2.raw as pdfium  # noqa: PLC0415

        self._pdfium: Any = pdfium
        self._textpage = textpage
        self._page = page
        self._raw = textpage.raw
        self._box_of = pdfium.FPDFText_GetLooseCharBox
        self._rectangle = pdfium.FS_RECTF()
        self._text = self._characters()
        self._quarter_turns = self._turned()

    def lines(self) -> list[Line]:
        """All lines that have text."""
        return [
            line
            for found in _LINE.finditer(self._text)
            for line in self._parts(found.start(), found.end())
        ]

    def _characters(self) -> str:
        """As many characters as PDFium counts, so that their numbers are their places."""
        count = self._textpage.count_chars()
        text: str = self._textpage.get_text_range() if count else ""
        if len(text) == count:
            return text
        code = self._pdfium.FPDFText_GetUnicode
        codes = (code(self._raw, i) for i in range(count))
        return "".join(chr(c) if c != 2 else _HYPHEN for c in codes)

    def _turned(self) -> int:
        """By how many quarters of a turn, clockwise, most of the text is turned."""
        step = max(len(self._text) // _ANGLE_SAMPLES, 1)
        angle = self._pdfium.FPDFText_GetCharAngle
        angles = (
            angle(self._raw, i)
            for i in range(0, len(self._text), step)
            if not self._text[i].isspace()
        )
        turns = Counter(round(a / (math.pi / 2)) % 4 for a in angles if a >= 0)
        return turns.most_common(1)[0][0] if turns else 0

    def _parts(self, start: int, end: int) -> Iterator[Line]:
        """One line of PDFium's, as one or, parted at wide gaps, as several."""
        text = self._text
        while start < end and text[start].isspace():
            start += 1
        pieces: list[str] = []
        first = piece = start
        at = text.find(" ", start, end)
        while 0 < at < end - 1:
            kind = self._kind_of_gap(at)
            if kind is not _SPACE:
                pieces.append(text[piece:at])
                piece = at + 1
            if kind is _DIVIDER:
                yield from self._line(pieces, first, at)
                pieces = []
                first = piece
            at = text.find(" ", at + 1, end)
        pieces.append(text[piece:end])
        yield from self._line(pieces, first, end)

    def _kind_of_gap(self, space: int) -> str:
        """Whether a space is one, or divides two columns or cells, or is no character at all."""
        _, bottom, before, top = self._box(space - 1)
        after, other_bottom, _, other_top = self._box(space + 1)
        height = max(top - bottom, other_top - other_bottom)
        gap = after - before
        if gap > _WIDE_GAP * height or gap < -2 * height:
            return _DIVIDER
        cjk = is_cjk(self._text[space - 1]) + is_cjk(self._text[space + 1])
        most = (0.0, _THIN_GAP, _THINNEST_GAP)[cjk] * height
        if cjk and gap <= most and self._pdfium.FPDFText_IsGenerated(self._raw, space) == 1:
            return _NOTHING
        return _SPACE

    def _line(self, pieces: list[str], start: int, end: int) -> Iterator[Line]:
        text = "".join(pieces).replace(_HYPHEN, "-")
        text = _CONTROLS.sub("", _whole_characters(text)).strip()
        if not text:
            return
        while end > start + 1 and self._text[end - 1].isspace():
            end -= 1
        left, bottom, right, top = self._box(start)
        last_left, last_bottom, last_right, last_top = self._box(end - 1)
        height = max(top - bottom, last_top - last_bottom)
        yield Line(
            text=text,
            left=min(left, last_left),
            right=max(right, last_right),
            bottom=min(bottom, last_bottom),
            height=height if height > 0 else _USUAL_HEIGHT,
            page=self._page,
        )

    def _box(self, index: int) -> _Box:
        """Where a character stands, turned so that the text is upright."""
        box = self._rectangle
        if not self._box_of(self._raw, index, box):
            return (0.0, 0.0, 0.0, 0.0)
        match self._quarter_turns:
            case 0:
                return (box.left, box.bottom, box.right, box.top)
            case 3:
                return (box.bottom, -box.right, box.top, -box.left)
            case 2:
                return (-box.right, -box.top, -box.left, -box.bottom)
            case _:
                return (-box.top, box.left, -box.bottom, box.right)


def _whole_characters(text: str) -> str:
    """Halves of characters beyond 16 bits put together."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
