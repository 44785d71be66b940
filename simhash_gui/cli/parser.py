"""The commands with their options, and the help that is their manual."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from typing_extensions import override

from simhash_gui.cli import (
    check,
    compare,
    evaluate,
    export,
    fingerprint,
    keeping,
    library,
    limits,
    pairs,
    scan,
)
from simhash_gui.cli.detecting import (
    add_check_options,
    add_detection_options,
    add_limits,
    distance_argument,
)
from simhash_gui.cli.importing import add_limit_options, add_rule_options, at_least_one
from simhash_gui.cli.output import ExitCode, Output, OutputFormat
from simhash_gui.core.fingerprint.recipe import named_recipes
from simhash_gui.services.library.libraries import DEFAULT_RECIPE
from simhash_gui.services.library.settings import MAX_DISTANCE

Command: TypeAlias = Callable[[argparse.Namespace, Output], ExitCode]
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

_DESCRIPTION = """\
Find documents that are copies, revisions or partial copies of each other, and see why.
Without a command, the window opens."""
_EXIT_CODES = "exit status: 0 done, 1 done with failed documents, 2 usage or refused"
_MORE_HELP = "simhash-gui COMMAND --help tells the options of a command and gives an example."


def build_parser() -> argparse.ArgumentParser:
    """All commands with their help."""
    parser = argparse.ArgumentParser(
        prog="simhash-gui",
        description=_DESCRIPTION,
        epilog=f"{_MORE_HELP}\n{_EXIT_CODES}",
        formatter_class=_Wrapped,
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_scan(commands)
    _add_check(commands)
    _add_compare(commands)
    _add_fingerprint(commands)
    _add_library(commands)
    _add_export(commands)
    _add_pairs(commands)
    _add_limits(commands)
    _add_evaluate(commands)
    return parser


def _add_scan(commands: _Commands) -> None:
    parser = _command(
        commands,
        "scan",
        scan.run,
        _Help(
            "import folders and files, and list near-duplicates",
            "simhash-gui scan Documents letter.docx --library mine.simhash",
            "A pair is listed when its texts confirm what the fingerprints proposed.\n"
            "In JSON, met = read + unchanged + skipped + failed_now; duplicates are a part of read,"
            " and still_failed of unchanged: files that failed earlier and were not tried again.",
        ),
    )
    parser.add_argument("folders", nargs="+", metavar="PATH", help="a folder, or a single file")
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="keep the library here; the next scan then reads only what changed "
        "(default: a temporary library)",
    )
    add_detection_options(parser)
    _add_recipe(parser, f"that of the library, {DEFAULT_RECIPE} in a new one")
    _add_jobs(parser)
    add_limit_options(parser)
    add_rule_options(parser)


def _add_check(commands: _Commands) -> None:
    parser = _command(
        commands,
        "check",
        check.run,
        _Help(
            "find what a library has of a text, whole or in part",
            "simhash-gui check draft.docx --library mine.simhash",
            "Every match comes with its common passages, counted in characters of the text.",
        ),
    )
    _add_file(parser)
    _add_existing_library(parser)
    add_check_options(parser)


def _add_compare(commands: _Commands) -> None:
    parser = _command(
        commands,
        "compare",
        compare.run,
        _Help(
            "compare two files, bit by bit and by their text",
            "simhash-gui compare old.docx new.docx",
        ),
    )
    parser.add_argument("a", type=Path, metavar="A", help="a document")
    parser.add_argument("b", type=Path, metavar="B", help="the document to compare it with")
    _add_recipe(parser, DEFAULT_RECIPE)


def _add_fingerprint(commands: _Commands) -> None:
    parser = _command(
        commands,
        "fingerprint",
        fingerprint.run,
        _Help(
            "fingerprint one text",
            "simhash-gui fingerprint letter.txt --trace",
        ),
    )
    _add_file(parser)
    _add_recipe(parser, DEFAULT_RECIPE)
    parser.add_argument(
        "--trace", action="store_true", help="show every feature with its hash, and every vote"
    )


def _add_library(commands: _Commands) -> None:
    summary = "look into a library, or change what it keeps"
    parser = commands.add_parser("library", help=summary, description=_sentence(summary))
    questions = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, run, summary in (
        ("info", library.run_info, "show counts, size and recipes"),
        (
            "list",
            library.run_list,
            "list every file: fingerprint, state, type, encoding and how sure it is",
        ),
        ("drop-gone", keeping.run_drop_gone, "forget files that are no longer on the disk"),
    ):
        example = f"simhash-gui library {name} mine.simhash"
        _add_library_file(_command(questions, name, run, _Help(summary, example)))
    _add_remove_folder(questions)
    _add_rules(questions)
    _add_encoding(questions)


def _add_remove_folder(questions: _Commands) -> None:
    command = _command(
        questions,
        "remove-folder",
        keeping.run_remove_folder,
        _Help(
            "forget a folder and what is only in it",
            "simhash-gui library remove-folder mine.simhash Documents",
            "Nothing on the disk is touched.",
        ),
    )
    _add_library_file(command)
    command.add_argument("folder", type=Path, metavar="FOLDER", help="a folder that was scanned")


def _add_rules(questions: _Commands) -> None:
    command = _command(
        questions,
        "rules",
        keeping.run_rules,
        _Help(
            "show which files are imported",
            "simhash-gui library rules mine.simhash",
            "scan changes the rules: see its --include, --exclude, --type and so on.",
        ),
    )
    _add_library_file(command)
    command.add_argument("--reset", action="store_true", help="from now on import everything")


def _add_encoding(questions: _Commands) -> None:
    command = _command(
        questions,
        "encoding",
        keeping.run_encoding,
        _Help(
            "list the chosen encodings, or choose one",
            "simhash-gui library encoding mine.simhash 'letters/*.txt' gb18030",
            "The files that the choice is for are read again.",
        ),
    )
    _add_library_file(command)
    command.add_argument(
        "pattern",
        nargs="?",
        metavar="PATTERN",
        help="a file, a folder, an archive, or a pattern: without / of names in any folder, as"
        " '*.txt', else of paths from the current folder",
    )
    command.add_argument("encoding", nargs="?", metavar="ENCODING", help="such as big5")
    command.add_argument("--forget", action="store_true", help="take the choice for PATTERN back")
    _add_jobs(command)
    add_limit_options(command)


def _add_export(commands: _Commands) -> None:
    parser = _command(
        commands,
        "export",
        export.run,
        _Help(
            "write pairs or clusters to a file for other programs",
            "simhash-gui export pairs pairs.csv --library mine.simhash",
        ),
    )
    parser.add_argument(
        "what",
        type=export.What,
        choices=list(export.What),
        metavar="pairs|clusters",
        help="pairs: a row for each pair; clusters: a row for each file in a cluster",
    )
    parser.add_argument(
        "output", type=Path, metavar="OUTPUT", help="the file to write, *.csv or *.json"
    )
    _add_existing_library(parser)
    add_detection_options(parser)


def _add_limits(commands: _Commands) -> None:
    parser = _command(
        commands,
        "limits",
        limits.run,
        _Help(
            "list the limits between the classes of pairs",
            "simhash-gui limits --limit near_jaccard=0.5",
            "Nothing is kept: what --limit changes here it changes in scan, check, export and "
            "evaluate when it is given there.",
        ),
    )
    add_limits(parser)


def _add_pairs(commands: _Commands) -> None:
    parser = _command(
        commands,
        "pairs",
        pairs.run,
        _Help(
            "find near pairs among fingerprints of your own",
            "simhash-gui pairs fingerprints.npy --distance 3 --output pairs.npz",
        ),
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE.npy",
        help="an array of 64-bit fingerprints, as numpy.save writes it (uint64)",
    )
    _add_distance(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="PAIRS.npz",
        help="write arrays left, right (positions in FILE, left < right) and distance "
        "(default: only count them)",
    )
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        metavar="N",
        default=0,
        help="threads (default: one for every processor, as far as memory allows)",
    )


def _add_evaluate(commands: _Commands) -> None:
    parser = _command(
        commands,
        "evaluate",
        evaluate.run,
        _Help(
            "measure how right the program is on labelled sets of documents",
            "simhash-gui evaluate sets/news sets/essays --format json",
        ),
    )
    parser.add_argument(
        "sets",
        nargs="+",
        metavar="SETDIR",
        help="a folder with docs/*.txt, truth.csv and meta.json",
    )
    parser.add_argument(
        "--partial",
        action="store_true",
        help="look for copies of a part as well; sets of such copies need it",
    )
    parser.add_argument(
        "--pooled",
        action="store_true",
        help="put all sets into one library, so that each is sought among the others",
    )
    add_limits(parser)
    _add_jobs(parser)


class _Wrapped(argparse.HelpFormatter):
    """Lines of a description stay lines, and are wrapped where they are too long."""

    @override
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrapped = (
            textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent)
            for line in text.splitlines()
        )
        return "\n".join(wrapped)


@dataclass(frozen=True, slots=True)
class _Help:
    """What a command is for, in a few words; an example; and what else must be said."""

    summary: str
    example: str
    more: str = ""

    @property
    def description(self) -> str:
        return "\n".join(filter(None, (_sentence(self.summary), self.more)))


def _command(commands: _Commands, name: str, run: Command, text: _Help) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=text.summary,
        description=text.description,
        epilog=f"example: {text.example}\n\n{_EXIT_CODES}",
        formatter_class=_Wrapped,
    )
    parser.set_defaults(command=run)
    parser.add_argument(
        "--format",
        type=OutputFormat,
        choices=list(OutputFormat),
        default=OutputFormat.TEXT,
        metavar="text|json",
        help="text for people (default), json for scripts",
    )
    return parser


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a document, or - for text on standard input")


def _add_existing_library(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library", type=Path, metavar="FILE", required=True, help="a library that scan has made"
    )


def _add_library_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("library", type=Path, metavar="FILE", help="the library")


def _add_distance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--distance",
        type=distance_argument,
        default=3,
        metavar="K",
        help=f"greatest Hamming distance, 0 to {MAX_DISTANCE} (default: 3)",
    )


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        metavar="N",
        default=0,
        help="worker processes (default: one for every processor)",
    )


def _add_recipe(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--recipe",
        metavar="NAME",
        help=f"how fingerprints are made (default: {default}): {', '.join(named_recipes())}",
    )
