"""The cluster that is chosen on the Clusters page: its members, and a preview of one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simhash_gui.services.comparison.evidence import PairClass, Thresholds
from simhash_gui.services.detection.answers.clusters import ClusterTable
from simhash_gui.services.library.browsing import FileRow, document_rows, file_rows
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.ui.clusters.cluster_view import NOWHERE
from simhash_gui.ui.session.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMembers:
    """Arrays of shape (members,): the medoid, then those with most overlap with it; chained last.

    ``overlaps``: the share of the smaller text that member and medoid have in common, an estimate
    where not ``is_measured``. ``classes``: what they are to each other, as far as that was judged.
    ``is_copy``: the same document as a member listed before, the first of which is the file of
    ``original_ids``. ``is_chained``: no pair with the medoid within the threshold, so that only
    other members link it to the cluster. ``is_reference``: in a reference folder. ``is_inside``:
    in an archive or a mailbox. The classes follow from ``thresholds``. ``text_count``: one text in
    several encodings counts once.
    """

    medoid_file_id: int
    file_ids: NDArray[np.int64]
    document_ids: NDArray[np.int64]
    distances: NDArray[np.uint8]
    overlaps: NDArray[np.float32]
    is_measured: NDArray[np.bool_]
    classes: tuple[PairClass | None, ...]
    is_copy: NDArray[np.bool_]
    original_ids: NDArray[np.int64]
    is_chained: NDArray[np.bool_]
    is_reference: NDArray[np.bool_]
    is_inside: NDArray[np.bool_]
    thresholds: Thresholds
    text_count: int

    def document_of(self, file_id: int) -> int:
        """The document that a member is a file of."""
        return int(self.document_ids[np.flatnonzero(self.file_ids == file_id)[0]])


def cluster_members(table: ClusterTable, position: int) -> ClusterMembers:
    """The members of the cluster at ``position`` of the table."""
    documents = table.member_document_ids(position)
    distances, overlaps = table.member_distances(position), table.member_overlaps(position)
    classes = table.member_classes(position)
    is_chained = table.members_chained(position)
    order = np.lexsort((-overlaps, is_chained))  # even ones as they are: the medoid first
    documents = documents[order]
    _, firsts, same = np.unique(documents, return_index=True, return_inverse=True)
    file_ids = table.member_file_ids(position)[order]
    original_ids = file_ids[firsts[same]]
    return ClusterMembers(
        medoid_file_id=int(table.medoid_file_ids[position]),
        file_ids=file_ids,
        document_ids=documents,
        distances=distances[order],
        overlaps=overlaps[order],
        is_measured=table.members_measured(position)[order],
        classes=tuple(classes[place] for place in order.tolist()),
        is_copy=file_ids != original_ids,
        original_ids=original_ids,
        is_chained=is_chained[order],
        is_reference=table.members_in_reference(position)[order],
        is_inside=table.members_inside(position)[order],
        thresholds=table.thresholds,
        text_count=table.text_count(position),
    )


class MemberOrder(StrEnum):
    """Columns to sort members by; OVERLAP is the order of ``ClusterMembers``."""

    NAME = "name"
    OVERLAP = "overlap"
    DISTANCE = "distance"
    CLASS = "class"
    FOLDER = "folder"
    MODIFIED = "modified"
    LENGTH = "length"
    SIZE = "size"


_CLASSES = list(PairClass)
_KEYS_OF_FILES: Mapping[MemberOrder, Callable[[FileRow], Any]] = MappingProxyType(
    {
        MemberOrder.NAME: lambda file: file.name.casefold(),
        MemberOrder.FOLDER: lambda file: str(Path(file.path).parent).casefold(),
        MemberOrder.MODIFIED: lambda file: file.mtime_ns,
        MemberOrder.SIZE: lambda file: file.size_bytes,
    }
)


def ordered_members(
    library: Library, members: ClusterMembers, order: MemberOrder, *, is_descending: bool
) -> NDArray[np.int64]:
    """The files of all members in order; those that are even stay as they stand."""
    if order is MemberOrder.OVERLAP and is_descending:
        return members.file_ids
    keys = _keys(library, members, order)
    places = sorted(range(len(keys)), key=keys.__getitem__, reverse=is_descending)
    return members.file_ids[places]


def _keys(library: Library, members: ClusterMembers, order: MemberOrder) -> Sequence[Any]:
    if order in {MemberOrder.OVERLAP, MemberOrder.DISTANCE}:
        values = members.overlaps if order is MemberOrder.OVERLAP else members.distances
        return list(values)
    if order is MemberOrder.CLASS:
        return [len(_CLASSES) if each is None else _CLASSES.index(each) for each in members.classes]
    if order is MemberOrder.LENGTH:
        rows = document_rows(library, sorted(set(members.document_ids.tolist())))
        lengths = {row.id: row.character_count for row in rows}
        return [lengths.get(number, 0) for number in members.document_ids.tolist()]
    key = _KEYS_OF_FILES[order]
    ids = members.file_ids.tolist()
    found = {row.id: key(row) for row in file_rows(library, sorted(ids))}
    gone = type(next(iter(found.values()), ""))()
    return [found.get(number, gone) for number in ids]


PREVIEW_CHARACTERS = 20_000
_MEMBERS_KEY = "clusters-members"
_PREVIEW_KEY = "clusters-preview"


class ChosenCluster(QObject):
    """Members and preview, each None while nothing is chosen.

    What is chosen is known at once (``documents_changed``), so that a key means the cluster that is
    chosen when it is pressed; the members follow.
    """

    documents_changed = Signal(object, object)  # id of the medoid's file; first file by document
    members_changed = Signal()
    preview_changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.members: ClusterMembers | None = None
        self.file_ids = np.empty(0, np.int64)
        """The files of all members, as they are sorted."""
        self.order, self.is_descending = MemberOrder.OVERLAP, True
        self._place: tuple[ClusterTable, int] | None = None
        self.preview: str | None = None
        self.is_awaited = False
        """Whether other members are on their way."""

    def choose(self, table: ClusterTable, position: int) -> None:
        """Show the members of the cluster at ``position`` of the table."""
        documents, files = table.member_document_ids(position), table.member_file_ids(position)
        firsts = np.sort(np.unique(documents, return_index=True)[1])  # as they are listed
        file_of = dict(zip(documents[firsts].tolist(), files[firsts].tolist(), strict=True))
        self.documents_changed.emit(int(table.medoid_file_ids[position]), file_of)
        self._place = table, position
        self._read()

    def medoid_in(self, table: ClusterTable) -> int:
        """The file of the medoid of the cluster of a table that has the chosen one's medoid now.

        A content may be found in another file than before. NOWHERE where no cluster has it.
        """
        if self._place is None:
            return NOWHERE
        chosen, position = self._place
        places = np.flatnonzero(table.with_documents(chosen.member_document_ids(position)[:1]))
        return int(table.medoid_file_ids[places[0]]) if len(places) else NOWHERE

    def sort_by(self, order: MemberOrder, is_descending: bool) -> None:
        """Show the members of this cluster, and of those chosen later, in another order."""
        self.order, self.is_descending = order, is_descending
        self._read()

    def _read(self) -> None:
        library = self._session.library
        if library is None or self._place is None:
            return
        self.is_awaited = True
        self._session.reads.submit(
            _sorted_members,
            library,
            *self._place,
            self.order,
            self.is_descending,
            on_done=self._keep_members,
            key=_MEMBERS_KEY,
        )

    def clear(self) -> None:
        """Nothing is chosen."""
        self.documents_changed.emit(NOWHERE, {})
        self._session.reads.forget(_MEMBERS_KEY)
        self._place = None
        self.clear_preview()
        self._keep_members((None, self.file_ids[:0]))

    def show_preview(self, file_id: int) -> None:
        """Show the beginning of a member's text."""
        library, members = self._session.library, self.members
        if library is not None and members is not None:
            self._session.reads.submit(
                _beginning,
                library,
                members.document_of(file_id),
                on_done=self._keep_preview,
                on_error=self._lose_preview,
                key=_PREVIEW_KEY,
            )

    def clear_preview(self) -> None:
        """No member is chosen."""
        self._session.reads.forget(_PREVIEW_KEY)
        self._keep_preview(None)

    def pair(self, file_ids: list[int]) -> tuple[int, int] | None:
        """The documents to compare: two members, or the medoid and one member.

        The medoid alone is compared with the nearest member that is another document.
        """
        members = self.members
        if members is None or not 1 <= len(file_ids) <= 2:
            return None
        if len(file_ids) == 2:
            return members.document_of(file_ids[0]), members.document_of(file_ids[1])
        medoid, other = (
            members.document_of(file_id) for file_id in (members.medoid_file_id, file_ids[0])
        )
        if other == medoid:
            others = members.document_ids[members.document_ids != medoid]
            other = int(others[0]) if len(others) else medoid
        return medoid, other

    def _keep_members(self, found: tuple[ClusterMembers | None, NDArray[np.int64]]) -> None:
        self.members, self.file_ids = found
        self.is_awaited = False
        self.members_changed.emit()

    def _keep_preview(self, preview: str | None) -> None:
        self.preview = preview
        self.preview_changed.emit()

    def _lose_preview(self, _error: Exception) -> None:
        """The document went away; the next refresh takes it off the list."""
        self._keep_preview(None)


def _sorted_members(
    library: Library, table: ClusterTable, position: int, order: MemberOrder, is_descending: bool
) -> tuple[ClusterMembers, NDArray[np.int64]]:
    members = cluster_members(table, position)
    return members, ordered_members(library, members, order, is_descending=is_descending)


def _beginning(library: Library, document_id: int) -> str:
    text = document_text(library, document_id)
    return text if len(text) <= PREVIEW_CHARACTERS else f"{text[:PREVIEW_CHARACTERS]}…"
