"""The files of one problem group: what to do about them, and which they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.browsing import ProblemFile
from simhash_gui.services.importing import FailureReason
from simhash_gui.ui import format as fmt
from simhash_gui.ui.library_texts import reason_advice, reason_label
from simhash_gui.ui.models.paged_model import Column, PagedTableModel
from simhash_gui.ui.tokens import Space
from simhash_gui.ui.widgets.buttons import IconButton
from simhash_gui.ui.widgets.paged_table import PagedTable
from simhash_gui.ui.widgets.roles import Role, set_role
from simhash_gui.ui.widgets.wrapped_label import WrappedLabel


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: int
    file: ProblemFile
    reason: FailureReason


class ProblemFilesPanel(QFrame):
    """Grows as the user scrolls: ``more_wanted`` asks for the files after so many."""

    more_wanted = Signal(object, int)  # FailureReason, how many are shown already
    closed = Signal()
    show_wanted = Signal(str)  # path, in the file manager
    details_wanted = Signal(str, str)  # sentence, and what the reader said

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._reason: FailureReason | None = None
        self._files: list[ProblemFile] = []
        self._count = 0
        self._is_waiting = False
        self._head = QLabel()
        set_role(self._head, Role.SECTION)
        self._advice = WrappedLabel()
        set_role(self._advice, Role.MUTED)
        self._close = IconButton("close")
        self._close.clicked.connect(self.closed)
        self.table = PagedTable(
            PagedTableModel(_columns(), self._fetch, lambda row: row.number, self)
        )
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        set_role(self.table, Role.PLAIN)
        self.table.verticalScrollBar().valueChanged.connect(self._ask_for_more)
        self.table.opened.connect(self._show)
        self._make_actions()
        self._lay_out()
        self.retranslate()

    @property
    def reason(self) -> FailureReason | None:
        """The group on show."""
        return self._reason

    def open_group(self, reason: FailureReason, count: int) -> None:
        """Show a group of ``count`` files; the files come by ``add_files``."""
        self._reason, self._count = reason, count
        self._files = []
        self._show_files()
        self._is_waiting = True
        self.more_wanted.emit(reason, 0)
        self.retranslate()

    def add_files(self, reason: FailureReason, offset: int, files: Sequence[ProblemFile]) -> None:
        """Files of a group from ``offset`` on; those of another group are dropped."""
        if reason is self._reason and offset == len(self._files):
            self._is_waiting = False
            self._files.extend(files)
            self._show_files()

    def retranslate(self) -> None:
        """Every text in the language of now."""
        self.table.setAccessibleName(self.tr("Files with this problem"))
        self._close.set_label(self.tr("Close (Esc)"))
        self.show_action.setText(self.tr("Show in file manager"))
        self.details_action.setText(self.tr("Technical details…"))
        self.copy_action.setText(self.tr("Copy paths"))
        self.table.paged.retranslate()
        if self._reason is not None:
            count = QCoreApplication.translate("ProblemFiles", "%Ln files", "", self._count)
            self._head.setText(f"{reason_label(self._reason)} · {count}")
            self._advice.setText(reason_advice(self._reason))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _make_actions(self) -> None:
        self.show_action = QAction(self)
        self.show_action.triggered.connect(lambda: self._show(self.table.current_id()))
        self.details_action = QAction(self)
        self.details_action.triggered.connect(self._show_details)
        self.copy_action = QAction(self)
        self.copy_action.triggered.connect(self._copy_paths)
        self.table.addActions([self.show_action, self.details_action, self.copy_action])

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.M)
        head.addWidget(self._head, 1)
        head.addWidget(self._close)
        top = QVBoxLayout()
        top.setContentsMargins(Space.S, Space.XS, Space.XS, Space.S)
        top.setSpacing(0)
        top.addLayout(head)
        top.addWidget(self._advice)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)

    def _show_files(self) -> None:
        self.table.set_ids(np.arange(len(self._files), dtype=np.int64))

    def _fetch(self, numbers: Sequence[int]) -> list[_Numbered]:
        reason = self._reason
        if reason is None:
            return []
        return [_Numbered(n, self._files[n], reason) for n in numbers if n < len(self._files)]

    @Slot(int)
    def _ask_for_more(self, position: int) -> None:
        bar = self.table.verticalScrollBar()
        is_near_end = position > bar.maximum() - bar.pageStep()
        is_more = len(self._files) < self._count and not self._is_waiting
        if is_near_end and is_more and self._reason is not None:
            self._is_waiting = True
            self.more_wanted.emit(self._reason, len(self._files))

    @Slot(object)
    def _show(self, number: int) -> None:
        if 0 <= number < len(self._files):
            self.show_wanted.emit(str(self._files[number].path))

    @Slot()
    def _show_details(self) -> None:
        """What the reader said of the current file, in its own words, for a report."""
        number = self.table.current_id()
        if self._reason is not None and 0 <= number < len(self._files):
            file = self._files[number]
            sentence = f"{reason_label(self._reason)}: {reason_advice(self._reason)}"
            details = f"{fmt.path(str(file.path))}\n{file.detail}"
            self.details_wanted.emit(sentence, details)

    @Slot()
    def _copy_paths(self) -> None:
        paths = (fmt.path(str(self._files[n].path)) for n in self.table.selected_ids())
        QGuiApplication.clipboard().setText("\n".join(paths))


def _columns() -> tuple[Column[_Numbered], ...]:
    return (
        Column(
            "file",
            lambda: QCoreApplication.translate("ProblemFiles", "File"),
            lambda row: fmt.path(str(row.file.path)),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=40,
        ),
        Column(
            "problem",
            lambda: QCoreApplication.translate("ProblemFiles", "Problem"),
            lambda row: reason_label(row.reason),
            tip=lambda row: row.file.detail,
            is_muted=True,
            width=24,
        ),
    )
