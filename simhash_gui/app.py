"""Puts the program together: the window, or one command of the command line.

The two never meet: each is imported only when it is the one that runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from simhash_gui.cli import main


def run(arguments: Sequence[str]) -> int:
    """Run what ``arguments`` (without the program name) ask for; the exit status.

    Without a command the window opens, with ``--samples`` on the bundled samples.
    """
    options = main.parse(arguments)
    if options.command is None:
        return _run_window(with_samples=options.samples)
    return main.run(options)


def _run_window(*, with_samples: bool) -> int:
    from simhash_gui.services.library.paths import app_paths  # noqa: PLC0415 - not for commands
    from simhash_gui.ui.shell import application  # noqa: PLC0415 - Qt only when there is a window

    return application.run(app_paths(), with_samples=with_samples)
