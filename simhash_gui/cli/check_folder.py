"""``simhash-gui check FOLDER``: many documents against a library, or among themselves.

Imported only for a folder, for the check of one file needs nothing of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path
from typing import Any

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
    UnreadDocument,
    check_documents,
    documents_in,
    library_of,
    matrix_of,
    write_matrix,
    write_overview,
)
from simhash_gui.services.checking.overview import Finished, overview_page, report_names
from simhash_gui.services.checking.report import subject_of, write_report
from simhash_gui.services.checking.tenders import likenesses
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, existing_library, library_recipe


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
    done: list[CheckedDocument] = []
    failed: list[UnreadDocument] = []
    with watched_job(output) as control, _library(options, folder, control) as library:
        settings = settings_of(options, library_recipe(library))
        tell_missing(library, output)
        paths = documents_in(folder)
        names = report_names(paths)
        wanted = detection_options(options)
        for each in check_documents(library, paths, wanted, settings, control):
            if isinstance(each, UnreadDocument):
                failed.append(each)
                continue
            done.append(each)
            if options.report is not None:
                report = options.report / names[Path(each.question.path)]
                subject = subject_of(library, each.question, each.findings, settings)
                with write_errors(report):
                    write_report(subject, report_options(options), report, None)
    matrix = matrix_of(done) if options.among_themselves else None
    pairs = None if options.tender is None else likenesses(done, settings.templates)
    if options.report is not None:
        with write_errors(options.report):
            _write(options, done, names, matrix)
    document, lines = _document(done, failed, matrix), _lines(done, failed)
    if pairs is not None:
        document["tender"] = {"pairs": [likeness_fields(pair) for pair in pairs]}
        lines = chain(lines, *map(likeness_lines, pairs))
        if options.report is not None:
            with write_errors(options.report):
                write_pairs(pairs, options.report / "tender.csv")
    output.result(document, lines)
    return ExitCode.DONE_WITH_FAILURES if failed else ExitCode.DONE


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
    done: Sequence[CheckedDocument],
    names: dict[Path, str],
    matrix: Matrix | None,
) -> None:
    folder: Path = options.report
    write_overview(done, folder / "overview.csv")
    if matrix is not None:
        write_matrix(matrix, folder / "matrix.csv")
    finished = [Finished(names[Path(each.question.path)], each) for each in done]
    page = overview_page(finished, matrix, report_options(options))
    (folder / "index.html").write_text(page, encoding="utf-8", errors="replace")


def _document(
    done: Sequence[CheckedDocument], failed: Sequence[UnreadDocument], matrix: Matrix | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "documents": (
            {"path": each.question.path, **findings_fields(each.findings)} for each in done
        ),
        "failed": [
            {
                "path": each.path,
                "reason": each.failure.reason.value,
                "detail": each.failure.detail,
            }
            for each in failed
        ],
    }
    if matrix is not None:
        document["matrix"] = {"paths": list(matrix.paths), "shares": matrix.shares.tolist()}
    return document


def _lines(done: Sequence[CheckedDocument], failed: Sequence[UnreadDocument]) -> Iterator[str]:
    ranked = sorted(done, key=lambda each: -each.findings.measures.overlap / _size(each))
    for each in ranked:
        measures, sources = each.findings.measures, each.findings.sources
        first = f"  {sources[0].path}" if sources else ""
        flags = f"  {counted(len(each.findings.flags), 'flag')}" if each.findings.flags else ""
        yield (
            f"total {share(measures.ratio(measures.overlap))}, greatest single source"
            f" {share(measures.ratio(measures.greatest_single))}:"
            f" {each.question.path}{first}{flags}"
        )
    for one in failed:
        yield f"failed: {one.path}: {one.failure.reason.value} {one.failure.detail}"
    yield f"{counted(len(done), 'document')} checked, {len(failed):,} failed"


def _size(each: CheckedDocument) -> int:
    return max(1, each.findings.measures.characters)
