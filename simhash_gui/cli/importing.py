"""What the commands that import have in common: their options, and the counts at the end."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simhash_gui.cli.output import UsageError, counted
from simhash_gui.services.importing.importing import (
    FailureReason,
    ImportOptions,
    ImportReport,
    Limits,
    SkipReason,
)
from simhash_gui.services.library.import_rules import (
    ImportRules,
    load_rules,
    save_rules,
)
from simhash_gui.services.library.libraries import Library

_RULES = {
    "include": "include",
    "exclude": "exclude",
    "types": "types",
    "hidden": "hidden",
    "min_size": "min_size_bytes",
    "max_size": "max_size_bytes",
    "follow_links": "follow_links",
}


def import_options(options: argparse.Namespace) -> ImportOptions:
    """Limits, workers and passwords as given. Raises UsageError."""
    limits = replace(
        Limits(),
        size_bytes=options.size_limit,
        time_s=options.time_limit,
        memory_bytes=options.memory_limit,
        expanded_bytes=options.unpacked_limit,
        archive_depth=options.nesting_limit,
    )
    return ImportOptions(options.jobs, limits, _passwords(options.password_file))


def keep_rules(library: Library, options: argparse.Namespace) -> None:
    """Keep the rules that were given; the others stay as they were.

    Raises UsageError and InvalidRuleError.
    """
    given: dict[str, Any] = {
        field: tuple(value) if isinstance(value, list) else value
        for option, field in _RULES.items()
        if (value := getattr(options, option)) is not None
    }
    if given:
        rules = replace(load_rules(library), **given)
        if rules.max_size_bytes is not None and rules.min_size_bytes > rules.max_size_bytes:
            raise UsageError(
                f"no file has at least {rules.min_size_bytes:,} bytes and at most"
                f" {rules.max_size_bytes:,}",
                "change --min-size or --max-size; the library keeps both",
            )
        save_rules(library, rules)


def rule_fields(rules: ImportRules) -> dict[str, Any]:
    """Rules for JSON and for people."""
    return {option: getattr(rules, field) for option, field in _RULES.items()}


def report_fields(report: ImportReport) -> dict[str, Any]:
    """The counts of an import for JSON.

    Each file that the import met is in exactly one of ``read``, ``unchanged``, ``skipped`` and
    ``failed_now``, which add up to ``met``; ``duplicates`` are a part of ``read``, and
    ``still_failed`` of ``unchanged``. What the library holds stands under ``library``.
    """
    return {
        "documents": report.documents,
        "files": report.files,
        "met": report.met,
        "read": report.read,
        "duplicates": report.duplicates_read,
        "unchanged": report.unchanged,
        "still_failed": report.still_failed,
        "skipped": report.skipped,
        "skipped_by_reason": _by_name(report.skipped_by_reason),
        "failed_now": report.failed_now,
        "failed_by_reason": _by_name(report.failed_now_by_reason),
        "archives": report.archives,
        "members": report.members,
        "moved": report.moved,
        "gone": report.gone,
        "library": {
            "files": report.files,
            "documents": report.documents,
            "duplicates": report.duplicates,
            "failed": report.failed,
            "failed_by_reason": _by_name(report.failed_by_reason),
        },
    }


def report_lines(report: ImportReport) -> Iterator[str]:
    """The counts of an import for people, in the same terms."""
    yield (
        f"{counted(report.met, 'file')} met: {report.read:,} read, {report.unchanged:,} unchanged,"
        f" {report.skipped:,} skipped, {_unread(report.failed_now_by_reason)}"
    )
    for what, counts in (
        ("skipped", _by_name(report.skipped_by_reason)),
        ("failed", _by_name(_without_empty(report.failed_now_by_reason))),
    ):
        if counts:
            yield f"{what}: {', '.join(f'{count:,} {reason}' for reason, count in counts.items())}"
    if report.duplicates_read:
        yield f"of those read: {counted(report.duplicates_read, 'duplicate')} of content"
    if report.still_failed:
        yield f"of those unchanged: {report.still_failed:,} failed or empty earlier"
    if report.moved or report.gone:
        yield f"no longer where they were: {report.moved:,} moved, {report.gone:,} gone"
    inside = f" ({report.members:,} in {counted(report.archives, 'archive')})"
    yield (
        f"in the library: {counted(report.files, 'file')}{inside if report.members else ''},"
        f" {counted(report.documents, 'document')},"
        f" {counted(report.duplicates, 'duplicate')} of content,"
        f" {_unread(report.failed_by_reason)}"
    )


def _unread(by_reason: Mapping[FailureReason, int]) -> str:
    """How many files failed, and how many are empty: nothing is wrong with those."""
    failed = sum(_without_empty(by_reason).values())
    empty = by_reason.get(FailureReason.EMPTY, 0)
    return f"{failed:,} failed" + (f", {empty:,} empty" if empty else "")


def _without_empty(by_reason: Mapping[FailureReason, int]) -> dict[FailureReason, int]:
    return {each: count for each, count in by_reason.items() if each is not FailureReason.EMPTY}


def _by_name(counts: Mapping[SkipReason, int] | Mapping[FailureReason, int]) -> dict[str, int]:
    """The most frequent first, equal ones by name."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0].value))
    return {reason.value: count for reason, count in ordered}


def _passwords(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(
            f"{path}: the passwords cannot be read: {reason}",
            "name a text file with a password on each line",
        ) from error
    return tuple(filter(None, lines))
