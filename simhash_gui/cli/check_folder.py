"""``simhash-gui check FOLDER``: many documents against a library, or among themselves.

Imported only for a folder, for the check of one file needs nothing of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from simhash_gui.cli.check_tender import likeness_fields, likeness_lines
from simhash_gui.cli.checking import (
    findings_fields,
    report_options,
    required_library,
    settings_of,
    share_of_text,
    tell_missing,
)
from simhash_gui.cli.detecting import detection_options, tell_damage
from simhash_gui.cli.files import write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.checking.batch import (
    CheckedDocument,
    Matrix,
    Row,
    UnreadDocument,
    check_documents,
    documents_in,
    library_of,
    matrix_of,
    not_compared,
)
from simhash_gui.services.checking.batch_results import BatchFolder, Results
from simhash_gui.services.checking.findings import CheckSettings
from simhash_gui.services.checking.report import subject_of, write_report
from simhash_gui.services.checking.tenders import Bid, Likeness, likenesses
from simhash_gui.services.comparison.loading import Limits, ReadFailure, TracedText, load
from simhash_gui.services.detection.answers.left_out import left_out_fields
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    existing_library,
    library_recipe,
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Check every document of the folder."""
    folder = Path(options.file)
    if not options.among_themselves:
        required_library(options)
        if options.tender is not None:
            way_out = "give --among-themselves as well"
            raise UsageError("--tender compares the documents of a folder with each other", way_out)
    if options.report is not None:
        _make_folder(options.report)
    with watched_job(output) as control, _library(options, folder, control) as library:
        recipe = library_recipe(library)
        batch = _Batch(options, library, recipe, settings_of(options, recipe))
        tell_missing(library, output)
        batch.run(documents_in(folder), control)
    results = batch.results
    matrix = matrix_of(results.rows) if options.among_themselves else None
    pairs = batch.likenesses() if options.tender is not None else None
    if batch.folder is not None:
        with write_errors(batch.folder.path):
            batch.folder.write(results, matrix, pairs, batch.settings)
    document, lines = _document(results, matrix), _lines(results)
    if pairs is not None:
        document["tender"] = {"pairs": [likeness_fields(pair) for pair in pairs]}
        lines = chain(lines, *map(likeness_lines, pairs))
    output.result(document, lines)
    status = tell_damage(not_compared(results.rows), output)
    return ExitCode.DONE_WITH_FAILURES if results.failed else status


class _Batch:
    """Documents that are checked one after another, each with its report."""

    def __init__(
        self,
        options: argparse.Namespace,
        library: Library,
        recipe: Recipe,
        settings: CheckSettings,
    ) -> None:
        self._options, self._library, self._recipe = options, library, recipe
        self.settings = settings
        self.results = Results([])
        self.folder: BatchFolder | None = None
        self._texts: dict[str, TracedText] = {}
        """Of bids alone, which are compared with their texts."""

    def run(self, paths: Sequence[Path], control: JobControl) -> None:
        """Check documents, by path. Raises JobCancelledError."""
        self.results = results = Results(paths)
        self.folder = self._folder(paths)
        if self.folder is not None:
            self.folder.require_own_place(self._library)
        with write_errors(self._options.report):
            progress = self.folder.progress() if self.folder is not None else None
        left = results.known(progress)
        options = detection_options(self._options)
        for each in check_documents(self._library, left, options, self.settings, control):
            row = each if isinstance(each, UnreadDocument) else self._row(each)
            with write_errors(self._options.report):
                results.take(row, progress)
        results.sort()
        if progress is not None:
            progress.end()

    def likenesses(self) -> list[Likeness]:
        """What bids share; the texts of those that an earlier run has checked are read again."""
        rows = [row for row in self.results.rows if row.path not in self._texts]
        read = load([Path(row.path) for row in rows], self._recipe, Limits()) if rows else []
        for row, side in zip(rows, read, strict=True):
            if isinstance(side, ReadFailure):
                self.results.failed.append(UnreadDocument(row.path, side))
            else:
                self._texts[row.path] = side
        known = [row for row in self.results.rows if row.path in self._texts]
        bids = [Bid(self._texts[row.path], row) for row in known]
        return likenesses(bids, self.settings.templates)

    def _row(self, document: CheckedDocument) -> Row:
        told = {"path": document.question.path, **findings_fields(document.findings)}
        if self.folder is not None:
            report = self.folder.report(Path(document.question.path))
            subject = subject_of(self._library, document.question, document.findings, self.settings)
            with write_errors(report):
                write_report(subject, self.folder.options, report, None)
        is_bid = self._options.tender is not None
        if is_bid:
            self._texts[document.question.path] = document.question
        return Row.of(document, told, is_bid=is_bid)

    def _folder(self, paths: Sequence[Path]) -> BatchFolder | None:
        options = self._options
        if options.report is None:
            return None
        asked: dict[str, object] = {
            name: str(value) for name, value in vars(options).items() if not callable(value)
        }
        asked["settings"] = asdict(self.settings)
        compared = None if options.among_themselves else self._library
        with write_errors(options.report):
            return BatchFolder.of(options.report, paths, compared, asked, report_options(options))


def _library(
    options: argparse.Namespace, folder: Path, control: JobControl
) -> AbstractContextManager[Library]:
    if options.among_themselves:
        return library_of(folder, control)
    return existing_library(options.library)


def _make_folder(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path}: this is no folder", "choose another name", "output-unwritable")
    with write_errors(path):
        path.mkdir(parents=True, exist_ok=True)


def _document(results: Results, matrix: Matrix | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        **left_out_fields(not_compared(results.rows)),
        "documents": [row.told for row in results.rows],
        "failed": [
            {
                "path": each.path,
                "reason": each.failure.reason.value,
                "detail": each.failure.detail,
            }
            for each in results.failed
        ],
    }
    if matrix is not None:
        document["matrix"] = {"paths": list(matrix.paths), "shares": matrix.shares.tolist()}
    return document


def _lines(results: Results) -> Iterator[str]:
    for row in sorted(results.rows, key=lambda row: -row.ratio(row.overlap)):
        first = f"  {row.first_source}" if row.first_source else ""
        flags = f"  {counted(row.flags, 'flag')}" if row.flags else ""
        more = f" (left out: {share_of_text(row.ratio(row.left_out))})" if row.left_out else ""
        yield (
            f"total {share_of_text(row.ratio(row.overlap))}{more}, largest single source"
            f" {share_of_text(row.ratio(row.greatest_single))}: {row.path}{first}{flags}"
        )
    for one in results.failed:
        yield f"failed: {one.path}: {one.failure.reason.value}: {one.failure.detail}"
    yield f"{counted(len(results.rows), 'document')} checked, {len(results.failed):,} failed"
