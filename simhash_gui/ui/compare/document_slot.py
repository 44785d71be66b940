"""One side of the Compare page: its letter, the document's name and folder, a menu.

A file dropped here is compared from disk. Documents of the library are chosen by name, in a dialog.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    DocumentState,
    document_ids,
    document_rows,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.document_columns import folder_text
from simhash_gui.ui.common.filter_box import FilterBox
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable, select_only
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import FontRole, Space, Token

_BADGE_PX = 32


class DocumentSlot(QFrame):
    """Shows what is on one side and offers to choose something else."""

    library_wanted = Signal()
    disk_wanted = Signal()
    dropped = Signal(object)  # Path

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter = letter
        self._path = ""
        set_role(self, Role.CARD)
        self.setAcceptDrops(True)
        self._name = ElidedLabel()
        set_role(self._name, Role.SECTION)
        self._folder = ElidedLabel()
        set_role(self._folder, Role.CAPTION)
        self._from_library, self._from_disk = QAction(self), QAction(self)
        self._from_library.triggered.connect(self.library_wanted)
        self._from_disk.triggered.connect(self.disk_wanted)
        self._choose = QPushButton()
        set_role(self._choose, Role.QUIET)
        self._choose.clicked.connect(self.open_menu)
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
        self.setAccessibleName(self.tr("Document {letter}").format(letter=self._letter))
        if not self._path:
            self._name.set_full_text(self.tr("No document chosen"))

    def show_document(self, name: str, path: str) -> None:
        """Show a document that was read; ``path`` is where it lies."""
        self._path = path
        self._name.set_full_text(fmt.path(name))
        self._folder.set_full_text(fmt.path(str(Path(path).parent)) if path else "")
        self._folder.setVisible(bool(path))
        self._folder.setToolTip(fmt.path(path))
        self.setAccessibleDescription(fmt.path(path))

    def show_loading(self) -> None:
        """Say that a document is being read."""
        self.show_document(self.tr("Reading…"), "")

    def show_nothing(self) -> None:
        """Nothing is chosen."""
        self.show_document(self.tr("No document chosen"), "")

    def name(self) -> str:
        """The name in bold."""
        return self._name.full_text()

    def menu(self) -> QMenu:
        """The ways to choose a document."""
        menu = QMenu(self)
        menu.addAction(self._from_library)
        menu.addAction(self._from_disk)
        return menu

    def open_menu(self) -> None:
        """Offer the ways to choose a document."""
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = QPoint(self._choose.width(), self._choose.height())
        place = self._choose.mapToGlobal(corner)
        menu.popup(QPoint(place.x() - menu.sizeHint().width(), place.y()))

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.dropped.emit(path)

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
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        row.setSpacing(Space.M)
        row.addWidget(_Badge(self._letter))
        row.addLayout(texts, 1)
        row.addWidget(self._choose)


class _Badge(QWidget):
    """The letter of a side on a disc."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter = letter
        Theme.current().changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        size = Theme.current().scaled(_BADGE_PX)
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


def _dropped_file(data: QMimeData) -> Path | None:
    """The one local file that is dragged, if it is one."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths[0] if len(paths) == 1 and paths[0].is_file() else None


class ChooseModel(PagedTableModel[DocumentRow]):
    """The short list of columns that tells documents apart."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        super().__init__(_columns(), self._fetch_rows, lambda row: row.id, parent)
        self.failed.connect(session.reads.failed, Qt.ConnectionType.QueuedConnection)

    def _fetch_rows(self, ids: Sequence[int]) -> list[DocumentRow]:
        library = self._session.library
        return document_rows(library, ids) if library is not None else []


