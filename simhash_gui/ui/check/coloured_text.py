"""The checked text: passages coloured by source with its number before them, filters in grey.

Underlined words differ from the source. A click on a passage asks for its source, the pointer over
it for what the source has there. A strip at the side shows the passages of the whole text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.services.checking.findings import GROUPS, Findings, Group, SourcePassage
from simhash_gui.ui.common.spaced_text import SpacedText
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_NOBODY = -1
_MOST_PIECES = 20_000
_STRIP_PX = 14
_LEAST_MARK_PX = 2.0


@dataclass(frozen=True, slots=True)
class Place:
    """A passage of a source in the text; ``source`` counts from 0."""

    source: int
    passage: SourcePassage


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of what is shown, in Qt's characters; ``source`` is -1 where nobody has it.

    ``offset`` is where it stands in the text, in characters.
    """

    start: int
    end: int
    offset: int
    source: int
    group: Group
    is_equal: bool
    is_left_out: bool
    begins: bool


class ColouredText(SpacedText):
    """Reading only."""

    passage_clicked = Signal(object)  # Place
    menu_wanted = Signal(object, QPoint)  # Place, where on the screen
    pieces_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[_Piece] = []
        self._findings: Findings | None = None
        self._source: int | None = None
        self._group: Group | None = None
        self.tip_of: Callable[[Place, QPoint], None] = _no_tip
        self.setReadOnly(True)
        self.viewport().setMouseTracking(True)
        Theme.current().changed.connect(self._paint_passages)

    def show_findings(self, findings: Findings) -> None:
        """Another text, or the same by other settings."""
        place, position = self.verticalScrollBar().value(), self.textCursor().position()
        self._findings = findings
        shown, self._pieces = _shown(findings)
        if shown != self.toPlainText():
            self.setPlainText(shown)
            cursor = self.textCursor()
            cursor.setPosition(min(position, max(0, self.document().characterCount() - 1)))
            self.setTextCursor(cursor)
        self._paint_passages()
        self.verticalScrollBar().setValue(place)

    def show_only(self, source: int | None, group: Group | None = None) -> None:
        """Colour the passages of one source, or of all, and of one group, or of all."""
        self._source, self._group = source, group
        self._paint_passages()

    def step(self, by: int) -> None:
        """Go to the next passage, or the one before; round at the ends."""
        begins = [each.start for each in self._pieces if each.begins and self._is_wanted(each)]
        if not begins:
            return
        here = self.textCursor().position()
        further = [each for each in begins if (each > here if by > 0 else each < here)]
        self.go_to((further or begins)[0 if by > 0 else -1])

    def go_to(self, position: int) -> None:
        """Put the cursor on one of Qt's characters, and in the middle of the view."""
        cursor = self.textCursor()
        cursor.setPosition(position)
        self.setTextCursor(cursor)
        self.centerCursor()

    def place_at(self, position: int) -> Place | None:
        """The passage at one of Qt's characters."""
        for each in self._pieces:
            if each.start <= position < each.end and each.source != _NOBODY:
                return self._place(each)
        return None

    def marks(self) -> list[tuple[float, float, int]]:
        """Where coloured passages begin and end, as shares of the text, and their sources."""
        length = max(1, self.document().characterCount())
        return [
            (each.start / length, each.end / length, each.source)
            for each in self._pieces
            if self._is_wanted(each)
        ]

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            place = self.place_at(self.cursorForPosition(event.position().toPoint()).position())
            if place is not None:
                self.passage_clicked.emit(place)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self.place_at(self.cursorForPosition(event.pos()).position())
        if place is None:
            super().contextMenuEvent(event)
        else:
            self.menu_wanted.emit(place, event.globalPos())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(self.cursorForPosition(event.pos()).position())
            if place is None:
                QToolTip.hideText()
            else:
                self.tip_of(place, event.globalPos())
            return True
        return super().viewportEvent(event)

    def _place(self, piece: _Piece) -> Place | None:
        assert self._findings is not None
        for passage in self._findings.sources[piece.source].passages:
            if passage.passage.a.start <= piece.offset < passage.passage.a.end:
                return Place(piece.source, passage)
        return None

    def _is_wanted(self, piece: _Piece) -> bool:
        return (
            piece.source != _NOBODY
            and self._source in (None, piece.source)
            and self._group in (None, piece.group)
        )

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
        self.pieces_changed.emit()


class PassageStrip(QWidget):
    """The whole text from top to bottom, with a mark for each passage; a click goes there."""

    def __init__(self, text: ColouredText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setFixedWidth(_STRIP_PX)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        text.pieces_changed.connect(self.update)
        text.verticalScrollBar().valueChanged.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), Theme.current()
        painter.fillRect(self.rect(), theme.color(Token.RAISED))
        height, width = self.height(), self.width()
        for start, end, source in self._text.marks():
            mark = QRectF(3, start * height, width - 6, max(_LEAST_MARK_PX, (end - start) * height))
            painter.fillRect(mark, theme.passage_mark(source))
        bar = self._text.verticalScrollBar()
        whole = max(1, bar.maximum() + bar.pageStep())
        view = QRectF(0.5, bar.value() / whole * height, width - 1, bar.pageStep() / whole * height)
        painter.setPen(theme.color(Token.MUTED))
        painter.drawRect(view.intersected(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        share = event.position().y() / max(1, self.height())
        self._text.go_to(int(share * max(0, self._text.document().characterCount() - 1)))


def _no_tip(_place: Place, _where: QPoint) -> None:
    """Before a page says what to show."""


def _shown(findings: Findings) -> tuple[str, list[_Piece]]:
    """The text with a number before each passage, and its stretches."""
    owners, text = findings.owners, findings.text
    quoted, cited = findings.attribution.quoted, findings.attribution.cited
    groups = quoted * 2 + cited
    kinds = (owners + 1) * 16 + groups * 4 + findings.is_equal * 2 + findings.is_left_out
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
        group = GROUPS[bool(quoted[first]), bool(cited[first])]
        is_equal, is_out = bool(findings.is_equal[first]), bool(findings.is_left_out[first])
        pieces.append(_Piece(place, end, first, source, group, is_equal, is_out, begins))
        shown.append(part)
        place, before = end, source
    return "".join(shown), [each for each in pieces if each.source != _NOBODY or each.is_left_out]
