"""A thin bar that is filled to a share, under the number that says it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_HEIGHT_PX = 4


class ShareBar(QWidget):
    """Shows a share from 0 to 1, or nothing; it keeps its height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def show_share(self, share: float | None) -> None:
        """Another share; None empties the place of the bar."""
        self._share = share
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(60, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._share is None:
            return
        theme, painter = Theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(0, 0, self.width(), _HEIGHT_PX)
        painter.setBrush(theme.color(Token.DIVIDER))
        painter.drawRoundedRect(whole, 2, 2)
        painter.setBrush(theme.color(Token.ACCENT))
        whole.setWidth(whole.width() * self._share)
        painter.drawRoundedRect(whole, 2, 2)
