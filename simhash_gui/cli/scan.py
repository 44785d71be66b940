"""``simhash-gui scan``: import folders, then list near-duplicate pairs and clusters."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any

from simhash_gui.cli.detecting import (
    detection_options,
    pair_measures,
    remarks,
    share,
    tell_damage,
)
from simhash_gui.cli.files import load_sides
from simhash_gui.cli.importing import (
    import_options,
    keep_rules,
    report_fields,
    report_lines,
)
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.core.fingerprint.recipe import Recipe, recipe_named
from simhash_gui.services.detection.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.left_out import LeftOut, left_out, left_out_fields
from simhash_gui.services.detection.named_results import (
    NamedCluster,
    NamedFiles,
    NamedGroup,
    NamedPair,
    NamedPassage,
    measured,
    named_clusters,
    named_passages,
)
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    TooLittleTextError,
    mark_passage,
)
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shared_passages import SharedPassage, shared_passages
from simhash_gui.services.importing.adding import give_role, import_paths
from simhash_gui.services.importing.report import FailedFile, ImportReport
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    library_recipe,
    open_library,
    temporary_library,
)
from simhash_gui.services.library.text_jobs import change_recipe

_PASSAGES_SHOWN = 20
_TEXT_SHOWN = 60


class GivenNames:
    """Turns the absolute paths of a library into those that the user would type."""

    def __init__(self, given: Sequence[str]) -> None:
        roots = [(os.path.realpath(folder), folder) for folder in given]
        self._roots = sorted(roots, key=lambda root: -len(root[0]))

    def name(self, path: str) -> str:
        """``path`` below the innermost given folder; unchanged when it is below none."""
        for root, given in self._roots:
            if path == root:
                return given
            if path.startswith(f"{root}!/"):  # the given file is an archive
                return given + path[len(root) :]
            if path.startswith(root.rstrip(os.sep) + os.sep):
                inside = path[len(root) :].lstrip(os.sep)
                return os.path.join(given, inside)  # noqa: PTH118 - as given
        return path


@dataclass(frozen=True, slots=True, eq=False)
class _Scan:
    """What one scan found."""

    library: Library
    names: GivenNames
    report: ImportReport
    detection: Detection
    table: ClusterTable
    passages: list[SharedPassage] | None
    left_out: Sequence[LeftOut]
    elapsed_s: float


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Import every PATH, folder or file, and report what is near to what."""
    if not any(Path(path).exists() for path in options.folders):
        raise UsageError(
            f"{options.folders[0]}: No such file or folder", "check the name", "no-such-file"
        )
    for folder in options.reference:
        if not Path(folder).is_dir():
            raise UsageError(f"{folder}: no such folder", "check the name", "no-such-file")
    recipe = recipe_named(options.recipe) if options.recipe else None
    with _library(options, output) as library:
        scan = _scan(library, recipe, options, output)
        output.result(_document(scan), _lines(scan))
    status = tell_damage(scan.left_out, output)
    return ExitCode.DONE_WITH_FAILURES if scan.report.failed else status


@contextmanager
def _library(options: argparse.Namespace, output: Output) -> Iterator[Library]:
    """The library to be kept, or one that is gone afterwards, whatever happens."""
    opened = ExitStack()
    try:
        if options.library is not None:
            yield opened.enter_context(open_library(options.library))
            return
        with output.interruption.held_back():
            library = opened.enter_context(temporary_library())
        yield library
    finally:
        with output.interruption.held_back():
            opened.close()


def _scan(
    library: Library, recipe: Recipe | None, options: argparse.Namespace, output: Output
) -> _Scan:
    started_s = time.monotonic()
    names = GivenNames([*options.folders, *options.reference])
    given = [Path(path) for path in (*options.folders, *options.reference)]
    keep_rules(library, options)
    for folder in options.reference:
        give_role(library, Path(folder), FolderRole.REFERENCE)
    _keep_templates(library, options)
    with watched_job(output) as control:
        if recipe is not None:
            change_recipe(library, recipe, options.jobs, control)
        report = import_paths(library, given, import_options(options), control)
        wanted = detection_options(options)
        detection = measured(detect(library, wanted, control, workers=options.jobs), control)
        passages = shared_passages(library, detection, control) if wanted.partial else None
    table = cluster_table(detection, None, options.linkage)
    missed = left_out(detection)
    elapsed_s = time.monotonic() - started_s
    return _Scan(library, names, report, detection, table, passages, missed, elapsed_s)


def _keep_templates(library: Library, options: argparse.Namespace) -> None:
    """Mark the text of every --template in the library."""
    sides = load_sides(options.template, library_recipe(library)) if options.template else []
    for path, side in zip(options.template, sides, strict=True):
        try:
            mark_passage(library, side.text, PassageMark.TEMPLATE)
        except TooLittleTextError as error:
            raise UsageError(f"--template {path}: {error}", "name a document with text") from error


