"""Words of the Clusters page: what was found, what the empty page says, and linkages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum

from PySide6.QtCore import QCoreApplication

from simhash_gui.core.types import Linkage
from simhash_gui.ui.clusters.cluster_view import known_fields
from simhash_gui.ui.clusters.findings import SearchKind, SearchResult
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.library_texts import not_compared_text

_MAX_COUNT = 2**31 - 1  # the largest count that a plural form takes


def reclaimable_meaning() -> str:
    """What the figure is, which a plan may not reach."""
    return QCoreApplication.translate(
        "ClustersPage",
        "What a plan can free at most; which copy it keeps can make it less. One file of each "
        "content stays. Hard links and files in reference folders, in folders without "
        "permission to write, in archives and in mailboxes do not count. What is set aside or in "
        "the trash takes up its room until it is deleted there.",
    )


def search_summaries(findings: SearchResult | None, *, is_searching: bool = False) -> list[str]:
    """How many documents were searched, and what came of it; when, if that was before.

    Ways to say it, the longest first; nothing to say where nothing was searched.
    """
    if findings is None:
        return [""]
    searched = QCoreApplication.translate(
        "ClustersPage", "%Ln documents searched", "", findings.detection.document_count
    )
    pairs, unconfirmed = (
        min(int(count), _MAX_COUNT) for count in (findings.pair_count, findings.unconfirmed.sum())
    )
    confirmed = QCoreApplication.translate(
        "ClustersPage", "%Ln pairs of different documents confirmed", "", pairs
    )
    shortly = QCoreApplication.translate("ClustersPage", "%Ln pairs confirmed", "", pairs)
    rest = []
    if findings.kind.with_unconfirmed:
        rest.append(
            QCoreApplication.translate("ClustersPage", "%Ln not confirmed", "", unconfirmed)
        )
    begin = [] if findings.found_at is None else [_when(findings.found_at, is_searching)]
    ways = ([searched, confirmed], [searched, shortly], [shortly])
    told = [" · ".join((*begin, *way, *rest)) for way in ways]
    return [*told, QCoreApplication.translate("ClustersPage", "%Ln pairs", "", pairs)]


def _when(found_at: datetime, is_searching: bool) -> str:
    text = (
        QCoreApplication.translate("ClustersPage", "From {time}, updating…")
        if is_searching
        else QCoreApplication.translate("ClustersPage", "From {time}")
    )
    return text.format(time=fmt.time_or_date(found_at))


def no_library_texts() -> tuple[str, str, str]:
    """The same where the library could not be opened."""
    return (
        QCoreApplication.translate("ClustersPage", "No library is open"),
        QCoreApplication.translate("ClustersPage", "The Library page says why, and what to do."),
        QCoreApplication.translate("ClustersPage", "Go to the library"),
    )


def empty_texts(
    phase: Phase, kind: SearchKind, findings: SearchResult | None
) -> tuple[str, str, str]:
    """Title, sentence and button of the empty page."""
    if phase is Phase.NO_DOCUMENTS:
        return (
            QCoreApplication.translate("ClustersPage", "The library is empty"),
            QCoreApplication.translate(
                "ClustersPage",
                "Add a folder of documents; near-duplicates are then found automatically.",
            ),
            QCoreApplication.translate("ClustersPage", "Go to the library"),
        )
    if phase is Phase.NOT_SEARCHED:
        return (
            QCoreApplication.translate("ClustersPage", "Not searched yet"),
            QCoreApplication.translate(
                "ClustersPage", "Find documents that are near-duplicates of each other."
            ),
            QCoreApplication.translate("ClustersPage", "Find near-duplicates"),
        )
    if phase is Phase.SEARCHING:
        return (
            QCoreApplication.translate("ClustersPage", "Searching…"),
            QCoreApplication.translate("ClustersPage", "Clusters appear here in a moment."),
            "",
        )
    if phase is not Phase.NOTHING_FOUND:
        return "", "", ""
    title, sentence, button = _nothing_found_texts(kind)
    missed = not_compared_text(findings.missed) if findings is not None else ""
    return title, missed or sentence, button


def _nothing_found_texts(kind: SearchKind) -> tuple[str, str, str]:
    if kind.with_partial:
        return (
            QCoreApplication.translate("ClustersPage", "No near-duplicates or copies"),
            QCoreApplication.translate(
                "ClustersPage",
                "No two documents have more in common than unrelated texts do.",
            ),
            QCoreApplication.translate("ClustersPage", "Go to the library"),
        )
    return (
        QCoreApplication.translate("ClustersPage", "No near-duplicates"),
        QCoreApplication.translate(
            "ClustersPage",
            "No two documents are versions of the same text. One may still contain "
            "part of another.",
        ),
        QCoreApplication.translate("ClustersPage", "Find partial copies"),
    )


def count_text(count: int) -> str:
    """How many clusters are listed."""
    return QCoreApplication.translate("ClustersPage", "%Ln clusters", "", count)


def linkage_labels() -> dict[Linkage, str]:
    """The ways to put pairs together."""
    return {
        Linkage.MEDOID: QCoreApplication.translate("Linkage", "Around medoids"),
        Linkage.SINGLE: QCoreApplication.translate("Linkage", "Single linkage"),
        Linkage.COMPLETE: QCoreApplication.translate("Linkage", "Complete linkage"),
    }


def linkage_tips() -> dict[Linkage, str]:
    """What they mean."""
    return {
        Linkage.MEDOID: QCoreApplication.translate(
            "Linkage",
            "A document joins a cluster if it is a near-duplicate of the medoid, the most typical "
            "member. No chain joins unrelated documents.",
        ),
        Linkage.SINGLE: QCoreApplication.translate(
            "Linkage", "A document joins a cluster if it forms a pair with any member."
        ),
        Linkage.COMPLETE: QCoreApplication.translate(
            "Linkage", "A document joins a cluster if it forms a pair with every member."
        ),
    }


def unknown_terms_text(unknown: Sequence[str]) -> str:
    """Which terms of a filter are not known, and which are."""
    text = QCoreApplication.translate("ClustersPage", "Not known: {terms}. Known: {fields}.")
    fields = known_fields(in_chinese=fmt.is_chinese())
    return text.format(terms=" ".join(unknown), fields=fmt.series(fields))


def no_rows_text(has_clusters: bool, is_filtered: bool) -> str:
    """Why no cluster is listed."""
    if not has_clusters:
        return QCoreApplication.translate(
            "ClustersPage", "No two documents are versions of the same text."
        )
    if is_filtered:
        return QCoreApplication.translate(
            "ClustersPage", "No cluster matches. Press Esc to show all of them."
        )
    return ""


class Tab(Enum):
    """What of a search is shown."""

    CLUSTERS = "clusters"
    CONTAINED = "contained"
    PASSAGES = "passages"
    FOLDERS = "folders"
    MAP = "map"


def tab_labels(contained: int, passages: int) -> dict[Tab, str]:
    """The names of the tabs, with what is in them."""
    return {
        Tab.CLUSTERS: QCoreApplication.translate("ClustersPage", "Clusters"),
        Tab.CONTAINED: _with_count(
            QCoreApplication.translate("ClustersPage", "Contained"), contained
        ),
        Tab.PASSAGES: _with_count(
            QCoreApplication.translate("ClustersPage", "Shared passages"), passages
        ),
        Tab.FOLDERS: QCoreApplication.translate("ClustersPage", "Folders"),
        Tab.MAP: QCoreApplication.translate("ClustersPage", "Map"),
    }


def tab_tips() -> dict[Tab, str]:
    """What each tab shows."""
    return {
        Tab.CLUSTERS: QCoreApplication.translate("ClustersPage", "Versions of one text"),
        Tab.CONTAINED: QCoreApplication.translate(
            "ClustersPage", "Documents that contain, quote or partly copy one another"
        ),
        Tab.PASSAGES: QCoreApplication.translate(
            "ClustersPage", "Passages that are in several documents"
        ),
        Tab.FOLDERS: QCoreApplication.translate(
            "ClustersPage", "Pairs of folders that share documents"
        ),
        Tab.MAP: QCoreApplication.translate("ClustersPage", "The clusters as a picture"),
    }


def _with_count(label: str, count: int) -> str:
    """The name of a tab, with what is in it."""
    return f"{label} · {fmt.number(count)}" if count else label
