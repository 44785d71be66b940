"""``simhash-gui check FOLDER``: many documents against a library, or among themselves.

Imported only for a folder, for the check of one file needs nothing of it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from simhash_gui import __version__
from simhash_gui.cli.check_tender import likeness_fields, likeness_lines, write_pairs
from simhash_gui.cli.checking import (
    findings_fields,
    report_options,
    required_library,
    settings_of,
    tell_missing,
)
from simhash_gui.cli.detecting import detection_options, share
from simhash_gui.cli.files import write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.checking.batch import (
    CheckedDocument,
    Matrix,
    Progress,
    Row,
    UnreadDocument,
    check_documents,
    documents_in,
    library_of,
    matrix_of,
    write_matrix,
    write_overview,
)
from simhash_gui.services.checking.findings import CheckSettings
from simhash_gui.services.checking.overview import Finished, overview_page, report_names
from simhash_gui.services.checking.report import subject_of, write_report
from simhash_gui.services.checking.tenders import Likeness, likenesses
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    Server,
    existing_library,
    library_info,
    library_recipe,
)

_PROGRESS = "progress.jsonl"


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
        batch = _Batch(options, library, settings_of(options, library_recipe(library)))
        tell_missing(library, output)
        batch.run(documents_in(folder), control)
    matrix = matrix_of(batch.rows) if options.among_themselves else None
    pairs = None if options.tender is None else likenesses(batch.bids, batch.settings.templates)
    if options.report is not None:
        with write_errors(options.report):
            _write(options, batch, matrix, pairs)
    document, lines = _document(batch, matrix), _lines(batch)
    if pairs is not None:
        document["tender"] = {"pairs": [likeness_fields(pair) for pair in pairs]}
        lines = chain(lines, *map(likeness_lines, pairs))
    output.result(document, lines)
    return ExitCode.DONE_WITH_FAILURES if batch.failed else ExitCode.DONE


class _Batch:
    """What was done so far. With a report, what an earlier command left undone goes on."""

    def __init__(
        self, options: argparse.Namespace, library: Library, settings: CheckSettings
    ) -> None:
        self._options, self._library = options, library
        self.settings = settings
        self.rows: list[Row] = []
        self.failed: list[UnreadDocument] = []
        self.bids: list[CheckedDocument] = []
        """The documents with their texts, for a tender alone."""
        self.reports: dict[Path, str] = {}

    def run(self, paths: Sequence[Path], control: JobControl) -> None:
        """Check documents, by path. Raises JobCancelledError."""
        self.reports = report_names(paths)
        progress = self._progress(paths)
        known = {path: progress.row(path) for path in paths} if progress is not None else {}
        left = [path for path in paths if known.get(path) is None]
        self.rows += [row for row in known.values() if row is not None]
        for each in check_documents(
            self._library, left, detection_options(self._options), self.settings, control
        ):
            if isinstance(each, UnreadDocument):
                self.failed.append(each)
            else:
                self._keep(each, progress)
        order = {str(path): place for place, path in enumerate(paths)}
        self.rows.sort(key=lambda row: order[row.path])
        if progress is not None:
            progress.end()

    def _keep(self, document: CheckedDocument, progress: Progress | None) -> None:
        path = Path(document.question.path)
        row = Row.of(
            document, {"path": document.question.path, **findings_fields(document.findings)}
        )
        if self._options.report is not None:
            report = self._options.report / self.reports[path]
            subject = subject_of(self._library, document.question, document.findings, self.settings)
            with write_errors(report):
                write_report(subject, report_options(self._options), report, None)
        if self._options.tender is not None:
            self.bids.append(document)
        if progress is not None:
            with write_errors(self._options.report):
                progress.keep(path, row)
        self.rows.append(row)

    def _progress(self, paths: Sequence[Path]) -> Progress | None:
        """Bids are compared with their texts, which a file of rows does not hold."""
        options = self._options
        if options.report is None or options.tender is not None:
            return None
        asked = {name: str(value) for name, value in vars(options).items() if not callable(value)}
        states = self._states(paths)
        key = json.dumps([__version__, asked, repr(self.settings), states])
        with write_errors(options.report):
            return Progress(options.report / _PROGRESS, key)

    def _states(self, paths: Sequence[Path]) -> list[tuple[str, object, object]]:
        """What the rows of a report depend on: files, or the documents of a server."""
        place = self._library.place
        if isinstance(place, Server) and not self._options.among_themselves:
            info = library_info(self._library)
            return [(str(place), info.documents, repr(replace(info, size_bytes=0)))]
        if isinstance(place, Path) and not self._options.among_themselves:
            paths = [place]
        return [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


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


def _write(
    options: argparse.Namespace,
    batch: _Batch,
    matrix: Matrix | None,
    pairs: Sequence[Likeness] | None,
) -> None:
    folder: Path = options.report
    write_overview(batch.rows, folder / "overview.csv")
    if matrix is not None:
        write_matrix(matrix, folder / "matrix.csv")
    if pairs is not None:
        write_pairs(pairs, folder / "tender.csv")
    finished = [Finished(batch.reports[Path(row.path)], row) for row in batch.rows]
    page = overview_page(finished, matrix, report_options(options))
    (folder / "index.html").write_text(page, encoding="utf-8", errors="replace")


def _document(batch: _Batch, matrix: Matrix | None) -> dict[str, Any]:
    document: dict[str, Any] = {
        "documents": [row.told for row in batch.rows],
        "failed": [
            {
                "path": each.path,
                "reason": each.failure.reason.value,
                "detail": each.failure.detail,
            }
            for each in batch.failed
        ],
    }
    if matrix is not None:
        document["matrix"] = {"paths": list(matrix.paths), "shares": matrix.shares.tolist()}
    return document


def _lines(batch: _Batch) -> Iterator[str]:
    for row in sorted(batch.rows, key=lambda row: -row.ratio(row.overlap)):
        first = f"  {row.first_source}" if row.first_source else ""
        flags = f"  {counted(row.flags, 'flag')}" if row.flags else ""
        yield (
            f"total {share(row.ratio(row.overlap))}, greatest single source"
            f" {share(row.ratio(row.greatest_single))}: {row.path}{first}{flags}"
        )
    for one in batch.failed:
        yield f"failed: {one.path}: {one.failure.reason.value} {one.failure.detail}"
    yield f"{counted(len(batch.rows), 'document')} checked, {len(batch.failed):,} failed"
