"""``simhash-gui check``: what a library has of a text, whole or in part."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from simhash_gui.cli.checking import (
    findings_fields,
    report_options,
    required_library,
    settings_of,
    share_of_text,
    source_passages,
    tell_missing,
    tell_unused,
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
from simhash_gui.services.checking.changes import (
    Changes,
    NoSummaryError,
    Summary,
    changes,
    counting_fields,
    read_summary,
    summary_of,
)
from simhash_gui.services.checking.checking import Checked, TextMatch, check_text
from simhash_gui.services.checking.findings import CopyMeasures, Findings, Source
from simhash_gui.services.checking.judging import find
from simhash_gui.services.checking.markup import REPORT_SUFFIXES
from simhash_gui.services.checking.report import subject_of, write_report
from simhash_gui.services.jobs import Stage
from simhash_gui.services.library.libraries import existing_library, library_recipe
from simhash_gui.services.library.outputs import require_no_document

_MOST_FLAGS = 5
_FEWEST_WORDS = 6


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Look FILE, a folder, or standard input for ``-``, up in the library."""
    if Path(options.file).is_dir():
        from simhash_gui.cli.check_folder import run as run_on_folder  # noqa: PLC0415 - see there

        return run_on_folder(options, output)
    if options.among_themselves:
        raise UsageError(f"{options.file}: this is no folder", "name a folder of documents")
    if options.report is not None:
        require_report(options.report)
    before = _earlier(options.since) if options.since is not None else None
    with existing_library(required_library(options)) as library:
        if options.report is not None:
            require_no_document(library, options.report)
        recipe = library_recipe(library)
        settings = settings_of(options, recipe)
        tell_missing(library, output)
        with watched_job(output) as control:
            control.report(Stage.READING, 0)
            (side,) = load_sides([options.file], recipe)
            checked = check_text(library, side, detection_options(options), control)
            control.report(Stage.CHECKING, 0)
            findings = find(side, checked, settings)
        tell_unused(findings, settings, output)
        if not checked.documents:
            output.message("the library holds no documents: nothing can be found in it")
        words = len(checked.text.tokens)
        if not checked.matches and words < _FEWEST_WORDS:
            output.message(
                f"the text has {counted(words, 'word')}: nothing is found of fewer than about six"
            )
        if options.report is not None:
            subject = subject_of(library, side, findings, settings)
            with write_errors(options.report):
                write_report(subject, report_options(options), options.report, options.write_pdf)
    document = _document(side.fingerprint, checked, findings)
    document["counting"] = counting_fields(settings)
    lines = _lines(checked, findings)
    if before is not None:
        since = changes(before, summary_of(findings, settings))
        document["changes"] = _changes_fields(since)
        lines = chain(lines, _changes_lines(since))
    output.result(document, lines)
    return tell_damage(checked.left_out, output)


def _earlier(path: Path) -> Summary:
    try:
        return read_summary(path)
    except FileNotFoundError as error:
        raise UsageError(f"{path}: No such file", "check the name", "no-such-file") from error
    except (OSError, NoSummaryError) as error:
        way_out = "name a file that holds the answer of check --format json"
        raise UsageError(f"{path}: this is no earlier check", way_out) from error


def _changes_fields(since: Changes) -> dict[str, Any]:
    return {
        "total_ratio_before": since.before.total,
        "same_counting": since.is_same_counting,
        "gone": list(since.gone),
        "new": list(since.new),
        "changed": [
            {"path": path, "full_share_before": before, "full_share": now}
            for path, before, now in since.changed
        ],
    }


def _changes_lines(since: Changes) -> Iterator[str]:
    yield f"since the last check: {share(since.before.total)} before, {share(since.now.total)} now"
    if since.is_same_counting is None:
        yield "  the earlier answer does not say by which filters it counted"
    elif not since.is_same_counting:
        before, now = (_filters_text(each.counting or {}) for each in (since.before, since.now))
        yield f"  not counted alike: {before} before, {now} now"
        yield "  only checks with the same filters and options tell how the text changed"
    yield from (f"  gone: {path}" for path in since.gone)
    yield from (f"  new: {path}" for path in since.new)


def _filters_text(counting: Mapping[str, Any]) -> str:
    names = list(map(str, counting.get("filters") or ()))
    if least := counting.get("least_words"):
        names.append(f"fewer than {least} words")
    if counting.get("own"):
        names.append("own works")
    if by_hand := counting.get("left_out_by_hand"):
        names.append(f"{by_hand} left out by hand")
    return f"without {', '.join(names)}" if names else "no filters"


