"""What the parsers of all commands share: the shape of their help, and options that each takes.

Imported for ``--help`` and ``--version`` too, so nothing slow is imported here. Options that need
to know a service stand in ``options``, ``detecting`` and ``importing``.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from typing_extensions import override

from simhash_gui.cli.output import ExitCode, Output, OutputFormat

Command: TypeAlias = Callable[[argparse.Namespace, Output], ExitCode]
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

EXIT_CODES = "exit status: 0 done, 1 done with failed documents, 2 usage or refused"


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
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=WrappedHelp,
    )


def complete(parser: argparse.ArgumentParser, example: str, more: str = "") -> None:
    """Add an example, what else the help says, and the options of every command."""
    parser.description = "\n".join(filter(None, (parser.description, more)))
    parser.epilog = f"example: {example}\n\n{EXIT_CODES}"
    parser.add_argument(
        "--format",
        type=OutputFormat,
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
        type=Path,
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="write the log to this file, not to the one in the user's folder for logs",
    )
