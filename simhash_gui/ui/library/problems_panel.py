"""Files without a text, grouped by reason, and those gone or skipped: a list of groups.

A click opens a group; what can be done about its files stands there (``problem_files``).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.problem_kinds import Aside, ProblemCount, ProblemKind, kind_label
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import CONTROL_HEIGHT, ROW_HEIGHT, FontRole, Space, Token

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_MARK_PX = 16  # at the normal text size


class CountDelegate(QStyledItemDelegate):
    """The count is text under ``COUNT_ROLE``."""

    def __init__(self, view: QListView, icon_name: str) -> None:
        super().__init__(view)
        self._view = view
        self._icon_name = icon_name
        Theme.current().changed.connect(self._follow_theme)

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        metrics = QFontMetrics(Theme.current().font(FontRole.BODY))
        return QSize(0, max(ROW_HEIGHT, metrics.height() + Space.M))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = Theme.current()
        rect, state = option.rect, option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color(Token.SELECTION))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color(Token.HOVER))
        if index.row() == self._view.currentIndex().row() and self._view.hasFocus():
            painter.fillRect(QRect(rect.x(), rect.y(), 3, rect.height()), theme.color(Token.ACCENT))
        room = rect.adjusted(Space.M, 0, -Space.M, 0)
        side = theme.scaled(_MARK_PX)
        top = room.y() + (room.height() - side) // 2
        painter.drawPixmap(room.x(), top, pixmap(self._icon_name, theme.color(Token.WARN), side))
        self._paint_texts(painter, room.adjusted(side + Space.S, 0, 0, 0), index)

    def _paint_texts(
        self, painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = Theme.current()
        painter.setFont(theme.font(FontRole.BODY))
        count = str(index.data(COUNT_ROLE))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color(Token.MUTED))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | middle), count)
        left = room.width() - painter.fontMetrics().horizontalAdvance(count) - Space.S
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, left
        )
        painter.setPen(theme.color(Token.TEXT))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | middle), text)

    @Slot()
    def _follow_theme(self) -> None:
        self._view.scheduleDelayedItemsLayout()
        self._view.viewport().update()


_KIND_ROLE = Qt.ItemDataRole.UserRole


class ProblemsPanel(QFrame):
    """``opened`` tells which group the user wants to see."""

    opened = Signal(object)  # ProblemKind
    summary_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._groups: tuple[ProblemCount, ...] = ()
        self._is_importing = False
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self._none = WrappedLabel()
        set_role(self._none, Role.MUTED)
        self._none.setContentsMargins(Space.M, 0, Space.M, Space.S)
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setItemDelegate(CountDelegate(self.list, "warning"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._open)
        self.list.itemActivated.connect(self._open)
        self._lay_out()
        self.retranslate()

    def set_groups(self, groups: Sequence[ProblemCount]) -> None:
        """Show these groups in this order; the current one stays current."""
        if tuple(groups) != self._groups:
            self._groups = tuple(groups)
            self._fill()

    def set_has_summary(self, has_summary: bool) -> None:
        """Whether there has been an import whose counts can be shown."""
        self.summary_button.setVisible(has_summary)

    def set_importing(self, is_importing: bool) -> None:
        """Whether files are still to be read: then nothing is said of all of them."""
        if is_importing is not self._is_importing:
            self._is_importing = is_importing
            self._show_none()

    def largest(self) -> ProblemKind | None:
        """The first group of failures, or else the first of all."""
        failed = (group.kind for group in self._groups if isinstance(group.kind, FailureReason))
        return next(failed, self._groups[0].kind if self._groups else None)

    def mark(self, kind: ProblemKind | None) -> None:
        """Select a group without opening it; None: no group."""
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(self._row_of(kind))

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self._head.setText(self.tr("Problems"))
        self.list.setAccessibleName(self.tr("Problems"))
        self.summary_button.set_label(self.tr("Summary of the last import"))
        self._show_none()
        self._fill()

    def _show_none(self) -> None:
        so_far, all_read = self.tr("No problems so far."), self.tr("Every file could be read.")
        self._none.setText(so_far if self._is_importing else all_read)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.M, Space.S, Space.M, Space.XS)
        head.addWidget(self._head, 1)
        self.summary_button = IconButton("info")
        self.summary_button.clicked.connect(self.summary_wanted)
        self.summary_button.hide()
        head.addWidget(self.summary_button)
        self._head.setMinimumHeight(CONTROL_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, Space.XS)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._none)
        column.addWidget(self.list, 1)
        column.addStretch(0)

    def _fill(self) -> None:
        row = self.list.currentRow()
        chosen = self.list.item(row).data(_KIND_ROLE) if row >= 0 else None
        with QSignalBlocker(self.list):
            self.list.clear()
            for group in self._groups:
                item = QListWidgetItem(kind_label(group.kind), self.list)
                item.setData(_KIND_ROLE, group.kind.value)
                item.setData(COUNT_ROLE, fmt.number(group.count))
            self.list.setCurrentRow(self._row_of(_kind(chosen) if chosen else None))
        self.list.setVisible(bool(self._groups))
        self._none.setVisible(not self._groups)

    def _row_of(self, kind: ProblemKind | None) -> int:
        kinds = [group.kind for group in self._groups]
        return kinds.index(kind) if kind in kinds else -1

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(_kind(item.data(_KIND_ROLE)))


def _kind(name: str) -> ProblemKind:
    return Aside(name) if name in [*Aside] else FailureReason(name)