def _document(scan: _Scan) -> dict[str, Any]:
    report, files = scan.report, NamedFiles(scan.library, scan.detection)
    return {
        **report_fields(report),
        "failed": _failure_rows(scan, is_unchanged=False),
        "failed_earlier": _failure_rows(scan, is_unchanged=True),
        "distance": scan.detection.searched_distance,
        "candidates": scan.detection.candidate_count,
        "recipe": library_recipe(scan.library).recipe_id,
        **left_out_fields(scan.left_out),
        "implied_pairs": files.implied_count,
        "groups": (_group_fields(group, scan.names) for group in files.groups()),
        "pairs": (_pair_fields(pair, scan.names) for pair in files.pairs()),
        "clusters": (_cluster_fields(cluster, scan.names) for cluster in _clusters(scan)),
        **_passage_rows(scan),
        "elapsed_s": round(scan.elapsed_s, 3),
    }


def _passage_rows(scan: _Scan) -> dict[str, Any]:
    """What several documents share, where copies of a part were looked for."""
    if scan.passages is None:
        return {}
    named = named_passages(scan.library, scan.detection, scan.passages)
    return {"shared_passages": (_passage_fields(one, scan.names) for one in named)}


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


def _failure_rows(scan: _Scan, *, is_unchanged: bool) -> list[dict[str, str]]:
    """Those of this import, or those of earlier ones that were not tried again."""
    return [
        {
            "path": scan.names.name(failure.path),
            "reason": failure.reason.value,
            "detail": failure.detail,
        }
        for failure in _failures(scan)
        if failure.is_unchanged is is_unchanged
    ]


def _failures(scan: _Scan) -> list[FailedFile]:
    """By path, whichever worker met it first."""
    return sorted(scan.report.failures, key=lambda failure: (failure.path, failure.detail))


def _clusters(scan: _Scan) -> Iterator[NamedCluster]:
    return named_clusters(scan.library, scan.table)


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
    }


def _cluster_fields(cluster: NamedCluster, names: GivenNames) -> dict[str, Any]:
    return {
        "members": [
            {"path": names.name(member.path), "fingerprint": member.fingerprint.hex}
            for member in cluster.members
        ],
        "min_distance": cluster.min_distance,
        "max_distance": cluster.max_distance,
        "min_overlap": cluster.min_overlap,
    }


def _lines(scan: _Scan) -> Iterator[str]:
    report, table = scan.report, scan.table
    for number, cluster in enumerate(_clusters(scan), start=1):
        spread = f"{cluster.min_distance}–{cluster.max_distance}"
        yield (
            f"cluster {number}: {counted(len(cluster.members), 'file')},"
            f" overlap from {share(cluster.min_overlap)}, Hamming distance {spread}"
        )
        for member in cluster.members:
            yield f"  {member.fingerprint.hex}  {scan.names.name(member.path)}"
        yield ""
    yield from _passage_lines(scan)
    for failure in _failures(scan):
        failed = "failed earlier" if failure.is_unchanged else "failed"
        name = scan.names.name(failure.path)
        yield f"{failed}: {name}: {failure.reason.value} {failure.detail}"
    yield from report_lines(report)
    yield (
        f"{counted(table.cluster_count, 'cluster')} of {counted(table.file_count, 'file')},"
        f" {counted(scan.detection.pair_count, 'pair')},"
        f" {counted(scan.detection.candidate_count, 'candidate')}"
        f" by distance {scan.detection.searched_distance}{_also(scan.detection)},"
        f" {scan.elapsed_s:.1f} s"
    )
    groups = list(NamedFiles(scan.library, scan.detection).groups())
    for group in groups:
        yield (
            f"all alike by {group.kind.value}: {counted(len(group.paths), 'file')}, listed once for"
            f" {counted(group.pair_count, 'pair')}, like {scan.names.name(group.paths[0])}"
        )
    yield from remarks(scan.left_out)


def _passage_lines(scan: _Scan) -> Iterator[str]:
    """One for each shared passage, as far as a terminal is for reading."""
    passages = scan.passages or []
    for number, passage in enumerate(passages[:_PASSAGES_SHOWN], start=1):
        mark = f", {passage.mark.value}" if passage.mark else ""
        begin = shorten(passage.text, _TEXT_SHOWN, placeholder="…")
        documents = counted(len(passage.documents), "document")
        yield f"passage {number}: {passage.words} words in {documents}{mark}: {begin}"
    if len(passages) > _PASSAGES_SHOWN:
        yield f"and {counted(len(passages) - _PASSAGES_SHOWN, 'more passage')}: see --format json"
    if passages:
        yield ""


def _also(detection: Detection) -> str:
    return " and by text" if detection.is_by_text else ""