def _columns() -> tuple[Column[DocumentRow], ...]:
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("ChooseModel", "Name"),
            lambda row: fmt.path(row.name),
            sort_key=DocumentSort.NAME,
            width=36,
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
        ),
        Column(
            "folder",
            lambda: QCoreApplication.translate("ChooseModel", "Folder"),
            lambda row: fmt.path(folder_text(row)),
            tip=lambda row: fmt.path(row.path),
            sort_key=DocumentSort.FOLDER,
            width=30,
            elide=Qt.TextElideMode.ElideMiddle,
            is_muted=True,
        ),
        Column(
            "characters",
            lambda: QCoreApplication.translate("ChooseModel", "Characters"),
            lambda row: fmt.number(row.character_count),
            sort_key=DocumentSort.CHARACTERS,
            is_number=True,
            width=14,
        ),
    )


_IDS_KEY = "choose-document"
_WIDTH_CHARACTERS = 120
_HEIGHT_LINES = 34


class ChooseDocumentDialog(QDialog):
    """A filter box over the documents that have a fingerprint; Enter takes what is selected."""

    def __init__(self, session: Session, max_count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._max_count = max_count
        self._sort, self._is_descending = DocumentSort.NAME, False
        self.filter = FilterBox()
        self._hint = QLabel()
        set_role(self._hint, Role.MUTED)
        self._model = ChooseModel(session, self)
        self.table = PagedTable(self._model)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._lay_out()
        self._connect()
        self._set_texts()
        self._search()
        self._follow_selection()

    @property
    def accept_button(self) -> QPushButton:
        """Takes what is selected."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def chosen_ids(self) -> list[int]:
        """Ids of the selected documents, from top to bottom."""
        return self.table.selected_ids()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the filter leads to the list: what is selected there may be about to change."""
        if (
            event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            and self.focusWidget() is self.filter
        ):
            self.table.setFocus()
            return
        super().keyPressEvent(event)

    def _lay_out(self) -> None:
        metrics = self.fontMetrics()
        wanted = QSize(
            metrics.averageCharWidth() * _WIDTH_CHARACTERS, metrics.height() * _HEIGHT_LINES
        )
        self.resize(wanted.boundedTo(self.screen().availableSize()))
        mode = QAbstractItemView.SelectionMode
        one = self._max_count == 1
        self.table.setSelectionMode(mode.SingleSelection if one else mode.ExtendedSelection)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.S)
        for widget in (self.filter, self._hint):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addWidget(self.buttons)

    def _connect(self) -> None:
        self.filter.filtered.connect(self._search)
        self.table.sort_requested.connect(self._sort_by)
        self.table.opened.connect(self._take)
        self.table.typed.connect(self.filter.begin_with)
        self.table.selection_changed.connect(self._follow_selection)
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)

    def _set_texts(self) -> None:
        one = self._max_count == 1
        self.setWindowTitle(
            self.tr("Choose a document") if one else self.tr("Choose two documents")
        )
        self.filter.set_labels(self.tr("Filter by name or folder"), self.tr("Clear the filter"))
        self.table.setAccessibleName(self.tr("Documents of the library"))
        self._hint.setText(
            self.tr("Only documents with a fingerprint are listed.")
            if one
            else self.tr("Hold Ctrl to select the second one.")
        )

    def _search(self) -> None:
        library = self._session.library
        if library is None:
            return
        wanted = DocumentFilter(text=self.filter.text().strip(), state=DocumentState.FINGERPRINTED)
        self._session.reads.submit(
            partial(document_ids, descending=self._is_descending),
            library,
            wanted,
            self._sort,
            on_done=self._show,
            key=_IDS_KEY,
        )
        self.table.set_sort(self._sort, self._is_descending)

    def _show(self, ids: object) -> None:
        self.table.set_ids(ids)  # type: ignore[arg-type]
        if self.table.selected_count() == 0 and len(self._model.ids):
            select_only(self.table, 0)

    def _sort_by(self, sort: DocumentSort, is_descending: bool) -> None:
        self._sort, self._is_descending = sort, is_descending
        self._search()

    def _follow_selection(self) -> None:
        is_good = 1 <= self.table.selected_count() <= self._max_count
        self.accept_button.setEnabled(is_good)

    def _take(self) -> None:
        if 1 <= self.table.selected_count() <= self._max_count:
            self.accept()
