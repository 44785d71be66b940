"""A row of bits, most significant first, in blocks of sixteen; cells can be marked to answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_BLOCK = 16
_OUTLINE_PX = 3
_LIT_PX = 4
_SHRUNK = 0.7
"""Of its full size is what a cell shrinks to at most, for two blocks to stand side by side."""


class BitRow(QWidget):
    """``count`` bits of a value. Where it takes marks: click, or arrows and the space bar."""

    marked = Signal()

    def __init__(self, count: int, *, takes_marks: bool = False, is_large: bool = False) -> None:
        super().__init__()
        self._count = count
        self._value: int | None = 0
        self._marks: set[int] = set()
        self._differing: frozenset[int] = frozenset()
        self._fragile: frozenset[int] = frozenset()
        self._cursor = count - 1
        self._name = ""
        self._letter = ""
        self._captions: tuple[str, ...] = ()
        self._blocks: tuple[str, ...] = ()
        self._spoilt: frozenset[int] | None = None
        self._takes_marks = takes_marks
        self._lit: frozenset[int] = frozenset()
        self._is_large = takes_marks or is_large
        self._sign = "✓" if takes_marks else "▲"  # of the right answer, or of bits that differ
        if takes_marks:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_name(self, name: str) -> None:
        """What the row is called by screen readers."""
        self._name = name
        self._tell()

    def set_letter(self, letter: str) -> None:
        """What stands before the bits."""
        self._letter = letter
        self._fit()
        self.update()

    def set_captions(self, captions: Sequence[str]) -> None:
        """What stands in cells without a value, by bit; else it is the number of the bit."""
        self._captions = tuple(captions)
        self.update()

    def name_blocks(self, names: Sequence[str], spoilt: Collection[int] | None = None) -> None:
        """What stands above each block, first block first; ``spoilt`` ones are told from others."""
        self._blocks = tuple(names)
        self._spoilt = None if spoilt is None else frozenset(spoilt)
        self.updateGeometry()
        self._fit()
        self._tell()
        self.update()

    def show_bits(
        self,
        value: int | None,
        count: int | None = None,
        *,
        differing: Collection[int] = (),
        fragile: Collection[int] = (),
    ) -> None:
        """Show a value, None for bits that are not told; marks are forgotten."""
        self._value = value
        self._differing, self._fragile = frozenset(differing), frozenset(fragile)
        self._marks.clear()
        if count is not None and count != self._count:
            self._count = count
            self._cursor = count - 1
        self.updateGeometry()
        self._fit()
        self._tell()
        self.update()

    def set_differing(self, differing: Collection[int]) -> None:
        """Point out bits, as an answer that is revealed."""
        self._differing = frozenset(differing)
        self._tell()
        self.update()

    def blank(self) -> None:
        """Show empty cells until there is a value."""
        self.set_captions([""] * self._count)
        self.show_bits(None)

    def set_lit(self, bits: Collection[int]) -> None:
        """Underline bits inside their cells, for what is pointed at elsewhere."""
        if self._lit != bits:
            self._lit = frozenset(bits)
            self._tell()
            self.update()

    def set_takes_marks(self, takes_marks: bool) -> None:
        """Whether bits can still be marked; the cursor moves in any case."""
        self._takes_marks = takes_marks

    @property
    def takes_marks(self) -> bool:
        """Whether bits can be marked now."""
        return self._takes_marks

    @property
    def lit(self) -> frozenset[int]:
        """The bits that are underlined."""
        return self._lit

    @property
    def marks(self) -> frozenset[int]:
        """The bits that were marked."""
        return frozenset(self._marks)

    def set_marks(self, marks: Collection[int]) -> None:
        """Mark exactly these."""
        self._marks = set(marks)
        self._tell()
        self.update()

    def bit_rect(self, bit: int) -> QRect:
        """Where a bit is drawn."""
        return self._rects([bit])[0]

    @override
    def sizeHint(self) -> QSize:
        cell = self._full_cell()
        blocks = (self._count - 1) // _BLOCK
        return QSize(self._left() + self._count * cell + blocks * Space.S, self._line())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._left() + min(self._count, _BLOCK) * _least_cell(), self._line())

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        lines = -(-self._count // self._per_line(width))
        return lines * self._line(width)

    @override
    def resizeEvent(self, event: object) -> None:
        self._fit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._takes_marks:
            self.setFocus()
            bit = self._bit_at(event.position().toPoint())
            if bit is not None:
                self._cursor = bit
                self._toggle()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Left: self._cursor + 1,
            Qt.Key.Key_Right: self._cursor - 1,
            Qt.Key.Key_Home: self._count - 1,
            Qt.Key.Key_End: 0,
        }
        key = Qt.Key(event.key())
        if key in moves:
            self._cursor = max(0, min(self._count - 1, moves[key]))
            self._tell()
            self.update()
        elif key is Qt.Key.Key_Space and self._takes_marks:
            self._toggle()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = Theme.current()
        painter.setFont(theme.font(FontRole.FIXED))
        if self._letter:
            painter.setPen(theme.color(Token.TEXT))
            first = self.bit_rect(self._count - 1)  # a row that goes on below is still one row
            painter.drawText(
                first.translated(-self._left(), 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
                self._letter,
            )
        for block in range(len(self._blocks)):
            self._paint_block(painter, block)
        for bit, cell in enumerate(self._rects(range(self._count))):
            self._paint(painter, bit, cell)
        if self.hasFocus():
            painter.setPen(QPen(theme.color(Token.TEXT), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.bit_rect(self._cursor).adjusted(1, 1, 0, 0))

    def _paint_block(self, painter: QPainter, block: int) -> None:
        """The name of a block above its bits, and a bar below it: broken where it is spoilt."""
        theme, last = Theme.current(), self._count - 1 - block * _BLOCK
        place = self.bit_rect(last).united(self.bit_rect(max(0, last - _BLOCK + 1)))
        above = QRect(place.left(), place.top() - self._above(), place.width(), self._above())
        token = Token.TEXT
        if self._spoilt is not None:
            token = Token.DIFFERS if block in self._spoilt else Token.AGREES
            line = Qt.PenStyle.DashLine if block in self._spoilt else Qt.PenStyle.SolidLine
            painter.setPen(QPen(theme.color(token), _OUTLINE_PX, line))
            painter.drawLine(above.left(), above.bottom() - 3, above.right(), above.bottom() - 3)
        painter.setPen(theme.color(token))
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, self._blocks[block])

    def _rects(self, bits: Iterable[int]) -> list[QRect]:
        """Where bits are drawn: the type is measured once for all of them."""
        cell, per_line, rects = self._cell(), self._per_line(), []
        left, above, line_px = self._left(), self._above(), self._line()
        for bit in bits:
            line, place = divmod(self._count - 1 - bit, per_line)
            gap, top = place // _BLOCK * Space.S, above + line * line_px
            rects.append(QRect(left + place * cell + gap, top, cell - 2, cell - 2))
        return rects

    def _paint(self, painter: QPainter, bit: int, cell: QRect) -> None:
        theme = Theme.current()
        is_one = self._value is not None and self._value >> bit & 1
        painter.setPen(theme.color(Token.ACCENT if is_one else Token.OUTLINE))
        fill = theme.color(Token.ACCENT if is_one else Token.SURFACE)
        if bit in self._fragile:
            fill.setAlphaF(0.45)
        painter.setBrush(fill)
        painter.drawRect(cell)
        if self._value is None:
            caption = self._captions[bit] if self._captions else str(bit)
            painter.setPen(theme.color(Token.MUTED))
            font, needed = painter.font(), painter.fontMetrics().horizontalAdvance(caption)
            if needed > cell.width():
                font.setPointSizeF(font.pointSizeF() * cell.width() / needed)
            painter.save()
            painter.setFont(font)
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, caption)
            painter.restore()
        else:
            text = Token.ON_ACCENT if is_one and bit not in self._fragile else Token.TEXT
            painter.setPen(theme.color(text))
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(int(is_one)))
        if bit in self._lit:
            line = QRect(cell.left() + 2, cell.bottom() - _LIT_PX, cell.width() - 4, _LIT_PX)
            painter.fillRect(line, theme.color(Token.WARN))
        if bit in self._marks:
            painter.setPen(QPen(theme.color(Token.WARN), _OUTLINE_PX))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(cell.adjusted(1, 1, -1, -1))
        if bit in self._differing:
            painter.setPen(theme.color(Token.TEXT if self._sign == "✓" else Token.DIFFERS))
            below = QRect(cell.left() - 4, cell.bottom(), cell.width() + 8, Space.L)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._sign)

    def _toggle(self) -> None:
        self._marks ^= {self._cursor}
        self._tell()
        self.update()
        self.marked.emit()

    def _bit_at(self, point: QPoint) -> int | None:
        rects = self._rects(range(self._count))
        return next((bit for bit, cell in enumerate(rects) if cell.contains(point)), None)

    def _full_cell(self) -> int:
        metrics = QFontMetrics(Theme.current().font(FontRole.FIXED))
        return max(metrics.height() + 2, Theme.current().scaled(Space.XL if self._is_large else 18))

    def _cell(self, width: int | None = None) -> int:
        """Smaller where a block does not fit, so that no page scrolls sideways for it.

        A little smaller too where two blocks then stand side by side, as in a lecture.
        """
        room = (self.width() if width is None else width) - self._left()
        full = self._full_cell()
        half = (room - Space.S) // (2 * _BLOCK)
        if self._count > _BLOCK and _SHRUNK * full <= half < full:
            return half
        fitting = room // max(min(self._count, _BLOCK), 1)
        return max(min(full, fitting), _least_cell())

    def _above(self) -> int:
        if not self._blocks:
            return 0
        return QFontMetrics(Theme.current().font(FontRole.FIXED)).height() + Space.S

    def _line(self, width: int | None = None) -> int:
        return self._above() + self._cell(width) + Space.L

    def _per_line(self, width: int | None = None) -> int:
        room = (self.width() if width is None else width) - self._left()
        if self._count <= _BLOCK:
            return self._count
        per_block = _BLOCK * self._cell(width) + Space.S
        blocks = max(1, (room + Space.S) // per_block)
        return _BLOCK * int(next((n for n in (8, 4, 2, 1) if n <= blocks), 1))

    def _left(self) -> int:
        return self._full_cell() if self._letter else 0

    def _fit(self) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def _tell(self) -> None:
        bits = "" if self._value is None else format(self._value, f"0{self._count}b")
        parts = [self._name, bits]
        if self._takes_marks:
            mark = "●" if self._cursor in self._marks else "○"
            parts += [f"{self._cursor} {mark}", " ".join(map(str, sorted(self._marks)))]
        if self._differing:
            parts.append(f"{self._sign} " + " ".join(map(str, sorted(self._differing))))
        if self._lit:
            parts.append("_ " + " ".join(map(str, sorted(self._lit))))
        if self._spoilt is not None:
            parts.append(", ".join(self._blocks))
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(" · ".join(part for part in parts[1:] if part))


def _least_cell() -> int:
    """Room for a digit."""
    metrics = QFontMetrics(Theme.current().font(FontRole.FIXED))
    return metrics.horizontalAdvance("0") + Space.S