def require_report(path: Path) -> None:
    """Refuse a report that cannot be written. Raises UsageError."""
    if path.suffix.lower() not in REPORT_SUFFIXES:
        raise UsageError(f"{path}: the name must end in .html or .pdf", "choose another name")
    require_writable(path)


def _document(fingerprint: Fingerprint, checked: Checked, findings: Findings) -> dict[str, Any]:
    return {
        **fingerprint_fields(fingerprint),
        "recipe": fingerprint.recipe_id,
        "covered": checked.covered,
        "candidates": checked.candidates,
        **findings_fields(findings),
        "matches": [_match_fields(source) for source in findings.matches],
    }


def _match_fields(source: Source) -> dict[str, Any]:
    return {
        "path": source.path,
        "distance": source.match.distance,
        "paths": list(source.match.paths),
        **evidence_fields(source.match.evidence),
        **source_passages(source),
    }


def _lines(checked: Checked, findings: Findings) -> Iterator[str]:
    counts = {source.match.document_id for source in findings.sources}
    for source in findings.sources:
        yield from _source_lines(source, findings.measures)
    for match in checked.matches:
        if match.document_id not in counts:
            yield f"not counted: {_class_text(match)}"
            yield from (f"  {path}" for path in match.paths)
    yield from finding_lines(findings)
    if checked.documents and not checked.matches:
        yield (
            f"compared with {counted(checked.documents, 'document')}: what has about six words in a"
            " row in common with one is found; paraphrases and translations are not"
        )
    yield (
        f"{counted(len(findings.sources), 'document')} of"
        f" {counted(checked.candidates, 'candidate')};"
        f" {_ratio(findings.measures, findings.measures.overlap)} of the text found elsewhere"
    )


def finding_lines(findings: Findings) -> Iterator[str]:
    """The measures, and what was tampered with."""
    for path in findings.itself:
        yield f"the library holds this very file: {path}"
    yield from _flag_lines(findings)
    measures = findings.measures
    if measures.left_out:
        yield f"left out of the total: {_ratio(measures, measures.left_out)} that was found as well"
    if measures.overlap:
        yield (
            f"total {_ratio(measures, measures.overlap)}"
            f" ({_ratio(measures, measures.identical)} word for word,"
            f" {_ratio(measures, measures.edited)} changed words in between),"
            f" largest single source {_ratio(measures, measures.greatest_single)} of"
            f" {counted(measures.characters, 'character')};"
            f" neither quoted nor cited {_ratio(measures, measures.without_quoted)}"
        )


def _ratio(measures: CopyMeasures, characters: int) -> str:
    return share_of_text(measures.ratio(characters))


def _flag_lines(findings: Findings) -> Iterator[str]:
    """Each place where a kind has few of them, else the first and how many there are."""
    for kind in dict.fromkeys(flag.kind for flag in findings.flags):
        places = [flag for flag in findings.flags if flag.kind is kind]
        shown = places if len(places) <= _MOST_FLAGS else places[:1]
        for flag in shown:
            yield f"{kind.value} at {flag.offset}, {counted(flag.length, 'character')}"
        if len(shown) < len(places):
            yield f"  and {kind.value} at {counted(len(places) - 1, 'further place')}"


def _source_lines(source: Source, measures: CopyMeasures) -> Iterator[str]:
    """Its share by the characters of the text, as the report has it, and each of its passages."""
    proof, distance = source.match.evidence, source.match.distance
    counted_share = _ratio(measures, source.best) if source.best else "none"
    yield (
        f"{_class_text(source.match)}: {_ratio(measures, source.full)} of the text"
        f" ({counted_share} counted in the total),"
        f" {share(proof.covered_b)} of the document"
        + ("" if distance is None else f", Hamming distance {distance}")
    )
    for path in source.match.paths:
        yield f"  {path}"
    for each in source.places:
        passage = each.passage
        reason = "" if each.reason is None else f"  left out: {each.reason}"
        yield (
            f"    {passage.a.start}–{passage.a.end}  is there"
            f" {passage.b.start}–{passage.b.end}"
            f"  {counted(passage.equal_tokens, 'equal token')}{reason}"
        )
    if source.pieces:
        yield f"    and {counted(len(source.pieces), 'smaller piece')} between them"


def _class_text(match: TextMatch) -> str:
    proof = match.evidence
    return f"{proof.pair_class.value}{', short' if proof.is_short else ''}"
