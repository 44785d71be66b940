"""The members of a cluster as rows: what each is to the medoid, and where its file is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt

from simhash_gui.services.comparison.evidence import PairClass, Thresholds
from simhash_gui.services.detection.pairs import mirrored
from simhash_gui.services.library.browsing import FileRow, document_rows, file_rows
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.ui.clusters.chosen_cluster import ClusterMembers, MemberOrder
from simhash_gui.ui.clusters.cluster_view import NOWHERE, IdPositions
from simhash_gui.ui.clusters.clusters_model import NAME_CHARACTERS, day_text, moment
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.document_columns import folder_text
from simhash_gui.ui.common.library_texts import role_hint, role_label
from simhash_gui.ui.common.paged_model import Column, PagedTableModel
from simhash_gui.ui.reading.evidence_texts import (
    member_class_label,
    member_class_meaning,
    with_symbol,
)
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.theme.tokens import Token

_DAY_MIN = 24 * 60
_YEAR_DAYS, _MONTH_DAYS = 365.25, 30.44
_LONG_YEARS, _LONG_MONTHS = 2, 3
"""From so many years on an age is told in years, from so many months on in months."""
_ALL = 0.995
"""From this share on all of a text is said to be in the other."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member with its place in the cluster.

    ``distance`` is to the medoid, in bits; ``overlap`` the share of the smaller text that both
    have, an estimate where not ``is_measured``; ``pair_class`` what it is to the medoid by
    ``thresholds``, None where that was not judged. ``newer_ns`` and ``more_characters`` are how
    much newer and longer than the medoid it is. ``copy_of``: the path of the member listed before
    that has the same content. ``is_inside``: in an archive or a mailbox.
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
    newer_ns: int = 0
    more_characters: int = 0
    is_measured: bool = True
    copy_of: str = ""
    is_inside: bool = False


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
        places = [place for place in positions.values() if place != NOWHERE]
        originals = members.original_ids[places].tolist()
        wanted = sorted({*ids, *originals, members.medoid_file_id})
        found = {row.id: row for row in file_rows(library, wanted)}
        own = {row.document_id for row in found.values() if row.document_id is not None}
        lengths = {row.id: row.character_count for row in document_rows(library, sorted(own))}
        medoid = found.get(members.medoid_file_id)
        rows = [
            _row(members, positions[file.id], file, found)
            for file in map(found.get, ids)
            if file is not None and positions[file.id] != NOWHERE
        ]
        return [row if medoid is None else _beside(row, medoid, lengths) for row in rows]


def _beside(row: MemberRow, medoid: FileRow, lengths: Mapping[int, int]) -> MemberRow:
    own, other = (lengths.get(file.document_id or 0, 0) for file in (row.file, medoid))
    return replace(row, newer_ns=row.file.mtime_ns - medoid.mtime_ns, more_characters=own - other)


def _row(
    members: ClusterMembers, place: int, file: FileRow, found: Mapping[int, FileRow]
) -> MemberRow:
    original = found.get(int(members.original_ids[place]))
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
        is_measured=bool(members.is_measured[place]),
        copy_of=original.path if original is not None and original is not file else "",
        is_inside=bool(members.is_inside[place]),
    )


def class_text(row: MemberRow) -> str:
    """What the member is to the medoid, with the sign of the class; what is special comes first."""
    if row.is_medoid:
        return QCoreApplication.translate("MembersModel", "Medoid")
    if row.is_copy:
        return QCoreApplication.translate("MembersModel", "= Exact copy")
    if row.pair_class is None:
        return _through_others()
    label = _through_others() if row.is_chained else member_class_label(row.pair_class)
    return with_symbol(mirrored(row.pair_class), label)


def _through_others() -> str:
    return QCoreApplication.translate("MembersModel", "through others")


def class_tip(row: MemberRow) -> str:
    """The same in a sentence."""
    if row.is_medoid:
        return QCoreApplication.translate(
            "MembersModel", "The member with the smallest sum of distances to all others"
        )
    if not row.is_chained:
        return _class_meaning(row)
    label = member_class_label(row.pair_class) if row.pair_class and not row.is_copy else ""
    meaning = ": ".join(filter(None, (label, _class_meaning(row))))
    return "\n".join(filter(None, (meaning, _chain_tip())))


