"""``simhash-gui check``: what a library has of a text, whole or in part."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simhash_gui.cli.detecting import detection_options, share, tell_damage
from simhash_gui.cli.files import load_sides, require_writable, write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.cli.shapes import evidence_fields, fingerprint_fields, passage_fields
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.checking.checking import Checked, TextMatch, check_text
from simhash_gui.services.checking.findings import (
    ANY_SOURCE,
    CheckSettings,
    Exclusion,
    Filter,
    Findings,
    Measures,
    Source,
    find,
)
from simhash_gui.services.checking.report import (
    REPORT_SUFFIXES,
    Form,
    ReportOptions,
    subject_of,
    write_report,
)
from simhash_gui.services.checking.report_texts import Language
from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.detection.left_out import left_out_fields
from simhash_gui.services.library.libraries import Library, existing_library, library_recipe
from simhash_gui.services.library.text_jobs import lacks_comparison_data

_LEFT_OUT = re.compile(r"(\d{1,9})-(\d{1,9})=(.*\S.*)")


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


def required_library(options: argparse.Namespace) -> Path:
    """``--library``. Raises UsageError where it is missing."""
    if options.library is None:
        raise UsageError("--library FILE is missing", "see simhash-gui check --help")
    library: Path = options.library
    return library


def require_report(path: Path) -> None:
    """Refuse a report that cannot be written. Raises UsageError."""
    if path.suffix.lower() not in REPORT_SUFFIXES:
        raise UsageError(f"{path}: the name must end in .html or .pdf", "choose another name")
    require_writable(path)


def report_options(options: argparse.Namespace) -> ReportOptions:
    """What the report shows."""
    return ReportOptions(Form(options.form), Language(options.language), options.anonymise)


def tell_missing(library: Library, output: Output) -> None:
    """Say what an older library cannot answer."""
    missing = lacks_comparison_data(library)
    if missing:
        output.message(
            f"made by an earlier version: {counted(missing, 'document')}, of which copies of a"
            " part are not found; run scan once on this library"
        )


def settings_of(options: argparse.Namespace, recipe: Recipe) -> CheckSettings:
    """What counts, by the arguments. Raises UsageError."""
    filters = {Filter(each) for each in options.without}
    files = [*options.template, *filter(None, [options.phrases])]
    texts = [side.text for side in load_sides(files, recipe)] if files else []
    phrases = texts.pop().splitlines() if options.phrases else []
    for is_wanted, each in (
        (options.template, Filter.TEMPLATE),
        (phrases, Filter.PHRASES),
        (options.least_words, Filter.SHORT),
    ):
        if is_wanted:
            filters.add(each)
    return CheckSettings(
        filters=frozenset(filters),
        least_words=options.least_words or CheckSettings().least_words,
        templates=tuple(texts),
        phrases=tuple(filter(None, map(str.strip, phrases))),
        own=tuple(options.own),
        exclusions=tuple(map(_exclusion, options.leave_out)),
    )


def _exclusion(text: str) -> Exclusion:
    found = _LEFT_OUT.fullmatch(text)
    if found is None:
        way_out = "write it as 120-480=quoted with permission"
        raise UsageError(f"--leave-out {text}: this is no START-END=REASON", way_out)
    return Exclusion(ANY_SOURCE, TextSpan(int(found[1]), int(found[2])), found[3].strip())


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


def findings_fields(findings: Findings) -> dict[str, Any]:
    """Measures, sources, groups, filters, chapters and flags."""
    measures = findings.measures
    return {
        "itself": list(findings.itself),
        "measures": measures_fields(measures),
        "sources": [_source_fields(source, measures) for source in findings.sources],
        "groups": {
            group.value: {"matches": matches, "characters": characters}
            for group, matches, characters in findings.groups
        },
        "filters": [
            {
                "name": effect.filter.value,
                "on": effect.is_on,
                "characters": effect.characters,
                "overlap_characters": effect.overlap,
            }
            for effect in findings.effects
        ],
        "left_out_matches": [
            {"path": source.path, "a": [each.passage.a.start, each.passage.a.end], "reason": reason}
            for source in findings.matches
            for each in source.passages
            if (reason := each.reason) is not None
        ],
        "chapters": [
            {
                "title": chapter.title,
                "span": [chapter.span.start, chapter.span.end],
                "overlap_characters": chapter.overlap,
                "ratio": chapter.ratio,
                "greatest_single_characters": chapter.greatest_single,
            }
            for chapter in findings.chapters
        ],
        "suspects": {
            "chapters": findings.suspects.chapters,
            "suspected": findings.suspects.suspected,
            "greatest_overlap_characters": findings.suspects.greatest,
            "least_overlap_characters": findings.suspects.least,
        },
        "flags": [
            {"kind": flag.kind.value, "offset": flag.offset, "length": flag.length}
            for flag in findings.flags
        ],
    }


def measures_fields(measures: Measures) -> dict[str, Any]:
    """The measures of a check; every ratio is of all characters of the text."""
    return {
        "characters": measures.characters,
        "overlap_characters": measures.overlap,
        "total_ratio": measures.ratio(measures.overlap),
        "without_quoted_ratio": measures.ratio(measures.without_quoted),
        "without_own_ratio": measures.ratio(measures.without_own),
        "greatest_single_ratio": measures.ratio(measures.greatest_single),
        "identical_ratio": measures.ratio(measures.identical),
        "edited_ratio": measures.ratio(measures.edited),
        "front_overlap_characters": measures.front,
        "back_overlap_characters": measures.overlap - measures.front,
        "by_least_words": [
            {"words": words, "ratio": measures.ratio(characters)}
            for words, characters in measures.by_length
        ],
    }


def _source_fields(source: Source, measures: Measures) -> dict[str, Any]:
    return {
        "path": source.path,
        "best_share": measures.ratio(source.best),
        "full_share": measures.ratio(source.full),
        "best_characters": source.best,
        "full_characters": source.full,
        "longest_passage": source.longest,
        "passage_count": len(source.passages),
        "distance": source.match.distance,
        "class": source.match.evidence.pair_class.value,
        "own": source.is_own,
        "passages": [
            {**passage_fields(each.passage), "group": each.group.value} for each in source.passages
        ],
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
