"""The chosen cluster: its members above, the beginning of the selected one's text below.

The medoid comes first, then the other members by distance to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.services.comparison.evidence import PairClass, Thresholds
from simhash_gui.services.detection.pairs import mirrored
from simhash_gui.services.library.browsing import FileRow, file_rows
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.clusters.chosen_cluster import ChosenCluster, ClusterMembers
from simhash_gui.ui.clusters.cluster_view import NOWHERE, IdPositions
from simhash_gui.ui.clusters.clusters_model import NAME_CHARACTERS, day_text, moment
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.file_manager import show_in_file_manager
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.library_texts import role_hint, role_label
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.evidence_texts import (
    member_class_label,
    member_class_meaning,
    with_symbol,
)
from simhash_gui.ui.reading.shown_text import shown_text
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space, Token


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member with its place in the cluster.

    ``distance`` is to the medoid, in bits; ``overlap`` the share of the smaller text that both
    have; ``pair_class`` what it is to the medoid by ``thresholds``, None where that was not judged.
    """

    file: FileRow
    distance: int
    overlap: float
    pair_class: PairClass | None
    is_medoid: bool
    is_copy: bool
    is_chained: bool
    is_reference: bool
    thresholds: Thresholds


class MembersModel(PagedTableModel[MemberRow]):
    """Pages of members by file id."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._session = session
        self._members: ClusterMembers | None = None
        self._positions = IdPositions.of(np.empty(0, np.int64))
        super().__init__(_columns(), self._fetch_rows, lambda row: row.file.id, parent)
        self.failed.connect(session.reads.failed, Qt.ConnectionType.QueuedConnection)

    def use_members(self, members: ClusterMembers | None) -> None:
        """Read from these members from now on; ``set_ids`` shows them."""
        self._members = members
        if members is not None:
            self._positions = IdPositions.of(members.file_ids)

    def _fetch_rows(self, ids: Sequence[int]) -> list[MemberRow]:
        library, members = self._session.library, self._members
        if library is None or members is None:
            return []
        positions = dict(zip(ids, self._positions.find(ids), strict=True))
        return [
            _row(members, positions[file.id], file)
            for file in file_rows(library, ids)
            if positions[file.id] != NOWHERE
        ]


def _row(members: ClusterMembers, place: int, file: FileRow) -> MemberRow:
    return MemberRow(
        file,
        int(members.distances[place]),
        float(members.overlaps[place]),
        members.classes[place],
        place == 0,
        bool(members.is_copy[place]),
        bool(members.is_chained[place]),
        bool(members.is_reference[place]),
        members.thresholds,
    )


def _parent(row: MemberRow) -> str:
    return str(Path(row.file.path).parent)


def class_text(row: MemberRow) -> str:
    """What the member is to the medoid, with the sign of the class; what is special comes first."""
    if row.is_medoid:
        return QCoreApplication.translate("MembersModel", "medoid")
    if row.is_copy:
        text = QCoreApplication.translate("MembersModel", "= exact copy")
    elif row.pair_class is not None:
        text = with_symbol(mirrored(row.pair_class), member_class_label(row.pair_class))
    else:
        return QCoreApplication.translate("MembersModel", "linked only through others")
    if not row.is_chained:
        return text
    return QCoreApplication.translate("MembersModel", "{class_name}, through others").format(
        class_name=text
    )


def class_tip(row: MemberRow) -> str:
    """The same in a sentence."""
    if row.is_medoid:
        return QCoreApplication.translate(
            "MembersModel", "The member with the smallest sum of distances to all others"
        )
    if row.is_chained:
        return QCoreApplication.translate(
            "MembersModel",
            "Linked only through others: at this threshold it is a pair with other members, "
            "but not with the medoid",
        )
    if row.is_copy:
        return QCoreApplication.translate(
            "MembersModel", "The same content, byte for byte, as another member"
        )
    if row.pair_class is None:
        return ""
    return member_class_meaning(row.pair_class, row.thresholds)


def _overlap_tip(row: MemberRow) -> str:
    text = QCoreApplication.translate(
        "MembersModel", "{share} of the shorter text is in the other: member and medoid"
    )
    return text.format(share=fmt.share(row.overlap))


def _mark_icon(row: MemberRow) -> tuple[str, Token] | None:
    if row.is_medoid:
        return "star", Token.ACCENT
    if row.is_chained:
        return "warning", Token.WARN
    if row.is_copy:
        return "copy", Token.AGREES
    return None


def _columns() -> tuple[Column[MemberRow], ...]:
    return (*_relation_columns(), *_file_columns())


def _relation_columns() -> tuple[Column[MemberRow], ...]:
    """What a member is to the medoid."""
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("MembersModel", "Name"),
            lambda row: fmt.path(row.file.name),
            tip=lambda row: fmt.path(row.file.path),
            elide=Qt.TextElideMode.ElideMiddle,
            icon=_mark_icon,
            takes_spare_width=True,
            width=NAME_CHARACTERS,
        ),
        Column(
            "overlap",
            lambda: QCoreApplication.translate("MembersModel", "Overlap"),
            lambda row: fmt.share(row.overlap),
            tip=_overlap_tip,
            is_number=True,
            width=7,
        ),
        Column(
            "distance",
            lambda: QCoreApplication.translate("MembersModel", "Distance"),
            lambda row: fmt.number(row.distance),
            tip=_distance_tip,
            is_number=True,
            width=7,
        ),
        Column(
            "class",
            lambda: QCoreApplication.translate("MembersModel", "Class"),
            class_text,
            tip=class_tip,
            width=16,
        ),
    )


def _file_columns() -> tuple[Column[MemberRow], ...]:
    return (
        Column(
            "folder",
            lambda: QCoreApplication.translate("MembersModel", "Folder"),
            lambda row: fmt.path(_parent(row)),
            tip=_folder_tip,
            elide=Qt.TextElideMode.ElideMiddle,
            icon=lambda row: ("shield", Token.ACCENT) if row.is_reference else None,
            is_muted=True,
            width=16,
        ),
        Column(
            "modified",
            lambda: QCoreApplication.translate("MembersModel", "Modified"),
            lambda row: day_text(row.file.mtime_ns),
            tip=lambda row: fmt.exact_date(moment(row.file.mtime_ns)),
            is_number=True,
            is_muted=True,
            width=13,
        ),
        Column(
            "size",
            lambda: QCoreApplication.translate("MembersModel", "Size"),
            lambda row: fmt.size(row.file.size_bytes),
            tip=lambda row: fmt.exact_size(row.file.size_bytes),
            is_number=True,
            width=8,
        ),
    )


def _folder_tip(row: MemberRow) -> str:
    path = fmt.path(row.file.path)
    if not row.is_reference:
        return path
    return f"{path}\n{role_label(FolderRole.REFERENCE)}: {role_hint(FolderRole.REFERENCE)}"


def _distance_tip(row: MemberRow) -> str:
    return QCoreApplication.translate("MembersModel", "%Ln bits from the medoid", "", row.distance)


_SHARE = (300, 200)
_MAX_COMPARED = 2
_MAX_PATHS_COPIED = 10_000


class ClusterDetails(QWidget):
    """Members, preview and the way to the Compare page."""

    def __init__(
        self, session: Session, chosen: ChosenCluster, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._chosen = chosen
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        set_role(self._title, Role.SECTION)
        self.compare_action, self.show_action = QAction(self), QAction(self)
        self.copy_rows_action, self.copy_paths_action = QAction(self), QAction(self)
        self.reset_columns_action = QAction(self)
        self._model = MembersModel(session, self)
        self.members = PagedTable(self._model)
        self._path = ElidedLabel()
        set_role(self._path, Role.CAPTION)
        self.preview = TextPane(has_signs=False)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self._lay_out()
        self._connect()
        self.retranslate()
        self._show_members()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        self.compare_action.setText(self.tr("Compare"))
        self.compare_action.setToolTip(
            self.tr("Compare the medoid with the selected member, or two selected members")
        )
        self.show_action.setText(self.tr("Show in file manager"))
        self.copy_rows_action.setText(self.tr("Copy rows"))
        self.copy_paths_action.setText(self.tr("Copy paths"))
        self.reset_columns_action.setText(self.tr("Reset columns"))
        self.members.setAccessibleName(self.tr("Members of the cluster"))
        self.preview.setAccessibleName(self.tr("Beginning of the text"))
        self._show_title()

    def title(self) -> str:
        """The line above the members."""
        return self._title.full_text()

    def shown_path(self) -> str:
        """Where the previewed member is."""
        return self._path.full_text()

    def compare(self) -> None:
        """Open the Compare page with what is selected."""
        pair = self._chosen.pair(self.members.selected_ids())
        if pair is not None:
            self._session.compare_requested.emit(pair)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._model.retranslate()
            self.retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(ActionButton(self.compare_action, "compare"))
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self.members, 1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(upper)
        lower = QWidget()
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(Space.XS)
        below.addWidget(self._path)
        below.addWidget(self.preview, 1)
        self.split.addWidget(lower)
        self.split.setSizes(list(_SHARE))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.split)

    def _connect(self) -> None:
        self._chosen.members_changed.connect(self._show_members)
        self._chosen.preview_changed.connect(self._show_preview)
        self.members.selection_changed.connect(self._follow_selection)
        self.members.opened.connect(self.compare)
        self.compare_action.triggered.connect(self.compare)
        self.show_action.triggered.connect(self._show_in_file_manager)
        self.copy_paths_action.triggered.connect(self._copy_paths)
        self.copy_rows_action.triggered.connect(self.members.copy_rows)
        self.reset_columns_action.triggered.connect(self.members.reset_columns)
        self.members.addActions(
            [
                self.compare_action,
                self.show_action,
                self.copy_rows_action,
                self.copy_paths_action,
                self.reset_columns_action,
            ]
        )

    def _show_members(self) -> None:
        members = self._chosen.members
        self._model.use_members(members)
        self.members.set_ids(members.file_ids if members is not None else self._model.ids[:0])
        if members is not None and self.members.selected_count() == 0:
            self.members.selectRow(0)
        self._show_title()

    def _follow_selection(self) -> None:
        selected = (
            self.members.selected_ids() if self.members.selected_count() <= _MAX_COMPARED else []
        )
        self.compare_action.setEnabled(self._chosen.pair(selected) is not None)
        current = self.members.current_id()
        if self._chosen.members is None or not selected:
            self._chosen.clear_preview()
        else:
            self._chosen.show_preview(current if current in selected else selected[0])

    def _copy_paths(self) -> None:
        rows = self._model.rows_at(self.members.selected_rows()[:_MAX_PATHS_COPIED])
        QGuiApplication.clipboard().setText("\n".join(row.file.path for row in rows))

    def _show_in_file_manager(self) -> None:
        row = self._model.row_at(self.members.currentIndex().row())
        if row is not None:
            show_in_file_manager(Path(_parent(row)))

    def _show_preview(self) -> None:
        text = self._chosen.preview
        self.preview.show_lines(shown_text(text).lines if text is not None else ())
        row = self._model.row_at(self.members.currentIndex().row())
        has_path = text is not None and row is not None
        self._path.set_full_text(fmt.path(row.file.path) if row is not None and has_path else "")

    def _show_title(self) -> None:
        members = self._chosen.members
        if members is None:
            self._title.set_full_text(self.tr("No cluster chosen"))
        else:
            self._title.set_full_text(_title_text(len(members.file_ids), members.document_count))


def _title_text(files: int, documents: int) -> str:
    """How many files, and how many different contents where copies are among them."""
    if files == documents:
        return QCoreApplication.translate("ClusterDetails", "Cluster: %Ln files", "", files)
    text = QCoreApplication.translate(
        "ClusterDetails", "Cluster: %Ln files, {documents} distinct texts", "", files
    )
    return text.format(documents=fmt.number(documents))
