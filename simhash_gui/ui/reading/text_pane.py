"""One read-only text of the Compare page, with its passages and its differences marked.

Long texts are put in piece by piece, so that the window never waits. Marks are laid over the lines
in view only; a changed line also has a sign in the margin (~ changed, + only here), a passage its
number. A click, or Enter at the cursor, picks a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from PySide6.QtCore import QEvent, QMargins, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontInfo,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
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
LONG_LINES = 2_000
"""Longer texts take up a size in a turn of their own, and are freed so many lines a turn."""
_LINE_CHARACTERS = 72
"""Texts that are read are set larger than the labels around them."""
_SIGNS = {LineMark.CHANGED: "~", LineMark.ONLY_HERE: "+"}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_View: TypeAlias = tuple[Place, int]
"""The place at the top, and the number of the last line in view."""


class TextPane(QPlainTextEdit):
    """Shows lines, marks some, and tells when another line comes to the top."""

    jumped = Signal()  # none of the lines that were in view is any more; ``scrolled`` follows
    scrolled = Signal()
    filled = Signal()
    picked = Signal(object)  # Place
    number_clicked = Signal(int)  # index of a passage
    resized = Signal()

    def __init__(self, parent: QWidget | None = None, *, has_signs: bool = True) -> None:
        super().__init__(parent)
        self._set_new_document(row_px=0.0)
        self.lines: Sequence[str] = ()
        self._waiting: Iterator[str] = iter(())
        self._is_filled, self._has_old = True, False
        self.marks = TextMarks()
        self._shared: LinkedPassages | None = None
        self.describe: Callable[[int], str] | None = None  # what to say of a passage
        self.beside: TextPane | None = None  # does first what takes long, so that turns stay short
        self._is_fixed = self._is_narrow = self._is_stale = False
        self._holds = 0
        self._seen: _View | None = None
        self._resized_from: QSize | None = None
        self._is_to_be_laid_out = False
        self._laying_out = QTimer(self)
        self._laying_out.setSingleShot(True)
        self._laying_out.timeout.connect(self._lay_out_unless_held)
        self._is_resizing = self._is_moving = self._has_moved = False
        self.margin = TextMargin(self, self)
        self.margin.number_clicked.connect(self.number_clicked)
        self.margin.setVisible(has_signs)
        self._has_signs = has_signs
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._append_piece)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.updateRequest.connect(self._follow)
        Theme.current().changed.connect(self._style)
        self._style()

    def show_lines(self, lines: Sequence[str], *, after_ms: int | None = None) -> None:
        """Replace the text; ``filled`` follows once all of it is there.

        The old text goes at once, or in a later turn of the event loop. All of a long one but its
        beginning follows when the pane ``beside`` is filled.
        """
        self.marks = TextMarks()
        self._shared = self._seen = None
        self.lines = lines
        self._waiting = _pieces(lines)
        self._is_filled, self._has_old = False, True
        if after_ms is None:
            self._append_piece()
        self._timer.start(after_ms or 0)

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
        self._lay_out_unless_held()
        if self._is_stale:
            self._mark_view()

    def lay_out(self) -> None:
        """Take up the last of the sizes that the pane has got while nothing was painted."""
        if not self._is_to_be_laid_out or self._has_old:
            return
        self._is_to_be_laid_out = False
        before, self._resized_from = self._resized_from, None
        if before is not None:
            self._resize(QResizeEvent(self.viewport().size(), before))
        super().showEvent(QShowEvent())

    def remembering_rows(self) -> AbstractContextManager[None]:
        """While neither text nor room changes: see ``SpacedLayout.remembered``."""
        return self._layout.remembered()

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
        with self._moving_once():
            self._lay_out_before(block, rows_above)
            self.verticalScrollBar().setValue(self.row_of(place) - rows_above)

    def mark_sign(self, line: int) -> str:
        """The sign in the margin beside a line; empty where nothing is marked."""
        differences = self.marks.differences
        mark = differences.marks.get(line)
        if mark is None or differences.spans_of(line) == ():
            return ""
        return _SIGNS[mark]

    @override
    def showEvent(self, event: QShowEvent) -> None:
        if self.updatesEnabled():
            super().showEvent(event)
        else:
            self._lay_out_later()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """While nothing is painted the pane may get several sizes; see ``lay_out``."""
        if self.updatesEnabled() and self.blockCount() <= LONG_LINES:
            self._resize(event)
        else:
            self._resized_from = self._resized_from or event.oldSize()
            self._lay_out_later()

    def _lay_out_later(self) -> None:
        """Qt cuts lines into rows whenever a text is shown, or has another size."""
        self._is_to_be_laid_out = True
        self._laying_out.start()

    def _lay_out_unless_held(self) -> None:
        if self.beside is not None and self.beside._laying_out.isActive():
            self._laying_out.start()
        elif not self._holds:
            self.lay_out()

    def _resize(self, event: QResizeEvent) -> None:
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
        if self._timer.interval():
            self._timer.setInterval(0)
        if not self._has_old and self.beside is not None and not self.beside.is_filled:
            return
        piece = next(self._waiting, None)
        if piece is None:
            self._timer.stop()
            self._is_filled = True
            self._mark_view()
            self.filled.emit()
        elif self._has_old:
            self._has_old = False
            if self.blockCount() > LONG_LINES:
                _Leaving(self.document())
                self._set_new_document(self._layout.row_px)
            self.setPlainText(piece)
            self.setExtraSelections([])  # Qt would lay out the lines that they were over
            self._lay_out_unless_held()
        else:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(piece)

    def _set_new_document(self, row_px: float) -> None:
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDefaultFont(self.font())
        self._layout = SpacedLayout(document)
        self._layout.row_px = row_px
        document.setDocumentLayout(self._layout)
        self.setDocument(document)

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
        self._has_moved = True
        if not self._is_moving:
            self._tell_view()

    @contextmanager
    def _moving_once(self) -> Iterator[None]:
        """The bar moves whenever Qt cuts a line into rows; what is in view is told after that."""
        was_moving, self._is_moving = self._is_moving, True
        try:
            with self.remembering_rows():
                yield
        finally:
            self._is_moving = was_moving
        if self._has_moved and not was_moving:
            self._tell_view()

    def _tell_view(self) -> None:
        """Tell that other lines are in view, if they are, and mark them."""
        with self._moving_once():
            while self._seen != (seen := self._settled_view()):
                has_jumped, self._seen = _is_elsewhere(seen, self._seen), seen
                if not self._is_resizing:
                    if has_jumped:
                        self.jumped.emit()
                    self.scrolled.emit()
                self._mark_view()
            self._has_moved = False

    def _settled_view(self) -> _View:
        """What is in view once all its lines are cut into rows."""
        last, _ = self.visible_blocks()[-1]
        return self.top_place(), last.blockNumber()

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
        with self._moving_once():
            while self._is_stale:
                self._is_stale = False
                blocks = [] if self.marks.is_empty else self.visible_blocks()
                found = [mark for block, _ in blocks for mark in self.marks.of_block(block)]
                self.setExtraSelections(found)
            self._holds -= 1


class _Leaving(QTimer):
    """Frees a long text a part at a time: all of 20 MB would keep the window from its next turn."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self.timeout.connect(self._free_some)
        self.start(0)

    def _free_some(self) -> None:
        block = self._document.findBlockByNumber(self._document.blockCount() - LONG_LINES)
        if block.isValid():
            part = QTextCursor(block)
            part.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            part.removeSelectedText()
        else:
            self.stop()
            self._document.deleteLater()


def _is_elsewhere(seen: _View, before: _View | None) -> bool:
    (top, last), (top_before, last_before) = seen, before or seen
    return top.line > last_before or last < top_before.line


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
