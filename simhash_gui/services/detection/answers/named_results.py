"""Findings with paths in place of ids, one after another, for those who write them down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, TypeAlias, TypeVar

import numpy as np

from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Fingerprint, Linkage
from simhash_gui.services.comparison.evidence import differing_numbers
from simhash_gui.services.detection.answers.clusters import ClusterSort, ClusterTable
from simhash_gui.services.detection.answers.file_pairs import FileLists, GroupKind
from simhash_gui.services.detection.detection import Detection, PairEvidence
from simhash_gui.services.detection.pairs import CLASSES, MIRRORED, DetectedPairs
from simhash_gui.services.detection.shared_passages import SharedPassage
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    LibraryChangedError,
    TextDamagedError,
    suspicious_texts,
)
from simhash_gui.store.repositories import files, texts

_Value = TypeVar("_Value")
_ROWS_AT_ONCE = 20_000
_MOST_MEASURED = 200_000
_LEAST_SHARE = 0.005
_ALIKE = [CLASSES.index(each) for each in (PairClass.NEAR_DUPLICATE, PairClass.DIFFERS_IN_NUMBERS)]

OnlyNumbers: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""What only the one and only the other has."""


@dataclass(frozen=True, slots=True)
class NamedPair:
    """Two files and the evidence of their texts; ``a`` is the path that comes first in order.

    ``containment_a`` is the share of a's shingles that b has too, ``edit_share`` that of the tokens
    of both that stand in the same order, None where the class did not need it. ``is_short``: one of
    them has so few tokens that only its text counts. ``numbers`` are the numbers, sizes and codes
    that only a and only b has, looked for in short texts that are alike as wholes.
    """

    a: str
    b: str
    distance: int
    jaccard: float
    containment_a: float
    containment_b: float
    edit_share: float | None
    pair_class: PairClass
    is_short: bool
    numbers: OnlyNumbers | None = None


@dataclass(frozen=True, slots=True)
class NamedGroup:
    """Files that are all alike, and how many pairs that implies; see ``file_pairs``."""

    kind: GroupKind
    paths: tuple[str, ...]
    pair_count: int


