"""The chosen cluster: its members above, the beginning of the selected one's text below.

At first the medoid comes first, then the other members by their overlap with it.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from simhash_gui.ui.clusters.chosen_cluster import ChosenCluster, MemberOrder
from simhash_gui.ui.clusters.members_model import MembersModel
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.buttons import ActionButton
from simhash_gui.ui.common.file_manager import way_to
from simhash_gui.ui.common.labels import ElidedLabel
from simhash_gui.ui.common.paged_table import PagedTable
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.reading.shown_text import shown_text
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Space

_SHARE = (300, 200)
_MAX_COMPARED = 2


class ClusterDetails(QWidget):
    """Members, preview and the way to the Compare page."""

    def __init__(
        self, session: Session, chosen: ChosenCluster, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._chosen = chosen
        self._is_compare_asked = False
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
        """Open the Compare page with what is selected, as soon as the members are known."""
        self._is_compare_asked = self._chosen.is_awaited
        if self._is_compare_asked:
            return
        pair = self._chosen.pair(self.members.selected_ids())
        if pair is not None:
            self._session.compare_requested.emit(pair)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self._model.retranslate()
            self.retranslate()
        super().changeEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        # Type or texts that need more room ask for it, and need not resize anything.
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._fit()
        return is_done

    def _fit(self) -> None:
        """Leave out the beginning of the text where its room would make the page scroll."""
        parts = self._upper, self._lower
        needed_px = sum(part.minimumSizeHint().height() for part in parts)
        self._lower.setVisible(self.height() >= needed_px + self.split.handleWidth())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._upper.minimumSizeHint().height())

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(ActionButton(self.compare_action, "compare"))
        self._upper, self._lower = QWidget(), QWidget()
        column = QVBoxLayout(self._upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(head)
        column.addWidget(self.members, 1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self._upper)
        below = QVBoxLayout(self._lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(Space.XS)
        below.addWidget(self._path)
        below.addWidget(self.preview, 1)
        self.split.addWidget(self._lower)
        self.split.setSizes(list(_SHARE))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.split)

    def _forget_asked(self) -> None:
        self._is_compare_asked = False

    def _connect(self) -> None:
        self._chosen.documents_changed.connect(self._forget_asked)
        self._chosen.members_changed.connect(self._show_members)
        self._chosen.preview_changed.connect(self._show_preview)
        self.members.selection_changed.connect(self._follow_selection)
        self.members.opened.connect(self.compare)
        self.members.sort_requested.connect(self._sort)
        self.members.set_sort(self._chosen.order, self._chosen.is_descending)
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

    def _sort(self, order: object, is_descending: bool) -> None:
        self._chosen.sort_by(MemberOrder(str(order)), is_descending)
        self.members.set_sort(order, is_descending)

    def _show_members(self) -> None:
        members = self._chosen.members
        self._model.use_members(members)
        self.members.set_ids(self._chosen.file_ids)
        if members is not None and self.members.selected_count() == 0:
            self.members.selectRow(0)
        self._show_title()
        if self._is_compare_asked:
            self.compare()

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
        self.members.copy_rows(lambda row: row.file.path)

    def _show_in_file_manager(self) -> None:
        row = self._model.row_at(self.members.currentIndex().row())
        if row is not None:
            self._session.reads.submit(way_to, row.file.path, on_done=lambda show: show())

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
            title, *shorter = _titles(len(members.file_ids), members.text_count)
            self._title.set_full_text(title, shorter)


def _titles(files: int, texts: int) -> list[str]:
    """How many files, and how many different texts where these are fewer.

    Ways to say it, the longest first.
    """
    told = QCoreApplication.translate("ClusterDetails", "%Ln files", "", files)
    if files == texts:
        return [told]
    distinct = QCoreApplication.translate("ClusterDetails", "%Ln distinct texts", "", texts)
    both = QCoreApplication.translate("ClusterDetails", "{files}, {texts}")
    return [both.format(files=told, texts=distinct), told]
