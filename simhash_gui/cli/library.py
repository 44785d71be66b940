"""``simhash-gui library``: what a library holds, and commands that change what it keeps."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from textwrap import shorten
from typing import Any

from simhash_gui.cli.arguments.parser import Command
from simhash_gui.cli.files import load_sides
from simhash_gui.cli.importing import (
    import_options,
    report_fields,
    report_lines,
    rule_fields,
)
from simhash_gui.cli.library_check import run as check
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    UsageError,
    counted,
    fingerprint_fields,
    opened,
    watched_job,
)
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    TooLittleTextError,
    mark_passage,
    marked_passages,
    unmark_passage,
)
from simhash_gui.services.importing.adding import folder_reading, give_role
from simhash_gui.services.importing.encodings import (
    anywhere,
    choose_encoding,
    encoding_choices,
    matching_count,
    pattern_for,
)
from simhash_gui.services.importing.importing import FailureReason
from simhash_gui.services.importing.problems import failures_by_reason, set_aside_ids
from simhash_gui.services.library.browsing import (
    DocumentRow,
    DocumentState,
    FileRow,
    FileState,
    ListedDocument,
    all_files,
    list_documents,
)
from simhash_gui.services.library.import_rules import ImportRules, load_rules, save_rules
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    drop_gone,
    existing_library,
    folders,
    library_info,
    library_recipe,
    open_existing,
    remove_folder,
)
from simhash_gui.services.library.paths import real_path

_WIDTHS = (16, 18, 8, 10, 15)
"""Of the columns before the path: fingerprint, state, type, encoding and how sure it is."""
_SET_ASIDE = "set-aside"
_NOTHING_MATCHED = (
    "no file of the library matches {pattern}. A pattern without / means names in any folder, one"
    " with / begins in the current folder, or with **/ in any."
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Answer a question about the library, or change what it keeps."""
    commands: dict[str, Command] = {
        "info": _info,
        "list": _list,
        "check": check,
        "drop-gone": _drop_gone,
        "remove-folder": _remove_folder,
        "role": _role,
        "rules": _rules,
        "encoding": _encoding,
        "marks": _marks,
    }
    return commands[options.question](options, output)


def _info(options: argparse.Namespace, output: Output) -> ExitCode:
    """Print counts, size and recipes."""
    with existing_library(options.library) as library:
        info = library_info(library)
        empty = failures_by_reason(library).get(FailureReason.EMPTY, 0)
    fields: dict[str, Any] = {
        "path": str(library.place),
        "schema_version": info.schema_version,
        "documents": info.documents,
        "files": info.files,
        "fingerprinted": info.fingerprinted,
        "too_short": info.too_short,
        "failed_files": info.failed_files,
        "gone_files": info.gone_files,
        "set_aside_files": info.set_aside_files,
        "size_bytes": info.size_bytes,
        "recipes": list(info.recipe_ids),
        "damaged_folders": info.damaged_folders,
    }
    failed = f"{info.failed_files}"
    if empty:  # the window does not call these failed
        failed += f" ({empty} of them empty)"
    lines = {**fields, "failed_files": failed, "recipes": ", ".join(info.recipe_ids)}
    output.result(fields, (f"{name:15} {value}" for name, value in lines.items()))
    return _told(info.damaged_folders, "damaged folder", "damaged folders", output)


def _told(damaged: int, one: str, many: str, output: Output) -> ExitCode:
    if not damaged:
        return ExitCode.DONE
    output.message(f"{counted(damaged, one, many)}; simhash-gui library check FILE --repair")
    return ExitCode.DONE_WITH_FAILURES


def _list(options: argparse.Namespace, output: Output) -> ExitCode:
    """Print every document, and every file that is known."""
    with existing_library(options.library) as library:
        files = _Files(library)
        document: dict[str, Any] = {
            "documents": (_document_fields(one) for one in list_documents(library)),
            "files": (_file_fields(files, *one) for one in files),
        }
        output.result(document, _lines(files))
    return _told(files.damaged, "damaged entry", "damaged entries", output)


