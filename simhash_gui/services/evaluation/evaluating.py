"""How right the program is on labelled sets: the services that scan a folder, scored.

A set is imported into a library of its own that is gone afterwards, or several into one; then
pairs are detected and clusters built as for anybody else.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import numpy as np

from simhash_gui.core.types import Linkage
from simhash_gui.services.comparison.evidence import ComparedText, evidence_between
from simhash_gui.services.detection.answers.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.evaluation.labelled_sets import LabelledSet
from simhash_gui.services.evaluation.scoring import (
    Pair,
    Score,
    f1_interval,
    groups_of,
    pair_of,
    recall_by_level,
    score_clusters,
    score_pairs,
    score_spans,
)
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import (
    Library,
    document_text,
    temporary_library,
)
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import files

_FILES_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class SetScore:
    """The scores of one set.

    ``f1_interval`` is that of ``scoring``. ``listed`` counts the listed pairs of the set,
    ``left_out_listed`` those of them that no label judges, and ``left_out`` all such labels.
    ``is_partial``: labels are copies of a part or quotations, so ``clusters`` tells little.
    """

    name: str
    documents: int
    pairs: Score
    f1_interval: tuple[float, float]
    listed: int
    left_out: int
    left_out_listed: int
    clusters: Score
    levels: dict[str, float]
    spans: Score | None
    is_partial: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Some sets in one library: their scores and what the search took.

    ``candidates`` are the pairs that were looked at, ``listed_pairs`` those of documents that were
    confirmed, ``listed_across`` pairs of files of two sets, all of which count as wrong; the times
    are in seconds.
    """

    scores: tuple[SetScore, ...]
    documents: int
    candidates: int
    listed_pairs: int
    listed_across: int
    import_s: float
    detect_s: float


def evaluate(
    sets: Sequence[LabelledSet],
    options: DetectionOptions,
    workers: int,
    control: JobControl,
    linkage: Linkage = Linkage.MEDOID,
) -> Evaluation:
    """Put all sets into one library and score each. Raises JobCancelledError."""
    with temporary_library() as library:
        started_s = time.monotonic()
        import_paths(
            library, [each.documents for each in sets], ImportOptions(workers=workers), control
        )
        imported_s = time.monotonic()
        detection = detect(library, options, control, workers=workers)
        table = cluster_table(detection, None, linkage)
        detected_s = time.monotonic()
        answer = _Answer(library, detection, table)
        scores = tuple(_score(each, answer, control) for each in sets)
    return Evaluation(
        scores=scores,
        documents=detection.document_count,
        candidates=detection.candidate_count,
        listed_pairs=detection.pair_count,
        listed_across=sum(a.parent != b.parent for a, b in answer.pairs),
        import_s=imported_s - started_s,
        detect_s=detected_s - imported_s,
    )


class _Answer:
    """What the program found, by paths: pairs of files, exact copies among them, and clusters."""

    def __init__(self, library: Library, detection: Detection, table: ClusterTable) -> None:
        self.library = library
        self.thresholds = detection.options.thresholds
        paths = _paths(library, detection.files.file_ids)
        self._by_document: dict[int, list[Path]] = defaultdict(list)
        for path, position in zip(paths, detection.file_documents.tolist(), strict=True):
            self._by_document[position].append(path)
        self.document_ids = dict(zip(paths, detection.files.document_ids.tolist(), strict=True))
        self.pairs = list(self._pairs(detection))
        self.clusters = dict(self._clusters(table, paths, detection))

    def _pairs(self, detection: Detection) -> Iterator[tuple[Path, Path]]:
        for copies in self._by_document.values():
            yield from ((a, b) for place, a in enumerate(copies) for b in copies[:place])
        groups = detection.groups
        for leader in np.unique(groups.leader_of[groups.leader_of >= 0]).tolist():
            for a, b in combinations(np.flatnonzero(groups.leader_of == leader).tolist(), 2):
                yield from product(self._by_document[a], self._by_document[b])
        for batch in detection.expanded():
            batch = batch.take(~groups.is_inside(batch.left, batch.right))  # noqa: PLW2901
            for left, right in zip(batch.left.tolist(), batch.right.tolist(), strict=True):
                yield from product(self._by_document[left], self._by_document[right])

    @staticmethod
    def _clusters(
        table: ClusterTable, paths: list[Path], detection: Detection
    ) -> Iterator[tuple[Path, int]]:
        by_id = dict(zip(detection.files.file_ids.tolist(), paths, strict=True))
        for cluster in range(table.cluster_count):
            for file_id in table.member_file_ids(cluster).tolist():
                yield by_id[file_id], cluster


def _paths(library: Library, file_ids: Ids) -> list[Path]:
    paths: dict[int, Path] = {}
    with library.read() as connection:
        for start in range(0, len(file_ids), _FILES_AT_ONCE):
            rows = files.rows(connection, np.sort(file_ids[start : start + _FILES_AT_ONCE]))
            paths |= {row.id: Path(row.path) for row in rows}
    return [paths[file_id] for file_id in file_ids.tolist()]


def _score(labelled: LabelledSet, answer: _Answer, control: JobControl) -> SetScore:
    folder = labelled.documents.resolve()
    found = frozenset(
        pair_of(a.stem, b.stem)
        for a, b in answer.pairs
        if a.parent == folder and b.parent == folder
    )
    counted = labelled.counted(found)
    positive = labelled.levels.keys()
    groups = groups_of(labelled.names, positive)
    clusters = {
        path.stem: cluster for path, cluster in answer.clusters.items() if path.parent == folder
    }
    return SetScore(
        name=labelled.name,
        documents=len(labelled.names),
        pairs=score_pairs(counted, positive),
        f1_interval=f1_interval(counted, positive, groups),
        listed=len(found),
        left_out=len(labelled.left_out),
        left_out_listed=len(found & labelled.left_out),
        clusters=score_clusters(clusters, groups, labelled.names),
        levels=recall_by_level(counted, labelled.levels),
        spans=_score_spans(labelled, counted, answer, control),
        is_partial=labelled.is_partial,
    )


def _score_spans(
    labelled: LabelledSet, pairs: frozenset[Pair], answer: _Answer, control: JobControl
) -> Score | None:
    """The passages of suspicious documents in pairs with documents that are not suspicious."""
    if labelled.spans is None:
        return None
    suspicious = labelled.spans.keys()
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for done, (a, b) in enumerate(sorted(pairs)):
        control.report(Stage.MEASURING, done, len(pairs))
        control.checkpoint()
        if (a in suspicious) != (b in suspicious):
            own, other = (a, b) if a in suspicious else (b, a)
            found[own] += _passages(labelled, own, other, answer)
    return score_spans(found, labelled.spans)


def _passages(
    labelled: LabelledSet, own: str, other: str, answer: _Answer
) -> Iterator[tuple[int, int]]:
    texts = []
    for name in (own, other):
        path = labelled.documents.resolve() / f"{name}.txt"
        texts.append(ComparedText.of(document_text(answer.library, answer.document_ids[path])))
    for passage in evidence_between(texts[0], texts[1], answer.thresholds).passages:
        yield passage.a.start, passage.a.end
