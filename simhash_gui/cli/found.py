"""What a search found, named by its files: the fields and lines of ``scan`` and ``batch``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from simhash_gui.cli.detecting import not_looked_at, pair_measures, share
from simhash_gui.cli.output import counted
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.answers.left_out import LeftOut, left_out, left_out_fields
from simhash_gui.services.detection.answers.named_results import (
    NamedCluster,
    NamedFiles,
    NamedGroup,
    NamedPair,
    NamedPassage,
    measured,
    named_clusters,
    named_passages,
)
from simhash_gui.services.detection.detection import FEWEST_DOCUMENTS, Detection
from simhash_gui.services.detection.passage_marks import marked_passages
from simhash_gui.services.detection.shared_passages import SharedPassage, shared_passages
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe

_PASSAGES_SHOWN = 20
_TEXT_SHOWN = 60


class GivenNames:
    """Turns the absolute paths of a library into those that the user would type."""

    def __init__(self, given: Sequence[str]) -> None:
        roots = [(os.path.realpath(folder), folder) for folder in given]
        ordered = sorted(roots, key=lambda root: -len(root[0]))
        self._roots = [(root, root.rstrip(os.sep) + os.sep, given) for root, given in ordered]

    def name(self, path: str) -> str:
        """``path`` below the innermost given folder; unchanged when it is below none."""
        for root, folder, given in self._roots:
            if path.startswith(folder):
                return os.path.join(given, path[len(folder) :].lstrip(os.sep))  # noqa: PTH118 - as given
            if path == root:
                return given
            if path.startswith(f"{root}!/"):  # the given file is an archive
                return given + path[len(root) :]
        return path


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The findings of one search; ``passages`` are None unless copies of a part were wanted."""

    library: Library
    names: GivenNames
    detection: Detection
    table: ClusterTable
    passages: Sequence[SharedPassage] | None
    left_out: Sequence[LeftOut]


def found_in(
    library: Library,
    detection: Detection,
    linkage: Linkage,
    names: GivenNames,
    control: JobControl,
) -> Found:
    """Measure what was estimated, and cluster. Raises JobCancelledError."""
    detection = measured(detection, control)
    wants_passages = detection.options.partial
    passages = shared_passages(library, detection, control) if wants_passages else None
    table = cluster_table(detection, None, linkage)
    return Found(library, names, detection, table, passages, left_out(detection))


def found_fields(found: Found) -> dict[str, Any]:
    """As JSON; pairs, groups and clusters come one after another."""
    files = NamedFiles(found.library, found.detection)
    return {
        "distance": found.detection.searched_distance,
        "candidates": found.detection.candidate_count,
        "recipe": library_recipe(found.library).recipe_id,
        **left_out_fields(found.left_out),
        "remarks": list(_remarks(found)),
        "implied_pairs": files.implied_count,
        "groups": (_group_fields(group, found.names) for group in files.groups()),
        "pairs": (_pair_fields(pair, found.names) for pair in files.pairs()),
        "clusters": (_cluster_fields(cluster, found.names) for cluster in _clusters(found)),
        **_passage_rows(found),
    }


def _remarks(found: Found) -> Iterator[str]:
    """What to know before believing what was found."""
    if not found.detection.has_few_documents:
        return
    if not found.detection.options.partial and not found.detection.pair_count:
        return
    marked = len(marked_passages(found.library))
    yield (
        f"fewer than {FEWEST_DOCUMENTS} unrelated documents: counts tell too little of what is"
        f" common, so only marked passages and templates ({marked}) were taken for it;"
        " --template FILE names one"
    )


def _passage_rows(found: Found) -> dict[str, Any]:
    """What several documents share, where copies of a part were looked for."""
    if found.passages is None:
        return {}
    named = named_passages(found.library, found.detection, found.passages)
    return {"shared_passages": (_passage_fields(one, found.names) for one in named)}


def _passage_fields(named: NamedPassage, names: GivenNames) -> dict[str, Any]:
    passage = named.passage
    return {
        "documents": [names.name(path) for path in named.paths],
        "spread": passage.spread,
        "words": passage.words,
        "text": passage.text,
        "mark": passage.mark.value if passage.mark else None,
        "key": passage.key,
    }


