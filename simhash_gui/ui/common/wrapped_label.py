"""A label of several lines that asks for the height its text needs at the width it has.

A plain ``QLabel`` in a layout with an alignment is given the height of another width.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override


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
