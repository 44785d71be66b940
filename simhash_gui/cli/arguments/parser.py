"""What the parsers of all commands share: the shape of their help, and options that each takes.

Imported for ``--help`` and ``--version`` too, so nothing slow is imported here.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from typing_extensions import override

from simhash_gui.cli.arguments.values import one_of, path_argument
from simhash_gui.cli.output import ExitCode, Output, OutputFormat

Command: TypeAlias = Callable[[argparse.Namespace, Output], ExitCode]

EXIT_CODES = """\
exit status: 0 done, 1 done with failed documents or a damaged library,
2 usage or refused, 70 an error inside the program, 129, 130 or 143 cut off by
a signal, 141 nobody reads the result"""


class ArgumentsError(Exception):
    """The arguments make no sense; ``usage`` says what they are, ``program`` of which command."""

    def __init__(self, message: str, usage: str, program: str) -> None:
        super().__init__(message)
        self.usage = usage
        self.program = program


class Parser(argparse.ArgumentParser):
    """Raises ArgumentsError where argparse would print and exit."""

    @override
    def error(self, message: str) -> NoReturn:
        raise ArgumentsError(message, self.format_usage(), self.prog)

    @override
    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Refuse ``--library=--``, of which argparse makes an empty list (mended in 3.13)."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected one argument")
        return super()._get_values(action, arg_strings)


Subparsers: TypeAlias = "argparse._SubParsersAction[Any]"


class WrappedHelp(argparse.HelpFormatter):
    """Lines of a description stay lines, and are wrapped where they are too long."""

    @override
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        wrapped = (
            textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent)
            for line in text.splitlines()
        )
        return "\n".join(wrapped)


def add_named(commands: Subparsers, name: str, summary: str) -> argparse.ArgumentParser:
    """A command with its line in the list of commands, and no options yet."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=WrappedHelp,
    )
    return parser


def complete(parser: argparse.ArgumentParser, example: str, more: str = "") -> None:
    """Add an example, what else the help says, and the options of every command."""
    parser.description = "\n".join(filter(None, (parser.description, more)))
    parser.epilog = f"example: {example}\n\n{EXIT_CODES}"
    parser.add_argument(
        "--format",
        type=one_of(OutputFormat),
        choices=list(OutputFormat),
        default=OutputFormat.TEXT,
        metavar="text|json",
        help="text for people (default), json for scripts",
    )
    add_log_options(parser)


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """``--verbose`` and ``--log-file``, which may stand before the command or after it."""
    parser.add_argument(
        "--verbose",
        action="store_true",
        default=argparse.SUPPRESS,  # so that the command does not undo what was said before it
        help="log more, names of files too, and show the log on standard error",
    )
    parser.add_argument(
        "--log-file",
        type=path_argument,
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="write the log to this file, not to the one in the user's folder for logs",
    )
