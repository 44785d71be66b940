"""Labels that fit themselves to their width: one shortens its text, the other wraps it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

_MIN_CHARACTERS = 6

_LABEL_CHARACTERS = 8
"""Longer names of columns are told in two lines."""
_ENDS = " -_·/\\"  # of parts of a name or a path


class ElidedLabel(QLabel):
    """Paths lose their middle (the default), sentences their end. Plain text only.

    Where there are shorter ways to say it, the longest that fits is shown whole. A path may take
    as many ``lines`` as it needs.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
        lines: int = 1,
    ) -> None:
        super().__init__(parent)
        self._lines = lines
        self._full_text = text
        self._shorter: Sequence[str] = ()
        self._tip = ""
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._fit()

    def full_text(self) -> str:
        """The text before it was shortened."""
        return self._full_text

    def set_full_text(self, text: str, shorter: Sequence[str] = ()) -> None:
        """Show ``text``, or one of the ``shorter`` ways to say it, the longest of them first."""
        if (text, shorter) != (self._full_text, self._shorter):
            self._full_text, self._shorter = text, shorter
            self.setAccessibleName(text)
            self.updateGeometry()
            self._fit()

    def explain(self, tip: str) -> None:
        """Show a tip of its own, below the whole text where that was shortened."""
        self._tip = tip
        self._fit()

    def shortest_px(self) -> int:
        """The width of the shortest way to say it; none where there is only one."""
        if not self._shorter:
            return 0
        return self.fontMetrics().horizontalAdvance(self._shorter[-1]) + 2

    @override
    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self._full_text) + 2
        return QSize(width + margins.left() + margins.right(), super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().averageCharWidth() * _MIN_CHARACTERS
        return QSize(min(least, self.sizeHint().width()), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        width, metrics = self.contentsRect().width(), self.fontMetrics()
        ways = (self._full_text, *self._shorter)
        way = next((way for way in ways if metrics.horizontalAdvance(way) <= width), ways[-1])
        if self._lines > 1:
            lines = in_lines(way, metrics, max(width, 1), self._lines)
        else:
            lines = [metrics.elidedText(way, self._mode, width)]
        self.setText("\n".join(lines))
        whole = self._full_text if "".join(lines) != self._full_text else ""
        self.setToolTip("\n".join(filter(None, (whole, self._tip))))


class WrappedLabel(QLabel):
    """Plain text, wrapped at words."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self._height(hint))

    @override
    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width(), self._height(hint))

    @override
    def heightForWidth(self, width: int) -> int:
        """A layout with an alignment asks for the width of the whole row."""
        return super().heightForWidth(min(width, self.maximumWidth()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.updateGeometry()

    def _height(self, hint: QSize) -> int:
        fixed = self.minimumWidth() if self.minimumWidth() == self.maximumWidth() else 0
        width = fixed or self.width()
        return max(self.heightForWidth(width), 0) if width > 0 else hint.height()


def in_two_lines(label: str) -> str:
    """A long name of a column, broken where both lines are shortest."""
    places = [place for place, character in enumerate(label) if character == " "]
    if len(label) <= _LABEL_CHARACTERS or not places:
        return label
    place = min(places, key=lambda place: max(place, len(label) - place - 1))
    return f"{label[:place]}\n{label[place + 1 :]}"


def cut_in_two(text: str, metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """As much of a name as fits into a line, to the end of a part of it; the rest.

    An end that would leave half of the line empty counts only if the rest then fits into the next;
    otherwise the rest may still be too long.
    """
    fitting = _fitting(text, metrics, room)
    place = len(_cut_at_end(text, metrics, room)[0]) or fitting
    if place <= fitting // 2 and metrics.horizontalAdvance(text[place:]) > room:
        place = fitting
    return text[:place], text[place:]


def _fitting(text: str, metrics: QFontMetrics, room: int) -> int:
    return bisect_right(
        range(1, len(text)), room, key=lambda n: metrics.horizontalAdvance(text[:n])
    )


def _cut_at_end(text: str, metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """What fits up to the end of a part of a name, and the rest; all is rest where none ends."""
    fitting = _fitting(text, metrics, room)
    place = next((place for place in range(fitting, 0, -1) if text[place - 1] in _ENDS), 0)
    return text[:place], text[place:]


def in_lines(text: str, metrics: QFontMetrics, room: int, most: int) -> list[str]:
    """A name in as many lines as it needs, but no more than so many; the last one is elided.

    It is broken within its parts only where those do not fit into so many lines.
    """
    lines, rest = list[str](), text
    for cut in (_cut_at_end, cut_in_two):
        lines, rest = [], text
        while metrics.horizontalAdvance(rest) > room and len(lines) + 1 < most:
            first, rest = cut(rest, metrics, room)
            lines.append(first)
        if metrics.horizontalAdvance(rest) <= room:
            break
    return [*lines, metrics.elidedText(rest, Qt.TextElideMode.ElideMiddle, room)]
