"""Puts the program together: the log, and then the window or one command of the command line.

The two never meet: each is imported only when it is the one that runs.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from simhash_gui.cli import main
from simhash_gui.cli.output import ExitCode
from simhash_gui.documents.extraction.preload import preload
from simhash_gui.services.diagnosis.program_log import ProgramLog
from simhash_gui.services.library.paths import app_paths, default_log_file
from simhash_gui.workers.owned_folders import remove_abandoned
from simhash_gui.workers.sorting import processor_name, sort_quickly

_log = logging.getLogger(__name__)


def run(arguments: Sequence[str]) -> int:
    """Run what ``arguments`` (without the program name) ask for; the exit status.

    Without a command the window opens, with ``--samples`` on the bundled samples.
    """
    gc.disable()  # while modules are imported, of which nothing becomes garbage
    sort_quickly(os.environ, processor_name())
    if main.reads_documents(arguments):
        preload()
    options = main.parse(arguments)
    log_file = (options.log_file or default_log_file()).absolute()
    log = ProgramLog(log_file, is_verbose=options.verbose, tell=_tell)
    log.start(options.name or "window")
    _clean_up()
    if options.name is not None:
        return _command(options)

    from simhash_gui.ui.shell import application  # noqa: PLC0415 - Qt only when there is a window

    paths = replace(app_paths(), log_file=log_file)
    return application.run(paths, log, with_samples=options.samples)


def _clean_up() -> None:
    """Remove what processes that were killed have left in the temporary folder."""
    with contextlib.suppress(OSError):  # it is full, or may not be read
        if removed := remove_abandoned(Path(tempfile.gettempdir())):
            _log.info("removed %d temporary folders of processes that were killed", removed)


def _command(options: argparse.Namespace) -> int:
    """Run a command; a bug in it has a status of its own, for 1 means failed documents."""
    try:
        main.command_named(options.name)  # is imported now
        gc.freeze()
        gc.enable()
        return main.run(options, LazyTrash(), _write_pdf)
    except Exception:  # noqa: BLE001 - told and logged as what nobody caught
        sys.excepthook(*sys.exc_info())
        return ExitCode.BROKEN


class LazyTrash:
    """Qt's trash for a command: loaded when it is asked for, which needs no display."""

    def put(self, path: str) -> str | None:
        """Put a file into the trash; its path there, None where there is no trash for it."""
        from simhash_gui.ui.common.trash import QtTrash  # noqa: PLC0415 - see above

        return QtTrash().put(path)

    def may_take(self, path: str) -> bool:
        """Whether there may be a trash for a file."""
        from simhash_gui.ui.common.trash import QtTrash  # noqa: PLC0415 - see above

        return QtTrash().may_take(path)


def _write_pdf(sections: Iterable[str], path: Path) -> None:
    from simhash_gui.ui.common.pdf import print_sections  # noqa: PLC0415 - Qt only when wanted

    print_sections(sections, path)


def _tell(sentence: str) -> None:
    """For people at a terminal; a window that was started without one has no standard error."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            sys.stderr.write(f"simhash-gui: {sentence}\n")
            sys.stderr.flush()
