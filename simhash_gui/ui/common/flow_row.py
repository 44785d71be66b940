"""What stands beside each other where it fits, and below each other where it does not.

``FlowRow`` is a row of controls, ``TurningSplitter`` two panels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.tokens import Space


@dataclass(frozen=True, slots=True)
class _Item:
    widget: QWidget
    flowing: Flowing | None
    stretch: int
    gap: int
    min_px: Callable[[], int] | None


@runtime_checkable
class Flowing(Protocol):
    """A control whose height follows from the width that it is given."""

    def height_at(self, width: int) -> int:
        """How high it is at a width that it need not have yet."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """A control that is on show, and what it needs in pixels.

    ``alone`` is the width it has to have, ``least`` the one below which it is not shrunk while
    there is another line to go to, ``wanted`` the one that it would like.
    """

    item: _Item
    alone: int
    least: int
    wanted: int
    height: int

    @classmethod
    def of(cls, item: _Item) -> Self:
        """Ask the control."""
        widget, hint = item.widget, item.widget.sizeHint()
        alone = max(widget.minimumWidth(), widget.minimumSizeHint().width())
        least = max(alone, item.min_px()) if item.min_px is not None else alone
        wanted = max(min(hint.width(), widget.maximumWidth()), least)
        return cls(item, alone, least, wanted, max(hint.height(), widget.minimumHeight()))

    def height_at(self, width: int) -> int:
        """Its own height may be that of a width which it is only about to lose."""
        flowing = self.item.flowing
        return self.height if flowing is None else flowing.height_at(width)


_Line = list[_Measured]


class FlowRow(QWidget):
    """Asks for the height that its lines need at the width it has.

    While the least widths fit it is one line, in which controls shrink towards those; otherwise
    each line takes as many controls as fit with the widths they want. Lines begin at the left, or
    with ``ends_right`` all end at the right edge.
    """

    def __init__(
        self, spacing: int = Space.S, parent: QWidget | None = None, *, ends_right: bool = False
    ) -> None:
        super().__init__(parent)
        self._spacing, self._ends_right = spacing, ends_right
        self._items: list[_Item] = []
        self._measured: _Line | None = None  # until something of it changes
        self._is_on_show = False  # with all its controls
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def add(
        self,
        widget: QWidget,
        *,
        stretch: int = 0,
        gap: int = 0,
        min_px: Callable[[], int] | None = None,
    ) -> None:
        """Add a control at the end.

        ``stretch`` is its part of the room that is left in a line, ``gap`` room to leave before
        it, ``min_px`` the width to wrap at where that is more than the least it can have.
        """
        flowing = widget if isinstance(widget, Flowing) else None  # slow to ask
        self._items.append(_Item(widget, flowing, stretch, gap, min_px))
        widget.setParent(self)
        widget.installEventFilter(self)
        self._forget()

    def one_line_px(self) -> int:
        """The width from which on it is one line."""
        return self._width(self._shown(), _least)

    def line_px(self, widgets: Iterable[QWidget]) -> int:
        """The width that one line of these of its controls needs, on show or not."""
        wanted = set(widgets)
        line = [_Measured.of(item) for item in self._items if item.widget in wanted]
        return self._width(line, _least)

    def height_at(self, width: int) -> int:
        """The height that its lines need at a width."""
        heights = [max(self._heights(line, width)) for line in self._lines(width)]
        return sum(heights) + Space.XS * max(len(heights) - 1, 0)

    def line_count(self) -> int:
        """How many lines there are now."""
        return len(self._lines(self.width()))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width(self._shown(), _wanted), self.height_at(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        widest = max((control.alone for control in self._shown()), default=0)
        return QSize(widest, self.height_at(self.width()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
        self._place()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._is_on_show = event.type() is QEvent.Type.Show
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._forget()
            self._place()
        return super().event(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What comes on show is in its place before it is painted, with the row or after it."""
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._forget()
            if self._is_on_show:
                self._place()
        return super().eventFilter(watched, event)

    def _forget(self) -> None:
        """Rows inside may have changed as well, and be told of it only after this one."""
        for row in (self, *self.findChildren(FlowRow)):
            row._measured = None
        self.updateGeometry()

    def _shown(self) -> _Line:
        """Controls that change tell only a row that is on show."""
        if self._measured is None or not self.isVisible():
            shown = (item for item in self._items if not item.widget.isHidden())
            self._measured = [_Measured.of(item) for item in shown]
        return self._measured

    def _lines(self, width: int) -> Sequence[_Line]:
        shown = self._shown()
        if not shown:
            return []
        if self._width(shown, _least) <= width:
            return [shown]
        lines: list[_Line] = [[]]
        for control in shown:
            if lines[-1] and self._width([*lines[-1], control], _wanted) > width:
                lines.append([])
            lines[-1].append(control)
        return lines

    def _width(self, line: _Line, of: Callable[[_Measured], int]) -> int:
        return sum(of(control) + self._before(control, line) for control in line)

    def _before(self, control: _Measured, line: _Line) -> int:
        return 0 if control is line[0] else self._spacing + control.item.gap

    def _place(self) -> None:
        top = 0
        for line in self._lines(self.width()):
            widths, heights = self._widths(line, self.width()), self._heights(line, self.width())
            taken = sum(widths) + sum(self._before(control, line) for control in line)
            left = max(self.width() - taken, 0) if self._ends_right else 0
            for control, width, height in zip(line, widths, heights, strict=True):
                left += self._before(control, line)
                down = top + (max(heights) - height) // 2
                control.item.widget.setGeometry(QRect(left, down, width, height))
                left += width
            top += max(heights) + Space.XS

    def _heights(self, line: _Line, width: int) -> list[int]:
        widths = self._widths(line, width)
        return [control.height_at(px) for control, px in zip(line, widths, strict=True)]

    def _widths(self, line: _Line, width: int) -> list[int]:
        """Between least and wanted where it is narrow; what is left goes by ``stretch``."""
        room = width - sum(self._before(control, line) for control in line)
        least = [min(control.least, room) for control in line]
        wanted = [max(control.wanted, low) for control, low in zip(line, least, strict=True)]
        spare, desire = max(room - sum(least), 0), sum(wanted) - sum(least)
        if spare < desire:
            pairs = zip(least, wanted, strict=True)
            return [low + (high - low) * spare // desire for low, high in pairs]
        parts = sum(control.item.stretch for control in line) or 1
        shares = [(spare - desire) * control.item.stretch // parts for control in line]
        return [width + share for width, share in zip(wanted, shares, strict=True)]


def _least(control: _Measured) -> int:
    return control.least


def _wanted(control: _Measured) -> int:
    return control.wanted


class TurningSplitter(QSplitter):
    """Two panels with a handle between them. Whoever knows their least widths turns it."""

    resized = Signal()

    def __init__(self, first: QWidget, second: QWidget, widths: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._widths = [*widths]
        self.setChildrenCollapsible(False)
        for panel in (first, second):
            self.addWidget(panel)
        self.setSizes(self._widths)

    @property
    def is_beside(self) -> bool:
        """Whether the second panel is beside the first, not below it."""
        return self.orientation() is Qt.Orientation.Horizontal

    def stand(self, *, is_beside: bool) -> None:
        """Beside each other as wide as they were, or below each other of one height."""
        if is_beside is self.is_beside:
            return
        if not is_beside and any(self.sizes()):  # none before it is laid out
            self._widths = self.sizes()
        self.setOrientation(Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical)
        self.setSizes(self._widths if is_beside else [1, 1])

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    @override
    def saveState(self) -> QByteArray:
        """Of the widths, however narrow the window is by now."""
        was_beside = self.is_beside
        self.stand(is_beside=True)
        state = super().saveState()
        self.stand(is_beside=was_beside)
        return state
