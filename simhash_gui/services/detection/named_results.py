"""Findings with paths in place of ids, one after another, for those who write them down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NoReturn, TypeVar

import numpy as np

from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.detection.clusters import ClusterSort, ClusterTable
from simhash_gui.services.detection.detection import Detection, LibraryChangedError
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, Ids
from simhash_gui.services.detection.shared_passages import SharedPassage
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories import files

_Value = TypeVar("_Value")
_ROWS_AT_ONCE = 20_000
_MOST_IN_ORDER = 200_000
_MOST_COPIES = 200
"""Of one document; where there are more, the further ones stand in its cluster only."""
_TURNED = {
    PairClass.CONTAINS: PairClass.IS_CONTAINED,
    PairClass.IS_CONTAINED: PairClass.CONTAINS,
}


@dataclass(frozen=True, slots=True)
class NamedPair:
    """Two files and the evidence of their texts; ``a`` is the path that comes first in order.

    ``containment_a`` is the share of a's shingles that b has too, ``edit_share`` that of the tokens
    of both that stand in the same order, None where the class did not need it. ``is_short``: one of
    them has so few tokens that only its text counts.
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


@dataclass(frozen=True, slots=True)
class NamedPassage:
    """A shared passage and the files that have it, in the order of their paths."""

    paths: tuple[str, ...]
    passage: SharedPassage


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A file in a cluster."""

    path: str
    fingerprint: Fingerprint


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
    if detection.pair_count > _MOST_IN_ORDER:
        return detection
    return replace(detection, pairs=detection.exact(detection.pairs, control))


def named_pairs(
    library: Library,
    detection: Detection,
    distance: int | None = None,
    control: JobControl | None = None,
) -> Iterator[NamedPair]:
    """All listed pairs of files, within ``distance`` if given, in bounded memory.

    Exact copies are pairs as well, up to two hundred of a document; where all candidates were
    asked for, each document is named once. What was estimated is measured before it is given out.
    Up to 200,000 pairs come in the order of their paths. Raises JobCancelledError, and
    LibraryChangedError where a document has gone meanwhile.
    """
    pairs = _pairs(library, detection, distance, control or JobControl())
    if detection.pair_count > _MOST_IN_ORDER:
        return pairs
    return iter(sorted(pairs, key=lambda pair: (pair.a, pair.b)))


def _pairs(
    library: Library, detection: Detection, distance: int | None, control: JobControl
) -> Iterator[NamedPair]:
    for batch in detection.expanded(distance):
        for start in range(0, len(batch), _ROWS_AT_ONCE):
            some = batch.take(np.arange(start, min(start + _ROWS_AT_ONCE, len(batch))))
            yield from _named(library, detection, detection.exact(some, control))
    if not detection.options.all_candidates:
        yield from _exact_copies(library, detection)


def _named(library: Library, detection: Detection, pairs: DetectedPairs) -> Iterator[NamedPair]:
    ids = detection.document_ids
    left, right = ids[pairs.left], ids[pairs.right]
    most = 1 if detection.options.all_candidates else _MOST_COPIES
    paths = _paths(library, np.unique(np.concatenate([left, right])), most)
    is_short = detection.is_short(pairs).tolist()
    for place, (a, b) in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        found = _pair(pairs, place, is_short=is_short[place])
        for path_a, path_b in product(paths[a], paths[b]):
            yield _in_order(replace(found, a=path_a, b=path_b))


def _exact_copies(library: Library, detection: Detection) -> Iterator[NamedPair]:
    """The files of each document that has several."""
    counts = np.bincount(detection.file_documents, minlength=detection.document_count)
    positions = np.flatnonzero(counts > 1)
    pairs = DetectedPairs.identical(positions, positions, np.zeros(len(positions), np.uint8))
    paths = _paths(library, detection.document_ids[positions], _MOST_COPIES)
    is_short = detection.is_short(pairs).tolist()
    for place, document_id in enumerate(detection.document_ids[positions].tolist()):
        found = _pair(pairs, place, is_short=is_short[place])
        for path_a, path_b in combinations(paths[document_id], 2):
            yield replace(found, a=path_a, b=path_b)


def _paths(library: Library, document_ids: Ids, most: int) -> Mapping[int, Sequence[str]]:
    """The first paths of each document, in order."""
    with library.read() as connection:
        paths = files.present_paths_of(connection, document_ids)
    return _Known({owner: found[:most] for owner, found in paths.items()})


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


def _in_order(pair: NamedPair) -> NamedPair:
    """The pair, turned where b comes before a."""
    if pair.a <= pair.b:
        return pair
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        containment_a=pair.containment_b,
        containment_b=pair.containment_a,
        pair_class=_TURNED.get(pair.pair_class, pair.pair_class),
    )


def _rounded(share: np.float32) -> float:
    """As many figures as the arrays hold."""
    return round(float(share), 6)


def named_passages(
    library: Library, detection: Detection, passages: Sequence[SharedPassage]
) -> Iterator[NamedPassage]:
    """Shared passages in their order, each with all its files."""
    for passage in passages:
        ids = detection.document_ids[passage.documents]
        paths = _paths(library, ids, len(detection.files))
        yield NamedPassage(
            tuple(sorted(path for found in paths.values() for path in found)), passage
        )


def named_clusters(library: Library, table: ClusterTable) -> Iterator[NamedCluster]:
    """All clusters, largest first; those of one size by the first path in each.

    Raises LibraryChangedError where a file has gone meanwhile.
    """
    order = table.order(ClusterSort.SIZE, descending=True)
    batch_of = np.cumsum(table.sizes[order]) // _ROWS_AT_ONCE
    for batch in np.unique(batch_of).tolist():
        some = order[batch_of == batch].tolist()
        file_ids = np.concatenate([table.member_file_ids(cluster) for cluster in some])
        with library.read() as connection:
            paths = _Known(files.paths(connection, file_ids))
        for cluster in some:
            yield _cluster(paths, table, cluster)


def _cluster(paths: Mapping[int, str], table: ClusterTable, cluster: int) -> NamedCluster:
    file_ids = table.member_file_ids(cluster).tolist()
    fingerprints = table.member_fingerprints(cluster)
    return NamedCluster(
        tuple(
            NamedMember(paths[file_id], fingerprint)
            for file_id, fingerprint in zip(file_ids, fingerprints, strict=True)
        ),
        int(table.min_distances[cluster]),
        int(table.max_distances[cluster]),
        _rounded(table.min_overlaps[cluster]),
    )
