"""Finds the command that the arguments name, runs it, and tells in its exit status how that ended.

A command's module is imported when the command is named: most import much, and ``--help`` and
``--version`` nothing of it.

Exit codes: 0 done, 1 done with failed documents, 2 usage or refused, 130 interrupted by Ctrl-C, 143
by SIGTERM.
"""

# ruff: noqa: PLC0415 - see above; the walls are checked inside functions too

from __future__ import annotations

import argparse
import logging
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from simhash_gui import __version__
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    OutputError,
    UsageError,
    give_up_stdout,
    standard_output,
)
from simhash_gui.cli.parser import EXIT_CODES, Command, WrappedHelp, add_log_options, add_named
from simhash_gui.services.jobs import JobCancelledError

_log = logging.getLogger(__name__)

_DESCRIPTION = """\
Find documents that are copies, revisions or partial copies of each other, and see why.
Without a command, the window opens."""
_MORE_HELP = "simhash-gui COMMAND --help tells the options of a command and gives an example."

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "scan": "import folders and files, and list near-duplicates",
        "check": "find what a library has of a text, whole or in part",
        "compare": "compare two files, bit by bit and by their text",
        "fingerprint": "fingerprint one text",
        "library": "look into a library, or change what it keeps",
        "export": "write pairs or clusters to a file for other programs",
        "pairs": "find near pairs among fingerprints of your own",
        "limits": "list the limits between the classes of pairs",
        "evaluate": "measure how right the program is on labelled sets of documents",
    }
)
"""Each command in a few words."""


_READING = frozenset({"scan", "check", "compare", "fingerprint"})


def main(arguments: Sequence[str]) -> int:
    """Run one command; ``arguments`` are those after the program's name."""
    return run(parse(arguments))


def reads_documents(arguments: Sequence[str]) -> bool:
    """Whether a command seems to be wanted that has worker processes read; no full parse."""
    return not _READING.isdisjoint(arguments) and {"-h", "--help"}.isdisjoint(arguments)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What the arguments ask for; ``name`` is None where they ask for the window.

    Ends the program after ``--help``, ``--version`` and for arguments that make no sense.
    """
    parser = build_parser(arguments)
    options = parser.parse_args(arguments)
    if options.samples and options.name is not None:
        parser.error("--samples opens the window, so it takes no command")
    return options


def build_parser(wanted: Collection[str]) -> argparse.ArgumentParser:
    """All commands; those among ``wanted`` with their options, of which many need imports."""
    parser = argparse.ArgumentParser(
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
            from simhash_gui.cli.commands import DEFINITIONS

            DEFINITIONS[name](command)
    return parser


def run(options: argparse.Namespace) -> int:
    """Run the command that was asked for; the exit status."""
    output = standard_output(options.format)
    status = _ended(options, output)
    _log.info("%s: status %d", options.name, status)
    return status


def _ended(options: argparse.Namespace, output: Output) -> int:
    try:
        with output.interruption.listening():
            return _command(options.name)(options, output)
    except UsageError as error:
        return _refused(error, output)
    except OutputError as error:
        output.message(f"simhash-gui: the result could not be written: {error}")
        give_up_stdout()
        return ExitCode.REFUSED
    except (JobCancelledError, KeyboardInterrupt):
        output.message("simhash-gui: interrupted; what was done is kept")
        return output.interruption.exit_status
    except Exception as error:
        from simhash_gui.cli.refusals import REFUSALS

        if isinstance(error, REFUSALS):
            return _refused(error, output)
        raise


def _refused(error: Exception, output: Output) -> int:
    _log.info("refused: %s", type(error).__name__)
    output.message(f"simhash-gui: {error.args[0] if error.args else type(error).__name__}")
    return ExitCode.REFUSED


def _command(name: str) -> Command:
    """What runs a command."""
    match name:
        case "scan":
            from simhash_gui.cli.scan import run as command
        case "check":
            from simhash_gui.cli.check import run as command
        case "compare":
            from simhash_gui.cli.compare import run as command
        case "fingerprint":
            from simhash_gui.cli.fingerprint import run as command
        case "library":
            from simhash_gui.cli.library import run as command
        case "export":
            from simhash_gui.cli.export import run as command
        case "pairs":
            from simhash_gui.cli.pairs import run as command
        case "limits":
            from simhash_gui.cli.limits import run as command
        case _:
            from simhash_gui.cli.evaluate import run as command
    return command
