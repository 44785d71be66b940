"""The marks of one line of a text pane as selections laid over it: passages, then differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from simhash_gui.ui.reading.shared_passages import PassagesOfText
from simhash_gui.ui.reading.text_differences import LineMark, MarkedLines
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token, mix

_TINT = 0.16
_STRONG_TINT = 0.30
_FADED = 0.4
_Selection = QTextEdit.ExtraSelection


@dataclass(slots=True)
class TextMarks:
    """What is marked in a text, and which passage is looked at."""

    differences: MarkedLines = field(default_factory=MarkedLines)
    passages: PassagesOfText | None = None
    current: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to mark at all."""
        return not self.differences.marks and self.passages is None

    def of_block(self, block: QTextBlock) -> Iterator[_Selection]:
        """The selections of one line; what comes later is laid over what came before."""
        line = block.blockNumber()
        pieces = self.passages.pieces(line) if self.passages is not None else ()
        for piece in sorted(pieces, key=lambda piece: piece.passage == self.current):
            yield _selection(block, (piece.start, piece.end), _background(self.fill(piece.passage)))
        mark = self.differences.marks.get(line)
        if mark is None:
            return
        spans = self.differences.spans.get(line)
        if spans is None:
            yield _selection(block, None, _differing(strong=mark is LineMark.ONLY_HERE))
        else:
            strong = _differing(strong=True)
            for span in spans:
                yield _selection(block, span, strong)

    def fill(self, index: int) -> QColor:
        """The colour behind a passage: pale while another one is looked at."""
        theme = Theme.current()
        color = theme.passage(index)
        if self.current is None or self.current == index:
            return color
        return mix(theme.color(Token.SURFACE), color, _FADED)


def _background(color: QColor) -> QTextCharFormat:
    text_format = QTextCharFormat()
    text_format.setBackground(color)
    return text_format


def _differing(*, strong: bool) -> QTextCharFormat:
    color = Theme.current().color(Token.DIFFERS)
    text_format = QTextCharFormat()
    if strong:
        text_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        text_format.setUnderlineColor(color)
    color.setAlphaF(_STRONG_TINT if strong else _TINT)
    text_format.setBackground(color)
    return text_format


def _selection(
    block: QTextBlock, span: tuple[int, int] | None, text_format: QTextCharFormat
) -> _Selection:
    text = block.text()
    start = 0 if span is None else utf16_units(text, span[0])
    end = block.length() - 1 if span is None else utf16_units(text, span[1])
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + start)
    cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    selection = _Selection()
    selection.cursor = cursor
    selection.format = text_format
    return selection


def utf16_units(text: str, characters: int) -> int:
    """How long the first characters of a text are as Qt counts them."""
    if not text or max(text) <= "\uffff":
        return min(characters, len(text))
    return len(text[:characters].encode("utf-16-le", "surrogatepass")) // 2


def characters_in(text: str, units: int) -> int:
    """The other way round: how many characters the first units as Qt counts them are."""
    if not text or max(text) <= "\uffff":
        return min(units, len(text))
    encoded = text.encode("utf-16-le", "surrogatepass")[: 2 * units]
    return len(encoded.decode("utf-16-le", "ignore"))
