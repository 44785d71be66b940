"""The folders of a library as a list, after a first row that stands for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole, FolderRow
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.library_texts import role_hint, role_label

ALL_FOLDERS_ROW = 0


class FolderModel(QAbstractListModel):
    """``folder_at(0)`` is None: all folders."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders: tuple[FolderRow, ...] = ()

    def set_folders(self, folders: Sequence[FolderRow]) -> None:
        """Show these; the same folders with new counts keep their rows."""
        new = tuple(folders)
        if [f.folder_id for f in new] == [f.folder_id for f in self._folders]:
            self._folders = new
            self.dataChanged.emit(self.index(0), self.index(len(new)))
            return
        self.beginResetModel()
        self._folders = new
        self.endResetModel()

    def retranslate(self) -> None:
        """Let views ask for texts again."""
        self.dataChanged.emit(self.index(0), self.index(len(self._folders)))

    def folder_at(self, row: int) -> FolderRow | None:
        """The folder in a row; None for all folders."""
        return self._folders[row - 1] if 1 <= row <= len(self._folders) else None

    def row_of(self, folder_id: int | None) -> int:
        """Where a folder stands; the first row for None or a folder that is gone."""
        ids = [folder.folder_id for folder in self._folders]
        return ids.index(folder_id) + 1 if folder_id in ids else ALL_FOLDERS_ROW

    def title(self, row: int) -> str:
        """First line of a row."""
        folder = self.folder_at(row)
        if folder is None:
            return QCoreApplication.translate("FolderModel", "All folders")
        return fmt.path(folder.path.name or str(folder.path))

    def caption(self, row: int) -> str:
        """Second line of a row: its role where it has one, and its path."""
        folder = self.folder_at(row)
        if folder is None:
            count = len(self._folders)
            return QCoreApplication.translate("FolderModel", "%Ln folders", "", count)
        path = fmt.path(str(folder.path))
        if folder.role is FolderRole.NORMAL:
            return path
        return f"{role_label(folder.role)} · {path}"

    def file_count(self, row: int) -> int:
        """Files of a row."""
        folder = self.folder_at(row)
        return folder.file_count if folder else sum(f.file_count for f in self._folders)

    def failed_count(self, row: int) -> int:
        """Failed files of a row."""
        folder = self.folder_at(row)
        return folder.failed_count if folder else sum(f.failed_count for f in self._folders)

    @override
    def rowCount(
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 - Qt's own
    ) -> int:
        return 0 if parent.isValid() else len(self._folders) + 1

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.title(row)}, {self.caption(row)}, {fmt.number(self.file_count(row))}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return None

    def _tip(self, row: int) -> str:
        folder = self.folder_at(row)
        if folder is None:
            return ""
        return f"{fmt.path(str(folder.path))}\n{role_label(folder.role)}: {role_hint(folder.role)}"
