"""Finds the command that the arguments name, runs it, and tells in its exit status how that ended.

A command's module is imported when the command is named: most import much, and ``--help`` and
``--version`` nothing of it.

Exit codes are those of ``ExitCode``; after a signal, 128 and its number. With ``--format json``
there is exactly one JSON document on standard output, also when there is no result: it then says
why, under ``error``.
"""

# ruff: noqa: PLC0415 - see above; the walls are checked inside functions too

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from simhash_gui import __version__
from simhash_gui.cli.arguments.parser import (
    EXIT_CODES,
    ArgumentsError,
    Command,
    Parser,
    WrappedHelp,
    add_log_options,
    add_named,
)
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    OutputError,
    OutputFormat,
    ReaderGoneError,
    Refusal,
    give_up_stdout,
    standard_output,
)
from simhash_gui.cli.start_interruption import be_done
from simhash_gui.cli.wanted_form import wants_json
from simhash_gui.services.jobs import JobCancelledError

if TYPE_CHECKING:
    from simhash_gui.services.checking.markup import PdfWriter

_log = logging.getLogger(__name__)

_DESCRIPTION = """\
Find documents that are copies, revisions or partial copies of each other, and see why.
Without a command, the window opens."""
_MORE_HELP = "simhash-gui COMMAND --help tells the options of a command and gives an example."

_INTERRUPTED = Refusal("interrupted", "interrupted; what was done is kept", "run it again to go on")

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "scan": "import folders and files, and list near-duplicates",
        "batch": "search many libraries as if they were one",
        "check": "find what a library has of a text, whole or in part",
        "compare": "compare two files, bit by bit and by their text",
        "fingerprint": "fingerprint one text",
        "library": "look into a library, or change what it keeps",
        "export": "write pairs or clusters to a file for other programs",
        "pairs": "find near pairs among fingerprints of your own",
        "verdict": "say which documents are the same, versions, or unrelated; list what was said",
        "plan": "plan what to do with copies, by rules that say which one is kept",
        "apply": "do what a plan says, each act after a comparison byte for byte",
        "undo": "take back what a run of acts has done",
        "journal": "list every act that was done to files",
        "limits": "list the limits between the classes of pairs",
        "lab": "run every known way to search, and compare what each costs",
        "evaluate": "measure how right the program is on labelled sets of documents",
    }
)
"""Each command in a few words."""


_READING = frozenset({"scan", "check", "compare", "fingerprint"})


def main(arguments: Sequence[str], trash: object = None) -> int:
    """Run one command; ``arguments`` are those after the program's name. See ``run``."""
    return run(parse(arguments), trash)


def reads_documents(arguments: Sequence[str]) -> bool:
    """Whether a command seems to be wanted that has worker processes read; no full parse."""
    return not _READING.isdisjoint(arguments) and {"-h", "--help"}.isdisjoint(arguments)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What the arguments ask for; ``name`` is None where they ask for the window.

    Ends the program after ``--help``, ``--version`` and for arguments that make no sense.
    """
    parser = build_parser(arguments)
    try:
        options = parser.parse_args(arguments)
        if options.samples and options.name is not None:
            parser.error("--samples opens the window, so it takes no command")
    except ArgumentsError as error:
        raise SystemExit(_misused(error, arguments)) from None
    except SystemExit:  # after --help and --version
        be_done()
        raise SystemExit(_flushed()) from None
    return options


def _misused(error: ArgumentsError, arguments: Sequence[str]) -> ExitCode:
    be_done()
    output = standard_output(
        OutputFormat.JSON if wants_json(list(arguments)) else OutputFormat.TEXT
    )
    for line in error.usage.splitlines():
        output.message(line)
    output.refuse(Refusal("usage", str(error), f"see {error.program} --help"))
    return ExitCode.REFUSED


def _flushed() -> ExitCode:
    """Have what is printed arrive, or say by the status that it did not."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        give_up_stdout()
        return ExitCode.READER_GONE if isinstance(error, BrokenPipeError) else ExitCode.REFUSED
    return ExitCode.DONE