def _class_meaning(row: MemberRow) -> str:
    if row.is_copy:
        text = QCoreApplication.translate(
            "MembersModel", "The same content, byte for byte, as {name}"
        )
        return text.format(name=fmt.path(row.copy_of))
    if row.pair_class is None:
        return ""
    return member_class_meaning(row.pair_class, row.thresholds)


def _chain_tip() -> str:
    return QCoreApplication.translate(
        "MembersModel",
        "Linked only through others: at this threshold it is a pair with other members, "
        "but not with the medoid",
    )


def beside_text(row: MemberRow) -> str:
    """How a member stands to the medoid: newer or older, longer or shorter, whose text has all."""
    if row.is_medoid:
        return ""
    parts = [_age_text(row.newer_ns)]
    if not row.is_copy or row.more_characters:  # a copy of another member than the medoid
        parts += [_length_text(row.more_characters), _containment_text(row)]
    return QCoreApplication.translate("MemberWords", ", ").join(filter(None, parts))


def _age_text(newer_ns: int) -> str:
    minutes = abs(newer_ns) // (60 * 10**9)
    if not minutes:
        return ""
    return _newer_text(minutes) if newer_ns > 0 else _older_text(minutes)


def _newer_text(minutes: int) -> str:
    days = minutes // _DAY_MIN
    if days >= _LONG_YEARS * _YEAR_DAYS:
        years = int(days / _YEAR_DAYS)
        return QCoreApplication.translate("MemberWords", "newer by %Ln years", "", years)
    if days >= _LONG_MONTHS * _MONTH_DAYS:
        months = int(days / _MONTH_DAYS)
        return QCoreApplication.translate("MemberWords", "newer by %Ln months", "", months)
    if days:
        return QCoreApplication.translate("MemberWords", "newer by %Ln days", "", days)
    if hours := minutes // 60:
        return QCoreApplication.translate("MemberWords", "newer by %Ln hours", "", hours)
    return QCoreApplication.translate("MemberWords", "newer by %Ln minutes", "", minutes)


def _older_text(minutes: int) -> str:
    days = minutes // _DAY_MIN
    if days >= _LONG_YEARS * _YEAR_DAYS:
        years = int(days / _YEAR_DAYS)
        return QCoreApplication.translate("MemberWords", "older by %Ln years", "", years)
    if days >= _LONG_MONTHS * _MONTH_DAYS:
        months = int(days / _MONTH_DAYS)
        return QCoreApplication.translate("MemberWords", "older by %Ln months", "", months)
    if days:
        return QCoreApplication.translate("MemberWords", "older by %Ln days", "", days)
    if hours := minutes // 60:
        return QCoreApplication.translate("MemberWords", "older by %Ln hours", "", hours)
    return QCoreApplication.translate("MemberWords", "older by %Ln minutes", "", minutes)


def _length_text(more: int) -> str:
    if more > 0:
        return QCoreApplication.translate("MemberWords", "%Ln characters more", "", more)
    if more < 0:
        return QCoreApplication.translate("MemberWords", "%Ln characters fewer", "", -more)
    return QCoreApplication.translate("MemberWords", "as many characters")


def _containment_text(row: MemberRow) -> str:
    if row.overlap < _ALL:
        return ""
    if row.more_characters > 0:
        return QCoreApplication.translate("MemberWords", "has all of the medoid's text")
    if row.more_characters < 0:
        return QCoreApplication.translate("MemberWords", "all of its text is in the medoid")
    return ""


def _overlap_tip(row: MemberRow) -> str:
    if not row.is_measured:
        text = QCoreApplication.translate(
            "MembersModel",
            "Compared with the medoid: about {share} of the shorter text also appears in the"
            " other. This is an estimate; Compare measures it.",
        )
    elif row.overlap:
        text = QCoreApplication.translate(
            "MembersModel",
            "Compared with the medoid: {share} of the shorter text also appears in the other",
        )
    else:
        text = QCoreApplication.translate(
            "MembersModel", "Compared with the medoid: no text in common"
        )
    return text.format(share=fmt.share(row.overlap))


