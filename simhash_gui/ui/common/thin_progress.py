"""A thin line that fills as a job goes on; pale all along while the end is not known."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Token

_HEIGHT_PX = 3


class ThinProgress(QWidget):
    """``set_share`` takes 0 to 1, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        Theme.current().changed.connect(self.update)

    def set_share(self, share: float | None) -> None:
        """How much is done."""
        bounded = None if share is None else min(max(share, 0.0), 1.0)
        if bounded != self._share:
            self._share = bounded
            self.setAccessibleName("" if bounded is None else fmt.percent(bounded))
            self.update()

    @property
    def share(self) -> float | None:
        """What is shown."""
        return self._share

    @override
    def sizeHint(self) -> QSize:
        return QSize(_HEIGHT_PX, _HEIGHT_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = Theme.current()
        ground = Token.SELECTION if self._share is None else Token.DIVIDER
        painter.fillRect(self.rect(), theme.color(ground))
        if self._share is not None:
            done = QRectF(0, 0, self.width() * self._share, self.height())
            painter.fillRect(done, theme.color(Token.ACCENT))
