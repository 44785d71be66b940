"""Votes of every feature on every bit, their sums, and the bits that follow: the heart of SimHash.

Numbers where there are few bits, filled and empty squares where there are many: in several lines
where not even narrow ones fit beside each other. Only what is on show is drawn.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget
from typing_extensions import override

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.teaching.lessons import fragile_bits
from simhash_gui.ui.common.format import sentences
from simhash_gui.ui.learn.parts import fit_to_type
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_FEW_BITS, _BLOCK = 16, 16
_NAME_CHARACTERS, _FEWEST_CHARACTERS = 14, 4
_LEAST_CELL_PX, _PLAIN_CELL_PX, _NAMES_MEASURED = 6, 8, 100
_SHORTEST_NUMBER, _WIDE_NUMBER = "+1", "+9.99"
_FOOT_ROWS = 3  # the sum, the bit, and the sign of a fragile one


class Step(IntEnum):
    """How far the five steps are shown."""

    SEGMENT = 1
    HASH = 2
    WEIGH = 3
    MERGE = 4
    REDUCE = 5


class VoteArea(QScrollArea):
    """Scrolls a vote table where there is no room; as high as its rows, up to ``most_rows``."""

    def __init__(self, table: VoteTable, most_rows: int = 12) -> None:
        super().__init__()
        self._table, self._most_rows = table, most_rows
        self.setWidget(table)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        table.setAutoFillBackground(False)
        table.measured.connect(self._fit)
        table.walked.connect(self._show_row)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._table.fit_to(self.viewport().width())
        self._table.update()  # what its sums come to stays at the lower edge

    def _fit(self) -> None:
        most = max(1, self._most_rows // self._table.lines)
        rows = min(self._table.row_count, most) + 1 + self._table.foot_rows
        self.setFixedHeight(rows * self._table.row_px + Space.L)

    def _show_row(self, row: QRect) -> None:
        """Scroll to a row, between the numbers of bits and what votes come to."""
        bar, covered_px = self.verticalScrollBar(), self._table.foot_px
        top = row.top() if row.top() > self._table.row_px else 0  # the first one with its head
        seen_px = self.viewport().height() - covered_px
        bar.setValue(min(top, max(bar.value(), row.bottom() + 1 - seen_px)))


class VoteTable(QWidget):
    """Rows are features, columns bits, most significant first; below, sums and bits."""

    pointed = Signal(object)  # feature under the pointer or the cursor, None for none
    measured = Signal()  # it has another size
    walked = Signal(QRect)  # by keys, to a row

    def __init__(self) -> None:
        super().__init__()
        self._trace: Trace | None = None
        self._votes: NDArray[np.float64] = np.zeros((0, 0))
        self._row = self._column = -1
        self.fragile: frozenset[int] = frozenset()  # bits that are marked
        self._hides_bits, self._marks_fragile = False, True
        self._step = Step.REDUCE
        self._room_px = 0
        self._lines, self._per_line = 1, 0
        self._longest_weight = self._longest_sum = ""
        self._longest_number = _SHORTEST_NUMBER
        self._measure()
        fit_to_type(self, self._fit)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def setAccessibleName(self, name: str) -> None:
        """Have a name, which stands above the words and may need more room than they."""
        super().setAccessibleName(name)
        self._fit()

    def show_trace(
        self, trace: Trace, *, hides_sums: bool = False, marks_fragile: bool = True
    ) -> None:
        """Show the votes; with ``hides_sums`` what they come to is left to the learner.

        A question about other changes than one word is asked without ``marks_fragile``.
        """
        self._trace, self._hides_bits = trace, hides_sums
        self._marks_fragile = marks_fragile
        self._votes = trace.votes()[:, ::-1]
        signs = map(_weight_sign, np.unique(trace.weights).tolist())
        self._longest_weight = max(signs, key=len, default="")
        every = np.concatenate((trace.weights, -trace.weights, trace.sums))
        numbers = map(_number_text, np.unique(every).tolist())
        self._longest_number = max((_SHORTEST_NUMBER, *numbers), key=len)
        self._longest_sum = max(map(_shown_sum, trace.sums.tolist()), key=len)
        self.fragile = fragile_bits(trace) if marks_fragile else frozenset()
        self._row = self._column = -1
        self._fit()
        self._tell()
        self.update()

    def show_step(self, step: Step) -> None:
        """Show what there is after a step: words, hash bits, votes, sums, bits."""
        self._step = step
        self._tell()
        self.update()

    def fit_to(self, room_px: int) -> None:
        """Make the squares of many bits narrower, and names shorter, where that shows all bits."""
        if room_px != self._room_px:
            self._room_px = room_px
            self._fit()

    @property
    def lines(self) -> int:
        """In how many lines the bits of a row stand."""
        return self._lines

    @property
    def row_px(self) -> int:
        """The height of a row: those of several lines stand apart."""
        return self._lines * self._line_px + (Space.S if self._lines > 1 else 0)

    @property
    def foot_px(self) -> int:
        """What sums and bits take of the lower edge, once they are shown."""
        return self.foot_rows * self.row_px if self._step >= Step.MERGE else 0

    @property
    def foot_rows(self) -> int:
        """The rows of sums and bits, and of the marks of fragile ones."""
        return _FOOT_ROWS if self._marks_fragile else _FOOT_ROWS - 1

    @property
    def row_count(self) -> int:
        """How many features there are."""
        return len(self._votes)

    def point_at_feature(self, feature: str | None) -> None:
        """Light the row of a feature, if it has one, without telling of it."""
        features = () if self._trace is None else self._trace.features
        row = features.index(feature) if feature in features else -1
        if row != self._row:
            self._row = row
            self._tell()
            self.update()

    @property
    def pointed_feature(self) -> str | None:
        """The feature whose row is lit."""
        if self._trace is None or not 0 <= self._row < len(self._trace.features):
            return None
        return self._trace.features[self._row]

    def point_at(self, row: int) -> None:
        """Light a row; -1 lights none."""
        if row != self._row:
            self._row = row
            self._tell()
            self.update()
            self.pointed.emit(self.pointed_feature)

    @override
    def sizeHint(self) -> QSize:
        self._measure()
        rows = len(self._votes) + 1 + self.foot_rows
        columns = self._per_line
        return QSize(
            self._head_px + columns * self._cell_px + columns // _BLOCK * Space.S + Space.S,
            rows * self.row_px,
        )

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        below = place.y() - self._foot_top()
        row = place.y() // self.row_px - 1
        is_on_row = 0 <= row < len(self._votes) and below < 0
        self.point_at(row if is_on_row else -1)
        line = max(below if below >= 0 else place.y(), 0) % self.row_px // self._line_px
        first = line * self._per_line
        columns = range(first, min(first + self._per_line, self._votes.shape[1]))
        at = (column for column in columns if self._cell_rect(-1, column).right() >= place.x())
        self._point_at_column(next(at, -1) if place.x() >= self._head_px else -1)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._tip(), self)
            return True
        return super().event(event)

    @override
    def moveEvent(self, event: object) -> None:
        self.update()  # scrolled: the foot stays

    @override
    def leaveEvent(self, event: object) -> None:
        self.point_at(-1)
        self._point_at_column(-1)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._votes) - 1
        moves = {
            Qt.Key.Key_Down: min(last, self._row + 1),
            Qt.Key.Key_Up: max(-1, self._row - 1),
            Qt.Key.Key_Home: min(0, last),
            Qt.Key.Key_End: last,
            Qt.Key.Key_Escape: -1,
        }
        key = Qt.Key(event.key())
        columns = {
            Qt.Key.Key_Right: min(self._votes.shape[1] - 1, self._column + 1),
            Qt.Key.Key_Left: max(-1, self._column - 1),
        }
        if key in columns:
            self._point_at_column(columns[key])
            cell = self._cell_rect(self._row, max(self._column, 0))
            if self._row >= 0:
                self.walked.emit(self._row_rect(self._row))
            QToolTip.showText(self.mapToGlobal(cell.bottomRight()), self._tip(), self)
        elif key in moves and not (key is Qt.Key.Key_Escape and self._row < 0):
            self.point_at(moves[key])
            self.walked.emit(self._row_rect(self._row))
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._trace is None:
            return
        self._measure()
        painter = QPainter(self)
        painter.setFont(Theme.current().font(FontRole.FIXED))
        height, rows = self.row_px, len(self._votes)
        first = max(0, event.rect().top() // height - 1)
        is_whole = event.rect().contains(self.rect())  # as in a picture, scrolled or not
        foot_top = (rows + 1) * height if is_whole else self._foot_top()
        last = min(rows, event.rect().bottom() // height + 1, foot_top // height - 1)
        if 0 <= self._row < last:
            painter.fillRect(self._row_rect(self._row), Theme.current().color(Token.SELECTION))
        self._paint_lit_column(painter, (-1, *range(first, last)))
        if event.rect().top() < height:
            self._paint_head(painter)
        for row in range(first, last):
            self._paint_name(painter, row)
        if self._step is Step.SEGMENT:
            pass
        elif self._votes.shape[1] > _FEW_BITS:
            self._paint_squares(painter, first, self._votes[first:last] > 0)
        else:
            self._paint_numbers(painter, first, last)
        if event.rect().bottom() >= foot_top and self._step >= Step.MERGE:
            painter.save()
            painter.translate(0, foot_top - (rows + 1) * height)
            self._paint_foot(painter)
            painter.restore()
        if self.hasFocus():
            painter.setPen(Theme.current().color(Token.ACCENT))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _point_at_column(self, column: int) -> None:
        """Light a bit, whose sum can then be read; -1 lights none."""
        if column != self._column:
            self._column = column
            self._tell()
            self.update()

    def _tip(self) -> str:
        """A name that is cut, and what the lit bit comes to."""
        name = self.pointed_feature or ""
        is_cut = self._shown(name) != name
        return "\n".join(filter(None, [name if is_cut else "", self._bit_told()]))

    def _bit_told(self) -> str:
        if self._trace is None or self._column < 0 or self._hides_bits or self._step < Step.MERGE:
            return ""
        votes, bit = self._votes[:, self._column], self._votes.shape[1] - 1 - self._column
        text = self.tr("Bit {bit}: {plus} for one, {minus} for zero, sum {sum}")
        return text.format(
            bit=bit,
            plus=f"{votes[votes > 0].sum():g}",
            minus=f"{-votes[votes < 0].sum():g}",
            sum=_shown_sum(float(self._trace.sums[bit])),
        )

    def _foot_top(self) -> int:
        """Below the rows, or above them at the lower edge of what is on show."""
        natural, port = (len(self._votes) + 1) * self.row_px, self.parentWidget()
        if self._step < Step.MERGE or port is None:
            return natural
        return min(natural, max(port.height() - self.y() - self.foot_px, self.row_px))

    def _paint_lit_column(self, painter: QPainter, rows: Iterable[int]) -> None:
        if self._column >= 0:
            for row in rows:
                cell = self._cell_rect(row, self._column)
                painter.fillRect(cell, Theme.current().color(Token.SELECTION))

    def _paint_head(self, painter: QPainter) -> None:
        painter.setPen(Theme.current().color(Token.MUTED))
        corner = QRect(Space.XS, 0, self._head_px - Space.S, self.row_px)
        wraps = Qt.TextFlag.TextWordWrap if self._lines > 1 else Qt.TextFlag.TextSingleLine
        painter.drawText(corner, Qt.AlignmentFlag.AlignVCenter | wraps, self.accessibleName())
        columns = self._votes.shape[1]
        step = 1 if columns <= _FEW_BITS else 8
        for column in range(columns):
            bit = columns - 1 - column
            if bit % step == 0:
                cell = self._cell_rect(-1, column).adjusted(-Space.L, 0, Space.L, 0)
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(bit))

    def _paint_name(self, painter: QPainter, row: int) -> None:
        assert self._trace is not None
        weight = float(self._trace.weights[row])
        shown = self._shown(self._trace.features[row])
        sign = _weight_sign(weight) if self._step >= Step.WEIGH else ""
        self._paint_label(painter, row, shown + sign)

    def _shown(self, name: str) -> str:
        """As much of a word as there is room for."""
        most = self._name_characters
        return name if len(name) <= most else f"{name[: most - 1]}…"

    def _paint_label(self, painter: QPainter, row: int, text: str) -> None:
        painter.setPen(Theme.current().color(Token.TEXT))
        place = QRect(Space.XS, (row + 1) * self.row_px, self._head_px - Space.S, self._line_px)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_numbers(self, painter: QPainter, first: int, last: int) -> None:
        theme = Theme.current()
        for row in range(first, last):
            for column, vote in enumerate(self._votes[row].tolist()):
                painter.setPen(theme.color(Token.ACCENT if vote > 0 else Token.TEXT))
                text = _number_text(vote)
                if self._step is Step.HASH:
                    text = str(int(vote > 0))
                painter.drawText(self._cell_rect(row, column), Qt.AlignmentFlag.AlignCenter, text)

    def _paint_squares(self, painter: QPainter, first: int, votes: NDArray[np.bool_]) -> None:
        """Rows of bits from one row on, filled for a one."""
        theme = Theme.current()
        columns = np.arange(votes.shape[1])
        lines, columns = np.divmod(columns, self._per_line)
        lefts = self._head_px + columns * self._cell_px + columns // _BLOCK * Space.S + 2
        width, height = self._cell_px - (5 if self._has_figures else 3), self._line_px - 5
        for is_one, token in ((True, Token.ACCENT), (False, Token.OUTLINE)):
            rows, places = np.nonzero(votes == is_one)
            tops = (rows + first + 1) * self.row_px + lines[places] * self._line_px + 2
            corners = zip(lefts[places].tolist(), tops.tolist(), strict=True)
            squares = [QRect(left, top, width, height) for left, top in corners]
            painter.setPen(theme.color(token))
            painter.setBrush(theme.color(token) if is_one else Qt.BrushStyle.NoBrush)
            painter.drawRects(squares)

    def _paint_foot(self, painter: QPainter) -> None:
        assert self._trace is not None
        theme, rows = Theme.current(), len(self._votes)
        columns, top = self._votes.shape[1], (rows + 1) * self.row_px
        self._paint_lit_column(painter, range(rows, rows + self.foot_rows))
        painter.setPen(theme.color(Token.OUTLINE))
        painter.drawLine(0, top, self.width(), top)
        self._paint_label(painter, rows, self.tr("sum"))
        if self._step is Step.REDUCE:
            self._paint_label(painter, rows + 1, self.tr("bit"))
        fragile = self.fragile
        if self._step is Step.REDUCE and fragile and not self._hides_bits:
            self._paint_label(painter, rows + 2, self.tr("flips?"))
        if self._step is Step.REDUCE and not self._has_figures and not self._hides_bits:
            self._paint_squares(painter, rows + 1, self._trace.bits[::-1][None, :] > 0)
        for column in range(columns):
            bit = columns - 1 - column
            cells = [self._cell_rect(rows + place, column) for place in range(_FOOT_ROWS)]
            total = float(self._trace.sums[bit])
            if self._hides_bits:
                painter.setPen(theme.color(Token.MUTED))
                painter.drawText(cells[0], Qt.AlignmentFlag.AlignCenter, "?")
                continue
            painter.setPen(theme.color(Token.WARN if bit in fragile else Token.TEXT))
            if self._has_sums:
                painter.drawText(cells[0], Qt.AlignmentFlag.AlignCenter, _shown_sum(total))
            else:
                self._paint_bar(painter, cells[0], total)
            if self._step is not Step.REDUCE:
                continue
            if self._has_figures:
                painter.setPen(theme.color(Token.TEXT))
                figure = str(int(self._trace.bits[bit]))
                painter.drawText(cells[1], Qt.AlignmentFlag.AlignCenter, figure)
            if bit in fragile:
                painter.setPen(theme.color(Token.WARN))
                sign = cells[2].adjusted(-Space.S, 0, Space.S, 0)
                painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, "~")

    def _paint_bar(self, painter: QPainter, cell: QRect, total: float) -> None:
        """Up for a one, down for a zero, as long as the margin is wide."""
        assert self._trace is not None
        largest = max(float(np.abs(self._trace.sums).max(initial=0)), 1e-9)
        middle, length = cell.center().y(), round(cell.height() / 2 * abs(total) / largest)
        top = middle - length if total > 0 else middle
        color = Theme.current().color(Token.ACCENT if total > 0 else Token.DIFFERS)
        gap = 3 if self._has_figures else 1
        painter.fillRect(
            QRect(cell.left() + gap, top, cell.width() - 2 * gap, max(length, 1)), color
        )

    def _cell_rect(self, row: int, column: int) -> QRect:
        line, place = divmod(column, max(self._per_line, 1))
        left = self._head_px + place * self._cell_px + place // _BLOCK * Space.S
        top = (row + 1) * self.row_px + line * self._line_px
        return QRect(left, top, self._cell_px, self._line_px)

    def _row_rect(self, row: int) -> QRect:
        return QRect(0, (row + 1) * self.row_px, self.width(), self.row_px)

    def _fit(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.measured.emit()

    def _measure(self) -> None:
        """Take the sizes of the present type: asked for once a frame, not once a cell."""
        metrics = QFontMetrics(Theme.current().font(FontRole.FIXED))
        self._line_px = metrics.height() + Space.XS
        columns = self._votes.shape[1]
        if columns <= _FEW_BITS:
            enough, most = (
                metrics.horizontalAdvance(text) + Space.XS
                for text in (self._longest_number, _WIDE_NUMBER)
            )
            least = enough = min(enough, most)
            tightest = least - Space.XS
        else:
            longest = max("00", self._longest_sum, key=len)
            least, most = (metrics.horizontalAdvance(text) + Space.XS for text in ("0", longest))
            enough = min(least, _PLAIN_CELL_PX)  # squares tell without figures, half a word less
            tightest = _LEAST_CELL_PX
        for self._lines in (1, 2, 4, 8):
            self._per_line = -(-columns // self._lines)
            room = self._measure_names(metrics, enough)
            is_last = self._per_line <= _FEW_BITS or not self._room_px
            if is_last or room // self._per_line >= tightest:
                break
        fits = max(tightest, room // max(self._per_line, 1))
        self._cell_px = min(most, fits) if self._room_px else least
        self._has_figures = columns <= _FEW_BITS or self._cell_px >= least
        sum_px = metrics.horizontalAdvance(self._longest_sum) + Space.XS
        self._has_sums = columns <= _FEW_BITS or self._cell_px >= sum_px

    def _measure_names(self, metrics: QFontMetrics, enough: int) -> int:
        """Make names shorter until cells have enough; the room that is left for these."""
        columns: int = self._per_line
        gaps = columns // _BLOCK * Space.S + Space.S
        features = () if self._trace is None else self._trace.features
        names = heapq.nlargest(_NAMES_MEASURED, features, key=len)
        for characters in range(_NAME_CHARACTERS, _FEWEST_CHARACTERS - 1, -1):
            self._name_characters, self._head_px = (
                characters,
                self._head(metrics, names, characters),
            )
            room = self._room_px - self._head_px - gaps
            if not columns or not self._room_px or room // columns >= enough:
                break
        while (
            characters < _NAME_CHARACTERS
            and self._head(metrics, names, characters + 1) <= self._head_px
        ):
            characters = self._name_characters = characters + 1
        return room

    def _head(self, metrics: QFontMetrics, names: Sequence[str], characters: int) -> int:
        """Room for the names, none of which has more characters."""
        length = min(max(map(len, names), default=0), characters)
        shown = [name[:characters] for name in names if len(name) >= length]
        title = self.accessibleName()
        words = [*(name + self._longest_weight for name in shown), self.tr("sum")]
        words += [self.tr("flips?"), *(title.split() if self._lines > 1 else [title])]
        return max(map(metrics.horizontalAdvance, words)) + Space.L

    def _tell(self) -> None:
        if self._trace is None:
            return
        feature, told = self.pointed_feature, self._bit_told()
        if told:
            self.setAccessibleDescription(sentences(feature or "", told))
        elif feature is not None and self._step is Step.SEGMENT:
            self.setAccessibleDescription(feature)
        elif feature is not None and self._step is Step.HASH:
            bits = " ".join(str(int(vote > 0)) for vote in self._votes[self._row].tolist())
            self.setAccessibleDescription(f"{feature}: {bits}")
        elif feature is not None:
            votes = " ".join(f"{vote:+g}" for vote in self._votes[self._row].tolist())
            self.setAccessibleDescription(f"{feature}: {votes}")
        elif not self._hides_bits and self._step >= Step.MERGE:
            sums = " ".join(f"{total:g}" for total in reversed(self._trace.sums.tolist()))
            self.setAccessibleDescription(f"Σ {sums}")
        else:
            self.setAccessibleDescription("")


def _number_text(vote: float) -> str:
    """With its sign, whichever it is."""
    return f"{vote:+.3g}".replace("-", "\N{MINUS SIGN}")


def _shown_sum(total: float) -> str:
    """A sum in the room of a cell."""
    return f"{total:.3g}".replace("-", "\N{MINUS SIGN}")


def _weight_sign(weight: float) -> str:
    """What stands after a word."""
    return f" ×{weight:g}"
