"""``simhash-gui library check``: damage in the file of a library, and its repair."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.library.integrity import (
    Damage,
    Finding,
    LibraryCheck,
    Repair,
    check_library,
    repair_library,
)
from simhash_gui.services.library.libraries import LibraryDamagedError

_REPAIR = "--repair copies what can be read and derives the rest again from the texts"
_WAYS_OUT: Mapping[Damage, str] = MappingProxyType(
    {
        Damage.HEADER: "--repair restores what must stand there",
        Damage.PAGES: "--repair copies what can be read; scan the folders again for the rest",
        Damage.VERSION: "--repair writes the version that the tables have",
        Damage.SCHEMA: _REPAIR,
        Damage.INDEXES: "--repair builds the indexes again",
        Damage.REFERENCES: "--repair removes what leads nowhere; scan the folders again",
        Damage.VALUES: "--repair clears what cannot be right; scan the folders again",
        Damage.RECIPES: "--repair fingerprints these documents again by the library's recipe",
        Damage.BLOCKS: "--repair makes the block keys again from the fingerprints",
        Damage.TEXTS: "--repair marks the files of these documents, and the next scan reads them",
        Damage.FINGERPRINTS: "--repair makes the fingerprints again from the texts",
        Damage.FILES: "--repair gives files their documents again, or has the next scan read them",
        Damage.DETAILS: "--repair marks the files of these documents, and the next scan reads them",
        Damage.DECISIONS: "--repair takes them back, and protects such folders; decide again",
        Damage.COMPARISON: "--repair makes the data again from the texts",
    }
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Check the library and, if asked to, repair it."""
    if not isinstance(options.library, Path):
        raise UsageError(
            f"{options.library}: a server checks its files itself",
            "see pg_amcheck and pg_dump",
        )
    path = options.library.absolute()
    with watched_job(output) as control:
        if not options.repair:
            found = check_library(path, options.jobs, control)
            output.result(_check_fields(found), _check_lines(found))
            return _status(found)
        try:
            repair = repair_library(path, options.jobs, control)
        except LibraryDamagedError as error:
            way_out = "restore a backup of it, or scan the folders into a new library"
            raise UsageError(str(error), way_out, "library-damaged") from error
    output.result(_repair_fields(repair), _repair_lines(repair))
    return _status(repair.after)


def _status(check: LibraryCheck) -> ExitCode:
    return ExitCode.DONE if check.is_sound else ExitCode.DONE_WITH_FAILURES


def _check_fields(check: LibraryCheck) -> dict[str, Any]:
    return {
        "path": str(check.path),
        "sound": check.is_sound,
        "problems": [_problem(finding, _way_out(finding)) for finding in check.findings],
        "repaired": None,
        "backup": None,
    }


def _repair_fields(repair: Repair) -> dict[str, Any]:
    return {
        **_check_fields(repair.before),
        "sound": repair.after.is_sound,
        "repaired": {
            "derived": repair.derived,
            "to_read": repair.to_read,
            "left": [
                _problem(finding, _way_out_after(finding)) for finding in repair.after.findings
            ],
        },
        "backup": None if repair.backup is None else str(repair.backup),
    }


def _problem(finding: Finding, way_out: str) -> dict[str, Any]:
    return {
        "kind": finding.damage.value,
        "table": finding.table or None,
        "count": finding.count,
        "example": finding.example,
        "way_out": way_out,
    }


def _way_out(finding: Finding) -> str:
    return _WAYS_OUT[finding.damage]


def _way_out_after(finding: Finding) -> str:
    if finding.damage is Damage.TEXTS:
        return "scan the folders again: the files of these documents are then read"
    return "restore a backup, or scan your folders into a new library"


def _check_lines(check: LibraryCheck) -> Iterator[str]:
    yield from _lines(check.findings)
    if check.is_sound:
        yield f"{check.path}: no damage found"
    else:
        yield f"{check.path}: {_kinds(check)}; --repair mends what can be mended"


def _repair_lines(repair: Repair) -> Iterator[str]:
    if repair.before.is_sound:
        yield from _check_lines(repair.before)
        return
    yield from _lines(repair.before.findings)
    if repair.backup is not None:
        yield f"the damaged file is kept: {repair.backup}"
    yield (
        f"{counted(repair.derived, 'document')} derived again from the texts;"
        f" {counted(repair.to_read, 'file')} to be read by the next scan"
    )
    if repair.after.is_sound:
        yield f"{repair.after.path}: repaired"
        return
    yield f"{repair.after.path}: {_kinds(repair.after)} left"
    for finding in repair.after.findings:
        yield f"  {_words(finding)}: {_way_out_after(finding)}"


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{_words(finding)}; {_way_out(finding)}"


def _words(finding: Finding) -> str:
    where = f" in the table {finding.table}" if finding.table else ""
    return f"{finding.damage.value}: {finding.count:,}{where}, such as {finding.example}"


def _kinds(check: LibraryCheck) -> str:
    return f"{counted(len(check.findings), 'kind')} of damage"
