"""Puts the program together: the window, or one command of the command line.

The two never meet: each is imported only when it is the one that runs.
"""

from __future__ import annotations

from collections.abc import Sequence

SAMPLES_OPTION = "--samples"


def run(arguments: Sequence[str]) -> int:
    """Run what ``arguments`` (without the program name) ask for; the exit status.

    Nothing, or ``--samples``, opens the window; everything else is the command line's.
    """
    if list(arguments) in ([], [SAMPLES_OPTION]):
        return _run_window(with_samples=SAMPLES_OPTION in arguments)
    return _run_command(arguments)


def _run_window(*, with_samples: bool) -> int:
    from simhash_gui.services.library.paths import app_paths  # noqa: PLC0415 - not for the command line
    from simhash_gui.ui.shell import application  # noqa: PLC0415 - Qt only when there is a window

    return application.run(app_paths(), with_samples=with_samples)


def _run_command(arguments: Sequence[str]) -> int:
    from simhash_gui.cli import main  # noqa: PLC0415 - not for the window

    return main.main(list(arguments))
