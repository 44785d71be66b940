"""The checked text: passages coloured by source with its number before them, filters in grey.

Underlined words differ from the source. A click on a passage asks for its source.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from simhash_gui.services.checking.findings import Findings
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_NOBODY = -1
_MOST_PIECES = 20_000


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of what is shown, in Qt's characters; ``source`` is -1 where nobody has it."""

    start: int
    end: int
    source: int
    is_equal: bool
    is_left_out: bool
    begins: bool


class ColouredText(QPlainTextEdit):
    """Reading only."""

    source_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[_Piece] = []
        self._wanted: int | None = None
        self.setReadOnly(True)
        Theme.current().changed.connect(self._paint_passages)

    def show_findings(self, findings: Findings) -> None:
        """Another text, or the same by other settings."""
        place = self.verticalScrollBar().value()
        shown, self._pieces = _shown(findings)
        self.setPlainText(shown)
        self._wanted = None
        self._paint_passages()
        self.verticalScrollBar().setValue(place)

    def show_only(self, source: int | None) -> None:
        """Colour the passages of one source, or of all."""
        self._wanted = source
        self._paint_passages()

    def step(self, by: int) -> None:
        """Go to the next passage, or the one before; round at the ends."""
        begins = [each.start for each in self._pieces if each.begins and self._is_wanted(each)]
        if not begins:
            return
        here = self.textCursor().position()
        further = [each for each in begins if (each > here if by > 0 else each < here)]
        cursor = self.textCursor()
        cursor.setPosition((further or begins)[0 if by > 0 else -1])
        self.setTextCursor(cursor)
        self.centerCursor()

    def source_at(self, position: int) -> int | None:
        """The source of the passage at one of Qt's characters."""
        for each in self._pieces:
            if each.start <= position < each.end and each.source != _NOBODY:
                return each.source
        return None

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            source = self.source_at(self.cursorForPosition(event.pos()).position())
            if source is not None:
                self.source_clicked.emit(source)

    def _is_wanted(self, piece: _Piece) -> bool:
        return piece.source != _NOBODY and self._wanted in (None, piece.source)

    @Slot()
    def _paint_passages(self) -> None:
        theme = Theme.current()
        marks: list[QTextEdit.ExtraSelection] = []
        for each in self._pieces[:_MOST_PIECES]:
            look = QTextCharFormat()
            if self._is_wanted(each):
                look.setBackground(theme.passage(each.source))
                look.setFontUnderline(not each.is_equal)
            elif each.is_left_out:
                look.setForeground(theme.color(Token.MUTED))
            else:
                continue
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(each.start)
            cursor.setPosition(each.end, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            mark.format = look
            marks.append(mark)
        self.setExtraSelections(marks)


def _shown(findings: Findings) -> tuple[str, list[_Piece]]:
    """The text with a number before each passage, and its stretches."""
    owners, text = findings.owners, findings.text
    kinds = (owners + 1) * 4 + findings.is_equal * 2 + findings.is_left_out
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(text)]
    shown: list[str] = []
    pieces: list[_Piece] = []
    place, before = 0, _NOBODY
    for first, last in pairwise(edges):
        if first == last:
            continue
        source = int(owners[first])
        begins = source not in (_NOBODY, before)
        number = f"[{source + 1}]" if begins else ""
        part = number + text[first:last]
        end = place + len(part.encode("utf-16-le", "replace")) // 2
        is_equal, is_out = bool(findings.is_equal[first]), bool(findings.is_left_out[first])
        pieces.append(_Piece(place, end, source, is_equal, is_out, begins))
        shown.append(part)
        place, before = end, source
    return "".join(shown), [each for each in pieces if each.source != _NOBODY or each.is_left_out]