class _Files:
    """All files of a library; counts on the way those whose entry, or document, is damaged."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._set_aside = frozenset(set_aside_ids(library))
        self.damaged = 0

    def __iter__(self) -> Iterator[tuple[FileRow, DocumentRow | None]]:
        for file, document in all_files(self._library):
            is_damaged = document is not None and document.state is DocumentState.DAMAGED
            self.damaged += file.state is FileState.DAMAGED or is_damaged
            yield file, document

    def state_of(self, file: FileRow) -> str:
        """In a word; what a review took away is not gone in the sense that nobody knows why."""
        return _SET_ASIDE if file.id in self._set_aside else file.state.value


def _document_fields(listed: ListedDocument) -> dict[str, Any]:
    return {
        "paths": list(listed.paths),
        **_fingerprint_fields(listed.document.fingerprint),
        "recipe": listed.document.recipe_id,
        "state": listed.document.state.value,
        **_reading_fields(listed.document),
    }


def _file_fields(files: _Files, file: FileRow, document: DocumentRow | None) -> dict[str, Any]:
    return {
        "path": file.path,
        "state": files.state_of(file),
        "reason": file.reason,
        "detail": (file.detail or None) if file.reason else None,
        **_reading_fields(document),
        **_fingerprint_fields(document.fingerprint if document else None),
    }


def _reading_fields(document: DocumentRow | None) -> dict[str, Any]:
    """How a document was read; nothing where there never was a text."""
    return {
        "type": (document.reader or None) if document else None,
        "encoding": (document.encoding or None) if document else None,
        "encoding_confidence": document.encoding_confidence if document else None,
        "encoding_source": document.encoding_source if document else None,
    }


def _fingerprint_fields(fingerprint: Fingerprint | None) -> dict[str, Any]:
    if fingerprint is None:
        return {"fingerprint": None, "block_keys": None}
    return fingerprint_fields(fingerprint)


def _lines(files: _Files) -> Iterator[str]:
    """One line for each file: columns of a fixed width, and the path, which may be any, last."""
    yield _line("fingerprint", "state", "type", "encoding", "sure", "path")
    for file, document in files:
        yield _line(
            _shown(document),
            f"{files.state_of(file)}: {file.reason}" if file.reason else files.state_of(file),
            document.reader if document else "",
            document.encoding if document else "",
            _sureness(document),
            file.path,
        )


def _line(*columns: str) -> str:
    *first, path = (column or "-" for column in columns)
    widths = zip(first, _WIDTHS, strict=True)
    return "  ".join([*(f"{column:{width}}" for column, width in widths), path])


def _shown(document: DocumentRow | None) -> str:
    if document is None:
        return ""
    return document.fingerprint.hex if document.fingerprint else document.state.value


def _sureness(document: DocumentRow | None) -> str:
    """How sure the encoding is, and what told it."""
    if document is None or document.encoding_source is None:
        return ""
    if document.encoding_confidence is None:
        return document.encoding_source
    return f"{document.encoding_confidence:.0%} {document.encoding_source}"


def _drop_gone(options: argparse.Namespace, output: Output) -> ExitCode:
    """Forget files that are no longer there."""
    with opened(open_existing(options.library), output) as library:
        dropped = drop_gone(library)
    output.result({"dropped": dropped}, iter([f"{counted(dropped, 'file')} forgotten"]))
    return ExitCode.DONE


def _remove_folder(options: argparse.Namespace, output: Output) -> ExitCode:
    """Forget a folder; nothing on the disk is touched."""
    wanted = real_path(options.folder)
    with opened(open_existing(options.library), output) as library:
        found = [row for row in folders(library) if row.path == wanted]
        if not found:
            known = ", ".join(str(row.path) for row in folders(library)) or "none"
            raise UsageError(
                f"{wanted}: not a folder of this library; it has: {known}", "name one of these"
            )
        remove_folder(library, found[0].id)
        reading = folder_reading(library, wanted)
    told = f"; the next scan of {reading.path} reads its files again" if reading else ""
    answer = {"removed": str(wanted), "read_with": str(reading.path) if reading else None}
    output.result(answer, iter([f"{wanted} forgotten{told}"]))
    return ExitCode.DONE


def _role(options: argparse.Namespace, output: Output) -> ExitCode:
    """List the folders and their roles, or change one."""
    if options.folder is not None:
        if options.role is None:
            raise UsageError("a folder is given without a role", "name a role after it")
        with opened(open_existing(options.library), output) as library:
            is_known = any(row.path == real_path(options.folder) for row in folders(library))
            if not is_known and not options.folder.is_dir():
                raise UsageError(
                    f"{options.folder}: no such folder", "check the name", "no-such-file"
                )
            give_role(library, options.folder, FolderRole(options.role))
    with existing_library(options.library) as library:
        fields = [{"path": str(row.path), "role": row.role.value} for row in folders(library)]
    lines = (f"{one['role']:10} {one['path']}" for one in fields)
    output.result({"folders": fields}, lines)
    return ExitCode.DONE


def _rules(options: argparse.Namespace, output: Output) -> ExitCode:
    """Show what is imported, or go back to importing everything."""
    if options.reset:
        with opened(open_existing(options.library), output) as library:
            save_rules(library, ImportRules())
    with existing_library(options.library) as library:
        fields = rule_fields(load_rules(library))
    output.result(fields, (f"{name:15} {value}" for name, value in fields.items()))
    return ExitCode.DONE


def _encoding(options: argparse.Namespace, output: Output) -> ExitCode:
    """List the chosen encodings, or choose one and read the files again that it is for."""
    if options.pattern is None:
        with existing_library(options.library) as library:
            chosen = {one.pattern: one.encoding for one in encoding_choices(library)}
        lines = (f"{encoding:12} {pattern}" for pattern, encoding in chosen.items())
        output.result({"encodings": chosen}, lines)
        return ExitCode.DONE
    if (options.encoding is None) is not options.forget:
        raise UsageError(
            "a pattern is given without an encoding, or with one and --forget",
            "name an encoding, or say --forget",
        )
    return _choose(options, output)


def _choose(options: argparse.Namespace, output: Output) -> ExitCode:
    pattern = _absolute(options.pattern)
    with (
        opened(open_existing(options.library), output) as library,
        watched_job(output, library) as control,
    ):
        report = choose_encoding(
            library, pattern, options.encoding, import_options(options), control
        )
        matched = matching_count(library, pattern)
    if not matched:
        output.message(_NOTHING_MATCHED.format(pattern=pattern))
    fields = {"pattern": pattern, "matched": matched, **report_fields(report)}
    matching = f"{counted(matched, 'file')} of the library matched by {pattern}"
    output.result(fields, chain([matching], report_lines(report)))
    return ExitCode.DONE


def _marks(options: argparse.Namespace, output: Output) -> ExitCode:
    """List the marked passages, mark one, or take a mark back."""
    if options.forget is not None:
        with opened(open_existing(options.library), output) as library:
            if not unmark_passage(library, options.forget):
                raise UsageError(
                    f"{options.forget}: no passage of this library has this key",
                    "name a key that this command lists",
                )
    elif options.mark is not None:
        _mark(options, output)
    with existing_library(options.library) as library:
        marked = marked_passages(library)
    fields = [{"key": one.key, "mark": one.mark.value, "text": one.text} for one in marked]
    lines = (f"{one.key}  {one.mark.value:11}  {shorten(one.text, 60)}" for one in marked)
    output.result({"marks": fields}, lines)
    return ExitCode.DONE


def _mark(options: argparse.Namespace, output: Output) -> None:
    if options.file is None:
        raise UsageError(
            "a mark is given without a text", "name a document, or - for standard input"
        )
    with opened(open_existing(options.library), output) as library:
        (side,) = load_sides([options.file], library_recipe(library))
        try:
            mark_passage(library, side.text, PassageMark(options.mark))
        except TooLittleTextError as error:
            raise UsageError(f"{options.file}: {error}", "name a document with text") from error


def _absolute(pattern: str) -> str:
    """A path as it stands on the disk; names in any folder; or a pattern from where we are."""
    if Path(pattern).exists():
        return pattern_for(Path(pattern))
    if (os.sep not in pattern and "/" not in pattern) or pattern.startswith("**/"):
        return anywhere(pattern)
    return os.path.abspath(pattern).replace(os.sep, "/")  # noqa: PTH100 - wildcards stay
