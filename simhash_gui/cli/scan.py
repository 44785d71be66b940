"""``simhash-gui scan``: import folders, then list near-duplicate pairs and clusters."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simhash_gui.cli.detecting import detection_options, tell_damage
from simhash_gui.cli.files import load_sides
from simhash_gui.cli.found import (
    Found,
    GivenNames,
    cluster_lines,
    found_fields,
    found_in,
    summary_lines,
)
from simhash_gui.cli.importing import (
    import_options,
    keep_rules,
    report_fields,
    report_lines,
)
from simhash_gui.cli.output import ExitCode, Output, UsageError, opened, watched_job
from simhash_gui.core.fingerprint.recipe import Recipe, recipe_named
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    TooLittleTextError,
    mark_passage,
)
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import give_role, import_paths
from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.importing.report import FailedFile, ImportReport
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    library_recipe,
    open_library,
    temporary_library,
)
from simhash_gui.services.library.text_jobs import change_recipe


@dataclass(frozen=True, slots=True, eq=False)
class _Scan:
    """What one scan read and found; with ``--no-search`` nothing was looked for."""

    report: ImportReport
    names: GivenNames
    found: Found | None
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
    if options.no_search and options.library is None:
        raise UsageError("--no-search without --library keeps nothing", "add --library FILE")
    recipe = recipe_named(options.recipe) if options.recipe else None
    with _library(options, output) as library:
        scan = _scan(library, recipe, options, output)
        output.result(_document(scan), _lines(scan))
    status = tell_damage(scan.found.left_out, output) if scan.found else ExitCode.DONE
    return ExitCode.DONE_WITH_FAILURES if scan.report.failed else status


@contextmanager
def _library(options: argparse.Namespace, output: Output) -> Iterator[Library]:
    """The library to be kept, or one that is gone afterwards, whatever happens."""
    stack = ExitStack()
    try:
        if options.library is not None:
            yield opened(stack.enter_context(open_library(options.library)), output)
            return
        with output.interruption.held_back():
            library = stack.enter_context(temporary_library())
        yield library
    finally:
        with output.interruption.held_back():
            stack.close()


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
    with watched_job(output, library) as control:
        if recipe is not None:
            change_recipe(library, recipe, options.jobs, control)
        report = import_paths(library, given, import_options(options), control)
        found = None if options.no_search else _search(library, names, options, control)
    return _Scan(report, names, found, time.monotonic() - started_s)


def _search(
    library: Library, names: GivenNames, options: argparse.Namespace, control: JobControl
) -> Found:
    detection = detect(library, detection_options(options), control, workers=options.jobs)
    return found_in(library, detection, options.linkage, names, control)


def _keep_templates(library: Library, options: argparse.Namespace) -> None:
    """Mark the text of every --template in the library."""
    sides = load_sides(options.template, library_recipe(library)) if options.template else []
    for path, side in zip(options.template, sides, strict=True):
        try:
            mark_passage(library, side.text, PassageMark.TEMPLATE)
        except TooLittleTextError as error:
            raise UsageError(f"--template {path}: {error}", "name a document with text") from error


def _document(scan: _Scan) -> dict[str, Any]:
    return {
        **report_fields(scan.report),
        "failed": _failure_rows(scan, is_unchanged=False),
        "failed_earlier": _failure_rows(scan, is_unchanged=True),
        **(found_fields(scan.found) if scan.found else {}),
        "elapsed_s": round(scan.elapsed_s, 3),
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


def _lines(scan: _Scan) -> Iterator[str]:
    if scan.found:
        yield from cluster_lines(scan.found)
    for failure in _failures(scan):
        what = "empty" if failure.reason is FailureReason.EMPTY else "failed"
        earlier = " earlier" if failure.is_unchanged else ""
        reason = "" if what == "empty" else f": {failure.reason.value}: {failure.detail}"
        yield f"{what}{earlier}: {scan.names.name(failure.path)}{reason}"
    yield from report_lines(scan.report)
    if scan.found:
        yield from summary_lines(scan.found, scan.elapsed_s)