@dataclass(frozen=True, slots=True)
class NamedPassage:
    """A shared passage and the files that have it, in the order of their paths."""

    paths: tuple[str, ...]
    passage: SharedPassage


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A file in a cluster, ``distance`` bits from the medoid.

    ``is_chained``: it is no pair with the medoid, others link it. ``copy_of``: the first file
    before it that has its content. ``overlap`` is the share of the smaller of its text and the
    medoid's in the other, ``pair_class`` what it is to the medoid; None where they were not
    measured.
    """

    path: str
    fingerprint: Fingerprint
    is_chained: bool
    copy_of: str | None
    distance: int
    overlap: float | None
    pair_class: PairClass | None

    @property
    def is_copy(self) -> bool:
        """Whether a file before it has its content."""
        return self.copy_of is not None


@dataclass(frozen=True, slots=True)
class NamedCluster:
    """A cluster, medoid first.

    ``min_overlap`` is the least share of the smaller text over the pairs that made the cluster.
    """

    members: tuple[NamedMember, ...]
    min_distance: int
    max_distance: int
    min_overlap: float


class _Known(dict[int, _Value]):
    """What the library still has, by id."""

    def __missing__(self, key: int) -> NoReturn:
        raise LibraryChangedError("the library has changed since it was searched")


def measured(detection: Detection, control: JobControl) -> Detection:
    """The same with measures in place of estimates, so that clusters show the figures of pairs.

    Not where there are so many pairs that they are given out as they come. Raises
    JobCancelledError.
    """
    if len(detection.pairs) > _MOST_MEASURED:
        return detection
    return replace(detection, pairs=detection.exact(detection.pairs, control))


class NamedFiles:
    """The files of a detection, listed as pairs and groups.

    Raises LibraryChangedError where a file has gone meanwhile.
    """

    def __init__(self, library: Library, detection: Detection, distance: int | None = None) -> None:
        """All pairs, or those within a distance."""
        self._library = library
        self._paths = _paths(library, detection)
        rank = np.empty(len(self._paths), np.int64)
        rank[sorted(range(len(rank)), key=self._paths.__getitem__)] = np.arange(len(rank))
        self._detection = detection
        self._lists = FileLists(detection, rank, distance)

    @property
    def implied_count(self) -> int:
        """How many pairs of files the groups imply."""
        return self._lists.implied_count

    def groups(self) -> Iterator[NamedGroup]:
        """The largest first."""
        for group in self._lists.groups:
            paths = tuple(self._paths[number] for number in group.files.tolist())
            yield NamedGroup(group.kind, paths, group.pair_count)

    def pairs(self, control: JobControl | None = None) -> Iterator[NamedPair]:
        """All pairs that no group implies, in the order of their paths.

        Exact copies are pairs as well; where all candidates were asked for, each document is named
        once. What was estimated is measured before it is given out. Raises JobCancelledError.
        """
        listed, detection = self._lists.pairs(), self._detection
        for start in range(0, len(listed), _ROWS_AT_ONCE):
            some = slice(start, start + _ROWS_AT_ONCE)
            pairs = listed.evidence.take(listed.places[some])
            pairs = detection.exact(pairs, control or JobControl())
            is_short = detection.is_short(pairs).tolist()
            pairs = pairs.swapped(listed.is_turned[some])
            numbers = self._numbers(pairs, is_short)
            names = zip(listed.a[some].tolist(), listed.b[some].tolist(), strict=True)
            for place, (a, b) in enumerate(names):
                found = _pair(pairs, place, is_short=is_short[place])
                only = numbers.get(place)
                yield replace(found, a=self._paths[a], b=self._paths[b], numbers=only)

    def _numbers(self, pairs: DetectedPairs, is_short: list[bool]) -> dict[int, OnlyNumbers]:
        """Which numbers differ in short texts that are alike, by the place of the pair."""
        may_differ = np.isin(pairs.classes, _ALIKE) & np.array(is_short, np.bool_)
        places = np.flatnonzero(may_differ)
        left = self._detection.document_ids[pairs.left[places]].tolist()
        right = self._detection.document_ids[pairs.right[places]].tolist()
        try:
            with self._library.read() as connection:
                known = texts.get_many(connection, {*left, *right})
        except TextDamagedError:  # which a search tells; the pairs were measured before
            return {}
        for each in suspicious_texts(self._library, known):
            del known[each]
        return {
            place: differing_numbers(known[a], known[b])
            for place, a, b in zip(places.tolist(), left, right, strict=True)
            if a in known and b in known
        }


def _pair(pairs: DetectedPairs, place: int, *, is_short: bool) -> NamedPair:
    """One pair, not yet named."""
    return NamedPair(
        "",
        "",
        int(pairs.distance[place]),
        _rounded(pairs.jaccard[place]),
        _rounded(pairs.containment_a[place]),
        _rounded(pairs.containment_b[place]),
        None if np.isnan(pairs.edit_share[place]) else _rounded(pairs.edit_share[place]),
        CLASSES[pairs.classes[place]],
        is_short,
    )


def share_text(value: float, sign: str = "%") -> str:
    """E.g. ``87%``; never 0 or 100 but for nothing and all."""
    if 0 < value < _LEAST_SHARE:
        return f"< 1{sign}"
    return f"> 99{sign}" if 1 - _LEAST_SHARE < value < 1 else f"{value * 100:.0f}{sign}"


def _rounded(share: np.float32) -> float:
    """As many figures as the arrays hold."""
    return round(float(share), 6)


def named_passages(
    library: Library, detection: Detection, passages: Sequence[SharedPassage]
) -> Iterator[NamedPassage]:
    """Shared passages in their order, each with all its files.

    Raises LibraryChangedError where a file has gone meanwhile.
    """
    paths = _paths(library, detection)
    by_document: dict[int, list[str]] = defaultdict(list)
    for path, position in zip(paths, detection.file_documents.tolist(), strict=True):
        by_document[position].append(path)
    for passage in passages:
        held = (path for place in passage.documents.tolist() for path in by_document[place])
        yield NamedPassage(tuple(sorted(held)), passage)


def _paths(library: Library, detection: Detection) -> list[str]:
    """The path of each file of a detection."""
    file_ids = detection.files.file_ids
    with library.read() as connection:
        known = _Known(files.paths(connection, file_ids))
    return [known[file_id] for file_id in file_ids.tolist()]


def named_clusters(
    library: Library, table: ClusterTable, control: JobControl | None = None
) -> Iterator[NamedCluster]:
    """All clusters, largest first; those of one size by the first path in each.

    Raises LibraryChangedError where a file has gone meanwhile, and JobCancelledError.
    """
    order = table.order(ClusterSort.SIZE, descending=True)
    batch_of = np.cumsum(table.sizes[order]) // _ROWS_AT_ONCE
    for batch in np.unique(batch_of).tolist():
        some = order[batch_of == batch].tolist()
        file_ids = np.concatenate([table.member_file_ids(cluster) for cluster in some])
        with library.read() as connection:
            paths = _Known(files.paths(connection, file_ids))
        evidence = table.measured_members(some, control or JobControl())
        for cluster, measures in zip(some, evidence, strict=True):
            yield _cluster(paths, table, cluster, measures)


def _cluster(
    paths: Mapping[int, str], table: ClusterTable, cluster: int, evidence: PairEvidence
) -> NamedCluster:
    file_ids = table.member_file_ids(cluster).tolist()
    fingerprints = table.member_fingerprints(cluster)
    chained = [False] * len(file_ids)
    if table.linkage is Linkage.SINGLE:  # by the others every member is a pair with the medoid
        chained = table.members_chained(cluster).tolist()
    documents = table.member_document_ids(cluster)
    _, firsts, same = np.unique(documents, return_index=True, return_inverse=True)
    copy_of = [
        paths[file_ids[first]] if first < place else None
        for place, first in enumerate(firsts[same].tolist())
    ]
    distances = table.member_distances(cluster).tolist()
    measures = zip(evidence.overlaps, evidence.is_exact.tolist(), strict=True)
    overlaps = [_rounded(overlap) if is_exact else None for overlap, is_exact in measures]
    classes = [CLASSES[MIRRORED[each]] if each >= 0 else None for each in evidence.classes]
    columns = fingerprints, chained, copy_of, distances, overlaps, classes
    return NamedCluster(
        tuple(
            NamedMember(paths[file_id], *values)
            for file_id, *values in zip(file_ids, *columns, strict=True)
        ),
        int(table.min_distances[cluster]),
        int(table.max_distances[cluster]),
        _rounded(table.min_overlaps[cluster]),
    )
