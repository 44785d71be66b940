"""The checked text: passages coloured by source with its number before them, filters in grey.

Underlined words differ from the source; a wave is below letters that were tampered with. A bar
beside the rows shows the passage that was stepped to. A click on a passage asks for its source, the
pointer over it for what the source has there. A strip at the side shows the whole text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.services.checking.findings import (
    GROUPS,
    Findings,
    Group,
    SourcePassage,
    source_mark,
)
from simhash_gui.ui.common.spaced_text import SpacedText, coloured, reading_font
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_LEAST_LINES = 6
_NOBODY = -1
_MOST_PIECES = 20_000
_LAST_NARROW = 0xFFFF
_STRIP_PX = 14
_LEAST_MARK_PX = 2.0
_BAR_PX = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A passage of a source in the text; ``source`` counts from 0."""

    source: int
    passage: SourcePassage


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A passage that a person left out, and the source that has it."""

    path: str
    passage: SourcePassage


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of what is shown, in Qt's characters; ``source`` is -1 where nobody has it.

    ``offset`` to ``end_offset`` is where it stands in the text, in characters. ``is_chosen``: the
    chosen source has it, whoever else has it too.
    """

    start: int
    end: int
    offset: int
    end_offset: int
    source: int
    group: Group
    is_equal: bool
    is_left_out: bool
    begins: bool
    is_chosen: bool


