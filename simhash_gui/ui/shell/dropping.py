"""Folders and files dropped anywhere on the window: their paths, and the overlay over it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_DRAWING_PX = 48
_VEIL = 0.92


def dropped_paths(data: QMimeData) -> list[Path]:
    """Folders, files and archives that were dropped; what is not on a disk is left out."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropOverlay(QWidget):
    """Covers the window while something is dragged over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def appear(self) -> None:
        """Show above everything."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = Theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.color(Token.WINDOW))
        veil.setAlphaF(_VEIL)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(theme.color(Token.ACCENT), 2, Qt.PenStyle.DashLine))
        box = QRectF(self.rect()).adjusted(Space.L, Space.L, -Space.L, -Space.L)
        painter.drawRoundedRect(box, Space.M, Space.M)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        theme, centre = Theme.current(), self.rect().center()
        side = theme.scaled(_DRAWING_PX)
        drawing = pixmap("folder-plus", theme.color(Token.ACCENT), side)
        painter.drawPixmap(centre.x() - side // 2, centre.y() - side, drawing)
        painter.setFont(theme.font(FontRole.SECTION))
        painter.setPen(theme.color(Token.TEXT))
        words = self.rect().adjusted(0, self.height() // 2 + Space.M, 0, 0)
        side = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        text = self.tr("Drop folders, files or archives here to add them to the library")
        painter.drawText(words, int(side), text)
