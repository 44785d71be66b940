"""``simhash-gui check``: what a library has of a text, whole or in part."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simhash_gui.cli.checking import (
    findings_fields,
    report_options,
    required_library,
    settings_of,
    tell_missing,
)
from simhash_gui.cli.detecting import detection_options, share, tell_damage
from simhash_gui.cli.files import load_sides, require_writable, write_errors
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    UsageError,
    counted,
    evidence_fields,
    fingerprint_fields,
    watched_job,
)
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.checking.checking import Checked, TextMatch, check_text
from simhash_gui.services.checking.findings import (
    Findings,
    find,
)
from simhash_gui.services.checking.report import (
    REPORT_SUFFIXES,
    subject_of,
    write_report,
)
from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.detection.left_out import left_out_fields
from simhash_gui.services.library.libraries import existing_library, library_recipe


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Look FILE, a folder, or standard input for ``-``, up in the library."""
    if Path(options.file).is_dir():
        from simhash_gui.cli.check_folder import run as run_on_folder  # noqa: PLC0415 - see there

        return run_on_folder(options, output)
    if options.among_themselves:
        raise UsageError(f"{options.file}: this is no folder", "name a folder of documents")
    if options.report is not None:
        require_report(options.report)
    with existing_library(required_library(options)) as library:
        recipe = library_recipe(library)
        settings = settings_of(options, recipe)
        (side,) = load_sides([options.file], recipe)
        tell_missing(library, output)
        with watched_job(output) as control:
            checked = check_text(library, side, detection_options(options), control)
        findings = find(side, checked, settings)
        if options.report is not None:
            subject = subject_of(library, side, findings, settings)
            with write_errors(options.report):
                write_report(subject, report_options(options), options.report, options.write_pdf)
    output.result(_document(side.fingerprint, checked, findings), _lines(checked, findings))
    return tell_damage(checked.left_out, output)


def require_report(path: Path) -> None:
    """Refuse a report that cannot be written. Raises UsageError."""
    if path.suffix.lower() not in REPORT_SUFFIXES:
        raise UsageError(f"{path}: the name must end in .html or .pdf", "choose another name")
    require_writable(path)


def _document(fingerprint: Fingerprint, checked: Checked, findings: Findings) -> dict[str, Any]:
    groups = {
        (source.match.document_id, each.passage.a): each.group.value
        for source in findings.matches
        for each in source.passages
    }
    return {
        **fingerprint_fields(fingerprint),
        "recipe": fingerprint.recipe_id,
        "covered": checked.covered,
        "candidates": checked.candidates,
        **left_out_fields(checked.left_out),
        **findings_fields(findings),
        "matches": [_match_fields(match, groups) for match in checked.matches],
    }


def _match_fields(match: TextMatch, groups: dict[tuple[int, TextSpan], str]) -> dict[str, Any]:
    fields = evidence_fields(match.evidence)
    for row, passage in zip(fields["passages"], match.evidence.passages, strict=True):
        row["group"] = groups[match.document_id, passage.a]
    return {
        "path": match.paths[0],
        "distance": match.distance,
        "paths": list(match.paths),
        **fields,
    }


def _lines(checked: Checked, findings: Findings) -> Iterator[str]:
    for match in checked.matches:
        yield from _match_lines(match)
    yield from finding_lines(findings)
    yield (
        f"{counted(len(checked.matches), 'document')} of"
        f" {counted(checked.candidates, 'candidate')};"
        f" {share(checked.covered)} of the text found elsewhere"
    )


def finding_lines(findings: Findings) -> Iterator[str]:
    """The measures, and what was tampered with."""
    for path in findings.itself:
        yield f"the library holds this very file: {path}"
    for flag in findings.flags:
        yield f"{flag.kind.value} at {flag.offset}, {counted(flag.length, 'character')}"
    measures = findings.measures
    if measures.overlap:
        yield (
            f"total {share(measures.ratio(measures.overlap))}, greatest single source"
            f" {share(measures.ratio(measures.greatest_single))} of"
            f" {counted(measures.characters, 'character')};"
            f" neither quoted nor cited {share(measures.ratio(measures.without_quoted))}"
        )


def _match_lines(match: TextMatch) -> Iterator[str]:
    proof = match.evidence
    distance = "" if match.distance is None else f", Hamming distance {match.distance}"
    short = ", short" if proof.is_short else ""
    yield (
        f"{proof.pair_class.value}{short}: {share(proof.covered_a)} of the text,"
        f" {share(proof.covered_b)} of the document{distance}"
    )
    for path in match.paths:
        yield f"  {path}"
    for passage in proof.passages:
        yield (
            f"    {passage.a.start}–{passage.a.end}  is there"
            f" {passage.b.start}–{passage.b.end}  {counted(passage.equal_tokens, 'equal token')}"
        )
