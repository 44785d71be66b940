"""One side of the Compare page: its letter, the document's name and folder, a menu.

A file dropped here is compared from disk.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_BADGE_PX, _LOW_BADGE_PX = 32, 24
_NARROW_PX = 260  # at the normal text size
_NAME_LINES = 3


class DocumentSlot(QFrame):
    """Shows what is on one side and offers to choose something else."""

    library_wanted = Signal()
    disk_wanted = Signal()
    dropped = Signal(object)  # Path

    def __init__(self, letter: str, choose_both: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter, self._choose_both = letter, choose_both
        self._path, self._is_low = "", False
        self._badge = _Badge(letter)
        self._row = QHBoxLayout(self)
        set_role(self, Role.CARD)
        self.setAcceptDrops(True)
        self._name = ElidedLabel(lines=_NAME_LINES)
        set_role(self._name, Role.SECTION)
        self._folder = ElidedLabel()
        set_role(self._folder, Role.CAPTION)
        self._from_library, self._from_disk = QAction(self), QAction(self)
        self._from_library.triggered.connect(self.library_wanted)
        self._from_disk.triggered.connect(self.disk_wanted)
        self._choose = QPushButton()
        set_role(self._choose, Role.QUIET)
        self._choose_small = IconButton("more")
        for button in (self._choose, self._choose_small):
            button.clicked.connect(self.open_menu)
        self._lay_out()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._from_library.setText(self.tr("From the library…"))
        self._from_disk.setText(self.tr("A file from disk…"))
        label = self.tr("Choose document {letter}").format(letter=self._letter)
        self._choose.setText(self.tr("Choose…"))
        self._choose.setToolTip(label)
        self._choose.setAccessibleName(label)
        self._choose_small.set_label(label)
        self.setAccessibleName(self.tr("Document {letter}").format(letter=self._letter))
        if not self._path:
            self.show_nothing()

    def show_document(self, name: str, path: str) -> None:
        """Show a document that was read; ``path`` is where it lies."""
        self._path = path
        self._name.set_full_text(fmt.path(name))
        self._folder.set_full_text(fmt.path(str(Path(path).parent)) if path else "")
        self._folder.setVisible(bool(path) and not self._is_low)
        self._fit_button()
        self.setToolTip(fmt.path(path))
        self.setAccessibleDescription(fmt.path(path))

    def show_loading(self, path: str) -> None:
        """Show a document that is being read; ``path`` is empty until it is known."""
        self.show_document(Path(path).name or self.tr("Reading…"), path)

    def show_nothing(self) -> None:
        """Nothing is chosen."""
        self.show_document("", "")
        self._name.set_full_text(self.tr("No document chosen"), (self.tr("None yet"),))

    def set_low(self, *, is_low: bool) -> None:
        """Leave the height to the texts: no folder, which the tooltip tells."""
        self._is_low = is_low
        self._folder.setVisible(bool(self._path) and not is_low)
        self._fit_button()
        edge = Space.XS if is_low else Space.S
        self._row.setContentsMargins(Space.M, edge, Space.S, edge)

    def name(self) -> str:
        """The name in bold."""
        return self._name.full_text()

    def menu(self) -> QMenu:
        """The ways to choose a document."""
        menu = QMenu(self)
        menu.addAction(self._from_library)
        menu.addAction(self._from_disk)
        menu.addSeparator()
        menu.addAction(self._choose_both)
        return menu

    def open_menu(self) -> None:
        """Offer the ways to choose a document."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        button = self._choose_small if self._choose.isHidden() else self._choose
        place = button.mapToGlobal(QPoint(button.width(), button.height()))
        menu.popup(QPoint(place.x() - menu.sizeHint().width(), place.y()))

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if len(dropped_files(event.mimeData())) == 1:
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        for path in dropped_files(event.mimeData()):  # none, if it has gone meanwhile
            self.dropped.emit(path)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_button()

    @override
    def minimumSizeHint(self) -> QSize:
        """That of the narrow one, or it could never become it."""
        hint, low_px = super().minimumSizeHint(), Theme.current().scaled(_LOW_BADGE_PX)
        spare = max(self._badge.width() - low_px, 0)
        if not self._choose.isHidden():
            wide, narrow = self._choose.minimumSizeHint(), self._choose_small.minimumSizeHint()
            spare += max(wide.width() - narrow.width(), 0)
        return QSize(hint.width() - spare, hint.height())

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._name)
        texts.addWidget(self._folder)
        self._row.setSpacing(Space.M)
        self._row.addWidget(self._badge)
        self._row.addLayout(texts, 1)
        self._row.addWidget(self._choose)
        self._row.addWidget(self._choose_small)
        self._choose_small.hide()
        self.set_low(is_low=False)

    def _fit_button(self) -> None:
        """Where it is narrow, or its name long, the name needs the room of the words.

        Where it is narrow, as the other one then is, too, the name is not larger than text.
        """
        is_narrow = self.width() < Theme.current().scaled(_NARROW_PX)
        set_role(self._name, Role.PLAIN if is_narrow else Role.SECTION)
        self._badge.set_side(_LOW_BADGE_PX if is_narrow or self._is_low else _BADGE_PX)
        edges, badge_px = self._row.contentsMargins(), self._badge.width()
        beside_px = edges.left() + badge_px + edges.right() + 2 * self._row.spacing()
        room_px = self.width() - beside_px - self._choose.sizeHint().width()
        metrics = QFontMetrics(Theme.current().font(FontRole.SECTION))
        is_small = is_narrow or metrics.horizontalAdvance(self._name.full_text()) > room_px
        self._choose.setHidden(is_small)
        self._choose_small.setVisible(is_small)


class _Badge(QWidget):
    """The letter of a side on a disc."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter, self._side_px = letter, _BADGE_PX
        Theme.current().changed.connect(self._measure)
        self._measure()

    def set_side(self, side_px: int) -> None:
        """Its size at the normal text size."""
        self._side_px = side_px
        self._measure()

    def _measure(self) -> None:
        size = Theme.current().scaled(self._side_px)
        self.setFixedSize(QSize(size, size))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = Theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(Token.SELECTION))
        area = QRectF(self.rect())
        painter.drawEllipse(area)
        font = theme.font(FontRole.SECTION)
        font.setPixelSize(self.height() // 2)
        painter.setFont(font)
        painter.setPen(theme.color(Token.TEXT))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._letter)


def dropped_files(data: QMimeData) -> list[Path]:
    """The local files that are dragged; none where anything else is among them."""
    paths = [Path(url.toLocalFile()) for url in data.urls()]
    return paths if all(path.is_file() for path in paths) else []
