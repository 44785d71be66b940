"""Files without a text, grouped by reason: a short list that opens one group at a time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.browsing import ProblemGroup
from simhash_gui.services.importing import FailureReason
from simhash_gui.ui import format as fmt
from simhash_gui.ui.library_texts import reason_label
from simhash_gui.ui.tokens import CONTROL_HEIGHT, Space
from simhash_gui.ui.widgets.count_delegate import COUNT_ROLE, CountDelegate
from simhash_gui.ui.widgets.roles import Role, set_role
from simhash_gui.ui.widgets.wrapped_label import WrappedLabel

_REASON_ROLE = Qt.ItemDataRole.UserRole


class ProblemsPanel(QFrame):
    """``opened`` tells which group the user wants to see."""

    opened = Signal(object)  # FailureReason

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._groups: tuple[ProblemGroup, ...] = ()
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

    def set_groups(self, groups: Sequence[ProblemGroup]) -> None:
        """Show these groups, the greatest first; the current one stays current."""
        ordered = tuple(sorted(groups, key=lambda group: (-group.count, group.reason)))
        if ordered != self._groups:
            self._groups = ordered
            self._fill()

    def greatest(self) -> FailureReason | None:
        """The reason with most files."""
        return self._groups[0].reason if self._groups else None

    def mark(self, reason: FailureReason | None) -> None:
        """Select a group without opening it; None: no group."""
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(self._row_of(reason))

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self._head.setText(self.tr("Problems"))
        self.list.setAccessibleName(self.tr("Problems"))
        self._none.setText(self.tr("Every file could be read."))
        self._fill()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Space.M, Space.S, Space.M, Space.XS)
        head.addWidget(self._head)
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
        reason = self.list.item(row).data(_REASON_ROLE) if row >= 0 else None
        with QSignalBlocker(self.list):
            self.list.clear()
            for group in self._groups:
                item = QListWidgetItem(reason_label(group.reason), self.list)
                item.setData(_REASON_ROLE, group.reason.value)
                item.setData(COUNT_ROLE, fmt.number(group.count))
            self.list.setCurrentRow(self._row_of(FailureReason(reason) if reason else None))
        self.list.setVisible(bool(self._groups))
        self._none.setVisible(not self._groups)

    def _row_of(self, reason: FailureReason | None) -> int:
        reasons = [group.reason for group in self._groups]
        return reasons.index(reason) if reason in reasons else -1

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem) -> None:
        self.opened.emit(FailureReason(item.data(_REASON_ROLE)))
