"""Runs one command, and tells in its exit status how that ended.

Exit codes: 0 done, 1 done with failed documents, 2 usage or refused, 130 interrupted by Ctrl-C, 143
by SIGTERM.
"""

from __future__ import annotations

from collections.abc import Sequence

from simhash_gui.cli.output import (
    ExitCode,
    OutputError,
    UsageError,
    give_up_stdout,
    standard_output,
)
from simhash_gui.cli.parser import Command, build_parser
from simhash_gui.core.fingerprint.recipe import UnknownRecipeError
from simhash_gui.services.detection.measuring_processes import WorkersKeepDyingError
from simhash_gui.services.detection.pair_search import TooManyPairsError
from simhash_gui.services.importing.importing import WorkersUnusableError
from simhash_gui.services.jobs import JobCancelledError
from simhash_gui.services.library.libraries import LibraryError

_TOLD = (
    UsageError,
    UnknownRecipeError,
    TooManyPairsError,
    WorkersKeepDyingError,
    WorkersUnusableError,
)


def main(arguments: Sequence[str]) -> int:
    """Run one command; ``arguments`` are those after the program's name."""
    options = build_parser().parse_args(arguments)
    output = standard_output(options.format)
    command: Command = options.command
    try:
        with output.interruption.listening():
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
        return output.interruption.exit_status


def _first_argument(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__