def build_parser(wanted: Collection[str]) -> argparse.ArgumentParser:
    """All commands; those among ``wanted`` with their options, of which many need imports."""
    parser = Parser(
        prog="simhash-gui",
        description=_DESCRIPTION,
        epilog=f"{_MORE_HELP}\n{EXIT_CODES}",
        formatter_class=WrappedHelp,
    )
    parser.set_defaults(verbose=False, log_file=None)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "--samples", action="store_true", help="open the window on the sample documents"
    )
    add_log_options(parser)
    commands = parser.add_subparsers(title="commands", dest="name", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = add_named(commands, name, summary)
        if name in wanted:
            from simhash_gui.cli.arguments.commands import DEFINITIONS

            DEFINITIONS[name](command)
    return parser


def run(
    options: argparse.Namespace, trash: object = None, write_pdf: PdfWriter | None = None
) -> int:
    """Run the command that was asked for; the exit status.

    ``trash`` is the ``Trash`` that acts may use; without one there is none. ``write_pdf`` prints
    reports.
    """
    options.trash, options.write_pdf = trash, write_pdf
    output = standard_output(options.format)
    status = _ended(options, output)
    _log.info("%s: status %d", options.name, status)
    return status


def _ended(options: argparse.Namespace, output: Output) -> int:
    try:
        command = command_named(options.name)  # while a signal still ends the program at once
        with output.interruption.listening():
            return command(options, output)
    except ReaderGoneError:
        give_up_stdout()
        return ExitCode.READER_GONE
    except OutputError as error:
        way_out = "send it to a file, on another drive if this one is full"
        output.message(f"simhash-gui: the result could not be written: {error}; {way_out}")
        give_up_stdout()
        return ExitCode.REFUSED
    except (JobCancelledError, KeyboardInterrupt):
        return _interrupted(output)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11, while an enum is made
            return _interrupted(output)
        from simhash_gui.cli.refusals import refusal_of

        refusal = refusal_of(error)
        if refusal is None:
            output.error_document(_broken(error))
            raise
        is_from_system = isinstance(error, OSError | MemoryError)
        _log.info("refused: %s", type(error).__name__, exc_info=is_from_system)
        output.refuse(refusal)
        return ExitCode.REFUSED


def _interrupted(output: Output) -> int:
    if output.has_begun:
        give_up_stdout()  # who does not read it would keep the program from ending
    output.refuse(_INTERRUPTED)
    return output.interruption.exit_status


def _broken(error: Exception) -> Refusal:
    message = f"something went wrong inside the program ({type(error).__name__})"
    return Refusal("internal-error", message, "the log says where")


def command_named(name: str) -> Command:
    """What runs a command."""
    match name:
        case "scan":
            from simhash_gui.cli.scan import run as command
        case "batch":
            from simhash_gui.cli.batch import run as command
        case "check":
            from simhash_gui.cli.check import run as command
        case "compare":
            from simhash_gui.cli.compare import run as command
        case "fingerprint":
            from simhash_gui.cli.fingerprint import run as command
        case "pairs":
            from simhash_gui.cli.pairs import run as command
        case "limits":
            from simhash_gui.cli.limits import run as command
        case "lab":
            from simhash_gui.cli.lab import run as command
        case "evaluate":
            from simhash_gui.cli.evaluate import run as command
        case _:
            return _library_command(name)
    return command


def _library_command(name: str) -> Command:
    """What runs a command on a library and its files."""
    match name:
        case "library":
            from simhash_gui.cli.library import run as command
        case "export":
            from simhash_gui.cli.export import run as command
        case "verdict":
            from simhash_gui.cli.verdict import run as command
        case _:
            from simhash_gui.cli.review import run as command
    return command
