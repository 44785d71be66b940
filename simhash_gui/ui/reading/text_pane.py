"""One read-only text of the Compare page, with its passages and its differences marked.

Long texts are put in piece by piece, so that the window never waits. Marks are laid over the lines
in view only; a changed line also has a sign in the margin (~ changed, + only here), a passage its
number. A click, or Enter at the cursor, picks a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QMargins, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontInfo,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.ui.common.spaced_text import LINE_HEIGHT, SpacedLayout, reading_font
from simhash_gui.ui.reading.difference_places import Extent, LineMark, MarkedLines
from simhash_gui.ui.reading.shared_passages import LinkedPassages
from simhash_gui.ui.reading.shown_text import Place
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.reading.text_margin import TextMargin, TextMarks, characters_in, utf16_units
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space

_PIECE_CHARACTERS = 30_000
_LINE_CHARACTERS = 72
"""Texts that are read are set larger than the labels around them."""
_SIGNS = {LineMark.CHANGED: "~", LineMark.ONLY_HERE: "+"}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class TextPane(QPlainTextEdit):
    """Shows lines, marks some, and tells when another line comes to the top."""

    scrolled = Signal()
    filled = Signal()
    picked = Signal(object)  # Place
    number_clicked = Signal(int)  # index of a passage
    resized = Signal()

    def __init__(self, parent: QWidget | None = None, *, has_signs: bool = True) -> None:
        super().__init__(parent)
        document = QTextDocument(self)
        self._layout = SpacedLayout(document)
        document.setDocumentLayout(self._layout)
        self.setDocument(document)
        self.lines: Sequence[str] = ()
        self._waiting: Iterator[str] = iter(())
        self._is_filled, self._has_old = True, False
        self.marks = TextMarks()
        self._shared: LinkedPassages | None = None
        self.describe: Callable[[int], str] | None = None  # what to say of a passage
        self._is_fixed = self._is_narrow = self._is_stale = False
        self._holds = 0
        self._is_resizing = False
        self.margin = TextMargin(self, self)
        self.margin.number_clicked.connect(self.number_clicked)
        self.margin.setVisible(has_signs)
        self._has_signs = has_signs
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._append_piece)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.updateRequest.connect(self._follow)
        Theme.current().changed.connect(self._style)
        self._style()

    def show_lines(self, lines: Sequence[str], *, at_once: bool = True) -> None:
        """Replace the text; ``filled`` follows once all of it is there.

        The old text goes ``at_once`` or in the next turn of the event loop: 20 MB take 20 ms.
        """
        self.setExtraSelections([])
        self.marks = TextMarks()
        self._shared = None
        self.lines = lines
        self._waiting = _pieces(lines)
        self._is_filled, self._has_old = False, True
        if at_once:
            self._append_piece()
        self._timer.start()

    def show_marks(self, marked: MarkedLines) -> None:
        """Mark lines and spans."""
        self.marks.differences, self.marks.place = marked, None
        self._mark_view()

    def step_to(self, place: Extent) -> None:
        """Bring out one of the places that differ."""
        self.marks.place = place
        self._mark_view()

    def show_passages(
        self, shared: LinkedPassages | None, side: Side, *, dims_common: bool = False
    ) -> None:
        """Colour and number the passages of this text.

        ``dims_common``: only moved ones have a colour; the others are dimmed.
        """
        had_passages, self._shared = self.marks.passages is not None, shared
        self.marks.dims = self._stays if dims_common else _no_passage
        self.marks.passages = shared.side(side) if shared is not None else None
        self.marks.current = None
        if had_passages or shared is not None:
            self._mark_view()

    def look_at(self, index: int | None) -> None:
        """Bring out one passage; the others fade."""
        self.marks.current = index
        self._mark_view()

    def hold_marks(self) -> None:
        """Leave the marks as they are until ``release_marks``: more than one thing is to change.

        As often as they are held they are to be released.
        """
        self._holds += 1

    def release_marks(self) -> None:
        """Lay marks over what is in view now, if any has changed meanwhile."""
        self._holds -= 1
        if self._is_stale:
            self._mark_view()

    def is_moved(self, index: int) -> bool:
        """Whether a passage stands elsewhere in the other text."""
        return self._shared is not None and self._shared.passages[index].is_moved

    def _stays(self, index: int) -> bool:
        return not self.is_moved(index)

    def number_area(self, index: int) -> QRectF | None:
        """Where in the margin the number of a passage is, if it is in view."""
        return self.margin.chip_at(index)

    @property
    def is_filled(self) -> bool:
        """Whether the whole text is in the pane."""
        return self._is_filled

    def set_wrapped(self, is_wrapped: bool) -> None:
        """Break long lines at the edge, or scroll sideways."""
        mode = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(mode.WidgetWidth if is_wrapped else mode.NoWrap)

    def set_fixed(self, is_fixed: bool) -> None:
        """Use the fixed-width font."""
        self._is_fixed = is_fixed
        self._style()

    def set_narrow(self, is_narrow: bool) -> None:
        """Lines of a comfortable length, however wide the pane is."""
        self._is_narrow = is_narrow
        self._set_margins()

    def first_line(self) -> int:
        """Number of the line at the top."""
        return self.firstVisibleBlock().blockNumber()

    def top_place(self) -> Place:
        """The character at the top left."""
        block = self.firstVisibleBlock()
        return self._row_start(block, self.verticalScrollBar().value() - block.firstLineNumber())

    def bottom_place(self) -> Place:
        """The character at the bottom left."""
        cursor = self.cursorForPosition(QPoint(1, self.viewport().height() - 1))
        return self._place(cursor)

    def row_of(self, place: Place) -> int:
        """The row of the whole laid-out text that shows a character."""
        block = self.document().findBlockByNumber(min(place.line, self.blockCount() - 1))
        self._lay_out(block)
        row = block.layout().lineForTextPosition(utf16_units(block.text(), place.column))
        return block.firstLineNumber() + max(row.lineNumber(), 0)

    def row_in_view(self, place: Place) -> int:
        """How many rows below the top a character is shown; negative above."""
        return self.row_of(place) - self.verticalScrollBar().value()

    @property
    def row_px(self) -> float:
        """From one row to the next, but where letters are higher."""
        return max(self._layout.row_px, self.fontMetrics().height())

    def rows_in_view(self) -> int:
        """How many rows the pane is high."""
        return self.verticalScrollBar().pageStep()

    def scroll_to_place(self, place: Place, rows_above: int = 0) -> None:
        """Bring a character to the top, or so many rows below it."""
        block = self.document().findBlockByNumber(min(place.line, self.blockCount() - 1))
        self._lay_out_before(block, rows_above)
        self.verticalScrollBar().setValue(self.row_of(place) - rows_above)

    def mark_sign(self, line: int) -> str:
        """The sign in the margin beside a line; empty where nothing is marked."""
        differences = self.marks.differences
        mark = differences.marks.get(line)
        is_shown = differences.spans.get(line) != ()
        return _SIGNS[mark] if mark is not None and is_shown else ""

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._is_resizing = True
        self._layout.forget()
        super().resizeEvent(event)
        self._is_resizing = False
        area = self.contentsRect()
        width = self.margin.sizeHint().width()
        self.margin.setGeometry(QRect(area.left(), area.top(), width, area.height()))
        self._set_margins()
        self._mark_view()
        self.resized.emit()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        is_click = event.button() is Qt.MouseButton.LeftButton
        if is_click and not self.textCursor().hasSelection():
            self.picked.emit(self._place(self.cursorForPosition(event.position().toPoint())))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.picked.emit(self._place(self.textCursor()))
        else:
            super().keyPressEvent(event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos()), self.viewport())
            return True
        return super().viewportEvent(event)

    def tip_at(self, position: QPoint) -> str:
        """What there is to say of the passage at a point of the viewport."""
        if self.marks.passages is None or self.describe is None:
            return ""
        index = self.marks.passages.at(self._place(self.cursorForPosition(position)))
        return self.describe(index) if index is not None else ""

    def place_at(self, position: int) -> Place:
        """The place of a position of the document."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return self._place(cursor)

    def select(self, place: Place, characters: int) -> None:
        """Select so much of a line and bring it to the middle, once the pane has come so far."""
        block = self.document().findBlockByNumber(place.line)
        if block.isValid():
            cursor = QTextCursor(block)
            start, end = (utf16_units(block.text(), place.column + n) for n in (0, characters))
            cursor.setPosition(block.position() + start)
            cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
            self.centerCursor()

    def _place(self, cursor: QTextCursor) -> Place:
        return Place(
            cursor.blockNumber(), characters_in(cursor.block().text(), cursor.positionInBlock())
        )

    def _lay_out(self, block: QTextBlock) -> None:
        """Have a line cut into rows: Qt takes lines for one row each until they are in view."""
        self.document().documentLayout().blockBoundingRect(block)

    def _lay_out_before(self, block: QTextBlock, rows: int) -> None:
        while rows > 0 and block.previous().isValid():
            block = block.previous()
            self._lay_out(block)
            rows -= block.lineCount()

    def _row_start(self, block: QTextBlock, row: int) -> Place:
        line = block.layout().lineAt(min(max(row, 0), max(block.layout().lineCount() - 1, 0)))
        units = line.textStart() if line.isValid() else 0
        return Place(block.blockNumber(), characters_in(block.text(), units))

    def _append_piece(self) -> None:
        piece = next(self._waiting, None)
        if piece is None:
            self._timer.stop()
            self._is_filled = True
            self._mark_view()
            self.filled.emit()
        elif self._has_old:
            self._has_old = False
            self.setPlainText(piece)
        else:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(piece)

    def _style(self) -> None:
        font = reading_font(FontRole.FIXED if self._is_fixed else FontRole.BODY)
        self._layout.row_px = LINE_HEIGHT * QFontInfo(font).pixelSize()
        self.setFont(font)
        self._set_margins()
        self._mark_view()

    def _set_margins(self) -> None:
        left = self.margin.sizeHint().width() if self._has_signs else Space.XS
        right = 0
        if self._is_narrow:
            text = self.fontMetrics().averageCharWidth() * _LINE_CHARACTERS
            bar = self.verticalScrollBar().sizeHint().width()
            right = max(0, self.contentsRect().width() - left - bar - text)
        margins = QMargins(left, 0, right, 0)
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)

    def _on_scrolled(self) -> None:
        self._mark_view()
        if not self._is_resizing:
            self.scrolled.emit()

    def _follow(self, area: QRect, dy: int) -> None:
        if dy:
            self.margin.scroll(0, dy)
        else:
            self.margin.update(0, area.y(), self.margin.width(), area.height())

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """The lines in view with their place in the viewport.

        Qt would go through all lines above for the place of each.
        """
        found: list[tuple[QTextBlock, QRectF]] = []
        block, height = self.firstVisibleBlock(), self.viewport().height()
        place = self.blockBoundingGeometry(block).translated(self.contentOffset())
        while place.top() <= height:
            found.append((block, place))
            block = block.next()
            if not block.isValid():
                break
            place = self.blockBoundingRect(block).translated(0, place.bottom())
        return found

    def _mark_view(self) -> None:
        """Lay marks over the lines in view.

        Qt lays out lines while it does so, which can scroll the pane and lead here again, in the
        middle of its own loop over the marks; so that is put off until it is through.
        """
        self.margin.update()
        self._is_stale = True
        if self._holds:
            return
        self._holds += 1
        while self._is_stale:
            self._is_stale = False
            blocks = [] if self.marks.is_empty else self.visible_blocks()
            found = [mark for block, _ in blocks for mark in self.marks.of_block(block)]
            with self._layout.remembered():
                self.setExtraSelections(found)
        self._holds -= 1


def _no_passage(_index: int) -> bool:
    return False


def _pieces(lines: Sequence[str]) -> Iterator[str]:
    """The text in pieces that can be put in one after the other; at least one."""
    part: list[str] = []
    size, before = 0, ""
    for line in lines:
        part.append(line)
        size += len(line) + 1
        if size >= _PIECE_CHARACTERS:
            yield before + "\n".join(part)
            part, size, before = [], 0, "\n"
    if part or not before:
        yield before + "\n".join(part)
