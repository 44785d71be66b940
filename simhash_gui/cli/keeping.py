"""``simhash-gui library`` commands that change what a library keeps."""

from __future__ import annotations

import argparse
import os
from itertools import chain
from pathlib import Path

from simhash_gui.cli.importing import import_options, report_fields, report_lines, rule_fields
from simhash_gui.cli.output import ExitCode, Output, UsageError, counted, watched_job
from simhash_gui.services.importing.encoding_choices import (
    UnknownEncodingError,
    anywhere,
    choose_encoding,
    encoding_choices,
    matching_count,
    pattern_for,
)
from simhash_gui.services.library.import_rules import ImportRules, load_rules, save_rules
from simhash_gui.services.library.libraries import (
    Library,
    drop_gone,
    existing_library,
    folders,
    open_library,
    remove_folder,
)

_NOTHING_MATCHED = (
    "no file of the library matches {pattern}. A pattern without / means names in any folder, one"
    " with / begins in the current folder, or with **/ in any."
)


def run_drop_gone(options: argparse.Namespace, output: Output) -> ExitCode:
    """Forget files that are no longer there."""
    with _existing(options.library) as library:
        dropped = drop_gone(library)
    output.result({"dropped": dropped}, iter([f"{counted(dropped, 'file')} forgotten"]))
    return ExitCode.DONE


def run_remove_folder(options: argparse.Namespace, output: Output) -> ExitCode:
    """Forget a folder; nothing on the disk is touched."""
    wanted = options.folder.resolve()
    with _existing(options.library) as library:
        found = [row for row in folders(library) if row.path == wanted]
        if not found:
            known = ", ".join(str(row.path) for row in folders(library)) or "none"
            raise UsageError(f"{wanted}: not a folder of this library; it has: {known}")
        remove_folder(library, found[0].folder_id)
    output.result({"removed": str(wanted)}, iter([f"{wanted} forgotten"]))
    return ExitCode.DONE


def run_rules(options: argparse.Namespace, output: Output) -> ExitCode:
    """Show what is imported, or go back to importing everything."""
    if options.reset:
        with _existing(options.library) as library:
            save_rules(library, ImportRules())
    with existing_library(options.library) as library:
        fields = rule_fields(load_rules(library))
    output.result(fields, (f"{name:15} {value}" for name, value in fields.items()))
    return ExitCode.DONE


def run_encoding(options: argparse.Namespace, output: Output) -> ExitCode:
    """List the chosen encodings, or choose one and read the files again that it is for."""
    if options.pattern is None:
        with existing_library(options.library) as library:
            chosen = {one.pattern: one.encoding for one in encoding_choices(library)}
        lines = (f"{encoding:12} {pattern}" for pattern, encoding in chosen.items())
        output.result({"encodings": chosen}, lines)
        return ExitCode.DONE
    if (options.encoding is None) is not options.forget:
        raise UsageError("name an encoding, or say --forget")
    return _choose(options, output)


def _choose(options: argparse.Namespace, output: Output) -> ExitCode:
    pattern = _absolute(options.pattern)
    with _existing(options.library) as library, watched_job(output) as control:
        try:
            report = choose_encoding(
                library, pattern, options.encoding, import_options(options), control
            )
        except UnknownEncodingError as error:
            raise UsageError(str(error)) from error
        matched = matching_count(library, pattern)
    if not matched:
        output.message(_NOTHING_MATCHED.format(pattern=pattern))
    fields = {"pattern": pattern, "matched": matched, **report_fields(report)}
    matching = f"{counted(matched, 'file')} of the library matched by {pattern}"
    output.result(fields, chain([matching], report_lines(report)))
    return ExitCode.DONE


def _absolute(pattern: str) -> str:
    """A path as it stands on the disk; names in any folder; or a pattern from where we are."""
    if Path(pattern).exists():
        return pattern_for(Path(pattern))
    if (os.sep not in pattern and "/" not in pattern) or pattern.startswith("**/"):
        return anywhere(pattern)
    return os.path.abspath(pattern).replace(os.sep, "/")  # noqa: PTH100 - wildcards stay


def _existing(path: Path) -> Library:
    """A library to be changed. Raises LibraryError where there is none, and makes none."""
    return open_library(path) if path.exists() else existing_library(path)
