"""What the check of a document and that of a folder share: what counts, and how it is told."""

from __future__ import annotations

import argparse
import re
from html import unescape
from typing import Any

from simhash_gui.cli.files import load_sides
from simhash_gui.cli.output import Output, UsageError, counted, passage_fields
from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.checking import markup
from simhash_gui.services.checking.findings import (
    ANY_SOURCE,
    Chapter,
    CheckSettings,
    CopyMeasures,
    Effect,
    Exclusion,
    Filter,
    Findings,
    Source,
    SourcePassage,
)
from simhash_gui.services.checking.report_texts import Form, ReportLanguage, ReportOptions
from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.detection.answers.left_out import left_out_fields
from simhash_gui.services.library.libraries import Library, Place
from simhash_gui.services.library.text_jobs import lacks_comparison_data

_LEFT_OUT = re.compile(r"(\d{1,9})-(\d{1,9})=(.*\S.*)")


def required_library(options: argparse.Namespace) -> Place:
    """``--library``. Raises UsageError where it is missing."""
    if options.library is None:
        raise UsageError("--library FILE is missing", "see simhash-gui check --help")
    library: Place = options.library
    return library


def report_options(options: argparse.Namespace) -> ReportOptions:
    """What the report shows."""
    return ReportOptions(Form(options.form), ReportLanguage(options.language), options.anonymise)


def tell_missing(library: Library, output: Output) -> None:
    """Say what an older library cannot answer."""
    missing = lacks_comparison_data(library)
    if missing:
        output.message(
            f"made by an earlier version: {counted(missing, 'document')}, of which copies of a"
            " part are not found; run scan once on this library"
        )


def tell_unused(findings: Findings, settings: CheckSettings, output: Output) -> None:
    """Say which ``--leave-out`` leaves out nothing."""
    spans = [each.passage.a for source in findings.matches for each in source.listed]
    for each in settings.exclusions:
        if not any(map(each.covers, spans)):
            start, end = each.span.start, each.span.end
            output.message(f"--leave-out {start}-{end}: no match lies between these characters")


def settings_of(options: argparse.Namespace, recipe: Recipe) -> CheckSettings:
    """What counts, by the arguments. Raises UsageError."""
    filters = {Filter(each) for each in options.without}
    templates = [*options.template, *filter(None, [options.tender])]
    files = [*templates, *filter(None, [options.phrases])]
    texts = [side.text for side in load_sides(files, recipe)] if files else []
    phrases = texts.pop().splitlines() if options.phrases else []
    for is_wanted, each in (
        (templates, Filter.TEMPLATE),
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


def findings_fields(findings: Findings) -> dict[str, Any]:
    """What was not compared; measures, sources, groups, filters, chapters and flags."""
    measures, suspects = findings.measures, findings.suspects
    return {
        **left_out_fields(findings.not_compared),
        "itself": list(findings.itself),
        "measures": measures_fields(measures),
        "sources": [_source_fields(source, measures) for source in findings.sources],
        "groups": {
            group.value: {"matches": matches, "characters": characters}
            for group, matches, characters in findings.groups
        },
        "filters": [_effect_fields(effect) for effect in findings.effects],
        "left_out_matches": [
            {"path": source.path, "a": [each.passage.a.start, each.passage.a.end], "reason": reason}
            for source in findings.matches
            for each in source.listed
            if (reason := each.reason) is not None
        ],
        "chapters": [_chapter_fields(chapter) for chapter in findings.chapters],
        "suspects": {
            "chapters": suspects.chapters,
            "suspected": suspects.suspected,
            "greatest_overlap_characters": suspects.greatest,
            "least_overlap_characters": suspects.least,
        },
        "flags": [
            {"kind": flag.kind.value, "offset": flag.offset, "length": flag.length}
            for flag in findings.flags
        ],
    }


def _effect_fields(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.filter.value,
        "on": effect.is_on,
        "characters": effect.characters,
        "overlap_characters": effect.overlap,
    }


def _chapter_fields(chapter: Chapter) -> dict[str, Any]:
    return {
        "title": chapter.title,
        "span": [chapter.span.start, chapter.span.end],
        "overlap_characters": chapter.overlap,
        "ratio": chapter.ratio,
        "greatest_single_characters": chapter.greatest_single,
    }


def share_of_text(ratio: float) -> str:
    """E.g. ``81.3 %``, as the reports and the Check page give it; 0.0 % is nothing at all."""
    return unescape(markup.share(ratio)).replace("%", " %")


def measures_fields(measures: CopyMeasures) -> dict[str, Any]:
    """The measures of a check; every ratio is of all characters of the text."""
    return {
        "characters": measures.characters,
        "overlap_characters": measures.overlap,
        "total_ratio": measures.ratio(measures.overlap),
        "left_out_ratio": measures.ratio(measures.left_out),
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


def _source_fields(source: Source, measures: CopyMeasures) -> dict[str, Any]:
    return {
        "path": source.path,
        "best_share": measures.ratio(source.best),
        "full_share": measures.ratio(source.full),
        "best_characters": source.best,
        "full_characters": source.full,
        "longest_passage": source.longest,
        "passage_count": len(source.places),
        "distance": source.match.distance,
        "class": source.match.evidence.pair_class.value,
        "own": source.is_own,
        **source_passages(source),
    }


def source_passages(source: Source) -> dict[str, Any]:
    """The passages that a report lists and counts, and the pieces between them."""
    return {
        "passages": list(map(_source_passage_fields, source.places)),
        "pieces": list(map(_source_passage_fields, source.pieces)),
    }


def _source_passage_fields(each: SourcePassage) -> dict[str, Any]:
    return {**passage_fields(each.passage), "group": each.group.value}