class ColouredText(SpacedText):
    """Reading only."""

    passage_clicked = Signal(object)  # Place
    menu_wanted = Signal(object, QPoint)  # Place, where on the screen
    left_out_menu_wanted = Signal(object, QPoint)  # LeftOut, where on the screen
    stepped = Signal(int, int)  # to the passage of this number from 1, of so many
    pieces_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[_Piece] = []
        self._tampered: list[tuple[int, int]] = []
        self._current: _Piece | None = None
        self._findings: Findings | None = None
        self._source: int | None = None
        self._group: Group | None = None
        self.tip_of: Callable[[Place, QPoint], None] = _no_tip
        self.setReadOnly(True)
        self.viewport().setMouseTracking(True)
        Theme.current().changed.connect(self._dress)
        self._dress()

    @override
    def minimumSizeHint(self) -> QSize:
        """A few lines: where large type leaves less, the page scrolls to them."""
        least_px = _LEAST_LINES * QFontMetrics(self.font()).lineSpacing()
        return super().minimumSizeHint().expandedTo(QSize(0, least_px))

    def show_findings(self, findings: Findings) -> None:
        """Another text, or the same by other settings."""
        place, position = self.verticalScrollBar().value(), self.textCursor().position()
        self._findings, self._source, self._current = findings, None, None
        shown, self._pieces = _shown(findings, None)
        self._tampered = list(_tampered(findings, self._pieces))
        if shown != self.toPlainText():
            self.setPlainText(shown)
            cursor = self.textCursor()
            cursor.setPosition(min(position, max(0, self.document().characterCount() - 1)))
            self.setTextCursor(cursor)
        self._paint_passages()
        self.verticalScrollBar().setValue(place)

    def show_only(self, source: int | None, group: Group | None = None) -> None:
        """Colour all that one source has, or what counts for each, of one group, or of all."""
        if source != self._source and self._findings is not None:
            _, self._pieces = _shown(self._findings, source)
        self._source, self._group, self._current = source, group, None
        self._paint_passages()

    def step_to_first(self) -> None:
        """Go to the first passage that is coloured."""
        if any(map(self._is_wanted, self._pieces)):
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.step(1)

    def step(self, by: int) -> None:
        """Go to the next passage, or the one before; round at the ends."""
        begins = list(self._begins())
        if not begins:
            return
        here = self.textCursor().position()
        if self._current is None and by > 0:
            here -= 1  # one that begins where the cursor is was not stepped to yet
        further = [each for each in begins if (each.start > here if by > 0 else each.start < here)]
        current = (further or begins)[0 if by > 0 else -1]
        self.go_to(current.start)
        self._current = current
        self.viewport().update()
        self.stepped.emit(begins.index(current) + 1, len(begins))

    def _begins(self) -> Iterator[_Piece]:
        """The beginnings of what is coloured, but for pieces that are no place of their own."""
        last: _Piece | None = None
        begin: _Piece | None = None
        for each in self._pieces:
            if not self._is_wanted(each):
                begin = None
            elif not self._goes_on(last, each):
                begin = each
            if begin is not None and self._has_place(each):
                yield begin
                begin = None
            last = each

    def _has_place(self, piece: _Piece) -> bool:
        """Whether some of a listed passage of its source is in a piece."""
        assert self._findings is not None
        places = self._findings.sources[self._coloured_as(piece)].places
        after = bisect_left(places, piece.end_offset, key=lambda each: each.passage.a.start)
        return after > 0 and places[after - 1].passage.a.end > piece.offset

    def go_to(self, position: int) -> None:
        """Put the cursor on one of Qt's characters, and in the middle of the view."""
        cursor = self.textCursor()
        cursor.setPosition(position)
        self.setTextCursor(cursor)
        self.centerCursor()

    def go_to_offset(self, offset: int) -> None:
        """Go to a character of the text, which is shown with numbers before its passages."""
        if self._findings is not None:
            before = [each for each in self._pieces if each.begins and each.offset < offset]
            units = len(self._findings.text[:offset].encode("utf-16-le", "replace")) // 2
            self.go_to(units + sum(len(_label(each.source)) for each in before))

    def place_at(self, position: int) -> Place | None:
        """The passage at one of Qt's characters, if it is coloured."""
        piece = self._piece_at(position)
        return self._place(piece) if piece is not None and self._is_wanted(piece) else None

    def left_out_at(self, position: int) -> LeftOut | None:
        """What a person left out at one of Qt's characters."""
        piece = self._piece_at(position)
        if piece is None or self._findings is None or not piece.is_left_out:
            return None
        for match in self._findings.matches:
            for each in match.passages:
                span = each.passage.a
                if each.reason is not None and span.start <= piece.offset < span.end:
                    return LeftOut(match.path, each)
        return None

    def marks(self) -> list[tuple[float, float, int]]:
        """Where coloured passages begin and end, as shares of the text, and their sources."""
        length = max(1, self.document().characterCount())
        return [
            (each.start / length, each.end / length, self._coloured_as(each))
            for each in self._pieces
            if self._is_wanted(each)
        ]

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The hand says that a click on a passage leads to its source."""
        super().mouseMoveEvent(event)
        place = self.place_at(self.cursorForPosition(event.position().toPoint()).position())
        shapes = Qt.CursorShape
        is_link = place is not None and not event.buttons()
        self.viewport().setCursor(shapes.PointingHandCursor if is_link else shapes.IBeamCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            place = self.place_at(self.cursorForPosition(event.position().toPoint()).position())
            if place is not None:
                self.passage_clicked.emit(place)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        position = self.cursorForPosition(event.pos()).position()
        place, left_out = self.place_at(position), self.left_out_at(position)
        if place is not None:
            self.menu_wanted.emit(place, event.globalPos())
        elif left_out is not None:
            self.left_out_menu_wanted.emit(left_out, event.globalPos())
        else:
            super().contextMenuEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._current is not None:
            top, bottom = self._rows_px(self._current)
            bar = QRectF(0, top, _BAR_PX, bottom - top)
            QPainter(self.viewport()).fillRect(bar, Theme.current().color(Token.ACCENT))

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            position = self.cursorForPosition(event.pos()).position()
            place, left_out = self.place_at(position), self.left_out_at(position)
            if place is not None:
                self.tip_of(place, event.globalPos())
            elif left_out is not None:
                QToolTip.showText(event.globalPos(), left_out.passage.reason or "", self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _piece_at(self, position: int) -> _Piece | None:
        return next((e for e in self._pieces if e.start <= position < e.end), None)

    def _rows_px(self, piece: _Piece) -> tuple[float, float]:
        """From the first row of a passage to its last, on the viewport."""
        last = piece
        for each in self._pieces[self._pieces.index(piece) + 1 :]:
            if not self._goes_on(last, each):
                break
            last = each
        cursor = QTextCursor(self.document())
        cursor.setPosition(piece.start)
        top = self.cursorRect(cursor).top()
        cursor.setPosition(last.end)
        return top, self.cursorRect(cursor).bottom()

    def _place(self, piece: _Piece) -> Place | None:
        assert self._findings is not None
        source = self._coloured_as(piece)
        for passage in self._findings.sources[source].passages:
            if passage.passage.a.start <= piece.offset < passage.passage.a.end:
                return Place(source, passage)
        return None

    def _coloured_as(self, piece: _Piece) -> int:
        return piece.source if self._source is None else self._source

    def _goes_on(self, before: _Piece | None, piece: _Piece) -> bool:
        """Whether a piece goes on with the passage of the one before it."""
        if before is None or before.end != piece.start:
            return False
        if self._source is not None:
            return before.is_chosen and piece.is_chosen
        return not piece.begins and before.source == piece.source

    def _is_wanted(self, piece: _Piece) -> bool:
        return (
            piece.source != _NOBODY
            and (self._source is None or piece.is_chosen)
            and self._group in (None, piece.group)
        )

    @Slot()
    def _dress(self) -> None:
        self.setFont(reading_font())
        self._paint_passages()

    def _paint_passages(self) -> None:
        theme = Theme.current()
        marks: list[QTextEdit.ExtraSelection] = []
        for each in self._pieces[:_MOST_PIECES]:
            if self._is_wanted(each):
                look = QTextCharFormat()
                look.setBackground(theme.passage(self._coloured_as(each)))
                look.setFontUnderline(not each.is_equal)
            elif each.is_left_out:
                look = coloured(theme.color(Token.MUTED))
            else:
                continue
            marks.append(self._mark(each.start, each.end, look))
        wave = QTextCharFormat()
        wave.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wave.setUnderlineColor(theme.color(Token.DANGER))
        marks += [self._mark(*each, wave) for each in self._tampered[:_MOST_PIECES]]
        self.setExtraSelections(marks)
        self.pieces_changed.emit()

    def _mark(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        mark.cursor, mark.format = cursor, look
        return mark


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


def _tampered(findings: Findings, pieces: Sequence[_Piece]) -> Iterator[tuple[int, int]]:
    """Stretches with what honest authors do not leave, each with a letter on either side.

    Some of these characters take no room of their own, so that nothing could be drawn below them.
    """
    if not findings.tampered:
        return
    code_points = np.frombuffer(findings.text.encode("utf-32-le", "replace"), np.uint32)
    pairs = np.concatenate(([0], np.cumsum(code_points > _LAST_NARROW)))
    begins = [each.offset for each in pieces if each.begins]
    lengths = [len(_label(each.source)) for each in pieces if each.begins]
    before = np.concatenate(([0], np.cumsum(lengths)))
    for flag in findings.flags:
        if flag.is_tampering:
            first = max(0, flag.offset - 1)
            last = min(len(findings.text), flag.offset + flag.length + 1)
            start, end = (
                at + int(pairs[at]) + int(before[bisect_right(begins, at)]) for at in (first, last)
            )
            yield start, end


def _label(source: int) -> str:
    """What stands before a passage."""
    return f"{source_mark(source)} "


def _shown(findings: Findings, chosen: int | None) -> tuple[str, list[_Piece]]:
    """The text with a number before each passage, and its stretches."""
    owners = findings.owners
    text = findings.text.replace("\r\n", " \n")  # which Qt would show as one character
    has_chosen, is_same = _chosen(findings, chosen)
    quoted, cited = findings.attribution.quoted, findings.attribution.cited
    groups = quoted * 2 + cited
    kinds = (owners + 1) * 16 + groups * 4 + is_same * 2 + findings.is_left_out
    kinds = kinds * 2 + has_chosen
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(text)]
    shown: list[str] = []
    pieces: list[_Piece] = []
    place, before = 0, _NOBODY
    for first, last in pairwise(edges):
        if first == last:
            continue
        source = int(owners[first])
        begins = source not in (_NOBODY, before)
        number = _label(source) if begins else ""
        part = number + text[first:last]
        end = place + len(part.encode("utf-16-le", "replace")) // 2
        group = GROUPS[bool(quoted[first]), bool(cited[first])]
        is_equal, is_out = bool(is_same[first]), bool(findings.is_left_out[first])
        has_it = bool(has_chosen[first])
        pieces.append(
            _Piece(place, end, first, last, source, group, is_equal, is_out, begins, has_it)
        )
        shown.append(part)
        place, before = end, source
    return "".join(shown), [each for each in pieces if each.source != _NOBODY or each.is_left_out]


def _chosen(findings: Findings, chosen: int | None) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """What counts of all that a source has, and where the text is the same as its source."""
    has, is_same = np.zeros(len(findings.text), np.bool_), findings.is_equal.copy()
    passages = () if chosen is None else findings.sources[chosen].passages
    for each in passages:
        if each.reason is None:
            has[each.passage.a.start : each.passage.a.end] = True
    has &= findings.owners != _NOBODY
    is_same[has] = False
    for each in passages:
        for run, _ in each.passage.runs:
            is_same[run.start : run.end] |= has[run.start : run.end]
    return has, is_same
