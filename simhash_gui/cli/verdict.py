"""``simhash-gui verdict``: what people say of documents, given, listed, imported and exported."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from simhash_gui.cli.arguments.parser import Command
from simhash_gui.cli.detecting import tell_damage
from simhash_gui.cli.files import require_writable, write_errors
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, opened
from simhash_gui.services.detection.answers.left_out import left_out_fields, verdicts_left_out
from simhash_gui.services.library.libraries import Library, existing_library, open_existing
from simhash_gui.services.library.outputs import replacing_output
from simhash_gui.services.review.verdicts import (
    GivenVerdict,
    Verdict,
    export_verdicts,
    give_verdict,
    import_verdicts,
    load_verdicts,
    named_members,
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Give, list, import or export verdicts."""
    commands: dict[str, Command] = {
        "set": _set,
        "list": _list,
        "import": _import,
        "export": _export,
    }
    return commands[options.question](options, output)


def _set(options: argparse.Namespace, output: Output) -> ExitCode:
    """Say something of some documents."""
    verdict = None if options.verdict == "none" else Verdict(options.verdict)
    paths = [os.path.realpath(path) for path in options.paths]
    with opened(open_existing(options.library), output) as library:
        give_verdict(library, verdict, paths, options.note)
    result = {"verdict": options.verdict, "paths": paths, "note": options.note}
    output.result(result, iter([f"{options.verdict}: {', '.join(paths)}"]))
    return ExitCode.DONE


def _list(options: argparse.Namespace, output: Output) -> ExitCode:
    """List all verdicts, the latest last."""
    with existing_library(options.library) as library:
        verdicts = load_verdicts(library)
        rows = list(_rows(library, verdicts.given))
    chosen = [row for row in rows if options.only in {None, row["verdict"]}]
    missed = [*verdicts_left_out(verdicts)]
    output.result({"verdicts": chosen, **left_out_fields(missed)}, _lines(chosen))
    return tell_damage(missed, output)


def _rows(library: Library, given: Sequence[GivenVerdict]) -> Iterator[dict[str, Any]]:
    for each, members in zip(given, named_members(library, given), strict=True):
        yield {
            "verdict": each.verdict.value,
            "note": each.note,
            "person": each.person,
            "given": datetime.fromtimestamp(each.given_at_ms / 1000, UTC).isoformat(
                timespec="seconds"
            ),
            "paths": [path for _, path in members],
            "digests": [digest.hex() for digest, _ in members],
        }


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        note = f" ({row['note']})" if row["note"] else ""
        yield f"{row['verdict']}{note}: {', '.join(row['paths'])}"


def _import(options: argparse.Namespace, output: Output) -> ExitCode:
    """Add the verdicts of a CSV file."""
    try:
        text = options.file.read_bytes().decode("utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise UsageError(
            f"{options.file}: {error.strerror or error}", "name a CSV file", "unreadable"
        ) from error
    with opened(open_existing(options.library), output) as library:
        added = import_verdicts(library, text)
    output.result({"added": added}, iter([f"{counted(added, 'verdict')} added"]))
    return ExitCode.DONE


def _export(options: argparse.Namespace, output: Output) -> ExitCode:
    """Write all verdicts as CSV."""
    require_writable(options.file)
    with existing_library(options.library) as library:
        text, verdicts = export_verdicts(library), load_verdicts(library)
        with write_errors(options.file), replacing_output(library, options.file) as part:
            part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    count, missed = len(verdicts.given), [*verdicts_left_out(verdicts)]
    result = {"output": str(options.file), "verdicts": count, **left_out_fields(missed)}
    output.result(result, iter([f"{counted(count, 'verdict')} written to {options.file}"]))
    return tell_damage(missed, output)