def _clusters(found: Found) -> Iterator[NamedCluster]:
    return named_clusters(found.library, found.table)


def _group_fields(group: NamedGroup, names: GivenNames) -> dict[str, Any]:
    return {
        "kind": group.kind.value,
        "pairs": group.pair_count,
        "members": [names.name(path) for path in group.paths],
    }


def _pair_fields(pair: NamedPair, names: GivenNames) -> dict[str, Any]:
    return {
        "a": names.name(pair.a),
        "b": names.name(pair.b),
        "distance": pair.distance,
        **pair_measures(pair),
        "numbers": pair.numbers and dict(zip(("only_a", "only_b"), pair.numbers, strict=True)),
    }


def _cluster_fields(cluster: NamedCluster, names: GivenNames) -> dict[str, Any]:
    return {
        "members": [
            {
                "path": names.name(member.path),
                "fingerprint": member.fingerprint.hex,
                "chained": member.is_chained,
                "copy": member.is_copy,
                "distance": member.distance,
                "overlap": member.overlap,
                "class": member.pair_class and member.pair_class.value,
            }
            for member in cluster.members
        ],
        "min_distance": cluster.min_distance,
        "max_distance": cluster.max_distance,
        "min_overlap": cluster.min_overlap,
    }


def cluster_lines(found: Found) -> Iterator[str]:
    """Every cluster with its files, and the largest shared passages."""
    for number, cluster in enumerate(_clusters(found), start=1):
        least, most = cluster.min_distance, cluster.max_distance
        spread = f"{least}–{most}" if least < most else f"{least}"
        yield (
            f"cluster {number}: {counted(len(cluster.members), 'file')},"
            f" overlap from {share(cluster.min_overlap)}, Hamming distance {spread}"
        )
        yield from _member_lines(cluster, found.names)
        yield ""
    yield from _passage_lines(found)


def _member_lines(cluster: NamedCluster, names: GivenNames) -> Iterator[str]:
    """Each file with its overlap with the medoid, its distance to it and its class."""
    classes = [
        "medoid" if place == 0 else member.pair_class.value if member.pair_class else "–"
        for place, member in enumerate(cluster.members)
    ]
    width = max(map(len, classes))
    for member, what in zip(cluster.members, classes, strict=True):
        overlap = "–" if member.overlap is None else share(member.overlap)
        copy = f"  (exact copy of {names.name(member.copy_of)})" if member.copy_of else ""
        chain = "  (linked through others)" if member.is_chained else ""
        yield (
            f"  {overlap:>6}  {member.distance:>3}  {what:<{width}}"
            f"  {names.name(member.path)}{copy}{chain}"
        )


def summary_lines(found: Found, elapsed_s: float) -> Iterator[str]:
    """How much was found, groups, and what was left out."""
    detection, table = found.detection, found.table
    yield (
        f"{counted(table.cluster_count, 'cluster')} of {counted(table.file_count, 'file')},"
        f" {counted(detection.pair_count, 'pair')} of different documents,"
        f" {counted(detection.candidate_count, 'candidate')}"
        f" by distance {detection.searched_distance}{_also(detection)}, {elapsed_s:.1f} s"
    )
    for group in NamedFiles(found.library, detection).groups():
        yield (
            f"all alike by {group.kind.value}: {counted(len(group.paths), 'file')}, listed once for"
            f" {counted(group.pair_count, 'pair')}, like {found.names.name(group.paths[0])}"
        )
    yield from not_looked_at(found.left_out)
    yield from _remarks(found)


def _passage_lines(found: Found) -> Iterator[str]:
    """One for each shared passage, as far as a terminal is for reading."""
    passages = found.passages or []
    for number, passage in enumerate(passages[:_PASSAGES_SHOWN], start=1):
        mark = f", {passage.mark.value}" if passage.mark else ""
        begin = shorten(passage.text, _TEXT_SHOWN, placeholder="…")
        documents = counted(len(passage.documents), "document")
        yield f"passage {number}: {passage.words} different words in {documents}{mark}: {begin}"
    if len(passages) > _PASSAGES_SHOWN:
        yield f"and {counted(len(passages) - _PASSAGES_SHOWN, 'more passage')}: see --format json"
    if passages:
        yield ""


def _also(detection: Detection) -> str:
    return " and by text" if detection.is_by_text else ""
