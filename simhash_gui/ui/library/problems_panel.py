"""Files without a text, grouped by reason, and those gone or skipped; the counts of an import.

A click opens a group; what can be done about its files stands there (``problem_files``). The
summary of the last import tells what was read, what was not, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import (
    QCoreApplication,
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
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.importing.importing import FailureReason, ImportReport
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.dialogs import PanelDialog
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.library_texts import reason_label
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.problem_kinds import (
    Aside,
    ProblemCount,
    ProblemKind,
    is_failure,
    kind_label,
    skip_label,
)
from simhash_gui.ui.theme.icons import pixmap
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import CONTROL_HEIGHT, ROW_HEIGHT, FontRole, Space, Token

COUNT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_MARK_PX = 16  # at the normal text size


class CountDelegate(QStyledItemDelegate):
    """The count is text under ``COUNT_ROLE``; failures have a coloured sign."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
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
        name, token = mark_of(_kind(index.data(_KIND_ROLE)))
        painter.drawPixmap(room.x(), top, pixmap(name, theme.color(token), side))
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
        self._is_importing = self._is_cut_off = False
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self._none = WrappedLabel()
        set_role(self._none, Role.MUTED)
        self._none.setContentsMargins(Space.M, 0, Space.M, Space.S)
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setItemDelegate(CountDelegate(self.list))
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

    def set_importing(self, is_importing: bool, *, is_cut_off: bool = False) -> None:
        """Whether files are still to be read: then nothing is said of all of them."""
        self._is_importing, self._is_cut_off = is_importing, is_cut_off
        self._show_none()

    def largest(self) -> ProblemKind | None:
        """The first group of failures, or else the first of all."""
        failed = (group.kind for group in self._groups if is_failure(group.kind))
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
        is_whole = not (self._is_importing or self._is_cut_off)
        self._none.setText(all_read if is_whole else so_far)

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


def mark_of(kind: ProblemKind) -> tuple[str, Token]:
    """The sign of a group, and its colour: only what went wrong is a warning."""
    return ("warning", Token.WARN) if is_failure(kind) else ("info", Token.MUTED)


def _kind(name: str) -> ProblemKind:
    return Aside(name) if name in [*Aside] else FailureReason(name)


_WIDTH_PX = 460
_ROUND_PX = 120  # margins and buttons

Line = tuple[str, int, bool]
"""What is counted, how many, and whether it is a part of the line above."""


class ImportSummaryDialog(PanelDialog):
    """One import, and what the library holds after it."""

    problems_wanted = Signal()

    def __init__(self, report: ImportReport, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._report = report
        self._page = QWidget()
        self.grid = QGridLayout(self._page)
        self.grid.setContentsMargins(0, 0, Space.M, 0)
        self.grid.setHorizontalSpacing(Space.L)
        self.grid.setVerticalSpacing(Space.XS)
        self.grid.setColumnStretch(0, 1)
        area = QScrollArea()
        area.setWidget(self._page)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        self._page.setAutoFillBackground(False)
        self.copy_button, self.problems_button = QPushButton(), QPushButton()
        self.copy_button.clicked.connect(self._copy)
        self.problems_button.clicked.connect(self._show_problems)
        self.problems_button.setVisible(bool(report.failed))
        self.buttons.insertWidget(0, self.copy_button)
        self.buttons.insertWidget(1, self.problems_button)
        self.body.addWidget(area, 1)
        self.retranslate()
        whole = QSize(Theme.current().scaled(_WIDTH_PX), self._page.sizeHint().height() + _ROUND_PX)
        self.resize(whole.boundedTo(self.screen().availableSize()))

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.setWindowTitle(self.tr("Summary of the import"))
        self.copy_button.setText(self.tr("Copy"))
        self.problems_button.setText(self.tr("Show problems"))
        self._fill()

    def lines(self) -> list[Line]:
        """What is counted, from top to bottom."""
        return [line for _head, lines in self._parts() for line in lines]

    def _parts(self) -> list[tuple[str, list[Line]]]:
        return [
            (self.tr("This import"), [*self._of_import()]),
            (self.tr("In the library now"), [*self._of_library()]),
        ]

    def _of_import(self) -> Iterator[Line]:
        report = self._report
        yield self.tr("Read"), report.read, False
        yield self.tr("Identical to another file"), report.duplicates_read, True
        yield self.tr("Unchanged"), report.unchanged, False
        if report.still_failed:
            yield self.tr("Unreadable since an earlier import"), report.still_failed, True
        yield self.tr("Skipped"), report.skipped, False
        for reason, count in report.skipped_by_reason.items():
            yield skip_label(reason), count, True
        yield from _failures(self.tr("Failed"), report.failed_now, report.failed_now_by_reason)
        yield self.tr("Moved since the last import"), report.moved, False
        yield self.tr("Gone since the last import"), report.gone, False

    def _of_library(self) -> Iterator[Line]:
        report = self._report
        yield self.tr("Files"), report.files, False
        if report.archives:
            yield self.tr("Archives"), report.archives, False
        yield from _failures(self.tr("Could not be read"), report.failed, report.failed_by_reason)
        yield self.tr("Documents with distinct content"), report.documents, False
        yield self.tr("Files identical to another file"), report.duplicates, False

    def _fill(self) -> None:
        while (item := self.grid.takeAt(0)) is not None:
            label = item.widget()
            if label is not None:
                label.hide()
                label.deleteLater()
        row = 0
        for title, lines in self._parts():
            row = self._add_part(row, title, lines)
        took = QLabel(self._took_text())
        set_role(took, Role.MUTED)
        self.grid.addWidget(took, row, 0, 1, 2)
        self.grid.setRowStretch(row + 1, 1)

    def _add_part(self, row: int, title: str, lines: Sequence[Line]) -> int:
        """Lay a part out from ``row`` on; return the row after it."""
        head = QLabel(title)
        set_role(head, Role.SECTION)
        self.grid.addWidget(head, row, 0, 1, 2)
        for place, (text, count, is_part) in enumerate(lines, row + 1):
            label, number = QLabel(text), QLabel(fmt.number(count))
            label.setWordWrap(True)
            label.setContentsMargins(Space.L * (1 + is_part), 0, 0, 0)
            if is_part:
                set_role(label, Role.MUTED)
                set_role(number, Role.MUTED)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            self.grid.addWidget(label, place, 0)
            self.grid.addWidget(number, place, 1, right)
        after = row + 1 + len(lines)
        self.grid.setRowMinimumHeight(after, Space.S)
        return after + 1

    def _took_text(self) -> str:
        text = QCoreApplication.translate("ImportSummaryDialog", "It took {duration}.")
        return text.format(duration=fmt.duration(self._report.elapsed_s))

    @Slot()
    def _copy(self) -> None:
        rows = (f"{'  ' * is_part}{text}\t{count}" for text, count, is_part in self.lines())
        QGuiApplication.clipboard().setText("\n".join(rows))

    @Slot()
    def _show_problems(self) -> None:
        self.accept()
        self.problems_wanted.emit()


def _failures(
    title: str, total: int, by_reason: Mapping[FailureReason, int]
) -> Iterator[tuple[str, int, bool]]:
    """How many files have no text, by reason; those that hold nothing are no failure."""
    empty = by_reason.get(FailureReason.EMPTY, 0)
    yield title, total - empty, False
    for reason, count in by_reason.items():
        if reason is not FailureReason.EMPTY:
            yield reason_label(reason), count, True
    if empty:
        yield reason_label(FailureReason.EMPTY), empty, False
