"""The rows of the folder list: the folders of a library and, where unfolded, those inside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from simhash_gui.services.library.libraries import FolderRole, FolderRow, Subfolder
from simhash_gui.services.printable import readable_folder
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.library_texts import role_hint, role_label


class Place(NamedTuple):
    """What a row stands for: all folders (no id), a folder, or a subfolder of it."""

    folder_id: int | None = None
    subfolder: str = ""

    @property
    def parent(self) -> Place:
        """The folder around it; all folders around those of the library."""
        return Place(self.folder_id, self.subfolder.rpartition("/")[0]) if self.subfolder else ALL

    def is_at_or_below(self, other: Place) -> bool:
        """Whether it is the other, or lies anywhere inside it."""
        if self.folder_id != other.folder_id:
            return False
        return f"{self.subfolder}/".startswith(f"{other.subfolder}/" if other.subfolder else "")


ALL = Place()
Subfolders = Mapping[Place, Sequence[Subfolder]]
"""What the unfolded places hold."""


def folded(inside: Subfolders, place: Place) -> Subfolders:
    """What is unfolded once a place is not."""
    return {each: rows for each, rows in inside.items() if not each.is_at_or_below(place)}


def _places_around(folders: Sequence[FolderRow]) -> Iterator[tuple[int, Place]]:
    """Of each folder that lies in another one, the place in the innermost of these."""
    by_path = {folder.path: folder.id for folder in folders}
    for folder in folders:
        parent = folder.path.parent
        around = next((path for path in (parent, *parent.parents) if path in by_path), None)
        if around is not None:
            inside = parent.relative_to(around).as_posix()
            yield folder.id, Place(by_path[around], "" if inside == "." else inside)


def _archive_of(subfolder: str) -> str:
    """The file of the archive that a subfolder is, or lies in; empty where there is none."""
    shown = readable_folder(subfolder)
    return "" if shown == subfolder else shown.partition(" › ")[0]


def _name_of(row: FolderRow | Subfolder) -> str:
    return row.path.name if isinstance(row, FolderRow) else row.name


def own_place(place: Place, folders: Sequence[FolderRow]) -> Place:
    """A place by the innermost folder of the library around it, which it may have become itself."""
    paths = {folder.id: folder.path for folder in folders}
    if place.folder_id not in paths:
        return place
    path = paths[place.folder_id] / place.subfolder
    around = max((each for each in folders if path.is_relative_to(each.path)), key=_depth)
    inside = path.relative_to(around.path).as_posix()
    return Place(around.id, "" if inside == "." else inside)


def _depth(folder: FolderRow) -> int:
    return len(folder.path.parts)


def refreshed(inside: Subfolders, read: Subfolders, folders: Sequence[FolderRow]) -> Subfolders:
    """What is unfolded, with what was read again; what holds nothing now is folded."""
    inside = {own_place(place, folders): rows for place, rows in inside.items()}
    now = {place: read.get(place, rows) for place, rows in inside.items()}
    return {place: rows for place, rows in now.items() if rows}


class FolderModel(QAbstractListModel):
    """Where there are several, the first row is all of them: ``folder_at(0)`` is None.

    A folder of the library that lies in another one stands among the subfolders there, once these
    are unfolded. Where all lie in one, the row of all is the last: giving a subfolder a role moves
    no row.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folders: Mapping[int, FolderRow] = {}
        self._inside: Subfolders = {}
        self._around: dict[int, Place] = {}  # of a folder the place that it lies in
        self._places: list[Place] = []
        self._known: dict[Place, FolderRow | Subfolder] = {}

    def set_folders(self, folders: Sequence[FolderRow], inside: Subfolders | None = None) -> None:
        """Show these; the same rows with new counts stay where they are."""
        self._folders = {folder.id: folder for folder in folders}
        self._inside = inside or {}
        self._around = dict(_places_around(folders))
        self._known = dict(self._rows())
        places = [*self._known]
        if len(folders) != 1:
            is_one_around = len(folders) - len(self._around) == 1
            places.insert(len(places) if is_one_around else 0, ALL)
        if places == self._places:
            self.retranslate()
            return
        self.beginResetModel()
        self._places = places
        self.endResetModel()

    def _rows(self) -> Iterator[tuple[Place, FolderRow | Subfolder]]:
        for folder in self._folders.values():
            if not self._is_within(folder):
                yield from self._rows_of(Place(folder.id), folder)

    def _rows_of(
        self, place: Place, row: FolderRow | Subfolder
    ) -> Iterator[tuple[Place, FolderRow | Subfolder]]:
        yield place, row
        below: list[tuple[Place, FolderRow | Subfolder]] = [
            (Place(each.folder_id, each.relative_path), each)
            for each in self._inside.get(place, ())
        ]
        if below:
            nested = (each for each in self._folders.values() if self._around.get(each.id) == place)
            below += [(Place(each.id), each) for each in nested]
        for inside, each in sorted(below, key=lambda pair: _name_of(pair[1]).casefold()):
            yield from self._rows_of(inside, each)

    def _is_within(self, folder: FolderRow) -> bool:
        """Whether it stands among the subfolders of another folder."""
        return self._around.get(folder.id) in self._inside

    def retranslate(self) -> None:
        """Let views ask for texts again."""
        self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def place_at(self, row: int) -> Place:
        """What a row stands for; all folders where there is no such row."""
        return self._places[row] if 0 <= row < len(self._places) else ALL

    def row_of(self, place: Place) -> int:
        """Where a place stands, also as a folder of its own; else the nearest folder around it."""
        place = own_place(place, [*self._folders.values()])
        while place != ALL and place not in self._known:
            place = place.parent
        return self._places.index(place) if place in self._places else 0

    def folder_at(self, row: int) -> FolderRow | None:
        """The folder in a row; None for all folders and for subfolders."""
        known = self._known.get(self.place_at(row))
        return known if isinstance(known, FolderRow) else None

    def path_at(self, row: int) -> Path | None:
        """The path on the disk, of what is in an archive that of the archive; None for all."""
        place = self.place_at(row)
        folder = self._folders.get(place.folder_id or 0)
        inside = _archive_of(place.subfolder) or place.subfolder
        return None if folder is None else folder.path / inside

    def is_archive(self, row: int) -> bool:
        """Whether it is an archive, no folder."""
        name = self.place_at(row).subfolder.rpartition("/")[2]
        return readable_folder(name) != name

    def role_at(self, row: int) -> FolderRole | None:
        """What a folder, or the one around a subfolder, is for; None for all, and in archives."""
        place = self.place_at(row)
        if _archive_of(place.subfolder):
            return None
        folder = self._folders.get(place.folder_id or 0)
        return None if folder is None else folder.role

    def depth(self, row: int) -> int:
        """How many rows it is inside of."""
        place, depth = self.place_at(row), 0
        while (place := self._place_around(place)) != ALL:
            depth += 1
        return depth

    def row_around(self, row: int) -> int:
        """The row that a row is inside of; all folders for one that is in none."""
        return self.row_of(self._place_around(self.place_at(row)))

    def _place_around(self, place: Place) -> Place:
        around = self._around.get(place.folder_id or 0)
        is_nested = not place.subfolder and around in self._inside
        return around if around is not None and is_nested else place.parent

    def has_subfolders(self, row: int) -> bool:
        """Whether there is anything to unfold."""
        known = self._known.get(self.place_at(row))
        return known is not None and known.has_subfolders

    def is_unfolded(self, row: int) -> bool:
        """Whether the rows inside it are shown."""
        return self.place_at(row) in self._inside

    def has_any_subfolders(self) -> bool:
        """Whether any folder can be unfolded: names then stand behind its arrow."""
        return any(folder.has_subfolders for folder in self._folders.values())

    def title(self, row: int) -> str:
        """First line of a row."""
        path, place = self.path_at(row), self.place_at(row)
        if path is None:
            return QCoreApplication.translate("FolderModel", "All folders")
        if place.subfolder:
            return fmt.path(readable_folder(place.subfolder.rpartition("/")[2]))
        return fmt.path(path.name or str(path))

    def caption(self, row: int) -> str:
        """Second line of a row: its role where it has one, and its path; none inside another."""
        place, folder = self.place_at(row), self.folder_at(row)
        if place.subfolder or (folder is not None and self._is_within(folder)):
            return ""
        if folder is None:
            count = len(self._folders)
            return QCoreApplication.translate("FolderModel", "%Ln folders", "", count)
        path = fmt.path(str(folder.path))
        if folder.role is FolderRole.NORMAL:
            return path
        return f"{role_label(folder.role)} · {path}"

    def file_count(self, row: int) -> int:
        """Files of a row."""
        return sum(each.file_count for each in self._counted(row))

    def failed_count(self, row: int) -> int:
        """Failed files of a row."""
        return sum(each.failed_count for each in self._counted(row))

    def _counted(self, row: int) -> list[FolderRow | Subfolder]:
        known = self._known.get(self.place_at(row))
        return [*self._folders.values()] if known is None else [known]

    @override
    def rowCount(
        self,
        parent: QModelIndex | QPersistentModelIndex = QModelIndex(),  # noqa: B008 - Qt's own
    ) -> int:
        return 0 if parent.isValid() else len(self._places)

    @override
    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        row = index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, self._spoken(row)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return None

    def _spoken(self, row: int) -> list[str]:
        unfolded = QCoreApplication.translate("FolderModel", "unfolded")
        folded = QCoreApplication.translate("FolderModel", "folded")
        state = (unfolded if self.is_unfolded(row) else folded) if self.has_subfolders(row) else ""
        folder, role = self.folder_at(row), ""
        if folder is not None and folder.role is not FolderRole.NORMAL:
            role = role_label(folder.role)
        return [self.title(row), self.caption(row) or role, fmt.number(self.file_count(row)), state]

    def _tip(self, row: int) -> str:
        path, folder = self.path_at(row), self.folder_at(row)
        if path is None:
            return ""
        lines = [fmt.path(str(path))]
        if folder is not None:
            lines.append(f"{role_label(folder.role)}: {role_hint(folder.role)}")
        return "\n".join(lines)