def _mark_icon(row: MemberRow) -> tuple[str, Token] | None:
    if row.is_medoid:
        return "star", Token.ACCENT
    if row.is_chained:
        return "warning", Token.WARN
    if row.is_reference:
        return "shield", Token.ACCENT
    if row.is_copy:
        return "copy", Token.AGREES
    return None


def _columns() -> tuple[Column[MemberRow], ...]:
    return (*_relation_columns(), *_place_columns(), *_length_columns())


def _relation_columns() -> tuple[Column[MemberRow], ...]:
    """What a member is to the medoid."""
    return (
        Column(
            "name",
            lambda: QCoreApplication.translate("MembersModel", "Name"),
            lambda row: fmt.path(row.file.name),
            sort_key=MemberOrder.NAME,
            tip=_place_tip,
            elide=Qt.TextElideMode.ElideMiddle,
            icon=_mark_icon,
            takes_spare_width=True,
            width=NAME_CHARACTERS,
        ),
        Column(
            "overlap",
            lambda: QCoreApplication.translate("MembersModel", "Overlap"),
            lambda row: fmt.share(row.overlap),
            sort_key=MemberOrder.OVERLAP,
            tip=_overlap_tip,
            is_number=True,
            width=7,
            leaves=7,
        ),
        Column(
            "distance",
            lambda: QCoreApplication.translate("MembersModel", "Distance"),
            lambda row: fmt.number(row.distance),
            sort_key=MemberOrder.DISTANCE,
            tip=_distance_tip,
            is_number=True,
            width=7,
            leaves=2,
        ),
        *_judged_columns(),
    )


def _judged_columns() -> tuple[Column[MemberRow], ...]:
    return (
        Column(
            "class",
            lambda: QCoreApplication.translate("MembersModel", "Class"),
            class_text,
            sort_key=MemberOrder.CLASS,
            tip=class_tip,
            width=17,  # ≈ Near-duplicate
            leaves=6,
        ),
    )


def _place_columns() -> tuple[Column[MemberRow], ...]:
    return (
        Column(
            "folder",
            lambda: QCoreApplication.translate("MembersModel", "Folder"),
            lambda row: fmt.path(folder_text(row.file)),
            sort_key=MemberOrder.FOLDER,
            tip=_place_tip,
            elide=Qt.TextElideMode.ElideMiddle,
            icon=lambda row: ("shield", Token.ACCENT) if row.is_reference else None,
            is_muted=True,
            width=13,  # and more where names do not need it
            leaves=5,
        ),
        Column(
            "modified",
            lambda: QCoreApplication.translate("MembersModel", "Modified"),
            lambda row: day_text(row.file.mtime_ns),
            sort_key=MemberOrder.MODIFIED,
            tip=lambda row: fmt.exact_date(moment(row.file.mtime_ns)),
            is_number=True,
            is_muted=True,
            width=12,
            leaves=4,
        ),
    )


def _length_columns() -> tuple[Column[MemberRow], ...]:
    return (
        Column(
            "words",
            lambda: QCoreApplication.translate("MembersModel", "Beside the medoid"),
            beside_text,
            sort_key=MemberOrder.LENGTH,
            tip=beside_text,
            elide=Qt.TextElideMode.ElideRight,
            width=24,
            leaves=1,
        ),
        Column(
            "size",
            lambda: QCoreApplication.translate("MembersModel", "Size"),
            lambda row: fmt.size(row.file.size_bytes),
            sort_key=MemberOrder.SIZE,
            tip=lambda row: fmt.exact_size(row.file.size_bytes),
            is_number=True,
            width=12,  # 1,023 bytes
            leaves=3,
        ),
    )


def _place_tip(row: MemberRow) -> str:
    """The path, and why a plan leaves what is there as it is."""
    lines = [fmt.path(row.file.path)]
    if row.is_reference:
        lines.append(f"{role_label(FolderRole.REFERENCE)}: {role_hint(FolderRole.REFERENCE)}")
    if row.is_inside:
        lines.append(
            QCoreApplication.translate(
                "MembersModel",
                "In an archive or a mailbox, which a plan never changes or removes: "
                "this copy stays",
            )
        )
    return "\n".join(lines)


def _distance_tip(row: MemberRow) -> str:
    return QCoreApplication.translate("MembersModel", "%Ln bits from the medoid", "", row.distance)
