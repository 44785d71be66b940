"""Parses the command line and runs one command.

Exit codes: 0 done, 1 done with failed documents, 2 usage or refused, 130 interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

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
from simhash_gui.cli.detecting import add_detection_options, add_limits, distance_argument
from simhash_gui.cli.importing import add_limit_options, add_rule_options
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    OutputError,
    OutputFormat,
    UsageError,
    give_up_stdout,
    standard_output,
)
from simhash_gui.core.recipe import UnknownRecipeError, named_recipes
from simhash_gui.services.jobs import JobCancelledError
from simhash_gui.services.libraries import LibraryError
from simhash_gui.services.measuring_processes import WorkersKeepDyingError
from simhash_gui.services.pair_search import TooManyPairsError
from simhash_gui.services.settings import MAX_DISTANCE

Command = Callable[[argparse.Namespace, Output], ExitCode]

_TOLD = (UsageError, UnknownRecipeError, TooManyPairsError, WorkersKeepDyingError)

_DESCRIPTION = """\
Find documents that are copies, revisions or partial copies of each other, and see why.
Without a command, the window opens."""
_EXIT_CODES = "exit status: 0 done, 1 done with failed documents, 2 usage or refused"


def main(arguments: Sequence[str]) -> int:
    """Run one command; ``arguments`` are those after the program's name."""
    options = build_parser().parse_args(arguments)
    output = standard_output(options.format)
    command: Command = options.command
    try:
        return command(options, output)
    except (*_TOLD, LibraryError) as error:
        output.message(f"simhash-gui: {_first_argument(error)}")
        return ExitCode.REFUSED
    except OutputError as error:
        output.message(f"simhash-gui: the result could not be written: {error}")
        give_up_stdout()
        return ExitCode.REFUSED
    except (JobCancelledError, KeyboardInterrupt):
        output.message("simhash-gui: interrupted; what was done is kept")
        return ExitCode.INTERRUPTED


def _first_argument(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__


def build_parser() -> argparse.ArgumentParser:
    """All commands with their help."""
    parser = argparse.ArgumentParser(
        prog="simhash-gui",
        description=_DESCRIPTION,
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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


_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _add_scan(commands: _Commands) -> None:
    parser = _command(commands, "scan", scan.run, "import folders and list near-duplicates")
    parser.add_argument("folders", nargs="+", metavar="PATH", help="a folder, or a single file")
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="keep the library here; a second scan then reads only what changed "
        "(default: a temporary one)",
    )
    add_detection_options(parser)
    _add_recipe(parser)
    _add_jobs(parser)
    add_limit_options(parser)
    add_rule_options(parser)


def _add_check(commands: _Commands) -> None:
    parser = _command(commands, "check", check.run, "find what a library has of a text")
    _add_file(parser)
    _add_existing_library(parser)
    add_detection_options(parser)


def _add_compare(commands: _Commands) -> None:
    parser = _command(
        commands, "compare", compare.run, "compare two files, bit by bit and by their text"
    )
    parser.add_argument("a", type=Path, metavar="A")
    parser.add_argument("b", type=Path, metavar="B")
    _add_recipe(parser)


def _add_fingerprint(commands: _Commands) -> None:
    parser = _command(commands, "fingerprint", fingerprint.run, "fingerprint one text")
    _add_file(parser)
    _add_recipe(parser)
    parser.add_argument("--trace", action="store_true", help="show every step on the way")


def _add_library(commands: _Commands) -> None:
    parser = commands.add_parser("library", help="look into a library")
    questions = parser.add_subparsers(required=True, metavar="QUESTION")
    for name, run, help_text in (
        ("info", library.run_info, "counts, size and recipes"),
        ("list", library.run_list, "every document with its fingerprint"),
    ):
        question = _command(questions, name, run, help_text)
        question.add_argument("library", type=Path, metavar="FILE")
    _add_keeping(questions)


def _add_keeping(questions: _Commands) -> None:
    """The commands that change what a library keeps."""
    for name, run, help_text in (
        ("drop-gone", keeping.run_drop_gone, "forget files that are no longer there"),
        ("remove-folder", keeping.run_remove_folder, "forget a folder and what is only in it"),
        ("rules", keeping.run_rules, "what of a folder is imported"),
        ("encoding", keeping.run_encoding, "choose the encoding of a file, folder or pattern"),
    ):
        command = _command(questions, name, run, help_text)
        command.add_argument("library", type=Path, metavar="FILE")
        if name == "remove-folder":
            command.add_argument("folder", type=Path, metavar="FOLDER")
        elif name == "rules":
            command.add_argument("--reset", action="store_true", help="import everything again")
        elif name == "encoding":
            command.add_argument("pattern", nargs="?", metavar="PATTERN")
            command.add_argument("encoding", nargs="?", metavar="ENCODING")
            command.add_argument("--forget", action="store_true", help="take the choice back")
            _add_jobs(command)
            add_limit_options(command)


def _add_export(commands: _Commands) -> None:
    parser = _command(commands, "export", export.run, "write pairs or clusters to a file")
    parser.add_argument(
        "what", type=export.What, choices=list(export.What), metavar="pairs|clusters"
    )
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="ends in .csv or .json")
    _add_existing_library(parser)
    add_detection_options(parser)


def _add_limits(commands: _Commands) -> None:
    parser = _command(commands, "limits", limits.run, "list the limits of the verdicts")
    add_limits(parser)


def _add_pairs(commands: _Commands) -> None:
    parser = _command(
        commands, "pairs", pairs.run, "find near-duplicate pairs among ready fingerprints"
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE.npy", help="fingerprints as numpy.save writes uint64"
    )
    _add_distance(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="PAIRS.npz",
        help="write arrays left, right (positions in FILE, left < right) and distance",
    )
    parser.add_argument(
        "--jobs",
        type=_at_least_one,
        metavar="N",
        default=0,
        help="threads (default: one for every processor, as far as memory allows)",
    )


def _add_evaluate(commands: _Commands) -> None:
    parser = _command(
        commands, "evaluate", evaluate.run, "score the program on labelled document sets"
    )
    parser.add_argument(
        "sets",
        nargs="+",
        metavar="SETDIR",
        help="a folder with docs/*.txt, truth.csv and meta.json",
    )
    parser.add_argument("--partial", action="store_true", help="copies of a part count as pairs")
    parser.add_argument(
        "--pooled", action="store_true", help="all sets in one library, as one would have them"
    )
    add_limits(parser)
    _add_jobs(parser)


def _command(
    commands: _Commands, name: str, run: Command, help_text: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help_text, description=help_text, epilog=_EXIT_CODES)
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


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a document, or - for text on standard input")


def _add_existing_library(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--library", type=Path, metavar="FILE", required=True)


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
        type=_at_least_one,
        metavar="N",
        default=0,
        help="worker processes (default: one for every processor)",
    )


def _add_recipe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--recipe",
        metavar="NAME",
        help=f"how fingerprints are made: {', '.join(named_recipes())}",
    )


def _at_least_one(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value
