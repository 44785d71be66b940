"""One read-only text of the Compare page, with its differences marked.

Long texts are put in piece by piece, so that the window never waits. Marks are laid over the lines
in view only; a changed line also has a sign in the margin (~ changed, + only here).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from simhash_gui.ui.theme import Theme
from simhash_gui.ui.tokens import FontRole, Space, Token
from simhash_gui.ui.viewmodels.text_differences import LineMark, MarkedLines
from simhash_gui.ui.viewmodels.word_differences import Span

_PIECE_CHARACTERS = 30_000
_SIGNS = {LineMark.CHANGED: "~", LineMark.ONLY_HERE: "+"}
_TINT = 0.16
_STRONG_TINT = 0.30


class TextPane(QPlainTextEdit):
    """Shows lines, marks some, and tells when another line comes to the top."""

    scrolled = Signal()
    filled = Signal()

    def __init__(self, parent: QWidget | None = None, *, has_signs: bool = True) -> None:
        super().__init__(parent)
        self._waiting: list[str] = []
        self._marked = MarkedLines()
        self._is_fixed = False
        self._margin = _Margin(self)
        self._margin.setVisible(has_signs)
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
        Theme.current().changed.connect(self._dress)
        self._dress()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Replace the text; ``filled`` follows once all of it is there."""
        self.setExtraSelections([])
        self._marked = MarkedLines()
        self._waiting = _pieces(lines)
        self.setPlainText(self._waiting.pop(0))
        self._timer.start()

    def show_marks(self, marked: MarkedLines) -> None:
        """Mark lines and spans."""
        self._marked = marked
        self._mark_view()
        self._margin.update()

    @property
    def is_filled(self) -> bool:
        """Whether the whole text is in the pane."""
        return not self._waiting

    def set_wrapped(self, is_wrapped: bool) -> None:
        """Break long lines at the edge, or scroll sideways."""
        mode = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(mode.WidgetWidth if is_wrapped else mode.NoWrap)

    def set_fixed(self, is_fixed: bool) -> None:
        """Use the fixed-width font."""
        self._is_fixed = is_fixed
        self._dress()

    def first_line(self) -> int:
        """Number of the line at the top."""
        return self.firstVisibleBlock().blockNumber()

    def scroll_to_line(self, line: int) -> None:
        """Bring a line to the top, as far as the text allows."""
        block = self.document().findBlockByNumber(min(line, self.blockCount() - 1))
        self.verticalScrollBar().setValue(block.firstLineNumber())

    def mark_sign(self, line: int) -> str:
        """The sign in the margin beside a line; empty where nothing is marked."""
        mark = self._marked.marks.get(line)
        return _SIGNS[mark] if mark is not None else ""

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        width = self._margin.sizeHint().width()
        self._margin.setGeometry(QRect(area.left(), area.top(), width, area.height()))
        self._mark_view()

    def _append_piece(self) -> None:
        if not self._waiting:
            self._timer.stop()
            self._mark_view()
            self.filled.emit()
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._waiting.pop(0))

    def _dress(self) -> None:
        theme = Theme.current()
        self.setFont(theme.font(FontRole.FIXED if self._is_fixed else FontRole.BODY))
        margin = self._margin.sizeHint().width() if self._has_signs else Space.XS
        self.setViewportMargins(margin, 0, 0, 0)
        self._mark_view()

    def _on_scrolled(self) -> None:
        self._mark_view()
        self.scrolled.emit()

    def _follow(self, area: QRect, dy: int) -> None:
        if dy:
            self._margin.scroll(0, dy)
        else:
            self._margin.update(0, area.y(), self._margin.width(), area.height())

    def visible_blocks(self) -> list[tuple[QTextBlock, QRectF]]:
        """The lines in view with their place in the viewport."""
        found = []
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        height = self.viewport().height()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(offset)
            if place.top() > height:
                break
            found.append((block, place))
            block = block.next()
        return found

    def _mark_view(self) -> None:
        if not self._marked.marks:
            return
        selections = []
        for block, _ in self.visible_blocks():
            selections.extend(self._selections(block))
        self.setExtraSelections(selections)

    def _selections(self, block: QTextBlock) -> list[QTextEdit.ExtraSelection]:
        mark = self._marked.marks.get(block.blockNumber())
        if mark is None:
            return []
        spans = self._marked.spans.get(block.blockNumber())
        if spans is None:
            return [_selection(block, None, self._format(strong=mark is LineMark.ONLY_HERE))]
        strong = self._format(strong=True)
        return [_selection(block, span, strong) for span in spans]

    def _format(self, *, strong: bool) -> QTextCharFormat:
        color = Theme.current().color(Token.DIFFERS)
        text_format = QTextCharFormat()
        if strong:
            text_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            text_format.setUnderlineColor(color)
        color.setAlphaF(_STRONG_TINT if strong else _TINT)
        text_format.setBackground(color)
        return text_format


class _Margin(QWidget):
    """The signs beside the lines."""

    def __init__(self, pane: TextPane) -> None:
        super().__init__(pane)
        self._pane = pane

    @override
    def sizeHint(self) -> QSize:
        metrics = self._pane.fontMetrics()
        return QSize(metrics.horizontalAdvance("~") + 10, 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = Theme.current()
        painter.fillRect(event.rect(), theme.color(Token.SURFACE))
        painter.setFont(theme.font(FontRole.FIXED))
        painter.setPen(theme.color(Token.DIFFERS))
        for block, place in self._pane.visible_blocks():
            sign = self._pane.mark_sign(block.blockNumber())
            if sign:
                area = QRectF(0, place.top(), self.width(), self._pane.fontMetrics().height())
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, sign)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()


def _selection(
    block: QTextBlock, span: Span | None, text_format: QTextCharFormat
) -> QTextEdit.ExtraSelection:
    text = block.text()
    start = 0 if span is None else _utf16_units(text[: span.start])
    end = block.length() - 1 if span is None else _utf16_units(text[: span.end])
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + start)
    cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
    selection = QTextEdit.ExtraSelection()
    selection.cursor = cursor
    selection.format = text_format
    return selection


def _utf16_units(text: str) -> int:
    """Length as Qt counts it."""
    return len(text) + sum(character > "\uffff" for character in text)


def _pieces(lines: Sequence[str]) -> list[str]:
    """The text in pieces that can be put in one after the other; at least one."""
    pieces: list[str] = []
    part: list[str] = []
    size = 0
    for line in lines:
        part.append(line)
        size += len(line) + 1
        if size >= _PIECE_CHARACTERS:
            pieces.append("\n".join(part))
            part, size = [], 0
    if part or not pieces:
        pieces.append("\n".join(part))
    return [piece if number == 0 else "\n" + piece for number, piece in enumerate(pieces)]
