"""Folders dropped anywhere on the window: what was dropped, and the sign that it may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from simhash_gui.ui.icons import pixmap
from simhash_gui.ui.notices import Notice, NoticeKind
from simhash_gui.ui.theme import Theme
from simhash_gui.ui.tokens import FontRole, Space, Token

_DRAWING_PX = 48
_VEIL = 0.92


def dropped_folders(data: QMimeData) -> tuple[list[Path], list[Path]]:
    """The folders and the files among what was dropped; what is not on a disk is left out."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [p for p in paths if p.is_dir()], [p for p in paths if p.is_file()]


def file_drop_notice(files: Sequence[Path], offer: Callable[[object], object]) -> Notice:
    """Libraries are made of folders: offer those that hold the dropped files."""
    folders = sorted({path.parent for path in files})

    def text() -> str:
        return QCoreApplication.translate(
            "DropNotice", "A library is made of folders; single files cannot be added to it."
        )

    def action_text() -> str:
        if len(folders) == 1:
            only = QCoreApplication.translate("DropNotice", "Add the folder “{name}”")
            return only.format(name=folders[0].name or str(folders[0]))
        return QCoreApplication.translate("DropNotice", "Add their %Ln folders", "", len(folders))

    return Notice(
        NoticeKind.INFORMATION, text, action_text=action_text, action=lambda: _call(offer, folders)
    )


def _call(offer: Callable[[object], object], folders: list[Path]) -> None:
    offer(folders)


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
        drawing = pixmap("folder-plus", theme.color(Token.ACCENT), _DRAWING_PX)
        painter.drawPixmap(centre.x() - _DRAWING_PX // 2, centre.y() - _DRAWING_PX, drawing)
        painter.setFont(theme.font(FontRole.SECTION))
        painter.setPen(theme.color(Token.TEXT))
        words = self.rect().adjusted(0, self.height() // 2 + Space.M, 0, 0)
        side = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(words, int(side), self.tr("Drop folders here to add them to the library"))
