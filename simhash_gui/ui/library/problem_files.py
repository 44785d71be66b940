"""The files of one problem group: what to do about them, and which they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.errors import failure_detail
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.labels import ElidedLabel, WrappedLabel
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.library.problem_kinds import (
    ProblemKind,
    Scope,
    TroubledFile,
    WayOut,
    kind_advice,
    kind_label,
    way_out_hint,
    way_out_label,
    ways_out,
)
from simhash_gui.ui.theme.tokens import Space


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: int
    file: TroubledFile
    kind: ProblemKind


class ProblemFilesPanel(QFrame):
    """Grows as the user scrolls: ``more_wanted`` asks for the files that come next.

    The ways out are for the selected files, or for all of the group when none is selected.
    """

    more_wanted = Signal(object, int)  # ProblemKind, how many are shown already
    way_out_wanted = Signal(object, object)  # WayOut, Scope
    closed = Signal()
    show_wanted = Signal(str)  # path, in the file manager
    document_wanted = Signal(object)  # id of the document whose text is kept
    details_wanted = Signal(str, str)  # sentence, and what the reader said

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.PANEL)
        self._kind: ProblemKind | None = None
        self._files: list[TroubledFile] = []
        self._count = 0
        self._is_waiting = False
        self._may_act = True
        self._head = WrappedLabel()
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
        self.table.opened.connect(self._open)
        self.table.selection_changed.connect(self._show_scope)
        self.buttons = {way: self._button(way) for way in WayOut}
        self._scope_text = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._scope_text, Role.MUTED)
        self._make_actions()
        self._lay_out()
        self.retranslate()

    @property
    def kind(self) -> ProblemKind | None:
        """The group on show."""
        return self._kind

    def open_group(self, kind: ProblemKind, count: int) -> None:
        """Show a group of ``count`` files; the files come by ``add_files``."""
        self._kind, self._count = kind, count
        self._files = []
        self._show_files()
        self._show_ways_out()
        self._is_waiting = True
        self.more_wanted.emit(kind, 0)
        self.retranslate()

    def refresh(self, count: int) -> None:
        """Ask for the files on show again: there may be others, ``count`` in all."""
        self._count = count
        self._is_waiting = True
        self.more_wanted.emit(self._kind, 0)
        self.retranslate()

    def add_files(self, kind: ProblemKind, offset: int, files: Sequence[TroubledFile]) -> None:
        """Files of a group from ``offset`` on; those of another group are dropped."""
        if kind is not self._kind or offset not in {0, len(self._files)}:
            return
        self._is_waiting = False
        kept = self._files[:offset]
        if self._files[: len(files)] != [*kept, *files][: len(files)]:
            self.table.clearSelection()  # rows go by number: others would be selected now
        self._files = [*kept, *files]
        self._show_files()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.table.setAccessibleName(self.tr("Files with this problem"))
        self._close.set_label(self.tr("Close (Esc)"))
        self.show_action.setText(self.tr("Show in file manager"))
        self.details_action.setText(self.tr("Technical details…"))
        self.copy_action.setText(self.tr("Copy paths"))
        for way, button in self.buttons.items():
            button.setText(way_out_label(way))
            button.setToolTip(way_out_hint(way))
            button.setAccessibleDescription(way_out_hint(way))
        self._show_scope()
        self.table.paged.retranslate()
        if self._kind is not None:
            count = QCoreApplication.translate("ProblemFiles", "%Ln files", "", self._count)
            self._head.setText(f"{kind_label(self._kind)} · {count}")
            self._advice.setText(kind_advice(self._kind))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def scope(self) -> Scope | None:
        """The files that a way out is for now."""
        if self._kind is None:
            return None
        chosen = [self._files[n] for n in self.table.selected_ids() if n < len(self._files)]
        files, count = (chosen, len(chosen)) if chosen else (self._files, self._count)
        ids = tuple(file.file_id for file in chosen) if chosen else None
        lost = tuple(file.folder for file in files if file.folder is not None)
        return Scope(self._kind, ids, tuple(file.path for file in files), count, lost)

    def set_may_act(self, may_act: bool) -> None:
        """Whether ways out that change the library are open now."""
        self._may_act = may_act
        self._show_ways_out()

    def _button(self, way: WayOut) -> QPushButton:
        button = QPushButton()
        button.clicked.connect(lambda: self._ask(way))
        return button

    def _ask(self, way: WayOut) -> None:
        scope = self.scope()
        if scope is not None and scope.count:
            self.way_out_wanted.emit(way, scope)

    def _show_ways_out(self) -> None:
        offered = () if self._kind is None else ways_out(self._kind)
        scope = self.scope()
        has_folders = any(file.folder is not None for file in self._files)
        for way, button in self.buttons.items():
            is_for_folders = way is WayOut.REMOVE
            button.setVisible(way in offered and (has_folders or not is_for_folders))
            is_harmless = way in {WayOut.FOLDER, WayOut.LIMITS}
            is_about_some = not is_for_folders or (scope is not None and bool(scope.folders))
            button.setEnabled(is_harmless or (self._may_act and is_about_some))

    @Slot()
    def _show_scope(self) -> None:
        scope = self.scope()
        if scope is None:
            return
        is_all = scope.file_ids is None or WayOut.FORGET in ways_out(scope.kind)
        count = self._count if is_all else scope.count
        if count == 1:
            text = QCoreApplication.translate("ProblemFiles", "This file:")
        elif is_all:
            text = QCoreApplication.translate("ProblemFiles", "All %Ln files:", "", count)
        else:
            text = QCoreApplication.translate("ProblemFiles", "%Ln selected files:", "", count)
        self._scope_text.set_full_text(text)
        self._show_ways_out()

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
        top.addSpacing(Space.XS)
        top.addWidget(self._ways_out())
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)

    def _ways_out(self) -> FlowRow:
        row = FlowRow()
        row.add(self._scope_text)
        for way in WayOut:
            row.add(self.buttons[way])
        return row

    def _show_files(self) -> None:
        self.table.set_ids(np.arange(len(self._files), dtype=np.int64))
        self._show_ways_out()

    def _fetch(self, numbers: Sequence[int]) -> list[_Numbered]:
        kind = self._kind
        if kind is None:
            return []
        return [_Numbered(n, self._files[n], kind) for n in numbers if n < len(self._files)]

    @Slot(int)
    def _ask_for_more(self, position: int) -> None:
        bar = self.table.verticalScrollBar()
        is_near_end = position > bar.maximum() - bar.pageStep()
        is_more = len(self._files) < self._count and not self._is_waiting
        if is_near_end and is_more and self._kind is not None:
            self._is_waiting = True
            self.more_wanted.emit(self._kind, len(self._files))

    @Slot(object)
    def _open(self, number: int) -> None:
        """Show the text that is kept, or else the place of the file."""
        document_id = self._files[number].document_id if 0 <= number < len(self._files) else None
        if document_id is None:
            self._show(number)
        else:
            self.document_wanted.emit(document_id)

    @Slot(object)
    def _show(self, number: int) -> None:
        if 0 <= number < len(self._files):
            self.show_wanted.emit(str(self._files[number].path))

    @Slot()
    def _show_details(self) -> None:
        """What the reader said of the current file, in its own words, for a report."""
        number = self.table.current_id()
        if self._kind is not None and 0 <= number < len(self._files):
            file = self._files[number]
            sentence = f"{kind_label(self._kind)}: {kind_advice(self._kind)}"
            details = f"{fmt.path(str(file.path))}\n{failure_detail(file.detail)}"
            self.details_wanted.emit(sentence, details)

    @Slot()
    def _copy_paths(self) -> None:
        paths = (fmt.written_path(str(self._files[n].path)) for n in self.table.selected_ids())
        QGuiApplication.clipboard().setText("\n".join(paths))


def _columns() -> tuple[Column[_Numbered], ...]:
    return (
        Column(
            "file",
            lambda: QCoreApplication.translate("ProblemFiles", "File"),
            lambda row: fmt.path(str(row.file.path)),
            elide=Qt.TextElideMode.ElideMiddle,
            takes_spare_width=True,
            width=24,
        ),
        Column(
            "problem",
            lambda: QCoreApplication.translate("ProblemFiles", "Problem"),
            lambda row: kind_label(row.kind),
            tip=lambda row: failure_detail(row.file.detail) or kind_label(row.kind),
            is_muted=True,
            width=24,
            leaves=1,  # the title above says it too
        ),
    )
